//! Text for people: counts and durations as they type them, and text of others as a terminal may
//! show it.

use std::borrow::Cow;
use std::time::Duration;

/// Longest duration that can be read, in milliseconds: 10000 days, short enough to add to any
/// clock.
const MAX_MILLISECONDS: f64 = 10_000.0 * 86_400_000.0;

/// Reason why a text is not a duration, worded as what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DurationError {
    /// The text, given here, is a number without a unit.
    #[error("a unit after the number, such as {0}s or {0}ms")]
    NoUnit(String),
    /// The duration is longer than 10000 days.
    #[error("a duration of at most 10000d")]
    TooLong,
    /// The text does not have the form of a number and a unit.
    #[error("a duration such as 500ms, 1.5s, 2m, 1h or 1d")]
    Form,
}

/// Reads a duration: a number and a unit, such as `500ms`, `1.5s`, `2m`, `1h` or `1d`, rounded to
/// milliseconds.
///
/// ```
/// use std::time::Duration;
/// use floe_search::parse_duration;
///
/// assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
/// assert_eq!(parse_duration("5").unwrap_err().to_string(), "a unit after the number, such as 5s or 5ms");
/// ```
///
/// # Errors
/// Anything else; the error says what is expected.
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let (number, unit) = text.split_at(
        text.find(|c: char| c.is_ascii_alphabetic())
            .unwrap_or(text.len()),
    );
    let number = decimal(number).ok_or(DurationError::Form)?;
    let milliseconds = match unit {
        "ms" => 1.0,
        "s" => 1e3,
        "m" => 6e4,
        "h" => 3.6e6,
        "d" => 8.64e7,
        "" => return Err(DurationError::NoUnit(text.to_owned())),
        _ => return Err(DurationError::Form),
    };
    let duration = (number * milliseconds).round();
    if duration > MAX_MILLISECONDS {
        Err(DurationError::TooLong)
    } else {
        Ok(Duration::from_millis(duration as u64))
    }
}

/// Error of a text that is not a count, worded as what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an integer such as 1000, 1k, 1M or 1e6")]
pub struct CountError;

/// Reads an integer, which may be shortened: `1000`, `1k`, `1.5M`, `1e6`; `G` is 10^9.
///
/// # Errors
/// If the text does not have this form, or is a shortened number that is not whole or is above
/// 2^53.
pub fn parse_count(text: &str) -> Result<u64, CountError> {
    const LARGEST: f64 = (1_u64 << 53) as f64;
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map_err(|_| CountError);
    }
    let (number, factor) = match text.split_once(['e', 'E']) {
        Some((number, zeros)) if zeros.bytes().all(|byte| byte.is_ascii_digit()) => {
            (number, 10_f64.powi(zeros.parse().map_err(|_| CountError)?))
        }
        _ => match text.char_indices().last() {
            Some((end, 'k' | 'K')) => (&text[..end], 1e3),
            Some((end, 'M')) => (&text[..end], 1e6),
            Some((end, 'G')) => (&text[..end], 1e9),
            _ => return Err(CountError),
        },
    };
    let count = decimal(number).ok_or(CountError)? * factor;
    if count.fract() == 0.0 && count <= LARGEST {
        Ok(count as u64)
    } else {
        Err(CountError)
    }
}

/// Whether a terminal may show the character: it is a tab, a line feed, or neither a control
/// character nor one that changes the direction of the text around it.
pub fn is_printable(c: char) -> bool {
    match c {
        '\t' | '\n' => true,
        // Separators of lines and paragraphs, embeddings, overrides and isolates of directions.
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        c => !c.is_control(),
    }
}

/// Writes the characters of `text` that are not [printable](is_printable) as escapes, so that a
/// terminal does not obey them; returns all others as they are.
///
/// ```
/// assert_eq!(floe_search::printable("\u{1b}[31mred\u{202e}"), r"\u{1b}[31mred\u{202e}");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_printable, |c| c.escape_unicode().to_string())
}

/// Writes the characters of JSON that are not [printable](is_printable) as escapes of JSON. The
/// value that the JSON stands for stays the same.
///
/// ```
/// assert_eq!(floe_search::printable_json("\"a\u{9b}\""), r#""a\u009b""#);
/// ```
pub fn printable_json(json: &str) -> Cow<'_, str> {
    escaped(json, is_printable, |c| format!("\\u{:04x}", u32::from(c)))
}

fn escaped(
    text: &str,
    is_kept: impl Fn(char) -> bool,
    escape: impl Fn(char) -> String,
) -> Cow<'_, str> {
    if text.chars().all(&is_kept) {
        return Cow::Borrowed(text);
    }
    text.chars()
        .map(|c| if is_kept(c) { c.to_string() } else { escape(c) })
        .collect::<String>()
        .into()
}

/// The text with escapes in place of characters that are not [visible](is_visible): those that take
/// no place, such as `\u{200b}`, that only look like a blank, or that are not
/// [printable](is_printable). Blanks, tabs and line feeds stay.
///
/// ```
/// assert_eq!(floe_search::visible("found 'd4\u{200b}'"), r"found 'd4\u{200b}'");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_visible, |c| c.escape_unicode().to_string())
}

/// Text of an error: [visible], and cut short after 4000 characters.
pub fn error_text(text: &str) -> String {
    const MOST: usize = 4000;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => visible(&text[..end]).into_owned() + "…",
        None => visible(text).into_owned(),
    }
}

/// Whether a character shows in a line as itself, or is a blank, a tab or a line feed. False for
/// characters that take no place, that only look like a blank, or that are not
/// [printable](is_printable).
pub fn is_visible(c: char) -> bool {
    match c {
        ' ' | '\t' | '\n' => true,
        // Soft hyphen, joiners, fillers, marks of direction and of shape, tags.
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{206f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => false,
        c => is_printable(c) && !c.is_whitespace(),
    }
}

/// The text with hyphens in place of the dashes and the minus sign that word processors write for
/// them.
///
/// ```
/// assert_eq!(floe_search::with_hyphens("c5–d4"), "c5-d4");
/// ```
pub fn with_hyphens(text: &str) -> Cow<'_, str> {
    // Hyphens, dashes and bars, the minus sign, and small and wide forms.
    let is_dash = |c: char| {
        matches!(
            c,
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
        )
    };
    if text.contains(is_dash) {
        text.replace(is_dash, "-").into()
    } else {
        text.into()
    }
}

/// The text without the byte order mark that some programs put before a text in UTF-8.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The bytes of a text in UTF-8 without the byte order mark before it, if there is one.
pub fn bytes_without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// Converts a column of a line in UTF-8 from bytes to characters; both count from 1.
///
/// ```
/// assert_eq!([0, 1, 3].map(|column| floe_search::column_in_characters("é!".as_bytes(), column)), [1, 1, 2]);
/// ```
pub fn column_in_characters(line: &[u8], column_in_bytes: usize) -> usize {
    let before = line.iter().take(column_in_bytes.saturating_sub(1));
    1 + before.filter(|&byte| byte & 0xc0 != 0x80).count()
}

/// Parses digits with at most one point among them.
fn decimal(text: &str) -> Option<f64> {
    let is_decimal = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_decimal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit() {
        for (text, milliseconds) in [
            ("500ms", 500),
            ("0.1s", 100),
            ("1.5s", 1500),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("1d", 86_400_000),
            ("0s", 0),
        ] {
            assert_eq!(
                parse_duration(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        assert_eq!(
            parse_duration("1.5"),
            Err(DurationError::NoUnit("1.5".to_owned()))
        );
        assert_eq!(parse_duration("99999999d"), Err(DurationError::TooLong));
        for wrong in [
            "", "s", "-1s", "1e3s", "5 s", "5x", "1.2.3s", ".s", "infs", "1s2",
        ] {
            assert_eq!(parse_duration(wrong), Err(DurationError::Form), "{wrong}");
        }
    }

    #[test]
    fn counts_may_be_short() {
        for (text, count) in [
            ("0", 0),
            ("18446744073709551615", u64::MAX),
            ("2k", 2000),
            ("1M", 1_000_000),
            ("1.5G", 1_500_000_000),
        ] {
            assert_eq!(parse_count(text), Ok(count), "{text}");
        }
        assert_eq!(
            (parse_count("1e6"), parse_count("2.5E3")),
            (Ok(1_000_000), Ok(2500))
        );
        for wrong in [
            "",
            "k",
            "1.5",
            "1.5e0",
            "-1",
            "1e99",
            "1e",
            "e6",
            "1m",
            "1 k",
            "18446744073709551616",
        ] {
            assert_eq!(parse_count(wrong), Err(CountError), "{wrong}");
        }
    }
}
