//! Several values for one constant.

/// A constant and the values it is to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sweep {
    pub(crate) name: String,
    values: Values,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Values {
    /// From, to, both included, and how far apart.
    Range(i32, i32, u32),
    List(Vec<i32>),
}

impl Sweep {
    /// `N=2..40`, `N=2..40/2`, `N=2,4,8`.
    pub(crate) fn parse(text: &str) -> Result<Sweep, String> {
        let how = "a sweep is written NAME=FROM..TO, NAME=FROM..TO/STEP or NAME=A,B,C";
        let (name, values) = text.split_once('=').ok_or(how)?;
        let number = |text: &str| {
            let text = text.trim();
            text.parse::<i32>()
                .map_err(|_| format!("`{text}` is not a whole number of 32 bits: {how}"))
        };
        let values = match values.split_once("..") {
            Some((from, to)) => {
                let (to, step) = to.split_once('/').unwrap_or((to, "1"));
                let step: u32 = step.trim().parse().ok().filter(|step| *step > 0).ok_or(
                    format!("`{}` is not a step: a whole number of at least 1", step.trim()),
                )?;
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                if from > to {
                    return Err(format!("{from} is more than {to}: {how}"));
                }
                Values::Range(from, to, step)
            }
            None => Values::List(values.split(',').map(number).collect::<Result<_, _>>()?),
        };
        match name.trim() {
            "" => Err(how.to_owned()),
            name => Ok(Sweep { name: name.to_owned(), values }),
        }
    }

    /// The values in order.
    pub(crate) fn values(&self) -> Box<dyn Iterator<Item = i32> + '_> {
        match &self.values {
            Values::Range(from, to, step) => Box::new((*from..=*to).step_by(*step as usize)),
            Values::List(values) => Box::new(values.iter().copied()),
        }
    }
}

#[cfg(test)]
mod tests;
