use std::time::Duration;

use super::{duration, size};

#[test]
fn times_are_seconds_unless_they_say_otherwise() {
    assert_eq!(duration("20"), Ok(Duration::from_secs(20)));
    assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
    assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
    assert_eq!(duration(" 10m "), Ok(Duration::from_secs(600)));
    assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
    for wrong in ["", "ms", "-1", "3 weeks", "1.2.3", "1e400", "99999999999999999999999"] {
        assert!(duration(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn sizes_have_units() {
    assert_eq!(size("8GiB"), Ok(8 << 30));
    assert_eq!(size("8g"), Ok(8 << 30));
    assert_eq!(size("1.5 GB"), Ok(1_500_000_000));
    assert_eq!(size("4194304"), Ok(4 << 20));
    for wrong in ["", "G", "8", "8 parsecs", "-5G", "999999999TB"] {
        assert!(size(wrong).is_err(), "{wrong}");
    }
    assert!(size("8").unwrap_err().contains("8GiB"));
}
