//! Random functions.

use super::maker::{Leaf, Maker, Signature};
use super::statements::Purpose;
use crate::feature::Feature;
use crate::tree::{
    Binary, Block, Dim, Expr, Function, Initial, Item, Parameter, Stmt, Type, Variable,
};

impl Maker {
    /// Declares some functions, into the global declarations or those of a template.
    pub(super) fn declare_functions(&mut self, most: usize) -> Vec<Item> {
        let mut items = Vec::new();
        if !self.on.has(Feature::Functions) {
            return items;
        }
        let over_ids = Type::Array(Box::new(Type::Clock), Dim::Over(super::maker::ID.to_owned()));
        let over = |_: &Maker, ty: &Type| *ty == over_ids;
        if let Some((Expr::Name(clocks), _)) = self.find(true, &over)
            && self.use_now(Feature::ResetLoops, 70)
        {
            items.push(Item::Function(self.reset_loop(&clocks)));
        }
        for _ in 0..self.dice.below(most + 1) {
            items.push(Item::Function(self.function()));
        }
        items
    }

    fn function(&mut self) -> Function {
        let pure = self.dice.chance(35);
        let result = match (pure, self.use_now(Feature::Effects, 40)) {
            (true, _) if self.dice.chance(40) => Type::Bool,
            (true, _) | (false, true) => Type::Range(0, 2),
            (false, false) => Type::Void,
        };
        let purpose = Purpose { result: result.clone(), clocks: !pure };
        let outer = self.scope.clone();
        let boundary = std::mem::replace(&mut self.globals, self.scope.len());
        let taken = std::mem::take(&mut self.taken);
        self.pure = pure;
        if pure {
            self.scope.iter_mut().for_each(|entity| entity.writable = false);
        }
        let parameters = self.parameters(pure);
        for parameter in &parameters {
            let writable = !parameter.constant && self.leaf(&parameter.ty) != Leaf::Id;
            self.declare(&parameter.name, parameter.ty.clone(), writable);
        }
        let mut variables = Vec::new();
        for _ in 0..self.dice.below(2) + usize::from(pure) {
            variables.push(self.local_variable());
        }
        let mut statements = self.statements(&purpose, 2);
        if result != Type::Void {
            statements.push(self.result(&purpose));
        }
        self.scope = outer;
        self.globals = boundary;
        self.taken = taken;
        self.pure = false;
        let name = self.unique("f");
        let body = Block { variables, statements };
        let function = Function { name, result, parameters, body };
        self.functions.push(Signature {
            name: function.name.clone(),
            parameters: function.parameters.clone(),
            result: function.result.clone(),
            pure,
            resets: false,
        });
        function
    }

    /// `void f() { for (i : id_t) { xs[i] = 0; if (c) return; } }`, and the like.
    fn reset_loop(&mut self, clocks: &str) -> Function {
        let index = self.unique("i");
        let counts = !self.scalar() && self.dice.chance(40);
        let ty = if counts { Type::Range(self.first(), self.last() + 1) } else { Maker::id_type() };
        let entry = Expr::index(Expr::name(clocks), Expr::Name(index.clone()));
        let condition = if self.dice.chance(50) {
            self.condition(1)
        } else {
            self.with(&index, ty.clone(), |maker| maker.condition(1))
        };
        let block = |statements| Stmt::Block(Block { variables: Vec::new(), statements });
        let reset = Stmt::Expr(Expr::assign(entry, Expr::Time(self.dice.between(0, 1))));
        let stop = Stmt::If(condition.clone(), Box::new(block(vec![Stmt::Return(None)])), None);
        let mut body = match self.dice.below(4) {
            0 => vec![stop, reset],
            1 => vec![Stmt::If(condition, Box::new(block(vec![reset])), None)],
            _ => vec![reset, stop],
        };
        let place = Expr::Name(index.clone());
        let more = Expr::binary(Binary::Le, place.clone(), Expr::Int(self.last()));
        let first = Expr::Int(self.first());
        let next = Expr::Step { place: Box::new(place.clone()), down: false };
        let mut variables = Vec::new();
        let each = if counts {
            variables.push(variable(&index, ty, Some(Initial::Value(first.clone()))));
            match self.dice.below(3) {
                0 => Stmt::For(Expr::assign(place, first), more, next, Box::new(block(body))),
                1 => {
                    body.push(Stmt::Expr(next));
                    Stmt::While(more, Box::new(block(body)))
                }
                _ => {
                    body.push(Stmt::Expr(next));
                    Stmt::DoWhile(Box::new(block(body)), more)
                }
            }
        } else {
            Stmt::ForEach(index, ty, Box::new(block(body)))
        };
        let function = Function {
            name: self.unique("f"),
            result: Type::Void,
            parameters: Vec::new(),
            body: Block { variables, statements: vec![each] },
        };
        self.functions.push(Signature {
            name: function.name.clone(),
            parameters: Vec::new(),
            result: Type::Void,
            pure: false,
            resets: true,
        });
        function
    }

    fn parameters(&mut self, pure: bool) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        let mut add = |name: String, ty: Type, constant: bool, reference: bool| {
            parameters.push(Parameter { name, ty, constant, reference });
        };
        if self.dice.chance(50) {
            add(self.fresh("p"), Maker::id_type(), false, false);
        }
        if self.dice.chance(30) {
            add(self.fresh("p"), Type::Range(0, 2), false, false);
        }
        let by_value = self.dice.chance(15);
        if self.use_now(Feature::ReferenceArguments, 60) || by_value {
            let whole = |maker: &Maker, ty: &Type| {
                !matches!(maker.leaf(ty), Leaf::Clock | Leaf::Chan | Leaf::Id)
                    && maker.holds_numbers(ty)
            };
            let write = !pure && !by_value;
            if let Some((_, ty)) = self.find(write, &whole) {
                add(self.fresh("r"), ty, pure && !by_value, !by_value);
            }
        }
        if !pure && self.use_now(Feature::ClockArguments, 60) {
            let array = Type::Array(Box::new(Type::Clock), Dim::Over(super::maker::ID.to_owned()));
            let clocks: Vec<Type> = self
                .scope
                .iter()
                .map(|entity| entity.ty.clone())
                .filter(|ty| *ty == Type::Clock || *ty == array)
                .collect();
            if let Some(ty) = self.dice.pick(&clocks) {
                add(self.fresh("c"), ty, false, true);
            }
        }
        parameters
    }

    fn local_variable(&mut self) -> Variable {
        let name = self.fresh("l");
        let ty = if self.dice.chance(75) {
            Type::Range(0, 2)
        } else {
            Type::Array(Box::new(Type::Range(0, 2)), Dim::Size(2))
        };
        let initial = match &ty {
            Type::Range(..) if self.dice.chance(60) => Some(Initial::Value(self.fitting(0, 2, 1))),
            _ => None,
        };
        self.declare(&name, ty.clone(), true);
        Variable { name, ty, constant: false, meta: false, initial }
    }

    /// A queue of ids: `enqueue`, `dequeue`, `front`.
    pub(super) fn declare_queue(&mut self) {
        self.used.insert(Feature::Queues);
        let ids = self.ids;
        let list = Type::Array(Box::new(Maker::id_type()), Dim::Size(ids + 1));
        for (name, ty) in [("list", list), ("len", Type::Range(0, ids))] {
            let variable = variable(name, ty, None);
            self.model.items.push(Item::Variable(variable));
        }
        let name = Expr::name;
        let statement = Stmt::Expr;
        let entry = |index: Expr| Expr::index(Expr::name("list"), index);
        let element = Parameter {
            name: "element".to_owned(),
            ty: Maker::id_type(),
            constant: true,
            reference: false,
        };
        let step = |place: &str, down| Expr::Step { place: Box::new(Expr::name(place)), down };
        let enqueue = vec![statement(Expr::assign(entry(step("len", false)), name("element")))];
        let next = Expr::binary(Binary::Add, name("i"), Expr::Int(1));
        let mut dequeue = vec![
            statement(Expr::Assign(
                Some(Binary::Sub),
                Box::new(name("len")),
                Box::new(Expr::Int(1)),
            )),
            Stmt::While(
                Expr::binary(Binary::Lt, name("i"), name("len")),
                Box::new(Stmt::Block(Block {
                    variables: Vec::new(),
                    statements: vec![
                        statement(Expr::assign(entry(name("i")), entry(next))),
                        statement(step("i", false)),
                    ],
                })),
            ),
        ];
        if !self.scalar() {
            let none = Expr::Int(self.first());
            dequeue.push(statement(Expr::assign(entry(name("i")), none)));
        }
        let counter = variable("i", Type::Int, Some(Initial::Value(Expr::Int(0))));
        let front = vec![Stmt::Return(Some(entry(Expr::Int(0))))];
        let functions = [
            ("enqueue", Type::Void, vec![element], Vec::new(), enqueue),
            ("dequeue", Type::Void, Vec::new(), vec![counter], dequeue),
            ("front", Maker::id_type(), Vec::new(), Vec::new(), front),
        ];
        for (name, result, parameters, variables, statements) in functions {
            let body = Block { variables, statements };
            let function = Function { name: name.to_owned(), result, parameters, body };
            self.model.items.push(Item::Function(function));
        }
    }
}

pub(super) fn variable(name: &str, ty: Type, initial: Option<Initial>) -> Variable {
    Variable { name: name.to_owned(), ty, constant: false, meta: false, initial }
}
