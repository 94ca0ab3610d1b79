//! Sets of interchangeable things, as people write them.

use network::generate::numbers;

/// Random choices from a seed.
pub struct Choices {
    next: Box<dyn FnMut() -> u64>,
}

impl Choices {
    /// The choices of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Choices {
        Choices { next: Box::new(numbers(seed)) }
    }

    /// A number below `below`.
    pub fn below(&mut self, below: usize) -> usize {
        usize::try_from((self.next)() % below.max(1) as u64).unwrap_or(0)
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        let position = self.below(items.len());
        items.get(position).cloned()
    }
}

/// Stands for oneself in the text of a hand-written copy.
pub const ME: &str = "@me";
/// Stands for one's neighbour there.
pub const NEXT: &str = "@next";

/// How a set of copies is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `typedef scalar[n] S;`
    Scalar,
    /// `typedef int[0,n-1] S;`
    Ids,
    /// `typedef int[1,n] S;`, and 0 is nobody.
    OneBased,
    /// `P0 = P(0); P1 = P(1); …`
    Named,
    /// One template for each copy, one variable for each cell.
    ByHand,
}

impl Style {
    pub const ALL: [Style; 5] =
        [Style::Scalar, Style::Ids, Style::OneBased, Style::Named, Style::ByHand];

    /// Can a model or a query name an element?
    #[must_use]
    pub fn has_names(self) -> bool {
        self != Style::Scalar
    }

    /// Are there sets to select from, to loop over and to quantify over?
    #[must_use]
    pub fn has_type(self) -> bool {
        self != Style::ByHand
    }
}

/// A set of interchangeable things.
#[derive(Clone, Debug)]
pub struct Set {
    /// `S` or `T`.
    pub name: &'static str,
    pub size: usize,
    /// How it is written.
    pub style: Style,
    /// Only turning them changes nothing.
    pub ring: bool,
}

impl Set {
    /// The number that stands for element `k` in the text.
    #[must_use]
    pub fn number(&self, element: usize) -> usize {
        element + usize::from(self.style == Style::OneBased)
    }

    /// The declaration of the type.
    #[must_use]
    pub fn declaration(&self) -> String {
        let (name, size) = (self.name, self.size);
        match self.style {
            Style::Scalar => format!("typedef scalar[{size}] {name};\n"),
            Style::OneBased => format!("typedef int[1,{size}] {name};\n"),
            Style::Ids | Style::Named | Style::ByHand => {
                format!("typedef int[0,{}] {name};\n", size - 1)
            }
        }
    }

    /// The type of a variable that holds an element, and its first value: a member, or nobody.
    #[must_use]
    pub fn reference(&self) -> (String, String) {
        match self.style {
            Style::Scalar | Style::Ids | Style::Named => (self.name.to_owned(), String::new()),
            Style::OneBased => (format!("int[0,{}]", self.size), " = 0".to_owned()),
            Style::ByHand => (format!("int[-1,{}]", self.size - 1), " = -1".to_owned()),
        }
    }

    /// Does a variable that holds an element always hold one?
    #[must_use]
    pub fn is_always_someone(&self) -> bool {
        matches!(self.style, Style::Scalar | Style::Ids | Style::Named)
    }

    /// The next element of the ring after oneself.
    #[must_use]
    pub fn next(&self, me: &str) -> String {
        let size = self.size;
        match self.style {
            Style::ByHand => NEXT.to_owned(),
            Style::OneBased => format!("({me} % {size} + 1)"),
            _ => format!("(({me} + 1) % {size})"),
        }
    }

    /// The text of one copy: the placeholders of hand-written copies filled in.
    #[must_use]
    pub fn copy(&self, body: &str, element: usize) -> String {
        let next = (element + 1) % self.size;
        body.replace(ME, &element.to_string()).replace(NEXT, &next.to_string())
    }

    /// The cell of an array that belongs to an element.
    #[must_use]
    pub fn cell(&self, array: &str, index: &str) -> String {
        if self.style == Style::ByHand {
            format!("{array}{index}")
        } else {
            format!("{array}[{index}]")
        }
    }

    /// Declares one cell for each element.
    #[must_use]
    pub fn declare_cells(&self, what: &str, array: &str) -> String {
        if self.style == Style::ByHand {
            let names: Vec<String> = (0..self.size).map(|each| format!("{array}{each}")).collect();
            format!("{what} {};\n", names.join(", "))
        } else {
            format!("{what} {array}[{}];\n", self.name)
        }
    }

    /// How many symmetries of the set there are.
    #[must_use]
    pub fn order(&self) -> u64 {
        if self.ring { self.size as u64 } else { factorial(self.size) }
    }

    /// How many there are that leave one element where it is.
    #[must_use]
    pub fn stabiliser(&self) -> u64 {
        if self.ring { 1 } else { factorial(self.size - 1) }
    }
}

fn factorial(number: usize) -> u64 {
    (1..=number as u64).product()
}
