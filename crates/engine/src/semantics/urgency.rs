//! Whether time may pass.

use network::LocationKind;
use network::eval::Fault;

use super::moves::urgent_sender;
use program::{Machine, Program};

/// May time pass in this discrete state? Not at urgent or committed locations, and not while a
/// synchronisation on an urgent channel is enabled. Target invariants are not consulted: an urgent
/// synchronisation into a violated invariant freezes time.
pub(crate) fn may_delay<'p>(
    program: &'p Program,
    machine: &mut Machine<'p>,
    memory: &mut [i32],
    urgent_channels: bool,
) -> Result<bool, Fault> {
    let stands_still = program.processes.iter().enumerate().any(|(process, code)| {
        let location = memory[process].cast_unsigned() as usize;
        code.locations[location].kind != LocationKind::Normal
    });
    if stands_still {
        return Ok(false);
    }
    Ok(!urgent_channels || urgent_sender(program, machine, memory)?.is_none())
}
