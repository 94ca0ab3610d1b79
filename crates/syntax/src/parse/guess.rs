//! What the author probably meant: hints for errors, and warnings for text that means something
//! else than it seems to.

use super::cursor::{Grammar, Parser};
use super::expression::ParsedExpr;
use crate::diagnostic::{Code, Diagnostic};
use crate::lex::{Kind, Word};
use crate::source::Span;
use crate::tree::{AssignOp, BinaryOp, Expr, ExprKind, Ident, Quantifier, Template, UnaryOp};

impl Parser<'_> {
    /// What to do about an unexpected token, where the token itself tells.
    pub(super) fn hint(&self) -> Option<String> {
        let hint = match self.kind() {
            Kind::DotDot => "a range is written `int[0,5]`, with a comma",
            Kind::Unknown => match self.slice(self.span()).chars().next()? {
                '≤' => "write `<=`",
                '≥' => "write `>=`",
                '≠' => "write `!=`",
                '∧' => "write `&&`",
                '∨' => "write `||`",
                '¬' => "write `!`",
                '→' => "write `->`, or `-->` in a query",
                '–' | '—' | '−' => "this dash is not a minus sign; write `-`",
                '\u{a0}' => "this is a non-breaking space; write an ordinary one",
                '"' => "the string is not closed on this line",
                '“' | '”' => "write straight quotes: `\"`",
                _ => return None,
            },
            Kind::Word(Word::Break | Word::Continue | Word::Switch) => {
                "the language has no `break`, `continue` or `switch`; use conditions and `return`"
            }
            Kind::Word(Word::Plain) => match self.slice(self.span()) {
                "implies" | "then" => "write `imply`",
                "AND" => "write `and` or `&&`",
                "OR" => "write `or` or `||`",
                "NOT" => "write `not` or `!`",
                "in" => "write `:` before the type, as in `i : id_t`",
                _ => return None,
            },
            Kind::LBracket if self.is_query() && self.peek(1) == Kind::RBracket => {
                "write `A[]` (always, on every path) or `E[]` (always, on some path)"
            }
            Kind::Op(BinaryOp::Lt) if self.is_query() && self.peek(1) == Kind::Op(BinaryOp::Gt) => {
                "write `E<>` (some path leads there) or `A<>` (every path does)"
            }
            Kind::Word(Word::Else) => "`else` belongs to an `if` with one statement before it",
            Kind::Hash => "there is no preprocessor; declare a `const int`",
            Kind::Arrow if self.is_query() => {
                "write `imply` for an implication, or `p --> q` for \"p leads to q\""
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }

    fn is_query(&self) -> bool {
        self.grammar == Grammar::Query
    }

    /// What was probably meant by a query that starts with a word of another logic or tool.
    pub(super) fn hint_at_query(&self, first: &str) -> Option<&'static str> {
        Some(match first {
            "G" | "always" | "globally" | "invariant" => "write `A[] p`",
            "F" | "eventually" | "finally" => "write `A<> p`",
            "reachable" | "possible" | "possibly" => "write `E<> p`",
            "sup" | "inf" | "bounds" => "write `sup: n`, or `sup{p}: n` for where `p` holds",
            "a" | "e" if self.peek(1) == Kind::LBracket => "write `A[]` or `E[]`, in capitals",
            "a" | "e" if self.peek(1) == Kind::Op(BinaryOp::Lt) => {
                "write `A<>` or `E<>`, in capitals"
            }
            _ => return None,
        })
    }

    /// `& &` and `| |` are one operator with a blank in it.
    pub(super) fn hint_at_doubled_sign(&mut self, sign: Span) {
        let doubled = match (self.slice(sign), self.kind()) {
            ("&", Kind::Op(BinaryOp::BitAnd | BinaryOp::And)) => "&&",
            ("|", Kind::Op(BinaryOp::BitOr | BinaryOp::Or)) => "||",
            ("=" | "==", Kind::Op(BinaryOp::Eq)) | ("==", Kind::Assign) => "==",
            _ => return,
        };
        let span = sign.to(self.span());
        let message = format!("expected an expression, found {}", self.found());
        let help = format!("write `{doubled}` without a blank");
        self.fail_with(Diagnostic::new(Code::Syntax, span, message).help(help));
    }

    /// `=<` and `=>` are understood, but only UPPAAL 3 knew them.
    pub(super) fn warn_of_old_comparison(&mut self) {
        let help = match self.kind() {
            Kind::OldLe => "write `<=`",
            Kind::OldGe => "write `>=`, or `imply` if an implication is meant",
            _ => return,
        };
        match (self.grammar, self.kind()) {
            (Grammar::Old, _) => self.note_evidence(),
            // Read as a comparison, an implication would get a wrong answer.
            (Grammar::Query, Kind::OldGe) => {
                let message = "`=>` is not an operator of queries";
                let help = "write `imply` for an implication, or `>=` to compare";
                let error = Diagnostic::new(Code::Syntax, self.span(), message).help(help);
                self.report(error);
            }
            _ => {
                let message = format!("{} is the spelling of UPPAAL 3", self.found());
                self.report(Diagnostic::new(Code::OldSpelling, self.span(), message).help(help));
            }
        }
    }

    /// The word for a section of a template, where another word of the same meaning stands for it.
    /// A type may have any of these names, so this is only asked where no declaration can stand.
    pub(super) fn misnamed_section(&self) -> Option<&'static str> {
        if self.kind() != Kind::Word(Word::Plain) || !matches!(self.peek(1), Kind::Word(_)) {
            return None;
        }
        match self.slice(self.span()) {
            "committed" => Some("commit"),
            "initial" | "initially" => Some("init"),
            "states" | "location" | "locations" => Some("state"),
            "transition" | "transitions" | "edge" | "edges" => Some("trans"),
            _ => None,
        }
    }

    /// Warns where operators bind in a way that surprises.
    pub(super) fn warn_of_precedence(
        &mut self,
        op: BinaryOp,
        sign: Span,
        left: &ParsedExpr,
        right: &ParsedExpr,
    ) {
        let bare = |node: &ParsedExpr, test: fn(&ExprKind) -> bool| {
            !node.parenthesised && test(&node.expr.kind)
        };
        let (message, help) = match op {
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
                if bare(left, is_comparison) || bare(right, is_comparison) =>
            {
                let text = self.slice(sign);
                let logical = match op {
                    BinaryOp::BitAnd => "&&",
                    BinaryOp::BitOr => "||",
                    _ => "xor",
                };
                let message = format!("`{text}` works on bits and binds looser than comparisons");
                (message, format!("write `{logical}` to join conditions, or add parentheses"))
            }
            op if is_comparing(op) && bare(left, is_negation) => {
                let message = "the negation applies to the left operand only".to_owned();
                (message, "write `!(a == b)`, or `(!a) == b` if that is meant".to_owned())
            }
            op if is_ordering(op) && bare(left, is_ordered) => {
                let message = "this compares the truth value of a comparison".to_owned();
                (message, "write `a < b && b < c`".to_owned())
            }
            BinaryOp::Imply if bare(left, is_implication) => {
                let message = "`a imply b imply c` is `(a imply b) imply c`".to_owned();
                (message, "add parentheses to say what is meant".to_owned())
            }
            _ => return,
        };
        self.report(Diagnostic::new(Code::SurprisingPrecedence, sign, message).help(help));
    }

    /// `sum (i : T) a[i] == 3` sums comparisons.
    pub(super) fn warn_of_sum(&mut self, quantifier: Quantifier, body: &ParsedExpr) {
        if quantifier == Quantifier::Sum && !body.parenthesised && is_comparison(&body.expr.kind) {
            let message = "the sum extends over this comparison";
            let help = "put the sum in parentheses: `(sum (i : T) a[i]) == 3`";
            let warning = Diagnostic::new(Code::SurprisingPrecedence, body.expr.span, message);
            self.report(warning.help(help));
        }
    }

    /// A condition must not assign. Reports each `=` where `==` was meant; such a condition says
    /// nothing.
    pub(super) fn reject_assignments(&mut self, condition: &mut Expr, what: &str) {
        let mut places = Vec::new();
        find_assignments(condition, &mut places);
        if !places.is_empty() {
            condition.kind = ExprKind::Error;
        }
        for span in places {
            let message = format!("{what} cannot assign");
            let error = Diagnostic::new(Code::AssignmentInCondition, span, message);
            self.report(error.help("write `==` to compare"));
        }
    }
}

/// Says that a template has no such location, and which it has.
pub(super) fn unknown_location(name: &Ident, template: &Template) -> Diagnostic {
    const MOST_NAMED: usize = 8;
    let message = format!("this template has no location `{}`", name.name);
    let error = Diagnostic::new(Code::UnknownLocation, name.span, message);
    let known = template.locations.iter().filter_map(|location| location.name.as_ref());
    let mut known: Vec<String> = known.map(|label| format!("`{}`", label.tree.name)).collect();
    match known.pop() {
        Some(last) if known.is_empty() => error.help(format!("it has {last}")),
        Some(last) if known.len() < MOST_NAMED => {
            error.help(format!("it has {} and {last}", known.join(", ")))
        }
        _ => error,
    }
}

/// The assignments among the parts of a condition. `a && b = c && d` was read as `(a && b) = (c &&
/// d)`; the place is that of `b = c`.
fn find_assignments(condition: &Expr, places: &mut Vec<Span>) {
    match &condition.kind {
        ExprKind::Binary(op, left, right) if is_logical(*op) => {
            find_assignments(left, places);
            find_assignments(right, places);
        }
        ExprKind::Row(_, parts) => parts.iter().for_each(|part| find_assignments(part, places)),
        ExprKind::Assign(AssignOp::Set, left, right) => {
            find_assignments(left, places);
            places.push(last_part(left).span.to(first_part(right).span));
            find_assignments(right, places);
        }
        _ => {}
    }
}

fn last_part(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Binary(op, _, right) if is_logical(*op) => last_part(right),
        ExprKind::Row(_, parts) => parts.last().map_or(expr, last_part),
        _ => expr,
    }
}

fn first_part(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Binary(op, left, _) if is_logical(*op) => first_part(left),
        ExprKind::Row(_, parts) => parts.first().map_or(expr, first_part),
        ExprKind::Assign(_, left, _) => first_part(left),
        _ => expr,
    }
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Imply)
}

fn is_ordering(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Gt)
}

fn is_comparing(op: BinaryOp) -> bool {
    is_ordering(op) || matches!(op, BinaryOp::Eq | BinaryOp::Ne)
}

fn is_comparison(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Binary(op, ..) if is_comparing(*op))
}

fn is_ordered(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Binary(op, ..) if is_ordering(*op))
}

fn is_negation(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Unary(UnaryOp::Not, _))
}

fn is_implication(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Binary(BinaryOp::Imply, ..))
}
