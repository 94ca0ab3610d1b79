//! Whatever is read without error can be written and read again, in every format that can say it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::print::{print_queries, print_xml, print_xta};
use syntax::tck::print_tck;
use syntax::tree::{Document, Formula, QueryFile};
use syntax::{Model, SourceMap, parse_model, parse_queries, parse_tck, parse_xml, parse_xta};

fuzz_target!(|bytes: &[u8]| {
    let parse = parse_model(&mut SourceMap::new(), "fuzz", bytes);
    if parse.is_ok() {
        match &parse.tree {
            Model::Uppaal(document) => uppaal(document),
            Model::Tchecker(document) => {
                let text = print_tck(document);
                let again = parse_tck(&mut SourceMap::new(), "again", text.as_bytes());
                assert_eq!(&again.tree, document, "{text}");
            }
        }
    }
    queries(bytes);
});

fn uppaal(document: &Document) {
    if let Ok(text) = print_xml(document) {
        let again = parse_xml(&mut SourceMap::new(), "again", text.as_bytes());
        assert!(again.is_ok(), "{text}\n{:?}", again.diagnostics);
        assert_eq!(print_xml(&again.tree).as_ref(), Ok(&text));
    }
    if let Ok(text) = print_xta(document) {
        let again = parse_xta(&mut SourceMap::new(), "again", text.as_bytes());
        assert!(again.is_ok(), "{text}\n{:?}", again.diagnostics);
        assert_eq!(print_xta(&again.tree).as_ref(), Ok(&text));
    }
}

fn queries(bytes: &[u8]) {
    let mut tree = parse_queries(&mut SourceMap::new(), "fuzz", bytes).tree;
    tree.queries.retain(|query| {
        !matches!(query.formula, Formula::Error | Formula::Unsupported(_) | Formula::Empty)
    });
    let text = print_queries(&tree);
    let again = parse_queries(&mut SourceMap::new(), "again", text.as_bytes()).tree;
    // A comment cannot contain the end of a comment, so compare what is asked, and the second print.
    let asked =
        |file: &QueryFile| file.queries.iter().map(|it| it.formula.clone()).collect::<Vec<_>>();
    assert_eq!(asked(&again), asked(&tree), "{text}");
    assert_eq!(print_queries(&again), text);
}
