//! Random small networks and queries, for tests (feature `generate`).
//!
//! Randomness is any `FnMut() -> u64`; [`numbers`] makes one from a seed. A [`Profile`] says what may
//! occur. Everything made here is valid, and without [`Feature::Faults`] no evaluation is ever invalid.
//!
//! The networks are small on purpose: few processes, few clocks, small constants. Most mistakes of a
//! checker show on networks that fit a screen, and a naive explorer must be able to judge them.

mod declare;
mod dice;
mod expressions;
mod guards;
mod processes;
mod profile;
mod queries;
mod updates;

pub use dice::numbers;
pub use profile::{Feature, FeatureSet, Profile};

use crate::ids::{ChannelFamilyId, ClockFamilyId, FunctionId, VariableId};
use crate::network::Network;
use crate::query::Query;
use crate::validate::validate;
use dice::Dice;

/// A random network with questions about it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The network.
    pub network: Network,
    /// The questions.
    pub queries: Vec<Query>,
    /// What occurs in the network or in the questions.
    pub used: FeatureSet,
}

/// A random network with random queries.
///
/// # Panics
/// If the network is not valid, which would be a mistake in this module.
#[must_use]
pub fn generate(profile: &Profile, random: &mut dyn FnMut() -> u64) -> Generated {
    let mut maker = Maker::new(profile, random);
    maker.declarations();
    maker.network.lay_out();
    maker.functions();
    maker.processes();
    maker.hooks();
    let queries = maker.queries();
    maker.network.lay_out();
    if let Err(problems) = validate(&maker.network) {
        panic!("the generator made an invalid network: {problems:?}");
    }
    Generated { network: maker.network, queries, used: maker.used }
}

/// Makes one network.
struct Maker<'a> {
    dice: Dice<'a>,
    profile: &'a Profile,
    /// What this network may use.
    on: FeatureSet,
    /// What it does use.
    used: FeatureSet,
    network: Network,
    clocks: Vec<ClockFamilyId>,
    channels: Vec<ChannelFamilyId>,
    /// State variables of one cell.
    cells: Vec<VariableId>,
    /// Arrays that are part of the state.
    arrays: Vec<VariableId>,
    /// Constant arrays.
    tables: Vec<VariableId>,
    /// `meta` variables of one cell.
    meta: Vec<VariableId>,
    /// Scratch variables with a meaning where we are: select, loop and quantified variables, parameters.
    scope: Vec<VariableId>,
    /// Functions with a result and without effects.
    pure: Vec<FunctionId>,
    /// Functions with effects and without a result.
    procedures: Vec<FunctionId>,
}

impl<'a> Maker<'a> {
    fn new(profile: &'a Profile, random: &'a mut dyn FnMut() -> u64) -> Maker<'a> {
        let mut dice = Dice::new(random);
        let mut on = profile.forced;
        for feature in profile.allowed.iter() {
            if dice.chance(feature.frequency()) {
                on.insert(feature);
            }
        }
        Maker {
            dice,
            profile,
            on,
            used: FeatureSet::default(),
            network: Network::default(),
            clocks: Vec::new(),
            channels: Vec::new(),
            cells: Vec::new(),
            arrays: Vec::new(),
            tables: Vec::new(),
            meta: Vec::new(),
            scope: Vec::new(),
            pure: Vec::new(),
            procedures: Vec::new(),
        }
    }

    /// Shall this feature be used here?
    fn roll(&mut self, feature: Feature, percent: usize) -> bool {
        let chosen = self.on.has(feature) && self.dice.chance(percent);
        if chosen {
            self.used.insert(feature);
        }
        chosen
    }
}
