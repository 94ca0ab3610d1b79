//! How much memory this process takes, and how much it may take.
//!
//! What it takes is known on Linux, macOS and Windows; what it may take only on Linux, which tells it in files. Elsewhere no
//! limit is assumed.

use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of real memory this process takes now; 0 if that is unknown.
pub(crate) fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// What this process may take in all without bringing the machine or its container into trouble.
pub(crate) fn affordable() -> Option<u64> {
    let free = [machine_room(), container_room(), address_room()].into_iter().flatten().min()?;
    let headroom = (free / 20).max(64 << 20);
    Some(free.saturating_sub(headroom) + resident())
}

/// What the machine has left.
fn machine_room() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    field(&text, "MemAvailable:").map(|kibibytes| kibibytes.saturating_mul(1024))
}

/// The first number after a word at the start of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What `ulimit -v` has left.
fn address_room() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let limit = field(&limits, "Max address space")?;
    let used = field(&fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?;
    Some(limit.saturating_sub(used.saturating_mul(1024)))
}

/// What the control groups of this process (of either version) have left.
fn container_room() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let rooms = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        let path = Path::new(path.trim_start_matches('/'));
        if controllers.is_empty() {
            smallest_room(Path::new("/sys/fs/cgroup"), path, &VERSION_2)
        } else if controllers.split(',').any(|controller| controller == "memory") {
            smallest_room(Path::new("/sys/fs/cgroup/memory"), path, &VERSION_1)
        } else {
            None
        }
    });
    rooms.min()
}

/// Names of files and of a statistic.
struct GroupFiles {
    limit: &'static str,
    usage: &'static str,
    /// Cached file contents, which the kernel gives up when memory is needed.
    cache: &'static str,
}

const VERSION_1: GroupFiles = GroupFiles {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cache: "total_inactive_file",
};
const VERSION_2: GroupFiles =
    GroupFiles { limit: "memory.max", usage: "memory.current", cache: "inactive_file" };

/// The least room of a group and those above it. Inside a container only the top may be visible.
fn smallest_room(root: &Path, path: &Path, files: &GroupFiles) -> Option<u64> {
    path.ancestors().filter_map(|group| room(&root.join(group), files)).min()
}

fn room(group: &Path, files: &GroupFiles) -> Option<u64> {
    let number = |path: PathBuf| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = number(group.join(files.limit))?;
    let usage = number(group.join(files.usage)).unwrap_or(0);
    let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cache = field(&statistics, files.cache).unwrap_or(0);
    Some(limit.saturating_sub(usage.saturating_sub(cache)))
}

#[cfg(test)]
mod tests;
