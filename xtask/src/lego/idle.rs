//! The idle cycles of a program: rounds of its main loop that assign nothing.

use super::program::{Operation, Program};

/// A round without assignments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct IdleCycle {
    /// The instruction it begins with.
    pub begin: usize,
    /// What must hold all the way.
    pub conditions: Vec<String>,
    /// How many instructions it takes.
    pub length: usize,
}

/// The most cycles that are followed: tests one after the other make very many.
const MOST_CYCLES: usize = 1000;

/// The idle cycles from where the last instruction jumps to.
pub(super) fn idle_cycles(program: &Program) -> Vec<IdleCycle> {
    let begin = match program.instructions.last().map(|last| &last.operation) {
        Some(Operation::Jump { target }) => program.at(*target).unwrap_or(0),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let mut paths = vec![(begin, Vec::new(), 0)];
    while let Some((at, conditions, length)) = paths.pop() {
        if length > 0 && at == begin {
            found.push(IdleCycle { begin, conditions, length });
            continue;
        }
        let assigns = matches!(program.instructions[at].operation, Operation::Assign { .. });
        if assigns || length > program.instructions.len() || found.len() + paths.len() > MOST_CYCLES
        {
            continue;
        }
        for (condition, next) in program.ways(at) {
            let conditions = conditions.iter().cloned().chain(condition).collect();
            paths.push((next, conditions, length + 1));
        }
    }
    found.sort_by_key(|cycle| cycle.length);
    found
}
