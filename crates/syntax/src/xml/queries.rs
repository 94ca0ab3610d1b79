//! The queries of an XML file, with what is stored about them.

use roxmltree::Node;

use super::parts::{RawDocument, RawQuery};
use super::read::{XmlReader, attribute, children};
use crate::tree::{Expect, StoredResult};

/// Reads the element `queries`.
pub(super) fn read_queries(
    reader: &mut XmlReader<'_>,
    node: Node<'_, '_>,
    document: &mut RawDocument,
) {
    document.options.extend(options(node));
    for query in children(node, "query") {
        let anchor = format!("query {}", document.queries.len() + 1);
        let span = reader.element_span(query, anchor.clone());
        let formula = children(query, "formula").next();
        let formula = formula.and_then(|formula| reader.block(formula, &anchor));
        let comment = children(query, "comment").next();
        let comment = comment.map(|comment| reader.decoded(comment).text.trim().to_owned());
        document.queries.push(RawQuery {
            formula,
            comment: comment.unwrap_or_default(),
            expect: children(query, "expect").next().map(expect),
            options: options(query),
            results: children(query, "result").map(|node| result(reader, node)).collect(),
            span,
        });
    }
}

fn options(node: Node<'_, '_>) -> Vec<(String, String)> {
    let option = |option: Node<'_, '_>| {
        Some((attribute(option, "key")?, attribute(option, "value").unwrap_or_default()))
    };
    children(node, "option").filter_map(option).collect()
}

fn resources(node: Node<'_, '_>) -> Vec<(String, String, Option<String>)> {
    let resource = |node: Node<'_, '_>| {
        Some((attribute(node, "type")?, attribute(node, "value")?, attribute(node, "unit")))
    };
    children(node, "resource").filter_map(resource).collect()
}

fn expect(node: Node<'_, '_>) -> Expect {
    Expect {
        outcome: attribute(node, "outcome"),
        kind: attribute(node, "type"),
        value: attribute(node, "value"),
        resources: resources(node),
    }
}

fn result(reader: &XmlReader<'_>, node: Node<'_, '_>) -> StoredResult {
    let details = children(node, "details").next();
    let details = details.map(|details| reader.decoded(details).text.trim().to_owned());
    StoredResult {
        outcome: attribute(node, "outcome"),
        kind: attribute(node, "type"),
        value: attribute(node, "value"),
        timestamp: attribute(node, "timestamp"),
        details: details.filter(|text| !text.is_empty()),
        options: options(node),
        resources: resources(node),
    }
}
