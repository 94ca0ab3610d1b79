//! Random trees that a parser could have made.
#![allow(clippy::unwrap_used, reason = "only tests use it")]

mod declaration;
mod expression;
mod model;

pub(crate) use expression::expression;
pub(crate) use model::document;

use orrery_syntax::Span;
use orrery_syntax::tree::Ident;
use proptest::prelude::*;

/// Some of these are keywords elsewhere.
const NAMES: [&str; 12] =
    ["a", "b", "x", "P", "abs", "exit", "location", "select_", "sup", "T", "string", "priority"];

pub(crate) fn name() -> impl Strategy<Value = String> {
    prop::sample::select(&NAMES[..]).prop_map(str::to_owned)
}

pub(crate) fn ident() -> impl Strategy<Value = Ident> {
    name().prop_map(|name| Ident { name, span: Span::default() })
}

/// At most two of something.
pub(crate) fn few<S: Strategy>(thing: S) -> impl Strategy<Value = Vec<S::Value>> {
    prop::collection::vec(thing, 0..3)
}

/// One or two of something.
pub(crate) fn some<S: Strategy>(thing: S) -> impl Strategy<Value = Vec<S::Value>> {
    prop::collection::vec(thing, 1..3)
}
