//! The figures that were published.

/// A row of a table that compares runs without and with symmetry.
pub struct PaperRow {
    pub name: &'static str,
    /// States, where the paper has them.
    pub states: Option<[&'static str; 2]>,
    /// Seconds, without and with symmetry; `-` where it did not finish.
    pub seconds: [&'static str; 2],
    pub megabytes: [&'static str; 2],
}

const fn row(
    name: &'static str,
    seconds: [&'static str; 2],
    megabytes: [&'static str; 2],
) -> PaperRow {
    PaperRow { name, states: None, seconds, megabytes }
}

const fn counted(
    name: &'static str,
    states: [&'static str; 2],
    seconds: [&'static str; 2],
    megabytes: [&'static str; 2],
) -> PaperRow {
    PaperRow { name, states: Some(states), seconds, megabytes }
}

/// Hendriks, Behrmann, Larsen, Niebert and Vaandrager, table 1: the agreement algorithm by message delay.
pub const AGREEMENT: [PaperRow; 4] = [
    row("0", ["1", "3"], ["33", "45"]),
    row("1", ["21", "16"], ["294", "180"]),
    row("2", ["80", "23"], ["905", "245"]),
    row("3", ["231", "32"], ["2126", "321"]),
];

/// The same table: Bang & Olufsen's protocol by number of senders.
pub const BANG_OLUFSEN: [PaperRow; 2] =
    [row("2", ["2", "1"], ["16", "10"]), row("3", ["265", "36"], ["1109", "181"])];

/// Nguyen and Trefler, table I: Fischer's protocol by number of processes.
pub const FISCHER: [PaperRow; 5] = [
    counted("8", ["85495", "190"], ["3.3", "0.04"], ["57.7", "9.3"]),
    counted("10", ["1827331", "360"], ["122", "0.13"], ["1347.5", "11"]),
    counted("15", ["-", "1379"], ["-", "0.85"], ["-", "11.8"]),
    counted("20", ["-", "3880"], ["-", "4.35"], ["-", "22"]),
    counted("30", ["-", "17717"], ["-", "53"], ["-", "109"]),
];

/// The same, table II: CSMA/CD by number of senders.
pub const CSMA_CD: [PaperRow; 5] = [
    counted("8", ["30953", "99"], ["5.6", "0.037"], ["29.8", "10.1"]),
    counted("10", ["291869", "149"], ["99.8", "0.07"], ["256", "10.6"]),
    counted("15", ["-", "299"], ["-", "0.26"], ["-", "10.5"]),
    counted("25", ["-", "775"], ["-", "1.45"], ["-", "16.5"]),
    counted("30", ["-", "1067"], ["-", "2.76"], ["-", "23.3"]),
];
