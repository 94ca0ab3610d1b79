//! Reads the pictures of UPPAAL's XML files, just well enough for tests of drawing.

use std::path::PathBuf;

use network::drawing::{EdgeDrawing, LabelDrawing, NodeDrawing, NodeShape, Point, TemplateDrawing};
use roxmltree::{Document, Node, ParsingOptions};

/// The corpus, if it is on this machine.
pub(crate) fn directory() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let chosen = std::env::var_os("ORRERY_CORPUS").map_or(beside, PathBuf::from);
    chosen.is_dir().then_some(chosen)
}

/// The XML files of the corpus in order.
pub(crate) fn files(directory: &PathBuf) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let is_xml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "xml");
    let mut files: Vec<PathBuf> = entries.filter(is_xml).collect();
    files.sort();
    files
}

/// The templates of a model.
pub(crate) fn read(text: &str) -> Vec<TemplateDrawing> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).unwrap();
    let templates = document.root_element().children().filter(|node| node.has_tag_name("template"));
    templates.map(template).collect()
}

fn template(element: Node) -> TemplateDrawing {
    let text = |name: &str| {
        let child = element.children().find(|node| node.has_tag_name(name));
        child.and_then(|node| node.text()).unwrap_or("").to_owned()
    };
    let places: Vec<Node> = element
        .children()
        .filter(|node| node.has_tag_name("location") || node.has_tag_name("branchpoint"))
        .collect();
    let number = |reference: Option<&str>| {
        places.iter().position(|node| node.attribute("id") == reference).unwrap()
    };
    let init = element.children().find(|node| node.has_tag_name("init"));
    let edges = element.children().filter(|node| node.has_tag_name("transition"));
    TemplateDrawing {
        name: text("name"),
        parameters: text("parameter"),
        declarations: text("declaration"),
        nodes: places.iter().map(|node| place(*node)).collect(),
        edges: edges.map(|node| edge(node, &number)).collect(),
        initial: init.map(|node| number(node.attribute("ref"))),
    }
}

fn point(element: Node) -> Option<Point> {
    let value = |name: &str| element.attribute(name).and_then(|text| text.parse().ok());
    Some(Point { x: value("x")?, y: value("y")? })
}

fn place(element: Node) -> NodeDrawing {
    let has = |name: &str| element.children().any(|node| node.has_tag_name(name));
    let shape = if element.has_tag_name("branchpoint") {
        NodeShape::Branchpoint
    } else if has("committed") {
        NodeShape::Committed
    } else if has("urgent") {
        NodeShape::Urgent
    } else {
        NodeShape::Location
    };
    let colour = element.attribute("color").map(str::to_owned);
    NodeDrawing { shape, at: point(element), colour, labels: labels(element) }
}

fn labels(element: Node) -> Vec<LabelDrawing> {
    let is_label = |node: &Node| node.has_tag_name("name") || node.has_tag_name("label");
    element
        .children()
        .filter(is_label)
        .map(|node| LabelDrawing {
            kind: node.attribute("kind").unwrap_or("name").to_owned(),
            text: node.text().unwrap_or("").to_owned(),
            at: point(node),
        })
        .collect()
}

fn edge(element: Node, number: &impl Fn(Option<&str>) -> usize) -> EdgeDrawing {
    let end = |name: &str| {
        let child = element.children().find(|node| node.has_tag_name(name)).unwrap();
        number(child.attribute("ref"))
    };
    EdgeDrawing {
        source: end("source"),
        target: end("target"),
        nails: element.children().filter(|n| n.has_tag_name("nail")).filter_map(point).collect(),
        colour: element.attribute("color").map(str::to_owned),
        uncontrollable: element.attribute("controllable") == Some("false"),
        labels: labels(element),
    }
}

/// The drawing as if its file had no coordinates.
pub(crate) fn without_places(drawing: &TemplateDrawing) -> TemplateDrawing {
    let mut bare = drawing.clone();
    for node in &mut bare.nodes {
        node.at = None;
        node.labels.iter_mut().for_each(|label| label.at = None);
    }
    for edge in &mut bare.edges {
        edge.nails.clear();
        edge.labels.iter_mut().for_each(|label| label.at = None);
    }
    bare
}
