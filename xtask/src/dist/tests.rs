use serde_json::json;

use super::command::Asked;
use super::licences::{texts_in, used};

#[test]
fn flags_are_read() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let asked = Asked::parse(&words("--target t --binary b --out o")).expect("flags");
    assert_eq!(asked.target.as_deref(), Some("t"));
    assert_eq!(asked.out, Some("o".into()));
    assert!(Asked::parse(&words("--binary")).is_err());
    assert!(Asked::parse(&words("--fast")).is_err());
}

/// The fonts of pictures lie in a folder of their crate, with a licence of their own.
#[test]
fn licences_of_data_are_found() {
    let folder = std::env::temp_dir().join(format!("orrery-licences-{}", std::process::id()));
    let below = folder.join("assets").join("font");
    std::fs::create_dir_all(&below).expect("there is room");
    std::fs::write(folder.join("LICENSE-MIT"), "of the code").expect("there is room");
    std::fs::write(below.join("LICENSE"), "of the font").expect("there is room");
    std::fs::write(below.join("README"), "no licence").expect("there is room");
    assert_eq!(texts_in(&folder), ["of the code", "of the font"]);
    let _ = std::fs::remove_dir_all(folder);
}

/// What only tests and build scripts need is not in the binary.
#[test]
fn licences_are_those_of_what_is_in_the_binary() {
    let dep =
        |name: &str, kind: serde_json::Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
    let metadata = json!({
        "packages": [{"name": "root", "id": "r"}],
        "resolve": {"nodes": [
            {"id": "r", "deps": [dep("a", json!(null)), dep("t", json!("dev"))]},
            {"id": "a", "deps": [dep("b", json!(null)), dep("c", json!("build"))]},
            {"id": "b", "deps": [dep("a", json!(null))]},
        ]},
    });
    assert_eq!(used(&metadata, "root").into_iter().collect::<Vec<_>>(), ["a", "b", "r"]);
}

/// `cargo package` refuses a dependency without a version, and a registry wants to know what a crate is.
#[test]
fn every_crate_can_be_packaged() {
    let root = super::build::root();
    let read = |path: std::path::PathBuf| std::fs::read_to_string(&path).expect("it is there");
    let version = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
    let manifest = read(root.join("Cargo.toml"));
    for line in manifest.lines().filter(|line| line.contains("path = \"crates/")) {
        assert!(line.contains(version), "{line}");
    }
    for folder in std::fs::read_dir(root.join("crates")).expect("crates").flatten() {
        let manifest = read(folder.path().join("Cargo.toml"));
        for field in ["description = \"", "keywords.", "categories.", "license.", "readme."] {
            assert!(
                manifest.contains(&format!("\n{field}")),
                "{field} {}",
                folder.path().display()
            );
        }
    }
}

#[test]
fn the_version_is_the_same_everywhere() {
    let root = super::build::root();
    let version = env!("CARGO_PKG_VERSION");
    for (file, words) in [
        ("CHANGELOG.md", format!("\n## {version}\n")),
        ("action.yml", format!("default: v{version}\n")),
        ("docs/manual/ci.md", format!("/orrery@v{version} ")),
        ("docs/json.md", format!("\"version\": \"{version}\"")),
    ] {
        let text = std::fs::read_to_string(root.join(file)).expect("it is there");
        assert!(text.contains(&words), "{file} has no {words:?}");
    }
}
