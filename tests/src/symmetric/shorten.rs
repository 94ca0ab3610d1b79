//! A failing model made short: lines are dropped as long as the same kind of problem remains.

use super::campaign::guarded;
use super::planted::Planted;
use super::trial::trial;

/// The shortest model found, and its problem.
#[must_use]
pub fn shortened(model: &Planted, seed: u64, problem: String) -> (String, Planted) {
    let mut best = (problem, model.clone());
    let mut changed = true;
    while changed {
        changed = false;
        for candidate in candidates(&best.1) {
            if let Err(problem) = guarded(|| trial(&candidate, seed))
                && kind(&problem) == kind(&best.0)
            {
                best = (problem, candidate);
                changed = true;
                break;
            }
        }
    }
    best
}

/// The words of a problem without its figures and states.
fn kind(problem: &str) -> String {
    let words = problem.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic));
    words.take(6).collect::<Vec<_>>().join(" ")
}

/// The model without one query, one line, or one label of an edge.
fn candidates(model: &Planted) -> Vec<Planted> {
    let mut all = Vec::new();
    for number in 0..model.queries.len() {
        let mut shorter = model.clone();
        shorter.queries.remove(number);
        all.push(shorter);
    }
    let lines: Vec<&str> = model.text.lines().collect();
    let mut replace = |number: usize, line: Option<String>| {
        let mut shorter: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        match line {
            Some(line) => shorter[number] = line,
            None => drop(shorter.remove(number)),
        }
        all.push(Planted { text: shorter.join("\n") + "\n", ..model.clone() });
    };
    for (number, line) in lines.iter().enumerate() {
        // The last edge ends in a semicolon.
        if !line.ends_with("};") {
            replace(number, None);
        }
        for label in ["select", "guard", "sync", "assign", "@"] {
            let Some(start) = line.find(label) else { continue };
            let Some(length) = line[start..].find("; ") else { continue };
            replace(number, Some(format!("{}{}", &line[..start], &line[start + length + 2..])));
        }
    }
    all
}
