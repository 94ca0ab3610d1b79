//! Policies as text.

use super::style::{Styles, clean, paint};
use crate::view::{ForbiddenView, PolicyView, VerdictView};

/// A policy, or why there is none.
#[must_use]
pub fn policy_text(view: &PolicyView, styles: Styles) -> String {
    let style = match view.verdict {
        VerdictView::Holds => styles.good,
        VerdictView::Fails | VerdictView::Error => styles.bad,
        VerdictView::Unknown | VerdictView::Unsupported => styles.unsure,
    };
    let verdict = paint(style, view.verdict.word(), styles.reset);
    let mut text = format!("{verdict}  {}\n", clean(&view.formula));
    if let Some(reason) = &view.reason {
        text.push_str(&format!("    {}\n", clean(reason)));
    }
    if let (Some(reachable), Some(safe), Some(lost), Some(dead)) =
        (view.reachable, view.safe, view.unsafe_states, view.dead_ends)
    {
        text.push_str(&format!(
            "    {reachable} states are reachable: {safe} safe, {lost} unsafe\n"
        ));
        text.push_str(&format!("    {dead} of them are dead ends\n"));
    }
    if let Some(symmetries) = view.symmetries.as_ref().filter(|count| *count != "1") {
        let orbits = view.stats.stored;
        text.push_str(&format!("    found among {orbits} states modulo {symmetries} symmetries\n"));
    }
    if view.verdict == VerdictView::Holds {
        text.push_str(&rules(view));
    }
    text
}

fn rules(view: &PolicyView) -> String {
    if view.policy.is_empty() {
        return "    nothing has to be forbidden\n".to_owned();
    }
    let mut text = "\nForbid every transition into a state where one of these holds:\n".to_owned();
    for (number, forbidden) in (1..).zip(&view.policy) {
        let ForbiddenView { predicate, states, images } = forbidden;
        let predicate = clean(predicate);
        let more = match images.len() {
            0 | 1 => String::new(),
            2 => ", with another one like it".to_owned(),
            count => format!(", with {} others like it", count - 1),
        };
        text.push_str(&format!("  d{number}  {predicate}\n      {states} states{more}\n"));
        for image in images.iter().skip(1) {
            text.push_str(&format!("      {}\n", clean(image)));
        }
    }
    text.push_str("\nA second search has confirmed it: exactly the unsafe states are forbidden,\n");
    text.push_str("and under the policy the goal stays possible.\n");
    text
}
