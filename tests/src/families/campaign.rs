//! Many random families.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use orrery::report::view::VerdictView;
use orrery::{Family, Limits, Loader, Options, ProveOptions};

use super::generate::{Dice, model, query};
use super::projections::compare;

/// What came of random families.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub families: u64,
    /// Families with a set of views that was compared with instances.
    pub compared: u64,
    /// Sets of views that were compared with instances.
    pub sets: u64,
    /// Instances that were compared, and those of them with all their states.
    pub instances: u64,
    pub complete: u64,
    pub states: u64,
    pub projections: u64,
    pub proved: u64,
    pub refuted: u64,
    /// Queries that were found to be decided in the same way by all larger instances.
    pub lasting: u64,
    pub unknown: u64,
    pub unsupported: u64,
    /// Reasons why a family was refused, with how often, and the seed of the first.
    pub reasons: BTreeMap<String, (u64, u64)>,
    pub failures: Vec<(u64, String)>,
    pub time: Duration,
}

/// How many symbolic states of an instance are compared.
const MOST_STATES: usize = 150;
const VIEWS: views::Limits = views::Limits { views: 150, joins: 6_000 };
/// Of so many families one has queries proved; all have their views compared.
const ASKED: u64 = 20;

/// Tries families from seed `first` on, `count` of them or for so long.
pub fn run(
    first: u64,
    count: u64,
    time: Option<Duration>,
    failures: usize,
    progress: &dyn Fn(&Summary),
) -> Summary {
    let started = Instant::now();
    let mut summary = Summary::default();
    for seed in first..first.saturating_add(count) {
        if let Err(problem) = try_one(seed, &mut summary) {
            summary.failures.push((seed, problem));
        }
        summary.families += 1;
        summary.time = started.elapsed();
        progress(&summary);
        if summary.failures.len() >= failures || time.is_some_and(|most| summary.time >= most) {
            break;
        }
    }
    summary
}

/// One family: its views cover its instances, and what is said of two queries is so.
pub fn try_one(seed: u64, summary: &mut Summary) -> Result<(), String> {
    let mut dice = Dice::new(seed);
    let text = model(&mut dice);
    let loader = Loader::new().formula("A[] true");
    let family = Family::load_text(loader, "m.xta", text.as_str(), None)
        .map_err(|error| format!("{error}\n{text}"))?;
    let sets = summary.sets;
    for arity in 1..=2 {
        covered(&family, (arity, seed), summary).map_err(|problem| format!("{problem}\n{text}"))?;
    }
    summary.compared += u64::from(summary.sets > sets);
    if seed.is_multiple_of(ASKED) {
        for _ in 0..2 {
            let formula = query(&mut dice, &text);
            asked(&text, &formula, summary)
                .map_err(|problem| format!("{formula}: {problem}\n{text}"))?;
        }
    }
    Ok(())
}

/// Do views cover the instances with as many members, and one to three more?
fn covered(
    family: &Family,
    (arity, seed): (usize, u64),
    summary: &mut Summary,
) -> Result<(), String> {
    let found = match family.view_set(0, arity, VIEWS) {
        Ok(found) => found,
        Err(reason) => {
            let reason = reason.split(": ").last().unwrap_or_default().to_owned();
            summary.reasons.entry(reason).or_insert((0, seed)).0 += 1;
            return Ok(());
        }
    };
    let Some((instances, proof)) = found else { return Ok(()) };
    summary.sets += 1;
    for members in arity..=arity + 3 {
        let large = family.members(members)?;
        match compare(&instances.instances[0], &proof.views, &large, MOST_STATES) {
            Ok(compared) => {
                summary.instances += 1;
                summary.complete += u64::from(compared.complete);
                summary.states += compared.states as u64;
                summary.projections += compared.projections as u64;
            }
            Err(uncovered) => return Err(format!("views of {arity}: {}", uncovered.0)),
        }
    }
    Ok(())
}

/// Is what is said of a query for all instances, or for all from one on, true of the small ones?
fn asked(text: &str, formula: &str, summary: &mut Summary) -> Result<(), String> {
    let loader = Loader::new().formula(formula);
    let family = Family::load_text(loader.clone(), "m.xta", text, None)
        .map_err(|error| error.to_string())?;
    let time = Some(Duration::from_millis(100));
    let proved = family.prove(0, &ProveOptions { time, ..ProveOptions::default() });
    let reason = proved.query.reason.unwrap_or_default();
    if reason.contains("mistake in Orrery") {
        return Err(reason);
    }
    let is_invariant = formula.starts_with("A[]");
    let (verdict, least) = (proved.query.verdict, proved.family.least);
    let all = least..least + 4;
    let from = |value: i32| value..value.max(least + 1) + 2;
    match (verdict, &proved.views) {
        (VerdictView::Holds | VerdictView::Fails, Some(_)) => {
            summary.proved += 1;
            each(&loader, text, all.clone(), is_invariant)?;
            // An invalid evaluation would be bad as well, and there must be none.
            all.clone().try_for_each(|value| valid(&loader, text, value))
        }
        (VerdictView::Holds, None) => {
            summary.lasting += 1;
            each(&loader, text, all, true)
        }
        (VerdictView::Fails, None) => {
            summary.refuted += 1;
            let at = proved.fails_at.ok_or("it does not say where it fails")?;
            if let Some(first) = proved.fails_from {
                summary.lasting += 1;
                return each(&loader, text, from(first), false);
            }
            each(&loader, text, at..at + 1, false)
        }
        (VerdictView::Unsupported, _) => {
            summary.unsupported += 1;
            Ok(())
        }
        _ => {
            summary.unknown += 1;
            Ok(())
        }
    }
}

/// Do these instances give this answer, as far as they give one in time?
fn each(
    loader: &Loader,
    text: &str,
    values: std::ops::Range<i32>,
    expected: bool,
) -> Result<(), String> {
    for value in values {
        let answer = answer(loader, text, value)?;
        if answer.holds().is_some_and(|found| found != expected) {
            return Err(format!("said to be {expected}, but not so for N = {value}"));
        }
    }
    Ok(())
}

/// Does an instance evaluate nothing invalid?
fn valid(loader: &Loader, text: &str, value: i32) -> Result<(), String> {
    match answer(loader, text, value)?.verdict() {
        Ok(_) => Ok(()),
        Err(_) => Err(format!("N = {value} has an error")),
    }
}

fn answer(loader: &Loader, text: &str, value: i32) -> Result<orrery::Answer, String> {
    let instance = loader.clone().define("N", value).load_text("m.xta", text);
    let instance = instance.map_err(|error| error.to_string())?;
    let query = &instance.queries()[0];
    let mut limits = Limits::new().time(Duration::from_millis(200));
    let answer = instance.check_within(query, &Options::default(), &mut limits);
    answer.map_err(|error| error.to_string())
}
