//! What random networks may contain.

use std::fmt;
use std::str::FromStr;

macro_rules! features {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal, $percent:literal;)*) => {
        /// Something a network may use. Each can be switched off, to see which of them a failure needs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Feature {
            $($(#[doc = $doc])* $name,)*
        }

        impl Feature {
            pub const ALL: &[Feature] = &[$(Feature::$name,)*];

            /// Its name on the command line.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Feature::$name => $text,)* }
            }

            /// In how many of a hundred networks it may occur, when the profile allows it.
            pub(super) fn frequency(self) -> usize {
                match self { $(Feature::$name => $percent,)* }
            }
        }
    };
}

features! {
    /// Clock constraints in invariants.
    Invariants = "invariants", 85;
    /// Lower bounds in invariants.
    LowerInvariants = "lower-invariants", 15;
    /// Integer conditions in invariants.
    IntegerInvariants = "integer-invariants", 15;
    /// `<` and `>` on clocks.
    StrictBounds = "strict-bounds", 65;
    /// Clocks set to constants other than 0.
    NonZeroResets = "nonzero-resets", 20;
    /// Clocks that do not start at 0.
    InitialClocks = "initial-clocks", 15;
    /// `x = y`.
    ClockCopies = "clock-copies", 12;
    /// `x = y + c`.
    ClockShifts = "clock-shifts", 6;
    /// Comparisons of two clocks.
    Diagonals = "diagonals", 15;
    /// `b imply x <= c`.
    ConditionalConstraints = "conditional-constraints", 15;
    /// `x <= i`.
    VariableBounds = "variable-bounds", 20;
    /// Arrays of clocks, also indexed by variables.
    ClockArrays = "clock-arrays", 12;
    Variables = "variables", 75;
    Arrays = "arrays", 25;
    /// Indices that are only known while running.
    DynamicIndices = "dynamic-indices", 50;
    Tables = "tables", 10;
    Quantifiers = "quantifiers", 15;
    Functions = "functions", 15;
    /// `return` in the middle of functions and of their loops.
    EarlyReturns = "early-returns", 50;
    /// `for`, `while`, `do`.
    Loops = "loops", 15;
    /// `if` in updates.
    Branches = "branches", 20;
    /// `select`.
    Selects = "selects", 15;
    BinaryChannels = "binary-channels", 55;
    BroadcastChannels = "broadcast-channels", 45;
    ChannelArrays = "channel-arrays", 15;
    UrgentChannels = "urgent-channels", 20;
    /// Clock guards on urgent channels.
    UrgentClockGuards = "urgent-clock-guards", 25;
    /// Clock guards on broadcast receivers.
    ReceiverClockGuards = "receiver-clock-guards", 40;
    UrgentLocations = "urgent-locations", 25;
    CommittedLocations = "committed-locations", 25;
    ChannelPriorities = "channel-priorities", 10;
    ProcessPriorities = "process-priorities", 10;
    /// `before_update` and `after_update`.
    UpdateHooks = "update-hooks", 6;
    /// `meta` variables, always written before they are read.
    Meta = "meta", 6;
    /// Copies of a process, told apart by a member of a set.
    Copies = "copies", 20;
    /// The set is declared as a scalar set.
    ScalarSets = "scalar-sets", 50;
    /// Copies that know their neighbours in a ring.
    Rings = "rings", 10;
    /// A process that calls one copy after the other, with a location for each.
    Tours = "tours", 15;
    /// Indices that are only valid behind a condition.
    GuardedIndices = "guarded-indices", 40;
    /// Conditions with an operand for each member of the set.
    MemberChains = "member-chains", 30;
    /// Evaluations that may be invalid.
    Faults = "faults", 8;
    /// Clocks that stand still at some locations. Not by default: region graphs know nothing of them.
    Stopwatches = "stopwatches", 100;
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Feature {
    type Err = String;

    fn from_str(name: &str) -> Result<Feature, String> {
        let found = Feature::ALL.iter().find(|feature| feature.name() == name);
        found.copied().ok_or_else(|| format!("there is no feature {name}"))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FeatureSet(u64);

impl FeatureSet {
    #[must_use]
    pub fn all() -> FeatureSet {
        Feature::ALL.iter().copied().collect()
    }

    /// Is it in the set?
    #[must_use]
    pub fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u64) != 0
    }

    pub fn insert(&mut self, feature: Feature) {
        self.0 |= 1 << feature as u64;
    }

    pub fn remove(&mut self, feature: Feature) {
        self.0 &= !(1 << feature as u64);
    }

    /// The features in the set.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |feature| self.has(*feature))
    }
}

impl FromIterator<Feature> for FeatureSet {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> FeatureSet {
        let mut set = FeatureSet::default();
        features.into_iter().for_each(|feature| set.insert(feature));
        set
    }
}

/// What random networks may contain, and how large they may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// What may occur. Each network uses some of these.
    pub allowed: FeatureSet,
    /// What each network uses if it can.
    pub forced: FeatureSet,
    pub processes: usize,
    /// The most locations of a process.
    pub locations: usize,
    pub clocks: usize,
    pub variables: usize,
    /// The largest constant clocks are compared with.
    pub constant: i32,
}

impl Default for Profile {
    /// Everything that region graphs can judge, in small networks.
    fn default() -> Profile {
        let mut allowed = FeatureSet::all();
        allowed.remove(Feature::Stopwatches);
        Profile {
            allowed,
            forced: FeatureSet::default(),
            processes: 3,
            locations: 4,
            clocks: 3,
            variables: 2,
            constant: 3,
        }
    }
}

impl FromStr for Profile {
    type Err = String;

    /// `all`, or a list like `-faults,+diagonals,variables`: `-` forbids a feature, `+` forces it, a bare
    /// name forbids everything that is not named.
    fn from_str(text: &str) -> Result<Profile, String> {
        let mut profile = Profile::default();
        let mut only = FeatureSet::default();
        for item in text.split(',').map(str::trim).filter(|item| !matches!(*item, "" | "all")) {
            if let Some(name) = item.strip_prefix('-') {
                profile.allowed.remove(name.parse()?);
            } else if let Some(name) = item.strip_prefix('+') {
                profile.forced.insert(name.parse()?);
            } else if item == "none" {
                profile.allowed = FeatureSet::default();
            } else {
                only.insert(item.parse()?);
            }
        }
        if only != FeatureSet::default() {
            profile.allowed = only;
        }
        profile.forced.iter().for_each(|feature| profile.allowed.insert(feature));
        Ok(profile)
    }
}
