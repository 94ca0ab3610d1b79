//! The whole model.

use std::cell::RefCell;

use orrery::network::features::Features;
use orrery::network::{Direction, LocationKind, Network, Origin, Process};
use orrery::syntax::Span;
use orrery::syntax::tck::{self, Declaration, Document, Named};

use super::edges::{Written, edges, plain};
use super::expressions::{Scope, World};
use super::names::{Names, ident};
use super::places::Places;
use super::syncs::{Users, check};
use super::terms::value;
use super::unsayable::{Said, Unsayable, unsayable};

/// A network in TChecker's format, or what that has no words for.
pub(crate) fn write(network: &Network, name: &str) -> Result<Document, Vec<Unsayable>> {
    let mut problems = foreign(network);
    let mut names = Names::default();
    let mut declarations = Vec::new();
    let places = match Places::new(network, &mut names, &mut declarations) {
        Ok(places) => places,
        Err(problem) => {
            problems.push(problem);
            return Err(problems);
        }
    };
    let world = World { network, places, names: RefCell::new(names) };
    let mut all_edges = Vec::new();
    for process in &network.processes {
        let mut written = Vec::new();
        for (number, edge) in process.edges.iter().enumerate() {
            match edges(&world, number, edge) {
                Ok(edges) => written.extend(edges),
                Err(problem) => problems.push(problem),
            }
        }
        all_edges.push(written);
    }
    problems.extend(check(network, &all_edges).err());
    let writer = Writer::new(&world, &all_edges);
    match writer.processes(&mut declarations) {
        Err(problem) => problems.push(problem),
        Ok(()) if problems.is_empty() => {
            let name = Some(ident(&Names::default().fresh(name)));
            return Ok(Document { name, attributes: Vec::new(), declarations });
        }
        Ok(()) => {}
    }
    problems.dedup();
    Err(problems)
}

/// What has no words at all.
fn foreign(network: &Network) -> Vec<Unsayable> {
    let mut problems = Vec::new();
    let mut say = |what: &str, origin| {
        problems.push(Unsayable { what: what.to_owned(), origin });
    };
    for family in network.channels.iter().filter(|family| family.urgent) {
        say(&format!("the urgent channel `{}`", family.name), family.origin);
    }
    if Features::of(network).priorities {
        say("priorities", Origin::NONE);
    }
    if !network.before_update.is_empty() || !network.after_update.is_empty() {
        say("statements before or after every update", Origin::NONE);
    }
    for limitation in &network.limitations {
        // The reason tells the place.
        say(&limitation.reason, Origin::NONE);
    }
    problems
}

/// Writes processes, once everything has a name.
struct Writer<'a> {
    world: &'a World<'a>,
    edges: &'a [Vec<Written>],
    users: Vec<Users>,
    processes: Vec<String>,
    /// The events of each channel: sending and receiving.
    events: Vec<(String, String)>,
    internal: String,
}

impl<'a> Writer<'a> {
    fn new(world: &'a World<'a>, edges: &'a [Vec<Written>]) -> Writer<'a> {
        let network = world.network;
        let mut names = Names::default();
        let processes = network.processes.iter().map(|process| names.fresh(&process.name));
        let processes = processes.collect();
        let mut names = Names::default();
        let internal = names.fresh("tau");
        let channels = network.channel_names();
        let event = |name: &String, names: &mut Names| {
            (names.fresh(&format!("{name}_out")), names.fresh(&format!("{name}_in")))
        };
        let events = channels.iter().map(|name| event(name, &mut names)).collect();
        let users = Users::of(network, edges);
        Writer { world, edges, users, processes, events, internal }
    }

    fn processes(&self, declarations: &mut Vec<Declaration>) -> Said<()> {
        let named = |name: &str| Named { name: ident(name), attributes: Vec::new() };
        declarations.push(Declaration::Event(named(&self.internal)));
        for (users, (out, into)) in self.users.iter().zip(&self.events) {
            if !users.senders.is_empty() {
                declarations.push(Declaration::Event(named(out)));
            }
            if !users.receivers.is_empty() {
                declarations.push(Declaration::Event(named(into)));
            }
        }
        for (number, process) in self.world.network.processes.iter().enumerate() {
            declarations.push(Declaration::Process(named(&self.processes[number])));
            self.process(number, process, declarations)?;
        }
        for (users, (out, into)) in self.users.iter().zip(&self.events) {
            declarations.extend(users.vectors(&self.processes, out, into));
        }
        Ok(())
    }

    fn process(
        &self,
        number: usize,
        process: &'a Process,
        declarations: &mut Vec<Declaration>,
    ) -> Said<()> {
        let mut names = Names::default();
        let locations: Vec<String> =
            process.locations.iter().map(|location| names.fresh(&location.name)).collect();
        for (place, location) in process.locations.iter().enumerate() {
            if !location.rates.is_empty() {
                return unsayable("a clock that stands still", location.origin);
            }
            let scope = Scope::new(self.world, location.origin);
            // Labels are what TChecker can be asked for.
            let label = format!("{}_{}", self.processes[number], locations[place]);
            let mut labels = vec![ident(&self.world.names.borrow_mut().fresh(&label))];
            labels.extend(location.labels.iter().map(|label| ident(label)));
            declarations.push(Declaration::Location(tck::Location {
                process: ident(&self.processes[number]),
                name: ident(&locations[place]),
                initial: process.initial.index() == place,
                committed: location.kind == LocationKind::Committed,
                urgent: location.kind == LocationKind::Urgent,
                invariant: Some(plain(&scope, &location.invariant)?).filter(says_something),
                labels,
                attributes: Vec::new(),
                span: Span::default(),
            }));
        }
        for written in &self.edges[number] {
            let Some(event) = self.event(number, written) else { continue };
            let edge = &process.edges[written.edge];
            declarations.push(Declaration::Edge(tck::Edge {
                process: ident(&self.processes[number]),
                source: ident(&locations[edge.source.index()]),
                target: ident(&locations[edge.target.index()]),
                event: ident(event),
                guard: Some(written.guard.clone()).filter(says_something),
                update: written.update.clone(),
                attributes: Vec::new(),
                span: Span::default(),
            }));
        }
        Ok(())
    }

    /// The event of an edge; none if it can never be taken because nobody answers.
    fn event(&self, process: usize, written: &Written) -> Option<&str> {
        let Some((channel, direction)) = written.sync else { return Some(&self.internal) };
        let (out, into) = &self.events[channel];
        let used = self.users[channel].is_used(process, direction);
        used.then_some(if direction == Direction::Send { out } else { into })
    }
}

/// Is it more than the number 1?
fn says_something(condition: &tck::Expr) -> bool {
    value(condition).is_none_or(|value| value == 0)
}
