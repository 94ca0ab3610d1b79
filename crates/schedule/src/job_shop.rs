//! Job-shop files: the format of the OR-Library, and that of Taillard.
//!
//! OR-Library: lines of text or comments, then the number of jobs and of machines, then a line for each job with pairs of machine
//! (from 0) and duration. Taillard: a matrix `Times` and a matrix `Machines` (from 1), a line for each job.

use crate::error::TableError;
use crate::problem::{Order, Problem, Resource, Step, Wanted};

/// No file is that long by intention.
const MOST_STEPS: usize = 1_000_000;

/// Reads the first instance of a job-shop file.
///
/// # Errors
/// When it is no such file: the line, and what is wrong with it.
pub fn read(text: &str) -> Result<Problem, TableError> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim)).collect();
    if lines.iter().any(|(_, line)| line.to_lowercase().starts_with("times")) {
        return taillard(&lines);
    }
    let (jobs, machines, first) = size(&lines)?;
    let mut orders = Vec::new();
    for (number, line) in lines[first..].iter().filter(|(_, line)| !is_comment(line)).take(jobs) {
        let numbers = numbers(*number, line)?;
        if numbers.len() != 2 * machines {
            return Err(TableError::one(format!(
                "line {number}: {} numbers, where a machine and a duration are needed for each of {machines} steps",
                numbers.len()
            )));
        }
        let steps = numbers.chunks(2).map(|pair| step(*number, pair[0], pair[1], machines));
        orders.push(order(orders.len(), steps.collect::<Result<_, _>>()?));
    }
    whole(orders, jobs, machines)
}

/// The number of jobs and of machines, and where the jobs begin.
fn size(lines: &[(usize, &str)]) -> Result<(usize, usize, usize), TableError> {
    for (at, (number, line)) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if is_comment(line) || words.len() != 2 {
            continue;
        }
        let [jobs, machines] = [words[0].parse::<usize>(), words[1].parse()];
        if let (Ok(jobs), Ok(machines)) = (jobs, machines) {
            if jobs == 0 || machines == 0 || jobs.saturating_mul(machines) > MOST_STEPS {
                return Err(TableError::one(format!(
                    "line {number}: no sensible number of jobs and machines"
                )));
            }
            return Ok((jobs, machines, at + 1));
        }
    }
    Err(TableError::one("no line has two numbers, the number of jobs and that of machines"))
}

fn taillard(lines: &[(usize, &str)]) -> Result<Problem, TableError> {
    let matrix = |word: &str| -> Result<Vec<(usize, Vec<u32>)>, TableError> {
        let begins = |line: &&(usize, &str)| !line.1.to_lowercase().starts_with(word);
        let rows = lines.iter().skip_while(begins).skip(1);
        let rows = rows.take_while(|(_, line)| line.starts_with(|c: char| c.is_ascii_digit()));
        rows.map(|(number, line)| Ok((*number, numbers(*number, line)?))).collect()
    };
    let (times, machines) = (matrix("times")?, matrix("machines")?);
    let count = machines.iter().flat_map(|(_, row)| row).max().copied().unwrap_or(0) as usize;
    if times.len() != machines.len() || times.is_empty() {
        return Err(TableError::one("`Times` and `Machines` must have a line for each job"));
    }
    let mut orders = Vec::new();
    for ((number, durations), (_, machines)) in times.iter().zip(&machines) {
        if durations.len() != machines.len() {
            return Err(TableError::one(format!("line {number}: not as many times as machines")));
        }
        let one = |(machine, duration): (&u32, &u32)| match machine.checked_sub(1) {
            Some(machine) => step(*number, machine, *duration, count),
            None => Err(TableError::one(format!("line {number}: machines are numbered from 1"))),
        };
        let steps = machines.iter().zip(durations).map(one);
        orders.push(order(orders.len(), steps.collect::<Result<_, _>>()?));
    }
    let jobs = orders.len();
    whole(orders, jobs, count)
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || !line.starts_with(|c: char| c.is_ascii_digit())
}

fn numbers(number: usize, line: &str) -> Result<Vec<u32>, TableError> {
    let read = |word: &str| {
        word.parse()
            .map_err(|_| TableError::one(format!("line {number}: `{word}` is not a number")))
    };
    line.split_whitespace().map(read).collect()
}

fn step(number: usize, machine: u32, duration: u32, machines: usize) -> Result<Step, TableError> {
    if machine as usize >= machines {
        return Err(TableError::one(format!("line {number}: there is no machine {machine}")));
    }
    Ok(Step {
        name: format!("m{machine}"),
        duration,
        takes: vec![machine as usize],
        gives: vec![machine as usize],
        pause_at_least: 0,
        pause_at_most: None,
        interruptible: false,
    })
}

fn order(at: usize, steps: Vec<Step>) -> Order {
    let name = format!("job {at}");
    Order { name, recipe: at, steps, release: 0, due: None, delay_cost: 0, storage_cost: 0 }
}

fn whole(orders: Vec<Order>, jobs: usize, machines: usize) -> Result<Problem, TableError> {
    if orders.len() != jobs {
        return Err(TableError::one(format!("{} lines for {jobs} jobs", orders.len())));
    }
    let resource =
        |at: usize| Resource { name: format!("m{at}"), count: 1, calendar: None, cleaning: 0 };
    let resources = (0..machines).map(resource).collect();
    Ok(Problem { wanted: Wanted::Makespan, resources, orders })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn both_formats_give_the_same() {
        let library = "+++\ninstance tiny\n+++\n two jobs\n2 2\n0 3 1 2\n1 4 0 1\n";
        let taillard =
            "Nb of jobs, Nb of Machines\n 2 2\nTimes\n 3 2\n 4 1\nMachines\n 1 2\n 2 1\n";
        let problem = read(library).expect("it is right");
        assert_eq!(problem, read(taillard).expect("it is right"));
        assert_eq!(problem.orders[1].steps[0].duration, 4);
        assert_eq!(problem.orders[1].steps[0].takes, [1]);
    }

    #[test]
    fn errors_have_their_line() {
        let told = |text: &str| read(text).expect_err("it is wrong").to_string();
        assert!(told("2 2\n0 3 1 2\n1 4 0 x\n").starts_with("line 3"));
        assert!(told("2 2\n0 3 1 2\n1 4 2 1\n").contains("no machine 2"));
        assert!(told("2 2\n0 3 1 2\n").contains("1 lines for 2 jobs"));
        assert!(told("2 2\n0 3 1\n1 4 2 1\n").starts_with("line 2"));
        assert!(told("").contains("no line"));
    }
}
