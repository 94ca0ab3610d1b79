//! Damaged texts, the same ones every time: nothing panics, every report can be shown, and what is
//! read without error can be written and read again.

use std::path::Path;

use orrery_syntax::print::{print_queries, print_xml, print_xta};
use orrery_syntax::tck::print_tck;
use orrery_syntax::tree::{Document, Formula, QueryFile};
use orrery_syntax::{
    Diagnostic, RenderStyle, SourceMap, parse_queries, parse_query_text, parse_tck, parse_xml,
    parse_xta, render,
};

/// A small generator of numbers; the test must be the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }
}

/// The texts of the Markdown cases, with their languages.
fn seeds() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the cases are there").flatten().collect();
    paths.sort_by_key(std::fs::DirEntry::path);
    let mut seeds = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path.path()).expect("a case is text");
        for part in text.split("\n```").filter(|part| !part.starts_with("\n")) {
            if let Some((language, body)) = part.split_once('\n')
                && ["xta", "xml", "q", "query"].contains(&language)
            {
                seeds.push((language.to_owned(), body.to_owned()));
            }
        }
    }
    let tck = "system:S\nclock:1:x\nint:1:0:5:0:i\nprocess:P\nevent:a\nlocation:P:l{initial: : invariant: x<=5}\n\
               edge:P:l:l:a{provided: i<3 && !x==2 : do: i=i+1; if i>2 then x=0 end}\nsync:P@a:P@a?\n";
    seeds.push(("tck".to_owned(), tck.to_owned()));
    seeds
}

const PIECES: [&str; 40] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "=",
    "==",
    "<",
    ">",
    "->",
    "-->",
    "&&",
    "!",
    "'",
    "\"",
    "/*",
    "*/",
    "//",
    "\\\n",
    "\0",
    "é",
    "\r\n",
    "forall (i : int[0,1]) ",
    "const ",
    "process ",
    "system ",
    "A[] ",
    "2147483648",
    "1.5e9",
    "&amp;",
    "<![CDATA[",
    "]]>",
    "<label kind=\"guard\">",
    "</nta>",
    "#",
    "?",
];

/// Cuts, copies and inserts a few times.
fn damage(text: &str, other: &str, dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + dice.roll(4) {
        let at = boundary(&text, dice.roll(text.len() + 1));
        let end = boundary(&text, at + dice.roll(20));
        match dice.roll(6) {
            0 => text.replace_range(at..end, ""),
            1 => text.insert_str(at, PIECES[dice.roll(PIECES.len())]),
            2 => text.replace_range(at..end, PIECES[dice.roll(PIECES.len())]),
            3 => {
                let copy = text[at..end].repeat(1 + dice.roll(30));
                text.insert_str(at, &copy);
            }
            4 => text.truncate(at),
            _ => {
                let from = boundary(other, dice.roll(other.len() + 1));
                let to = boundary(other, from + dice.roll(80));
                text.insert_str(at, &other[from..to.max(from)]);
            }
        }
    }
    text
}

fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn show(sources: &SourceMap, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics.iter().take(5) {
        assert!(!render(diagnostic, sources, RenderStyle::default()).is_empty());
    }
}

fn check_model(tree: &Document) {
    let Ok(text) = print_xml(tree) else { return };
    let again = parse_xml(&mut SourceMap::new(), "again.xml", text.as_bytes());
    assert_eq!(print_xml(&again.tree).as_ref(), Ok(&text));
    if let Ok(text) = print_xta(tree) {
        let again = parse_xta(&mut SourceMap::new(), "again.xta", text.as_bytes());
        assert_eq!(print_xta(&again.tree).as_ref(), Ok(&text));
    }
}

fn check_queries(tree: &QueryFile) {
    let broken = |formula: &Formula| matches!(formula, Formula::Error | Formula::Unsupported(_));
    if tree.queries.iter().any(|query| broken(&query.formula)) {
        return;
    }
    let text = print_queries(tree);
    let again = parse_queries(&mut SourceMap::new(), "again.q", text.as_bytes()).tree;
    assert_eq!(print_queries(&again), text);
}

fn check(language: &str, text: &str) {
    let mut sources = SourceMap::new();
    match language {
        "xml" | "xta" => {
            let read = if language == "xml" { parse_xml } else { parse_xta };
            let parse = read(&mut sources, "damaged", text.as_bytes());
            show(&sources, &parse.diagnostics);
            if parse.is_ok() {
                check_model(&parse.tree);
            }
        }
        "q" => {
            let parse = parse_queries(&mut sources, "damaged", text.as_bytes());
            show(&sources, &parse.diagnostics);
            check_queries(&parse.tree);
        }
        "query" => {
            let parse = parse_query_text(&mut sources, "damaged", text);
            show(&sources, &parse.diagnostics);
        }
        _ => {
            let parse = parse_tck(&mut sources, "damaged", text.as_bytes());
            show(&sources, &parse.diagnostics);
            let printed = print_tck(&parse.tree);
            let again = parse_tck(&mut SourceMap::new(), "again.tck", printed.as_bytes());
            if parse.is_ok() {
                assert_eq!(again.tree, parse.tree, "{printed}");
            }
        }
    }
}

#[test]
fn damaged_texts_are_read() {
    let seeds = seeds();
    assert!(seeds.len() > 30, "only {} seeds", seeds.len());
    let mut dice = Dice(0x5EED);
    for round in 0..8000 {
        let (language, text) = &seeds[round % seeds.len()];
        let (_, other) = &seeds[dice.roll(seeds.len())];
        let damaged = damage(text, other, &mut dice);
        let result = std::panic::catch_unwind(|| check(language, &damaged));
        assert!(result.is_ok(), "round {round}, {language}:\n{damaged}");
    }
}

#[test]
fn arbitrary_bytes_are_read() {
    let mut dice = Dice(0xB17E5);
    for _ in 0..2000 {
        let length = dice.roll(200);
        let bytes: Vec<u8> = (0..length).map(|_| dice.roll(256) as u8).collect();
        let mut sources = SourceMap::new();
        let mut found = parse_xta(&mut sources, "bytes", &bytes).diagnostics;
        found.extend(parse_xml(&mut sources, "bytes", &bytes).diagnostics);
        found.extend(parse_queries(&mut sources, "bytes", &bytes).diagnostics);
        found.extend(parse_tck(&mut sources, "bytes", &bytes).diagnostics);
        show(&sources, &found);
    }
}
