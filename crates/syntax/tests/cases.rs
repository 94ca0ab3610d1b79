//! Runs the Markdown cases beside it: a text, then what is said about it.
//!
//! Each case has a fenced text (`xta`, `xml`, `q` or `query`) and a fenced `diagnostics` block with
//! the expected report. Run with `ORRERY_ACCEPT=1` to write what comes out into the files, then
//! read the difference.

use std::path::{Path, PathBuf};

use orrery_syntax::{
    Diagnostic, RenderStyle, SourceMap, parse_queries, parse_query_text, parse_xml, parse_xta,
    render,
};

fn diagnostics(language: &str, text: &str) -> Option<String> {
    let mut sources = SourceMap::new();
    let bytes = text.as_bytes();
    let found: Vec<Diagnostic> = match language {
        "xta" => parse_xta(&mut sources, "m.xta", bytes).diagnostics,
        "xml" => parse_xml(&mut sources, "m.xml", bytes).diagnostics,
        "q" => parse_queries(&mut sources, "m.q", bytes).diagnostics,
        "query" => parse_query_text(&mut sources, "-q", text.trim_end()).diagnostics,
        _ => return None,
    };
    let style = RenderStyle::default();
    let reports: Vec<String> =
        found.iter().map(|diagnostic| render(diagnostic, &sources, style)).collect();
    Some(if reports.is_empty() { "none".to_owned() } else { reports.join("\n\n") })
}

/// The text with each report replaced by what comes out now, and the number of reports.
fn rerun(text: &str) -> (String, usize) {
    let mut out = String::new();
    let mut count = 0;
    let mut report: Option<String> = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(language) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let body = body.join("\n");
        if language == "diagnostics" {
            out.push_str(report.take().expect("a report follows a text").as_str());
            count += 1;
        } else {
            report = diagnostics(language, &body);
            out.push_str(&body);
        }
        out.push_str("\n```\n");
    }
    (out, count)
}

#[test]
fn every_case_gives_its_report() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut total = 0;
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let (now, count) = rerun(&text);
        total += count;
        if std::env::var_os("ORRERY_ACCEPT").is_some() {
            std::fs::write(&path, now).unwrap();
        } else if now != text {
            let differs = now.lines().zip(text.lines()).position(|(now, then)| now != then);
            let line = differs.unwrap_or(0) + 1;
            panic!("{} differs from line {line}; it is now:\n{now}", path.display());
        }
    }
    assert!(total > 20, "only {total} cases were found");
}
