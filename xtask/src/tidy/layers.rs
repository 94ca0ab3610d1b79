//! Which crate may depend on which.

use super::sources::Tree;

/// A crate and what it may depend on. Those below come first, so there can be no cycle.
const LAYERS: &[(&str, &[&str])] = &[
    ("zones", &[]),
    ("network", &[]),
    ("syntax", &[]),
    ("model", &["syntax", "network"]),
    ("reference", &["network", "zones"]),
    ("views", &["network", "reference", "zones"]),
    ("certificate", &["network", "reference", "zones"]),
    ("program", &["network", "zones"]),
    ("analysis", &["network", "zones"]),
    ("symmetry", &["analysis", "network", "program", "zones"]),
    ("engine", &["analysis", "network", "program", "symmetry", "zones"]),
    ("branching", &["network", "zones"]),
    ("plan", &["analysis", "engine", "network", "program", "symmetry", "zones"]),
    (
        "trace",
        &["analysis", "engine", "network", "plan", "program", "reference", "symmetry", "zones"],
    ),
    (
        "query",
        &[
            "analysis",
            "branching",
            "engine",
            "network",
            "plan",
            "program",
            "reference",
            "symmetry",
            "trace",
            "zones",
        ],
    ),
    ("schedule", &[]),
    ("report", &["engine", "network", "program", "query", "reference", "symmetry"]),
    (
        "orrery",
        &[
            "zones",
            "network",
            "syntax",
            "model",
            "reference",
            "program",
            "analysis",
            "symmetry",
            "engine",
            "branching",
            "plan",
            "trace",
            "query",
            "report",
            "schedule",
            "certificate",
            "views",
        ],
    ),
    ("cli", &["orrery"]),
];

/// Dependencies that point the wrong way.
pub fn check(tree: &Tree) -> Vec<String> {
    let mut problems = order_problems(LAYERS);
    for manifest in tree.files.iter().filter(|file| file.name() == "Cargo.toml") {
        let Some(name) = manifest.crate_name() else { continue };
        let Some((_, allowed)) = LAYERS.iter().find(|(known, _)| *known == name) else {
            problems.push(format!("{}: say in tidy what this crate may depend on", manifest.path));
            continue;
        };
        let ours = |dependency: &String| LAYERS.iter().any(|(known, _)| known == dependency);
        for dependency in dependencies(&manifest.text).into_iter().filter(ours) {
            if !allowed.contains(&dependency.as_str()) {
                problems.push(format!("{name} must not depend on {dependency}"));
            }
        }
    }
    problems
}

/// The table itself has no cycle if each crate only names crates above it in the list.
pub fn order_problems(layers: &[(&str, &[&str])]) -> Vec<String> {
    let position = |name: &str| layers.iter().position(|(known, _)| *known == name);
    let mut problems = Vec::new();
    for (index, (name, allowed)) in layers.iter().enumerate() {
        for dependency in *allowed {
            if position(dependency).is_none_or(|place| place >= index) {
                problems.push(format!("the table lets {name} depend on {dependency}"));
            }
        }
    }
    problems
}

/// The names in the sections of a manifest that end up in the product; tests may look further.
pub fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            inside = matches!(section, "dependencies" | "build-dependencies");
            if let Some(name) = section.strip_prefix("dependencies.") {
                names.push(name.to_owned());
            }
        } else if inside
            && !line.starts_with('#')
            && let Some((name, _)) = line.split_once('=')
        {
            let name = name.trim().split('.').next().unwrap_or("");
            names.push(name.trim_matches('"').to_owned());
        }
    }
    names
}
