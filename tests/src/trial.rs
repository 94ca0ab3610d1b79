//! One random network: generated, judged, answered under every plan.

use network::generate::{FeatureSet, Profile, generate, numbers};
use network::{Network, Query};

use crate::answers::answers;
use crate::every_plan::{Difference, Tally, every_plan};
use crate::oracle::GivesUp;

/// Larger region graphs are left alone.
pub const MOST_NODES: usize = 6000;

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

/// Tries the network of a seed.
#[must_use]
pub fn trial(profile: &Profile, seed: u64) -> Outcome {
    let mut random = numbers(seed);
    let generated = generate(profile, &mut random);
    let judged = match answers(&generated.network, &generated.queries, MOST_NODES) {
        Ok(judged) => judged,
        Err(why) => return Outcome::Skipped(why),
    };
    let mut tally = Tally::default();
    for (query, expected) in generated.queries.iter().zip(&judged.expected) {
        match every_plan(&generated.network, query, expected, judged.discrete_states) {
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
    Outcome::Agreed { tally, used: generated.used, nodes: judged.nodes }
}
