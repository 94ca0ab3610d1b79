//! What members that receive a broadcast do for all to see.
//!
//! How many receive it is not known. But if all that receivers do to what they share is to set it to a number, the same
//! for all, and none of them reads it, then it only matters whether anybody does so: one *witness* shows that.

use std::collections::BTreeMap;

use super::instance::Instance;
use super::witnesses::Unfit;
use super::writes::{Shared, shared_writes};
use crate::expr::{Expr, Place};
use crate::guard::ClockPlace;
use crate::ids::{ChannelFamilyId, Origin};
use crate::process::{Direction, Edge};
use crate::stmt::{Stmt, StmtKind};
use crate::visit::{Visitor, walk_expr, walk_stmt};
use crate::{ChannelKind, Network};

const OTHERWISE: &str = "processes that receive this broadcast change what others see in another way than by setting it, all of them, to the same number";
const READ: &str = "a process that receives this broadcast uses what others that receive it set";

/// For each broadcast channel, what members that receive it set, and to which number.
pub(super) type Signals = BTreeMap<ChannelFamilyId, BTreeMap<Shared, i32>>;

/// The signals of a family, from one of its instances.
pub(super) fn signals(instance: &Instance) -> Result<Signals, Unfit> {
    let network = &instance.network;
    let mut found = Signals::new();
    for (process, member) in network.processes.iter().zip(&instance.member_of) {
        let Some(member) = member else { continue };
        for edge in &process.edges {
            let Some(channel) = received(network, edge) else { continue };
            let unfit = || Unfit { reason: OTHERWISE.to_owned(), origin: edge.origin };
            for (shared, value) in shared_writes(instance, *member, edge) {
                let value = value.filter(|_| shared != Shared::Unknown).ok_or_else(unfit)?;
                let known = found.entry(channel).or_default().entry(shared).or_insert(value);
                if *known != value {
                    return Err(unfit());
                }
            }
        }
    }
    nobody_uses_them(instance, &found)?;
    Ok(found)
}

/// Whoever receives does not read what others that receive set, and who is no member does not set it either.
fn nobody_uses_them(instance: &Instance, signals: &Signals) -> Result<(), Unfit> {
    let network = &instance.network;
    for (process, member) in network.processes.iter().zip(&instance.member_of) {
        for edge in &process.edges {
            let set = received(network, edge).and_then(|channel| signals.get(&channel));
            let Some(set) = set else { continue };
            let mut uses = Uses { network, set, writes: member.is_none(), found: None };
            edge.update.iter().for_each(|stmt| uses.stmt(stmt));
            if let Some(origin) = uses.found {
                let origin = if origin == Origin::NONE { edge.origin } else { origin };
                return Err(Unfit { reason: READ.to_owned(), origin });
            }
        }
    }
    Ok(())
}

/// The broadcast channel that an edge receives.
fn received(network: &Network, edge: &Edge) -> Option<ChannelFamilyId> {
    let sync = edge.sync.as_ref()?;
    let kind = network.channel_family(sync.channel.family).kind;
    let receives = sync.direction == Direction::Receive && kind == ChannelKind::Broadcast;
    receives.then_some(sync.channel.family)
}

/// Looks for what is used of some cells and clocks.
struct Uses<'n> {
    network: &'n Network,
    set: &'n BTreeMap<Shared, i32>,
    /// Writing counts as well.
    writes: bool,
    found: Option<Origin>,
}

impl Uses<'_> {
    fn is_set(&self, place: &Place) -> bool {
        let is = |shared: &Shared| matches!(shared, Shared::Cell(id, _) if *id == place.variable);
        self.set.keys().any(is)
    }

    fn is_clock_set(&self, place: &ClockPlace) -> bool {
        let is = |shared: &Shared| matches!(shared, Shared::Clock(id, _) if *id == place.family);
        self.set.keys().any(is)
    }

    fn target(&mut self, is_set: bool, indices: &[Expr], origin: Origin) {
        if is_set && self.writes {
            self.found = Some(origin);
        }
        indices.iter().for_each(|index| self.expr(index));
    }
}

impl Visitor for Uses<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.target(self.is_set(target), &target.indices, stmt.origin);
                self.expr(value);
            }
            StmtKind::SetClock { target, source, offset } => {
                self.target(self.is_clock_set(target), &target.indices, stmt.origin);
                source.iter().for_each(|source| self.clock(source));
                self.expr(offset);
            }
            StmtKind::Call { function, .. } => {
                let body = &self.network.function(*function).body;
                body.iter().for_each(|stmt| self.stmt(stmt));
                walk_stmt(self, stmt);
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        walk_expr(self, expr);
    }

    fn place(&mut self, place: &Place) {
        if self.is_set(place) {
            self.found = Some(Origin::NONE);
        }
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn clock(&mut self, place: &ClockPlace) {
        if self.is_clock_set(place) {
            self.found = Some(Origin::NONE);
        }
        place.indices.iter().for_each(|index| self.expr(index));
    }
}
