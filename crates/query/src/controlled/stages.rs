//! What may happen under a strategy, for each discrete state.

use std::collections::BTreeMap;

use branching::timed::{Action, Arena, Origin, Place, Strategy, Trouble};
use engine::semantics::Rows;
use reference::EdgeInstance;
use zones::{Federation, Zone};

use crate::arena::{TimedGraph, edge_instance, reached};
use crate::prepared::Prepared;

/// A discrete state that the strategy leads to.
pub(super) struct Stage {
    /// The location of each process, then the state variables.
    pub(super) cells: Vec<i32>,
    /// The clock of each row of the zones, from row 1 on.
    pub(super) clocks: Vec<usize>,
    /// May time pass at these locations?
    pub(super) delays: bool,
    /// All clock valuations that the strategy may lead to; disjoint.
    pub(super) pieces: Vec<Piece>,
    /// What may be done while time passes: by the others, and by the controller where it need not act at once.
    pub(super) moves: Vec<ControlledMove>,
    /// From where time leads out of the pieces, or cannot go on in the end although somebody can act in the model.
    pub(super) could: Federation,
}

/// What the controller does in a zone.
pub(super) struct Piece {
    pub(super) zone: Zone,
    pub(super) conduct: Conduct,
}

#[derive(Clone)]
pub(super) enum Conduct {
    /// It waits, and may make one of the moves.
    Stay,
    /// It makes this move at once.
    Act(ControlledMove),
    /// It has reached what it was to reach.
    Done,
    /// The same, and what may happen now is what the stage with this number says.
    GoOn(usize),
}

/// What may happen after the controller has reached what it was to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Afterwards {
    /// Runs end where the goal is reached.
    Nothing,
    /// Everything that the model allows: the strategy says nothing any more.
    Anything,
}

/// A transition, or nothing but the end of a wait.
#[derive(Clone)]
pub(super) struct ControlledMove {
    pub(super) when: Federation,
    /// The number of the stage it leads to.
    pub(super) to: usize,
    /// What it does to clocks.
    pub(super) sets: Vec<Setting>,
    pub(super) transition: Vec<EdgeInstance>,
    pub(super) controllable: bool,
}

/// A clock is set to a constant, or to a clock and a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    pub(super) clock: usize,
    pub(super) source: Option<usize>,
    pub(super) offset: i64,
}

/// The stages of a strategy; the first one is that of the start.
pub(super) fn stages(
    prepared: &Prepared<'_>,
    found: &TimedGraph,
    strategy: &Strategy,
    afterwards: Afterwards,
) -> Result<Vec<Stage>, Trouble> {
    let mut stages = Stages::new(prepared, found, strategy);
    if afterwards == Afterwards::Anything {
        stages.go_on();
    }
    stages.all()
}

struct Stages<'a> {
    prepared: &'a Prepared<'a>,
    found: &'a TimedGraph,
    strategy: &'a Strategy,
    /// The stage of each place; none if it is not reached.
    of: Vec<Option<usize>>,
    /// The same, after the goal was reached.
    after: Vec<Option<usize>>,
    stages: Vec<Stage>,
}

impl<'a> Stages<'a> {
    fn new(prepared: &'a Prepared<'_>, found: &'a TimedGraph, strategy: &'a Strategy) -> Self {
        let none = vec![None; found.nodes.len()];
        let stages = Vec::new();
        let mut all = Stages { prepared, found, strategy, of: none.clone(), after: none, stages };
        let reached = reached(found, strategy);
        let start = found.start.iter().map(|(place, _)| *place);
        all.of = all.layer(start.chain((0..found.nodes.len()).filter(|place| reached[*place])));
        all
    }

    /// New stages for the discrete states of these places.
    fn layer(&mut self, places: impl Iterator<Item = usize>) -> Vec<Option<usize>> {
        let network = self.prepared.network;
        let kept = network.processes.len() + network.state_slots();
        let mut of = vec![None; self.found.nodes.len()];
        let mut known: BTreeMap<Vec<i32>, usize> = BTreeMap::new();
        let mut rows = Rows::default();
        for place in places {
            let node = &self.found.nodes[place];
            let cells = node.cells[..kept].to_vec();
            let number = *known.entry(cells).or_insert_with_key(|cells| {
                self.prepared.active.rows(&cells[..network.processes.len()], &mut rows);
                self.stages.push(Stage {
                    cells: cells.clone(),
                    clocks: rows.clocks.clone(),
                    delays: node.delays,
                    pieces: Vec::new(),
                    moves: Vec::new(),
                    could: Federation::empty(node.zone.dim()),
                });
                self.stages.len() - 1
            });
            of[place] = Some(number);
        }
        of
    }

    /// Adds stages for everything that may happen after the goal was reached.
    fn go_on(&mut self) {
        let is_done = |action: Action| matches!(action, Action::Done);
        let rules = self.strategy.rules.iter().filter(|rule| is_done(rule.action));
        let done = rules.map(|rule| rule.place).filter(|place| self.of[*place].is_some());
        let mut waiting: Vec<usize> = done.collect();
        let mut beyond = vec![false; self.found.nodes.len()];
        while let Some(place) = waiting.pop() {
            if std::mem::replace(&mut beyond[place], true) {
                continue;
            }
            let edges = self.found.arena.numbers_leaving(place);
            waiting.extend(edges.map(|edge| self.found.arena.edges()[edge].to as usize));
        }
        self.after = self.layer((0..beyond.len()).filter(|place| beyond[*place]));
    }

    fn all(mut self) -> Result<Vec<Stage>, Trouble> {
        let mut covered: Vec<Federation> = self.stages.iter().map(|s| s.could.clone()).collect();
        self.told(&mut covered)?;
        if self.strategy.permissive {
            for (place, at) in (0..).zip(self.of.clone()) {
                let Some(at) = at else { continue };
                let won = self.strategy.won.at(place).zones();
                self.add_pieces(at, won, &mut covered[at], &Conduct::Stay);
            }
        }
        self.possible(&covered)?;
        self.afterwards()?;
        Ok(self.stages)
    }

    /// Pieces and moves that the rules tell. The first rule that fits counts, where only one does.
    fn told(&mut self, covered: &mut [Federation]) -> Result<(), Trouble> {
        for rule in &self.strategy.rules {
            let Some(at) = self.of[rule.place] else { continue };
            let zones = rule.valuations.zones();
            match rule.action {
                Action::Done => {
                    let conduct = self.after[rule.place].map_or(Conduct::Done, Conduct::GoOn);
                    self.add_pieces(at, zones, &mut covered[at], &conduct);
                }
                Action::Wait if self.strategy.permissive => {}
                Action::Wait => self.add_pieces(at, zones, &mut covered[at], &Conduct::Stay),
                Action::Take(edge) => {
                    let step = self.step(&self.of, edge, rule.valuations.clone());
                    let Some(step) = step else { continue };
                    if self.strategy.permissive {
                        self.add_move(at, step);
                    } else {
                        self.add_pieces(at, zones, &mut covered[at], &Conduct::Act(step));
                    }
                }
            }
        }
        Ok(())
    }

    fn add_pieces(
        &mut self,
        at: usize,
        zones: &[Zone],
        covered: &mut Federation,
        conduct: &Conduct,
    ) {
        for zone in zones {
            let mut rest = Federation::from(zone.clone());
            rest.subtract(covered);
            for zone in rest.into_zones() {
                covered.add(zone.clone());
                self.stages[at].pieces.push(Piece { zone, conduct: conduct.clone() });
            }
        }
    }

    /// An edge of the arena, between the stages of its places; none if it leads nowhere that is looked at.
    fn step(&self, of: &[Option<usize>], edge: usize, when: Federation) -> Option<ControlledMove> {
        let (arena, arrow) = (&self.found.arena.edges()[edge], &self.found.arrows[edge]);
        let (from, to) = (of[arena.from as usize]?, of[arena.to as usize]?);
        let transition = arrow.transition.iter().map(|each| edge_instance(self.prepared, each));
        Some(ControlledMove {
            when,
            to,
            sets: settings(&self.stages[from].clocks, &self.stages[to].clocks, &arena.origins),
            transition: transition.collect(),
            controllable: arena.controllable,
        })
    }

    fn add_move(&mut self, at: usize, step: ControlledMove) {
        let same = |known: &&mut ControlledMove| {
            known.to == step.to && known.transition == step.transition && known.sets == step.sets
        };
        match self.stages[at].moves.iter_mut().find(same) {
            Some(known) => known.when.union(&step.when),
            None => self.stages[at].moves.push(step),
        }
    }

    /// After the goal was reached, everybody may do anything. All places of a discrete state have the same invariants, so one zone
    /// around them all allows the delays that each of them allows.
    fn afterwards(&mut self) -> Result<(), Trouble> {
        let arena: &Arena = &self.found.arena;
        let mut around: BTreeMap<usize, Zone> = BTreeMap::new();
        for place in 0..self.after.len() {
            let Some(at) = self.after[place] else { continue };
            let zone = &arena.places()[place].zone;
            around.entry(at).or_insert_with(|| zone.clone()).hull(zone);
            for number in arena.numbers_leaving(place) {
                let when = enabled_within(arena, number)?;
                if let Some(step) = self.step(&self.after, number, when) {
                    self.add_move(at, step);
                }
            }
        }
        for (at, zone) in around {
            let stage = &mut self.stages[at];
            stage.pieces.push(Piece { zone, conduct: Conduct::Stay });
            stage.moves.iter_mut().for_each(|each| each.when.merge());
        }
        Ok(())
    }

    /// What the others can do, and from where anything can be done.
    fn possible(&mut self, covered: &[Federation]) -> Result<(), Trouble> {
        let arena: &Arena = &self.found.arena;
        for place in 0..self.of.len() {
            let Some(at) = self.of[place] else { continue };
            let here = &arena.places()[place];
            let mut enabled = Federation::empty(here.zone.dim());
            for number in arena.numbers_leaving(place) {
                let edge = &arena.edges()[number];
                let when = enabled_within(arena, number)?;
                enabled.union(&when);
                if !edge.controllable
                    && let Some(step) = self.step(&self.of, number, when)
                {
                    self.add_move(at, step);
                }
            }
            self.stages[at].could.union(&must_go_on(here, &covered[at], &enabled));
        }
        for stage in &mut self.stages {
            for piece in &stage.pieces {
                if matches!(piece.conduct, Conduct::Done | Conduct::GoOn(_)) {
                    // What happens afterwards does not matter.
                    stage.could.subtract_zone(&piece.zone);
                    stage.moves.iter_mut().for_each(|each| each.when.subtract_zone(&piece.zone));
                }
            }
        }
        Ok(())
    }
}

/// The valuations in which an edge of the arena is enabled.
fn enabled_within(arena: &Arena, edge: usize) -> Result<Federation, Trouble> {
    let edge = &arena.edges()[edge];
    let mut when = edge.before(&arena.places()[edge.to as usize].all())?;
    when.intersect_zone(&arena.places()[edge.from as usize].zone);
    Ok(when)
}

/// From where time leads out of a set, or cannot go on in the end although somebody can act.
fn must_go_on(here: &Place, set: &Federation, enabled: &Federation) -> Federation {
    let mut beyond = here.all();
    beyond.subtract(set);
    if !here.delays {
        beyond.union(enabled);
        return beyond;
    }
    if here.is_bounded() {
        let mut idle = here.all();
        idle.subtract(enabled);
        idle.down();
        let mut to_the_end = here.all();
        to_the_end.subtract(&idle);
        beyond.union(&to_the_end);
    }
    beyond.down();
    beyond.intersect_zone(&here.zone);
    beyond
}

/// What an edge does to clocks, but for those that keep their values.
fn settings(before: &[usize], after: &[usize], origins: &[Origin]) -> Vec<Setting> {
    let each = after.iter().zip(origins).filter_map(|(clock, origin)| {
        let source = origin.row.checked_sub(1).map(|row| before[row]);
        let kept = source == Some(*clock) && origin.offset == 0;
        (!kept).then_some(Setting { clock: *clock, source, offset: origin.offset })
    });
    each.collect()
}
