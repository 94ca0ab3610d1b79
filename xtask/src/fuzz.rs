//! `cargo xtask fuzz`: random networks against the region-graph judge.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use network::generate::Feature;
use orrery_tests::fuzz::{Campaign, Summary, fuzz};
use orrery_tests::trial::Plans;

/// What the command understands.
pub(crate) const USAGE: &str =
    "cargo xtask fuzz [--count N | --seconds N] [--seed S] [--profile LIST]
                 [--plans every|N] [--threads N] [--failures N]
       LIST: features, or -feature to forbid, +feature to force, comma-separated";

/// Runs the command.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let campaign = match campaign(arguments) {
        Ok(campaign) => campaign,
        Err(problem) => {
            eprintln!("{problem}\nusage: {USAGE}");
            return ExitCode::from(2);
        }
    };
    // Panics of the engine are failures and reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    let shown = AtomicU64::new(0);
    let summary = fuzz(&campaign, &|summary| progress(summary, &shown));
    report(&summary);
    for (seed, failure) in &summary.failures {
        println!("\n## Network {seed}\n{}", failure.shrunk().text());
    }
    if summary.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn campaign(arguments: &[String]) -> Result<Campaign, String> {
    let mut campaign = Campaign::default();
    let mut rest = arguments.iter();
    while let Some(flag) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{flag} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|error| format!("{flag} {value}: {error}"));
        let size = || number().map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        match flag.as_str() {
            "--count" => campaign.count = number()?,
            "--seconds" => campaign.time = Some(Duration::from_secs(number()?)),
            "--seed" => campaign.seed = number()?,
            "--profile" => campaign.profile = value.parse()?,
            "--threads" => campaign.threads = size()?,
            "--failures" => campaign.failures = size()?,
            "--plans" if value == "every" => campaign.plans = Plans::Every,
            "--plans" => campaign.plans = Plans::Some(size()?),
            _ => return Err(format!("unknown flag {flag}")),
        }
    }
    if campaign.count == u64::MAX && campaign.time.is_none() {
        campaign.time = Some(Duration::from_secs(60));
    }
    Ok(campaign)
}

fn progress(summary: &Summary, shown: &AtomicU64) {
    let seconds = summary.time.as_secs();
    if seconds / 10 > shown.fetch_max(seconds / 10, Ordering::Relaxed) {
        let rate = summary.agreed as f64 / summary.time.as_secs_f64();
        eprintln!("{} networks, {rate:.0} a second", summary.agreed);
    }
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
        "{} answers agree, {} plans inadmissible, {} queries unsupported, {} searches endless",
        tally.agreed, tally.inadmissible, tally.unsupported, tally.endless
    );
    for (feature, count) in Feature::ALL.iter().zip(&summary.features) {
        println!("{count:>9} with {feature}");
    }
    println!("{} failures", summary.failures.len());
}
