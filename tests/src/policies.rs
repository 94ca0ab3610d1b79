//! Policies of random networks, held against the judge.

#[cfg(test)]
mod tests {
    use network::generate::{Feature, Profile, generate, numbers};
    use network::{Along, Formula, Goal, Network, Query, QueryKind};
    use query::plan::{Options, SymmetryOption};
    use query::synth::{Synthesis, synthesise};
    use query::verdict::Verdict;

    use crate::answers::Judge;
    use crate::oracle::Graph;
    use crate::region::Limits;
    use crate::trial::MOST_NODES;

    /// What the judge counts: reachable states, unsafe ones, dead ends, and whether the start is safe. None if something is
    /// invalid, or too large.
    fn judged(network: &Network, goal: &Goal) -> Option<(usize, usize, usize, bool)> {
        let mut graph = Graph::explore(network, Limits::none(0), MOST_NODES).ok()?;
        if graph.nodes.iter().any(|node| node.alarm.is_some()) {
            return None;
        }
        let dead = graph.nodes.iter().filter(|node| node.actions.is_empty()).count();
        let possible = Formula::Some(Along::Eventually(Box::new(Formula::Goal(goal.clone()))));
        let safe = Judge { graph: &mut graph }.formula(&possible).ok()??;
        let lost = safe.iter().filter(|safe| !**safe).count();
        Some((safe.len(), lost, dead, safe[0]))
    }

    fn made(network: &Network, query: &Query, symmetry: SymmetryOption) -> Synthesis {
        let options = Options { symmetry, ..Options::default() };
        synthesise(network, query, &options, &mut ()).expect("it has no clocks")
    }

    #[test]
    fn policies_of_random_networks_are_exact() {
        let mut profile = Profile { clocks: 0, ..Profile::default() };
        // What is forbidden may let something else happen where there are priorities.
        profile.allowed.remove(Feature::ChannelPriorities);
        profile.allowed.remove(Feature::ProcessPriorities);
        let (mut tried, mut symmetric, mut forbidding) = (0, 0, 0);
        for seed in 0..1500 {
            let generated = generate(&profile, &mut numbers(81_000_000 + seed));
            let network = &generated.network;
            if network.clock_count() > 0 {
                continue;
            }
            for query in &generated.queries {
                let QueryKind::Reachable(goal) = &query.kind else { continue };
                let Some((reachable, lost, dead, possible)) = judged(network, goal) else {
                    continue;
                };
                for symmetry in [SymmetryOption::Auto, SymmetryOption::Off] {
                    let found = made(network, query, symmetry);
                    let place = format!("network {seed}, {goal:?}, {symmetry:?}: {found:?}");
                    let figures = found.figures.as_ref().expect("the search ends");
                    assert_eq!(figures.reachable, reachable, "{place}");
                    assert_eq!(figures.unsafe_states, lost, "{place}");
                    assert_eq!(figures.dead_ends, dead, "{place}");
                    assert_eq!(matches!(found.verdict, Ok(Verdict::Holds)), possible, "{place}");
                    assert_eq!(found.verified, possible, "{place}");
                    let covered: usize = found.forbidden.iter().map(|each| each.states).sum();
                    assert_eq!(covered, if possible { lost } else { 0 }, "{place}");
                    tried += 1;
                    symmetric += usize::from(figures.symmetries != "1");
                    forbidding += usize::from(possible && lost > 0);
                }
            }
        }
        assert!(tried > 1000, "only {tried} policies");
        assert!(symmetric > 20, "only {symmetric} with symmetry");
        assert!(forbidding > 100, "only {forbidding} forbid anything");
    }
}
