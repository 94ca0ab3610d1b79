//! Coordinates, for people. The engine never reads them.

/// A point in UPPAAL's coordinates: x to the right, y down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// A template as a picture.
#[derive(Clone, Debug, Default)]
pub struct TemplateDrawing {
    pub name: String,
    /// Its parameters as written.
    pub parameters: String,
    /// Its local declarations as written.
    pub declarations: String,
    /// Its locations and branchpoints.
    pub nodes: Vec<NodeDrawing>,
    pub edges: Vec<EdgeDrawing>,
    pub initial: Option<usize>,
}

/// What a node of a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeShape {
    /// A location where time passes.
    Location,
    Urgent,
    Committed,
    Branchpoint,
}

/// A location or branchpoint.
#[derive(Clone, Debug)]
pub struct NodeDrawing {
    pub shape: NodeShape,
    /// Its place, if the file says.
    pub at: Option<Point>,
    /// Its colour as written (`#rrggbb`), if any.
    pub colour: Option<String>,
    /// Its name, invariant, rate and comments.
    pub labels: Vec<LabelDrawing>,
}

#[derive(Clone, Debug)]
pub struct EdgeDrawing {
    pub source: usize,
    pub target: usize,
    /// Bends, from source to target.
    pub nails: Vec<Point>,
    /// Its colour as written, if any.
    pub colour: Option<String>,
    /// May only the environment take it (TIGA)?
    pub uncontrollable: bool,
    /// Select, guard, synchronisation, update, weight, comments.
    pub labels: Vec<LabelDrawing>,
}

/// A text beside a node or edge.
#[derive(Clone, Debug)]
pub struct LabelDrawing {
    /// `name`, `invariant`, `select`, `guard`, `synchronisation`, `assignment`, `probability`,
    /// `exponentialrate`, `comments`.
    pub kind: String,
    pub text: String,
    /// Its place, if the file says.
    pub at: Option<Point>,
}
