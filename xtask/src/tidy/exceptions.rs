//! What may be longer than the rules say, and why. An exception that is not needed is an error.

/// Files that may be long.
pub const FILES: &[(&str, &str)] = &[];

/// Functions that may be long.
pub const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("crates/program/src/machine.rs", "step", "one arm for each instruction"),
    ("crates/network/src/eval.rs", "statement_kind", "one arm for each kind of statement"),
];

/// Index files that may hold items.
pub const INDICES: &[(&str, &str)] = &[
    ("crates/model/src/check/mod.rs", "owed: the checker belongs into a file"),
    ("crates/model/src/instantiate/mod.rs", "owed: the lowering belongs into a file"),
];

/// Modules that may import one another: data types that are recursive by nature.
pub const RECURSIVE: &[(&str, &[&str], &str)] = &[
    (
        "model",
        &["symbol", "typed", "types"],
        "a type has sizes that are expressions, which have types",
    ),
    ("network", &["expr", "guard", "stmt"], "a call in an expression runs statements"),
];

/// Folders whose types may be called like another one of the same crate.
pub const NAMESAKES: &[(&str, &str, &str)] = &[
    ("syntax", "crates/syntax/src/tck/tree.rs", "two languages have a tree each"),
    (
        "query",
        "crates/query/src/optimise/",
        "owed: two explorers, of priced zones and of whole numbers",
    ),
    ("zones", "crates/zones/src/naive/", "slow twins that tests hold the others against"),
];
