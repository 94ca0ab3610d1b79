//! Statements and functions: what updates do.

use crate::expr::{Expr, Place};
use crate::guard::ClockPlace;
use crate::ids::{FunctionId, Origin, VariableId};
use crate::variable::Domain;

/// A statement and where it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    /// Where it stands, for faults.
    pub origin: Origin,
}

impl Stmt {
    /// A statement that stands nowhere in particular.
    #[must_use]
    pub fn new(kind: StmtKind) -> Stmt {
        Stmt { kind, origin: Origin::NONE }
    }
}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum StmtKind {
    /// Store a value in a cell; a fault if it is outside the variable's domain.
    Assign {
        /// The cell (fully indexed). Its indices are evaluated before the value.
        target: Place,
        value: Expr,
    },
    /// Copy a block of cells; a fault if a value is outside the target's domain.
    Copy {
        target: Place,
        /// Where from; as many cells as the target.
        source: Place,
    },
    /// `target = source + offset`, or `target = offset` without a source; a fault if the offset of a
    /// plain reset is negative.
    SetClock {
        /// The clock that is set.
        target: ClockPlace,
        /// The clock it is set to.
        source: Option<ClockPlace>,
        /// What is added, or the value.
        offset: Expr,
    },
    /// Run a function. Its result, if any, is then in its result variables.
    Call {
        function: FunctionId,
        /// One for each of its parameters.
        arguments: Vec<Argument>,
    },
    If {
        condition: Expr,
        /// When it is not 0.
        then: Vec<Stmt>,
        /// When it is 0.
        otherwise: Vec<Stmt>,
    },
    /// Repeat while the condition is not 0.
    While {
        /// Tested before each round.
        condition: Expr,
        body: Vec<Stmt>,
    },
    /// Repeat at least once, while the condition is not 0.
    DoWhile {
        body: Vec<Stmt>,
        /// Tested after each round.
        condition: Expr,
    },
    /// `for (variable : domain) body`, in ascending order.
    ForEach {
        /// The iterator: scratch, one cell.
        variable: VariableId,
        domain: Domain,
        body: Vec<Stmt>,
    },
    /// Leave the function. Its result has been assigned.
    Return,
    /// A fault if the condition is 0.
    Assert(Expr),
}

/// What a parameter receives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// A value, for a parameter of one cell.
    Value(Expr),
    /// A copy of a block, for a parameter with dimensions.
    Block(Place),
}

/// A function. It has no reference parameters (calls with different references call different copies)
/// and does not call itself, directly or indirectly.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, for people.
    pub name: String,
    /// The scratch variables that receive the arguments, in order.
    pub parameters: Vec<VariableId>,
    /// The scratch variables that hold the result afterwards: none for `void`, one for an integer, the
    /// leaves for a record.
    pub results: Vec<VariableId>,
    /// The scratch variables set to their initial values whenever the function is entered.
    pub locals: Vec<VariableId>,
    pub body: Vec<Stmt>,
    /// Where it is declared.
    pub origin: Origin,
}
