use roxmltree::{Document, Node};

use super::check_junit;
use crate::samples;
use crate::view::{CheckView, ExpectView, SeverityView, VerdictView};

/// The test cases: name, the tag inside (or none), its message.
fn cases(view: &CheckView) -> Vec<(String, String, String)> {
    let text = check_junit(view);
    let document = Document::parse(&text).unwrap();
    let inside = |case: Node| {
        let child = case.first_element_child();
        let tag = child.map_or("", |node| node.tag_name().name()).to_owned();
        let message = child.and_then(|node| node.attribute("message").map(str::to_owned));
        (case.attribute("name").unwrap().to_owned(), tag, message.unwrap_or_default())
    };
    document.descendants().filter(|node| node.has_tag_name("testcase")).map(inside).collect()
}

#[test]
fn each_query_is_a_case() {
    let view = samples::results();
    let cases = cases(&view);
    let tags: Vec<&str> = cases.iter().map(|case| case.1.as_str()).collect();
    assert_eq!(tags, ["", "failure", "error", "skipped", ""]);
    assert_eq!(cases[0].0, "1: E<> Train(0).Cross && Train(1).Safe");
    assert_eq!(cases[1].2, "expected holds, but it fails");
    assert_eq!(cases[2].2, "the time limit of 1 s was reached");
    let text = check_junit(&view);
    assert!(text.contains("tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"1.000\""));
}

#[test]
fn an_expected_failure_passes_and_an_unexpected_one_shows_its_run() {
    let mut view = samples::results();
    view.queries.truncate(2);
    view.queries[1].expect = Some(ExpectView { outcome: "fails".to_owned(), met: true });
    view.queries[0].verdict = VerdictView::Fails;
    let cases = cases(&view);
    assert_eq!(cases[0].1, "failure");
    assert_eq!(cases[1].1, "");
    assert!(check_junit(&view).contains("Train(1)  Safe → Appr"));
}

#[test]
fn errors_of_the_model_are_a_case() {
    let mut view = samples::results();
    view.queries.clear();
    assert!(cases(&view).is_empty(), "a warning is no error");
    view.diagnostics[0].severity = SeverityView::Error;
    view.diagnostics[0].message = "<oops> & \"more\"\u{1}".to_owned();
    let cases = cases(&view);
    assert_eq!(cases[0].0, "model");
    assert_eq!(cases[0].2, "train-gate.xml:12:5: <oops> & \"more\"\u{FFFD} (W0203)");
}
