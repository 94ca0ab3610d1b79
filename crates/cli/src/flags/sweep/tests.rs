use super::*;

fn values(text: &str) -> Vec<i32> {
    Sweep::parse(text).expect("a sweep").values().collect()
}

#[test]
fn ranges_and_lists_are_read() {
    assert_eq!(values("N=2..5"), [2, 3, 4, 5]);
    assert_eq!(values("N=-1..=1"), [-1, 0, 1]);
    assert_eq!(values("N=2..9/3"), [2, 5, 8]);
    assert_eq!(values(" N = 2, 4 ,16"), [2, 4, 16]);
    assert_eq!(Sweep::parse(" N = 7").expect("one value").name, "N");
    assert_eq!(values("N=2147483646..2147483647").len(), 2);
}

#[test]
fn nonsense_is_refused() {
    for text in ["N", "=1..2", "N=", "N=5..2", "N=a..b", "N=1..2/0", "N=1..2/x", "N=1..99999999999"]
    {
        assert!(Sweep::parse(text).is_err(), "{text}");
    }
}
