use super::decode;
use crate::{Code, MAX_FILE_BYTES, SourceMap, parse_xta};

#[test]
fn bytes_that_are_not_utf8_are_latin1_with_a_warning() {
    let parse = parse_xta(
        &mut SourceMap::new(),
        "m.xta",
        b"// caf\xE9\nprocess P() { state a; init a; } system P;",
    );
    let codes: Vec<_> = parse.diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes, [Code::NotUtf8]);
    assert!(parse.is_ok());
}

#[test]
fn encodings_that_are_not_known_are_an_error() {
    let bytes = b"<?xml version='1.0' encoding='Shift_JIS'?><nta>\x83\x65</nta>";
    let parse = crate::parse_xml(&mut SourceMap::new(), "m.xml", bytes);
    assert_eq!(parse.diagnostics[0].code, Code::BadEncoding);
    assert!(!parse.is_ok());
    let odd = [0xFF, 0xFE, 0x00, 0xD8];
    assert!(decode(&odd).is_err());
}

#[test]
fn old_line_ends_become_new_ones() {
    assert_eq!(decode(b"a\rb\r\nc\r").unwrap().text, "a\nb\r\nc\n");
}

#[test]
fn files_have_a_largest_size() {
    assert!(decode(&vec![b' '; MAX_FILE_BYTES + 1]).is_err());
}
