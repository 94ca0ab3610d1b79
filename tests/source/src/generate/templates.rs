//! Random templates: parameters, variables, locations, edges.

use super::expressions::substituted;
use super::functions::variable;
use super::maker::{Leaf, Maker, Wanted};
use crate::feature::Feature;
use crate::tree::{
    Binary, ChanKind, Dim, Edge, Expr, Initial, Item, Location, Parameter, Stay, Template, Type,
    Variable,
};

/// A template with what its parameters stand for.
pub(super) struct Made {
    pub(super) template: Template,
    /// It has an id.
    pub(super) set: bool,
    /// What to pass for the parameters after the id.
    pub(super) extras: Vec<Extra>,
}

/// What a parameter takes.
#[derive(Clone, Debug)]
pub(super) enum Extra {
    Number,
    Time,
    /// A variable or clock, or the entry of an array that belongs to the id.
    Object(Type),
}

impl Maker {
    pub(super) fn template(&mut self, name: &str, set: bool) -> Made {
        let outer = self.scope.clone();
        let (functions, times) = (self.functions.len(), self.times.len());
        self.globals = outer.len();
        let mut parameters = Vec::new();
        if set {
            // A parameter that nobody assigns to need not be constant.
            let constant = self.dice.chance(85);
            let ty = Maker::id_type();
            parameters.push(Parameter { name: "id".to_owned(), ty, constant, reference: false });
            self.declare("id", Maker::id_type(), false);
        }
        let open = !set || self.on.has(Feature::PartialInstances);
        let extras = if open {
            self.extra_parameters(set, outer.len(), &mut parameters)
        } else {
            Vec::new()
        };
        let mut items = self.locals();
        let fixed = parameters.iter().any(|parameter| parameter.name == "id" && parameter.constant);
        if fixed && self.numbered_ids() && self.use_now(Feature::IdArithmetic, 50) {
            let value = Expr::binary(Binary::Add, Expr::name("id"), Expr::Int(1));
            let ty = Type::Range(self.first() + 1, self.last() + 1);
            let constant = variable("kid", ty.clone(), Some(Initial::Value(value)));
            items.push(Item::Variable(Variable { constant: true, ..constant }));
            self.declare("kid", ty, false);
        }
        items.extend(self.declare_functions(2));
        let locations = self.locations();
        let edges = self.edges(set, locations.len());
        self.scope = outer;
        self.globals = 0;
        self.taken.clear();
        self.functions.truncate(functions);
        self.times.truncate(times);
        let name = name.to_owned();
        let template = Template { name, parameters, items, locations, edges };
        Made { template, set, extras }
    }

    /// A process that goes from one location to the next, each of which belongs to an id.
    pub(super) fn ring(&mut self, name: &str) -> Made {
        let count = usize::try_from(self.ids).unwrap_or(2);
        let names = ["A", "B", "C"];
        let location = |name: &&str| Location {
            name: (*name).to_owned(),
            invariant: None,
            stay: Stay::Normal,
        };
        let channel = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Chan;
        let number = |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Int(lower, upper) if lower <= 0 && upper >= 1);
        // What is said of some id is said of each in its location.
        let id = "ring";
        let outer = self.scope.clone();
        self.scope.retain(|entity| {
            !matches!(entity.ty, Type::Named(_)) && !matches!(entity.ty, Type::Clock)
        });
        self.declare(id, Maker::id_type(), false);
        let sync = if self.dice.chance(70) { self.find(false, &channel) } else { None };
        let sends = self.dice.chance(60);
        let guard = if self.dice.chance(40) { Some(self.condition(1)) } else { None };
        let update = if self.dice.chance(50) { self.find(true, &number) } else { None };
        let value = Expr::Int(self.dice.between(0, 1));
        self.scope = outer;
        let first = self.first();
        let edges = (0..count).map(|place| {
            let by = Expr::Int(first + i32::try_from(place).unwrap_or(0));
            let here = |expr: &Expr| substituted(expr, id, &by);
            Edge {
                source: place,
                target: (place + 1) % count,
                selects: Vec::new(),
                guard: guard.as_ref().map(here),
                sync: sync.as_ref().map(|(channel, _)| (here(channel), sends)),
                updates: update
                    .iter()
                    .map(|(place, _)| Expr::assign(here(place), value.clone()))
                    .collect(),
            }
        });
        let template = Template {
            name: name.to_owned(),
            parameters: Vec::new(),
            items: Vec::new(),
            edges: edges.collect(),
            locations: names.iter().take(count).map(location).collect(),
        };
        self.used.insert(Feature::LocationRings);
        Made { template, set: false, extras: Vec::new() }
    }

    fn extra_parameters(
        &mut self,
        set: bool,
        globals: usize,
        parameters: &mut Vec<Parameter>,
    ) -> Vec<Extra> {
        let mut extras = Vec::new();
        if self.use_now(Feature::NumberParameters, 60) {
            let (name, ty) = (self.fresh("n"), Type::Range(0, 2));
            let constant = self.dice.chance(70);
            self.declare(&name, ty.clone(), !constant);
            parameters.push(Parameter { name, ty, constant, reference: false });
            extras.push(Extra::Number);
        }
        if self.use_now(Feature::NumberParameters, 40) {
            let name = self.unique("d");
            self.times.push((name.clone(), false));
            parameters.push(Parameter { name, ty: Type::Int, constant: true, reference: false });
            extras.push(Extra::Time);
        }
        let number =
            |maker: &Maker, ty: &Type| matches!(maker.leaf(ty), Leaf::Int(..) | Leaf::Owner);
        let clock = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Clock;
        let channel = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Chan;
        let kinds: [(Feature, Wanted<'_>); 3] = [
            (Feature::VariableParameters, &number),
            (Feature::ClockParameters, &clock),
            (Feature::ChannelParameters, &channel),
        ];
        for (feature, wanted) in kinds {
            let objects = self.objects(globals, set || !self.scalar(), wanted);
            if let Some(ty) = self.dice.pick(&objects)
                && self.use_now(feature, 70)
            {
                let name = self.fresh("o");
                self.declare(&name, ty.clone(), true);
                parameters.push(Parameter {
                    name,
                    ty: ty.clone(),
                    constant: false,
                    reference: true,
                });
                extras.push(Extra::Object(ty));
            }
        }
        extras
    }

    /// The types of global variables, and of entries of arrays over ids, that are wanted.
    fn objects(&self, globals: usize, entries: bool, wanted: Wanted<'_>) -> Vec<Type> {
        let mut types = Vec::new();
        for entity in self.scope[..globals].iter().filter(|entity| entity.writable) {
            let ty = match &entity.ty {
                Type::Array(element, Dim::Over(_)) if entries => element,
                other => other,
            };
            if wanted(self, ty) {
                types.push(ty.clone());
            }
        }
        types
    }

    fn locals(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        let mut add = |maker: &mut Maker, name: &str, ty: Type| {
            maker.declare(name, ty.clone(), true);
            items.push(Item::Variable(variable(name, ty, None)));
        };
        if self.dice.chance(50) {
            let name = self.local_name("t");
            add(self, &name, Type::Clock);
        }
        if self.use_now(Feature::Locals, 70) {
            let ty = if self.dice.chance(30) { Type::Bool } else { Type::Range(0, 2) };
            let name = self.local_name("u");
            add(self, &name, ty);
        }
        if self.use_now(Feature::Locals, 25) {
            let element = Box::new(Type::Range(0, 1));
            let dim =
                if self.dice.chance(50) { Dim::Size(2) } else { Dim::Over("id_t".to_owned()) };
            add(self, "ua", Type::Array(element, dim));
        }
        items
    }

    /// The name of a variable of a template, which may hide a global one.
    fn local_name(&mut self, usual: &str) -> String {
        if self.on.has(Feature::Shadowing) && self.dice.chance(40) {
            return self.fresh(usual);
        }
        usual.to_owned()
    }

    fn locations(&mut self) -> Vec<Location> {
        let count = 2 + self.dice.below(2);
        let names = ["A", "B", "C"];
        let mut locations = Vec::new();
        for (number, name) in names.iter().take(count).enumerate() {
            let stay = if self.use_now(Feature::Committed, 20) {
                Stay::Committed
            } else if self.use_now(Feature::UrgentLocations, 20) {
                Stay::Urgent
            } else {
                Stay::Normal
            };
            // Where a process starts, an invariant had better hold.
            let invariant = if number == 0 {
                if self.use_now(Feature::Invariants, 30) { self.clock_atom(true) } else { None }
            } else {
                self.invariant()
            };
            locations.push(Location { name: (*name).to_owned(), invariant, stay });
        }
        locations
    }

    fn edges(&mut self, set: bool, locations: usize) -> Vec<Edge> {
        let mut edges = Vec::new();
        let count = locations + self.dice.below(3);
        for number in 0..count {
            let source = if number < locations { number } else { self.dice.below(locations) };
            // A way round through all locations, and more.
            let target = if number < locations && self.dice.chance(75) {
                (number + 1) % locations
            } else {
                self.dice.below(locations)
            };
            edges.push(self.edge(source, target));
        }
        if set && self.on.has(Feature::Queues) {
            let (first, second) = (self.dice.below(locations), self.dice.below(locations));
            edges.push(self.enqueue(first, second));
            edges.push(self.dequeue(second, first));
        }
        if self.on.has(Feature::AddingReceivers) {
            edges.extend(self.adding(set, locations));
        }
        edges
    }

    fn edge(&mut self, source: usize, target: usize) -> Edge {
        let known = self.scope.len();
        let mut selects = Vec::new();
        if self.use_now(Feature::Selects, 40) {
            let name = self.fresh("s");
            let ids = self.dice.chance(70) || self.on.has(Feature::Alike);
            let ty = if ids { Maker::id_type() } else { Type::Range(0, 1) };
            self.declare(&name, ty.clone(), false);
            selects.push((name, ty));
        }
        let sync = if self.dice.chance(40) { self.sync() } else { None };
        // The engine answers nothing about most models with clock guards on urgent channels.
        let urgent = sync.is_some() && self.used.has(Feature::UrgentChannels);
        let clocks = !urgent || self.dice.chance(5);
        let guard = self.guard(clocks);
        let mut updates = Vec::new();
        if self.use_now(Feature::Meta, 50) {
            updates.push(Expr::assign(Expr::name("mt"), self.fitting(0, 2, 1)));
            self.declare("mt", Type::Range(0, 2), false);
        }
        for _ in 0..self.dice.weighted(&[3, 5, 3]) {
            let update = match self.dice.weighted(&[5, 3, 4]) {
                1 => self.clock_update(),
                2 => self.effect_call(),
                _ => self.update(),
            };
            updates.extend(update);
        }
        self.scope.truncate(known);
        Edge { source, target, selects, guard, sync, updates }
    }

    fn sync(&mut self) -> Option<(Expr, bool)> {
        let channel = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Chan;
        let (channel, _) = self.find(false, &channel)?;
        Some((channel, self.dice.chance(50)))
    }

    fn enqueue(&mut self, source: usize, target: usize) -> Edge {
        let mut guard = Expr::binary(Binary::Lt, Expr::name("len"), Expr::Int(self.ids));
        if self.dice.chance(15) && self.careless() {
            guard = Expr::Bool(true);
        }
        let updates = vec![Expr::Call("enqueue".to_owned(), vec![Expr::name("id")])];
        Edge { source, target, selects: Vec::new(), guard: Some(guard), sync: None, updates }
    }

    fn dequeue(&mut self, source: usize, target: usize) -> Edge {
        let some = Expr::binary(Binary::Gt, Expr::name("len"), Expr::Int(0));
        let front = Expr::Call("front".to_owned(), Vec::new());
        let mine = Expr::binary(Binary::Eq, front, Expr::name("id"));
        let guard = Expr::binary(Binary::And, some, mine);
        let updates = vec![Expr::Call("dequeue".to_owned(), Vec::new())];
        Edge { source, target, selects: Vec::new(), guard: Some(guard), sync: None, updates }
    }

    /// Receivers of one broadcast that add to one variable, one after the other.
    fn adding(&mut self, set: bool, locations: usize) -> Vec<Edge> {
        self.used.insert(Feature::AddingReceivers);
        let edge = |source, guard, sync: Option<(&str, bool)>, updates| Edge {
            source,
            target: source,
            selects: Vec::new(),
            guard,
            sync: sync.map(|(channel, sends)| (Expr::name(channel), sends)),
            updates,
        };
        let mut edges = Vec::new();
        if set {
            let mine = Expr::index(Expr::name("part"), Expr::name("id"));
            let amount = self.dice.between(0, 1) * 2 - 1;
            for source in 0..locations {
                let add = if self.dice.chance(50) {
                    Expr::assign(
                        Expr::name("acc"),
                        Expr::binary(Binary::Add, Expr::name("acc"), mine.clone()),
                    )
                } else {
                    let place = Box::new(Expr::name("acc"));
                    Expr::Assign(Some(Binary::Add), place, Box::new(mine.clone()))
                };
                edges.push(edge(source, None, Some(("add", false)), vec![add]));
            }
            let none = Expr::binary(Binary::Eq, mine.clone(), Expr::Int(0));
            let choose = Expr::assign(mine.clone(), Expr::Int(amount));
            edges.push(edge(0, Some(none.clone()), None, vec![choose]));
            let choose = Expr::assign(mine, Expr::Int(-amount));
            edges.push(edge(locations - 1, Some(none), None, vec![choose]));
        }
        if !set || self.model.templates.len() + 1 >= self.planned {
            let total = self.fresh("q");
            let entry = Expr::index(Expr::name("part"), Expr::Name(total.clone()));
            let sum = Expr::Quantified(
                crate::tree::Quantifier::Sum,
                total,
                Maker::id_type(),
                Box::new(entry),
            );
            let even = Expr::binary(Binary::Eq, sum, Expr::Int(0));
            let guard = self.dice.chance(60).then_some(even);
            let source = self.dice.below(locations);
            edges.push(edge(source, guard, Some(("add", true)), Vec::new()));
        }
        edges
    }

    /// What receivers that add need.
    pub(super) fn declare_adding(&mut self) {
        let part = Type::Array(Box::new(Type::Range(-1, 1)), Dim::Over("id_t".to_owned()));
        self.global(variable("part", part, None));
        let range = if self.dice.chance(50) { Type::Range(-1, 0) } else { Type::Range(0, 1) };
        self.global(variable("acc", range, None));
        let channel = Type::Chan(ChanKind { urgent: false, broadcast: true });
        self.model.items.push(Item::Variable(variable("add", channel, None)));
    }
}
