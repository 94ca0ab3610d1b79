//! Members of process sets, chosen by a number or while the query is evaluated.

use std::rc::Rc;

use network::{BinaryOp as Op, Domain, Expr as Code, Place, ProcessId, Stmt, StmtKind};
use syntax::{Code as Problem, Diagnostic};

use super::expression::fold;
use super::process::Member;
use super::{Lowered, Lowering, Stop, unsupported};
use crate::typed::ProcessRef;

/// Chains of this many alternatives are split, so that code never becomes deep.
const LONGEST_CHAIN: usize = 64;

impl Lowering<'_> {
    /// The one process that is meant.
    pub(super) fn single_member(&mut self, process: &ProcessRef) -> Lowered<ProcessId> {
        let mut values = Vec::with_capacity(process.arguments.len());
        for argument in &process.arguments {
            match self.int(argument)? {
                Code::Const(value) => values.push(value),
                _ => {
                    return unsupported(
                        "a clock, record or array of a process that is chosen while running",
                        process.span,
                    );
                }
            }
        }
        let members = &self.members[process.listed];
        match members.binary_search_by(|member| member.values.cmp(&values)) {
            Ok(position) => Ok(members[position].process),
            Err(_) => self.no_such_member(process, &values),
        }
    }

    fn no_such_member<T>(&mut self, process: &ProcessRef, values: &[i32]) -> Lowered<T> {
        let listed = &self.model.system[process.listed];
        let instance = &self.model.instances[listed.instance];
        let values: Vec<String> = values.iter().map(i32::to_string).collect();
        let message = format!("there is no process `{}({})`", instance.name, values.join(","));
        let mut error = Diagnostic::new(Problem::NoSuchProcess, process.span, message);
        let members = &self.members[process.listed];
        if let (Some(first), Some(last)) = (members.first(), members.last()) {
            let name = |member: &Member| {
                let values: Vec<String> = member.values.iter().map(i32::to_string).collect();
                format!("`{}({})`", instance.name, values.join(","))
            };
            error = error.help(match members.len() {
                1 => format!("there is only {}", name(first)),
                _ => format!("the first is {}, the last {}", name(first), name(last)),
            });
        }
        self.findings.report(error);
        Err(Stop::Reported)
    }

    /// Code that depends on the process that is meant, which may be chosen while running.
    pub(super) fn over_members(
        &mut self,
        process: &ProcessRef,
        mut build: impl FnMut(&mut Self, ProcessId) -> Lowered<Code>,
    ) -> Lowered<Code> {
        let mut arguments = Vec::with_capacity(process.arguments.len());
        for argument in &process.arguments {
            arguments.push(self.int(argument)?);
        }
        let members = Rc::clone(&self.members[process.listed]);
        if arguments.iter().all(|argument| matches!(argument, Code::Const(_))) {
            let member = self.single_member(process)?;
            return build(self, member);
        }
        self.choose_member(process, &arguments, 0, &members, &mut build)
    }

    /// Chooses by argument number `position` among members that agree on the earlier ones.
    fn choose_member(
        &mut self,
        process: &ProcessRef,
        arguments: &[Code],
        position: usize,
        members: &[Member],
        build: &mut impl FnMut(&mut Self, ProcessId) -> Lowered<Code>,
    ) -> Lowered<Code> {
        let Some(argument) = arguments.get(position) else {
            return match members.first() {
                Some(member) => build(self, member.process),
                None => Ok(Code::FALSE),
            };
        };
        self.count_parts(members.len(), process.span)?;
        let groups: Vec<&[Member]> =
            members.chunk_by(|a, b| a.values[position] == b.values[position]).collect();
        if let Code::Const(value) = argument {
            let group = groups.into_iter().find(|group| group[0].values[position] == *value);
            return match group {
                Some(group) => self.choose_member(process, arguments, position + 1, group, build),
                None => self.no_such_member(process, &[*value]),
            };
        }
        let mut alternatives = Vec::with_capacity(groups.len());
        for group in &groups {
            let value = group[0].values[position];
            let code = self.choose_member(process, arguments, position + 1, group, build)?;
            alternatives.push((value, code));
        }
        let complete = self.stays_within(argument, &alternatives);
        let otherwise =
            if complete { None } else { Some(self.no_member(process, argument, &alternatives)) };
        Ok(choose(argument, alternatives, otherwise.as_ref()))
    }

    /// Can the argument only take the values of the alternatives?
    fn stays_within(&self, argument: &Code, alternatives: &[(i32, Code)]) -> bool {
        let Code::Read(place) = argument else { return false };
        let domain = self.network.variable(place.variable).domain;
        let [(first, _), .., (last, _)] = alternatives else {
            return alternatives.len() == 1 && domain.size() == 1;
        };
        let dense = i64::from(*last) - i64::from(*first) + 1 == alternatives.len() as i64;
        dense && *first <= domain.lower && domain.upper <= *last
    }

    /// Code that faults: no member has been chosen. Where the numbers of the members have no gap, a cell that can
    /// hold nothing else lets the fault tell the number and its range.
    fn no_member(
        &mut self,
        process: &ProcessRef,
        argument: &Code,
        alternatives: &[(i32, Code)],
    ) -> Code {
        let (lower, upper) = match alternatives {
            [(first, _), .., (last, _)] => (*first, *last),
            [(only, _)] => (*only, *only),
            [] => (0, -1),
        };
        let dense = i64::from(upper) - i64::from(lower) + 1 == alternatives.len() as i64;
        let kind = if dense && !alternatives.is_empty() {
            let listed = &self.model.system[process.listed];
            let name = format!("the index of {}", self.model.instances[listed.instance].name);
            let cell = self.scratch(&name, Domain::int(lower, upper), process.span);
            StmtKind::Assign { target: Place::whole(cell), value: argument.clone() }
        } else {
            StmtKind::Assert(Code::FALSE)
        };
        let fault = Stmt { kind, origin: self.origin(process.span) };
        Code::After(vec![fault], Box::new(Code::FALSE))
    }
}

/// The code of the alternative whose number the argument equals. Alternatives ascend.
fn choose(argument: &Code, alternatives: Vec<(i32, Code)>, otherwise: Option<&Code>) -> Code {
    if alternatives.len() > LONGEST_CHAIN {
        let mut lower = alternatives;
        let upper = lower.split_off(lower.len() / 2);
        let border = fold(Op::Lt, argument.clone(), Code::Const(upper[0].0));
        let lower = choose(argument, lower, otherwise);
        let upper = choose(argument, upper, otherwise);
        return Code::Cond(Box::new(border), Box::new(lower), Box::new(upper));
    }
    let mut chain = otherwise.cloned();
    for (value, code) in alternatives.into_iter().rev() {
        chain = Some(match chain {
            None => code,
            Some(rest) => {
                let chosen = fold(Op::Eq, argument.clone(), Code::Const(value));
                Code::Cond(Box::new(chosen), Box::new(code), Box::new(rest))
            }
        });
    }
    chain.unwrap_or(Code::FALSE)
}
