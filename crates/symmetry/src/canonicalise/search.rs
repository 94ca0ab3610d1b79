//! Where nothing tells elements apart that are no twins: try each.
//!
//! A search tree as in McKay's canonical labelling. In a node, the members of one cell are put in front
//! of it in turn (with their twins), which tells others apart. A leaf, where all cells consist of twins,
//! gives a permuted state. Nodes have *traces*, which are the same for nodes that a permutation carries
//! to each other; the representative is the least state among the leaves with the least traces, level by level.
//! Discrete data come first in both, so that the zone decides as late as possible: among candidates that look
//! alike to discrete data on this level, although they may turn out different on a later one. Then two zones
//! of one discrete state get different discrete parts, and one is not compared with the other: more states may be
//! stored than necessary, which are still representatives of theirs. Clocks could wait until discrete data are settled;
//! but where they tell all apart (twenty cycles of three references) that takes a tree instead of a path.
//!
//! Two leaves with the same state show an automorphism. It carries the branch of the one to the branch of the other
//! where their paths part, so the rest of the second branch is left out, and members that it carries to
//! each other on nodes above need to be tried once only.

use std::cmp::Ordering;

use crate::group::structure::{Element, Permutation};
use program::State;

use super::clock_keys::{Open, settle};
use super::partition::Partition;
use super::refine::{Keys, place};
use super::try_all::compare;
use crate::mixing::{join, mix};

/// The search for one state at a time.
#[derive(Clone, Debug)]
pub(super) struct LabelSearch {
    budget: u64,
    /// Children made for the current state.
    children: u64,
    exhausted: bool,
    levels: Vec<Level>,
    /// Partition by discrete data alone of the root.
    coarse: Partition,
    /// By element: the first of its twins, with respect to discrete data and to everything.
    discrete_twin: Vec<u32>,
    twin: Vec<u32>,
    best: Best,
    leaf: Leaf,
    open: Open,
}

/// A node on the current path.
#[derive(Clone, Debug, Default)]
struct Level {
    /// By discrete data alone; not used if these are settled from the start.
    coarse: Partition,
    fine: Partition,
    /// The cell to be tried, in the coarse partition or in the fine one.
    target: Option<Target>,
    /// The members to be tried, one for each class of twins, and how many of them have been.
    candidates: Vec<u32>,
    tried: usize,
    /// Links of a union-find structure: elements that automorphisms carry to each other which fix the path to
    /// this node.
    orbit: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Target {
    start: usize,
    discrete: bool,
}

/// What discrete data and clocks showed on the way to a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Trace {
    discrete: u64,
    /// Where clocks had put the first member that was chosen.
    place: u32,
    clocks: u64,
    inner: bool,
}

#[derive(Clone, Debug)]
struct Leaf {
    permutation: Permutation,
    state: State,
}

/// The best leaf so far and the way to it.
#[derive(Clone, Debug)]
struct Best {
    exists: bool,
    leaf: Leaf,
    order: Vec<u32>,
    /// The members chosen on the way to it.
    path: Vec<u32>,
    /// The traces of the least path so far; if that has not reached its leaf yet, `pending`.
    traces: Vec<Trace>,
    pending: bool,
}

impl Leaf {
    fn blank() -> Leaf {
        Leaf { permutation: Permutation::identity(0), state: State::blank() }
    }
}

impl LabelSearch {
    pub(super) fn new(budget: u64) -> LabelSearch {
        let best = Best {
            exists: false,
            leaf: Leaf::blank(),
            order: Vec::new(),
            path: Vec::new(),
            traces: Vec::new(),
            pending: false,
        };
        LabelSearch {
            budget,
            children: 0,
            exhausted: false,
            levels: Vec::new(),
            coarse: Partition::default(),
            discrete_twin: Vec::new(),
            twin: Vec::new(),
            best,
            leaf: Leaf::blank(),
            open: Open::new(),
        }
    }

    /// Remembers the partition by discrete data alone.
    pub(super) fn keep_coarse(&mut self, partition: &Partition) {
        self.coarse.copy_from(partition);
    }

    /// Hands over the result of a run.
    pub(super) fn take_best(&mut self, permutation: &mut Permutation, state: &mut State) {
        std::mem::swap(permutation, &mut self.best.leaf.permutation);
        std::mem::swap(state, &mut self.best.leaf.state);
    }

    /// Finds the least leaf below a root. `staged`: discrete data do not settle the coarse partition.
    pub(super) fn run(
        &mut self,
        keys: &mut Keys,
        root: &Partition,
        staged: bool,
        state: &State,
        rows: &[usize],
    ) {
        self.find_twins(keys, root, staged, state);
        self.best.exists = false;
        self.best.pending = true;
        self.best.traces.clear();
        self.reserve(0);
        self.levels[0].fine.copy_from(root);
        if staged {
            self.levels[0].coarse.copy_from(&self.coarse);
        }
        self.enter(0, staged);
        (self.children, self.exhausted) = (0, false);
        self.look_ahead(keys, 0, state);
        let mut depth = 0;
        loop {
            let Some(candidate) = self.levels[depth].next_candidate() else {
                if depth == 0 {
                    break;
                }
                depth -= 1;
                continue;
            };
            if self.children >= self.budget && self.best.exists {
                self.exhausted = true;
                break;
            }
            let trace = self.descend(keys, depth, candidate, state);
            if !self.keeps(depth, trace) {
                continue;
            }
            depth += 1;
            if self.levels[depth].target.is_none() {
                depth = self.reach_leaf(keys, depth, state, rows);
            } else if self.best.pending {
                self.look_ahead(keys, depth, state);
            }
        }
        keys.counters.branchings += self.children;
        keys.counters.exhausted += u64::from(self.exhausted);
    }

    /// Keeps only the candidates with the least trace. On the way to a new best leaf this is worth the
    /// time: one that is not the best would have all leaves below it searched first.
    fn look_ahead(&mut self, keys: &mut Keys, depth: usize, state: &State) {
        let mut least = None;
        let mut kept = 0;
        for number in 0..self.levels[depth].candidates.len() {
            if self.children >= self.budget && kept > 0 {
                self.exhausted = true;
                break;
            }
            let candidate = self.levels[depth].candidates[number];
            let trace = self.descend(keys, depth, candidate, state);
            let relation = least.map_or(Ordering::Less, |least| trace.cmp(&least));
            if relation == Ordering::Less {
                least = Some(trace);
                kept = 0;
            }
            if relation != Ordering::Greater {
                self.levels[depth].candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.levels[depth].candidates.truncate(kept);
    }

    /// Twins do not depend on the node, so they are found once. They are members of the same cells.
    fn find_twins(&mut self, keys: &mut Keys, root: &Partition, staged: bool, state: &State) {
        let Keys { action, clocks, swap, .. } = keys;
        let identity = 0u32..root.order().len() as u32;
        self.discrete_twin.clear();
        self.discrete_twin.extend(identity.clone());
        self.twin.clear();
        self.twin.extend(identity);
        if staged {
            classify(&self.coarse, &mut self.discrete_twin, |left, right| {
                swap.fixes_cells(action, &state.cells, left, right)
            });
        }
        let discrete_twin = &self.discrete_twin;
        classify(root, &mut self.twin, |left, right| {
            let same = |element: u32| discrete_twin[element as usize];
            (!staged || same(left) == same(right))
                && (state.zone.dim() == 1
                    || clocks.are_twins(action, swap, &state.zone, &[left, right]))
        });
    }

    fn reserve(&mut self, depth: usize) {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
    }

    /// Prepares a node whose partitions are ready.
    fn enter(&mut self, depth: usize, staged: bool) {
        let LabelSearch { levels, discrete_twin, twin, .. } = self;
        let level = &mut levels[depth];
        let discrete = staged.then(|| smallest_open(&level.coarse, discrete_twin)).flatten();
        let (partition, twins) = if discrete.is_some() {
            (&level.coarse, &*discrete_twin)
        } else {
            (&level.fine, &*twin)
        };
        let start = discrete.or_else(|| smallest_open(partition, twins));
        level.target = start.map(|start| Target { start, discrete: discrete.is_some() });
        level.candidates.clear();
        level.tried = 0;
        level.orbit.clear();
        level.orbit.extend_from_slice(twins);
        if let Some(start) = start {
            let first = |element: &&u32| twins[**element as usize] == **element;
            level.candidates.extend(partition.members(start).iter().filter(first));
        }
    }

    /// Puts a member of the target in front, with its twins, and refines.
    fn descend(&mut self, keys: &mut Keys, depth: usize, candidate: u32, state: &State) -> Trace {
        self.children += 1;
        self.reserve(depth + 1);
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let (parent, child) = (&above[depth], &mut below[0]);
        let target = parent.target.expect("only nodes with a target have candidates");
        let twins = if target.discrete { &self.discrete_twin } else { &self.twin };
        let mut trace = child
            .split_target(parent, target, keys, |element| twins[element as usize] == candidate);
        let twin = |element: &u32| self.twin[*element as usize];
        let is_settled =
            |members: &[u32]| members.iter().all(|each| twin(each) == twin(&members[0]));
        self.open.clear();
        self.open.push((0, child.fine.order().len()));
        settle(&child.fine, &mut self.open, is_settled);
        let Keys { action, clocks, counters, .. } = keys;
        let refined =
            clocks.refine(action, &state.zone, &mut child.fine, &mut self.open, |_, members| {
                is_settled(members)
            });
        counters.rounds += refined.rounds;
        trace.clocks = join(trace.clocks ^ child.fine.cells() as u64, refined.trace);
        self.enter(depth + 1, target.discrete);
        trace.inner = self.levels[depth + 1].target.is_some();
        trace
    }

    /// May a child with this trace lead to the best leaf? If it is better than the best, that is forgotten.
    fn keeps(&mut self, depth: usize, trace: Trace) -> bool {
        let best = &mut self.best;
        if let Some(known) = best.traces.get(depth) {
            match trace.cmp(known) {
                Ordering::Less => best.traces.truncate(depth),
                Ordering::Equal => return true,
                Ordering::Greater => return false,
            }
        }
        best.traces.push(trace);
        best.pending = true;
        true
    }

    /// Compares a leaf with the best. Returns the level to go on from.
    fn reach_leaf(
        &mut self,
        keys: &mut Keys,
        depth: usize,
        state: &State,
        rows: &[usize],
    ) -> usize {
        let order = self.levels[depth].fine.order();
        self.leaf.permutation.image.clear();
        self.leaf.permutation.image.resize(order.len(), Element(0));
        place(order, &mut self.leaf.permutation);
        keys.action.apply(&self.leaf.permutation, state, rows, &mut self.leaf.state);
        let key_cells = keys.action.key_cells();
        let relation = if self.best.pending {
            Ordering::Less
        } else {
            compare(&self.leaf.state, &self.best.leaf.state, key_cells)
        };
        match relation {
            Ordering::Less => self.take_leaf(depth),
            Ordering::Equal => return self.use_automorphism(depth),
            Ordering::Greater => {}
        }
        depth - 1
    }

    fn take_leaf(&mut self, depth: usize) {
        let LabelSearch { best, leaf, levels, .. } = self;
        std::mem::swap(&mut best.leaf, leaf);
        best.order.clear();
        best.order.extend_from_slice(levels[depth].fine.order());
        best.path.clear();
        best.path.extend(levels[..depth].iter().map(Level::current));
        best.exists = true;
        best.pending = false;
    }

    /// The current leaf has the best state: what carries one to the other fixes the state, and all nodes
    /// that both paths share. Returns the last of these.
    fn use_automorphism(&mut self, depth: usize) -> usize {
        let (above, below) = self.levels.split_at_mut(depth);
        let parting = above
            .iter()
            .zip(&self.best.path)
            .take_while(|(level, chosen)| level.current() == **chosen);
        let parting = parting.count().min(depth - 1);
        let order = below[0].fine.order();
        for level in &mut above[..=parting] {
            for (left, right) in self.best.order.iter().zip(order) {
                level.unite(*left, *right);
            }
        }
        parting
    }
}

impl Level {
    /// Becomes a child of a node: some members of the target come before the others.
    fn split_target(
        &mut self,
        parent: &Level,
        target: Target,
        keys: &mut Keys,
        is_chosen: impl Fn(u32) -> bool,
    ) -> Trace {
        self.fine.copy_from(&parent.fine);
        let key = |element: u32| u64::from(!is_chosen(element));
        if !target.discrete {
            self.fine.split(target.start, key);
            return Trace { discrete: 0, place: 0, clocks: 0, inner: false };
        }
        let members = parent.coarse.members(target.start).iter().copied();
        let places = members.filter(|each| is_chosen(*each)).map(|each| parent.fine.cell(each));
        let place = places.min().unwrap_or_default();
        self.coarse.copy_from(&parent.coarse);
        self.coarse.split(target.start, key);
        let mut discrete = self.coarse.cells() as u64;
        keys.counters.rounds += keys.discrete.refine(&mut self.coarse, &mut discrete);
        self.fine.refine_by(&self.coarse);
        // How the order by clocks fits the new order by discrete data.
        let clocks = self
            .fine
            .order()
            .iter()
            .fold(0, |clocks, element| mix(clocks ^ u64::from(parent.fine.cell(*element))));
        Trace { discrete, place, clocks, inner: false }
    }

    /// The member that the current path goes through.
    fn current(&self) -> u32 {
        self.candidates[self.tried - 1]
    }

    /// The next member that no known automorphism carries to one that has been tried.
    fn next_candidate(&mut self) -> Option<u32> {
        while let Some(candidate) = self.candidates.get(self.tried).copied() {
            let root = self.find(candidate);
            let known = (0..self.tried).any(|tried| self.find(self.candidates[tried]) == root);
            self.tried += 1;
            if !known {
                return Some(candidate);
            }
        }
        None
    }

    fn find(&self, mut element: u32) -> u32 {
        while self.orbit[element as usize] != element {
            element = self.orbit[element as usize];
        }
        element
    }

    fn unite(&mut self, left: u32, right: u32) {
        let (left, right) = (self.find(left), self.find(right));
        self.orbit[left.max(right) as usize] = left.min(right);
    }
}

/// Gives the members of each cell the first of those they are twins of.
fn classify(partition: &Partition, twin: &mut [u32], mut are_twins: impl FnMut(u32, u32) -> bool) {
    for start in partition.open_cells() {
        let members = partition.members(start);
        for (at, element) in members.iter().enumerate() {
            let earlier = members[..at].iter().filter(|each| twin[**each as usize] == **each);
            let first = earlier.copied().find(|each| are_twins(*each, *element));
            twin[*element as usize] = first.unwrap_or(*element);
        }
    }
}

/// The smallest cell whose members are not all twins.
fn smallest_open(partition: &Partition, twin: &[u32]) -> Option<usize> {
    let open = partition.open_cells().filter(|start| {
        let members = partition.members(*start);
        members.iter().any(|each| twin[*each as usize] != twin[members[0] as usize])
    });
    open.min_by_key(|start| partition.members(*start).len())
}
