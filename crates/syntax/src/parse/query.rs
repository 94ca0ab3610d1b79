//! Queries.

use std::ops::Range;

use super::cursor::{Grammar, Parsed, Parser};
use super::definition::Definition;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::lex::{Kind, Mode, Word, lex};
use crate::precedence::Level;
use crate::source::{BlockId, Span};
use crate::tree::{BinaryOp, Expr, ExprKind, Formula, Optimum, PathQuantifier, Query, Written};

/// Parses a whole block as one query; line ends mean nothing.
pub(crate) fn parse_query(text: &str, block: BlockId) -> (Query, Vec<Diagnostic>) {
    parse_query_range(text, 0..text.len(), block, &mut Vec::new())
}

/// Parses a part of a block as one query, after some definitions; adds its own. The line is left for the caller to
/// fill in.
pub(super) fn parse_query_range(
    text: &str,
    range: Range<usize>,
    block: BlockId,
    definitions: &mut Vec<Definition>,
) -> (Query, Vec<Diagnostic>) {
    let folded = folded_text(text, range.clone());
    // All of the text, also what could not be read: that is where its errors are.
    let whole = text.get(range.clone()).unwrap_or("");
    let range_end = range.start + whole.trim_end().len();
    let commented = !lex(text, range.clone(), Mode::Query).comments.is_empty();
    let mut parser = Parser::over(text, range, block, Grammar::Query);
    let start = parser.span();
    let formula = parser.query(definitions);
    let mut query = Query {
        formula,
        text: folded,
        written: Written(if commented { whole.trim().to_owned() } else { String::new() }),
        comment: String::new(),
        expect: None,
        options: Vec::new(),
        results: Vec::new(),
        line: 0,
        span: Span { end: range_end as u32, ..start },
    };
    let mut diagnostics = parser.finish();
    for diagnostic in &mut diagnostics {
        // What is missing at the end is missing after the last word, whatever blanks follow.
        if diagnostic.span.start as usize > range_end {
            (diagnostic.span.start, diagnostic.span.end) = (range_end as u32, range_end as u32);
        }
        if diagnostic.severity() == Severity::Error {
            diagnostic.code = Code::BadQuery;
            // Half a question must not be answered.
            query.formula = Formula::Error;
        }
    }
    (query, diagnostics)
}

/// The text without comments, with runs of blanks folded to one.
fn folded_text(text: &str, range: Range<usize>) -> String {
    let lexed = lex(text, range.clone(), Mode::Query);
    let mut words: Vec<&str> = Vec::new();
    let mut from = range.start;
    let cuts = lexed.comments.iter().map(|comment| (comment.start as usize, comment.end as usize));
    for (start, end) in cuts.chain([(range.end, range.end)]) {
        let part = text.get(from..start).unwrap_or("");
        words.extend(part.split_whitespace().filter(|&word| word != "\\"));
        from = end;
    }
    words.join(" ")
}

/// Words that only start queries of other engines, with the family's name.
const FAMILIES: &[(&str, &str)] = &[
    ("Pr", "statistical model checking"),
    ("Pmax", "probabilistic reachability"),
    ("simulate", "simulation"),
    ("control", "timed games"),
    ("control_t", "timed games"),
    ("acontrol", "controller synthesis for hybrid games"),
    ("strategy", "strategies and learning"),
    ("minE", "strategies and learning"),
    ("maxE", "strategies and learning"),
    ("minPr", "strategies and learning"),
    ("maxPr", "strategies and learning"),
    ("saveStrategy", "strategies and learning"),
    ("loadStrategy", "strategies and learning"),
    ("imitate", "strategies and learning"),
    ("sat", "live sequence charts"),
    ("refinement", "refinement checking"),
    ("consistency", "refinement checking"),
    ("specification", "refinement checking"),
    ("implementation", "refinement checking"),
];

impl Parser<'_> {
    fn query(&mut self, definitions: &mut Vec<Definition>) -> Formula {
        if self.definitions(definitions).is_err() {
            return Formula::Error;
        }
        if self.is(Kind::End) {
            return Formula::Empty;
        }
        let strategy = self.strategy_name();
        if !self.is_game()
            && let Some(family) = self.family()
        {
            return Formula::Unsupported(family.to_owned());
        }
        let parsed = if self.is_game() { self.game() } else { self.formula() };
        let Ok(mut formula) = parsed else { return Formula::Error };
        if let Some(name) = strategy {
            formula = Formula::Strategy(name, Box::new(formula));
        }
        if self.replace_all(&mut formula, definitions).is_err() {
            return Formula::Error;
        }
        if self.is_word(Word::Under) {
            self.bump();
            let Ok(name) = self.ident("the strategy") else { return Formula::Error };
            formula = Formula::Under(Box::new(formula), name.name);
        }
        self.expect_query_end();
        formula
    }

    /// `strategy name =`, if a game follows.
    fn strategy_name(&mut self) -> Option<String> {
        let is_strategy = self.slice(self.span()) == "strategy"
            && matches!(self.peek(1), Kind::Word(_))
            && self.peek(2) == Kind::Assign
            && self.slice_ahead(3) == "control"
            && self.peek(4) == Kind::Colon;
        if !is_strategy {
            return None;
        }
        let name = self.slice_ahead(1).to_owned();
        (0..3).for_each(|_| {
            self.bump();
        });
        Some(name)
    }

    fn is_game(&self) -> bool {
        self.slice(self.span()) == "control" && self.peek(1) == Kind::Colon
    }

    /// `control: A[] p`, `control: A<> p`, `control: A[p U q]`, `control: A[p W q]`
    fn game(&mut self) -> Parsed<Formula> {
        self.bump();
        self.bump();
        let goal = self.predicate()?;
        use PathQuantifier::{Always, Eventually};
        match &goal.kind {
            ExprKind::Path(Always | Eventually, _) | ExprKind::Until { every: true, .. } => {
                Ok(Formula::Control(goal))
            }
            _ => {
                let message = "this cannot be the goal of a game";
                let error = Diagnostic::new(Code::Syntax, goal.span, message)
                    .help("write `A[] p`, `A<> p`, `A[p U q]` or `A[p W q]` after `control:`");
                Err(self.fail_with(error))
            }
        }
    }

    /// The family of a query that no symbolic tool answers, by its first tokens.
    fn family(&self) -> Option<&'static str> {
        let next = self.peek(1);
        match self.kind() {
            Kind::LBrace => Some("timed games"),
            Kind::Path(PathQuantifier::Possibly) if next == Kind::Word(Word::Plain) => {
                let game = self.word_after().is_some_and(|word| word == "control")
                    && self.peek(2) == Kind::Colon;
                game.then_some("timed games")
            }
            Kind::Word(_) => {
                let word = self.slice(self.span());
                let until =
                    next == Kind::LBracket && self.peek(2) != Kind::RBracket && !self.is_until();
                match word {
                    "E" if until => Some("statistical model checking"),
                    "A" if until => Some("timed games (until)"),
                    _ if starts_family(next) => {
                        FAMILIES.iter().find(|(name, _)| *name == word).map(|(_, family)| *family)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn word_after(&self) -> Option<&str> {
        let rest = self.text.get(self.span().end as usize..)?.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        Some(&rest[..end.unwrap_or(rest.len())])
    }

    fn formula(&mut self) -> Parsed<Formula> {
        let start = self.span();
        if let Some(quantifier) = self.path_quantifier() {
            if self.has_bound() {
                let body = self.path_body(quantifier, start, Level::LOWEST)?;
                return Ok(Formula::Branching(*body.expr));
            }
            return Ok(Formula::Path(quantifier, self.predicate()?));
        }
        if let Some(optimum) = self.optimum() {
            return self.extreme(optimum);
        }
        let hint = self.hint_at_query(self.slice(start));
        let signs = (self.peek(1), self.peek(2));
        let quantifier = signs == (Kind::LBracket, Kind::RBracket)
            || signs == (Kind::Op(BinaryOp::Lt), Kind::Op(BinaryOp::Gt));
        if let (true, Some(hint)) = (quantifier, hint) {
            let error = Diagnostic::new(Code::Syntax, start, "this is not a quantifier over paths");
            return Err(self.fail_with(error.help(hint)));
        }
        let left = self.predicate()?;
        if self.eat(Kind::LeadsTo) {
            return Ok(Formula::LeadsTo(left, self.predicate()?));
        }
        if !self.is(Kind::End) {
            let mut error = self.expectation("`-->` or an operator", self.span());
            if let Some(hint) = hint {
                error = error.help(hint);
            }
            return Err(self.fail_with(error));
        }
        if left.has_path() {
            return Ok(Formula::Branching(left));
        }
        let error = Diagnostic::new(Code::Syntax, left.span, "this is a predicate, not a query")
            .help("start with `A[]`, `E<>`, `A<>` or `E[]`, or write `p --> q`");
        self.report(error);
        Ok(Formula::Error)
    }

    pub(super) fn predicate(&mut self) -> Parsed<Expr> {
        let mut predicate = self.expression()?;
        self.reject_assignments(&mut predicate, "a query");
        Ok(predicate)
    }

    /// `A[]` and its kin, also with blanks in between, which UPPAAL does not accept.
    fn path_quantifier(&mut self) -> Option<PathQuantifier> {
        if let Kind::Path(quantifier) = self.kind() {
            self.bump();
            return Some(quantifier);
        }
        let signs = (self.peek(1), self.peek(2));
        let boxed = signs == (Kind::LBracket, Kind::RBracket);
        let diamond = signs == (Kind::Op(BinaryOp::Lt), Kind::Op(BinaryOp::Gt));
        let quantifier = match (self.slice(self.span()), boxed, diamond) {
            ("A", true, _) => PathQuantifier::Always,
            ("A", _, true) => PathQuantifier::Eventually,
            ("E", true, _) => PathQuantifier::PotentiallyAlways,
            ("E", _, true) => PathQuantifier::Possibly,
            _ => return None,
        };
        let start = self.bump();
        self.bump();
        let span = start.to(self.bump());
        let message = "UPPAAL accepts this only without blanks";
        self.report(Diagnostic::new(Code::OldSpelling, span, message));
        Some(quantifier)
    }

    fn optimum(&mut self) -> Option<Optimum> {
        if !matches!(self.peek(1), Kind::Colon | Kind::LBrace) {
            return None;
        }
        let optimum = match self.slice(self.span()) {
            "sup" => Optimum::Supremum,
            "inf" => Optimum::Infimum,
            "bounds" => Optimum::Bounds,
            _ => return None,
        };
        self.bump();
        Some(optimum)
    }

    /// `{ predicate } : terms`
    fn extreme(&mut self, optimum: Optimum) -> Parsed<Formula> {
        let mut within = None;
        if self.is(Kind::LBrace) {
            let open: Span = self.bump();
            within = Some(self.predicate()?);
            self.close_brace(open, "the predicate")?;
        }
        self.expect(Kind::Colon, ":", "before what is to be bounded")?;
        Ok(Formula::Optimum { optimum, within, terms: self.expression_list()? })
    }

    fn expect_query_end(&mut self) {
        if self.is(Kind::Semicolon) {
            let error =
                Diagnostic::new(Code::Syntax, self.span(), "unexpected `;` after the query")
                    .help("a query ends with its line");
            self.fail_with(error);
            return;
        }
        self.expect_end("the query");
    }
}

/// What may follow the first word of such a query; a variable of that name is followed by other
/// things.
fn starts_family(next: Kind) -> bool {
    matches!(next, Kind::LBracket | Kind::LParen | Kind::Colon | Kind::LBrace | Kind::Word(_))
        || matches!(next, Kind::Number | Kind::Op(BinaryOp::Mul))
}
