//! Functions: one copy for each process whose variables they may use, and for each choice of objects
//! that are passed by reference. Indices of such objects are passed as numbers.

use std::rc::Rc;

use network::{Argument, Expr as Code, Function, FunctionId, Place, ProcessId, Stmt, StmtKind};
use network::{Domain, VariableId};
use syntax::{Code as Problem, Diagnostic, Span};

use super::expression::after;
use super::object::{Leaf, Object};
use super::place::owner;
use super::shape::Shape;
use super::{Binding, Lowered, Lowering, Stop};
use crate::limits;
use crate::symbol::{Passing, Role, SymbolId};
use crate::typed::{Expr, ExprKind};
use crate::types::Type;

/// Which copy of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Specialisation {
    function: usize,
    /// The process whose function it is.
    process: Option<ProcessId>,
    /// For each parameter passed by reference: the leaves, and how many indices they have.
    references: Vec<Option<(Rc<[Leaf]>, usize)>>,
}

/// The function being lowered.
pub(super) struct Frame {
    pub(super) name: String,
    /// Where its result goes.
    pub(super) results: Option<Object>,
    /// Variables that are set when it is entered.
    pub(super) locals: Vec<VariableId>,
    /// How many loops there are around the statement being lowered.
    pub(super) loops: u32,
}

/// An argument, ready to be passed.
enum Passed {
    /// By value: an integer.
    Value(Code),
    /// By value: a record or array.
    Block(Object),
    Reference(Object),
    /// Something that is not followed.
    Ignored,
}

impl Lowering<'_> {
    /// The value of a call.
    pub(super) fn call_value(&mut self, expr: &Expr) -> Lowered<Code> {
        match &expr.kind {
            ExprKind::Call { process: Some(process), .. } => {
                self.over_members(process, |this, member| this.call_value_of(expr, Some(member)))
            }
            _ => self.call_value_of(expr, None),
        }
    }

    fn call_value_of(&mut self, expr: &Expr, member: Option<ProcessId>) -> Lowered<Code> {
        let mut prelude = Vec::new();
        let results = self.call_of(expr, member, &mut prelude)?;
        match (&results.shape, results.variable()) {
            (Shape::Int(_), Some(variable)) => Ok(after(prelude, Code::variable(variable))),
            (Shape::Ignored(what), _) => {
                super::unsupported(format!("{what} decides what happens"), expr.span)
            }
            _ => Err(Stop::Reported),
        }
    }

    /// Calls a function; gives the object that then holds its result.
    pub(super) fn call(&mut self, expr: &Expr, out: &mut Vec<Stmt>) -> Lowered<Object> {
        let member = match &expr.kind {
            ExprKind::Call { process: Some(process), .. } => Some(self.single_member(process)?),
            _ => None,
        };
        self.call_of(expr, member, out)
    }

    /// Calls a function of `member`, if there is one.
    fn call_of(
        &mut self,
        expr: &Expr,
        member: Option<ProcessId>,
        out: &mut Vec<Stmt>,
    ) -> Lowered<Object> {
        let ExprKind::Call { function, arguments, .. } = &expr.kind else {
            return Err(Stop::Reported);
        };
        let callee = &self.model.functions[*function];
        if callee.broken {
            return Err(Stop::Reported);
        }
        let process = member.or_else(|| callee.template.and(self.process));
        let mut passed = Vec::with_capacity(arguments.len());
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            let mut prelude = Vec::new();
            let argument = self.pass(*parameter, argument, &mut prelude)?;
            if !prelude.is_empty() {
                // What this argument does must not change the earlier ones.
                self.keep(&mut passed, expr.span, out)?;
                out.extend(prelude);
            }
            passed.push(argument);
        }
        let references = passed.iter().map(|passed| match passed {
            Passed::Reference(object) => Some((object.leaves.clone(), object.indices.len())),
            _ => None,
        });
        let key = Specialisation { function: *function, process, references: references.collect() };
        let (id, results) = self.specialised(key, &passed, expr.span)?;
        let arguments = self.call_arguments(passed);
        self.push(StmtKind::Call { function: id, arguments }, expr.span, out);
        Ok(results)
    }

    /// Keeps the values of arguments in scratch cells.
    fn keep(&mut self, passed: &mut [Passed], span: Span, out: &mut Vec<Stmt>) -> Lowered<()> {
        for argument in passed {
            match argument {
                Passed::Value(Code::Const(_)) | Passed::Ignored => {}
                Passed::Value(code) => {
                    let cell = self.scratch("#argument", Domain::ANY, span);
                    let value = std::mem::replace(code, Code::variable(cell));
                    let target = Place::whole(cell);
                    self.push(StmtKind::Assign { target, value }, span, out);
                }
                Passed::Block(object) => {
                    let shape = object.shape.clone();
                    let kept = self.scratch_object("#argument", shape, span)?;
                    self.copy(&kept, object, span, out)?;
                    *object = kept;
                }
                Passed::Reference(object) => self.pin(object, span, out),
            }
        }
        Ok(())
    }

    fn pass(
        &mut self,
        parameter: SymbolId,
        argument: &Expr,
        prelude: &mut Vec<Stmt>,
    ) -> Lowered<Passed> {
        let variable = self.model.symbols.variable(parameter).ok_or(Stop::Reported)?;
        let Role::FunctionParameter(Passing { reference, constant }) = variable.role else {
            return Err(Stop::Reported);
        };
        let aggregate = matches!(variable.ty, Type::Array(_) | Type::Record(_));
        let place = argument.root().is_some() && owner(argument).is_none();
        if reference && place && !self.is_number(argument) {
            let mut object = self.static_object(argument)?;
            // A constant with known indices is as good as a value, and needs no copy of the function.
            self.settle(&mut object, argument.span, prelude);
            return Ok(Passed::Reference(object));
        }
        if reference && !constant && place {
            // A parameter of the template that nobody writes, not even this function: any cell with its value will do.
            let domain = self.domain(&argument.ty)?;
            let cell = self.scratch("#argument", domain, argument.span);
            let (target, value) = (Place::whole(cell), self.int(argument)?);
            self.push(StmtKind::Assign { target, value }, argument.span, prelude);
            return Ok(Passed::Reference(self.cell(cell)));
        }
        if reference && !constant {
            return super::unsupported("a reference to the result of an expression", argument.span);
        }
        if aggregate {
            let (more, object) = self.aggregate(argument)?;
            prelude.extend(more);
            return Ok(Passed::Block(object));
        }
        match variable.ty {
            Type::Double | Type::Text => Ok(Passed::Ignored),
            _ => Ok(Passed::Value(self.int(argument)?)),
        }
    }

    /// Does a name stand for a number rather than for a cell?
    fn is_number(&self, expr: &Expr) -> bool {
        match expr.kind {
            ExprKind::Symbol(symbol) => !matches!(self.binding(symbol), Some(Binding::Object(_))),
            _ => false,
        }
    }

    fn call_arguments(&mut self, passed: Vec<Passed>) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for argument in passed {
            match argument {
                Passed::Value(value) => arguments.push(Argument::Value(value)),
                Passed::Reference(object) => {
                    arguments.extend(object.indices.into_iter().map(Argument::Value));
                }
                Passed::Block(object) => {
                    for leaf in object.leaves.iter() {
                        let Leaf::Variable(variable) = *leaf else { continue };
                        let place = Place::indexed(variable, object.indices.clone());
                        arguments.push(if self.is_cell(&place) {
                            Argument::Value(self.read_cell(place))
                        } else {
                            Argument::Block(place)
                        });
                    }
                }
                Passed::Ignored => {}
            }
        }
        arguments
    }

    /// The copy of a function for these references, made if it does not exist.
    fn specialised(
        &mut self,
        key: Specialisation,
        passed: &[Passed],
        span: Span,
    ) -> Lowered<(FunctionId, Object)> {
        if let Some(made) = self.specialisations.get(&key) {
            return Ok(made.clone());
        }
        let made = self.network.functions.len() as u128;
        if made >= u128::from(limits::FUNCTIONS) {
            return self.too_large(span, "copies of functions", made + 1, limits::FUNCTIONS);
        }
        let locals = match key.process {
            Some(process) if Some(process) != self.process => {
                Some(self.process_locals.get(process.index()).cloned().ok_or(Stop::Reported)?)
            }
            _ => None,
        };
        let caller = (std::mem::take(&mut self.stack), self.frame.take(), self.process);
        let outer = locals.map(|locals| std::mem::replace(&mut self.locals, locals));
        self.process = key.process;
        let result = self.lower_function(&key, passed, span);
        (self.stack, self.frame, self.process) = caller;
        if let Some(outer) = outer {
            self.locals = outer;
        }
        let (function, results) = result?;
        let id = FunctionId::at(self.network.functions.len());
        self.network.functions.push(function);
        self.specialisations.insert(key, (id, results.clone()));
        Ok((id, results))
    }

    fn lower_function(
        &mut self,
        key: &Specialisation,
        passed: &[Passed],
        span: Span,
    ) -> Lowered<(Function, Object)> {
        let callee = &self.model.functions[key.function];
        let name = callee.name.clone();
        self.frame =
            Some(Frame { name: name.clone(), results: None, locals: Vec::new(), loops: 0 });
        let mut parameters = Vec::new();
        for (parameter, passed) in callee.parameters.iter().zip(passed) {
            self.parameter(*parameter, passed, &mut parameters, span)?;
        }
        let results = match &callee.result {
            Type::Void => None,
            ty => {
                let shape = self.shape(ty, false)?;
                Some(self.scratch_object("#result", shape, callee.span)?)
            }
        };
        if let Some(frame) = &mut self.frame {
            frame.results.clone_from(&results);
        }
        let mut body = Vec::new();
        self.block(&callee.body, &mut body)?;
        let locals = self.frame.take().map_or_else(Vec::new, |frame| frame.locals);
        let leaves = results.iter().flat_map(|object| object.leaves.iter());
        let result_variables = leaves.filter_map(|leaf| match leaf {
            Leaf::Variable(variable) => Some(*variable),
            _ => None,
        });
        let function = Function {
            name: self.qualified(&name),
            parameters,
            results: result_variables.collect(),
            locals,
            body,
            origin: self.origin(callee.span),
        };
        let nothing =
            Object { shape: Shape::Record(Rc::new([])), leaves: Rc::new([]), indices: Vec::new() };
        Ok((function, results.unwrap_or(nothing)))
    }

    /// Binds a parameter and lists the cells that receive its argument.
    fn parameter(
        &mut self,
        parameter: SymbolId,
        passed: &Passed,
        cells: &mut Vec<VariableId>,
        span: Span,
    ) -> Lowered<()> {
        let model = self.model;
        let declared = &model.symbols[parameter];
        let variable = model.symbols.variable(parameter).ok_or(Stop::Reported)?;
        let constant =
            matches!(variable.role, Role::FunctionParameter(passing) if passing.constant);
        let shape = self.shape(&variable.ty, constant)?;
        let object = match passed {
            Passed::Reference(object) => {
                if !object.shape.fits(&shape) {
                    let message = format!(
                        "the range or size of the argument for `{}` is not the declared one",
                        declared.name
                    );
                    self.findings.report(
                        Diagnostic::new(Problem::SizeMismatch, span, message)
                            .label(declared.span, "the parameter is a reference")
                            .help("a reference needs a variable of exactly its type"),
                    );
                    return Err(Stop::Reported);
                }
                self.indexed_by_cells(object, &declared.name, declared.span, cells)
            }
            Passed::Value(_) | Passed::Block(_) | Passed::Ignored => {
                let object = self.scratch_object(&declared.name, shape, declared.span)?;
                cells.extend(object.leaves.iter().filter_map(|leaf| match leaf {
                    Leaf::Variable(variable) => Some(*variable),
                    _ => None,
                }));
                object
            }
        };
        self.stack.push((parameter, Binding::Object(object)));
        Ok(())
    }

    /// The object with its indices replaced by cells that receive them.
    fn indexed_by_cells(
        &mut self,
        object: &Object,
        name: &str,
        span: Span,
        cells: &mut Vec<VariableId>,
    ) -> Object {
        let dims: Vec<Domain> = match object.leaves.first() {
            Some(Leaf::Variable(id)) => self.network.variable(*id).dims.clone(),
            Some(Leaf::Clock(id)) => self.network.clock_family(*id).dims.clone(),
            Some(Leaf::Channel(id)) => self.network.channel_family(*id).dims.clone(),
            Some(Leaf::Ignored) | None => Vec::new(),
        };
        let mut indices = Vec::with_capacity(object.indices.len());
        for position in 0..object.indices.len() {
            let domain = dims.get(position).copied().unwrap_or(Domain::ANY);
            let cell = self.scratch(&format!("{name}#index"), domain, span);
            cells.push(cell);
            indices.push(Code::variable(cell));
        }
        Object { shape: object.shape.clone(), leaves: object.leaves.clone(), indices }
    }
}
