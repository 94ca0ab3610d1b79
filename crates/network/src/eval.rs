//! What expressions and statements mean, by walking the tree.
//!
//! This is the definition. The engine runs compiled code instead; tests hold it against this file, and
//! the interpreter that replays runs uses only this file.

pub use crate::arithmetic::apply;
use crate::channel::ChannelPlace;
use crate::expr::{BinaryOp, Expr, Place, Quantifier, UnaryOp};
pub use crate::fault::{Fault, FaultKind, Indexed, STATEMENT_BUDGET};
use crate::guard::{ClockConstraint, ClockPlace, Difference, Guard};
use crate::ids::{ChannelId, ClockId, FunctionId, LocationId, Origin, VariableId};
use crate::network::{Network, cell_count};
use crate::stmt::{Argument, Stmt, StmtKind};
use crate::variable::Dim;

/// A clock that was set: to a value, or to another clock plus a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockWrite {
    pub clock: ClockId,
    /// What it was set to, before adding the value.
    pub source: Option<ClockId>,
    /// The value, or what is added.
    pub value: i32,
}

/// Whether control leaves the function.
enum Flow {
    Next,
    Return,
}

/// Evaluates over one memory.
pub struct Evaluator<'a> {
    network: &'a Network,
    locations: &'a [LocationId],
    /// All cells: state, `meta`, scratch, constants.
    pub memory: &'a mut [i32],
    /// The clocks set so far, in order.
    pub clock_writes: Vec<ClockWrite>,
    origin: Origin,
    budget: u64,
}

impl<'a> Evaluator<'a> {
    /// An evaluator over `memory`, with the processes at `locations`.
    pub fn new(
        network: &'a Network,
        locations: &'a [LocationId],
        memory: &'a mut [i32],
    ) -> Evaluator<'a> {
        let budget = STATEMENT_BUDGET;
        Evaluator {
            network,
            locations,
            memory,
            clock_writes: Vec::new(),
            origin: Origin::NONE,
            budget,
        }
    }

    /// Allows only this many statements from now on, for evaluation before the network is complete.
    pub fn limit(&mut self, budget: u64) -> &mut Self {
        self.budget = budget;
        self
    }

    /// How many statements are still allowed.
    #[must_use]
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// Sets the place that faults outside statements are reported at.
    pub fn at(&mut self, origin: Origin) -> &mut Self {
        self.origin = origin;
        self
    }

    fn fault<T>(&self, kind: FaultKind) -> Result<T, Fault> {
        Err(Fault { kind, origin: self.origin })
    }

    /// The value of an expression.
    pub fn eval(&mut self, expr: &Expr) -> Result<i32, Fault> {
        match expr {
            Expr::Const(value) => Ok(*value),
            Expr::Read(place) => Ok(self.memory[self.locate(place)?]),
            Expr::At(process, location) => {
                Ok(i32::from(self.locations[process.index()] == *location))
            }
            Expr::LocationOf(process) => {
                Ok(i32::try_from(self.locations[process.index()].0).unwrap_or(i32::MAX))
            }
            Expr::Unary(op, operand) => self.unary(*op, operand),
            Expr::Binary(BinaryOp::And, left, right) => {
                Ok(i32::from(self.eval(left)? != 0 && self.eval(right)? != 0))
            }
            Expr::Binary(BinaryOp::Or, left, right) => {
                Ok(i32::from(self.eval(left)? != 0 || self.eval(right)? != 0))
            }
            Expr::Binary(op, left, right) => {
                let left = self.eval(left)?;
                let right = self.eval(right)?;
                self.network.overflow.binary(*op, left, right).or_else(|kind| self.fault(kind))
            }
            Expr::Cond(condition, then, otherwise) => {
                if self.eval(condition)? != 0 {
                    self.eval(then)
                } else {
                    self.eval(otherwise)
                }
            }
            Expr::Quantified { quantifier, variable, domain, body } => {
                self.quantified(*quantifier, *variable, *domain, body)
            }
            Expr::BlocksEqual(left, right) => {
                let size = self.block_size(left);
                let (left, right) = (self.locate(left)?, self.locate(right)?);
                Ok(i32::from(self.memory[left..left + size] == self.memory[right..right + size]))
            }
            Expr::After(statements, value) => {
                self.run(statements)?;
                self.eval(value)
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Result<i32, Fault> {
        let value = self.eval(operand)?;
        self.network.overflow.unary(op, value).or_else(|kind| self.fault(kind))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: VariableId,
        domain: Dim,
        body: &Expr,
    ) -> Result<i32, Fault> {
        let cell = self.network.variable(variable).base.index();
        let mut total = 0i32;
        for value in domain.values() {
            self.spend()?;
            self.memory[cell] = value;
            let result = self.eval(body)?;
            match quantifier {
                Quantifier::ForAll if result == 0 => return Ok(0),
                Quantifier::Exists if result != 0 => return Ok(1),
                Quantifier::Sum => match self.network.overflow.binary(BinaryOp::Add, total, result)
                {
                    Ok(sum) => total = sum,
                    Err(kind) => return self.fault(kind),
                },
                Quantifier::ForAll | Quantifier::Exists => {}
            }
        }
        Ok(if quantifier == Quantifier::ForAll { 1 } else { total })
    }

    /// The slot of a cell, or the first slot of a block.
    pub fn locate(&mut self, place: &Place) -> Result<usize, Fault> {
        let variable = &self.network.variables[place.variable.index()];
        let array = Indexed::Variable(place.variable);
        Ok(variable.base.index() + self.offset(array, &variable.dims, &place.indices)?)
    }

    /// The clock a place denotes.
    pub fn clock(&mut self, place: &ClockPlace) -> Result<ClockId, Fault> {
        let family = &self.network.clocks[place.family.index()];
        let offset = self.offset(Indexed::Clock(place.family), &family.dims, &place.indices)?;
        Ok(ClockId::at(family.base.index() + offset))
    }

    /// The channel a place denotes.
    pub fn channel(&mut self, place: &ChannelPlace) -> Result<ChannelId, Fault> {
        let family = &self.network.channels[place.family.index()];
        let offset = self.offset(Indexed::Channel(place.family), &family.dims, &place.indices)?;
        Ok(ChannelId::at(family.base.index() + offset))
    }

    fn offset(&mut self, array: Indexed, dims: &[Dim], indices: &[Expr]) -> Result<usize, Fault> {
        let mut offset = 0;
        for (number, (dim, index)) in dims.iter().zip(indices).enumerate() {
            let value = self.eval(index)?;
            if !dim.contains(value) {
                let dimension = u32::try_from(number).unwrap_or(u32::MAX);
                return self.fault(FaultKind::BadIndex { array, dimension, value });
            }
            let position = value.abs_diff(dim.lower) as usize;
            offset = offset * cell_count(std::slice::from_ref(dim)) + position;
        }
        Ok(offset * cell_count(&dims[indices.len()..]))
    }

    fn block_size(&self, place: &Place) -> usize {
        cell_count(&self.network.variable(place.variable).dims[place.indices.len()..])
    }

    /// Whether the guard's condition holds and, if so, the clock constraints in force.
    pub fn guard(&mut self, guard: &Guard) -> Result<Option<Vec<Difference>>, Fault> {
        if self.eval(&guard.condition)? == 0 {
            return Ok(None);
        }
        let mut constraints = Vec::with_capacity(guard.clocks.len());
        for constraint in &guard.clocks {
            constraints.extend(self.constraint(constraint)?);
        }
        Ok(Some(constraints))
    }

    /// The constraint with everything evaluated; none where its `when` is 0.
    pub fn constraint(
        &mut self,
        constraint: &ClockConstraint,
    ) -> Result<Option<Difference>, Fault> {
        if self.eval(&constraint.when)? == 0 {
            return Ok(None);
        }
        let left = constraint.left.as_ref().map(|place| self.clock(place)).transpose()?;
        let right = constraint.right.as_ref().map(|place| self.clock(place)).transpose()?;
        let bound = self.eval(&constraint.bound)?;
        Ok(Some(Difference { left, right, strict: constraint.strict, bound }))
    }

    /// Does the statements in order.
    pub fn run(&mut self, statements: &[Stmt]) -> Result<(), Fault> {
        self.block(statements).map(|_| ())
    }

    fn block(&mut self, statements: &[Stmt]) -> Result<Flow, Fault> {
        for statement in statements {
            if let Flow::Return = self.statement(statement)? {
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Next)
    }

    fn spend(&mut self) -> Result<(), Fault> {
        if self.budget == 0 {
            return self.fault(FaultKind::Diverges);
        }
        self.budget -= 1;
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> Result<Flow, Fault> {
        let outer = std::mem::replace(&mut self.origin, statement.origin);
        self.spend()?;
        let flow = self.statement_kind(&statement.kind)?;
        self.origin = outer;
        Ok(flow)
    }

    fn statement_kind(&mut self, kind: &StmtKind) -> Result<Flow, Fault> {
        match kind {
            StmtKind::Assign { target, value } => {
                let cell = self.locate(target)?;
                let value = self.eval(value)?;
                self.store(target.variable, cell, value)?;
            }
            StmtKind::Copy { target, source } => {
                let size = self.block_size(target);
                let to = self.locate(target)?;
                let from = self.locate(source)?;
                let values = self.memory[from..from + size].to_vec();
                for (offset, value) in values.into_iter().enumerate() {
                    self.store(target.variable, to + offset, value)?;
                }
            }
            StmtKind::SetClock { target, source, offset } => {
                let clock = self.clock(target)?;
                let source = source.as_ref().map(|place| self.clock(place)).transpose()?;
                let value = self.eval(offset)?;
                if source.is_none() && value < 0 {
                    return self.fault(FaultKind::NegativeClock { clock, value });
                }
                self.clock_writes.push(ClockWrite { clock, source, value });
            }
            StmtKind::Call { function, arguments } => self.call(*function, arguments)?,
            StmtKind::If { condition, then, otherwise } => {
                let branch = if self.eval(condition)? != 0 { then } else { otherwise };
                return self.block(branch);
            }
            StmtKind::While { condition, body } => {
                while self.eval(condition)? != 0 {
                    self.spend()?;
                    if let Flow::Return = self.block(body)? {
                        return Ok(Flow::Return);
                    }
                }
            }
            StmtKind::DoWhile { body, condition } => loop {
                self.spend()?;
                if let Flow::Return = self.block(body)? {
                    return Ok(Flow::Return);
                }
                if self.eval(condition)? == 0 {
                    break;
                }
            },
            StmtKind::ForEach { variable, domain, body } => {
                let cell = self.network.variable(*variable).base.index();
                for value in domain.values() {
                    self.spend()?;
                    self.memory[cell] = value;
                    if let Flow::Return = self.block(body)? {
                        return Ok(Flow::Return);
                    }
                }
            }
            StmtKind::Return => return Ok(Flow::Return),
            StmtKind::Assert(condition) => {
                if self.eval(condition)? == 0 {
                    return self.fault(FaultKind::AssertionFailed);
                }
            }
        }
        Ok(Flow::Next)
    }

    fn store(&mut self, variable: VariableId, cell: usize, value: i32) -> Result<(), Fault> {
        if !self.network.variable(variable).domain.contains(value) {
            return self.fault(FaultKind::OutOfRange { variable, value });
        }
        self.memory[cell] = value;
        Ok(())
    }

    /// Arguments are all evaluated before any parameter is written, so `f(f(1))` is fine.
    fn call(&mut self, id: FunctionId, arguments: &[Argument]) -> Result<(), Fault> {
        let function = &self.network.functions[id.index()];
        let mut blocks = Vec::with_capacity(arguments.len());
        for argument in arguments {
            blocks.push(match argument {
                Argument::Value(value) => vec![self.eval(value)?],
                Argument::Block(place) => {
                    let from = self.locate(place)?;
                    self.memory[from..from + self.block_size(place)].to_vec()
                }
            });
        }
        for (parameter, block) in function.parameters.iter().zip(blocks) {
            let base = self.network.variable(*parameter).base.index();
            for (offset, value) in block.into_iter().enumerate() {
                self.store(*parameter, base + offset, value)?;
            }
        }
        for local in &function.locals {
            let variable = &self.network.variables[local.index()];
            let base = variable.base.index();
            self.memory[base..base + variable.initial.len()].copy_from_slice(&variable.initial);
        }
        self.block(&function.body)?;
        Ok(())
    }
}
