//! What is never reached or taken, in grey.

use network::drawing::{NodeShape, TemplateDrawing};

use crate::view::CoveredTemplateView;

/// The colour of what no process reaches or takes.
const GREY: &str = "#c9c9c9";

/// A template in which what no process reaches or takes is grey.
#[must_use]
pub fn faded(drawing: &TemplateDrawing, covered: &CoveredTemplateView) -> TemplateDrawing {
    let mut drawing = drawing.clone();
    let mut dead = vec![false; drawing.nodes.len()];
    let locations = drawing.nodes.iter().enumerate();
    let locations = locations.filter(|(_, node)| node.shape != NodeShape::Branchpoint);
    for ((at, _), location) in locations.zip(&covered.locations) {
        dead[at] = location.reached_by == 0;
    }
    // With branchpoints, an edge of a process is several edges of the picture.
    let alike = drawing.edges.len() == covered.edges.len();
    for (at, edge) in drawing.edges.iter_mut().enumerate() {
        let never = alike && covered.edges[at].taken_by == 0;
        if never || dead[edge.source] || dead[edge.target] {
            edge.colour = Some(GREY.to_owned());
        }
    }
    for (node, dead) in drawing.nodes.iter_mut().zip(dead) {
        if dead {
            node.colour = Some(GREY.to_owned());
        }
    }
    drawing
}
