//! Nothing that can be read makes checking or instantiation fail badly: no panic, no stack overflow, no
//! network that is not valid.

#![allow(clippy::unwrap_used, reason = "tests")]

use orrery_model::{Loaded, load};
use syntax::{Code, Severity, SourceMap};

fn load_text(text: &str) -> Option<Loaded> {
    let mut sources = SourceMap::new();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", text.as_bytes());
    let loaded = load(&parsed.tree, &parsed.tree.queries);
    let broken = loaded.diagnostics.iter().find(|diagnostic| diagnostic.code == Code::Internal);
    assert!(broken.is_none(), "{}\n{text}", broken.unwrap().message);
    let errors = parsed.diagnostics.iter().any(|d| d.severity() == Severity::Error);
    (!errors).then_some(loaded)
}

fn model(guard: &str) -> String {
    format!(
        "int i; clock x; bool b;\n\
         process P() {{ state A, B; init A; trans A -> B {{ guard {guard}; }}; }}\n\
         system P;"
    )
}

/// Loads the deepest text that the parser accepts (`syntax::MAX_DEPTH`, `syntax::MAX_NESTING`).
fn load_deepest(most: u32, text: impl Fn(usize) -> String) -> Loaded {
    let depths = (1..=most as usize).rev().step_by(5);
    let mut loaded = depths.map(|depth| (depth, load_text(&text(depth))));
    let (depth, loaded) = loaded.find(|(_, loaded)| loaded.is_some()).unwrap();
    assert!(depth >= 50, "the parser accepts only {depth} levels");
    loaded.unwrap()
}

#[test]
fn the_deepest_expressions_are_lowered() {
    for (term, operator) in [("i", " + "), ("b", " && "), ("x < 5", " && "), ("i", " || ")] {
        let loaded =
            load_deepest(syntax::MAX_DEPTH, |depth| model(&vec![term; depth].join(operator)));
        assert!(loaded.network.is_some(), "{term} {operator}: {:?}", loaded.diagnostics);
    }
    for (open, close) in [
        ("(1 + ", ")"),
        ("-(", ")"),
        ("abs(", ")"),
        ("(b ? 1 : ", ")"),
        ("forall (k : int[0,1]) ", ""),
    ] {
        let loaded = load_deepest(syntax::MAX_NESTING, |depth| {
            model(&format!("{}i{} > 0", open.repeat(depth), close.repeat(depth)))
        });
        assert!(loaded.network.is_some(), "{open}: {:?}", loaded.diagnostics);
    }
}

#[test]
fn the_deepest_statements_and_types_are_lowered() {
    let loaded = load_deepest(syntax::MAX_NESTING, |depth| {
        let body = format!("{} i = 1; {}", "if (b) { ".repeat(depth), "}".repeat(depth));
        format!(
            "int i; bool b; void f() {{ {body} }}\n\
             process P() {{ state A, B; init A; trans A -> B {{ assign f(); }}; }} system P;"
        )
    });
    assert!(loaded.network.is_some(), "{:?}", loaded.diagnostics);
}

/// Long rows of `&&` and `||` mean the same as short ones, and do not become deep on the way: the
/// whole way fits on a small stack.
#[test]
fn long_rows_are_lowered() {
    const LONG: usize = 20_000;
    let rows = ["b", "x < 5", "b && x < 5", "(b || x < 5)", "i > 0 && b"];
    let guards = rows.map(|row| vec![row; LONG].join(" && "));
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let thread = small.spawn(move || {
        for guard in guards {
            let loaded = load_text(&model(&guard)).expect("it is read");
            assert!(loaded.network.is_some(), "{:?}", loaded.diagnostics);
        }
        for (sign, term) in [("&&", "b"), ("||", "x < 5"), ("||", "b && x > 3 || i > 1")] {
            let row = vec![term; LONG].join(&format!(" {sign} "));
            let mut sources = SourceMap::new();
            let text = model("b");
            let parsed = syntax::parse_xta(&mut sources, "model.xta", text.as_bytes());
            let query = syntax::parse_query_text(&mut sources, "-q", &format!("A[] {row}"));
            let loaded = load(&parsed.tree, &[query.tree]);
            let wrong = matches!(loaded.queries[0].kind, network::QueryKind::Wrong(_));
            assert!(!wrong, "{:?}", loaded.queries[0].kind);
        }
    });
    thread.unwrap().join().unwrap();
}

/// The operands of `&&` or `||`, in the order in which they are evaluated.
fn operands(code: &network::Expr, op: network::BinaryOp, found: &mut Vec<network::Expr>) {
    match code {
        network::Expr::Binary(inner, left, right) if *inner == op => {
            operands(left, op, found);
            operands(right, op, found);
        }
        other => found.push(other.clone()),
    }
}

/// `i > 0 && 6 / i > 1` must not divide by zero, however many conditions stand around it.
#[test]
fn long_rows_keep_their_order() {
    for (sign, op) in [("&&", network::BinaryOp::And), ("||", network::BinaryOp::Or)] {
        let terms: Vec<String> = (0..300).map(|number| format!("i > {number}")).collect();
        let loaded = load_text(&model(&terms.join(&format!(" {sign} ")))).unwrap();
        let network = loaded.network.unwrap();
        let mut found = Vec::new();
        operands(&network.processes[0].edges[0].guard.condition, op, &mut found);
        assert_eq!(found.len(), 300);
        for (number, term) in (0..300).zip(&found) {
            let network::Expr::Binary(network::BinaryOp::Gt, _, limit) = term else {
                panic!("{term:?}")
            };
            assert_eq!(**limit, network::Expr::Const(number));
        }
    }
}

fn nested_types(levels: usize, fields: &str) -> Loaded {
    let mut text = String::from("typedef struct { int a; } T0;\n");
    for level in 1..levels {
        let fields = fields.replace('T', &format!("T{}", level - 1));
        text.push_str(&format!("typedef struct {{ {fields} }} T{level};\n"));
    }
    text.push_str(&format!("T{} t;\n", levels - 1));
    text.push_str("process P() { state A, B; init A; trans A -> B { assign t = t; }; } system P;");
    load_text(&text).expect("types nest by name")
}

/// Types nest by name, so the parser does not bound them.
#[test]
fn types_are_bounded() {
    let loaded = nested_types(90, "T a; int b;");
    assert_eq!(loaded.network.expect("90 levels are few").state_slots(), 90);
    for loaded in [nested_types(20_000, "T a; int b;"), nested_types(60, "T a; T b;")] {
        assert!(loaded.network.is_none());
        let codes: Vec<Code> = loaded.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::TooLarge]);
    }
}

/// Instances of instances of instances, and records with thousands of fields.
#[test]
fn long_chains_are_not_deep() {
    let mut text = String::from("process P(const int k) { state A; init A; }\nQ0 = P(1);\n");
    for level in 1..20_000 {
        text.push_str(&format!("Q{level} = Q{}();\n", level - 1));
    }
    text.push_str("system Q19999;");
    let loaded = load_text(&text).expect("it is flat");
    assert_eq!(loaded.network.unwrap().processes.len(), 1);
    let fields: String = (0..8_000).map(|number| format!("int f{number};")).collect();
    let text = format!(
        "struct {{ {fields} }} r, s;\n\
         process P() {{ state A, B; init A; trans A -> B {{ guard r == s; assign r = s; }}; }}\n\
         system P;"
    );
    let loaded = load_text(&text).expect("it is flat");
    assert_eq!(loaded.network.unwrap().processes[0].edges[0].update.len(), 8_000);
    let branches = "if (i == 1) i = 2; else ".repeat(3_000);
    let text = format!(
        "int i; void f() {{ {branches} i = 3; }} process P() {{ state A; init A; }} system P;"
    );
    load_text(&text);
}

/// Pieces that are not words: enough to move, copy and drop what matters.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut word = false;
    for character in text.chars() {
        let letter = character.is_alphanumeric() || character == '_';
        if letter && word {
            pieces.last_mut().unwrap().push(character);
        } else {
            pieces.push(character.to_string());
        }
        word = letter;
    }
    pieces
}

/// The models of the language's chapters with words dropped, copied and exchanged.
#[test]
fn mutated_models_do_not_break_anything() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/language");
    let mut models = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let blocks = text.split("```xta\n").skip(1);
        models.extend(blocks.map(|block| block.split("```").next().unwrap().to_owned()));
    }
    models.sort();
    // The chapter on limits is slow by design.
    models.retain(|model| !model.contains("30000"));
    let mut random = fastrand::Rng::with_seed(0x5eed);
    let mut sound = 0;
    for round in 0..6 {
        for model in &models {
            let mut pieces = pieces(model);
            for _ in 0..=round {
                let (here, there) = (random.usize(..pieces.len()), random.usize(..pieces.len()));
                match random.usize(..4) {
                    0 => drop(pieces.remove(here)),
                    1 => pieces.swap(here, there),
                    2 => pieces[here] = pieces[there].clone(),
                    _ => pieces.insert(here, pieces[there].clone()),
                }
            }
            let loaded = load_text(&pieces.concat());
            sound += usize::from(loaded.is_some_and(|loaded| loaded.network.is_some()));
        }
    }
    assert!(sound > 20, "mutation leaves too few models to say anything: {sound}");
}
