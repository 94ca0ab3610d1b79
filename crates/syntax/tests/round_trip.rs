//! `parse(print(tree)) == tree` for every model of the corpus, in every format.

mod corpus_files;
mod forms;

use corpus_files::{bench_files, files, name_of, parse_file};
use forms::{without_comments, xml_form, xta_form};
use orrery_syntax::print::{print_queries, print_xml, print_xta};
use orrery_syntax::tck::print_tck;
use orrery_syntax::tree::{Document, Formula};
use orrery_syntax::{SourceMap, parse_queries, parse_tck, parse_xml, parse_xta};

fn models() -> Vec<(String, Document)> {
    let paths = files(&["xml", "xta", "ta"]);
    paths.iter().map(|path| (name_of(path), parse_file(path).1.tree)).collect()
}

#[test]
fn xml_says_everything() {
    for (name, tree) in models() {
        let text = print_xml(&tree).unwrap();
        let again = parse_xml(&mut SourceMap::new(), &name, text.as_bytes());
        assert!(again.tree == xml_form(&tree), "{name} reads back differently:\n{text}");
        assert_eq!(print_xml(&again.tree).unwrap(), text, "{name} prints differently again");
    }
}

#[test]
fn xta_says_everything_but_the_picture() {
    for (name, tree) in models() {
        let text = print_xta(&tree).unwrap();
        let again = parse_xta(&mut SourceMap::new(), &name, text.as_bytes());
        let (read, kept) = (without_comments(&again.tree), without_comments(&xta_form(&tree)));
        assert!(read == kept, "{name} reads back differently:\n{text}");
        assert_eq!(print_xta(&again.tree).unwrap(), text, "{name} prints differently again");
    }
}

#[test]
fn query_files_say_everything() {
    for path in files(&["q"]) {
        let name = name_of(&path);
        let bytes = std::fs::read(&path).unwrap();
        let mut tree = parse_queries(&mut SourceMap::new(), &name, &bytes).tree;
        tree.queries.retain(|query| query.formula != Formula::Empty);
        let text = print_queries(&tree);
        let again = parse_queries(&mut SourceMap::new(), &name, text.as_bytes()).tree;
        assert!(again == tree, "{name} reads back differently:\n{text}");
    }
}

#[test]
fn tck_files_say_everything() {
    for path in bench_files() {
        let name = name_of(&path);
        let bytes = std::fs::read(&path).unwrap();
        let parse = parse_tck(&mut SourceMap::new(), &name, &bytes);
        assert!(parse.diagnostics.is_empty(), "{name}: {:?}", parse.diagnostics);
        assert!(parse.tree.declarations.len() > 3, "{name} is almost empty");
        let text = print_tck(&parse.tree);
        let again = parse_tck(&mut SourceMap::new(), &name, text.as_bytes());
        assert!(again.tree == parse.tree, "{name} reads back differently:\n{text}");
    }
}
