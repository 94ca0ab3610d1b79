//! What a run may take.

use std::time::Duration;

/// Limits on each run of the binary.
pub struct Limits {
    pub seconds: u64,
    /// As the binary takes it: `8GiB`.
    pub memory: String,
}

impl Limits {
    /// When a run that does not mind its limit is ended from outside.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.seconds + self.seconds / 4 + 5)
    }
}
