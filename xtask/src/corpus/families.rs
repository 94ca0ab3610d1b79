//! Which models are families, and what is proved of them for every number of processes.

use std::path::Path;
use std::process::ExitCode;

use orrery::report::view::VerdictView;
use orrery::{Family, Loader, ProveOptions};

use super::judge::JudgeLimits;
use super::manifest::Entry;

/// Prints a line for each `A[]` and `E<>` query of each model whose number of processes depends on a constant.
pub fn table<'e>(
    folder: &Path,
    entries: impl Iterator<Item = &'e Entry>,
    limits: &JudgeLimits,
) -> ExitCode {
    println!("model\tanswer\tviews\tquery\treason");
    let (mut models, mut open, mut recognised) = (0, 0, 0);
    let (mut holds, mut fails, mut unknown, mut unsupported) = (0, 0, 0, 0);
    let mut listed = 0;
    for entry in entries {
        models += 1;
        let family = match Family::load_file(asking(entry), folder.join(&entry.file), None) {
            Ok(family) => family,
            Err(problem) => {
                listed += usize::from(problem.to_string().contains("hint: "));
                continue;
            }
        };
        open += 1;
        let options = ProveOptions { time: Some(limits.time), ..ProveOptions::default() };
        let queries = family.model().queries();
        let last = queries.len() - 1;
        // Whether it is a family at all.
        let plain = family.prove(last, &options);
        if plain.query.verdict == VerdictView::Holds {
            recognised += 1;
        } else {
            let reason = plain.query.reason.unwrap_or_default();
            println!("{}\tno family\t\t\t{}", entry.file, first_line(&reason));
            continue;
        }
        for place in 0..last {
            let proved = family.prove(place, &options);
            let views =
                proved.views.as_ref().map(|views| format!("{}/{}", views.count, views.arity));
            match (proved.query.verdict, &proved.views) {
                (VerdictView::Holds | VerdictView::Fails, Some(_)) => holds += 1,
                (VerdictView::Fails, None) => fails += 1,
                (VerdictView::Unknown, _) => unknown += 1,
                _ => unsupported += 1,
            }
            println!(
                "{}\t{}\t{}\t{}\t{}",
                entry.file,
                proved.query.verdict.word(),
                views.unwrap_or_default(),
                proved.query.formula.split_whitespace().collect::<Vec<_>>().join(" "),
                first_line(proved.query.reason.as_deref().unwrap_or_default()),
            );
        }
    }
    println!(
        "{models} models, {open} with an open constant, {listed} with processes listed one by one; {recognised} families: \
         {holds} queries proved, {fails} refuted, {unknown} unknown, {unsupported} unsupported"
    );
    ExitCode::SUCCESS
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
