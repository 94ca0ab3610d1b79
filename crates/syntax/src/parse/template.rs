//! Templates of XTA files.

use std::collections::{HashMap, HashSet};

use super::comments::{Gap, lies_in};
use super::cursor::{Failed, Parsed, Parser};
use super::guess::unknown_location;
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Word};
use crate::source::Span;
use crate::tree::{Branchpoint, Edge, Ident, Label, Location, Node, Parameter, Template, Written};

/// The ends of edges by name.
pub(crate) type Nodes = HashMap<String, Node>;

/// A template while it is read.
struct Draft {
    template: Template,
    nodes: Nodes,
    /// The source of the last edge that named one.
    source: Option<Node>,
    /// Where its declarations start and end.
    declarations: Option<Span>,
    /// What the section before listed.
    last: Option<Last>,
    /// Names that must not be reported as unknown: they have been, or the list of locations is not complete.
    excused: Excused,
}

/// What a section lists.
#[derive(Clone, Copy)]
enum Last {
    Location,
    Edge,
}

/// Adds to the comment of a location or edge.
fn add_comment(comment: &mut Option<Label<String>>, said: &str) {
    if said.is_empty() {
        return;
    }
    let whole = match comment {
        Some(earlier) => format!("{}\n{said}", earlier.tree),
        None => said.to_owned(),
    };
    let whole = whole.trim().to_owned();
    *comment = Some(Label { text: whole.clone(), tree: whole, at: None, span: Span::default() });
}

#[derive(Default)]
struct Excused {
    all: bool,
    names: HashSet<String>,
}

impl Parser<'_> {
    /// `process P(…) { … }`
    pub(super) fn process(&mut self) -> Parsed<Template> {
        let comment = self.take_remarks();
        let start = self.bump();
        let name = self.ident("the name of the template")?;
        let (parameters, parameter_text) = self.process_parameters()?;
        let open = self.open_brace("the body of the template")?;
        let template = Template {
            comment,
            name,
            parameters,
            parameter_text,
            declarations: Vec::new(),
            declaration_text: String::new(),
            remarks: Written::default(),
            locations: Vec::new(),
            branchpoints: Vec::new(),
            init: None,
            edges: Vec::new(),
            span: start,
        };
        let mut draft = Draft {
            template,
            nodes: Nodes::new(),
            source: None,
            declarations: None,
            last: None,
            excused: Excused::default(),
        };
        while !self.at_template_end() {
            self.section(&mut draft);
        }
        self.remarks_before(&mut draft);
        let what = format!("the template `{}`", draft.template.name.name);
        // A template without its brace is reported and kept.
        let _ = self.close_brace(open, &what);
        let Draft { mut template, declarations, .. } = draft;
        if let Some(span) = declarations {
            template.declaration_text = self.slice(span).to_owned();
        }
        template.span = self.span_from(start);
        Ok(template)
    }

    /// At the end of a template, or where another one starts because its brace is missing.
    fn at_template_end(&self) -> bool {
        matches!(self.kind(), Kind::RBrace | Kind::End)
            || self.is_word(Word::Process)
            || self.is_word(Word::System)
    }

    fn process_parameters(&mut self) -> Parsed<(Vec<Parameter>, String)> {
        if !self.is(Kind::LParen) {
            if self.grammar != super::Grammar::Old {
                return Err(self.expected("`(` and the parameters of the template"));
            }
            self.note_evidence();
            return Ok((Vec::new(), String::new()));
        }
        let start = self.span();
        let parameters = self.parameters()?;
        let whole = self.span_from(start);
        // Their comments are kept with their text.
        self.take_comments(whole.end);
        let text = self.slice(whole);
        let text = text.strip_prefix('(').unwrap_or(text);
        let text = text.strip_suffix(')').unwrap_or(text);
        Ok((parameters, text.trim().to_owned()))
    }

    /// One section of a template; on failure skips past it.
    fn section(&mut self, draft: &mut Draft) {
        let has_locations = !draft.template.locations.is_empty();
        let branchpoints = matches!(self.peek(1), Kind::Word(_));
        if has_locations && let Some(word) = self.misnamed_section() {
            self.section_misnamed(draft, word);
            return;
        }
        if self.at_section() {
            self.remarks_before(draft);
        }
        let result = match self.kind() {
            Kind::Word(Word::State) => self.states(draft),
            Kind::Word(Word::Branchpoint) if branchpoints => self.branchpoints(draft),
            Kind::Word(Word::Commit) => self.flags(draft, "committed", |at| at.committed = true),
            Kind::Word(Word::Urgent) if has_locations => {
                self.flags(draft, "urgent", |at| at.urgent = true)
            }
            Kind::Word(Word::Init) => self.init(draft),
            Kind::Word(Word::Trans) => self.edges(draft),
            _ => {
                let start = self.span();
                self.declaration_into(&mut draft.template.declarations);
                let whole = draft.declarations.unwrap_or(start);
                draft.declarations = Some(self.span_from(whole));
                return;
            }
        };
        if result.is_err() {
            self.skip_past_semicolon();
        }
    }

    fn at_section(&self) -> bool {
        let Kind::Word(word) = self.kind() else { return false };
        matches!(word, Word::State | Word::Branchpoint | Word::Commit | Word::Init | Word::Trans)
    }

    /// Comments before a section, or before the end, belong to what ends on their line, else to nothing
    /// in particular.
    fn remarks_before(&mut self, draft: &mut Draft) {
        let gap = self.take_gap();
        let last = match draft.last {
            Some(Last::Location) => draft.template.locations.last_mut().map(|it| &mut it.comment),
            Some(Last::Edge) => draft.template.edges.last_mut().map(|it| &mut it.comment),
            None => None,
        };
        draft.last = None;
        let mut rest = gap.leading;
        match last {
            Some(comment) => add_comment(comment, &self.said_by(&gap.trailing)),
            None => rest.splice(0..0, gap.trailing).for_each(drop),
        }
        draft.template.remarks.add(&Written(self.as_written(&rest)));
    }

    /// Reports a section with a wrong word and skips it; nothing that it would have said is missed later.
    fn section_misnamed(&mut self, draft: &mut Draft, word: &str) {
        let message = format!("{} does not start a section of a template", self.found());
        let error = Diagnostic::new(Code::Syntax, self.span(), message);
        self.fail_with(error.help(format!("write `{word}`")));
        draft.excused.all = true;
        self.skip_past_semicolon();
    }

    fn states(&mut self, draft: &mut Draft) -> Parsed<()> {
        self.bump();
        draft.last = Some(Last::Location);
        loop {
            let gap = self.take_gap();
            let before = draft.template.locations.last_mut();
            let leading = self.comments_in_list(gap, before.map(|it| &mut it.comment));
            match self.or_skip(&LOCATION_ENDS, Self::location) {
                Some(mut location) => {
                    let inside = self.comments_inside(&[
                        location.invariant.as_ref().map(|label| label.span),
                        location.rate.as_ref().map(|label| label.span),
                    ]);
                    add_comment(&mut location.comment, &leading);
                    add_comment(&mut location.comment, &inside);
                    let number = draft.template.locations.len();
                    draft.nodes.entry(location.id.clone()).or_insert(Node::Location(number));
                    draft.template.locations.push(location);
                }
                None => draft.excused.all = true,
            }
            if !self.next_in_list() {
                break;
            }
        }
        self.expect_semicolon("after the locations")
    }

    /// Comments between two entries of a list: those on the line of the entry before are its own, the
    /// others belong to the next one and are returned.
    fn comments_in_list(&self, gap: Gap, before: Option<&mut Option<Label<String>>>) -> String {
        let mut leading = gap.leading;
        match before {
            Some(comment) => add_comment(comment, &self.said_by(&gap.trailing)),
            None => leading.splice(0..0, gap.trailing).for_each(drop),
        }
        self.said_by(&leading)
    }

    /// What the comments up to here say that do not stand within labels.
    fn comments_inside(&mut self, labels: &[Option<Span>]) -> String {
        let mut comments = self.take_comments(self.previous_span().end);
        comments.retain(|comment| !labels.iter().flatten().any(|span| lies_in(comment, *span)));
        self.said_by(&comments)
    }

    /// Goes on to the next name of a list. Where only the comma is missing, goes on as if it were there.
    fn next_in_list(&mut self) -> bool {
        let goes_on = self.at_next_name();
        if goes_on {
            self.expected("`,` between the names");
        }
        self.eat(Kind::Comma) || goes_on
    }

    /// Whether the next name of a list follows without a comma.
    fn at_next_name(&self) -> bool {
        matches!(self.peek(1), Kind::Comma | Kind::Semicolon | Kind::LBrace)
            && matches!(self.kind(), Kind::Word(word) if !self.grammar.reserves(word))
    }

    /// `name`, `name { invariant }`, `name { invariant ; rate }` or `name { ; rate }`
    fn location(&mut self) -> Parsed<Location> {
        let name = self.ident("the name of a location")?;
        let span = name.span;
        let mut location = Location {
            id: name.name.clone(),
            name: Some(Label { text: name.name.clone(), tree: name, at: None, span }),
            invariant: None,
            rate: None,
            comment: None,
            urgent: false,
            committed: false,
            at: None,
            colour: None,
            span,
        };
        if self.is(Kind::LBrace) {
            let open = self.bump();
            self.or_skip(&INVARIANT_ENDS, |parser| {
                if !matches!(parser.kind(), Kind::Semicolon | Kind::RBrace) {
                    location.invariant = Some(parser.clause(Self::invariant)?);
                }
                if parser.eat(Kind::Semicolon) {
                    location.rate = Some(parser.clause(Self::rate)?);
                }
                Ok(())
            });
            self.close_brace(open, "the invariant")?;
        } else if !LOCATION_ENDS.contains(&self.kind()) && !self.at_next_name() {
            self.expected("`,`, `;` or `{` after the name of the location");
            self.skip_to(&LOCATION_ENDS);
            if self.is(Kind::RBrace) && matches!(self.peek(1), Kind::Comma | Kind::Semicolon) {
                self.bump();
            }
        }
        Ok(location)
    }

    /// Parses a part of the text as a label.
    fn clause<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Label<T>> {
        let start = self.span();
        let tree = parse(self)?;
        let span = self.span_from(start);
        Ok(Label { tree, text: self.dedented(span.start, span.end), at: None, span })
    }

    fn branchpoints(&mut self, draft: &mut Draft) -> Parsed<()> {
        self.bump();
        loop {
            let name = self.ident("the name of a branchpoint")?;
            let number = draft.template.branchpoints.len();
            draft.nodes.entry(name.name.clone()).or_insert(Node::Branchpoint(number));
            let branchpoint = Branchpoint { id: name.name, at: None, span: name.span };
            draft.template.branchpoints.push(branchpoint);
            if !self.next_in_list() {
                break;
            }
        }
        self.expect_semicolon("after the branchpoints")
    }

    fn flags(&mut self, draft: &mut Draft, what: &str, set: fn(&mut Location)) -> Parsed<()> {
        self.bump();
        loop {
            let name = self.ident(&format!("the name of a {what} location"))?;
            match self.node_named(draft, &name) {
                Some(Node::Location(number)) => set(&mut draft.template.locations[number]),
                Some(Node::Branchpoint(_)) => {
                    let message = format!("the branchpoint `{}` cannot be {what}", name.name);
                    self.report(Diagnostic::new(Code::Syntax, name.span, message));
                }
                None => {}
            }
            if !self.next_in_list() {
                break;
            }
        }
        self.expect_semicolon(&format!("after the {what} locations"))
    }

    /// The node of a name, or a report that there is none.
    fn node_named(&mut self, draft: &mut Draft, name: &Ident) -> Option<Node> {
        let node = draft.nodes.get(&name.name).copied();
        if node.is_none() && !draft.excused.all && draft.excused.names.insert(name.name.clone()) {
            self.report(unknown_location(name, &draft.template));
        }
        node
    }

    fn init(&mut self, draft: &mut Draft) -> Parsed<()> {
        self.bump();
        // What is wrong here is said once: it starts somewhere.
        draft.template.init = Some(Node::Location(0));
        let name = self.ident("the name of the initial location")?;
        draft.template.init = self.node_named(draft, &name).or(draft.template.init);
        self.expect_semicolon("after the initial location")
    }

    fn edges(&mut self, draft: &mut Draft) -> Parsed<()> {
        self.bump();
        draft.last = Some(Last::Edge);
        let edges = draft.template.edges.len();
        loop {
            let gap = self.take_gap();
            let before = draft.template.edges[edges..].last_mut();
            let leading = self.comments_in_list(gap, before.map(|edge| &mut edge.comment));
            if let Err(Failed) = self.edge(draft, &leading) {
                self.skip_to(&[Kind::Comma, Kind::Semicolon]);
            }
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect_semicolon("after the edges")
    }

    fn edge(&mut self, draft: &mut Draft, comment: &str) -> Parsed<()> {
        let start = self.span();
        let source = self.edge_source(draft)?;
        let controllable = self.is(Kind::Arrow);
        if !self.eat(Kind::Arrow) && !self.eat(Kind::UncontrolledArrow) {
            let message = format!("expected `->` and a target, found {}", self.found());
            let error = Diagnostic::new(Code::Syntax, self.span(), message);
            return Err(self.fail_with(error.help("an edge is written `source -> target { … }`")));
        }
        let target = self.ident("the target of the edge")?;
        let target = self.node_named(draft, &target);
        let mut edge = Edge {
            source: source.unwrap_or(Node::Location(0)),
            target: target.unwrap_or(Node::Location(0)),
            select: None,
            guard: None,
            sync: None,
            update: None,
            weight: None,
            comment: None,
            controllable,
            nails: Vec::new(),
            colour: None,
            span: start,
        };
        self.edge_clauses(&mut edge)?;
        let inside = self.comments_inside(&[
            edge.select.as_ref().map(|label| label.span),
            edge.guard.as_ref().map(|label| label.span),
            edge.sync.as_ref().map(|label| label.span),
            edge.update.as_ref().map(|label| label.span),
            edge.weight.as_ref().map(|label| label.span),
        ]);
        add_comment(&mut edge.comment, comment);
        add_comment(&mut edge.comment, &inside);
        edge.span = self.span_from(start);
        if source.is_some() && target.is_some() {
            draft.template.edges.push(edge);
        }
        Ok(())
    }

    /// The source of an edge; if it is left out, that of the edge before.
    fn edge_source(&mut self, draft: &mut Draft) -> Parsed<Option<Node>> {
        if matches!(self.kind(), Kind::Arrow | Kind::UncontrolledArrow) {
            if draft.source.is_none() && draft.template.edges.is_empty() {
                self.expected("the source of the edge");
            }
            return Ok(draft.source);
        }
        let name = self.ident("the source of the edge")?;
        draft.source = self.node_named(draft, &name);
        Ok(draft.source)
    }

    /// `{ clauses }`. Where only a brace is missing, goes on as if it were there.
    fn edge_clauses(&mut self, edge: &mut Edge) -> Parsed<()> {
        let open = self.span();
        if self.is(Kind::LBrace) || !self.at_clause() {
            self.expect(Kind::LBrace, "{", "after the target of the edge")?;
        } else {
            self.expected("`{` after the target of the edge");
        }
        while !self.at_edge_end() {
            if self.edge_clause(edge).is_err() {
                self.skip_past_semicolon();
            }
        }
        if matches!(self.kind(), Kind::RBrace | Kind::End) {
            self.close_brace(open, "the edge")?;
        } else {
            let _ = self.close_brace(open, "the edge");
        }
        Ok(())
    }

    fn at_clause(&self) -> bool {
        let Kind::Word(word) = self.kind() else { return false };
        matches!(word, Word::Select | Word::Guard | Word::Sync | Word::Assign | Word::Probability)
    }

    /// At the end of an edge, or where another edge or section starts because its brace is missing.
    fn at_edge_end(&self) -> bool {
        match self.kind() {
            Kind::RBrace | Kind::End | Kind::Comma => true,
            Kind::Semicolon => matches!(self.peek(1), Kind::RBrace | Kind::End),
            Kind::Word(Word::Process | Word::System) => true,
            _ => matches!(self.peek(1), Kind::Arrow | Kind::UncontrolledArrow),
        }
    }

    fn edge_clause(&mut self, edge: &mut Edge) -> Parsed<()> {
        let Kind::Word(word) = self.kind() else { return Err(self.expected(CLAUSES)) };
        let repeated = match word {
            Word::Select => edge.select.is_some(),
            Word::Guard => edge.guard.is_some(),
            Word::Sync => edge.sync.is_some(),
            Word::Assign => edge.update.is_some(),
            Word::Probability => edge.weight.is_some(),
            _ => return Err(self.expected(CLAUSES)),
        };
        if repeated {
            let message = format!("this edge has {} twice", self.found());
            self.fail(message);
        }
        self.bump();
        match word {
            Word::Select => edge.select = Some(self.clause(Self::select)?),
            Word::Guard => edge.guard = Some(self.clause(Self::guard)?),
            Word::Sync => edge.sync = Some(self.clause(Self::synchronisation)?),
            Word::Assign => edge.update = Some(self.clause(Self::update)?),
            _ => edge.weight = Some(self.clause(Self::weight)?),
        }
        self.expect_semicolon("after this part of the edge")
    }
}

/// Where to go on after a location that cannot be read.
const LOCATION_ENDS: [Kind; 6] = [
    Kind::Comma,
    Kind::Semicolon,
    Kind::Word(Word::Init),
    Kind::Word(Word::Commit),
    Kind::Word(Word::Urgent),
    Kind::Word(Word::Trans),
];

/// Where to go on after an invariant that cannot be read.
const INVARIANT_ENDS: [Kind; 4] =
    [Kind::RBrace, Kind::Word(Word::Init), Kind::Word(Word::Commit), Kind::Word(Word::Trans)];

const CLAUSES: &str = "`select`, `guard`, `sync`, `assign` or `probability`";
