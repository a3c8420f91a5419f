use std::fmt::Display;

/// Number of moves that an error lists.
const LISTED: usize = 12;

/// Reason why a text is no move of a position, in games whose error lists the possible moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoListedMove {
    /// The game is over, so that no move is legal.
    #[error("the game is over")]
    GameOver,
    /// No legal move or choice of the position has the text as its notation.
    #[error("{text} is not possible now; possible: {possible}")]
    Impossible {
        /// The text that was read, with escapes for characters that cannot be printed.
        text: String,
        /// Notations of the possible moves, separated by blanks: the first 12 of them, and `…` if
        /// there are more.
        possible: String,
    },
    /// The text names a legal choice with an outcome of chance that the choice cannot have.
    #[error("{text}: expected {expected}")]
    OtherOutcome {
        /// The text that was read, with escapes for characters that cannot be printed.
        text: String,
        /// Description of the outcomes that the choice can have.
        expected: String,
    },
}

impl NoListedMove {
    /// The reason why `text` is none of the legal moves, whose notations are `moves`:
    /// [`GameOver`](NoListedMove::GameOver) if there are none.
    pub fn new(text: &str, moves: impl ExactSizeIterator<Item = String>) -> NoListedMove {
        let more = match moves.len() {
            0 => return NoListedMove::GameOver,
            count => (count > LISTED).then(|| "…".to_owned()),
        };
        let possible: Vec<String> = moves.take(LISTED).chain(more).collect();
        NoListedMove::Impossible {
            text: text.escape_debug().to_string(),
            possible: possible.join(" "),
        }
    }
}

/// Writes a number of things in English, with `noun` in the plural unless the number is 1: `1
/// game`, `2 games`, `2 hexes`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = match noun {
        _ if count == N::from(1) => "",
        noun if noun.ends_with('x') => "es",
        _ => "s",
    };
    format!("{count} {noun}{ending}")
}

/// Writes words in a row: `a1, a2 and b1`.
pub fn listed(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// Writes a probability from 0 to 1 in whole percent: `17 %`. Only what is certain is `0 %` or `100
/// %`.
pub fn percent(probability: f64) -> String {
    let rounded = (100.0 * probability).round();
    let is_open = probability > 0.0 && probability < 1.0;
    format!(
        "{:.0} %",
        if is_open {
            rounded.clamp(1.0, 99.0)
        } else {
            rounded
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certain_outcomes_are_written_as_certain() {
        let texts = [0.0, 0.001, 1.0 / 6.0, 0.999, 1.0].map(percent);
        assert_eq!(texts, ["0 %", "1 %", "17 %", "99 %", "100 %"]);
    }

    #[test]
    fn words_have_and_before_the_last() {
        let words = ["a1", "a2", "b1"].map(str::to_owned);
        assert_eq!(
            [0, 1, 2, 3].map(|count| listed(&words[..count])),
            ["", "a1", "a1 and a2", "a1, a2 and b1"]
        );
    }

    #[test]
    fn one_thing_has_no_plural() {
        assert_eq!(
            [0_usize, 1, 2].map(|count| counted(count, "tile")),
            ["0 tiles", "1 tile", "2 tiles"]
        );
        assert_eq!(
            [1, 3].map(|count| counted(count, "hex")),
            ["1 hex", "3 hexes"]
        );
    }

    #[test]
    fn twelve_moves_are_listed() {
        let error = |count: usize| {
            NoListedMove::new("x\n", vec!["go".to_owned(); count].into_iter()).to_string()
        };
        assert_eq!(error(0), "the game is over");
        assert_eq!(
            error(12),
            "x\\n is not possible now; possible:".to_owned() + &" go".repeat(12)
        );
        assert_eq!(
            error(13),
            "x\\n is not possible now; possible:".to_owned() + &" go".repeat(12) + " …"
        );
    }
}
