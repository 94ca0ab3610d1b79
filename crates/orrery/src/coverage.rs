//! What is reached and taken, without any query.

use std::sync::Arc;

use engine::watch::Watch;
use network::drawing::TemplateDrawing;
use query::plan::Options;
use report::convert::coverage_view;
use report::svg::faded;
use report::view::{CoverageView, ToolView};

use crate::check_error::CheckError;
use crate::loaded::Loaded;
use crate::model::Model;

/// Which locations are reached and which edges are taken, in all runs together.
#[derive(Clone, Debug)]
pub struct Coverage {
    found: query::coverage::Coverage,
    loaded: Arc<Loaded>,
    model: Model,
}

impl Model {
    /// Searches everything, and says which locations are reached and which edges are taken.
    ///
    /// ```
    /// use orrery::{Model, Options, report::view::ToolView};
    ///
    /// let text = "int n; process P() { state a, b, c; init a; trans
    ///     a -> b { }, b -> a { }, b -> c { guard n == 1; }; } system P;";
    /// let model = Model::from_text("dead.xta", text)?;
    /// let coverage = model.coverage(&Options::default(), &mut ())?;
    /// let view = coverage.view(ToolView { name: "mine".to_owned(), version: "1.0".to_owned() });
    /// let locations = &view.templates[0].locations;
    /// assert_eq!((locations[1].reached_by, locations[2].reached_by), (1, 0));
    /// assert!(view.complete);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the model has constructs that cannot be searched.
    pub fn coverage(
        &self,
        options: &Options,
        watch: &mut dyn Watch,
    ) -> Result<Coverage, CheckError> {
        let found = query::coverage::coverage(self.network(), options, watch)?;
        Ok(Coverage { found, loaded: Arc::clone(self.loaded()), model: self.clone() })
    }
}

impl Coverage {
    /// All of it with names, for reports.
    #[must_use]
    pub fn view(&self, tool: ToolView) -> CoverageView {
        let (network, loaded) = (self.model.network(), &self.loaded);
        let place = |origin| loaded.place(origin);
        let about = (tool, self.model.view());
        coverage_view(about, network, &self.found, self.model.diagnostics(), &place)
    }

    /// The templates that have processes as pictures, in which what is never reached or taken is grey.
    #[must_use]
    pub fn drawings(&self, view: &CoverageView) -> Vec<TemplateDrawing> {
        let templates = &self.model.network().templates;
        let of = |name: &str| templates.iter().find(|template| template.name == name);
        let drawn = view.templates.iter();
        drawn.filter_map(|covered| Some(faded(&of(&covered.name)?.drawing, covered))).collect()
    }
}
