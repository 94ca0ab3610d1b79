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
pub(crate) struct Kind {
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
pub(crate) struct Placement {
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
    others: Vec<u32>,
}

impl Placement {
    /// The tables for these things.
    pub(crate) fn new(sorts: &[Sort], movables: &[Belonging]) -> Placement {
        let elements = sorts.last().map_or(0, |sort| (sort.first + sort.size) as usize);
        let mut local = vec![(0, 0); elements];
        for sort in sorts {
            for element in sort.first..sort.first + sort.size {
                local[element as usize] = (sort.first, sort.size);
            }
        }
        let mut placement = Placement {
            kinds: Vec::new(),
            kind_of: vec![0; movables.len()],
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
        for movable in movables {
            placement.members.extend(members_of(&movable.tuple));
            placement.starts.push(number(placement.members.len()));
        }
        placement.add_kinds(movables);
        placement.index_elements(elements);
        placement.places = (0..movables.len()).map(|movable| placement.place(movable)).collect();
        for (movable, place) in placement.places.iter().enumerate() {
            match place.arity {
                0 => {}
                1 => placement.singles.push([number(movable), place.last, place.base]),
                _ => placement.others.push(number(movable)),
            }
        }
        placement
    }

    fn place(&self, movable: usize) -> Place {
        let Kind { base, stride, .. } = *self.kind(movable);
        let members = self.members(movable);
        let arity = number(members.len());
        match *members {
            [] => Place { arity, first: 0, last: 0, base, stride },
            [first, ..] => Place { arity, first, last: members[members.len() - 1], base, stride },
        }
    }

    fn add_kinds(&mut self, movables: &[Belonging]) {
        let mut kinds: BTreeMap<(u32, Shape), Vec<usize>> = BTreeMap::new();
        for (at, movable) in movables.iter().enumerate() {
            if movable.tuple.is_empty() {
                self.kind_of[at] = number(self.kinds.len());
                self.add_kind(&[at]);
                continue;
            }
            let shape = movable.tuple.iter().map(|element| {
                let repeats = movable.tuple.iter().position(|other| other == element);
                (self.local[element.0 as usize].0, repeats.unwrap_or_default())
            });
            kinds.entry((movable.family, shape.collect())).or_default().push(at);
        }
        for kind in kinds.values() {
            for movable in kind {
                self.kind_of[*movable] = number(self.kinds.len());
            }
            self.add_kind(kind);
        }
    }

    fn add_kind(&mut self, movables: &[usize]) {
        let example = movables[0];
        let members = self.members(example).to_vec();
        assert_eq!(movables.len(), self.tuples_like(&members), "families are closed");
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
                let keyed =
                    movables.iter().map(|movable| (self.weigh(*movable, |e| e), number(*movable)));
                let keyed: Vec<(u64, u32)> = keyed.collect();
                self.sorted.extend(keyed);
                self.sorted[from..].sort_unstable();
            }
        }
        let to = self.sorted.len();
        let kind = Kind { arity: members.len(), example, base, stride, from, to };
        if !members.is_empty() && members.len() <= 2 {
            for movable in movables {
                let at = kind.place(self.members(*movable));
                self.table[at] = number(*movable);
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
        for movable in 0..self.kind_of.len() {
            for member in self.members(movable) {
                lists[*member as usize].push(number(movable));
            }
        }
        self.touching_starts.push(0);
        for list in lists {
            self.touching.extend(list);
            self.touching_starts.push(number(self.touching.len()));
        }
    }

    /// The number of things.
    pub(crate) fn movables(&self) -> usize {
        self.kind_of.len()
    }

    /// All kinds; those of things that nothing moves first.
    pub(crate) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind of a thing.
    pub(crate) fn kind(&self, movable: usize) -> &Kind {
        &self.kinds[self.kind_of[movable] as usize]
    }

    /// The number of the kind of a thing.
    pub(crate) fn kind_number(&self, movable: usize) -> u32 {
        self.kind_of[movable]
    }

    /// The distinct elements of a thing's tuple.
    #[inline]
    pub(crate) fn members(&self, movable: usize) -> &[u32] {
        &self.members[self.starts[movable] as usize..self.starts[movable + 1] as usize]
    }

    /// The things with this element in their tuples, in order.
    #[inline]
    pub(crate) fn touching(&self, element: u32) -> &[u32] {
        let range = |at: usize| self.touching_starts[at] as usize;
        &self.touching[range(element as usize)..range(element as usize + 1)]
    }

    /// The thing of a kind with a single member.
    #[inline]
    pub(crate) fn of_single(&self, kind: &Kind, member: u32) -> usize {
        self.table[kind.base.wrapping_add(member) as usize] as usize
    }

    /// Where a permutation of the elements carries a thing.
    #[inline]
    pub(crate) fn image(&self, movable: usize, permuted: impl Fn(u32) -> u32) -> usize {
        let Place { arity, first, last, base, stride } = self.places[movable];
        let place = match arity {
            0 => return movable,
            1 => base.wrapping_add(permuted(last)),
            2 => {
                base.wrapping_add(permuted(last)).wrapping_add(stride.wrapping_mul(permuted(first)))
            }
            _ => return self.image_by_search(movable, permuted),
        };
        self.table[place as usize] as usize
    }

    fn image_by_search(&self, movable: usize, permuted: impl Fn(u32) -> u32) -> usize {
        let kind = self.kind(movable);
        let key = self.weigh(movable, permuted);
        let list = &self.sorted[kind.from..kind.to];
        let found = list.binary_search_by_key(&key, |(key, _)| *key);
        found.map_or(movable, |at| list[at].1 as usize)
    }

    /// Things that move, with where they go.
    #[inline]
    pub(crate) fn for_each_image(
        &self,
        permuted: impl Fn(u32) -> u32,
        mut visit: impl FnMut(usize, usize),
    ) {
        for [movable, member, base] in &self.singles {
            let image = self.table[base.wrapping_add(permuted(*member)) as usize];
            visit(*movable as usize, image as usize);
        }
        for movable in &self.others {
            visit(*movable as usize, self.image(*movable as usize, &permuted));
        }
    }

    /// The permuted members of a thing as one number: digits in the bases of their sorts' sizes. A closed
    /// kind with at most 2^32 things has fewer than 13 members, whose digits fit by far.
    fn weigh(&self, movable: usize, permuted: impl Fn(u32) -> u32) -> u64 {
        self.members(movable).iter().fold(0, |key, member| {
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
