//! Time as length: to scale where possible, compressed where one delay would dwarf all others.

/// A delay on paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Span {
    pub(crate) length: f64,
    /// Is it longer than the paper shows?
    pub(crate) compressed: bool,
}

/// The lengths that delays may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The length of a typical delay.
    pub(crate) typical: f64,
    /// The least length of a delay that is not 0.
    pub(crate) least: f64,
    /// The greatest length of any delay.
    pub(crate) most: f64,
}

/// A length for each delay. All that are not at a limit have the same scale.
pub(crate) fn spans(delays: &[f64], limits: Limits) -> Vec<Span> {
    let mut positive: Vec<f64> = delays.iter().copied().filter(|delay| *delay > 0.0).collect();
    positive.sort_by(f64::total_cmp);
    let median = positive.get(positive.len() / 2).copied().unwrap_or(1.0);
    let scale = limits.typical / median;
    delays
        .iter()
        .map(|delay| {
            let length = delay * scale;
            if *delay <= 0.0 {
                Span { length: 0.0, compressed: false }
            } else {
                // A delay that is only a little too long is shown in full.
                let compressed = length > 1.3 * limits.most;
                let most = if compressed { limits.most } else { 1.3 * limits.most };
                Span { length: length.clamp(limits.least, most), compressed }
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
