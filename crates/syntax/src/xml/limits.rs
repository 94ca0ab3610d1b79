//! What is checked before the XML reader sees a file, so that no file can cost more than it is
//! long.

/// The most that entities declared in the document may expand to.
const MAX_EXPANSION: usize = 64 << 20;
/// References that the XML reader follows inside one reference.
const NESTED_REFERENCES: usize = 256;
/// The most attributes of one element: the XML reader compares them all with each other.
const MAX_ATTRIBUTES: usize = 200;
/// The most declarations of namespaces: the XML reader copies them to every element inside.
const MAX_NAMESPACES: usize = 50;

/// Why a file is refused, and where (in bytes).
pub(super) fn check(text: &str) -> Result<(), (usize, String)> {
    entities(text)?;
    namespaces(text)?;
    attributes(text)
}

/// The expansion is at most (references outside) × (references inside each) × (length of all
/// values).
fn entities(text: &str) -> Result<(), (usize, String)> {
    let Some(declared) = text.find("<!ENTITY") else { return Ok(()) };
    let end = text.find("]>").map_or(text.len(), |end| end.max(declared));
    let references = text.match_indices('&').filter(|(at, _)| !is_predefined(&text[at + 1..]));
    let expansion =
        references.count().saturating_mul(NESTED_REFERENCES).saturating_mul(end - declared);
    if expansion > MAX_EXPANSION {
        return Err((declared, "the entities of this document expand to too much text".to_owned()));
    }
    Ok(())
}

fn is_predefined(rest: &str) -> bool {
    ["lt;", "gt;", "amp;", "quot;", "apos;", "#"].iter().any(|name| rest.starts_with(name))
}

fn namespaces(text: &str) -> Result<(), (usize, String)> {
    match text.match_indices("xmlns").nth(MAX_NAMESPACES) {
        Some((at, _)) => Err((at, format!("more than {MAX_NAMESPACES} namespaces"))),
        None => Ok(()),
    }
}

/// Counts the `=` signs outside quotes of every tag.
fn attributes(text: &str) -> Result<(), (usize, String)> {
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start..];
        let through = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
        at = start
            + if rest.starts_with("<![CDATA[") {
                through("]]>")
            } else if rest.starts_with("<!--") {
                through("-->")
            } else {
                tag(rest).ok_or_else(|| {
                    (start, format!("an element with more than {MAX_ATTRIBUTES} attributes"))
                })?
            };
    }
    Ok(())
}

/// The length of a tag; nothing if it has too many attributes.
fn tag(rest: &str) -> Option<usize> {
    let mut quote = None;
    let mut count = 0;
    for (at, byte) in rest.bytes().enumerate() {
        match (byte, quote) {
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            (b'>', None) => return Some(at + 1),
            (b'=', None) => count += 1,
            _ => {}
        }
        if count > MAX_ATTRIBUTES {
            return None;
        }
    }
    Some(rest.len())
}
