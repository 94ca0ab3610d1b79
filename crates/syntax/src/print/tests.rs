use super::{print_expression, print_queries, print_xml, print_xta};
use crate::tree::{
    Block, Declaration, Document, Expr, ExprKind, Item, QueryFile, Stmt, StmtKind, SyntaxVersion,
    Written,
};
use crate::{Code, SourceMap, Span, parse_queries, parse_xml, parse_xta};

fn xta(text: &str) -> Document {
    parse_xta(&mut SourceMap::new(), "m.xta", text.as_bytes()).tree
}

fn xml(text: &str) -> Document {
    parse_xml(&mut SourceMap::new(), "m.xml", text.as_bytes()).tree
}

/// What a model cannot be written for.
fn unsayable(result: Result<String, Vec<crate::Diagnostic>>) -> Vec<String> {
    let problems = result.expect_err("something cannot be said");
    assert!(problems.iter().all(|problem| problem.code == Code::Unsayable));
    problems.into_iter().map(|problem| problem.message).collect()
}

#[test]
fn what_a_format_cannot_say_is_named() {
    let keyword = "<nta><template><name>P</name><location id='a'><name>for</name></location>\
                   <init ref='a'/></template><system>system P;</system></nta>";
    assert_eq!(
        unsayable(print_xta(&xml(keyword))),
        ["a location called `for`, which is a keyword in XTA"]
    );
    assert!(print_xml(&xml(keyword)).is_ok());
    let mut import = xta("import \"m\" int f(); process P() { state a; init a; } system P;");
    assert!(print_xml(&import).is_ok(), "it is written as it was");
    let Item::Declaration(unwritten) = &mut import.items[0] else { panic!("a declaration") };
    unwritten.text = Written::default();
    assert_eq!(unsayable(print_xml(&import)), ["import of external functions"]);
    assert_eq!(unsayable(print_xta(&import)), ["import of external functions"]);
    let broken = xta("process P() { state a { x < }; init a; trans a -> a { guard x = 1; }; }");
    assert_eq!(
        unsayable(print_xta(&broken)),
        ["an expression that could not be read", "a model without a system line"]
    );
    let query = xml("<nta><template><name>P</name><location id='a'/><init ref='a'/></template>\
                     <system>system P;</system><queries><query><formula>simulate[5]{</formula></query></queries></nta>");
    assert_eq!(unsayable(print_xta(&query)), ["a query whose braces do not match"]);
}

#[test]
fn nodes_without_a_fit_name_get_one() {
    let model = "<nta><template><name>P</name><location id='1-a'/><location id='b'><name>_1_a</name></location>\
                 <location id='c'/><branchpoint id='state'/><init ref='1-a'/>\
                 <transition><source ref='1-a'/><target ref='state'/></transition></template><system>system P;</system></nta>";
    let text = print_xta(&xml(model)).unwrap();
    assert!(text.contains("_1_a_,\n        _1_a,\n        _c;"), "{text}");
    assert!(text.contains("branchpoint _state;"), "{text}");
    assert!(text.contains("_1_a_ -> _state { }"), "{text}");
}

#[test]
fn xml_has_its_own_order() {
    let model = xta("int a; process P() { state s; init s; } Q = P(); int b;
         process R() { state s; init s; } int c; system Q, R;");
    let text = print_xml(&model).unwrap();
    assert!(text.contains("<declaration>int a;\nint b;</declaration>"), "{text}");
    assert!(text.contains("<system>Q = P();\nint c;\nsystem Q, R;</system>"), "{text}");
    assert!(
        text.contains("<location id=\"id0\">") && text.contains("<init ref=\"id1\"/>"),
        "{text}"
    );
    assert_eq!(print_xml(&xml(&text)).unwrap(), text);
}

#[test]
fn an_anonymous_location_keeps_its_name_when_its_identifier_changes() {
    let one = "<template><name>P</name><location id='a'/><init ref='a'/></template>";
    let two = "<template><name>Q</name><location id='a'/><init ref='a'/></template>";
    let model = xml(&format!("<nta>{one}{two}<system>system P, Q;</system></nta>"));
    let text = print_xml(&model).unwrap();
    assert_eq!(text.matches("<name>_a</name>").count(), 2, "{text}");
}

#[test]
fn signs_do_not_grow_together() {
    let spelled = |text: &str| {
        let model = xta(&format!("int v = {text}; process P() {{ state s; init s; }} system P;"));
        let Item::Declaration(declaration) = &model.items[0] else { panic!("a declaration") };
        let mut printer = super::printer::Printer::new();
        printer.declaration(&Declaration::new(declaration.kind.clone(), declaration.span));
        printer.into_text()
    };
    assert_eq!(spelled("- -a"), "int v = - -a;");
    assert_eq!(spelled("-(--a)"), "int v = - --a;");
    assert_eq!(spelled("+ ++a"), "int v = + ++a;");
    assert_eq!(spelled("a - -b"), "int v = a - -b;");
    assert_eq!(spelled("-(+a)"), "int v = -+a;");
    assert_eq!(spelled("spawn T(1)"), "int v = spawn T(1);");
}

#[test]
fn an_else_stays_with_its_if() {
    let span = Span::default();
    let condition = || Expr { kind: ExprKind::Bool(true), span };
    let statement = |kind| Stmt { kind, span };
    let inner = statement(StmtKind::If(condition(), Box::new(statement(StmtKind::Empty)), None));
    let otherwise = Some(Box::new(statement(StmtKind::Empty)));
    let outer = statement(StmtKind::If(condition(), Box::new(inner), otherwise));
    let block = Block { declarations: Vec::new(), statements: vec![outer], span };
    let mut printer = super::printer::Printer::new();
    printer.block(&block);
    let text =
        format!("void f() {} process P() {{ state s; init s; }} system P;", printer.into_text());
    let model = xta(&text);
    let Item::Declaration(declaration) = &model.items[0] else { panic!("a declaration") };
    let crate::tree::DeclarationKind::Function(function) = &declaration.kind else {
        panic!("a function")
    };
    let StmtKind::If(_, _, otherwise) = &function.body.statements[0].kind else { panic!("an if") };
    assert!(otherwise.is_some(), "{text}");
}

#[test]
fn comments_of_queries_cannot_end_early() {
    let mut file = parse_queries(&mut SourceMap::new(), "m.q", b"A[] a\nE<> b").tree;
    file.queries[1].comment = "a */ b EXPECT: F".to_owned();
    let text = print_queries(&file);
    let again: QueryFile = parse_queries(&mut SourceMap::new(), "m.q", text.as_bytes()).tree;
    assert_eq!(again.queries.len(), 2, "{text}");
    assert!(again.queries[0].expect.is_none(), "{text}");
}

#[test]
fn the_old_syntax_is_printed_as_the_new_one() {
    let model =
        xta("const k 2; process P { clock x; state a { x <= k, x >= 0 }; init a; } system P;");
    assert_eq!(model.syntax, SyntaxVersion::Old);
    let text = print_xta(&model).unwrap();
    assert!(text.contains("const int k = 2;") && text.contains("x <= k && x >= 0"), "{text}");
    assert_eq!(xta(&text).syntax, SyntaxVersion::New);
    let expr = Expr { kind: ExprKind::Deadlock, span: Span::default() };
    assert_eq!(print_expression(&expr), "deadlock");
}
