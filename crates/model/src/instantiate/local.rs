//! Variables of functions.
//!
//! They are set whenever their block is entered. Outside loops that is when the function is entered,
//! which costs no statement if the values are known.

use network::{Expr as Code, Place, Stmt, StmtKind, Storage};
use syntax::Span;

use super::initial::fill_defaults;
use super::object::{Leaf, Making, Object, Values};
use super::shape::Shape;
use super::{Binding, Lowered, Lowering, Stop};
use crate::symbol::{Role, SymbolId};
use crate::typed::Initialiser;

impl Lowering<'_> {
    /// What a variable of a block stands for, and the statements that set it.
    pub(super) fn local(&mut self, symbol: SymbolId, out: &mut Vec<Stmt>) -> Lowered<Binding> {
        let model = self.model;
        let declared = &model.symbols[symbol];
        let Some(variable) = model.symbols.variable(symbol) else { return Err(Stop::Reported) };
        let constant = variable.role == Role::LocalConstant;
        let shape = self.shape(&variable.ty, constant)?;
        let span = declared.span;
        self.admit_shape(&shape, 1, span)?;
        let mut values = vec![Vec::new(); shape.leaves()];
        let known = match &variable.initialiser {
            Some(initialiser) => self.known_values(&shape, initialiser, &mut values)?,
            None => {
                fill_defaults(&shape, 1, &mut values);
                true
            }
        };
        let name = self.qualified(&declared.name);
        if constant && known {
            if let (Shape::Int(_), [values]) = (&shape, &*values)
                && let [value] = **values
            {
                return Ok(Binding::Value(value));
            }
            let making = Making { storage: Storage::Constant, span };
            return Ok(Binding::Object(self.make(&name, shape, values, making)?));
        }
        let making = Making { storage: Storage::Scratch, span };
        if known {
            let object = self.make(&name, shape, values.clone(), making)?;
            self.set_on_entry(&object, values, span, out)?;
            return Ok(Binding::Object(object));
        }
        let mut defaults = vec![Vec::new(); shape.leaves()];
        fill_defaults(&shape, 1, &mut defaults);
        let object = self.make(&name, shape, defaults, making)?;
        if let Some(initialiser) = &variable.initialiser {
            self.initialise(&object, initialiser, span, out)?;
        }
        Ok(Binding::Object(object))
    }

    /// Collects values that are known before the model runs and lie in their ranges; false if some
    /// are not.
    fn known_values(
        &mut self,
        shape: &Shape,
        initialiser: &Initialiser,
        values: &mut [Vec<i32>],
    ) -> Lowered<bool> {
        match (shape, initialiser) {
            (Shape::Ignored(_), _) => Ok(true),
            (Shape::Int(domain), Initialiser::Value(value)) => match self.int(value)? {
                Code::Const(value) if domain.contains(value) => {
                    values[0].push(value);
                    Ok(true)
                }
                _ => Ok(false),
            },
            (Shape::Array(dim, element), Initialiser::List(list, span)) => {
                if dim.size() != list.len() as u64 {
                    let message = format!(
                        "the array has {} elements, and {} values are given",
                        dim.size(),
                        list.len()
                    );
                    return self.fail(syntax::Code::SizeMismatch, *span, message);
                }
                let mut known = true;
                for initialiser in list {
                    known &= self.known_values(element, initialiser, values)?;
                }
                Ok(known)
            }
            (Shape::Record(fields), Initialiser::List(list, _)) => {
                let mut rest = values;
                let mut known = true;
                for ((_, shape), initialiser) in fields.iter().zip(list) {
                    let (own, others) = rest.split_at_mut(shape.leaves());
                    known &= self.known_values(shape, initialiser, own)?;
                    rest = others;
                }
                Ok(known)
            }
            _ => Ok(false),
        }
    }

    fn set_on_entry(
        &mut self,
        object: &Object,
        values: Values,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let variables = object.leaves.iter().filter_map(|leaf| match leaf {
            Leaf::Variable(variable) => Some(*variable),
            _ => None,
        });
        if let Some(frame) = &mut self.frame
            && frame.loops == 0
        {
            frame.locals.extend(variables);
            return Ok(());
        }
        let making = Making { storage: Storage::Constant, span };
        for (leaf, values) in object.leaves.iter().zip(values) {
            let Leaf::Variable(variable) = *leaf else { continue };
            let target = Place::whole(variable);
            let kind = match (self.is_cell(&target), &*values) {
                (true, [value]) => StmtKind::Assign { target, value: Code::Const(*value) },
                _ => {
                    let declared = self.network.variable(variable);
                    let (dims, domain) = (declared.dims.clone(), declared.domain);
                    let name = format!("{}#initial", declared.name);
                    let source = self.variable(&name, &dims, domain, values, making);
                    StmtKind::Copy { target, source: Place::whole(source) }
                }
            };
            self.push(kind, span, out);
        }
        Ok(())
    }

    /// Sets the cells of an object to values that are computed then.
    fn initialise(
        &mut self,
        object: &Object,
        initialiser: &Initialiser,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        match (&object.shape, initialiser) {
            (Shape::Ignored(_), _) => Ok(()),
            (Shape::Int(_), Initialiser::Value(value)) => {
                let variable = object.variable().ok_or(Stop::Reported)?;
                let value = self.int(value)?;
                let target = Place::indexed(variable, object.indices.clone());
                self.push(StmtKind::Assign { target, value }, span, out);
                Ok(())
            }
            (Shape::Array(dim, element), Initialiser::List(list, _)) => {
                for (index, initialiser) in dim.values().zip(list) {
                    let mut part = object.clone();
                    part.shape = Shape::clone(element);
                    part.indices.push(Code::Const(index));
                    self.initialise(&part, initialiser, span, out)?;
                }
                Ok(())
            }
            (Shape::Record(fields), Initialiser::List(list, _)) => {
                for (field, initialiser) in (0..fields.len()).zip(list) {
                    let part = super::place::select(object, field);
                    self.initialise(&part, initialiser, span, out)?;
                }
                Ok(())
            }
            (_, Initialiser::Value(value)) => {
                let (prelude, source) = self.aggregate(value)?;
                out.extend(prelude);
                self.copy(object, &source, span, out)
            }
            _ => Err(Stop::Reported),
        }
    }
}
