//! The invariants of a location vector.

use network::eval::{Fault, FaultKind};

use super::active::Rows;
use super::kinds::{Invariant, Kinds};
use super::{RowConstraint, checked_bound};
use program::{Machine, Program};

/// Evaluates the invariants of the current locations: false if an integer part fails, otherwise the
/// clock parts are added to `out`.
pub(crate) fn evaluate<'p>(
    program: &'p Program,
    kinds: &Kinds,
    machine: &mut Machine<'p>,
    memory: &mut [i32],
    rows: &Rows,
    out: &mut Vec<RowConstraint>,
) -> Result<bool, Fault> {
    // Evaluating leaves locations as they are, but the compiler cannot know.
    for &process in kinds.bounded() {
        match kinds.invariant(process, memory) {
            Invariant::Nothing => {}
            Invariant::Upper(bounds) => {
                #[cfg(debug_assertions)]
                let before = out.len();
                out.extend(bounds.iter().map(|(clock, bound)| RowConstraint {
                    left: rows.of(Some(*clock)),
                    right: 0,
                    bound: *bound,
                }));
                #[cfg(debug_assertions)]
                {
                    let mut found = Vec::new();
                    evaluate_one(program, process, machine, memory, rows, &mut found)?;
                    assert_eq!(out[before..], found, "a table differs from what it was made of");
                }
            }
            Invariant::Evaluated => {
                if !evaluate_one(program, process, machine, memory, rows, out)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// The same for one process.
fn evaluate_one<'p>(
    program: &'p Program,
    process: usize,
    machine: &mut Machine<'p>,
    memory: &mut [i32],
    rows: &Rows,
    out: &mut Vec<RowConstraint>,
) -> Result<bool, Fault> {
    let location = &program.processes[process].locations[memory[process].cast_unsigned() as usize];
    if !machine.test(&location.invariant, memory)? {
        return Ok(false);
    }
    for constraint in &location.constraints {
        let Some((left, right, bound)) = machine.constraint(constraint, memory)? else {
            continue;
        };
        let bound = checked_bound(bound.into(), constraint.strict)?;
        out.push(RowConstraint { left: rows.of(left), right: rows.of(right), bound });
    }
    Ok(true)
}

/// Marks the rows of clocks that stand still: those for which some process says so. True if any does.
pub(super) fn stopped<'p>(
    program: &'p Program,
    machine: &mut Machine<'p>,
    memory: &mut [i32],
    rows: &Rows,
    out: &mut Vec<bool>,
) -> Result<bool, Fault> {
    out.clear();
    out.resize(rows.dim(), false);
    let mut any = false;
    for (process, code) in program.processes.iter().enumerate() {
        let location = &code.locations[memory[process].cast_unsigned() as usize];
        for test in &location.rates {
            if !machine.test(&test.when, memory)? {
                continue;
            }
            let rate = machine.amount(test.rate, memory)?;
            if !(0..=1).contains(&rate) {
                return Err(Fault { kind: FaultKind::BadRate(rate), origin: test.origin });
            }
            let row = rows.of(machine.clock(test.clock, memory)?);
            if rate == 0 && row != 0 {
                out[row] = true;
                any = true;
            }
        }
    }
    Ok(any)
}
