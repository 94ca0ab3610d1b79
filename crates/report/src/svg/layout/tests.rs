//! The promises of the layout, on random graphs.

use std::time::{Duration, Instant};

use network::drawing::{EdgeDrawing, LabelDrawing, NodeDrawing, NodeShape, Point, TemplateDrawing};
use proptest::prelude::*;

use super::lay_out;
use super::ranks::{back_edges, back_edges_by_distance, ranks};
use crate::svg::geometry::{Rect, distance};
use crate::svg::place::{label_box, radius, route};

fn label(kind: &str, text: &str) -> LabelDrawing {
    LabelDrawing { kind: kind.to_owned(), text: text.to_owned(), at: None }
}

fn node(shape: NodeShape, labels: Vec<LabelDrawing>) -> NodeDrawing {
    NodeDrawing { shape, at: None, colour: None, labels }
}

fn edge(source: usize, target: usize, labels: Vec<LabelDrawing>) -> EdgeDrawing {
    EdgeDrawing { source, target, nails: vec![], colour: None, uncontrollable: false, labels }
}

/// A drawing without places; the numbers choose which labels there are and how long.
fn drawing(count: usize, ends: &[(usize, usize, u8)]) -> TemplateDrawing {
    let nodes = (0..count)
        .map(|index| {
            let mut labels = vec![label("name", &"Location".repeat(index % 3))];
            if index % 4 == 1 {
                labels.push(label("invariant", "x <= 5 &&\ny' == 0"));
            }
            let shape = [NodeShape::Location, NodeShape::Urgent, NodeShape::Committed][index % 3];
            node(shape, labels)
        })
        .collect();
    let edges = ends.iter().map(|(source, target, kind)| {
        let labels = match kind % 4 {
            0 => vec![],
            1 => vec![label("guard", "x >= 10")],
            2 => vec![label("assignment", "x = 0, list[len++] = element, enqueue(element), i = 0")],
            _ => vec![label("synchronisation", "go[id]!"), label("select", "e : id_t")],
        };
        edge(source % count, target % count, labels)
    });
    TemplateDrawing { nodes, edges: edges.collect(), initial: Some(0), ..Default::default() }
}

/// Everything that must not touch anything: locations and texts, with the node each belongs to.
fn solids(placed: &TemplateDrawing) -> Vec<(Option<usize>, Rect)> {
    let mut solids = Vec::new();
    for (index, node) in placed.nodes.iter().enumerate() {
        let at = node.at.expect("every node has a place");
        solids.push((Some(index), Rect::around(at, radius(node.shape))));
    }
    let nodes = placed.nodes.iter().flat_map(|node| &node.labels);
    let edges = placed.edges.iter().flat_map(|edge| &edge.labels);
    for label in nodes.chain(edges) {
        let area = label_box(label).expect("every label has a place");
        if area.width() > 0.0 {
            solids.push((None, area));
        }
    }
    solids
}

fn check(placed: &TemplateDrawing) -> Result<(), TestCaseError> {
    let solids = solids(placed);
    for (index, (_, area)) in solids.iter().enumerate() {
        for (_, other) in &solids[..index] {
            prop_assert!(area.overlap(other) < 1.0, "{area:?} and {other:?} overlap");
        }
    }
    for (index, edge) in placed.edges.iter().enumerate() {
        for pair in route(placed, index).windows(2) {
            for (owner, area) in &solids {
                if *owner == Some(edge.source) || *owner == Some(edge.target) {
                    continue;
                }
                let inside = area.grown(-1.0).length_inside(pair[0], pair[1]);
                prop_assert!(inside < 1.0, "edge {index} ({pair:?}) runs over {area:?}");
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn nothing_overlaps(
        count in 1_usize..24,
        ends in proptest::collection::vec((0_usize..24, 0_usize..24, any::<u8>()), 0..50),
    ) {
        let placed = lay_out(&drawing(count, &ends));
        check(&placed)?;
        let again = lay_out(&drawing(count, &ends));
        prop_assert_eq!(format!("{placed:?}"), format!("{again:?}"));
    }
}

proptest! {
    #[test]
    fn edges_lead_down_once_back_edges_are_turned(
        count in 2_usize..30,
        ends in proptest::collection::vec((0_usize..30, 0_usize..30), 0..80),
    ) {
        let ends: Vec<(usize, usize)> = ends
            .into_iter()
            .map(|(source, target)| (source % count, target % count))
            .filter(|(source, target)| source != target)
            .collect();
        for choose in [back_edges, back_edges_by_distance] {
            let back = choose(count, &ends, count / 2);
            let turned: Vec<(usize, usize)> = ends
                .iter()
                .zip(back)
                .map(|(&(source, target), back)| if back { (target, source) } else { (source, target) })
                .collect();
            let levels = ranks(count, &turned);
            prop_assert!(turned.iter().all(|(upper, lower)| levels[*upper] < levels[*lower]));
        }
    }
}

#[test]
fn the_initial_location_is_on_top_and_a_chain_is_straight() {
    let placed = lay_out(&drawing(4, &[(0, 1, 1), (1, 2, 1), (2, 3, 1)]));
    let at: Vec<Point> = placed.nodes.iter().map(|node| node.at.unwrap()).collect();
    assert!(at.windows(2).all(|pair| pair[0].y < pair[1].y && pair[0].x == pair[1].x), "{at:?}");
    assert!(placed.edges.iter().all(|edge| edge.nails.is_empty()));
}

#[test]
fn parallel_edges_take_different_ways() {
    let placed = lay_out(&drawing(2, &[(0, 1, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1)]));
    let middle = |index: usize| {
        let points = route(&placed, index);
        crate::svg::geometry::along(&points, 0.5).unwrap().0
    };
    for first in 0..4 {
        for second in 0..first {
            assert!(distance(middle(first), middle(second)) > 8.0, "{first} and {second}");
        }
    }
}

#[test]
fn a_hub_with_many_branches_does_not_become_a_ribbon() {
    let ends: Vec<(usize, usize, u8)> =
        (1..40).flat_map(|leaf| [(0, leaf, 2), (leaf, 0, 1)]).collect();
    let placed = lay_out(&drawing(40, &ends));
    let at: Vec<Point> = placed.nodes.iter().map(|node| node.at.unwrap()).collect();
    let span = |of: fn(&Point) -> f64| {
        let all = at.iter().map(of);
        all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
    };
    assert!(span(|p| p.x) < 1500.0, "{}", span(|p| p.x));
}

#[test]
fn odd_graphs_are_laid_out() {
    check(&lay_out(&TemplateDrawing::default())).unwrap();
    check(&lay_out(&drawing(1, &[(0, 0, 1), (0, 0, 2), (0, 0, 3)]))).unwrap();
    let lonely = lay_out(&drawing(300, &[]));
    check(&lonely).unwrap();
    let mut broken = drawing(2, &[(0, 1, 0)]);
    broken.edges.push(edge(0, 7, vec![]));
    broken.initial = Some(9);
    check(&lay_out(&broken)).unwrap();
}

/// Measured in release mode: a chain of 300 locations with 300 random edges more takes 0.2 s, and 1200 random edges
/// take 0.5 s. The limit leaves room for slow machines and unoptimised builds.
#[test]
fn three_hundred_locations_are_laid_out_quickly() {
    let mut dice = 7_usize;
    let mut roll = |sides: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % sides
    };
    let chain = (1..300).map(|index| (index - 1, index, 1));
    let mut random: Vec<(usize, usize, u8)> = chain.collect();
    for _ in 0..300 {
        random.push((roll(300), roll(300), 2));
    }
    let dense: Vec<(usize, usize, u8)> = (0..1200).map(|_| (roll(300), roll(300), 1)).collect();
    let tree: Vec<(usize, usize, u8)> = (1..300).map(|index| (index / 3, index, 3)).collect();
    for ends in [random, dense, tree] {
        let start = Instant::now();
        let placed = lay_out(&drawing(300, &ends));
        let spent = start.elapsed();
        println!("{} edges: {spent:?}", ends.len());
        assert!(placed.nodes.iter().all(|node| node.at.is_some()));
        assert!(spent < Duration::from_secs(8), "{spent:?}");
    }
}

/// Loops far from the middle of a pile have an outer side that can be seen as such.
#[test]
fn many_loops_of_one_location_are_no_needles() {
    let labels = || {
        vec![
            label("guard", "x >= 1"),
            label("synchronisation", "go?"),
            label("assignment", "x = 0"),
        ]
    };
    let edges = (0..8).map(|_| edge(0, 0, labels())).collect();
    let nodes = vec![node(NodeShape::Location, vec![label("name", "here")])];
    let piled = TemplateDrawing { nodes, edges, initial: Some(0), ..Default::default() };
    let placed = lay_out(&piled);
    let centre = placed.nodes[0].at.unwrap();
    for edge in &placed.edges {
        let [first, second] = edge.nails[..] else { panic!("two bends") };
        assert!((first.x - centre.x).abs() < 40.0, "loops stay on one side: {first:?}");
        let side = (first.y - second.y).abs();
        let aside = ((first.y + second.y) / 2.0 - centre.y).abs();
        assert!(side >= 16.0 && (aside < 60.0 || side >= 35.0), "{aside} aside, {side} long");
    }
}

/// Forty loops are one line with a block of labels, not a tower of wedges.
#[test]
fn very_many_loops_of_one_location_are_gathered() {
    let kinds = |count: u8| (0..count).map(|kind| (0, 0, kind)).collect::<Vec<_>>();
    let placed = lay_out(&drawing(1, &kinds(40)));
    check(&placed).unwrap();
    assert!(placed.edges.iter().all(|edge| edge.nails == placed.edges[0].nails));
    let labels = placed.edges.iter().flat_map(|edge| &edge.labels);
    let boxes = labels.filter_map(label_box).filter(|area| area.width() > 0.0);
    let all = boxes.reduce(|all, area| all.union(&area)).expect("there are labels");
    let ratio = all.width() / all.height();
    assert!((0.5..2.0).contains(&ratio), "{all:?}");
    let few = lay_out(&drawing(1, &kinds(6)));
    assert!(few.edges[0].nails != few.edges[1].nails);
}
