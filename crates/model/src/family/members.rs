//! Which processes there is one of for each id.

use syntax::Span;

use super::ids::Openness;
use super::open::{NOT_AT_ALL, ODD, Rules};

impl Rules<'_> {
    /// Finds the ids: the parameter of the process sets that grow with the open constant.
    pub(super) fn members(&mut self, span: Span) {
        for listed in &self.model.system {
            let instance = &self.model.instances[listed.instance];
            let mut open = Vec::new();
            for parameter in &instance.parameters {
                let Some(variable) = self.model.symbols.variable(*parameter) else { continue };
                match self.openness(&variable.ty) {
                    Openness::Closed => {}
                    Openness::Odd => self.obstacle(listed.span, ODD),
                    Openness::Open(ids) => {
                        self.id_type.get_or_insert_with(|| variable.ty.clone());
                        open.push((ids, variable.written));
                    }
                }
            }
            match open.as_slice() {
                [] => {}
                [(_, true)] => {
                    self.obstacle(listed.span, "the processes change their own ids");
                }
                [(ids, false)] if self.ids.is_none_or(|known| known == *ids) => {
                    self.ids = Some(*ids);
                }
                [_] => self.obstacle(
                    listed.span,
                    "these processes have other ids than those that come before them",
                ),
                _ => self.obstacle(
                    listed.span,
                    "there is a process for each pair of ids, and not for each id",
                ),
            }
        }
        if self.ids.is_none() && self.obstacles.is_empty() {
            self.obstacle(span, NOT_AT_ALL);
        }
    }
}
