//! Everything that has a name.

use syntax::Span;

use crate::typed::{Builtin, Initialiser};
use crate::types::Type;

/// A symbol, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SymbolId(u32);

/// A name and what it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    /// Where it is declared.
    pub(crate) span: Span,
    /// What it stands for.
    pub(crate) kind: SymbolKind,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum SymbolKind {
    /// Its declaration is wrong, and that has been reported.
    Broken,
    /// A type, which may carry `const`.
    Type {
        ty: Type,
        /// Every variable of it is constant.
        constant: bool,
    },
    /// A variable, constant, clock, channel, parameter or bound name.
    Variable(Variable),
    /// A function, by number.
    Function(usize),
    /// A function of the language.
    Builtin(Builtin),
    /// A template or instantiation, by number.
    Instance(usize),
    /// A location of the template, by number.
    Location(usize),
    Branchpoint,
}

/// A variable or something like one.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) ty: Type,
    pub(crate) role: Role,
    pub(crate) initialiser: Option<Initialiser>,
    /// Something assigns to it.
    pub(crate) written: bool,
}

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// `const`, global or in a template.
    Constant,
    /// Part of the state, global or in a template; also clocks and channels.
    State,
    /// `meta`
    Meta,
    /// A parameter of a template or instantiation.
    TemplateParameter(Passing),
    /// A parameter of a function.
    FunctionParameter(Passing),
    /// A variable in a function.
    Local,
    /// A `const` in a function.
    LocalConstant,
    /// Bound by `select`.
    Selected,
    /// Bound by a quantifier.
    Quantified,
    /// Bound by `for (name : type)`.
    Iterator,
}

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passing {
    /// `&`
    pub(crate) reference: bool,
    /// `const`
    pub(crate) constant: bool,
}

impl Variable {
    /// May it be assigned to?
    pub(crate) fn is_modifiable(&self) -> bool {
        match self.role {
            Role::State | Role::Meta | Role::Local => true,
            Role::TemplateParameter(passing) | Role::FunctionParameter(passing) => {
                !passing.constant
            }
            Role::Constant
            | Role::LocalConstant
            | Role::Selected
            | Role::Quantified
            | Role::Iterator => false,
        }
    }

    /// Is its value known before the model runs?
    pub(crate) fn is_compile_time(&self) -> bool {
        match self.role {
            Role::Constant | Role::Quantified => true,
            Role::TemplateParameter(passing) => passing.constant,
            _ => false,
        }
    }
}

/// The table of all symbols.
#[derive(Default, Debug)]
pub(crate) struct Symbols {
    table: Vec<Symbol>,
}

impl Symbols {
    pub(crate) fn add(&mut self, symbol: Symbol) -> SymbolId {
        let id = SymbolId(u32::try_from(self.table.len()).unwrap_or(u32::MAX));
        self.table.push(symbol);
        id
    }

    /// All symbols, in the order of declaration.
    pub(crate) fn ids(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..u32::try_from(self.table.len()).unwrap_or(u32::MAX)).map(SymbolId)
    }

    /// The variable a symbol stands for, if it does.
    pub(crate) fn variable(&self, id: SymbolId) -> Option<&Variable> {
        match &self[id].kind {
            SymbolKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// Notes that something assigns to a variable.
    pub(crate) fn mark_written(&mut self, id: SymbolId) {
        if let SymbolKind::Variable(variable) = &mut self.table[id.0 as usize].kind {
            variable.written = true;
        }
    }
}

impl std::ops::Index<SymbolId> for Symbols {
    type Output = Symbol;

    fn index(&self, id: SymbolId) -> &Symbol {
        &self.table[id.0 as usize]
    }
}
