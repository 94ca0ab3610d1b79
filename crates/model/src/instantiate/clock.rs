//! Clocks: comparisons and assignments.
//!
//! What a comparison says is brought into the form `x - y < b`, `x < b` or `-y < b` by collecting the
//! clocks of both sides on one; anything with more clocks is beyond zones.

use network::{
    BinaryOp as Op, ClockConstraint, ClockFamilyId, ClockPlace, Expr as Code, Place, Stmt, StmtKind,
};
use syntax::Span;
use syntax::tree::{BinaryOp, UnaryOp};

use super::expression::fold;
use super::object::{Leaf, Object};
use super::place::owner;
use super::shape::Shape;
use super::{Lowered, Lowering, Stop, unsupported};
use crate::typed::{Expr, ExprKind};

/// Clocks added, clocks subtracted, and an integer.
pub(super) struct Linear {
    pub(super) plus: Vec<ClockPlace>,
    pub(super) minus: Vec<ClockPlace>,
    pub(super) offset: Code,
}

/// A comparison over clocks, lowered.
pub(super) enum Comparison {
    /// The clocks cancel out: only integers are compared.
    Integers(Code),
    /// All of these must hold.
    Constraints(Vec<ClockConstraint>),
}

impl Lowering<'_> {
    /// An expression as a sum of clocks and an integer.
    pub(super) fn linear(&mut self, expr: &Expr) -> Lowered<Linear> {
        if expr.ty.is_integral() {
            return Ok(Linear { plus: Vec::new(), minus: Vec::new(), offset: self.int(expr)? });
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                let (left, right) = (self.linear(left)?, self.linear(right)?);
                Ok(sum(left, right))
            }
            ExprKind::Binary(BinaryOp::Sub, left, right) => {
                let (left, right) = (self.linear(left)?, self.linear(right)?);
                Ok(sum(left, negated(right)))
            }
            ExprKind::Unary(UnaryOp::Minus, operand) => Ok(negated(self.linear(operand)?)),
            ExprKind::Unary(UnaryOp::Plus, operand) => self.linear(operand),
            ExprKind::Symbol(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Member(..) => {
                let clock = self.clock_place(expr)?;
                Ok(Linear { plus: vec![clock], minus: Vec::new(), offset: Code::Const(0) })
            }
            ExprKind::Binary(..) => unsupported(
                "clocks compared by more than `x` or `x - y` with an integer",
                expr.span,
            ),
            ExprKind::Double => unsupported("a clock compared with a fraction", expr.span),
            ExprKind::Cond(..) => unsupported("a clock that is chosen by `?:`", expr.span),
            ExprKind::Error => Err(Stop::Reported),
            _ => unsupported("this expression over clocks", expr.span),
        }
    }

    /// The clock an expression names.
    pub(super) fn clock_place(&mut self, expr: &Expr) -> Lowered<ClockPlace> {
        let process = match owner(expr) {
            Some(process) => Some(self.single_member(process)?),
            None => None,
        };
        let object = self.object(expr, process)?;
        match (&object.shape, &*object.leaves) {
            (Shape::Clock, [Leaf::Clock(family)]) => {
                Ok(ClockPlace { family: *family, indices: object.indices })
            }
            (Shape::Ignored(what), _) => {
                unsupported(format!("{what} decides what happens"), expr.span)
            }
            _ => Err(Stop::Reported),
        }
    }

    /// `left op right`, where `op` compares and a side has clocks. The constraints count where `when`
    /// holds.
    pub(super) fn comparison(
        &mut self,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
        when: &Code,
        span: Span,
    ) -> Lowered<Comparison> {
        let (left, right) = (self.linear(left)?, self.linear(right)?);
        let bound = match (left.offset, right.offset) {
            (Code::Const(0), right) => right,
            (left, Code::Const(0)) => opposite(left),
            (Code::Unary(network::UnaryOp::Negate, left), right) => fold(Op::Add, right, *left),
            (left, right) => fold(Op::Sub, right, left),
        };
        let (mut plus, mut minus) = (left.plus, left.minus);
        plus.extend(right.minus);
        minus.extend(right.plus);
        cancel(&mut plus, &mut minus);
        if plus.len() > 1 || minus.len() > 1 {
            return unsupported(
                "clocks compared by more than `x` or `x - y` with an integer",
                span,
            );
        }
        let (plus, minus) = (plus.pop(), minus.pop());
        if plus.is_none() && minus.is_none() {
            return Ok(Comparison::Integers(fold(integer_op(op), Code::Const(0), bound)));
        }
        let constraint = |upper: bool, strict: bool| {
            let (left, right) = (plus.clone(), minus.clone());
            let (left, right) = if upper { (left, right) } else { (right, left) };
            let bound = if upper { bound.clone() } else { opposite(bound.clone()) };
            ClockConstraint { when: when.clone(), left, right, strict, bound }
        };
        Ok(Comparison::Constraints(match op {
            BinaryOp::Lt => vec![constraint(true, true)],
            BinaryOp::Le => vec![constraint(true, false)],
            BinaryOp::Gt => vec![constraint(false, true)],
            BinaryOp::Ge => vec![constraint(false, false)],
            _ => vec![constraint(true, false), constraint(false, false)],
        }))
    }

    /// `clock = value`
    pub(super) fn set_clock(
        &mut self,
        mut object: Object,
        value: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let [Leaf::Clock(family)] = *object.leaves else { return Err(Stop::Reported) };
        if let ExprKind::Cond(condition, first, second) = &value.kind {
            self.keep_place(&mut object, condition, span, out);
            let condition = self.int(condition)?;
            let (mut then, mut otherwise) = (Vec::new(), Vec::new());
            self.set_clock(object.clone(), first, span, &mut then)?;
            self.set_clock(object, second, span, &mut otherwise)?;
            self.push(StmtKind::If { condition, then, otherwise }, span, out);
            return Ok(());
        }
        if let ExprKind::Assign(..) = &value.kind {
            self.keep_place(&mut object, value, span, out);
            let (source, offset) = self.assigned(value, out)?;
            let target = ClockPlace { family, indices: object.indices };
            self.push(StmtKind::SetClock { target, source, offset }, span, out);
            return Ok(());
        }
        if !value.ty.is_integral() && !value.ty.is_clock() {
            return unsupported("a clock that is set to a fraction", span);
        }
        let mut value = self.linear(value)?;
        let source = value.plus.pop();
        if !value.plus.is_empty() || !value.minus.is_empty() {
            return unsupported("a clock that is set to a sum of clocks", span);
        }
        let target = ClockPlace { family, indices: object.indices };
        self.push(StmtKind::SetClock { target, source, offset: value.offset }, span, out);
        Ok(())
    }

    /// What an assignment assigned to, as the value of another: a clock, or a number.
    fn assigned(
        &mut self,
        assignment: &Expr,
        out: &mut Vec<Stmt>,
    ) -> Lowered<(Option<ClockPlace>, Code)> {
        let object = self.place_of(assignment, out)?;
        if let [Leaf::Clock(family)] = *object.leaves {
            return Ok((Some(ClockPlace { family, indices: object.indices }), Code::Const(0)));
        }
        let variable = object.variable().ok_or(Stop::Reported)?;
        Ok((None, Code::Read(Place::indexed(variable, object.indices))))
    }

    /// Copies an array of clocks one by one.
    pub(super) fn copy_clocks(
        &mut self,
        (to, to_indices): (ClockFamilyId, &[Code]),
        (from, from_indices): (ClockFamilyId, &[Code]),
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let to_dims = self.network.clock_family(to).dims[to_indices.len()..].to_vec();
        let from_dims = self.network.clock_family(from).dims[from_indices.len()..].to_vec();
        let count = network::network::cell_count(&to_dims);
        let used = self.usage.copies;
        let what = ("clock assignments", span);
        self.usage.copies = self.admit(count as u128, used, crate::limits::COPIES, what)?;
        for offset in 0..count {
            let place = |family, indices: &[Code], dims: &[network::Domain]| {
                let mut indices = indices.to_vec();
                indices.extend(unravel(dims, offset).into_iter().map(Code::Const));
                ClockPlace { family, indices }
            };
            let target = place(to, to_indices, &to_dims);
            let source = Some(place(from, from_indices, &from_dims));
            self.push(StmtKind::SetClock { target, source, offset: Code::Const(0) }, span, out);
        }
        Ok(())
    }
}

/// The indices of element number `offset`.
pub(super) fn unravel(dims: &[network::Domain], offset: usize) -> Vec<i32> {
    let mut rest = i64::try_from(offset).unwrap_or(0);
    let mut indices: Vec<i32> = dims
        .iter()
        .rev()
        .map(|dim| {
            let size = i64::try_from(dim.size()).unwrap_or(1).max(1);
            let index = i64::from(dim.lower) + rest % size;
            rest /= size;
            i32::try_from(index).unwrap_or(dim.lower)
        })
        .collect();
    indices.reverse();
    indices
}

fn sum(mut left: Linear, right: Linear) -> Linear {
    left.plus.extend(right.plus);
    left.minus.extend(right.minus);
    left.offset = match (left.offset, right.offset) {
        (left, Code::Const(0)) => left,
        (Code::Const(0), right) => right,
        (left, right) => fold(Op::Add, left, right),
    };
    left
}

fn negated(linear: Linear) -> Linear {
    Linear { plus: linear.minus, minus: linear.plus, offset: opposite(linear.offset) }
}

/// The code of the opposite number, without piling up signs.
fn opposite(code: Code) -> Code {
    match code {
        Code::Unary(network::UnaryOp::Negate, operand) => *operand,
        Code::Binary(Op::Sub, left, right) => Code::Binary(Op::Sub, right, left),
        other => Code::negated(other),
    }
}

/// Removes clocks that are both added and subtracted.
fn cancel(plus: &mut Vec<ClockPlace>, minus: &mut Vec<ClockPlace>) {
    plus.retain(|clock| match minus.iter().position(|other| other == clock) {
        Some(position) => {
            minus.remove(position);
            false
        }
        None => true,
    });
}

/// The comparison of two integers.
fn integer_op(op: BinaryOp) -> Op {
    match op {
        BinaryOp::Lt => Op::Lt,
        BinaryOp::Le => Op::Le,
        BinaryOp::Gt => Op::Gt,
        BinaryOp::Ge => Op::Ge,
        BinaryOp::Ne => Op::Ne,
        _ => Op::Eq,
    }
}
