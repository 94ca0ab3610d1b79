//! Templates: locations, edges and their labels.

use std::rc::Rc;

use network::EdgeText;
use syntax::tree::{self, Ident, Node, SyncDirection};
use syntax::{Code, Diagnostic, Span};

use super::{Checker, Region};
use crate::symbol::{Role, SymbolKind};
use crate::typed::{Body, Edge, Expr, Gate, Instance, Location, Template};
use crate::types::Type;

impl Checker {
    /// A template. Its name is visible after it.
    pub(super) fn template(&mut self, tree: &tree::Template) {
        let number = self.model.templates.len();
        self.region = Region::Template(number);
        self.sizes.clear();
        self.scopes.open();
        let parameters = self.parameters(&tree.parameters, Role::TemplateParameter);
        let mut locals = Vec::new();
        for declaration in &tree.declarations {
            locals.extend(self.local_declaration(declaration));
        }
        self.declare_nodes(tree);
        let names = self.scopes.innermost();
        let locations = tree.locations.iter().map(|location| self.location(location)).collect();
        let edges = self.edges(tree);
        let initial = self.initial(tree);
        self.scopes.close();
        self.region = Region::Global;
        let name = tree.name.name.clone();
        let template = Template { name: name.clone(), locals, locations, initial, edges, names };
        self.model.templates.push(template);
        let instance = Instance {
            name,
            parameters,
            body: Body::Template,
            template: number,
            restricted: std::mem::take(&mut self.sizes),
            broken: initial.is_none(),
            span: tree.name.span,
        };
        self.model.instances.push(instance);
        let instance = self.model.instances.len() - 1;
        self.declare(&tree.name, SymbolKind::Instance(instance));
    }

    /// Location names share the template's scope, so that queries can tell them apart.
    fn declare_nodes(&mut self, tree: &tree::Template) {
        for (number, location) in tree.locations.iter().enumerate() {
            let name = location_name(location);
            self.declare(&name, SymbolKind::Location(number));
        }
        for branchpoint in &tree.branchpoints {
            let name = Ident { name: branchpoint.id.clone(), span: branchpoint.span };
            self.declare(&name, SymbolKind::Branchpoint);
        }
    }

    fn location(&mut self, tree: &tree::Location) -> Location {
        let invariant = tree.invariant.as_ref();
        let checked = invariant.and_then(|invariant| self.invariant(&invariant.tree));
        for rate in tree.rate.iter().flat_map(|rate| &rate.tree) {
            self.number(rate, "an exponential rate");
        }
        if tree.urgent && tree.committed {
            let message = "a location cannot be both urgent and committed";
            self.error(Code::BadLocation, tree.span, message);
        }
        Location {
            name: location_name(tree).name,
            invariant: checked,
            text: invariant.map_or_else(String::new, |label| label.text.clone()),
            urgent: tree.urgent,
            committed: tree.committed,
            span: tree.span,
        }
    }

    fn initial(&mut self, tree: &tree::Template) -> Option<usize> {
        match tree.init {
            Some(Node::Location(location)) if location < tree.locations.len() => Some(location),
            Some(_) => {
                let message = format!("`{}` cannot start at a branchpoint", tree.name.name);
                self.error(Code::BadLocation, tree.name.span, message);
                None
            }
            None => {
                let message = format!("`{}` has no initial location", tree.name.name);
                let error = Diagnostic::new(Code::BadLocation, tree.name.span, message);
                self.report(match tree.locations.first() {
                    Some(first) => error.help(format!(
                        "say where it starts: `init {};`, in XML `<init ref=…/>`",
                        location_name(first).name
                    )),
                    None => error,
                });
                None
            }
        }
    }

    /// A weight or rate, which only statistical engines read.
    fn number(&mut self, tree: &tree::Expr, what: &str) {
        let expr = self.expression(tree);
        if expr.ty.is_error() {
            return;
        }
        if !expr.ty.is_number() {
            let message =
                format!("{what} must be a number, and this is {}", expr.ty.with_article());
            self.error(Code::WrongType, tree.span, message);
            return;
        }
        self.require_pure(&expr, what);
    }

    /// All edges; those through branchpoints once for each way through.
    fn edges(&mut self, tree: &tree::Template) -> Vec<Edge> {
        let mut branches: Vec<Vec<(usize, Rc<Gate>)>> = vec![Vec::new(); tree.branchpoints.len()];
        for edge in &tree.edges {
            if let Node::Branchpoint(branchpoint) = edge.source {
                let branch = self.branch(edge);
                if let (Some(branch), Some(list)) = (branch, branches.get_mut(branchpoint)) {
                    list.push(branch);
                }
            }
        }
        let mut edges = Vec::with_capacity(tree.edges.len());
        for edge in &tree.edges {
            let Node::Location(source) = edge.source else { continue };
            let gate = Rc::new(self.gate(edge));
            let (span, controllable) = (edge.span, edge.controllable);
            match edge.target {
                Node::Location(target) => {
                    edges.push(Edge { source, target, gates: vec![gate], controllable, span });
                }
                Node::Branchpoint(branchpoint) => {
                    for (target, branch) in branches.get(branchpoint).into_iter().flatten() {
                        if gate.sync.is_some() && branch.sync.is_some() {
                            let message = "both the edge into a branchpoint and the one out of it \
                                           synchronise";
                            self.error(Code::BadLocation, span, message);
                        }
                        let gates = vec![Rc::clone(&gate), Rc::clone(branch)];
                        let target = *target;
                        edges.push(Edge { source, target, gates, controllable, span });
                    }
                }
            }
        }
        edges
    }

    /// The part of an edge after a branchpoint.
    fn branch(&mut self, edge: &tree::Edge) -> Option<(usize, Rc<Gate>)> {
        if edge.select.is_some() || edge.guard.is_some() || edge.sync.is_some() {
            let message =
                "an edge that leaves a branchpoint should only have an update and a weight";
            let help = "its other labels are taken together with those of the edge into it";
            self.report(Diagnostic::new(Code::BranchpointLabel, edge.span, message).help(help));
        }
        let gate = self.gate(edge);
        let Node::Location(target) = edge.target else {
            let message = "an edge cannot lead from a branchpoint to a branchpoint";
            self.error(Code::BadLocation, edge.span, message);
            return None;
        };
        Some((target, Rc::new(gate)))
    }

    fn gate(&mut self, edge: &tree::Edge) -> Gate {
        self.scopes.open();
        let mut selects = Vec::new();
        for binding in edge.select.iter().flat_map(|label| &label.tree) {
            self.warn_if_hiding(&binding.name);
            let ty = self.iterated_type(&binding.ty);
            selects.push(self.bind(&binding.name, ty, Role::Selected));
        }
        let guard = edge.guard.as_ref().and_then(|label| self.guard(&label.tree));
        let sync = edge.sync.as_ref().and_then(|label| self.sync(&label.tree, label.span));
        if let (Some(guard), Some((channel, _))) = (&guard, &sync) {
            self.warn_if_urgent_clock_guard(guard, channel);
        }
        let updates = edge.update.as_ref().map_or_else(Vec::new, |label| self.updates(&label.tree));
        if let Some(weight) = &edge.weight {
            self.number(&weight.tree, "a weight");
        }
        self.scopes.close();
        let text = |label: Option<&String>| label.cloned().unwrap_or_default();
        let text = EdgeText {
            select: text(edge.select.as_ref().map(|label| &label.text)),
            guard: text(edge.guard.as_ref().map(|label| &label.text)),
            sync: text(edge.sync.as_ref().map(|label| &label.text)),
            update: text(edge.update.as_ref().map(|label| &label.text)),
        };
        Gate { selects, guard, sync, updates, text }
    }

    fn sync(&mut self, sync: &tree::SyncLabel, span: Span) -> Option<(Expr, SyncDirection)> {
        let channel = self.expression(&sync.channel);
        if channel.ty.is_error() {
            return None;
        }
        if !matches!(channel.ty, Type::Channel(_)) {
            let message = format!(
                "a synchronisation needs a channel, and this is {}",
                channel.ty.with_article()
            );
            let mut diagnostic = Diagnostic::new(Code::WrongType, channel.span, message);
            if matches!(channel.ty.innermost(), Type::Channel(_)) {
                diagnostic = diagnostic.help("choose a channel of the array: `c[i]`");
            } else {
                diagnostic = diagnostic.help("declare one: `chan c;`");
            }
            self.report(diagnostic);
            return None;
        }
        if sync.direction == SyncDirection::Csp {
            let reason =
                "synchronisation of all processes at once; write `c!` to send or `c?` to receive";
            self.model.limitations.push((reason.to_owned(), span));
        }
        self.require_pure(&channel, "a synchronisation").then_some((channel, sync.direction))
    }

    fn warn_if_urgent_clock_guard(&mut self, guard: &Expr, channel: &Expr) {
        let clocks = matches!(guard.ty, Type::Condition(_));
        if clocks && matches!(channel.ty, Type::Channel(channel) if channel.urgent) {
            let message = "a clock guard on an urgent channel";
            let help = "time may have to stop at a moment that depends on the guard; \
                        prefer an invariant";
            self.report(Diagnostic::new(Code::UrgentClockGuard, guard.span, message).help(help));
        }
    }
}

/// The name of a location; an anonymous one has `_` and its identifier.
fn location_name(location: &tree::Location) -> Ident {
    match &location.name {
        Some(label) => label.tree.clone(),
        None => Ident { name: format!("_{}", location.id), span: location.span },
    }
}
