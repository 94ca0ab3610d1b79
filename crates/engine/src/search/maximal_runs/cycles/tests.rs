use super::*;

fn edges(pairs: &[(u32, u32)]) -> Vec<Edge> {
    pairs.iter().map(|(from, to)| Edge { from: *from, to: *to, effect: 0 }).collect()
}

/// Which nodes reach each other, the naive way.
fn naive(edges: &[Edge], nodes: usize) -> usize {
    let mut reach = vec![vec![false; nodes]; nodes];
    edges.iter().for_each(|edge| reach[edge.from as usize][edge.to as usize] = true);
    for via in 0..nodes {
        for from in 0..nodes {
            for to in 0..nodes {
                reach[from][to] |= reach[from][via] && reach[via][to];
            }
        }
    }
    edges.iter().filter(|edge| reach[edge.to as usize][edge.from as usize]).count()
}

#[test]
fn parts_are_those_of_the_naive_closure() {
    // A fixed sequence of pseudo-random graphs.
    let mut seed = 1_u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..500 {
        let nodes = 1 + draw(9);
        let pairs: Vec<_> =
            (0..draw(20)).map(|_| (draw(nodes) as u32, draw(nodes) as u32)).collect();
        let edges = edges(&pairs);
        let parts = strongly_connected(&edges);
        let within: usize = parts.iter().map(Vec::len).sum();
        assert_eq!(within, naive(&edges, nodes as usize), "{pairs:?}");
        for part in parts {
            assert_eq!(strongly_connected(&part), [part], "a part is one part");
        }
    }
}

const X: u32 = 0;
const Y: u32 = 1;

fn ticks(clock: u32) -> Effect {
    Effect { written: vec![clock], displaced: vec![], elapsed: vec![clock] }
}

fn finite(effects: &[Effect], bounded: &[&[u32]]) -> bool {
    let ring = [Edge { from: 0, to: 1, effect: 0 }, Edge { from: 1, to: 0, effect: 1 }];
    let mut of = |node: u32| Ok(bounded[node as usize].to_vec());
    end_in_time(&ring, effects, &mut of).expect("no fault")
}

#[test]
fn a_bounded_clock_ends_a_cycle_that_takes_time() {
    let idle = Effect::default();
    assert!(finite(&[ticks(Y), idle.clone()], &[&[X], &[]]));
    assert!(!finite(&[ticks(Y), idle.clone()], &[&[], &[]]), "nothing is bounded");
    assert!(!finite(&[ticks(Y), idle.clone()], &[&[Y], &[]]), "what is bounded is reset");
    assert!(!finite(&[idle.clone(), idle.clone()], &[&[X], &[]]), "it need not take time");
    let displaced = Effect { written: vec![Y], displaced: vec![Y], elapsed: vec![] };
    assert!(!finite(&[ticks(Y), displaced], &[&[X], &[]]), "the clock is set forward");
    let reset = Effect { written: vec![X], ..Effect::default() };
    assert!(!finite(&[ticks(Y), reset], &[&[X], &[]]), "the bounded clock is reset");
}

/// A ring with an edge back from each node, of which every round takes away one node: given up before
/// that takes long.
#[test]
fn patience_is_limited() {
    let nodes = 500;
    let both = |node| {
        let (from, to) = (node, node + 1);
        [Edge { from, to, effect: 0 }, Edge { from: to, to: from, effect: 0 }]
    };
    let edges: Vec<Edge> = (0..nodes).flat_map(both).collect();
    let mut asked = 0;
    // In each round the first node that is asked about is bounded, and no other.
    let mut last = u32::MAX;
    let mut bounded = |node: u32| {
        asked += 1;
        let is_first = node <= last;
        last = node;
        Ok(if is_first { vec![X] } else { vec![] })
    };
    let finite = end_in_time(&edges, &[ticks(Y)], &mut bounded).expect("no fault");
    assert!(!finite);
    assert!(asked < (ROUNDS + 1) * edges.len(), "{asked}");
}
