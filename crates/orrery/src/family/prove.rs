//! Proofs for every value of the constant, and refutations by one value.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::watch::{StopReason, Watch};
use network::QueryKind;
use query::plan::{Options, TraceOption};
use report::convert::stopped;
use report::view::{FamilyView, ProvedView, QueryView, VerdictView, ViewView, ViewsView};
use views::Outcome;

use super::open::Family;
use super::second_check::{SecondCheck, second_check};
use super::show::{fault_words, view_view, views_view};
use crate::limits::Limits;

/// How a proof is looked for, and for how long.
#[derive(Clone, Debug, Default)]
pub struct ProveOptions<'a> {
    /// Look at so many processes at once; by default, as many as the query speaks of, and more if that fails.
    pub views: Option<usize>,
    /// Give up after this time for each query.
    pub time: Option<Duration>,
    /// Give up what needs more memory than this.
    pub memory: Option<u64>,
    /// Give up when somebody sets this.
    pub cancel: Option<&'a Arc<AtomicBool>>,
}

/// The most processes that are looked at without being asked to.
const WIDEST: usize = 3;
/// How many more instances are searched where no proof is found.
const MORE: usize = 3;
/// How long an instance is searched if there is no time limit.
const TIME_PER_INSTANCE: Duration = Duration::from_secs(20);
/// A proof that needs more is not one that a person reads.
const LIMITS: views::Limits = views::Limits { views: 200_000, joins: 2_000_000_000 };
/// What every number of processes to look at is tried with before any is tried with more: views that do not come to
/// an end, because they let a counter grow, may do so where more processes are looked at.
const QUICK: views::Limits = views::Limits { views: 1_000, joins: 1_000_000 };

/// The work on one query.
struct Work<'f> {
    family: &'f Family,
    options: &'f ProveOptions<'f>,
    place: usize,
    /// What the whole of it may take.
    limits: Limits<'f>,
    /// The members of the instances that were checked, and found in order.
    checked: Vec<usize>,
    /// What stood in the way of checking instances, latest last.
    problems: Vec<String>,
    /// What stood in the way of the last proof.
    unproved: String,
    /// Why the last proof was not checked a second time, if so.
    unchecked: &'static str,
    /// How many were looked at where a proof needs more than [`QUICK`].
    cut_short: Vec<usize>,
    abstract_run: Vec<String>,
    stuck: Option<ViewView>,
    /// With so many members or fewer, the query names a process that is not there.
    too_few: usize,
}

/// What became of an instance.
enum Checked {
    /// It has no state that is sought.
    Clean,
    Found(Box<QueryView>),
    /// The query names a process that is not there.
    Meaningless,
    Undecided(String),
}

impl Family {
    /// What holds of the query at this place for every value of the constant.
    #[must_use]
    pub fn prove(&self, place: usize, options: &ProveOptions<'_>) -> ProvedView {
        let limits = within(options, options.time);
        let (checked, problems, cut_short) = (Vec::new(), Vec::new(), Vec::new());
        let (abstract_run, stuck) = (Vec::new(), None);
        let mut work = Work {
            family: self,
            options,
            place,
            limits,
            checked,
            problems,
            unproved: String::new(),
            unchecked: "",
            cut_short,
            abstract_run,
            stuck,
            too_few: 0,
        };
        let mut proved = work.answer();
        proved.query.stats.seconds = work.limits.elapsed().as_secs_f64();
        proved
    }
}

impl Family {
    /// The set of views of so many processes that the search for a proof of the query at this place ends with, and the
    /// instances it speaks of: for programs that check such sets themselves. None if a view is bad or there are too many.
    pub fn view_set(
        &self,
        place: usize,
        arity: usize,
        limits: views::Limits,
    ) -> Result<Option<(views::Family, views::Proof)>, String> {
        if let Some(reason) = self.unfit() {
            return Err(reason);
        }
        let family = self.views(arity, place)?;
        let instance = self.instance(arity)?;
        let queries = instance.queries();
        let Some((goal, is_invariant)) = queries[place].asked().kind.about_one_state() else {
            return Err("the query cannot be read for so few processes".to_owned());
        };
        Ok(match views::prove(&family, goal, !is_invariant, limits, &mut || false)? {
            Outcome::Proved(proof) => Some((family, proof)),
            Outcome::Stuck(_) | Outcome::Fault(_) | Outcome::Limit => None,
        })
    }
}

impl Work<'_> {
    fn answer(&mut self) -> ProvedView {
        let queries = self.family.written.queries();
        let query = &queries[self.place];
        if let QueryKind::Wrong(reason) = &query.asked().kind {
            return self.unproved(VerdictView::Error, reason);
        }
        let Some((_, is_invariant)) = query.asked().kind.about_one_state() else {
            let reason = "only `A[]` and `E<>` can be decided for every value";
            return self.unproved(VerdictView::Unsupported, reason);
        };
        let width = match &self.family.shape {
            Ok(shape) => shape.widths[self.place].clone().map_err(|obstacle| vec![obstacle]),
            Err(obstacles) => Err(obstacles.clone()),
        };
        match width.map(|width| (width, self.family.unfit())) {
            Ok((width, None)) => self.by_views(width.max(1), is_invariant),
            Ok((_, Some(reason))) => self.by_instances(&[reason], is_invariant),
            Err(obstacles) => {
                let loaded = self.family.written.loaded();
                let word = |obstacle: &model::Obstacle| {
                    let place = loaded.sources().place(obstacle.span);
                    format!("{}:{}:{}: {}", place.file, place.line, place.column, obstacle.reason)
                };
                let lines: Vec<String> = obstacles.iter().take(5).map(word).collect();
                self.by_instances(&lines, is_invariant)
            }
        }
    }

    /// Looks for a proof with more and more members, and for an instance that refutes it in between.
    fn by_views(&mut self, width: usize, is_invariant: bool) -> ProvedView {
        let arities = match self.options.views {
            Some(arity) if arity < width => {
                let reason = format!(
                    "the query mentions {width} processes at once: --views must be at least {width}"
                );
                return self.unproved(VerdictView::Unsupported, &reason);
            }
            Some(arity) => arity..=arity,
            None => width..=width.max(WIDEST),
        };
        for limits in [QUICK, LIMITS] {
            for arity in arities.clone() {
                if limits == LIMITS && (self.is_over() || !self.cut_short.contains(&arity)) {
                    continue;
                }
                if let Some(found) = self.by_views_and_instances(arity, limits, is_invariant) {
                    return found;
                }
                if self.is_over() {
                    break;
                }
            }
        }
        let mut reason = self.unproved.clone();
        if let Some(most) = self.checked.iter().max() {
            let (words, most) = (self.family.words(), self.family.value(*most));
            reason += &format!("\nno bad state with {words} up to {most}: these were searched");
        }
        if let Some(problem) = self.problems.first() {
            reason += &format!("\nnot decided: {problem}");
        }
        let mut view = self.unproved(VerdictView::Unknown, &reason);
        view.abstract_run = std::mem::take(&mut self.abstract_run);
        view.stuck = self.stuck.take();
        view
    }

    /// Looks for a proof with views of this many members, and for an instance that refutes it.
    fn by_views_and_instances(
        &mut self,
        arity: usize,
        limits: views::Limits,
        is_invariant: bool,
    ) -> Option<ProvedView> {
        for members in 1..arity {
            if let Some(found) = self.refuted(members, is_invariant) {
                return Some(found);
            }
        }
        match self.by_views_of(arity, limits) {
            Ok(views) => return Some(self.proved(arity, views, is_invariant)),
            Err(problem) => self.unproved = problem,
        }
        (arity..=arity + MORE).find_map(|members| self.refuted(members, is_invariant))
    }

    /// A proof with views of this many members; else what stands in its way.
    fn by_views_of(&mut self, arity: usize, limits: views::Limits) -> Result<ViewsView, String> {
        let family = self.family.views(arity, self.place)?;
        let instance = self.family.instance(arity)?;
        let queries = instance.queries();
        let Some((goal, is_invariant)) = queries[self.place].asked().kind.about_one_state() else {
            return Err("the query cannot be read for so few processes".to_owned());
        };
        let goal = &family.instances[0].strict_goal(goal);
        let whole = &mut self.limits;
        let mut stop = || whole.working().is_break();
        let outcome = views::prove(&family, goal, !is_invariant, limits, &mut stop)?;
        match outcome {
            Outcome::Proved(proof) => {
                let goal = (goal, !is_invariant);
                let checked = match second_check(&family, goal, &proof, &mut stop)? {
                    SecondCheck::Passed => true,
                    SecondCheck::TooMany => {
                        self.unchecked = "there are too many of them";
                        false
                    }
                    SecondCheck::Stopped => {
                        self.unchecked = self.stopped().map_or("", stopped);
                        false
                    }
                };
                Ok(views_view(&family.instances[0], &proof, checked))
            }
            Outcome::Fault(fault) => Err(fault_words(self.family, &fault)),
            Outcome::Limit => {
                self.cut_short.push(arity);
                let views = format!("views of {}", processes(arity));
                Err(match self.stopped() {
                    Some(reason) => format!("{} before all {views} were found", stopped(reason)),
                    None => format!("there are too many {views}"),
                })
            }
            Outcome::Stuck(stuck) => {
                self.abstract_run.clone_from(&stuck.run);
                self.stuck = Some(view_view(&family.instances[0], &stuck.view));
                let more = if arity >= WIDEST || self.options.views.is_some() {
                    format!("; `--views {}` might help", arity + 1)
                } else {
                    String::new()
                };
                Err(format!(
                    "not proved with views of {}: in this abstraction, a bad state might be reached{more}",
                    processes(arity)
                ))
            }
        }
    }

    /// Proved for all instances with at least `arity` members; the smaller ones must have been checked.
    fn proved(&mut self, arity: usize, views: ViewsView, is_invariant: bool) -> ProvedView {
        let missing = (self.too_few + 1..arity).find(|members| !self.checked.contains(members));
        if let Some(members) = missing {
            let parameter = &self.family.words();
            let value = self.family.value(members);
            let why = self.problems.last().cloned().unwrap_or_default();
            let reason = format!(
                "proved for larger {parameter}, but not known for {parameter} = {value}: {why}"
            );
            return self.unproved(VerdictView::Unknown, &reason);
        }
        let parameter = &self.family.words();
        let small = match self.checked.iter().filter(|members| **members < arity).count() {
            _ if self.too_few > 0 => {
                format!(" from {parameter} = {} on", self.family.value(self.too_few + 1))
            }
            0 => String::new(),
            1 => format!(" ({parameter} = {} checked separately)", self.family.value(1)),
            count => format!(
                " ({parameter} = {} to {} checked one by one)",
                self.family.value(1),
                self.family.value(count)
            ),
        };
        let (verdict, what) = match is_invariant {
            true => (VerdictView::Holds, "holds"),
            false => (VerdictView::Fails, "fails"),
        };
        let reason = format!(
            "{what} for every {parameter}{small}: {} views of {}{}",
            views.count,
            processes(arity),
            if views.checked {
                String::new()
            } else {
                format!(" (not checked a second time: {})", self.unchecked)
            }
        );
        let mut view = self.unproved(verdict, &reason);
        view.views = Some(views);
        if !is_invariant {
            view.fails_at = Some(self.family.value(1));
            view.fails_from = view.fails_at;
        }
        view
    }

    /// The model is not a family: there is no proof, but perhaps an instance that refutes it.
    fn by_instances(&mut self, reasons: &[String], is_invariant: bool) -> ProvedView {
        for members in 1..=1 + MORE {
            if let Some(found) = self.refuted(members, is_invariant) {
                return found;
            }
        }
        self.unproved(VerdictView::Unsupported, &reasons.join("\n"))
    }

    /// The answer if the instance with so many members settles it.
    fn refuted(&mut self, members: usize, is_invariant: bool) -> Option<ProvedView> {
        if self.checked.contains(&members) || self.is_over() {
            return None;
        }
        match self.check(members, is_invariant) {
            Checked::Clean => {
                self.checked.push(members);
                None
            }
            Checked::Meaningless => {
                self.too_few = self.too_few.max(members);
                None
            }
            Checked::Undecided(why) => {
                self.problems.push(why);
                None
            }
            Checked::Found(query) if is_invariant => Some(self.refuted_by(members, *query)),
            Checked::Found(_) => Some(self.possible_with(members)),
        }
    }

    /// An `A[]` that the instance with so many members refutes.
    fn refuted_by(&self, members: usize, query: QueryView) -> ProvedView {
        let (parameter, value) = (&self.family.words(), self.family.value(members));
        let mut view = self.unproved(VerdictView::Fails, "");
        let smaller = if members > 1 && (1..members).all(|one| self.checked.contains(&one)) {
            ", and for no smaller one"
        } else {
            ""
        };
        let larger = self.is_found_in_larger();
        let words = if larger { ("from", " on") } else { ("for", "") };
        let (for_, on) = words;
        view.query.reason = Some(format!("fails {for_} {parameter} = {value}{on}{smaller}"));
        view.query.trace = query.trace;
        view.query.trace_reason = query.trace_reason;
        view.query.stats = query.stats;
        view.fails_at = Some(value);
        view.fails_from = Some(value).filter(|_| larger);
        view
    }

    /// An `E<>` that the instance with so many members satisfies.
    fn possible_with(&self, members: usize) -> ProvedView {
        let (parameter, value) = (&self.family.words(), self.family.value(members));
        let lasts = self.is_found_in_larger();
        let why = "one more process can stand by";
        let meaningful = self.too_few + 1..members;
        // An instance without such a state is enough for "not for every value".
        if let Some(least) = self.checked.iter().filter(|one| meaningful.contains(one)).min() {
            let least = self.family.value(*least);
            let larger = match lasts {
                true => format!("and holds from {parameter} = {value} on: {why}"),
                false => format!("holds for {parameter} = {value}, and is not decided for larger"),
            };
            let reason = format!("fails for {parameter} = {least}, {larger}");
            let mut view = self.unproved(VerdictView::Fails, &reason);
            view.fails_at = Some(least);
            return view;
        }
        let (verdict, reason) = match (lasts, meaningful.is_empty(), self.too_few) {
            (true, true, 0) => (VerdictView::Holds, format!("holds for every {parameter}: {why}")),
            (true, true, _) => {
                (VerdictView::Holds, format!("holds from {parameter} = {value} on: {why}"))
            }
            (true, false, _) => {
                let reason =
                    format!("holds from {parameter} = {value} on; smaller ones are not decided");
                (VerdictView::Unknown, reason)
            }
            (false, ..) => {
                let reason =
                    format!("holds for {parameter} = {value}; not decided for every {parameter}");
                (VerdictView::Unknown, reason)
            }
        };
        self.unproved(verdict, &reason)
    }

    /// Is a state that decides the query, once found in an instance, found in all larger ones too?
    fn is_found_in_larger(&self) -> bool {
        let lasting = self.family.shape.as_ref().is_ok_and(|shape| shape.lasting[self.place]);
        lasting && self.family.may_stand_by()
    }

    /// Checks the instance with so many members by itself.
    fn check(&self, members: usize, is_invariant: bool) -> Checked {
        let value = self.family.value(members);
        let instance = match self.family.instance(members) {
            Ok(instance) => instance,
            Err(problem) => return Checked::Undecided(problem),
        };
        let queries = instance.queries();
        let Some(query) = queries.get(self.place) else {
            return Checked::Undecided("there is no such query".to_owned());
        };
        if matches!(query.asked().kind, QueryKind::Wrong(_)) {
            return Checked::Meaningless;
        }
        let left = self.options.time.map(|most| most.saturating_sub(self.limits.elapsed()));
        // There may be more to try than this one.
        let left = left.map_or(TIME_PER_INSTANCE, |left| TIME_PER_INSTANCE.min(left / 3));
        let mut limits = within(self.options, Some(left));
        let trace = if is_invariant { TraceOption::Some } else { TraceOption::None };
        let answer =
            instance.check_within(query, &Options { trace, ..Options::default() }, &mut limits);
        let view = query.view(&answer);
        match (answer.ok().and_then(|answer| answer.holds()), is_invariant) {
            (Some(holds), _) if holds == is_invariant => Checked::Clean,
            (Some(_), _) => Checked::Found(Box::new(view)),
            (None, _) => {
                let why = view.reason.unwrap_or_else(|| "not decided".to_owned());
                Checked::Undecided(format!("{} = {value}: {why}", self.family.words()))
            }
        }
    }

    fn is_over(&mut self) -> bool {
        self.stopped().is_some()
    }

    /// Why it is to end now, if so.
    fn stopped(&mut self) -> Option<StopReason> {
        match self.limits.working() {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break(reason) => Some(reason),
        }
    }

    /// An answer without a proof.
    fn unproved(&self, verdict: VerdictView, reason: &str) -> ProvedView {
        let queries = self.family.written.queries();
        let mut query = queries[self.place].untried_view(verdict, reason);
        query.expect = None;
        let family =
            FamilyView { parameter: self.family.parameter.clone(), least: self.family.value(1) };
        let checked = self.checked.iter().map(|members| self.family.value(*members)).collect();
        let (views, fails_at, fails_from) = (None, None, None);
        let (abstract_run, stuck) = (Vec::new(), None);
        ProvedView { query, family, views, fails_at, fails_from, checked, abstract_run, stuck }
    }
}

/// The limits that somebody asked for, with this one of time.
fn within<'f>(options: &ProveOptions<'f>, time: Option<Duration>) -> Limits<'f> {
    let mut limits = Limits::new();
    if let Some(time) = time {
        limits = limits.time(time);
    }
    if let Some(memory) = options.memory.or_else(Limits::affordable_memory) {
        limits = limits.memory(memory);
    }
    if let Some(flag) = options.cancel {
        limits = limits.cancel(flag);
    }
    limits
}

/// So many processes, in words.
fn processes(count: usize) -> String {
    if count == 1 { "1 process".to_owned() } else { format!("{count} processes") }
}
