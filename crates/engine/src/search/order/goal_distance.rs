//! How far a discrete state is from a goal, roughly.
//!
//! An estimate for searches that look for a goal: each process that a goal names is some edges away from where it is
//! to be, each variable some amount from its value. What is not understood counts nothing. No answer depends on
//! the estimate, only how soon it is found.

use std::collections::VecDeque;

use network::{BinaryOp, Expr, Goal, Network, UnaryOp};
use program::Layout;

/// The estimate for one goal.
#[derive(Clone, Debug)]
pub struct GoalDistance(Estimate);

#[derive(Clone, Debug)]
enum Estimate {
    Unknown,
    /// All of them are needed.
    Sum(Vec<Estimate>),
    /// One of them will do.
    Least(Vec<Estimate>),
    /// Edges of a process from each of its locations.
    Edges(usize, Vec<u32>),
    /// A process is to leave a location.
    Leave(usize, i32),
    /// A cell is to be compared with a constant.
    Compare(usize, BinaryOp, i32),
}

/// Of a location from which there is no way, and of a value that is far away.
const FAR: u32 = 1 << 10;

impl GoalDistance {
    /// The estimate for a goal in normal form.
    #[must_use]
    pub fn of(network: &Network, goal: &Goal) -> GoalDistance {
        GoalDistance(estimate(network, goal))
    }

    /// How far the discrete state with these cells is.
    #[must_use]
    pub fn at(&self, cells: &[i32]) -> u64 {
        self.0.at(cells)
    }
}

impl Estimate {
    fn at(&self, cells: &[i32]) -> u64 {
        match self {
            Estimate::Unknown => 0,
            Estimate::Sum(parts) => parts.iter().map(|part| part.at(cells)).sum(),
            Estimate::Least(parts) => parts.iter().map(|part| part.at(cells)).min().unwrap_or(0),
            Estimate::Edges(process, edges) => {
                u64::from(edges[cells[*process].cast_unsigned() as usize])
            }
            Estimate::Leave(process, location) => u64::from(cells[*process] == *location),
            Estimate::Compare(cell, op, constant) => missing(cells[*cell], *op, *constant),
        }
    }
}

/// By how much a value misses a comparison.
fn missing(value: i32, op: BinaryOp, constant: i32) -> u64 {
    let (value, constant) = (i64::from(value), i64::from(constant));
    let by = match op {
        BinaryOp::Eq => (value - constant).abs(),
        BinaryOp::Ne => i64::from(value == constant),
        BinaryOp::Lt => value - constant + 1,
        BinaryOp::Le => value - constant,
        BinaryOp::Gt => constant - value + 1,
        BinaryOp::Ge => constant - value,
        _ => 0,
    };
    u64::try_from(by).unwrap_or(0).min(u64::from(FAR))
}

fn estimate(network: &Network, goal: &Goal) -> Estimate {
    let all = |parts: &[Goal]| parts.iter().map(|part| estimate(network, part)).collect();
    match goal {
        Goal::And(parts) => Estimate::Sum(all(parts)),
        Goal::Or(parts) => Estimate::Least(all(parts)),
        Goal::Holds(condition) => of_condition(network, condition),
        Goal::Not(_) | Goal::Clock(_) | Goal::Deadlock => Estimate::Unknown,
    }
}

fn of_condition(network: &Network, condition: &Expr) -> Estimate {
    match condition {
        Expr::At(process, location) => {
            Estimate::Edges(process.index(), edges_to(network, process.index(), location.index()))
        }
        Expr::Unary(UnaryOp::Not, inside) => match &**inside {
            Expr::At(process, location) => {
                Estimate::Leave(process.index(), location.0.cast_signed())
            }
            Expr::Read(_) => cell(network, inside)
                .map_or(Estimate::Unknown, |cell| Estimate::Compare(cell, BinaryOp::Eq, 0)),
            _ => Estimate::Unknown,
        },
        Expr::Read(_) => cell(network, condition)
            .map_or(Estimate::Unknown, |cell| Estimate::Compare(cell, BinaryOp::Ne, 0)),
        Expr::Binary(op, left, right) if op.is_boolean() => match (cell(network, left), &**right) {
            (Some(cell), Expr::Const(constant)) => Estimate::Compare(cell, *op, *constant),
            _ => Estimate::Unknown,
        },
        _ => Estimate::Unknown,
    }
}

/// The cell of a variable with one that is a part of the state.
fn cell(network: &Network, expr: &Expr) -> Option<usize> {
    let Expr::Read(place) = expr else { return None };
    let variable = network.variable(place.variable);
    let layout = Layout::of(network);
    let cell = layout.cell(variable.base);
    (place.indices.is_empty() && variable.dims.is_empty() && cell < layout.discrete).then_some(cell)
}

/// The number of edges from each location of a process to one of them, whatever they wait for.
fn edges_to(network: &Network, process: usize, location: usize) -> Vec<u32> {
    let process = &network.processes[process];
    let mut sources = vec![Vec::new(); process.locations.len()];
    for edge in &process.edges {
        sources[edge.target.index()].push(edge.source.index());
    }
    let mut edges = vec![FAR; process.locations.len()];
    let mut queue = VecDeque::from([location]);
    edges[location] = 0;
    while let Some(at) = queue.pop_front() {
        for source in &sources[at] {
            if edges[*source] == FAR {
                edges[*source] = edges[at] + 1;
                queue.push_back(*source);
            }
        }
    }
    edges
}
