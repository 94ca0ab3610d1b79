use super::{Piece, picture, pieces};

fn piece(column: usize, text: &str, class: &str) -> Piece {
    Piece { column, text: text.to_owned(), class: class.to_owned() }
}

#[test]
fn words_stand_at_their_columns() {
    let line = "1  \u{1b}[1;32mholds\u{1b}[0m    A[] x";
    let expected =
        [piece(0, "1", ""), piece(3, "holds", "b c2"), piece(12, "A[]", ""), piece(16, "x", "")];
    assert_eq!(pieces(line), expected);
}

#[test]
fn what_a_formula_says_is_no_markup() {
    let svg = picture(&["E<> a && b".to_owned()]);
    assert!(svg.contains(">E&lt;&gt;</text>"), "{svg}");
    assert!(svg.contains(">&amp;&amp;</text>"), "{svg}");
}
