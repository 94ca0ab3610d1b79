//! Channel priorities.

use network::Expr as Code;
use syntax::{Code as Problem, Diagnostic};

use super::object::Leaf;
use super::{Lowered, Lowering, Stop};
use crate::typed::Expr;

impl Lowering<'_> {
    /// Finds the level of everything that is not listed, before channels are made.
    pub(super) fn priorities(&mut self) {
        let Some((levels, span)) = &self.model.priorities else { return };
        let default = levels.iter().position(|level| level.iter().any(Option::is_none));
        self.default_priority = match default {
            Some(level) => i32::try_from(level).unwrap_or(i32::MAX),
            None => {
                let message = "the priority of channels that are not listed is not given";
                let help = "they and internal transitions share the lowest level; write `default` \
                            where they belong";
                self.findings
                    .report(Diagnostic::new(Problem::PriorityDefault, *span, message).help(help));
                0
            }
        };
        self.network.internal_priority = self.default_priority;
    }

    /// Sets the levels of the channels that are listed.
    pub(super) fn channel_priorities(&mut self) {
        let Some((levels, _)) = &self.model.priorities else { return };
        for (priority, level) in (0..).zip(levels) {
            for channel in level.iter().flatten() {
                let result = self.channel_priority(channel, priority);
                self.tolerate(result);
            }
        }
    }

    fn channel_priority(&mut self, channel: &Expr, priority: i32) -> Lowered<()> {
        let object = self.static_object(channel)?;
        let [Leaf::Channel(family)] = *object.leaves else { return Err(Stop::Reported) };
        let dims = self.network.channel_family(family).dims.clone();
        let mut first = 0;
        for (index, dim) in object.indices.iter().zip(&dims) {
            let value = self.evaluate(index, channel.span)?;
            if !dim.contains(value) {
                let message = format!("the index {value} is outside {}..{}", dim.lower, dim.upper);
                return self.fail(Problem::OutOfRange, channel.span, message);
            }
            let size = network::network::cell_count(std::slice::from_ref(dim));
            first = first * size + value.abs_diff(dim.lower) as usize;
        }
        let size = network::network::cell_count(&dims[object.indices.len()..]);
        let cells = first * size..(first + 1) * size;
        debug_assert!(!matches!(object.indices.first(), Some(Code::After(..))));
        self.network.channels[family.index()].priority[cells].fill(priority);
        Ok(())
    }
}
