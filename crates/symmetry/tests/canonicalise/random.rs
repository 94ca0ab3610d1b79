//! Random structures, and random states with and without symmetries.

use orrery_symmetry::{Belonging, Element, Meaning, Permutation, Sort, Structure};
use program::State;
use proptest::prelude::{ProptestConfig, Strategy, any};
use zones::{Zone, generate};

/// So many cases, or as many as the environment asks for with PROPTEST_CASES.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = asked.unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Randomness that proptest can shrink.
pub(crate) fn tape() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..100)
}

/// Plays the tape, and after its end goes on from what was played.
pub(crate) fn player(tape: Vec<u16>) -> impl FnMut() -> u64 {
    let mut seed = tape.iter().fold(1, |seed: u64, &n| seed.rotate_left(5) ^ u64::from(n)) | 1;
    let mut tape = tape.into_iter();
    move || match tape.next() {
        Some(number) => u64::from(number),
        None => {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed >> 11
        }
    }
}

pub(crate) fn below(random: &mut impl FnMut() -> u64, limit: usize) -> usize {
    generate::number(random, limit as i64) as usize
}

/// A structure with what is needed to make states of it.
pub(crate) struct Case {
    pub structure: Structure,
    /// Cells before `meta`.
    pub key_cells: usize,
    /// The cell that says whether a clock is active, if any does.
    activity: Vec<Option<usize>>,
}

/// Sorts with these sizes.
pub(crate) fn sorts(sizes: &[u32]) -> Vec<Sort> {
    let mut first = 0;
    let sort = |size: &u32| {
        let sort = Sort { first, size: *size };
        first += size;
        sort
    };
    sizes.iter().map(sort).collect()
}

/// All tuples over these sorts; without repetitions if `distinct`.
pub(crate) fn tuples(places: &[&Sort], distinct: bool) -> Vec<Box<[Element]>> {
    let mut all: Vec<Vec<Element>> = vec![Vec::new()];
    for sort in places {
        let longer = |tuple: &Vec<Element>| {
            let elements = (sort.first..sort.first + sort.size).map(Element);
            let tuple = tuple.clone();
            let longer = elements.map(move |element| [&tuple[..], &[element]].concat());
            longer
                .filter(|tuple| {
                    !distinct || !tuple[..tuple.len() - 1].contains(&tuple[tuple.len() - 1])
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(Vec::into_boxed_slice).collect()
}

fn shuffle<T>(random: &mut impl FnMut() -> u64, things: &mut [T]) {
    for at in (1..things.len()).rev() {
        things.swap(at, below(random, at + 1));
    }
}

/// A permutation that keeps sorts apart.
pub(crate) fn permutation(random: &mut impl FnMut() -> u64, structure: &Structure) -> Permutation {
    let mut permutation = Permutation::identity(structure.elements());
    for sort in &structure.sorts {
        let range = sort.first as usize..(sort.first + sort.size) as usize;
        shuffle(random, &mut permutation.image[range]);
    }
    permutation
}

fn family(
    random: &mut impl FnMut() -> u64,
    sorts: &[Sort],
    arities: &[usize],
) -> Vec<Box<[Element]>> {
    let arity = arities[below(random, arities.len())];
    let places: Vec<&Sort> = (0..arity).map(|_| &sorts[below(random, sorts.len())]).collect();
    let distinct = below(random, 3) == 0;
    tuples(&places, distinct)
}

/// Values that stand for the elements of one or two sorts, and some that do not.
fn reference(random: &mut impl FnMut() -> u64, sorts: &[Sort]) -> Meaning {
    let first = &sorts[below(random, sorts.len())];
    let second = &sorts[below(random, sorts.len())];
    let mut elements: Vec<Option<Element>> =
        (first.first..first.first + first.size).map(|element| Some(Element(element))).collect();
    if second != first && below(random, 3) == 0 {
        elements.extend((second.first..second.first + second.size).map(|each| Some(Element(each))));
    }
    elements.extend(vec![None; below(random, 3)]);
    shuffle(random, &mut elements);
    Meaning::Reference { lower: below(random, 3) as i32 - 1, elements: elements.into() }
}

type Things = Vec<(Belonging, Meaning)>;

fn things(
    random: &mut impl FnMut() -> u64,
    sorts: &[Sort],
    families: std::ops::Range<u32>,
) -> Things {
    let mut things = Vec::new();
    for number in families {
        let tuples = family(random, sorts, &[0, 0, 1, 1, 1, 1, 1, 2, 2, 3]);
        let meaning = if below(random, 3) == 0 { reference(random, sorts) } else { Meaning::Plain };
        if things.len() + tuples.len() < 90 {
            let cell = |tuple| (Belonging { family: number, tuple }, meaning.clone());
            things.extend(tuples.into_iter().map(cell));
        }
    }
    shuffle(random, &mut things);
    things
}

/// A structure with one to three sorts whose group has at most `order` permutations.
pub(crate) fn case(random: &mut impl FnMut() -> u64, order: usize) -> Case {
    let mut sizes: Vec<u32> =
        (0..1 + below(random, 3)).map(|_| 1 + below(random, 5) as u32).collect();
    let factorial = |size: &u32| (1..=*size as usize).product::<usize>();
    while sizes.iter().map(factorial).product::<usize>() > order {
        let largest = sizes.iter_mut().max().expect("there is a sort");
        *largest -= 1;
    }
    let sorts = sorts(&sizes);
    let plain = 1 + below(random, 6) as u32;
    let mut cells = things(random, &sorts, 0..plain);
    let key_cells = cells.len();
    let meta = below(random, 3) as u32;
    cells.extend(things(random, &sorts, plain..plain + meta));
    let mut clocks = Vec::new();
    for number in 0..below(random, 4) as u32 {
        let tuples = family(random, &sorts, &[0, 1, 1, 1, 1, 2]);
        if clocks.len() + tuples.len() <= 14 {
            clocks.extend(tuples.into_iter().map(|tuple| Belonging { family: number, tuple }));
        }
    }
    shuffle(random, &mut clocks);
    let activity = activity(random, &cells[..key_cells], &clocks);
    let (cells, meanings) = cells.into_iter().unzip();
    Case { structure: Structure::new(sorts, cells, meanings, clocks), key_cells, activity }
}

/// Some clocks of one element are active only where a plain cell of that element is not zero.
fn activity(
    random: &mut impl FnMut() -> u64,
    cells: &[(Belonging, Meaning)],
    clocks: &[Belonging],
) -> Vec<Option<usize>> {
    let families = 2 * (1 + below(random, 6) as u32);
    let decides = |clock: &Belonging| {
        let mut cells = cells.iter().map(|(cell, meaning)| (cell, meaning == &Meaning::Plain));
        cells.position(|(cell, plain)| {
            let single = cell.tuple.len() == 1 && clock.tuple.len() == 1;
            plain && single && cell.tuple == clock.tuple && cell.family * 2 == families
        })
    };
    clocks.iter().map(decides).collect()
}

impl Case {
    /// The clocks of the rows of a state with these cells.
    pub(crate) fn rows(&self, cells: &[i32]) -> Vec<usize> {
        let active = |clock: &usize| self.activity[*clock].is_none_or(|cell| cells[cell] != 0);
        (0..self.structure.clocks.len()).filter(active).collect()
    }

    pub(crate) fn value(&self, random: &mut impl FnMut() -> u64, cell: usize) -> i32 {
        match &self.structure.meanings[cell] {
            Meaning::Plain => below(random, 3) as i32 - below(random, 2) as i32,
            Meaning::Reference { lower, elements } => {
                lower + below(random, elements.len().max(1)) as i32
            }
        }
    }

    /// A state that is often fixed by some permutation.
    pub(crate) fn state(&self, random: &mut impl FnMut() -> u64) -> State {
        let symmetry = permutation(random, &self.structure);
        let mut cells: Vec<i32> = (0..self.structure.cells.len())
            .map(|cell| if below(random, 3) == 0 { 0 } else { self.value(random, cell) })
            .collect();
        for (cell, meaning) in self.structure.meanings.iter().enumerate() {
            if let Meaning::Reference { lower, .. } = meaning {
                cells[cell] = cells[cell].max(*lower);
            }
        }
        let symmetric = below(random, 3) > 0;
        if symmetric {
            self.symmetrise_cells(&symmetry, &mut cells);
        }
        let zone = self.zone(random, &cells);
        let mut state = State { cells, zone };
        if symmetric {
            self.symmetrise_zone(&symmetry, &mut state);
        }
        state
    }

    /// Another zone for the same discrete state.
    pub(crate) fn zone(&self, random: &mut impl FnMut() -> u64, cells: &[i32]) -> Zone {
        let dim = self.rows(cells).len() + 1;
        match below(random, 4) {
            0 => Zone::zero(dim),
            1 => {
                let mut zone = generate::zone(random, dim, 3);
                let lower = generate::constants(random, dim, 3);
                zone.extrapolate_lu_plus(&lower, &lower);
                zone
            }
            _ => generate::zone(random, dim, 3),
        }
    }

    fn symmetrise_cells(&self, symmetry: &Permutation, cells: &mut [i32]) {
        let mut done = vec![false; cells.len()];
        for start in 0..cells.len() {
            let (mut cell, mut value) = (start, cells[start]);
            while !done[cell] {
                done[cell] = true;
                cells[cell] = value;
                let next = self.structure.cell_image(cell, symmetry);
                value = self.structure.value_image(cell, value, symmetry);
                cell = next;
            }
        }
    }

    /// Takes the hull of the zone's images, if the discrete part allows it.
    fn symmetrise_zone(&self, symmetry: &Permutation, state: &mut State) {
        let rows = self.rows(&state.cells);
        let row = |clock: usize| rows.iter().position(|each| *each == clock).map(|row| row + 1);
        let images: Option<Vec<usize>> =
            rows.iter().map(|clock| row(self.structure.clock_image(*clock, symmetry))).collect();
        let Some(images) = images else { return };
        let image = |at: usize| if at == 0 { 0 } else { images[at - 1] };
        for _ in 0..symmetry.order() {
            let old = state.zone.clone();
            state.zone.load(old.dim(), |i, j| old.get(i, j).max(old.get(image(i), image(j))));
        }
    }
}

/// Are two states the same but for `meta`?
pub(crate) fn same(left: &State, right: &State, key_cells: usize) -> bool {
    left.cells[..key_cells] == right.cells[..key_cells] && left.zone == right.zone
}
