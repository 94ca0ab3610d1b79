use super::listed;

fn of(names: &[&str]) -> String {
    listed(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
}

#[test]
fn runs_of_numbers_are_joined() {
    assert_eq!(of(&["Train(0)", "Train(1)", "Train(2)"]), "Train(0..2)");
    assert_eq!(of(&["P1", "P2", "P3"]), "P1..P3");
    assert_eq!(of(&["P(0)", "P(2)", "P(3)"]), "P(0) and P(2..3)");
    assert_eq!(of(&["P9", "P10"]), "P9..P10");
}

#[test]
fn other_names_are_listed() {
    assert_eq!(of(&[]), "");
    assert_eq!(of(&["Alice"]), "Alice");
    assert_eq!(of(&["Alice", "Bob", "Carol"]), "Alice, Bob and Carol");
    assert_eq!(of(&["A", "B", "C", "D", "E", "F", "G", "H"]), "A, B, C, D, E, F and 2 more");
    assert_eq!(of(&["P01", "P02"]), "P01 and P02");
}
