use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::draw_sequence;
use crate::samples;
use crate::svg::geometry::Rect;
use crate::view::{FaultView, RunKind, RunView, StateView, Time};

/// Writes a picture where people can look at it, if they ask for it.
pub(crate) fn keep(name: &str, svg: &str) {
    if let Some(directory) = std::env::var_os("ORRERY_PICTURES") {
        let path = std::path::Path::new(&directory).join(format!("{name}.svg"));
        std::fs::write(path, svg).unwrap();
    }
}

fn has_class(node: &Node, class: &str) -> bool {
    node.attribute("class").is_some_and(|classes| classes.split(' ').any(|c| c == class))
}

/// The boxes of one class.
fn boxes(document: &Document, class: &str) -> Vec<Rect> {
    let number = |node: &Node, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
    document
        .descendants()
        .filter(|node| node.has_tag_name("rect") && has_class(node, class))
        .map(|node| {
            let corner = network::drawing::Point { x: number(&node, "x"), y: number(&node, "y") };
            Rect::at(corner, number(&node, "width"), number(&node, "height"))
        })
        .collect()
}

fn texts(document: &Document, class: &str) -> Vec<String> {
    document
        .descendants()
        .filter(|node| node.has_tag_name("text") && has_class(node, class))
        .map(|node| node.text().unwrap_or("").to_owned())
        .collect()
}

#[test]
fn a_chart_tells_the_story() {
    let svg = draw_sequence(&samples::trains());
    keep("sequence-trains", &svg);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(texts(&document, "head-text"), ["Train(0)", "Train(1)", "Gate"]);
    let times = texts(&document, "title-text");
    assert_eq!(times, ["0", "3", "11/2", "11/2", "13", "16", "16", "23"]);
    let messages = texts(&document, "synchronisation");
    assert_eq!(messages, ["appr[1]", "appr[0]", "stop[0]", "leave[1]", "go[0]"]);
    let states = texts(&document, "name");
    assert_eq!(&states[..5], ["Safe", "Safe", "Free", "Appr", "Occ"]);
    assert_eq!(texts(&document, "note-text")[..2], ["Gate.list[0]: 0 → 1", "Gate.len: 0 → 1"]);
    let steps = document.descendants().filter(|node| node.attribute("data-step").is_some());
    assert_eq!(steps.count(), 7);
}

#[test]
fn loops_idle_processes_and_long_waits_are_said() {
    let svg = draw_sequence(&samples::lasso());
    keep("sequence-lasso", &svg);
    assert!(svg.contains("repeats") && svg.contains("1 process never moves (Spare)"));
    let document = Document::parse(&svg).unwrap();
    assert_eq!(texts(&document, "head-text"), ["Master", "A", "B"]);
    // The broadcast has one head at each receiver.
    let heads = document.descendants().filter(|node| has_class(node, "message-head")).count();
    assert_eq!(heads, 2);
    let height: f64 = document.root_element().attribute("height").unwrap().parse().unwrap();
    assert!(height < 1000.0, "ten thousand time units are compressed");
}

#[test]
fn faults_and_endings_are_drawn() {
    let mut run = samples::trains();
    run.kind = RunKind::Fault;
    run.fault = Some(FaultView {
        message: "`len` becomes 3, which is not in [0,2]".to_owned(),
        delay: Time::whole(1),
        moves: run.steps[0].moves.clone(),
    });
    let svg = draw_sequence(&run);
    keep("sequence-fault", &svg);
    assert!(svg.contains("becomes 3"));
    let document = Document::parse(&svg).unwrap();
    assert_eq!(boxes(&document, "alarm-note").len(), 1);
    assert!(texts(&document, "title-text").contains(&"24".to_owned()));

    let mut run = samples::trains();
    run.final_delay = Some(Time::new(1, 2));
    run.endless = true;
    let svg = draw_sequence(&run);
    assert!(svg.contains("time passes for ever") && svg.contains(">47/2<"));
    run.endless = false;
    run.stuck = true;
    let svg = draw_sequence(&run);
    keep("sequence-stuck", &svg);
    assert!(svg.contains("nothing can happen any more"));
}

#[test]
fn charts_of_any_size_are_drawn() {
    for (processes, steps) in [(1, 0), (1, 3), (2, 1), (6, 30), (60, 200)] {
        let svg = draw_sequence(&samples::random(9, processes, steps));
        keep(&format!("sequence-{processes}-{steps}"), &svg);
        assert!(Document::parse(&svg).is_ok());
    }
    let nobody = RunView::new(RunKind::Simulation, vec![], StateView::default());
    assert!(Document::parse(&draw_sequence(&nobody)).is_ok());
}

#[test]
fn moves_of_unknown_processes_do_no_harm() {
    let mut run = samples::trains();
    run.steps[0].moves[0].process = "Ghost".to_owned();
    run.steps[1].moves.clear();
    run.steps[2].after.locations.clear();
    assert!(Document::parse(&draw_sequence(&run)).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn boxes_and_notes_do_not_overlap(seed: u64, processes in 1_usize..9, steps in 0_usize..60) {
        let svg = draw_sequence(&samples::random(seed, processes, steps));
        let document = Document::parse(&svg).unwrap();
        let mut all = boxes(&document, "state");
        all.extend(boxes(&document, "note"));
        all.extend(boxes(&document, "panel"));
        for (index, area) in all.iter().enumerate() {
            for other in &all[..index] {
                prop_assert!(area.overlap(other) < 0.1, "{area:?} {other:?}");
            }
        }
    }
}
