//! The command.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use super::measure::measure;
use super::suite::{Model, models};
use super::table::{Row, Series, markdown, median};
use super::tools::Tool;
use super::{curves, instructions, machine, measure};

/// How to call it.
pub const USAGE: &str = "\
cargo xtask bench [--models DIR] [--only TEXT] [--every] [--rounds N] [--seconds N]
                         [--order auto|bfs|dfs] [--threads N] [--record NAME]
       cargo xtask bench --instructions [--models DIR] [--record]
       with TCK_REACH=path of tck-reach, TChecker is measured beside it";

struct BenchFlags {
    models: PathBuf,
    only: Option<String>,
    every: bool,
    rounds: usize,
    limit: Duration,
    order: String,
    threads: u16,
    record: Option<String>,
}

fn flags(arguments: &[String]) -> Option<BenchFlags> {
    let mut flags = BenchFlags {
        models: PathBuf::from("../shared/bench"),
        only: None,
        every: false,
        rounds: 3,
        limit: Duration::from_secs(180),
        order: "auto".to_owned(),
        threads: 1,
        record: None,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--models" => flags.models = PathBuf::from(rest.next()?),
            "--only" => flags.only = Some(rest.next()?.clone()),
            "--every" => flags.every = true,
            "--rounds" => flags.rounds = rest.next()?.parse().ok()?,
            "--seconds" => flags.limit = Duration::from_secs(rest.next()?.parse().ok()?),
            "--order" => flags.order = rest.next()?.clone(),
            "--threads" => flags.threads = rest.next()?.parse().ok()?,
            "--record" => flags.record = Some(rest.next()?.clone()),
            _ => return None,
        }
    }
    Some(flags)
}

pub fn run(arguments: &[String]) -> ExitCode {
    match arguments.first().map(String::as_str) {
        Some("--child") => return measure::child(&arguments[1..]),
        Some("--instructions") => return instructions::run(&arguments[1..]),
        _ => {}
    }
    let Some(flags) = flags(arguments) else {
        eprintln!("usage: {USAGE}");
        return ExitCode::from(2);
    };
    let Some(orrery) = build() else { return ExitCode::from(2) };
    let models = models(&flags.models, flags.only.as_deref(), flags.every);
    if models.is_empty() {
        eprintln!("no models of the suite in {}", flags.models.display());
        return ExitCode::from(2);
    }
    let before = machine::description();
    let ours = Tool::orrery(&orrery, &flags.order, flags.threads);
    let theirs = rivals();
    let mut rows = Vec::new();
    for model in models {
        eprintln!("{}", model.name());
        match row(model, &ours, &theirs, &flags) {
            Some(row) => rows.push(row),
            None => eprintln!("  orrery gave no answer"),
        }
    }
    let text = format!(
        "Commit {}; {before} before, {} after; order {}, {} thread(s), {} rounds, medians.\n\n{}",
        machine::commit(),
        machine::load(),
        flags.order,
        flags.threads,
        flags.rounds,
        markdown(&rows)
    );
    println!("{text}");
    match flags.record.map(|name| record(&name, &text, &rows)) {
        Some(Err(problem)) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Builds the program as users get it; where it is.
pub fn build() -> Option<PathBuf> {
    let built = Command::new("cargo").args(["build", "--release", "-p", "orrery-cli"]).status();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let binary = target.join("release").join("orrery");
    (built.ok()?.success() && binary.is_file()).then_some(binary)
}

/// TChecker's algorithms for reachability with each order, if its path is given.
fn rivals() -> Vec<Tool> {
    let Ok(binary) = std::env::var("TCK_REACH") else { return Vec::new() };
    let orders = ["bfs", "dfs"];
    let algorithms = ["covreach", "aLU-covreach"];
    let all = algorithms.iter().flat_map(|algorithm| orders.map(|order| (*algorithm, order)));
    all.map(|(algorithm, order)| Tool::tchecker(&binary, algorithm, order)).collect()
}

/// A rival that takes longer than this is not run again.
const REPEATED_BELOW: f64 = 10.0;

/// Measures one model: first every tool once, a rival no longer than is needed to see that it is not the
/// fastest; then Orrery and the fastest rival in turn.
fn row(model: Model, ours: &Tool, theirs: &[Tool], flags: &BenchFlags) -> Option<Row> {
    let mut mine = Series { tool: ours.name.clone(), ..Series::default() };
    add(&mut mine, ours, &model.path, flags.limit)?;
    let mut best: Option<(Series, &Tool)> = None;
    let mut limit = flags.limit;
    for tool in theirs {
        let mut series = Series { tool: tool.name.clone(), ..Series::default() };
        let Some(wall) = add(&mut series, tool, &model.path, limit) else { continue };
        eprintln!("  {}: {:.2} s", series.tool, series.cpu[0]);
        limit = limit.min(Duration::from_secs_f64(2.0 * wall + 5.0));
        if best.as_ref().is_none_or(|(best, _)| series.cpu[0] < best.cpu[0]) {
            best = Some((series, tool));
        }
    }
    for _ in 1..flags.rounds {
        add(&mut mine, ours, &model.path, flags.limit)?;
        if let Some((series, tool)) = &mut best
            && series.cpu[0] < REPEATED_BELOW
        {
            add(series, tool, &model.path, flags.limit);
        }
    }
    eprintln!("  {}: {:.3} s", mine.tool, median(&mine.cpu));
    let none = if theirs.is_empty() { "not measured" } else { "over the limit" };
    Some(Row { model, ours: mine, theirs: best.map(|(series, _)| series).ok_or(none) })
}

/// Adds a run; how long it took on the wall.
fn add(series: &mut Series, tool: &Tool, model: &Path, limit: Duration) -> Option<f64> {
    let run = measure(&tool.command(model), limit)?;
    series.counts = tool.counts(&run)?;
    series.cpu.push(run.cpu);
    series.peak.push(run.peak as f64);
    Some(run.wall)
}

fn record(name: &str, text: &str, rows: &[Row]) -> std::io::Result<()> {
    let folder = Path::new("bench").join("results");
    std::fs::create_dir_all(&folder)?;
    let picture = format!("\n![seconds by size]({name}.svg)\n");
    std::fs::write(folder.join(format!("{name}.md")), format!("{text}{picture}"))?;
    std::fs::write(folder.join(format!("{name}.svg")), curves::svg(rows))
}
