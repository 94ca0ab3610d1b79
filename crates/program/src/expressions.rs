//! Instructions for expressions.

use network::eval::Indexed;
use network::network::cell_count;
use network::variable::Dim;
use network::{BinaryOp, Expr, Place, Quantifier};

use super::code::{IndexInfo, LoopInfo, Op};
use super::compile::{Compiler, Spot, cell, fixed_offset, push};

impl Compiler<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        if let Some(cell) = self.fixed_cell(expr) {
            self.emit(Op::Load(cell));
            return;
        }
        match expr {
            Expr::Const(value) => {
                self.emit(Op::Push(*value));
            }
            Expr::Read(place) => self.read(place),
            Expr::At(process, location) => {
                let value = location.0.cast_signed();
                self.emit(Op::Load(process.0));
                self.emit(Op::BinaryConst { op: BinaryOp::Eq, value });
            }
            Expr::LocationOf(process) => drop(self.emit(Op::Load(process.0))),
            Expr::Unary(op, operand) => {
                self.expr(operand);
                self.emit(Op::Unary(*op));
            }
            Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => self.connective(expr),
            Expr::Binary(op, left, right) => {
                self.expr(left);
                self.operator(*op, right);
            }
            Expr::Cond(condition, then, otherwise) => {
                let skip = self.branch(condition, false);
                self.expr(then);
                let end = self.emit(Op::Jump(0));
                self.land(&skip);
                self.expr(otherwise);
                self.land(&[end]);
            }
            Expr::Quantified { .. } => self.quantified(expr),
            Expr::BlocksEqual(left, right) => {
                let info = self.blocks(left, right);
                self.emit(Op::BlocksEqual(info));
            }
            Expr::After(statements, value) => {
                self.stmts(statements);
                self.expr(value);
            }
        }
    }

    fn read(&mut self, place: &Place) {
        match self.place(place) {
            Spot::Fixed(cell) => drop(self.emit(Op::Load(cell))),
            Spot::Offset(base) => {
                // Nothing leads between the two instructions, so one may do for both.
                if let Some(Op::IndexCell { info, cell }) = self.code.ops.last().copied()
                    && place.indices.len() == 1
                {
                    self.code.ops.pop();
                    self.emit(Op::LoadElement { info, cell, base });
                } else {
                    self.emit(Op::LoadAt(base));
                }
            }
        }
    }

    /// Applies an operator to what is on the stack and the right operand.
    fn operator(&mut self, op: BinaryOp, right: &Expr) {
        if let Expr::Const(value) = right {
            self.emit(Op::BinaryConst { op, value: *value });
        } else if let Some(cell) = self.fixed_cell(right) {
            self.emit(Op::BinaryCell { op, cell });
        } else {
            self.expr(right);
            self.emit(Op::Binary(op));
        }
    }

    /// The truth of a connective, whose right operand counts only if the left one does not decide.
    fn connective(&mut self, expr: &Expr) {
        let fails = self.branch(expr, false);
        self.emit(Op::Push(1));
        let end = self.emit(Op::Jump(0));
        self.land(&fails);
        self.emit(Op::Push(0));
        self.land(&[end]);
    }

    fn quantified(&mut self, expr: &Expr) {
        let Expr::Quantified { quantifier, variable, domain, body } = expr else { return };
        let neutral = i32::from(*quantifier == Quantifier::ForAll);
        if domain.size() == 0 {
            self.emit(Op::Push(neutral));
            return;
        }
        let iterator = cell(self.layout.cell(self.network.variable(*variable).base));
        if *quantifier == Quantifier::Sum {
            self.emit(Op::Push(0));
        }
        self.emit(Op::LoopStart { cell: iterator, lower: domain.lower });
        let start = self.here();
        self.emit(Op::Spend);
        let stop = match quantifier {
            Quantifier::ForAll => self.branch(body, false),
            Quantifier::Exists => self.branch(body, true),
            Quantifier::Sum => {
                self.expr(body);
                self.emit(Op::Binary(BinaryOp::Add));
                Vec::new()
            }
        };
        self.loop_next(LoopInfo { cell: iterator, upper: domain.upper, start });
        if *quantifier != Quantifier::Sum {
            self.emit(Op::Push(neutral));
            let end = self.emit(Op::Jump(0));
            self.land(&stop);
            self.emit(Op::Push(1 - neutral));
            self.land(&[end]);
        }
    }

    pub(super) fn loop_next(&mut self, info: LoopInfo) {
        let number = push(&mut self.code.loops, info);
        self.emit(Op::LoopNext(number));
    }

    pub(super) fn place(&mut self, place: &Place) -> Spot {
        let variable = self.network.variable(place.variable);
        let base = self.layout.cell(variable.base);
        if let Some(offset) = fixed_offset(&variable.dims, &place.indices) {
            return Spot::Fixed(cell(base + offset));
        }
        self.offset(Indexed::Variable(place.variable), &variable.dims, &place.indices);
        Spot::Offset(cell(base))
    }

    pub(super) fn offset(&mut self, array: Indexed, dims: &[Dim], indices: &[Expr]) {
        if indices.is_empty() {
            self.emit(Op::Push(0));
        }
        for (number, index) in indices.iter().enumerate() {
            let Dim { lower, upper, .. } = dims[number];
            let stride = cell(cell_count(&dims[number + 1..]));
            let info = IndexInfo { lower, upper, stride, array, dimension: cell(number) };
            let info = push(&mut self.code.indices, info);
            let fixed = self.fixed_cell(index);
            if fixed.is_none() {
                self.expr(index);
            }
            self.emit(match (number, fixed) {
                (0, None) => Op::Index(info),
                (0, Some(cell)) => Op::IndexCell { info, cell },
                (_, None) => Op::IndexMore(info),
                (_, Some(cell)) => Op::IndexMoreCell { info, cell },
            });
        }
    }
}
