//! The names of a network, computed once for a whole run.

use network::{ChannelId, EdgeId, Network, ProcessId, Storage};

use crate::view::{DirectionView, MoveView, ProcessView, SelectView};

/// The names of everything a run mentions.
pub struct Names<'n> {
    network: &'n Network,
    /// Cells of the state, and `meta` after them.
    pub variables: Vec<String>,
    pub clocks: Vec<String>,
    channels: Vec<String>,
}

impl<'n> Names<'n> {
    /// The names of a network.
    #[must_use]
    pub fn of(network: &'n Network) -> Names<'n> {
        let carried = network.slots_in(Storage::State) + network.slots_in(Storage::Meta);
        let mut variables = network.slot_names();
        variables.truncate(carried);
        Names {
            network,
            variables,
            clocks: network.clock_names(),
            channels: network.channel_names(),
        }
    }

    #[must_use]
    pub fn processes(&self) -> Vec<ProcessView> {
        let view = |process: &network::Process| ProcessView {
            name: process.name.clone(),
            template: self
                .network
                .templates
                .get(process.template.index())
                .map_or_else(String::new, |template| template.name.clone()),
            locations: process.locations.iter().map(|location| location.name.clone()).collect(),
            open: process
                .locations
                .iter()
                .filter(|location| is_open(location))
                .map(|location| location.name.clone())
                .collect(),
        };
        self.network.processes.iter().map(view).collect()
    }

    /// The name of a channel.
    #[must_use]
    pub fn channel(&self, channel: ChannelId) -> &str {
        &self.channels[channel.index()]
    }

    /// An edge taken with these select values, on this channel.
    #[must_use]
    pub fn taken(
        &self,
        process: ProcessId,
        edge: EdgeId,
        bindings: &[i32],
        channel: Option<ChannelId>,
    ) -> MoveView {
        let whole = self.network.process(process);
        let taken = &whole.edges[edge.index()];
        let local = format!("{}.", whole.name);
        let bound = taken.selects.iter().zip(bindings).map(|(select, value)| {
            let name = &self.network.variable(select.variable).name;
            let name = name.strip_prefix(&local).unwrap_or(name).to_owned();
            SelectView { name, value: *value }
        });
        let direction = taken.sync.as_ref().map(|sync| match sync.direction {
            network::Direction::Send => DirectionView::Send,
            network::Direction::Receive => DirectionView::Receive,
        });
        MoveView {
            process: whole.name.clone(),
            edge: edge.index(),
            source: whole.locations[taken.source.index()].name.clone(),
            target: whole.locations[taken.target.index()].name.clone(),
            select: bound.collect(),
            channel: direction.and(channel).map(|channel| self.channel(channel).to_owned()),
            direction,
            guard: taken.text.guard.clone(),
            sync: taken.text.sync.clone(),
            update: taken.text.update.clone(),
        }
    }
}

/// May a process stay there for ever, as far as its own invariant says?
fn is_open(location: &network::Location) -> bool {
    let bounded = |constraint: &network::ClockConstraint| {
        constraint.left.is_some() && constraint.right.is_none()
    };
    location.kind == network::LocationKind::Normal && !location.invariant.clocks.iter().any(bounded)
}
