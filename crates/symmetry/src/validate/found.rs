//! What was found in a network, before a query has its say.

use std::sync::Arc;

use network::{Network, Origin, ProcessId, ScalarSetId};

use super::symmetry::Broken;
use crate::group::split::Split;
use crate::identities::classes::{Class, Classes};
use crate::renaming::total::Renaming;

#[derive(Clone, Debug)]
pub struct FoundSort {
    /// What each element is, for people and as anchors.
    pub members: Vec<Member>,
    /// Exchanging element 0 and element `k + 1`.
    pub exchanges: Vec<Renaming>,
    /// The scalar sets among whose elements these are.
    pub scalar_sets: Vec<ScalarSetId>,
}

/// What an element of a sort is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Member {
    /// A process (and all that belongs to it).
    Process(ProcessId),
    /// A value of a class of identities.
    Value(Class, i32),
}

/// A list of alike processes that can be rotated, and perhaps reversed.
#[derive(Clone, Debug)]
pub struct FoundRing {
    /// The processes in order.
    pub members: Vec<ProcessId>,
    /// Each becomes the next.
    pub rotation: Option<Renaming>,
    /// The list is reversed.
    pub reversal: Option<Renaming>,
}

impl FoundRing {
    /// What rotates and what reverses it.
    pub fn renamings(&self) -> impl Iterator<Item = &Renaming> {
        self.rotation.iter().chain(&self.reversal)
    }
}

/// Processes that can be mapped to each other in ways that are neither exchanges nor rotations.
#[derive(Clone, Debug)]
pub struct FoundGraph {
    /// The processes that are moved.
    pub members: Vec<ProcessId>,
    /// What generates the ways.
    pub generators: Vec<Renaming>,
}

/// A candidate that is not a symmetry.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// What was to be exchanged.
    pub between: (Member, Member),
    pub broken: Broken,
}

#[derive(Clone, Debug)]
pub struct Found {
    /// The network in which it was found, if arrays had to be split for it.
    pub split: Option<Arc<Split>>,
    pub classes: Classes,
    pub sorts: Vec<FoundSort>,
    pub rings: Vec<FoundRing>,
    /// Symmetries of no particular kind.
    pub graph: Option<FoundGraph>,
    /// What looked symmetric and is not.
    pub rejected: Vec<Rejection>,
}

impl Found {
    pub(crate) fn nothing(classes: Classes) -> Found {
        let (sorts, rings, rejected) = (Vec::new(), Vec::new(), Vec::new());
        Found { split: None, classes, sorts, rings, graph: None, rejected }
    }

    /// The network that everything here is about, given the one that was looked at.
    #[must_use]
    pub fn network<'n>(&'n self, whole: &'n Network) -> &'n Network {
        self.split.as_ref().map_or(whole, |split| &split.network)
    }

    /// What is listed one by one: rotations, reversals and symmetries of no particular kind.
    pub fn listed(&self) -> impl Iterator<Item = &Renaming> {
        let graph = self.graph.iter().flat_map(|graph| &graph.generators);
        self.rings.iter().flat_map(FoundRing::renamings).chain(graph)
    }
}

impl Rejection {
    /// The place to blame, if there is one.
    #[must_use]
    pub fn origin(&self) -> Origin {
        match &self.broken {
            Broken::Differs(mismatch, plain) => {
                plain.map_or(mismatch.origin, crate::identities::classes::Plain::origin)
            }
            Broken::Range(origin, _) | Broken::Quantifier(origin) => *origin,
            Broken::Loop(order) | Broken::Receivers(order) => order.origin,
            Broken::Table(_) | Broken::Priority(_) | Broken::CyclicFunction | Broken::Meta(_) => {
                Origin::NONE
            }
        }
    }
}
