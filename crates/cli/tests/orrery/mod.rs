//! Running the binary as a user would.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Outcome {
        Outcome {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("results are text"),
            err: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }
}

impl Outcome {
    /// The results as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Nothing of ours may ever panic.
    #[track_caller]
    pub(crate) fn assert_status(&self, expected: i32) -> &Outcome {
        assert!(!self.err.contains("panicked"), "{self:?}");
        assert_eq!(self.status, expected, "{self:?}");
        self
    }
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The first example.
pub(crate) fn crossing() -> String {
    "examples/first/crossing.xml".to_owned()
}

/// The binary, in the root of the project and an environment without preferences.
pub(crate) fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

/// Runs the binary.
pub(crate) fn orrery(arguments: &[impl AsRef<OsStr>]) -> Outcome {
    command(arguments).output().expect("the binary starts").into()
}

/// Runs the binary with something to read.
pub(crate) fn orrery_reading(arguments: &[impl AsRef<OsStr>], input: &str) -> Outcome {
    let mut command = command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut pipe = child.stdin.take().expect("it was piped");
    pipe.write_all(input.as_bytes()).expect("the binary reads");
    drop(pipe);
    child.wait_with_output().expect("the binary ends").into()
}

/// A folder that is gone when the test is over.
pub(crate) struct Folder {
    path: PathBuf,
}

static FOLDERS: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub(crate) fn new() -> Folder {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("orrery-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("there is room");
        Folder { path }
    }

    /// A path inside.
    pub(crate) fn at(&self, name: &str) -> String {
        self.path.join(name).display().to_string()
    }

    /// Writes a file and gives its path.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path.join(name);
        std::fs::write(&path, content).expect("there is room");
        path.display().to_string()
    }

    /// Reads a file.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).expect("the file is there")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// A model in which counting takes for ever: 10^12 states.
pub(crate) const COUNTERS: &str = "\
int[0,9] a[12];
process P() {
    state S;
    init S;
    trans S -> S { select i : int[0,11]; guard a[i] < 9; assign a[i] = a[i] + 1; };
}
system P;
";

/// True, but only after all states have been seen.
pub(crate) const COUNTED: &str = "A[] forall (i : int[0,11]) a[i] <= 9";
