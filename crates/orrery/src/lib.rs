//! A model checker for networks of timed automata, as a library.
//!
//! It reads the models and queries of UPPAAL (`.xml`, `.xta`, `.ta`, `.q`) and of TChecker (`.tck`), finds and uses
//! symmetry, and answers with typed values: verdicts, figures, and runs with exact delays.
//!
//! ```
//! use orrery::{Model, Options};
//!
//! let model = Model::from_file("examples/fischer.xta")?;
//! for query in model.queries() {
//!     let answer = model.check(&query, &Options::default())?;
//!     println!("{query}: {:?}, {} states", answer.holds(), answer.stats().progress.stored);
//!     assert_eq!(answer.holds(), Some(true));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rest of this page is a tutorial, to be read from top to bottom:
//! [load](#load-a-model), [diagnostics](#what-is-wrong-with-a-model), [ask](#ask-a-question),
//! [verdicts](#the-verdict), [figures](#the-figures), [runs](#the-run), [options](#options), [limits](#limits),
//! [several queries](#several-queries), [plans](#the-plan), [symmetries](#symmetries),
//! [simulation](#step-by-step), [reports](#reports).
//!
//! # Load a model
//!
//! [`Model::from_file`] reads a model and the queries that belong to it: those in the file, else those in the `.q` file
//! beside it. [`Model::from_text`] does the same with text. A [`Loader`] has more choices.
//!
//! ```
//! let text = "
//!     clock x;
//!     process Lamp() {
//!         state off, low, bright;
//!         init off;
//!         trans
//!             off -> low { assign x = 0; },
//!             low -> bright { guard x < 5; },
//!             low -> off { guard x >= 5; },
//!             bright -> off { };
//!     }
//!     system Lamp;
//! ";
//! let lamp = orrery::Model::from_text("lamp.xta", text)?;
//! assert_eq!(lamp.network().processes.len(), 1);
//! assert!(lamp.queries().is_empty());
//! # Ok::<(), orrery::LoadError>(())
//! ```
//!
//! What comes out is an `Arc` of a flat [`Network`](network::Network) (processes, locations, edges, variables and clocks, all by
//! number, with their names beside them), which you can share between threads. [`Model`] and [`Query`] are cheap to
//! clone, and can be shared as well.
//!
//! # What is wrong with a model
//!
//! A model with errors gives a [`LoadError`]. Displayed, it shows all of them as a compiler would; [`LoadError::diagnostics`]
//! has them as values, with a stable code, file, line and column.
//!
//! ```
//! let text = "process P() { state a; init a; trans a -> b { }; } system P;";
//! let error = orrery::Model::from_text("bad.xta", text).unwrap_err();
//! let first = &error.diagnostics()[0];
//! assert_eq!((first.file.as_str(), first.line, first.column), ("bad.xta", 1, 43));
//! assert!(first.message.contains("`b`"));
//! println!("{error}");
//! assert!(error.to_string().ends_with("bad.xta cannot be used: 1 error"));
//! ```
//!
//! What is only suspicious is no error: [`Model::diagnostics`] has the warnings.
//!
//! # Ask a question
//!
//! [`Model::queries`] are those on file; [`Model::query`] makes one from a formula. A formula that makes no sense for the
//! model is an error ([`QueryError`]), which shows the place as well.
//!
//! ```
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//! let query = model.query("E<> P(0).cs && P(1).cs")?;
//! let error = model.query("E<> P(0).sc").unwrap_err();
//! assert!(error.to_string().contains("sc"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The verdict
//!
//! [`Model::check`] answers. It is an error ([`CheckError`]) only if nothing can be searched: the query is not supported, or the
//! options ask for something that would not be sound. Otherwise there is an [`Answer`].
//!
//! ```
//! use orrery::{Options, Verdict};
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//!
//! let query = model.query("E<> P(0).cs && P(1).cs")?;
//! let answer = model.check(&query, &Options::default())?;
//! match answer.verdict() {
//!     Ok(Verdict::Holds) => println!("yes"),
//!     Ok(Verdict::Fails) => println!("no"),
//!     Ok(Verdict::Unknown(why)) => println!("not known: {why:?}"),
//!     Err(fault) => println!("the model does something invalid: {:?}", fault.fault.kind),
//! }
//! assert_eq!(answer.holds(), Some(false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The values of `sup`, `inf` and `bounds` are in [`Answer::values`]:
//!
//! ```
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//! let query = model.query("sup: lock")?;
//! let answer = model.check(&query, &orrery::Options::default())?;
//! assert_eq!(answer.values()[0].ranges[0].upper, Some((3, false)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The figures
//!
//! ```
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//! # let query = model.query("E<> P(0).cs && P(1).cs")?;
//! let stats = *model.check(&query, &orrery::Options::default())?.stats();
//! println!("{} states stored, {} explored", stats.progress.stored, stats.progress.explored);
//! println!("{} transitions in {} s", stats.progress.transitions, stats.seconds);
//! # assert!(stats.progress.stored > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The run
//!
//! Ask for a run by [`Options::trace`], and there is one wherever a run shows the verdict: a witness for `E<>`, a
//! counterexample for `A[]`. Every delay is an exact fraction, and the run has been replayed by the definition of what a model
//! does. It speaks of the network that [`Query::network`] gives; [`Query::view`] has all names filled in.
//!
//! ```
//! use orrery::{Options, TraceOption};
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//!
//! let query = model.query("E<> P(0).cs")?;
//! let options = Options { trace: TraceOption::Fastest, ..Options::default() };
//! let answer = model.check(&query, &options)?;
//! let run = answer.run().expect("a fastest witness");
//! for step in &run.steps {
//!     let edge = &step.transition[0];
//!     let process = query.network().process(edge.process);
//!     let target = process.edges[edge.edge.index()].target;
//!     let location = &process.locations[target.index()].name;
//!     println!("after {} more, {} goes to {location}", step.delay, process.name);
//! }
//! assert_eq!(run.steps.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Options
//!
//! [`Options`] say how to search. What would not be sound is an error, never silently changed.
//!
//! ```
//! use orrery::{AbstractionOption, Options, OrderOption, SymmetryOption, TraceOption};
//!
//! let options = Options {
//!     symmetry: SymmetryOption::Off,      // every state counts; by default, all that can be found is used
//!     abstraction: AbstractionOption::M,  // by default, the coarsest that is sound
//!     order: OrderOption::Bfs,            // by default, what suits the query
//!     trace: TraceOption::Shortest,       // by default, no run
//!     threads: 2,                         // by default, 1
//!     ..Options::default()
//! };
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//! let query = model.query("E<> P(0).cs && P(1).cs")?;
//! let all = model.check(&query, &options)?.stats().progress.stored;
//! let few = model.check(&query, &Options::default())?.stats().progress.stored;
//! assert!(few < all);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! Without limits a search goes on until it knows the answer. [`Limits`] bound its time and memory, let another thread cancel
//! it, and tell how far it is; [`Model::check_within`] takes them. A limit that is reached is no error but a verdict.
//!
//! ```
//! use std::time::Duration;
//! use orrery::{Limits, Options, StopReason, SymmetryOption, Undecided, Verdict};
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//!
//! let query = model.query("A[] not deadlock")?;
//! let options = Options { symmetry: SymmetryOption::Off, ..Options::default() };
//! let mut limits = Limits::new().time(Duration::ZERO).memory(8 << 30);
//! let answer = model.check_within(&query, &options, &mut limits)?;
//! let Ok(Verdict::Unknown(Undecided::Stopped(reason))) = answer.verdict() else { panic!() };
//! assert_eq!(*reason, StopReason::TimeLimit);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Any other [`Watch`] will do as well; `&mut ()` is the one that never stops.
//!
//! # Several queries
//!
//! [`Model::check_all`] answers a list of queries. Where that is sound, one search answers several of them, so this takes less
//! time than one after the other. Make them together by [`Model::query_list`], or take [`Model::queries`].
//!
//! ```
//! use orrery::{Limits, Options};
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//!
//! let queries = model.query_list(&[
//!     "A[] forall (i : id_t) P(i).cs imply lock == i",
//!     "E<> P(0).cs && P(1).cs",
//!     "E<> lock == 1",
//! ])?;
//! let answers = model.check_all(&queries, &Options::default(), &mut Limits::new());
//! for (query, answer) in queries.iter().zip(&answers) {
//!     match answer {
//!         Ok(answer) => println!("{query}: {:?}", answer.holds()),
//!         Err(error) => println!("{query}: {error}"),
//!     }
//! }
//! // The search for the first has answered the second as well.
//! assert!(answers[1].as_ref().is_ok_and(|answer| answer.found_by() == Some(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Checker`] answers them one by one, for instance to give each its own limits.
//!
//! # The plan
//!
//! What is done for a query is decided before the search, in one place, with reasons. [`Model::plan`] gives it without searching;
//! [`Answer::plan`] says what was done.
//!
//! ```
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//! let query = model.query("A[] not deadlock")?;
//! let plan = model.plan(&query, &orrery::Options::default())?;
//! for reason in &plan.reasons {
//!     println!("{}: {}, because {}", reason.topic, reason.choice, reason.because);
//! }
//! # assert!(plan.reasons.iter().any(|reason| reason.topic == "abstraction"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Symmetries
//!
//! Symmetry is found and used without being asked. [`Model::symmetries`] tells what there is, what is not symmetric and which
//! line breaks it, and what each query leaves of it.
//!
//! ```
//! use orrery::report::{text, view::ToolView};
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//!
//! let tool = ToolView { name: "mine".to_owned(), version: "1.0".to_owned() };
//! let view = model.symmetries().view(tool, &model.queries());
//! println!("{}", text::symmetries_text(&view, text::Styles::PLAIN));
//! assert_eq!(view.sorts.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Step by step
//!
//! A [`Simulator`] goes through a model one concrete state at a time. It knows what can happen and when, and of each edge that
//! cannot be taken, why. Nothing of the search is used here: this is the definition of what a model does.
//!
//! ```
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//! let mut simulator = model.simulator()?;
//! while simulator.steps() < 3 {
//!     let outlook = simulator.outlook()?;
//!     let next = outlook.possible.last().expect("something can happen");
//!     if let Some(delay) = next.when.first() {
//!         simulator.delay(delay)?;
//!     }
//!     simulator.take(&next.candidate)?;
//! }
//! println!("at time {}: {:?}", simulator.state().time, simulator.state().memory);
//! simulator.undo();
//! assert_eq!(simulator.run().steps.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reports
//!
//! [`report`] writes everything that the command line writes: text, JSON, JUnit, HTML, pictures and UPPAAL's formats. Its
//! functions take plain values, with names for all numbers: [`Query::view`] makes them of an answer.
//!
//! ```
//! use orrery::report::{json, svg, view::{CheckView, ToolView}};
//! use orrery::{Options, TraceOption};
//! # let model = orrery::Model::from_file("examples/fischer.xta")?;
//!
//! let tool = ToolView { name: "mine".to_owned(), version: "1.0".to_owned() };
//! let options = Options { trace: TraceOption::Some, ..Options::default() };
//! let mut view = CheckView::new(tool, model.view());
//! for query in model.queries() {
//!     view.queries.push(query.view(&model.check(&query, &options)));
//! }
//! let report = json::check_json(&view);
//! # assert!(report.contains("\"holds\""));
//! let run = view.queries[1].trace.as_ref().expect("a witness");
//! let chart = svg::draw_sequence(run);
//! # assert!(chart.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What else there is
//!
//! * [`network`]: the flat network, for tools that look into it.
//! * [`syntax`]: models as they are written, for tools that print or convert them.
//! * [`simulate`]: what can happen next, when, and why the rest cannot.

#![warn(missing_docs)]

pub mod network;
pub mod report;
pub mod simulate;
pub mod syntax;

mod answer;
mod check_error;
mod checker;
mod coverage;
mod family;
mod gantt;
mod limits;
mod load_error;
mod loaded;
mod loader;
mod lower;
mod memory;
mod model;
mod policy;
mod query;
mod query_error;
mod symmetries;

pub use answer::Answer;
pub use check_error::CheckError;
pub use checker::Checker;
pub use coverage::Coverage;
pub use family::{Family, FamilyError, ProveOptions};
pub use gantt::Gantt;
pub use limits::Limits;
pub use load_error::LoadError;
pub use loaded::Loaded;
pub use loader::Loader;
pub use model::Model;
pub use policy::Policy;
pub use query::Query;
pub use query_error::QueryError;
pub use simulate::Simulator;
pub use symmetries::Symmetries;

// What appears in the signatures above.
pub use ::engine::watch::{Progress, StopReason, Watch};
pub use ::query::long_run::{Counted, TimeUnit};
pub use ::query::optimise::{Cheapest, Improvement, SearchOrder, Settings as OptimiseSettings};
pub use ::query::plan::{
    AbstractionOption, AccelerateOption, Compression, CoveringOption, DomainOption, Following,
    FuseOption, Options, OrderOption, Plan, PlanError, Reason, Recalling, SymmetryOption,
    TraceOption,
};
pub use ::query::trace::TraceError;
pub use ::query::verdict::{
    RuntimeFault, Stats, SymmetryStats, TermValue, Undecided, ValueRange, Verdict,
};
pub use ::reference::{
    Candidate, EdgeInstance, Ending, Obstacle, Rational, Run, RunStep, Snapshot,
};
/// Scheduling problems, from tables to models.
pub use ::schedule;
pub use ::symmetry::Found;
