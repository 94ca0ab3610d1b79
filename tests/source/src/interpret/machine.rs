//! Expressions, evaluated from left to right.

use std::rc::Rc;

use super::arithmetic::{arithmetic, check};
use super::clock::{Linear, combine, linear};
use crate::program::{Binding, Place, Program, Scope};
use crate::region::{Limits, Raised, Region};
use crate::tree::{Binary, Expr, Quantifier, Type, Unary};
use crate::value::{Shape, Value};

/// Why an evaluation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The model does something invalid.
    Fault,
    /// So it does in a comparison of clocks, which may be evaluated after everything else.
    ClockFault,
    /// A clock was compared beyond its limit.
    Raised,
    /// It takes too long.
    Endless,
    /// The text has no meaning: a mistake of the generator.
    Senseless(&'static str),
}

impl From<Raised> for Stop {
    fn from(_: Raised) -> Stop {
        Stop::Raised
    }
}

/// Steps that one evaluation may take.
const MOST_STEPS: u32 = 20_000;

/// What is known of clocks.
pub enum Clocks<'a> {
    /// Nothing: they may not be compared.
    None,
    Region(&'a mut Region, &'a mut Limits),
    /// Comparisons are answered with these, and false when there are no more; how many were needed.
    Guessed(&'a [bool], usize),
}

/// The value of an expression.
pub(super) enum Found {
    Int(i32),
    Linear(Linear),
    Other(Value),
}

/// Runs expressions and statements over the values of variables.
pub struct Machine<'p, 'm> {
    pub(super) program: &'p Program<'m>,
    pub(super) locations: &'p [usize],
    pub values: Vec<Value>,
    /// Names besides those of the process and the global ones.
    pub names: Scope<'m>,
    /// The process whose names are known.
    pub process: Option<usize>,
    pub clocks: Clocks<'p>,
    /// Whether the state is a deadlock, where a query asks for it.
    pub dead: bool,
    pub(super) locals: Vec<(Value, Rc<Shape>)>,
    pub(super) steps: u32,
}

impl<'p, 'm> Machine<'p, 'm> {
    #[must_use]
    pub fn new(
        program: &'p Program<'m>,
        locations: &'p [usize],
        values: Vec<Value>,
    ) -> Machine<'p, 'm> {
        Machine {
            program,
            locations,
            values,
            names: Scope::new(),
            process: None,
            clocks: Clocks::None,
            dead: false,
            locals: Vec::new(),
            steps: 0,
        }
    }

    #[must_use]
    pub fn program(&self) -> &'p Program<'m> {
        self.program
    }

    /// Lets it take as many steps again.
    pub fn rest(&mut self) {
        self.steps = 0;
    }

    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(Stop::Endless) } else { Ok(()) }
    }

    pub fn truth(&mut self, expr: &'m Expr) -> Result<bool, Stop> {
        Ok(self.int(expr)? != 0)
    }

    /// The value of an integer expression.
    pub fn int(&mut self, expr: &'m Expr) -> Result<i32, Stop> {
        match self.eval(expr)? {
            Found::Int(value) => Ok(value),
            _ => Err(Stop::Senseless("no number")),
        }
    }

    /// The value of any expression.
    pub fn value(&mut self, expr: &'m Expr) -> Result<Value, Stop> {
        match self.eval(expr)? {
            Found::Int(value) => Ok(Value::Int(value)),
            Found::Other(value) => Ok(value),
            Found::Linear(_) => match self.place(expr) {
                Ok(place) => Ok(self.read(&place).clone()),
                Err(stop) => Err(stop),
            },
        }
    }

    /// The clocks of which an expression is the value or the difference; none if it is an integer.
    pub fn clock_term(&mut self, expr: &'m Expr) -> Result<Option<(usize, Option<usize>)>, Stop> {
        match self.eval(expr)? {
            Found::Int(_) => Ok(None),
            Found::Linear(Linear { plus, minus, number: 0 }) if plus.len() == 1 => {
                Ok(Some((plus[0], minus.first().copied())))
            }
            _ => Err(Stop::Senseless("no term")),
        }
    }

    pub(super) fn eval(&mut self, expr: &'m Expr) -> Result<Found, Stop> {
        let truth = |value: bool| Ok(Found::Int(i32::from(value)));
        match expr {
            Expr::Int(value) | Expr::Time(value) => Ok(Found::Int(*value)),
            Expr::Bool(value) => truth(*value),
            Expr::Name(name) => match self.binding(name)? {
                Binding::Number(value) => Ok(Found::Int(value)),
                Binding::Place(place) => Ok(self.found(&place)),
                Binding::Function(..) => Err(Stop::Senseless("a function is no value")),
            },
            Expr::Index(..) | Expr::Field(..) => {
                let place = self.place(expr)?;
                Ok(self.found(&place))
            }
            Expr::Member(process, arguments, member) => self.of_process(process, arguments, member),
            Expr::Call(name, arguments) => self.called(name, arguments),
            Expr::Unary(op, operand) => {
                let value = self.int(operand)?;
                match op {
                    Unary::Not => truth(value == 0),
                    Unary::Negate => value.checked_neg().map(Found::Int).ok_or(Stop::Fault),
                }
            }
            Expr::Binary(Binary::And, left, right) => {
                truth(self.truth(left)? && self.truth(right)?)
            }
            Expr::Binary(Binary::Or, left, right) => truth(self.truth(left)? || self.truth(right)?),
            Expr::Binary(Binary::Imply, left, right) => {
                truth(!self.truth(left)? || self.truth(right)?)
            }
            Expr::Binary(op, left, right) => self.operands(*op, left, right),
            Expr::Cond(condition, then, otherwise) => {
                if self.truth(condition)? {
                    self.eval(then)
                } else {
                    self.eval(otherwise)
                }
            }
            Expr::Quantified(quantifier, name, ty, body) => {
                self.quantified(*quantifier, name, ty, body).map(Found::Int)
            }
            Expr::Assign(op, place, value) => self.assign(*op, place, value),
            Expr::Step { place, down } => self.count(place, *down),
            Expr::Deadlock => match &mut self.clocks {
                Clocks::Guessed(guesses, used) => {
                    *used += 1;
                    truth(guesses.get(*used - 1).copied().unwrap_or(false))
                }
                _ => truth(self.dead),
            },
        }
    }

    /// Both operands, and then the operator.
    pub(super) fn operands(
        &mut self,
        op: Binary,
        left: &'m Expr,
        right: &'m Expr,
    ) -> Result<Found, Stop> {
        let sides = self.eval(left).and_then(|first| Ok((first, self.eval(right)?)));
        match sides {
            Ok((first, second)) => self.binary(op, first, second),
            Err(Stop::Fault) if op.compares() && (self.is_clock(left) || self.is_clock(right)) => {
                Err(Stop::ClockFault)
            }
            Err(stop) => Err(stop),
        }
    }

    /// `a++` and `a--`: the value is the old one.
    pub(super) fn count(&mut self, place: &'m Expr, down: bool) -> Result<Found, Stop> {
        let place = self.place(place)?;
        let Value::Int(old) = *self.read(&place) else {
            return Err(Stop::Senseless("no number to count"));
        };
        let new = if down { old.checked_sub(1) } else { old.checked_add(1) };
        self.store(&place, Value::Int(new.ok_or(Stop::Fault)?))?;
        Ok(Found::Int(old))
    }

    pub(super) fn found(&self, place: &Place) -> Found {
        match self.read(place) {
            Value::Int(value) => Found::Int(*value),
            Value::Clock(clock) => {
                Found::Linear(Linear { plus: vec![*clock], ..Linear::default() })
            }
            other => Found::Other(other.clone()),
        }
    }

    pub(super) fn of_process(
        &mut self,
        name: &str,
        arguments: &'m [Expr],
        member: &str,
    ) -> Result<Found, Stop> {
        let number = self.member(name, arguments)?;
        let process = &self.program.processes[number];
        let location = self.locations[number];
        if member == "location" {
            return Ok(Found::Int(i32::try_from(location).unwrap_or(i32::MAX)));
        }
        let template = process.template;
        if let Some(wanted) = template.locations.iter().position(|each| each.name == member) {
            return Ok(Found::Int(i32::from(location == wanted)));
        }
        match process.scope.iter().rev().find(|(known, _)| *known == member) {
            Some((_, Binding::Number(value))) => Ok(Found::Int(*value)),
            Some((_, Binding::Place(place))) => Ok(self.found(place)),
            _ => Err(Stop::Senseless("no such member of a process")),
        }
    }

    pub(super) fn binary(&mut self, op: Binary, left: Found, right: Found) -> Result<Found, Stop> {
        match (left, right) {
            (Found::Int(left), Found::Int(right)) => arithmetic(op, left, right).map(Found::Int),
            (Found::Other(left), Found::Other(right)) => match op {
                Binary::Eq => Ok(Found::Int(i32::from(left == right))),
                Binary::Ne => Ok(Found::Int(i32::from(left != right))),
                _ => Err(Stop::Senseless("an operator that does not fit")),
            },
            (left, right) => {
                let (left, right) = (linear(left)?, linear(right)?);
                match op {
                    Binary::Add => Ok(Found::Linear(combine(left, right, false))),
                    Binary::Sub => Ok(Found::Linear(combine(left, right, true))),
                    _ if op.compares() => {
                        let difference = combine(left, right, true);
                        let order = self.sign(difference, op)?;
                        Ok(Found::Int(i32::from(order)))
                    }
                    _ => Err(Stop::Senseless("an operator that does not fit clocks")),
                }
            }
        }
    }

    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        name: &'m str,
        ty: &Type,
        body: &'m Expr,
    ) -> Result<i32, Stop> {
        let mut total = 0i32;
        for value in self.program.types.range(ty) {
            self.step()?;
            self.names.push((name, Binding::Number(value)));
            let result = self.int(body);
            self.names.pop();
            let result = result?;
            match quantifier {
                Quantifier::ForAll if result == 0 => return Ok(0),
                Quantifier::Exists if result != 0 => return Ok(1),
                Quantifier::Sum => total = total.checked_add(result).ok_or(Stop::Fault)?,
                _ => {}
            }
        }
        Ok(if quantifier == Quantifier::ForAll { 1 } else { total })
    }

    pub(super) fn assign(
        &mut self,
        op: Option<Binary>,
        target: &'m Expr,
        value: &'m Expr,
    ) -> Result<Found, Stop> {
        let place = self.place(target)?;
        if let Value::Clock(clock) = *self.read(&place) {
            let value = self.eval(value)?;
            self.set_clock(clock, value)?;
            return Ok(self.found(&place));
        }
        let old = op.map(|_| self.found(&place));
        let value = self.eval(value)?;
        let new = match (op, old) {
            (Some(op), Some(old)) => self.binary(op, old, value)?,
            _ => value,
        };
        let new = match new {
            Found::Int(value) => Value::Int(value),
            Found::Other(value) => value,
            Found::Linear(_) => return Err(Stop::Senseless("a clock is no number")),
        };
        self.store(&place, new)?;
        Ok(self.found(&place))
    }

    /// Stores what the range allows.
    pub(super) fn store(&mut self, place: &Place, value: Value) -> Result<(), Stop> {
        let shape = self.shape(place);
        check(&shape, &value)?;
        self.write(place, value)
    }

    /// Evaluates an expression for its effect.
    pub fn run(&mut self, expr: &'m Expr) -> Result<(), Stop> {
        self.eval(expr).map(|_| ())
    }
}
