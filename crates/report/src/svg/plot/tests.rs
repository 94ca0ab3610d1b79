use super::*;

const PLOT: Plot<'static> =
    Plot { title: "title", across: "N", up: "states", both_logarithmic: true };

fn curve(name: &str, points: &[(f64, f64)]) -> Curve {
    Curve { name: name.to_owned(), points: points.to_vec() }
}

/// The height at which a text stands.
fn height(picture: &str, text: &str) -> f64 {
    let line = picture.lines().find(|line| line.contains(text)).expect(text);
    let start = line[..line.find(text).expect(text)].rfind("y=\"").expect("a place") + 3;
    let end = line[start..].find('"').expect("a number") + start;
    line[start..end].parse().expect("a number")
}

#[test]
fn a_plot_shows_each_point() {
    let picture = draw_curves(PLOT, &[curve("with", &[(2.0, 0.5), (4.0, 8.0), (9.0, 100.0)])]);
    assert_eq!(picture.matches("<circle").count(), 3);
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
}

/// The unit stands at the left of the title, above the highest number of the axis.
#[test]
fn the_unit_does_not_cover_a_number() {
    let picture = draw_curves(PLOT, &[curve("with", &[(2.0, 11.0), (4.0, 600_000.0)])]);
    assert!(height(&picture, ">1000000<") - height(&picture, ">states<") > 14.0, "{picture}");
}

/// Curves that end at the same place have their names below one another, inside the picture.
#[test]
fn names_do_not_cover_one_another() {
    for end in [1.0, 50.0, 1000.0] {
        let names = ["first", "second", "third", "fourth", "fifth"];
        let curves: Vec<Curve> = names
            .iter()
            .map(|name| curve(name, &[(1.0, 1.0), (3.0, 1000.0), (4.0, end)]))
            .collect();
        let picture = draw_curves(PLOT, &curves);
        let mut heights: Vec<f64> =
            names.iter().map(|name| height(&picture, &format!(">{name}<"))).collect();
        heights.sort_by(f64::total_cmp);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 0.2), "{heights:?}");
        assert!(heights[0] >= TOP && heights[4] <= HEIGHT - BOTTOM + 4.1, "{heights:?}");
    }
}

#[test]
fn nothing_and_single_points_are_drawn() {
    for points in [&[][..], &[(3.0, 0.0)], &[(3.0, 5.0)]] {
        let picture = draw_panels(&[(PLOT, vec![curve("a <b>", points)]), (PLOT, Vec::new())]);
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        assert!(!picture.contains("<b>"), "names are escaped");
    }
}
