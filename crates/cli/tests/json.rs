//! The JSON contract: `docs/json.md`.

mod orrery;

use orrery::{Folder, crossing, orrery};
use serde_json::Value;

/// The fields of an object, in order.
fn fields(value: &Value) -> Vec<&str> {
    value.as_object().unwrap_or_else(|| panic!("{value}")).keys().map(String::as_str).collect()
}

#[track_caller]
fn assert_has(value: &Value, expected: &[&str]) {
    let fields = fields(value);
    for field in expected {
        assert!(fields.contains(field), "{field} is missing in {fields:?}");
    }
}

#[test]
fn a_check_has_the_fields_of_the_contract() {
    let outcome = orrery(&["check", &crossing(), "--format", "json", "--trace", "some"]);
    outcome.assert_status(0);
    let json = outcome.json();
    assert_has(&json, &["schema", "tool", "model", "queries", "diagnostics"]);
    assert_eq!(json["schema"], "orrery.check/1");
    assert_eq!(json["tool"]["name"], "orrery");
    assert_eq!(json["tool"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["model"]["path"], crossing());
    assert_eq!(json["model"]["processes"], 3);
    assert_eq!(json["model"]["clocks"], 3);
    assert_eq!(json["model"]["variables"], 1);
    let queries = json["queries"].as_array().unwrap();
    assert_eq!(queries.len(), 5);
    for (number, query) in (1_u64..).zip(queries) {
        assert_has(
            query,
            &["index", "formula", "line", "verdict", "reason", "value", "trace", "plan", "stats"],
        );
        assert_eq!(query["index"], number);
        assert!(query["line"].as_u64().is_some_and(|line| line > 100));
        assert_has(&query["plan"], &["symmetry", "abstraction", "search"]);
        assert_has(&query["plan"]["symmetry"], &["kind", "orbit_bound"]);
        assert!(query["plan"]["symmetry"]["orbit_bound"].is_string());
        let stats = &query["stats"];
        assert_has(stats, &["stored", "explored", "transitions", "seconds", "peak_bytes"]);
        assert!(stats["stored"].as_u64().is_some_and(|stored| stored > 0));
        assert!(stats["peak_bytes"].as_u64().is_some_and(|bytes| bytes > 100_000));
        assert!(stats["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0));
    }
    let verdicts: Vec<&str> =
        queries.iter().map(|query| query["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["holds", "fails", "holds", "holds", "holds"]);
    assert_eq!(queries[3]["value"]["terms"][0]["upper"]["limit"], 2);
    assert!(queries[0]["trace"].is_null());
    let trace = &queries[1]["trace"];
    assert_eq!(trace["kind"], "counterexample");
    assert_eq!(trace["steps"][0]["moves"][0]["channel"], "approach");
}

#[test]
fn the_text_of_a_formula_has_single_blanks_and_no_line_on_the_command_line() {
    let arguments =
        ["check", &crossing(), "--format", "json", "-q", " E<>   Train(0).On\n and true"];
    let json = orrery(&arguments).json();
    assert_eq!(json["queries"][0]["formula"], "E<> Train(0).On and true");
    assert!(json["queries"][0]["line"].is_null());
}

#[test]
fn every_verdict_comes_with_its_reason() {
    let folder = Folder::new();
    let text = "clock x;\nprocess P() { state A; init A; trans A -> A { guard x >= 1; assign x = 0; }; }\nsystem P;\n";
    let model = folder.file("p.xta", text);
    let json = orrery(&[
        "check",
        &model,
        "--format",
        "json",
        "-q",
        "E<> P.A",
        "-q",
        "A[] x < 1",
        "-q",
        "E<> Q.A",
        "-q",
        "Pr[<=1](<> P.A)",
    ])
    .json();
    let queries = json["queries"].as_array().unwrap();
    let verdicts: Vec<_> = queries.iter().map(|query| query["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["holds", "fails", "error", "unsupported"]);
    assert!(queries[0]["reason"].is_null() && queries[1]["reason"].is_null());
    assert!(queries[2]["reason"].is_string() && queries[3]["reason"].is_string());
    assert!(queries[2]["plan"].is_null());
}

#[test]
fn diagnostics_say_where() {
    let folder = Folder::new();
    let model = folder.file("wrong.xta", "int x = y;\nsystem P;\n");
    let outcome = orrery(&["check", &model, "--format", "json", "-q", "E<> true"]);
    outcome.assert_status(2);
    let json = outcome.json();
    let diagnostics = json["diagnostics"].as_array().unwrap();
    assert!(diagnostics.len() >= 2, "all errors at once: {json}");
    let first = &diagnostics[0];
    assert_has(first, &["code", "severity", "message", "file", "line", "column"]);
    assert_eq!(first["code"], "E0201");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["file"], model);
    assert_eq!((&first["line"], &first["column"]), (&Value::from(1), &Value::from(9)));
    assert_eq!(json["queries"][0]["verdict"], "error");
    assert_eq!(json["queries"][0]["reason"], "the model has errors");
}

#[test]
fn a_plan_has_its_decisions() {
    let outcome = orrery(&["explain", &crossing(), "--format", "json"]);
    outcome.assert_status(0);
    let json = outcome.json();
    assert_eq!(json["schema"], "orrery.explain/1");
    let queries = json["queries"].as_array().unwrap();
    assert_eq!(queries.len(), 5);
    for query in queries {
        assert_has(query, &["index", "formula", "line", "plan", "decisions", "problem"]);
        let decisions = query["decisions"].as_array().unwrap();
        assert!(decisions.iter().any(|decision| decision["topic"] == "abstraction"));
        assert!(decisions.iter().all(|decision| decision["because"].is_string()));
    }
}

#[test]
fn an_explanation_has_the_fields_of_the_contract() {
    let outcome =
        orrery(&["explain", &crossing(), "--format", "json", "-q", "E<> true", "-q", "E<> x"]);
    let json = outcome.json();
    assert_has(&json, &["schema", "tool", "model", "queries", "diagnostics"]);
    assert_eq!(json["schema"], "orrery.explain/1");
    let queries = json["queries"].as_array().unwrap();
    for query in queries {
        let documented = ["index", "formula", "line", "plan", "decisions", "problem"];
        assert_has(query, &documented);
        assert_eq!(fields(query).len(), documented.len(), "every field is documented: {query}");
    }
    assert!(queries[0]["problem"].is_null() && queries[1]["plan"].is_null());
    assert_has(&queries[0]["plan"], &["symmetry", "abstraction", "search", "reasons"]);
    for decision in queries[0]["decisions"].as_array().unwrap() {
        assert_has(decision, &["topic", "choice", "because"]);
    }
    let documentation = std::fs::read_to_string(orrery::root().join("docs/json.md")).unwrap();
    assert!(documentation.contains("## `orrery.explain/1`"));
}
