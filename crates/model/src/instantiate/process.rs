//! Processes: the members of each entry of the system line.

use std::rc::Rc;

use network::drawing::TemplateDrawing;
use network::{Domain, LocationId, Process, ProcessId, Storage, TemplateId};
use syntax::{Code, Span};

use super::object::Making;
use super::shape::Shape;
use super::{Binding, Bindings, Lowered, Lowering, Stop};
use crate::limits;
use crate::symbol::{Passing, Role, SymbolId};
use crate::typed::{Body, Expr};

/// A member of an entry of the system line.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The values of its free parameters.
    pub(super) values: Vec<i32>,
    pub(super) process: ProcessId,
}

impl Lowering<'_> {
    /// Writes out the system line.
    pub(super) fn processes(&mut self) {
        for template in &self.model.templates {
            self.network.templates.push(network::Template {
                name: template.name.clone(),
                drawing: TemplateDrawing::default(),
            });
        }
        for listed in 0..self.model.system.len() {
            self.listed = listed;
            self.members.push(Rc::default());
            if self.model.system[listed].broken {
                continue;
            }
            let made = self.all_members(listed);
            self.locals = Rc::new(Bindings::default());
            self.process = None;
            self.tolerate(made);
        }
    }

    fn all_members(&mut self, listed: usize) -> Lowered<()> {
        let entry = &self.model.system[listed];
        let parameters = self.model.instances[entry.instance].parameters.clone();
        let count = self.count_members(&parameters)?;
        let used = self.network.processes.len() as u64;
        self.admit(count, used, limits::PROCESSES, ("processes", entry.span))?;
        self.members_from(listed, &parameters, &mut Vec::new())
    }

    /// How many members there are at most. Ranges that depend on other parameters are taken at the
    /// upper end.
    fn count_members(&mut self, parameters: &[SymbolId]) -> Lowered<u128> {
        let mut count = 1_u128;
        self.locals = Rc::new(Bindings::default());
        for parameter in parameters {
            let domain = self.iterated_values(*parameter)?;
            count = count.saturating_mul(domain.size().into());
            self.bind(*parameter, Binding::Value(domain.upper));
        }
        Ok(count)
    }

    /// Makes all members that agree on the values of the first parameters.
    fn members_from(
        &mut self,
        listed: usize,
        parameters: &[SymbolId],
        values: &mut Vec<(Domain, i32)>,
    ) -> Lowered<()> {
        if values.len() == parameters.len() {
            let numbers = values.iter().map(|(_, value)| *value).collect();
            let process = self.member(listed, parameters, values)?;
            let member = Member { values: numbers, process };
            Rc::make_mut(&mut self.members[listed]).push(member);
            return Ok(());
        }
        self.bind_values(parameters, values);
        let domain = self.iterated_values(parameters[values.len()])?;
        for value in domain.values() {
            values.push((domain, value));
            let made = self.members_from(listed, parameters, values);
            values.pop();
            made?;
        }
        Ok(())
    }

    /// Starts the names of a process with the values of its free parameters.
    fn bind_values(&mut self, parameters: &[SymbolId], values: &[(Domain, i32)]) {
        self.locals = Rc::new(Bindings::default());
        for (parameter, (_, value)) in parameters.iter().zip(values) {
            self.bind(*parameter, Binding::Value(*value));
        }
    }

    /// Gives a name of the current process a meaning.
    fn bind(&mut self, symbol: SymbolId, binding: Binding) {
        Rc::make_mut(&mut self.locals).insert(symbol, binding);
    }

    fn member(
        &mut self,
        listed: usize,
        parameters: &[SymbolId],
        values: &[(Domain, i32)],
    ) -> Lowered<ProcessId> {
        let model = self.model;
        let entry = &model.system[listed];
        let number = model.template_of(entry.instance);
        let template = &model.templates[number];
        let id = ProcessId::at(self.network.processes.len());
        let name = member_name(&model.instances[entry.instance].name, values);
        self.network.processes.push(Process {
            name: name.clone(),
            template: TemplateId::at(number),
            arguments: values.to_vec(),
            locations: Vec::new(),
            initial: LocationId::at(template.initial.unwrap_or(0)),
            edges: Vec::new(),
            priority: entry.priority,
        });
        self.process = Some(id);
        self.bind_values(parameters, values);
        for parameter in parameters {
            self.make_assignable(*parameter)?;
        }
        self.bind_arguments(entry.instance)?;
        for local in &template.locals {
            let errors = self.findings.errors();
            let made = self.declared_object(*local, &format!("{name}."));
            match self.tolerate(made) {
                Some(binding) => self.bind(*local, binding),
                None if self.findings.errors() > errors => return Err(Stop::Reported),
                None => {}
            }
        }
        self.locations(id, template);
        self.edges(id, template)?;
        self.process_locals.push(Rc::clone(&self.locals));
        Ok(id)
    }

    /// A free parameter that the template assigns to is a variable that starts with its value.
    fn make_assignable(&mut self, parameter: SymbolId) -> Lowered<()> {
        let variable = self.model.symbols.variable(parameter).ok_or(Stop::Reported)?;
        if !variable.written {
            return Ok(());
        }
        let Some(Binding::Value(value)) = self.locals.get(&parameter).cloned() else {
            return Ok(());
        };
        let shape = self.shape(&variable.ty, false)?;
        let span = self.model.symbols[parameter].span;
        let object = self.parameter_object(parameter, shape, vec![vec![value]], span)?;
        self.bind(parameter, Binding::Object(object));
        Ok(())
    }

    /// Binds the parameters of everything an instance is made from.
    fn bind_arguments(&mut self, instance: usize) -> Lowered<()> {
        let mut instance = &self.model.instances[instance];
        while let Body::Instance { base, arguments } = &instance.body {
            instance = &self.model.instances[*base];
            for (parameter, argument) in instance.parameters.iter().zip(arguments) {
                let binding = self.template_argument(*parameter, argument)?;
                self.bind(*parameter, binding);
            }
        }
        Ok(())
    }

    fn template_argument(&mut self, parameter: SymbolId, argument: &Expr) -> Lowered<Binding> {
        let model = self.model;
        let variable = model.symbols.variable(parameter).ok_or(Stop::Reported)?;
        let Role::TemplateParameter(Passing { reference, constant }) = variable.role else {
            return Err(Stop::Reported);
        };
        let shape = self.shape(&variable.ty, constant)?;
        if reference && !constant {
            let mut object = self.static_object(argument)?;
            if !object.shape.fits(&shape) {
                let name = &model.symbols[parameter].name;
                let message = format!(
                    "the range or size of the argument for `{name}` is not the declared one"
                );
                return self.fail(Code::SizeMismatch, argument.span, message);
            }
            for index in &mut object.indices {
                let value = self.evaluate(index, argument.span)?;
                *index = network::Expr::Const(value);
            }
            self.check_indices(&object, argument.span)?;
            return Ok(Binding::Object(object));
        }
        match shape {
            Shape::Int(domain) => {
                let value = self.in_range(argument, domain)?;
                if !variable.written {
                    return Ok(Binding::Value(value));
                }
                let values = vec![vec![value]];
                let object = self.parameter_object(parameter, shape, values, argument.span)?;
                Ok(Binding::Object(object))
            }
            Shape::Ignored(_) => {
                let object = self.parameter_object(parameter, shape, Vec::new(), argument.span)?;
                Ok(Binding::Object(object))
            }
            shape => {
                let values = self.constant_values(argument, &shape)?;
                let object = self.parameter_object(parameter, shape, values, argument.span)?;
                Ok(Binding::Object(object))
            }
        }
    }

    /// A constant index must exist: the object is chosen here and never again.
    fn check_indices(&mut self, object: &super::object::Object, span: Span) -> Lowered<()> {
        use super::object::Leaf;
        let dims = match object.leaves.first() {
            Some(Leaf::Variable(id)) => self.network.variable(*id).dims.clone(),
            Some(Leaf::Clock(id)) => self.network.clock_family(*id).dims.clone(),
            Some(Leaf::Channel(id)) => self.network.channel_family(*id).dims.clone(),
            Some(Leaf::Ignored) | None => return Ok(()),
        };
        for (index, dim) in object.indices.iter().zip(dims) {
            if let network::Expr::Const(value) = index
                && !dim.contains(*value)
            {
                let message = format!("the index {value} is outside {}..{}", dim.lower, dim.upper);
                return self.fail(Code::OutOfRange, span, message);
            }
        }
        Ok(())
    }

    fn parameter_object(
        &mut self,
        parameter: SymbolId,
        shape: Shape,
        values: Vec<Vec<i32>>,
        span: Span,
    ) -> Lowered<super::object::Object> {
        self.admit_shape(&shape, 1, span)?;
        let written = self.model.symbols.variable(parameter).is_some_and(|v| v.written);
        let storage = if written { Storage::State } else { Storage::Constant };
        let name = self.qualified(&self.model.symbols[parameter].name);
        self.make(&name, shape, values, Making { storage, span })
    }
}

/// `P`, or `P(0,2)` for a member of a set.
fn member_name(name: &str, values: &[(Domain, i32)]) -> String {
    if values.is_empty() {
        return name.to_owned();
    }
    let values: Vec<String> = values.iter().map(|(_, value)| value.to_string()).collect();
    format!("{name}({})", values.join(","))
}
