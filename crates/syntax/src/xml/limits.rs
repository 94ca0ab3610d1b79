//! What is checked before the XML reader sees a file, so that no file can cost more than it is long.

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

/// The expansion is at most (references outside) × (references inside each) × (length of all values).
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

/// Counts the `=` signs between `<` and `>`; quoted ones count too, which only makes it stricter.
fn attributes(text: &str) -> Result<(), (usize, String)> {
    let mut tag = None;
    let mut count = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => (tag, count) = (Some(at), 0),
            b'>' => tag = None,
            b'=' => {
                count += 1;
                if let Some(start) = tag.filter(|_| count > MAX_ATTRIBUTES) {
                    let message = format!("an element with more than {MAX_ATTRIBUTES} attributes");
                    return Err((start, message));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
