//! Processes that are listed one by one although they differ only in a number.

use std::collections::BTreeMap;

use syntax::tree::Document;

use super::open::Rules;
use crate::check::Checker;
use crate::findings::Findings;
use crate::typed::Body;

/// Some processes of a system that are instances of one template, each with a number of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alike {
    pub template: String,
    pub processes: Vec<String>,
    pub numbers: Vec<i32>,
}

/// The largest set of processes that are listed one by one and differ only in a number.
#[must_use]
pub fn listed_alike(document: &Document) -> Option<Alike> {
    let mut checker = Checker::new(Findings::default());
    checker.check(document);
    let Checker { model, .. } = checker;
    let rules = Rules::closed(&model);
    let mut found: BTreeMap<(usize, usize, Vec<Option<i32>>), Alike> = BTreeMap::new();
    for listed in &model.system {
        let instance = &model.instances[listed.instance];
        let Body::Instance { base, arguments } = &instance.body else { continue };
        let values: Vec<Option<i32>> = arguments.iter().map(|one| rules.number(one)).collect();
        // Any one of the arguments may be the number; the others must be the same.
        for (at, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let mut others = values.clone();
            others[at] = None;
            let alike = found.entry((*base, at, others)).or_insert_with(|| Alike {
                template: model.instances[*base].name.clone(),
                processes: Vec::new(),
                numbers: Vec::new(),
            });
            if !alike.numbers.contains(value) {
                alike.processes.push(instance.name.clone());
                alike.numbers.push(*value);
            }
        }
    }
    let found = found.into_values().filter(|alike| alike.numbers.len() > 1);
    found.max_by_key(|alike| alike.numbers.len())
}
