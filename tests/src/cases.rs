//! Cases written down: Markdown with a model and the answers its queries have.
//!
//! ````markdown
//! ## A committed location must be left before anything else happens
//! Why that is so.
//! ```xta
//! process P() { … }
//! system P;
//! ```
//! - `E<> P.A` **holds**
//! - `sup: x` **fails**
//! ````
//!
//! A line starting with `- ` gives a query and its answer: **holds**, **fails**, **error** (an invalid
//! evaluation), **open** (to be answered alike by every plan and the judge, whatever that is), **may** (not
//! decided, because something is over-approximated), **unsupported**; for `sup` and `inf` a value: **2**,
//! **~2** (only approached), **unbounded**, **nothing**.
//!
//! Every admissible plan must answer like that, and so must the judge, who knows no stopwatches. Where a run
//! shows the answer, there must be one.

use std::sync::Arc;

use network::features::Features;
use network::{Network, Origin, Query, QueryKind};
use orrery::network::Overflow;
use orrery::{LoadError, Loader};
use query::check::check_planned;
use query::plan::{Abstraction, Options, PlanError, TraceOption, plan};
use query::verdict::{Answer as Found, Undecided, Verdict};

use crate::all_at_once::all_at_once;
use crate::answers::{Answer, Expected, Extreme, answers};
use crate::every_plan::{Patience, all_options, every_plan};
use crate::oracle::Alarm;
use crate::trial::MOST_NODES;

#[cfg(test)]
mod tests;

/// One model with its queries.
pub struct Written {
    pub title: String,
    pub model: String,
    /// Each query with the answer it must have.
    pub queries: Vec<(String, String)>,
}

/// The cases of a Markdown text.
#[must_use]
pub fn read(text: &str) -> Vec<Written> {
    let mut cases: Vec<Written> = Vec::new();
    let mut title = String::new();
    let mut inside = false;
    for line in text.lines() {
        if inside {
            inside = line.trim() != "```";
            if let (true, Some(case)) = (inside, cases.last_mut()) {
                case.model += line;
                case.model.push('\n');
            }
        } else if let Some(heading) = line.strip_prefix("#") {
            title = heading.trim_start_matches('#').trim().to_owned();
        } else if line.trim() == "```xta" {
            inside = true;
            let (model, queries) = (String::new(), Vec::new());
            cases.push(Written { title: title.clone(), model, queries });
        } else if let (Some(item), Some(case)) = (line.strip_prefix("- `"), cases.last_mut())
            && let Some((query, answer)) = item.split_once("` ")
        {
            let answer = answer.trim().trim_matches('*').to_owned();
            case.queries.push((query.to_owned(), answer));
        }
    }
    cases
}

impl Written {
    /// The network and its queries, or what is wrong with the text.
    pub fn load(&self) -> Result<(Network, Vec<Query>), String> {
        let formulas: Vec<String> =
            self.queries.iter().map(|(formula, _)| formula.clone()).collect();
        load(&self.title, &self.model, &formulas)
    }

    /// Asks the judge and every plan; all problems.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let (network, queries) = match self.load() {
            Ok(loaded) => loaded,
            Err(problem) => return vec![problem],
        };
        let asked = self.queries.iter().zip(&queries);
        if Features::of(&network).stopwatches {
            let problems = asked.filter_map(|((formula, written), query)| {
                let problem =
                    unjudged(&network, query, written).or_else(|| untimed(&network, query))?;
                Some(format!("{formula}: {problem}"))
            });
            return problems.collect();
        }
        let judged = match answers(&network, &queries, MOST_NODES) {
            Ok(judged) => judged,
            Err(why) => return vec![format!("the judge gives up: {why:?}")],
        };
        let mut problems = Vec::new();
        for (((formula, written), query), expected) in asked.zip(&judged.expected) {
            if !agrees(written, expected) {
                problems.push(format!("{formula}: {written}, but the judge says {expected:?}"));
            }
            match every_plan(&network, query, expected, judged.size) {
                Ok(tally) if tally.agreed == 0 => {
                    problems.push(format!("{formula}: no plan answers it"));
                }
                Ok(_) => {}
                Err(difference) => problems.push(format!("{formula}: {difference:?}")),
            }
            if let Some(problem) = unshown(&network, query, expected) {
                problems.push(format!("{formula}: {problem}"));
            }
        }
        // One search may answer several of them.
        if let Err(wrong) = all_at_once(&network, &queries, &judged, &Options::default()) {
            let (number, difference) = *wrong;
            problems.push(format!("{}: {difference:?}", self.queries[number].0));
        }
        problems
    }
}

/// What is wrong with the run that shows an answer.
fn unshown(network: &Network, query: &Query, expected: &Expected) -> Option<String> {
    let options = Options { trace: TraceOption::Some, ..Options::default() };
    let found = ask(network, query, &options).ok()?;
    let shown = matches!(expected.answer, Answer::Decided { shown: true, .. });
    match (&found.verdict, &found.trace_error) {
        // No run is shown to a state in which the query itself is invalid; it stands nowhere in the model.
        (Err(fault), _) if fault.run.is_none() && fault.fault.origin != Origin::NONE => {
            Some("no run leads to the error".to_owned())
        }
        (Err(_), _) => None,
        (Ok(_), Some(error)) => Some(format!("no run: {error:?}")),
        (Ok(_), None) if shown && found.run.is_none() => Some("no run".to_owned()),
        (Ok(_), None) => None,
    }
}

/// What is wrong with the run that shows an answer about stopwatches, which no judge knows.
fn untimed(network: &Network, query: &Query) -> Option<String> {
    let options = Options { trace: TraceOption::Some, ..Options::default() };
    let found = ask(network, query, &options).ok()?;
    let shown = matches!(
        (&query.kind, &found.verdict),
        (QueryKind::Reachable(_), Ok(Verdict::Holds))
            | (QueryKind::Invariant(_), Ok(Verdict::Fails))
    );
    (shown && found.run.is_none()).then(|| format!("no run: {:?}", found.trace_error))
}

/// The answer of a plan that differs from what is written.
fn unjudged(network: &Network, query: &Query, written: &str) -> Option<String> {
    let mut answered = false;
    for options in all_options() {
        let answer = match ask(network, query, &options) {
            Err(PlanError::Inadmissible { .. }) => continue,
            Err(PlanError::Unsupported(_)) => "unsupported",
            Err(PlanError::Wrong(_)) => "wrong",
            Ok(found) => match found.verdict {
                Err(_) => "error",
                Ok(Verdict::Holds) => "holds",
                Ok(Verdict::Fails) => "fails",
                Ok(Verdict::Unknown(Undecided::Stopped(_))) => continue,
                Ok(Verdict::Unknown(_)) if found.plan.abstraction == Abstraction::Hull => continue,
                Ok(Verdict::Unknown(Undecided::Maybe { .. })) => "may",
                Ok(Verdict::Unknown(Undecided::ClockRange(_))) => "unsupported",
                Ok(Verdict::Unknown(
                    Undecided::CostRange | Undecided::CostMismatch | Undecided::LeftOut,
                )) => "unknown",
            },
        };
        if answer != written {
            return Some(format!("{answer} instead of {written}, with {options:?}"));
        }
        answered = true;
    }
    (!answered).then(|| "no plan answers it".to_owned())
}

fn ask(network: &Network, query: &Query, options: &Options) -> Result<Found, PlanError> {
    let plan = plan(network, query, options)?;
    check_planned(network, query, plan, &mut Patience::new(1000))
}

/// Reads a model and queries; the first error if there is one.
pub fn load(
    title: &str,
    model: &str,
    formulas: &[String],
) -> Result<(Network, Vec<Query>), String> {
    let loader = Loader::new().overflow(Overflow::Fault);
    let loader = match formulas {
        [] => loader.without_queries(),
        _ => formulas.iter().fold(loader, Loader::formula),
    };
    let loaded = match loader.load_text(title, model) {
        Ok(model) => Arc::clone(model.loaded()),
        Err(LoadError::Wrong(loaded)) => loaded,
        Err(other) => return Err(other.to_string()),
    };
    match (loaded.network(), loaded.errors().next()) {
        (Some(network), None) => {
            let queries = loaded.queries().map(|(_, query)| query.clone()).collect();
            Ok((Network::clone(network), queries))
        }
        (_, error) => Err(error.map_or("no network".to_owned(), |error| error.message.clone())),
    }
}

fn agrees(written: &str, expected: &Expected) -> bool {
    let decided = |wanted: bool| {
        expected.alarm != Some(Alarm::Certain)
            && matches!(expected.answer, Answer::Decided { holds, .. } if holds == wanted)
    };
    match written {
        "holds" => decided(true),
        "fails" => decided(false),
        "error" => expected.alarm == Some(Alarm::Certain),
        "open" => true,
        value => matches!(&expected.answer, Answer::Extremes(all)
            if all.iter().map(|each| extreme_text(*each)).eq([value])),
    }
}

fn extreme_text(extreme: Extreme) -> String {
    match extreme {
        Extreme::Nothing => "nothing".to_owned(),
        Extreme::Beyond(_) => "unbounded".to_owned(),
        Extreme::Unknown => "unknown".to_owned(),
        Extreme::At(value, open) => format!("{}{value}", if open { "~" } else { "" }),
    }
}
