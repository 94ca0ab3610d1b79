//! Random queries.

use super::clocks::is_clock;
use super::expressions::substituted;
use super::maker::{Entity, Leaf, Listed, Maker, Wanted};
use crate::feature::Feature;
use crate::tree::{Binary, Expr, Item, Quantifier, Query, Type};

impl Maker {
    /// Some queries of all kinds.
    pub(super) fn queries(&mut self) -> Vec<Query> {
        let mut queries = vec![
            Query::Reachable(self.goal(2)),
            Query::Reachable(self.goal(2)),
            Query::Invariant(self.goal(2)),
            // What is never found makes a search explore, and count, everything.
            Query::Reachable(Expr::Bool(false)),
        ];
        if self.use_now(Feature::Deadlocks, 100) {
            let goal = if self.dice.chance(50) {
                Query::Invariant(Expr::Deadlock.negated())
            } else {
                let both = Expr::binary(Binary::And, Expr::Deadlock, self.goal(1));
                Query::Reachable(both)
            };
            queries.push(goal);
        }
        if self.use_now(Feature::Liveness, 100) {
            queries.push(Query::PotentiallyAlways(self.goal(1)));
            queries.push(Query::Eventually(self.goal(1)));
            queries.push(Query::LeadsTo(self.goal(1), self.goal(1)));
        }
        if self.use_now(Feature::Extremes, 100) {
            for _ in 0..2 {
                queries.extend(self.extreme());
            }
        }
        queries
    }

    fn extreme(&mut self) -> Option<Query> {
        let within = self.dice.chance(40).then(|| self.goal(1));
        let largest = self.dice.chance(65);
        let term = match self.dice.below(4) {
            0 if self.on.has(Feature::ClockQueries) => self.query_clock()?,
            1 if self.on.has(Feature::LocationNumbers) => self.location_number()?,
            _ => self.query_number()?,
        };
        Some(Query::Extreme { largest, within, term })
    }

    fn goal(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.dice.chance(35) {
            return self.simple_goal();
        }
        if self.use_now(Feature::GuardedIndices, 20)
            && let Some(goal) = self.guarded_goal(depth)
        {
            return goal;
        }
        match self.dice.weighted(&[4, 3, 2, 4, 3]) {
            0 => Expr::binary(Binary::And, self.goal(depth - 1), self.goal(depth - 1)),
            1 => Expr::binary(Binary::Or, self.goal(depth - 1), self.goal(depth - 1)),
            2 => Expr::binary(Binary::Imply, self.goal(depth - 1), self.goal(depth - 1)),
            3 => {
                let name = self.fresh("z");
                let body = self.with(&name, Maker::id_type(), |maker| maker.goal(depth - 1));
                let quantifier =
                    if self.dice.chance(50) { Quantifier::ForAll } else { Quantifier::Exists };
                Expr::Quantified(quantifier, name, Maker::id_type(), Box::new(body))
            }
            _ => self.goal(depth - 1).negated(),
        }
    }

    /// `own != -1 && P(own).A`
    fn guarded_goal(&mut self, depth: usize) -> Option<Expr> {
        if self.scalar() {
            return None;
        }
        let owner = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Owner;
        let (owner, _) = self.find(false, &owner)?;
        let name = self.unique("h");
        let body = self.with(&name, Maker::id_type(), |maker| maker.goal(depth - 1));
        let body = substituted(&body, &name, &owner);
        let nobody = self.nobody();
        let none = |op| Expr::binary(op, owner.clone(), nobody.clone());
        Some(match self.dice.below(3) {
            0 => Expr::binary(Binary::Or, none(Binary::Eq), body),
            1 => Expr::binary(Binary::Imply, none(Binary::Ne), body),
            _ => Expr::binary(Binary::And, none(Binary::Ne), body),
        })
    }

    fn simple_goal(&mut self) -> Expr {
        let goal = match self.dice.weighted(&[6, 3, 3, 3, 4]) {
            0 => self.location(),
            1 if self.use_now(Feature::ClockQueries, 80) => self.clock_goal(),
            2 if self.use_now(Feature::LocationNumbers, 80) => self
                .location_number()
                .map(|number| Expr::binary(Binary::Eq, number, Expr::Int(self.dice.between(0, 2)))),
            3 if self.use_now(Feature::MemberQueries, 80) => self.query_number().map(|number| {
                let op = if self.dice.chance(60) { Binary::Eq } else { Binary::Le };
                Expr::binary(op, number, Expr::Int(self.dice.between(-1, 2)))
            }),
            _ => Some(self.condition(2)),
        };
        goal.unwrap_or_else(|| self.condition(1))
    }

    /// Some process: its name and, if it is one of a set, which.
    fn some_process(&mut self) -> Option<(Listed, Vec<Expr>)> {
        let listed = self.dice.pick(&self.listed.clone())?;
        if !listed.set {
            return Some((listed, Vec::new()));
        }
        let mut known: Vec<Expr> = self
            .scope
            .iter()
            .filter(|entity| self.leaf(&entity.ty) == Leaf::Id)
            .map(|entity| Expr::name(&entity.name))
            .collect();
        if !self.scalar() {
            known.extend((self.first()..=self.last()).map(Expr::Int));
        }
        let mut arguments = vec![self.dice.pick(&known)?];
        if listed.twice {
            arguments.push(Expr::Int(self.dice.between(0, 1)));
        }
        Some((listed, arguments))
    }

    fn location(&mut self) -> Option<Expr> {
        let (listed, arguments) = self.some_process()?;
        let locations = &self.model.templates[listed.template].locations;
        let names: Vec<String> = locations.iter().map(|each| each.name.clone()).collect();
        let name = self.dice.pick(&names)?;
        Some(Expr::Member(listed.name, arguments, name))
    }

    fn location_number(&mut self) -> Option<Expr> {
        let (listed, arguments) = self.some_process()?;
        self.used.insert(Feature::LocationNumbers);
        Some(Expr::Member(listed.name, arguments, "location".to_owned()))
    }

    /// A variable of some process.
    fn member(&mut self, wanted: Wanted<'_>) -> Option<(Expr, Type)> {
        if !self.on.has(Feature::MemberQueries) {
            return None;
        }
        let (listed, arguments) = self.some_process()?;
        let template = self.model.templates[listed.template].clone();
        let variables = template.items.iter().filter_map(|item| match item {
            Item::Variable(variable) => Some((variable.name.clone(), variable.ty.clone())),
            _ => None,
        });
        let simple = variables.filter(|(_, ty)| wanted(self, ty)).collect::<Vec<_>>();
        let (name, ty) = self.dice.pick(&simple)?;
        self.used.insert(Feature::MemberQueries);
        Some((Expr::Member(listed.name, arguments, name), ty))
    }

    fn query_number(&mut self) -> Option<Expr> {
        let number = |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Int(..));
        if self.on.has(Feature::MemberQueries)
            && self.dice.chance(50)
            && let Some((expr, _)) = self.member(&number)
        {
            return Some(expr);
        }
        Some(self.number(1).expr)
    }

    fn query_clock(&mut self) -> Option<Expr> {
        let clock = if self.dice.chance(50) { self.member(&is_clock) } else { None };
        let clock =
            clock.or_else(|| self.find(false, &is_clock)).or_else(|| self.member(&is_clock));
        clock.map(|(expr, _)| expr)
    }

    fn clock_goal(&mut self) -> Option<Expr> {
        let clock = self.query_clock()?;
        let ops = [Binary::Lt, Binary::Le, Binary::Ge, Binary::Gt, Binary::Eq, Binary::Ne];
        let op = self.dice.pick(&ops)?;
        let time = Expr::Time(self.dice.between(0, 3));
        if self.use_now(Feature::Diagonals, 40)
            && let Some(other) = self.query_clock()
            && other != clock
        {
            return Some(Expr::binary(op, Expr::binary(Binary::Sub, clock, other), time));
        }
        Some(Expr::binary(op, clock, time))
    }

    /// Queries know global names only, and may not call what changes something.
    pub(super) fn only_globals(&mut self) {
        let known: Vec<Entity> = self.scope.clone();
        self.scope = known.into_iter().filter(|entity| entity.name != "mt").collect();
        self.asking = true;
    }
}
