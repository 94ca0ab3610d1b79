//! What is known while a model is being made.

use crate::dice::Dice;
use crate::feature::{Feature, FeatureSet, Profile};
use crate::tree::{Binary, Dim, Expr, Item, Model, Parameter, Type, Variable};
use crate::value::{Shape, Types};

/// The name of the type of ids.
pub(super) const ID: &str = "id_t";
/// The name of the type of ids or -1.
pub(super) const OWNER: &str = "own_t";

/// Names that are written where nobody looks for what hides them.
const NOT_HIDDEN: [&str; 8] = ["own", "part", "acc", "mt", "id", "b", "c", "add"];

/// Features that bring along what they need wherever they occur.
const ALWAYS: [Feature; 6] = [
    Feature::NumberParameters,
    Feature::VariableParameters,
    Feature::ClockParameters,
    Feature::ChannelParameters,
    Feature::ResetLoops,
    Feature::LocationRings,
];

/// What a feature is of no use without; this counts where it is forced, or always.
const NEEDS: &[(Feature, &[Feature])] = &[
    (Feature::NumberParameters, &[Feature::PartialInstances]),
    (Feature::VariableParameters, &[Feature::PartialInstances]),
    (Feature::ClockParameters, &[Feature::PartialInstances]),
    (Feature::ChannelParameters, &[Feature::Channels, Feature::PartialInstances]),
    (Feature::LocationRings, &[Feature::LocationNumbers]),
    (Feature::ResetLoops, &[Feature::Functions, Feature::ClockArrays]),
    (Feature::NestedCalls, &[Feature::Functions]),
    (Feature::ForEach, &[Feature::Functions]),
    (Feature::CountingLoops, &[Feature::Functions]),
    (Feature::WhileLoops, &[Feature::Functions]),
    (Feature::EarlyReturns, &[Feature::Functions]),
    (Feature::ReferenceArguments, &[Feature::Functions]),
    (Feature::ClockFunctions, &[Feature::Functions]),
    (Feature::ClockArguments, &[Feature::Functions]),
    (Feature::Effects, &[Feature::Functions]),
    (Feature::UrgentChannels, &[Feature::Channels]),
    (Feature::ChannelArrays, &[Feature::Channels]),
    (Feature::ChannelPriorities, &[Feature::Channels]),
];

/// Which types are wanted.
pub(super) type Wanted<'a> = &'a dyn Fn(&Maker, &Type) -> bool;

/// A name that is known.
#[derive(Clone, Debug)]
pub(super) struct Entity {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) writable: bool,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) result: Type,
    pub(super) pure: bool,
    /// It sets the clocks of ids in a loop.
    pub(super) resets: bool,
}

/// What the end of a path through arrays and records is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    /// A number or truth value between these.
    Int(i32, i32),
    Id,
    Owner,
    Clock,
    Chan,
    None,
}

/// A process as queries see it.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) set: bool,
    /// It has a second parameter, from 0 to 1.
    pub(super) twice: bool,
    pub(super) template: usize,
}

pub(super) struct Maker {
    pub(super) dice: Dice,
    pub(super) on: FeatureSet,
    pub(super) forced: FeatureSet,
    pub(super) used: FeatureSet,
    pub(super) model: Model,
    pub(super) types: Types,
    /// How many ids there are.
    pub(super) ids: i32,
    pub(super) scope: Vec<Entity>,
    pub(super) functions: Vec<Signature>,
    pub(super) listed: Vec<Listed>,
    /// Constants that are amounts of time; those that are tables over ids.
    pub(super) times: Vec<(String, bool)>,
    /// How many templates there are to be.
    pub(super) planned: usize,
    pub(super) system_names: Vec<String>,
    /// How many indices the expression at hand is inside of.
    nested: usize,
    /// Nothing global may change in what is being made.
    pub(super) pure: bool,
    /// Expressions may call functions that change something.
    pub(super) effects: bool,
    /// How many of the names that are known are global; 0 while nothing may be hidden.
    pub(super) globals: usize,
    /// Queries are being made, which may name ids even of models that do not.
    pub(super) asking: bool,
    /// Names that the template or function at hand has given already.
    pub(super) taken: Vec<String>,
    names: usize,
}

impl Maker {
    pub(super) fn new(profile: &Profile, seed: u64) -> Maker {
        let mut dice = Dice::new(seed);
        let mut on = FeatureSet::default();
        for feature in Feature::ALL {
            let forced = profile.forced.has(*feature);
            let chosen = dice.chance(feature.frequency());
            if forced || (profile.allowed.has(*feature) && chosen) {
                on.insert(*feature);
            }
        }
        for (feature, needs) in NEEDS {
            let wanted = profile.forced.has(*feature) || ALWAYS.contains(feature);
            if on.has(*feature) && wanted {
                let possible = needs.iter().filter(|need| profile.allowed.has(**need));
                possible.for_each(|need| on.insert(*need));
            }
        }
        let ids = if dice.chance(75) { 2 } else { 3 };
        let words = dice.chance(25);
        let model = Model {
            scale: 1,
            words,
            items: Vec::new(),
            priorities: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            templates: Vec::new(),
            instances: Vec::new(),
            system: Vec::new(),
        };
        Maker {
            dice,
            on,
            forced: profile.forced,
            used: FeatureSet::default(),
            model,
            types: Types::default(),
            ids,
            scope: Vec::new(),
            functions: Vec::new(),
            listed: Vec::new(),
            times: Vec::new(),
            planned: 1,
            system_names: Vec::new(),
            nested: 0,
            pure: false,
            effects: false,
            globals: 0,
            asking: false,
            taken: Vec::new(),
            names: 0,
        }
    }

    /// Should the feature be used here? More often where it is forced.
    pub(super) fn use_now(&mut self, feature: Feature, percent: usize) -> bool {
        let percent = if self.forced.has(feature) { percent.max(60) } else { percent };
        let now = self.on.has(feature) && self.dice.chance(percent);
        if now {
            self.used.insert(feature);
        }
        now
    }

    /// A name for something that may hide what is declared outside.
    pub(super) fn fresh(&mut self, start: &str) -> String {
        if self.globals > 0 && self.use_now(Feature::Shadowing, 35) {
            let outside: Vec<String> = self.scope[..self.globals.min(self.scope.len())]
                .iter()
                .map(|entity| entity.name.clone())
                .filter(|name| {
                    !self.scope[self.globals.min(self.scope.len())..]
                        .iter()
                        .any(|inner| inner.name == *name)
                })
                .filter(|name| !self.taken.contains(name) && !NOT_HIDDEN.contains(&name.as_str()))
                .collect();
            if let Some(name) = self.dice.pick(&outside) {
                self.taken.push(name.clone());
                return name;
            }
        }
        self.unique(start)
    }

    /// Is this the innermost meaning of a name?
    fn is_seen(&self, place: usize) -> bool {
        let name = &self.scope[place].name;
        !self.scope[place + 1..].iter().any(|inner| inner.name == *name)
    }

    pub(super) fn unique(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", self.names)
    }

    pub(super) fn scalar(&self) -> bool {
        self.on.has(Feature::ScalarIds)
    }

    pub(super) fn first(&self) -> i32 {
        i32::from(self.on.has(Feature::FromOne) && !self.scalar())
    }

    pub(super) fn last(&self) -> i32 {
        self.first() + self.ids - 1
    }

    /// What stands for no id.
    pub(super) fn nobody(&self) -> Expr {
        Expr::Int(self.first() - 1)
    }

    /// May ids be told apart by their numbers?
    pub(super) fn numbered_ids(&self) -> bool {
        !self.scalar() && (self.asking || !self.on.has(Feature::Alike))
    }

    /// May something invalid be written here?
    pub(super) fn careless(&mut self) -> bool {
        self.use_now(Feature::Faults, 15)
    }

    pub(super) fn declare(&mut self, name: &str, ty: Type, writable: bool) {
        self.scope.push(Entity { name: name.to_owned(), ty, writable });
    }

    /// Declares a variable, globally.
    pub(super) fn global(&mut self, variable: Variable) {
        self.declare(&variable.name, variable.ty.clone(), !variable.constant);
        self.model.items.push(Item::Variable(variable));
    }

    pub(super) fn typedef(&mut self, name: &str, ty: Type) {
        self.model.items.push(Item::Typedef(name.to_owned(), ty));
        self.types = Types::of(&self.model.items);
    }

    pub(super) fn leaf(&self, ty: &Type) -> Leaf {
        match ty {
            Type::Named(name) if name == ID => Leaf::Id,
            Type::Named(name) if name == OWNER => Leaf::Owner,
            _ => match self.types.shape(ty) {
                Shape::Int(lower, upper) => Leaf::Int(lower, upper),
                Shape::Clock => Leaf::Clock,
                Shape::Chan(..) => Leaf::Chan,
                _ => Leaf::None,
            },
        }
    }

    /// Does a path lead from the type to a leaf that is wanted?
    fn leads_to(&self, ty: &Type, wanted: Wanted<'_>) -> bool {
        if wanted(self, ty) {
            return true;
        }
        match self.unfolded(ty) {
            Type::Array(element, _) => self.leads_to(&element, wanted),
            Type::Struct(fields) => fields.iter().any(|(_, ty)| self.leads_to(ty, wanted)),
            _ => false,
        }
    }

    /// The type behind a name, if it is a record.
    pub(super) fn unfolded(&self, ty: &Type) -> Type {
        let Type::Named(name) = ty else { return ty.clone() };
        let found = self.model.items.iter().find_map(|item| match item {
            Item::Typedef(known, ty @ Type::Struct(_)) if known == name => Some(ty.clone()),
            _ => None,
        });
        found.unwrap_or_else(|| ty.clone())
    }

    /// Something that is wanted, somewhere in a variable that is known.
    pub(super) fn find(&mut self, write: bool, wanted: Wanted<'_>) -> Option<(Expr, Type)> {
        let known: Vec<Entity> = (0..self.scope.len())
            .filter(|place| self.is_seen(*place))
            .map(|place| &self.scope[place])
            .filter(|entity| (entity.writable || !write) && self.leads_to(&entity.ty, wanted))
            .cloned()
            .collect();
        // What was declared last is nearest, and most likely meant.
        let entity = if known.len() > 2 && self.dice.chance(30) {
            let near = known.len() - 1 - self.dice.below(2);
            known.get(near).cloned()
        } else {
            self.dice.pick(&known)
        }?;
        self.descend(Expr::Name(entity.name), entity.ty, wanted)
    }

    pub(super) fn descend(
        &mut self,
        expr: Expr,
        ty: Type,
        wanted: Wanted<'_>,
    ) -> Option<(Expr, Type)> {
        if wanted(self, &ty) {
            return Some((expr, ty));
        }
        match self.unfolded(&ty) {
            Type::Array(element, dim) => {
                let index = self.index(&dim)?;
                self.descend(Expr::index(expr, index), *element, wanted)
            }
            Type::Struct(fields) => {
                let fits: Vec<_> =
                    fields.into_iter().filter(|(_, ty)| self.leads_to(ty, wanted)).collect();
                let (name, ty) = self.dice.pick(&fits)?;
                self.descend(Expr::Field(Box::new(expr), name), ty, wanted)
            }
            _ => None,
        }
    }

    /// An index that is valid, unless carelessness is allowed.
    pub(super) fn index(&mut self, dim: &Dim) -> Option<Expr> {
        self.nested += 1;
        let index = self.index_inside(dim);
        self.nested -= 1;
        index
    }

    fn index_inside(&mut self, dim: &Dim) -> Option<Expr> {
        // An index of an index of an index is not worth it, and need not end.
        let deep = self.nested > 2;
        match dim {
            Dim::Over(name) if name == ID => self.id_index(),
            Dim::Over(_) => None,
            Dim::Size(size) if deep => Some(Expr::Int(self.dice.between(0, size - 1))),
            Dim::Size(size) => {
                let number = self.number(1);
                let fits = number.lower >= 0 && number.upper < *size;
                if fits || self.careless() {
                    return Some(number.expr);
                }
                Some(Expr::Int(self.dice.between(0, size - 1)))
            }
        }
    }

    fn id_index(&mut self) -> Option<Expr> {
        let owner = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Owner;
        if !self.scalar()
            && self.careless()
            && let Some((expr, _)) = self.find(false, &owner)
        {
            return Some(expr);
        }
        self.id()
    }

    pub(super) fn id(&mut self) -> Option<Expr> {
        let is_id = |maker: &Maker, ty: &Type| maker.leaf(ty) == Leaf::Id;
        let simple: Vec<String> = (0..self.scope.len())
            .filter(|place| self.is_seen(*place))
            .map(|place| &self.scope[place])
            .filter(|entity| self.leaf(&entity.ty) == Leaf::Id)
            .map(|entity| entity.name.clone())
            .collect();
        if self.numbered_ids() && self.dice.chance(20) {
            let (first, last) = (self.first(), self.last());
            return Some(Expr::Int(self.dice.between(first, last)));
        }
        if self.numbered_ids()
            && self.use_now(Feature::IdArithmetic, 30)
            && let Some(name) = self.dice.pick(&simple)
        {
            let (id, one, ids) = (Expr::Name(name), Expr::Int(1), Expr::Int(self.ids));
            return Some(if self.first() == 0 {
                Expr::binary(Binary::Mod, Expr::binary(Binary::Add, id, one), ids)
            } else {
                Expr::binary(Binary::Add, Expr::binary(Binary::Mod, id, ids), one)
            });
        }
        if !simple.is_empty() && self.dice.chance(85) {
            return self.dice.pick(&simple).map(Expr::Name);
        }
        // An id in an array of ids needs an index, perhaps an id again: not too deep.
        if self.nested < 3 && self.dice.chance(70) {
            let found = self.find(false, &is_id).map(|(expr, _)| expr);
            if found.is_some() {
                return found;
            }
        }
        if self.numbered_ids() {
            let (first, last) = (self.first(), self.last());
            return Some(Expr::Int(self.dice.between(first, last)));
        }
        self.dice.pick(&simple).map(Expr::Name)
    }

    pub(super) fn id_type() -> Type {
        Type::Named(ID.to_owned())
    }
}
