//! One random network: generated, judged, answered under every plan.

use network::generate::{FeatureSet, Generated, Profile, generate, numbers};
use network::{Network, Query};
use query::plan::{Options, plan};

use crate::all_at_once::all_at_once;
use crate::answers::answers;
use crate::every_plan::{Difference, TRACES, Tally, all_options, each_plan, one_plan};
use crate::oracle::GivesUp;
use crate::scale;
use crate::shrink::{Case, shrink};
use crate::text::{network_text, query_text};

/// Larger region graphs are left alone.
pub const MOST_NODES: usize = 6000;

/// In how many ways all queries of a network are asked at once: each takes as long as many plans for one.
const AT_ONCE: usize = 1;

/// A network and a query that some plan answers wrongly.
#[derive(Clone, Debug)]
pub struct Failure {
    pub network: Network,
    pub query: Query,
    /// By what the constants of clocks are multiplied before the engine sees them.
    pub factor: i32,
    /// The plan, and what is wrong.
    pub difference: Difference,
}

impl Failure {
    /// A smaller network that the same plan gets wrong.
    #[must_use]
    pub fn shrunk(&self) -> Failure {
        let mut difference = self.difference.clone();
        let (options, factor) = (difference.options.clone(), self.factor);
        let case = Case { network: self.network.clone(), query: self.query.clone() };
        if problem(&case, &options, factor).is_none() {
            difference.problem += " (but not when the query is asked alone)";
        }
        let smallest = shrink(case, &mut |case| match problem(case, &options, factor) {
            Some(problem) => {
                difference.problem = problem;
                true
            }
            None => false,
        });
        Failure { network: smallest.network, query: smallest.query, factor, difference }
    }

    /// The network, the query and the plan as text.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "```xta\n{}```\n- `{}`\n- {:?}\n- {}\n",
            network_text(&scale::network(&self.network, self.factor)),
            query_text(&self.network, &scale::query(&self.query, self.factor).kind),
            self.difference.options,
            self.difference.problem
        )
    }
}

/// What is wrong with a plan for a case, if anything.
fn problem(case: &Case, options: &Options, factor: i32) -> Option<String> {
    let asked = std::slice::from_ref(&case.query);
    let mut judged = answers(&case.network, asked, MOST_NODES).ok()?;
    scale::answers(&mut judged, asked, factor);
    let (network, query) =
        (&scale::network(&case.network, factor), &scale::query(&case.query, factor));
    let plan = plan(network, query, options).ok()?;
    one_plan(network, query, &judged.expected[0], judged.size, plan, &mut Tally::default()).err()
}

/// What became of a network.
pub enum Outcome {
    /// Every plan agrees with the judge on every query.
    Agreed {
        tally: Tally,
        /// What the network uses.
        used: FeatureSet,
        /// The size of its region graph.
        nodes: usize,
    },
    /// The judge gave up.
    Skipped(GivesUp),
    /// Some plan is wrong.
    Failed(Box<Failure>),
}

/// Which plans are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plans {
    Every,
    /// So many, chosen at random for each query.
    Some(usize),
    /// So many of those that people use, chosen at random for each query: for long campaigns.
    Few(usize),
}

impl Plans {
    fn choose(self, random: &mut dyn FnMut() -> u64) -> Vec<Options> {
        let mut all = all_options();
        let (Plans::Some(count) | Plans::Few(count)) = self else { return all };
        let mut pick = |from: usize| usize::try_from(random() % from as u64).unwrap_or(0);
        let mut chosen: Vec<_> =
            (0..count.min(all.len())).map(|_| all.swap_remove(pick(all.len()))).collect();
        // Every other one also shows its run.
        for options in chosen.iter_mut().step_by(2) {
            options.trace = TRACES[pick(TRACES.len())];
        }
        chosen
    }
}

/// Tries the network of a seed.
#[must_use]
pub fn trial(profile: &Profile, seed: u64, plans: Plans) -> Outcome {
    let mut random = numbers(seed);
    let generated = generate(profile, &mut random);
    judge(&generated, plans, &mut random)
}

#[must_use]
pub fn judge(generated: &Generated, plans: Plans, random: &mut dyn FnMut() -> u64) -> Outcome {
    let mut judged = match answers(&generated.network, &generated.queries, MOST_NODES) {
        Ok(judged) => judged,
        Err(why) => return Outcome::Skipped(why),
    };
    let factor = scale::factor(&generated.network, &generated.queries, random);
    scale::answers(&mut judged, &generated.queries, factor);
    let network = scale::network(&generated.network, factor);
    let queries: Vec<_> =
        generated.queries.iter().map(|query| scale::query(query, factor)).collect();
    let failed = |number: usize, difference: Difference| {
        let (network, query) = (generated.network.clone(), generated.queries[number].clone());
        Outcome::Failed(Box::new(Failure { network, query, factor, difference }))
    };
    let mut tally = Tally::default();
    for (number, (query, expected)) in queries.iter().zip(&judged.expected).enumerate() {
        let choices = plans.choose(random);
        match each_plan(&network, query, expected, judged.size, &choices) {
            Ok(more) => tally.add(more),
            Err(difference) => return failed(number, *difference),
        }
    }
    let choices = plans.choose(random);
    for options in choices.iter().take(AT_ONCE) {
        match all_at_once(&network, &queries, &judged, options) {
            Ok(more) => tally.add(more),
            Err(wrong) => {
                let (number, difference) = *wrong;
                return failed(number, difference);
            }
        }
    }
    Outcome::Agreed { tally, used: generated.used, nodes: judged.size.nodes }
}
