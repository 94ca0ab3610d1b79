//! The text of an element, decoded, with the way back to the file.

use crate::source::Decoded;

/// Where an element's start tag ends, and where its content ends. `element` is the element's whole
/// text.
fn content_bounds(element: &str) -> Option<(usize, usize)> {
    let open = start_tag(element).len();
    if element[..open].ends_with("/>") {
        return None;
    }
    let close = element.rfind("</").filter(|&close| close >= open)?;
    Some((open, close))
}

/// The start tag of an element, with its brackets.
pub(super) fn start_tag(element: &str) -> &str {
    let mut quote = None;
    for (at, byte) in element.bytes().enumerate() {
        match (byte, quote) {
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            (b'>', None) => return &element[..=at],
            _ => {}
        }
    }
    element
}

/// Decodes the text of the element that stands at `start` in the file, or `None` if it refers to an
/// entity that the document itself declares.
pub(super) fn decode_element(element: &str, start: usize) -> Option<Decoded> {
    let mut decoded = Decoded::default();
    let Some((open, close)) = content_bounds(element) else {
        decoded.push_verbatim("", start + element.len());
        return Some(decoded);
    };
    let content = &element[open..close];
    let base = start + open;
    decoded.push_verbatim("", base);
    let mut at = 0;
    while at < content.len() {
        let rest = &content[at..];
        at += match rest.as_bytes()[0] {
            b'<' => markup(rest, base + at, &mut decoded),
            b'&' => reference(rest, base + at, &mut decoded)?,
            _ => plain(rest, base + at, &mut decoded),
        };
    }
    Some(decoded)
}

/// A tag, comment, instruction or CDATA section; only the last says something. Gives its length.
fn markup(rest: &str, at: usize, decoded: &mut Decoded) -> usize {
    let through = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
    if rest.starts_with(CDATA) {
        let length = through("]]>");
        let inside = rest[CDATA.len()..length].strip_suffix("]]>").unwrap_or("");
        unify_lines(inside, at + CDATA.len(), decoded);
        length
    } else if rest.starts_with("<!--") {
        through("-->")
    } else if rest.starts_with("<?") {
        through("?>")
    } else {
        start_tag(rest).len()
    }
}

const CDATA: &str = "<![CDATA[";

/// `&lt;` and its kin. Gives its length.
fn reference(rest: &str, at: usize, decoded: &mut Decoded) -> Option<usize> {
    let end = rest.find(';')?;
    let character = match &rest[1..end] {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        name => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    };
    decoded.push_replaced(character.encode_utf8(&mut [0; 4]), at, at + end + 1);
    Some(end + 1)
}

/// Text up to the next markup or reference. Gives its length.
fn plain(rest: &str, at: usize, decoded: &mut Decoded) -> usize {
    let length = rest.find(['<', '&']).unwrap_or(rest.len());
    unify_lines(&rest[..length], at, decoded);
    length
}

/// Appends text with `\r\n` as `\n`.
fn unify_lines(text: &str, at: usize, decoded: &mut Decoded) {
    let mut from = 0;
    for (carriage, _) in text.match_indices("\r\n") {
        decoded.push_verbatim(&text[from..carriage], at + from);
        from = carriage + 1;
    }
    decoded.push_verbatim(&text[from..], at + from);
}
