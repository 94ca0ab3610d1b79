use std::path::Path;

use super::sources::{Source, Tree};
use super::{
    comments, cycles, fixtures, kinds, layers, lexical, links, names, paths, public, sizes,
    spelling, style,
};

fn ours() -> Tree {
    Tree::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap()
}

fn tree(files: &[(&str, &str)]) -> Tree {
    Tree { files: files.iter().map(|(path, text)| Source::new(path, text)).collect() }
}

#[track_caller]
fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn dependencies_flow_one_way() {
    assert_none(&layers::check(&ours()));
}

#[test]
fn modules_do_not_import_one_another_in_a_circle() {
    assert_none(&cycles::check(&ours()));
}

#[test]
fn files_and_functions_are_short_enough_to_read() {
    assert_none(&sizes::check(&ours()));
}

#[test]
fn what_is_public_is_used() {
    assert_none(&public::check(&ours()));
}

#[test]
fn no_two_types_of_a_crate_have_one_name() {
    assert_none(&names::check(&ours()));
}

#[test]
fn comments_on_items_say_something() {
    assert_none(&comments::check(&ours()));
}

#[test]
fn every_kind_of_query_is_decided() {
    assert_none(&kinds::check(&ours()));
}

#[test]
fn index_files_imports_and_json_are_where_they_belong() {
    assert_none(&style::check(&ours()));
}

#[test]
fn every_fixture_is_named_by_a_test() {
    assert_none(&fixtures::check(&ours()));
}

#[test]
fn no_file_names_a_folder_of_some_machine() {
    assert_none(&paths::check(&ours()));
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    assert_none(&links::check(&ours(), &|path| root.join(path).exists()));
}

#[test]
fn words_are_spelt_right() {
    assert_none(&spelling::check(&ours()));
}

#[test]
fn links_that_lead_nowhere_are_found() {
    let page = "# One two\n[a](b.md) [c](#one-two) ![d](gone.svg)\n[`code`](docs/x.md#it) `[no](link)`\n\
                ```\n[not](here)\n```\n[e](#two) [f](https://example.org/x)\n";
    let other = "## It\n## It\n[back](../a.md#one-two)\n[twice](#it-1) [thrice](#it-2)\n";
    let tree = tree(&[("a.md", page), ("b.md", ""), ("docs/x.md", other)]);
    let known = |path: &str| tree.files.iter().any(|file| file.path == path);
    let expected = [
        "a.md:2: `gone.svg` leads to no file",
        "a.md:7: `#two` leads to no heading",
        "docs/x.md:4: `#it-2` leads to no heading",
    ];
    assert_eq!(links::check(&tree, &known), expected);
}

#[test]
fn misspelt_words_are_found() {
    let wrong = ["sym", "etry"].concat();
    let tree = tree(&[("a.md", &format!("The\n{wrong}, twice {wrong}")), ("b.svg", &wrong)]);
    let problem = format!("a.md:2: {wrong}, should be symmetry");
    assert_eq!(spelling::check(&tree), [problem.clone(), problem]);
    assert!(
        spelling::words().iter().all(|(wrong, right)| wrong != right),
        "a word is not wrong and right"
    );
}

#[test]
fn a_dependency_that_points_up_is_found() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nmodel = { workspace = true }\nserde = \"1\"\n\
                    [dev-dependencies]\ncli = { workspace = true }\n";
    assert_eq!(layers::dependencies(manifest), ["model", "serde"]);
    let tree = tree(&[("crates/zones/Cargo.toml", manifest), ("crates/new/Cargo.toml", "")]);
    let found = layers::check(&tree);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().any(|problem| problem == "zones must not depend on model"));
    let cycle: &[(&str, &[&str])] = &[("a", &["b"]), ("b", &["a"])];
    assert_eq!(layers::order_problems(cycle).len(), 1);
}

#[test]
fn long_functions_are_found_whatever_they_contain() {
    let text = "fn short() { let s = \"}}} fn not_one() {\"; }\n\n\
                /* fn neither() { */\nfn long<'a>(x: fn(u8) -> [u8; 2]) -> char {\n    let c = '{';\n    r#\"\n}\"# ;\n}\n";
    let file = Source::new("crates/zones/src/a.rs", text);
    let found = sizes::functions(&file);
    assert_eq!(found, [("short".to_owned(), 1, 1), ("long".to_owned(), 4, 5)]);
    let body = "    x();\n".repeat(70);
    let long = format!("fn long() {{\n{body}}}\n");
    let found = sizes::check(&tree(&[("crates/zones/src/a.rs", long.as_str())]));
    assert!(found.iter().any(|problem| problem.contains("`long` has 72 lines")), "{found:?}");
}

#[test]
fn tests_do_not_count() {
    let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n#[cfg(test)]\nmod other;\n";
    assert_eq!(sizes::lines(&Source::new("crates/zones/src/a.rs", text)), 3);
}

#[test]
fn items_globs_and_serialize_are_found() {
    let found = style::check(&tree(&[
        ("crates/zones/src/lib.rs", "//! fn struct\npub mod a;\npub use a::B;\nconst X: u8 = 1;\n"),
        ("crates/zones/src/a.rs", "use crate::*;\n#[derive(Serialize)]\nstruct B;\n"),
        ("crates/zones/src/tests.rs", "use super::*;\n"),
        ("crates/report/src/a.rs", "#[derive(Serialize)]\nstruct B;\n"),
    ]));
    let expected = [
        "crates/zones/src/lib.rs:4: a `const`, where only modules and re-exports belong",
        "crates/zones/src/a.rs:2: only `report` derives Serialize",
        "crates/zones/src/a.rs:1: a glob import",
    ];
    for problem in expected {
        assert!(found.iter().any(|one| one == problem), "{problem}: {found:?}");
    }
}

#[test]
fn a_fixture_nobody_reads_is_found() {
    let found = fixtures::check(&tree(&[
        ("crates/a/tests/cases/one.xml", ""),
        ("crates/a/tests/lone.xml", ""),
        ("crates/a/tests/named.xml", ""),
        ("crates/a/tests/all.rs", "folder(\"tests/cases\"); file(\"named.xml\")"),
    ]));
    assert_eq!(found, ["crates/a/tests/lone.xml: no test names it"]);
}

#[test]
fn comments_and_strings_are_told_from_code() {
    let blank =
        lexical::blanked("a \"b\\\"c\" 'd' 'e /* f /* g */ */ h // i\nr#\"j\"# '\\n' br\"k\"");
    let words: Vec<&str> = lexical::words(&blank).map(|(_, word)| word).collect();
    assert_eq!(words, ["a", "e", "h", "br"]);
}

#[test]
fn machine_paths_are_found() {
    let path = ["see /wo", "rk/x"].concat();
    let found = paths::check(&tree(&[("README.md", path.as_str()), ("a.md", "/usr/bin")]));
    assert_eq!(found, ["README.md:1: names a folder of some machine"]);
}

/// Circles that are no exceptions.
fn circles(files: &[(&str, &str)]) -> Vec<String> {
    let mut found = cycles::check(&tree(files));
    found.retain(|problem| !problem.contains("strike it"));
    found
}

#[test]
fn a_circle_is_found_through_every_kind_of_path() {
    let found = circles(&[
        ("crates/zones/src/a.rs", "use crate::{b::B, other};"),
        ("crates/zones/src/b/mod.rs", "mod c;"),
        ("crates/zones/src/b/c.rs", "use super::super::d::D;"),
        ("crates/zones/src/d.rs", "use super::a::A;"),
    ]);
    assert_eq!(found, ["zones: a, b, d import one another"]);
}

#[test]
fn what_only_tests_import_is_no_circle() {
    let found = circles(&[
        ("crates/zones/src/a.rs", "use crate::b::B;"),
        ("crates/zones/src/b.rs", "#[cfg(test)]\nmod tests { use crate::a::A; }"),
        ("crates/zones/src/b/tests.rs", "use crate::a::A;"),
    ]);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_public_item_that_only_its_crate_uses_is_found() {
    let found = public::check(&tree(&[
        (
            "crates/zones/src/a.rs",
            "pub fn used() -> Shown { alone() }\npub fn alone() {}\npub struct Shown;\n",
        ),
        (
            "crates/zones/src/b.rs",
            "pub(crate) fn own() {}\npub struct Lone { pub part: Part }\npub enum Part {}\n",
        ),
        ("crates/zones/tests/c.rs", "fn f() { tested() }"),
        ("crates/zones/src/c.rs", "pub const fn tested() {}\n// alone, Lone\n"),
        ("crates/engine/src/a.rs", "fn f() { used() }\n"),
    ]));
    let expected = [
        "crates/zones/src/a.rs:2: `alone` is public, and only zones uses it",
        "crates/zones/src/b.rs:2: `Lone` is public, and only zones uses it",
    ];
    assert_eq!(found, expected);
}

#[test]
fn types_with_one_name_are_found() {
    let found = names::check(&tree(&[
        ("crates/zones/src/a.rs", "struct Turn;\nimpl T for X {\n    type Out = u8;\n}\n"),
        (
            "crates/zones/src/b.rs",
            "pub(crate) enum Turn {}\nimpl T for Y {\n    type Out = u8;\n}\n",
        ),
        ("crates/zones/src/b/tests.rs", "struct Turn;"),
        ("crates/engine/src/a.rs", "struct Turn;"),
    ]));
    assert_eq!(
        found,
        ["zones: two types `Turn`: crates/zones/src/a.rs:1, crates/zones/src/b.rs:1"]
    );
}

#[test]
fn comments_of_three_words_are_found() {
    let text = "/// So many.\nstruct A;\n/// `a < b`\nstruct B;\n/// One line.\n/// And another.\nstruct C;\n";
    let found = comments::check(&tree(&[("crates/zones/src/a.rs", text)]));
    assert_eq!(found, ["crates/zones/src/a.rs:1: \"So many.\" tells nobody anything"]);
}

#[test]
fn a_wildcard_over_kinds_is_found() {
    let found = |last: &str| {
        let arms = format!(
            "QueryKind::A {{ .. }} => B {{ c: 1 }},\n    QueryKind::D(x) if x => {{ f() }}\n    {last}"
        );
        let text = format!("fn f() {{\n    match kind {{\n    {arms} => 1,\n    }}\n}}\n");
        kinds::check(&tree(&[("crates/zones/src/a.rs", text.as_str())]))
    };
    assert_eq!(found("_"), ["crates/zones/src/a.rs:2: a wildcard over the kinds of queries"]);
    assert_eq!(found("other"), ["crates/zones/src/a.rs:2: a wildcard over the kinds of queries"]);
    assert!(found("QueryKind::E | QueryKind::D(_)").is_empty());
}

#[test]
fn a_crate_that_grows_too_large_is_found() {
    let file = "x();\n".repeat(450);
    let paths: Vec<String> = (0..30).map(|at| format!("crates/zones/src/f{at}.rs")).collect();
    let files: Vec<(&str, &str)> =
        paths.iter().map(|path| (path.as_str(), file.as_str())).collect();
    let found = sizes::check(&tree(&files));
    assert!(found.iter().any(|one| one == "zones has 13500 lines, more than 13000"), "{found:?}");
}
