//! Plans with their reasons.

use super::style::{Styles, clean, pad, paint};
use crate::view::ExplainView;

/// For each query what was decided and why, one decision to a line.
#[must_use]
pub fn explain_text(view: &ExplainView, styles: Styles) -> String {
    let mut out = String::new();
    for query in &view.queries {
        out.push_str(&format!("{}  {}\n", query.index, clean(&query.formula)));
        let topics = query.decisions.iter().map(|one| one.topic.chars().count()).max();
        let choices = query.decisions.iter().map(|one| one.choice.chars().count()).max();
        let (topics, choices) = (topics.unwrap_or(0), choices.unwrap_or(0));
        for one in &query.decisions {
            out.push_str(&format!(
                "   {}{}  {}{}  {}\n",
                clean(&one.topic),
                pad(&one.topic, topics),
                paint(styles.change, &one.choice, styles.reset),
                pad(&one.choice, choices),
                paint(styles.faint, &one.because, styles.reset)
            ));
        }
        if let Some(problem) = &query.problem {
            out.push_str(&format!("   {}\n", paint(styles.bad, problem, styles.reset)));
        }
    }
    out
}
