//! Tokens to trees: hand-written descent, one file per tree file.
//!
//! A function that fails has already reported why; whoever parses a list or a statement skips to
//! its end and goes on, so that all errors of a file are found at once.

mod attempt;
mod comments;
mod cursor;
mod declaration;
mod definition;
mod expression;
mod guess;
mod label;
mod parameter;
mod path;
mod query;
mod query_file;
mod scalarset;
mod statement;
mod system;
mod template;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use attempt::{Attempt, best_syntax, errors};
pub(crate) use comments::{comments_as_written, comments_of, core_and_comments};
pub(crate) use cursor::{Failed, Grammar, Parser, is_name};
pub(crate) use query::parse_query;
pub(crate) use query_file::parse_query_file;
pub(crate) use scalarset::{constant_parameter, name_argument};
pub(crate) use system::split_items;
pub(crate) use template::Nodes;
