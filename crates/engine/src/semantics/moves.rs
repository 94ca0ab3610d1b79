//! Which transitions the discrete state and the clock guards allow.
//!
//! Integer guards and channel indices are evaluated first; a clock guard that the zone rules out by
//! itself is dropped at once. What remains is a list of moves, each with the clock constraints under
//! which it is possible.

use std::ops::Range;

use network::eval::{Fault, FaultKind};
use network::{ChannelKind, Direction, LocationKind};
use zones::Zone;

use super::active::Rows;
use super::{RowConstraint, checked_bound};
use program::{EdgeCode, Machine, Program, SyncCode};
use program::{Participant, Transition};
use symmetry::TwinRanks;

/// A possible transition, as ranges into the tables of [`Moves`].
#[derive(Clone, Debug)]
pub struct Move {
    participants: Range<usize>,
    constraints: Range<usize>,
    exclusions: Range<usize>,
    /// Channel priority, then process priority; larger goes first.
    pub priority: (i32, i32),
}

/// The most moves of one state. Listeners of a broadcast with two edges each make 2ⁿ.
const MOST_MOVES: usize = 1 << 18;

/// The moves of one state. Reused from state to state.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    pub list: Vec<Move>,
    participants: Vec<Participant>,
    constraints: Vec<RowConstraint>,
    /// Each a range of `excluded`: a conjunction that must not hold.
    exclusions: Vec<Range<usize>>,
    excluded: Vec<RowConstraint>,
    /// Are there more, because one reaction to each broadcast was enough?
    pub partial: bool,
}

impl Moves {
    /// The edges that take part.
    #[must_use]
    pub fn transition(&self, chosen: &Move) -> &Transition {
        &self.participants[chosen.participants.clone()]
    }

    /// The clock constraints under which it is possible.
    #[must_use]
    pub fn constraints(&self, chosen: &Move) -> &[RowConstraint] {
        &self.constraints[chosen.constraints.clone()]
    }

    /// Conjunctions of clock constraints under which it is *not* possible.
    pub(crate) fn exclusions<'a>(
        &'a self,
        chosen: &Move,
    ) -> impl Iterator<Item = &'a [RowConstraint]> + use<'a> {
        self.exclusions[chosen.exclusions.clone()].iter().map(|range| &self.excluded[range.clone()])
    }

    fn clear(&mut self) {
        self.list.clear();
        self.participants.clear();
        self.constraints.clear();
        self.exclusions.clear();
        self.excluded.clear();
        self.partial = false;
    }
}

/// Finds the moves of one state.
pub(super) struct Finder<'a, 'p> {
    pub program: &'p Program,
    pub machine: &'a mut Machine<'p>,
    pub memory: &'a mut [i32],
    pub rows: &'a Rows,
    pub zone: &'a Zone,
    pub moves: &'a mut Moves,
    /// Of twin processes, only what one of them does is wanted.
    pub twins: Option<&'a TwinRanks>,
    /// Of the ways in which listeners can react to a broadcast, one will do for now.
    pub one_reaction: bool,
    /// Only what these processes begin is wanted.
    pub beginners: Option<&'a [bool]>,
}

impl<'p> Finder<'_, 'p> {
    pub(super) fn find(&mut self) -> Result<(), Fault> {
        self.moves.clear();
        let committed = self.anybody_committed();
        for process in 0..self.program.processes.len() {
            if self.beginners.is_some_and(|beginners| !beginners[process]) {
                continue;
            }
            let code = &self.program.processes[process];
            for edge in &code.locations[self.location(process)].initiating {
                self.initiate(process, *edge, &code.edges[*edge as usize], committed)?;
            }
        }
        if self.moves.list.len() > MOST_MOVES {
            let kind = FaultKind::TooManyTransitions(MOST_MOVES);
            return Err(Fault { kind, origin: network::Origin::NONE });
        }
        Ok(())
    }

    fn location(&self, process: usize) -> usize {
        self.memory[process].cast_unsigned() as usize
    }

    fn is_committed(&self, process: usize) -> bool {
        let location = self.location(process);
        self.program.processes[process].locations[location].kind == LocationKind::Committed
    }

    fn anybody_committed(&self) -> bool {
        self.program.committing.iter().any(|process| self.is_committed(*process))
    }

    fn initiate(
        &mut self,
        process: usize,
        number: u32,
        edge: &'p EdgeCode,
        committed: bool,
    ) -> Result<(), Fault> {
        if self.rank(process) > 0 || !self.machine.test(&edge.guard, self.memory)? {
            return Ok(());
        }
        let me = Participant { process: cast(process), edge: number };
        let free = !committed || self.is_committed(process);
        let start = self.moves.constraints.len();
        if edge.sync == SyncCode::Internal {
            if free && self.add_constraints(edge)? {
                let priority = (self.program.internal_priority, self.process_priority(process));
                self.push_move(&[me], start..self.moves.constraints.len(), priority);
            } else {
                self.moves.constraints.truncate(start);
            }
            return Ok(());
        }
        let channel = self.channel(edge)?;
        match self.program.channels[channel].kind {
            ChannelKind::Binary => self.handshakes(me, edge, channel, free),
            ChannelKind::Broadcast | ChannelKind::Rendezvous => {
                self.broadcast(me, edge, channel, committed)
            }
        }
    }

    /// The place of a process among its twins; 0 if it has none.
    fn rank(&self, process: usize) -> u32 {
        self.twins.map_or(0, |twins| twins.rank[process])
    }

    /// Do its twins answer in its place?
    fn is_sole(&self, process: usize) -> bool {
        self.twins.is_some_and(|twins| twins.sole[process])
    }

    fn are_twins(&self, left: usize, right: usize) -> bool {
        self.twins.is_some_and(|twins| twins.class[left] == twins.class[right])
    }

    fn process_priority(&self, process: usize) -> i32 {
        self.program.processes[process].priority
    }

    /// The channel of an edge that has one.
    fn channel(&mut self, edge: &EdgeCode) -> Result<usize, Fault> {
        Ok(match edge.sync {
            SyncCode::Internal => usize::MAX,
            SyncCode::Fixed(_, channel) => channel as usize,
            SyncCode::Indexed(_, base, offset) => {
                let offset = self.machine.eval(offset, self.memory)?;
                (base + offset.cast_unsigned()) as usize
            }
        })
    }

    /// Adds the clock constraints of an edge; false (and some may have been added) if the zone rules
    /// one of them out.
    fn add_constraints(&mut self, edge: &EdgeCode) -> Result<bool, Fault> {
        for constraint in &edge.constraints {
            let Some((left, right, bound)) = self.machine.constraint(constraint, self.memory)?
            else {
                continue;
            };
            let bound = checked_bound(bound.into(), constraint.strict)?;
            let (left, right) = (self.rows.of(left), self.rows.of(right));
            if !self.zone.may_satisfy(left, right, bound) {
                return Ok(false);
            }
            if !self.zone.satisfies(left, right, bound) {
                self.moves.constraints.push(RowConstraint { left, right, bound });
            }
        }
        Ok(true)
    }

    /// Is this edge of `process` a receiver on `channel` that is enabled as far as integers go?
    fn receives(&mut self, process: usize, edge: &EdgeCode, channel: usize) -> Result<bool, Fault> {
        Ok(edge.source as usize == self.location(process)
            && self.machine.test(&edge.guard, self.memory)?
            && self.channel(edge)? == channel)
    }

    fn handshakes(
        &mut self,
        me: Participant,
        edge: &'p EdgeCode,
        channel: usize,
        free: bool,
    ) -> Result<(), Fault> {
        let own = self.moves.constraints.len();
        if !self.add_constraints(edge)? {
            self.moves.constraints.truncate(own);
            return Ok(());
        }
        // Stays in the table, belonging to no move, and is copied for each partner.
        let mine = own..self.moves.constraints.len();
        let program = self.program;
        let code = &program.channels[channel];
        for (process, edges) in &code.receivers {
            let partner = *process as usize;
            // The first twin answers, or the second if the first is the one who asks.
            let first = u32::from(self.are_twins(me.process as usize, partner));
            if *process == me.process
                || (self.rank(partner) > first && self.is_sole(partner))
                || !(free || self.is_committed(partner))
            {
                continue;
            }
            for number in edges {
                let receiver = program.edge(*process, *number);
                if !self.receives(partner, receiver, channel)? {
                    continue;
                }
                let start = self.moves.constraints.len();
                self.moves.constraints.extend_from_within(mine.clone());
                if !self.add_constraints(receiver)? {
                    self.moves.constraints.truncate(start);
                    continue;
                }
                let priority =
                    self.process_priority(me.process as usize).max(self.process_priority(partner));
                let them = Participant { process: *process, edge: *number };
                let constraints = start..self.moves.constraints.len();
                self.push_move(&[me, them], constraints, (code.priority, priority));
            }
        }
        Ok(())
    }

    fn push_move(
        &mut self,
        transition: &Transition,
        constraints: Range<usize>,
        priority: (i32, i32),
    ) {
        let start = self.moves.participants.len();
        self.moves.participants.extend_from_slice(transition);
        let exclusions = self.moves.exclusions.len();
        self.moves.list.push(Move {
            participants: start..self.moves.participants.len(),
            constraints,
            exclusions: exclusions..exclusions,
            priority,
        });
    }

    /// Every process that can receive must; which of its edges it takes is open. A process whose
    /// receiving edges all have clock guards stays behind exactly where none of them holds. In a rendezvous nobody
    /// stays behind.
    fn broadcast(
        &mut self,
        me: Participant,
        edge: &'p EdgeCode,
        channel: usize,
        committed: bool,
    ) -> Result<(), Fault> {
        let own = self.moves.constraints.len();
        let possible = self.add_constraints(edge)?;
        let mine: Vec<RowConstraint> = self.moves.constraints.drain(own..).collect();
        if !possible {
            return Ok(());
        }
        let mut listeners = Vec::new();
        let program = self.program;
        let everybody = program.channels[channel].kind == ChannelKind::Rendezvous;
        for (process, edges) in &program.channels[channel].receivers {
            if *process == me.process {
                continue;
            }
            let mut options = Vec::new();
            let twins = self.twins.filter(|twins| twins.sole[*process as usize]);
            let class = twins.map(|twins| twins.class[*process as usize]);
            for number in edges {
                let receiver = program.edge(*process, *number);
                if !self.receives(*process as usize, receiver, channel)? {
                    continue;
                }
                let start = self.moves.constraints.len();
                let possible = self.add_constraints(receiver)?;
                let constraints = self.moves.constraints.drain(start..).collect::<Vec<_>>();
                if possible {
                    options.push((Participant { process: *process, edge: *number }, constraints));
                }
            }
            if !options.is_empty() {
                listeners.push(Listener { class, options });
            } else if everybody {
                return Ok(());
            }
        }
        let mut choice = Choice {
            chosen: vec![me],
            constraints: mine,
            excluded: Vec::new(),
            reactions: Vec::new(),
            channel,
            committed,
            everybody,
        };
        self.choose(&listeners, &mut choice);
        Ok(())
    }

    /// One move for each way the remaining listeners can react. Twins react in order: none takes an
    /// earlier option than the one before it, so that only the numbers of each reaction are tried.
    fn choose(&mut self, listeners: &[Listener], choice: &mut Choice) {
        let Some((Listener { class, options }, rest)) = listeners.split_first() else {
            self.push_broadcast(choice);
            return;
        };
        let same = |(other, _): &&(Option<u32>, usize)| class.is_some() && other == class;
        let least = choice.reactions.iter().rfind(same).map_or(0, |(_, option)| *option);
        for (number, (receiver, constraints)) in options.iter().enumerate().skip(least) {
            let kept = choice.constraints.len();
            choice.chosen.push(*receiver);
            choice.constraints.extend_from_slice(constraints);
            choice.reactions.push((*class, number));
            self.choose(rest, choice);
            choice.reactions.pop();
            choice.constraints.truncate(kept);
            choice.chosen.pop();
            if self.one_reaction || self.moves.list.len() > MOST_MOVES {
                self.moves.partial |= options.len() > 1 || !constraints.is_empty();
                return;
            }
        }
        if !choice.everybody && options.iter().all(|(_, constraints)| !constraints.is_empty()) {
            let kept = choice.excluded.len();
            choice.excluded.extend(options.iter().map(|(_, constraints)| constraints.clone()));
            choice.reactions.push((*class, options.len()));
            self.choose(rest, choice);
            choice.reactions.pop();
            choice.excluded.truncate(kept);
        }
    }

    fn push_broadcast(&mut self, choice: &Choice) {
        let leaves = |participant: &Participant| self.is_committed(participant.process as usize);
        if choice.committed && !choice.chosen.iter().any(leaves) {
            return;
        }
        let start = self.moves.constraints.len();
        self.moves.constraints.extend_from_slice(&choice.constraints);
        let processes = choice.chosen.iter().map(|each| each.process as usize);
        let priority = processes.map(|process| self.process_priority(process)).max().unwrap_or(0);
        let priority = (self.program.channels[choice.channel].priority, priority);
        self.push_move(&choice.chosen, start..self.moves.constraints.len(), priority);
        for conjunction in &choice.excluded {
            let start = self.moves.excluded.len();
            self.moves.excluded.extend_from_slice(conjunction);
            self.moves.exclusions.push(start..self.moves.excluded.len());
        }
        if let Some(last) = self.moves.list.last_mut() {
            last.exclusions.end = self.moves.exclusions.len();
        }
    }
}

/// A way to receive, with its clock constraints.
type Receiver = (Participant, Vec<RowConstraint>);

/// A process that can receive.
struct Listener {
    /// Its class of twins.
    class: Option<u32>,
    options: Vec<Receiver>,
}

/// The reactions chosen so far.
struct Choice {
    chosen: Vec<Participant>,
    constraints: Vec<RowConstraint>,
    excluded: Vec<Vec<RowConstraint>>,
    /// For each listener so far its class of twins and the option it took.
    reactions: Vec<(Option<u32>, usize)>,
    channel: usize,
    committed: bool,
    /// Nobody who listens may stay behind.
    everybody: bool,
}

fn cast(process: usize) -> u32 {
    u32::try_from(process).expect("processes are bounded")
}

/// The first process that can send on an urgent channel, with somebody to receive it, as far as integers go. Clock
/// guards on urgent edges are refused by the plan, so integers decide.
pub(super) fn urgent_sender<'p>(
    program: &'p Program,
    machine: &mut Machine<'p>,
    memory: &mut [i32],
) -> Result<Option<usize>, Fault> {
    let (rows, zone, mut moves) = (Rows::default(), Zone::zero(1), Moves::default());
    let mut finder = Finder {
        program,
        machine,
        memory,
        rows: &rows,
        zone: &zone,
        moves: &mut moves,
        twins: None,
        one_reaction: false,
        beginners: None,
    };
    for process in 0..program.processes.len() {
        let code = &program.processes[process];
        for number in &code.locations[finder.location(process)].initiating {
            let edge = &code.edges[*number as usize];
            if edge.sync.direction() == Some(Direction::Send) && finder.urges(process, edge)? {
                return Ok(Some(process));
            }
        }
    }
    Ok(None)
}

impl Finder<'_, '_> {
    fn urges(&mut self, process: usize, edge: &EdgeCode) -> Result<bool, Fault> {
        if let SyncCode::Fixed(_, channel) = edge.sync
            && !self.program.channels[channel as usize].urgent
        {
            return Ok(false);
        }
        if !self.machine.test(&edge.guard, self.memory)? {
            return Ok(false);
        }
        let channel = self.channel(edge)?;
        let program = self.program;
        let code = &program.channels[channel];
        if !code.urgent || code.kind != ChannelKind::Binary {
            return Ok(code.urgent);
        }
        for (partner, edges) in &code.receivers {
            for number in edges {
                let receiver = program.edge(*partner, *number);
                if *partner as usize != process
                    && self.receives(*partner as usize, receiver, channel)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
