//! Which state variables still matter at a location vector.
//!
//! A cell is live for a process at a location if the process may read it, there or later, before it has
//! itself overwritten it. A cell that is live for no process and not read by the query or a hook is dead:
//! its value makes no difference to anything that can be observed, so it may be
//! set to any other (Fischer's `id` while nobody waits, for instance).

use network::network::cell_count;
use network::visit::{Visitor, walk_edge, walk_expr, walk_goal, walk_guard, walk_stmt};
use network::{Domain, Edge, Expr, Goal, Network, Place, Process, Stmt, StmtKind, Storage, Term};

/// Live state cells by process and location.
#[derive(Clone, Debug)]
pub struct LiveCells {
    /// `[process][location]`: a bit for each state slot.
    local: Vec<Vec<Box<[u64]>>>,
    /// Live everywhere: read by the query or a hook.
    everywhere: Box<[u64]>,
    /// A bit for each slot that is dead somewhere.
    mortal: Box<[u64]>,
    /// What each slot is set to where it is dead.
    resting: Box<[i32]>,
}

impl LiveCells {
    /// The analysis of a network and what is asked of it.
    #[must_use]
    pub fn of(network: &Network, goals: &[Goal], terms: &[Term]) -> LiveCells {
        let slots = network.state_slots();
        let everywhere = asked(network, goals, terms, slots);
        let local: Vec<_> =
            network.processes.iter().map(|process| of_process(network, process, slots)).collect();
        let mut always = everywhere.clone();
        for process in &local {
            // A slot that some process needs at all its locations is never dead.
            let mut common = process.first().cloned().unwrap_or_else(|| bits(slots));
            for live in process {
                common.iter_mut().zip(live).for_each(|(common, live)| *common &= live);
            }
            always.iter_mut().zip(&common).for_each(|(always, common)| *always |= common);
        }
        let domains = network.slot_domains();
        let mut mortal = bits(slots);
        (0..slots)
            .filter(|slot| !contains(&always, *slot))
            .for_each(|slot| insert(&mut mortal, slot));
        let resting = domains[..slots].iter().map(|domain| resting_value(*domain)).collect();
        LiveCells { local, everywhere, mortal, resting }
    }

    /// Can anything ever be dead?
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.mortal.iter().all(|word| *word == 0)
    }

    /// Does it leave alone all that another goal reads?
    #[must_use]
    pub fn keeps(&self, network: &Network, goal: &Goal) -> bool {
        let read = asked(network, std::slice::from_ref(goal), &[], network.state_slots());
        self.mortal.iter().zip(&read).all(|(mortal, read)| mortal & read == 0)
    }

    /// Sets the dead cells of a discrete state (locations, then slots) to fixed values.
    pub fn clear_dead(&self, processes: usize, cells: &mut [i32]) {
        let (locations, slots) = cells.split_at_mut(processes);
        for (number, mortal) in self.mortal.iter().enumerate().filter(|(_, mortal)| **mortal != 0) {
            let local = self.local.iter().zip(&*locations);
            let live = local.fold(self.everywhere[number], |live, (process, location)| {
                live | process[location.cast_unsigned() as usize][number]
            });
            let mut dead = mortal & !live;
            while dead != 0 {
                let slot = number * 64 + dead.trailing_zeros() as usize;
                slots[slot] = self.resting[slot];
                dead &= dead - 1;
            }
        }
    }
}

/// The value of dead cells with this domain. It depends on nothing else, so that cells that symmetries
/// exchange get the same; and it is what models call "nobody" (-1, or 0 before the first id) if there is one.
fn resting_value(domain: Domain) -> i32 {
    (-1).clamp(domain.lower, domain.upper)
}

fn bits(slots: usize) -> Box<[u64]> {
    vec![0; slots.div_ceil(64)].into()
}

fn contains(bits: &[u64], slot: usize) -> bool {
    bits[slot / 64] >> (slot % 64) & 1 == 1
}

fn insert(bits: &mut [u64], slot: usize) {
    bits[slot / 64] |= 1 << (slot % 64);
}

/// What the query and the hooks read.
fn asked(network: &Network, goals: &[Goal], terms: &[Term], slots: usize) -> Box<[u64]> {
    let mut reads = Reads::new(network, slots);
    goals.iter().for_each(|goal| walk_goal(&mut reads, goal));
    for term in terms {
        match term {
            Term::Int { value, .. } => reads.expr(value),
            Term::Clock { left, right, .. } => {
                reads.clock(left);
                right.iter().for_each(|place| reads.clock(place));
            }
        }
    }
    for stmt in network.before_update.iter().chain(&network.after_update) {
        reads.stmt(stmt);
    }
    reads.used
}

fn of_process(network: &Network, process: &Process, slots: usize) -> Vec<Box<[u64]>> {
    let mut live: Vec<Box<[u64]>> = Vec::with_capacity(process.locations.len());
    for location in &process.locations {
        let mut reads = Reads::new(network, slots);
        walk_guard(&mut reads, &location.invariant);
        for rate in &location.rates {
            reads.expr(&rate.when);
            reads.clock(&rate.clock);
            reads.expr(&rate.rate);
        }
        live.push(reads.used);
    }
    let edges: Vec<_> = process.edges.iter().map(|edge| of_edge(network, edge, slots)).collect();
    let mut grew = true;
    while grew {
        grew = false;
        for (edge, (used, killed)) in process.edges.iter().zip(&edges) {
            for word in 0..used.len() {
                let through = used[word] | (live[edge.target.index()][word] & !killed[word]);
                let at = &mut live[edge.source.index()][word];
                grew |= through & !*at != 0;
                *at |= through;
            }
        }
    }
    live
}

/// What an edge reads before writing, and what it certainly writes before reading.
fn of_edge(network: &Network, edge: &Edge, slots: usize) -> (Box<[u64]>, Box<[u64]>) {
    let mut reads = Reads::new(network, slots);
    let without_update = Edge { update: Vec::new(), ..edge.clone() };
    walk_edge(&mut reads, &without_update);
    for stmt in &edge.update {
        reads.stmt(stmt);
        if let StmtKind::Assign { target, .. } = &stmt.kind {
            reads.kill(target);
        }
    }
    (reads.used, reads.killed)
}

struct Reads<'n> {
    network: &'n Network,
    used: Box<[u64]>,
    killed: Box<[u64]>,
}

impl<'n> Reads<'n> {
    fn new(network: &'n Network, slots: usize) -> Reads<'n> {
        Reads { network, used: bits(slots), killed: bits(slots) }
    }

    /// The slots a place may denote, if they are part of the state.
    fn slots(&self, place: &Place) -> std::ops::Range<usize> {
        let variable = self.network.variable(place.variable);
        if variable.storage != Storage::State {
            return 0..0;
        }
        let base = variable.base.index();
        let count = cell_count(&variable.dims);
        let mut offset = 0;
        let mut block = count;
        for (dim, index) in variable.dims.iter().zip(&place.indices) {
            let Expr::Const(value) = index else { return base + offset..base + offset + block };
            if !dim.contains(*value) {
                return base..base + count;
            }
            block /= cell_count(std::slice::from_ref(dim)).max(1);
            offset += value.abs_diff(dim.lower) as usize * block;
        }
        base + offset..base + offset + block
    }

    fn kill(&mut self, place: &Place) {
        let slots = self.slots(place);
        if slots.len() == 1 && !contains(&self.used, slots.start) {
            insert(&mut self.killed, slots.start);
        }
    }

    fn read(&mut self, place: &Place) {
        for slot in self.slots(place) {
            if !contains(&self.killed, slot) {
                insert(&mut self.used, slot);
            }
        }
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn indices(&mut self, place: &Place) {
        place.indices.iter().for_each(|index| self.expr(index));
    }
}

impl Visitor for Reads<'_> {
    fn place(&mut self, place: &Place) {
        self.read(place);
    }

    fn expr(&mut self, expr: &Expr) {
        walk_expr(self, expr);
    }

    /// Targets are written, not read; functions are looked into.
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.indices(target);
                self.expr(value);
            }
            StmtKind::Copy { target, source } => {
                self.indices(target);
                self.read(source);
            }
            StmtKind::Call { function, .. } => {
                walk_stmt(self, stmt);
                let network = self.network;
                network.function(*function).body.iter().for_each(|stmt| self.stmt(stmt));
            }
            _ => walk_stmt(self, stmt),
        }
    }
}
