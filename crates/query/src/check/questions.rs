//! The queries of one file. Each is answered when asked for, and some with it that need the same search.

use network::{Goal, Network, Query, QueryKind};

use super::answer::{check, retried, written_out};
use super::check_planned;
use super::images::{can_be_given, can_be_passed_on, image};
use super::reachability::{Asked, reachable};
use super::shared_goals::{self, KeptSearch, MOST_SHARED_QUERIES};
use crate::plan::{Options, Plan, PlanError, alike, may_be_alike, plan};
use crate::verdict::Answer;
use engine::watch::Watch;

/// Several queries about one network.
pub struct Questions<'q> {
    network: &'q Network,
    queries: Vec<&'q Query>,
    options: Options,
    plans: Vec<Option<Result<Plan, PlanError>>>,
    answers: Vec<Option<Answer>>,
}

impl<'q> Questions<'q> {
    /// Asks all of them in the same way.
    #[must_use]
    pub fn new(network: &'q Network, queries: Vec<&'q Query>, options: Options) -> Questions<'q> {
        let (plans, answers) = (vec![None; queries.len()], vec![None; queries.len()]);
        Questions { network, queries, options, plans, answers }
    }

    /// The answer to one of them, by its number.
    pub fn answer(&mut self, number: usize, watch: &mut dyn Watch) -> Result<Answer, PlanError> {
        if let Some(answer) = self.answers[number].take() {
            return Ok(answer);
        }
        let answer = self.searched(number, watch)?;
        self.pass_on(number, &answer, watch);
        Ok(answer)
    }

    /// The answer to one of them by a search.
    fn searched(&mut self, number: usize, watch: &mut dyn Watch) -> Result<Answer, PlanError> {
        let query = self.queries[number];
        if query.led.is_some() {
            return check(self.network, query, &self.options, watch);
        }
        let plan = self.plan(number)?;
        let asked = Asked::of(&query.kind, &plan).filter(|_| self.may_share(&plan));
        let Some(asked) = asked else {
            return check_planned(self.network, query, plan, watch);
        };
        let searched = plan.clone();
        let network = searched.searched(self.network);
        let others = self.sharing(number, (network, &plan), &asked.target);
        let goals: Vec<Goal> = others.iter().map(|other| other.asked.target.clone()).collect();
        let (mut answer, unmet) = reachable(network, asked, plan, watch, &goals)?;
        if let Some(options) = retried(&answer) {
            return check(self.network, query, &options, watch);
        }
        written_out(self.network, query, &searched, &mut answer, watch);
        for (other, _) in others.into_iter().zip(unmet).filter(|(_, unmet)| *unmet) {
            let verdict = Ok(other.asked.verdict(false));
            let mut also = Answer::new(verdict, other.plan, answer.stats);
            also.found_by = Some(number);
            self.answers[other.number] = Some(also);
        }
        Ok(answer)
    }

    /// Answers those of the queries still to come that are images of one that was answered.
    fn pass_on(&mut self, number: usize, answer: &Answer, watch: &mut dyn Watch) {
        let asked = self.queries[number];
        if !self.options.shared || !can_be_given(asked) || !can_be_passed_on(answer) {
            return;
        }
        let places = (number + 1..self.queries.len()).take(MOST_SHARED_QUERIES);
        let others: Vec<usize> = places
            .filter(|other| {
                let query = self.queries[*other];
                self.answers[*other].is_none()
                    && can_be_given(query)
                    && may_be_alike(&asked.kind, &query.kind)
            })
            .collect();
        let kinds: Vec<&QueryKind> =
            others.iter().map(|other| &self.queries[*other].kind).collect();
        let Some(alike) = alike(self.network, &asked.kind, &kinds, &self.options) else { return };
        for ((other, kind), renaming) in others.into_iter().zip(kinds).zip(&alike.renamings) {
            let Some(renaming) = renaming else { continue };
            let Ok(plan) = self.plan(other) else { continue };
            let found = (number, answer);
            self.answers[other] =
                image(self.network, (&alike, renaming), found, (kind, plan), watch);
        }
    }

    fn plan(&mut self, number: usize) -> Result<Plan, PlanError> {
        let make = || plan(self.network, self.queries[number], &self.options);
        self.plans[number].get_or_insert_with(make).clone()
    }

    fn may_share(&self, plan: &Plan) -> bool {
        self.options.shared && shared_goals::is_possible(plan)
    }

    /// Those of the queries still to come that the search for a target can answer as well.
    fn sharing(
        &mut self,
        number: usize,
        (network, plan): (&Network, &Plan),
        target: &Goal,
    ) -> Vec<Other> {
        let kept = KeptSearch::by(network, plan, target);
        let mut others = Vec::new();
        // Planning takes time as well, so it is not done for all of a long list before the first answer.
        for number in (number + 1..self.queries.len()).take(MOST_SHARED_QUERIES) {
            let kind = &self.queries[number].kind;
            if self.answers[number].is_some() || kind.about_one_state().is_none() {
                continue;
            }
            let Ok(other) = self.plan(number) else { continue };
            let Some(asked) = Asked::of(kind, &other) else { continue };
            if kept.is_enough_for(&other, &asked.target) {
                others.push(Other { number, asked, plan: other });
            }
        }
        others
    }
}

/// Another query that a search looks out for.
struct Other {
    number: usize,
    asked: Asked,
    plan: Plan,
}
