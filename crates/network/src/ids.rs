//! Index types. Each names one table of the [`Network`](crate::Network); none can be mistaken for another.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into its table.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the table's entry number `index`.
            ///
            /// # Panics
            /// If the table has more than `u32::MAX` entries, which instantiation rules out.
            #[must_use]
            pub fn at(index: usize) -> Self {
                Self(u32::try_from(index).expect("tables are bounded well below u32::MAX"))
            }
        }
    )*};
}

ids! {
    /// A process of the network, in `system` order.
    ProcessId;
    /// A location of one process.
    LocationId;
    /// An edge of one process.
    EdgeId;
    /// The template a process was made from.
    TemplateId;
    /// A variable: one cell, or an array of cells with one shape and one domain.
    VariableId;
    /// One integer cell of the memory (a variable's base plus an offset).
    Slot;
    /// A clock, or an array of clocks.
    ClockFamilyId;
    /// One clock. Clocks count from 0; the reference clock of zones is not among them.
    ClockId;
    /// A channel, or an array of channels.
    ChannelFamilyId;
    ChannelId;
    FunctionId;
    /// A declared scalar set.
    ScalarSetId;
    /// A place in the source text, opaque here: whoever built the network can resolve it.
    Origin;
}

impl Origin {
    /// "Nowhere in particular": networks built by tests have no text.
    pub const NONE: Origin = Origin(u32::MAX);
}
