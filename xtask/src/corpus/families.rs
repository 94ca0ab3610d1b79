//! Which models are families, and what is proved of them for every number of processes.

use std::path::Path;
use std::process::ExitCode;

use orrery::report::view::VerdictView;
use orrery::{Family, Loader, ProveOptions};

use super::judge::JudgeLimits;
use super::manifest::Entry;

/// What came of all models.
#[derive(Default)]
struct Families {
    models: usize,
    open: usize,
    families: usize,
    listed: usize,
    holds: usize,
    fails: usize,
    unknown: usize,
    unsupported: usize,
}

/// Prints a line for each `A[]` and `E<>` query of each model whose number of processes depends on a constant. Where it
/// depends on several, each is left open in turn, and the model is a family if one of them makes it one.
pub fn table<'e>(
    folder: &Path,
    entries: impl Iterator<Item = &'e Entry>,
    limits: &JudgeLimits,
) -> ExitCode {
    println!("model\tconstant\tanswer\tviews\tquery\treason");
    let mut tally = Families::default();
    for entry in entries {
        tally.models += 1;
        let path = folder.join(&entry.file);
        let constants = Loader::new().without_queries().load_file(&path);
        let constants = constants.map(|model| model.open_constants()).unwrap_or_default();
        if constants.is_empty() {
            let problem = Family::load_file(asking(entry), &path, None).err();
            let is_listed = problem.is_some_and(|problem| problem.to_string().contains("hint: "));
            tally.listed += usize::from(is_listed);
            continue;
        }
        tally.open += 1;
        let mut found = false;
        for constant in &constants {
            found |= one(entry, &path, constant, limits, &mut tally);
        }
        tally.families += usize::from(found);
    }
    println!(
        "{} models, {} with an open constant, {} with processes listed one by one; {} families: \
         {} queries proved, {} refuted, {} unknown, {} unsupported",
        tally.models,
        tally.open,
        tally.listed,
        tally.families,
        tally.holds,
        tally.fails,
        tally.unknown,
        tally.unsupported
    );
    ExitCode::SUCCESS
}

/// A model with one constant left open: is it a family?
fn one(
    entry: &Entry,
    path: &Path,
    constant: &str,
    limits: &JudgeLimits,
    tally: &mut Families,
) -> bool {
    let Ok(family) = Family::load_file(asking(entry), path, Some(constant)) else { return false };
    let options = ProveOptions { time: Some(limits.time), ..ProveOptions::default() };
    let queries = family.model().queries();
    let last = queries.len() - 1;
    // Whether it is a family at all.
    let plain = family.prove(last, &options);
    if plain.query.verdict != VerdictView::Holds {
        let reason = plain.query.reason.unwrap_or_default();
        let word = match plain.query.verdict {
            VerdictView::Unknown => "not decided",
            _ => "no family",
        };
        println!("{}\t{constant}\t{word}\t\t\t{}", entry.file, first_line(&reason));
        return false;
    }
    for place in 0..last {
        let proved = family.prove(place, &options);
        let views = proved.views.as_ref().map(|views| format!("{}/{}", views.count, views.arity));
        match (proved.query.verdict, &proved.views) {
            (VerdictView::Holds, _) | (VerdictView::Fails, Some(_)) => tally.holds += 1,
            (VerdictView::Fails, None) => tally.fails += 1,
            (VerdictView::Unknown, _) => tally.unknown += 1,
            _ => tally.unsupported += 1,
        }
        println!(
            "{}\t{constant}\t{}\t{}\t{}\t{}",
            entry.file,
            proved.query.verdict.word(),
            views.unwrap_or_default(),
            proved.query.formula.split_whitespace().collect::<Vec<_>>().join(" "),
            first_line(proved.query.reason.as_deref().unwrap_or_default()),
        );
    }
    if last == 0 {
        println!("{}\t{constant}\tfamily\t\t\t", entry.file);
    }
    true
}

/// The queries that can be proved for every number, and one that always holds.
fn asking(entry: &Entry) -> Loader {
    let asked = entry.queries.iter().filter(|query| {
        let formula = query.formula.trim_start();
        !query.refused && (formula.starts_with("A[]") || formula.starts_with("E<>"))
    });
    let loader = asked.fold(Loader::new(), |loader, one| loader.formula(&one.formula));
    loader.formula("A[] true")
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
