//! What is left of a zone without others, one piece after the other.
//!
//! There may be exponentially many pieces, and often one is enough. So they are made one by one, depth first: few are kept at a time, and whoever asks
//! for them may stop the work at any moment.

use std::ops::ControlFlow;

use crate::subtract::Subtrahend;
use crate::zone::Zone;

/// A zone without others. The pieces are disjoint.
#[derive(Clone, Debug)]
pub struct Remainder {
    others: Vec<Zone>,
    /// What is still to be cut, each without those of the others that come before the number.
    waiting: Vec<(Zone, usize)>,
    /// Pieces looked at since the last question whether to go on.
    looked_at: usize,
}

impl Remainder {
    /// Pieces looked at between two questions whether to go on.
    pub const PIECES: usize = 64;

    #[must_use]
    pub fn new(zone: Zone, others: Vec<Zone>) -> Remainder {
        Remainder { others, waiting: vec![(zone, 0)], looked_at: 0 }
    }

    /// What is left if nothing is.
    #[must_use]
    pub fn nothing() -> Remainder {
        Remainder { others: Vec::new(), waiting: Vec::new(), looked_at: 0 }
    }

    /// The next piece, if there is one. The work ends with an error as soon as `go_on` gives one; it is asked now and then.
    pub fn next<E>(&mut self, mut go_on: impl FnMut() -> Result<(), E>) -> Result<Option<Zone>, E> {
        while let Some((zone, first)) = self.waiting.pop() {
            self.looked_at += 1;
            if self.looked_at == Remainder::PIECES {
                self.looked_at = 0;
                go_on()?;
            }
            // Whole pieces are gone sooner if all are looked at before one cuts.
            let rest = &self.others[first..];
            if rest.iter().any(|other| other.includes(&zone)) {
                continue;
            }
            let Some(ahead) = rest.iter().position(|other| other.intersects(&zone)) else {
                return Ok(Some(zone));
            };
            let next = first + ahead + 1;
            let waiting = &mut self.waiting;
            let cut = Subtrahend::new(&rest[ahead]).subtract_from(&zone, |piece| {
                waiting.push((piece.clone(), next));
                ControlFlow::<()>::Continue(())
            });
            debug_assert!(cut.is_continue(), "nothing breaks");
        }
        Ok(None)
    }

    /// Is nothing left? The first piece that is stays to be asked for.
    pub fn is_empty<E>(&mut self, go_on: impl FnMut() -> Result<(), E>) -> Result<bool, E> {
        let first = self.next(go_on)?;
        let found = first.is_some();
        self.waiting.extend(first.map(|zone| (zone, self.others.len())));
        Ok(!found)
    }
}
