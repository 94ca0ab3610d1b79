//! Which locations are reached and which edges are taken, held against region graphs.

use network::Network;
use query::coverage::coverage;
use query::plan::{Options, SymmetryOption};

use crate::every_plan::Patience;
use crate::oracle::Graph;
use crate::region::Limits;

/// The most nodes of a region graph.
const NODES: usize = 4000;
/// The most states that are expanded.
const STATES: u64 = 20_000;

/// By process: for each of its locations or edges, was it seen?
type Seen = Vec<Vec<bool>>;

/// The locations of all nodes of the region graph and the edges of all its transitions; none if it is too large or
/// something is invalid.
fn expected(network: &Network) -> Option<(Seen, Seen)> {
    let graph = Graph::explore(network, Limits::none(network.clock_count()), NODES).ok()?;
    if graph.nodes.iter().any(|node| node.alarm.is_some()) {
        return None;
    }
    let processes = &network.processes;
    let mut locations: Seen =
        processes.iter().map(|one| vec![false; one.locations.len()]).collect();
    let mut edges: Seen = processes.iter().map(|one| vec![false; one.edges.len()]).collect();
    for node in 0..graph.nodes.len() {
        for (process, at) in graph.discrete(node).locations.iter().enumerate() {
            locations[process][at.index()] = true;
        }
    }
    for (number, _) in graph.nodes.iter().flat_map(|node| &node.transitions) {
        for (process, edge, _) in &graph.labels[*number] {
            edges[*process][*edge] = true;
        }
    }
    Some((locations, edges))
}

/// What was compared.
#[derive(Clone, Copy, Default, Debug)]
pub struct Compared {
    pub networks: u64,
    /// Locations and edges of them that are reached and taken.
    pub seen: u64,
    /// Those that are not.
    pub dead: u64,
}

/// Compares the coverage of a network with its region graph, with and without symmetry; what differs is an error.
pub fn compare(network: &Network, compared: &mut Compared) -> Result<(), String> {
    let Some((locations, edges)) = expected(network) else { return Ok(()) };
    for symmetry in [SymmetryOption::Off, SymmetryOption::Auto] {
        let options = Options { symmetry, ..Options::default() };
        let Ok(found) = coverage(network, &options, &mut Patience::new(STATES)) else {
            return Ok(());
        };
        if found.approximate || found.incomplete.is_some() {
            return Ok(());
        }
        if found.locations != locations {
            return Err(format!("{symmetry:?}: locations {:?} not {locations:?}", found.locations));
        }
        if found.edges != edges {
            return Err(format!("{symmetry:?}: edges {:?} not {edges:?}", found.edges));
        }
    }
    compared.networks += 1;
    let all = || locations.iter().chain(&edges).flatten();
    compared.seen += all().filter(|seen| **seen).count() as u64;
    compared.dead += all().filter(|seen| !**seen).count() as u64;
    Ok(())
}

#[cfg(test)]
mod tests {
    use network::generate::{Profile, generate, numbers};

    use super::*;
    use crate::cases::load;
    use crate::symmetric::planted::planted;

    #[test]
    fn random_networks_are_covered_as_their_regions_are() {
        let mut compared = Compared::default();
        for seed in 0..400 {
            let network = generate(&Profile::default(), &mut numbers(seed)).network;
            compare(&network, &mut compared).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        }
        let Compared { networks, seen, dead } = compared;
        assert!(networks > 150 && seen > 1000 && dead > 300, "{compared:?}");
    }

    #[test]
    fn symmetric_models_are_covered_as_their_regions_are() {
        let mut compared = Compared::default();
        for seed in 0..120 {
            let model = planted(seed);
            let Ok((network, _)) = load("model", &model.text, &model.queries) else { continue };
            compare(&network, &mut compared).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        }
        let Compared { networks, seen, dead } = compared;
        assert!(networks > 20 && seen > 200 && dead > 10, "{compared:?}");
    }
}
