//! From typed model to network: every process, variable, clock and channel written out.
//!
//! Names become objects (`object.rs`), types become shapes (`shape.rs`), expressions and statements are
//! lowered one file per kind, and constants are computed by running the lowered form.

mod aggregate;
mod assign;
mod clock;
mod connective;
mod constant;
mod cost;
mod edge;
mod expression;
mod formula;
mod function;
mod goal;
mod guard;
mod initial;
mod integer_part;
mod local;
mod member;
mod object;
mod place;
mod priority;
mod process;
mod quantify;
mod query;
mod shape;
mod shift;
mod statement;
mod under;

use std::rc::Rc;

use network::{FunctionId, Limitation, Network, Origin, ProcessId, ScalarSetId};
use rustc_hash::FxHashMap;
use syntax::{Code, Diagnostic, Span};

use crate::findings::Findings;
use crate::limits::Usage;
use crate::symbol::SymbolId;
use crate::typed::Model;
use function::Specialisation;
use object::Object;
use process::Member;

/// Why something cannot be lowered.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It is wrong, and that has been reported.
    Reported,
    /// It is right, but no symbolic engine can run it.
    Unsupported {
        /// What cannot be run.
        reason: String,
        span: Span,
    },
}

/// The result of lowering.
pub(crate) type Lowered<T> = Result<T, Stop>;

/// It is right, but no symbolic engine can run it.
fn unsupported<T>(reason: impl Into<String>, span: Span) -> Lowered<T> {
    Err(Stop::Unsupported { reason: reason.into(), span })
}

/// What a symbol stands for where it is used.
#[derive(Clone, Debug)]
enum Binding {
    Value(i32),
    /// Cells, clocks or channels.
    Object(Object),
}

/// What the symbols of a scope stand for.
type Bindings = FxHashMap<SymbolId, Binding>;

/// A network under construction.
pub(crate) struct Lowering<'m> {
    model: &'m Model,
    findings: &'m mut Findings,
    /// The network so far. Slots are numbered as variables are made; the final layout comes last.
    network: Network,
    /// The initial value of every cell made so far, for computing constants.
    memory: Vec<i32>,
    origins: Origins,
    globals: Bindings,
    /// What the names of the current process stand for.
    locals: Rc<Bindings>,
    /// The current process, if there is one.
    process: Option<ProcessId>,
    /// Parameters and local variables of the current function, and bound names, innermost last.
    stack: Vec<(SymbolId, Binding)>,
    /// The function being lowered, if there is one.
    frame: Option<function::Frame>,
    specialisations: FxHashMap<Specialisation, (FunctionId, Object)>,
    /// Scalar sets by number and, for those declared in templates, entry of the system line.
    scalars: FxHashMap<(u32, Option<usize>), ScalarSetId>,
    /// What the names of each process stand for.
    process_locals: Vec<Rc<Bindings>>,
    /// The processes of each entry of the system line.
    members: Vec<Rc<Vec<Member>>>,
    /// The entry of the system line being written out.
    listed: usize,
    /// The priority of channels that are not listed.
    default_priority: i32,
    usage: Usage,
}

pub(crate) struct Instantiated {
    /// The network, laid out.
    pub(crate) network: Network,
    /// Nothing is wrong outside queries.
    pub(crate) sound: bool,
    pub(crate) queries: Vec<network::Query>,
    /// The places its origins stand for.
    pub(crate) origins: Vec<Span>,
}

/// Writes out a model; `checked` says that nothing has been reported about it so far. Otherwise it is
/// written out only to find what else is wrong.
pub(crate) fn instantiate(
    model: &Model,
    queries: &[(&syntax::tree::Query, crate::check::Query)],
    checked: bool,
    findings: &mut Findings,
) -> Instantiated {
    let errors = findings.errors();
    let mut lowering = Lowering::new(model, findings);
    lowering.priorities();
    lowering.global_objects();
    lowering.hooks();
    lowering.channel_priorities();
    lowering.processes();
    lowering.start_meters();
    let sound = checked && lowering.findings.errors() == errors;
    let queries = lowering.queries(queries, sound);
    lowering.network.lay_out();
    Instantiated { network: lowering.network, sound, queries, origins: lowering.origins.spans }
}

impl<'m> Lowering<'m> {
    fn new(model: &'m Model, findings: &'m mut Findings) -> Lowering<'m> {
        let mut lowering = Lowering {
            model,
            findings,
            network: Network::default(),
            memory: Vec::new(),
            origins: Origins::default(),
            globals: Bindings::default(),
            locals: Rc::new(Bindings::default()),
            process: None,
            stack: Vec::new(),
            frame: None,
            specialisations: FxHashMap::default(),
            scalars: FxHashMap::default(),
            process_locals: Vec::new(),
            members: Vec::new(),
            listed: 0,
            default_priority: 0,
            usage: Usage::default(),
        };
        for (reason, span) in &model.limitations {
            lowering.limit(reason.clone(), *span);
        }
        lowering
    }

    fn global_objects(&mut self) {
        for symbol in &self.model.globals {
            let made = self.declared_object(*symbol, "");
            if let Some(binding) = self.tolerate(made) {
                self.globals.insert(*symbol, binding);
            }
        }
    }

    fn hooks(&mut self) {
        let model = self.model;
        let before = self.update_statements(model.before_update.iter());
        self.network.before_update = self.tolerate(before).unwrap_or_default();
        let after = self.update_statements(model.after_update.iter());
        self.network.after_update = self.tolerate(after).unwrap_or_default();
    }

    /// Keeps a result; turns what cannot be run into a limitation of the network.
    fn tolerate<T>(&mut self, result: Lowered<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(Stop::Reported) => None,
            Err(Stop::Unsupported { reason, span }) => {
                self.limit(reason, span);
                None
            }
        }
    }

    fn limit(&mut self, reason: String, span: Span) {
        let origin = self.origins.of(span);
        let known =
            |limitation: &Limitation| limitation.origin == origin && limitation.reason == reason;
        if !self.network.limitations.iter().any(known) {
            self.network.limitations.push(Limitation { reason, origin });
        }
    }

    /// Reports an error and gives the result that stands for it.
    fn fail<T>(&mut self, code: Code, span: Span, message: impl Into<String>) -> Lowered<T> {
        self.findings.report(Diagnostic::new(code, span, message));
        Err(Stop::Reported)
    }

    /// Reports that the model becomes too large.
    fn too_large<T>(&mut self, span: Span, what: &str, count: u128, most: u64) -> Lowered<T> {
        let message = format!("{count} {what} are too many: at most {most} can be handled");
        self.fail(Code::TooLarge, span, message)
    }

    /// What a symbol stands for here.
    fn binding(&self, symbol: SymbolId) -> Option<&Binding> {
        let bound = self.stack.iter().rev().find(|(bound, _)| *bound == symbol);
        bound
            .map(|(_, binding)| binding)
            .or_else(|| self.locals.get(&symbol))
            .or_else(|| self.globals.get(&symbol))
    }

    /// The name of something local, with its process and function before it.
    fn qualified(&self, name: &str) -> String {
        let process = self.process.and_then(|id| self.network.processes.get(id.index()));
        let mut qualified = process.map_or_else(String::new, |p| format!("{}.", p.name));
        if let Some(frame) = &self.frame {
            qualified.push_str(&frame.name);
            qualified.push('.');
        }
        qualified.push_str(name);
        qualified
    }
}

/// The places that origins stand for.
#[derive(Default)]
struct Origins {
    spans: Vec<Span>,
    known: FxHashMap<(u32, u32, u32), Origin>,
}

impl Origins {
    /// The origin of a place.
    fn of(&mut self, span: Span) -> Origin {
        let key = (span.block.0, span.start, span.end);
        *self.known.entry(key).or_insert_with(|| {
            self.spans.push(span);
            Origin::at(self.spans.len() - 1)
        })
    }
}
