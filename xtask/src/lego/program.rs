//! Programs of byte code.

/// A program: its instructions by address, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Program {
    pub instructions: Vec<Instruction>,
}

/// An instruction at its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Instruction {
    pub address: u32,
    pub operation: Operation,
}

/// What an instruction does. Expressions are kept as they are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// `place := value`
    Assign { place: String, value: String },
    /// `tbf condition, address`: go there if the condition holds.
    Test { condition: String, target: u32 },
    /// `baf address`: go there.
    Jump { target: u32 },
}

impl Program {
    /// Reads a program: one instruction to a line, with its address in front; `#` begins a comment.
    ///
    /// # Errors
    ///
    /// Says which line is wrong.
    pub(super) fn read(text: &str) -> Result<Program, String> {
        let mut instructions: Vec<Instruction> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |problem: &str| format!("line {}: {problem}", number + 1);
            let instruction = instruction(line).ok_or_else(|| wrong("not an instruction"))?;
            if instructions.last().is_some_and(|last| last.address >= instruction.address) {
                return Err(wrong("addresses must grow"));
            }
            instructions.push(instruction);
        }
        let program = Program { instructions };
        program.check()?;
        Ok(program)
    }

    /// Every address that is gone to has an instruction, and the last one goes somewhere.
    fn check(&self) -> Result<(), String> {
        let Some(last) = self.instructions.last() else { return Err("no instructions".into()) };
        if !matches!(last.operation, Operation::Jump { .. }) {
            return Err("the last instruction must be a jump (baf)".to_owned());
        }
        for each in &self.instructions {
            if let Operation::Test { target, .. } | Operation::Jump { target } = each.operation
                && self.at(target).is_none()
            {
                return Err(format!("{}: nothing is at address {target}", each.address));
            }
        }
        Ok(())
    }

    /// The number of the instruction at an address.
    pub(super) fn at(&self, address: u32) -> Option<usize> {
        self.instructions.iter().position(|each| each.address == address)
    }

    /// Where an instruction leads: the condition, if there is one, and the next instruction.
    pub(super) fn ways(&self, number: usize) -> Vec<(Option<String>, usize)> {
        match &self.instructions[number].operation {
            Operation::Assign { .. } => vec![(None, number + 1)],
            Operation::Test { condition, target } => vec![
                (Some(condition.clone()), self.at(*target).unwrap_or(number)),
                (Some(format!("!({condition})")), number + 1),
            ],
            Operation::Jump { target } => vec![(None, self.at(*target).unwrap_or(number))],
        }
    }
}

fn instruction(line: &str) -> Option<Instruction> {
    let (address, rest) = line.split_once(char::is_whitespace)?;
    let address = address.parse().ok()?;
    let rest = rest.trim();
    let operation = if let Some(test) = rest.strip_prefix("tbf ") {
        let (condition, target) = test.rsplit_once(',')?;
        Operation::Test { condition: expression(condition)?, target: target.trim().parse().ok()? }
    } else if let Some(target) = rest.strip_prefix("baf ") {
        Operation::Jump { target: target.trim().parse().ok()? }
    } else {
        let (place, value) = rest.split_once(":=")?;
        Operation::Assign { place: expression(place)?, value: expression(value)? }
    };
    Some(Instruction { address, operation })
}

/// An expression of numbers, places and comparisons.
fn expression(text: &str) -> Option<String> {
    let text = text.trim();
    let allowed = |each: char| each.is_ascii_alphanumeric() || " []<>=!+-".contains(each);
    (!text.is_empty() && text.chars().all(allowed)).then(|| text.to_owned())
}
