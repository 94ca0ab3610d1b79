//! Global types, constants, variables, clocks and channels.

use super::functions::variable;
use super::maker::{ID, Leaf, Maker, OWNER};
use crate::feature::Feature;
use crate::tree::{ChanKind, Dim, Expr, Initial, Item, Level, Type, Variable};

impl Maker {
    pub(super) fn declarations(&mut self) {
        if self.use_now(Feature::LargeConstants, 100) {
            let scales = [
                1 << 13,
                1 << 15,
                40_000,
                1 << 20,
                1 << 24,
                1 << 25,
                1 << 26,
                100_000_007,
                1 << 27,
                1 << 28,
            ];
            self.model.scale = self.dice.pick(&scales).unwrap_or(1);
        }
        let ids = if self.scalar() {
            self.used.insert(Feature::ScalarIds);
            Type::Scalar(self.ids)
        } else {
            if self.first() == 1 {
                self.used.insert(Feature::FromOne);
            }
            Type::Range(self.first(), self.last())
        };
        self.typedef(ID, ids);
        if self.on.has(Feature::Structs) {
            let mut fields =
                vec![("f".to_owned(), Type::Range(0, 2)), ("g".to_owned(), Type::Bool)];
            if self.dice.chance(50) {
                let many = Type::Array(Box::new(Type::Range(0, 1)), Dim::Size(2));
                fields.push(("h".to_owned(), many));
            }
            if self.dice.chance(40) {
                fields.push(("who".to_owned(), Maker::id_type()));
            }
            self.typedef("rec_t", Type::Struct(fields));
        }
        self.tables();
        self.integers();
        self.clocks_and_channels();
        if self.use_now(Feature::Queues, 100) {
            self.declare_queue();
        }
        let functions = self.declare_functions(3);
        self.model.items.extend(functions);
        self.hooks();
    }

    fn over_ids(element: Type) -> Type {
        Type::Array(Box::new(element), Dim::Over(ID.to_owned()))
    }

    fn tables(&mut self) {
        if !self.on.has(Feature::Tables) {
            return;
        }
        self.used.insert(Feature::Tables);
        let alike = self.on.has(Feature::Alike);
        if !self.scalar() {
            let same = self.dice.between(0, 2);
            let entries = |maker: &mut Maker, time: bool| {
                let entry = |maker: &mut Maker| {
                    let value = if alike { same } else { maker.dice.between(0, 2) };
                    Initial::Value(if time { Expr::Time(value) } else { Expr::Int(value) })
                };
                Initial::List((0..maker.ids).map(|_| entry(maker)).collect())
            };
            let numbers = Some(entries(self, false));
            let table = variable("tab", Maker::over_ids(Type::Range(0, 2)), numbers);
            self.global(Variable { constant: true, ..table });
            if self.dice.chance(50) {
                let times = Some(entries(self, true));
                let table = variable("dur", Maker::over_ids(Type::Int), times);
                self.model.items.push(Item::Variable(Variable { constant: true, ..table }));
                self.times.push(("dur".to_owned(), true));
            }
        }
        if self.dice.chance(50) {
            let time = Some(Initial::Value(Expr::Time(self.dice.between(1, 3))));
            let constant = variable("D", Type::Int, time);
            self.model.items.push(Item::Variable(Variable { constant: true, ..constant }));
            self.times.push(("D".to_owned(), false));
        }
        if self.dice.chance(40) {
            let row = |maker: &mut Maker| {
                let entry = |maker: &mut Maker| Initial::Value(Expr::Int(maker.dice.between(0, 2)));
                Initial::List((0..2).map(|_| entry(maker)).collect())
            };
            let rows = Initial::List((0..2).map(|_| row(self)).collect());
            let element = Type::Array(Box::new(Type::Range(0, 2)), Dim::Size(2));
            let ty = Type::Array(Box::new(element), Dim::Size(2));
            self.global(Variable { constant: true, ..variable("tab2", ty, Some(rows)) });
        }
    }

    fn integers(&mut self) {
        let range = |maker: &mut Maker| match maker.dice.below(4) {
            0 => Type::Bool,
            1 => Type::Range(0, 1),
            2 => Type::Range(-1, 1),
            _ => Type::Range(0, 2),
        };
        let ty = range(self);
        let initial = match self.leaf(&ty) {
            Leaf::Int(lower, upper) if self.dice.chance(40) => {
                let value = self.dice.between(lower, upper);
                (ty != Type::Bool).then_some(Initial::Value(Expr::Int(value)))
            }
            _ => None,
        };
        self.global(variable("v", ty, initial));
        if self.dice.chance(40) {
            let ty = range(self);
            self.global(variable("w", ty, None));
        }
        if self.dice.chance(60) {
            let ty = range(self);
            self.global(variable("a", Maker::over_ids(ty), None));
        }
        if self.use_now(Feature::NestedArrays, 100) {
            let row = Type::Array(Box::new(Type::Range(0, 1)), Dim::Size(2));
            let ty = if self.dice.chance(50) {
                Maker::over_ids(row)
            } else {
                Type::Array(Box::new(row), Dim::Size(2))
            };
            self.global(variable("m", ty, None));
        }
        if self.on.has(Feature::Structs) {
            let record = Type::Named("rec_t".to_owned());
            self.used.insert(Feature::Structs);
            self.global(variable("r", record.clone(), None));
            if self.dice.chance(40) {
                self.global(variable("rs", Maker::over_ids(record), None));
            }
        }
        if self.use_now(Feature::GuardedIndices, 100) && !self.scalar() {
            self.typedef(OWNER, Type::Range(self.first() - 1, self.last()));
            let start = Some(Initial::Value(self.nobody()));
            self.global(variable("own", Type::Named(OWNER.to_owned()), start));
        }
        if self.dice.chance(30) {
            self.global(variable("last", Maker::id_type(), None));
        }
    }

    fn clocks_and_channels(&mut self) {
        if self.dice.chance(65) {
            self.global(variable("x", Type::Clock, None));
        }
        if self.dice.chance(20) {
            let start = Some(Initial::Value(Expr::Time(self.dice.between(0, 2))));
            self.global(variable("y", Type::Clock, start));
        }
        if self.on.has(Feature::Structs) && self.dice.chance(25) {
            let fields = vec![("n".to_owned(), Type::Range(0, 1)), ("k".to_owned(), Type::Clock)];
            self.typedef("timer_t", Type::Struct(fields));
            self.global(variable("timer", Type::Named("timer_t".to_owned()), None));
        }
        if self.use_now(Feature::ClockArrays, 100) {
            self.global(variable("xs", Maker::over_ids(Type::Clock), None));
        }
        let mut names = Vec::new();
        for (name, feature, broadcast) in
            [("c", Feature::Channels, false), ("b", Feature::Broadcast, true)]
        {
            if !self.use_now(feature, 100) {
                continue;
            }
            let urgent = self.use_now(Feature::UrgentChannels, 60);
            let mut ty = Type::Chan(ChanKind { urgent, broadcast });
            if self.use_now(Feature::ChannelArrays, 60) {
                ty = Maker::over_ids(ty);
            }
            names.push(Expr::name(name));
            self.global(variable(name, ty, None));
        }
        if !names.is_empty() && self.use_now(Feature::ChannelPriorities, 100) {
            let mut levels = vec![Level { channels: Vec::new(), default: true }];
            for mut channel in names {
                let array = self.scope.iter().any(|entity| {
                    Expr::name(&entity.name) == channel && matches!(entity.ty, Type::Array(..))
                });
                if array && self.numbered_ids() && self.dice.chance(50) {
                    channel = Expr::index(channel, Expr::Int(self.first()));
                }
                let place = self.dice.below(levels.len() + 1);
                levels.insert(place, Level { channels: vec![channel], default: false });
            }
            self.model.priorities = levels;
        }
    }

    fn hooks(&mut self) {
        if !self.use_now(Feature::Hooks, 100) {
            return;
        }
        self.global_hook_variable();
        let known: Vec<_> = self.functions.clone();
        self.functions.clear();
        if self.dice.chance(60) {
            let update = self.update();
            self.model.before.extend(update);
        }
        if self.dice.chance(60) {
            let update = self.update();
            self.model.after.extend(update);
        }
        self.functions = known;
    }

    /// Something that only hooks and queries know, so that hooks have something to do.
    fn global_hook_variable(&mut self) {
        self.global(variable("steps", Type::Range(0, 1), None));
    }
}
