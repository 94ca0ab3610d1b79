//! Synchronisation vectors.
//!
//! * Two processes that must both take part: a channel of their own; the first sends, so that its update
//!   comes first.
//! * Anything else (three and more processes, or processes that take part only if they can) is written
//!   out: for every choice of one edge for each process that takes part there is a broadcast channel. The
//!   first process sends if it, and all others, could: its guard contains all guards and, by conditions on
//!   locations that are added to the network, where the others must be. So all receivers can receive when
//!   it sends, and a choice is taken by all or not at all. A process that need not take part is left out
//!   exactly where it has no edge with the event at its location.

use rustc_hash::FxHashMap;
use syntax::tck::{Declaration, Document, Sync};
use syntax::tree::{self, Ident, SyncDirection, SyncLabel};
use syntax::{Code, Diagnostic, Span};

use super::expression::expression;
use super::translate::{OnlyIf, Process};
use crate::findings::Findings;

/// The most ways to synchronise that are written out.
const MOST_CHOICES: usize = 200_000;

/// The most processes that synchronise together.
const MOST_PARTICIPANTS: usize = 256;

/// One way for an edge to be taken.
#[derive(Clone)]
pub(super) struct SyncRole {
    pub(super) guard: Option<tree::Expr>,
    pub(super) sync: Option<SyncLabel>,
    /// Conditions on the locations of other processes.
    pub(super) places: Vec<(usize, usize, bool)>,
}

/// All synchronisations, by edge.
pub(super) struct Vectors {
    /// The ways to take each edge of each process.
    roles: Vec<Vec<Vec<SyncRole>>>,
    /// The channels: name, broadcast, place.
    channels: Vec<(String, bool, Span)>,
    /// Conditions that have been placed.
    pub(super) conditions: Vec<OnlyIf>,
}

/// A process that takes part.
struct Participant {
    process: usize,
    /// Its edges with the event.
    edges: Vec<usize>,
    weak: bool,
}

impl Vectors {
    /// Reads the vectors of a document.
    pub(super) fn new(
        document: &Document,
        processes: &[Process<'_>],
        findings: &mut Findings,
    ) -> Vectors {
        let mut vectors = Vectors {
            roles: processes.iter().map(|p| vec![Vec::new(); p.edges.len()]).collect(),
            channels: Vec::new(),
            conditions: Vec::new(),
        };
        let numbers: FxHashMap<&str, usize> = processes
            .iter()
            .enumerate()
            .rev()
            .map(|(number, process)| (process.name.name.as_str(), number))
            .collect();
        let mut synchronous = vec![FxHashMap::default(); processes.len()];
        let mut choices = 0;
        for declaration in &document.declarations {
            let Declaration::Sync(sync) = declaration else { continue };
            let participants = participants(sync, &numbers, processes, findings);
            for constraint in &sync.constraints {
                if let Some(process) = numbers.get(constraint.process.name.as_str()) {
                    synchronous[*process].insert(constraint.event.name.clone(), ());
                }
            }
            let Some(participants) = participants else { continue };
            if participants.len() > MOST_PARTICIPANTS {
                let count = participants.len();
                let message = format!(
                    "{count} processes synchronise: at most {MOST_PARTICIPANTS} can be handled"
                );
                findings.report(Diagnostic::new(Code::TooLarge, sync.span, message));
                continue;
            }
            vectors.vector(&participants, processes, sync.span, &mut choices);
            if choices > MOST_CHOICES {
                let message =
                    format!("more than {MOST_CHOICES} combinations of edges synchronise: too many");
                findings.report(Diagnostic::new(Code::TooLarge, sync.span, message));
                break;
            }
        }
        vectors.asynchronous(processes, &synchronous);
        vectors
    }

    /// Edges whose event takes part in no vector are taken alone.
    fn asynchronous(&mut self, processes: &[Process<'_>], synchronous: &[FxHashMap<String, ()>]) {
        for (number, process) in processes.iter().enumerate() {
            for (position, (edge, ..)) in process.edges.iter().enumerate() {
                if !synchronous[number].contains_key(&edge.event.name) {
                    let guard = edge.guard.as_ref().map(expression);
                    let role = SyncRole { guard, sync: None, places: Vec::new() };
                    self.roles[number][position].push(role);
                }
            }
        }
    }

    fn vector(
        &mut self,
        participants: &[Participant],
        processes: &[Process<'_>],
        span: Span,
        choices: &mut usize,
    ) {
        if let [first, second] = participants
            && !first.weak
            && !second.weak
        {
            let channel = self.channel(false, span);
            for (participant, direction) in
                [(first, SyncDirection::Send), (second, SyncDirection::Receive)]
            {
                for edge in &participant.edges {
                    let declared = processes[participant.process].edges[*edge].0;
                    let guard = declared.guard.as_ref().map(expression);
                    let sync = Some(sync_label(&channel, direction, span));
                    let role = SyncRole { guard, sync, places: Vec::new() };
                    self.roles[participant.process][*edge].push(role);
                }
            }
            return;
        }
        let count = participants.iter().fold(1_usize, |count, participant| {
            count.saturating_mul(participant.edges.len() + usize::from(participant.weak))
        });
        *choices = choices.saturating_add(count);
        if *choices <= MOST_CHOICES {
            self.choose(participants, processes, &mut Vec::new(), span);
        }
    }

    /// Writes out every choice of edges that extends `chosen`, one entry for each earlier participant.
    fn choose(
        &mut self,
        participants: &[Participant],
        processes: &[Process<'_>],
        chosen: &mut Vec<Option<usize>>,
        span: Span,
    ) {
        let Some(participant) = participants.get(chosen.len()) else {
            self.choice(participants, processes, chosen, span);
            return;
        };
        let absent = participant.weak.then_some(None);
        for edge in participant.edges.iter().copied().map(Some).chain(absent) {
            chosen.push(edge);
            self.choose(participants, processes, chosen, span);
            chosen.pop();
        }
    }

    /// Writes out one choice.
    fn choice(
        &mut self,
        participants: &[Participant],
        processes: &[Process<'_>],
        chosen: &[Option<usize>],
        span: Span,
    ) {
        let mut places = Vec::new();
        let mut guards = Vec::new();
        let mut present = Vec::new();
        for (participant, edge) in participants.iter().zip(chosen) {
            let process = &processes[participant.process];
            match edge {
                Some(edge) => {
                    let (declared, source, _) = &process.edges[*edge];
                    guards.extend(declared.guard.as_ref().map(expression));
                    if !present.is_empty() {
                        places.push((participant.process, *source, true));
                    }
                    present.push((participant.process, *edge));
                }
                None => {
                    let mut sources: Vec<usize> =
                        participant.edges.iter().map(|edge| process.edges[*edge].1).collect();
                    sources.sort_unstable();
                    sources.dedup();
                    places.extend(sources.into_iter().map(|s| (participant.process, s, false)));
                }
            }
        }
        let Some(((process, edge), others)) = present.split_first() else { return };
        let channel = (!others.is_empty()).then(|| self.channel(true, span));
        let sync = channel.as_ref().map(|name| sync_label(name, SyncDirection::Send, span));
        let guard = conjunction(guards);
        self.roles[*process][*edge].push(SyncRole { guard, sync, places });
        for (process, edge) in others {
            let receive = |name: &String| sync_label(name, SyncDirection::Receive, span);
            let sync = channel.as_ref().map(receive);
            self.roles[*process][*edge].push(SyncRole { guard: None, sync, places: Vec::new() });
        }
    }

    fn channel(&mut self, broadcast: bool, span: Span) -> String {
        let name = format!("sync#{}", self.channels.len() + 1);
        self.channels.push((name.clone(), broadcast, span));
        name
    }

    /// The ways to take an edge.
    pub(super) fn roles(&mut self, process: usize, edge: usize) -> Vec<SyncRole> {
        std::mem::take(&mut self.roles[process][edge])
    }

    /// Declarations of the channels.
    pub(super) fn channels(&self) -> Vec<tree::Declaration> {
        let declarations = self.channels.iter().map(|(name, broadcast, span)| {
            let prefix = tree::TypePrefix { broadcast: *broadcast, ..tree::TypePrefix::default() };
            let ty = tree::Type { prefix, base: tree::TypeBase::Chan, span: *span };
            let name = Ident { name: name.clone(), span: *span };
            let declarators = vec![tree::Declarator { name, dims: Vec::new(), initialiser: None }];
            let variables = tree::VariableDeclaration { ty, declarators };
            tree::Declaration::new(tree::DeclarationKind::Variables(variables), *span)
        });
        declarations.collect()
    }
}

/// The participants of a vector in the order of processes; none if a process does not exist or takes part
/// twice, which is reported.
fn participants(
    sync: &Sync,
    numbers: &FxHashMap<&str, usize>,
    processes: &[Process<'_>],
    findings: &mut Findings,
) -> Option<Vec<Participant>> {
    let mut participants: Vec<Participant> = Vec::with_capacity(sync.constraints.len());
    for constraint in &sync.constraints {
        let name = &constraint.process;
        let Some(process) = numbers.get(name.name.as_str()).copied() else {
            let message = format!("there is no process `{}`", name.name);
            findings.report(Diagnostic::new(Code::UnknownName, name.span, message));
            return None;
        };
        if participants.iter().any(|participant| participant.process == process) {
            let message = format!("`{}` takes part twice", name.name);
            findings.report(Diagnostic::new(Code::DuplicateName, name.span, message));
            return None;
        }
        let edges = processes[process].edges.iter().enumerate();
        let edges = edges.filter(|(_, (edge, ..))| edge.event.name == constraint.event.name);
        let edges = edges.map(|(number, _)| number).collect();
        participants.push(Participant { process, edges, weak: constraint.weak });
    }
    participants.sort_by_key(|participant| participant.process);
    Some(participants)
}

fn sync_label(channel: &str, direction: SyncDirection, span: Span) -> SyncLabel {
    let kind = tree::ExprKind::Name(channel.to_owned());
    SyncLabel { channel: tree::Expr { kind, span }, direction }
}

fn conjunction(guards: Vec<tree::Expr>) -> Option<tree::Expr> {
    guards.into_iter().reduce(|left, right| {
        let span = left.span;
        let kind = tree::ExprKind::Binary(tree::BinaryOp::And, Box::new(left), Box::new(right));
        tree::Expr { kind, span }
    })
}
