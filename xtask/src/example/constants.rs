//! Models with other constants. The tests of the examples read this file too.

/// The text of a model after `const int NAME = …;` (or `bool`) got another value for each setting `NAME=VALUE`.
///
/// # Errors
///
/// When a setting is malformed, or the model has no such constant: nothing is left as it was by accident.
pub(crate) fn with_constants(model: &str, settings: &[&str]) -> Result<String, String> {
    let mut lines: Vec<String> = model.lines().map(str::to_owned).collect();
    for setting in settings {
        let (name, value) =
            setting.split_once('=').ok_or(format!("`{setting}` is not NAME=VALUE"))?;
        let starts = [format!("const int {name} = "), format!("const bool {name} = ")];
        let line = lines.iter_mut().find(|line| starts.iter().any(|start| line.starts_with(start)));
        let line = line.ok_or(format!("the model has no constant `{name}`"))?;
        let (head, rest) = line.split_once(" = ").ok_or("a constant has a value")?;
        let (_, tail) = rest.split_once(';').ok_or(format!("`{name}` goes on in the next line"))?;
        *line = format!("{head} = {value};{tail}");
    }
    Ok(lines.join("\n") + "\n")
}
