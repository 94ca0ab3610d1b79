//! The shortest maximal runs, by trying all of them on the region graph.
//!
//! A lasso is a stem and a word that can be repeated for ever after it and leads back to the same discrete state; or a stem
//! after which time may pass for ever or nothing is possible. Its length is the number of transitions of both.

use std::collections::{BTreeSet, VecDeque};

use network::{ClockFamily, ClockId, Network, Origin, Query, QueryKind};

use crate::answers::Judge;
use crate::oracle::{Graph, NodeId};
use crate::region::Limits;

/// Steps of one search before it is given up.
const MAX_STEPS: usize = 200_000;

/// The length of the shortest run that shows the answer to `E[]`, `A<>` or `-->`, if it is at most this long; nothing if that
/// cannot be said.
#[must_use]
pub fn shortest(network: &Network, query: &Query, most: usize) -> Option<Option<usize>> {
    let mut graph = Graph::explore(network, Limits::none(network.clock_count()), 600).ok()?;
    // What the query compares clocks with may need larger limits: then all is explored again.
    let (starts, stay) = loop {
        let before = graph.limits.clone();
        let found = start_and_stay(&mut graph, query);
        if graph.limits == before {
            break found?;
        }
        graph = Graph::explore(network, graph.limits.clone(), 600).ok()?;
    };
    if graph.nodes.iter().any(|node| node.alarm.is_some()) {
        return None;
    }
    let lengths = within(&graph, &starts, &stay);
    let mut search = Search { graph: &graph, stay: &stay, left: MAX_STEPS };
    (0..=most)
        .find_map(|total| match search.has(&lengths, total) {
            Some(false) => None,
            found => Some(found.map(|_| total)),
        })
        .map_or(Some(None), |found| found.map(Some))
}

/// When a run that shows the answer to `E[]`, `A<>` or `-->` enters its loop, or the state it ends in, at the earliest, in half units: twice a whole time,
/// one more for "as soon after it as one likes". Moments up to `until` and loops of up to `most` transitions are tried; nothing if that
/// cannot be said.
#[must_use]
pub fn soonest(network: &Network, query: &Query, until: u64, most: usize) -> Option<Option<u64>> {
    let timed = with_time(network);
    let time = network.clock_count();
    let mut limits = Limits::none(time + 1);
    limits.values[time] = i32::try_from(until / 2 + 1).ok()?;
    let mut graph = Graph::explore(&timed, limits, 4_000).ok()?;
    let (starts, stay) = loop {
        let before = graph.limits.clone();
        let found = start_and_stay(&mut graph, query);
        if graph.limits == before {
            break found?;
        }
        graph = Graph::explore(&timed, graph.limits.clone(), 4_000).ok()?;
    };
    if graph.nodes.iter().any(|node| node.alarm.is_some()) {
        return None;
    }
    let lengths = within(&graph, &starts, &stay);
    let mut search = Search { graph: &graph, stay: &stay, left: MAX_STEPS };
    let reached = lengths.iter().enumerate().filter(|(_, length)| length.is_some());
    let when = |node: NodeId| graph.nodes[node].region.half_units(time);
    let mut ends: Vec<(u64, NodeId)> =
        reached.filter_map(|(node, _)| Some((when(node)?, node))).collect();
    ends.sort_unstable();
    for (when, node) in ends.into_iter().filter(|(when, _)| *when <= until) {
        if search.ends_later(node) {
            return Some(Some(when));
        }
        for length in 1..=most {
            if search.loops(node, &Nodes::from([node]), length, &mut Vec::new())? {
                return Some(Some(when));
            }
        }
    }
    Some(None)
}

/// The network with one more clock, which nobody sets.
#[must_use]
pub fn with_time(network: &Network) -> Network {
    let mut timed = network.clone();
    timed.clocks.push(ClockFamily {
        name: "time".to_owned(),
        owner: None,
        dims: Vec::new(),
        base: ClockId::at(network.clock_count()),
        initial: vec![0],
        origin: Origin::NONE,
    });
    timed
}

/// Nodes at which the predicate starts to count, each with the transitions before it.
type Starts = Vec<(NodeId, usize)>;

/// Where the predicate starts to count, and where it holds.
fn start_and_stay(graph: &mut Graph<'_>, query: &Query) -> Option<(Starts, Vec<bool>)> {
    let everywhere = vec![true; graph.nodes.len()];
    let lengths = within(graph, &[(0, 0)], &everywhere);
    let mut judge = Judge { graph };
    let mut holds = |goal, wanted: bool| -> Option<Vec<bool>> {
        judge.satisfying(goal).ok()?.into_iter().map(|value| Some(value? == wanted)).collect()
    };
    match &query.kind {
        QueryKind::PotentiallyAlways(goal) => Some((vec![(0, 0)], holds(goal, true)?)),
        QueryKind::Eventually(goal) => Some((vec![(0, 0)], holds(goal, false)?)),
        QueryKind::LeadsTo(first, second) => {
            let (first, stay) = (holds(first, true)?, holds(second, false)?);
            let starts = lengths.iter().enumerate().filter(|(node, _)| first[*node]);
            Some((starts.filter_map(|(node, length)| Some((node, (*length)?))).collect(), stay))
        }
        _ => None,
    }
}

/// The least number of transitions to each node from the starts, through nodes of `stay`.
fn within(graph: &Graph<'_>, starts: &[(NodeId, usize)], stay: &[bool]) -> Vec<Option<usize>> {
    let mut lengths: Vec<Option<usize>> = vec![None; stay.len()];
    let mut waiting: VecDeque<(NodeId, usize)> = starts.iter().copied().collect();
    while let Some((node, length)) = waiting.pop_front() {
        if !stay[node] || lengths[node].is_some_and(|known| known <= length) {
            continue;
        }
        lengths[node] = Some(length);
        waiting.extend(graph.nodes[node].delay.map(|next| (next, length)));
        waiting.extend(graph.nodes[node].actions.iter().map(|next| (*next, length + 1)));
    }
    lengths
}

type Nodes = BTreeSet<NodeId>;

struct Search<'g, 'n> {
    graph: &'g Graph<'n>,
    stay: &'g [bool],
    left: usize,
}

impl Search<'_, '_> {
    /// Is there a lasso of this length? Nothing if that takes too long.
    fn has(&mut self, lengths: &[Option<usize>], total: usize) -> Option<bool> {
        for (node, length) in lengths.iter().enumerate() {
            let Some(rest) = length.and_then(|length| total.checked_sub(length)) else { continue };
            let found = if rest == 0 {
                self.ends(node)
            } else {
                self.loops(node, &Nodes::from([node]), rest, &mut Vec::new())?
            };
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    /// May a run end here?
    fn ends(&self, node: NodeId) -> bool {
        let here = &self.graph.nodes[node];
        here.delay.is_none() && here.actions.is_empty() || self.delays_for_ever(node)
    }

    /// May a run end here, or after a delay within the predicate?
    fn ends_later(&self, node: NodeId) -> bool {
        let mut seen = Nodes::new();
        let mut next = node;
        while seen.insert(next) {
            let here = &self.graph.nodes[next];
            match here.delay {
                None => return here.actions.is_empty(),
                Some(later) if self.stay[later] => next = later,
                Some(_) => return false,
            }
        }
        true
    }

    /// Does time lead in a circle, within the predicate?
    fn delays_for_ever(&self, node: NodeId) -> bool {
        let mut seen = Nodes::new();
        let mut next = node;
        while seen.insert(next) {
            match self.graph.nodes[next].delay {
                Some(later) if self.stay[later] => next = later,
                _ => return false,
            }
        }
        true
    }

    /// Is there a word of this length after `word`, which led to these nodes, that can be repeated for ever?
    fn loops(
        &mut self,
        start: NodeId,
        nodes: &Nodes,
        length: usize,
        word: &mut Vec<usize>,
    ) -> Option<bool> {
        if length == 0 {
            let place = self.graph.nodes[start].discrete;
            let back = nodes.iter().all(|node| self.graph.nodes[*node].discrete == place);
            return if back { self.repeats(start, word) } else { Some(false) };
        }
        let later = self.later(nodes);
        let labels: BTreeSet<usize> = later
            .iter()
            .flat_map(|node| self.graph.nodes[*node].transitions.iter().map(|(label, _)| *label))
            .collect();
        for label in labels {
            let next = self.after(&later, label)?;
            if next.is_empty() {
                continue;
            }
            word.push(label);
            let found = self.loops(start, &next, length - 1, word)?;
            word.pop();
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    fn repeats(&mut self, start: NodeId, word: &[usize]) -> Option<bool> {
        let mut nodes = Nodes::from([start]);
        let mut seen = BTreeSet::new();
        while seen.insert(nodes.clone()) {
            for label in word {
                nodes = self.after(&self.later(&nodes), *label)?;
            }
            if nodes.is_empty() {
                return Some(false);
            }
        }
        Some(true)
    }

    /// What time leads to, within the predicate.
    fn later(&self, nodes: &Nodes) -> Nodes {
        let mut later = nodes.clone();
        let mut waiting: Vec<NodeId> = nodes.iter().copied().collect();
        while let Some(node) = waiting.pop() {
            if let Some(next) = self.graph.nodes[node].delay
                && self.stay[next]
                && later.insert(next)
            {
                waiting.push(next);
            }
        }
        later
    }

    /// What a transition leads to, within the predicate.
    fn after(&mut self, nodes: &Nodes, label: usize) -> Option<Nodes> {
        self.left = self.left.checked_sub(nodes.len())?;
        let taken = nodes.iter().flat_map(|node| &self.graph.nodes[*node].transitions);
        let targets = taken.filter(|(each, to)| *each == label && self.stay[*to]);
        Some(targets.map(|(_, to)| *to).collect())
    }
}

#[cfg(test)]
mod tests {
    use network::generate::{Feature, Profile, generate, numbers};
    use network::{ClockPlace, Extremum, Term};
    use query::check::check_planned;
    use query::plan::{Options, TraceOption, plan};
    use query::verdict::{Minimality, Verdict};
    use reference::{Ending, Rational, Run};

    use super::*;
    use crate::every_plan::Patience;
    use crate::text::{network_text, query_text};

    /// Of 12,000 networks, 6,966 runs with at least one step were compared; of one the length was not proved.
    const NETWORKS: u64 = 1_000;

    fn compare(seeds: std::ops::Range<u64>) -> (usize, usize) {
        let mut profile = Profile::default();
        profile.allowed.remove(Feature::Faults);
        profile.forced.insert(Feature::Invariants);
        // Dead variables differ after a loop: to the judge that is another state.
        let options = Options {
            trace: TraceOption::Shortest,
            dead_variables: false,
            slice: false,
            fuse_loops: query::plan::FuseOption::Off,
            ..Options::default()
        };
        let (mut compared, mut unproved) = (0, 0);
        for seed in seeds {
            let generated = generate(&profile, &mut numbers(seed));
            let network = &generated.network;
            for query in &generated.queries {
                let Ok(plan) = plan(network, query, &options) else { continue };
                let Ok(answer) = check_planned(network, query, plan, &mut Patience::new(20_000))
                else {
                    continue;
                };
                let Some((run, proved)) = answer.run.zip(answer.minimality) else { continue };
                let proved = proved == Minimality::Proved;
                let length = run.steps.len();
                let Some(least) = shortest(network, query, length) else { continue };
                compared += usize::from(length > 0);
                unproved += usize::from(!proved);
                let right =
                    least == Some(length) || !proved && least < Some(length) && least.is_some();
                let text = || (network_text(network), query_text(network, &query.kind));
                assert!(
                    right,
                    "network {seed}: {length} steps, the judge finds {least:?}, {:?}",
                    text()
                );
            }
        }
        (compared, unproved)
    }

    #[test]
    fn no_run_is_shorter_than_the_shortest() {
        let (compared, unproved) = compare(0..NETWORKS);
        assert!(
            compared > 100 && unproved * 20 < compared,
            "{compared} compared, {unproved} unproved"
        );
    }

    /// `cargo test --release -p orrery-tests lassos -- --ignored`
    #[test]
    #[ignore = "the large comparison, for a quiet machine"]
    fn no_run_of_many_networks_is_shorter_than_the_shortest() {
        let (compared, unproved) = compare(0..12_000);
        assert!(compared > 2_000, "{compared} compared, {unproved} unproved");
    }

    /// A time in half units.
    fn half_units(time: Rational) -> u64 {
        u64::try_from(time.floor()).unwrap() * 2 + u64::from(!time.is_integer())
    }

    /// When a run enters its loop, or the state it ends in.
    fn entered(run: &Run) -> u64 {
        let from = match &run.ending {
            Ending::Repeats { from, .. } => *from,
            _ => run.steps.len(),
        };
        half_units(run.before(from).time)
    }

    /// Compares fastest runs with the judge: how many, how many of them late, how many not proved.
    fn compare_times(seeds: std::ops::Range<u64>) -> (usize, usize, usize) {
        let mut profile = Profile::default();
        profile.allowed.remove(Feature::Faults);
        profile.forced.insert(Feature::Invariants);
        let options =
            Options { trace: TraceOption::Fastest, dead_variables: false, ..Options::default() };
        let (mut compared, mut late, mut unproved) = (0, 0, 0);
        for seed in seeds {
            let generated = generate(&profile, &mut numbers(seed));
            let network = &generated.network;
            for query in &generated.queries {
                let Ok(plan) = plan(network, query, &options) else { continue };
                let Ok(answer) = check_planned(network, query, plan, &mut Patience::new(20_000))
                else {
                    continue;
                };
                let Some((run, minimality)) = answer.run.zip(answer.minimality) else { continue };
                let (shown, most) = (entered(&run), run.steps.len().clamp(2, 4));
                let Some(least) = soonest(network, query, shown, most) else { continue };
                compared += 1;
                late += usize::from(shown > 0);
                let right = match (minimality, least) {
                    // The judge tries short loops only, and of `-->` the run does not show when the goal is met while waiting.
                    (_, None) => true,
                    (Minimality::Proved, Some(least)) => shown <= least,
                    (Minimality::AtLeast(bound), Some(least)) => 2 * bound <= least,
                };
                let is_lasso = matches!(run.ending, Ending::Repeats { .. });
                let hidden = matches!(query.kind, QueryKind::LeadsTo(..));
                let long = is_lasso && run.steps.len() > most;
                // Rounds that only come closer and closer to a moment repeat a word, but no region.
                let claims = minimality == Minimality::Proved;
                let missed = least.is_none() && claims && !hidden && !long;
                unproved += usize::from(minimality != Minimality::Proved);
                let text = || (network_text(network), query_text(network, &query.kind));
                assert!(
                    right && !missed,
                    "network {seed}: {shown} half units ({minimality:?}), the judge finds {least:?}, {:?}",
                    text()
                );
            }
        }
        (compared, late, unproved)
    }

    #[test]
    fn no_loop_is_entered_before_that_of_the_fastest_run() {
        let (compared, late, unproved) = compare_times(0..300);
        assert!(
            compared > 100 && late > 10 && unproved * 10 < compared,
            "{compared} compared, {late} after time 0, {unproved} unproved"
        );
    }

    /// `cargo test --release -p orrery-tests lassos -- --ignored`
    #[test]
    #[ignore = "the large comparison, for a quiet machine"]
    fn no_loop_of_many_networks_is_entered_before() {
        let (compared, late, unproved) = compare_times(300..6_000);
        println!("{compared} compared, {late} after time 0, {unproved} unproved");
        assert!(compared > 2_000 && late > 200, "{compared} compared, {late} late");
    }

    /// The fastest run to a goal takes as long as the least value of a clock that is never set.
    #[test]
    fn fastest_runs_take_as_long_as_the_infimum_of_time() {
        let mut profile = Profile::default();
        profile.allowed.remove(Feature::Faults);
        profile.forced.insert(Feature::Invariants);
        let fastest = Options { trace: TraceOption::Fastest, ..Options::default() };
        let (mut compared, mut late) = (0, 0);
        for seed in 0..400 {
            let generated = generate(&profile, &mut numbers(seed));
            let timed = with_time(&generated.network);
            let left = ClockPlace::single(network::ClockFamilyId::at(timed.clocks.len() - 1));
            for query in &generated.queries {
                let QueryKind::Reachable(goal) = &query.kind else { continue };
                let ask = |query: &Query, options: &Options| {
                    let plan = plan(&timed, query, options).ok()?;
                    check_planned(&timed, query, plan, &mut Patience::new(20_000)).ok()
                };
                let Some(answer) = ask(query, &fastest) else { continue };
                let (Ok(Verdict::Holds), Some(run)) = (&answer.verdict, &answer.run) else {
                    continue;
                };
                let Ending::Arrives(delay) = run.ending else { continue };
                let shown = half_units(run.last().time.checked_add(delay).unwrap());
                let term = Term::Clock { text: "time".to_owned(), left: left.clone(), right: None };
                let kind = QueryKind::Optimum {
                    extremum: Extremum::Infimum,
                    within: goal.clone(),
                    terms: vec![term],
                };
                let Some(least) = ask(&Query { kind, ..query.clone() }, &Options::default()) else {
                    continue;
                };
                let lower = least.values.first().and_then(|value| value.ranges.first()?.lower);
                let Some((least, strict)) = lower else { continue };
                compared += 1;
                late += usize::from(shown > 0);
                let least = 2 * u64::try_from(least).unwrap() + u64::from(strict);
                let text = || (network_text(&timed), query_text(&timed, &query.kind));
                assert_eq!(shown, least, "network {seed}: {:?}", text());
            }
        }
        assert!(compared > 100 && late > 20, "{compared} compared, {late} after time 0");
    }
}
