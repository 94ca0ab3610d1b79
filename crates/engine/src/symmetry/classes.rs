//! Which integers are used as identities.
//!
//! Every variable has a *use* for its values and one for each of its dimensions; so have arrays of clocks
//! and channels. Uses that meet (by assignment, comparison for equality, indexing, argument passing) are
//! one class. A class whose values are ever ordered, computed with or tested for truth is *plain*: its
//! numbers mean themselves. The values of any other class are only copied, compared for equality and
//! used as indices, so a permutation of them may be a symmetry (seed 004, rules 1 to 5; seed 001's
//! conditions for scalar sets are the same rules imposed by types). `(v + k) % n` is allowed for: it
//! commutes with rotations.

use network::visit::{Visitor, walk_expr, walk_goal, walk_guard, walk_stmt};
use network::{
    Argument, BinaryOp, ChannelFamilyId, ChannelPlace, ClockFamilyId, ClockPlace, Expr, Goal,
    Network, Origin, Place, Stmt, StmtKind, UnaryOp, VariableId,
};

/// A use of integers, before classes are merged.
type Node = usize;

/// A class of uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub usize);

/// Why the numbers of a class mean themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain {
    /// They are compared by order.
    Ordered(Origin),
    /// They are computed with.
    Computed(Origin),
    /// They are tested for truth.
    Tested(Origin),
}

impl Plain {
    /// Where.
    #[must_use]
    pub fn origin(self) -> Origin {
        match self {
            Plain::Ordered(origin) | Plain::Computed(origin) | Plain::Tested(origin) => origin,
        }
    }
}

/// `(v + shift) % modulus` is applied to values of the class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rotation {
    /// What is added.
    pub shift: i32,
    /// The modulus.
    pub modulus: i32,
}

/// What an expression's value is used as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Of(Node),
    Constant,
    Plain,
}

/// The classes of a network.
#[derive(Clone, Debug)]
pub struct Classes {
    parents: Vec<Node>,
    plain: Vec<Option<Plain>>,
    rotations: Vec<(Node, Rotation)>,
    variable_base: Vec<Node>,
    clock_base: Vec<Node>,
    channel_base: Vec<Node>,
}

impl Classes {
    /// The classes of a network; `goals` take part.
    #[must_use]
    pub fn of(network: &Network, goals: &[Goal]) -> Classes {
        let mut classes = Classes::unmerged(network);
        classes.merge_scalar_sets(network);
        let mut walker = Walker { network, classes: &mut classes, origin: Origin::NONE };
        walker.network();
        goals.iter().for_each(|goal| walk_goal(&mut walker, goal));
        classes
    }

    fn unmerged(network: &Network) -> Classes {
        let mut next = 0;
        let mut bases = |sizes: &mut dyn Iterator<Item = usize>| {
            let mut base = Vec::new();
            for size in sizes {
                base.push(next);
                next += size;
            }
            base
        };
        let variable_base = bases(&mut network.variables.iter().map(|v| v.dims.len() + 1));
        let clock_base = bases(&mut network.clocks.iter().map(|family| family.dims.len()));
        let channel_base = bases(&mut network.channels.iter().map(|family| family.dims.len()));
        Classes {
            parents: (0..next).collect(),
            plain: vec![None; next],
            rotations: Vec::new(),
            variable_base,
            clock_base,
            channel_base,
        }
    }

    /// Declared scalar sets are one class each from the start.
    fn merge_scalar_sets(&mut self, network: &Network) {
        let mut first: Vec<Option<Node>> = vec![None; network.scalar_sets.len()];
        let mut uses = Vec::new();
        for (number, variable) in network.variables.iter().enumerate() {
            uses.push((self.variable_base[number], variable.domain));
            for (dim, domain) in variable.dims.iter().enumerate() {
                uses.push((self.variable_base[number] + 1 + dim, *domain));
            }
        }
        for (number, family) in network.clocks.iter().enumerate() {
            for (dim, domain) in family.dims.iter().enumerate() {
                uses.push((self.clock_base[number] + dim, *domain));
            }
        }
        for (number, family) in network.channels.iter().enumerate() {
            for (dim, domain) in family.dims.iter().enumerate() {
                uses.push((self.channel_base[number] + dim, *domain));
            }
        }
        for (node, domain) in uses {
            if let Some(set) = domain.scalar {
                match first[set.index()] {
                    Some(other) => self.union(node, other),
                    None => first[set.index()] = Some(node),
                }
            }
        }
    }

    fn find(&self, mut node: Node) -> Node {
        while self.parents[node] != node {
            node = self.parents[node];
        }
        node
    }

    fn union(&mut self, left: Node, right: Node) {
        let (left, right) = (self.find(left), self.find(right));
        if left != right {
            // The smaller number stays, which keeps chains short enough and results deterministic.
            let (root, child) = (left.min(right), left.max(right));
            self.parents[child] = root;
            self.plain[root] = self.plain[root].or(self.plain[child]);
        }
    }

    fn mark(&mut self, node: Node, reason: Plain) {
        let root = self.find(node);
        self.plain[root].get_or_insert(reason);
    }

    /// The class of a variable's values.
    #[must_use]
    pub fn value(&self, variable: VariableId) -> Class {
        Class(self.find(self.variable_base[variable.index()]))
    }

    /// The class of a dimension of a variable.
    #[must_use]
    pub fn dim(&self, variable: VariableId, dim: usize) -> Class {
        Class(self.find(self.variable_base[variable.index()] + 1 + dim))
    }

    /// The class of a dimension of an array of clocks.
    #[must_use]
    pub fn clock_dim(&self, family: ClockFamilyId, dim: usize) -> Class {
        Class(self.find(self.clock_base[family.index()] + dim))
    }

    /// The class of a dimension of an array of channels.
    #[must_use]
    pub fn channel_dim(&self, family: ChannelFamilyId, dim: usize) -> Class {
        Class(self.find(self.channel_base[family.index()] + dim))
    }

    /// Why the numbers of a class mean themselves, if they do.
    #[must_use]
    pub fn plain(&self, class: Class) -> Option<Plain> {
        self.plain[class.0]
    }

    /// The rotations applied to values of a class.
    pub fn rotations(&self, class: Class) -> impl Iterator<Item = Rotation> + '_ {
        let of_class = move |(node, _): &&(Node, Rotation)| self.find(*node) == class.0;
        self.rotations.iter().filter(of_class).map(|(_, rotation)| *rotation)
    }

    /// Makes the uses of two variables the same, because they play the same role in two processes.
    pub fn identify_variables(&mut self, network: &Network, left: VariableId, right: VariableId) {
        let dims = network.variable(left).dims.len();
        if dims == network.variable(right).dims.len() {
            for offset in 0..=dims {
                self.union(
                    self.variable_base[left.index()] + offset,
                    self.variable_base[right.index()] + offset,
                );
            }
        }
    }

    /// Makes the uses of two arrays of clocks the same.
    pub fn identify_clocks(
        &mut self,
        network: &Network,
        left: ClockFamilyId,
        right: ClockFamilyId,
    ) {
        let dims = network.clock_family(left).dims.len();
        if dims == network.clock_family(right).dims.len() {
            for dim in 0..dims {
                self.union(
                    self.clock_base[left.index()] + dim,
                    self.clock_base[right.index()] + dim,
                );
            }
        }
    }

    /// Makes the uses of two arrays of channels the same.
    pub fn identify_channels(
        &mut self,
        network: &Network,
        left: ChannelFamilyId,
        right: ChannelFamilyId,
    ) {
        let dims = network.channel_family(left).dims.len();
        if dims == network.channel_family(right).dims.len() {
            for dim in 0..dims {
                let (left, right) = (left.index(), right.index());
                self.union(self.channel_base[left] + dim, self.channel_base[right] + dim);
            }
        }
    }

    /// The class an expression's value belongs to, if it is a value that is only passed on.
    #[must_use]
    pub fn of_expr(&self, expr: &Expr) -> Option<Class> {
        match expr {
            Expr::Read(place) => Some(self.value(place.variable)),
            Expr::Cond(_, then, otherwise) => {
                self.of_expr(then).or_else(|| self.of_expr(otherwise))
            }
            Expr::After(_, value) => self.of_expr(value),
            _ => rotation(expr).and_then(|(inner, _)| self.of_expr(inner)),
        }
    }
}

/// `(inner + shift) % modulus`, with constants.
#[must_use]
pub(super) fn rotation(expr: &Expr) -> Option<(&Expr, Rotation)> {
    let Expr::Binary(BinaryOp::Mod, sum, modulus) = expr else { return None };
    let (Expr::Binary(op, inner, shift), Expr::Const(modulus)) = (&**sum, &**modulus) else {
        return None;
    };
    let Expr::Const(shift) = **shift else { return None };
    let shift = match op {
        BinaryOp::Add => shift,
        BinaryOp::Sub => shift.checked_neg()?,
        _ => return None,
    };
    // `(v + N - 1) % N` is written `(v + N) - 1`.
    if let Expr::Binary(BinaryOp::Add, base, more) = &**inner
        && let Expr::Const(more) = **more
    {
        return Some((base, Rotation { shift: shift.checked_add(more)?, modulus: *modulus }));
    }
    (!matches!(**inner, Expr::Const(_)) && *modulus > 0)
        .then_some((&**inner, Rotation { shift, modulus: *modulus }))
}

struct Walker<'a> {
    network: &'a Network,
    classes: &'a mut Classes,
    origin: Origin,
}

impl Walker<'_> {
    fn network(&mut self) {
        let network = self.network;
        for process in &network.processes {
            for location in &process.locations {
                self.origin = location.origin;
                walk_guard(self, &location.invariant);
                self.condition(&location.invariant.condition);
                for rate in &location.rates {
                    self.condition(&rate.when);
                    self.clock(&rate.clock);
                    self.number(&rate.rate);
                }
            }
            for edge in &process.edges {
                self.origin = edge.origin;
                walk_guard(self, &edge.guard);
                self.condition(&edge.guard.condition);
                edge.sync.iter().for_each(|sync| self.channel(&sync.channel));
                edge.update.iter().for_each(|stmt| self.stmt(stmt));
            }
        }
        for function in &network.functions {
            function.body.iter().for_each(|stmt| self.stmt(stmt));
        }
        for stmt in network.before_update.iter().chain(&network.after_update) {
            self.stmt(stmt);
        }
    }

    /// What a value is used as; walks its parts.
    fn use_of(&mut self, expr: &Expr) -> Use {
        if let Some((inner, rotation)) = rotation(expr)
            && let Use::Of(node) = self.use_of(inner)
        {
            self.classes.rotations.push((node, rotation));
            return Use::Of(node);
        }
        match expr {
            Expr::Const(_) => Use::Constant,
            Expr::Read(place) => {
                self.place(place);
                Use::Of(self.classes.variable_base[place.variable.index()])
            }
            Expr::Cond(condition, then, otherwise) => {
                self.condition(condition);
                let (then, otherwise) = (self.use_of(then), self.use_of(otherwise));
                self.meet(then, otherwise);
                if then == Use::Constant { otherwise } else { then }
            }
            Expr::After(statements, value) => {
                statements.iter().for_each(|stmt| self.stmt(stmt));
                self.use_of(value)
            }
            Expr::BlocksEqual(left, right) => {
                self.blocks(left, right);
                Use::Plain
            }
            _ => {
                self.expr(expr);
                Use::Plain
            }
        }
    }

    /// Two uses are the same.
    fn meet(&mut self, left: Use, right: Use) {
        match (left, right) {
            (Use::Of(left), Use::Of(right)) => self.classes.union(left, right),
            (Use::Of(node), Use::Plain) | (Use::Plain, Use::Of(node)) => {
                self.classes.mark(node, Plain::Computed(self.origin));
            }
            _ => {}
        }
    }

    fn meet_node(&mut self, node: Node, expr: &Expr) {
        let found = self.use_of(expr);
        self.meet(Use::Of(node), found);
    }

    fn mark(&mut self, expr: &Expr, reason: impl Fn(Origin) -> Plain) {
        if let Use::Of(node) = self.use_of(expr) {
            self.classes.mark(node, reason(self.origin));
        }
    }

    /// A value that is tested for truth.
    fn condition(&mut self, expr: &Expr) {
        self.mark(expr, Plain::Tested);
    }

    /// A value that is computed with.
    fn number(&mut self, expr: &Expr) {
        self.mark(expr, Plain::Computed);
    }

    /// Two blocks hold the same: values and remaining dimensions are of one class.
    fn blocks(&mut self, left: &Place, right: &Place) {
        self.place(left);
        self.place(right);
        let base = |place: &Place| self.classes.variable_base[place.variable.index()];
        let (left_base, right_base) = (base(left), base(right));
        self.classes.union(left_base, right_base);
        let rest = self.network.variable(left.variable).dims.len() - left.indices.len();
        let other = self.network.variable(right.variable).dims.len() - right.indices.len();
        for dim in 0..rest.min(other) {
            self.classes.union(
                left_base + 1 + left.indices.len() + dim,
                right_base + 1 + right.indices.len() + dim,
            );
        }
    }
}

impl Visitor for Walker<'_> {
    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => self.condition(operand),
            Expr::Unary(_, operand) => self.number(operand),
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) => {
                let (left, right) = (self.use_of(left), self.use_of(right));
                self.meet(left, right);
            }
            Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.condition(left);
                self.condition(right);
            }
            Expr::Binary(op, left, right) => {
                let ordered = matches!(
                    op,
                    BinaryOp::Lt
                        | BinaryOp::Le
                        | BinaryOp::Ge
                        | BinaryOp::Gt
                        | BinaryOp::Min
                        | BinaryOp::Max
                );
                for side in [left, right] {
                    if ordered { self.mark(side, Plain::Ordered) } else { self.number(side) }
                }
            }
            Expr::Quantified { quantifier, body, .. } => match quantifier {
                network::Quantifier::Sum => self.number(body),
                _ => self.condition(body),
            },
            Expr::Cond(..) | Expr::After(..) | Expr::Read(_) | Expr::BlocksEqual(..) => {
                self.use_of(expr);
            }
            Expr::Const(_) | Expr::At(..) | Expr::LocationOf(_) => walk_expr(self, expr),
        }
    }

    fn place(&mut self, place: &Place) {
        let base = self.classes.variable_base[place.variable.index()];
        for (dim, index) in place.indices.iter().enumerate() {
            self.meet_node(base + 1 + dim, index);
        }
    }

    fn clock(&mut self, place: &ClockPlace) {
        let base = self.classes.clock_base[place.family.index()];
        for (dim, index) in place.indices.iter().enumerate() {
            self.meet_node(base + dim, index);
        }
    }

    fn channel(&mut self, place: &ChannelPlace) {
        let base = self.classes.channel_base[place.family.index()];
        for (dim, index) in place.indices.iter().enumerate() {
            self.meet_node(base + dim, index);
        }
    }

    fn constraint(&mut self, constraint: &network::ClockConstraint) {
        self.condition(&constraint.when);
        constraint.left.iter().chain(&constraint.right).for_each(|place| self.clock(place));
        self.number(&constraint.bound);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if stmt.origin != Origin::NONE {
            self.origin = stmt.origin;
        }
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                self.place(target);
                self.meet_node(self.classes.variable_base[target.variable.index()], value);
            }
            StmtKind::Copy { target, source } => self.blocks(target, source),
            StmtKind::SetClock { target, source, offset } => {
                self.clock(target);
                source.iter().for_each(|place| self.clock(place));
                self.number(offset);
            }
            StmtKind::Call { function, arguments } => {
                let parameters = &self.network.function(*function).parameters;
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    match argument {
                        Argument::Value(value) => {
                            self.meet_node(self.classes.variable_base[parameter.index()], value);
                        }
                        Argument::Block(place) => self.blocks(&Place::whole(*parameter), place),
                    }
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.condition(condition);
                then.iter().chain(otherwise).for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.condition(condition);
                body.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::Assert(condition) => self.condition(condition),
            StmtKind::ForEach { .. } | StmtKind::Return => walk_stmt(self, stmt),
        }
    }
}
