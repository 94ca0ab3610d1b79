//! What is possible in a concrete state: only what its clocks allow is made, and that is all there is.
//!
//! [`reference::candidates`] makes every combination of listeners, whatever the clocks are: the definition. Runs are replayed by its
//! short forms, which are held against it here.

#[cfg(test)]
mod tests {
    use network::generate::{Feature, Profile, generate, numbers};
    use reference::{Concrete, Rational, candidate_of, candidates, candidates_at};

    use crate::text::network_text;

    fn profile() -> Profile {
        let mut profile = Profile::default();
        profile.allowed.remove(Feature::Faults);
        profile.forced.insert(Feature::BroadcastChannels);
        profile.forced.insert(Feature::ReceiverClockGuards);
        profile
    }

    /// Compares the short forms with the definition; how many candidates there are, and how many are possible now.
    fn compare(state: &mut Concrete<'_>) -> Option<(usize, usize)> {
        let all = candidates(&mut state.discrete).ok()?;
        for candidate in &all {
            let found = candidate_of(&mut state.discrete, &candidate.edges).ok()?;
            assert_eq!(found.as_ref(), Some(candidate));
        }
        let now = candidates_at(&mut state.discrete, &state.valuation).ok()?;
        let possible = all.iter().filter(|candidate| {
            let holds = |all: &Vec<_>| state.valuation.satisfies_all(all);
            holds(&candidate.constraints) && !candidate.excluded.iter().any(holds)
        });
        let possible: Vec<_> = possible.cloned().collect();
        assert_eq!(now, possible);
        // Urgency does not ask who stays behind.
        let urgent = |candidate: &&reference::Candidate| {
            candidate.urgent && state.valuation.satisfies_all(&candidate.constraints)
        };
        assert_eq!(all.iter().any(|each| urgent(&each)), now.iter().any(|each| each.urgent));
        Some((all.len(), now.len()))
    }

    #[test]
    fn short_forms_agree_with_the_definition() {
        let half = Rational::new(1, 2).unwrap();
        let (mut made, mut possible) = (0, 0);
        for seed in 0..1500 {
            let generated = generate(&profile(), &mut numbers(seed));
            let mut random = numbers(seed + 1_000_000);
            let mut state = Concrete::initial(&generated.network);
            for _ in 0..20 {
                let Some((all, now)) = compare(&mut state) else { break };
                made += all;
                possible += now;
                let Ok(mut next) = state.transitions() else { break };
                let choice = usize::try_from(random() % 97).unwrap() % (next.len() + 2);
                if choice < next.len() {
                    state = next.swap_remove(choice).1;
                    continue;
                }
                let mut later = state.clone();
                match later.delay(half) {
                    Ok(true) => state = later,
                    _ if next.is_empty() => break,
                    _ => {}
                }
            }
            assert!(made >= possible, "{}", network_text(&generated.network));
        }
        assert!(possible > 10_000 && made > possible + possible / 4, "{made} {possible}");
    }
}
