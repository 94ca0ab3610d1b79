//! Scaling curves: seconds by size, as SVG.

use orrery::report::svg::{Curve, Plot, draw_panels};

use super::table::{Row, median};

/// Shorter times are not told apart.
const LEAST_SECONDS: f64 = 1e-3;

/// The picture: one curve for each family, of Orrery above and of TChecker below.
pub fn svg(rows: &[Row]) -> String {
    let plot =
        |title| Plot { title, across: "size", up: "processor seconds", both_logarithmic: false };
    let ours = curves(rows, &|row| Some(median(&row.ours.cpu)));
    let theirs = curves(rows, &|row| Some(median(&row.theirs.as_ref().ok()?.cpu)));
    draw_panels(&[(plot("Orrery"), ours), (plot("TChecker, its fastest"), theirs)])
}

fn curves(rows: &[Row], seconds: &dyn Fn(&Row) -> Option<f64>) -> Vec<Curve> {
    let of_one_family = rows.chunk_by(|one, next| one.model.family == next.model.family);
    of_one_family
        .map(|rows| {
            let point =
                |row: &Row| Some((f64::from(row.model.size), seconds(row)?.max(LEAST_SECONDS)));
            let name = rows[0].model.family.to_owned();
            Curve { name, points: rows.iter().filter_map(point).collect() }
        })
        .collect()
}
