use network::drawing::{EdgeDrawing, LabelDrawing, NodeDrawing, NodeShape, Point, TemplateDrawing};
use roxmltree::{Document, Node};

use super::{DrawOptions, clip, draw_templates};

fn node(shape: NodeShape, x: f64, y: f64, name: &str) -> NodeDrawing {
    let label = LabelDrawing {
        kind: "name".to_owned(),
        text: name.to_owned(),
        at: Some(Point { x: x - 10.0, y: y - 34.0 }),
    };
    NodeDrawing { shape, at: Some(Point { x, y }), colour: None, labels: vec![label] }
}

fn template() -> TemplateDrawing {
    let guard = LabelDrawing {
        kind: "guard".to_owned(),
        text: "x < 5 && y > 2\n&& \"q\"".to_owned(),
        at: Some(Point { x: 40.0, y: -40.0 }),
    };
    TemplateDrawing {
        name: "P<T>".to_owned(),
        parameters: "const int &id".to_owned(),
        declarations: "clock x;\n\tint n;".to_owned(),
        nodes: vec![
            node(NodeShape::Committed, 0.0, 0.0, "A&B"),
            node(NodeShape::Urgent, 100.0, 0.0, "U"),
            node(NodeShape::Branchpoint, 100.0, 100.0, ""),
        ],
        edges: vec![EdgeDrawing {
            source: 0,
            target: 1,
            nails: vec![],
            colour: Some("#ff0000".to_owned()),
            uncontrollable: true,
            labels: vec![guard],
        }],
        initial: Some(0),
    }
}

fn elements<'a>(document: &'a Document, tag: &str, class: &str) -> Vec<Node<'a, 'a>> {
    let has =
        |node: &Node| node.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == class));
    document.descendants().filter(|node| node.has_tag_name(tag) && has(node)).collect()
}

#[test]
fn a_picture_shows_what_the_template_says() {
    let svg = draw_templates([&template()], DrawOptions { declarations: true, untitled: false });
    let document = Document::parse(&svg).unwrap();
    let texts = |class: &str| -> Vec<String> {
        let found = elements(&document, "text", class);
        found.iter().map(|node| node.text().unwrap_or("").to_owned()).collect()
    };
    assert_eq!(texts("title"), ["P<T>"]);
    assert_eq!(texts("parameters"), ["(const int &id)"]);
    assert_eq!(texts("code"), ["clock x;", "int n;"]);
    assert_eq!(texts("name"), ["A&B", "U"]);
    assert_eq!(texts("guard"), ["x < 5 && y > 2", "&& \"q\""]);
    assert_eq!(texts("mark"), ["C", "U"]);
    // Two rings for the initial location, one for the other, none for the branchpoint.
    assert_eq!(elements(&document, "circle", "ring").len(), 3);
    assert_eq!(elements(&document, "circle", "knot").len(), 1);
    let line = elements(&document, "path", "environment");
    assert_eq!(line[0].attribute("style"), Some("stroke:#ff0000"));
    assert_eq!(elements(&document, "polygon", "head").len(), 1);
}

#[test]
fn declarations_keep_their_inner_indentation() {
    let lines = |text: &str| super::aligned(super::lines(text));
    assert_eq!(lines("int f() {\n    return 1;\n}"), ["int f() {", "    return 1;", "}"]);
    assert_eq!(lines("clock x;\n\n  if a\n    b"), ["clock x;", "", "if a", "  b"]);
    assert_eq!(lines("   a"), ["a"]);
    assert!(lines("").is_empty());
}

#[test]
fn the_view_contains_every_text_and_line() {
    let svg = draw_templates([&template()], DrawOptions::default());
    let document = Document::parse(&svg).unwrap();
    let view: Vec<f64> = document
        .root_element()
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|number| number.parse().unwrap())
        .collect();
    let height = view[3];
    // Title line, distance, then from the name of a location (34 above it) to the branchpoint (100 below, radius 4).
    let least = 32.0 + 34.0 + 104.0 + 2.0 * 16.0;
    assert!((least..least + 12.0).contains(&height), "{height}, expected about {least}");
    let width = super::super::text::width("P<T>", super::Font::TITLE);
    assert!(view[2] > width + 32.0);
}

#[test]
fn arrows_end_at_the_border() {
    let points = [Point { x: 0.0, y: 0.0 }, Point { x: 3.0, y: 0.0 }, Point { x: 100.0, y: 0.0 }];
    let cut = clip(&points, 10.0, 4.0).unwrap();
    assert_eq!(cut, [Point { x: 10.0, y: 0.0 }, Point { x: 96.0, y: 0.0 }]);
    assert_eq!(clip(&points[..2], 10.0, 10.0), None);
    assert_eq!(clip(&[], 1.0, 1.0), None);
}

#[test]
fn colours_that_are_none_are_not_copied() {
    let mut drawing = template();
    drawing.nodes[0].colour = Some("url(javascript:1)\"/><script/>".to_owned());
    drawing.nodes[1].colour = Some("#0F0".to_owned());
    let svg = draw_templates([&drawing], DrawOptions::default());
    Document::parse(&svg).unwrap();
    assert!(!svg.contains("script"));
    assert!(svg.contains("fill:#00ff00"));
}

#[test]
fn characters_that_xml_forbids_are_replaced() {
    let mut drawing = template();
    drawing.name = "a\u{1}b\u{FFFF}".to_owned();
    let svg = draw_templates([&drawing], DrawOptions::default());
    assert!(Document::parse(&svg).is_ok());
}

#[test]
fn templates_are_stacked_without_overlap() {
    let svg = draw_templates([&template(), &template(), &template()], DrawOptions::default());
    let document = Document::parse(&svg).unwrap();
    let tops: Vec<f64> = document
        .descendants()
        .filter(|node| node.attribute("data-template").is_some())
        .map(|node| {
            let text = node.attribute("transform").unwrap();
            let inner = text.trim_start_matches("translate(").trim_end_matches(')');
            inner.split(' ').nth(1).unwrap().parse().unwrap()
        })
        .collect();
    assert_eq!(tops.len(), 3);
    assert!(tops.windows(2).all(|pair| pair[1] - pair[0] > 150.0), "{tops:?}");
    assert!(Document::parse(&draw_templates([], DrawOptions::default())).is_ok());
}

#[test]
fn many_templates_make_no_tower() {
    let size = |count: usize| {
        let templates = vec![template(); count];
        let svg = draw_templates(&templates, DrawOptions::default());
        let document = Document::parse(&svg).unwrap();
        let side =
            |name: &str| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
        let drawn = document.descendants().filter(|node| node.has_attribute("data-template"));
        assert_eq!(drawn.count(), count);
        (side("width"), side("height"))
    };
    let (width, height) = size(2);
    assert!(height > width / 2.0, "two stand one below the other");
    let (width, height) = size(60);
    assert!(height < 2.0 * width && width < 4.0 * height, "{width} x {height}");
}
