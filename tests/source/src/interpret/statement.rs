//! Calls, blocks and loops.

use std::rc::Rc;

use super::arithmetic::check;
use super::machine::{Found, Machine, Stop};
use crate::program::{Binding, Place, Root, Scope};
use crate::tree::{Block, Expr, Function, Initial, Stmt, Type, Variable};
use crate::value::{Shape, Value};

enum Flow {
    Next,
    Return(Option<Value>),
}

impl<'m> Machine<'_, 'm> {
    pub(super) fn called(&mut self, name: &str, arguments: &'m [Expr]) -> Result<Found, Stop> {
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
}
