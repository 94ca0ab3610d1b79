//! No input is too deep, too long or too strange: at worst it is an error.

use std::fmt::Write;

use orrery_syntax::print::{print_xml, print_xta};
use orrery_syntax::tree::Document;
use orrery_syntax::{Code, Parse, SourceMap, parse_queries, parse_tck, parse_xml, parse_xta};

const DEEP: usize = 100_000;

fn xta(text: &str) -> Parse<Document> {
    parse_xta(&mut SourceMap::new(), "deep.xta", text.as_bytes())
}

/// A model with one guard.
fn with_guard(guard: &str) -> String {
    format!("process P() {{ state a; init a; trans a -> a {{ guard {guard}; }}; }} system P;")
}

/// Parses on a stack of 1 MiB, half of what a thread normally has.
fn assert_too_deep(text: &str) {
    let owned = text.to_owned();
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let thread = small.spawn(move || xta(&owned)).expect("a thread can be started");
    let parse = thread.join().expect("the parser does not panic");
    let codes: Vec<_> = parse.diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes, [Code::TooDeep], "{}", &text[..80]);
}

#[test]
fn deep_expressions_are_errors() {
    let many = |part: &str| part.repeat(DEEP);
    for guard in [
        format!("{}1{}", many("("), many(")")),
        format!("1{}", many(" + 1")),
        format!("{}1", many("! ")),
        format!("{}1", many("- ")),
        format!("{}i", many("++")),
        format!("a{}", many("[0]")),
        format!("a{}", many(".b")),
        format!("a{}", many("()")),
        format!("a{}", many("'")),
        format!("{}1{}", many("a["), many("]")),
        format!("{}1{}", many("f("), many(")")),
        format!("{}1", many("1 ? 2 : ")),
        format!("{}1{}", many("1 ? "), many(" : 2")),
        format!("{}1", many("forall (i : int[0,1]) ")),
    ] {
        assert_too_deep(&with_guard(&guard));
    }
}

#[test]
fn a_left_chain_inside_a_left_chain_is_counted() {
    let mut guard = "a".to_owned();
    for _ in 0..200 {
        guard = format!("({guard}){}", " + 1".repeat(200));
    }
    assert_too_deep(&with_guard(&guard));
}

#[test]
fn deep_statements_types_and_values_are_errors() {
    let many = |part: &str| part.repeat(DEEP);
    let body = |body: String| {
        format!("void f() {{ {body} }} process P() {{ state a; init a; }} system P;")
    };
    let value = |text: String| format!("{text} process P() {{ state a; init a; }} system P;");
    assert_too_deep(&body(many("{")));
    assert_too_deep(&body(format!("{};", many("if (1) "))));
    assert_too_deep(&body(format!("{};", many("if (1) ; else "))));
    assert_too_deep(&body(format!("{};", many("while (1) "))));
    assert_too_deep(&body(many("do ")));
    assert_too_deep(&value(format!("int a = {}", many("{"))));
    assert_too_deep(&value(format!("{} int a;", many("struct { "))));
    assert_too_deep(&value(format!("int a = {}", many("forall (i : int[0, "))));
}

#[test]
fn long_rows_are_not_deep() {
    let old = vec!["x <= 1"; DEEP].join(", ");
    let old = format!(
        "const k 2; process P {{ state a; init a; trans a -> a {{ guard {old}; }}; }} system P;"
    );
    let row = |sign: &str| with_guard(&vec!["x <= 1"; DEEP].join(sign));
    for text in [old, row(" && "), row(" and "), row(" || "), row(" or ")] {
        // All of it on a small stack, dropping the trees included.
        let small = std::thread::Builder::new().stack_size(1 << 20);
        let thread = small.spawn(move || {
            let parse = xta(&text);
            assert!(parse.is_ok(), "{:?}", parse.diagnostics);
            let printed = print_xta(&parse.tree.clone()).unwrap();
            assert!(print_xta(&xta(&printed).tree).unwrap() == printed);
            assert!(!format!("{:?}", parse.tree).is_empty());
        });
        thread.expect("a thread can be started").join().expect("nothing overflows");
    }
}

#[test]
fn long_rows_are_printed_and_read_again_unchanged() {
    let most = orrery_syntax::LONG_ROW;
    for length in [most - 1, most, most + 1, 3 * most] {
        let plain = vec!["a"; length].join(" && ");
        for guard in [
            plain.clone(),
            format!("({plain}) && {plain}"),
            format!("{plain} && ({plain})"),
            format!("{plain} || b && {plain}"),
            format!("!({plain}) || {plain}"),
            format!("{plain} && forall (i : int[0,1]) {plain}"),
            format!("{plain} && (forall (i : int[0,1]) {plain}) && a"),
            format!("({plain}) == ({plain})"),
        ] {
            let parse = xta(&with_guard(&guard));
            assert!(parse.is_ok(), "{:?}", parse.diagnostics);
            let printed = print_xta(&parse.tree).unwrap();
            let again = xta(&printed);
            assert!(again.tree == parse.tree, "{guard}\n{printed}");
        }
    }
}

#[test]
fn an_assignment_in_a_long_row_is_found() {
    for place in [0, 40, 80] {
        let mut terms = vec!["a"; 81];
        terms[place] = "b = 2";
        let codes: Vec<Code> = xta(&with_guard(&terms.join(" && ")))
            .diagnostics
            .iter()
            .map(|found| found.code)
            .collect();
        assert_eq!(codes, [Code::AssignmentInCondition], "{place}");
    }
}

#[test]
fn deep_queries_are_errors() {
    let text = format!("A[] {}1{}\nE<> 1\n", "(".repeat(DEEP), ")".repeat(DEEP));
    let parse = parse_queries(&mut SourceMap::new(), "deep.q", text.as_bytes());
    assert_eq!(parse.diagnostics.len(), 1);
    assert_eq!(parse.tree.queries.len(), 2);
}

#[test]
fn what_is_just_not_too_deep_can_be_printed_cloned_compared_and_dropped() {
    let chain = format!("1{}", " + 1".repeat(orrery_syntax::MAX_DEPTH as usize - 1));
    let parentheses = orrery_syntax::MAX_NESTING as usize - 10;
    let nested = format!("{}1 + 1{}", "(".repeat(parentheses), ")".repeat(parentheses));
    let indices = format!("{}1{}", "a[".repeat(parentheses / 2), "]".repeat(parentheses / 2));
    for guard in [chain, nested, indices] {
        let parse = xta(&with_guard(&guard));
        assert!(parse.is_ok(), "{:?}", parse.diagnostics);
        let again = xta(&print_xta(&parse.tree).unwrap());
        assert!(again.tree == parse.tree.clone());
        print_xml(&parse.tree).unwrap();
        assert!(!format!("{:?}", parse.tree).is_empty());
    }
}

#[test]
fn deep_xml_is_read() {
    let text = format!(
        "<nta>{}{}<system>system P;</system></nta>",
        "<a>".repeat(DEEP),
        "</a>".repeat(DEEP)
    );
    let parse = parse_xml(&mut SourceMap::new(), "deep.xml", text.as_bytes());
    assert!(parse.is_ok(), "{:?}", parse.diagnostics);
}

#[test]
fn xml_that_would_cost_more_than_it_is_long_is_refused() {
    let mut attributes = String::new();
    let mut namespaces = String::new();
    for number in 0..DEEP {
        write!(attributes, " a{number}='1'").unwrap();
        write!(namespaces, "<a xmlns:n{number}='u{number}'>").unwrap();
    }
    let value = "a".repeat(DEEP);
    let uses = "&e;".repeat(DEEP);
    for text in [
        format!("<nta{attributes}/>"),
        format!("<nta>{namespaces}"),
        format!(
            "<!DOCTYPE nta [<!ENTITY e '{value}'>]><nta><declaration>{uses}</declaration></nta>"
        ),
    ] {
        let parse = parse_xml(&mut SourceMap::new(), "big.xml", text.as_bytes());
        let codes: Vec<_> = parse.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, [Code::BadXml]);
    }
}

#[test]
fn many_errors_are_cut_short() {
    let parse = xta(&"int 5;\n".repeat(DEEP));
    assert_eq!(parse.diagnostics.len(), 201);
    assert_eq!(parse.diagnostics[200].code, Code::TooManyErrors);
}

/// Texts that once took time quadratic in their length, or that look as if they might.
#[test]
fn long_texts_take_no_more_than_their_length() {
    const LENGTH: usize = 1_000_000;
    let fill = |part: &str| part.repeat(LENGTH / part.len());
    let start = std::time::Instant::now();
    for part in [
        ")",
        "}",
        "{",
        "\"",
        "\\",
        "/*/",
        "\0",
        "\r",
        "process ",
        "process P() {",
        "int a;",
        "/*a*/int a;",
        "int a; // a\n",
        "a = 1, ",
    ] {
        let _ = xta(&fill(part));
    }
    for part in ["void f() { if (x", "state a, ", "struct {", "int[", "'", "// a\n"] {
        let _ = xta(&fill(part));
    }
    for part in ["A[] a\n", "A[] (\n", "\\\n", "// a\n", "/*EXPECT:T*/", "/*a*/\n", "E<>a/**/\n"] {
        let _ = parse_queries(&mut SourceMap::new(), "long.q", fill(part).as_bytes());
    }
    for part in
        ["edge:P{\n", "{", "clock:1:x\n", "a:b:", "sync:P@a", "location:P:l{labels:a}\n", "#"]
    {
        let text = format!("system:S\n{}", fill(part));
        let _ = parse_tck(&mut SourceMap::new(), "long.tck", text.as_bytes());
    }
    for part in ["<template/>", "<location/>", "<a>", "&lt;", "<![CDATA[a]]>", "<!---->", "<"] {
        let text = format!("<nta><template>{}</template></nta>", fill(part));
        let _ = parse_xml(&mut SourceMap::new(), "long.xml", text.as_bytes());
    }
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 40, "{seconds} s for 41 texts of 1 MB");
}

#[test]
fn warnings_never_hide_errors() {
    let warnings = "x = 1 < 2 < 3, ".repeat(3000);
    let text = format!(
        "process P() {{ state a; init a; trans a -> a {{ assign {warnings} x = 1; }}, a -> b {{ }}; }} system P;"
    );
    let parse = xta(&text);
    assert!(!parse.is_ok());
    assert!(parse.diagnostics.iter().any(|it| it.code == Code::UnknownLocation));
    let text = text.replace(", a -> b { }", "");
    let parse = xta(&text);
    assert!(parse.is_ok());
    assert_eq!(parse.diagnostics.last().map(|it| it.code), Some(Code::TooManyWarnings));
}
