use super::{BinaryOp, Declaration, Document, ExprKind, StmtKind, print_tck};
use crate::{Code, Model, Parse, SourceMap, parse_model, parse_tck};

fn read(text: &str) -> Parse<Document> {
    parse_tck(&mut SourceMap::new(), "m.tck", text.as_bytes())
}

/// What is wrong with a text: line, column, message.
fn problems(text: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let parse = parse_tck(&mut sources, "m.tck", text.as_bytes());
    let place = |it: &crate::Diagnostic| {
        let place = sources.place(it.span);
        format!("{}:{} {}", place.line, place.column, it.message)
    };
    parse.diagnostics.iter().map(place).collect()
}

const EVERYTHING: &str = "# a comment
system: S

clock:1:x
clock:3:y
int:2:-5:+7:0:i
event: a   # another
process:P
location:P:l0{initial: : labels: one, two : colour: red}
location:P:l.1{invariant: x<=5 && y[i[0]] - x < 3 : committed: : urgent:}
location:P:l2
edge:P:l0:l.1:a{provided: !i[0]==1 && 0<=x<3 : do: x=0; i[1]=(if i[0]>2 then -1 else i[0]+1);
  local t; local u = 3;
  local v[2];
  while t < 3 do t = t + 1; end; if x == 1 then nop else nop end}
edge:P:l0:l2:a:{}
process:Q
sync:P@a:Q@a?
";

fn edge_of(document: &Document) -> &super::Edge {
    let edge = document.declarations.iter().find_map(|declaration| match declaration {
        Declaration::Edge(edge) => Some(edge),
        _ => None,
    });
    edge.expect("there is an edge")
}

#[test]
fn everything_is_read() {
    let parse = read(EVERYTHING);
    assert!(parse.diagnostics.is_empty(), "{:?}", problems(EVERYTHING));
    let document = parse.tree;
    assert_eq!(document.declarations.len(), 12);
    let Declaration::Location(first) = &document.declarations[5] else { panic!("a location") };
    assert!(first.initial && !first.committed);
    let labels: Vec<_> = first.labels.iter().map(|label| label.name.as_str()).collect();
    assert_eq!(labels, ["one", "two"]);
    assert_eq!(first.attributes[0].value, "red");
    let Declaration::Location(second) = &document.declarations[6] else { panic!("a location") };
    assert!(second.committed && second.urgent && second.invariant.is_some());
    let Declaration::Sync(sync) = &document.declarations[11] else { panic!("a sync") };
    assert!(!sync.constraints[0].weak && sync.constraints[1].weak);
    assert_eq!(edge_of(&document).update.len(), 7);
}

#[test]
fn not_applies_to_a_comparison_and_comparisons_chain() {
    let document = read(EVERYTHING).tree;
    let guard = edge_of(&document).guard.as_ref().unwrap();
    let ExprKind::Binary(BinaryOp::And, left, right) = &guard.kind else { panic!("{guard:?}") };
    let ExprKind::Not(inner) = &left.kind else { panic!("{left:?}") };
    assert!(matches!(inner.kind, ExprKind::Binary(BinaryOp::Eq, ..)));
    assert!(matches!(right.kind, ExprKind::Binary(BinaryOp::And, ..)));
    let StmtKind::If(_, _, otherwise) = &edge_of(&document).update[6].kind else { panic!("an if") };
    assert_eq!(otherwise.len(), 1);
}

#[test]
fn printing_reads_back() {
    let document = read(EVERYTHING).tree;
    let text = print_tck(&document);
    let again = read(&text);
    assert!(again.diagnostics.is_empty(), "{text}\n{:?}", problems(&text));
    assert_eq!(again.tree, document, "{text}");
}

#[test]
fn problems_are_told_line_by_line() {
    let text = "system:S
process
clock:0:x
int:1:0:99999999999:0:i
location:P:l0{initial}
edge:P:a:b:e{provided: x < : do: x = }
edge:P:a:b:e{do:
  x = 1 +;
  y = 2 }
sync:P
lacation:P:l
location:P:l {invariant: 1 < x > 2}
location:P:l {labels: a b}
event:e extra
system:T
edge:P:a:b:e{provided: x // 2}
edge:P:a:b:e{provided: x";
    assert_eq!(
        problems(text),
        [
            "2:8 expected `:` and a name, found the end of the line",
            "3:7 a size is a positive number of 32 bits",
            "4:9 the number has more than 32 bits",
            "5:22 expected `:` after the name of an attribute, found `}`",
            "6:27 expected an expression, found the end of the attribute",
            "6:37 expected an expression, found the end of the attribute",
            "8:10 expected an expression, found `;`",
            "10:7 expected `@` and an event, found the end of the line",
            "11:1 expected `process`, `event`, `clock`, `int`, `location`, `edge` or `sync`, found `lacation`",
            "12:32 only `<` and `<=` can be combined",
            "13:23 a label has no blanks; labels are separated by commas",
            "14:9 expected the end of the line, found `e`",
            "15:1 the system is named twice",
            "16:26 comments start with `#`, on lines of their own",
            "17:25 expected `}` after the attributes, found the end of the file",
        ]
    );
}

#[test]
fn the_system_comes_first() {
    assert_eq!(
        problems("process:P\nevent:a\n"),
        ["1:1 the first declaration must be `system:name`"]
    );
    assert_eq!(problems(""), ["1:1 the first declaration must be `system:name`"]);
}

#[test]
fn deep_programs_are_errors() {
    let many = |part: &str| part.repeat(100_000);
    for program in [
        format!("provided: {}1", many("(")),
        format!("provided: 1{}", many("+1")),
        format!("provided: {}1", many("!")),
        format!("provided: {}1", many("- ")),
        format!("provided: {}1", many("a[")),
        format!("do: {}nop", many("if 1 then ")),
    ] {
        let parse = read(&format!("system:S\nedge:P:a:b:e{{{program}}}\n"));
        let codes: Vec<_> = parse.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, [Code::TooDeep], "{}", &program[..30]);
    }
}

#[test]
fn the_format_is_told_by_the_content_and_then_by_the_name() {
    let kind =
        |name: &str, text: &str| match parse_model(&mut SourceMap::new(), name, text.as_bytes())
            .tree
        {
            Model::Tchecker(_) => "tck",
            Model::Uppaal(_) => "uppaal",
        };
    assert_eq!(kind("m.txt", "# note\n\nsystem : S\n"), "tck");
    assert_eq!(kind("m.tck", "clock:1:x\n"), "tck");
    assert_eq!(kind("m.xta", "system S;"), "uppaal");
    assert_eq!(kind("m.tck", " <nta/>"), "uppaal");
}

#[test]
fn long_conjunctions_are_not_deep() {
    let guard = vec!["x < 3"; 20_000].join(" && ");
    let text = format!(
        "system:s\nevent:e\nclock:1:x\nprocess:P\nlocation:P:a{{initial:}}\nedge:P:a:a:e{{provided: {guard}}}\n"
    );
    let parse = crate::parse_tck(&mut crate::SourceMap::new(), "m.tck", text.as_bytes());
    assert!(parse.is_ok(), "{:?}", parse.diagnostics);
}
