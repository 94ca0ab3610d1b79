use super::{Grammar, Parser};
use crate::source::BlockId;
use crate::tree::{
    DeclarationKind, Document, Edge, Expr, ExprKind, Formula, Item, SyncDirection, SyntaxVersion,
    Template, TypeBase,
};
use crate::{SourceMap, parse_queries, parse_query_text, parse_xta};

/// An expression with all its parentheses.
fn shape(text: &str, grammar: Grammar) -> String {
    let mut parser = Parser::new(text, BlockId(0), grammar);
    let expr = parser.expression().expect("it parses");
    parser.expect_end("the expression");
    assert_eq!(super::errors(&parser.finish()), 0, "{text}");
    spell(&expr)
}

fn spell(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Deadlock => "DEADLOCK".to_owned(),
        ExprKind::Binary(op, left, right) => format!("({} {op:?} {})", spell(left), spell(right)),
        ExprKind::Assign(_, left, right) => format!("({} := {})", spell(left), spell(right)),
        ExprKind::Unary(op, operand) => format!("({op:?} {})", spell(operand)),
        ExprKind::IncDec(op, operand) => format!("({op:?} {})", spell(operand)),
        ExprKind::Cond(a, b, c) => format!("({} ? {} : {})", spell(a), spell(b), spell(c)),
        ExprKind::Quantified { quantifier, name, body, .. } => {
            format!("({quantifier:?} {}: {})", name.name, spell(body))
        }
        ExprKind::Index(array, index) => format!("{}[{}]", spell(array), spell(index)),
        ExprKind::Member(record, member) => format!("{}.{}", spell(record), member.name),
        ExprKind::Call(callee, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(spell).collect();
            format!("{}({})", spell(callee), arguments.join(", "))
        }
        ExprKind::Rate(clock) => format!("{}'", spell(clock)),
        other => format!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_in_uppaal() {
    for (text, expected) in [
        ("a + b * c", "(a Add (b Mul c))"),
        ("a - b - c", "((a Sub b) Sub c)"),
        ("a ** b ** c", "((a Pow b) Pow c)"),
        ("-a ** b", "((Minus a) Pow b)"),
        ("a * b ** c", "(a Mul (b Pow c))"),
        ("a << b + c", "(a Shl (b Add c))"),
        ("a <? b << c", "(a Min (b Shl c))"),
        ("a < b >? c", "(a Lt (b Max c))"),
        ("a == b < c", "(a Eq (b Lt c))"),
        ("i & 3 == 3", "(i BitAnd (3 Eq 3))"),
        ("a | b ^ c & d", "(a BitOr (b BitXor (c BitAnd d)))"),
        ("a && b | c", "(a And (b BitOr c))"),
        ("a or b and c", "(a Or (b And c))"),
        ("a imply b imply c", "((a Imply b) Imply c)"),
        ("a or b imply c xor d", "(((a Or b) Imply c) Xor d)"),
        ("not a == b", "((Not a) Eq b)"),
        ("!a && !b", "((Not a) And (Not b))"),
        ("not not a", "(Not (Not a))"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a or b ? c : d", "((a Or b) ? c : d)"),
        ("a ? b : c = d", "(a ? b : (c := d))"),
        ("a = b = c", "(a := (b := c))"),
        ("a = b ? c : d", "(a := (b ? c : d))"),
        ("a + b = c", "((a Add b) := c)"),
        ("++a[i]", "(PreIncrement a[i])"),
        ("-a++", "(Minus (PostIncrement a))"),
        ("a.b[i](c).d'", "a.b[i](c).d'"),
        ("a - -1", "(a Sub (Minus 1))"),
        ("a--- -b", "((PostDecrement a) Sub (Minus b))"),
        ("-2147483648", "(Minus 2147483648)"),
        ("x' == 1", "(x' Eq 1)"),
    ] {
        assert_eq!(shape(text, Grammar::New), expected, "{text}");
        assert_eq!(shape(text, Grammar::Query), expected, "{text}");
    }
}

#[test]
fn the_body_of_a_quantifier_goes_as_far_right_as_it_can() {
    for (text, expected) in [
        ("a and forall (i : T) p or b", "(a And (ForAll i: (p Or b)))"),
        ("sum (i : T) a[i] == 3", "(Sum i: (a[i] Eq 3))"),
        ("(sum (i : T) a[i]) == 3", "((Sum i: a[i]) Eq 3)"),
        ("!exists (i : T) p && q", "(Not (Exists i: (p And q)))"),
        ("f(forall (i : T) p, q)", "f((ForAll i: p), q)"),
        ("forall (i : T) x = y", "(ForAll i: (x := y))"),
        ("forall (i : T) forall (j : T) p ? q : r", "(ForAll i: (ForAll j: (p ? q : r)))"),
    ] {
        assert_eq!(shape(text, Grammar::New), expected, "{text}");
    }
}

#[test]
fn words_mean_different_things_in_different_grammars() {
    assert_eq!(shape("deadlock", Grammar::New), "deadlock");
    assert_eq!(shape("deadlock", Grammar::Query), "DEADLOCK");
    assert_eq!(shape("forall + xors", Grammar::Old), "(forall Add xors)");
    assert_eq!(shape("P.for and guard", Grammar::Query), "(P.for And guard)");
    assert_eq!(shape("x =< 5 and y => 3", Grammar::Old), "((x Le 5) And (y Ge 3))");
}

fn read(text: &str) -> Document {
    let parse = parse_xta(&mut SourceMap::new(), "test.xta", text.as_bytes());
    assert!(parse.is_ok(), "{:?}", parse.diagnostics);
    parse.tree
}

fn first_template(document: &Document) -> &Template {
    let template = document.items.iter().find_map(|item| match item {
        Item::Template(template) => Some(template),
        Item::Declaration(_) => None,
    });
    template.expect("there is a template")
}

#[test]
fn old_and_new_syntax_give_the_same_tree() {
    let old = read(
        "const k 2, l 3; int[0,9] i; chan c;
         process P(int n, m; const d; clock x) {
           state a { x <= k, n < 3 }, b;
           commit b; init a;
           trans a -> b { guard x > k, n == d; sync c!; assign x := 0, n := l; }, -> a { guard m=<2; };
         }
         Q := P(i, i, 5, y); clock y;
         system Q;",
    );
    let new = read(
        "const int k = 2, l = 3; int[0,9] i; chan c;
         process P(int &n, int &m, const int d, clock &x) {
           state a { x <= k && n < 3 }, b;
           commit b; init a;
           trans a -> b { guard x > k && n == d; sync c!; assign x = 0, n = l; }, a -> a { guard m<=2; };
         }
         Q = P(i, i, 5, y); clock y;
         system Q;",
    );
    assert_eq!(old.syntax, SyntaxVersion::Old);
    assert_eq!(new.syntax, SyntaxVersion::New);
    assert_eq!(Document { syntax: SyntaxVersion::New, ..old }, new);
}

#[test]
fn declarations_after_the_last_template_belong_to_the_system() {
    let document = read(
        "int a; process P() { state s; init s; } int b;
         process Q() { state s; init s; } int c; R = P(); system R;",
    );
    assert_eq!(document.items.len(), 4);
    assert_eq!(document.system.declarations.len(), 2);
}

#[test]
fn every_part_of_an_edge_is_kept() {
    let document = read(
        "process P() { state s, t { ; 3 }, u { x < 5; 1 : 2 }; branchpoint b; urgent s; init s;
         trans s -u-> b { select i : int[0,3], j : T; guard i < j; sync c[i]?; assign f(), x = 0; },
               b -> t { probability 3; }, -> u { sync d; }; }
         system P < P, P;",
    );
    let template = first_template(&document);
    let [first, second, third] = &template.edges[..] else { panic!("three edges") };
    assert!(!first.controllable && second.controllable);
    assert_eq!(first.select.as_ref().unwrap().tree.len(), 2);
    assert_eq!(first.guard.as_ref().unwrap().text, "i < j");
    assert_eq!(first.update.as_ref().unwrap().tree.len(), 2);
    assert!(second.weight.is_some());
    assert_eq!(third.source, second.source);
    let direction = |edge: &Edge| edge.sync.as_ref().unwrap().tree.direction;
    assert_eq!(direction(first), SyncDirection::Receive);
    assert_eq!(direction(third), SyncDirection::Csp);
    assert!(template.locations[0].urgent && !template.locations[1].urgent);
    assert_eq!(template.locations[2].rate.as_ref().unwrap().tree.len(), 2);
    let levels: Vec<_> = document.system.processes.iter().map(Vec::len).collect();
    assert_eq!(levels, [1, 2]);
}

#[test]
fn every_kind_of_declaration_is_kept() {
    let document = read(
        "typedef struct { int a[2], b; clock c; } S, U[3]; S s = { { 1, 2 }, b: 3, c: 0 };
         meta int m; urgent broadcast chan c[int[0,1]][scalar[3]]; hybrid clock h; double d = 1.5;
         const string t = \"x\"; bool f(const S &s, int a[2]) { return true; }
         chan priority c[0][0], e < default < g; before_update { m = 1, m++ } after_update { f(s, a) }
         import \"lib\" int g(int x); process P() { } Q(int[0,1] i) = P(); system Q;
         progress { m; s.b > 2 : m + 1; } gantt { G(i : int[0,3]): i > 2 -> 1, 2 -> 3; }
         query { A[] not deadlock } query { }",
    );
    let kinds: Vec<_> = document
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Declaration(declaration) => Some(&declaration.kind),
            Item::Template(_) => None,
        })
        .map(|kind| match kind {
            DeclarationKind::Variables(it) if matches!(it.ty.base, TypeBase::Chan) => 'c',
            DeclarationKind::Variables(_) => 'v',
            DeclarationKind::Typedef(_) => 't',
            DeclarationKind::Function(_) => 'f',
            DeclarationKind::Instantiation(_) => 'i',
            DeclarationKind::ChannelPriority(levels) => {
                char::from_digit(levels.len() as u32, 10).unwrap()
            }
            DeclarationKind::BeforeUpdate(_) => 'b',
            DeclarationKind::AfterUpdate(_) => 'a',
            DeclarationKind::Unsupported(_) => 'u',
        })
        .collect();
    assert_eq!(kinds.iter().collect::<String>(), "tvvcvvvf3bau");
    assert_eq!(document.system.declarations.len(), 1);
    assert_eq!(document.system.progress.len(), 2);
    assert!(document.system.gantt.as_ref().unwrap().text.starts_with("G(i"));
    assert_eq!(document.queries[1].formula, Formula::Empty);
}

#[test]
fn query_files_have_comments_and_expectations() {
    let text = "//This file was generated from UPPAAL\n\n/*\nfirst\n*/\nA[] a /* EXPECT: T,5MB,200MS */\n\n\
                // one\n// two\nE<> b\n/* EXPECT: F */\n// far\n\nE[] \\\n c // note\n\n/* EXPECT: 2.5 */";
    let queries = parse_queries(&mut SourceMap::new(), "test.q", text.as_bytes()).tree.queries;
    let comments: Vec<_> = queries.iter().map(|query| query.comment.as_str()).collect();
    assert_eq!(comments, ["first", "one\ntwo", ""]);
    let texts: Vec<_> = queries.iter().map(|query| query.text.as_str()).collect();
    assert_eq!(texts, ["A[] a", "E<> b", "E[] c"]);
    let lines: Vec<_> = queries.iter().map(|query| query.line).collect();
    assert_eq!(lines, [6, 10, 14]);
    let expect = |index: usize| queries[index].expect.clone().unwrap();
    assert_eq!(expect(0).outcome.as_deref(), Some("success"));
    assert_eq!(expect(0).resources.len(), 2);
    assert_eq!(expect(1).outcome.as_deref(), Some("failure"));
    assert_eq!(expect(2).value.as_deref(), Some("2.5"));
}

#[test]
fn other_families_are_named() {
    for (text, family) in [
        ("Pr[<=10](<> a)", "statistical model checking"),
        ("E<> control: A[] a", "timed games"),
        ("strategy S = minE(cost)[<=10]: <> a", "strategies and learning"),
        ("simulate 1 [<=10]{a}", "simulation"),
        ("refinement: (A || B) <= C", "refinement checking"),
    ] {
        let query = parse_query_text(&mut SourceMap::new(), "-q", text).tree;
        assert_eq!(query.formula, Formula::Unsupported(family.to_owned()), "{text}");
        assert_eq!(query.text, text);
    }
}
