//! Do two pieces of a network say the same, up to a renaming?

use network::guard::Rate;
use network::{
    ChannelPlace, ClockConstraint, ClockPlace, Edge, Expr, FunctionId, Goal, Guard, Location,
    LocationId, Network, Origin, Place, ProcessId,
};

use super::mismatch::{Mismatch, Part};
use super::pairing::Pairing;
use crate::identities::classes::{Class, Classes};
use analysis::{Facts, Faults};

/// Matches pieces of one network against each other.
pub(crate) struct Matcher<'a, P> {
    pub(crate) network: &'a Network,
    pub(crate) classes: &'a Classes,
    pub(crate) pairing: &'a mut P,
    /// The places being compared.
    pub(crate) origins: (Origin, Origin),
    /// The label being compared.
    part: Part,
    /// The first difference found.
    pub(crate) mismatch: Option<Mismatch>,
}

impl<'a, P: Pairing> Matcher<'a, P> {
    pub(crate) fn new(network: &'a Network, classes: &'a Classes, pairing: &'a mut P) -> Self {
        let origins = (Origin::NONE, Origin::NONE);
        Matcher { network, classes, pairing, origins, part: Part::Whole, mismatch: None }
    }

    pub(crate) fn differ(&mut self) -> bool {
        self.differ_in(None)
    }

    pub(crate) fn differ_in(&mut self, constants: Option<(i32, i32, Option<Class>)>) -> bool {
        let ((origin, other), part) = (self.origins, self.part);
        self.mismatch.get_or_insert(Mismatch { origin, other, part, constants });
        false
    }

    pub(crate) fn require(&mut self, same: bool) -> bool {
        same || self.differ()
    }

    /// Processes: locations and edges in order, or else edges in any order.
    pub(crate) fn processes(&mut self, from: ProcessId, to: ProcessId) -> bool {
        let (left, right) = (self.network.process(from), self.network.process(to));
        let alike = left.locations.len() == right.locations.len()
            && left.edges.len() == right.edges.len()
            && left.priority == right.priority;
        if !alike || !self.pairing.process(from, to) {
            return self.differ();
        }
        let mark = self.pairing.mark();
        if self.in_place((from, to)) {
            return true;
        }
        self.pairing.roll_back(mark);
        let mismatch = self.mismatch.take();
        if self.rearranged((from, to)) {
            return true;
        }
        self.pairing.roll_back(mark);
        self.mismatch = mismatch;
        self.differ()
    }

    /// Every location becomes the one with the same number.
    fn in_place(&mut self, pair: (ProcessId, ProcessId)) -> bool {
        let (left, right) = (self.network.process(pair.0), self.network.process(pair.1));
        for (number, (here, there)) in left.locations.iter().zip(&right.locations).enumerate() {
            let id = LocationId::at(number);
            self.origins = (here.origin, there.origin);
            if !self.pairing.location((pair.0, id), (pair.1, id)) {
                return self.differ();
            }
            if !self.locations(here, there) {
                return false;
            }
        }
        let mark = self.pairing.mark();
        let edges = left.edges.iter().zip(&right.edges);
        if edges.into_iter().all(|(left, right)| self.edges(pair, left, right)) {
            return true;
        }
        self.pairing.roll_back(mark);
        // All edges are looked at in any case, so their order says nothing.
        let keeps_place = |_: &Edge| false;
        self.any_order(&left.edges, &right.edges, &keeps_place, |matcher, left, right| {
            left.source == right.source && matcher.edges(pair, left, right)
        })
    }

    pub(crate) fn locations(&mut self, left: &Location, right: &Location) -> bool {
        self.origins = (left.origin, right.origin);
        self.part = Part::Invariant;
        self.require(left.kind == right.kind && left.rates.len() == right.rates.len())
            && self.guards(&left.invariant, &right.invariant)
            && left.rates.iter().zip(&right.rates).all(|(left, right)| self.rates(left, right))
    }

    fn rates(&mut self, left: &Rate, right: &Rate) -> bool {
        self.exprs(&left.when, &right.when, None)
            && self.clocks(&left.clock, &right.clock)
            && self.exprs(&left.rate, &right.rate, None)
    }

    /// Edges of two processes.
    pub(crate) fn edges(
        &mut self,
        (from, to): (ProcessId, ProcessId),
        left: &Edge,
        right: &Edge,
    ) -> bool {
        self.origins = (left.origin, right.origin);
        self.part = Part::Whole;
        let alike = left.selects.len() == right.selects.len()
            && left.controllable == right.controllable
            && self.pairing.location((from, left.source), (to, right.source))
            && self.pairing.location((from, left.target), (to, right.target));
        if !self.require(alike) {
            return false;
        }
        self.part = Part::Select;
        for (left, right) in left.selects.iter().zip(&right.selects) {
            let same = left.domain.lower == right.domain.lower
                && left.domain.upper == right.domain.upper
                && self.pairing.variable(left.variable, right.variable);
            if !self.require(same) {
                return false;
            }
        }
        self.part = Part::Sync;
        let syncs = match (&left.sync, &right.sync) {
            (None, None) => true,
            (Some(left), Some(right)) => {
                self.require(left.direction == right.direction)
                    && self.channels(&left.channel, &right.channel)
            }
            (None, Some(_)) | (Some(_), None) => self.differ(),
        };
        self.part = if syncs { Part::Guard } else { self.part };
        let same = syncs && self.guards(&left.guard, &right.guard);
        self.part = if same { Part::Update } else { self.part };
        same && self.stmts(&left.update, &right.update)
    }

    fn guards(&mut self, left: &Guard, right: &Guard) -> bool {
        let network = self.network;
        let may_fault = |constraint: &ClockConstraint| {
            let mut facts = Facts::default();
            facts.assume(network, &left.condition, true);
            Faults::given(network, facts).constraint(constraint)
        };
        self.exprs(&left.condition, &right.condition, None)
            && self.any_order(&left.clocks, &right.clocks, &may_fault, |matcher, left, right| {
                matcher.constraints(left, right)
            })
    }

    fn constraints(&mut self, left: &ClockConstraint, right: &ClockConstraint) -> bool {
        self.require(left.strict == right.strict)
            && self.exprs(&left.when, &right.when, None)
            && self.optional_clocks(left.left.as_ref(), right.left.as_ref())
            && self.optional_clocks(left.right.as_ref(), right.right.as_ref())
            && self.exprs(&left.bound, &right.bound, None)
    }

    pub(crate) fn optional_clocks(
        &mut self,
        left: Option<&ClockPlace>,
        right: Option<&ClockPlace>,
    ) -> bool {
        match (left, right) {
            (None, None) => true,
            (Some(left), Some(right)) => self.clocks(left, right),
            (None, Some(_)) | (Some(_), None) => self.differ(),
        }
    }

    pub(crate) fn clocks(&mut self, left: &ClockPlace, right: &ClockPlace) -> bool {
        let same = self.pairing.clock(left.family, right.family);
        let family = left.family;
        self.require(same)
            && self.indices(&left.indices, &right.indices, |classes, dim| {
                classes.clock_dim(family, dim)
            })
    }

    fn channels(&mut self, left: &ChannelPlace, right: &ChannelPlace) -> bool {
        let same = self.pairing.channel(left.family, right.family);
        let family = left.family;
        self.require(same)
            && self.indices(&left.indices, &right.indices, |classes, dim| {
                classes.channel_dim(family, dim)
            })
    }

    pub(crate) fn places(&mut self, left: &Place, right: &Place) -> bool {
        let same = self.pairing.variable(left.variable, right.variable);
        let variable = left.variable;
        self.require(same)
            && self
                .indices(&left.indices, &right.indices, |classes, dim| classes.dim(variable, dim))
    }

    fn indices(
        &mut self,
        left: &[Expr],
        right: &[Expr],
        class: impl Fn(&Classes, usize) -> Class,
    ) -> bool {
        if !self.require(left.len() == right.len()) {
            return false;
        }
        let pairs = left.iter().zip(right).enumerate();
        for (dim, (left, right)) in pairs {
            let class = class(self.classes, dim);
            if !self.exprs(left, right, Some(class)) {
                return false;
            }
        }
        true
    }

    /// Bodies, parameters, results and locals of two functions.
    pub(crate) fn functions(&mut self, from: FunctionId, to: FunctionId) -> bool {
        let (left, right) = (self.network.function(from), self.network.function(to));
        self.origins = (left.origin, right.origin);
        for (left, right) in [
            (&left.parameters, &right.parameters),
            (&left.results, &right.results),
            (&left.locals, &right.locals),
        ] {
            let same = left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| self.pairing.variable(*left, *right));
            if !self.require(same) {
                return false;
            }
        }
        self.stmts(&left.body, &right.body)
    }

    /// Goals in normal form.
    pub(crate) fn goals(&mut self, left: &Goal, right: &Goal) -> bool {
        let network = self.network;
        let may_fault = |part: &Goal| Faults::of(network).goal(part);
        // By the left one, so that a new kind of goal must say how it is matched.
        match left {
            Goal::And(left) => {
                let Goal::And(right) = right else { return self.differ() };
                self.any_order(left, right, &may_fault, |matcher, l, r| matcher.goals(l, r))
            }
            Goal::Or(left) => {
                let Goal::Or(right) = right else { return self.differ() };
                self.any_order(left, right, &may_fault, |matcher, l, r| matcher.goals(l, r))
            }
            Goal::Not(left) => {
                let Goal::Not(right) = right else { return self.differ() };
                self.goals(left, right)
            }
            Goal::Holds(left) => {
                let Goal::Holds(right) = right else { return self.differ() };
                self.exprs(left, right, None)
            }
            Goal::Clock(left) => {
                let Goal::Clock(right) = right else { return self.differ() };
                self.constraints(left, right)
            }
            Goal::Deadlock => self.require(*right == Goal::Deadlock),
        }
    }

    /// Goals whose alternatives end the search: one that holds is a witness, and one that is invalid an error. So
    /// their order shows only in a state of which one holds and another is invalid. (The search looks for
    /// such a mixture before it says anything; see `GoalCode::is_mixed`.)
    pub(crate) fn last_goals(&mut self, left: &Goal, right: &Goal) -> bool {
        match (left, right) {
            (Goal::Or(left), Goal::Or(right)) => {
                let stays = |_: &Goal| false;
                self.any_order(left, right, &stays, |matcher, l, r| matcher.last_goals(l, r))
            }
            (Goal::And(before), Goal::And(others)) => {
                let (Some((last, before)), Some((end, others))) =
                    (before.split_last(), others.split_last())
                else {
                    return self.goals(left, right);
                };
                let (mark, known) = (self.pairing.mark(), self.mismatch.clone());
                let network = self.network;
                let may_fault = |part: &Goal| Faults::of(network).goal(part);
                let same = self
                    .any_order(before, others, &may_fault, |matcher, l, r| matcher.goals(l, r))
                    && self.last_goals(last, end);
                if same {
                    return true;
                }
                self.pairing.roll_back(mark);
                self.mismatch = known;
                self.goals(left, right)
            }
            _ => self.goals(left, right),
        }
    }
}
