//! Whether a query can tell the middle of a chain from its start: condition 7 of docs/theory/loops-over-ids.md.

use network::visit::{Visitor, walk_constraint};
use network::{BinaryOp, ClockConstraint, Edge, Expr, Goal, Network, ProcessId, Term, UnaryOp};

use super::accesses::{Accesses, StateParts};
use super::chains::Chains;
use super::knowledge::{Knowledge, Said};

/// What makes a state in the middle differ from the start.
struct Actor<'n> {
    /// What it may have changed.
    changed: StateParts,
    /// What is known where it has acted.
    known: Knowledge<'n>,
}

/// All that may have acted in the middle of a chain.
pub(super) struct Actors<'n> {
    network: &'n Network,
    /// The positions of the chains. In each state in the middle, one of them is there.
    positions: Vec<Actor<'n>>,
    /// The edges by which stations are told.
    stations: Vec<Actor<'n>>,
}

/// A predicate without parts.
#[derive(Clone, Copy)]
enum Literal<'g> {
    Holds(&'g Expr),
    Clock(&'g ClockConstraint),
}

impl<'n> Actors<'n> {
    pub(super) fn of(network: &'n Network, chains: &Chains<'n>) -> Actors<'n> {
        let mut positions = Vec::new();
        for chain in &chains.chains {
            let mut changed = Accesses::new(network);
            let edges = &network.process(chains.by).edges;
            for step in &chain.steps {
                edges[step.edge.index()].update.iter().for_each(|stmt| changed.stmt(stmt));
            }
            let mut changed = changed.written;
            changed.locations.insert(chains.by);
            for known in &chain.middle {
                positions.push(Actor { changed: changed.clone(), known: known.clone() });
            }
        }
        let mut stations = Vec::new();
        for station in chains.stations() {
            let edges = &network.process(station.0).edges;
            for number in chains.told(network, station) {
                stations.push(told(network, station.0, &edges[number.index()]));
            }
        }
        Actors { network, positions, stations }
    }

    /// Is every goal and every value that is found in the middle also found at the start?
    pub(super) fn are_hidden_from(&self, goals: &[Goal], terms: &[Term]) -> bool {
        goals.iter().all(|goal| self.is_fine(goal, true))
            && terms.iter().all(|term| self.is_untouched(term))
    }

    /// Does the goal (or its opposite) hold at the start wherever it holds in the middle?
    fn is_fine(&self, goal: &Goal, positive: bool) -> bool {
        if self.is_impossible(goal, positive) {
            return true;
        }
        match goal {
            Goal::And(parts) | Goal::Or(parts) => {
                parts.iter().all(|part| self.is_fine(part, positive))
            }
            Goal::Not(part) => self.is_fine(part, !positive),
            Goal::Holds(expr) => self.is_fine_expr(expr, positive),
            Goal::Clock(constraint) => self.is_fine_literal(Literal::Clock(constraint), positive),
            Goal::Deadlock => false,
        }
    }

    fn is_fine_expr(&self, expr: &Expr, positive: bool) -> bool {
        match expr {
            Expr::Unary(UnaryOp::Not, part) => self.is_fine_expr(part, !positive),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.is_fine_expr(left, positive) && self.is_fine_expr(right, positive)
            }
            _ => self.is_fine_literal(Literal::Holds(expr), positive),
        }
    }

    /// Does the goal (or its opposite) hold nowhere in the middle?
    fn is_impossible(&self, goal: &Goal, positive: bool) -> bool {
        match (goal, positive) {
            (Goal::And(parts), true) | (Goal::Or(parts), false) => {
                parts.iter().any(|part| self.is_impossible(part, positive))
            }
            (Goal::And(parts), false) | (Goal::Or(parts), true) => {
                parts.iter().all(|part| self.is_impossible(part, positive))
            }
            (Goal::Not(part), _) => self.is_impossible(part, !positive),
            (Goal::Holds(expr), _) => self.is_impossible_expr(expr, positive),
            (Goal::Clock(constraint), _) => self.is_nowhere(Literal::Clock(constraint), positive),
            (Goal::Deadlock, _) => false,
        }
    }

    fn is_impossible_expr(&self, expr: &Expr, positive: bool) -> bool {
        let both = |left, right, all| {
            let left = self.is_impossible_expr(left, positive);
            let right = self.is_impossible_expr(right, positive);
            if all { left && right } else { left || right }
        };
        match expr {
            Expr::Unary(UnaryOp::Not, part) => self.is_impossible_expr(part, !positive),
            Expr::Binary(BinaryOp::And, left, right) => both(left, right, !positive),
            Expr::Binary(BinaryOp::Or, left, right) => both(left, right, positive),
            _ => self.is_nowhere(Literal::Holds(expr), positive),
        }
    }

    /// Is a literal false at every position?
    fn is_nowhere(&self, literal: Literal<'_>, positive: bool) -> bool {
        self.positions.iter().all(|actor| actor.makes_false(literal, positive))
    }

    /// Does each actor make a literal false, or leave alone all that it reads?
    fn is_fine_literal(&self, literal: Literal<'_>, positive: bool) -> bool {
        let reads = self.reads(|accesses| match literal {
            Literal::Holds(expr) => accesses.expr(expr),
            Literal::Clock(constraint) => walk_constraint(accesses, constraint),
        });
        let mut actors = self.positions.iter().chain(&self.stations);
        actors.all(|actor| {
            actor.changed.is_apart_from(&reads) || actor.makes_false(literal, positive)
        })
    }

    fn is_untouched(&self, term: &Term) -> bool {
        let reads = self.reads(|accesses| match term {
            Term::Int { value, .. } => accesses.expr(value),
            Term::Clock { left, right, .. } => {
                accesses.clock(left);
                right.iter().for_each(|right| accesses.clock(right));
            }
        });
        let mut actors = self.positions.iter().chain(&self.stations);
        actors.all(|actor| actor.changed.is_apart_from(&reads))
    }

    fn reads(&self, walk: impl FnOnce(&mut Accesses<'n>)) -> StateParts {
        let mut accesses = Accesses::new(self.network);
        walk(&mut accesses);
        accesses.touched
    }
}

impl Actor<'_> {
    /// Is a literal (or its opposite) false wherever this has acted?
    fn makes_false(&self, literal: Literal<'_>, positive: bool) -> bool {
        let value = match literal {
            Literal::Holds(expr) => self.known.value(expr).map(|value| value != 0),
            Literal::Clock(constraint) => match self.known.says(constraint) {
                Said::True => Some(true),
                Said::False => Some(false),
                Said::Open(_) | Said::Nothing => None,
            },
        };
        value.is_some_and(|value| value != positive)
    }
}

/// A station after it was told by an edge.
fn told<'n>(network: &'n Network, station: ProcessId, edge: &Edge) -> Actor<'n> {
    let mut changed = Accesses::new(network);
    edge.update.iter().for_each(|stmt| changed.stmt(stmt));
    let mut changed = changed.written;
    if edge.source != edge.target {
        changed.locations.insert(station);
    }
    let mut known = Knowledge::nothing(network);
    if !known.takes_in(&edge.update) {
        // It does something else too, perhaps to the same cells.
        known = Knowledge::nothing(network);
    }
    known.location = Some((station, edge.target));
    Actor { changed, known }
}
