use super::templates_dot;
use crate::samples;

#[test]
fn every_node_and_edge_is_there_and_nothing_breaks_out() {
    let mut templates = samples::train_templates();
    templates[0].nodes[0].labels[0].text = "a\"b\\c\nd".to_owned();
    let dot = templates_dot(&templates);
    let nodes: usize = templates.iter().map(|template| template.nodes.len()).sum();
    let edges: usize = templates.iter().map(|template| template.edges.len()).sum();
    assert_eq!(dot.lines().filter(|line| line.contains(" -> n")).count(), edges);
    let declared = dot.lines().filter(|line| line.trim_start().starts_with('n'));
    // The line with the font of nodes is one more.
    assert_eq!(declared.count(), nodes + edges + 1);
    assert_eq!(dot.matches("subgraph cluster_").count(), templates.len());
    assert_eq!(dot.matches("peripheries=2").count(), templates.len());
    assert!(dot.contains("\"a\\\"b\\\\c\\nd"), "{dot}");
    assert!(dot.starts_with("digraph {") && dot.ends_with("}\n"));
}
