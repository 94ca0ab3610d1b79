//! UPPAAL's trace files (`.xtr`), which its simulator opens.
//!
//! Numbers and dots, one to a line: the first state, then for each step the state it leads to followed by the
//! transition, then a dot. A state is the location of each process, the bounds of the zone and the integers, each list
//! ended by a dot. What the numbers mean depends on how UPPAAL compiles the model: processes, edges and variables must
//! be numbered in its order, and any edit of the model invalidates the file.

mod read;

use std::fmt::Write as _;

pub use read::read_xtr;

/// A path of symbolic states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolicRun {
    pub initial: SymbolicState,
    /// What happens, in order.
    pub steps: Vec<SymbolicStep>,
}

/// A transition and the state it leads to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolicStep {
    /// The edges taken, the sender first.
    pub edges: Vec<FiredEdge>,
    /// The state after it.
    pub target: SymbolicState,
}

/// A discrete state and a zone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolicState {
    /// The location of each process, by number.
    pub locations: Vec<usize>,
    /// Bounds that describe the zone, such as those of its minimal form. Absent ones are infinite; that clocks are not
    /// negative need not be said.
    pub bounds: Vec<ZoneBound>,
    /// The values of the integer cells.
    pub variables: Vec<i32>,
}

/// `left - right < limit` or `<= limit`. Clock 0 is the constant 0, clocks of the model count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneBound {
    /// The clock on the left.
    pub left: usize,
    /// The clock that is subtracted.
    pub right: usize,
    pub limit: i32,
    /// `<` rather than `<=`.
    pub strict: bool,
}

/// An edge taken by a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FiredEdge {
    /// The process, by number.
    pub process: usize,
    /// Its edge, by number in the process.
    pub edge: usize,
    /// The values of the select variables.
    pub select: Vec<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum XtrVersion {
    /// 4.x: the clocks of the model only; edges count from 1.
    Four,
    /// 5.x: clock 1 is the time since the start, those of the model follow; edges count from 0.
    #[default]
    Five,
}

/// A trace file. In version 5 the time since the start is left open, as our zones do not record it.
#[must_use]
pub fn write_xtr(run: &SymbolicRun, version: XtrVersion) -> String {
    let mut out = String::new();
    write_state(&run.initial, version, &mut out);
    for step in &run.steps {
        write_state(&step.target, version, &mut out);
        for fired in &step.edges {
            let first = if version == XtrVersion::Four { 1 } else { 0 };
            let _ = write!(out, "{} {}", fired.process, fired.edge + first);
            for value in &fired.select {
                let _ = write!(out, " {value}");
            }
            out.push_str(if version == XtrVersion::Four { "\n" } else { " ;\n" });
        }
        out.push_str(".\n");
    }
    out.push_str(".\n");
    out
}

fn write_state(state: &SymbolicState, version: XtrVersion, out: &mut String) {
    for location in &state.locations {
        let _ = writeln!(out, "{location}");
    }
    out.push_str(".\n");
    let number = |clock: usize| match version {
        XtrVersion::Five if clock > 0 => clock + 1,
        _ => clock,
    };
    for bound in &state.bounds {
        // The low bit says "strict", the opposite of the usual encoding in memory.
        let code = i64::from(bound.limit) * 2 + i64::from(bound.strict);
        let _ = writeln!(out, "{}\n{}\n{code}\n.", number(bound.left), number(bound.right));
    }
    out.push_str(".\n");
    for value in &state.variables {
        let _ = writeln!(out, "{value}");
    }
    out.push_str(".\n");
}

#[cfg(test)]
mod tests;
