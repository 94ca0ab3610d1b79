use super::{Face, Font, lines, size, width, wrap};

#[test]
fn widths_follow_the_table() {
    let font = Font { size: 1000.0, line: 1200.0, face: Face::Regular };
    assert_eq!(width("", font), 0.0);
    assert_eq!(width("il", font), (222.0 + 222.0) * 1.02);
    assert_eq!(width("WM", font), (944.0 + 833.0) * 1.02);
    assert!(width("m", Font { face: Face::Bold, ..font }) > width("m", font));
    let mono = Font { face: Face::Mono, ..font };
    assert_eq!(width("il", mono), width("WM", mono));
}

#[test]
fn letters_outside_ascii_have_widths_too() {
    let font = Font::LABEL;
    assert!(width("é", font) > 0.0);
    assert_eq!(width("e\u{301}", font), width("e", font));
    assert!(width("漢", font) > 1.5 * width("a", font));
}

#[test]
fn size_is_that_of_the_widest_line() {
    let (wide, high) = size(&["a", "aaa"], Font::LABEL);
    assert_eq!(wide, width("aaa", Font::LABEL));
    assert_eq!(high, 30.0);
}

#[test]
fn lines_drop_blank_edges_only() {
    assert_eq!(lines("\n\n  a\t\n\nb \n\n"), ["  a", "", "b"]);
    assert_eq!(lines("\ta"), ["    a"]);
    assert!(lines(" \n ").is_empty());
}

#[test]
fn wrapping_breaks_after_separators_and_loses_nothing() {
    let text = "x >= 10 && y <= 20 && forall (i : id_t) list[i] != 3, len = 0";
    let wrapped = wrap(vec![text.to_owned()], 150.0, Font::LABEL);
    assert_eq!(wrapped, ["x >= 10 && y <= 20 &&", "forall (i : id_t) list[i] != 3,", "len = 0"]);
    let squeezed = |text: &str| text.replace(char::is_whitespace, "");
    assert_eq!(squeezed(&wrapped.concat()), squeezed(text));
}

#[test]
fn short_lines_and_lines_without_separators_stay() {
    let kept = vec!["a, b".to_owned(), "averyveryveryverylongidentifierindeed".to_owned()];
    assert_eq!(wrap(kept.clone(), 60.0, Font::LABEL), kept);
}
