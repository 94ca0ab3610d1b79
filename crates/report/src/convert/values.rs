//! Extreme values.

use network::Extremum;
use query::verdict::{TermValue, ValueRange};

use crate::view::{BoundView, TermView, ValueView};

/// The values of `sup`, `inf` or `bounds`.
pub(super) fn value_view(extremum: Extremum, values: &[TermValue]) -> ValueView {
    let texts: Vec<String> = values.iter().map(|value| term_text(extremum, value)).collect();
    ValueView {
        text: texts.join(", "),
        terms: values.iter().map(|value| term_view(extremum, value)).collect(),
    }
}

fn term_view(extremum: Extremum, value: &TermValue) -> TermView {
    let end = |end: Option<(i64, bool)>| BoundView {
        limit: end.map(|(limit, _)| limit),
        strict: end.is_none_or(|(_, strict)| strict),
    };
    let lower = value.ranges.first().filter(|_| extremum != Extremum::Supremum);
    let upper = value.ranges.last().filter(|_| extremum != Extremum::Infimum);
    TermView {
        expression: value.term.clone(),
        lower: lower.map(|range| end(range.lower)),
        upper: upper.map(|range| end(range.upper)),
    }
}

/// `x <= 5`, `x < infinity`, `x in [1,3] and [5,8)`.
fn term_text(extremum: Extremum, value: &TermValue) -> String {
    let term = &value.term;
    let (Some(first), Some(last)) = (value.ranges.first(), value.ranges.last()) else {
        return format!("{term}: no such state is reachable");
    };
    match extremum {
        Extremum::Supremum => match last.upper {
            None => format!("{term} < infinity"),
            Some((limit, true)) => format!("{term} < {limit}"),
            Some((limit, false)) => format!("{term} <= {limit}"),
        },
        Extremum::Infimum => match first.lower {
            None => format!("{term} > -infinity"),
            Some((limit, true)) => format!("{term} > {limit}"),
            Some((limit, false)) => format!("{term} >= {limit}"),
        },
        Extremum::Bounds => {
            let ranges: Vec<String> = value.ranges.iter().map(range_text).collect();
            format!("{term} in {}", ranges.join(" and "))
        }
    }
}

fn range_text(range: &ValueRange) -> String {
    let lower = match range.lower {
        None => "(-infinity".to_owned(),
        Some((limit, true)) => format!("({limit}"),
        Some((limit, false)) => format!("[{limit}"),
    };
    let upper = match range.upper {
        None => "infinity)".to_owned(),
        Some((limit, true)) => format!("{limit})"),
        Some((limit, false)) => format!("{limit}]"),
    };
    format!("{lower},{upper}")
}
