//! The order that suits the model, found out while searching.
//!
//! A state that is expanded and later covered by a larger one was expanded in vain, with all that was
//! found behind it. Which order avoids that depends on the model: depth first is perfect for those that
//! go round in circles while their zones grow, breadth first for most protocols, an order by levels (see
//! [`super::Levels`]) for those whose processes wait for one another. So a [`Probe`] goes depth first
//! for as long as little is in vain; if it gives up, what it found is thrown away, and an [`Adaptive`]
//! search starts breadth first and switches to levels when too much is in vain. Counting is exact, so that
//! the same search is made every time.

use std::collections::VecDeque;

use super::frontier::Frontier;
use crate::store::NodeId;

/// Expansions between two decisions.
const EXPANSIONS_PER_DECISION: u64 = 256;
/// A probe gives up if more than one in this many expansions was in vain.
const PROBE_TOLERATES: u64 = 32;
/// Breadth first switches to levels if more than one in this many was.
const BREADTH_TOLERATES: u64 = 10;
/// Larger ranks are not told apart.
const MOST_RANKS: u32 = 1 << 12;

/// Counts what was in vain since the last decision.
#[derive(Default)]
struct Losses {
    expanded: u64,
    before: u64,
}

impl Losses {
    /// Was more in vain than one in `tolerates` expansions, when it is time to decide?
    fn exceed(&mut self, in_vain: u64, tolerates: u64) -> bool {
        self.expanded += 1;
        if !self.expanded.is_multiple_of(EXPANSIONS_PER_DECISION) {
            return false;
        }
        let lost = in_vain.saturating_sub(self.before);
        self.before = in_vain;
        lost > EXPANSIONS_PER_DECISION / tolerates
    }
}

/// Depth first, until that proves wasteful or takes too long.
pub struct Probe {
    stack: Vec<NodeId>,
    losses: Losses,
    most: u64,
    gave_up: bool,
}

impl Probe {
    /// A probe of at most this many expansions.
    #[must_use]
    pub fn new(most: u64) -> Probe {
        Probe { stack: Vec::new(), losses: Losses::default(), most, gave_up: false }
    }

    /// Did it give up? It then pretends to be empty, and what the search says means nothing.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }
}

impl Frontier for Probe {
    fn push(&mut self, node: NodeId, _: u64) {
        self.stack.push(node);
    }

    fn pop(&mut self) -> Option<NodeId> {
        if self.gave_up { None } else { self.stack.pop() }
    }

    fn len(&self) -> usize {
        self.stack.len()
    }

    fn expanded(&mut self, in_vain: u64) {
        let wasteful = self.losses.exceed(in_vain, PROBE_TOLERATES);
        self.gave_up = (wasteful || self.losses.expanded >= self.most) && !self.stack.is_empty();
    }
}

/// Breadth first, or by level and breadth first within each.
pub struct Adaptive {
    order: Waiting,
    length: usize,
    losses: Losses,
    /// Breadth first, how many are left of this level; by level, the last that belongs to this round.
    round: usize,
}

enum Waiting {
    Breadth(VecDeque<(NodeId, u32)>),
    /// A queue for each rank, and a rank below which none waits.
    Levels(Vec<VecDeque<NodeId>>, usize),
}

impl Default for Adaptive {
    fn default() -> Adaptive {
        let order = Waiting::Breadth(VecDeque::new());
        Adaptive { order, length: 0, losses: Losses::default(), round: 0 }
    }
}

impl Waiting {
    fn push(&mut self, node: NodeId, rank: u32) {
        match self {
            Waiting::Breadth(queue) => queue.push_back((node, rank)),
            Waiting::Levels(queues, least) => {
                let rank = rank as usize;
                if rank >= queues.len() {
                    queues.resize_with(rank + 1, VecDeque::new);
                }
                queues[rank].push_back(node);
                *least = rank.min(*least);
            }
        }
    }

    fn pop(&mut self) -> Option<NodeId> {
        match self {
            Waiting::Breadth(queue) => queue.pop_front().map(|(node, _)| node),
            Waiting::Levels(queues, least) => {
                while let Some(queue) = queues.get_mut(*least) {
                    if let Some(node) = queue.pop_front() {
                        return Some(node);
                    }
                    *least += 1;
                }
                None
            }
        }
    }

    /// Switches from breadth first to levels, with the same nodes.
    fn switch(&mut self) {
        if let Waiting::Breadth(queue) = self {
            let queue = std::mem::take(queue);
            *self = Waiting::Levels(Vec::new(), 0);
            queue.into_iter().for_each(|(node, rank)| self.push(node, rank));
        }
    }
}

impl Frontier for Adaptive {
    fn push(&mut self, node: NodeId, rank: u64) {
        self.length += 1;
        self.order.push(node, u32::try_from(rank).unwrap_or(MOST_RANKS).min(MOST_RANKS));
    }

    fn pop(&mut self) -> Option<NodeId> {
        let node = self.order.pop()?;
        self.length -= 1;
        if let Waiting::Breadth(_) = self.order {
            self.round = self.round.saturating_sub(1);
        }
        Some(node)
    }

    fn len(&self) -> usize {
        self.length
    }

    fn least_rank(&self) -> Option<u64> {
        match &self.order {
            Waiting::Breadth(queue) => (!queue.is_empty()).then_some(0),
            Waiting::Levels(queues, least) => {
                let waiting = queues.iter().skip(*least).position(|queue| !queue.is_empty());
                waiting.map(|more| (least + more) as u64)
            }
        }
    }

    fn begin_round(&mut self, most: u64) {
        self.round = match &self.order {
            Waiting::Breadth(queue) => queue.len(),
            Waiting::Levels(..) => usize::try_from(most).unwrap_or(usize::MAX),
        };
    }

    fn ready(&self) -> usize {
        match &self.order {
            Waiting::Breadth(_) => self.round,
            Waiting::Levels(queues, least) => {
                let most = queues.len().min(self.round.saturating_add(1));
                queues.get(*least..most).unwrap_or(&[]).iter().map(VecDeque::len).sum()
            }
        }
    }

    fn has_switched(&self) -> bool {
        matches!(self.order, Waiting::Levels(..))
    }

    fn switch(&mut self) {
        if !self.has_switched() {
            self.order.switch();
            self.round = 0;
        }
    }

    fn expanded(&mut self, in_vain: u64) {
        if self.losses.exceed(in_vain, BREADTH_TOLERATES) {
            self.switch();
        }
    }
}
