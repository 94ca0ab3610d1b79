//! A model that can be asked questions.

use std::fmt;
use std::sync::Arc;

use engine::watch::Watch;
use network::{FaultKind, Network, Objective, QueryKind};
use query::long_run::{Counted, Ratio, TimeUnit};
use query::optimise::{Cheapest, Settings as OptimiseSettings, least_of, of_value};
use query::plan::{Options, Plan, TraceOption};
use report::convert::model_view;
use report::view::{DiagnosticView, ModelView};
use syntax::Diagnostic;

use crate::answer::Answer;
use crate::check_error::CheckError;
use crate::checker::{Checker, warning};
use crate::load_error::LoadError;
use crate::loaded::Loaded;
use crate::lower::{FORMULA, formulas, lower};
use crate::query::Query;
use crate::query_error::QueryError;
use crate::simulate::{Simulator, StartError};

/// A model without errors, and the queries that came with it. Cheap to clone.
#[derive(Clone)]
pub struct Model {
    loaded: Arc<Loaded>,
    network: Arc<Network>,
}

impl Model {
    pub(crate) fn new(loaded: Loaded) -> Result<Model, LoadError> {
        let loaded = Arc::new(loaded);
        match loaded.network().cloned() {
            Some(network) => Ok(Model { loaded, network }),
            None => Err(LoadError::Wrong(loaded)),
        }
    }

    /// The model as it was named when it was loaded.
    #[must_use]
    pub fn name(&self) -> &str {
        self.loaded.name()
    }

    /// The flat network: processes, locations, edges, variables and clocks, by number.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The texts and what is known about them.
    #[must_use]
    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.loaded
    }

    /// What is suspicious in the model, and what is wrong with its queries.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<DiagnosticView> {
        self.loaded.diagnostic_views()
    }

    /// Name and size of the model, for reports.
    #[must_use]
    pub fn view(&self) -> ModelView {
        model_view(self.name(), &self.network)
    }

    /// The queries that came with the model. Those that are wrong are among them; checking one tells why.
    #[must_use]
    pub fn queries(&self) -> Vec<Query> {
        Query::all(&self.loaded, &self.network)
    }

    /// A query about this model.
    pub fn query(&self, formula: &str) -> Result<Query, QueryError> {
        let mut queries = self.query_list(&[formula])?;
        Ok(queries.swap_remove(0))
    }

    /// Several queries about this model. They can share searches, which queries that were made one by one
    /// cannot.
    pub fn query_list(&self, texts: &[&str]) -> Result<Vec<Query>, QueryError> {
        let mut parts = self.loaded.parts().clone();
        let named: Vec<_> =
            texts.iter().map(|text| (FORMULA.to_owned(), (*text).to_owned())).collect();
        let mut diagnostics = Vec::new();
        let asked = formulas(&named, &mut parts.sources, &mut diagnostics);
        let loaded = lower(parts, (1..=asked.len()).collect(), &asked, diagnostics);
        QueryError::unless_right(Arc::new(loaded))
    }

    /// Answers a query.
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    pub fn check(&self, query: &Query, options: &Options) -> Result<Answer, CheckError> {
        self.check_within(query, options, &mut ())
    }

    /// Answers a query within [`Limits`](crate::Limits), or as somebody else watches.
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    pub fn check_within(
        &self,
        query: &Query,
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Answer, CheckError> {
        self.checker(std::slice::from_ref(query), options).answer(0, watch)
    }

    /// Answers several queries. One search may answer more than one of them.
    ///
    /// # Panics
    ///
    /// If one of the queries was made by another model.
    pub fn check_all(
        &self,
        queries: &[Query],
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Vec<Result<Answer, CheckError>> {
        let mut checker = self.checker(queries, options);
        (0..queries.len()).map(|place| checker.answer(place, watch)).collect()
    }

    /// Answers several queries when each is asked for. One search may answer more than one of them.
    ///
    /// # Panics
    ///
    /// If one of the queries was made by another model.
    #[must_use]
    pub fn checker<'q>(&self, queries: &'q [Query], options: &Options) -> Checker<'q> {
        queries.iter().for_each(|query| self.assert_own(query));
        Checker::new(queries, options)
    }

    /// The cheapest run to the goal of an `E<>` query, within [`Limits`](crate::Limits) or as somebody else watches.
    /// Where a result does not fit 32 bits, what is left of it is used and [`Cheapest::wrapped`] says so, unless the model
    /// was loaded with `Overflow::Fault`.
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    pub fn optimise(
        &self,
        query: &Query,
        objective: Objective,
        how: (&Options, OptimiseSettings),
        watch: &mut dyn Watch,
    ) -> Result<Cheapest, CheckError> {
        self.assert_own(query);
        let mut asked = query.asked().clone();
        if let QueryKind::Reachable(goal) = asked.kind {
            asked.kind = QueryKind::Cheapest { goal, objective };
        }
        Self::strictly(query, watch, |network, watch| {
            query::optimise::cheapest(network, &asked, how, watch).map_err(CheckError::from)
        })
    }

    /// Searches as if results that do not fit 32 bits were invalid. If one is met and the model was not loaded so, searches again with what is
    /// left of such results, and remembers it.
    fn strictly(
        query: &Query,
        watch: &mut dyn Watch,
        search: impl Fn(&Network, &mut dyn Watch) -> Result<Cheapest, CheckError>,
    ) -> Result<Cheapest, CheckError> {
        let Some(strict) = query.loaded().strict() else { return search(query.network(), watch) };
        let found = search(strict, watch)?;
        let overflow = found.verdict.as_ref().err().map(|fault| fault.fault);
        let Some(fault) = overflow.filter(|fault| fault.kind == FaultKind::Overflow) else {
            return Ok(found);
        };
        let mut wrapping = search(query.network(), watch)?;
        wrapping.wrapped = Some(fault);
        Ok(wrapping)
    }

    /// The warning about a result that did not fit 32 bits while a cheapest run was looked for.
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    #[must_use]
    pub fn wraps(&self, query: &Query, found: &Cheapest) -> Option<Diagnostic> {
        self.assert_own(query);
        found.wrapped.as_ref().and_then(|fault| warning(fault, query))
    }

    /// Of the runs to the goal of an `E<>` query, one that ends where an expression has its least value: an integer or a clock.
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    pub fn least_value(
        &self,
        query: &Query,
        expression: &str,
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Cheapest, CheckError> {
        self.assert_own(query);
        let text = query.asked().text.trim_start();
        let goal = text.strip_prefix("E<>").ok_or_else(|| {
            wrong("the least value of an expression is asked for by `E<> goal`".to_owned())
        })?;
        let asked = |text: String| {
            self.query(&text).map_err(|problem| {
                wrong(format!("the objective `{expression}` cannot be read: {problem}"))
            })
        };
        let least = asked(format!("inf{{{goal}}}: {expression}"))?;
        let least = self.check_within(&least, options, watch)?;
        let witness = match least_of(least.found()) {
            None => None,
            Some((value, approached)) => {
                let at_most = value.saturating_add(i64::from(approached));
                let near = asked(format!("E<> ({goal}) && ({expression}) <= {at_most}"))?;
                let options = Options { trace: TraceOption::Shortest, ..options.clone() };
                Some(self.check_within(&near, &options, watch)?)
            }
        };
        Ok(of_value(least.found(), witness.as_ref().map(Answer::found)))
    }

    /// Of the runs that an `E[]` query asks for, one with the least time for each event in the long run. The event is a
    /// predicate: it happens with a transition after which the predicate holds and before which it does not.
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    pub fn schedule(
        &self,
        query: &Query,
        (event, unit): (&str, TimeUnit),
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Cheapest, CheckError> {
        self.assert_own(query);
        // Both in one network: predicates have variables of their own.
        let event = format!("E<> ({event})");
        let both = self
            .query_list(&[&query.asked().text, &event])
            .map_err(|problem| wrong(format!("the event cannot be read: {problem}")))?;
        let (query, event) = (&both[0], &both[1]);
        let QueryKind::Reachable(event) = &event.asked().kind else {
            return Err(wrong("an event is written as a predicate".to_owned()));
        };
        let ratio = (Ratio::TimePerEvent(event), unit);
        Self::strictly(query, watch, |network, watch| {
            query::long_run::least_ratio(network, query.asked(), ratio, options, watch)
                .map_err(CheckError::from)
        })
    }

    /// Of the runs that an `E[]` query asks for, one with the least of `above` for each unit of `below` in the long run: cost
    /// per time, or cost per reward.
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    pub fn least_ratio(
        &self,
        query: &Query,
        ((above, below), unit): ((Counted, Counted), TimeUnit),
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Cheapest, CheckError> {
        self.assert_own(query);
        let ratio = (Ratio::Per(above, below), unit);
        Self::strictly(query, watch, |network, watch| {
            query::long_run::least_ratio(network, query.asked(), ratio, options, watch)
                .map_err(CheckError::from)
        })
    }

    /// How a query would be answered, and why so.
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    pub fn plan(&self, query: &Query, options: &Options) -> Result<Plan, CheckError> {
        self.assert_own(query);
        let options = Options { near_misses: true, ..options.clone() };
        query::plan::plan(query.network(), query.asked(), &options).map_err(CheckError::from)
    }

    /// A simulator at the start of the model.
    pub fn simulator(&self) -> Result<Simulator<'_>, StartError> {
        Simulator::new(&self.network)
    }

    pub(crate) fn assert_own(&self, query: &Query) {
        let (own, other) = (&self.loaded.parts().tree, &query.loaded().parts().tree);
        assert!(Arc::ptr_eq(own, other), "a query is asked of the model that made it");
    }
}

/// The question itself is wrong.
fn wrong(reason: String) -> CheckError {
    CheckError::from(query::plan::PlanError::Wrong(reason))
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("name", &self.name()).finish_non_exhaustive()
    }
}
