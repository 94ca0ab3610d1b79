//! A sweep as two plots: states and time.

use super::plot::{Curve, Plot, draw_panels};
use crate::view::{QueryView, SweepView, VerdictView};

/// A plot of stored states and one of seconds, by the value of the constant, with a curve for each query. Values
/// for which a query is undecided are left out: their figures are those of the limit.
#[must_use]
pub fn draw_sweep(view: &SweepView) -> String {
    let queries = view.points.first().map_or(&[][..], |point| &point.queries);
    let curves = |part: fn(&QueryView) -> f64| -> Vec<Curve> {
        let curve = |(at, query): (usize, &QueryView)| {
            let points = view.points.iter().filter_map(|point| {
                let query = point.queries.get(at)?;
                let known = query.verdict != VerdictView::Unknown;
                known.then(|| (f64::from(point.value), part(query)))
            });
            Curve { name: format!("{} {}", query.index, query.formula), points: points.collect() }
        };
        queries.iter().enumerate().map(curve).collect()
    };
    let plot = |up| Plot { title: &view.path, across: &view.constant, up, both_logarithmic: false };
    draw_panels(&[
        (plot("states"), curves(|query| query.stats.stored.max(1) as f64)),
        (plot("seconds"), curves(|query| query.stats.seconds.max(1e-4))),
    ])
}
