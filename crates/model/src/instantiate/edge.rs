//! Locations and edges of a process.

use network::{
    ChannelPlace, Direction, Edge, EdgeText, Guard, Location, LocationId, LocationKind, ProcessId,
    Select, Stmt, Sync,
};
use syntax::tree::SyncDirection;

use super::guard::Conditions;
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
                Some(conditions) => (conditions.guard(), conditions.rates),
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
        let gate = &edge.gate;
        let mut selects = Vec::with_capacity(gate.selects.len());
        for symbol in &gate.selects {
            let (variable, domain) = self.iterated_cell(*symbol)?;
            selects.push(Select { variable, domain });
            self.stack.push((*symbol, Binding::Object(self.cell(variable))));
        }
        let guard = self.conditions(gate.guard.as_ref());
        let guard = self.tolerate(guard).map_or_else(Guard::always, |found: Conditions| Guard {
            condition: found.condition,
            clocks: found.clocks,
        });
        let sync = match &gate.sync {
            Some((channel, direction)) => self.sync(channel, *direction)?,
            None => None,
        };
        let update = self.update(gate.updates.iter().chain(&edge.after));
        let mut text = EdgeText::clone(&gate.text);
        if !edge.after_text.is_empty() {
            let separator = if text.update.is_empty() { "" } else { ", " };
            text.update = format!("{}{separator}{}", text.update, edge.after_text);
        }
        Ok(Edge {
            source: LocationId::at(edge.source),
            target: LocationId::at(edge.target),
            selects,
            guard,
            sync,
            update,
            text,
            origin: self.origin(edge.span),
        })
    }

    /// Updates one by one, so that everything that cannot be run is listed.
    fn update<'e>(&mut self, updates: impl Iterator<Item = &'e Expr>) -> Vec<Stmt> {
        let mut statements = Vec::new();
        for update in updates {
            let result = self.effect(update, &mut statements);
            self.tolerate(result);
        }
        statements
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
