//! Which tuple of elements everything belongs to.
//!
//! A sort is given by its transpositions of element 0 with each other one, as renamings. What they move
//! falls into orbits; a member of an orbit is labelled by the tuple of elements it belongs to, such that
//! the transpositions act on things as they act on labels. Usually a thing belongs to one element (a
//! process, its variables, a value); a process `P(i, j)` of a set over one sort twice belongs to two.

use std::collections::BTreeMap;

use network::Network;

use super::classes::Class;
use super::renaming::Renaming;

/// Something that renamings move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Thing {
    Process(u32),
    Variable(u32),
    Clock(u32),
    Value(Class, i32),
}

/// What a thing belongs to in one sort: elements of the sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Label {
    pub(super) tuple: Vec<u32>,
}

/// The labels of the things that a sort moves; everything else stays where it is.
pub(super) type Labels = BTreeMap<Thing, Label>;

/// The longest tuples tried.
const LONGEST: usize = 3;

/// Labels the things that the transpositions move; none if tuples do not explain how they act.
pub(super) fn label(network: &Network, transpositions: &[Renaming]) -> Option<Labels> {
    let things = moved(network, transpositions);
    let size = transpositions.len() + 1;
    let mut labels = Labels::new();
    for thing in &things {
        if labels.contains_key(thing) {
            continue;
        }
        let candidates = candidates(*thing, transpositions, size);
        let found =
            candidates.into_iter().find_map(|tuple| spread(*thing, tuple, transpositions))?;
        for (thing, tuple) in found {
            labels.insert(thing, Label { tuple });
        }
    }
    Some(labels)
}

fn moved(network: &Network, transpositions: &[Renaming]) -> Vec<Thing> {
    let mut things = std::collections::BTreeSet::new();
    for renaming in transpositions {
        let changes = |images: &[u32]| {
            (0u32..)
                .zip(images.iter().copied())
                .filter(|(at, image)| at != image)
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        things.extend(changes(&renaming.processes).into_iter().map(Thing::Process));
        let stored = |variable: &u32| {
            let storage = network.variables[*variable as usize].storage;
            matches!(storage, network::Storage::State | network::Storage::Meta)
        };
        let variables = changes(&renaming.variables).into_iter().filter(stored);
        things.extend(variables.map(Thing::Variable));
        things.extend(changes(&renaming.clocks).into_iter().map(Thing::Clock));
        for (class, values) in &renaming.values {
            things.extend(values.keys().map(|value| Thing::Value(*class, *value)));
        }
    }
    things.into_iter().collect()
}

/// What a renaming makes of a thing.
pub(super) fn image(thing: Thing, renaming: &Renaming) -> Thing {
    match thing {
        Thing::Process(at) => Thing::Process(renaming.processes[at as usize]),
        Thing::Variable(at) => Thing::Variable(renaming.variables[at as usize]),
        Thing::Clock(at) => Thing::Clock(renaming.clocks[at as usize]),
        Thing::Value(class, value) => Thing::Value(class, renaming.value(class, value)),
    }
}

/// The image under the exchange of two elements, made of exchanges with element 0.
fn exchanged(thing: Thing, left: usize, right: usize, transpositions: &[Renaming]) -> Thing {
    let with_first = |thing: Thing, element: usize| match element {
        0 => thing,
        _ => image(thing, &transpositions[element - 1]),
    };
    match (left, right) {
        (0, other) | (other, 0) => with_first(thing, other),
        _ => with_first(with_first(with_first(thing, left), right), left),
    }
}

/// Tuples a thing may belong to, likely ones first. An exchange of two elements moves what belongs to one
/// of them, so the elements of its tuple are those that take part in most exchanges that move it.
fn candidates(thing: Thing, transpositions: &[Renaming], size: usize) -> Vec<Vec<u32>> {
    let mut moves = vec![0usize; size];
    for left in 0..size {
        for right in left + 1..size {
            if exchanged(thing, left, right, transpositions) != thing {
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
    start: Thing,
    tuple: Vec<u32>,
    transpositions: &[Renaming],
) -> Option<BTreeMap<Thing, Vec<u32>>> {
    let mut labels = BTreeMap::from([(start, tuple.clone())]);
    let mut owners = BTreeMap::from([(tuple, start)]);
    let mut queue = vec![start];
    while let Some(thing) = queue.pop() {
        let tuple = labels[&thing].clone();
        for (renaming, other) in transpositions.iter().zip(1u32..) {
            let swap = |element: &u32| match *element {
                0 => other,
                element if element == other => 0,
                element => element,
            };
            let image = image(thing, renaming);
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
