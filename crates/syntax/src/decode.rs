//! From bytes to text: encodings, byte order marks, line ends.

#[cfg(test)]
mod tests;

use crate::MAX_FILE_BYTES;

/// What came out of the bytes of a file.
#[derive(Debug)]
pub(crate) struct Text {
    /// The text; lines end in `\n` or `\r\n`.
    pub(crate) text: String,
    /// Something the reader should know.
    pub(crate) warning: Option<String>,
}

/// Decodes a file, or says why that is impossible.
pub(crate) fn decode(bytes: &[u8]) -> Result<Text, String> {
    if bytes.len() > MAX_FILE_BYTES {
        let mebibytes = MAX_FILE_BYTES >> 20;
        return Err(format!("the file has {} bytes, more than {mebibytes} MiB", bytes.len()));
    }
    let (text, warning) = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest)?,
        [0xFF, 0xFE, rest @ ..] => (utf16(rest, u16::from_le_bytes)?, None),
        [0xFE, 0xFF, rest @ ..] => (utf16(rest, u16::from_be_bytes)?, None),
        [b'<', 0, ..] => (utf16(bytes, u16::from_le_bytes)?, None),
        [0, b'<', ..] => (utf16(bytes, u16::from_be_bytes)?, None),
        _ => utf8(bytes)?,
    };
    Ok(Text { text: unify_lines(text), warning })
}

/// UTF-8, or Latin-1 where the bytes are not UTF-8 and nothing else is announced.
fn utf8(bytes: &[u8]) -> Result<(String, Option<String>), String> {
    let at = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok((text.to_owned(), None)),
        Err(error) => error.valid_up_to(),
    };
    let latin1 = || bytes.iter().map(|&byte| char::from(byte)).collect();
    match declared_encoding(bytes).map(|name| name.to_ascii_lowercase()).as_deref() {
        Some("iso-8859-1" | "iso8859-1" | "latin1" | "latin-1" | "windows-1252" | "us-ascii") => {
            Ok((latin1(), None))
        }
        None | Some("utf-8" | "utf8") => {
            let warning = format!("byte {at} is not UTF-8; the file is read as Latin-1");
            Ok((latin1(), Some(warning)))
        }
        Some(other) => Err(format!("the encoding `{other}` is not supported; save it as UTF-8")),
    }
}

/// The name after `encoding=` in an XML declaration.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(200)];
    let head = head.strip_prefix(b"<?xml")?;
    let head: String = head.iter().map(|&byte| char::from(byte)).collect();
    let head = head.split("?>").next()?;
    let value = head.split("encoding").nth(1)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value[1..].split(quote).next().map(str::to_owned)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, String> {
    let units = bytes.chunks(2).map(|pair| match pair {
        &[first, second] => unit([first, second]),
        _ => 0xFFFD,
    });
    char::decode_utf16(units)
        .collect::<Result<String, _>>()
        .map_err(|_| "the file is neither UTF-8 nor UTF-16".to_owned())
}

/// Old Macintosh line ends become `\n`, so that nothing else need know of them. Keeps all offsets.
fn unify_lines(text: String) -> String {
    let bytes = text.as_bytes();
    let lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if !(0..bytes.len()).any(lone) {
        return text;
    }
    let mut characters = text.chars().peekable();
    let mut unified = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        let lone = character == '\r' && characters.peek() != Some(&'\n');
        unified.push(if lone { '\n' } else { character });
    }
    unified
}
