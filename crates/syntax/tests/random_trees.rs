//! `parse(print(tree)) == tree` for random trees, and no parenthesis too many.

mod forms;
mod random;

use forms::{without_expectations, xta_form};
use orrery_syntax::print::{print_expression, print_xml, print_xta};
use orrery_syntax::tree::{DeclarationKind, Expr, InitialiserKind};
use orrery_syntax::{SourceMap, parse_xml, parse_xta};
use proptest::prelude::*;
use random::{document, expression};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Reads an expression as an initial value; nothing if it cannot be read.
fn read_expression(text: &str) -> Option<Expr> {
    let model = format!("int v = {text}; process P() {{ state s; init s; }} system P;");
    let parse = parse_xta(&mut SourceMap::new(), "random.xta", model.as_bytes());
    let orrery_syntax::tree::Item::Declaration(declaration) = parse.tree.items.first()? else {
        return None;
    };
    let DeclarationKind::Variables(variables) = &declaration.kind else { return None };
    match &variables.declarators[0].initialiser.as_ref()?.kind {
        InitialiserKind::Expr(expr) if parse.is_ok() => Some(expr.clone()),
        _ => None,
    }
}

/// The pairs of parentheses that only group.
fn grouping(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    let mut in_string = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_string = !in_string,
            '(' if !in_string => {
                let before = text[..at].trim_end();
                let called = before.ends_with(|c: char| c.is_alphanumeric() || "_)]'".contains(c))
                    || before.ends_with("++")
                    || before.ends_with("--");
                let operator = ["xor", "imply"].iter().any(|word| before.ends_with(word));
                open.push((at, !called || operator));
            }
            ')' if !in_string => {
                let (start, groups) = open.pop().unwrap_or((0, false));
                if groups {
                    pairs.push((start, at));
                }
            }
            _ => {}
        }
    }
    pairs
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn expressions_read_back(expr in expression()) {
        let text = print_expression(&expr);
        prop_assert_eq!(read_expression(&text), Some(expr), "{}", text);
    }

    #[test]
    fn every_pair_of_parentheses_is_needed(expr in expression()) {
        let text = print_expression(&expr);
        for (open, close) in grouping(&text) {
            let without =
                format!("{} {} {}", &text[..open], &text[open + 1..close], &text[close + 1..]);
            prop_assert_ne!(read_expression(&without), Some(expr.clone()), "{}\n{}", text, without);
        }
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn models_read_back_from_xta(tree in document()) {
        let text = print_xta(&tree).expect("XTA can say it");
        let mut parse = parse_xta(&mut SourceMap::new(), "random.xta", text.as_bytes());
        let mut kept = xta_form(&tree);
        without_expectations(&mut parse.tree);
        without_expectations(&mut kept);
        prop_assert!(parse.tree == kept, "{:?}\n{}", parse.diagnostics, text);
    }

    #[test]
    fn models_read_back_from_xml(tree in document()) {
        let text = print_xml(&tree).expect("XML can say it");
        let parse = parse_xml(&mut SourceMap::new(), "random.xml", text.as_bytes());
        prop_assert!(parse.tree == tree, "{:?}\n{}", parse.diagnostics, text);
    }
}
