//! From a program to a timed automaton.

use super::idle::idle_cycles;
use super::program::{Operation, Program};

/// How a program runs, and beside what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    /// The least time of an instruction.
    pub least: u32,
    pub most: u32,
    /// How often the environment changes.
    pub large: u32,
    /// Add a second way round each idle cycle, as the thesis does.
    pub extended: bool,
}

/// The model: variables, the process `Brick`, and the processes of the environment as they are written.
pub(super) fn model(program: &Program, setting: &Setting, environment: &str) -> String {
    let Setting { large, .. } = setting;
    let texts = program.instructions.iter().map(|each| match &each.operation {
        Operation::Assign { place, .. } => place.as_str(),
        Operation::Test { condition, .. } => condition.as_str(),
        Operation::Jump { .. } => "",
    });
    let texts: Vec<&str> = texts.collect();
    let array = |name: &str, domain: &str| {
        let size = members(&texts, name);
        if size == 0 { String::new() } else { format!("int[{domain}] {name}[{size}];\n") }
    };
    format!(
        "// Written by `cargo xtask lego`.\nconst int LARGE = {large};\n{}{}{}bool skipping;\n\n{}\n{}\nsystem Brick, {};\n",
        array("v", "0,15"),
        array("actmode", "0,1"),
        array("snsval", "0,15"),
        brick(program, setting),
        environment.trim_end(),
        processes(environment).join(", "),
    )
}

/// How many members of an array the texts name: `v[0]`, `v[1]`, …
fn members(texts: &[&str], name: &str) -> u32 {
    let index = |text: &str| {
        let (_, rest) = text.split_once(&format!("{name}["))?;
        rest.split_once(']')?.0.trim().parse::<u32>().ok()
    };
    texts.iter().filter_map(|text| index(text)).max().map_or(0, |largest| largest + 1)
}

/// The names of the processes in a text.
fn processes(text: &str) -> Vec<&str> {
    let named = text.lines().filter_map(|line| line.trim().strip_prefix("process "));
    named.filter_map(|rest| rest.split('(').next()).map(str::trim).collect()
}

/// One location for each instruction. What it does happens when it ends.
fn brick(program: &Program, setting: &Setting) -> String {
    let Setting { least, most, extended, .. } = setting;
    let name = |number: usize| format!("I{}", program.instructions[number].address);
    let count = program.instructions.len();
    let mut locations: Vec<String> =
        (0..count).map(|number| format!("{} {{ x <= {most} }}", name(number))).collect();
    let mut edges = Vec::new();
    for number in 0..count {
        let effect = match &program.instructions[number].operation {
            Operation::Assign { place, value } => format!("{place} = {value}, "),
            Operation::Test { .. } | Operation::Jump { .. } => String::new(),
        };
        for (condition, next) in program.ways(number) {
            let condition = condition.map(|each| format!(" && {each}")).unwrap_or_default();
            edges.push(format!(
                "{} -> {} {{ guard x >= {least}{condition}; assign {effect}x = 0; }}",
                name(number),
                name(next)
            ));
        }
    }
    if *extended {
        for (number, cycle) in idle_cycles(program).iter().enumerate() {
            let begin = name(cycle.begin);
            let length = u32::try_from(cycle.length).unwrap_or(u32::MAX);
            let rounds = least.div_ceil(most.saturating_sub(*least).max(1)).max(1);
            let bound = rounds.saturating_mul(least.saturating_mul(length));
            let conditions = cycle.conditions.join(" && ");
            locations.push(format!("Idle{number}"));
            edges.push(format!(
                "{begin} -> Idle{number} {{ guard x <= 0 && {conditions}; assign skipping = true; }}"
            ));
            edges.push(format!(
                "Idle{number} -> {begin} {{ guard x >= {bound}; assign skipping = false, x = 0; }}"
            ));
        }
    }
    format!(
        "process Brick() {{\n    clock x;\n    state\n        {};\n    init {};\n    trans\n        {};\n}}\n",
        locations.join(",\n        "),
        name(0),
        edges.join(",\n        ")
    )
}
