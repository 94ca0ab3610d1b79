//! Which tuple of elements everything belongs to.
//!
//! A sort is given by its exchanges of element 0 with each other one, as renamings. What they move
//! falls into orbits; a member of an orbit is labelled by the tuple of elements it belongs to, such that
//! the exchanges act on things as they act on labels. Usually a thing belongs to one element (a
//! process, its variables, a value); a process `P(i, j)` of a set over one sort twice belongs to two.

use std::collections::BTreeMap;

use network::Network;

use crate::identities::classes::Class;
use crate::renaming::total::Renaming;

/// Something that renamings move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Movable {
    Process(u32),
    Variable(u32),
    Clock(u32),
    Value(Class, i32),
}

/// What a thing belongs to in one sort: elements of the sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Label {
    pub(crate) tuple: Vec<u32>,
}

/// The labels of the things that a sort moves; everything else stays where it is.
pub(crate) type Labels = BTreeMap<Movable, Label>;

/// The longest tuples tried.
const LONGEST: usize = 3;

/// Labels the things that the exchanges move; none if tuples do not explain how they act.
pub(crate) fn label(network: &Network, exchanges: &[Renaming]) -> Option<Labels> {
    let movables = moved(network, exchanges);
    let size = exchanges.len() + 1;
    let mut labels = Labels::new();
    for movable in &movables {
        if labels.contains_key(movable) {
            continue;
        }
        let candidates = candidates(*movable, exchanges, size);
        let found = candidates.into_iter().find_map(|tuple| spread(*movable, tuple, exchanges))?;
        for (movable, tuple) in found {
            labels.insert(movable, Label { tuple });
        }
    }
    Some(labels)
}

fn moved(network: &Network, exchanges: &[Renaming]) -> Vec<Movable> {
    let mut movables = std::collections::BTreeSet::new();
    for renaming in exchanges {
        let changes = |images: &[u32]| {
            (0u32..)
                .zip(images.iter().copied())
                .filter(|(at, image)| at != image)
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        movables.extend(changes(&renaming.processes).into_iter().map(Movable::Process));
        let stored = |variable: &u32| {
            let storage = network.variables[*variable as usize].storage;
            matches!(storage, network::Storage::State | network::Storage::Meta)
        };
        let variables = changes(&renaming.variables).into_iter().filter(stored);
        movables.extend(variables.map(Movable::Variable));
        movables.extend(changes(&renaming.clocks).into_iter().map(Movable::Clock));
        for (class, values) in &renaming.values {
            movables.extend(values.keys().map(|value| Movable::Value(*class, *value)));
        }
    }
    movables.into_iter().collect()
}

/// What a renaming makes of a thing.
pub(crate) fn image(movable: Movable, renaming: &Renaming) -> Movable {
    match movable {
        Movable::Process(at) => Movable::Process(renaming.processes[at as usize]),
        Movable::Variable(at) => Movable::Variable(renaming.variables[at as usize]),
        Movable::Clock(at) => Movable::Clock(renaming.clocks[at as usize]),
        Movable::Value(class, value) => Movable::Value(class, renaming.value(class, value)),
    }
}

/// The image under the exchange of two elements, made of exchanges with element 0.
fn exchanged(movable: Movable, left: usize, right: usize, exchanges: &[Renaming]) -> Movable {
    let with_first = |movable: Movable, element: usize| match element {
        0 => movable,
        _ => image(movable, &exchanges[element - 1]),
    };
    match (left, right) {
        (0, other) | (other, 0) => with_first(movable, other),
        _ => with_first(with_first(with_first(movable, left), right), left),
    }
}

/// Tuples a thing may belong to, likely ones first. An exchange of two elements moves what belongs to one
/// of them, so the elements of its tuple are those that take part in most exchanges that move it.
fn candidates(movable: Movable, exchanges: &[Renaming], size: usize) -> Vec<Vec<u32>> {
    let mut moves = vec![0usize; size];
    for left in 0..size {
        for right in left + 1..size {
            if exchanged(movable, left, right, exchanges) != movable {
                moves[left] += 1;
                moves[right] += 1;
            }
        }
    }
    let mut order: Vec<u32> = (0..u32::try_from(size).expect("sorts are small")).collect();
    order.sort_by_key(|element| std::cmp::Reverse(moves[*element as usize]));
    let likely = if size <= 4 { order.as_slice() } else { &order[..LONGEST.min(size)] };
    let mut tuples: Vec<Vec<u32>> = Vec::new();
    let mut shorter: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..LONGEST.min(size) {
        let mut longer = Vec::new();
        for tuple in &shorter {
            for element in likely.iter().filter(|element| !tuple.contains(element)) {
                let mut extended = tuple.clone();
                extended.push(*element);
                longer.push(extended);
            }
        }
        tuples.extend(longer.iter().cloned());
        shorter = longer;
    }
    tuples
}

/// Labels the orbit of a thing from its tuple on; none if that contradicts itself.
fn spread(
    start: Movable,
    tuple: Vec<u32>,
    exchanges: &[Renaming],
) -> Option<BTreeMap<Movable, Vec<u32>>> {
    let mut labels = BTreeMap::from([(start, tuple.clone())]);
    let mut owners = BTreeMap::from([(tuple, start)]);
    let mut queue = vec![start];
    while let Some(movable) = queue.pop() {
        let tuple = labels[&movable].clone();
        for (renaming, other) in exchanges.iter().zip(1u32..) {
            let swap = |element: &u32| match *element {
                0 => other,
                element if element == other => 0,
                element => element,
            };
            let image = image(movable, renaming);
            let expected: Vec<u32> = tuple.iter().map(swap).collect();
            match labels.get(&image) {
                Some(known) if *known == expected => {}
                Some(_) => return None,
                None => {
                    if owners.insert(expected.clone(), image).is_some() {
                        return None;
                    }
                    labels.insert(image, expected);
                    queue.push(image);
                }
            }
        }
    }
    Some(labels)
}
