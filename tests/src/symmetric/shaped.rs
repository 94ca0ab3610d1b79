//! Random models in the shape of a graph: nodes are processes that see their neighbours' variables.
//!
//! Nodes of one kind say the same, so every automorphism of the graph is a symmetry. Robots with arms are
//! graphs as well: trees with two kinds of nodes.

use super::breakers::Breaker;
use super::planted::Planted;
use super::sets::Choices;

/// A graph with kinds of nodes.
struct Shape {
    tag: &'static str,
    kinds: Vec<usize>,
    links: Vec<(usize, usize)>,
}

impl Shape {
    fn new(tag: &'static str, kinds: &[usize], links: &[(usize, usize)]) -> Shape {
        Shape { tag, kinds: kinds.to_vec(), links: links.to_vec() }
    }

    fn choose(choices: &mut Choices) -> Shape {
        let cube =
            |corner: usize| [corner ^ 1, corner ^ 2, corner ^ 4].map(|other| (corner, other));
        match choices.below(10) {
            0 => Shape::new("squares", &[0; 4], &[(0, 1), (1, 2), (2, 3), (3, 0)]),
            1 => Shape::new("paths", &[0; 4], &[(2, 0), (0, 3), (3, 1)]),
            2 => Shape::new("stars", &[0; 4], &[(1, 0), (1, 2), (1, 3)]),
            3 => Shape::new(
                "two triangles",
                &[0; 6],
                &[(0, 2), (2, 4), (4, 0), (1, 3), (3, 5), (5, 1)],
            ),
            4 => Shape::new(
                "bipartite graphs",
                &[0; 5],
                &[(0, 1), (0, 2), (0, 4), (3, 1), (3, 2), (3, 4)],
            ),
            5 => Shape::new(
                "grids",
                &[0; 6],
                &[(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)],
            ),
            6 => {
                let all = (0..8).flat_map(cube).filter(|(low, high)| low < high);
                Shape::new("cubes", &[0; 8], &all.collect::<Vec<_>>())
            }
            7 => Shape::new(
                "robots with arms",
                &[1, 0, 0, 1, 0, 0],
                &[(0, 1), (0, 2), (3, 4), (3, 5)],
            ),
            8 => Shape::new(
                "robots with arms",
                &[0, 0, 0, 0, 0, 0, 1, 1],
                &[(6, 0), (6, 2), (6, 4), (7, 1), (7, 3), (7, 5)],
            ),
            _ => Shape::new(
                "robots with arms",
                &[1, 1, 1, 0, 0, 0, 0, 0, 0],
                &[(0, 3), (1, 4), (2, 5), (0, 6), (1, 7), (2, 8)],
            ),
        }
    }

    fn neighbours(&self, node: usize) -> Vec<usize> {
        let other = |(left, right): &(usize, usize)| match (*left == node, *right == node) {
            (true, _) => Some(*right),
            (_, true) => Some(*left),
            _ => None,
        };
        self.links.iter().filter_map(other).collect()
    }

    fn are_linked(&self, left: usize, right: usize) -> bool {
        self.links.contains(&(left, right)) || self.links.contains(&(right, left))
    }

    /// How many permutations keep kinds and links, given what the first nodes become.
    fn automorphisms(&self, images: &mut Vec<usize>) -> u64 {
        let node = images.len();
        if node == self.kinds.len() {
            return 1;
        }
        let mut count = 0;
        for image in 0..self.kinds.len() {
            let keeps = (0..node)
                .all(|other| self.are_linked(node, other) == self.are_linked(image, images[other]));
            if self.kinds[node] == self.kinds[image] && !images.contains(&image) && keeps {
                images.push(image);
                count += self.automorphisms(images);
                images.pop();
            }
        }
        count
    }
}

/// The model of a seed.
#[must_use]
pub fn shaped(seed: u64) -> Planted {
    let mut choices = Choices::new(seed ^ 0x9a1f);
    let mut shape = Shape::choose(&mut choices);
    let different = choices.chance(30);
    let special = choices.below(shape.kinds.len());
    let array = choices.chance(50);
    let nodes = shape.kinds.len();
    let mut bodies: Vec<Vec<String>> = (0..2)
        .map(|_| (0..2 + choices.below(2)).map(|_| own_edge(&mut choices)).collect())
        .collect();
    for body in &mut bodies {
        body.push(neighbour_edge(&mut choices));
    }
    let clocks = nodes < 6 && choices.chance(50);
    let mut text = if array {
        format!("int[0,1] a[{nodes}];\n")
    } else {
        let names: Vec<String> = (0..nodes).map(|node| format!("a{node}")).collect();
        format!("int[0,1] {};\n", names.join(", "))
    };
    let cell = |node: usize| if array { format!("a[{node}]") } else { format!("a{node}") };
    for node in 0..nodes {
        let mut edges = Vec::new();
        for edge in &bodies[shape.kinds[node]] {
            let edge = edge.replace("@me", &cell(node));
            let wait = if different && node == special { "2" } else { "1" };
            let edge = if clocks {
                edge.replace("@wait", &format!("x >= {wait}")).replace("@reset", "x = 0")
            } else {
                edge.replace("@wait", &format!("{} < {wait}", cell(node))).replace(", @reset", "")
            };
            let mut others = shape.neighbours(node);
            // In which order they are written says nothing.
            let from = choices.below(others.len());
            others.rotate_left(from);
            if edge.contains("@other") {
                edges.extend(others.iter().map(|other| edge.replace("@other", &cell(*other))));
            } else {
                edges.push(edge);
            }
        }
        let clock = if clocks { "clock x; " } else { "" };
        let edges = edges.join(",\n");
        text += &format!(
            "process N{node}() {{ {clock}state L0, L1;\n  init L0;\n  trans\n{edges};\n}}\n"
        );
    }
    let names: Vec<String> = (0..nodes).map(|node| format!("N{node}")).collect();
    text += &format!("system {};\n", names.join(", "));
    if different {
        shape.kinds[special] += 2;
    }
    let breaker = if different { Breaker::Different } else { Breaker::None };
    Planted {
        text,
        queries: queries(&mut choices, &names),
        order: shape.automorphisms(&mut Vec::new()),
        nested: false,
        tags: vec![shape.tag, if different { "one process differs" } else { "nothing breaks it" }],
        breaker,
    }
}

/// An edge about oneself.
fn own_edge(choices: &mut Choices) -> String {
    let (source, target) = (choices.below(2), choices.below(2));
    let (value, next) = (choices.below(2), choices.below(2));
    let guard = ["@wait".to_owned(), format!("@me == {value}")][choices.below(2)].clone();
    format!("    L{source} -> L{target} {{ guard {guard}; assign @me = {next}, @reset; }}")
}

/// An edge for each neighbour; the comparison by order says that 0 and 1 are numbers.
fn neighbour_edge(choices: &mut Choices) -> String {
    let (source, target) = (choices.below(2), choices.below(2));
    let (value, next) = (choices.below(2), choices.below(2));
    let update = [format!("@me = {next}"), format!("@other = {next}")][choices.below(2)].clone();
    let guard = format!("@wait && @me < 1 && @other == {value}");
    format!("    L{source} -> L{target} {{ guard {guard}; assign {update}, @reset; }}")
}

fn queries(choices: &mut Choices, names: &[String]) -> Vec<String> {
    let mut queries = vec!["A[] not deadlock".to_owned()];
    for kind in ["E<> ", "A[] ", "E[] ", "A<> "] {
        let (left, right) = (choices.below(names.len()), choices.below(names.len()));
        let (here, there) = (choices.below(2), choices.below(2));
        queries.push(format!("{kind}({}.L{here} && {}.L{there})", names[left], names[right]));
    }
    queries.push(format!("E<> {}.L1", names.join(".L1 && ")));
    queries.push(format!("{}.L1 --> {}.L0", names[0], names[names.len() - 1]));
    queries
}
