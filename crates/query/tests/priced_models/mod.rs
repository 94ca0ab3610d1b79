//! Random models with costs and rewards, and concrete states as keys. Constraints are closed and have integer bounds.

use std::fmt::Write as _;

use model::load;
use network::{Network, Query, Storage};
use reference::Concrete;
use syntax::SourceMap;

/// No clock is compared with more.
pub(crate) const LARGEST: i64 = 4;

/// Small random numbers.
pub(crate) struct Dice(pub(crate) fastrand::Rng);

impl Dice {
    pub(crate) fn below(&mut self, sides: u64) -> u64 {
        self.0.u64(..sides)
    }

    pub(crate) fn one_in(&mut self, sides: u64) -> bool {
        self.below(sides) == 0
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }
}

/// A cost: a constant, or something that tells processes or states apart.
fn amount(dice: &mut Dice) -> String {
    match dice.below(6) {
        0 => "n".to_owned(),
        1 => "i + 1".to_owned(),
        2 => "(n > 0 ? 3 : 1)".to_owned(),
        other => (other - 2).to_string(),
    }
}

/// What an edge waits for, and what it does.
fn label(dice: &mut Dice) -> (Vec<String>, Vec<String>) {
    let mut guards = Vec::new();
    if !dice.one_in(3) {
        let clock = dice.pick(&["x", "x", "g"]);
        let sign = dice.pick(&[">=", ">=", "<=", "=="]);
        guards.push(format!("{clock} {sign} {}", dice.below(LARGEST as u64 + 1)));
    }
    if dice.one_in(4) {
        guards.push(dice.pick(&["n == 0", "n < 2", "n >= 1"]).to_owned());
    }
    let mut updates = Vec::new();
    if !dice.one_in(3) {
        updates.push(dice.pick(&["x = 0", "x = 0", "g = 0", "x = 1", "g = 3"]).to_owned());
    }
    if dice.one_in(3) {
        updates.push(dice.pick(&["n = 0", "n = 1", "n = (n + 1) % 3"]).to_owned());
    }
    if dice.one_in(2) {
        updates.push(format!("cost += {}", amount(dice)));
    }
    if dice.one_in(4) {
        updates.push(format!("reward += {}", amount(dice)));
    }
    (guards, updates)
}

fn channel(dice: &mut Dice) -> &'static str {
    match dice.below(8) {
        0 => "a!",
        1 => "a?",
        2 => "b!",
        3 => "b?",
        4 => "u!",
        _ => "",
    }
}

/// The locations of a template, and their invariants.
fn states(dice: &mut Dice, locations: u64) -> String {
    let mut text = String::new();
    for location in 0..locations {
        let mut parts = Vec::new();
        if !dice.one_in(3) {
            let clock = dice.pick(&["x", "x", "g"]);
            parts.push(format!("{clock} <= {}", dice.below(LARGEST as u64 + 1)));
        }
        if !dice.one_in(3) {
            parts.push(format!("cost' == {}", amount(dice)));
        }
        if dice.one_in(4) {
            parts.push(format!("reward' == {}", amount(dice)));
        }
        let invariant =
            if parts.is_empty() { String::new() } else { format!(" {{ {} }}", parts.join(" && ")) };
        let _ = write!(text, "{}L{location}{invariant}", if location > 0 { ", " } else { "" });
    }
    text
}

fn template(dice: &mut Dice, name: &str, copies: u64) -> String {
    let mut text = format!("process {name}(const int[0,{}] i) {{ clock x; state ", copies - 1);
    // Whoever is at L2 has taken one of `r`, and L2 is on the way.
    let holds = dice.one_in(2);
    let locations = if holds { 3 } else { 2 + dice.below(3) };
    text.push_str(&states(dice, locations));
    text.push(';');
    match dice.below(8) {
        0 => text.push_str(" urgent L1;"),
        1 => text.push_str(" commit L1;"),
        _ => {}
    }
    text.push_str(" init L0; trans ");
    for edge in 0..2 + dice.below(4) {
        let (from, to) = (dice.below(locations), dice.below(locations));
        let (from, to) = match (holds, edge) {
            (false, 0) => (0, 1),
            (true, 0) => (0, 2),
            (true, 1) => (2, 1),
            (true, _) if (from, to) == (0, 1) => (1, 0),
            _ => (from, to),
        };
        let (mut guards, mut updates) = label(dice);
        let sync = channel(dice);
        let (takes, gives) = (holds && from != 2 && to == 2, holds && from == 2 && to != 2);
        // Two that take at once would take too much.
        let sync = if takes || gives { "" } else { sync };
        if takes {
            guards.push("r > 0".to_owned());
            updates.extend(["r--".to_owned(), "x = 0".to_owned()]);
        }
        if gives {
            updates.push("r++".to_owned());
        }
        // A guard on clocks and an urgent channel do not go together. Where a listener has one, others go without it as
        // soon as it does not hold: then constraints are not closed.
        let guards = if ["u!", "b?"].contains(&sync) { Vec::new() } else { guards };
        let _ = write!(text, "{}L{from} -> L{to} {{ ", if edge > 0 { ", " } else { "" });
        for (word, parts) in [("guard", guards.join(" && ")), ("sync", sync.to_owned())] {
            if !parts.is_empty() {
                let _ = write!(text, "{word} {parts}; ");
            }
        }
        if !updates.is_empty() {
            let _ = write!(text, "assign {}; ", updates.join(", "));
        }
        text.push('}');
    }
    text + "; }\n"
}

pub(crate) fn random_model(dice: &mut Dice) -> (String, String) {
    let mut text =
        "clock g; int[0,2] n; chan a; broadcast chan b; urgent broadcast chan u;\n".to_owned();
    let most = 1 + dice.below(3);
    text.push_str(&format!("int[0,{most}] r = {most};\n"));
    let copies = [1 + dice.below(3), 1 + dice.below(2)];
    text.push_str(&template(dice, "P", copies[0]));
    text.push_str(&template(dice, "Q", copies[1]));
    text.push_str("system P, Q;\n");
    let at = |dice: &mut Dice, name: &str, of: u64| {
        format!("{name}({}).L{}", dice.below(of), dice.below(2))
    };
    let all = format!("forall (i : int[0,{}]) P(i).L1", copies[0] - 1);
    let mut goal = match dice.below(3) {
        0 => all,
        1 => format!("{} && {}", at(dice, "P", copies[0]), at(dice, "Q", copies[1])),
        _ => format!("({all}) && Q(0).L1"),
    };
    match dice.below(5) {
        0 => goal.push_str(&format!(" && g >= {}", dice.below(5))),
        1 => goal = format!("({goal}) && (Q(0).x <= 1 || g >= {})", dice.below(5)),
        _ => {}
    }
    (text, goal)
}

pub(crate) fn loaded(model: &str, query: &str) -> (Network, Query) {
    let mut sources = SourceMap::default();
    let parsed = syntax::parse_xta(&mut sources, "model.xta", model.as_bytes());
    let tree = syntax::parse_query_text(&mut sources, "query", query).tree;
    let mut loaded = load(&parsed.tree, &[tree]);
    let query = loaded.queries.remove(0);
    let network =
        loaded.network.take().unwrap_or_else(|| panic!("{:?}\n{model}", loaded.diagnostics));
    (network, query)
}

pub(crate) type Key = (Vec<u32>, Vec<i32>, Vec<i64>);

pub(crate) fn key(network: &Network, state: &Concrete<'_>) -> Key {
    let cells = network.slots_in(Storage::State);
    let clocks = state.valuation.clocks.iter().map(|clock| clock.floor()).collect();
    let locations = state.discrete.locations.iter().map(|location| location.0).collect();
    (locations, state.discrete.memory[..cells].to_vec(), clocks)
}
