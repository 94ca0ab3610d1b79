//! Locations and edges of a process.

use network::{
    ChannelPlace, Direction, Edge, EdgeText, Expr as Code, Guard, Location, LocationId,
    LocationKind, ProcessId, Select, Stmt, Sync,
};
use syntax::Span;
use syntax::tree::SyncDirection;

use super::object::Leaf;
use super::{Binding, Lowered, Lowering, Stop};
use crate::limits;
use crate::typed::{self, Expr, Template};

impl Lowering<'_> {
    /// The locations of a process.
    pub(super) fn locations(&mut self, process: ProcessId, template: &Template) {
        let mut locations = Vec::with_capacity(template.locations.len());
        for location in &template.locations {
            let invariant = self.conditions(location.invariant.as_ref());
            let (invariant, rates) = match self.tolerate(invariant) {
                Some(conditions) => {
                    let at = (process, LocationId::at(locations.len()));
                    self.meter_rates(at, &conditions.meter_rates);
                    (conditions.guard(), conditions.rates)
                }
                None => (Guard::always(), Vec::new()),
            };
            let kind = match (location.committed, location.urgent) {
                (true, _) => LocationKind::Committed,
                (false, true) => LocationKind::Urgent,
                (false, false) => LocationKind::Normal,
            };
            locations.push(Location {
                name: location.name.clone(),
                kind,
                invariant,
                rates,
                text: location.text.clone(),
                labels: Vec::new(),
                origin: self.origin(location.span),
            });
        }
        self.network.processes[process.index()].locations = locations;
    }

    /// The edges of a process.
    pub(super) fn edges(&mut self, process: ProcessId, template: &Template) -> Lowered<()> {
        if let Some(edge) = template.edges.first() {
            let count = template.edges.len() as u128;
            let used = self.usage.edges;
            self.usage.edges = self.admit(count, used, limits::EDGES, ("edges", edge.span))?;
        }
        let mut edges = Vec::with_capacity(template.edges.len());
        for edge in &template.edges {
            let lowered = self.edge(edge);
            self.stack.clear();
            edges.extend(self.tolerate(lowered));
        }
        self.network.processes[process.index()].edges = edges;
        Ok(())
    }

    fn edge(&mut self, edge: &typed::Edge) -> Lowered<Edge> {
        let mut lowered = Edge {
            source: LocationId::at(edge.source),
            target: LocationId::at(edge.target),
            selects: Vec::new(),
            guard: Guard::always(),
            sync: None,
            update: Vec::new(),
            controllable: edge.controllable,
            text: EdgeText::default(),
            origin: self.origin(edge.span),
        };
        for gate in &edge.gates {
            self.gate(gate, edge.span, &mut lowered)?;
        }
        Ok(lowered)
    }

    /// Adds the labels before or after a branchpoint to an edge.
    fn gate(&mut self, gate: &typed::Gate, span: Span, edge: &mut Edge) -> Lowered<()> {
        // Texts are copied too: some characters weigh as much as an operator.
        let text = &gate.text;
        let characters = text.select.len() + text.guard.len() + text.sync.len() + text.update.len();
        self.count_parts(characters / 64, span)?;
        for symbol in &gate.selects {
            let (variable, domain) = self.iterated_cell(*symbol)?;
            edge.selects.push(Select { variable, domain });
            self.stack.push((*symbol, Binding::Object(self.cell(variable))));
        }
        let guard = self.conditions(gate.guard.as_ref());
        if let Some(found) = self.tolerate(guard) {
            let earlier = std::mem::replace(&mut edge.guard.condition, Code::TRUE);
            edge.guard.condition = self.both(earlier, found.condition);
            edge.guard.clocks.extend(found.clocks);
        }
        if let Some((channel, direction)) = &gate.sync {
            edge.sync = self.sync(channel, *direction)?;
        }
        self.update(gate.updates.iter(), &mut edge.update);
        append(&mut edge.text.select, &gate.text.select, ", ");
        append(&mut edge.text.guard, &gate.text.guard, " && ");
        append(&mut edge.text.sync, &gate.text.sync, " ");
        append(&mut edge.text.update, &gate.text.update, ", ");
        Ok(())
    }

    /// Updates one by one, so that everything that cannot be run is listed.
    fn update<'e>(&mut self, updates: impl Iterator<Item = &'e Expr>, out: &mut Vec<Stmt>) {
        for update in updates {
            let result = self.effect(update, out);
            self.tolerate(result);
        }
    }

    fn sync(&mut self, channel: &Expr, direction: SyncDirection) -> Lowered<Option<Sync>> {
        let object = self.static_object(channel)?;
        let [Leaf::Channel(family)] = *object.leaves else { return Err(Stop::Reported) };
        let direction = match direction {
            SyncDirection::Send => Direction::Send,
            SyncDirection::Receive => Direction::Receive,
            // A limitation of the network already says that this cannot be run.
            SyncDirection::Csp => return Ok(None),
        };
        let channel = ChannelPlace { family, indices: object.indices };
        Ok(Some(Sync { channel, direction }))
    }
}

/// Adds a text to another.
fn append(text: &mut String, more: &str, separator: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push_str(separator);
    }
    text.push_str(more);
}
