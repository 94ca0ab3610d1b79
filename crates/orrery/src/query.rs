//! A query about a model.

use std::fmt;
use std::sync::Arc;

use ::query::optimise::Cheapest;
use network::Network;
use report::convert::{cheapest_view, query_view, untried_cheapest_view, untried_view};
use report::view::{CheapestView, QueryView, VerdictView};

use crate::answer::Answer;
use crate::check_error::CheckError;
use crate::loaded::Loaded;

/// A query, understood in the terms of the model that made it. Cheap to clone.
#[derive(Clone)]
pub struct Query {
    loaded: Arc<Loaded>,
    network: Arc<Network>,
    place: usize,
}

impl Query {
    /// All queries that were loaded with a network.
    pub(crate) fn all(loaded: &Arc<Loaded>, network: &Arc<Network>) -> Vec<Query> {
        let query = |place| {
            let (loaded, network) = (Arc::clone(loaded), Arc::clone(network));
            Query { loaded, network, place }
        };
        (0..loaded.queries().len()).map(query).collect()
    }

    /// The formula as written, with runs of blanks folded to one.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.asked().text
    }

    /// Its number in the list it comes from, counted from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.loaded.query(self.place).0
    }

    /// What is asked, in terms of the network, with what its author wrote about it.
    #[must_use]
    pub fn asked(&self) -> &network::Query {
        self.loaded.query(self.place).1
    }

    /// The network that the query speaks of. It is that of the model, but for what the query itself adds to it,
    /// such as bound names.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The model under the strategy that wins a game, as text in UPPAAL's format, if the answer to this query has one: where
    /// [`Options::trace`](crate::Options::trace) asks for the strategy.
    #[must_use]
    pub fn controlled_model(&self, answer: &Answer) -> Option<String> {
        let controlled = answer.found().controlled.as_ref()?;
        report::controlled::controlled_xta(&self.network, controlled)
    }

    /// The texts of the model and of the query.
    #[must_use]
    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.loaded
    }

    /// The query and its answer, with names for all numbers, for reports.
    #[must_use]
    pub fn view(&self, answer: &Result<Answer, CheckError>) -> QueryView {
        let answer = answer.as_ref().map(Answer::found).map_err(CheckError::reason);
        let place = |origin| self.loaded.place(origin);
        query_view(&self.network, self.number(), self.asked(), answer, &place)
    }

    /// The query and the cheapest run to its goal, with names for all numbers, for reports.
    #[must_use]
    pub fn cheapest_view(
        &self,
        objective: &str,
        found: &Result<Cheapest, CheckError>,
    ) -> CheapestView {
        let found = found.as_ref().map_err(CheckError::reason);
        let place = |origin| self.loaded.place(origin);
        cheapest_view(&self.network, (self.number(), self.asked(), objective), found, &place)
    }

    /// The query without a cheapest run, and why, for reports.
    #[must_use]
    pub fn untried_cheapest_view(
        &self,
        objective: &str,
        verdict: VerdictView,
        reason: &str,
    ) -> CheapestView {
        untried_cheapest_view((self.number(), self.asked(), objective), verdict, reason)
    }

    /// The query without an answer, and why, for reports.
    #[must_use]
    pub fn untried_view(&self, verdict: VerdictView, reason: &str) -> QueryView {
        untried_view(self.number(), self.asked(), verdict, reason)
    }
}

impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Query").field(&self.text()).finish()
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
