//! Declarations, processes and the system line.

use std::collections::BTreeMap;
use std::fmt::Write;

use network::network::cell_count;
use network::{
    ChannelKind, Direction, Domain, Edge, Function, LocationKind, Network, Process, Stmt, Storage,
    Variable,
};

use super::expressions::{
    block, channel, clock, domain, expr, guard, plain, simple, variable_name,
};

/// The network in the textual format of UPPAAL.
#[must_use]
pub fn network_text(network: &Network) -> String {
    let mut out = String::new();
    for variable in network.variables.iter().filter(|each| each.storage != Storage::Scratch) {
        declare_variable(variable, &mut out);
    }
    for family in &network.clocks {
        let value = initialiser(&family.initial, &family.dims);
        let value = if family.initial.iter().all(|value| *value == 0) { "" } else { &value };
        let _ = writeln!(out, "clock {}{value};", shaped(&family.name, &family.dims));
    }
    for family in &network.channels {
        let urgent = if family.urgent { "urgent " } else { "" };
        let kind = if family.kind == ChannelKind::Broadcast { "broadcast " } else { "" };
        let _ = writeln!(out, "{urgent}{kind}chan {};", shaped(&family.name, &family.dims));
    }
    channel_priorities(network, &mut out);
    for function in &network.functions {
        declare_function(network, function, &mut out);
    }
    hook(network, "before_update", &network.before_update, &mut out);
    hook(network, "after_update", &network.after_update, &mut out);
    for process in &network.processes {
        declare_process(network, process, &mut out);
    }
    for process in &network.processes {
        let _ = writeln!(out, "{} = {}();", plain(&process.name), template_name(process));
    }
    let _ = writeln!(out, "system {};", system_line(network));
    out
}

fn shaped(name: &str, dims: &[Domain]) -> String {
    let mut text = name.trim_end_matches("[]").to_owned();
    for dim in dims {
        let _ = write!(text, "[{}]", cell_count(std::slice::from_ref(dim)));
    }
    text
}

fn initialiser(values: &[i32], dims: &[Domain]) -> String {
    let values: Vec<String> = values.iter().map(i32::to_string).collect();
    if dims.is_empty() {
        format!(" = {}", values.join(", "))
    } else {
        format!(" = {{{}}}", values.join(", "))
    }
}

fn declare_variable(variable: &Variable, out: &mut String) {
    let prefix = match variable.storage {
        Storage::Constant => "const ",
        Storage::Meta => "meta ",
        Storage::State | Storage::Scratch => "",
    };
    let name = shaped(&variable.name, &variable.dims);
    let value = initialiser(&variable.initial, &variable.dims);
    let _ = writeln!(out, "{prefix}{} {name}{value};", domain(variable.domain));
}

fn channel_priorities(network: &Network, out: &mut String) {
    let mut levels: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    let names = network.channel_names();
    for family in &network.channels {
        for (number, priority) in family.priority.iter().enumerate() {
            let name = names[family.base.index() + number].clone();
            levels.entry(*priority).or_default().push(name);
        }
    }
    if levels.keys().all(|level| *level == network.internal_priority) {
        return;
    }
    levels.entry(network.internal_priority).or_default().push("default".to_owned());
    let levels: Vec<String> = levels.values().map(|names| names.join(", ")).collect();
    let _ = writeln!(out, "chan priority {};", levels.join(" < "));
}

fn declare_function(network: &Network, function: &Function, out: &mut String) {
    let typed = |id: &network::VariableId| {
        format!("{} {}", domain(network.variable(*id).domain), variable_name(network, *id))
    };
    let parameters: Vec<String> = function.parameters.iter().map(typed).collect();
    let result = function.results.first().copied();
    let of = result.map_or("void".to_owned(), |id| domain(network.variable(id).domain));
    let _ = writeln!(out, "{of} {}({}) {{", function.name, parameters.join(", "));
    for local in function.locals.iter().chain(&result) {
        let value = network.variable(*local).initial[0];
        let _ = writeln!(out, "  {} = {value};", typed(local));
    }
    block(network, &function.body, result, 2, out);
    if let Some(result) = result {
        let _ = writeln!(out, "  return {};", variable_name(network, result));
    }
    let _ = writeln!(out, "}}");
}

fn hook(network: &Network, word: &str, statements: &[Stmt], out: &mut String) {
    if statements.is_empty() {
        return;
    }
    let _ = writeln!(out, "void do_{word}() {{");
    block(network, statements, None, 2, out);
    let _ = writeln!(out, "}}\n{word} {{ do_{word}() }}");
}

fn declare_process(network: &Network, process: &Process, out: &mut String) {
    let _ = writeln!(out, "process {}() {{", template_name(process));
    let mut edges = Vec::new();
    for (number, edge) in process.edges.iter().enumerate() {
        edges.push(edge_text(network, process, number, edge, out));
    }
    let state = |location: &network::Location| match invariant(network, location) {
        invariant if invariant.is_empty() => location.name.clone(),
        invariant => format!("{} {{ {invariant} }}", location.name),
    };
    let states: Vec<String> = process.locations.iter().map(state).collect();
    let _ = writeln!(out, "  state {};", states.join(", "));
    for (word, kind) in [("commit", LocationKind::Committed), ("urgent", LocationKind::Urgent)] {
        let of_kind = process.locations.iter().filter(|location| location.kind == kind);
        let names: Vec<&str> = of_kind.map(|location| location.name.as_str()).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "  {word} {};", names.join(", "));
        }
    }
    let _ = writeln!(out, "  init {};", process.locations[process.initial.index()].name);
    if !edges.is_empty() {
        let _ = writeln!(out, "  trans\n{};", edges.join(",\n"));
    }
    let _ = writeln!(out, "}}");
}

/// The invariant of a location, with the clocks that stand still there.
fn invariant(network: &Network, location: &network::Location) -> String {
    let mut parts = vec![guard(network, &location.invariant)];
    parts.retain(|part| !part.is_empty());
    let rate = |rate: &network::Rate| {
        format!("{}' == {}", clock(network, &rate.clock), expr(network, &rate.rate))
    };
    parts.extend(location.rates.iter().map(rate));
    parts.join(" && ")
}

fn template_name(process: &Process) -> String {
    format!("T{}", plain(&process.name))
}

/// One edge. An update that is more than a list of expressions becomes a function, which goes to `out`.
fn edge_text(
    network: &Network,
    process: &Process,
    number: usize,
    edge: &Edge,
    out: &mut String,
) -> String {
    let name = |id: network::LocationId| &process.locations[id.index()].name;
    let mut text = format!("    {} -> {} {{", name(edge.source), name(edge.target));
    let select = |select: &network::Select| {
        (variable_name(network, select.variable).to_owned(), domain(select.domain))
    };
    let selects: Vec<(String, String)> = edge.selects.iter().map(select).collect();
    if !selects.is_empty() {
        let each: Vec<String> = selects.iter().map(|(name, of)| format!("{name} : {of}")).collect();
        let _ = write!(text, " select {};", each.join(", "));
    }
    let condition = guard(network, &edge.guard);
    if !condition.is_empty() {
        let _ = write!(text, " guard {condition};");
    }
    if let Some(sync) = &edge.sync {
        let mark = if sync.direction == Direction::Send { "!" } else { "?" };
        let _ = write!(text, " sync {}{mark};", channel(network, &sync.channel));
    }
    let simple: Option<Vec<String>> =
        edge.update.iter().map(|stmt| simple(network, &stmt.kind)).collect();
    let update = simple.map_or_else(
        || {
            let each: Vec<String> =
                selects.iter().map(|(name, of)| format!("{of} {name}")).collect();
            let _ = writeln!(out, "  void update{number}({}) {{", each.join(", "));
            block(network, &edge.update, None, 4, out);
            let _ = writeln!(out, "  }}");
            let names: Vec<&str> = selects.iter().map(|(name, _)| name.as_str()).collect();
            format!("update{number}({})", names.join(", "))
        },
        |parts| parts.join(", "),
    );
    if !update.is_empty() {
        let _ = write!(text, " assign {update};");
    }
    text + " }"
}

fn system_line(network: &Network) -> String {
    let mut levels: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    let mut text = String::new();
    for process in &network.processes {
        levels.entry(process.priority).or_default().push(plain(&process.name));
    }
    for level in levels.values() {
        let separator = if text.is_empty() { "" } else { " < " };
        let _ = write!(text, "{separator}{}", level.join(", "));
    }
    text
}
