//! Which names are visible.

use rustc_hash::FxHashMap;

use crate::symbol::SymbolId;

/// Nested scopes, innermost last.
#[derive(Default)]
pub(crate) struct Scopes {
    frames: Vec<FxHashMap<String, SymbolId>>,
}

impl Scopes {
    pub(crate) fn open(&mut self) {
        self.frames.push(FxHashMap::default());
    }

    /// Closes the innermost scope.
    pub(crate) fn close(&mut self) {
        self.frames.pop();
    }

    /// Declares a name in the innermost scope; gives the symbol that already has it, if one does.
    pub(crate) fn declare(&mut self, name: &str, symbol: SymbolId) -> Option<SymbolId> {
        let frame = self.frames.last_mut()?;
        if let Some(earlier) = frame.get(name) {
            return Some(*earlier);
        }
        frame.insert(name.to_owned(), symbol);
        None
    }

    /// What a name stands for where `admit` lets it, innermost first.
    pub(crate) fn find(
        &self,
        name: &str,
        mut admit: impl FnMut(SymbolId) -> bool,
    ) -> Option<SymbolId> {
        let mut found = self.frames.iter().rev().filter_map(|frame| frame.get(name).copied());
        found.find(|symbol| admit(*symbol))
    }

    /// Is the name declared in a scope outside the innermost one, the predeclared names left out?
    pub(crate) fn outer(&self, name: &str) -> Option<SymbolId> {
        let inner = self.frames.len().saturating_sub(1);
        let outer = self.frames.get(1..inner)?;
        outer.iter().rev().find_map(|frame| frame.get(name).copied())
    }

    /// The names of the innermost scope, in the order of declaration.
    pub(crate) fn innermost(&self) -> Vec<(String, SymbolId)> {
        let frame = self.frames.last().into_iter().flatten();
        let mut names: Vec<(String, SymbolId)> = frame.map(|(n, id)| (n.clone(), *id)).collect();
        names.sort_by_key(|(_, id)| *id);
        names
    }

    /// All visible names, in no particular order.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, SymbolId)> {
        self.frames.iter().flatten().map(|(name, symbol)| (name.as_str(), *symbol))
    }
}
