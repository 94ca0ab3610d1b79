use network::generate::{Profile, generate, numbers};
use network::{Network, QueryKind};

use super::{Case, shrink};
use crate::answers::{Answer, answers};
use crate::text::network_text;

fn edges(network: &Network) -> usize {
    network.processes.iter().map(|process| process.edges.len()).sum()
}

/// What is left of a network in which some location can only be reached after a delay needs an edge for
/// it and a constraint that makes time pass, and little else.
#[test]
fn what_does_not_matter_goes() {
    let profile: Profile = "-diagonals,-faults".parse().unwrap();
    let mut shrunk = 0;
    for seed in 0..60 {
        let generated = generate(&profile, &mut numbers(seed));
        let case = Case { network: generated.network, query: generated.queries[1].clone() };
        let mut holds_late = |case: &Case| {
            let QueryKind::Reachable(_) = &case.query.kind else { return false };
            let Ok(judged) = answers(&case.network, std::slice::from_ref(&case.query), 2000) else {
                return false;
            };
            let Answer::Decided { holds, .. } = judged.expected[0].answer else { return false };
            holds
                && judged.size.discrete_states > 1
                && judged.size.nodes > judged.size.discrete_states
        };
        if !holds_late(&case) {
            continue;
        }
        let before = network_text(&case.network).len();
        let smallest = shrink(case, &mut holds_late);
        let text = network_text(&smallest.network);
        assert!(text.len() <= before);
        assert!(smallest.network.processes.len() <= 2, "{text}");
        assert!(edges(&smallest.network) <= 2, "{text}");
        assert!(smallest.network.clocks.len() <= 1, "{text}");
        shrunk += 1;
    }
    assert!(shrunk > 10, "only {shrunk} networks to shrink");
}
