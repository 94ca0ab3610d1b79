//! Long lists of nodes of one discrete state.
//!
//! The nodes of a discrete state are linked, until they are many. Then they are kept side by side, each
//! with the signatures of its zone and of its threshold, so that most need not be looked at.

use super::candidate::Candidate;
use super::cover::{Covering, RowBounds};
use super::nodes::{LISTED, LONG_LISTS, List, SUPERSEDED, Store};
use super::signature::{Questions, Signature};
use super::width::padded;

/// A list of at least so many nodes is long.
pub(super) const LONG: u32 = 48;
/// Questions are asked anew when a list is so many times as long.
const GROWTH: usize = 4;

/// The nodes of a discrete state, the one to be looked at first last.
#[derive(Clone, Debug, Default)]
pub(super) struct LongList {
    questions: Questions,
    entries: Vec<ListEntry>,
    /// The length at which other questions are asked.
    most: usize,
}

#[derive(Clone, Copy, Debug)]
struct ListEntry {
    own: Signature,
    least: Signature,
    node: u32,
    zone: u32,
}

impl LongList {
    /// The node to be looked at first.
    pub(super) fn first(&self) -> Option<u32> {
        self.entries.last().map(|entry| entry.node)
    }

    /// The nodes, the one to be looked at first before the others.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> {
        self.entries.iter().rev().map(|entry| entry.node)
    }

    /// Adds a node; how many more bytes that takes.
    pub(super) fn push(&mut self, node: u32, zone: u32, candidate: &Candidate) -> usize {
        let before = self.bytes();
        let Candidate { own, least, .. } = *candidate;
        self.entries.push(ListEntry { own, least, node, zone });
        self.bytes() - before
    }

    /// Takes a node out.
    pub(super) fn remove(&mut self, node: u32) {
        self.entries.retain(|entry| entry.node != node);
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<ListEntry>() + self.questions.bytes()
    }
}

impl Store {
    /// Makes a long list of the nodes of a discrete state, or asks new questions about those of one. They
    /// have the dimension and the bounds of the candidate, which is signed too.
    pub(super) fn lengthen(
        &mut self,
        discrete: u32,
        candidate: &mut Candidate,
        bounds: Option<&RowBounds>,
    ) {
        let mut nodes: Vec<u32> = self.nodes_of(discrete).collect();
        nodes.reverse();
        let questions = self.questions(&nodes, candidate.zone.dim());
        let most = nodes.len() * GROWTH;
        let mut list = LongList { questions, entries: Vec::with_capacity(nodes.len() + 1), most };
        let mut old = Candidate::default();
        for number in nodes {
            let node = &mut self.nodes[number as usize];
            let dim = candidate.zone.dim();
            old.zone.copy_from(dim, self.zones.bounds(node.zone, dim));
            old.prepare(bounds);
            old.sign(&list.questions);
            list.push(number, node.zone, &old);
            node.next = LISTED;
        }
        candidate.sign(&list.questions);
        self.long_bytes += list.bytes();
        if let List::Long(number) = self.list(discrete) {
            self.long_bytes -= self.long[number].bytes();
            self.long[number] = list;
        } else {
            let number = u32::try_from(self.long.len()).expect("lists are fewer than nodes");
            self.first[discrete as usize] = LONG_LISTS + number;
            self.long.push(list);
        }
    }

    /// What to ask about nodes like these.
    fn questions(&self, nodes: &[u32], dim: usize) -> Questions {
        let size = padded(dim);
        let mut samples = vec![0; nodes.len() * size];
        for (number, sample) in nodes.iter().zip(samples.chunks_exact_mut(size)) {
            self.zones.bounds(self.nodes[*number as usize].zone, dim).widen_into(sample);
        }
        Questions::about(&samples, size, dim)
    }

    /// As [`Store::find_cover`], in a long list. The candidate is signed for what follows.
    pub(super) fn find_cover_listed(
        &mut self,
        list: usize,
        candidate: &mut Candidate,
    ) -> Option<u32> {
        candidate.sign(&self.long[list].questions);
        let Candidate { zone, threshold, least, .. } = candidate;
        let Store { long, zones, compared, .. } = self;
        let entries = &mut long[list].entries;
        let found = entries.iter().rposition(|entry| {
            entry.own.has_all(*least) && {
                *compared += 1;
                threshold.is_met(zones.bounds(entry.zone, zone.dim()))
            }
        })?;
        let last = entries.len() - 1;
        entries.swap(found, last);
        Some(entries[last].node)
    }

    /// As [`Store::supersede`], in a long list.
    pub(super) fn supersede_listed(
        &mut self,
        (discrete, list): (u32, usize),
        candidate: &mut Candidate,
        bounds: Option<&RowBounds>,
    ) -> u32 {
        let Candidate { zone, ceiling, own, .. } = candidate;
        let Store { covering, zones, nodes, long, expanded, in_vain, compared, .. } = self;
        let entries = &mut long[list].entries;
        let (mut count, mut has_ceiling) = (0, false);
        let mut at = 0;
        while let Some(more) = entries[at..].iter().position(|entry| own.has_all(entry.least)) {
            at += more;
            *compared += 1;
            let ListEntry { node, zone: name, .. } = entries[at];
            let stored = zones.bounds(name, zone.dim());
            let is_covered = match (*covering, bounds) {
                (Covering::Simulation, Some(bounds)) => {
                    if !has_ceiling {
                        ceiling.of_simulation(zone, bounds);
                        has_ceiling = true;
                    }
                    ceiling.is_kept(stored)
                }
                _ => zone.bounds().includes(stored),
            };
            if is_covered {
                count += 1;
                *in_vain += u64::from(expanded.has(node));
                nodes[node as usize].next = SUPERSEDED;
                entries.swap_remove(at);
            } else {
                at += 1;
            }
        }
        if long[list].entries.len() >= long[list].most {
            self.lengthen(discrete, candidate, bounds);
        }
        count
    }
}
