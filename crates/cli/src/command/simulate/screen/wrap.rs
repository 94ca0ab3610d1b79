//! Long lines in several, and texts of a given width.

/// The parts of a line that fit into this width, cut at blanks where there are any. All but the first are indented.
pub(super) fn wrap(line: &str, width: usize) -> Vec<String> {
    const INDENT: &str = "    ";
    let width = width.max(INDENT.len() + 4);
    let letters: Vec<char> = line.chars().collect();
    let mut parts = Vec::new();
    let mut rest = &letters[..];
    loop {
        let indent = if parts.is_empty() { "" } else { INDENT };
        let room = width - indent.len();
        if rest.len() <= room {
            parts.push(format!("{indent}{}", text(rest)));
            return parts;
        }
        let blank = rest[..=room].iter().rposition(|letter| *letter == ' ');
        let end = blank.filter(|end| *end > 0).unwrap_or(room);
        parts.push(format!("{indent}{}", text(&rest[..end])).trim_end().to_owned());
        let skipped = rest[end..].iter().take_while(|letter| **letter == ' ').count();
        rest = &rest[end + skipped..];
    }
}

fn text(letters: &[char]) -> String {
    letters.iter().collect()
}

/// A text in so many letters, cut off or filled with blanks.
pub(super) fn fit(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return format!("{text}{}", " ".repeat(width - length));
    }
    let mut cut: String = text.chars().take(width.saturating_sub(2)).collect();
    cut.push('…');
    cut.push(' ');
    cut
}

#[cfg(test)]
mod tests {
    use super::{fit, wrap};

    #[test]
    fn lines_are_cut_at_blanks() {
        assert_eq!(wrap("one two three four", 10), ["one two", "    three", "    four"]);
        assert_eq!(wrap("short", 10), ["short"]);
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("abcdefghijklmno", 10), ["abcdefghij", "    klmno"]);
        assert_eq!(wrap("→→→→→→→→→→→→", 3), ["→→→→→→→→", "    →→→→"]);
        for width in 0..12 {
            let widest = wrap("one two three four", width).iter().map(String::len).max();
            assert!(widest <= Some(width.max(8)), "{width}");
        }
    }

    #[test]
    fn texts_have_the_width_that_is_asked_for() {
        assert_eq!(fit("abc", 5), "abc  ");
        assert_eq!(fit("abcde", 5), "abcde");
        assert_eq!(fit("abcdef", 5), "abc… ");
    }
}
