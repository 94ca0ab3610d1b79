//! Queries, and files of them.

use super::expression::path_sign;
use super::printer::Printer;
use crate::tree::{Expect, Formula, Optimum, Query, QueryFile};

/// A query file: each query on a line, its comment before it, what is expected after it. Options
/// and stored results have no place there and are left out, and so are queries that ask nothing.
#[must_use]
pub fn print_queries(file: &QueryFile) -> String {
    let mut printer = Printer::new();
    for query in file.queries.iter().filter(|query| query.formula != Formula::Empty) {
        if !query.comment.is_empty() {
            let comment = query.comment.replace("*/", "* /").replace("EXPECT:", "EXPECT :");
            printer.put("/*\n");
            printer.put(&comment);
            printer.put("\n*/\n");
        }
        printer.formula(query);
        printer.put("\n");
        if let Some(words) = query.expect.as_ref().and_then(expect_words) {
            printer.put("/* EXPECT: ");
            printer.put(&words);
            printer.put(" */\n");
        }
        printer.put("\n");
    }
    printer.into_text()
}

/// What is expected, in the words of query files; nothing if these cannot say it.
pub(super) fn expect_words(expect: &Expect) -> Option<String> {
    let outcome = expect.outcome.as_deref().and_then(|outcome| match outcome {
        "success" => Some("T"),
        "failure" => Some("F"),
        "maybe_success" => Some("MT"),
        "maybe_failure" => Some("MF"),
        "error" => Some("E"),
        _ => None,
    });
    let mut words: Vec<String> = outcome.map(str::to_owned).into_iter().collect();
    words.extend(expect.value.clone());
    for (_, value, unit) in &expect.resources {
        words.extend(unit.as_ref().map(|unit| format!("{value}{unit}")));
    }
    (!words.is_empty()).then(|| words.join(","))
}

impl Printer {
    /// What a query asks.
    pub(super) fn formula(&mut self, query: &Query) {
        self.asked(&query.formula, &query.text);
    }

    /// A formula; `text` is what the whole query was written as.
    fn asked(&mut self, formula: &Formula, text: &str) {
        match formula {
            Formula::Control(goal) => {
                self.put("control: ");
                self.expression(goal);
            }
            Formula::Strategy(name, formula) => {
                self.put("strategy ");
                self.put(name);
                self.put(" = ");
                self.asked(formula, text);
            }
            Formula::Under(formula, name) => {
                self.asked(formula, text);
                self.put(" under ");
                self.put(name);
            }
            Formula::Path(quantifier, predicate) => {
                self.put(path_sign(*quantifier));
                self.put(" ");
                self.expression(predicate);
            }
            Formula::Branching(formula) => self.expression(formula),
            Formula::LeadsTo(left, right) => {
                self.expression(left);
                self.put(" --> ");
                self.expression(right);
            }
            Formula::Optimum { optimum, within, terms } => {
                self.put(match optimum {
                    Optimum::Supremum => "sup",
                    Optimum::Infimum => "inf",
                    Optimum::Bounds => "bounds",
                });
                if let Some(within) = within {
                    self.put("{");
                    self.expression(within);
                    self.put("}");
                }
                self.put(": ");
                self.expressions(terms);
            }
            Formula::Unsupported(_) | Formula::Error => self.put(text),
            Formula::Empty => {}
        }
    }
}
