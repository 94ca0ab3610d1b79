//! One network, answered with zones and in whole numbers.

use network::generate::{Generated, Profile, numbers};
use network::{Goal, Network, Query, QueryKind};
use query::plan::{
    AccelerateOption, DomainOption, Following, Options, OrderOption, SymmetryOption, TraceOption,
    plan,
};

use super::make::closed;
use super::states::{Seen, discrete_states};
use crate::all_at_once::all_at_once;
use crate::answers::answers;
use crate::every_plan::{Difference, Tally, each_plan};
use crate::trial::{Failure, MOST_NODES, Outcome};

/// Plans in whole numbers that are tried for a query.
const PLANS: usize = 5;
/// Expansions of a search that sees every state.
const MOST_EXPANSIONS: u64 = 20_000;

/// Tries the network of a seed; also says whether all its discrete states were compared.
pub(super) fn trial(profile: &Profile, seed: u64) -> (Outcome, bool) {
    let mut random = numbers(seed);
    let generated = closed(profile, &mut random);
    let outcome = judge(&generated, &mut random);
    if !matches!(outcome, Outcome::Agreed { .. }) {
        return (outcome, false);
    }
    match compare_states(&generated.network) {
        Ok(compared) => (outcome, compared),
        Err(difference) => (failure(&generated, nothing(), difference), true),
    }
}

fn failure(generated: &Generated, query: Query, difference: Difference) -> Outcome {
    let network = generated.network.clone();
    Outcome::Failed(Box::new(Failure { network, query, factor: 1, difference }))
}

fn judge(generated: &Generated, random: &mut dyn FnMut() -> u64) -> Outcome {
    let Generated { network, queries, used } = generated;
    let judged = match answers(network, queries, MOST_NODES) {
        Ok(judged) => judged,
        Err(why) => return Outcome::Skipped(why),
    };
    let mut tally = Tally::default();
    for (query, expected) in queries.iter().zip(&judged.expected) {
        let choices = choose(random);
        match each_plan(network, query, expected, judged.size, &choices) {
            Ok(more) => tally.add(more),
            Err(difference) => return failure(generated, query.clone(), *difference),
        }
    }
    let options = Options { domain: DomainOption::Integers, ..Options::default() };
    match all_at_once(network, queries, &judged, &options) {
        Ok(more) => tally.add(more),
        Err(wrong) => {
            let (number, difference) = *wrong;
            return failure(generated, queries[number].clone(), difference);
        }
    }
    Outcome::Agreed { tally, used: *used, nodes: judged.size.nodes }
}

/// Some ways to answer in whole numbers, and the default.
fn choose(random: &mut dyn FnMut() -> u64) -> Vec<Options> {
    let orders = [OrderOption::Auto, OrderOption::Bfs, OrderOption::Dfs, OrderOption::Random];
    let mut choices = vec![Options::default()];
    for _ in 0..PLANS {
        let dice = random();
        let is = |bit: u32| dice >> bit & 1 == 1;
        choices.push(Options {
            domain: DomainOption::Integers,
            order: orders[usize::try_from(dice % 4).unwrap_or(0)],
            symmetry: if is(2) { SymmetryOption::Auto } else { SymmetryOption::Off },
            trace: if is(3) { TraceOption::Some } else { TraceOption::None },
            active_clocks: is(4) || is(5),
            dead_variables: is(6) || is(7),
            threads: 1 + usize::from(is(8)),
            ..Options::default()
        });
    }
    choices
}

/// Asks for nothing, so that everything is searched.
fn nothing() -> Query {
    Query::of(QueryKind::Reachable(Goal::Or(Vec::new())))
}

/// Are the discrete states that whole numbers see those that zones see? Also says whether it was found out.
fn compare_states(network: &Network) -> Result<bool, Difference> {
    let options = |domain| Options {
        domain,
        symmetry: SymmetryOption::Off,
        dead_variables: false,
        accelerate: AccelerateOption::Off,
        chains: Following::Never,
        ..Options::default()
    };
    let [integers, zones] = [DomainOption::Integers, DomainOption::Zones].map(|domain| {
        let plan = plan(network, &nothing(), &options(domain)).ok()?;
        Some(discrete_states(network, &plan, MOST_EXPANSIONS))
    });
    match (integers, zones) {
        (Some(Seen::States(integers)), Some(Seen::States(zones))) => {
            if integers == zones {
                return Ok(true);
            }
            let (missing, more) = (zones.difference(&integers), integers.difference(&zones));
            let problem = format!("missing {:?}, more {:?}", missing.last(), more.last());
            Err(Difference { options: options(DomainOption::Integers), problem })
        }
        (Some(Seen::Invalid), Some(Seen::States(_)))
        | (Some(Seen::States(_)), Some(Seen::Invalid)) => {
            let problem = "an invalid evaluation on one side only".to_owned();
            Err(Difference { options: options(DomainOption::Integers), problem })
        }
        _ => Ok(false),
    }
}
