//! A picture of a terminal in which Orrery was run: the README's first picture, never drawn by hand.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

pub const USAGE: &str =
    "cargo xtask terminal FILE.svg COMMAND…     (each such as 'check model.xml')";

const COLUMN: f64 = 8.4;
const LINE: f64 = 19.0;
const MARGIN: f64 = 18.0;
const BAR: f64 = 34.0;

/// Runs the commands and draws what a terminal would show.
pub fn run(arguments: &[String]) -> ExitCode {
    let [file, commands @ ..] = arguments else {
        eprintln!("usage: {USAGE}");
        return ExitCode::from(2);
    };
    let mut lines = Vec::new();
    for command in commands {
        match output_of(command) {
            Ok(output) => {
                lines.push(format!("\u{1b}[2m$\u{1b}[0m \u{1b}[1morrery {command}\u{1b}[0m"));
                lines.extend(output.lines().map(str::to_owned));
                lines.push(String::new());
            }
            Err(problem) => {
                eprintln!("error: {problem}");
                return ExitCode::FAILURE;
            }
        }
    }
    lines.pop();
    match std::fs::write(Path::new(file), picture(&lines)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot write {file}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What Orrery writes to a terminal with colours. The variable ORRERY may name a binary that is built already.
fn output_of(command: &str) -> Result<String, String> {
    let words = command.split_whitespace();
    let mut program = match std::env::var_os("ORRERY") {
        Some(binary) => Command::new(binary),
        None => {
            let mut cargo = Command::new("cargo");
            cargo.args(["run", "--quiet", "--release", "--package", "orrery-cli", "--"]);
            cargo
        }
    };
    program.args(words).args(["--color", "always"]);
    let output = program.output().map_err(|error| format!("{program:?}: {error}"))?;
    match output.status.code() {
        Some(0 | 1) => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Text in one style.
#[derive(Debug, PartialEq)]
struct Piece {
    column: usize,
    text: String,
    class: String,
}

fn picture(lines: &[String]) -> String {
    let rows: Vec<Vec<Piece>> = lines.iter().map(|line| pieces(line)).collect();
    let ends = rows.iter().flatten().map(|piece| piece.column + piece.text.chars().count());
    let columns = ends.max().unwrap_or(0).max(60);
    let width = columns as f64 * COLUMN + 2.0 * MARGIN;
    let height = BAR + rows.len() as f64 * LINE + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>Orrery in a terminal</title>\n\
         <style>text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;\
         fill:#d8dee9;white-space:pre}}.b{{font-weight:bold}}.f{{fill:#7b869c}}.c1{{fill:#ff7b85}}\
         .c2{{fill:#8fd17f}}.c3{{fill:#f2c26b}}.c4{{fill:#86b7ff}}.c5{{fill:#d6a2ea}}.c6{{fill:#76d1d8}}\
         </style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1d2230\"/>\n"
    );
    for (number, colour) in ["#ff5f57", "#febc2e", "#28c840"].iter().enumerate() {
        let x = MARGIN + 2.0 + number as f64 * 18.0;
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"16\" r=\"5.5\" fill=\"{colour}\"/>");
    }
    for (number, row) in rows.iter().enumerate() {
        let y = BAR + (number as f64 + 0.75) * LINE;
        for piece in row {
            let x = MARGIN + piece.column as f64 * COLUMN;
            let class = match piece.class.as_str() {
                "" => String::new(),
                class => format!(" class=\"{class}\""),
            };
            let text = escaped(&piece.text);
            let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\"{class}>{text}</text>");
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A line cut into pieces; each word stands at its own column, whatever font is used.
fn pieces(line: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let (mut class, mut column) = (String::new(), 0);
    for (number, part) in line.split("\u{1b}[").enumerate() {
        let text = match part.split_once('m') {
            Some((codes, text)) if number > 0 => {
                class = class_of(codes);
                text
            }
            _ => part,
        };
        for word in text.split_inclusive(' ') {
            let shown = word.trim_end_matches(' ');
            if !shown.is_empty() {
                let text = shown.to_owned();
                found.push(Piece { column, text, class: class.clone() });
            }
            column += word.chars().count();
        }
    }
    found
}

/// ANSI's codes as classes of the picture's style.
fn class_of(codes: &str) -> String {
    let class = |code: &str| match code {
        "1" => Some("b".to_owned()),
        "2" => Some("f".to_owned()),
        _ => code.strip_prefix('3').filter(|rest| rest.len() == 1).map(|rest| format!("c{rest}")),
    };
    codes.split(';').filter_map(class).collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests;
