//! `cargo xtask lacquer`: tables for `orrery schedule` in the manner of chapter 6 of the thesis.
//!
//! The true recipes and orders are confidential. What is known of them is used: three recipes, two dose spinners that every order uses twice, a mixing vessel that is
//! held while other resources work, at most four hours between the first two steps of `uni`, cleaning of filling lines, and the release dates of fifteen
//! orders of `metallic` and seven of `uni`. Durations, counts, amounts, costs and all other dates are invented.

use std::fmt::Write as _;
use std::process::ExitCode;

pub const USAGE: &str = "cargo xtask lacquer ORDERS [--version 1|5|6] [--seed N] [--window HOURS]";

/// Known release dates, in hours.
const METALLIC: [u32; 15] =
    [4, 101, 106, 151, 163, 172, 192, 331, 494, 499, 504, 581, 674, 678, 743];
const UNI: [u32; 7] = [52, 191, 274, 278, 388, 555, 575];
/// The orders of one repetition; more orders are more repetitions, one after the other.
const ONCE: u32 = 73;
/// Hours between two repetitions.
const REPEATED_AFTER: u32 = 800;

const PLANT: &str = "\
[resources.disperser]
[resources.spinner]
count = 2
[resources.vessel]
count = 3
[resources.lab]
count = 2
[resources.line]
";

/// Two shifts of eight hours, from Monday 6:00 to Friday 22:00: what is not finished goes on the next day.
const TWO_SHIFTS: &str = "\
period = 168
open = [[6, 22], [30, 46], [54, 70], [78, 94], [102, 118]]
";

const RECIPES: &str = r#"
[recipes.uni]
steps = [
  { name = "disperse", resource = "disperser", duration = 6, pause_at_most = 4 },
  { name = "dose", resource = "spinner", duration = 2 },
  { name = "adjust", resource = "lab", duration = 2 },
  { name = "dose again", resource = "spinner", duration = 1 },
  { name = "fill", resource = "line", FILL },
]
hold = [{ resource = "vessel", from = 2, to = 5 }]
[recipes.metallic]
steps = [
  { name = "dose", resource = "spinner", duration = 3 },
  { name = "adjust", resource = "lab", duration = 3 },
  { name = "dose again", resource = "spinner", duration = 1 },
  { name = "fill", resource = "line", FILL },
]
hold = [{ resource = "vessel", from = 1, to = 4 }]
[recipes.bronze]
steps = [
  { name = "disperse", resource = "disperser", duration = 4 },
  { name = "dose", resource = "spinner", duration = 3 },
  { name = "adjust", resource = "lab", duration = 4 },
  { name = "dose again", resource = "spinner", duration = 2 },
  { name = "fill", resource = "line", FILL },
]
hold = [{ resource = "vessel", from = 2, to = 5 }]
"#;

struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % sides).unwrap_or(0)
    }
}

struct Wish {
    orders: u32,
    /// 1: feasibility, durations fixed. 5: costs, durations by amount, cleaning. 6: the same with working hours.
    version: u32,
    seed: u64,
    /// From release to due date.
    window: u32,
}

pub fn run(arguments: &[String]) -> ExitCode {
    let Some(wish) = wish(arguments) else {
        eprintln!("usage: {USAGE}");
        return ExitCode::from(2);
    };
    print!("{}", table(&wish));
    ExitCode::SUCCESS
}

fn wish(arguments: &[String]) -> Option<Wish> {
    let (first, rest) = arguments.split_first()?;
    let mut wish = Wish { orders: first.parse().ok()?, version: 1, seed: 1, window: 336 };
    for pair in rest.chunks(2) {
        let [flag, value] = pair else { return None };
        match flag.as_str() {
            "--version" => {
                wish.version = value.parse().ok().filter(|version| [1, 5, 6].contains(version))?
            }
            "--seed" => wish.seed = value.parse().ok()?,
            "--window" => wish.window = value.parse().ok()?,
            _ => return None,
        }
    }
    (1..=20_000).contains(&wish.orders).then_some(wish)
}

fn table(wish: &Wish) -> String {
    let mut dice = Dice(wish.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let costs = wish.version >= 5;
    let mut text = format!(
        "# {} orders of a lacquer plant, seed {}. Durations and most dates are invented; times are hours.\nobjective = \"{}\"\n",
        wish.orders,
        wish.seed,
        if costs { "cost" } else { "feasible" }
    );
    let plant = match wish.version {
        6 => PLANT.replace("[resources.lab]\n", &format!("[resources.lab]\n{TWO_SHIFTS}")),
        _ => PLANT.to_owned(),
    };
    text.push_str(&plant);
    text.push_str(if costs { "cleaning = 2\n" } else { "" });
    let recipes = match wish.version {
        6 => RECIPES.replace("resource = \"lab\",", "resource = \"lab\", interruptible = true,"),
        _ => RECIPES.to_owned(),
    };
    text.push_str(
        &recipes
            .replace("FILL", if costs { "duration = 1, per_unit = 0.01" } else { "duration = 4" }),
    );
    for number in 0..wish.orders {
        let (repetition, within) = (number / ONCE, (number % ONCE) as usize);
        let (recipe, release) = match within % 2 {
            0 => ("metallic", METALLIC.get(within / 2).copied()),
            _ if within % 8 == 7 => ("bronze", None),
            _ => ("uni", UNI.get(within / 2).copied()),
        };
        let release = release.unwrap_or_else(|| dice.below(740)) + repetition * REPEATED_AFTER;
        let _ = write!(
            text,
            "[[orders]]\nrecipe = \"{recipe}\"\nrelease = {release}\ndue = {}\n",
            release + wish.window
        );
        if costs {
            let amount = 100 * (1 + dice.below(5));
            let (late, early) = (10 + dice.below(20), 1 + dice.below(2));
            let _ =
                write!(text, "amount = {amount}\ndelay_cost = {late}\nstorage_cost = {early}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Wish, table};

    #[test]
    fn tables_are_usable() {
        for version in [1, 5, 6] {
            let text = table(&Wish { orders: 29, version, seed: 3, window: 100 });
            let problem = orrery::schedule::table::read(&text).expect("a table");
            assert_eq!(problem.orders.len(), 29);
        }
    }
}
