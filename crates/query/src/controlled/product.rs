//! The stages of a strategy as a network of one process.
//!
//! In each stage the process first *looks* which zone it is in, without delay. Then it waits there, or acts at once. Before time leads it out of the
//! zone it *crosses* into the next one and looks again. So the locations are: one to look, one for each zone, and one for each
//! way from zone to zone.

use branching::timed::{Crossing, Strategy, Trouble, crossings};
use network::{
    ClockFamily, ClockFamilyId, ClockId, ClockPlace, Domain, Edge, EdgeText, Expr, Goal, Guard,
    Location, LocationId, LocationKind, Network, Origin, Place, Process, ProcessId, Slot, Stmt,
    StmtKind, Storage, Template, TemplateId, Term, Variable, VariableId,
};
use reference::EdgeInstance;
use zones::{Federation, Zone};

use super::goals::Translation;
use super::invariants::Clocks;
use super::stages::{Afterwards, Conduct, ControlledMove, Stage, stages};
use crate::arena::{TimedGraph, clock_place};
use crate::prepared::Prepared;

/// The model under a strategy, as a network. Its clocks and variables are those of the model; variables for the locations
/// of the processes are added, and perhaps a clock.
#[derive(Clone, Debug)]
pub struct Controlled {
    pub network: Network,
    /// The variable that holds the location of each process of the model.
    pub locations: Vec<VariableId>,
    /// The transition of the model that each edge is; none for edges with which nothing happens there.
    pub transitions: Vec<Option<Vec<EdgeInstance>>>,
    /// Where the controller has stopped although it could act, or time could go on.
    pub(crate) stuck: Goal,
}

/// The most zones of one discrete state, and of all.
const MOST_ZONES: (usize, usize) = (400, 100_000);

/// The model under a strategy.
pub(crate) fn controlled(
    prepared: &Prepared<'_>,
    found: &TimedGraph,
    strategy: &Strategy,
    afterwards: Afterwards,
) -> Result<Controlled, Trouble> {
    let stages = stages(prepared, found, strategy, afterwards)?;
    let counts = || stages.iter().map(|stage| stage.pieces.len());
    if counts().max() > Some(MOST_ZONES.0) || counts().sum::<usize>() > MOST_ZONES.1 {
        return Err(Trouble::TooLarge);
    }
    Ok(Builder::new(prepared.network, &stages).finish())
}

impl Controlled {
    /// What a predicate on the model is here; none if it cannot be asked.
    #[must_use]
    pub fn goal(&self, goal: &Goal) -> Option<Goal> {
        Translation { locations: &self.locations }.goal(goal)
    }

    /// The same of what has a value.
    #[must_use]
    pub(crate) fn term(&self, term: &Term) -> Option<Term> {
        Translation { locations: &self.locations }.term(term)
    }
}

struct Builder<'a> {
    model: &'a Network,
    stages: &'a [Stage],
    network: Network,
    locations: Vec<VariableId>,
    /// Measures how long the controller hesitates where there is no first moment to act.
    hesitation: Option<ClockFamilyId>,
    process: Process,
    transitions: Vec<Option<Vec<EdgeInstance>>>,
    /// The location to look in, for each stage; the other locations of the stage follow it.
    looking: Vec<LocationId>,
    stuck: Vec<Goal>,
}

impl<'a> Builder<'a> {
    fn new(model: &'a Network, stages: &'a [Stage]) -> Builder<'a> {
        let mut network = Network {
            variables: model.variables.clone(),
            clocks: model.clocks.clone(),
            channels: model.channels.clone(),
            functions: model.functions.clone(),
            scalar_sets: model.scalar_sets.clone(),
            overflow: model.overflow,
            templates: vec![Template { name: "Controlled".to_owned(), ..Template::default() }],
            ..Network::default()
        };
        let mut locations = Vec::new();
        for process in &model.processes {
            locations.push(VariableId::at(network.variables.len()));
            network.variables.push(location_variable(process));
        }
        let process = Process {
            name: "Controlled".to_owned(),
            template: TemplateId(0),
            arguments: Vec::new(),
            locations: Vec::new(),
            initial: LocationId(0),
            edges: Vec::new(),
            priority: 0,
        };
        Builder {
            model,
            stages,
            network,
            locations,
            hesitation: None,
            process,
            transitions: Vec::new(),
            looking: Vec::new(),
            stuck: Vec::new(),
        }
    }

    fn finish(mut self) -> Controlled {
        let sizes: Vec<Vec<Crossing>> = self.stages.iter().map(crossings_of).collect();
        let mut next = 0;
        for (stage, crossings) in self.stages.iter().zip(&sizes) {
            self.looking.push(LocationId::at(next));
            let soon = crossings.iter().filter(|crossing| acts_soon(stage, crossing));
            next += 1 + stage.pieces.len() + crossings.len() + soon.count();
        }
        for (number, crossings) in (0..).zip(&sizes) {
            self.stage(number, crossings);
        }
        self.network.processes.push(self.process);
        self.network.lay_out();
        Controlled {
            network: self.network,
            locations: self.locations,
            transitions: self.transitions,
            stuck: Goal::Or(self.stuck),
        }
    }

    fn clocks(&self, stage: &'a Stage) -> Clocks<'a> {
        Clocks { network: self.model, of: &stage.clocks }
    }

    fn add(&mut self, name: String, kind: LocationKind, invariant: Guard) -> LocationId {
        let id = LocationId::at(self.process.locations.len());
        self.process.locations.push(Location {
            name,
            kind,
            invariant,
            rates: Vec::new(),
            text: String::new(),
            labels: Vec::new(),
            origin: Origin::NONE,
        });
        id
    }

    fn stage(&mut self, number: usize, crossings: &[Crossing]) {
        let stage = &self.stages[number];
        let look = self.add(format!("s{number}"), LocationKind::Committed, Guard::always());
        debug_assert_eq!(look, self.looking[number], "locations are counted before");
        for (at, piece) in stage.pieces.iter().enumerate() {
            let name = format!("s{number}_{}{at}", letter(&piece.conduct));
            let leaving = || crossings.iter().filter(|crossing| crossing.from == at);
            match &piece.conduct {
                Conduct::Stay => {
                    let mut staying = Federation::from(piece.zone.clone());
                    leaving().for_each(|crossing| staying.subtract_zone(&crossing.entry));
                    let kind =
                        if stage.delays { LocationKind::Normal } else { LocationKind::Urgent };
                    let here = self.add(name, kind, self.clocks(stage).until(&piece.zone));
                    self.silent(stage, (look, here), staying.zones());
                    self.moves(stage, here);
                }
                Conduct::Act(step) => {
                    let here = self.add(name, LocationKind::Urgent, Guard::always());
                    self.silent(stage, (look, here), std::slice::from_ref(&piece.zone));
                    self.take(stage, here, step);
                    self.moves(stage, here);
                }
                Conduct::Done => {
                    let here = self.add(name, LocationKind::Urgent, Guard::always());
                    self.silent(stage, (look, here), std::slice::from_ref(&piece.zone));
                }
                Conduct::GoOn(next) => {
                    let here = self.add(name, LocationKind::Committed, Guard::always());
                    let zone = std::slice::from_ref(&piece.zone);
                    self.silent(stage, (look, here), zone);
                    self.silent(stage, (here, self.looking[*next]), zone);
                }
            }
        }
        for (at, crossing) in crossings.iter().enumerate() {
            self.crossing((number, stage), (look, at), crossing);
        }
        self.not_stuck(stage, look);
    }

    /// The way from one zone into the next.
    fn crossing(
        &mut self,
        (number, stage): (usize, &'a Stage),
        (look, at): (LocationId, usize),
        crossing: &Crossing,
    ) {
        let (from, to) = (&stage.pieces[crossing.from], &stage.pieces[crossing.to]);
        let name = format!("s{number}_x{at}");
        let clocks = self.clocks(stage);
        let entry = std::slice::from_ref(&crossing.entry);
        let next = std::slice::from_ref(&to.zone);
        let at_once = !matches!(to.conduct, Conduct::Stay);
        let until = match (at_once, crossing.leaves_late) {
            (false, _) => clocks.until(&to.zone),
            (true, false) => clocks.up_to(&from.zone),
            (true, true) => clocks.until(&from.zone),
        };
        let here = self.add(name.clone(), LocationKind::Normal, until);
        self.silent(stage, (look, here), entry);
        self.moves(stage, here);
        let going = if acts_soon(stage, crossing) {
            let mut until = clocks.until(&to.zone);
            let clock = ClockPlace::single(self.hesitates());
            until.clocks.push(network::ClockConstraint {
                when: Expr::TRUE,
                left: Some(clock.clone()),
                right: None,
                strict: false,
                bound: Expr::Const(1),
            });
            let going = self.add(name + "_soon", LocationKind::Normal, until);
            let reset = StmtKind::SetClock { target: clock, source: None, offset: Expr::Const(0) };
            let guard = self.clocks(stage).guard(&crossing.border);
            self.edge((here, going), guard, vec![Stmt::new(reset)], None, true);
            self.moves(stage, going);
            going
        } else {
            here
        };
        self.silent(stage, (going, look), next);
    }

    /// Nothing happens in the model.
    fn silent(&mut self, stage: &'a Stage, ends: (LocationId, LocationId), zones: &[Zone]) {
        for zone in zones {
            let guard = self.clocks(stage).guard(zone);
            self.edge(ends, guard, Vec::new(), None, true);
        }
    }

    fn moves(&mut self, stage: &'a Stage, here: LocationId) {
        for step in &stage.moves {
            self.take(stage, here, step);
        }
    }

    fn take(&mut self, stage: &'a Stage, here: LocationId, step: &ControlledMove) {
        let update = self.update(stage, step);
        for zone in step.when.zones() {
            let guard = self.clocks(stage).guard(zone);
            let ends = (here, self.looking[step.to]);
            let transition = Some(step.transition.clone());
            self.edge(ends, guard, update.clone(), transition, step.controllable);
        }
    }

    /// Clocks, locations and variables after a move. Copies of clocks come first, while their sources are as they were.
    fn update(&self, stage: &Stage, step: &ControlledMove) -> Vec<Stmt> {
        let place = |clock| {
            clock_place(self.model, clock).expect("clocks of zones are clocks of the model")
        };
        let mut sets = step.sets.clone();
        sets.sort_by_key(|set| set.source.is_none());
        let mut update: Vec<Stmt> = Vec::new();
        for set in sets {
            update.push(Stmt::new(StmtKind::SetClock {
                target: place(set.clock),
                source: set.source.map(place),
                offset: Expr::Const(i32::try_from(set.offset).unwrap_or(i32::MAX)),
            }));
        }
        let after = &self.stages[step.to].cells;
        for (cell, (old, new)) in stage.cells.iter().zip(after).enumerate() {
            if old != new {
                let target = self.cell(cell);
                update.push(Stmt::new(StmtKind::Assign { target, value: Expr::Const(*new) }));
            }
        }
        update
    }

    /// A cell of a discrete state: where a process is, or a variable.
    fn cell(&self, cell: usize) -> Place {
        let processes = self.model.processes.len();
        let Some(slot) = cell.checked_sub(processes) else {
            return Place::whole(self.locations[cell]);
        };
        let variables = self.model.variables.iter();
        let holds = |variable: &Variable| {
            let base = variable.base.index();
            variable.storage == Storage::State
                && (base..base + variable.initial.len()).contains(&slot)
        };
        let (id, variable) = (0..)
            .zip(variables)
            .find(|(_, each)| holds(each))
            .expect("every slot is one of a variable");
        let mut rest = slot - variable.base.index();
        let mut indices = Vec::new();
        for dim in variable.dims.iter().rev() {
            let size = usize::try_from(dim.size()).unwrap_or(1).max(1);
            let index = i32::try_from(rest % size).unwrap_or(0);
            indices.push(Expr::Const(dim.lower + index));
            rest /= size;
        }
        indices.reverse();
        Place::indexed(VariableId::at(id), indices)
    }

    fn edge(
        &mut self,
        (source, target): (LocationId, LocationId),
        guard: Guard,
        update: Vec<Stmt>,
        transition: Option<Vec<EdgeInstance>>,
        controllable: bool,
    ) {
        self.process.edges.push(Edge {
            source,
            target,
            selects: Vec::new(),
            guard,
            sync: None,
            update,
            controllable,
            text: EdgeText::default(),
            origin: Origin::NONE,
        });
        self.transitions.push(transition);
    }

    fn hesitates(&mut self) -> ClockFamilyId {
        if let Some(known) = self.hesitation {
            return known;
        }
        let id = ClockFamilyId::at(self.network.clocks.len());
        self.network.clocks.push(ClockFamily {
            name: "hesitation".to_owned(),
            owner: None,
            dims: Vec::new(),
            base: ClockId(0),
            initial: vec![0],
            origin: Origin::NONE,
        });
        *self.hesitation.insert(id)
    }

    /// In this stage the controller must not stop where anything is possible in the model.
    fn not_stuck(&mut self, stage: &'a Stage, look: LocationId) {
        let last = self.process.locations.len() - 1;
        let within = |op, bound: usize| {
            let bound = i32::try_from(bound).unwrap_or(i32::MAX);
            let at = Expr::LocationOf(ProcessId(0));
            Goal::Holds(Expr::binary(op, at, Expr::Const(bound)))
        };
        for zone in stage.could.zones() {
            let clocks = self.clocks(stage).guard(zone).clocks;
            let mut parts = vec![
                within(network::BinaryOp::Ge, look.index()),
                within(network::BinaryOp::Le, last),
            ];
            parts.extend(clocks.into_iter().map(Goal::Clock));
            parts.push(Goal::Deadlock);
            self.stuck.push(Goal::And(parts));
        }
    }
}

fn crossings_of(stage: &Stage) -> Vec<Crossing> {
    if !stage.delays {
        return Vec::new();
    }
    let zones: Vec<Zone> = stage.pieces.iter().map(|piece| piece.zone.clone()).collect();
    let stays = |at: usize| matches!(stage.pieces[at].conduct, Conduct::Stay);
    let all = crossings(&zones).into_iter();
    all.filter(|crossing| stays(crossing.from)).collect()
}

/// Is there no first moment at which to act?
fn acts_soon(stage: &Stage, crossing: &Crossing) -> bool {
    crossing.leaves_late && !matches!(stage.pieces[crossing.to].conduct, Conduct::Stay)
}

fn letter(conduct: &Conduct) -> &'static str {
    match conduct {
        Conduct::Stay => "wait",
        Conduct::Act(_) => "act",
        Conduct::Done | Conduct::GoOn(_) => "done",
    }
}

/// Where a process of the model is.
fn location_variable(process: &Process) -> Variable {
    let last = i32::try_from(process.locations.len()).unwrap_or(i32::MAX) - 1;
    Variable {
        name: format!("at {}", process.name),
        owner: None,
        dims: Vec::new(),
        domain: Domain::int(0, last.max(0)),
        storage: Storage::State,
        base: Slot(0),
        initial: vec![process.initial.0.cast_signed()],
        origin: Origin::NONE,
    }
}
