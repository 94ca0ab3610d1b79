//! Strategies as rules to read.

use crate::view::{ActionView, ControlledView, MoveView, RuleView, StrategyView};

/// The most states that are told; the rest is in JSON.
const MOST_STATES: usize = 40;

/// The rules of a strategy, a line for each, under the state they are about; not of all states if there are many.
#[must_use]
pub(super) fn strategy_lines(view: &StrategyView) -> Vec<String> {
    let mut lines = told(view, MOST_STATES);
    if view.states.len() > MOST_STATES {
        let more = view.states.len() - MOST_STATES;
        lines.push(format!("and {more} more states (--strategy-out FILE.txt has all)"));
    }
    lines.push(second_look(view).to_owned());
    lines
}

/// All rules of a strategy, as a text.
#[must_use]
pub fn strategy_text(view: &StrategyView) -> String {
    let mut lines = told(view, usize::MAX);
    lines.push(second_look(view).to_owned());
    lines.join("\n") + "\n"
}

fn told(view: &StrategyView, most: usize) -> Vec<String> {
    let how = if view.permissive { "any rule that fits" } else { "the first rule that fits" };
    let mut lines = vec![format!("the controller follows {how}:")];
    for state in view.states.iter().take(most) {
        lines.push(format!("in {}", place(state)));
        lines.extend(state.rules.iter().map(|rule| format!("  {}", rule_line(rule))));
    }
    lines
}

/// What the search of the model under the strategy said.
fn second_look(view: &StrategyView) -> &'static str {
    match view.verified {
        Some(true) => "verified: a search of the model under this strategy agrees",
        Some(false) => {
            "NOT CONFIRMED by a search of the model under this strategy: a mistake in Orrery, please report it"
        }
        None => "not verified by a search of the model under this strategy",
    }
}

fn place(state: &ControlledView) -> String {
    let all: Vec<&str> =
        state.locations.iter().chain(&state.variables).map(String::as_str).collect();
    all.join(", ")
}

fn rule_line(rule: &RuleView) -> String {
    let always = rule.when.iter().any(String::is_empty);
    let when = condition(&rule.when);
    match rule.action {
        ActionView::Done if always => "done".to_owned(),
        ActionView::Done => format!("done when {when}"),
        ActionView::Wait if always => "wait".to_owned(),
        ActionView::Wait => format!("wait while {when}"),
        ActionView::Take => {
            let moves: Vec<String> = rule.moves.iter().map(taken).collect();
            let moves = moves.join(" with ");
            if always { format!("take {moves}") } else { format!("take {moves} when {when}") }
        }
    }
}

/// `x>=2 && x<4`, or several of these in parentheses.
fn condition(alternatives: &[String]) -> String {
    let each: Vec<String> = alternatives.iter().map(|all| all.replace(", ", " && ")).collect();
    match each.as_slice() {
        [one] => one.clone(),
        several => {
            let inside: Vec<String> = several.iter().map(|each| format!("({each})")).collect();
            inside.join(" || ")
        }
    }
}

fn taken(each: &MoveView) -> String {
    let select: Vec<String> =
        each.select.iter().map(|select| format!("{} = {}", select.name, select.value)).collect();
    let select =
        if select.is_empty() { String::new() } else { format!(" ({})", select.join(", ")) };
    format!("{}.{} -> {}{select}", each.process, each.source, each.target)
}
