//! Any bytes as a model in text: no panic, no hang; every report can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::{RenderStyle, SourceMap, parse_xta, render};

fuzz_target!(|bytes: &[u8]| {
    let mut sources = SourceMap::new();
    let parse = parse_xta(&mut sources, "fuzz.xta", bytes);
    for diagnostic in parse.diagnostics.iter().take(5) {
        render(diagnostic, &sources, RenderStyle::default());
    }
});
