//! Which processes a chart shows, and where their lifelines stand.

use crate::svg::text::{Font, fit, width};
use crate::view::{DirectionView, MoveView, RunView};

/// The widest name of a location that is shown in full.
const WIDEST: f64 = 150.0;

pub(super) struct Column {
    /// The process, by number in the run.
    pub(super) process: usize,
    /// Where the lifeline stands.
    pub(super) x: f64,
    /// Half the width of its boxes.
    pub(super) half: f64,
}

/// The lifelines of a chart.
pub(super) struct LifelineColumns {
    /// From left to right.
    pub(super) shown: Vec<Column>,
    /// The names of the processes that never move.
    pub(super) hidden: Vec<String>,
    /// The column of each process.
    place: Vec<Option<usize>>,
}

impl LifelineColumns {
    /// One column for each process that moves (or for all, if none does).
    pub(super) fn choose(run: &RunView) -> LifelineColumns {
        let number = |name: &str| run.processes.iter().position(|process| process.name == name);
        let mut moves = vec![false; run.processes.len()];
        for taken in all_moves(run) {
            if let Some(index) = number(&taken.process) {
                moves[index] = true;
            }
        }
        if !moves.contains(&true) {
            moves.fill(true);
        }
        let mut columns = LifelineColumns {
            shown: vec![],
            hidden: vec![],
            place: vec![None; run.processes.len()],
        };
        for (process, view) in run.processes.iter().enumerate() {
            if moves[process] {
                columns.place[process] = Some(columns.shown.len());
                columns.shown.push(Column { process, x: 0.0, half: half_width(run, process) });
            } else {
                columns.hidden.push(view.name.clone());
            }
        }
        columns.spread(run);
        columns
    }

    /// The column of the process that takes an edge.
    pub(super) fn of(&self, run: &RunView, taken: &MoveView) -> Option<&Column> {
        let process = run.processes.iter().position(|process| process.name == taken.process)?;
        self.place.get(process).copied().flatten().map(|place| &self.shown[place])
    }

    /// How far the boxes of the last column reach.
    pub(super) fn right(&self) -> f64 {
        self.shown.last().map_or(0.0, |column| column.x + column.half)
    }

    /// Chooses the distances so that boxes and messages fit.
    fn spread(&mut self, run: &RunView) {
        let count = self.shown.len();
        let mut gaps: Vec<f64> =
            self.shown.windows(2).map(|pair| pair[0].half + pair[1].half + 12.0).collect();
        let mut wishes: Vec<(usize, usize, f64)> =
            run.steps.iter().filter_map(|step| self.wish(run, &step.moves)).collect();
        wishes.sort_by(|a, b| (a.1 - a.0).cmp(&(b.1 - b.0)).then(b.2.total_cmp(&a.2)));
        for (from, to, wide) in wishes {
            let have: f64 = gaps[from..to].iter().sum();
            let missing = (wide - have) / (to - from) as f64;
            if missing > 0.0 {
                gaps[from..to].iter_mut().for_each(|gap| *gap += missing);
            }
        }
        let mut x = self.shown.first().map_or(0.0, |column| column.half);
        for place in 0..count {
            self.shown[place].x = x;
            x += gaps.get(place).copied().unwrap_or(0.0);
        }
    }

    /// The columns between which the message of a step stands, and the room it needs.
    fn wish(&self, run: &RunView, moves: &[MoveView]) -> Option<(usize, usize, f64)> {
        let sender = moves.first()?;
        let channel = sender.channel.as_ref()?;
        let place = |taken: &MoveView| {
            let process = run.processes.iter().position(|process| process.name == taken.process)?;
            self.place[process]
        };
        let from = place(sender)?;
        let to = moves[1..].iter().filter_map(place).min_by_key(|to| to.abs_diff(from))?;
        let room = width(channel, Font::LABEL) + 28.0;
        (from != to).then_some((from.min(to), from.max(to), room))
    }
}

/// Every edge a run takes, or tries to.
pub(super) fn all_moves(run: &RunView) -> impl Iterator<Item = &MoveView> {
    let fault = run.fault.iter().flat_map(|fault| &fault.moves);
    run.steps.iter().flat_map(|step| &step.moves).chain(fault)
}

/// The sender of a step and its receivers; a step of one process has no receivers.
pub(super) fn roles(moves: &[MoveView]) -> Option<(&MoveView, Vec<&MoveView>)> {
    let sends = |taken: &&MoveView| taken.direction == Some(DirectionView::Send);
    let sender = moves.iter().find(sends).or_else(|| moves.first())?;
    let others = moves.iter().filter(|taken| !std::ptr::eq(*taken, sender)).collect();
    Some((sender, others))
}

/// A name of a location as its box shows it.
pub(super) fn shown_location(name: &str) -> String {
    fit(name, WIDEST, Font::LABEL)
}

/// Half the width that the boxes of a process need: its name, and the locations it visits.
fn half_width(run: &RunView, process: usize) -> f64 {
    let view = &run.processes[process];
    let states = std::iter::once(&run.initial).chain(run.steps.iter().map(|step| &step.after));
    let visited = states.filter_map(|state| state.locations.get(process));
    let widest = visited.map(|name| width(&shown_location(name), Font::LABEL)).fold(0.0, f64::max);
    let name = width(&fit(&view.name, WIDEST, Font::HEAD), Font::HEAD);
    (widest.max(name) / 2.0 + 8.0).max(26.0)
}
