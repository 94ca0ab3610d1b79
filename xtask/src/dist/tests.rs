use serde_json::json;

use super::command::Asked;
use super::licences::used;

#[test]
fn flags_are_read() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let asked = Asked::parse(&words("--target t --binary b --out o")).expect("flags");
    assert_eq!(asked.target.as_deref(), Some("t"));
    assert_eq!(asked.out, Some("o".into()));
    assert!(Asked::parse(&words("--binary")).is_err());
    assert!(Asked::parse(&words("--fast")).is_err());
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
