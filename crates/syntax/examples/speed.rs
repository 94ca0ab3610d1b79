//! How fast models are read: `cargo run --release -p orrery-syntax --example speed -- FILES`.
#![allow(clippy::print_stdout, reason = "it is a command")]

use std::time::{Duration, Instant};

use orrery_syntax::{SourceMap, parse_model};

/// The best of some runs, since other programs share the machine.
fn best_time(name: &str, bytes: &[u8]) -> Duration {
    let run = || {
        let start = Instant::now();
        let parse = parse_model(&mut SourceMap::new(), name, bytes);
        let time = start.elapsed();
        drop(parse);
        time
    };
    (0..9).map(|_| run()).min().unwrap_or_default()
}

fn main() -> std::io::Result<()> {
    let per_100_kb = |time: Duration, bytes: usize| time.as_secs_f64() * 1e8 / bytes.max(1) as f64;
    let mut total = (Duration::ZERO, 0);
    let mut slowest = (0.0, String::new());
    let mut largest = (0, Duration::ZERO, String::new());
    for name in std::env::args().skip(1) {
        let bytes = std::fs::read(&name)?;
        let time = best_time(&name, &bytes);
        total = (total.0 + time, total.1 + bytes.len());
        let rate = per_100_kb(time, bytes.len());
        if rate > slowest.0 {
            slowest = (rate, name.clone());
        }
        if bytes.len() > largest.0 {
            largest = (bytes.len(), time, name);
        }
    }
    println!("{:.2} ms per 100 KB over {} bytes", per_100_kb(total.0, total.1), total.1);
    println!("slowest: {:.2} ms per 100 KB, {}", slowest.0, slowest.1);
    println!("largest: {} bytes in {:.2?}, {}", largest.0, largest.1, largest.2);
    Ok(())
}
