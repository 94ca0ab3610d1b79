//! Workers on small graphs, in the many orders in which shuttle lets threads meet: nothing is lost,
//! nothing is done twice, everybody goes home, and breadth first is breadth first.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;

use shuttle::sync::Mutex;

use super::{BATCH, ShardSearch, work};
use crate::search::parallel::mailboxes::Mailboxes;

/// A graph in which node `n` leads to some others, from 0 on.
type Graph = fn(u32) -> Vec<u32>;

/// What a worker sends: nodes with the distance at which they were reached, or nodes to be expanded.
enum Message {
    Reached(Vec<(u32, u32)>),
    Waiting(Vec<(u32, u32)>),
}

/// Owns the nodes whose number leaves this rest.
struct Owner {
    me: usize,
    graph: Graph,
    goal: Option<u32>,
    seen: BTreeSet<u32>,
    waiting: VecDeque<(u32, u32)>,
    outboxes: Vec<Vec<(u32, u32)>>,
    /// Nodes it expanded, for itself or others, with their distances.
    expanded: Vec<(u32, u32)>,
    /// Breadth first, how many are left of the level; by rank, the last one of the round.
    round: usize,
    /// After so many expansions it turns from breadth first to ranks.
    patience: usize,
    turned: bool,
}

impl Owner {
    fn new(me: usize, workers: usize, graph: Graph) -> Owner {
        Owner {
            me,
            graph,
            goal: None,
            seen: BTreeSet::new(),
            waiting: VecDeque::new(),
            outboxes: vec![Vec::new(); workers],
            expanded: Vec::new(),
            round: 0,
            patience: usize::MAX,
            turned: false,
        }
    }

    fn settle(&mut self, node: u32, distance: u32) {
        let owner = node as usize % self.outboxes.len();
        if owner != self.me {
            self.outboxes[owner].push((node, distance));
        } else if self.seen.insert(node) {
            self.waiting.push_back((node, distance));
        }
    }

    fn follow(&mut self, node: u32, distance: u32) -> ControlFlow<u32> {
        self.expanded.push((node, distance));
        if self.expanded.len() >= self.patience {
            self.switch();
        }
        if self.goal == Some(node) {
            return ControlFlow::Break(node);
        }
        for next in (self.graph)(node) {
            self.settle(next, distance + 1);
        }
        ControlFlow::Continue(())
    }

    fn next(&mut self) -> Option<(u32, u32)> {
        if self.turned {
            let least = (0..self.waiting.len()).min_by_key(|at| rank(self.waiting[*at].0))?;
            return self.waiting.remove(least);
        }
        self.round = self.round.saturating_sub(1);
        self.waiting.pop_front()
    }
}

/// Goes up and down along every way.
fn rank(node: u32) -> usize {
    node as usize * 5 % 7
}

impl ShardSearch for Owner {
    type Message = Message;
    type End = u32;

    fn ready(&self) -> usize {
        if self.turned {
            self.waiting.iter().filter(|(node, _)| rank(*node) <= self.round).count()
        } else {
            self.round
        }
    }

    fn least_rank(&self) -> Option<u64> {
        let ranks = self.waiting.iter().map(|(node, _)| if self.turned { rank(*node) } else { 0 });
        ranks.min().map(|rank| rank as u64)
    }

    fn begin_round(&mut self, most: u64) {
        self.round = if self.turned { most as usize } else { self.waiting.len() };
    }

    fn receive(&mut self, mail: Message) -> ControlFlow<u32> {
        match mail {
            Message::Reached(nodes) => {
                nodes.into_iter().for_each(|(node, at)| self.settle(node, at))
            }
            Message::Waiting(nodes) => {
                for (node, distance) in nodes {
                    self.follow(node, distance)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn expand(&mut self, count: usize) -> ControlFlow<u32> {
        for _ in 0..count {
            let (node, distance) = self.next().expect("as many wait");
            self.follow(node, distance)?;
        }
        ControlFlow::Continue(())
    }

    fn outgoing(&mut self, all: bool) -> Option<(usize, Message)> {
        let least = if all { 1 } else { 3 };
        let to = self.outboxes.iter().position(|outbox| outbox.len() >= least)?;
        Some((to, Message::Reached(std::mem::take(&mut self.outboxes[to]))))
    }

    fn give(&mut self, count: usize) -> Message {
        Message::Waiting((0..count).filter_map(|_| self.next()).collect())
    }

    fn has_switched(&self) -> bool {
        self.turned
    }

    fn switch(&mut self) {
        if !self.turned {
            self.turned = true;
            self.round = 0;
        }
    }
}

/// What owners found together, and how the search ended.
fn explore(
    graph: Graph,
    workers: usize,
    setup: impl Fn(&mut Owner),
) -> (Vec<(u32, u32)>, Option<u32>) {
    let mailboxes = Arc::new(Mailboxes::new(workers));
    let expanded = Arc::new(Mutex::new(Vec::new()));
    let hired = |me| {
        let mut owner = Owner::new(me, workers, graph);
        setup(&mut owner);
        let (mailboxes, expanded) = (Arc::clone(&mailboxes), Arc::clone(&expanded));
        shuttle::thread::spawn(move || {
            if owner.me == 0 {
                owner.settle(0, 0);
            }
            work(&mut owner, me, &mailboxes, &mut |_, _| ControlFlow::Continue(()));
            expanded.lock().expect("nobody panics").extend(owner.expanded);
        })
    };
    let threads: Vec<_> = (0..workers).map(hired).collect();
    threads.into_iter().for_each(|thread| thread.join().expect("nobody panics"));
    let mut expanded = std::mem::take(&mut *expanded.lock().expect("nobody panics"));
    expanded.sort_unstable();
    (expanded, Arc::into_inner(mailboxes).expect("all have gone home").into_end())
}

/// All nodes with their distances, found by one who works alone.
fn distances(graph: Graph) -> Vec<(u32, u32)> {
    let mut owner = Owner::new(0, 1, graph);
    owner.settle(0, 0);
    while let Some((node, distance)) = owner.next() {
        assert!(owner.follow(node, distance).is_continue());
    }
    owner.expanded.sort_unstable();
    owner.expanded
}

/// A tree, which soon gives everybody something to do.
const TREE: Graph =
    |node| [3 * node + 1, 3 * node + 2, 3 * node + 3].into_iter().filter(|n| *n < 40).collect();
/// One after the other, back and forth between owners: all but one always rest.
const CHAIN: Graph = |node| if node < 9 { vec![node + 1] } else { vec![0] };
/// Short ways and long ways to the same nodes.
const SHORTCUTS: Graph =
    |node| [node + 1, 2 * node + 3, 5 * node + 2].into_iter().filter(|n| *n < 30).collect();
/// All nodes belong to the first of two or three owners, who has more than a batch or two at once.
const BURDEN: Graph =
    |node| if node == 0 { (1..=4 * BATCH as u32).map(|n| 6 * n).collect() } else { vec![] };

/// Runs a test in many orders: at random, and with few changes of threads at unlikely places.
fn in_many_orders(test: impl Fn() + Send + Sync + Clone + 'static) {
    shuttle::check_random(test.clone(), 300);
    shuttle::check_pct(test, 300, 3);
}

#[test]
fn every_node_is_expanded_once_at_its_distance() {
    for graph in [TREE, CHAIN, SHORTCUTS, BURDEN] {
        for workers in [2, 3] {
            in_many_orders(move || {
                let (expanded, end) = explore(graph, workers, |_| {});
                assert_eq!((expanded, end), (distances(graph), None));
            });
        }
    }
}

#[test]
fn every_node_is_expanded_once_when_one_turns_to_another_order() {
    let nodes = |all: Vec<(u32, u32)>| all.into_iter().map(|(node, _)| node).collect::<Vec<_>>();
    for graph in [TREE, CHAIN, SHORTCUTS, BURDEN] {
        in_many_orders(move || {
            // The second alone turns, in the midst of a round.
            let (expanded, end) = explore(graph, 3, |owner| {
                owner.patience = if owner.me == 1 { 2 } else { usize::MAX };
            });
            assert_eq!((nodes(expanded), end), (nodes(distances(graph)), None));
        });
    }
}

#[test]
fn a_find_ends_the_search_for_all() {
    in_many_orders(|| {
        let (expanded, end) = explore(TREE, 3, |owner| owner.goal = Some(17));
        assert_eq!(end, Some(17));
        assert!(expanded.len() <= distances(TREE).len());
    });
}
