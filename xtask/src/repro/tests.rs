use super::job::{Figures, Job};
use super::ladder::FAMILIES;
use super::ledger::{Ledger, Modes};
use super::limits::Limits;
use super::plot::{Curve, draw};
use crate::example::model_text;
use std::path::PathBuf;

#[test]
fn a_plot_shows_each_point() {
    let curve =
        Curve { name: "with".to_owned(), points: vec![(2.0, 0.5), (4.0, 8.0), (9.0, 100.0)] };
    let picture = draw("title", "N", "seconds", &[curve]);
    assert_eq!(picture.matches("<circle").count(), 3);
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
}

/// The unit stands at the left of the title, above the highest number of the axis.
#[test]
fn the_unit_does_not_cover_a_number() {
    let curve = Curve { name: "with".to_owned(), points: vec![(2.0, 11.0), (4.0, 600_000.0)] };
    let picture = draw("title", "N", "states", &[curve]);
    let height = |text: &str| {
        let line = picture.lines().find(|line| line.contains(text)).expect(text);
        let element = line[..line.find(text).expect(text)].rfind("y=\"").expect("a place") + 3;
        let end = line[element..].find('"').expect("a number") + element;
        line[element..end].parse::<f64>().expect("a number")
    };
    assert!(height(">1000000<") - height(">states<") > 14.0, "{picture}");
}

#[test]
fn nothing_measured_is_a_plot_too() {
    let picture =
        draw("title", "N", "seconds", &[Curve { name: "none".to_owned(), points: Vec::new() }]);
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
}

#[test]
fn every_family_can_be_made_larger() {
    for family in &FAMILIES {
        let setting = format!("{}={}", family.constant, (family.value)(12));
        assert!(model_text(family.case, &[&setting]).is_ok(), "{}", family.name);
    }
}

#[test]
fn what_is_written_down_is_not_measured_again() {
    let folder = std::env::temp_dir().join(format!("orrery-ledger-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room");
    let job = Job::new("fischer", &["N=3".to_owned()], 1).plain();
    let line = format!("{}\tholds\t65\t0.5\t7000000\n", job.key());
    std::fs::write(folder.join("9s-1GiB.tsv"), line).expect("there is room");
    let limits = Limits { seconds: 9, memory: "1GiB".to_owned() };
    let modes = Modes { fresh: false, measuring: true };
    let mut ledger =
        Ledger::open(PathBuf::from("no such program"), &folder, limits, modes).expect("a folder");
    let known = Figures { verdict: "holds".to_owned(), stored: 65, seconds: 0.5, bytes: 7_000_000 };
    assert_eq!(ledger.measure(&job), Some(known));
    let other = Job::new("fischer", &["N=4".to_owned()], 1);
    assert_eq!(ledger.measure(&other), None, "the program cannot be run");
    let _ = std::fs::remove_dir_all(folder);
}
