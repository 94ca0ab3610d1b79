//! Questions about a network.

use crate::expr::Expr;
use crate::formula::{Along, Formula};
use crate::goal::Goal;
use crate::guard::ClockPlace;
use crate::ids::Origin;

/// A question, with what is known about it.
#[derive(Clone, Debug)]
pub struct Query {
    pub kind: QueryKind,
    /// What the strategy is called that it asks for.
    pub strategy: Option<String>,
    /// The strategy that controls the model it is about.
    pub under: Option<String>,
    /// What is asked of the model under a strategy. The kind is then `Unsupported`, for those who do not look here.
    pub led: Option<Box<Led>>,
    /// The formula as written, with runs of blanks folded to one.
    pub text: String,
    /// The line of the file it stands on, if it stands in a file.
    pub line: Option<u32>,
    pub comment: String,
    /// The answer the author expects.
    pub expect: Option<Expectation>,
    /// Options stored with it (`--search-order`, …), as key and value.
    pub options: Vec<(String, String)>,
    /// Where it is written.
    pub origin: Origin,
}

impl Query {
    /// Which end of which values is the answer, where the answer is a value.
    #[must_use]
    pub fn extremum(&self) -> Option<Extremum> {
        self.led.as_ref().map_or(&self.kind, |led| &led.kind).extremum()
    }

    /// A question that nobody wrote.
    #[must_use]
    pub fn of(kind: QueryKind) -> Query {
        Query {
            kind,
            strategy: None,
            under: None,
            led: None,
            text: String::new(),
            line: None,
            comment: String::new(),
            expect: None,
            options: Vec::new(),
            origin: Origin::NONE,
        }
    }
}

/// A question about the runs under a strategy, where it is not a formula about the model (see [`Along::kept`]).
#[derive(Clone, Debug)]
pub struct Led {
    /// What the controller forces or keeps.
    pub game: Along,
    pub kind: QueryKind,
}

/// The answer an author expects.
#[derive(Clone, PartialEq, Debug)]
pub enum Expectation {
    Holds,
    Fails,
    /// Checking it is an error.
    Error,
    /// It has this value.
    Value(String),
}

#[derive(Clone, Debug)]
pub enum QueryKind {
    /// `E<> goal`: some reachable state satisfies it.
    Reachable(Goal),
    /// `A[] goal`: every reachable state satisfies it.
    Invariant(Goal),
    /// `E[] goal`: some maximal run satisfies it throughout.
    PotentiallyAlways(Goal),
    /// `A<> goal`: every maximal run satisfies it somewhere.
    Eventually(Goal),
    /// `first --> second`: whenever the first holds, the second inevitably holds then or later.
    LeadsTo(Goal, Goal),
    /// `sup`, `inf` or `bounds` of terms over the reachable states that satisfy the goal.
    Optimum {
        /// Which of the three.
        extremum: Extremum,
        within: Goal,
        terms: Vec<Term>,
    },
    /// A formula in which quantifiers over paths are nested or joined: does the start satisfy it?
    Branching(Formula),
    /// The least that a run to a state that satisfies the goal costs: `inf{goal}: cost`.
    Cheapest {
        /// Where the run leads.
        goal: Goal,
        /// Which quantity is minimised.
        objective: Objective,
    },
    /// Something the symbolic engine does not do; the answer is `unsupported` with this reason.
    Unsupported(String),
    /// Not a well-formed query; the answer is `error` with this reason.
    Wrong(String),
}

/// What of a model decides a query, and so which reductions may be sound for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The reachable states, each by itself.
    States,
    /// The values of terms in the reachable states.
    Values,
    /// The maximal runs, one by one.
    MaximalRuns,
    /// What each state can still do.
    Tree,
    /// What the runs to some states cost.
    Costs,
    /// It is not answered at all.
    Nothing,
}

impl QueryKind {
    /// What decides it. A new kind is placed here first.
    #[must_use]
    pub fn scope(&self) -> Scope {
        match self {
            QueryKind::Reachable(_) | QueryKind::Invariant(_) => Scope::States,
            QueryKind::Optimum { .. } => Scope::Values,
            QueryKind::PotentiallyAlways(_) | QueryKind::Eventually(_) | QueryKind::LeadsTo(..) => {
                Scope::MaximalRuns
            }
            QueryKind::Branching(_) => Scope::Tree,
            QueryKind::Cheapest { .. } => Scope::Costs,
            QueryKind::Unsupported(_) | QueryKind::Wrong(_) => Scope::Nothing,
        }
    }

    /// The same question as a formula of branching time, where it is about one kind of path.
    #[must_use]
    pub fn as_formula(&self) -> Option<Formula> {
        let is = |goal: &Goal| Box::new(Formula::Goal(goal.clone()));
        match self {
            QueryKind::Reachable(goal) => Some(Formula::Some(Along::Eventually(is(goal)))),
            QueryKind::Invariant(goal) => Some(Formula::All(Along::Always(is(goal)))),
            QueryKind::PotentiallyAlways(goal) => Some(Formula::Some(Along::Always(is(goal)))),
            QueryKind::Eventually(goal) => Some(Formula::All(Along::Eventually(is(goal)))),
            QueryKind::LeadsTo(first, second) => Some(Formula::leads_to(*is(first), *is(second))),
            QueryKind::Optimum { .. }
            | QueryKind::Cheapest { .. }
            | QueryKind::Branching(_)
            | QueryKind::Unsupported(_)
            | QueryKind::Wrong(_) => None,
        }
    }

    /// Which end of which values is the answer, where the answer is a value.
    #[must_use]
    pub fn extremum(&self) -> Option<Extremum> {
        match self {
            QueryKind::Optimum { extremum, .. } => Some(*extremum),
            QueryKind::Cheapest { .. } => Some(Extremum::Infimum),
            QueryKind::Reachable(_)
            | QueryKind::Invariant(_)
            | QueryKind::PotentiallyAlways(_)
            | QueryKind::Eventually(_)
            | QueryKind::LeadsTo(..)
            | QueryKind::Branching(_)
            | QueryKind::Unsupported(_)
            | QueryKind::Wrong(_) => None,
        }
    }

    /// The predicates it asks about.
    #[must_use]
    pub fn goals(&self) -> Vec<&Goal> {
        self.sought().into_iter().map(|(goal, _)| goal).collect()
    }

    /// The predicates it asks about, each with whether its opposite is what a search looks for.
    #[must_use]
    pub fn sought(&self) -> Vec<(&Goal, bool)> {
        match self {
            QueryKind::Reachable(goal)
            | QueryKind::PotentiallyAlways(goal)
            | QueryKind::Optimum { within: goal, .. }
            | QueryKind::Cheapest { goal, .. } => vec![(goal, false)],
            QueryKind::Invariant(goal) | QueryKind::Eventually(goal) => vec![(goal, true)],
            QueryKind::LeadsTo(first, second) => vec![(first, false), (second, true)],
            QueryKind::Branching(formula) => {
                formula.goals().into_iter().map(|goal| (goal, false)).collect()
            }
            QueryKind::Unsupported(_) | QueryKind::Wrong(_) => Vec::new(),
        }
    }

    /// What its values are asked for.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        match self {
            QueryKind::Optimum { terms, .. } => terms,
            QueryKind::Reachable(_)
            | QueryKind::Invariant(_)
            | QueryKind::PotentiallyAlways(_)
            | QueryKind::Eventually(_)
            | QueryKind::LeadsTo(..)
            | QueryKind::Branching(_)
            | QueryKind::Cheapest { .. }
            | QueryKind::Unsupported(_)
            | QueryKind::Wrong(_) => &[],
        }
    }

    /// Is each reachable state looked at by itself?
    #[must_use]
    pub fn is_about_states(&self) -> bool {
        self.about_one_state().is_some() || !self.terms().is_empty()
    }

    /// The predicate of `E<>` or `A[]`, and whether every state must satisfy it: the queries that one reachable
    /// state decides.
    #[must_use]
    pub fn about_one_state(&self) -> Option<(&Goal, bool)> {
        match self {
            QueryKind::Reachable(goal) => Some((goal, false)),
            QueryKind::Invariant(goal) => Some((goal, true)),
            QueryKind::PotentiallyAlways(_)
            | QueryKind::Eventually(_)
            | QueryKind::LeadsTo(..)
            | QueryKind::Optimum { .. }
            | QueryKind::Branching(_)
            | QueryKind::Cheapest { .. }
            | QueryKind::Unsupported(_)
            | QueryKind::Wrong(_) => None,
        }
    }
}

/// Which quantity is minimised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Objective {
    /// The model's `cost`.
    #[default]
    Cost,
    /// The time that passes.
    Time,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extremum {
    /// `sup`
    Supremum,
    /// `inf`
    Infimum,
    /// `bounds`
    Bounds,
}

/// What an optimum is of.
#[derive(Clone, Debug)]
pub enum Term {
    Int {
        text: String,
        value: Expr,
    },
    /// A clock, or the difference of two.
    Clock {
        text: String,
        left: ClockPlace,
        right: Option<ClockPlace>,
    },
}
