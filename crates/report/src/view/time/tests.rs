use proptest::prelude::*;

use super::Time;

#[test]
fn fractions_are_in_lowest_terms() {
    assert_eq!(Time::new(6, 4).to_string(), "3/2");
    assert_eq!(Time::new(-6, 4).to_string(), "-3/2");
    assert_eq!(Time::new(6, -4), Time::new(-6, 4));
    assert_eq!(Time::new(6, 3).to_string(), "2");
    assert_eq!(Time::new(0, 7), Time::ZERO);
    assert_eq!(Time::new(5, 0), Time::whole(5));
    assert_eq!(Time::new(i128::MIN, -1).to_string(), i128::MAX.to_string());
}

#[test]
fn people_see_what_the_simulator_reads() {
    let shown = |above, below| Time::new(above, below).shown();
    assert_eq!(shown(5, 2), "5/2");
    assert_eq!(shown(-5, 2), "-5/2");
    assert_eq!(shown(1, 3), "1/3");
    assert_eq!(shown(-1, 3), "-1/3");
    assert_eq!(shown(12, 4), "3");
    assert_eq!(shown(100_000_000_000, 1), "100000000000");
    assert_eq!(shown(123_456_789, 1_000_007), "123.456");
}

#[test]
fn json_has_the_fraction_and_its_value() {
    let text = serde_json::to_string(&Time::new(3, 2)).unwrap();
    assert_eq!(text, r#"{"exact":"3/2","approx":1.5}"#);
    assert_eq!(serde_json::from_str::<Time>(&text).unwrap(), Time::new(3, 2));
    assert!(serde_json::from_str::<Time>(r#"{"exact":"1/0","approx":1}"#).is_err());
    assert!(serde_json::from_str::<Time>(r#"{"exact":"x","approx":1}"#).is_err());
}

proptest! {
    #[test]
    fn sums_agree_with_floating_point(
        a in -1_000_000_i64..1_000_000,
        b in 1_i64..1_000,
        c in -1_000_000_i64..1_000_000,
        d in 1_i64..1_000,
    ) {
        let sum = Time::new(i128::from(a), i128::from(b)).plus(Time::new(i128::from(c), i128::from(d)));
        prop_assert_eq!(sum.numerator() * i128::from(b * d), i128::from(a * d + c * b) * sum.denominator());
        prop_assert!((sum.approx() - (a as f64 / b as f64 + c as f64 / d as f64)).abs() < 1e-6);
    }

    #[test]
    fn sums_of_absurd_fractions_are_close(a in 3_i128..i128::MAX, b in 3_i128..i128::MAX) {
        let (first, second) = (Time::new(b / 2, b), Time::new(a / 3, a));
        let sum = first.plus(second).approx();
        prop_assert!((sum - (first.approx() + second.approx())).abs() < 1e-5);
    }
}
