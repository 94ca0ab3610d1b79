use super::{Kind, Mode, Word, lex};
use crate::tree::{BinaryOp, PathQuantifier};

fn kinds(text: &str, mode: Mode) -> Vec<Kind> {
    lex(text, 0..text.len(), mode).tokens.iter().map(|token| token.kind).collect()
}

#[test]
fn path_quantifiers_are_single_tokens_in_queries_only() {
    let always = Kind::Path(PathQuantifier::Always);
    assert_eq!(kinds("A[]", Mode::Query), [always, Kind::End]);
    let index = [Kind::Word(Word::Plain), Kind::LBracket, Kind::RBracket, Kind::End];
    assert_eq!(kinds("A[]", Mode::Model), index);
    assert_eq!(kinds("BA[]", Mode::Query), index);
    let possibly = Kind::Path(PathQuantifier::Possibly);
    assert_eq!(kinds("E<>E", Mode::Query), [possibly, Kind::Word(Word::Plain), Kind::End]);
}

#[test]
fn leads_to_is_a_decrement_and_a_comparison_in_models() {
    let name = Kind::Word(Word::Plain);
    assert_eq!(kinds("i-->j", Mode::Query), [name, Kind::LeadsTo, name, Kind::End]);
    let greater = Kind::Op(BinaryOp::Gt);
    assert_eq!(kinds("i-->j", Mode::Model), [name, Kind::Decrement, greater, name, Kind::End]);
}

#[test]
fn the_longest_symbol_wins() {
    let op = |op| Kind::Op(op);
    assert_eq!(
        kinds("<<= << <? <= < =< >>= >? => -u-> -> ** *= := == =", Mode::Model),
        [
            Kind::AssignWith(BinaryOp::Shl),
            op(BinaryOp::Shl),
            op(BinaryOp::Min),
            op(BinaryOp::Le),
            op(BinaryOp::Lt),
            Kind::OldLe,
            Kind::AssignWith(BinaryOp::Shr),
            op(BinaryOp::Max),
            Kind::OldGe,
            Kind::UncontrolledArrow,
            Kind::Arrow,
            op(BinaryOp::Pow),
            Kind::AssignWith(BinaryOp::Mul),
            Kind::Assign,
            op(BinaryOp::Eq),
            Kind::Assign,
            Kind::End,
        ]
    );
}

#[test]
fn numbers_end_where_they_must() {
    assert_eq!(kinds("0..5", Mode::Model), [Kind::Number, Kind::DotDot, Kind::Number, Kind::End]);
    assert_eq!(kinds("1.5e-3", Mode::Model), [Kind::Float, Kind::End]);
    assert_eq!(kinds("1e5", Mode::Model), [Kind::Float, Kind::End]);
    let word = Kind::Word(Word::Plain);
    assert_eq!(kinds("1.x", Mode::Model), [Kind::Number, Kind::Dot, word, Kind::End]);
    assert_eq!(kinds("1e", Mode::Model), [Kind::Number, word, Kind::End]);
}

#[test]
fn names_may_contain_dollar_and_hash() {
    let text = "a$b#1 #";
    let tokens = lex(text, 0..text.len(), Mode::Model).tokens;
    assert_eq!((tokens[0].start, tokens[0].end), (0, 5));
    assert_eq!(tokens[1].kind, Kind::Hash);
}

#[test]
fn comments_and_continuations_are_blanks() {
    assert_eq!(kinds("/* a */ // b\n\\ \t\n", Mode::Model), [Kind::End]);
    assert_eq!(kinds("\n/* a\n */\n", Mode::QueryLines), [Kind::Newline, Kind::Newline, Kind::End]);
    assert_eq!(kinds("\\x", Mode::Model)[0], Kind::Backslash);
}

#[test]
fn what_means_nothing_is_one_token() {
    assert_eq!(kinds("≤≥\0@", Mode::Model), [Kind::Unknown, Kind::End]);
    assert_eq!(kinds("\"open", Mode::Model)[0], Kind::Unknown);
}

#[test]
fn a_part_of_a_text_keeps_its_offsets() {
    let tokens = lex("aa bb cc", 3..5, Mode::Model).tokens;
    assert_eq!(tokens.len(), 2);
    assert_eq!((tokens[0].start, tokens[0].end), (3, 5));
}
