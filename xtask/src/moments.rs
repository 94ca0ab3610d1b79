//! Limits and Ctrl-C at random moments: does `orrery check` end in time, whatever it is doing?
//!
//! Public models are checked with runs, pictures and reports, and stopped at random moments, by `--time-limit` or by an interrupt. What counts is the processor time
//! that is used after that moment: a busy machine makes it last longer, but not be more. One query is asked at a time: a time limit is one for each query.

use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::corpus::manifest::{self, Entry};
use crate::usage;

pub const USAGE: &str = "cargo xtask moments BINARY DIR [--models N] [--most-seconds S] [--seed N]";

/// What may be used afterwards: this, or a tenth of the time before.
const ALLOWED_SECONDS: f64 = 0.5;

struct MomentFlags {
    binary: PathBuf,
    folder: PathBuf,
    models: usize,
    /// Stop after at most this.
    most: f64,
    seed: u64,
}

fn flags(arguments: &[String]) -> Option<MomentFlags> {
    let [binary, folder, rest @ ..] = arguments else { return None };
    let (binary, folder) = (PathBuf::from(binary), PathBuf::from(folder));
    let mut flags = MomentFlags { binary, folder, models: 50, most: 3.0, seed: 1 };
    let mut rest = rest.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--models" => flags.models = rest.next()?.parse().ok()?,
            "--most-seconds" => flags.most = rest.next()?.parse().ok()?,
            "--seed" => flags.seed = rest.next()?.parse().ok()?,
            _ => return None,
        }
    }
    Some(flags)
}

pub fn run(arguments: &[String]) -> ExitCode {
    let Some(flags) = flags(arguments) else {
        eprintln!("usage: {USAGE}");
        return ExitCode::from(2);
    };
    let entries = match manifest::read(&flags.folder) {
        Ok(entries) => entries,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let models: Vec<&Entry> = entries.iter().filter(|entry| !entry.queries.is_empty()).collect();
    let mut random = fastrand::Rng::with_seed(flags.seed);
    let (mut stopped, mut late, mut worst) = (0, 0, 0.0f64);
    for number in 0..flags.models {
        let model = models[random.usize(..models.len())];
        let query = random.usize(..model.queries.len()) + 1;
        let Some(trial) = trial(&flags, (&model.file, query), number, &mut random) else {
            continue;
        };
        stopped += usize::from(trial.was_running);
        worst = worst.max(trial.excess);
        let is_late = trial.excess > ALLOWED_SECONDS.max(trial.moment / 10.0);
        late += usize::from(is_late);
        println!(
            "{}{} query {query}\t{}\tafter {:.2} s\t{:.2} s of processor time later\tstatus {}",
            if is_late { "LATE " } else { "" },
            model.file,
            trial.how,
            trial.moment,
            trial.excess,
            trial.status
        );
    }
    println!(
        "{} models, {stopped} of them still at work at the moment; {late} late; at most {worst:.2} s later",
        flags.models
    );
    if late > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

struct Trial {
    how: String,
    /// When it was stopped, in seconds.
    moment: f64,
    was_running: bool,
    /// Processor seconds used after that.
    excess: f64,
    status: i32,
}

const TRACES: [&str; 3] = ["some", "shortest", "fastest"];

fn trial(
    flags: &MomentFlags,
    (model, query): (&str, usize),
    number: usize,
    random: &mut fastrand::Rng,
) -> Option<Trial> {
    #[allow(clippy::cast_precision_loss, reason = "a number below a thousand")]
    let moment = flags.most * (random.usize(..1000) + 1) as f64 / 1000.0;
    let by_limit = random.usize(..2) == 0;
    let trace = TRACES[random.usize(..TRACES.len())];
    let output = std::env::temp_dir().join(format!("orrery-moments-{}", std::process::id()));
    let outputs = [("--trace-out", "svg"), ("--trace-out", "xtr"), ("--report", "html")];
    let (flag, extension) = outputs[random.usize(..outputs.len())];
    let output = output.with_extension(extension);
    let mut command = Command::new(&flags.binary);
    command.arg("check").arg(flags.folder.join(model)).args(["--query", &query.to_string()]);
    command.args(["--threads", "1", "--trace", trace]);
    command.arg(flag).arg(&output).args(["--memory-limit", "2GiB"]);
    if by_limit {
        command.args(["--time-limit", &format!("{moment:.3}s")]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let before = processor_seconds();
    let started = Instant::now();
    let mut child = command.spawn().ok()?;
    let was_running = still_runs(&mut child, started, moment);
    let used = seconds_of(child.id()).unwrap_or(0.0);
    if was_running && !by_limit {
        let pid = child.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().ok()?;
    }
    let status = child.wait().ok()?.code().unwrap_or(-1);
    let total = processor_seconds() - before;
    let excess = if was_running { (total - used).max(0.0) } else { 0.0 };
    let _ = std::fs::remove_file(&output);
    let how = format!(
        "{} {flag} .{extension} --trace {trace} #{number}",
        if by_limit { "--time-limit" } else { "interrupt" }
    );
    Some(Trial { how, moment, was_running, excess, status })
}

/// Waits for the moment; does the child still run then?
fn still_runs(child: &mut Child, started: Instant, moment: f64) -> bool {
    while started.elapsed().as_secs_f64() < moment {
        if matches!(child.try_wait(), Ok(Some(_)) | Err(_)) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    matches!(child.try_wait(), Ok(None))
}

/// Processor seconds of children that have ended.
fn processor_seconds() -> f64 {
    usage::of_children().map_or(0.0, |usage| usage.seconds)
}

/// Processor seconds of a child that runs; none where the system does not tell.
fn seconds_of(pid: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // After the name, which may hold anything, in parentheses.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}
