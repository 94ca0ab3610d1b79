//! Symmetries that are listed one by one, because they are no permutations of a sort.
//!
//! Representatives are found by trying each of them and choosing a representative under the sorts. That is exact
//! if the list is a group up to the sorts and maps sorts to sorts, which is checked here.

use std::collections::BTreeMap;

use network::Network;

use super::restrict::exchange;
use crate::renaming::total::Renaming;

/// The most symmetries that are listed.
const MOST_LISTED_SYMMETRIES: usize = 512;
/// The most next to sorts: a representative under the sorts is computed for each, which costs more.
const MOST_BESIDE_SORTS: usize = 64;

/// All products of some renamings, the identity first; none if there are more than `most`.
pub(crate) fn closure(
    network: &Network,
    generators: &[&Renaming],
    most: usize,
) -> Option<Vec<Renaming>> {
    let mut all = vec![Renaming::identity(network)];
    // By what becomes of the processes, so that few have to be compared.
    let mut known: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    known.entry(all[0].processes.clone()).or_default().push(0);
    let mut next = 0;
    while next < all.len() {
        for generator in generators {
            let product = all[next].then(generator);
            let alike = known.entry(product.processes.clone()).or_default();
            if !alike.iter().any(|number| all[*number].acts_like(&product)) {
                if all.len() == most {
                    return None;
                }
                alike.push(all.len());
                all.push(product);
            }
        }
        next += 1;
    }
    Some(all)
}

/// The group of as many of these renamings as can be listed next to the sorts.
pub(crate) fn listed_group<'r>(
    network: &Network,
    sorts: &[Vec<Renaming>],
    candidates: impl Iterator<Item = &'r Renaming>,
) -> Vec<Renaming> {
    let mut used: Vec<&Renaming> = Vec::new();
    let mut all = vec![Renaming::identity(network)];
    let mut candidates = candidates.peekable();
    if candidates.peek().is_none() {
        return all;
    }
    let exchanges = exchanges(network, sorts);
    let most = if exchanges.is_empty() { MOST_LISTED_SYMMETRIES } else { MOST_BESIDE_SORTS };
    for candidate in candidates {
        let known = all.iter().any(|known| known.acts_like(candidate));
        if known || !keeps_sorts(candidate, &exchanges) {
            continue;
        }
        used.push(candidate);
        match closure(network, &used, most) {
            Some(more) if more[1..].iter().all(|listed| moves_more(listed, &exchanges)) => {
                all = more
            }
            _ => {
                used.pop();
            }
        }
    }
    all
}

/// All exchanges of two elements of a sort.
fn exchanges(network: &Network, sorts: &[Vec<Renaming>]) -> Vec<Renaming> {
    let mut all = Vec::new();
    for exchanges in sorts {
        for right in 1..=exchanges.len() {
            all.extend((0..right).map(|left| exchange(network, exchanges, left, right)));
        }
    }
    all
}

/// Does a renaming make exchanges of exchanges?
fn keeps_sorts(renaming: &Renaming, exchanges: &[Renaming]) -> bool {
    let back = renaming.inverse();
    exchanges.iter().all(|exchange| {
        let image = back.then(exchange).then(renaming);
        exchanges.iter().any(|other| other.acts_like(&image))
    })
}

/// Does a renaming move what no exchange moves? Then it is no product of exchanges.
fn moves_more(renaming: &Renaming, exchanges: &[Renaming]) -> bool {
    let moves = |of: fn(&Renaming) -> &[u32]| {
        (0u32..).zip(of(renaming)).any(|(at, image)| {
            at != *image && exchanges.iter().all(|other| of(other)[at as usize] == at)
        })
    };
    moves(|each| &each.processes)
        || moves(|each| &each.variables)
        || moves(|each| &each.clocks)
        || renaming.values.iter().any(|(class, moved)| {
            moved.iter().any(|(from, to)| {
                from != to && exchanges.iter().all(|other| other.value(*class, *from) == *from)
            })
        })
        || renaming.moves_locations()
}
