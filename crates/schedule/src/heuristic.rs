//! What may be left out of the search, and whether the optimum may be lost by that.
//!
//! The words are those of chapter 6 of the thesis: a heuristic is *nice* if it keeps an optimal schedule, and *cut and pray* if not.

use crate::problem::{Order, Problem, Wanted};

/// When steps may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starts {
    Any,
    /// When something ends, is released or opens.
    Events,
    /// An order that could begin and does not lets somebody else take what it needs before its step would have been done.
    NonLazy,
    /// As soon as possible: nobody waits for what is free.
    Greedy,
}

/// What is left out of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heuristics {
    pub starts: Starts,
    /// Orders of one recipe keep the order of their release at every step.
    pub non_overtaking: bool,
    /// At most this many orders are in progress at once.
    pub at_most_active: Option<u32>,
    /// No order begins earlier than so long before it is due.
    pub lead: Option<u32>,
}

/// What a heuristic does to the optimum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    pub heuristic: &'static str,
    /// Is an optimal schedule kept?
    pub nice: bool,
    /// Why, or what may go wrong.
    pub reason: String,
}

impl Heuristics {
    /// Only what keeps an optimal schedule.
    #[must_use]
    pub fn nice(problem: &Problem) -> Heuristics {
        let starts = if shifts_left(problem).is_ok() { Starts::Events } else { Starts::Any };
        let non_overtaking = interchangeable_in_order(problem).is_ok();
        Heuristics { starts, non_overtaking, at_most_active: None, lead: None }
    }

    /// What each does to the optimum of a problem.
    #[must_use]
    pub fn effects(&self, problem: &Problem) -> Vec<Effect> {
        let told = |heuristic, found: Result<&str, String>| match found {
            Ok(reason) => Effect { heuristic, nice: true, reason: reason.to_owned() },
            Err(reason) => Effect { heuristic, nice: false, reason },
        };
        let mut effects = vec![match self.starts {
            Starts::Any => told("starts at any time", Ok("nothing is left out")),
            Starts::Events => told("starts when something ends", shifts_left(problem)),
            Starts::NonLazy => told("non-lazy", active(problem)),
            Starts::Greedy => {
                let reason =
                    "it may be better to leave a resource free for an order that comes soon";
                told("greedy", Err(reason.to_owned()))
            }
        }];
        if self.non_overtaking {
            effects.push(told("non-overtaking", interchangeable_in_order(problem)));
        }
        if let Some(most) = self.at_most_active {
            let enough = most as usize >= problem.orders.len();
            let found =
                if enough { Ok("there are no more orders") } else { Err(TOO_FEW.to_owned()) };
            effects.push(told("at most so many active", found));
        }
        if let Some(lead) = self.lead {
            let earliest = |order: &Order| order.due.map_or(0, |due| due.saturating_sub(lead));
            let late = problem.orders.iter().all(|order| order.release >= earliest(order));
            let found = if late {
                Ok("no order is released earlier")
            } else {
                Err("an order may have to begin earlier".to_owned())
            };
            effects.push(told("begin late", found));
        }
        effects
    }
}

const TOO_FEW: &str = "it may be better to begin more orders";

/// Does a schedule become no worse if every step begins as early as the order of the steps on each resource allows?
fn shifts_left(problem: &Problem) -> Result<&'static str, String> {
    if problem.wanted == Wanted::Cost && problem.orders.iter().any(|order| order.storage_cost > 0) {
        return Err("storage costs: it may be better to begin later".to_owned());
    }
    let mut steps = problem.orders.iter().flat_map(|order| &order.steps);
    if steps.any(|step| step.pause_at_most.is_some()) {
        return Err(
            "a step must follow soon: it may be better to begin the one before later".to_owned()
        );
    }
    Ok("to begin a step earlier, in the same order, costs nothing")
}

/// Does a schedule become no worse if steps are moved into gaps that are long enough for them?
fn active(problem: &Problem) -> Result<&'static str, String> {
    shifts_left(problem)?;
    if problem.resources.iter().any(|resource| resource.cleaning > 0) {
        return Err("cleaning: a step in a gap may make the next one longer".to_owned());
    }
    if problem.resources.iter().any(|resource| resource.calendar.is_some()) {
        return Err("calendars: a step may fit in later and not now".to_owned());
    }
    let mut steps = problem.orders.iter().flat_map(|order| &order.steps);
    if steps.any(|step| step.takes != step.gives) {
        return Err(
            "a resource is held over several steps: the gap may be too short for all of them"
                .to_owned(),
        );
    }
    Ok("to move a step into a gap that is long enough for it costs nothing")
}

/// Are orders of one recipe alike but for their dates, and are these in the same order?
fn interchangeable_in_order(problem: &Problem) -> Result<&'static str, String> {
    for chain in chains(problem) {
        for pair in chain.windows(2) {
            let (first, second) = (&problem.orders[pair[0]], &problem.orders[pair[1]]);
            let like = |order: &Order| (order.steps.clone(), order.delay_cost, order.storage_cost);
            if like(first) != like(second) {
                return Err(format!(
                    "{} and {} have one recipe, but other durations or costs",
                    first.name, second.name
                ));
            }
            let due = |order: &Order| order.due.map_or(u64::MAX, u64::from);
            if due(first) > due(second) {
                return Err(format!(
                    "{} comes before {} but is due later",
                    first.name, second.name
                ));
            }
        }
    }
    Ok(
        "orders of one recipe are alike, and due in the order of their release: they can change places",
    )
}

/// The orders of each recipe, in the order of their release.
pub(crate) fn chains(problem: &Problem) -> Vec<Vec<usize>> {
    let recipes = problem.orders.iter().map(|order| order.recipe + 1).max().unwrap_or(0);
    let mut chains = vec![Vec::new(); recipes];
    for (at, order) in problem.orders.iter().enumerate() {
        chains[order.recipe].push(at);
    }
    for chain in &mut chains {
        chain.sort_by_key(|at| (problem.orders[*at].release, problem.orders[*at].due, *at));
    }
    chains
}
