//! How large a text may be. Everything that walks a tree may rely on these.

/// The longest file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// The most levels an expression tree has; `a + b + c` has three. So recursion over an expression
/// is safe. Long rows of `&&` and `||` are one level ([`LONG_ROW`]).
pub const MAX_DEPTH: u32 = 1000;

/// The most parentheses, blocks, prefix operators or right operands inside each other. The parser
/// needs less than 1 MiB of stack for them.
pub const MAX_NESTING: u32 = 400;

/// Rows of `&&` or of `||` with more operands than this are one node of the tree, not one inside the
/// other: tools write queries with thousands of them.
pub const LONG_ROW: usize = 64;
