//! Strategies of games, followed on the region graph: whatever the others do, they win.

#[cfg(test)]
mod tests {
    use network::generate::{Feature, Profile, generate, numbers};
    use network::guard::Difference;
    use network::{Along, ClockId, Formula, Led, Network, Query, QueryKind};
    use query::plan::{Options, SymmetryOption, TraceOption};
    use query::verdict::{Verdict, Verification};
    use query::{ControlAction, ControlStrategy, ControlledState, check};

    use crate::answers::Judge;
    use crate::games::set_the_stage;
    use crate::oracle::{EdgeTaken, Graph};
    use crate::region::{Limits, Raised};

    /// What the controller may do at a node.
    #[derive(Clone, PartialEq, Debug)]
    enum Move {
        Done,
        Wait,
        Take(Vec<EdgeTaken>),
    }

    /// The moves at each node; all that fit, or the first. Limits may turn out to be too small.
    fn moves(graph: &mut Graph<'_>, strategy: &ControlStrategy) -> Result<Vec<Vec<Move>>, Raised> {
        let mut all = Vec::new();
        for node in 0..graph.nodes.len() {
            let discrete = graph.discrete(node);
            let mut cells: Vec<i32> =
                discrete.locations.iter().map(|location| location.0.cast_signed()).collect();
            cells.extend(&discrete.cells);
            let state = strategy.states.iter().find(|state| state.cells[..cells.len()] == cells);
            let mut found = match state {
                Some(state) => fitting(graph, node, state)?,
                None => Vec::new(),
            };
            if !strategy.permissive {
                found.truncate(1);
            }
            all.push(found);
        }
        Ok(all)
    }

    fn fitting(
        graph: &mut Graph<'_>,
        node: usize,
        state: &ControlledState,
    ) -> Result<Vec<Move>, Raised> {
        let region = graph.nodes[node].region.clone();
        let mut found = Vec::new();
        for rule in &state.rules {
            let mut fits = false;
            for zone in &rule.when {
                let clock = |row: usize| {
                    let at = row.checked_sub(1)?;
                    Some(ClockId(u32::try_from(state.clocks[at]).expect("clocks are few")))
                };
                let all: Vec<Difference> = zone
                    .minimal()
                    .constraints()
                    .iter()
                    .filter_map(|each| {
                        let bound = each.bound.limit()?;
                        let (left, right) = (clock(each.left), clock(each.right));
                        Some(Difference { left, right, strict: each.bound.is_strict(), bound })
                    })
                    .collect();
                fits |= region.satisfies_all(&all, &mut graph.limits)?;
            }
            if fits {
                found.push(match &rule.action {
                    ControlAction::Done => Move::Done,
                    ControlAction::Wait => Move::Wait,
                    ControlAction::Take(edges) => Move::Take(
                        edges
                            .iter()
                            .map(|each| {
                                (each.process.index(), each.edge.index(), each.bindings.clone())
                            })
                            .collect(),
                    ),
                });
            }
        }
        Ok(found)
    }

    /// Where a node may lead when the strategy is followed; an error where there is no move, or none that works.
    fn followers(
        graph: &Graph<'_>,
        moves: &[Vec<Move>],
        node: usize,
    ) -> Result<Vec<usize>, String> {
        let here = &graph.nodes[node];
        if moves[node].is_empty() {
            return Err(format!("nothing is said of node {node}"));
        }
        if moves[node].contains(&Move::Done) {
            return Ok(Vec::new());
        }
        let steps = || here.transitions.iter().zip(&here.controllable);
        let mut next: Vec<usize> =
            steps().filter(|(_, own)| !**own).map(|((_, to), _)| *to).collect();
        let others = next.len();
        let mut acts = false;
        for each in &moves[node] {
            let Move::Take(edges) = each else { continue };
            let taken = steps().find(|((label, _), own)| **own && graph.labels[*label] == *edges);
            let Some(((_, to), _)) = taken else {
                return Err(format!("what is to be taken at node {node} is not possible"));
            };
            next.push(*to);
            acts = true;
        }
        if moves[node].contains(&Move::Wait) {
            match here.delay {
                // One may wait within a region, and act before it ends.
                Some(to) if acts && moves[to].is_empty() => {}
                Some(to) => next.push(to),
                None if others > 0 || acts || here.transitions.is_empty() => {}
                None => return Err(format!("time cannot pass at node {node}")),
            }
        }
        Ok(next)
    }

    /// Does the strategy win? All nodes it leads to keep `first` until `second`; and if `second` must come, no path
    /// goes on for ever or ends before it.
    fn wins(
        graph: &Graph<'_>,
        moves: &[Vec<Move>],
        (first, second): (&[bool], &[bool]),
        must_come: bool,
    ) -> Result<usize, String> {
        let mut state = vec![0u8; graph.nodes.len()];
        let mut stack = vec![(0usize, false)];
        while let Some((node, left)) = stack.pop() {
            if left {
                state[node] = 2;
                continue;
            }
            if state[node] == 2 {
                continue;
            }
            if state[node] == 1 {
                return Err(format!("a path comes back to node {node}"));
            }
            state[node] = 1;
            stack.push((node, true));
            if !(first[node] || second[node]) {
                return Err(format!("node {node} is not to be reached"));
            }
            if second[node] {
                continue;
            }
            let next = followers(graph, moves, node)?;
            if must_come && next.is_empty() {
                return Err(format!("a path ends at node {node}"));
            }
            for to in next {
                match state[to] {
                    1 if must_come => return Err(format!("a path comes back to node {to}")),
                    0 => stack.push((to, false)),
                    _ => {}
                }
            }
        }
        Ok(state.iter().filter(|state| **state == 2).count())
    }

    /// The nodes that satisfy the two parts of a game; none if something is invalid.
    fn parts(graph: &mut Graph<'_>, along: &Along) -> Option<(Vec<bool>, Vec<bool>, bool)> {
        let size = graph.nodes.len();
        let mut judge = Judge { graph };
        let mut of = |part: &Formula| judge.formula(part).ok().flatten();
        Some(match along {
            Along::Eventually(end) => (vec![true; size], of(end)?, true),
            Along::Always(stay) => (of(stay)?, vec![false; size], false),
            Along::Until(first, second) => (of(first)?, of(second)?, true),
            Along::WeakUntil(first, second) => (of(first)?, of(second)?, false),
            Along::Within(..) => return None,
        })
    }

    /// Follows a strategy; none if the judge gives up.
    fn judged(
        network: &Network,
        along: &Along,
        strategy: &ControlStrategy,
    ) -> Option<Result<usize, String>> {
        let mut limits = Limits::none(network.clock_count());
        loop {
            let mut graph = Graph::explore(network, limits.clone(), 3000).ok()?;
            if graph.nodes.iter().any(|node| node.alarm.is_some()) {
                return None;
            }
            let before = graph.limits.clone();
            let found = parts(&mut graph, along);
            let moves = moves(&mut graph, strategy);
            if graph.limits != before {
                limits = graph.limits;
                continue;
            }
            let (first, second, must_come) = found?;
            let moves = moves.ok()?;
            return Some(wins(&graph, &moves, (&first, &second), must_come));
        }
    }

    #[test]
    fn strategies_win_whatever_the_others_do() {
        let mut profile = Profile::default();
        profile.allowed.remove(Feature::Faults);
        let (mut followed, mut moving, mut nodes, mut verified) = (0, 0, 0, 0);
        // A longer campaign: ORRERY_STRATEGIES=20000 cargo test -p orrery-tests strategies_win
        let seeds = std::env::var("ORRERY_STRATEGIES").ok().and_then(|text| text.parse().ok());
        for seed in 0..seeds.unwrap_or(260) {
            let mut random = numbers(73_000_000 + seed);
            let mut generated = generate(&profile, &mut random);
            set_the_stage(&mut generated, &mut random);
            let network = &generated.network;
            for query in &generated.queries {
                let QueryKind::Branching(Formula::Control(along)) = &query.kind else { continue };
                let options = Options {
                    symmetry: SymmetryOption::Off,
                    trace: TraceOption::Some,
                    dead_variables: false,
                    ..Options::default()
                };
                let Ok(answer) = check(network, query, &options, &mut ()) else { continue };
                if !matches!(answer.verdict, Ok(Verdict::Holds)) {
                    continue;
                }
                let Some(strategy) = &answer.strategy else { continue };
                match answer.verification {
                    Some(Verification::Confirmed) => verified += 1,
                    Some(Verification::NotAsked) => {}
                    other => {
                        let model = answer.controlled.map(|model| model.network.processes.clone());
                        panic!("network {seed}, {along:?}: {other:?}\n{strategy:#?}\n{model:#?}")
                    }
                }
                let Some(result) = judged(network, along, strategy) else { continue };
                match result {
                    Ok(reached) => nodes += reached,
                    Err(problem) => panic!("network {seed}, {along:?}: {problem}\n{strategy:#?}"),
                }
                followed += 1;
                let rules = strategy.states.iter().flat_map(|state| &state.rules);
                let acts = |action: &ControlAction| matches!(action, ControlAction::Take(_));
                moving += usize::from(rules.into_iter().any(|rule| acts(&rule.action)));
            }
        }
        println!("{followed} followed, {moving} that act, {verified} verified");
        assert!(verified > 150, "only {verified} strategies verified");
        assert!(followed > 150, "only {followed} strategies");
        assert!(moving > 30, "only {moving} that do anything");
        assert!(nodes > 1000, "only {nodes} nodes");
    }

    /// The same question, as a formula about the states from which a game is won, and of the model under its strategy.
    fn asked_twice(network: &Network, game: &Along, kind: &QueryKind) -> Option<[Verdict; 2]> {
        let formula = game.kept(&kind.as_formula()?)?;
        let led = Led { game: game.clone(), kind: kind.clone() };
        let of_model = Query { led: Some(Box::new(led)), ..Query::of(kind.clone()) };
        let options = Options { symmetry: SymmetryOption::Off, ..Options::default() };
        let ask = |query: &Query| check(network, query, &options, &mut ()).ok()?.verdict.ok();
        Some([ask(&Query::of(QueryKind::Branching(formula)))?, ask(&of_model)?])
    }

    #[test]
    fn questions_under_strategies_are_answered_alike_in_two_ways() {
        let mut profile = Profile::default();
        profile.allowed.remove(Feature::Faults);
        let (mut held, mut failed, mut ending) = (0, 0, 0);
        // A longer campaign: ORRERY_STRATEGIES=5000 cargo test -p orrery-tests questions_under
        let seeds = std::env::var("ORRERY_STRATEGIES").ok().and_then(|text| text.parse().ok());
        for seed in 0..seeds.unwrap_or(200) {
            let mut random = numbers(75_000_000 + seed);
            let mut generated = generate(&profile, &mut random);
            let asked = generated.queries.clone();
            set_the_stage(&mut generated, &mut random);
            let network = &generated.network;
            let games = generated.queries.iter().filter_map(|query| match &query.kind {
                QueryKind::Branching(Formula::Control(game)) => Some(game),
                _ => None,
            });
            for game in games {
                for query in &asked {
                    let Some(both) = asked_twice(network, game, &query.kind) else { continue };
                    match both {
                        [Verdict::Unknown(_), _] | [_, Verdict::Unknown(_)] => continue,
                        [Verdict::Holds, Verdict::Holds] => held += 1,
                        [Verdict::Fails, Verdict::Fails] => failed += 1,
                        different => {
                            panic!("network {seed}: {:?} under {game:?}: {different:?}", query.kind)
                        }
                    }
                    ending += usize::from(matches!(game, Along::WeakUntil(..)));
                }
            }
        }
        println!("{held} hold, {failed} fail, {ending} of games with an end");
        assert!(held > 100 && failed > 100 && ending > 50, "{held}, {failed}, {ending}");
    }
}
