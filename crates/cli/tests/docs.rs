//! Every command in the documentation is run.
//!
//! Blocks with a file name, as in "```xta lamp.xta", are written to that file. Blocks marked `console` hold commands after `$ `. `orrery …` is run in a folder with the examples, `cargo xtask example …` is
//! done here, and other commands are not ours to run. Lines below a command must occur in its output, in this order; `…`
//! stands for anything. A command that ends in `# exit N` must end with that status, others with 0.

mod orrery;

#[path = "../../../xtask/src/example/constants.rs"]
mod constants;

use constants::with_constants;
use orrery::{Folder, Outcome, command, root};
use std::fs;
use std::path::{Path, PathBuf};

/// A command and what must come of it.
#[derive(Debug)]
struct Step {
    place: String,
    command: String,
    status: i32,
    output: Vec<String>,
}

/// The pages of the documentation.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs"), root().join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// What the lines of a block are.
enum Block {
    None,
    Console,
    File(String),
    Other,
}

impl Block {
    /// What begins, or ends, with a line of backquotes.
    fn next(&self, language: &str) -> Block {
        match (self, language.split_once(' ')) {
            (Block::None, Some((_, name))) => Block::File(name.to_owned()),
            (Block::None, None) if language == "console" => Block::Console,
            (Block::None, None) => Block::Other,
            _ => Block::None,
        }
    }
}

/// The commands of a page.
fn steps(page: &Path) -> Vec<Step> {
    let text = fs::read_to_string(page).expect("a readable page");
    let mut steps: Vec<Step> = Vec::new();
    let mut block = Block::None;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = block.next(language);
            if let Block::File(name) = &block {
                let place = format!("{}:{number}", page.display());
                let command = format!("write {name}");
                steps.push(Step { place, command, status: 0, output: Vec::new() });
            }
        } else if let (Block::File(_), Some(step)) = (&block, steps.last_mut()) {
            step.output.push(line.to_owned());
        } else if !matches!(block, Block::Console) {
            // prose, or code that is only shown
        } else if let Some(command) = line.trim_start().strip_prefix("$ ") {
            let (command, status) = command.split_once(" # exit ").unwrap_or((command, "0"));
            steps.push(Step {
                place: format!("{}:{number}", page.display()),
                command: command.to_owned(),
                status: status.trim().parse().expect("a status is a number"),
                output: Vec::new(),
            });
        } else if let Some(step) = steps.last_mut()
            && !matches!(line.trim(), "" | "…")
        {
            step.output.push(line.trim().to_owned());
        }
    }
    steps
}

/// The words of a command line. Single and double quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in line.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            None if letter == '\'' || letter == '"' => quote = Some(letter),
            None if letter == ' ' => words.push(String::new()),
            _ => words.last_mut().expect("there is one").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The folder the commands are run in: models and queries of the examples, as they are called from the root.
fn workplace() -> Folder {
    let workplace = Folder::new();
    for case in fs::read_dir(root().join("examples")).expect("there are examples").flatten() {
        if !case.path().is_dir() {
            continue;
        }
        let folder = format!("examples/{}", case.file_name().display());
        fs::create_dir_all(workplace.at(&folder)).expect("there is room");
        for file in fs::read_dir(case.path()).expect("a folder").flatten() {
            let name = format!("{folder}/{}", file.file_name().display());
            workplace.file(&name, fs::read(file.path()).expect("a file"));
        }
    }
    workplace
}

/// `cargo xtask example CASE SETTINGS > FILE`, as the chore does it.
fn make_example(step: &Step, workplace: &Folder, arguments: &[String]) {
    let [case, settings @ .., _, file] = arguments else { panic!("{step:?}") };
    let model =
        if case.contains('/') { format!("{case}.xta") } else { format!("{case}/{case}.xta") };
    let text = workplace.read(&format!("examples/{model}"));
    let settings: Vec<String> = settings
        .iter()
        .map(|word| if word.contains('=') { word.clone() } else { format!("N={word}") })
        .collect();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    workplace.file(file, with_constants(&text, &settings).expect(&step.place));
}

/// Runs a command and looks at what comes of it.
fn follow(step: &Step, workplace: &Folder) {
    let words = words(&step.command);
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["orrery", ..] => {}
        ["cargo", "xtask", "example", ..] => return make_example(step, workplace, &words[3..]),
        ["write", file] => {
            workplace.file(file, step.output.join("\n") + "\n");
            return;
        }
        _ => return,
    }
    let output =
        command(&words[1..]).current_dir(workplace.at("")).output().expect("the binary starts");
    let outcome = Outcome::from(output);
    assert!(!outcome.err.contains("panicked"), "{step:?}\n{outcome:?}");
    assert_eq!(outcome.status, step.status, "{step:?}\n{}\n{}", outcome.out, outcome.err);
    assert_shown(step, &format!("{}\n{}", outcome.out, outcome.err));
}

/// The lines of the step are in the text, in this order. How wide columns are does not matter.
fn assert_shown(step: &Step, text: &str) {
    let narrow = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = text.lines();
    for expected in &step.output {
        assert!(
            lines.any(|line| narrow(line).contains(&narrow(expected))),
            "{}: `{}` does not show\n{expected}\nbut\n{text}",
            step.place,
            step.command
        );
    }
}

#[test]
fn every_command_in_the_documentation_works() {
    let mut followed = 0;
    for page in pages() {
        let workplace = workplace();
        for step in steps(&page) {
            follow(&step, &workplace);
            followed += 1;
        }
    }
    assert!(followed > 0);
}

#[test]
fn every_link_in_the_documentation_leads_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a readable page");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !file.contains("://") {
                let path = page.parent().expect("a page is in a folder").join(file);
                assert!(path.exists(), "{}: {target}", page.display());
            }
        }
    }
}
