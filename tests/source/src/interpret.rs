//! What expressions and statements mean: evaluated as they stand, from left to right.
//!
//! *Clocks.* A clock is compared in the region at hand. To know what could go wrong whatever the clocks are,
//! an expression can also be evaluated with *guessed* answers to comparisons of clocks.
//!
//! *Faults.* A value outside the range it is stored in, passed as or returned as; an index outside its array; a
//! process that does not exist; a division by zero; a result beyond 32 bits; a shift by less than 0 or more than
//! 31; a clock set below 0.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::program::{Binding, Place, Program, Root, Scope};
use crate::region::{Limits, Raised, Region};
use crate::tree::{
    Binary, Block, Expr, Function, Initial, Quantifier, Stmt, Type, Unary, Variable,
};
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
    /// Their values.
    Region(&'a mut Region, &'a mut Limits),
    /// Comparisons are answered with these, and false when there are no more; how many were needed.
    Guessed(&'a [bool], usize),
}

/// A sum of clocks and a number, as it is compared.
#[derive(Clone, Debug, Default)]
struct Linear {
    plus: Vec<usize>,
    minus: Vec<usize>,
    number: i64,
}

/// The value of an expression.
enum Found {
    Int(i32),
    Linear(Linear),
    Other(Value),
}

enum Flow {
    Next,
    Return(Option<Value>),
}

/// Runs expressions and statements over the values of variables.
pub struct Machine<'p, 'm> {
    program: &'p Program<'m>,
    locations: &'p [usize],
    /// The variables.
    pub values: Vec<Value>,
    /// Names besides those of the process and the global ones.
    pub names: Scope<'m>,
    /// The process whose names are known.
    pub process: Option<usize>,
    /// Clocks.
    pub clocks: Clocks<'p>,
    /// Whether the state is a deadlock, where a query asks for it.
    pub dead: bool,
    locals: Vec<(Value, Rc<Shape>)>,
    steps: u32,
}

impl<'p, 'm> Machine<'p, 'm> {
    /// Over these values.
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

    /// The program.
    #[must_use]
    pub fn program(&self) -> &'p Program<'m> {
        self.program
    }

    /// Lets it take as many steps again.
    pub fn rest(&mut self) {
        self.steps = 0;
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(Stop::Endless) } else { Ok(()) }
    }

    fn binding(&self, name: &str) -> Result<Binding<'m>, Stop> {
        let of = |scope: &Scope<'m>| {
            scope.iter().rev().find(|(known, _)| *known == name).map(|(_, found)| found.clone())
        };
        of(&self.names)
            .or_else(|| of(&self.program.processes[self.process?].scope))
            .or_else(|| of(&self.program.globals))
            .ok_or(Stop::Senseless("an unknown name"))
    }

    fn root(&self, root: Root) -> (&Value, &Rc<Shape>) {
        match root {
            Root::State(number) => (&self.values[number], &self.program.cells[number].shape),
            Root::Fixed(number) => {
                let (value, shape) = &self.program.fixed[number];
                (value, shape)
            }
            Root::Local(number) => {
                let (value, shape) = &self.locals[number];
                (value, shape)
            }
        }
    }

    fn shape(&self, place: &Place) -> Rc<Shape> {
        let mut shape = self.root(place.root).1;
        for position in &place.path {
            shape = match &**shape {
                Shape::Array(_, _, element) => element,
                Shape::Struct(fields) => &fields[*position].1,
                _ => shape,
            };
        }
        Rc::clone(shape)
    }

    fn read(&self, place: &Place) -> &Value {
        let mut value = self.root(place.root).0;
        for position in &place.path {
            if let Value::List(parts) = value {
                value = &parts[*position];
            }
        }
        value
    }

    fn write(&mut self, place: &Place, new: Value) -> Result<(), Stop> {
        let mut value = match place.root {
            Root::State(number) => &mut self.values[number],
            Root::Local(number) => &mut self.locals[number].0,
            Root::Fixed(_) => return Err(Stop::Senseless("a constant is assigned to")),
        };
        for position in &place.path {
            if let Value::List(parts) = value {
                value = &mut parts[*position];
            }
        }
        *value = new;
        Ok(())
    }

    /// The place an expression stands for.
    pub fn place(&mut self, expr: &'m Expr) -> Result<Place, Stop> {
        match expr {
            Expr::Name(name) => match self.binding(name)? {
                Binding::Place(place) => Ok(place),
                _ => Err(Stop::Senseless("no place")),
            },
            Expr::Index(array, index) => {
                let mut place = self.place(array)?;
                let Shape::Array(lower, size, _) = *self.shape(&place) else {
                    return Err(Stop::Senseless("no array"));
                };
                let position = self.int(index)?.checked_sub(lower).ok_or(Stop::Fault)?;
                if position < 0 || position >= size {
                    return Err(Stop::Fault);
                }
                place.path.push(usize::try_from(position).map_err(|_| Stop::Fault)?);
                Ok(place)
            }
            Expr::Field(record, field) => {
                let mut place = self.place(record)?;
                let shape = self.shape(&place);
                let Shape::Struct(fields) = &*shape else {
                    return Err(Stop::Senseless("no record"));
                };
                let position = fields.iter().position(|(name, _)| name == field);
                place.path.push(position.ok_or(Stop::Senseless("no such field"))?);
                Ok(place)
            }
            Expr::Member(process, arguments, member) => {
                let number = self.member(process, arguments)?;
                let scope = &self.program.processes[number].scope;
                match scope.iter().rev().find(|(name, _)| name == member) {
                    Some((_, Binding::Place(place))) => Ok(place.clone()),
                    _ => Err(Stop::Senseless("no such variable of a process")),
                }
            }
            Expr::Cond(condition, then, otherwise) => {
                if self.truth(condition)? {
                    self.place(then)
                } else {
                    self.place(otherwise)
                }
            }
            _ => Err(Stop::Senseless("no place")),
        }
    }

    fn member(&mut self, name: &str, arguments: &'m [Expr]) -> Result<usize, Stop> {
        let arguments =
            arguments.iter().map(|each| self.int(each)).collect::<Result<Vec<_>, _>>()?;
        let is = |process: &crate::program::Process<'_>| {
            process.name == name && process.arguments == arguments
        };
        let mut named = self.program.processes.iter().filter(|process| process.name == name);
        if named.next().is_none() {
            return Err(Stop::Senseless("no such process"));
        }
        self.program.processes.iter().position(is).ok_or(Stop::Fault)
    }

    /// Is it true?
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

    fn eval(&mut self, expr: &'m Expr) -> Result<Found, Stop> {
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
            Expr::Binary(op, left, right) => {
                let sides = self.eval(left).and_then(|first| Ok((first, self.eval(right)?)));
                match sides {
                    Ok((first, second)) => self.binary(*op, first, second),
                    Err(Stop::Fault)
                        if op.compares() && (self.is_clock(left) || self.is_clock(right)) =>
                    {
                        Err(Stop::ClockFault)
                    }
                    Err(stop) => Err(stop),
                }
            }
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
            Expr::Step { place, down } => {
                let place = self.place(place)?;
                let Value::Int(old) = *self.read(&place) else {
                    return Err(Stop::Senseless("no number to count"));
                };
                let new = if *down { old.checked_sub(1) } else { old.checked_add(1) };
                self.store(&place, Value::Int(new.ok_or(Stop::Fault)?))?;
                Ok(Found::Int(old))
            }
            Expr::Deadlock => match &mut self.clocks {
                Clocks::Guessed(guesses, used) => {
                    *used += 1;
                    truth(guesses.get(*used - 1).copied().unwrap_or(false))
                }
                _ => truth(self.dead),
            },
        }
    }

    /// Does an expression stand for a clock, or the sum of one and something else? No index is evaluated.
    fn is_clock(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Binary(Binary::Add | Binary::Sub, left, right) => {
                self.is_clock(left) || self.is_clock(right)
            }
            _ => self.outline(expr).is_some_and(|shape| *shape == Shape::Clock),
        }
    }

    /// The type of a variable or of a part of it.
    fn outline(&self, expr: &Expr) -> Option<Rc<Shape>> {
        match expr {
            Expr::Name(name) => match self.binding(name).ok()? {
                Binding::Place(place) => Some(self.shape(&place)),
                _ => None,
            },
            Expr::Index(array, _) => match &*self.outline(array)? {
                Shape::Array(_, _, element) => Some(Rc::clone(element)),
                _ => None,
            },
            Expr::Field(record, field) => match &*self.outline(record)? {
                Shape::Struct(fields) => {
                    let found = fields.iter().find(|(name, _)| name == field);
                    found.map(|(_, shape)| Rc::clone(shape))
                }
                _ => None,
            },
            Expr::Member(name, _, member) => {
                let mut all = self.program.processes.iter();
                let process = all.find(|process| process.name == name)?;
                match process.scope.iter().rev().find(|(known, _)| *known == member) {
                    Some((_, Binding::Place(place))) => Some(self.shape(place)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn found(&self, place: &Place) -> Found {
        match self.read(place) {
            Value::Int(value) => Found::Int(*value),
            Value::Clock(clock) => {
                Found::Linear(Linear { plus: vec![*clock], ..Linear::default() })
            }
            other => Found::Other(other.clone()),
        }
    }

    fn of_process(
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

    fn binary(&mut self, op: Binary, left: Found, right: Found) -> Result<Found, Stop> {
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

    /// Does a sum of clocks compare with 0 like that?
    fn sign(&mut self, mut sum: Linear, op: Binary) -> Result<bool, Stop> {
        sum.plus.retain(|clock| {
            let found = sum.minus.iter().position(|other| other == clock);
            found.map(|place| sum.minus.swap_remove(place)).is_none()
        });
        let bound = i32::try_from(-sum.number).map_err(|_| Stop::Fault)?;
        if sum.plus.is_empty() && sum.minus.is_empty() {
            return Ok(compares(op, 0.cmp(&bound)));
        }
        let order = match &mut self.clocks {
            Clocks::None => return Err(Stop::Senseless("clocks are compared")),
            Clocks::Guessed(guesses, used) => {
                *used += 1;
                return Ok(guesses.get(*used - 1).copied().unwrap_or(false));
            }
            Clocks::Region(region, limits) => match (&sum.plus[..], &sum.minus[..]) {
                ([clock], []) => region.compare(*clock, bound, limits)?,
                ([], [clock]) => {
                    let opposite = bound.checked_neg().ok_or(Stop::Fault)?;
                    region.compare(*clock, opposite, limits)?.reverse()
                }
                ([left], [right]) => region.compare_difference(*left, *right, bound, limits)?,
                _ => return Err(Stop::Senseless("more than a difference of clocks")),
            },
        };
        Ok(compares(op, order))
    }

    fn quantified(
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

    fn assign(
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

    fn set_clock(&mut self, clock: usize, value: Found) -> Result<(), Stop> {
        let Clocks::Region(region, limits) = &mut self.clocks else {
            return Err(Stop::Senseless("a clock is set"));
        };
        match value {
            Found::Int(value) if value < 0 => Err(Stop::Fault),
            Found::Int(value) => Ok(region.set(clock, value, limits)?),
            Found::Linear(Linear { plus, minus, number: 0 })
                if plus.len() == 1 && minus.is_empty() =>
            {
                Ok(region.copy(clock, plus[0], limits)?)
            }
            _ => Err(Stop::Senseless("a clock is set to something else")),
        }
    }

    /// Stores what the range allows.
    fn store(&mut self, place: &Place, value: Value) -> Result<(), Stop> {
        let shape = self.shape(place);
        check(&shape, &value)?;
        self.write(place, value)
    }

    fn called(&mut self, name: &str, arguments: &'m [Expr]) -> Result<Found, Stop> {
        let Binding::Function(function, process) = self.binding(name)? else {
            return Err(Stop::Senseless("no function"));
        };
        let bottom = self.locals.len();
        let mut scope = Scope::new();
        let mut values = Vec::new();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            if !parameter.reference {
                values.push((parameter, self.value(argument)?));
                continue;
            }
            match self.place(argument) {
                Ok(place) => scope.push((&parameter.name, Binding::Place(place))),
                // What cannot change may be referred to although it has no place.
                Err(Stop::Senseless(_)) if parameter.constant => {
                    values.push((parameter, self.value(argument)?));
                }
                Err(stop) => return Err(stop),
            }
        }
        for (parameter, value) in values {
            let shape = Rc::new(self.program.types.shape(&parameter.ty));
            check(&shape, &value)?;
            scope.push((&parameter.name, self.local(value, shape)));
        }
        let outer = std::mem::replace(&mut self.names, scope);
        let caller = std::mem::replace(&mut self.process, process);
        let result = self.body(function);
        self.names = outer;
        self.process = caller;
        self.locals.truncate(bottom);
        result
    }

    fn body(&mut self, function: &'m Function) -> Result<Found, Stop> {
        let value = match self.block(&function.body)? {
            Flow::Return(Some(value)) => value,
            _ => Value::Int(0),
        };
        match self.program.types.shape(&function.result) {
            Shape::Void => {}
            shape => check(&shape, &value)?,
        }
        Ok(match value {
            Value::Int(value) => Found::Int(value),
            other => Found::Other(other),
        })
    }

    fn local(&mut self, value: Value, shape: Rc<Shape>) -> Binding<'m> {
        self.locals.push((value, shape));
        Binding::Place(Place { root: Root::Local(self.locals.len() - 1), path: Vec::new() })
    }

    fn block(&mut self, block: &'m Block) -> Result<Flow, Stop> {
        let (names, locals) = (self.names.len(), self.locals.len());
        for variable in &block.variables {
            self.declare(variable)?;
        }
        let flow = self.statements(&block.statements);
        self.names.truncate(names);
        self.locals.truncate(locals);
        flow
    }

    fn declare(&mut self, variable: &'m Variable) -> Result<(), Stop> {
        let shape = Rc::new(self.program.types.shape(&variable.ty));
        let value = match &variable.initial {
            None => shape.start(),
            Some(initial) => self.initial(initial)?,
        };
        if !variable.constant {
            check(&shape, &value)?;
        }
        let binding = self.local(value, shape);
        self.names.push((&variable.name, binding));
        Ok(())
    }

    fn initial(&mut self, initial: &'m Initial) -> Result<Value, Stop> {
        match initial {
            Initial::Value(value) => self.value(value),
            Initial::List(parts) => {
                let parts = parts.iter().map(|part| self.initial(part));
                parts.collect::<Result<_, _>>().map(Value::List)
            }
        }
    }

    fn statements(&mut self, statements: &'m [Stmt]) -> Result<Flow, Stop> {
        for statement in statements {
            if let Flow::Return(value) = self.statement(statement)? {
                return Ok(Flow::Return(value));
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &'m Stmt) -> Result<Flow, Stop> {
        self.step()?;
        match statement {
            Stmt::Expr(expr) => self.run(expr).map(|()| Flow::Next),
            Stmt::If(condition, then, otherwise) => {
                if self.truth(condition)? {
                    self.statement(then)
                } else {
                    otherwise.as_ref().map_or(Ok(Flow::Next), |other| self.statement(other))
                }
            }
            Stmt::While(condition, body) => {
                while self.truth(condition)? {
                    if let Flow::Return(value) = self.statement(body)? {
                        return Ok(Flow::Return(value));
                    }
                }
                Ok(Flow::Next)
            }
            Stmt::DoWhile(body, condition) => loop {
                if let Flow::Return(value) = self.statement(body)? {
                    return Ok(Flow::Return(value));
                }
                if !self.truth(condition)? {
                    return Ok(Flow::Next);
                }
            },
            Stmt::For(initial, condition, step, body) => {
                self.run(initial)?;
                while self.truth(condition)? {
                    if let Flow::Return(value) = self.statement(body)? {
                        return Ok(Flow::Return(value));
                    }
                    self.run(step)?;
                }
                Ok(Flow::Next)
            }
            Stmt::ForEach(name, ty, body) => self.for_each(name, ty, body),
            Stmt::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value)).transpose()?;
                Ok(Flow::Return(value))
            }
            Stmt::Block(block) => self.block(block),
        }
    }

    fn for_each(&mut self, name: &'m str, ty: &Type, body: &'m Stmt) -> Result<Flow, Stop> {
        for value in self.program.types.range(ty) {
            self.names.push((name, Binding::Number(value)));
            let flow = self.statement(body);
            self.names.pop();
            if let Flow::Return(value) = flow? {
                return Ok(Flow::Return(value));
            }
        }
        Ok(Flow::Next)
    }

    /// Evaluates an expression for its effect.
    pub fn run(&mut self, expr: &'m Expr) -> Result<(), Stop> {
        self.eval(expr).map(|_| ())
    }
}

/// Is a value in the range of its type?
fn check(shape: &Shape, value: &Value) -> Result<(), Stop> {
    match (shape, value) {
        (Shape::Int(lower, upper), Value::Int(value)) => {
            if (lower..=upper).contains(&value) {
                Ok(())
            } else {
                Err(Stop::Fault)
            }
        }
        (Shape::Array(_, _, element), Value::List(values)) => {
            values.iter().try_for_each(|value| check(element, value))
        }
        (Shape::Struct(fields), Value::List(values)) => {
            fields.iter().zip(values).try_for_each(|((_, shape), value)| check(shape, value))
        }
        _ => Ok(()),
    }
}

fn linear(found: Found) -> Result<Linear, Stop> {
    match found {
        Found::Int(value) => Ok(Linear { number: i64::from(value), ..Linear::default() }),
        Found::Linear(linear) => Ok(linear),
        Found::Other(_) => Err(Stop::Senseless("no clock and no number")),
    }
}

fn combine(mut left: Linear, right: Linear, minus: bool) -> Linear {
    if minus {
        left.plus.extend(right.minus);
        left.minus.extend(right.plus);
        left.number -= right.number;
    } else {
        left.plus.extend(right.plus);
        left.minus.extend(right.minus);
        left.number += right.number;
    }
    left
}

fn compares(op: Binary, order: Ordering) -> bool {
    match op {
        Binary::Lt => order.is_lt(),
        Binary::Le => order.is_le(),
        Binary::Eq => order.is_eq(),
        Binary::Ne => order.is_ne(),
        Binary::Ge => order.is_ge(),
        _ => order.is_gt(),
    }
}

fn arithmetic(op: Binary, left: i32, right: i32) -> Result<i32, Stop> {
    let fits = |value: Option<i32>| value.ok_or(Stop::Fault);
    match op {
        Binary::Add => fits(left.checked_add(right)),
        Binary::Sub => fits(left.checked_sub(right)),
        Binary::Mul => fits(left.checked_mul(right)),
        Binary::Div => fits(left.checked_div(right)),
        Binary::Mod => fits(left.checked_rem(right)),
        Binary::Min => Ok(left.min(right)),
        Binary::Max => Ok(left.max(right)),
        Binary::Shl | Binary::Shr if !(0..32).contains(&right) => Err(Stop::Fault),
        Binary::Shl => i32::try_from(i64::from(left) << right).map_err(|_| Stop::Fault),
        Binary::Shr => Ok(left >> right),
        Binary::BitAnd => Ok(left & right),
        Binary::BitOr => Ok(left | right),
        Binary::BitXor => Ok(left ^ right),
        Binary::And => Ok(i32::from(left != 0 && right != 0)),
        Binary::Or => Ok(i32::from(left != 0 || right != 0)),
        Binary::Imply => Ok(i32::from(left == 0 || right != 0)),
        _ => Ok(i32::from(compares(op, left.cmp(&right)))),
    }
}
