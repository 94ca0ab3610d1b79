//! Networks in a few lines, for tests and generators.
//!
//! ```
//! use orrery_network::build::{NetworkBuilder, at_least, at_most};
//! let mut net = NetworkBuilder::new();
//! let x = net.clock("x");
//! let p = net.process("P", &["idle", "busy"]);
//! net.invariant(p, "busy", [at_most(x, 5)]);
//! net.edge(p, "idle", "busy").reset(x, 0);
//! net.edge(p, "busy", "idle").when_clock(at_least(x, 2));
//! let network = net.finish();
//! assert_eq!(network.clock_count(), 1);
//! ```

use crate::channel::{ChannelFamily, ChannelKind, ChannelPlace};
use crate::expr::{BinaryOp, Expr, Place};
use crate::goal::Goal;
use crate::guard::{ClockConstraint, ClockPlace, Guard};
use crate::ids::{
    ChannelFamilyId, ChannelId, ClockFamilyId, ClockId, LocationId, Origin, ProcessId, ScalarSetId,
    Slot, TemplateId, VariableId,
};
use crate::network::{Network, ScalarSet, Template, cell_count};
use crate::process::{Direction, Edge, EdgeText, Location, LocationKind, Process, Select, Sync};
use crate::stmt::{Stmt, StmtKind};
use crate::validate::validate;
use crate::variable::{ClockFamily, Dim, Domain, Storage, Variable};

/// Collects a network piece by piece.
#[derive(Default)]
pub struct NetworkBuilder {
    network: Network,
}

impl NetworkBuilder {
    #[must_use]
    pub fn new() -> NetworkBuilder {
        NetworkBuilder::default()
    }

    pub fn scalar_set(&mut self, name: &str, size: u32) -> ScalarSetId {
        let id = ScalarSetId::at(self.network.scalar_sets.len());
        self.network.scalar_sets.push(ScalarSet {
            name: name.to_owned(),
            size,
            origin: Origin::NONE,
        });
        id
    }

    /// A clock that starts at 0.
    pub fn clock(&mut self, name: &str) -> ClockFamilyId {
        self.clock_array(name, Vec::new())
    }

    /// An array of clocks that start at 0.
    pub(crate) fn clock_array(&mut self, name: &str, dims: Vec<Dim>) -> ClockFamilyId {
        let id = ClockFamilyId::at(self.network.clocks.len());
        self.network.clocks.push(ClockFamily {
            name: name.to_owned() + &"[]".repeat(dims.len()),
            owner: None,
            initial: vec![0; cell_count(&dims)],
            dims,
            base: ClockId(0),
            origin: Origin::NONE,
        });
        id
    }

    /// A state variable of one cell.
    pub fn int(&mut self, name: &str, lower: i32, upper: i32, initial: i32) -> VariableId {
        self.variable(name, Vec::new(), Domain::int(lower, upper), Storage::State, initial)
    }

    /// A scratch variable of one cell.
    pub fn scratch(&mut self, name: &str, domain: Domain) -> VariableId {
        self.variable(name, Vec::new(), domain, Storage::Scratch, domain.lower)
    }

    /// A variable of any shape, every cell starting at `initial`.
    pub fn variable(
        &mut self,
        name: &str,
        dims: Vec<Dim>,
        domain: Domain,
        storage: Storage,
        initial: i32,
    ) -> VariableId {
        let id = VariableId::at(self.network.variables.len());
        self.network.variables.push(Variable {
            name: name.to_owned() + &"[]".repeat(dims.len()),
            owner: None,
            initial: vec![initial; cell_count(&dims)],
            dims,
            domain,
            storage,
            base: Slot(0),
            origin: Origin::NONE,
        });
        id
    }

    /// A channel that is not urgent.
    pub fn channel(&mut self, name: &str, kind: ChannelKind) -> ChannelFamilyId {
        self.channel_array(name, Vec::new(), kind, false)
    }

    /// An array of channels.
    pub(crate) fn channel_array(
        &mut self,
        name: &str,
        dims: Vec<Dim>,
        kind: ChannelKind,
        urgent: bool,
    ) -> ChannelFamilyId {
        let id = ChannelFamilyId::at(self.network.channels.len());
        self.network.channels.push(ChannelFamily {
            name: name.to_owned() + &"[]".repeat(dims.len()),
            owner: None,
            priority: vec![0; cell_count(&dims)],
            dims,
            kind,
            urgent,
            base: ChannelId(0),
            origin: Origin::NONE,
        });
        id
    }

    /// A process with these locations, starting at the first.
    pub fn process(&mut self, name: &str, locations: &[&str]) -> ProcessId {
        let id = ProcessId::at(self.network.processes.len());
        let template = TemplateId::at(self.network.templates.len());
        self.network.templates.push(Template { name: name.to_owned(), ..Template::default() });
        self.network.processes.push(Process {
            name: name.to_owned(),
            template,
            arguments: Vec::new(),
            locations: locations.iter().map(|name| plain_location(name)).collect(),
            initial: LocationId(0),
            edges: Vec::new(),
            priority: 0,
        });
        id
    }

    /// The location of that name.
    ///
    /// # Panics
    /// If there is none: a mistake in a test.
    #[must_use]
    pub fn location(&self, process: ProcessId, name: &str) -> LocationId {
        let locations = &self.network.processes[process.index()].locations;
        let position = locations.iter().position(|location| location.name == name);
        LocationId::at(position.expect("the test names a location it has declared"))
    }

    /// Makes a location urgent or committed.
    pub fn kind(&mut self, process: ProcessId, location: &str, kind: LocationKind) {
        let location = self.location(process, location).index();
        self.network.processes[process.index()].locations[location].kind = kind;
    }

    /// Adds clock constraints to the invariant of a location.
    pub fn invariant(
        &mut self,
        process: ProcessId,
        location: &str,
        constraints: impl IntoIterator<Item = ClockConstraint>,
    ) {
        let location = self.location(process, location).index();
        let location = &mut self.network.processes[process.index()].locations[location];
        location.invariant.clocks.extend(constraints);
    }

    /// An edge, to be completed by the methods of [`EdgeBuilder`].
    pub fn edge(&mut self, process: ProcessId, source: &str, target: &str) -> EdgeBuilder<'_> {
        let (source, target) = (self.location(process, source), self.location(process, target));
        let edges = &mut self.network.processes[process.index()].edges;
        edges.push(Edge {
            source,
            target,
            selects: Vec::new(),
            guard: Guard::always(),
            sync: None,
            update: Vec::new(),
            controllable: true,
            text: EdgeText::default(),
            origin: Origin::NONE,
        });
        EdgeBuilder { edge: edges.last_mut().expect("an edge was just pushed") }
    }

    /// "The process is at the location."
    #[must_use]
    pub fn at(&self, process: ProcessId, location: &str) -> Goal {
        Goal::Holds(Expr::At(process, self.location(process, location)))
    }

    /// The network so far, for what the builder has no method for.
    pub fn raw(&mut self) -> &mut Network {
        &mut self.network
    }

    /// The finished network.
    ///
    /// # Panics
    /// If it is not valid: a mistake in a test.
    #[must_use]
    pub fn finish(mut self) -> Network {
        self.network.lay_out();
        if let Err(problems) = validate(&self.network) {
            panic!("the test built an invalid network: {problems:?}");
        }
        self.network
    }
}

pub struct EdgeBuilder<'a> {
    edge: &'a mut Edge,
}

impl EdgeBuilder<'_> {
    /// Adds an integer condition to the guard.
    pub fn when(self, condition: Expr) -> Self {
        let guard = &mut self.edge.guard;
        guard.condition = Expr::and(std::mem::replace(&mut guard.condition, Expr::TRUE), condition);
        self
    }

    /// Adds a clock constraint to the guard.
    pub fn when_clock(self, constraint: ClockConstraint) -> Self {
        self.edge.guard.clocks.push(constraint);
        self
    }

    /// Binds a select variable.
    pub fn select(self, variable: VariableId, domain: Domain) -> Self {
        self.edge.selects.push(Select { variable, domain });
        self
    }

    /// Synchronises on a channel without dimensions.
    pub fn sync(self, family: ChannelFamilyId, direction: Direction) -> Self {
        self.sync_at(ChannelPlace { family, indices: Vec::new() }, direction)
    }

    /// Synchronises on a channel of an array.
    pub(crate) fn sync_at(self, channel: ChannelPlace, direction: Direction) -> Self {
        self.edge.sync = Some(Sync { channel, direction });
        self
    }

    pub fn reset(self, clock: ClockFamilyId, value: i32) -> Self {
        let target = ClockPlace::single(clock);
        self.then(StmtKind::SetClock { target, source: None, offset: Expr::Const(value) })
    }

    /// Assigns a variable of one cell.
    pub fn assign(self, variable: VariableId, value: Expr) -> Self {
        self.then(StmtKind::Assign { target: Place::whole(variable), value })
    }

    /// Adds any statement to the update.
    pub fn then(self, kind: StmtKind) -> Self {
        self.edge.update.push(Stmt::new(kind));
        self
    }
}

fn plain_location(name: &str) -> Location {
    Location {
        name: name.to_owned(),
        kind: LocationKind::Normal,
        invariant: Guard::always(),
        rates: Vec::new(),
        text: String::new(),
        labels: Vec::new(),
        origin: Origin::NONE,
    }
}

/// `left - right <= bound` (or `<`).
#[must_use]
pub fn difference(
    left: Option<ClockFamilyId>,
    right: Option<ClockFamilyId>,
    strict: bool,
    bound: i32,
) -> ClockConstraint {
    ClockConstraint {
        when: Expr::TRUE,
        left: left.map(ClockPlace::single),
        right: right.map(ClockPlace::single),
        strict,
        bound: Expr::Const(bound),
    }
}

/// `clock <= bound`
#[must_use]
pub fn at_most(clock: ClockFamilyId, bound: i32) -> ClockConstraint {
    difference(Some(clock), None, false, bound)
}

/// `clock < bound`
#[must_use]
pub fn below(clock: ClockFamilyId, bound: i32) -> ClockConstraint {
    difference(Some(clock), None, true, bound)
}

/// `clock >= bound`
#[must_use]
pub fn at_least(clock: ClockFamilyId, bound: i32) -> ClockConstraint {
    difference(None, Some(clock), false, -bound)
}

/// `clock > bound`
#[must_use]
pub fn above(clock: ClockFamilyId, bound: i32) -> ClockConstraint {
    difference(None, Some(clock), true, -bound)
}

/// `variable == value`
#[must_use]
pub fn equals(variable: VariableId, value: i32) -> Expr {
    Expr::binary(BinaryOp::Eq, Expr::variable(variable), Expr::Const(value))
}
