//! Walking along a trace and collecting what its moments must satisfy.

use analysis::End;
use network::eval::{ClockWrite, Fault};
use network::features::Features;
use network::guard::Difference;
use zones::{Rational, Zone};

use super::confirm::{Confirm, Stay, constraints_of};
use super::stuck::enabling;
use crate::budget::Budget;
use crate::error::TraceError;
use crate::times::{ClocksThen, Conjunction, Timeline};
use engine::goal::GoalCode;
use engine::search::PredicateRegion;
use engine::semantics::Semantics;
use network::Pricing;
use program::State;
use reference::{Discrete, EdgeInstance, ReplayError, candidate_of, candidates, cost_rate};

/// A walk: the discrete state it has come to, and the moments so far.
pub(super) struct Walk<'c, 'n> {
    confirm: &'c Confirm<'n>,
    semantics: Semantics<'c>,
    timeline: Timeline,
    discrete: Discrete<'n>,
    /// The moments of the start, the transitions, and the end.
    marks: Vec<usize>,
    /// Between which moments loops were gone round.
    rounds: Vec<(usize, usize)>,
    /// The predicate to stay within.
    inside: Option<Inside>,
    /// How often a delay may pass from one piece of the predicate to another.
    crossings: usize,
    /// The most pieces that the predicate had in a state.
    pub(super) most_pieces: usize,
    has_stopwatches: bool,
    /// The loop that is to be closed.
    closing: Option<Closing<'n>>,
    /// How costs are counted, if they are.
    pricing: Option<Pricing<'n>>,
    /// What the time before each moment costs.
    rates: Vec<i64>,
    /// What the transitions cost.
    prices: i64,
}

/// A loop that comes back to the same state, as far as anything can tell, so that its steps can be taken with the same delays for ever.
struct Closing<'n> {
    /// After how many transitions it begins.
    from: usize,
    /// The state in which it begins, once it was met.
    begin: Option<(Discrete<'n>, ClocksThen)>,
}

/// The predicate to stay within in the present discrete state.
struct Inside {
    pieces: Vec<Piece>,
    /// For each piece: that the last moment was in it or at its border.
    since: Vec<Option<Conjunction>>,
}

/// A convex part of a predicate.
struct Piece {
    constraints: Vec<Difference>,
    /// As the constraints, with bounds on single clocks made weak. A delay between two such moments is
    /// inside, its ends perhaps excepted. (It does not change differences: those bounds stay as they are.)
    bordering: Vec<Difference>,
}

impl Piece {
    fn of(zone: &Zone) -> Piece {
        let constraints = constraints_of(zone);
        let weakened = |constraint: &Difference| {
            let single = constraint.left.is_none() || constraint.right.is_none();
            Difference { strict: constraint.strict && !single, ..*constraint }
        };
        Piece { bordering: constraints.iter().map(weakened).collect(), constraints }
    }
}

impl<'c, 'n> Walk<'c, 'n> {
    /// A walk whose delays may pass so often from one piece of the predicate to another.
    pub(super) fn new(confirm: &'c Confirm<'n>, crossings: usize) -> Walk<'c, 'n> {
        Walk {
            confirm,
            semantics: confirm.semantics(),
            timeline: Timeline::new(confirm.network),
            discrete: Discrete::initial(confirm.network),
            marks: vec![0],
            rounds: Vec::new(),
            inside: None,
            crossings,
            most_pieces: 0,
            has_stopwatches: Features::of(confirm.network).stopwatches,
            closing: None,
            pricing: None,
            rates: vec![0],
            prices: 0,
        }
    }

    /// A walk on which costs are counted.
    pub(super) fn priced(confirm: &'c Confirm<'n>, pricing: Pricing<'n>) -> Walk<'c, 'n> {
        Walk { pricing: Some(pricing), ..Walk::new(confirm, 0) }
    }

    /// A walk whose transitions from the one after `from` others on are a loop.
    pub(super) fn closing(self, from: usize) -> Walk<'c, 'n> {
        Walk { closing: Some(Closing { from, begin: None }), ..self }
    }

    /// Takes the transitions, staying within a predicate if there is one.
    pub(super) fn steps(
        &mut self,
        edges: &[Vec<EdgeInstance>],
        stay: Option<Stay>,
        budget: &mut Budget<'_>,
    ) -> Result<(), TraceError> {
        self.invariants()?;
        self.enter(0, stay)?;
        self.begin_loop(0);
        for (number, transition) in edges.iter().enumerate() {
            if self.timeline.is_broken() {
                break;
            }
            budget.check()?;
            self.step(transition)?;
            self.enter(number + 1, stay)?;
            self.begin_loop(number + 1);
        }
        self.close_loop(edges.len());
        Ok(())
    }

    /// If the loop begins after so many transitions, this is the state to come back to.
    fn begin_loop(&mut self, number: usize) {
        if let Some(closing) = &mut self.closing
            && closing.from == number
        {
            closing.begin = Some((self.discrete.clone(), self.timeline.clocks_now()));
        }
    }

    /// The present state, after so many transitions, is the one in which the loop began.
    fn close_loop(&mut self, number: usize) {
        let Some(Closing { from, begin: Some((discrete, clocks)) }) = self.closing.take() else {
            return;
        };
        let carried = self.cells();
        let now = std::mem::replace(&mut self.discrete, discrete);
        let same = carried == self.cells() && from < number;
        self.discrete = now;
        if same {
            self.timeline.come_back(&clocks, &self.confirm.told(&carried));
        } else {
            self.timeline.fail();
        }
    }

    /// Lets time pass and takes a transition.
    pub(super) fn step(&mut self, transition: &[EdgeInstance]) -> Result<(), Fault> {
        self.pass()?;
        self.stay_until_now();
        self.attempt(transition);
        for write in self.discrete.fire(transition)? {
            self.timeline.write(&write);
        }
        self.count_price();
        self.invariants()
    }

    /// The edges of a round with those of the partners that take part in them and change nothing.
    pub(super) fn with_partners(
        &self,
        round: &[Vec<EdgeInstance>],
    ) -> Result<Vec<Vec<EdgeInstance>>, TraceError> {
        let network = self.confirm.network;
        let changes_nothing = |each: &EdgeInstance| {
            let edge = &network.processes[each.process.index()].edges[each.edge.index()];
            edge.source == edge.target && edge.update.is_empty() && edge.guard.clocks.is_empty()
        };
        let mut around = self.discrete.clone();
        let mut complete = Vec::with_capacity(round.len());
        for own in round {
            let takes_part = |each: &EdgeInstance| own.contains(each);
            let mut all = candidates(&mut around)?.into_iter().map(|candidate| candidate.edges);
            let found = all.find(|edges| {
                edges.iter().any(takes_part)
                    && edges.iter().all(|each| takes_part(each) || changes_nothing(each))
            });
            let found = found.ok_or(TraceError::Infeasible(0))?;
            around.fire(&found)?;
            complete.push(found);
        }
        Ok(complete)
    }

    /// Some rounds of a loop, while the others only let time pass. Their edges are not looked at: any duration from the
    /// least one on will do. The clock of the loop is one that the last edge of a round sets.
    pub(super) fn go_round(
        &mut self,
        round: &[Vec<EdgeInstance>],
        reset: usize,
        least: End,
    ) -> Result<(), TraceError> {
        let mut around = self.discrete.clone();
        let mut set = None;
        for edge in round {
            set = around.fire(edge)?.get(reset).map(|write| write.clock);
        }
        let clock = set.ok_or(TraceError::Infeasible(0))?;
        let mut others = self.discrete.invariants()?.unwrap_or_default();
        others.retain(|each| each.left != Some(clock) && each.right != Some(clock));
        let begin = self.timeline.now();
        self.timeline.advance(&[]);
        self.require(&others);
        let bound = i32::try_from(-least.at).map_err(|_| TraceError::GaveUp)?;
        let at_least = Difference { left: None, right: Some(clock), strict: least.open, bound };
        self.require(&[at_least]);
        self.timeline.write(&ClockWrite { clock, source: None, value: 0 });
        self.rounds.push((begin, self.timeline.now()));
        Ok(())
    }

    /// For how long each loop was gone round.
    pub(super) fn durations(&self, budget: &mut Budget<'_>) -> Result<Vec<Rational>, TraceError> {
        let times = self.timeline.solve(budget)?;
        let duration = |(begin, end): &(usize, usize)| times[*end].checked_sub(times[*begin]);
        let durations: Option<Vec<_>> = self.rounds.iter().map(duration).collect();
        durations.ok_or(TraceError::Replay(ReplayError::Arithmetic))
    }

    /// Lets time pass, if it may, within the invariants; the moment is marked.
    pub(super) fn pass(&mut self) -> Result<(), Fault> {
        let pieces = self.inside.as_ref().map_or(0, |inside| inside.pieces.len());
        // A delay is in each piece, which is convex, only once.
        for _ in 0..self.crossings.min(pieces.saturating_sub(1)) {
            self.advance()?;
            self.stay_until_now();
        }
        self.advance()?;
        self.mark();
        Ok(())
    }

    /// The present moment is that of a transition, or the end.
    pub(super) fn mark(&mut self) {
        self.marks.push(self.timeline.now());
    }

    fn advance(&mut self) -> Result<(), Fault> {
        self.load();
        if !self.semantics.may_delay()? {
            return Ok(());
        }
        let stopped = if self.has_stopwatches { self.discrete.stopped()? } else { Vec::new() };
        self.timeline.advance(&stopped);
        if let Some(pricing) = self.pricing {
            self.rates.push(cost_rate(&mut self.discrete, pricing)?);
        }
        self.invariants()
    }

    /// Adds what the transition just taken cost.
    fn count_price(&mut self) {
        if let Some(Pricing::Model(model)) = self.pricing {
            let slot = self.confirm.network.variable(model.price).base;
            self.prices += i64::from(self.discrete.memory[slot.index()]);
        }
    }

    fn cells(&self) -> Vec<i32> {
        let layout = self.confirm.program.layout;
        let locations = self.discrete.locations.iter().map(|location| location.0.cast_signed());
        let memory = &self.discrete.memory[..layout.carried - layout.processes];
        locations.chain(memory.iter().copied()).collect()
    }

    fn load(&mut self) {
        let cells = self.cells();
        self.semantics.load(&cells);
    }

    fn invariants(&mut self) -> Result<(), Fault> {
        let constraints = self.discrete.invariants()?.unwrap_or_default();
        self.require(&constraints);
        Ok(())
    }

    /// Constraints at the present moment.
    pub(super) fn require(&mut self, constraints: &[Difference]) {
        constraints.iter().for_each(|constraint| self.timeline.require(constraint));
    }

    /// What a transition requires at the present moment. If not even guards can be evaluated, nothing.
    pub(super) fn attempt(&mut self, transition: &[EdgeInstance]) {
        let Ok(Some(found)) = candidate_of(&mut self.discrete, transition) else { return };
        self.require(&found.constraints);
        found.excluded.iter().for_each(|conjunction| self.timeline.forbid(conjunction, &[]));
        if !self.confirm.program.priorities {
            return;
        }
        let all = candidates(&mut self.discrete).unwrap_or_default();
        for other in all.iter().filter(|other| other.priority > found.priority) {
            if let Some(enabled) = enabling(&self.discrete, other) {
                self.timeline.forbid(&enabled, &other.excluded);
            }
        }
    }

    /// The state after `number` transitions has been entered.
    fn enter(&mut self, number: usize, stay: Option<Stay>) -> Result<(), Fault> {
        self.inside = None;
        let Some(stay) = stay.filter(|stay| number >= stay.from) else { return Ok(()) };
        if stay.after_goal && number == stay.from {
            self.advance()?;
            let goal = &self.confirm.codes[0];
            let pieces = self.some_pieces(goal)?;
            self.be_in_one_of(&pieces);
        }
        let pieces = self.pieces(self.confirm.predicate(stay))?;
        self.most_pieces = self.most_pieces.max(pieces.len());
        self.be_in_one_of(&pieces);
        let since = self.borders(&pieces);
        self.inside = Some(Inside { pieces, since });
        Ok(())
    }

    /// The pieces of a predicate in the present discrete state.
    fn pieces(&mut self, goal: &GoalCode) -> Result<Vec<Piece>, Fault> {
        let cells = self.cells();
        let around = PredicateRegion::of(&mut self.semantics, goal, &cells, None)?;
        let zones = around.map(|around| around.pieces).unwrap_or_default();
        Ok(zones.iter().map(Piece::of).collect())
    }

    /// Pieces of a goal in the present discrete state. One is enough; another may not even be valid, since the search did
    /// not look at it.
    fn some_pieces(&mut self, goal: &GoalCode) -> Result<Vec<Piece>, Fault> {
        self.load();
        let Some(zone) = self.semantics.invariant_zone()? else { return Ok(Vec::new()) };
        let state = State { cells: self.cells(), zone };
        let pieces = goal.first_pieces(&mut self.semantics, &state)?;
        Ok(pieces.iter().map(Piece::of).collect())
    }

    /// The goal holds at the present moment.
    pub(super) fn arrive(&mut self, goal: &GoalCode) -> Result<(), Fault> {
        let pieces = self.some_pieces(goal)?;
        self.be_in_one_of(&pieces);
        Ok(())
    }

    /// The present moment is in one of the pieces.
    fn be_in_one_of(&mut self, pieces: &[Piece]) {
        let timeline = &self.timeline;
        let options = pieces.iter().filter_map(|piece| timeline.conjunction(&piece.constraints));
        let options = options.collect();
        self.timeline.choose(options);
    }

    /// For each piece: that the present moment is in it or at its border, if that can be.
    fn borders(&self, pieces: &[Piece]) -> Vec<Option<Conjunction>> {
        pieces.iter().map(|piece| self.timeline.conjunction(&piece.bordering)).collect()
    }

    /// The predicate holds now, and has held since the last moment: the delay between them was within one
    /// piece.
    pub(super) fn stay_until_now(&mut self) {
        let Some(Inside { pieces, since }) = self.inside.take() else { return };
        let now = self.borders(&pieces);
        let within = since.into_iter().zip(&now);
        let within = within.filter_map(|(since, now)| Some(since?.and(now.clone()?)));
        self.timeline.choose(within.collect());
        self.be_in_one_of(&pieces);
        self.inside = Some(Inside { pieces, since: now });
    }

    /// The times of the marked moments.
    pub(super) fn solve(&self, budget: &mut Budget<'_>) -> Result<Vec<Rational>, TraceError> {
        let times = self.timeline.solve(budget)?;
        Ok(self.marks.iter().map(|mark| times[*mark]).collect())
    }

    /// The cheapest times of the marked moments, and the infimum of what such walks cost.
    pub(super) fn cheapest(
        &self,
        budget: &mut Budget<'_>,
    ) -> Result<(Vec<Rational>, i64), TraceError> {
        let found = self.timeline.cheapest(&self.rates, budget)?;
        let times = self.marks.iter().map(|mark| found.times[*mark]).collect();
        let infimum = found.infimum.checked_add(self.prices).ok_or(TraceError::GaveUp)?;
        Ok((times, infimum))
    }
}
