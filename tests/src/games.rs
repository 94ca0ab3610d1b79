//! Timed networks with formulas of branching time and games.
//!
//! The networks are those of the other campaigns. Some of their edges become uncontrollable, the same ones in all copies of
//! a process, and they are asked formulas made of the predicates of their own queries.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use network::generate::{Generated, generate, numbers};
use network::{Along, Formula, Goal, Query, QueryKind};

use crate::every_plan::Tally;
use crate::fuzz::{Campaign, each_seed};
use crate::trial::{Failure, Outcome, judge};

/// What came of it.
#[derive(Debug, Default)]
pub struct Summary {
    /// Networks on which everything agrees.
    pub agreed: u64,
    /// Networks that the judge gave up.
    pub skipped: u64,
    /// How many networks have so many clocks.
    pub clocks: BTreeMap<usize, u64>,
    pub tally: Tally,
    pub failures: Vec<(u64, Failure)>,
}

/// Tries networks until there are enough, or time is up, or enough of them have failed.
#[must_use]
pub fn run(campaign: &Campaign, progress: &(dyn Fn(&Summary) + Sync)) -> Summary {
    let summary = Mutex::new(Summary::default());
    each_seed(campaign, &|seed| {
        let mut random = numbers(seed);
        let mut generated = generate(&campaign.profile, &mut random);
        set_the_stage(&mut generated, &mut random);
        let clocks = generated.network.clock_count();
        let outcome = judge(&generated, campaign.plans, &mut random);
        let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Outcome::Agreed { tally, .. } => {
                summary.agreed += 1;
                *summary.clocks.entry(clocks).or_default() += 1;
                summary.tally.add(tally);
            }
            Outcome::Skipped(_) => summary.skipped += 1,
            Outcome::Failed(failure) => summary.failures.push((seed, *failure)),
        }
        progress(&summary);
        summary.failures.len()
    });
    let mut summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.failures.sort_by_key(|(seed, _)| *seed);
    summary
}

/// Gives some edges to the environment, and replaces the queries by formulas.
pub(crate) fn set_the_stage(generated: &mut Generated, random: &mut dyn FnMut() -> u64) {
    let mut taken: BTreeMap<(u32, usize), bool> = BTreeMap::new();
    let share = 1 + random() % 3;
    for process in &mut generated.network.processes {
        for (number, edge) in process.edges.iter_mut().enumerate() {
            let drawn = taken.entry((process.template.0, number));
            edge.controllable = *drawn.or_insert_with(|| random() % 4 >= share);
        }
    }
    let goals: Vec<Goal> = generated
        .queries
        .iter()
        .flat_map(|query| query.kind.goals().into_iter().cloned())
        .filter(|goal| !goal.has_deadlock())
        .collect();
    let mut maker = Maker { goals, random };
    let formulas = [
        maker.path(0, 1),
        maker.path(0, 1),
        maker.path(0, 2),
        maker.path(1, 1),
        maker.path(1, 2),
        maker.path(2, 2),
    ];
    generated.queries = formulas.into_iter().map(query).collect();
}

/// Makes formulas of predicates.
struct Maker<'r> {
    goals: Vec<Goal>,
    random: &'r mut dyn FnMut() -> u64,
}

impl Maker<'_> {
    fn below(&mut self, count: usize) -> usize {
        usize::try_from((self.random)() % count.max(1) as u64).unwrap_or(0)
    }

    /// A formula with a quantifier over paths: of a game (0), over every path or over some.
    fn path(&mut self, quantifier: usize, depth: usize) -> Formula {
        let part = |maker: &mut Self| Box::new(maker.formula(depth - 1));
        let along = match self.below(6) {
            0 | 1 => Along::Eventually(part(self)),
            2 | 3 => Along::Always(part(self)),
            4 => Along::Until(part(self), part(self)),
            _ => Along::WeakUntil(part(self), part(self)),
        };
        match quantifier {
            0 => Formula::Control(along),
            1 => Formula::All(along),
            _ => Formula::Some(along),
        }
    }

    fn formula(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            let at = self.below(self.goals.len() + 1);
            return Formula::Goal(self.goals.get(at).cloned().unwrap_or(Goal::Deadlock));
        }
        let part = |maker: &mut Self| maker.formula(depth - 1);
        match self.below(10) {
            0..=5 => {
                let quantifier = self.below(3);
                self.path(quantifier, depth)
            }
            6 => Formula::Not(Box::new(part(self))),
            7 => Formula::And(vec![part(self), part(self)]),
            8 => Formula::Or(vec![part(self), part(self)]),
            _ => Formula::Same(Box::new(part(self)), Box::new(part(self))),
        }
    }
}

fn query(formula: Formula) -> Query {
    Query::of(QueryKind::Branching(formula))
}

#[cfg(test)]
mod tests {
    use network::generate::{Feature, Profile, generate, numbers};
    use network::{
        Along, ClockConstraint, ClockFamily, ClockFamilyId, ClockId, ClockPlace, Expr, Formula,
        Goal, Network, Origin, Query, QueryKind,
    };
    use query::check;
    use query::plan::Options;
    use query::verdict::Verdict;

    use super::{query, run};
    use crate::fuzz::Campaign;
    use crate::trial::Plans;

    fn campaign(profile: Profile, seed: u64, count: u64) -> super::Summary {
        let campaign =
            Campaign { profile, seed, count, plans: Plans::Some(3), ..Campaign::default() };
        let summary = run(&campaign, &|_| {});
        if let Some((seed, failure)) = summary.failures.first() {
            panic!("network {seed}:\n{}", failure.shrunk().text());
        }
        summary
    }

    #[test]
    fn timed_branching_and_games_agree_with_region_graphs() {
        let summary = campaign(Profile::default(), 71_000_000, 150);
        assert!(summary.agreed > 60, "only {} networks judged", summary.agreed);
        assert!(summary.clocks.iter().any(|(clocks, count)| *clocks >= 2 && *count > 10));
    }

    /// The network with a clock that nobody sets, and the goal before it is past the limit.
    fn timed(network: &Network, goal: &Goal, limit: i32) -> (Network, Goal) {
        let mut timed = network.clone();
        let base = ClockId(u32::try_from(network.clock_count()).expect("clocks are few"));
        let (owner, origin) = (None, Origin::NONE);
        let (name, dims, initial) = ("#z".to_owned(), Vec::new(), vec![0]);
        timed.clocks.push(ClockFamily { name, owner, dims, base, initial, origin });
        let early = ClockConstraint {
            when: Expr::TRUE,
            left: Some(ClockPlace::single(ClockFamilyId::at(network.clocks.len()))),
            right: None,
            strict: false,
            bound: Expr::Const(limit),
        };
        (timed, Goal::And(vec![goal.clone(), Goal::Clock(early)]))
    }

    /// A bound on time is the same as one more clock, at the start; and elsewhere, since `A[] A<>[<=T] p` holds
    /// exactly if the bounded formula holds wherever a run may be.
    #[test]
    fn bounds_on_time_are_clocks() {
        let verdict = |network: &Network, kind: QueryKind| {
            let asked = Query { kind, ..query(Formula::And(Vec::new())) };
            let answer = check(network, &asked, &Options::default(), &mut ()).ok()?;
            match answer.verdict {
                Ok(Verdict::Holds) => Some(true),
                Ok(Verdict::Fails) => Some(false),
                Ok(Verdict::Unknown(_)) | Err(_) => None,
            }
        };
        let mut profile = Profile::default();
        profile.allowed.remove(Feature::Faults);
        let (mut agreed, mut held, mut nested) = (0, 0, 0);
        for seed in 0..150 {
            let generated = generate(&profile, &mut numbers(74_000_000 + seed));
            let network = &generated.network;
            for (goal, limit) in generated
                .queries
                .iter()
                .filter_map(|query| match &query.kind {
                    QueryKind::Reachable(goal) | QueryKind::Eventually(goal) => Some(goal),
                    _ => None,
                })
                .zip([1, 3, 2])
            {
                if goal.has_deadlock() {
                    continue;
                }
                let (timed, early) = timed(network, goal, limit);
                let within = || Along::Within(Box::new(Formula::Goal(goal.clone())), limit);
                let some = verdict(network, QueryKind::Branching(Formula::Some(within())));
                let all = verdict(network, QueryKind::Branching(Formula::All(within())));
                let reachable = verdict(&timed, QueryKind::Reachable(early.clone()));
                let eventually = verdict(&timed, QueryKind::Eventually(early));
                for (found, expected) in [(some, reachable), (all, eventually)] {
                    let (Some(found), Some(expected)) = (found, expected) else { continue };
                    assert_eq!(found, expected, "network {seed}, {goal:?} within {limit}");
                    agreed += 1;
                    held += usize::from(found);
                }
                // What holds everywhere holds at the start, and a state that lost it can be reached.
                let everywhere = Formula::All(Along::Always(Box::new(Formula::All(within()))));
                let lost = Formula::Not(Box::new(Formula::All(within())));
                let somewhere = Formula::Some(Along::Eventually(Box::new(lost)));
                let everywhere = verdict(network, QueryKind::Branching(everywhere));
                let somewhere = verdict(network, QueryKind::Branching(somewhere));
                if let (Some(everywhere), Some(somewhere)) = (everywhere, somewhere) {
                    assert_ne!(everywhere, somewhere, "network {seed}");
                    assert!(!everywhere || all == Some(true), "network {seed}");
                    nested += usize::from(everywhere);
                }
            }
        }
        assert!(agreed > 200 && held > 40, "{agreed} agree, {held} of them hold");
        assert!(nested > 3, "only {nested} hold everywhere");
    }

    #[test]
    fn symmetric_games_agree_with_region_graphs() {
        let mut profile = Profile::default();
        profile.forced.insert(Feature::Copies);
        let summary = campaign(profile, 72_000_000, 100);
        assert!(summary.agreed > 30, "only {} networks judged", summary.agreed);
    }
}
