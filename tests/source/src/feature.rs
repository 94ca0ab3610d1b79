//! What random models may contain.

use std::fmt;
use std::str::FromStr;

macro_rules! features {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal, $percent:literal;)*) => {
        /// Something a model may use. Each can be forbidden or forced.
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

            /// In how many of a hundred models it may occur.
            #[must_use]
            pub fn frequency(self) -> usize {
                match self { $(Feature::$name => $percent,)* }
            }
        }
    };
}

features! {
    /// Ids are members of a scalar set.
    ScalarIds = "scalar-ids", 30;
    /// Ids are counted from 1, and 0 stands for none.
    FromOne = "from-one", 25;
    /// No id is told from another, except by queries.
    Alike = "alike", 60;
    /// Copies of a template written out by hand.
    HandCopies = "hand-copies", 20;
    /// Copies instantiated one by one.
    NamedCopies = "named-copies", 20;
    /// `Q(const id_t i) = P(i, …)`.
    PartialInstances = "partial-instances", 25;
    /// Templates with numbers as parameters.
    NumberParameters = "number-parameters", 25;
    /// Templates with references to variables as parameters.
    VariableParameters = "variable-parameters", 20;
    /// Templates with clocks as parameters.
    ClockParameters = "clock-parameters", 20;
    /// Templates with channels as parameters.
    ChannelParameters = "channel-parameters", 15;
    Locals = "locals", 50;
    /// Local names that hide others.
    Shadowing = "shadowing", 20;
    Structs = "structs", 25;
    NestedArrays = "nested-arrays", 20;
    Tables = "tables", 30;
    /// A queue of ids with functions that change it.
    Queues = "queues", 15;
    /// A variable for an id or none, as `own != -1 && a[own] == 0`.
    GuardedIndices = "guarded-indices", 35;
    /// `id + 1`, `id < other`, `(id + 1) % N`.
    IdArithmetic = "id-arithmetic", 25;
    /// `forall`, `exists`, `sum`.
    Quantifiers = "quantifiers", 45;
    /// Quantifiers written out by hand.
    WrittenOut = "written-out", 15;
    /// `c ? a : b`.
    Conditionals = "conditionals", 25;
    /// `imply`.
    Implications = "implications", 25;
    /// `<?`, `>>`, `&` and so on.
    OddOperators = "odd-operators", 20;
    Functions = "functions", 55;
    /// Functions that call functions.
    NestedCalls = "nested-calls", 40;
    /// `for (i : T)`.
    ForEach = "for-each", 50;
    /// `for (i = 0; i < n; i++)`.
    CountingLoops = "counting-loops", 30;
    /// `while` and `do while`.
    WhileLoops = "while-loops", 30;
    /// Functions that return out of loops and branches.
    EarlyReturns = "early-returns", 40;
    /// Functions that change variables passed to them.
    ReferenceArguments = "reference-arguments", 35;
    /// Functions that set clocks.
    ClockFunctions = "clock-functions", 40;
    /// A function that sets a clock of every id, or of some.
    ResetLoops = "reset-loops", 20;
    /// Functions that set clocks passed to them.
    ClockArguments = "clock-arguments", 30;
    /// Functions that change something and give a value, in the middle of an expression.
    Effects = "effects", 20;
    /// `meta` variables.
    Meta = "meta", 10;
    /// `before_update` and `after_update`.
    Hooks = "hooks", 10;
    Channels = "channels", 60;
    Broadcast = "broadcast", 45;
    UrgentChannels = "urgent-channels", 20;
    /// Arrays of channels over ids.
    ChannelArrays = "channel-arrays", 30;
    /// A process with a location for every id.
    LocationRings = "location-rings", 15;
    /// Receivers that add to one variable.
    AddingReceivers = "adding-receivers", 15;
    /// `chan priority`.
    ChannelPriorities = "channel-priorities", 10;
    /// `system P < Q`.
    ProcessPriorities = "process-priorities", 10;
    Committed = "committed", 20;
    UrgentLocations = "urgent-locations", 20;
    /// `select`.
    Selects = "selects", 35;
    Invariants = "invariants", 70;
    /// Invariants with `forall` or integers.
    OddInvariants = "odd-invariants", 20;
    /// `<` and `>` on clocks.
    StrictBounds = "strict-bounds", 50;
    /// Clock bounds that are variables or table entries.
    VariableBounds = "variable-bounds", 30;
    /// `b || x < 3`, `b imply x <= 3` in guards and invariants.
    SwitchedBounds = "switched-bounds", 20;
    /// Comparisons of two clocks.
    Diagonals = "diagonals", 12;
    /// Clocks set to something else than 0.
    NonZeroResets = "nonzero-resets", 25;
    /// `x = y`.
    ClockCopies = "clock-copies", 8;
    /// Arrays of clocks over ids.
    ClockArrays = "clock-arrays", 35;
    /// A unit of time is very large.
    LargeConstants = "large-constants", 15;
    /// Evaluations that may be invalid.
    Faults = "faults", 30;
    /// Queries about variables and clocks of processes.
    MemberQueries = "member-queries", 60;
    /// Queries about numbers of locations.
    LocationNumbers = "location-numbers", 35;
    Deadlocks = "deadlocks", 50;
    /// `E[]`, `A<>`, `-->`.
    Liveness = "liveness", 60;
    /// `sup` and `inf`.
    Extremes = "extremes", 60;
    ClockQueries = "clock-queries", 50;
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

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FeatureSet(u128);

impl FeatureSet {
    #[must_use]
    pub fn all() -> FeatureSet {
        let mut set = FeatureSet::default();
        Feature::ALL.iter().for_each(|feature| set.insert(*feature));
        set
    }

    /// Is it in the set?
    #[must_use]
    pub fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u128) != 0
    }

    pub fn insert(&mut self, feature: Feature) {
        self.0 |= 1 << feature as u128;
    }

    pub fn remove(&mut self, feature: Feature) {
        self.0 &= !(1 << feature as u128);
    }
}

/// What models may and must contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// What may occur; each model uses some of it.
    pub allowed: FeatureSet,
    /// What each model uses if it can.
    pub forced: FeatureSet,
}

impl Default for Profile {
    fn default() -> Profile {
        Profile { allowed: FeatureSet::all(), forced: FeatureSet::default() }
    }
}

impl FromStr for Profile {
    type Err = String;

    /// A list like `+effects,-faults`: `+` forces a feature, `-` forbids it.
    fn from_str(text: &str) -> Result<Profile, String> {
        let mut profile = Profile::default();
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            if let Some(name) = item.strip_prefix('-') {
                profile.allowed.remove(name.parse()?);
            } else if let Some(name) = item.strip_prefix('+') {
                profile.forced.insert(name.parse()?);
                profile.allowed.insert(name.parse()?);
            } else {
                return Err(format!("{item}: write +{item} or -{item}"));
            }
        }
        Ok(profile)
    }
}
