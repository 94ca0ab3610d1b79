//! Processes: one automaton each.

use crate::channel::ChannelPlace;
use crate::guard::{Guard, Rate};
use crate::ids::{LocationId, Origin, TemplateId, VariableId};
use crate::stmt::Stmt;
use crate::variable::Domain;

/// An instance of a template.
#[derive(Clone, Debug)]
pub struct Process {
    /// `P`, or `P(0,2)` for a member of a set.
    pub name: String,
    /// What it is an instance of.
    pub template: TemplateId,
    /// The values (and types) of the parameters that distinguish it from the other members of its set.
    pub arguments: Vec<(Domain, i32)>,
    pub locations: Vec<Location>,
    pub initial: LocationId,
    pub edges: Vec<Edge>,
    /// Its priority; larger goes first.
    pub priority: i32,
}

/// What time may do at a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocationKind {
    Normal,
    Urgent,
    /// Time stands still, and the next transition must leave a committed location.
    Committed,
}

#[derive(Clone, Debug)]
pub struct Location {
    /// Its name; anonymous locations have one too.
    pub name: String,
    /// What time may do.
    pub kind: LocationKind,
    /// What must hold while the process is there.
    pub invariant: Guard,
    /// Clocks that stand still, or may, while the process is there.
    pub rates: Vec<Rate>,
    /// The invariant as written, for people.
    pub text: String,
    /// Labels a `.tck` model puts on it; queries may ask for them.
    pub labels: Vec<String>,
    /// Where it is declared.
    pub origin: Origin,
}

/// An edge. Several bindings of its select variables are several ways to take it.
#[derive(Clone, Debug)]
pub struct Edge {
    pub source: LocationId,
    pub target: LocationId,
    /// Select variables, bound in order.
    pub selects: Vec<Select>,
    /// When it may be taken.
    pub guard: Guard,
    pub sync: Option<Sync>,
    pub update: Vec<Stmt>,
    /// In a game: does the controller decide whether it is taken? (Not `-u->`.) Nothing else depends on it.
    pub controllable: bool,
    /// Its labels as written, for people.
    pub text: EdgeText,
    /// Where it is declared.
    pub origin: Origin,
}

/// `select variable : domain`.
#[derive(Clone, Debug)]
pub struct Select {
    pub variable: VariableId,
    pub domain: Domain,
}

/// Which end of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// `c!`
    Send,
    /// `c?`
    Receive,
}

/// A synchronisation label. The channel's indices are evaluated after the guard holds.
#[derive(Clone, Debug)]
pub struct Sync {
    pub channel: ChannelPlace,
    pub direction: Direction,
}

/// The labels of an edge as written; empty where there is none.
#[derive(Clone, Debug, Default)]
pub struct EdgeText {
    /// `select`
    pub select: String,
    /// `guard`
    pub guard: String,
    /// `sync`
    pub sync: String,
    /// `assign`
    pub update: String,
}
