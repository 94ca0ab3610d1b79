//! Random expressions mean the same after checking, folding and lowering as by a naive evaluation of
//! what was generated.

#![allow(clippy::unwrap_used, reason = "tests")]

use network::eval::Evaluator;
use network::{QueryKind, Term};
use proptest::prelude::{Just, Strategy, any, prop, prop_assert_eq, prop_oneof, proptest};
use syntax::SourceMap;

/// Variables and constants of the model below, with their values.
const NAMES: &[(&str, i64)] = &[("a", 3), ("b", -7), ("c", 0), ("k", 5), ("t", 1), ("n", 100)];
/// The values of the variable and of the constant array.
const TABLE: [i64; 4] = [2, -1, 4, 9];

const MODEL: &str = "
int a = 3, b = -7, c; const int k = 5; bool t = true; const int n = 100;
int v[4] = { 2, -1, 4, 9 };
const int w[4] = { 2, -1, 4, 9 };
typedef struct { int x; bool y; } R;
int same(int p) { int q = p; return q; }
int pick(int p, const int &u[4]) { return u[p]; }
R wrap(int p) { R s; s.x = p; return s; }
process P() { state A; init A; }
system P;
";

#[derive(Clone, Debug)]
enum Tree {
    Number(i32),
    Name(usize),
    Element(&'static str, Box<Tree>),
    Unary(&'static str, Box<Tree>),
    Binary(&'static str, Box<Tree>, Box<Tree>),
    Cond(Box<Tree>, Box<Tree>, Box<Tree>),
    Call(&'static str, Box<Tree>),
    /// The quantifier, the upper end of its range, and the body; `i0`, `i1`, … are the bound names.
    Quantified(&'static str, i64, Box<Tree>),
    Bound,
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        any::<i16>().prop_map(|number| Tree::Number(i32::from(number) / 100)),
        (0..NAMES.len()).prop_map(Tree::Name),
        Just(Tree::Bound),
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let unary = prop::sample::select(vec!["-", "!", "+", "not "]);
        let binary = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "<?", ">?", "<", "<=", ">", ">=", "==", "!=", "&&", "||",
            "and", "or", "xor", "imply", "&", "|", "^", "<<", ">>", "**",
        ]);
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            (unary, boxed()).prop_map(|(op, a)| Tree::Unary(op, a)),
            (binary.clone(), boxed(), boxed()).prop_map(|(op, a, b)| Tree::Binary(op, a, b)),
            (binary, boxed(), boxed()).prop_map(|(op, a, b)| Tree::Binary(op, a, b)),
            (boxed(), boxed(), boxed()).prop_map(|(a, b, c)| Tree::Cond(a, b, c)),
            (prop::sample::select(vec!["v", "w"]), boxed()).prop_map(|(v, a)| Tree::Element(v, a)),
            (prop::sample::select(vec!["abs", "same", "pick", "wrap"]), boxed())
                .prop_map(|(f, a)| Tree::Call(f, a)),
            (prop::sample::select(vec!["forall", "exists", "sum"]), 0..4_i64, boxed())
                .prop_map(|(q, upper, a)| Tree::Quantified(q, upper, a)),
        ]
    })
}

/// The text of a tree, everything in parentheses.
fn text(tree: &Tree, depth: usize) -> String {
    let show = |tree: &Tree| text(tree, depth);
    match tree {
        Tree::Number(number) if *number < 0 => format!("({number})"),
        Tree::Number(number) => number.to_string(),
        Tree::Name(name) => NAMES[*name].0.to_owned(),
        Tree::Element(array, index) => format!("{array}[{}]", show(index)),
        Tree::Unary(op, a) => format!("({op}{})", show(a)),
        Tree::Binary(op, a, b) => format!("({} {op} {})", show(a), show(b)),
        Tree::Cond(a, b, c) => format!("({} ? {} : {})", show(a), show(b), show(c)),
        Tree::Call("pick", a) => format!("pick({}, w)", show(a)),
        Tree::Call("wrap", a) => format!("wrap({}).x", show(a)),
        Tree::Call(function, a) => format!("{function}({})", show(a)),
        Tree::Quantified(quantifier, upper, body) => {
            format!("({quantifier} (i{depth} : int[0,{upper}]) {})", text(body, depth + 1))
        }
        Tree::Bound if depth == 0 => "k".to_owned(),
        Tree::Bound => format!("i{}", depth - 1),
    }
}

/// The value of a tree, or none if there is none.
fn value(tree: &Tree, bound: &mut Vec<i64>) -> Option<i64> {
    let fit = |value: i64| i32::try_from(value).ok().map(i64::from);
    let short = |value: i64| (-32_768..=32_767).contains(&value).then_some(value);
    match tree {
        Tree::Number(number) => Some(i64::from(*number)),
        Tree::Name(name) => Some(NAMES[*name].1),
        Tree::Element(_, index) => TABLE.get(usize::try_from(value(index, bound)?).ok()?).copied(),
        Tree::Unary(op, a) => {
            let a = value(a, bound)?;
            match *op {
                "-" => fit(-a),
                "+" => Some(a),
                _ => Some(i64::from(a == 0)),
            }
        }
        Tree::Binary(op, a, b) => binary(op, a, b, bound),
        Tree::Cond(a, b, c) => value(if value(a, bound)? != 0 { b } else { c }, bound),
        Tree::Call("abs", a) => fit(value(a, bound)?.abs()),
        Tree::Call("pick", a) => {
            let index = value(a, bound).and_then(short)?;
            TABLE.get(usize::try_from(index).ok()?).copied()
        }
        Tree::Call(_, a) => value(a, bound).and_then(short),
        Tree::Quantified(quantifier, upper, body) => {
            let mut total = 0;
            for number in 0..=*upper {
                bound.push(number);
                let result = value(body, bound);
                bound.pop();
                let result = result?;
                match *quantifier {
                    "forall" if result == 0 => return Some(0),
                    "exists" if result != 0 => return Some(1),
                    "sum" => total = fit(total + result)?,
                    _ => {}
                }
            }
            Some(if *quantifier == "forall" { 1 } else { total })
        }
        Tree::Bound => Some(bound.last().copied().unwrap_or(5)),
    }
}

fn binary(op: &str, a: &Tree, b: &Tree, bound: &mut Vec<i64>) -> Option<i64> {
    let fit = |value: i64| i32::try_from(value).ok().map(i64::from);
    let left = value(a, bound)?;
    match op {
        "&&" | "and" if left == 0 => return Some(0),
        "||" | "or" if left != 0 => return Some(1),
        "imply" if left == 0 => return Some(1),
        _ => {}
    }
    let right = value(b, bound)?;
    let truth = |holds: bool| Some(i64::from(holds));
    match op {
        "+" => fit(left + right),
        "-" => fit(left - right),
        "*" => fit(left * right),
        "/" => fit(left.checked_div(right)?),
        "%" => fit(left.checked_rem(right)?),
        "<?" => Some(left.min(right)),
        ">?" => Some(left.max(right)),
        "<" => truth(left < right),
        "<=" => truth(left <= right),
        ">" => truth(left > right),
        ">=" => truth(left >= right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "&&" | "and" | "||" | "or" | "imply" => truth(right != 0),
        "xor" => truth((left != 0) != (right != 0)),
        "&" => Some(left & right),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "<<" if (0..32).contains(&right) => fit(left << right),
        ">>" if (0..32).contains(&right) => Some(left >> right),
        "**" if right >= 0 => {
            let power = i128::from(left).checked_pow(u32::try_from(right).ok()?)?;
            fit(i64::try_from(power).ok()?)
        }
        _ => None,
    }
}

fn lowered_value(formula: &str) -> Option<i64> {
    let mut sources = SourceMap::new();
    let model = syntax::parse_xta(&mut sources, "model.xta", MODEL.as_bytes());
    let query = syntax::parse_query_text(&mut sources, "query", &format!("sup: {formula}"));
    let loaded = orrery_model::load(&model.tree, std::slice::from_ref(&query.tree));
    let network = loaded.network.unwrap();
    let QueryKind::Optimum { terms, .. } = &loaded.queries[0].kind else {
        panic!("{formula}: {:?} {:?}", loaded.queries[0].kind, loaded.diagnostics);
    };
    let [Term::Int { value, .. }] = &**terms else { panic!("{formula}: not an integer") };
    let locations: Vec<_> = network.processes.iter().map(|process| process.initial).collect();
    let mut memory = network.initial_memory();
    Evaluator::new(&network, &locations, &mut memory).eval(value).ok().map(i64::from)
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 600, failure_persistence: None, ..Default::default() })]

    #[test]
    fn expressions_keep_their_values(tree in trees()) {
        let formula = text(&tree, 0);
        prop_assert_eq!(lowered_value(&formula), value(&tree, &mut Vec::new()), "{}", formula);
    }
}
