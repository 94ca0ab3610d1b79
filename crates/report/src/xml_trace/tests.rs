use network::build::{NetworkBuilder, at_least, at_most};

use super::write_xml_trace;
use crate::xtr::{FiredEdge, SymbolicRun, SymbolicState, SymbolicStep, ZoneBound};

#[test]
fn the_document_has_every_state_with_its_whole_matrix() {
    let mut net = NetworkBuilder::new();
    let x = net.clock("x");
    net.int("v", 0, 3, 2);
    let p = net.process("P<1>", &["A", "B"]);
    net.invariant(p, "A", [at_most(x, 5)]);
    net.edge(p, "A", "B").when_clock(at_least(x, 2));
    let network = net.finish();
    let bound = |left, right, limit, strict| ZoneBound { left, right, limit, strict };
    let state =
        |location, bounds| SymbolicState { locations: vec![location], bounds, variables: vec![2] };
    let run = SymbolicRun {
        initial: state(0, vec![bound(1, 0, 5, false)]),
        steps: vec![SymbolicStep {
            edges: vec![FiredEdge { process: 0, edge: 0, select: Vec::new() }],
            target: state(1, vec![bound(0, 1, -2, true)]),
        }],
    };
    let text = write_xml_trace(&network, &run);
    let document = roxmltree::Document::parse(&text).unwrap();
    let trace = document.root_element();
    assert_eq!(trace.attribute("initial_node"), Some("State1"));
    let all = |name: &str| {
        let name = name.to_owned();
        trace.descendants().filter(move |node| node.has_tag_name(name.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(all("node").len(), 2);
    assert_eq!(all("clockbound").len(), 8);
    assert_eq!(all("location_vector")[1].attribute("locations"), Some("P<1>.B "));
    assert_eq!(all("variable_state")[0].attribute("value"), Some("2"));
    assert_eq!(all("transition")[0].attribute("edges"), Some("P<1>.edge0 "));
    let bounds: Vec<_> = all("clockbound")
        .iter()
        .map(|b| format!("{}{}", b.attribute("comp").unwrap(), b.attribute("bound").unwrap()))
        .collect();
    assert_eq!(bounds, ["<=0", "<=0", "<=5", "<=0", "<=0", "<-2", "<inf", "<=0"]);
}
