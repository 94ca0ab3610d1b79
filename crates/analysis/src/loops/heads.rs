//! At which location of each cycle rounds begin.

/// Chooses one of the allowed locations of each cycle: as few different ones as is easily had, so that little has to
/// be looked at when a location is entered. None where no location of a cycle is allowed.
pub(super) fn choose(cycles: &[Vec<usize>], allowed: &[bool]) -> Vec<Option<usize>> {
    let mut chosen = vec![None; cycles.len()];
    loop {
        let mut counts = vec![0_usize; allowed.len()];
        for (cycle, _) in cycles.iter().zip(&chosen).filter(|(_, chosen)| chosen.is_none()) {
            cycle.iter().filter(|each| allowed[**each]).for_each(|each| counts[*each] += 1);
        }
        let most = counts.iter().copied().max().filter(|most| *most > 0);
        let Some(best) = most.and_then(|most| counts.iter().position(|count| *count == most))
        else {
            return chosen;
        };
        for (cycle, chosen) in cycles.iter().zip(&mut chosen) {
            if chosen.is_none() && cycle.contains(&best) {
                *chosen = Some(best);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn one_location_serves_as_many_cycles_as_it_can() {
        let cycles = [vec![0, 1, 2], vec![1, 3], vec![4]];
        assert_eq!(choose(&cycles, &[true; 5]), [Some(1), Some(1), Some(4)]);
        let allowed = [true, false, true, true, false];
        assert_eq!(choose(&cycles, &allowed), [Some(0), Some(3), None]);
    }
}
