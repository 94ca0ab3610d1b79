use std::ffi::OsString;
use std::path::PathBuf;

use super::{Arguments, parse};

fn parsed(words: &[&str]) -> Result<Arguments, String> {
    parse(&words.iter().map(OsString::from).collect::<Vec<_>>())
}

#[test]
fn letters_can_be_bundled_and_values_attached() {
    let all = parsed(&["-squ", "-t1", "-o", "2", "model.xml", "-f", "prefix", "query.q"]).unwrap();
    for flag in ["silence-progress", "nosummary", "summary"] {
        assert!(all.has(flag), "{flag}");
    }
    assert_eq!(all.number("diagnostic"), Ok(Some(1)));
    assert_eq!(all.value("search-order"), Some("2"));
    assert_eq!(all.value("xtr"), Some("prefix"));
    assert_eq!(all.files, [PathBuf::from("model.xml"), PathBuf::from("query.q")]);
}

#[test]
fn long_names_take_values_either_way_and_may_be_shortened() {
    let all = parsed(&["--search-order=1", "--diagnostic", "2", "--query-ind", "3"]).unwrap();
    assert_eq!(all.value("search-order"), Some("1"));
    assert_eq!(all.value("diagnostic"), Some("2"));
    assert_eq!(all.value("query-index"), Some("3"));
}

#[test]
fn what_is_wrong_is_said() {
    assert!(parsed(&["-@"]).unwrap_err().contains("-@"));
    assert!(parsed(&["--bogus"]).unwrap_err().contains("--bogus"));
    assert!(parsed(&["--l"]).is_err(), "ambiguous");
    assert!(parsed(&["-t"]).unwrap_err().contains("value"));
    assert!(parsed(&["-tx"]).unwrap().number("diagnostic").is_err());
}

#[test]
fn the_last_of_several_counts() {
    let all = parsed(&["-t0", "-t2"]).unwrap();
    assert_eq!(all.value("diagnostic"), Some("2"));
}
