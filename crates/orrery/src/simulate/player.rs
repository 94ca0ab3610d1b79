//! Playing a game: a strategy moves the controller, and somebody else the environment.

use network::Network;
use network::guard::Difference;
use query::{ControlAction, ControlRule, ControlStrategy, ControlledState};
use reference::{Candidate, EdgeInstance, Rational, Snapshot};
use zones::Zone;

use super::moment::{Clocks, Interval};
use super::outlook::{Hindrance, Outlook, Possible};

/// The controller of a game, who follows a strategy.
#[derive(Clone, Debug)]
pub struct Player {
    strategy: ControlStrategy,
}

/// How the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Neither side has won or lost it yet.
    Open,
    /// What the strategy was to reach is reached.
    Won,
    /// The strategy says nothing about this state, so it was not followed on the way here.
    Left,
}

/// What may happen in a state if the controller follows its strategy.
#[derive(Clone, Debug)]
pub struct Turn {
    /// What the environment may do first, at moments that the controller leaves to it; after that, what the controller
    /// may do.
    pub outlook: Outlook,
    /// How many of the transitions are the environment's.
    pub others: usize,
    /// The controller waits no longer than the time that may pass: if nobody acts before, it does.
    pub must_act: bool,
    /// Is there anything left to play?
    pub standing: Standing,
}

/// What the controller does if it is not disturbed.
struct Intention<'s> {
    /// How long it lets time pass at most.
    horizon: Interval,
    /// Is that less than the model allows?
    must_act: bool,
    /// What it may do in that time or at its end.
    takes: Vec<(Interval, &'s [EdgeInstance])>,
}

/// What the rules say of the moments from now on.
struct Rules<'s> {
    /// At these moments the controller waits.
    waits: Vec<Interval>,
    takes: Vec<(Interval, &'s [EdgeInstance])>,
    done: Vec<Interval>,
}

impl Player {
    pub(crate) fn new(strategy: ControlStrategy) -> Player {
        Player { strategy }
    }

    /// What may happen in this state, given what is possible in the model.
    pub(super) fn turn(
        &self,
        network: &Network,
        (state, clocks): (&Snapshot, &Clocks),
        outlook: Outlook,
    ) -> Turn {
        let rules = self.at(network, state).map(|known| self.rules(known, clocks));
        let Some(rules) = rules.filter(Rules::fit_now) else {
            return over(outlook, Standing::Left);
        };
        if rules.done.iter().any(|when| when.has_zero()) {
            return over(outlook, Standing::Won);
        }
        let plan = rules.until(self.strategy.permissive, outlook.delay);
        limited(network, outlook, &plan)
    }

    /// The rules for a discrete state.
    fn at(&self, network: &Network, state: &Snapshot) -> Option<&ControlledState> {
        let slots = network.state_slots();
        let here = state.locations.iter().map(|at| i32::try_from(at.0).unwrap_or(i32::MAX));
        let cells: Vec<i32> = here.chain(state.memory[..slots].iter().copied()).collect();
        self.strategy.states.iter().find(|known| known.cells.starts_with(&cells))
    }

    fn rules<'s>(&self, known: &'s ControlledState, clocks: &Clocks) -> Rules<'s> {
        let mut rules = Rules { waits: Vec::new(), takes: Vec::new(), done: Vec::new() };
        let mut earlier: Vec<Interval> = Vec::new();
        for ControlRule { when, action } in &known.rules {
            for zone in when {
                let mut moments = vec![clocks.satisfying(&constraints(zone, &known.clocks))];
                // The first rule that fits counts, unless any may be followed.
                for hole in earlier.iter().filter(|_| !self.strategy.permissive) {
                    moments = moments.into_iter().flat_map(|one| one.without(*hole)).collect();
                }
                moments.retain(|one| !one.is_empty());
                earlier.extend(&moments);
                match action {
                    ControlAction::Wait => rules.waits.extend(moments),
                    ControlAction::Done => rules.done.extend(moments),
                    ControlAction::Take(edges) => {
                        rules.takes.extend(moments.into_iter().map(|when| (when, &edges[..])));
                    }
                }
            }
        }
        rules
    }
}

impl<'s> Rules<'s> {
    /// Does any rule fit without waiting?
    fn fit_now(&self) -> bool {
        let takes = self.takes.iter().map(|(when, _)| when);
        self.waits.iter().chain(&self.done).chain(takes).any(|when| when.has_zero())
    }

    /// What the controller intends, if the model lets so much time pass.
    fn until(&self, permissive: bool, delay: Interval) -> Intention<'s> {
        let mut rest = vec![delay];
        for wait in &self.waits {
            rest = rest.into_iter().flat_map(|piece| piece.without(*wait)).collect();
        }
        let stop = rest.into_iter().min_by_key(|piece| piece.start());
        // Who must act at a first moment may be forestalled at this very moment; where there is none, it acts soon after.
        let last = stop.and_then(|stop| {
            let takes = self.takes.iter().map(|(when, _)| when);
            let there = self.done.iter().chain(takes).map(|when| when.and(stop));
            there
                .filter(|when| !when.is_empty() && when.start() == stop.start())
                .find_map(Interval::first)
        });
        let horizon = match (last, stop) {
            (Some(last), _) => delay.and(Interval::up_to(last)),
            (None, Some(stop)) => delay.before(stop),
            (None, None) => delay,
        };
        let mut takes: Vec<_> =
            self.takes.iter().map(|(when, edges)| (when.and(horizon), *edges)).collect();
        takes.retain(|(when, _)| !when.is_empty());
        // Where only one rule counts, it is followed at once.
        if let Some(last) = last.filter(|_| !permissive) {
            takes.iter_mut().for_each(|(when, _)| *when = when.and(Interval::at(last)));
        }
        Intention { horizon, must_act: stop.is_some(), takes }
    }
}

/// The game is over: nothing more is played.
fn over(mut outlook: Outlook, standing: Standing) -> Turn {
    outlook.possible.clear();
    outlook.delay = Interval::NOW;
    Turn { outlook, others: 0, must_act: false, standing }
}

fn limited(network: &Network, outlook: Outlook, intention: &Intention<'_>) -> Turn {
    let Intention { horizon, must_act, takes } = intention;
    let Outlook { delay, possible, mut hindered } = outlook;
    let (mut others, mut own): (Vec<Possible>, Vec<Possible>) = (Vec::new(), Vec::new());
    for one in possible {
        let edges = &one.candidate.edges;
        let (side, moments) = if is_controllable(network, &one.candidate) {
            let same = takes.iter().filter(|(_, taken)| alike(taken, edges));
            (&mut own, same.map(|(when, _)| when.and(one.when)).collect())
        } else {
            (&mut others, vec![horizon.and(one.when)])
        };
        let moments: Vec<Interval> = moments.into_iter().filter(|when| !when.is_empty()).collect();
        if moments.is_empty() {
            hindered.extend(edges.iter().map(|edge| (edge.clone(), Hindrance::Strategy)));
        }
        side.extend(moments.into_iter().map(|when| Possible { when, ..one.clone() }));
    }
    let count = others.len();
    others.extend(own);
    let still = |edge: &EdgeInstance| others.iter().any(|one| one.candidate.edges.contains(edge));
    hindered.retain(|(edge, why)| *why != Hindrance::Strategy || !still(edge));
    let outlook = Outlook { delay: delay.and(*horizon), possible: others, hindered };
    Turn { outlook, others: count, must_act: *must_act, standing: Standing::Open }
}

/// A transition is the controller's if all its edges are.
fn is_controllable(network: &Network, candidate: &Candidate) -> bool {
    let own =
        |edge: &EdgeInstance| network.process(edge.process).edges[edge.edge.index()].controllable;
    candidate.edges.iter().all(own)
}

fn alike(left: &[EdgeInstance], right: &[EdgeInstance]) -> bool {
    left.len() == right.len() && left.iter().all(|edge| right.contains(edge))
}

/// A zone as constraints of clocks; row `i + 1` is the clock `clocks[i]`.
fn constraints(zone: &Zone, clocks: &[usize]) -> Vec<Difference> {
    let clock = |row: usize| row.checked_sub(1).map(|at| network::ClockId::at(clocks[at]));
    let minimal = zone.minimal();
    let all = minimal.constraints().iter().filter_map(|each| {
        Some(Difference {
            left: clock(each.left),
            right: clock(each.right),
            strict: each.bound.is_strict(),
            bound: each.bound.limit()?,
        })
    });
    all.collect()
}

impl Turn {
    /// What the controller does in the end if nobody else does anything before: the latest of its transitions, and
    /// when. None if it need not act.
    #[must_use]
    pub fn at_last(&self) -> Option<(&Possible, Rational)> {
        let own = self.outlook.possible[self.others..].iter().filter(|_| self.must_act);
        own.filter_map(|one| Some((one, one.when.last()?))).max_by_key(|(_, last)| *last)
    }
}
