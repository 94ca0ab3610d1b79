//! Functions.

use syntax::Code;
use syntax::Diagnostic;
use syntax::tree;

use super::effect::Footprint;
use super::statement::returns;
use super::{Checker, FunctionFrame, Region};
use crate::symbol::{Role, SymbolId, SymbolKind};
use crate::typed::{Block, Function};
use crate::types::Type;

impl Checker {
    /// A function. Its name is declared only after its body, which so cannot call it.
    pub(super) fn function(&mut self, tree: &tree::Function) {
        let errors = self.findings.errors();
        let result = self.result_type(&tree.result);
        self.scopes.open();
        let parameters = self.parameters(&tree.parameters, Role::FunctionParameter);
        self.function =
            Some(FunctionFrame { result: result.clone(), name: tree.name.name.clone() });
        let body = self.block_contents(&tree.body);
        self.function = None;
        self.scopes.close();
        let broken = self.findings.errors() > errors;
        let needs_return = !matches!(result, Type::Void | Type::Error);
        if needs_return && !returns(&body) && !broken {
            let message = format!("`{}` does not return a value on every path", tree.name.name);
            let help = "the last statement must be a `return`, or an `if` with both branches";
            let span = tree.name.span;
            self.report(Diagnostic::new(Code::MissingReturn, span, message).help(help));
        }
        let number = self.model.functions.len();
        let function = self.finished_function(tree, parameters, result, body, broken);
        self.model.functions.push(function);
        self.declare(&tree.name, SymbolKind::Function(number));
    }

    fn finished_function(
        &mut self,
        tree: &tree::Function,
        parameters: Vec<SymbolId>,
        result: Type,
        body: Block,
        broken: bool,
    ) -> Function {
        let mut footprint = Footprint::default();
        self.footprint(&body, &mut footprint);
        let mut writes = footprint.writes;
        for id in &footprint.written {
            writes |= self.model.symbols.variable(*id).is_some_and(|variable| {
                matches!(variable.role, Role::State | Role::Meta | Role::TemplateParameter(_))
            });
        }
        let writes_parameter = parameters
            .iter()
            .map(|parameter| {
                let by_reference = self.model.symbols.variable(*parameter).is_some_and(
                    |variable| matches!(variable.role, Role::FunctionParameter(p) if p.reference),
                );
                by_reference && footprint.written.contains(parameter)
            })
            .collect();
        Function {
            name: tree.name.name.clone(),
            parameters,
            result,
            body,
            template: match self.region() {
                Region::Template(template) => Some(template),
                Region::Global | Region::Query(_) => None,
            },
            writes,
            reads: footprint.reads,
            writes_parameter,
            broken,
            span: tree.name.span,
        }
    }

    fn result_type(&mut self, tree: &tree::Type) -> Type {
        let ty = self.declared(tree, None).ty;
        if is_returnable(&ty) {
            return ty;
        }
        let message = format!("a function cannot return {ty}", ty = ty.with_article());
        let help = "pass it as a reference parameter instead";
        self.report(Diagnostic::new(Code::BadType, tree.span, message).help(help));
        Type::Error
    }
}

fn is_returnable(ty: &Type) -> bool {
    match ty {
        Type::Record(record) => record.fields.iter().all(|(_, ty)| is_returnable(ty)),
        Type::Void | Type::Error | Type::Int(_) | Type::Bool | Type::Double | Type::Scalar(_) => {
            true
        }
        _ => false,
    }
}
