//! A model with its processes written out: scopes, places, clocks and channels by number.

use std::rc::Rc;

use crate::interpret::{Machine, Stop};
use crate::region::{Limits, Region};
use crate::tree::{Expr, Function, Initial, Item, Model, Parameter, Template, Variable};
use crate::value::{Shape, Types, Value};

/// Where something is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// A variable of the model.
    State(usize),
    /// Something that never changes: constants, clocks and channels themselves.
    Fixed(usize),
    /// A variable of a running function.
    Local(usize),
}

/// A variable or a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub root: Root,
    /// Which part: positions of entries and fields.
    pub path: Vec<usize>,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Binding<'m> {
    /// A number that never changes, such as a quantified one.
    Number(i32),
    Place(Place),
    /// A function, and the process it belongs to.
    Function(&'m Function, Option<usize>),
}

/// Names, the innermost last.
pub type Scope<'m> = Vec<(&'m str, Binding<'m>)>;

/// A variable that exists all the time.
#[derive(Clone, Debug)]
pub struct Cell {
    pub shape: Rc<Shape>,
    /// What it holds at the start.
    pub initial: Value,
    /// Whether it is no part of the state.
    pub meta: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Channel {
    /// Time may not pass while it can be used.
    pub urgent: bool,
    /// One sends to all.
    pub broadcast: bool,
    pub priority: i32,
}

#[derive(Clone, Debug)]
pub struct Process<'m> {
    /// The name it is listed under.
    pub name: &'m str,
    /// The values of its free parameters.
    pub arguments: Vec<i32>,
    pub template: &'m Template,
    /// The names it knows besides the global ones.
    pub scope: Scope<'m>,
    pub priority: i32,
}

/// All processes of a model.
pub struct Program<'m> {
    pub model: &'m Model,
    pub types: Types,
    pub globals: Scope<'m>,
    /// The processes, in the order of the system line.
    pub processes: Vec<Process<'m>>,
    pub cells: Vec<Cell>,
    /// Constants, clocks and channels as values.
    pub fixed: Vec<(Value, Rc<Shape>)>,
    /// What each clock starts with.
    pub clocks: Vec<i32>,
    pub channels: Vec<Channel>,
    /// The priority of transitions without a channel.
    pub internal_priority: i32,
}

impl<'m> Program<'m> {
    /// Writes out a model.
    pub fn new(model: &'m Model) -> Result<Program<'m>, Stop> {
        let mut program = Program {
            model,
            types: Types::of(&model.items),
            globals: Scope::new(),
            processes: Vec::new(),
            cells: Vec::new(),
            fixed: Vec::new(),
            clocks: Vec::new(),
            channels: Vec::new(),
            internal_priority: 0,
        };
        for item in &model.items {
            let declared = program.item(item, None, &Scope::new())?;
            program.globals.extend(declared);
        }
        program.priorities()?;
        for (priority, group) in model.system.iter().enumerate() {
            for name in group {
                program.listed(name, i32::try_from(priority).unwrap_or(0))?;
            }
        }
        Ok(program)
    }

    fn item(
        &mut self,
        item: &'m Item,
        process: Option<usize>,
        scope: &Scope<'m>,
    ) -> Result<Option<(&'m str, Binding<'m>)>, Stop> {
        Ok(match item {
            Item::Typedef(..) => None,
            Item::Function(function) => {
                Some((&function.name, Binding::Function(function, process)))
            }
            Item::Variable(variable) => Some((&variable.name, self.variable(variable, scope)?)),
        })
    }

    fn variable(&mut self, variable: &'m Variable, scope: &Scope<'m>) -> Result<Binding<'m>, Stop> {
        let shape = Rc::new(self.types.shape(&variable.ty));
        let initial = match &variable.initial {
            None => shape.start(),
            Some(initial) => self.initial(initial, scope)?,
        };
        let held = self.numbered(&shape, initial);
        let changes = !variable.constant && has_integers(&shape);
        let root = if changes {
            self.cells.push(Cell { shape, initial: held, meta: variable.meta });
            Root::State(self.cells.len() - 1)
        } else {
            self.fixed.push((held, shape));
            Root::Fixed(self.fixed.len() - 1)
        };
        Ok(Binding::Place(Place { root, path: Vec::new() }))
    }

    fn initial(&mut self, initial: &'m Initial, scope: &Scope<'m>) -> Result<Value, Stop> {
        match initial {
            Initial::Value(value) => self.constant(value, scope),
            Initial::List(parts) => {
                let parts = parts.iter().map(|part| self.initial(part, scope));
                parts.collect::<Result<_, _>>().map(Value::List)
            }
        }
    }

    /// The value of an expression before anything runs.
    fn constant(&self, expr: &'m Expr, scope: &Scope<'m>) -> Result<Value, Stop> {
        self.starting(scope, |machine| machine.value(expr))
    }

    fn starting<T>(
        &self,
        scope: &Scope<'m>,
        act: impl FnOnce(&mut Machine<'_, 'm>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let values: Vec<Value> = self.cells.iter().map(|cell| cell.initial.clone()).collect();
        let locations = vec![0; self.processes.len()];
        let mut machine = Machine::new(self, &locations, values);
        machine.names.clone_from(scope);
        act(&mut machine)
    }

    /// Gives every clock and channel inside a value its number.
    fn numbered(&mut self, shape: &Shape, value: Value) -> Value {
        match (shape, value) {
            (Shape::Clock, value) => {
                self.clocks.push(if let Value::Int(start) = value { start } else { 0 });
                Value::Clock(self.clocks.len() - 1)
            }
            (Shape::Chan(urgent, broadcast), _) => {
                let (urgent, broadcast) = (*urgent, *broadcast);
                self.channels.push(Channel { urgent, broadcast, priority: 0 });
                Value::Chan(self.channels.len() - 1)
            }
            (Shape::Array(_, _, element), Value::List(values)) => {
                Value::List(values.into_iter().map(|each| self.numbered(element, each)).collect())
            }
            (Shape::Struct(fields), Value::List(values)) => {
                let fields = fields.iter().zip(values);
                Value::List(fields.map(|((_, shape), each)| self.numbered(shape, each)).collect())
            }
            (_, value) => value,
        }
    }

    fn priorities(&mut self) -> Result<(), Stop> {
        let levels = &self.model.priorities;
        let default = levels.iter().position(|level| level.default).unwrap_or(0);
        self.internal_priority = i32::try_from(default).unwrap_or(0);
        for channel in &mut self.channels {
            channel.priority = self.internal_priority;
        }
        for (number, level) in levels.iter().enumerate() {
            for expr in &level.channels {
                let mut named = vec![self.constant(expr, &Scope::new())?];
                while let Some(value) = named.pop() {
                    match value {
                        Value::Chan(channel) => {
                            self.channels[channel].priority = i32::try_from(number).unwrap_or(0);
                        }
                        Value::List(values) => named.extend(values),
                        _ => return Err(Stop::Senseless("a priority of no channel")),
                    }
                }
            }
        }
        Ok(())
    }

    /// Everything a name on the system line stands for.
    fn listed(&mut self, name: &'m str, priority: i32) -> Result<(), Stop> {
        let parameters = self.parameters(name)?;
        let mut choices: Vec<Vec<i32>> = vec![Vec::new()];
        for parameter in parameters {
            let range = self.types.range(&parameter.ty);
            let extended = choices.iter().flat_map(|values| {
                let with = |value| values.iter().copied().chain([value]).collect();
                range.clone().map(with)
            });
            choices = extended.collect();
        }
        for arguments in choices {
            let bindings = arguments.iter().map(|value| Binding::Number(*value)).collect();
            let (template, scope) = self.instance(name, bindings)?;
            let number = self.processes.len();
            self.processes.push(Process { name, arguments, template, scope, priority });
            for item in &template.items {
                let scope = self.processes[number].scope.clone();
                let declared = self.item(item, Some(number), &scope)?;
                self.processes[number].scope.extend(declared);
            }
        }
        Ok(())
    }

    fn parameters(&self, name: &str) -> Result<&'m [Parameter], Stop> {
        let model = self.model;
        let instance = model.instances.iter().find(|instance| instance.name == name);
        let template = || model.templates.iter().find(|template| template.name == name);
        match instance {
            Some(instance) => Ok(&instance.parameters),
            None => template()
                .map(|template| template.parameters.as_slice())
                .ok_or(Stop::Senseless("no such template")),
        }
    }

    /// The template behind a name, and what its parameters stand for.
    fn instance(
        &mut self,
        name: &str,
        arguments: Vec<Binding<'m>>,
    ) -> Result<(&'m Template, Scope<'m>), Stop> {
        let model = self.model;
        let parameters = self.parameters(name)?;
        let mut scope = Scope::new();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            scope.push((&parameter.name, self.parameter(parameter, argument)));
        }
        let Some(instance) = model.instances.iter().find(|instance| instance.name == name) else {
            let template = model.templates.iter().find(|template| template.name == name);
            return template
                .map(|template| (template, scope))
                .ok_or(Stop::Senseless("no such template"));
        };
        let mut arguments = Vec::new();
        let wanted = self.parameters(&instance.template)?;
        for (parameter, argument) in wanted.iter().zip(&instance.arguments) {
            arguments.push(if parameter.reference {
                Binding::Place(self.starting(&scope, |machine| machine.place(argument))?)
            } else {
                match self.constant(argument, &scope)? {
                    Value::Int(value) => Binding::Number(value),
                    _ => return Err(Stop::Senseless("an argument that is no number")),
                }
            });
        }
        self.instance(&instance.template, arguments)
    }

    /// A parameter passed by value may be assigned to, unless it is constant.
    fn parameter(&mut self, parameter: &Parameter, argument: Binding<'m>) -> Binding<'m> {
        match argument {
            Binding::Number(value) if !parameter.constant => {
                let shape = Rc::new(self.types.shape(&parameter.ty));
                self.cells.push(Cell { shape, initial: Value::Int(value), meta: false });
                let root = Root::State(self.cells.len() - 1);
                Binding::Place(Place { root, path: Vec::new() })
            }
            other => other,
        }
    }

    /// What all clocks start with.
    #[must_use]
    pub fn first_region(&self, limits: &Limits) -> Region {
        Region::new(&self.clocks, limits)
    }
}

fn has_integers(shape: &Shape) -> bool {
    match shape {
        Shape::Int(..) => true,
        Shape::Clock | Shape::Chan(..) | Shape::Void => false,
        Shape::Array(_, _, element) => has_integers(element),
        Shape::Struct(fields) => fields.iter().any(|(_, shape)| has_integers(shape)),
    }
}
