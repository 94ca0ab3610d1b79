//! Which symmetries a query may use.

use std::sync::Arc;

use network::features::Features;
use network::{BinaryOp, ClockConstraint, Expr, Goal, Network, Objective, QueryKind, Term};

use super::choose::{Reason, decide};
use super::options::{Options, SymmetryOption};
use engine::goal::{negated, normal, written_out};
use symmetry::{
    Closure, Found, Group, Question, Restriction, detect, detect_whole, group_at_start, group_for,
};

/// How the representative of an orbit is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Canonical {
    /// The same for all states of an orbit.
    Exact,
    /// By sorting what belongs to each element: quicker, but an orbit may have several.
    Sorted,
}

impl Canonical {
    fn of(wanted: SymmetryOption) -> Canonical {
        match wanted {
            SymmetryOption::Auto | SymmetryOption::Scalars | SymmetryOption::Off => {
                Canonical::Exact
            }
            SymmetryOption::Sort => Canonical::Sorted,
        }
    }
}

/// The symmetries of one query.
#[derive(Clone, Debug)]
pub struct SymmetryPlan {
    /// The group; none if it is trivial or not wanted.
    pub group: Option<Arc<Group>>,
    /// What was found in the network.
    pub found: Option<Arc<Found>>,
    /// What the query takes away.
    pub restrictions: Vec<Restriction>,
    /// The goal with all its images, if these are searched for instead: it names elements that the group
    /// moves.
    pub closure: Option<Arc<Closure>>,
    /// How the states are found in which the runs of `-->` start, if with more symmetries than the runs.
    pub starts: Option<Arc<StartSearch>>,
    /// How a state gets its representative.
    pub canonical: Canonical,
}

/// The search for the states in which runs start, for a query that names elements: all its images are looked for at once.
/// What is found is renamed to what the query names before a run from there is looked for.
#[derive(Clone, Debug)]
pub struct StartSearch {
    /// Symmetries that fix the initial state.
    pub group: Arc<Group>,
    /// The predicates of the query, with all their images.
    pub closure: Closure,
}

/// Plans are the same if they permute the same elements in the same way.
impl PartialEq for SymmetryPlan {
    fn eq(&self, other: &SymmetryPlan) -> bool {
        let action = |plan: &SymmetryPlan| {
            plan.group.as_ref().map(|group| {
                (group.structure.sorts.clone(), group.structure.cells.clone(), group.listed.len())
            })
        };
        let goals =
            |plan: &SymmetryPlan| plan.closure.as_ref().map(|closure| closure.goals.clone());
        let starts =
            |plan: &SymmetryPlan| plan.starts.as_ref().map(|starts| starts.closure.goals.clone());
        self.canonical == other.canonical
            && goals(self) == goals(other)
            && starts(self) == starts(other)
            && action(self) == action(other)
    }
}

impl SymmetryPlan {
    /// No symmetry at all.
    #[must_use]
    pub fn off() -> SymmetryPlan {
        let restrictions = Vec::new();
        let canonical = Canonical::Exact;
        SymmetryPlan {
            group: None,
            found: None,
            restrictions,
            closure: None,
            starts: None,
            canonical,
        }
    }

    pub(super) fn new(
        network: &Network,
        kind: &QueryKind,
        options: &Options,
        reasons: &mut Vec<Reason>,
    ) -> SymmetryPlan {
        if options.symmetry == SymmetryOption::Off {
            decide(reasons, "symmetry", "off", "asked for");
            return SymmetryPlan::off();
        }
        let (goals, terms) = question(network, kind);
        let uses: Vec<Goal> = goals.iter().cloned().chain(terms.iter().map(read_by)).collect();
        let scalars_only = options.symmetry == SymmetryOption::Scalars;
        let found = if scalars_only { detect_whole } else { detect }(network, &uses);
        let question = Question { goals: &goals, terms: &terms, ends: ends_search(kind) };
        let (mut group, mut restrictions) = group_for(network, &found, question, scalars_only);
        let (mut closure, mut starts) = (None, None);
        let gave_up = !restrictions.is_empty() || found.listed().next().is_some();
        if gave_up && (kind.is_about_states() || has_starts(network, kind)) {
            let (wider, left) = group_at_start(network, &found, scalars_only);
            let asked: Vec<Goal> = goals.iter().cloned().chain(terms.iter().map(spoken)).collect();
            let images = || Closure::of(network, &found.classes, &wider, &asked);
            match is_larger(&wider, &group).then(images).flatten() {
                Some(images) if kind.is_about_states() => {
                    closure = Some(Arc::new(images));
                    (group, restrictions) = (wider, left);
                }
                Some(closure) => {
                    starts = Some(Arc::new(StartSearch { group: Arc::new(wider), closure }));
                }
                None => {}
            }
        }
        let plan = SymmetryPlan {
            group: (!group.is_trivial()).then(|| Arc::new(group)),
            closure,
            starts,
            found: Some(Arc::new(found)),
            restrictions,
            canonical: Canonical::of(options.symmetry),
        };
        plan.explain(reasons);
        plan
    }

    fn explain(&self, reasons: &mut Vec<Reason>) {
        if let Some(StartSearch { group, closure }) = self.starts.as_deref() {
            let because = format!(
                "{} symmetries; the query is one of {} alike, whose starts are searched for at once",
                group.order(),
                closure.images.len(),
            );
            decide(reasons, "starts of runs", "with symmetry", &because);
        }
        let Some(group) = &self.group else {
            let because = match self.restrictions.is_empty() {
                true => "nothing in the model is interchangeable",
                false => "the query names what would be interchangeable",
            };
            decide(reasons, "symmetry", "off", because);
            return;
        };
        let sizes: Vec<String> =
            group.structure.sorts.iter().map(|sort| sort.size.to_string()).collect();
        let mut because = format!("{} symmetries", group.order());
        if !sizes.is_empty() {
            because.push_str(&format!("; interchangeable elements: {}", sizes.join(" + ")));
        }
        if group.listed.len() > 1 {
            because.push_str(&format!("; {} turns", group.listed.len()));
        }
        if let Some(closure) = &self.closure {
            let copies = closure.images.len();
            because
                .push_str(&format!("; the query is one of {copies} alike, searched for at once"));
        }
        decide(reasons, "symmetry", self.kind(), &because);
    }

    /// The kind of group, in a word.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.group {
            None => "off",
            Some(group) if group.sorts.is_empty() => "ring",
            Some(_) if self.restrictions.is_empty() => "full",
            Some(_) => "partial",
        }
    }
}

/// Does one group have more symmetries than another?
fn is_larger(left: &Group, right: &Group) -> bool {
    left.order() > right.order()
}

/// Are states looked for in which runs start? Where clocks stand still, a run that was found need not be one, and is looked for
/// elsewhere by other means.
fn has_starts(network: &Network, kind: &QueryKind) -> bool {
    matches!(kind, QueryKind::LeadsTo(..)) && !Features::of(network).stopwatches
}

/// Does a state that satisfies the goal end the search?
fn ends_search(kind: &QueryKind) -> bool {
    kind.about_one_state().is_some()
}

/// A goal that uses integers as a term does: the value of a term is a number, not an identity.
pub(super) fn read_by(term: &Term) -> Goal {
    match term {
        Term::Int { value, .. } => {
            Goal::Holds(Expr::binary(BinaryOp::Lt, value.clone(), Expr::Const(0)))
        }
        Term::Clock { left, right, .. } => Goal::Clock(ClockConstraint {
            when: Expr::TRUE,
            left: Some(left.clone()),
            right: right.clone(),
            strict: false,
            bound: Expr::Const(0),
        }),
    }
}

/// A term as a goal, to be renamed like one.
pub(super) fn spoken(term: &Term) -> Goal {
    match term {
        Term::Int { value, .. } => Goal::Holds(value.clone()),
        clock @ Term::Clock { .. } => read_by(clock),
    }
}

/// The term that was spoken.
pub fn heard(goal: &Goal) -> Option<Term> {
    let text = String::new();
    match goal {
        Goal::Holds(value) => Some(Term::Int { value: value.clone(), text }),
        Goal::Clock(ClockConstraint { left: Some(left), right, .. }) => {
            Some(Term::Clock { left: left.clone(), right: right.clone(), text })
        }
        Goal::Clock(_) | Goal::And(_) | Goal::Or(_) | Goal::Not(_) | Goal::Deadlock => None,
    }
}

/// A term in which the processes it is about are plain to see.
fn plain(term: &Term) -> Term {
    match term {
        Term::Int { value, text } => Term::Int { value: written_out(value), text: text.clone() },
        clock @ Term::Clock { .. } => clock.clone(),
    }
}

/// The goals (in normal form) and terms of a query, as far as symmetry is concerned.
pub(super) fn question(network: &Network, kind: &QueryKind) -> (Vec<Goal>, Vec<Term>) {
    let form = |(goal, opposite)| if opposite { negated(goal) } else { normal(goal) };
    let goals = kind.sought().into_iter().map(form).collect();
    let mut terms: Vec<Term> = kind.terms().iter().map(plain).collect();
    // A state and its image must cost the same. What transitions cost is part of the network: their updates say so.
    if let QueryKind::Cheapest { objective: Objective::Cost, .. } = kind
        && let Some(cost) = &network.cost
    {
        terms.push(Term::Int { text: "cost'".to_owned(), value: cost.total_rate() });
    }
    (goals, terms)
}
