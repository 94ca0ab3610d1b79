//! One random network: generated, judged, answered under every plan.

use engine::plan::{Options, plan};
use network::generate::{FeatureSet, Profile, generate, numbers};
use network::{Network, Query};

use crate::all_at_once::all_at_once;
use crate::answers::answers;
use crate::every_plan::{Difference, TRACES, Tally, all_options, each_plan, one_plan};
use crate::oracle::GivesUp;
use crate::shrink::{Case, shrink};
use crate::text::{network_text, query_text};

/// Larger region graphs are left alone.
pub const MOST_NODES: usize = 6000;

/// In how many ways all queries of a network are asked at once: each takes as long as many plans for one.
const AT_ONCE: usize = 1;

/// A network and a query that some plan answers wrongly.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The network.
    pub network: Network,
    /// The query.
    pub query: Query,
    /// The plan, and what is wrong.
    pub difference: Difference,
}

impl Failure {
    /// A smaller network that the same plan gets wrong.
    #[must_use]
    pub fn shrunk(&self) -> Failure {
        let mut difference = self.difference.clone();
        let options = difference.options.clone();
        let case = Case { network: self.network.clone(), query: self.query.clone() };
        if problem(&case, &options).is_none() {
            difference.problem += " (but not when the query is asked alone)";
        }
        let smallest = shrink(case, &mut |case| match problem(case, &options) {
            Some(problem) => {
                difference.problem = problem;
                true
            }
            None => false,
        });
        Failure { network: smallest.network, query: smallest.query, difference }
    }

    /// The network, the query and the plan as text.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "```xta\n{}```\n- `{}`\n- {:?}\n- {}\n",
            network_text(&self.network),
            query_text(&self.network, &self.query.kind),
            self.difference.options,
            self.difference.problem
        )
    }
}

/// What is wrong with a plan for a case, if anything.
fn problem(case: &Case, options: &Options) -> Option<String> {
    let judged = answers(&case.network, std::slice::from_ref(&case.query), MOST_NODES).ok()?;
    let plan = plan(&case.network, &case.query, options).ok()?;
    let Case { network, query } = case;
    one_plan(network, query, &judged.expected[0], judged.size, plan, &mut Tally::default()).err()
}

/// What became of a network.
pub enum Outcome {
    /// Every plan agrees with the judge on every query.
    Agreed {
        /// What was tried.
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
    /// Every admissible one.
    Every,
    /// So many, chosen at random for each query.
    Some(usize),
}

impl Plans {
    fn choose(self, random: &mut dyn FnMut() -> u64) -> Vec<Options> {
        let mut all = all_options();
        let Plans::Some(count) = self else { return all };
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
    let judged = match answers(&generated.network, &generated.queries, MOST_NODES) {
        Ok(judged) => judged,
        Err(why) => return Outcome::Skipped(why),
    };
    let mut tally = Tally::default();
    for (query, expected) in generated.queries.iter().zip(&judged.expected) {
        let choices = plans.choose(&mut random);
        match each_plan(&generated.network, query, expected, judged.size, &choices) {
            Ok(more) => tally.add(more),
            Err(difference) => {
                return Outcome::Failed(Box::new(Failure {
                    network: generated.network,
                    query: query.clone(),
                    difference: *difference,
                }));
            }
        }
    }
    let choices = plans.choose(&mut random);
    for options in choices.iter().take(AT_ONCE) {
        match all_at_once(&generated.network, &generated.queries, &judged, options) {
            Ok(more) => tally.add(more),
            Err(wrong) => {
                let (number, difference) = *wrong;
                let query = generated.queries[number].clone();
                let network = generated.network;
                return Outcome::Failed(Box::new(Failure { network, query, difference }));
            }
        }
    }
    Outcome::Agreed { tally, used: generated.used, nodes: judged.size.nodes }
}
