use network::drawing::TemplateDrawing;
use serde_json::Value;

use super::{ModelText, check_html};
use crate::samples;
use crate::svg::sequence::tests::keep;

fn page() -> String {
    let mut view = samples::results();
    view.queries[1].trace = Some(samples::lasso());
    let templates = samples::train_templates();
    check_html(&view, &templates.iter().collect::<Vec<&TemplateDrawing>>(), &text())
}

fn text() -> ModelText {
    ModelText {
        declarations: "const int N = 2; // trains\n".to_owned(),
        system: "system Train, Gate;".to_owned(),
    }
}

/// The JSON inside the page.
fn runs(page: &str) -> Value {
    let start = page.find("id=\"runs\">").unwrap() + "id=\"runs\">".len();
    let end = start + page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..end]).unwrap()
}

#[test]
fn the_page_has_everything_in_one_file() {
    let page = page();
    keep("report", &page);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    for outside in ["src=", "href=\"http", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // The only address is the name of SVG's namespace.
    assert_eq!(
        page.matches("http").count(),
        page.matches("http://www.w3.org/2000/svg").count() + 1
    );
    for part in ["E&lt;&gt; Train(0).Cross &amp;&amp; Train(1).Safe", "as expected", "W0203"] {
        assert_eq!(page.contains(part), part != "as expected", "{part}");
    }
    // Once below, once for the script to put beside the runs.
    assert_eq!(page.matches("data-template=\"Train\"").count(), 2);
    assert_eq!(page.matches("<div class=\"pictures\"></div>").count(), 2);
    assert!(page.contains("const int N = 2; // trains"), "the global declarations");
    assert!(page.contains("system Train, Gate;"), "the system line");
    assert_eq!(page.matches("class=\"run\"").count(), 2);
    // One style sheet for all pictures.
    assert_eq!(page.matches("<style>").count(), 1);
}

#[test]
fn the_script_gets_the_runs() {
    let runs = runs(&page());
    assert_eq!(runs["1"]["steps"].as_array().unwrap().len(), 7);
    assert_eq!(runs["1"]["steps"][1]["time"]["exact"], "11/2");
    assert_eq!(runs["2"]["loop_start"], 1);
}

#[test]
fn names_cannot_break_out() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    let mut view = samples::results();
    view.model.path = evil.to_owned();
    view.queries[0].formula = evil.to_owned();
    view.queries[0].comment = evil.to_owned();
    view.queries[1].reason = Some(evil.to_owned());
    view.diagnostics[0].message = evil.to_owned();
    if let Some(run) = &mut view.queries[0].trace {
        run.processes[0].name = evil.to_owned();
        run.variables[0] = evil.to_owned();
        run.steps[0].moves[0].guard = evil.to_owned();
        run.steps[0].after.locations[0] = evil.to_owned();
        run.steps[0].moves[0].channel = Some(evil.to_owned());
    }
    if let Some(plan) = &mut view.queries[0].plan {
        plan.abstraction = evil.to_owned();
        plan.reasons.push(evil.to_owned());
    }
    let mut templates = samples::train_templates();
    templates[0].name = evil.to_owned();
    templates[0].declarations = evil.to_owned();
    templates[0].nodes[0].labels[0].text = evil.to_owned();
    let text = ModelText { declarations: evil.to_owned(), system: evil.to_owned() };
    let page = check_html(&view, &templates.iter().collect::<Vec<_>>(), &text);
    assert!(!page.contains("<img") && !page.contains("<script>alert"));
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    assert_eq!(runs(&page)["1"]["variables"][0], evil);
}

#[test]
fn a_page_without_runs_or_pictures_is_complete() {
    let mut view = samples::results();
    view.queries.clear();
    view.diagnostics.clear();
    let page = check_html(&view, &[], &ModelText::default());
    assert!(page.contains("</main>") && runs(&page).as_object().unwrap().is_empty());
}

#[test]
fn one_of_a_kind_is_not_many() {
    let mut view = samples::results();
    (view.model.processes, view.model.clocks, view.model.variables) = (1, 1, 1);
    let page = check_html(&view, &[], &ModelText::default());
    assert!(page.contains("<p>1 process, 1 clock, 1 variable ·"), "{}", &page[..2000]);
    (view.model.processes, view.model.clocks, view.model.variables) = (2, 0, 3);
    let page = check_html(&view, &[], &ModelText::default());
    assert!(page.contains("<p>2 processes, 0 clocks, 3 variables ·"));
}
