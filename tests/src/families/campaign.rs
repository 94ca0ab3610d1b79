//! Many random families.

use std::time::{Duration, Instant};

use orrery::report::view::VerdictView;
use orrery::{Family, Limits, Loader, Options, ProveOptions};

use super::generate::{Dice, model, query};
use super::projections::compare;

/// What came of random families.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub families: u64,
    /// Families whose view sets were compared with instances.
    pub compared: u64,
    pub states: u64,
    pub projections: u64,
    pub proved: u64,
    pub refuted: u64,
    pub unknown: u64,
    pub unsupported: u64,
    /// Reasons why a family was refused, with how often.
    pub reasons: std::collections::BTreeMap<String, u64>,
    pub failures: Vec<(u64, String)>,
    pub time: Duration,
}

/// How many symbolic states of an instance are compared.
const MOST_STATES: usize = 150;
const VIEWS: views::Limits = views::Limits { views: 600, joins: 20_000 };

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

/// One family: its views cover its instances, and what is proved of two queries holds for each.
pub fn try_one(seed: u64, summary: &mut Summary) -> Result<(), String> {
    let mut dice = Dice::new(seed);
    let text = model(&mut dice);
    let formulas = ["A[] true".to_owned(), query(&mut dice), query(&mut dice)];
    let loader = formulas.iter().fold(Loader::new(), |loader, one| loader.formula(one.as_str()));
    let family = Family::load_text(loader.clone(), "m.xta", text.as_str(), None)
        .map_err(|error| format!("{error}\n{text}"))?;
    for arity in 1..=2 {
        covered(&family, arity, summary).map_err(|problem| format!("{problem}\n{text}"))?;
    }
    let options =
        ProveOptions { time: Some(Duration::from_millis(200)), ..ProveOptions::default() };
    for (place, formula) in formulas.iter().enumerate().skip(1) {
        let proved = family.prove(place, &options);
        let reason = proved.query.reason.unwrap_or_default();
        if reason.contains("mistake in Orrery") {
            return Err(format!("{formula}: {reason}\n{text}"));
        }
        match (proved.query.verdict, &proved.views) {
            (VerdictView::Holds | VerdictView::Fails, Some(_)) => summary.proved += 1,
            (VerdictView::Fails, None) => summary.refuted += 1,
            (VerdictView::Unsupported, _) => summary.unsupported += 1,
            _ => summary.unknown += 1,
        }
        if proved.views.is_some() {
            each(&loader, &text, (place, formula))?;
        }
    }
    Ok(())
}

/// Do views cover the instances with as many members, and one to three more?
fn covered(family: &Family, arity: usize, summary: &mut Summary) -> Result<(), String> {
    let found = match family.view_set(0, arity, VIEWS) {
        Ok(found) => found,
        Err(reason) => {
            let reason = reason.split(": ").last().unwrap_or_default().to_owned();
            *summary.reasons.entry(reason).or_default() += 1;
            return Ok(());
        }
    };
    let Some((instances, proof)) = found else { return Ok(()) };
    summary.compared += 1;
    for members in arity..=arity + 3 {
        let large = family.members(members)?;
        match compare(&instances.instances[0], &proof.views, &large, MOST_STATES) {
            Ok(compared) => {
                summary.states += compared.states as u64;
                summary.projections += compared.projections as u64;
            }
            Err(uncovered) => return Err(format!("views of {arity}: {}", uncovered.0)),
        }
    }
    Ok(())
}

/// Is a query that was proved for all instances true of the small ones?
fn each(loader: &Loader, text: &str, (place, formula): (usize, &str)) -> Result<(), String> {
    for members in 1..=4 {
        let instance = loader.clone().define("N", members).load_text("m.xta", text);
        let instance = instance.map_err(|error| error.to_string())?;
        let query = &instance.queries()[place];
        let mut limits = Limits::new().time(Duration::from_millis(200));
        let answer = instance
            .check_within(query, &Options::default(), &mut limits)
            .map_err(|error| format!("{error}"))?;
        // An invalid evaluation would be one as well, and there must be none.
        if answer.verdict().is_err() {
            return Err(format!("N = {members}: {formula} has an error\n{text}"));
        }
        if answer.holds().is_some_and(|found| found != formula.starts_with("A[]")) {
            return Err(format!("{formula} is proved, but not so for N = {members}\n{text}"));
        }
    }
    Ok(())
}
