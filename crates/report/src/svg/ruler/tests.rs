use super::{Limits, Span, spans};

const LIMITS: Limits = Limits { typical: 30.0, least: 10.0, most: 100.0 };

#[test]
fn delays_are_to_scale_between_the_limits() {
    let found = spans(&[1.0, 0.0, 2.0, 1.0, 4.0], LIMITS);
    let lengths: Vec<f64> = found.iter().map(|span| span.length).collect();
    assert_eq!(lengths, [15.0, 0.0, 30.0, 15.0, 60.0]);
    assert!(found.iter().all(|span| !span.compressed));
}

#[test]
fn long_delays_are_compressed_and_short_ones_stay_visible() {
    let found = spans(&[2.0, 0.001, 1e9, 2.0, 2.0], LIMITS);
    assert_eq!(found[1], Span { length: 10.0, compressed: false });
    assert_eq!(found[2], Span { length: 100.0, compressed: true });
    assert_eq!(found[0].length, 30.0);
}

#[test]
fn no_delays_have_no_length() {
    assert!(spans(&[], LIMITS).is_empty());
    assert_eq!(spans(&[0.0], LIMITS), [Span { length: 0.0, compressed: false }]);
}
