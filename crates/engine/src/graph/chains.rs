//! Chains: states that are followed to where they lead instead of being stored.
//!
//! A state in which time stands still and that a process leaves at once is seldom worth a place in the store. An expansion
//! goes on from such a state to the next, and stores only what the chain leads to. Each state of a chain is inspected as if
//! it were stored. Within one expansion no state is followed twice, so that a cycle ends the chain; and an expansion
//! follows at most so many states: what is reached beyond them is stored as any other. Which states are stored is of no
//! importance for what is found (docs/theory/chains.md).

use program::State;

/// States that one expansion follows at most. They are compared with each other one by one.
const LONGEST: usize = 96;

/// A state that was followed so often, at most 3 times, is stored when it is reached again.
const MOST_VISITS: u64 = 1;

/// States that are followed before anything is concluded from what became of them.
const TRIAL: u64 = 1024;

/// States of which visits are counted: 2 to this power.
const SLOT_BITS: u32 = 15;

/// States followed by an expansion.
pub struct Chains {
    /// For each process and location, is a state with it followed?
    passing: Vec<Vec<bool>>,
    /// The processes that have such a location.
    processes: Vec<usize>,
    /// Buffers, of which the first so many are in use.
    links: Vec<Link>,
    used: usize,
    next: usize,
    /// States that one expansion follows at most.
    longest: usize,
    /// What was followed of late; none if every chain is followed to its end.
    visits: Option<Visits>,
}

struct Link {
    hash: u64,
    state: State,
}

/// What becomes of a state that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    /// It is to be stored.
    Stored,
    /// It is followed, as number so many of this expansion.
    Followed(usize),
    /// One that is followed has all its valuations.
    Known,
}

impl Chains {
    /// Follows states in which some process is at a location marked here; none if there is no such location.
    #[must_use]
    pub fn new(passing: &[Vec<bool>]) -> Option<Chains> {
        let has_some = |process: &usize| passing[*process].contains(&true);
        let processes: Vec<usize> = (0..passing.len()).filter(has_some).collect();
        let passing = passing.to_vec();
        (!processes.is_empty()).then(|| Chains {
            passing,
            processes,
            links: Vec::new(),
            used: 0,
            next: 0,
            longest: LONGEST,
            visits: Some(Visits::new()),
        })
    }

    /// As these, followed to the end by every expansion: whatever others have stored on the way is on it.
    #[must_use]
    pub fn unlimited(self) -> Chains {
        Chains { longest: usize::MAX, visits: None, ..self }
    }

    /// Forgets the states of the expansion before.
    pub fn begin(&mut self) {
        (self.used, self.next) = (0, 0);
    }

    /// Is a state with these cells followed?
    #[must_use]
    pub fn passes(&self, cells: &[i32]) -> bool {
        self.processes
            .iter()
            .any(|process| self.passing[*process][cells[*process].cast_unsigned() as usize])
    }

    /// A state was reached.
    pub fn offer(&mut self, state: &State) -> Offered {
        if !self.passes(&state.cells) {
            return Offered::Stored;
        }
        let discrete = hash(0, &state.cells);
        let is_covered = |link: &Link| {
            link.hash == discrete
                && link.state.cells == state.cells
                && link.state.zone.includes(&state.zone)
        };
        if self.links[..self.used].iter().any(is_covered) {
            return Offered::Known;
        }
        let is_known = |visits: &mut Visits| visits.are_many(hash(discrete, state.zone.raws()));
        if self.used >= self.longest || self.visits.as_mut().is_some_and(is_known) {
            return Offered::Stored;
        }
        match self.links.get_mut(self.used) {
            Some(link) => {
                link.hash = discrete;
                link.state.copy_from(state);
            }
            None => self.links.push(Link { hash: discrete, state: state.clone() }),
        }
        self.used += 1;
        Offered::Followed(self.used - 1)
    }

    /// The next state to be followed, and its number; none if all have been.
    pub fn next(&mut self, out: &mut State) -> Option<usize> {
        let number = self.next;
        if number == self.used {
            return None;
        }
        out.copy_from(&self.links[number].state);
        self.next += 1;
        Some(number)
    }
}

/// How often states were followed of late, as far as their hashes tell.
struct Visits {
    /// The hash of a state, with the number of its visits in the lowest two bits.
    slots: Vec<u64>,
    /// States that were followed, and those that were stored because they had been.
    first: u64,
    again: u64,
}

impl Visits {
    fn new() -> Visits {
        Visits { slots: vec![0; 1 << SLOT_BITS], first: 0, again: 0 }
    }

    /// Notes a visit. Has there been one too many? Then storing the state is cheaper than following it again; and if that
    /// is so of most states, following any of them is in vain.
    fn are_many(&mut self, hash: u64) -> bool {
        if self.first >= TRIAL && self.again * 2 > self.first {
            return true;
        }
        let many = self.have_been_many(hash);
        *(if many { &mut self.again } else { &mut self.first }) += 1;
        many
    }

    fn have_been_many(&mut self, hash: u64) -> bool {
        let slot = &mut self.slots[(hash >> (64 - SLOT_BITS)) as usize];
        let (known, new) = (*slot & !3, hash & !3);
        if known == new && (*slot & 3) >= MOST_VISITS {
            return true;
        }
        *slot = if known == new { *slot + 1 } else { new | 1 };
        false
    }
}

/// A hash of numbers that need not be the same tomorrow.
fn hash(seed: u64, numbers: &[i32]) -> u64 {
    numbers.iter().fold(seed, |hash, number| {
        (hash.rotate_left(5) ^ u64::from(number.cast_unsigned()))
            .wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}
