use serde_json::Value;

use super::{check_json, read_run, run_json};
use crate::samples;
use crate::view::CheckView;

#[test]
fn the_contract_of_the_design_is_kept() {
    let value: Value = serde_json::from_str(&check_json(&samples::results())).unwrap();
    assert_eq!(value["schema"], "orrery.check/1");
    assert_eq!(value["tool"]["name"], "orrery");
    for (place, names) in [
        ("/model", "path processes clocks variables"),
        ("/queries/0", "index formula line verdict reason value trace plan stats"),
        ("/queries/0/plan", "symmetry abstraction search"),
        ("/queries/0/plan/symmetry", "kind orbit_bound"),
        ("/queries/0/stats", "stored explored transitions seconds peak_bytes"),
        ("/diagnostics/0", "code severity message file line column"),
    ] {
        let object = value.pointer(place).and_then(Value::as_object).unwrap();
        for name in names.split(' ') {
            assert!(object.contains_key(name), "{place} has no {name}");
        }
    }
    let verdicts: Vec<&str> = value["queries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|query| query["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["holds", "fails", "unknown", "unsupported", "holds"]);
    assert_eq!(value["diagnostics"][0]["severity"], "warning");
    assert!(value["queries"][1]["trace"].is_null() && value["queries"][3]["plan"].is_null());
}

#[test]
fn results_can_be_read_back() {
    let view = samples::results();
    let again: CheckView = serde_json::from_str(&check_json(&view)).unwrap();
    assert_eq!(again, view);
}

#[test]
fn results_without_later_fields_can_be_read() {
    let mut value: Value = serde_json::from_str(&check_json(&samples::results())).unwrap();
    let query = value["queries"][0].as_object_mut().unwrap();
    query.remove("comment");
    query.remove("expect");
    query["stats"].as_object_mut().unwrap().remove("covered");
    assert!(serde_json::from_value::<CheckView>(value).is_ok());
}

#[test]
fn runs_can_be_read_back() {
    for run in [samples::trains(), samples::lasso(), samples::random(5, 4, 20)] {
        assert_eq!(read_run(&run_json(&run)).unwrap(), run);
    }
    assert!(read_run("{}").is_err());
    let other = run_json(&samples::lasso()).replace("orrery.run/1", "orrery.run/9");
    assert!(read_run(&other).unwrap_err().contains("orrery.run/9"));
}

/// The example in the documentation is what we write. `ORRERY_ACCEPT=1` writes it anew.
#[test]
fn the_documentation_shows_real_output() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut view = samples::results();
    view.queries.truncate(1);
    if let Some(run) = &mut view.queries[0].trace {
        run.steps.truncate(1);
    }
    let wanted = check_json(&view);
    let start = text.find("```json\n").unwrap() + "```json\n".len();
    let end = start + text[start..].find("```").unwrap();
    if std::env::var_os("ORRERY_ACCEPT").is_some() {
        std::fs::write(path, format!("{}{wanted}{}", &text[..start], &text[end..])).unwrap();
    } else {
        assert_eq!(&text[start..end], wanted, "run with ORRERY_ACCEPT=1 to update docs/json.md");
    }
}
