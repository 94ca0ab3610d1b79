//! One run of the binary, and what came of it.

use super::limits::Limits;
use crate::example::model_text;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A question to measure.
#[derive(Clone, Debug)]
pub struct Job {
    /// The example, as `cargo xtask example` takes it.
    pub case: String,
    /// Constants, `NAME=VALUE`.
    pub settings: Vec<String>,
    /// The file of queries, below `examples`.
    pub queries: String,
    pub query: u32,
    /// Further flags: symmetry, abstraction.
    pub flags: Vec<String>,
}

impl Job {
    /// A query of an example with these constants.
    pub fn new(case: &str, settings: &[String], query: u32) -> Job {
        let queries =
            if case.contains('/') { format!("{case}.q") } else { format!("{case}/{case}.q") };
        Job {
            case: case.to_owned(),
            settings: settings.to_vec(),
            queries,
            query,
            flags: Vec::new(),
        }
    }

    /// The same, with another file of queries.
    pub fn asking(mut self, queries: &str) -> Job {
        queries.clone_into(&mut self.queries);
        self
    }

    /// The same, with a flag and its value.
    pub fn with(mut self, flag: &str, value: &str) -> Job {
        self.flags.extend([flag.to_owned(), value.to_owned()]);
        self
    }

    /// The same, without symmetry.
    pub fn plain(self) -> Job {
        self.with("--symmetry", "off")
    }

    /// What tells it from all others.
    pub fn key(&self) -> String {
        let Job { case, settings, queries, query, flags } = self;
        format!("{case} {} {queries}:{query} {}", settings.join(" "), flags.join(" "))
    }

    /// Runs the binary on it.
    ///
    /// # Errors
    ///
    /// When the model cannot be made, or the binary does not run.
    pub fn run(&self, binary: &Path, folder: &Path, limits: &Limits) -> Result<Figures, String> {
        let settings: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        let model = folder.join("repro.xta");
        let output = folder.join("repro.json");
        std::fs::write(&model, model_text(&self.case, &settings)?)
            .map_err(|error| error.to_string())?;
        let file = std::fs::File::create(&output).map_err(|error| error.to_string())?;
        let queries = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(&self.queries);
        let mut command = Command::new(binary);
        command.arg("check").arg(&model).arg(queries);
        command.args(["--query", &self.query.to_string(), "--format", "json", "--threads", "1"]);
        command.args([
            "--time-limit",
            &limits.seconds.to_string(),
            "--memory-limit",
            &limits.memory,
        ]);
        command.args(&self.flags).stdin(Stdio::null()).stderr(Stdio::null()).stdout(file);
        let ended = wait(&mut command, limits.patience())?;
        if !ended {
            return Ok(Figures {
                verdict: "killed".to_owned(),
                seconds: limits.seconds as f64,
                ..Figures::default()
            });
        }
        let text = std::fs::read_to_string(&output).map_err(|error| error.to_string())?;
        Figures::from_json(&text).ok_or(format!("{}: no answer", self.key()))
    }
}

/// Whether the command came to its end in time. If not, it is ended.
fn wait(command: &mut Command, patience: Duration) -> Result<bool, String> {
    let mut child =
        command.spawn().map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    let begun = Instant::now();
    loop {
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Ok(true);
        }
        if begun.elapsed() > patience {
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
            return Ok(false);
        }
        sleep(Duration::from_millis(5));
    }
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// `holds`, `fails`, `unknown`, … or `killed`.
    pub verdict: String,
    pub stored: u64,
    /// Of the query, reading and preparing included.
    pub seconds: f64,
    /// The most memory in use.
    pub bytes: u64,
}

impl Figures {
    fn from_json(text: &str) -> Option<Figures> {
        let json: Value = serde_json::from_str(text).ok()?;
        let query = json["queries"].get(0)?;
        let stats = &query["stats"];
        Some(Figures {
            verdict: query["verdict"].as_str()?.to_owned(),
            stored: stats["stored"].as_u64()?,
            seconds: stats["seconds"].as_f64()?,
            bytes: stats["peak_bytes"].as_u64()?,
        })
    }

    /// Whether the question was answered.
    pub fn answered(&self) -> bool {
        matches!(self.verdict.as_str(), "holds" | "fails")
    }
}
