//! Where permutations carry things (cells or clocks) that belong to tuples of elements, as tables.
//!
//! Two things are of one *kind* if some permutation may carry one to the other: same family, same sorts,
//! same places in the tuple that repeat an element. Within a kind only the distinct elements of a tuple,
//! its *members*, say which thing it is. One or two members index a table directly; more are
//! looked up in a sorted list.

use std::collections::BTreeMap;

use super::structure::{Belonging, Element, Sort};

/// "No thing": never read, because kinds are closed under permutations.
const NOTHING: u32 = u32::MAX;

/// For each place of a tuple the first element of its sort, and the first place with the same element.
type Shape = Vec<(u32, usize)>;

/// The things that permutations carry to one another.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The number of members of each of its things.
    pub arity: usize,
    /// Some thing of this kind: the first.
    pub example: usize,
    /// Added to the weighted images of the members; gives a place in the table. Wraps around.
    base: u32,
    /// What the first of two members weighs.
    stride: u32,
    /// The part of the sorted list with its things, if there are more than two members.
    from: usize,
    to: usize,
}

/// What a thing with at most two members needs to find its image; together, because it is needed often.
#[derive(Clone, Copy, Debug)]
struct Place {
    arity: u32,
    /// The members; the only one is the last.
    first: u32,
    last: u32,
    /// See [`Kind`].
    base: u32,
    stride: u32,
}

/// All cells, or all clocks, and where permutations carry them.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    kinds: Vec<Kind>,
    kind_of: Vec<u32>,
    places: Vec<Place>,
    /// The members of thing `t` are `members[starts[t]..starts[t + 1]]`.
    starts: Vec<u32>,
    members: Vec<u32>,
    table: Vec<u32>,
    sorted: Vec<(u64, u32)>,
    /// For each element its sort's first element and size, to weigh more than two members.
    local: Vec<(u32, u32)>,
    /// The things of element `e` are `touching[touching_starts[e]..touching_starts[e + 1]]`.
    touching_starts: Vec<u32>,
    touching: Vec<u32>,
    /// Things with one member: thing, member, base of its kind.
    singles: Vec<[u32; 3]>,
    /// Things with more.
    others: Vec<u32>,
}

impl Placement {
    /// The tables for these things.
    pub(super) fn new(sorts: &[Sort], things: &[Belonging]) -> Placement {
        let elements = sorts.last().map_or(0, |sort| (sort.first + sort.size) as usize);
        let mut local = vec![(0, 0); elements];
        for sort in sorts {
            for element in sort.first..sort.first + sort.size {
                local[element as usize] = (sort.first, sort.size);
            }
        }
        let mut placement = Placement {
            kinds: Vec::new(),
            kind_of: vec![0; things.len()],
            places: Vec::new(),
            starts: vec![0],
            members: Vec::new(),
            table: Vec::new(),
            sorted: Vec::new(),
            local,
            touching_starts: Vec::new(),
            touching: Vec::new(),
            singles: Vec::new(),
            others: Vec::new(),
        };
        for thing in things {
            placement.members.extend(members_of(&thing.tuple));
            placement.starts.push(number(placement.members.len()));
        }
        placement.add_kinds(things);
        placement.index_elements(elements);
        placement.places = (0..things.len()).map(|thing| placement.place(thing)).collect();
        for (thing, place) in placement.places.iter().enumerate() {
            match place.arity {
                0 => {}
                1 => placement.singles.push([number(thing), place.last, place.base]),
                _ => placement.others.push(number(thing)),
            }
        }
        placement
    }

    fn place(&self, thing: usize) -> Place {
        let Kind { base, stride, .. } = *self.kind(thing);
        let members = self.members(thing);
        let arity = number(members.len());
        match *members {
            [] => Place { arity, first: 0, last: 0, base, stride },
            [first, ..] => Place { arity, first, last: members[members.len() - 1], base, stride },
        }
    }

    fn add_kinds(&mut self, things: &[Belonging]) {
        let mut kinds: BTreeMap<(u32, Shape), Vec<usize>> = BTreeMap::new();
        for (at, thing) in things.iter().enumerate() {
            if thing.tuple.is_empty() {
                self.kind_of[at] = number(self.kinds.len());
                self.add_kind(&[at]);
                continue;
            }
            let shape = thing.tuple.iter().map(|element| {
                let repeats = thing.tuple.iter().position(|other| other == element);
                (self.local[element.0 as usize].0, repeats.unwrap_or_default())
            });
            kinds.entry((thing.family, shape.collect())).or_default().push(at);
        }
        for kind in kinds.values() {
            for thing in kind {
                self.kind_of[*thing] = number(self.kinds.len());
            }
            self.add_kind(kind);
        }
    }

    fn add_kind(&mut self, things: &[usize]) {
        let example = things[0];
        let members = self.members(example).to_vec();
        assert_eq!(things.len(), self.tuples_like(&members), "families are closed");
        let (mut base, mut stride) = (0u32, 0u32);
        let from = self.sorted.len();
        match members[..] {
            [] => {}
            [member] => {
                let (first, size) = self.local[member as usize];
                base = self.extend_table(size).wrapping_sub(first);
            }
            [left, right] => {
                let (left, right) = (self.local[left as usize], self.local[right as usize]);
                stride = right.1;
                base = self.extend_table(left.1 * right.1);
                base = base.wrapping_sub(left.0 * stride).wrapping_sub(right.0);
            }
            _ => {
                let keyed = things.iter().map(|thing| (self.weigh(*thing, |e| e), number(*thing)));
                let keyed: Vec<(u64, u32)> = keyed.collect();
                self.sorted.extend(keyed);
                self.sorted[from..].sort_unstable();
            }
        }
        let to = self.sorted.len();
        let kind = Kind { arity: members.len(), example, base, stride, from, to };
        if !members.is_empty() && members.len() <= 2 {
            for thing in things {
                let at = kind.place(self.members(*thing));
                self.table[at] = number(*thing);
            }
        }
        self.kinds.push(kind);
    }

    fn extend_table(&mut self, by: u32) -> u32 {
        let base = self.table.len();
        self.table.resize(base + by as usize, NOTHING);
        number(base)
    }

    /// How many tuples of distinct elements of these members' sorts there are.
    fn tuples_like(&self, members: &[u32]) -> usize {
        let sort = |member: &u32| self.local[*member as usize];
        let choices = members.iter().enumerate().map(|(at, member)| {
            let taken = members[..at].iter().filter(|other| sort(other) == sort(member)).count();
            sort(member).1 as usize - taken
        });
        choices.product()
    }

    fn index_elements(&mut self, elements: usize) {
        let mut lists = vec![Vec::new(); elements];
        for thing in 0..self.kind_of.len() {
            for member in self.members(thing) {
                lists[*member as usize].push(number(thing));
            }
        }
        self.touching_starts.push(0);
        for list in lists {
            self.touching.extend(list);
            self.touching_starts.push(number(self.touching.len()));
        }
    }

    /// The number of things.
    pub(super) fn things(&self) -> usize {
        self.kind_of.len()
    }

    /// All kinds; those of things that nothing moves first.
    pub(super) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind of a thing.
    pub(super) fn kind(&self, thing: usize) -> &Kind {
        &self.kinds[self.kind_of[thing] as usize]
    }

    /// The number of the kind of a thing.
    pub(super) fn kind_number(&self, thing: usize) -> u32 {
        self.kind_of[thing]
    }

    /// The distinct elements of a thing's tuple.
    #[inline]
    pub(super) fn members(&self, thing: usize) -> &[u32] {
        &self.members[self.starts[thing] as usize..self.starts[thing + 1] as usize]
    }

    /// The things with this element in their tuples, in order.
    #[inline]
    pub(super) fn touching(&self, element: u32) -> &[u32] {
        let range = |at: usize| self.touching_starts[at] as usize;
        &self.touching[range(element as usize)..range(element as usize + 1)]
    }

    /// The thing of a kind with a single member.
    #[inline]
    pub(super) fn of_single(&self, kind: &Kind, member: u32) -> usize {
        self.table[kind.base.wrapping_add(member) as usize] as usize
    }

    /// Where a permutation of the elements carries a thing.
    #[inline]
    pub(super) fn image(&self, thing: usize, permuted: impl Fn(u32) -> u32) -> usize {
        let Place { arity, first, last, base, stride } = self.places[thing];
        let place = match arity {
            0 => return thing,
            1 => base.wrapping_add(permuted(last)),
            2 => {
                base.wrapping_add(permuted(last)).wrapping_add(stride.wrapping_mul(permuted(first)))
            }
            _ => return self.image_by_search(thing, permuted),
        };
        self.table[place as usize] as usize
    }

    fn image_by_search(&self, thing: usize, permuted: impl Fn(u32) -> u32) -> usize {
        let kind = self.kind(thing);
        let key = self.weigh(thing, permuted);
        let list = &self.sorted[kind.from..kind.to];
        let found = list.binary_search_by_key(&key, |(key, _)| *key);
        found.map_or(thing, |at| list[at].1 as usize)
    }

    /// Things that move, with where they go.
    #[inline]
    pub(super) fn for_each_image(
        &self,
        permuted: impl Fn(u32) -> u32,
        mut visit: impl FnMut(usize, usize),
    ) {
        for [thing, member, base] in &self.singles {
            let image = self.table[base.wrapping_add(permuted(*member)) as usize];
            visit(*thing as usize, image as usize);
        }
        for thing in &self.others {
            visit(*thing as usize, self.image(*thing as usize, &permuted));
        }
    }

    /// The permuted members of a thing as one number: digits in the bases of their sorts' sizes. A closed
    /// kind with at most 2^32 things has fewer than 13 members, whose digits fit by far.
    fn weigh(&self, thing: usize, permuted: impl Fn(u32) -> u32) -> u64 {
        self.members(thing).iter().fold(0, |key, member| {
            let (first, size) = self.local[*member as usize];
            key * u64::from(size) + u64::from(permuted(*member) - first)
        })
    }
}

impl Kind {
    /// The place in the table of the thing with these one or two members.
    fn place(&self, members: &[u32]) -> usize {
        let last = self.base.wrapping_add(members[members.len() - 1]);
        match *members {
            [first, _] => last.wrapping_add(self.stride.wrapping_mul(first)) as usize,
            _ => last as usize,
        }
    }
}

fn members_of(tuple: &[Element]) -> impl Iterator<Item = u32> {
    let new = |at: &usize| !tuple[..*at].contains(&tuple[*at]);
    (0..tuple.len()).filter(new).map(|at| tuple[at].0)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("cells and clocks are numbered by 32 bits")
}
