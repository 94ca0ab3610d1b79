use std::fs;
use std::path::Path;

use super::{VERSION_1, VERSION_2, affordable, field, resident, room, smallest_room};

#[test]
fn fields_are_found_at_the_start_of_lines() {
    let text = "MemTotal: 10 kB\nMemAvailable:    1234 kB\n";
    assert_eq!(field(text, "MemAvailable:"), Some(1234));
    assert_eq!(field(text, "Available:"), None);
    assert_eq!(field("Max address space   unlimited  unlimited bytes", "Max address space"), None);
}

#[test]
fn growing_memory_is_seen() {
    let before = resident();
    assert!(before > 0);
    let block = std::hint::black_box(vec![1_u8; 64 << 20]);
    let after = resident();
    assert!(after >= before + (60 << 20), "{before} to {after} with {}", block.len());
    if cfg!(target_os = "linux") {
        assert!(affordable().is_some_and(|most| most > 64 << 20));
    }
}

#[test]
fn groups_of_both_versions_are_understood() {
    let root = std::env::temp_dir().join(format!("orrery-groups-{}", std::process::id()));
    let inner = root.join("a/b");
    fs::create_dir_all(&inner).unwrap();
    let write = |folder: &Path, name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write(&root, "memory.max", "max\n");
    write(&root.join("a"), "memory.max", "5000\n");
    write(&root.join("a"), "memory.current", "3000\n");
    write(&root.join("a"), "memory.stat", "anon 100\ninactive_file 700\n");
    write(&inner, "memory.max", "9000\n");
    assert_eq!(room(&root, &VERSION_2), None);
    assert_eq!(room(&root.join("a"), &VERSION_2), Some(2700));
    assert_eq!(smallest_room(&root, Path::new("a/b"), &VERSION_2), Some(2700));
    write(&inner, "memory.limit_in_bytes", "800\n");
    write(&inner, "memory.usage_in_bytes", "100\n");
    assert_eq!(smallest_room(&root, Path::new("a/b"), &VERSION_1), Some(700));
    assert_eq!(smallest_room(&root, Path::new("elsewhere"), &VERSION_1), None);
    fs::remove_dir_all(&root).unwrap();
}
