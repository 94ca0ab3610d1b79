//! A whole model with queries.

use super::functions::variable;
use super::maker::Maker;
use crate::feature::{Feature, FeatureSet, Profile};
use crate::tree::{Item, Model, Query, Type, Variable};

#[derive(Clone, Debug)]
pub struct Generated {
    pub model: Model,
    pub queries: Vec<Query>,
    pub used: FeatureSet,
}

/// The model of a seed.
#[must_use]
pub fn generate(profile: &Profile, seed: u64) -> Generated {
    let mut maker = Maker::new(profile, seed);
    maker.declarations();
    if maker.on.has(Feature::Meta) {
        let meta = Variable { meta: true, ..variable("mt", Type::Range(0, 2), None) };
        maker.model.items.push(Item::Variable(meta));
    }
    if maker.on.has(Feature::AddingReceivers) {
        maker.declare_adding();
    }
    let names = ["P", "Q", "R"];
    maker.planned = 1 + maker.dice.weighted(&[3, 6, 1]);
    for (number, name) in names.iter().take(maker.planned).enumerate() {
        let set = if number == 0 { maker.dice.chance(85) } else { maker.dice.chance(15) };
        let ring = number == 1 && !maker.scalar() && maker.use_now(Feature::LocationRings, 100);
        let made = if ring { maker.ring(name) } else { maker.template(name, set) };
        maker.list(made);
    }
    maker.partners();
    maker.system();
    maker.only_globals();
    let queries = maker.queries();
    if maker.on.has(Feature::Alike) {
        maker.used.insert(Feature::Alike);
    }
    Generated { model: maker.model, queries, used: maker.used }
}
