//! Steps that need not be taken in every order: where no time passes, only what some processes begin is computed.
//!
//! The processes chosen are closed: as long as none of them moves, no other can take part in what they may do, enable it,
//! prevent it, or see its result; no other lets time pass, or makes the goal true. So whoever goes from the state to a goal
//! takes one of their transitions, and could as well take it first (docs/theory/independent-steps.md).

use analysis::{Bits, Independence};
use program::{Amount, Constraint, EdgeCode, Machine, Program, State, Test};
use zones::Zone;

use crate::semantics::{Rows, Semantics, Standstill, checked_bound};

/// Attempts that may fail before the next ones are made now and then only, and how many of them one success is worth.
const PATIENCE: u32 = 256;
const REWARD: u32 = 32;

/// Without patience left, so many states are passed over between attempts.
const SELDOM: u32 = 64;

/// Chooses what is computed of the successors of a state.
pub struct IndependentSteps<'p> {
    tables: &'p Independence,
    /// The nodes of processes that may make a goal true, or meet something invalid.
    seen: &'p Bits,
    program: &'p Program,
    /// For each process and location, the edges that leave it.
    leaving: Vec<Vec<Vec<Leaving>>>,
    /// What may happen in the state: a node for each edge that its process can take next, if others let it, and one for each location.
    possible: Bits,
    anchors: Vec<usize>,
    chosen: Vec<bool>,
    /// Chosen processes whose edges have not been looked at.
    open: Vec<usize>,
    best: Vec<bool>,
    patience: u32,
    pause: u32,
    /// States of which not everything was computed.
    pub(super) reduced: u64,
}

/// An edge that leaves a location.
struct Leaving {
    edge: u32,
    node: usize,
    begins: bool,
    /// It leads to a committed location.
    commits: bool,
    /// Its constraints that only its own process can change while no time passes.
    own: Vec<usize>,
}

impl<'p> IndependentSteps<'p> {
    /// By these tables; `seen` are the nodes that matter to what is looked for.
    #[must_use]
    pub fn new(
        program: &'p Program,
        tables: &'p Independence,
        seen: &'p Bits,
    ) -> IndependentSteps<'p> {
        let count = program.processes.len();
        IndependentSteps {
            tables,
            seen,
            program,
            leaving: (0..count).map(|process| leaving(program, tables, process)).collect(),
            possible: Bits::none(tables.nodes()),
            anchors: Vec::new(),
            chosen: vec![false; count],
            open: Vec::new(),
            best: vec![false; count],
            patience: PATIENCE,
            pause: 0,
            reduced: 0,
        }
    }

    /// The processes of which it suffices to compute what they begin in the state, which is loaded; none if everything
    /// is to be computed.
    pub(super) fn choose(
        &mut self,
        semantics: &mut Semantics<'p>,
        state: &State,
    ) -> Option<&[bool]> {
        if self.pause > 0 {
            self.pause -= 1;
            return None;
        }
        // What is invalid is met again where everything is computed.
        let standstill = semantics.standstill(state, &mut self.anchors).ok().flatten();
        if standstill.is_some_and(|standstill| self.find(semantics, state, standstill)) {
            self.patience = (self.patience + REWARD).min(PATIENCE);
            self.reduced += 1;
            return Some(&self.best);
        }
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 {
            self.pause = SELDOM;
        }
        None
    }

    /// Makes the smallest closed set with an anchor in it the best one. False if nothing is gained by it.
    fn find(
        &mut self,
        semantics: &mut Semantics<'p>,
        state: &State,
        standstill: Standstill,
    ) -> bool {
        let (machine, memory, rows) = semantics.loaded();
        let mut look = Look { machine, memory, rows, zone: &state.zone };
        self.note_possible(&mut look);
        let mut fewest = usize::MAX;
        for number in 0..self.anchors.len() {
            let anchor = self.anchors[number];
            if fewest != usize::MAX && self.best[anchor] {
                continue;
            }
            self.close(anchor, standstill, &mut look);
            let count = self.chosen.iter().filter(|chosen| **chosen).count();
            if count < fewest {
                fewest = count;
                self.best.copy_from_slice(&self.chosen);
            }
            if fewest == 1 {
                break;
            }
        }
        self.saves(&mut look)
    }

    /// Notes what each process can do next, whatever others do meanwhile.
    fn note_possible(&mut self, look: &mut Look<'_, 'p>) {
        self.possible.clear();
        for process in 0..self.leaving.len() {
            let location = look.location(process);
            self.possible.insert(self.tables.location(process, location));
            for each in &self.leaving[process][location] {
                let code = self.program.edge(cast(process), each.edge);
                let mut own = each.own.iter().map(|number| &code.constraints[*number]);
                if own.all(|constraint| look.may_hold(constraint)) {
                    self.possible.insert(each.node);
                }
            }
        }
    }

    /// Makes the chosen processes the least closed set with this one, and with all that may make a goal true.
    fn close(&mut self, anchor: usize, standstill: Standstill, look: &mut Look<'_, 'p>) {
        self.begin(anchor);
        while let Some(process) = self.open.pop() {
            let location = look.location(process);
            let place = self.tables.location(process, location);
            self.add(self.tables.stay(place));
            for number in 0..self.leaving[process][location].len() {
                let each = &self.leaving[process][location][number];
                let (node, commits) = (each.node, each.commits);
                let code = self.program.edge(cast(process), each.edge);
                if !look.may_be_taken(code) {
                    self.add(self.tables.guard(node));
                    continue;
                }
                if commits && standstill == Standstill::Other {
                    return self.close_with_chains(anchor, look);
                }
                self.add(self.tables.step(node));
            }
        }
    }

    /// The same where a transition may commit a process: nobody else moves until the chain has come to its end.
    fn close_with_chains(&mut self, anchor: usize, look: &mut Look<'_, 'p>) {
        self.begin(anchor);
        while let Some(process) = self.open.pop() {
            let location = look.location(process);
            self.add(self.tables.stay(self.tables.location(process, location)));
            for number in 0..self.leaving[process][location].len() {
                let node = self.leaving[process][location][number].node;
                self.add(self.tables.chain(node));
            }
        }
    }

    fn begin(&mut self, anchor: usize) {
        self.chosen.fill(false);
        self.open.clear();
        self.chosen[anchor] = true;
        self.open.push(anchor);
        self.add(self.seen);
    }

    /// Adds the processes that may do something of this in the state.
    fn add(&mut self, nodes: &'p Bits) {
        let IndependentSteps { tables, possible, chosen, open, .. } = self;
        for node in nodes.common(possible) {
            let process = tables.process(node);
            if !chosen[process] {
                chosen[process] = true;
                open.push(process);
            }
        }
    }

    /// Does a process that is not chosen begin something, as far as its own guards go?
    fn saves(&self, look: &mut Look<'_, 'p>) -> bool {
        (0..self.best.len()).filter(|process| !self.best[*process]).any(|process| {
            let mut leaving = self.leaving[process][look.location(process)].iter();
            leaving.any(|each| {
                let code = self.program.edge(cast(process), each.edge);
                each.begins && look.may_be_taken(code)
            })
        })
    }
}

/// The edges that leave each location of a process.
fn leaving(program: &Program, tables: &Independence, process: usize) -> Vec<Vec<Leaving>> {
    let code = &program.processes[process];
    let of_edge = |number: &u32, begins: bool| {
        let edge = &code.edges[*number as usize];
        let commits = code.locations[edge.target as usize].kind == network::LocationKind::Committed;
        let constraints = edge.constraints.iter().enumerate();
        let own = constraints.filter(|(_, each)| is_own(tables, process, each));
        Leaving {
            edge: *number,
            node: tables.edge(process, edge.edge.index()),
            begins,
            commits,
            own: own.map(|(number, _)| number).collect(),
        }
    };
    let locations = code.locations.iter().map(|location| {
        let initiating = location.initiating.iter().map(|number| of_edge(number, true));
        let receiving = location.receiving.iter().map(|number| of_edge(number, false));
        initiating.chain(receiving).collect()
    });
    locations.collect()
}

/// Can only this process change whether the constraint holds, while no time passes?
fn is_own(tables: &Independence, process: usize, constraint: &Constraint) -> bool {
    let own = |clock: program::ClockRef| match clock {
        program::ClockRef::Zero => true,
        program::ClockRef::Fixed(clock) => tables.is_own(process, clock as usize),
        program::ClockRef::Indexed { .. } => false,
    };
    constraint.when == Test::Always
        && matches!(constraint.bound, Amount::Const(_))
        && own(constraint.left)
        && own(constraint.right)
}

/// The loaded state with its zone, for evaluating guards in it.
struct Look<'l, 'p> {
    machine: &'l mut Machine<'p>,
    memory: &'l mut [i32],
    rows: &'l Rows,
    zone: &'l Zone,
}

impl<'p> Look<'_, 'p> {
    fn location(&self, process: usize) -> usize {
        self.memory[process].cast_unsigned() as usize
    }

    /// Does some valuation satisfy the guard? Yes, too, if that is invalid.
    fn may_be_taken(&mut self, edge: &'p EdgeCode) -> bool {
        self.machine.begin();
        self.machine.test(&edge.guard, self.memory).unwrap_or(true)
            && edge.constraints.iter().all(|each| self.may_hold(each))
    }

    fn may_hold(&mut self, constraint: &'p Constraint) -> bool {
        let Ok(found) = self.machine.constraint(constraint, self.memory) else { return true };
        let Some((left, right, bound)) = found else { return true };
        let Ok(bound) = checked_bound(bound.into(), constraint.strict) else { return true };
        self.zone.may_satisfy(self.rows.of(left), self.rows.of(right), bound)
    }
}

fn cast(process: usize) -> u32 {
    u32::try_from(process).expect("processes are bounded")
}
