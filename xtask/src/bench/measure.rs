//! Time and memory of one run of a program.
//!
//! The kernel says how much memory children took only as a maximum over all of them, so every run has a
//! process of its own between: this program, called with `bench --child`.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::usage;

/// What one run took and wrote.
#[derive(Clone, Debug)]
pub struct Run {
    /// Processor time, of the user and of the kernel.
    pub cpu: f64,
    /// Time on the wall.
    pub wall: f64,
    /// The most memory it had, in bytes.
    pub peak: u64,
    pub output: String,
}

/// The line with the figures, after the output of the program.
const MARK: &str = "\u{1}figures ";

/// Runs a command; nothing if it did not end in time or could not be started.
pub fn measure(command: &[String], limit: Duration) -> Option<Run> {
    let me = std::env::current_exe().ok()?;
    let seconds = limit.as_secs().max(1).to_string();
    let output = Command::new(me)
        .args(["bench", "--child", &seconds])
        .args(command)
        .stderr(Stdio::inherit())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (output, figures) = text.rsplit_once(MARK)?;
    let mut figures = figures.split_whitespace();
    Some(Run {
        cpu: figures.next()?.parse().ok()?,
        wall: figures.next()?.parse().ok()?,
        peak: figures.next()?.parse().ok()?,
        output: output.to_owned(),
    })
}

/// The process between: runs the command, passes its output on and adds the figures.
pub fn child(arguments: &[String]) -> ExitCode {
    match run(arguments) {
        Some((cpu, wall, peak)) => {
            println!("{MARK}{cpu} {wall} {peak}");
            ExitCode::SUCCESS
        }
        None => ExitCode::from(3),
    }
}

fn run(arguments: &[String]) -> Option<(f64, f64, u64)> {
    let (seconds, command) = arguments.split_first()?;
    let (program, arguments) = command.split_first()?;
    let limit = Duration::from_secs(seconds.parse().ok()?);
    let started = Instant::now();
    let mut running = Command::new(program).args(arguments).stderr(Stdio::null()).spawn().ok()?;
    loop {
        if running.try_wait().ok()?.is_some() {
            break;
        }
        if started.elapsed() > limit {
            running.kill().ok()?;
            running.wait().ok()?;
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let wall = started.elapsed().as_secs_f64();
    let usage = usage::of_children()?;
    Some((usage.seconds, wall, usage.peak))
}
