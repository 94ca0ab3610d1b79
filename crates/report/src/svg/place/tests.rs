use network::drawing::{EdgeDrawing, LabelDrawing, NodeDrawing, NodeShape, Point, TemplateDrawing};

use super::{complete, label_box, route};
use crate::svg::geometry::{Rect, distance};

fn node(at: Option<(f64, f64)>, labels: Vec<LabelDrawing>) -> NodeDrawing {
    let at = at.map(|(x, y)| Point { x, y });
    NodeDrawing { shape: NodeShape::Location, at, colour: None, labels }
}

fn edge(source: usize, target: usize) -> EdgeDrawing {
    let labels =
        vec![LabelDrawing { kind: "guard".to_owned(), text: "x >= 1".to_owned(), at: None }];
    EdgeDrawing { source, target, nails: vec![], colour: None, uncontrollable: false, labels }
}

fn template(nodes: Vec<NodeDrawing>, edges: Vec<EdgeDrawing>) -> TemplateDrawing {
    TemplateDrawing { nodes, edges, initial: Some(0), ..Default::default() }
}

#[test]
fn given_places_are_kept() {
    let nodes = vec![node(Some((10.0, 20.0)), vec![]), node(Some((-90.0, 20.0)), vec![])];
    let placed = complete(&template(nodes, vec![edge(0, 1)]));
    assert_eq!(placed.nodes[0].at, Some(Point { x: 10.0, y: 20.0 }));
    assert_eq!(placed.nodes[1].at, Some(Point { x: -90.0, y: 20.0 }));
}

#[test]
fn one_missing_or_senseless_place_means_a_new_layout() {
    for bad in [None, Some((f64::NAN, 0.0)), Some((0.0, 1e12))] {
        let nodes = vec![node(Some((10.0, 20.0)), vec![]), node(bad, vec![])];
        let placed = complete(&template(nodes, vec![edge(0, 1)]));
        let places: Vec<Point> = placed.nodes.iter().filter_map(|node| node.at).collect();
        assert_eq!(places.len(), 2);
        assert!(places.iter().all(|at| at.x.abs() < 1e3 && at.y.abs() < 1e3), "{places:?}");
    }
}

#[test]
fn nodes_on_one_heap_are_laid_out() {
    let placed = complete(&template(vec![node(Some((0.0, 0.0)), vec![]); 3], vec![edge(0, 1)]));
    let at = |index: usize| placed.nodes[index].at.unwrap();
    assert!(distance(at(0), at(1)) > 20.0 && distance(at(1), at(2)) > 20.0);
}

#[test]
fn labels_without_a_place_avoid_what_is_there() {
    let nodes = vec![node(Some((0.0, 0.0)), vec![]), node(Some((200.0, 0.0)), vec![])];
    let placed = complete(&template(nodes, vec![edge(0, 1), edge(1, 0)]));
    let boxes: Vec<Rect> =
        placed.edges.iter().map(|edge| label_box(&edge.labels[0]).unwrap()).collect();
    assert_eq!(boxes[0].overlap(&boxes[1]), 0.0);
    for area in boxes {
        assert_eq!(area.length_inside(Point { x: 0.0, y: 0.0 }, Point { x: 200.0, y: 0.0 }), 0.0);
    }
}

#[test]
fn comments_without_a_place_stay_hidden() {
    let comment = LabelDrawing { kind: "comments".to_owned(), text: "why".to_owned(), at: None };
    let placed = complete(&template(vec![node(Some((0.0, 0.0)), vec![comment])], vec![]));
    assert_eq!(placed.nodes[0].labels[0].at, None);
}

#[test]
fn loops_and_twins_are_told_apart() {
    let nodes = vec![node(Some((0.0, 0.0)), vec![]), node(Some((100.0, 0.0)), vec![])];
    let edges = vec![edge(0, 0), edge(0, 0), edge(0, 1), edge(0, 1), edge(0, 1)];
    let placed = complete(&template(nodes, edges));
    assert_eq!(placed.edges[0].nails.len(), 2);
    assert_ne!(placed.edges[0].nails, placed.edges[1].nails);
    let middles: Vec<Point> = (2..5)
        .map(|index| crate::svg::geometry::along(&route(&placed, index), 0.5).unwrap().0)
        .collect();
    assert!(distance(middles[0], middles[1]) > 5.0 && distance(middles[0], middles[2]) > 5.0);
    assert!(distance(middles[1], middles[2]) > 5.0);
}

/// A loop with one bend, or with several on one line, would be drawn there and back on that line.
#[test]
fn loops_do_not_become_needles() {
    let far = |x: f64, y: f64| Point { x, y };
    for nails in [vec![far(60.0, 0.0)], vec![far(30.0, 1.0), far(90.0, 2.0)], vec![far(2.0, 3.0)]] {
        let nodes = vec![node(Some((0.0, 0.0)), vec![]), node(Some((200.0, 200.0)), vec![])];
        let bent = EdgeDrawing { nails, ..edge(0, 0) };
        let placed = complete(&template(nodes, vec![bent]));
        let [first, second] = placed.edges[0].nails[..] else { panic!("two bends") };
        assert!(distance(first, second) > 15.0, "{first:?} {second:?}");
    }
    let nodes = vec![node(Some((0.0, 0.0)), vec![]), node(Some((200.0, 200.0)), vec![])];
    let nails = vec![far(30.0, -20.0), far(30.0, 20.0)];
    let bent = EdgeDrawing { nails: nails.clone(), ..edge(0, 0) };
    assert_eq!(complete(&template(nodes, vec![bent])).edges[0].nails, nails, "a good loop stays");
}
