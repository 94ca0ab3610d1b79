use network::guard::Difference;
use network::{ClockId, ClockWrite};
use reference::Rational;

use super::{Clocks, Interval};

fn constraint(left: Option<u32>, right: Option<u32>, strict: bool, bound: i32) -> Difference {
    Difference { left: left.map(ClockId), right: right.map(ClockId), strict, bound }
}

fn clocks() -> Clocks {
    let values = vec![Rational::from(1), Rational::new(5, 2).unwrap(), Rational::from(7)];
    Clocks { values, moving: vec![true, true, false] }
}

#[test]
fn guards_hold_in_intervals() {
    let clocks = clocks();
    let x_between = [constraint(None, Some(0), false, -3), constraint(Some(0), None, true, 5)];
    assert_eq!(clocks.satisfying(&x_between).to_string(), "[2, 4)");
    let stopped = [constraint(Some(2), None, false, 7)];
    assert_eq!(clocks.satisfying(&stopped), Interval::ANY);
    assert!(clocks.satisfying(&[constraint(Some(2), None, true, 7)]).is_empty());
    let diagonal = [constraint(Some(1), Some(0), true, 1)];
    assert!(clocks.satisfying(&diagonal).is_empty());
    let against_stopped = [constraint(Some(0), Some(2), false, -4)];
    assert_eq!(clocks.satisfying(&against_stopped).to_string(), "[0, 2]");
}

#[test]
fn clocks_that_are_set_stand_still_or_move_along() {
    let mut clocks = clocks();
    let write = |clock, source: Option<u32>, value| ClockWrite {
        clock: ClockId(clock),
        source: source.map(ClockId),
        value,
    };
    clocks.set(&[write(0, None, 4), write(2, Some(1), 1)]);
    assert!(clocks.satisfying(&[constraint(Some(0), None, false, 3)]).is_empty());
    let moved = clocks.satisfying(&[constraint(Some(2), None, false, 5)]);
    assert_eq!(moved.to_string(), "[0, 3/2]");
}

#[test]
fn pieces_are_cut_out() {
    let clocks = clocks();
    let hole = clocks
        .satisfying(&[constraint(None, Some(0), false, -2), constraint(Some(0), None, false, 3)]);
    let texts: Vec<String> = Interval::ANY.without(hole).iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["[0, 1)", "(2, infinity)"]);
    assert_eq!(Interval::NOW.without(hole), [Interval::NOW]);
    assert_eq!(Interval::NOW.without(Interval::NEVER), [Interval::NOW]);
    assert!(Interval::NOW.without(Interval::ANY).is_empty());
}

#[test]
fn moments_can_be_chosen() {
    let clocks = clocks();
    let open = clocks
        .satisfying(&[constraint(None, Some(0), true, -2), constraint(Some(0), None, true, 3)]);
    assert_eq!(open.to_string(), "(1, 2)");
    assert_eq!(open.first(), Rational::new(3, 2));
    assert_eq!(open.last(), Rational::new(3, 2));
    assert_eq!(Interval::ANY.first(), Some(Rational::ZERO));
    assert_eq!(Interval::ANY.last(), Some(Rational::from(1)));
    assert_eq!(Interval::NEVER.first(), None);
    assert!(Interval::NOW.is_zero() && Interval::NOW.has_zero() && !Interval::ANY.is_zero());
}
