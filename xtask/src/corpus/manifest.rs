//! `MANIFEST.tsv`: one line for each model, its queries as JSON.

use std::path::Path;

/// A model of the corpus.
#[derive(Clone)]
pub struct Entry {
    pub file: String,
    pub queries: Vec<ListedQuery>,
}

/// A query of a model.
#[derive(Clone)]
pub struct ListedQuery {
    pub formula: String,
    /// The verdict it should have.
    pub expected: Option<bool>,
    /// The value it should have.
    pub value: Option<String>,
    /// UPPAAL's own checker refuses it.
    pub refused: bool,
    /// States UPPAAL stored, where known.
    pub uppaal_stored: Option<u64>,
}

/// Reads the manifest of a folder.
pub fn read(folder: &Path) -> Result<Vec<Entry>, String> {
    let path = folder.join("MANIFEST.tsv");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
    let column = |name: &str| {
        let found = header.iter().position(|title| *title == name);
        found.ok_or_else(|| format!("the manifest has no column {name}"))
    };
    let (file, queries) = (column("file")?, column("queries")?);
    let mut entries = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let (Some(file), Some(queries)) = (fields.get(file), fields.get(queries)) else { continue };
        let queries: serde_json::Value =
            serde_json::from_str(queries).unwrap_or(serde_json::Value::Null);
        let queries = queries.as_array().map_or(&[][..], Vec::as_slice);
        let queries = queries.iter().map(listed).collect();
        entries.push(Entry { file: (*file).to_owned(), queries });
    }
    Ok(entries)
}

fn listed(query: &serde_json::Value) -> ListedQuery {
    ListedQuery {
        formula: query["formula"].as_str().unwrap_or("").to_owned(),
        expected: query["expected"].as_bool(),
        value: query["value"].as_str().map(str::to_owned),
        refused: query["typecheck_error"].is_string(),
        uppaal_stored: query["uppaal_states_stored"].as_u64(),
    }
}
