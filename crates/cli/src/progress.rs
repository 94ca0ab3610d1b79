//! The line that tells how far a search is.

use std::time::{Duration, Instant};

use orrery::Progress;
use orrery::report::text::bytes;

use crate::console::message;

/// Rewrites one line of the terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    /// What the line starts with.
    title: String,
    started: Instant,
    shown: bool,
    last: (Instant, u64),
    rate: f64,
}

/// Searches that end sooner show nothing.
const SHOWN_AFTER: Duration = Duration::from_millis(300);

impl ProgressLine {
    /// Ready for a query.
    pub(crate) fn new(title: String) -> ProgressLine {
        let now = Instant::now();
        ProgressLine { title, started: now, shown: false, last: (now, 0), rate: 0.0 }
    }

    /// Shows the figures, unless it is too early or they were shown just now.
    pub(crate) fn show(&mut self, figures: &Progress, memory: u64) {
        let now = Instant::now();
        let elapsed = now - self.started;
        if elapsed < SHOWN_AFTER {
            return;
        }
        let passed = (now - self.last.0).as_secs_f64();
        if passed > 0.0 {
            let latest = figures.explored.saturating_sub(self.last.1) as f64 / passed;
            self.rate = if self.rate == 0.0 { latest } else { self.rate * 0.8 + latest * 0.2 };
            self.last = (now, figures.explored);
        }
        message(&format!(
            "\r\u{1b}[K{}  {} stored  {} explored  {}/s  {}  {}",
            self.title,
            grouped(figures.stored),
            grouped(figures.explored),
            grouped(self.rate as u64),
            bytes(memory),
            clock(elapsed)
        ));
        self.shown = true;
    }
}

impl Drop for ProgressLine {
    /// The line is gone before anything else is written.
    fn drop(&mut self) {
        if self.shown {
            message("\r\u{1b}[K");
        }
    }
}

/// `1 234 567`, with narrow gaps that no reader takes for a comma.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// `0:07`, `1:02:03`.
fn clock(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests;
