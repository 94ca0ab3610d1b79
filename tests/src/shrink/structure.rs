//! Removing whole things: processes, locations, edges, and what nobody uses.

use network::{
    ChannelFamilyId, ClockFamilyId, Expr, LocationId, LocationKind, ProcessId, Storage, VariableId,
};

use super::sites::{Site, visit};
use super::{Case, Step};

#[derive(Clone, Copy)]
pub(super) enum Cut {
    Process(usize),
    Edge(usize, usize),
    Location(usize, usize),
    Kind(usize, usize),
    Sync(usize, usize),
    Selects(usize, usize),
    Retarget(usize, usize, usize),
    ProcessPriorities,
    ChannelPriorities,
    Urgency(usize),
    Functions,
    Variable(usize),
    Clock(usize),
    Channel(usize),
    InitialValues,
    InitialClocks,
    Domain(usize),
}

/// All cuts, the coarse ones first.
pub(super) fn steps(case: &Case) -> impl Iterator<Item = Step> + use<> {
    let network = &case.network;
    let mut cuts = Vec::new();
    let processes = || network.processes.iter().enumerate();
    cuts.extend(processes().map(|(number, _)| Cut::Process(number)));
    for (number, process) in processes() {
        cuts.extend((0..process.edges.len()).map(|edge| Cut::Edge(number, edge)));
        cuts.extend((0..process.locations.len()).map(|place| Cut::Location(number, place)));
        cuts.extend((0..process.locations.len()).map(|place| Cut::Kind(number, place)));
        for edge in 0..process.edges.len() {
            cuts.extend([Cut::Sync(number, edge), Cut::Selects(number, edge)]);
            cuts.extend((0..2).map(|target| Cut::Retarget(number, edge, target)));
        }
    }
    cuts.extend([Cut::ProcessPriorities, Cut::ChannelPriorities, Cut::Functions]);
    cuts.extend([Cut::InitialValues, Cut::InitialClocks]);
    cuts.extend((0..network.channels.len()).map(Cut::Urgency));
    cuts.extend((0..network.channels.len()).map(Cut::Channel));
    cuts.extend((0..network.clocks.len()).map(Cut::Clock));
    cuts.extend((0..network.variables.len()).map(Cut::Variable));
    cuts.extend((0..network.variables.len()).map(Cut::Domain));
    cuts.into_iter().map(Step::Structure)
}

impl Cut {
    pub(super) fn apply(self, case: &mut Case) -> bool {
        match self {
            Cut::Process(number) => remove_process(case, number),
            Cut::Edge(process, edge) => {
                drop(case.network.processes[process].edges.remove(edge));
                true
            }
            Cut::Location(process, location) => remove_location(case, process, location),
            Cut::Kind(process, location) => {
                let kind = &mut case.network.processes[process].locations[location].kind;
                std::mem::replace(kind, LocationKind::Normal) != LocationKind::Normal
            }
            Cut::Sync(process, edge) => {
                case.network.processes[process].edges[edge].sync.take().is_some()
            }
            Cut::Selects(process, edge) => {
                let selects = &mut case.network.processes[process].edges[edge].selects;
                !std::mem::take(selects).is_empty()
            }
            Cut::Retarget(process, edge, target) => {
                let process = &mut case.network.processes[process];
                let target = LocationId::at(target.min(process.locations.len() - 1));
                let edge = &mut process.edges[edge];
                std::mem::replace(&mut edge.target, target) > target
            }
            Cut::Variable(number) => remove_variable(case, number),
            Cut::Clock(number) => remove_clock(case, number),
            Cut::Channel(number) => remove_channel(case, number),
            other => other.settings(case),
        }
    }

    fn settings(self, case: &mut Case) -> bool {
        let network = &mut case.network;
        match self {
            Cut::ProcessPriorities => network
                .processes
                .iter_mut()
                .fold(false, |any, process| any | (std::mem::take(&mut process.priority) != 0)),
            Cut::ChannelPriorities => {
                let levels = network.channels.iter_mut().flat_map(|family| &mut family.priority);
                levels.fold(false, |any, level| any | (std::mem::take(level) != 0))
            }
            Cut::Urgency(number) => std::mem::take(&mut network.channels[number].urgent),
            // Only if nobody calls them, which validation checks.
            Cut::Functions => !std::mem::take(&mut network.functions).is_empty(),
            Cut::InitialValues => {
                let states = network.variables.iter_mut().filter(|v| v.storage == Storage::State);
                states.fold(false, |any, variable| {
                    let least = variable.domain.lower.max(0);
                    let differs = variable.initial.iter().any(|value| *value != least);
                    variable.initial.fill(least);
                    any | differs
                })
            }
            Cut::InitialClocks => {
                let clocks = network.clocks.iter_mut().flat_map(|family| &mut family.initial);
                clocks.fold(false, |any, value| any | (std::mem::take(value) != 0))
            }
            Cut::Domain(number) => {
                let variable = &mut network.variables[number];
                let wide = variable.storage == Storage::State && variable.domain.upper > 1;
                if wide {
                    variable.domain.upper -= 1;
                }
                wide
            }
            _ => false,
        }
    }
}

/// Takes a process out; what asks for its location is false.
fn remove_process(case: &mut Case, number: usize) -> bool {
    if case.network.processes.len() < 2 {
        return false;
    }
    case.network.processes.remove(number);
    let gone = ProcessId::at(number);
    visit(case, &mut |site| {
        let Site::Expr(expr) = site else { return };
        match expr {
            Expr::At(process, _) | Expr::LocationOf(process) if *process == gone => {
                *expr = Expr::FALSE;
            }
            Expr::At(process, _) | Expr::LocationOf(process) if *process > gone => process.0 -= 1,
            _ => {}
        }
    });
    true
}

/// Takes a location out, with the edges that touch it.
fn remove_location(case: &mut Case, process: usize, number: usize) -> bool {
    let gone = LocationId::at(number);
    let owner = &mut case.network.processes[process];
    if owner.initial == gone {
        return false;
    }
    owner.locations.remove(number);
    owner.edges.retain(|edge| edge.source != gone && edge.target != gone);
    let ends = owner.edges.iter_mut().flat_map(|edge| [&mut edge.source, &mut edge.target]);
    let shifted = ends.chain([&mut owner.initial]).filter(|location| **location > gone);
    shifted.for_each(|location| location.0 -= 1);
    visit(case, &mut |site| {
        let Site::Expr(expr) = site else { return };
        match expr {
            Expr::At(of, location) if of.index() == process && *location == gone => {
                *expr = Expr::FALSE;
            }
            Expr::At(of, location) if of.index() == process && *location > gone => location.0 -= 1,
            _ => {}
        }
    });
    true
}

/// Takes out a variable that nobody uses.
fn remove_variable(case: &mut Case, number: usize) -> bool {
    let gone = VariableId::at(number);
    let mut used = false;
    visit(case, &mut |site| {
        if let Site::Variable(id) = site {
            used |= *id == gone;
            if *id > gone {
                id.0 -= 1;
            }
        }
    });
    if !used {
        case.network.variables.remove(number);
    }
    !used
}

/// Takes out a clock that nobody uses.
fn remove_clock(case: &mut Case, number: usize) -> bool {
    let gone = ClockFamilyId::at(number);
    let mut used = false;
    visit(case, &mut |site| {
        if let Site::Clock(place) = site {
            used |= place.family == gone;
            if place.family > gone {
                place.family.0 -= 1;
            }
        }
    });
    if !used {
        case.network.clocks.remove(number);
    }
    !used
}

/// Takes out a channel that nobody uses.
fn remove_channel(case: &mut Case, number: usize) -> bool {
    let gone = ChannelFamilyId::at(number);
    let mut used = false;
    visit(case, &mut |site| {
        if let Site::Channel(place) = site {
            used |= place.family == gone;
            if place.family > gone {
                place.family.0 -= 1;
            }
        }
    });
    if !used {
        case.network.channels.remove(number);
    }
    !used
}
