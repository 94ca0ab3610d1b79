//! One random model: generated, judged, printed, read, answered in many ways.

use engine::graph::Following;
use engine::store::Compression;
use network::{Network, Query};
use program::Recalling;
use query::plan::{AbstractionOption, Options, OrderOption, SymmetryOption, TraceOption, plan};
use source::answer::{Answers as Judged, answers};
use source::dice::Dice;
use source::explore::GivesUp;
use source::feature::{FeatureSet, Profile};
use source::generate::{Generated, generate};
use source::print::{model_text, query_text};
use source::shrink::shrink;
use source::tree;

use super::load::load;
use crate::all_at_once::all_at_once;
use crate::answers::{Answer, Answers, Expected, Extreme, Size};
use crate::every_plan::{Difference, TRACES, Tally, all_options, each_plan, one_plan};
use crate::oracle::Alarm;
use crate::trial::Plans;

/// Larger graphs are left alone.
pub const MOST_NODES: usize = 1500;

/// How many models are made for a seed, and how many states are enough for one.
const ATTEMPTS: usize = 8;
const ENOUGH_STATES: usize = 15;

/// Clocks that grow beyond this may be called unbounded.
const FARTHEST: i64 = 1 << 24;

/// What went wrong with a model.
#[derive(Clone, Debug)]
pub struct Failure {
    pub model: tree::Model,
    pub query: tree::Query,
    /// How it was asked; none if the text was not even read.
    pub options: Option<Options>,
    pub problem: String,
}

/// What became of a model.
pub enum Outcome {
    Agreed {
        tally: Tally,
        /// What the model uses.
        used: FeatureSet,
        /// The size of its graph.
        nodes: usize,
        /// How many queries meet a fault that cannot be avoided.
        faults: u64,
    },
    /// Too large, or no start.
    Skipped(GivesUp),
    Failed(Box<Failure>, FeatureSet),
}

impl Failure {
    /// The model, the query and the plan as text.
    #[must_use]
    pub fn text(&self) -> String {
        let Failure { model, query, options, problem } = self;
        let options =
            options.as_ref().map_or("no plan".to_owned(), |options| format!("{options:?}"));
        let query = query_text(model, query);
        format!("```xta\n{}```\n- `{query}`\n- {options}\n- {problem}\n", model_text(model))
    }

    /// A smaller model that is wrong in the same way.
    #[must_use]
    pub fn shrunk(&self) -> Failure {
        let mut last = self.clone();
        let kind = std::mem::discriminant(&self.symptom());
        // What makes a text illegal is told by its message; a smaller text is easily illegal in another way.
        if self.options.is_none() {
            return last;
        }
        if self.alone().is_none() {
            last.problem += " (but not when the query is asked alone)";
            return last;
        }
        let (model, query) = shrink(self.model.clone(), self.query.clone(), &mut |model, query| {
            let candidate = Failure {
                model: model.clone(),
                query: query.clone(),
                options: self.options.clone(),
                problem: String::new(),
            };
            let Some(problem) = candidate.alone() else { return false };
            let found = Failure { problem, ..candidate };
            let same = std::mem::discriminant(&found.symptom()) == kind;
            if same {
                last.problem.clone_from(&found.problem);
            }
            same
        });
        Failure { model, query, ..last }
    }

    fn symptom(&self) -> Symptom {
        match &self.options {
            None => Symptom::Rejected,
            Some(_) if self.problem.contains("panicked") => Symptom::Panic,
            Some(_) if self.problem.contains("discrete states instead") => Symptom::Count,
            Some(_) if self.problem.contains("no run") => Symptom::Run,
            Some(_) if self.problem.contains("does not end") => Symptom::Endless,
            Some(_) => Symptom::Answer,
        }
    }

    /// What is wrong when the query is asked alone.
    fn alone(&self) -> Option<String> {
        let queries = std::slice::from_ref(&self.query);
        let judged = match answers(&self.model, queries, MOST_NODES) {
            Ok(judged) => translated(&judged, self.model.scale > 1),
            Err(_) => return None,
        };
        match (load(&self.model, queries), &self.options) {
            (Err(problem), None) => Some(problem),
            (Ok((network, queries)), Some(options)) => {
                let plan = plan(&network, &queries[0], options).ok()?;
                let expected = &judged.expected[0];
                let mut tally = Tally::default();
                one_plan(&network, &queries[0], expected, judged.size, plan, &mut tally).err()
            }
            _ => None,
        }
    }
}

/// Kinds of differences, so that shrinking does not turn one into another.
enum Symptom {
    Rejected,
    Panic,
    Count,
    Run,
    Endless,
    Answer,
}

/// The source judge's answers in the words of the plans' judge.
pub(super) fn translated(judged: &Judged, large: bool) -> Answers {
    let alarm = |alarm: source::explore::Alarm| match alarm {
        source::explore::Alarm::Possible => Alarm::Possible,
        source::explore::Alarm::Certain => Alarm::Certain,
    };
    let extreme = |extreme: source::answer::Extreme| match extreme {
        source::answer::Extreme::Nothing => Extreme::Nothing,
        // The engine says so where it does not follow a clock any further.
        source::answer::Extreme::At(value, _) if value.abs() > FARTHEST => Extreme::Unknown,
        source::answer::Extreme::At(value, open) => Extreme::At(value, open),
        source::answer::Extreme::Beyond(value) => Extreme::Beyond(value),
    };
    let answer = |answer: source::answer::Answer| match answer {
        source::answer::Answer::Decided { holds, shown } => Answer::Decided { holds, shown },
        source::answer::Answer::Extreme(found) => Answer::Extremes(vec![extreme(found)]),
        source::answer::Answer::Open => Answer::Open,
    };
    let expected = judged.expected.iter().map(|expected| Expected {
        answer: answer(expected.answer),
        alarm: expected.alarm.map(alarm),
        large,
    });
    // A search for a shortest run may expand a state many times, so allow more than nodes suggest.
    let size = Size { discrete_states: judged.states, nodes: 500 + 5 * judged.nodes };
    Answers { expected: expected.collect(), size }
}

/// What is tried for every query: what people use, and each thing that symmetry and threads change.
fn usual() -> Vec<Options> {
    let plain = Options { symmetry: SymmetryOption::Off, ..Options::default() };
    let symmetric = Options::default();
    vec![
        plain.clone(),
        symmetric.clone(),
        Options { symmetry: SymmetryOption::Sort, ..symmetric.clone() },
        Options { symmetry: SymmetryOption::Scalars, ..symmetric.clone() },
        Options { order: OrderOption::Dfs, ..symmetric.clone() },
        Options { order: OrderOption::Dfs, ..plain.clone() },
        Options { threads: 2, ..symmetric.clone() },
        Options { threads: 2, ..plain.clone() },
        Options { abstraction: AbstractionOption::M, ..symmetric.clone() },
        Options { abstraction: AbstractionOption::Lu, ..plain.clone() },
        Options { abstraction: AbstractionOption::Hull, ..plain.clone() },
        Options {
            dead_variables: false,
            active_clocks: false,
            chains: Following::Never,
            slice: false,
            fuse_loops: query::plan::FuseOption::Off,
            recalling: Recalling::Never,
            compression: Compression::Never,
            ..plain.clone()
        },
        Options { recalling: Recalling::Always, compression: Compression::Always, ..plain.clone() },
        Options { trace: TraceOption::Some, ..symmetric },
        Options { trace: TraceOption::Shortest, ..plain },
    ]
}

fn choices(plans: Plans, dice: &mut Dice, every: &[Options]) -> Vec<Options> {
    let mut chosen = usual();
    let count = match plans {
        Plans::Every => return every.to_vec(),
        Plans::Some(count) => count,
        Plans::Few(count) => {
            while chosen.len() > count {
                chosen.swap_remove(dice.below(chosen.len()));
            }
            return chosen;
        }
    };
    for number in 0..count {
        let mut options = every[dice.below(every.len())].clone();
        if number % 2 == 0 {
            options.trace = TRACES[dice.below(TRACES.len())];
        }
        chosen.push(options);
    }
    chosen
}

/// The model of a seed: of a few, the first in which enough happens. Most random models get stuck at once.
#[must_use]
pub fn lively(profile: &Profile, seed: u64) -> Generated {
    let mut dice = Dice::new(seed);
    let mut best: Option<(usize, Generated)> = None;
    for _ in 0..ATTEMPTS {
        let generated = generate(profile, dice.draw());
        let states = match answers(&generated.model, &[], MOST_NODES) {
            Ok(judged) => judged.states,
            Err(GivesUp::Senseless(_)) => return generated,
            Err(GivesUp::NoStart | GivesUp::TooLarge) => 0,
        };
        if best.as_ref().is_none_or(|(most, _)| states > *most) {
            best = Some((states, generated));
        }
        if states >= ENOUGH_STATES {
            break;
        }
    }
    best.map_or_else(|| generate(profile, seed), |(_, generated)| generated)
}

/// Tries the model of a seed.
#[must_use]
pub fn trial(profile: &Profile, seed: u64, plans: Plans) -> Outcome {
    let generated = lively(profile, seed);
    let used = generated.used;
    let failed = |query: usize, options: Option<Options>, problem: String| {
        let (model, query) = (generated.model.clone(), generated.queries[query].clone());
        Outcome::Failed(Box::new(Failure { model, query, options, problem }), used)
    };
    let (network, queries) = match load(&generated.model, &generated.queries) {
        Ok(loaded) => loaded,
        Err(problem) => return failed(0, None, problem),
    };
    let judged = match answers(&generated.model, &generated.queries, MOST_NODES) {
        Ok(judged) => judged,
        Err(GivesUp::Senseless(what)) => return failed(0, None, format!("the judge: {what}")),
        Err(why) => return Outcome::Skipped(why),
    };
    let (nodes, judged) = (judged.nodes, translated(&judged, generated.model.scale > 1));
    let large = generated.model.scale > 1;
    match compared(&network, &queries, &judged, (plans, large), seed) {
        Ok(tally) => {
            let certain = |expected: &&Expected| expected.alarm == Some(Alarm::Certain);
            let faults = judged.expected.iter().filter(certain).count() as u64;
            Outcome::Agreed { tally, used, nodes, faults }
        }
        Err(wrong) => {
            let (query, Difference { options, problem }) = *wrong;
            failed(query, Some(options), problem)
        }
    }
}

pub(super) fn compared(
    network: &Network,
    queries: &[Query],
    judged: &Answers,
    (plans, large): (Plans, bool),
    seed: u64,
) -> Result<Tally, Box<(usize, Difference)>> {
    let mut dice = Dice::new(seed);
    // Without abstraction, clocks grow until they no longer fit.
    let mut every = all_options();
    every.retain(|options| !large || options.abstraction != AbstractionOption::None);
    let mut tally = Tally::default();
    for (number, (query, expected)) in queries.iter().zip(&judged.expected).enumerate() {
        let choices = choices(plans, &mut dice, &every);
        match each_plan(network, query, expected, judged.size, &choices) {
            Ok(more) => tally.add(more),
            Err(difference) => return Err(Box::new((number, *difference))),
        }
    }
    let together = match plans {
        // Searches shared by all queries cost most; the models of a long campaign take turns.
        Plans::Few(_) => vec![choices(Plans::Few(1), &mut dice, &every).remove(0)],
        Plans::Some(_) | Plans::Every => {
            vec![Options::default(), every[dice.below(every.len())].clone()]
        }
    };
    for options in together {
        tally.add(all_at_once(network, queries, judged, &options)?);
    }
    Ok(tally)
}
