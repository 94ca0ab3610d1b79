//! Any bytes as a file of queries: no panic, no hang; every report can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::{RenderStyle, SourceMap, parse_queries, render};

fuzz_target!(|bytes: &[u8]| {
    let mut sources = SourceMap::new();
    let parse = parse_queries(&mut sources, "fuzz.q", bytes);
    for diagnostic in parse.diagnostics.iter().take(5) {
        render(diagnostic, &sources, RenderStyle::default());
    }
});
