//! Text as its author wrote it.

/// Text as its author wrote it, comments included. It repeats or accompanies what the tree says, so all
/// of these compare equal, as places do.
#[derive(Clone, Debug, Default)]
pub struct Written(pub String);

impl PartialEq for Written {
    fn eq(&self, _: &Written) -> bool {
        true
    }
}

impl Eq for Written {}

impl Written {
    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn add(&mut self, more: &Written) {
        if !self.is_empty() && !more.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(&more.0);
    }
}
