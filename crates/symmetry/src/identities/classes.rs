//! Which integers are used as identities.
//!
//! Every variable has a *use* for its values and one for each of its dimensions; so have arrays of clocks
//! and channels. Uses that meet (by assignment, comparison for equality, indexing, argument passing) are
//! one class. A class whose values are ever ordered, computed with or tested for truth is *plain*: its
//! numbers mean themselves. The values of any other class are only copied, compared for equality and
//! used as indices, so a permutation of them may be a symmetry (docs/theory/detection.md; the
//! conditions for scalar sets are the same rules imposed by types). Functions such
//! as `(v + k) % n` are allowed for: they commute with rotations.

use network::variable::Dim;

use network::{ChannelFamilyId, ClockFamilyId, Expr, Goal, Network, Origin, VariableId};

use super::cyclic_function::{CyclicFunction, cyclic_function};
use super::uses::Walker;

/// A use of integers, before classes are merged.
pub(crate) type Node = usize;

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
    #[must_use]
    pub fn origin(self) -> Origin {
        match self {
            Plain::Ordered(origin) | Plain::Computed(origin) | Plain::Tested(origin) => origin,
        }
    }
}

/// What an expression's value is used as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Of(Node),
    Constant,
    Plain,
}

/// The classes of a network.
#[derive(Clone, Debug)]
pub struct Classes {
    parents: Vec<Node>,
    plain: Vec<Option<Plain>>,
    pub(crate) cyclic_functions: Vec<(Node, CyclicFunction)>,
    /// Values that enter a class: initial ones, constants that are assigned, members of domains.
    pub(crate) entering: Vec<(Node, Dim)>,
    pub(crate) variable_base: Vec<Node>,
    pub(crate) clock_base: Vec<Node>,
    pub(crate) channel_base: Vec<Node>,
}

impl Classes {
    /// The classes of a network; `goals` take part.
    #[must_use]
    pub fn of(network: &Network, goals: &[Goal]) -> Classes {
        let mut classes = Classes::unmerged(network);
        classes.merge_scalar_sets(network);
        let mut walker = Walker { network, classes: &mut classes, origin: Origin::NONE };
        walker.network();
        // A goal stands nowhere in the model.
        walker.origin = Origin::NONE;
        goals.iter().for_each(|goal| walker.goal(goal));
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
            cyclic_functions: Vec::new(),
            entering: Vec::new(),
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

    pub(crate) fn union(&mut self, left: Node, right: Node) {
        let (left, right) = (self.find(left), self.find(right));
        if left != right {
            // The smaller number stays, which keeps chains short enough and results deterministic.
            let (root, child) = (left.min(right), left.max(right));
            self.parents[child] = root;
            self.plain[root] = self.plain[root].or(self.plain[child]);
        }
    }

    pub(crate) fn mark(&mut self, node: Node, reason: Plain) {
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
    pub(crate) fn channel_dim(&self, family: ChannelFamilyId, dim: usize) -> Class {
        Class(self.find(self.channel_base[family.index()] + dim))
    }

    /// Why the numbers of a class mean themselves, if they do.
    #[must_use]
    pub fn plain(&self, class: Class) -> Option<Plain> {
        self.plain[class.0]
    }

    /// The functions applied to values of a class.
    pub(crate) fn cyclic_functions(
        &self,
        class: Class,
    ) -> impl Iterator<Item = &CyclicFunction> + '_ {
        self.cyclic_functions
            .iter()
            .filter(move |(node, _)| self.find(*node) == class.0)
            .map(|(_, f)| f)
    }

    /// Ranges of values that enter a class from outside; all others are made by its functions.
    pub fn entering(&self, class: Class) -> impl Iterator<Item = Dim> + '_ {
        self.entering.iter().filter(move |(node, _)| self.find(*node) == class.0).map(|(_, d)| *d)
    }

    /// Makes the uses of two variables the same, because they play the same role in two processes.
    pub(crate) fn identify_variables(
        &mut self,
        network: &Network,
        left: VariableId,
        right: VariableId,
    ) {
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
    pub(crate) fn identify_clocks(
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
    pub(crate) fn identify_channels(
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
        if let Some((argument, _)) = cyclic_function(expr) {
            return self.of_expr(argument);
        }
        match expr {
            Expr::Read(place) => Some(self.value(place.variable)),
            Expr::Cond(_, then, otherwise) => {
                self.of_expr(then).or_else(|| self.of_expr(otherwise))
            }
            Expr::After(_, value) => self.of_expr(value),
            Expr::Const(_)
            | Expr::At(..)
            | Expr::LocationOf(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Quantified { .. }
            | Expr::BlocksEqual(..) => None,
        }
    }
}
