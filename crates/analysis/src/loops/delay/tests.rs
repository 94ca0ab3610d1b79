use super::{DelayInterval, End};

/// Durations are looked at in steps of a quarter: constants are whole, so nothing changes in between.
const PARTS: i64 = 4;

fn intervals() -> impl Iterator<Item = DelayInterval> {
    let ends = |at| [false, true].map(|open| End { at, open });
    (0..=7_i64)
        .flat_map(move |a| (a..=9).map(move |b| (a, b)))
        .flat_map(move |(a, b)| {
            ends(a).into_iter().flat_map(move |lower| {
                ends(b).map(move |upper| DelayInterval { lower, upper: Some(upper) })
            })
        })
        .filter(|interval| !interval.is_empty())
}

/// Can so many rounds take this many quarters?
fn takes(interval: &DelayInterval, rounds: i64, quarters: i64) -> bool {
    let (lower, upper) = (interval.lower, interval.upper.expect("bounded"));
    let (least, most) = (rounds * lower.at * PARTS, rounds * upper.at * PARTS);
    let from = if lower.open { quarters > least } else { quarters >= least };
    let to = if upper.open { quarters < most } else { quarters <= most };
    from && to
}

fn is_at_least(quarters: i64, end: End) -> bool {
    if end.open { quarters > end.at * PARTS } else { quarters >= end.at * PARTS }
}

#[test]
fn every_duration_from_the_bound_on_is_some_number_of_rounds() {
    let mut seen = 0;
    for interval in intervals() {
        let Some(found) = interval.from_then_on() else { continue };
        seen += 1;
        assert!(found.rounds >= 1, "{interval}");
        for quarters in 0..600 {
            let possible = (1..=600).any(|rounds| takes(&interval, rounds, quarters));
            if is_at_least(quarters, found.least) {
                assert!(possible, "{interval}: {quarters} quarters");
            }
        }
    }
    assert!(seen > 100);
}

#[test]
fn the_number_of_rounds_is_the_least_with_that_property() {
    for interval in intervals() {
        let Some(found) = interval.from_then_on().filter(|found| found.rounds > 1) else {
            continue;
        };
        let fewer = found.rounds - 1;
        let least = End { at: interval.lower.at * fewer, open: interval.lower.open };
        let gap = (0..2000).any(|quarters| {
            is_at_least(quarters, least)
                && !(fewer..=2000).any(|rounds| takes(&interval, rounds, quarters))
        });
        assert!(gap, "{interval}: {fewer} rounds would do");
    }
}

#[test]
fn rounds_of_one_duration_give_multiples_only() {
    let five = Some(End { at: 5, open: false });
    let interval = DelayInterval { lower: End { at: 5, open: false }, upper: five };
    assert_eq!(interval.from_then_on(), None);
}

#[test]
fn the_example_of_the_thesis() {
    let lower = End { at: 3, open: false };
    let interval = DelayInterval { lower, upper: Some(End { at: 7, open: false }) };
    let found = interval.from_then_on().expect("3 < 7");
    assert_eq!((found.rounds, found.least), (1, lower));
    assert_eq!(interval.to_string(), "[3, 7]");
}
