//! The best schedules of random networks. If whole delays were not enough, half ones would do better: so a model with all its
//! constants doubled has schedules that take exactly twice as long.

#[cfg(test)]
mod tests {
    use network::generate::{Feature, Profile, generate, numbers};
    use network::{Goal, Network, Query, QueryKind};
    use query::long_run::{Ratio, TimeUnit, least_ratio};
    use query::plan::Options;
    use query::verdict::Verdict;
    use reference::{Ending, Rational};

    use crate::scale;

    /// The least time for each event, as a fraction; none within if there is no schedule, none at all if something is
    /// refused or invalid.
    fn least(
        network: &Network,
        query: &Query,
        event: &Goal,
        unit: TimeUnit,
    ) -> Option<Option<Rational>> {
        let (ratio, options) = ((Ratio::TimePerEvent(event), unit), Options::default());
        let found = least_ratio(network, query, ratio, &options, &mut Patience(4000));
        let found = found.ok()?;
        match found.verdict {
            Ok(Verdict::Holds) => {
                let run = found.run.as_ref();
                let run = run.unwrap_or_else(|| panic!("no run: {:?}", found.trace_error));
                let Ending::Repeats { from, .. } = run.ending else { panic!("it ends") };
                let (start, end) = (run.before(from).time, run.last().time);
                let ratio = found.run_cost.expect("there is a ratio");
                // The round takes a whole multiple of the ratio.
                let round = end.checked_sub(start).expect("small numbers");
                if ratio > Rational::ZERO {
                    let events = (0i64..200).find(|events| {
                        Rational::new(ratio.numerator() * events, ratio.denominator())
                            == Some(round)
                    });
                    assert!(
                        events.is_some_and(|events| events > 0),
                        "{round:?} is no multiple of {ratio:?}"
                    );
                } else {
                    assert_eq!(round, Rational::ZERO);
                }
                Some(Some(ratio))
            }
            Ok(Verdict::Fails) => Some(None),
            Ok(Verdict::Unknown(_)) | Err(_) => None,
        }
    }

    /// Ends searches that take too long.
    struct Patience(u64);

    impl engine::watch::Watch for Patience {
        fn expanded(
            &mut self,
            _: &mut dyn FnMut() -> engine::watch::Progress,
        ) -> std::ops::ControlFlow<engine::watch::StopReason> {
            self.0 = self.0.saturating_sub(1);
            match self.0 {
                0 => std::ops::ControlFlow::Break(engine::watch::StopReason::Interrupted),
                _ => std::ops::ControlFlow::Continue(()),
            }
        }
    }

    #[test]
    fn half_delays_do_no_better_than_whole_ones() {
        let mut profile = Profile::default();
        for feature in
            [Feature::StrictBounds, Feature::Faults, Feature::Diagonals, Feature::ClockShifts]
        {
            profile.allowed.remove(feature);
        }
        let (mut schedules, mut timed, mut none) = (0, 0, 0);
        for seed in 0..600 {
            let generated = generate(&profile, &mut numbers(75_000_000 + seed));
            let network = &generated.network;
            let doubled = scale::network(network, 2);
            let event = generated.queries.iter().find_map(|query| match &query.kind {
                QueryKind::Invariant(goal) if goal.is_discrete() => Some(goal.clone()),
                _ => None,
            });
            let Some(event) = event else { continue };
            for query in &generated.queries {
                let QueryKind::PotentiallyAlways(stay) = &query.kind else { continue };
                for stay in [stay.clone(), Goal::always()] {
                    let query = Query { kind: QueryKind::PotentiallyAlways(stay), ..query.clone() };
                    let once = least(network, &query, &event, TimeUnit::One);
                    let longer = scale::query(&query, 2);
                    let twice = least(&doubled, &longer, &event, TimeUnit::One);
                    let longest = least(&doubled, &longer, &event, TimeUnit::Longest);
                    assert!(longest.is_none() || twice.is_none() || longest == twice);
                    let (Some(once), Some(twice)) = (once, twice) else { continue };
                    let expected = once.and_then(|ratio| {
                        Rational::new(2 * ratio.numerator(), ratio.denominator())
                    });
                    assert_eq!(twice, expected, "network {seed}");
                    match once {
                        Some(ratio) => {
                            schedules += 1;
                            timed += usize::from(ratio > Rational::ZERO);
                        }
                        None => none += 1,
                    }
                }
            }
        }
        assert!(schedules > 20 && timed > 2 && none > 30, "{schedules}, {timed}, {none}");
    }
}
