use std::path::PathBuf;

use orrery::Rational;

use super::{SimulatorInput, parse, time};

#[test]
fn times_are_exact() {
    assert_eq!(time("2"), Ok(Rational::from(2)));
    assert_eq!(time("1.25"), Ok(Rational::new(5, 4).unwrap()));
    assert_eq!(time("6/4"), Ok(Rational::new(3, 2).unwrap()));
    assert_eq!(time("6 1/2"), time("13/2"));
    assert_eq!(time("0  3/4"), time("0.75"));
    for wrong in [
        "1 2",
        "6 1/0",
        "1 -1/2",
        "1/2 3",
        "1 2/3 4",
        "",
        "-1",
        "1/0",
        "x",
        "1.2.3",
        "+1",
        "1/-2",
        ".",
        "99999999999999999999",
    ] {
        assert!(time(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn lines_are_commands() {
    assert_eq!(parse(" 3 "), Ok(SimulatorInput::Take(vec![3])));
    assert_eq!(parse("2  1 4"), Ok(SimulatorInput::Take(vec![2, 1, 4])));
    assert_eq!(parse("d 1/2"), Ok(SimulatorInput::Delay(Rational::new(1, 2).unwrap())));
    assert_eq!(parse("u"), Ok(SimulatorInput::Undo(1)));
    assert_eq!(parse("random 5"), Ok(SimulatorInput::Random(5)));
    assert_eq!(parse("save a b.svg"), Ok(SimulatorInput::Save(PathBuf::from("a b.svg"))));
    assert_eq!(parse(""), Ok(SimulatorInput::Look));
    for wrong in ["u x", "save", "jump", "d", "2 x", "-1", "w 1", "q now"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}
