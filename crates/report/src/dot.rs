//! Templates for Graphviz.

use std::fmt::Write as _;

use network::drawing::{LabelDrawing, NodeDrawing, NodeShape, TemplateDrawing};

/// Templates as one graph in the language of Graphviz, each in a box of its own. Places and bends are left
/// to Graphviz.
#[must_use]
pub fn templates_dot<'a>(templates: impl IntoIterator<Item = &'a TemplateDrawing>) -> String {
    let mut dot = String::from(
        "digraph {\n\
         \tgraph [fontname=\"Helvetica\"]\n\
         \tnode [fontname=\"Helvetica\", shape=ellipse]\n\
         \tedge [fontname=\"Helvetica\", fontsize=11]\n",
    );
    for (number, template) in templates.into_iter().enumerate() {
        write_template(number, template, &mut dot);
    }
    dot.push_str("}\n");
    dot
}

fn write_template(number: usize, template: &TemplateDrawing, dot: &mut String) {
    let parameters = template.parameters.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = if parameters.is_empty() {
        template.name.clone()
    } else {
        format!("{}({parameters})", template.name)
    };
    let _ = writeln!(dot, "\tsubgraph cluster_{number} {{\n\t\tlabel={}", quoted(&title));
    for (index, node) in template.nodes.iter().enumerate() {
        let initial = template.initial == Some(index);
        let _ = writeln!(dot, "\t\tn{number}_{index} [{}]", node_attributes(node, initial));
    }
    for edge in &template.edges {
        let style = if edge.uncontrollable { ", style=dashed" } else { "" };
        let _ = writeln!(
            dot,
            "\t\tn{number}_{} -> n{number}_{} [label={}{style}]",
            edge.source,
            edge.target,
            quoted(&shown(&edge.labels))
        );
    }
    dot.push_str("\t}\n");
}

fn node_attributes(node: &NodeDrawing, initial: bool) -> String {
    let mut label = shown(&node.labels);
    match node.shape {
        NodeShape::Branchpoint => return "label=\"\", shape=point".to_owned(),
        NodeShape::Urgent => label.push_str("\n(urgent)"),
        NodeShape::Committed => label.push_str("\n(committed)"),
        NodeShape::Location => {}
    }
    let twice = if initial { ", peripheries=2" } else { "" };
    format!("label={}{twice}", quoted(label.trim()))
}

/// All labels but comments, one below the other.
fn shown(labels: &[LabelDrawing]) -> String {
    let texts =
        labels.iter().filter(|label| label.kind != "comments").map(|label| label.text.trim());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests;
