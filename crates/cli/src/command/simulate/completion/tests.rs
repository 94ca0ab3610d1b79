use super::{common_start, completions};

fn words(line: &str) -> Vec<String> {
    completions(line).1
}

#[test]
fn commands_are_completed() {
    assert_eq!(words("un"), ["undo"]);
    assert_eq!(words("re"), ["replay", "restart"]);
    assert_eq!(common_start(&words("re")), "re");
    assert_eq!(common_start(&words("s")), "s");
    assert_eq!(common_start(&words("")), "");
    assert_eq!(words("jump"), [""; 0]);
    assert_eq!(words("undo x"), [""; 0], "only files have names to be completed");
}

#[test]
fn files_are_completed_where_one_is_expected() {
    let folder = std::env::temp_dir().join(format!("orrery completion {}", std::process::id()));
    std::fs::create_dir_all(folder.join("runs")).expect("a folder");
    for name in ["run 1.json", "run 2.json", ".hidden"] {
        std::fs::write(folder.join(name), "").expect("a file");
    }
    let folder_name = folder.to_str().expect("a path in letters").to_owned();
    let line = format!("save  {folder_name}/run");
    let (start, found) = completions(&line);
    assert_eq!(&line[start..], format!("{folder_name}/run"));
    let expected =
        ["run 1.json", "run 2.json", "runs/"].map(|name| format!("{folder_name}/{name}"));
    assert_eq!(found, expected);
    assert_eq!(common_start(&found), format!("{folder_name}/run"));
    assert_eq!(words(&format!("replay {folder_name}/.h")), [format!("{folder_name}/.hidden")]);
    assert_eq!(words(&format!("replay {folder_name}/nowhere/x")), [""; 0]);
    std::fs::remove_dir_all(&folder).expect("it is removed");
}
