use roxmltree::Document;

use super::draw_gantt;
use crate::samples;
use crate::view::{RunKind, RunView, StateView, Time};

/// The bars as (left, width, location), by the class of their colour.
fn bars(svg: &str) -> Vec<(f64, f64, String)> {
    let document = Document::parse(svg).unwrap();
    let is_bar = |node: &roxmltree::Node| {
        node.has_tag_name("rect") && node.attribute("class").is_some_and(|c| c.starts_with("shade"))
    };
    let number = |node: roxmltree::Node, name: &str| node.attribute(name).unwrap().parse().unwrap();
    document
        .descendants()
        .filter(is_bar)
        .map(|node| {
            let tip = node.parent().unwrap().first_element_child().unwrap().text().unwrap();
            (number(node, "x"), number(node, "width"), tip.to_owned())
        })
        .collect()
}

#[test]
fn bars_are_to_scale() {
    let bars = bars(&draw_gantt(&samples::trains()));
    let width = |tip: &str| bars.iter().find(|bar| bar.2 == tip).unwrap().1;
    // Train 1 approaches from 3 to 13 and crosses from 13 to 16.
    let ratio = width("Train(1) in Appr") / width("Train(1) in Cross");
    assert!((ratio - 10.0 / 3.0).abs() < 0.05, "{ratio}");
    // No time passes while the gate is in its committed location.
    assert!(width("Gate in _id5") <= 3.0);
}

#[test]
fn long_waits_are_marked_and_loops_bracketed() {
    let svg = draw_gantt(&samples::lasso());
    assert!(svg.contains("repeats for ever"));
    let widest = bars(&svg).iter().map(|bar| bar.1).fold(0.0, f64::max);
    assert!(widest < 1000.0);
    crate::svg::sequence::tests::keep("gantt-lasso", &svg);
}

#[test]
fn runs_of_any_size_are_drawn() {
    for (processes, steps) in [(1, 0), (1, 1), (2, 7), (60, 200)] {
        let run = samples::random(11, processes, steps);
        let svg = draw_gantt(&run);
        assert!(bars(&svg).len() >= processes);
        crate::svg::sequence::tests::keep(&format!("gantt-{processes}-{steps}"), &svg);
    }
    let nobody = RunView::new(RunKind::Simulation, vec![], StateView::default());
    assert!(Document::parse(&draw_gantt(&nobody)).is_ok());
}

#[test]
fn the_end_of_a_run_is_shown() {
    let mut run = samples::trains();
    let width = |run: &RunView, tip: &str| {
        bars(&draw_gantt(run)).iter().find(|bar| bar.2 == tip).unwrap().1
    };
    assert!(width(&run, "Train(0) in Cross") > 10.0);
    run.final_delay = Some(Time::whole(14));
    let ratio = width(&run, "Train(0) in Cross") / width(&run, "Train(0) in Start");
    assert!((ratio - 2.0).abs() < 0.05, "{ratio}");
    run.endless = true;
    assert!(draw_gantt(&run).contains("time passes for ever"));
}
