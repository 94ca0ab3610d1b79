//! Is a renaming really a symmetry of the network?
//!
//! Nothing that suggests a renaming is trusted, neither declared scalar sets nor detection. A candidate
//! says what some processes (or values) become; matching grows that into a renaming of everything, and
//! the finished renaming is then checked from scratch: every process becomes its image, functions and
//! hooks become themselves, ranges and constant tables are preserved, and no order that the renaming
//! changes makes a difference (docs/theory/detection.md).

use std::collections::BTreeSet;

use network::variable::Dim;
use network::{
    ChannelKind, Direction, Edge, Network, Origin, ProcessId, Stmt, Storage, VariableId,
};

use crate::compare::colours::Colours;
use crate::compare::commute::{OrderMatters, loop_commutes, updates_commute};
use crate::compare::matcher::Matcher;
use crate::compare::mismatch::{Mismatch, Part};
use crate::identities::classes::{Class, Classes, Plain};
use crate::identities::loops::{collect_loops, without};
use crate::identities::ranges::ranges;
use crate::offsets::move_offset;
use crate::renaming::bindings::Bindings;
use crate::renaming::total::Renaming;
use analysis::Ordered;

/// Why a candidate is not a symmetry.
#[derive(Clone, PartialEq, Debug)]
pub enum Broken {
    /// Two pieces that should become each other differ.
    Differs(Mismatch, Option<Plain>),
    /// Values move out of a range (a domain, an index range, a loop).
    Range(Origin, String),
    /// A table of constants is not preserved.
    Table(String),
    /// Priorities of channels are not preserved.
    Priority(String),
    /// The order of a loop matters.
    Loop(OrderMatters),
    /// The order of the receivers of a broadcast matters.
    Receivers(OrderMatters),
    /// The order in which a quantifier evaluates its instances may matter, as one may be invalid.
    Quantifier(Origin),
    /// `(v + k) % n` does not commute with it.
    CyclicFunction,
    /// A `meta` variable is read before it is written.
    Meta(String),
}

/// The most values of a class on which functions of identities are tested.
const MOST_VALUES_CHECKED: usize = 10_000;

/// A candidate: what is known at the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) processes: Vec<(ProcessId, ProcessId)>,
    /// What values of classes become.
    pub(crate) values: Vec<(Class, i32, i32)>,
    pub(crate) variables: Vec<(VariableId, VariableId)>,
    /// What arrays of clocks become.
    pub(crate) clocks: Vec<(network::ClockFamilyId, network::ClockFamilyId)>,
    /// What arrays of channels become.
    pub(crate) channels: Vec<(network::ChannelFamilyId, network::ChannelFamilyId)>,
    /// May locations be permuted?
    pub(crate) rearranges: bool,
}

/// Validates candidates for one network.
#[derive(Clone, Copy)]
pub(crate) struct Validator<'n> {
    pub(crate) network: &'n Network,
    pub(crate) classes: &'n Classes,
    /// A symmetry keeps colours.
    pub(crate) colours: &'n Colours,
    /// Quantifiers that show the order of their values.
    pub(crate) ordered: &'n [Ordered],
}

impl<'n> Validator<'n> {
    /// The renaming that a candidate grows into, if it is a symmetry.
    pub(crate) fn validate(&self, candidate: &Candidate) -> Result<Renaming, Broken> {
        let mut bindings = Bindings::new(self.network, self.classes);
        bindings.rearranges = candidate.rearranges;
        self.grow(candidate, &mut bindings)?;
        bindings.freeze();
        let edges = self.check(&mut bindings)?;
        Ok(Renaming::of(self.network, &bindings, edges))
    }

    fn broken(&self, mismatch: Option<Mismatch>) -> Broken {
        let (nowhere, part) = (Origin::NONE, Part::Whole);
        let fallback = Mismatch { origin: nowhere, other: nowhere, part, constants: None };
        let mismatch = mismatch.unwrap_or(fallback);
        let class = mismatch.constants.and_then(|(_, _, class)| class);
        let plain = class.and_then(|class| self.classes.plain(class));
        Broken::Differs(mismatch, plain)
    }

    fn pair(
        &self,
        bindings: &mut Bindings<'n>,
        from: ProcessId,
        to: ProcessId,
    ) -> Result<(), Broken> {
        let mut matcher = Matcher::new(self.network, self.classes, bindings);
        if !matcher.processes(from, to) {
            let mismatch = matcher.mismatch.take();
            return Err(self.broken(mismatch));
        }
        self.discharge(bindings)
    }

    /// Matches the bodies of functions that were paired on the way.
    fn discharge(&self, bindings: &mut Bindings<'n>) -> Result<(), Broken> {
        while let Some((from, to)) = bindings.obligations.pop() {
            let mut matcher = Matcher::new(self.network, self.classes, bindings);
            if !matcher.functions(from, to) {
                let mismatch = matcher.mismatch.take();
                return Err(self.broken(mismatch));
            }
        }
        Ok(())
    }

    /// Extends the candidate to all processes.
    fn grow(&self, candidate: &Candidate, bindings: &mut Bindings<'n>) -> Result<(), Broken> {
        for (class, from, to) in &candidate.values {
            if !bindings.constant(*from, *to, Some(*class)) {
                return Err(self.broken(None));
            }
        }
        let names = candidate.variables.iter().all(|(from, to)| bindings.variable(*from, *to))
            && candidate.clocks.iter().all(|(from, to)| bindings.clock(*from, *to))
            && candidate.channels.iter().all(|(from, to)| bindings.channel(*from, *to));
        if !names {
            return Err(self.broken(None));
        }
        for (from, to) in &candidate.processes {
            self.pair(bindings, *from, *to)?;
        }
        for number in 0..self.network.processes.len() {
            let process = ProcessId::at(number);
            if !bindings.knows_process(process) {
                self.place(bindings, process)?;
            }
        }
        Ok(())
    }

    /// Finds an image for a process: itself if possible, else one of the same shape.
    fn place(&self, bindings: &mut Bindings<'n>, process: ProcessId) -> Result<(), Broken> {
        let mark = bindings.mark();
        let mut problem = None;
        let colours = &self.colours.processes;
        let others = (0..self.network.processes.len()).map(ProcessId::at).filter(|other| {
            *other != process && colours[other.index()] == colours[process.index()]
        });
        for image in std::iter::once(process).chain(others) {
            if bindings.is_image(image) {
                continue;
            }
            match self.pair(bindings, process, image) {
                Ok(()) => return Ok(()),
                Err(broken) => {
                    problem.get_or_insert(broken);
                    bindings.roll_back(mark);
                }
            }
        }
        Err(problem.unwrap_or_else(|| self.broken(None)))
    }

    /// Checks a total renaming; the edges that become each other.
    fn check(&self, bindings: &mut Bindings<'n>) -> Result<Vec<Vec<u32>>, Broken> {
        let mut edges = Vec::with_capacity(self.network.processes.len());
        for number in 0..self.network.processes.len() {
            let process = ProcessId::at(number);
            let image = bindings.process_of(process);
            self.pair(bindings, process, image)?;
            edges.push(self.edge_map(bindings, process, image)?);
        }
        let network = self.network;
        for hook in [&network.before_update, &network.after_update] {
            let mut matcher = Matcher::new(network, self.classes, bindings);
            if !matcher.stmts(hook, hook) {
                let mismatch = matcher.mismatch.take();
                return Err(self.broken(mismatch));
            }
            self.discharge(bindings)?;
        }
        self.ranges(bindings)?;
        self.tables(bindings)?;
        self.priorities(bindings)?;
        self.listed(bindings)?;
        self.quantifiers(bindings)?;
        self.loops(bindings)?;
        self.receivers(bindings)?;
        Ok(edges)
    }

    /// Which edge of the image each edge becomes.
    fn edge_map(
        &self,
        bindings: &mut Bindings<'n>,
        process: ProcessId,
        image: ProcessId,
    ) -> Result<Vec<u32>, Broken> {
        let edges = &self.network.process(process).edges;
        let images = &self.network.process(image).edges;
        let mut taken = vec![false; images.len()];
        let mut map = Vec::with_capacity(edges.len());
        for (number, edge) in edges.iter().enumerate() {
            let straight = std::iter::once(number).chain(0..images.len());
            let mut found = None;
            for other in straight.filter(|other| *other < images.len()) {
                let mut matcher = Matcher::new(self.network, self.classes, bindings);
                if !taken[other] && matcher.edges((process, image), edge, &images[other]) {
                    found = Some(other);
                    break;
                }
            }
            let found = found.ok_or_else(|| self.broken(None))?;
            taken[found] = true;
            map.push(u32::try_from(found).expect("edges are bounded"));
        }
        Ok(map)
    }

    /// Moved values stay within every range of their class.
    fn ranges(&self, bindings: &Bindings<'n>) -> Result<(), Broken> {
        if bindings.moved_classes().next().is_none() {
            return Ok(());
        }
        for range in ranges(self.network, self.classes) {
            let leaves =
                |(from, to): (i32, i32)| range.dim.contains(from) != range.dim.contains(to);
            if bindings.moved_values(range.class).any(leaves) {
                return Err(Broken::Range(range.origin, range.name.to_owned()));
            }
        }
        Ok(())
    }

    /// Constant tables, and initial values of local variables of functions, are preserved.
    fn tables(&self, bindings: &Bindings<'n>) -> Result<(), Broken> {
        let locals: Vec<VariableId> =
            self.network.functions.iter().flat_map(|function| function.locals.clone()).collect();
        for (number, variable) in self.network.variables.iter().enumerate() {
            let id = VariableId::at(number);
            if variable.storage != Storage::Constant && !locals.contains(&id) {
                continue;
            }
            let image = self.network.variable(bindings.variable_of(id));
            for (offset, value) in variable.initial.iter().enumerate() {
                let moved = self.moved_offset(bindings, id, &variable.dims, offset);
                let value = bindings.value_of(self.classes.value(id), *value);
                if image.initial.get(moved) != Some(&value) {
                    return Err(Broken::Table(variable.name.clone()));
                }
            }
        }
        Ok(())
    }

    fn moved_offset(
        &self,
        bindings: &Bindings<'n>,
        variable: VariableId,
        dims: &[Dim],
        offset: usize,
    ) -> usize {
        move_offset(dims, offset, |dim, index| {
            bindings.value_of(self.classes.dim(variable, dim), index)
        })
    }

    fn priorities(&self, bindings: &Bindings<'n>) -> Result<(), Broken> {
        for (number, family) in self.network.channels.iter().enumerate() {
            let id = network::ChannelFamilyId::at(number);
            let image = self.network.channel_family(bindings.channel_of(id));
            for (offset, priority) in family.priority.iter().enumerate() {
                let moved = move_offset(&family.dims, offset, |dim, index| {
                    bindings.value_of(self.classes.channel_dim(id, dim), index)
                });
                if image.priority.get(moved) != Some(priority) {
                    return Err(Broken::Priority(family.name.clone()));
                }
            }
        }
        Ok(())
    }

    /// Functions of identities commute with the renaming of values, for every value that may occur: what
    /// enters the class, what the functions make of it, and what all this is renamed to.
    fn listed(&self, bindings: &Bindings<'n>) -> Result<(), Broken> {
        for class in bindings.moved_classes() {
            let functions: Vec<_> = self.classes.cyclic_functions(class).collect();
            if functions.is_empty() {
                continue;
            }
            let mut values: BTreeSet<i32> =
                bindings.moved_values(class).map(|(from, _)| from).collect();
            for range in self.classes.entering(class) {
                values.extend(range.values().take(MOST_VALUES_CHECKED));
            }
            let mut open: Vec<i32> = values.iter().copied().collect();
            while let Some(value) = open.pop() {
                let renamed = bindings.value_of(class, value);
                let mut next = vec![renamed];
                for function in &functions {
                    let at = |value| function.at(value, self.network.overflow);
                    let image = at(value);
                    let wanted = image.map(|image| bindings.value_of(class, image));
                    if wanted != at(renamed) || values.len() > MOST_VALUES_CHECKED {
                        return Err(Broken::CyclicFunction);
                    }
                    next.extend(image);
                }
                open.extend(next.into_iter().filter(|value| values.insert(*value)));
            }
        }
        Ok(())
    }

    /// Quantifiers over moved values do not depend on their order.
    fn quantifiers(&self, bindings: &Bindings<'n>) -> Result<(), Broken> {
        match self.ordered.iter().find(|each| reorders(self.classes, bindings, each)) {
            Some(found) => Err(Broken::Quantifier(found.origin)),
            None => Ok(()),
        }
    }

    /// Loops over moved values do not depend on their order.
    fn loops(&self, bindings: &Bindings<'n>) -> Result<(), Broken> {
        let network = self.network;
        let check = |statements: &[Stmt]| {
            let mut loops = Vec::new();
            collect_loops(statements, &mut loops);
            for (variable, domain, body) in loops {
                let class = self.classes.value(variable);
                let moves = bindings.moved_values(class).any(|(from, _)| domain.contains(from));
                if moves {
                    let outside = without(statements, body);
                    loop_commutes(network, (variable, domain), body, &outside)
                        .map_err(Broken::Loop)?;
                }
            }
            Ok(())
        };
        for function in &network.functions {
            check(&function.body)?;
        }
        for edge in network.processes.iter().flat_map(|process| &process.edges) {
            check(&edge.update)?;
        }
        check(&network.before_update)?;
        check(&network.after_update)
    }

    /// Receivers of a broadcast or a rendezvous whose order changes do not get in each other's way.
    fn receivers(&self, bindings: &Bindings<'n>) -> Result<(), Broken> {
        let network = self.network;
        let mut receivers: Vec<(ProcessId, &Edge)> = Vec::new();
        for (number, process) in network.processes.iter().enumerate() {
            for edge in &process.edges {
                let receives = edge.sync.as_ref().is_some_and(|sync| {
                    let family = network.channel_family(sync.channel.family);
                    sync.direction == Direction::Receive && family.kind != ChannelKind::Binary
                });
                if receives && !edge.update.is_empty() {
                    receivers.push((ProcessId::at(number), edge));
                }
            }
        }
        for (number, (first, edge)) in receivers.iter().enumerate() {
            for (second, other) in &receivers[number + 1..] {
                let (image, other_image) =
                    (bindings.process_of(*first), bindings.process_of(*second));
                let swapped = (first < second) != (image < other_image);
                if first != second && swapped && may_meet(edge, other) {
                    updates_commute(network, &edge.update, &other.update)
                        .map_err(Broken::Receivers)?;
                }
            }
        }
        Ok(())
    }
}

/// Does a renaming change the order in which a quantifier evaluates its instances?
pub(crate) fn reorders(classes: &Classes, bindings: &Bindings<'_>, quantifier: &Ordered) -> bool {
    let class = classes.value(quantifier.variable);
    bindings.moved_values(class).any(|(from, _)| quantifier.domain.contains(from))
}

/// Can two edges receive in the same broadcast? Not if their channels are known to differ.
fn may_meet(left: &Edge, right: &Edge) -> bool {
    let (Some(left), Some(right)) = (&left.sync, &right.sync) else { return false };
    left.channel.family == right.channel.family
        && left.channel.indices.iter().zip(&right.channel.indices).all(|(left, right)| {
            match (left, right) {
                (network::Expr::Const(left), network::Expr::Const(right)) => left == right,
                _ => true,
            }
        })
}
