//! Chains: states that are followed to where they lead instead of being stored.
//!
//! A state in which time stands still and that a process leaves at once is seldom worth a place in the store. An expansion
//! goes on from such a state to the next, and stores only what the chain leads to. Each state of a chain is inspected as if
//! it were stored. Within one expansion no state is followed twice, so that a cycle ends the chain; and an expansion
//! follows at most so many states: what is reached beyond them is stored as any other. Which states are stored is of no
//! importance for what is found (docs/theory/chains.md).

use program::State;

use super::repeats::Repeats;

/// States that one expansion follows at most. They are compared with each other one by one.
const LONGEST: usize = 96;

/// When states that could be followed are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Following {
    /// Where it does not turn out that the same is followed again and again.
    #[default]
    WhereItPays,
    Always,
    Never,
}

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
    /// How often the same is followed again; none if that does not matter.
    repeats: Option<Repeats>,
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
    pub fn new(passing: &[Vec<bool>], following: Following) -> Option<Chains> {
        let repeats = match following {
            Following::WhereItPays => Some(Repeats::new(passing.iter().map(Vec::len))),
            Following::Always => None,
            Following::Never => return None,
        };
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
            repeats,
        })
    }

    /// Follows every chain to its end, in every expansion: whatever others have stored on the way is on it.
    #[must_use]
    pub fn unlimited(passing: &[Vec<bool>]) -> Option<Chains> {
        let chains = Chains::new(passing, Following::Always)?;
        Some(Chains { longest: usize::MAX, ..chains })
    }

    /// Forgets the states of the expansion before.
    pub fn begin(&mut self) {
        (self.used, self.next) = (0, 0);
    }

    /// Is a state with these cells followed?
    #[must_use]
    pub fn passes(&self, cells: &[i32]) -> bool {
        self.place(cells).is_some()
    }

    /// The first process, and its location, because of which a state with these cells is followed.
    fn place(&self, cells: &[i32]) -> Option<(usize, usize)> {
        let of_process = |process: &usize| {
            let location = cells[*process].cast_unsigned() as usize;
            self.passing[*process][location].then_some((*process, location))
        };
        self.processes.iter().find_map(of_process)
    }

    /// A state was reached.
    pub fn offer(&mut self, state: &State) -> Offered {
        let Some(place) = self.place(&state.cells) else { return Offered::Stored };
        let discrete = hash(&state.cells);
        let is_covered = |link: &Link| {
            link.hash == discrete
                && link.state.cells == state.cells
                && link.state.zone.includes(&state.zone)
        };
        if self.links[..self.used].iter().any(is_covered) {
            return Offered::Known;
        }
        if self.used >= self.longest || self.is_in_vain(discrete, state, place) {
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

    /// Has it turned out that following states at this place is in vain? Then none is followed there any more.
    fn is_in_vain(&mut self, discrete: u64, state: &State, place: (usize, usize)) -> bool {
        let Chains { passing, processes, repeats, .. } = self;
        let in_vain = repeats.as_mut().is_some_and(|each| each.are_many(discrete, state, place));
        if in_vain {
            passing[place.0][place.1] = false;
            processes.retain(|process| passing[*process].contains(&true));
        }
        in_vain
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

/// A hash of numbers that need not be the same tomorrow.
fn hash(numbers: &[i32]) -> u64 {
    numbers.iter().fold(0, |hash, number| {
        (hash.rotate_left(5) ^ u64::from(number.cast_unsigned()))
            .wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

#[cfg(test)]
mod tests {
    use program::State;
    use zones::Zone;

    use super::{Chains, Following, Offered};

    /// A process with two locations at which states are followed.
    fn chains(following: Following) -> Chains {
        Chains::new(&[vec![true, true, false]], following).expect("some are followed")
    }

    /// Is such a state followed by an expansion of its own?
    fn follows(chains: &mut Chains, location: i32, value: i32, zone: Zone) -> bool {
        chains.begin();
        let offered = chains.offer(&State { cells: vec![location, value], zone });
        assert_ne!(offered, Offered::Known, "an expansion has only one");
        offered == Offered::Followed(0)
    }

    /// How many of these values, each followed by an expansion of its own, come before one is not followed.
    fn before_giving_up(chains: &mut Chains, values: impl Iterator<Item = i32>) -> usize {
        let mut values = values.take(100_000);
        values.position(|value| !follows(chains, 0, value, Zone::zero(3))).unwrap_or(usize::MAX)
    }

    #[test]
    fn where_the_same_comes_again_and_again_nothing_is_followed_any_more() {
        let mut chains = chains(Following::WhereItPays);
        let followed = before_giving_up(&mut chains, std::iter::repeat(7));
        assert!((15..40).contains(&followed), "{followed}");
        assert!(!follows(&mut chains, 0, 8, Zone::zero(3)), "given up for good");
        assert!(follows(&mut chains, 1, 7, Zone::zero(3)), "other places are not");
        assert!(!follows(&mut chains, 2, 7, Zone::zero(3)), "this one never was");
    }

    #[test]
    fn where_everything_is_to_be_followed_it_is() {
        let mut chains = chains(Following::Always);
        assert_eq!(before_giving_up(&mut chains, std::iter::repeat(7)), usize::MAX);
    }

    #[test]
    fn where_nothing_is_to_be_followed_there_are_no_chains() {
        assert!(Chains::new(&[vec![true]], Following::Never).is_none());
        assert!(Chains::new(&[vec![false]], Following::Always).is_none());
    }

    #[test]
    fn a_few_repetitions_do_no_harm() {
        let mut chains = chains(Following::WhereItPays);
        let one_in_five = (0..).map(|number| number - i32::from(number % 5 == 1));
        assert_eq!(before_giving_up(&mut chains, one_in_five), usize::MAX);
        // What was long ago counts little.
        let half = (1_000_000..).map(|number| number / 2);
        let followed = before_giving_up(&mut chains, half);
        assert!(followed < 100_000, "{followed}");
    }

    #[test]
    fn zones_that_are_included_are_repetitions_and_larger_ones_are_none() {
        let mut smaller = chains(Following::WhereItPays);
        assert!(follows(&mut smaller, 0, 7, Zone::universe(3)));
        let followed = before_giving_up(&mut smaller, std::iter::repeat(7));
        assert!(followed < 40, "{followed}");
        let mut larger = chains(Following::WhereItPays);
        for value in 0..1000 {
            assert!(follows(&mut larger, 0, value, Zone::zero(3)));
            assert!(follows(&mut larger, 0, value, Zone::universe(3)));
        }
    }

    #[test]
    fn repetitions_among_many_states_are_noticed_by_a_sample() {
        let mut chains = chains(Following::WhereItPays);
        let round = |chains: &mut Chains| {
            (0..20_000).all(|value| follows(chains, 0, value, Zone::zero(30)))
        };
        assert!(round(&mut chains), "each is new");
        assert!(!round(&mut chains), "none is");
    }
}
