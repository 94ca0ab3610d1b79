//! Names of elements, alone and many at a time.

use network::{Network, ProcessId, VariableId};
use symmetry::{Class, Found, Member};

/// Gives elements their names.
pub(super) struct Members<'n> {
    network: &'n Network,
    found: &'n Found,
}

impl<'n> Members<'n> {
    pub(super) fn of(network: &'n Network, found: &'n Found) -> Members<'n> {
        Members { network: found.network(network), found }
    }

    /// The name of a process.
    pub(super) fn process(&self, process: ProcessId) -> String {
        self.network.processes.get(process.index()).map_or_else(String::new, |p| p.name.clone())
    }

    /// The name of an element.
    pub(super) fn name(&self, member: Member) -> String {
        match member {
            Member::Process(process) => self.process(process),
            Member::Value(class, value) => format!("{}({value})", self.class(class)),
        }
    }

    /// What values of a class are: elements of a scalar set, or indices of an array.
    fn class(&self, class: Class) -> String {
        let classes = &self.found.classes;
        let mut indexed = None;
        for (number, variable) in self.network.variables.iter().enumerate() {
            let id = VariableId::at(number);
            let mut domains = Vec::new();
            if classes.value(id) == class {
                domains.push(variable.domain);
            }
            for (dim, domain) in variable.dims.iter().enumerate() {
                if classes.dim(id, dim) == class {
                    domains.push(*domain);
                    indexed.get_or_insert_with(|| plain(&variable.name));
                }
            }
            if let Some(set) = domains.iter().find_map(|domain| domain.scalar) {
                return self.network.scalar_set(set).name.clone();
            }
        }
        for (number, family) in self.network.clocks.iter().enumerate() {
            let id = network::ClockFamilyId::at(number);
            let mut dims = 0..family.dims.len();
            if dims.any(|dim| classes.clock_dim(id, dim) == class) {
                indexed.get_or_insert_with(|| plain(&family.name));
            }
        }
        indexed.map_or_else(|| "value".to_owned(), |name| format!("index of {name} "))
    }
}

/// The name of a variable without the places of its indices.
pub(super) fn plain(name: &str) -> String {
    name.replace("[]", "")
}

/// So many names are listed one by one.
const MOST_LISTED: usize = 6;

/// Names in a row, runs of numbers joined: `Train(0..5)`, `P1..P4`, `A, B and C`.
pub(super) fn listed(names: &[String]) -> String {
    let mut runs: Vec<Run> = Vec::new();
    for name in names {
        match runs.last_mut() {
            Some(run) if run.continues(name) => run.count += 1,
            _ => runs.push(Run { first: name, parts: numbered(name), count: 1 }),
        }
    }
    let mut texts: Vec<String> = runs.iter().map(Run::text).collect();
    if texts.len() > MOST_LISTED {
        let more = texts.len() - MOST_LISTED;
        texts.truncate(MOST_LISTED);
        return format!("{} and {more} more", texts.join(", "));
    }
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Names that differ in a number that counts up.
struct Run<'a> {
    first: &'a str,
    parts: Option<(&'a str, u64, &'a str)>,
    count: u64,
}

impl Run<'_> {
    fn continues(&self, name: &str) -> bool {
        match (self.parts, numbered(name)) {
            (Some((before, number, after)), Some((other_before, other, other_after))) => {
                before == other_before && after == other_after && other == number + self.count
            }
            _ => false,
        }
    }

    fn text(&self) -> String {
        match (self.parts, self.count) {
            (None, _) | (_, 1) => self.first.to_owned(),
            (Some((before, number, after)), count) if before.ends_with(['(', '[']) => {
                format!("{before}{number}..{}{after}", number + count - 1)
            }
            (Some((before, number, after)), count) => {
                format!("{}..{before}{}{after}", self.first, number + count - 1)
            }
        }
    }
}

/// The last number in a name, with what stands around it.
fn numbered(name: &str) -> Option<(&str, u64, &str)> {
    let end = name.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let digits = name[..end].bytes().rev().take_while(u8::is_ascii_digit).count();
    let (before, number) = name[..end].split_at(end - digits);
    // Numbers with leading zeros do not count up.
    let value: u64 = number.parse().ok()?;
    (value.to_string() == number).then_some((before, value, &name[end..]))
}

#[cfg(test)]
mod tests;
