use orrery::report::xtr::ZoneBound;

use super::constraints;

fn bound(left: usize, right: usize, limit: i32, strict: bool) -> ZoneBound {
    ZoneBound { left, right, limit, strict }
}

fn shown(bounds: &[ZoneBound]) -> Vec<String> {
    constraints(bounds, &["x", "y", "z"].map(str::to_owned))
}

#[test]
fn clocks_that_run_together_are_equations() {
    // x = y = z, as a circle of inequalities.
    let circle = [bound(1, 2, 0, false), bound(2, 3, 0, false), bound(3, 1, 0, false)];
    assert_eq!(shown(&circle), ["y == x", "z == x"]);
    let apart = [
        bound(1, 2, 2, false),
        bound(2, 1, -2, false),
        bound(0, 3, -4, false),
        bound(3, 0, 4, false),
    ];
    assert_eq!(shown(&apart), ["x >= 2", "y == x - 2", "z == 4"]);
    let start = [1, 2, 3].map(|clock| bound(clock, 0, 0, false));
    assert_eq!(shown(&start), ["x == 0", "y == 0", "z == 0"]);
}

#[test]
fn what_follows_is_not_said() {
    let zone = [
        bound(1, 0, 5, false),
        bound(0, 1, -2, true),
        bound(2, 1, 0, false),
        bound(2, 0, 7, false),
    ];
    assert_eq!(shown(&zone), ["x > 2", "x <= 5", "y <= x"]);
    assert_eq!(shown(&[bound(1, 2, 3, true)]), ["x - y < 3"]);
    assert_eq!(shown(&[]), [""; 0]);
}

/// The constraints mean what the bounds mean: held against all small points, halves included.
#[test]
fn nothing_is_lost() {
    let mut seed = 7_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut kept = 0;
    for _ in 0..300 {
        let mut number = |below| i32::try_from(random(below)).expect("a small number");
        let clock = |number: i32| usize::try_from(number).expect("a clock");
        let bounds: Vec<ZoneBound> = (0..4)
            .map(|_| bound(clock(number(4)), clock(number(4)), number(7) - 2, number(2) == 0))
            .filter(|bound| bound.left != bound.right)
            .collect();
        let points = (0..12 * 12 * 12).map(|at| [0, at % 12, at / 12 % 12, at / 144]);
        let inside = |point: &[i32; 4]| {
            bounds.iter().all(|one| {
                let difference = point[one.left] - point[one.right];
                if one.strict { difference < 2 * one.limit } else { difference <= 2 * one.limit }
            })
        };
        let inner: Vec<[i32; 4]> = points.clone().filter(inside).collect();
        // What is said of an empty zone does not matter.
        if inner.is_empty() {
            continue;
        }
        kept += 1;
        let said: Vec<String> = shown(&bounds);
        let outer: Vec<[i32; 4]> =
            points.filter(|point| said.iter().all(|line| holds(line, point))).collect();
        assert_eq!(inner, outer, "{bounds:?}: {said:?}");
    }
    assert!(kept > 100, "{kept}");
}

/// Does a line such as `x - y <= 3` hold at a point whose clocks are given in halves?
fn holds(line: &str, point: &[i32; 4]) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let sign =
        words.iter().position(|word| ["==", "<", "<=", ">", ">="].contains(word)).expect("a sign");
    let value = |words: &[&str]| {
        let mut sum = 0;
        let mut factor = 1;
        for word in words {
            match *word {
                "-" => factor = -1,
                "+" => factor = 1,
                "x" => sum += factor * point[1],
                "y" => sum += factor * point[2],
                "z" => sum += factor * point[3],
                number => sum += factor * 2 * number.parse::<i32>().expect("a number"),
            }
        }
        sum
    };
    let (left, right) = (value(&words[..sign]), value(&words[sign + 1..]));
    match words[sign] {
        "==" => left == right,
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        _ => left >= right,
    }
}
