//! Text inside XML.

/// Text for the inside of an element.
pub(super) fn escape_text(text: &str) -> String {
    escape(text, |_| None)
}

/// Text for the inside of double quotes.
pub(super) fn escape_attribute(text: &str) -> String {
    escape(text, |c| match c {
        '"' => Some("&quot;"),
        '\n' => Some("&#10;"),
        '\t' => Some("&#9;"),
        _ => None,
    })
}

fn escape(text: &str, special: fn(char) -> Option<&'static str>) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\r' => escaped.push_str("&#13;"),
            _ => match special(c) {
                Some(replacement) => escaped.push_str(replacement),
                None if is_allowed(c) => escaped.push(c),
                None => escaped.push(char::REPLACEMENT_CHARACTER),
            },
        }
    }
    escaped
}

/// Whether XML 1.0 has the character at all.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n') || (c >= ' ' && !matches!(c, '\u{FFFE}' | '\u{FFFF}'))
}
