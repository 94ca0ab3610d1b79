//! The orders in which priced states are looked at.

use std::collections::BinaryHeap;

use super::answer::{SearchOrder, Settings};
use super::explorer::{Explorer, Halt};
use super::phase::{Phase, Waiting};
use super::threads::{MakeExplorer, beside};
use engine::watch::{StopReason, Watch};

/// How many states of a level the first beam keeps.
const FIRST_WIDTH: usize = 32;

/// A beam between two slices goes no deeper: a model may have runs without an end.
const BEAM_DEPTH: u64 = 4_000;

/// Searches until nothing is left that could be cheaper than the best, as the settings say.
pub(super) fn search<'p, 'n>(
    explorer: &mut Explorer<'p, 'n>,
    (settings, threads, make): (Settings, usize, &MakeExplorer<'_, 'p, 'n>),
    watch: &mut dyn Watch,
) -> (Phase, Option<Halt>) {
    match settings.order {
        SearchOrder::Best => {
            let mut best_first = BestFirst::new(explorer);
            let end = best_first.run(explorer, u64::MAX, watch);
            (best_first.phase, end.err())
        }
        SearchOrder::Depth => depth_first(explorer, watch),
        SearchOrder::Beam => {
            let mut phase = explorer.phase();
            let beam = Beam { width: settings.width.max(1), seed: settings.seed, most: u64::MAX };
            let end = beam.run(explorer, &mut phase, watch);
            explorer.left_out = end.as_ref().is_ok_and(|complete| !complete);
            (phase, end.err())
        }
        SearchOrder::Auto => {
            let mut best_first = BestFirst::new(explorer);
            match best_first.run(explorer, settings.first_slice, watch) {
                Ok(true) => (best_first.phase, None),
                Err(halt) => (best_first.phase, Some(halt)),
                Ok(false) if threads > 1 => {
                    beside(explorer, best_first, (settings, threads, make), watch)
                }
                Ok(false) => in_turns(explorer, best_first, settings, watch),
            }
        }
    }
}

/// Best first, for the proof, and in between wider and wider beams, for good runs early.
fn in_turns(
    explorer: &mut Explorer<'_, '_>,
    mut best_first: BestFirst,
    settings: Settings,
    watch: &mut dyn Watch,
) -> (Phase, Option<Halt>) {
    let mut slice = settings.first_slice;
    for beam in beams(settings.seed, 1) {
        explorer.set_aside(best_first.phase.store.bytes());
        let mut phase = explorer.phase();
        let before = explorer.explored;
        let end = beam.run(explorer, &mut phase, watch);
        explorer.set_aside(0);
        if let Err(halt) = end
            && !may_be_too_dear(&halt)
        {
            return (best_first.phase, Some(halt));
        }
        if explorer.known.is_done() {
            break;
        }
        // Each kind of search gets about half of the time.
        slice = slice.max(explorer.explored - before);
        match best_first.run(explorer, slice, watch) {
            Ok(true) => break,
            Ok(false) => {}
            Err(halt) => return (best_first.phase, Some(halt)),
        }
    }
    (best_first.phase, None)
}

/// Wider and wider beams, each with another seed.
pub(super) fn beams(seed: u64, stride: u64) -> impl Iterator<Item = Beam> {
    (0_u32..).map(move |at| {
        let width = FIRST_WIDTH.saturating_mul(1_usize.checked_shl(at).unwrap_or(usize::MAX));
        let seed = seed.wrapping_add(stride.wrapping_mul(at.into()));
        Beam { width, seed, most: BEAM_DEPTH.saturating_mul(width as u64) }
    })
}

/// What ends a beam may be dearer than the cheapest run: the search that gives the proof decides about it.
pub(super) fn may_be_too_dear(halt: &Halt) -> bool {
    matches!(halt, Halt::Fault(_) | Halt::Stopped(StopReason::TooManyTransitions))
}

/// The cheapest state first. With estimates this is A*.
pub(super) struct BestFirst {
    pub(super) phase: Phase,
    waiting: BinaryHeap<Waiting>,
    begun: bool,
}

impl BestFirst {
    fn new(explorer: &Explorer<'_, '_>) -> BestFirst {
        BestFirst { phase: explorer.phase(), waiting: BinaryHeap::new(), begun: false }
    }

    /// Expands so many states at most. Is nothing left that could be cheaper?
    pub(super) fn run(
        &mut self,
        explorer: &mut Explorer<'_, '_>,
        most: u64,
        watch: &mut dyn Watch,
    ) -> Result<bool, Halt> {
        if !std::mem::replace(&mut self.begun, true) {
            explorer.start(&mut self.phase)?;
        }
        for _ in 0..most {
            self.waiting.extend(self.phase.found.drain(..));
            let next = loop {
                match self.waiting.pop() {
                    Some(next) if self.phase.is_superfluous(&next) => {}
                    next => break next,
                }
            };
            let Some(next) = next.filter(|next| !explorer.known.is_too_dear(next.bound)) else {
                if let Some(value) = explorer.known.value() {
                    explorer.known.raise(value);
                }
                return Ok(true);
            };
            // Another thread may have proved more.
            if explorer.known.is_done() {
                return Ok(true);
            }
            explorer.known.raise(next.bound);
            explorer.may_go_on(&self.phase, watch)?;
            explorer.expand(&mut self.phase, &next, watch)?;
        }
        Ok(false)
    }
}

/// Branch and bound: the most promising successor first, and back where nothing better can follow.
fn depth_first(explorer: &mut Explorer<'_, '_>, watch: &mut dyn Watch) -> (Phase, Option<Halt>) {
    let mut phase = explorer.phase();
    let mut stack: Vec<Waiting> = Vec::new();
    let mut end = explorer.start(&mut phase);
    while end.is_ok() {
        phase.found.sort_unstable();
        stack.append(&mut phase.found);
        let Some(next) = stack.pop() else { break };
        if phase.is_superfluous(&next) || explorer.known.is_too_dear(next.bound) {
            continue;
        }
        end = explorer.may_go_on(&phase, watch);
        if end.is_ok() {
            end = explorer.expand(&mut phase, &next, watch);
        }
        if end.is_err() {
            stack.push(next);
        }
    }
    // Whatever was not looked at begins with one of these.
    let left = stack.iter().filter(|each| !phase.is_superfluous(each)).map(|each| each.bound).min();
    let best = explorer.known.value();
    match &end {
        Ok(()) | Err(Halt::Stopped(_)) => {
            if let Some(bound) = left.into_iter().chain(best).min() {
                explorer.known.raise(bound);
            }
        }
        Err(Halt::Fault(_) | Halt::Cost) => {}
    }
    (phase, end.err())
}

/// Level by level, keeping only the most promising states of each.
pub(super) struct Beam {
    width: usize,
    seed: u64,
    /// At most so many states are expanded.
    most: u64,
}

impl Beam {
    /// Was everything looked at?
    pub(super) fn run(
        &self,
        explorer: &mut Explorer<'_, '_>,
        phase: &mut Phase,
        watch: &mut dyn Watch,
    ) -> Result<bool, Halt> {
        let until = explorer.explored.saturating_add(self.most);
        // No run that begins with what was left out costs less.
        let mut left_out: Option<i64> = None;
        explorer.start(phase)?;
        loop {
            let mut level = std::mem::take(&mut phase.found);
            level.retain(|each| {
                !phase.is_superfluous(each) && !explorer.known.is_too_dear(each.bound)
            });
            level.sort_unstable_by_key(|each| (each.bound, self.shaken(each), each.id));
            if level.len() > self.width {
                let least = level.drain(self.width..).map(|each| each.bound).min();
                left_out = left_out.into_iter().chain(least).min();
            }
            if level.is_empty() {
                let best = explorer.known.value();
                if let Some(bound) = left_out.into_iter().chain(best).min() {
                    explorer.known.raise(bound);
                }
                return Ok(left_out.is_none());
            }
            for next in &level {
                explorer.may_go_on(phase, watch)?;
                explorer.expand(phase, next, watch)?;
            }
            if explorer.explored >= until || explorer.known.is_done() {
                return Ok(false);
            }
        }
    }

    /// What a state promises, changed a little, so that beams differ. The first beam changes nothing.
    fn shaken(&self, each: &Waiting) -> i64 {
        if self.seed == 0 {
            return each.promise;
        }
        let mut number = (u64::from(each.id) + 1).wrapping_mul(self.seed.wrapping_mul(2) + 1);
        number = (number ^ (number >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let share = i64::try_from((number >> 40) % 20).unwrap_or(0);
        (each.promise / 1000).saturating_mul(990 + share)
            + each.promise % 1000 * (990 + share) / 1000
    }
}
