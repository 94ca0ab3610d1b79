//! Policies that keep a goal possible.

use engine::watch::Watch;
use query::plan::Options;
use query::synth::Synthesis;
use report::convert::policy_view;
use report::view::{PolicyView, VerdictView};
use syntax::tree::{Document, Item};
use syntax::{Model as Tree, SourceMap};

use crate::check_error::CheckError;
use crate::model::Model;
use crate::query::Query;

/// What must be forbidden so that a goal stays possible, and no more.
#[derive(Clone, Debug)]
pub struct Policy {
    query: Query,
    made: Result<Synthesis, CheckError>,
}

impl Model {
    /// The least restrictive policy under which the goal of `E<> goal` can be reached from every state that is reached.
    /// For models without clocks.
    ///
    /// ```
    /// use orrery::{Model, Options};
    ///
    /// let text = "int[0,2] n; process P() { state a; init a; trans
    ///     a -> a { guard n == 0; assign n = 1; }, a -> a { guard n == 1; assign n = 0; },
    ///     a -> a { guard n == 1; assign n = 2; }; } system P;";
    /// let model = Model::from_text("steps.xta", text)?;
    /// let policy = model.synthesise(&model.query("E<> n == 0")?, &Options::default(), &mut ());
    /// let view = policy.view();
    /// assert_eq!((view.reachable, view.unsafe_states), (Some(3), Some(1)));
    /// assert_eq!(view.policy[0].predicate, "n == 2");
    /// assert!(view.verified);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the query was made by another model.
    #[must_use]
    pub fn synthesise(&self, keep: &Query, options: &Options, watch: &mut dyn Watch) -> Policy {
        self.assert_own(keep);
        let made = query::synth::synthesise(keep.network(), keep.asked(), options, watch);
        Policy { query: keep.clone(), made: made.map_err(CheckError::from) }
    }
}

impl Policy {
    /// The policy with names for all numbers, or why there is none, for reports.
    #[must_use]
    pub fn view(&self) -> PolicyView {
        let loaded = self.query.loaded();
        let place = |origin| loaded.place(origin);
        let made = self.made.as_ref().map_err(CheckError::reason);
        policy_view(self.query.network(), self.query.number(), self.query.asked(), made, &place)
    }

    /// The model with the policy: one more process, whose only location has what is allowed as its invariant. A
    /// transition that violates it is not possible.
    ///
    /// # Errors
    /// A sentence that says why the model cannot say it.
    pub fn guarded_model(&self) -> Result<Document, String> {
        let view = self.view();
        let made = self.made.as_ref().ok().filter(|_| view.verdict == VerdictView::Holds);
        let made = made.ok_or("there is no policy")?;
        let Tree::Uppaal(document) = self.query.loaded().tree() else {
            return Err("this is for models of UPPAAL; `orrery convert` makes one".to_owned());
        };
        if !made.is_global(self.query.network()) {
            let reason = "the policy uses locations or local variables of processes, which other processes \
                          cannot read";
            return Err(reason.to_owned());
        }
        let printed = syntax::print::print_xta(document).unwrap_or_default();
        let name = unused_name(&printed);
        let images = view.policy.iter().flat_map(|forbidden| &forbidden.images);
        let parts: Vec<String> = images.map(|image| format!("!({image})")).collect();
        let allowed = if parts.is_empty() { "true".to_owned() } else { parts.join(" && ") };
        with_process(document, &name, &allowed)
    }
}

/// `Policy`, or that with a number if something has this name.
fn unused_name(text: &str) -> String {
    let numbered = (2..).map(|number| format!("Policy{number}"));
    let mut names = std::iter::once("Policy".to_owned()).chain(numbered);
    names.find(|name| !text.contains(name.as_str())).unwrap_or_default()
}

/// The model with one more process, which stays where this invariant holds.
fn with_process(document: &Document, name: &str, invariant: &str) -> Result<Document, String> {
    let text = format!(
        "process {name}() {{ state allowed {{ {invariant} }}; init allowed; }} system {name};"
    );
    let parsed = syntax::parse_xta(&mut SourceMap::default(), "policy", text.as_bytes());
    if !parsed.is_ok() {
        return Err("the names of the model cannot be written in a guard".to_owned());
    }
    let mut guarded = document.clone();
    let templates = parsed.tree.items.into_iter();
    guarded.items.extend(templates.filter(|item| matches!(item, Item::Template(_))));
    let added = parsed.tree.system.processes.into_iter().flatten();
    match guarded.system.processes.last_mut() {
        Some(level) => level.extend(added),
        None => guarded.system.processes.push(added.collect()),
    }
    Ok(guarded)
}
