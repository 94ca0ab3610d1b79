//! Durations and sizes with units.

use std::time::Duration;

/// `20`, `0.5`, `500ms`, `20s`, `10m`, `2h`; without a unit, seconds.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time: use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| "the time is too long".to_owned())
}

/// Less than this is surely a slip: the program itself takes more.
const SMALLEST: f64 = 1024.0 * 1024.0;

/// `500MB`, `8GiB`, `8G`; without a unit, bytes.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(format!("`{unit}` is not a unit of size: use MB, GB, MiB or GiB")),
    };
    let bytes = number * factor as f64;
    if bytes < SMALLEST {
        return Err(format!(
            "{text} is less than the program itself needs: did you mean {number}GiB?"
        ));
    }
    if bytes > u64::MAX as f64 { Err("the size is too large".to_owned()) } else { Ok(bytes as u64) }
}

/// The number and what stands after it.
fn split(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 =
        number.parse().map_err(|_| format!("`{text}` does not start with a number"))?;
    Ok((number, unit.trim()))
}

#[cfg(test)]
mod tests;
