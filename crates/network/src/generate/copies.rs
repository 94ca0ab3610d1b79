//! Copies of a process, for symmetry.
//!
//! A copy is made by drawing the same random numbers again with another member of the set. What is said of
//! members is mostly what symmetry allows: they are compared with one another, stored, and used as indices;
//! now and then a member is named, which breaks the symmetry. An explorer that exploits symmetry must see the
//! difference.

use super::Feature;
use super::maker::Maker;
use crate::expr::{BinaryOp, Expr, Place, Quantifier};
use crate::goal::Goal;
use crate::ids::{LocationId, Origin, ProcessId, ScalarSetId, VariableId};
use crate::network::ScalarSet;
use crate::stmt::StmtKind;
use crate::variable::{Dim, Domain, Storage};

/// The set that tells copies apart.
pub(super) struct Copies {
    pub(super) domain: Domain,
    /// Variables that hold members, or perhaps one value more.
    references: Vec<VariableId>,
    /// The member whose copy is being made.
    me: Option<i32>,
}

impl Maker<'_> {
    pub(super) fn declare_copies(&mut self) {
        if !self.roll(Feature::Copies, 100) {
            return;
        }
        let size = if self.dice.chance(70) { 2 } else { 3 };
        let domain = if self.roll(Feature::ScalarSets, 100) {
            let set = ScalarSetId::at(self.network.scalar_sets.len());
            let name = "S".to_owned();
            self.network.scalar_sets.push(ScalarSet { name, size, origin: Origin::NONE });
            Domain::scalar(set, size)
        } else {
            Domain::int(0, size.cast_signed() - 1)
        };
        self.copies = Some(Copies { domain, references: Vec::new(), me: None });
    }

    /// A variable that holds a member; without scalar sets perhaps also "nobody".
    pub(super) fn declare_reference(&mut self) {
        let Some(members) = self.copies.as_ref().map(|copies| copies.domain) else { return };
        if !self.dice.chance(60) {
            return;
        }
        let guarded = self.on.has(Feature::GuardedIndices);
        let nobody = members.scalar.is_none() && self.dice.chance(if guarded { 80 } else { 50 });
        let domain = if nobody { Domain::int(members.lower - 1, members.upper) } else { members };
        let reference = self.variable("id", Vec::new(), domain, Storage::State);
        self.copies.iter_mut().for_each(|copies| copies.references.push(reference));
    }

    /// Makes one thing for each member, by the same choices.
    pub(super) fn in_copies(&mut self, mut make: impl FnMut(&mut Self, i32)) {
        let Some(members) = self.copies.as_ref().map(|copies| copies.domain) else { return };
        self.dice.record();
        for member in members.values() {
            self.dice.rewind();
            self.copies.iter_mut().for_each(|copies| copies.me = Some(member));
            make(self, member);
        }
        self.copies.iter_mut().for_each(|copies| copies.me = None);
        self.dice.forget();
    }

    pub(super) fn is_members(&self, dim: Dim) -> bool {
        self.copies.as_ref().is_some_and(|copies| copies.domain == dim)
    }

    /// The members, for something to range over them.
    pub(super) fn some_members(&mut self) -> Option<Domain> {
        let members = self.copies.as_ref()?.domain;
        self.dice.chance(60).then_some(members)
    }

    /// A member: oneself, a neighbour, one that a variable holds, or one that is named.
    pub(super) fn member(&mut self) -> Expr {
        let Some(Copies { domain, references, me }) = &self.copies else { return Expr::Const(0) };
        let (domain, me) = (*domain, *me);
        let of_members = |id: &&VariableId| self.network.variable(**id).domain == domain;
        let known: Vec<VariableId> =
            references.iter().chain(&self.scope).filter(of_members).copied().collect();
        let choice = self.dice.weighted(&[6, 6, 1]);
        let ring = self.roll(Feature::Rings, 40);
        match (choice, me) {
            (0, Some(me)) if ring => {
                Expr::Const(if me == domain.upper { domain.lower } else { me + 1 })
            }
            (0, Some(me)) => Expr::Const(me),
            (2, None) => Expr::Const(self.dice.between(domain.lower, domain.upper)),
            (2, Some(_)) if self.dice.chance(50) => {
                Expr::Const(self.dice.between(domain.lower, domain.upper))
            }
            _ => match (self.dice.pick(&known), me) {
                (Some(variable), _) => Expr::variable(variable),
                (None, Some(me)) => Expr::Const(me),
                (None, None) => Expr::Const(self.dice.between(domain.lower, domain.upper)),
            },
        }
    }

    /// `id == me`
    pub(super) fn member_condition(&mut self) -> Expr {
        let Some(copies) = &self.copies else { return Expr::TRUE };
        let left = match self.dice.pick(&copies.references) {
            Some(reference) if self.dice.chance(70) => Expr::variable(reference),
            _ => self.member(),
        };
        let right = self.member();
        let op = if self.dice.chance(60) { BinaryOp::Eq } else { BinaryOp::Ne };
        Expr::binary(op, left, right)
    }

    /// `id = me`, or `id = -1` for nobody.
    pub(super) fn assign_reference(&mut self) -> Option<StmtKind> {
        let Copies { domain: members, references, .. } = self.copies.as_ref()?;
        let members = *members;
        let target = self.dice.pick(references)?;
        let domain = self.network.variable(target).domain;
        let value = if domain != members && self.dice.chance(40) {
            Expr::Const(domain.lower)
        } else {
            self.member()
        };
        Some(StmtKind::Assign { target: Place::whole(target), value })
    }

    /// A variable that holds a member or nobody, with an array that has a cell for each member.
    fn holder_and_cells(&mut self) -> Option<(VariableId, VariableId)> {
        let Copies { domain: members, references, .. } = self.copies.as_ref()?;
        let holder = |id: &&VariableId| self.network.variable(**id).domain != *members;
        let holder = references.iter().find(holder).copied()?;
        self.cells_of_members().map(|cells| (holder, cells))
    }

    /// An array with a cell for each member.
    fn cells_of_members(&self) -> Option<VariableId> {
        let members = self.copies.as_ref()?.domain;
        let owned = |id: &&VariableId| self.network.variable(**id).dims == [members];
        self.arrays.iter().find(owned).copied()
    }

    /// `id != -1` and `a[id] == v`, which is only valid behind it.
    fn guarded_parts(&mut self) -> Option<(Expr, Expr)> {
        let (holder, cells) = self.holder_and_cells()?;
        let nobody = Expr::Const(self.network.variable(holder).domain.lower);
        let someone = Expr::binary(BinaryOp::Ne, Expr::variable(holder), nobody);
        let cell = Expr::Read(Place::indexed(cells, vec![Expr::variable(holder)]));
        let value = Expr::Const(self.dice.between(0, 1));
        self.used.insert(Feature::GuardedIndices);
        Some((someone, Expr::binary(BinaryOp::Eq, cell, value)))
    }

    /// `id != -1 && a[id] == v`, or the other way round where faults are wanted.
    pub(super) fn guarded_condition(&mut self) -> Option<Expr> {
        if !self.on.has(Feature::GuardedIndices) {
            return None;
        }
        let (someone, cell) = self.guarded_parts()?;
        Some(if self.roll(Feature::Faults, 30) {
            Expr::binary(BinaryOp::And, cell, someone)
        } else if self.dice.chance(50) {
            Expr::binary(BinaryOp::Or, Expr::not(someone), cell)
        } else {
            Expr::binary(BinaryOp::And, someone, cell)
        })
    }

    /// The same in a query, with something about a member that is named, or about clocks.
    pub(super) fn guarded_goal(&mut self) -> Option<Goal> {
        if !self.on.has(Feature::GuardedIndices) {
            return None;
        }
        let (someone, cell) = self.guarded_parts()?;
        let (cells, members) = (self.cells_of_members()?, self.copies.as_ref()?.domain);
        let named = Expr::Const(self.dice.between(members.lower, members.upper));
        let named = Expr::Read(Place::indexed(cells, vec![named]));
        let named =
            Goal::Holds(Expr::binary(BinaryOp::Eq, named, Expr::Const(self.dice.between(0, 1))));
        let (someone, cell) = (Goal::Holds(someone), Goal::Holds(cell));
        if self.roll(Feature::Faults, 40) {
            let timed = self.without_faults(Maker::clock_test).pop().map(Goal::Clock);
            let first = timed.unwrap_or(named);
            let either = Goal::Or(vec![first, cell]);
            return Some(if self.dice.chance(50) {
                either
            } else {
                Goal::And(vec![either, someone])
            });
        }
        Some(match self.dice.below(3) {
            0 => Goal::Or(vec![Goal::Not(Box::new(someone)), Goal::And(vec![cell, named])]),
            _ => Goal::And(vec![someone, cell, named]),
        })
    }

    /// The same condition on the cell of each member, one after the other: as a chain or as a quantifier.
    pub(super) fn chain_of_members(&mut self) -> Option<Expr> {
        let cells = self.cells_of_members()?;
        if !self.roll(Feature::MemberChains, 100) {
            return None;
        }
        let members = self.copies.as_ref()?.domain;
        let divides = self.roll(Feature::Faults, 60);
        let (value, start) = (self.dice.between(0, 1), self.dice.between(0, 1));
        let op = if self.dice.chance(50) { BinaryOp::Or } else { BinaryOp::And };
        let condition = |member: Expr| {
            let cell = Expr::Read(Place::indexed(cells, vec![member]));
            let left = if divides {
                let rest = Expr::binary(BinaryOp::Sub, Expr::Const(start), cell);
                Expr::binary(BinaryOp::Div, Expr::Const(1), rest)
            } else {
                cell
            };
            Expr::binary(BinaryOp::Eq, left, Expr::Const(value))
        };
        if self.dice.chance(40) {
            let variable = self.scratch("q", members);
            let quantifier =
                if op == BinaryOp::Or { Quantifier::Exists } else { Quantifier::ForAll };
            let body = Box::new(condition(Expr::variable(variable)));
            return Some(Expr::Quantified { quantifier, variable, domain: members, body });
        }
        let all = members.values().map(|member| condition(Expr::Const(member)));
        all.reduce(|left, right| Expr::binary(op, left, right))
    }

    /// `v = v + a[i]`, which may leave the range of `v` half way.
    pub(super) fn sum_of_members(&mut self, target: VariableId) -> Option<Expr> {
        let cells = self.cells_of_members()?;
        if !self.roll(Feature::Faults, 30) {
            return None;
        }
        let cell = Expr::Read(Place::indexed(cells, vec![self.member()]));
        Some(Expr::binary(BinaryOp::Add, Expr::variable(target), cell))
    }

    /// Something that holds of one, some or all copies.
    pub(super) fn goal_of_copies(&mut self) -> Goal {
        let Some(members) = self.copies.as_ref().map(|copies| copies.domain) else {
            return Goal::always();
        };
        let location = self.dice.below(self.network.processes[0].locations.len());
        let alone = self.dice.chance(60);
        let mut parts = Vec::new();
        self.in_copies(|maker, member| {
            let process = ProcessId::at(member.unsigned_abs() as usize);
            let here = Goal::Holds(Expr::At(process, LocationId::at(location)));
            parts.push(if alone { here } else { Goal::And(vec![here, maker.atom()]) });
        });
        match self.dice.weighted(&[4, 4, 2, 1]) {
            0 => Goal::Or(parts),
            1 => Goal::And(parts),
            2 if members.size() > 2 => {
                // Two of them.
                let pair = |left: usize, right: usize| {
                    Goal::And(vec![parts[left].clone(), parts[right].clone()])
                };
                Goal::Or(vec![pair(0, 1), pair(0, 2), pair(1, 2)])
            }
            _ => parts.swap_remove(self.dice.below(parts.len())),
        }
    }
}
