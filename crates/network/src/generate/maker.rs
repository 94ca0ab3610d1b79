//! Making one network.

use super::copies::Copies;
use super::dice::Dice;
use super::profile::{Feature, FeatureSet, Profile};
use crate::ids::{ChannelFamilyId, ClockFamilyId, FunctionId, VariableId};
use crate::network::Network;
use crate::query::Query;
use crate::validate::validate;

/// A random network with questions about it.
#[derive(Clone, Debug)]
pub struct Generated {
    pub network: Network,
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
    maker.declare_copies();
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

pub(super) struct Maker<'a> {
    pub(super) dice: Dice<'a>,
    pub(super) profile: &'a Profile,
    /// What this network may use.
    pub(super) on: FeatureSet,
    /// What it does use.
    pub(super) used: FeatureSet,
    pub(super) network: Network,
    pub(super) clocks: Vec<ClockFamilyId>,
    pub(super) channels: Vec<ChannelFamilyId>,
    /// State variables of one cell.
    pub(super) cells: Vec<VariableId>,
    /// Arrays that are part of the state.
    pub(super) arrays: Vec<VariableId>,
    pub(super) tables: Vec<VariableId>,
    /// `meta` variables of one cell.
    pub(super) meta: Vec<VariableId>,
    /// Scratch variables with a meaning where we are: select, loop and quantified variables, parameters.
    pub(super) scope: Vec<VariableId>,
    /// The set whose members tell copies of a process apart.
    pub(super) copies: Option<Copies>,
    /// Functions with a result and without effects.
    pub(super) pure: Vec<FunctionId>,
    /// Functions with effects and without a result.
    pub(super) procedures: Vec<FunctionId>,
    /// Is it the body of a procedure that is being made?
    pub(super) in_procedure: bool,
}

impl<'a> Maker<'a> {
    pub(super) fn new(profile: &'a Profile, random: &'a mut dyn FnMut() -> u64) -> Maker<'a> {
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
            copies: None,
            pure: Vec::new(),
            procedures: Vec::new(),
            in_procedure: false,
        }
    }

    /// Shall this feature be used here?
    pub(super) fn roll(&mut self, feature: Feature, percent: usize) -> bool {
        let chosen = self.on.has(feature) && self.dice.chance(percent);
        if chosen {
            self.used.insert(feature);
        }
        chosen
    }
}
