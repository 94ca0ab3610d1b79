//! Cubes in terms of a network.

use branching::{Cube, Table};
use network::network::cell_count;
use network::{BinaryOp, Dim, Expr, LocationId, Network, Place, ProcessId, Storage, VariableId};
use program::Layout;

/// What a condition is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// The location of a process.
    Location(ProcessId),
    /// A variable, or this element of an array.
    Variable(VariableId, Vec<i32>),
}

/// What a value must be. Of values that the model never has nothing is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    Is(i32),
    IsNot(i32),
    /// A value from here to there.
    Between(i32, i32),
    OneOf(Vec<i32>),
}

/// A condition on one variable, or on the location of one process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub cell: Cell,
    pub test: Test,
}

impl Condition {
    /// The conditions that together describe a cube.
    #[must_use]
    pub(super) fn of_cube(network: &Network, table: &Table, cube: &Cube) -> Vec<Condition> {
        let cells = cells(network);
        let columns = cube.columns.iter().enumerate();
        columns
            .filter_map(|(column, allowed)| {
                let allowed: Vec<i32> = allowed.as_ref()?.iter().copied().collect();
                let cell = cells.get(column)?.clone();
                let known: Vec<i32> = table.values(column).collect();
                let in_a_row = matches!(cell, Cell::Variable(..));
                Some(Condition { cell, test: test(&allowed, &known, in_a_row) })
            })
            .collect()
    }

    /// The condition as an expression.
    #[must_use]
    pub(super) fn expr(&self) -> Expr {
        let is = |value: i32| match &self.cell {
            Cell::Location(process) => Expr::At(*process, LocationId(value.cast_unsigned())),
            Cell::Variable(..) => self.compared(BinaryOp::Eq, value),
        };
        match &self.test {
            Test::Is(value) => is(*value),
            Test::IsNot(value) => Expr::not(is(*value)),
            Test::Between(least, most) => {
                let (above, below) = (BinaryOp::Ge, BinaryOp::Le);
                Expr::and(self.compared(above, *least), self.compared(below, *most))
            }
            Test::OneOf(values) => {
                values.iter().map(|value| is(*value)).fold(Expr::FALSE, Expr::or)
            }
        }
    }

    fn compared(&self, op: BinaryOp, value: i32) -> Expr {
        let read = match &self.cell {
            Cell::Location(process) => Expr::LocationOf(*process),
            Cell::Variable(variable, indices) => {
                let indices = indices.iter().map(|index| Expr::Const(*index)).collect();
                Expr::Read(Place { variable: *variable, indices })
            }
        };
        Expr::binary(op, read, Expr::Const(value))
    }
}

/// The shortest test that tells the values allowed from the others that are known.
fn test(allowed: &[i32], known: &[i32], in_a_row: bool) -> Test {
    let others: Vec<i32> = known.iter().copied().filter(|value| !allowed.contains(value)).collect();
    match (allowed, others.as_slice()) {
        ([value], _) => Test::Is(*value),
        (_, [value]) => Test::IsNot(*value),
        ([least, .., most], others)
            if in_a_row && !others.iter().any(|other| (least..=most).contains(&other)) =>
        {
            Test::Between(*least, *most)
        }
        _ => Test::OneOf(allowed.to_vec()),
    }
}

/// What each column of a table is: the processes, then the cells of the state variables.
fn cells(network: &Network) -> Vec<Cell> {
    let layout = Layout::of(network);
    let processes = (0..network.processes.len()).map(|at| Cell::Location(ProcessId::at(at)));
    let mut cells: Vec<Cell> = processes.collect();
    cells.resize(layout.discrete, Cell::Location(ProcessId(0)));
    for (number, variable) in network.variables.iter().enumerate() {
        if variable.storage != Storage::State {
            continue;
        }
        let size = |dim: &Dim| cell_count(std::slice::from_ref(dim)).max(1);
        let sizes: Vec<usize> = variable.dims.iter().map(size).collect();
        for offset in 0..cell_count(&variable.dims) {
            let mut rest: usize = offset;
            let mut indices = vec![0; sizes.len()];
            for (at, size) in sizes.iter().enumerate().rev() {
                let place = i32::try_from(rest % size).expect("arrays are small");
                indices[at] = variable.dims[at].lower + place;
                rest /= size;
            }
            let cell = layout.cell(variable.base) + offset;
            cells[cell] = Cell::Variable(VariableId::at(number), indices);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::{Test, test};

    #[test]
    fn values_between_others_are_told_as_such() {
        let known = [0, 1, 2, 3, 4];
        assert_eq!(test(&[1, 2], &known, true), Test::Between(1, 2));
        assert_eq!(test(&[0, 2], &known, true), Test::OneOf(vec![0, 2]));
        assert_eq!(test(&[1, 2], &known, false), Test::OneOf(vec![1, 2]));
        assert_eq!(test(&[0, 1, 2, 4], &known, true), Test::IsNot(3));
        assert_eq!(test(&[3], &known, true), Test::Is(3));
    }
}
