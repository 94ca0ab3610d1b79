//! Names, places, and what is kept there.

use std::rc::Rc;

use super::machine::{Machine, Stop};
use crate::program::{Binding, Place, Root, Scope};
use crate::tree::{Binary, Expr};
use crate::value::{Shape, Value};

impl<'m> Machine<'_, 'm> {
    pub(super) fn binding(&self, name: &str) -> Result<Binding<'m>, Stop> {
        let of = |scope: &Scope<'m>| {
            scope.iter().rev().find(|(known, _)| *known == name).map(|(_, found)| found.clone())
        };
        of(&self.names)
            .or_else(|| of(&self.program.processes[self.process?].scope))
            .or_else(|| of(&self.program.globals))
            .ok_or(Stop::Senseless("an unknown name"))
    }

    pub(super) fn root(&self, root: Root) -> (&Value, &Rc<Shape>) {
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

    pub(super) fn shape(&self, place: &Place) -> Rc<Shape> {
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

    pub(super) fn read(&self, place: &Place) -> &Value {
        let mut value = self.root(place.root).0;
        for position in &place.path {
            if let Value::List(parts) = value {
                value = &parts[*position];
            }
        }
        value
    }

    pub(super) fn write(&mut self, place: &Place, new: Value) -> Result<(), Stop> {
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

    pub(super) fn member(&mut self, name: &str, arguments: &'m [Expr]) -> Result<usize, Stop> {
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

    /// Does an expression stand for a clock, or the sum of one and something else? No index is evaluated.
    pub(super) fn is_clock(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Binary(Binary::Add | Binary::Sub, left, right) => {
                self.is_clock(left) || self.is_clock(right)
            }
            _ => self.shape_of(expr).is_some_and(|shape| *shape == Shape::Clock),
        }
    }

    /// The type of a variable or of a part of it.
    pub(super) fn shape_of(&self, expr: &Expr) -> Option<Rc<Shape>> {
        match expr {
            Expr::Name(name) => match self.binding(name).ok()? {
                Binding::Place(place) => Some(self.shape(&place)),
                _ => None,
            },
            Expr::Index(array, _) => match &*self.shape_of(array)? {
                Shape::Array(_, _, element) => Some(Rc::clone(element)),
                _ => None,
            },
            Expr::Field(record, field) => match &*self.shape_of(record)? {
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
}
