//! What may be longer than the rules say, and why. An exception that is not needed is an error.

/// Files that may be long.
pub const FILES: &[(&str, &str)] = &[];

/// Functions that may be long.
pub const FUNCTIONS: &[(&str, &str, &str)] = &[];

/// Index files that may hold items.
pub const INDICES: &[(&str, &str)] = &[];
