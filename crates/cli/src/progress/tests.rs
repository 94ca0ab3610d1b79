use std::time::Duration;

use super::{clock, grouped};

#[test]
fn figures_are_easy_to_read() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(1_234_567), "1 234 567");
    assert_eq!(clock(Duration::from_secs(7)), "0:07");
    assert_eq!(clock(Duration::from_secs(3723)), "1:02:03");
}
