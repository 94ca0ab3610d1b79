//! `cargo xtask fuzz`: random networks and random models against their judges.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use network::generate::Feature;
use orrery_tests::families::{campaign as families, generate};
use orrery_tests::fuzz::{Campaign, Summary, fuzz};
use orrery_tests::games;
use orrery_tests::independent;
use orrery_tests::integers;
use orrery_tests::polling;
use orrery_tests::slicing;
use orrery_tests::symmetric::campaign as symmetric;
use orrery_tests::symmetric::campaign::Source;
use orrery_tests::telling;
use orrery_tests::trial::Plans;

/// What the command understands.
pub(crate) const USAGE: &str =
    "cargo xtask fuzz [--count N | --seconds N] [--seed S] [--profile LIST]
                 [--plans every|N|few:N] [--threads N] [--failures N] [--clocks N]
       --clocks 0: networks without clocks, and formulas of branching time among the queries;
       LIST: features, or -feature to forbid, +feature to force, comma-separated;
             with `planted`: models with known symmetries instead;
             with `symmetric`: the symmetries of random networks instead;
             with `closed`: networks without strict bounds, in whole numbers too, instead;
             with `polling`: networks with polling loops, and loops that nearly are, instead;
             with `families`: models with the number of processes left open instead;
             with `games`: formulas of branching time and games on timed networks instead, with features of
             networks after a comma;
             with `independent`: networks in which time stands still often instead;
             with `slicing`: networks with parts that nothing depends on, or nearly so, instead;
             with `telling`: networks in which one process tells others one by one, instead;
             with `source`: random models as text instead, with features of their own";

/// How many random plans are tried for a query of a random text, besides the usual ones.
const SOME_PLANS: usize = 10;

/// What is made at random.
enum Made {
    Networks,
    /// Networks and models with symmetries.
    Symmetric(Source),
    /// Networks without strict bounds.
    Closed,
    /// Networks with polling loops.
    Polling,
    /// Models with the number of processes left open.
    Families,
    /// Formulas of branching time and games.
    Games,
    /// Networks in which time stands still often.
    Independent,
    /// Networks with parts that nothing depends on.
    Slicing,
    /// Networks in which one process tells others one by one.
    Telling,
    Text(source::feature::Profile),
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let (campaign, made) = match campaign(arguments) {
        Ok(found) => found,
        Err(problem) => {
            eprintln!("{problem}\nusage: {USAGE}");
            return ExitCode::from(2);
        }
    };
    // Panics of the engine are failures and reported as such; any other is a mistake in the tests.
    std::panic::set_hook(Box::new(|panic| {
        let engine = ["crates/engine/", "crates/zones/"];
        if !panic.location().is_some_and(|at| engine.iter().any(|path| at.file().contains(path))) {
            eprintln!("{panic}");
        }
    }));
    let shown = AtomicU64::new(0);
    match made {
        Made::Networks => {}
        Made::Symmetric(source) => {
            let summary = symmetric::run(&campaign, source, &|summary| {
                progress(summary.tally.agreed, summary.failures.len(), summary.time, &shown);
            });
            return report_symmetric(&summary);
        }
        Made::Closed => return report_closed(&integers::run(&campaign, &|_| {})),
        Made::Independent => return report_independent(&independent::run(&campaign, &|_| {})),
        Made::Telling => return report_telling(&telling::run(&campaign, &|_| {})),
        Made::Slicing => return report_slicing(&slicing::run(&campaign, &|_| {})),
        Made::Polling => return report_polling(&polling::run(&campaign, &|_| {})),
        Made::Families => {
            let (seed, count, time) = (campaign.seed, campaign.count, campaign.time);
            let summary = families::run(seed, count, time, campaign.failures, &|summary| {
                progress(summary.families, summary.failures.len(), summary.time, &shown);
            });
            return report_families(&summary);
        }
        Made::Games => {
            let started = Instant::now();
            let summary = games::run(&campaign, &|summary| {
                progress(summary.agreed, summary.failures.len(), started.elapsed(), &shown);
            });
            return report_games(&summary);
        }
        Made::Text(profile) => {
            let summary = orrery_tests::source::campaign::run(&campaign, &profile, &|summary| {
                progress(summary.agreed, summary.failures.len(), summary.time, &shown);
            });
            return report_source(&summary);
        }
    }
    let summary = fuzz(&campaign, &|summary| {
        progress(summary.agreed, summary.failures.len(), summary.time, &shown)
    });
    report(&summary);
    for (seed, failure) in &summary.failures {
        println!("\n## Network {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn campaign(arguments: &[String]) -> Result<(Campaign, Made), String> {
    let mut campaign = Campaign::default();
    let mut made = Made::Networks;
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{flag} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|error| format!("{flag} {value}: {error}"));
        let size = || number().map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        match flag.as_str() {
            "--count" => campaign.count = number()?,
            "--seconds" => campaign.time = Some(Duration::from_secs(number()?)),
            "--seed" => campaign.seed = number()?,
            "--clocks" => campaign.profile.clocks = size()?,
            "--profile" if value == "planted" => made = Made::Symmetric(Source::Planted),
            "--profile" if value.starts_with("closed") => {
                made = Made::Closed;
                campaign.profile = value.trim_start_matches("closed").parse()?;
            }
            "--profile" if value == "families" => made = Made::Families,
            "--profile" if value == "polling" => made = Made::Polling,
            "--profile" if value.starts_with("games") => {
                made = Made::Games;
                campaign.profile = value.trim_start_matches("games").parse()?;
            }
            "--profile" if value == "independent" => made = Made::Independent,
            "--profile" if value == "slicing" => made = Made::Slicing,
            "--profile" if value == "telling" => made = Made::Telling,
            "--profile" if value.starts_with("source") => {
                made = Made::Text(value.trim_start_matches("source").parse()?);
                if campaign.plans == Plans::Every {
                    campaign.plans = Plans::Some(SOME_PLANS);
                }
            }
            "--profile" if value.starts_with("symmetric") => {
                made = Made::Symmetric(Source::Copies);
                let rest = value.trim_start_matches("symmetric");
                campaign.profile = format!("+copies,-urgent-clock-guards{rest}").parse()?;
            }
            "--profile" => campaign.profile = value.parse()?,
            "--threads" => campaign.threads = size()?,
            "--failures" => campaign.failures = size()?,
            "--plans" if value == "every" => campaign.plans = Plans::Every,
            "--plans" if value.starts_with("few:") => {
                let count = value.trim_start_matches("few:").parse();
                campaign.plans = Plans::Few(count.map_err(|_| "few:N wants a number".to_owned())?);
            }
            "--plans" => campaign.plans = Plans::Some(size()?),
            _ => return Err(format!("unknown flag {flag}")),
        }
    }
    if campaign.count == u64::MAX && campaign.time.is_none() {
        campaign.time = Some(Duration::from_secs(60));
    }
    Ok((campaign, made))
}

fn progress(agreed: u64, failures: usize, time: Duration, shown: &AtomicU64) {
    let seconds = time.as_secs();
    if seconds / 10 > shown.fetch_max(seconds / 10, Ordering::Relaxed) {
        let rate = agreed as f64 / time.as_secs_f64();
        eprintln!("{agreed} networks agree, {rate:.0} a second, {failures} failures");
    }
}

fn report_families(summary: &families::Summary) -> ExitCode {
    println!("{} families in {:.0} s", summary.families, summary.time.as_secs_f64());
    println!(
        "{} of them compared: {} sets of views cover {} projections of {} symbolic states, of {} instances, {} of them to the end",
        summary.compared,
        summary.sets,
        summary.projections,
        summary.states,
        summary.instances,
        summary.complete
    );
    println!(
        "queries: {} proved, {} refuted, {} lasting, {} unknown, {} unsupported",
        summary.proved, summary.refuted, summary.lasting, summary.unknown, summary.unsupported
    );
    for (reason, (count, seed)) in &summary.reasons {
        println!("{count} times refused, family {seed} first: {reason}");
        if summary.families == 1 {
            println!("{}", generate::model(&mut generate::Dice::new(*seed)));
        }
    }
    for (seed, failure) in &summary.failures {
        println!("\n## Family {seed}\n{failure}");
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report_symmetric(summary: &symmetric::Summary) -> ExitCode {
    let tally = &summary.tally;
    let seconds = summary.time.as_secs_f64();
    println!("{} models agree in {seconds:.0} s", tally.agreed);
    println!(
        "{} symmetric; {} with exactly the planted symmetries, {} with more, {} nested with fewer",
        tally.symmetric, tally.exact, tally.more, tally.fewer
    );
    println!(
        "{} models ({} times) stored as many states as there are orbits",
        tally.counted, tally.counts
    );
    println!(
        "{} models ({} renamings) checked on their region graphs",
        tally.checked, tally.renamings
    );
    println!(
        "{} queries answered alike with and without ({} by the search of another, {} of these as its images, {} invalid), {} searches too long",
        tally.answers, tally.shared, tally.images, tally.invalid, tally.too_long
    );
    println!(
        "{} times, the starts of `-->` were found with more symmetries than the query leaves",
        tally.starts
    );
    for (tag, count) in &summary.tags {
        println!("{count:>9} with {tag}");
    }
    println!("{} failures", summary.failures.len());
    for (seed, problem, model) in &summary.failures {
        println!("\n## Model {seed}\n{problem}\n```xta\n{model}```");
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report_closed(summary: &integers::Summary) -> ExitCode {
    let tally = &summary.tally;
    println!("{} networks agree, {} left alone by the judge", summary.agreed, summary.skipped);
    println!(
        "{} answers agree ({} in whole numbers, {} plans with symmetry), {} plans inadmissible, {} searches endless",
        tally.agreed, tally.integers, tally.symmetric, tally.inadmissible, tally.endless
    );
    println!("{} networks have the same discrete states with zones", summary.compared);
    println!("{} failures", summary.failures.len());
    for (seed, failure) in &summary.failures {
        println!("\n## Network {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report_independent(summary: &independent::Summary) -> ExitCode {
    let tally = &summary.tally;
    println!("{} networks agree, {} left alone by the judge", summary.agreed, summary.skipped);
    println!(
        "{} answers agree ({} in whole numbers); steps are left out in {} searches, of {} networks; {} searches endless",
        tally.agreed, tally.integers, tally.reduced, summary.reduced, tally.endless
    );
    println!("{} failures", summary.failures.len());
    for (seed, failure) in &summary.failures {
        println!("\n## Network {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report_polling(summary: &polling::Summary) -> ExitCode {
    let tally = &summary.tally;
    println!("{} networks agree, {} left alone by the judge", summary.agreed, summary.skipped);
    println!(
        "{} answers agree ({} by acceleration, {} by symmetry), {} searches endless",
        tally.agreed, tally.accelerated, tally.symmetric, tally.endless
    );
    for (broken, (networks, accelerated)) in &summary.broken {
        println!("{networks:>9} with {broken:?} broken, {accelerated} of them accelerated");
    }
    println!("{} failures", summary.failures.len());
    for (seed, failure) in &summary.failures {
        println!("\n## Network {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report_games(summary: &games::Summary) -> ExitCode {
    let tally = &summary.tally;
    println!("{} networks agree, {} left alone by the judge", summary.agreed, summary.skipped);
    println!("{} answers agree ({} by symmetry)", tally.agreed, tally.symmetric);
    for (clocks, networks) in &summary.clocks {
        println!("{networks:>9} with {clocks} clocks");
    }
    println!("{} failures", summary.failures.len());
    for (seed, failure) in &summary.failures {
        println!("\n## Network {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report_slicing(summary: &slicing::Summary) -> ExitCode {
    let tally = &summary.tally;
    println!("{} networks agree, {} left alone by the judge", summary.agreed, summary.skipped);
    println!(
        "{} answers agree ({} by slicing, {} by symmetry), {} searches endless",
        tally.agreed, tally.sliced, tally.symmetric, tally.endless
    );
    for (twist, (networks, sliced)) in &summary.twists {
        println!("{networks:>9} with {twist:?}, something left out in {sliced} of them");
    }
    println!("{} failures", summary.failures.len());
    for (seed, failure) in &summary.failures {
        println!("\n## Network {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report_telling(summary: &telling::Summary) -> ExitCode {
    let tally = &summary.tally;
    println!("{} networks agree, {} left alone by the judge", summary.agreed, summary.skipped);
    println!(
        "{} answers agree ({} with loops in one step, {} by symmetry), {} searches endless",
        tally.agreed, tally.fused, tally.symmetric, tally.endless
    );
    for (twist, (networks, fused)) in &summary.twists {
        println!("{networks:>9} with {twist:?}, in one step in {fused} of them");
    }
    println!("{} failures", summary.failures.len());
    for (seed, failure) in &summary.failures {
        println!("\n## Network {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report_source(summary: &orrery_tests::source::campaign::Summary) -> ExitCode {
    let tally = &summary.tally;
    let seconds = summary.time.as_secs_f64();
    println!("{} models agree in {seconds:.0} s", summary.agreed);
    println!(
        "{} too large for the judge, {} without a start, {} nodes, {} queries with a certain fault",
        summary.too_large, summary.no_start, summary.nodes, summary.faults
    );
    println!(
        "{} answers agree ({} by symmetry, {} by the search of another query), {} plans inadmissible, {} queries unsupported, {} searches endless",
        tally.agreed,
        tally.symmetric,
        tally.shared,
        tally.inadmissible,
        tally.unsupported,
        tally.endless
    );
    for (feature, count) in source::feature::Feature::ALL.iter().zip(&summary.features) {
        println!("{count:>9} with {feature}");
    }
    println!("{} failures", summary.failures.len());
    for (seed, failure) in &summary.failures {
        println!("\n## Model {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report(summary: &Summary) {
    let Summary { agreed, too_large, no_start, nodes, tally, .. } = summary;
    let seconds = summary.time.as_secs_f64();
    println!(
        "{agreed} networks agree in {seconds:.0} s ({:.0} a second)",
        *agreed as f64 / seconds
    );
    println!(
        "{too_large} too large for the judge, {no_start} without a state, {nodes} region nodes"
    );
    println!(
        "{} answers agree ({} by symmetry, {} by the search of another query), {} plans inadmissible, {} queries unsupported, {} searches endless",
        tally.agreed,
        tally.symmetric,
        tally.shared,
        tally.inadmissible,
        tally.unsupported,
        tally.endless
    );
    for (feature, count) in Feature::ALL.iter().zip(&summary.features) {
        println!("{count:>9} with {feature}");
    }
    println!("{} failures", summary.failures.len());
}
