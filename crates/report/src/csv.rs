//! Tables for spreadsheets (RFC 4180).

use crate::view::SweepView;

/// A line for each value of the constant and each query.
#[must_use]
pub fn sweep_csv(view: &SweepView) -> String {
    let mut out = format!(
        "{},query,formula,verdict,value,stored,explored,transitions,seconds,peak_bytes\n",
        field(&view.constant)
    );
    for point in &view.points {
        for query in &point.queries {
            let value = query.value.as_ref().map_or("", |value| &value.text);
            let stats = &query.stats;
            out.push_str(&format!(
                "{},{},{},{},{},{},{},{},{},{}\n",
                point.value,
                query.index,
                field(&query.formula),
                query.verdict.word(),
                field(value),
                stats.stored,
                stats.explored,
                stats.transitions,
                stats.seconds,
                stats.peak_bytes
            ));
        }
    }
    out
}

/// A field, in quotes where that is necessary.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
