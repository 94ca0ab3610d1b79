//! The models, in order of size within each family.

use std::path::{Path, PathBuf};

/// A model of a family.
#[derive(Clone, Debug)]
pub struct Model {
    pub family: &'static str,
    pub size: u32,
    pub path: PathBuf,
    /// One of those the targets speak of.
    pub counts: bool,
}

/// `(family, what follows the size in file names, all sizes, sizes the targets speak of)`.
const FAMILIES: &[(&str, &str, &[u32], &[u32])] = &[
    ("fischer", "", &[7, 8, 9, 10], &[9, 10]),
    ("csmacd", "", &[8, 9, 10, 11], &[10, 11]),
    ("train_gate", "", &[4, 5], &[5]),
    ("dining-philosophers", "", &[5, 6, 7], &[7]),
    ("leader-election", "_4", &[5, 6, 7], &[6, 7]),
    ("critical-region", "", &[3, 4], &[4]),
    ("corsso", "", &[3, 4], &[4]),
    ("fddi", "", &[8, 10, 12], &[12]),
];

/// The models of the suite whose files are in the folder; `only` keeps those with this in their names.
pub fn models(folder: &Path, only: Option<&str>, every: bool) -> Vec<Model> {
    let mut models = Vec::new();
    for (family, suffix, sizes, counted) in FAMILIES {
        for size in *sizes {
            let name = format!("{family}_{size}{suffix}");
            let path = folder.join(format!("{name}.tck"));
            let counts = counted.contains(size);
            let wanted = (every || counts) && only.is_none_or(|only| name.contains(only));
            if wanted && path.is_file() {
                models.push(Model { family, size: *size, path, counts });
            }
        }
    }
    models
}

impl Model {
    pub fn name(&self) -> String {
        format!("{} {}", self.family, self.size)
    }
}
