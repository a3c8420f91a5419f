//! The position on a real table before the first move, as the players read it out.

use anyhow::Result;
use floe_engine::{AnyGame, GameRules};
use floe_game::Player;

use crate::output::Output;
use crate::problem::Wrong;
use crate::prompt::Prompt;

/// A position that is typed part by part.
pub(super) struct LaidOut<'a, 'p> {
    /// Game dealt with the same options, which shows what is asked for.
    pub(super) example: AnyGame,
    pub(super) lines: &'a mut Prompt<'p>,
    pub(super) output: &'a mut Output,
}

impl LaidOut<'_, '_> {
    /// Asks until the answers are a position. Where nothing lies open before the first move, it asks nothing.
    pub(super) fn ask(&mut self) -> Result<AnyGame> {
        loop {
            let Some(text) = self.position()? else { return Ok(self.example) };
            match text.parse() {
                Ok(position) => return Ok(position),
                Err(error) => self.output.remark(&format!("{text}\n{}\n", Wrong::from(error).message))?,
            }
        }
    }

    /// The position as text, perhaps with mistakes; `None` if the example is the position.
    fn position(&mut self) -> Result<Option<String>> {
        match self.example.rules() {
            GameRules::Angling => Ok(None),
            GameRules::Flip => self.flip().map(Some),
            GameRules::Contest => self.contest().map(Some),
            GameRules::Floe(_) => self.floe().map(Some),
        }
    }

    /// Asks for the rows of a floe, until its tiles are those of the game or the person insists, and for the whale.
    fn floe(&mut self) -> Result<String> {
        let example = self.example.to_string();
        let (field, rest) = example.split_once(' ').expect("a position has fields");
        let (layout, rows) = field.rsplit_once(':').map_or(("", field), |(layout, rows)| (layout, rows));
        let examples: Vec<&str> = rows.split('/').collect();
        let mut kept: Option<Vec<String>> = None;
        let rows = loop {
            let mut typed = Vec::new();
            for (number, row) in (1..).zip(&examples) {
                let answer = self.answer(&format!("tiles of row {number} from the left, such as {row}"))?;
                if let (1, "", Some(kept)) = (number, &*answer, &kept) {
                    typed.clone_from(kept);
                    break;
                }
                typed.push(answer);
            }
            let found = Stock::of(&typed.join("/"));
            let expected = Stock::of(rows);
            if found == expected || kept.as_ref() == Some(&typed) {
                break typed.join("/");
            }
            let told =
                format!("there are {found}, and the game has {expected}: again, or an empty line to keep them\n");
            self.output.remark(&told)?;
            kept = Some(typed);
        };
        let mut fields = rest.to_owned();
        if let Some((before, whale)) = rest.split_once("whale=").filter(|(before, _)| before.ends_with(' ')) {
            let hex = self.answer(&format!("hex of the whale, such as {whale}"))?;
            fields = format!("{before}whale={hex}");
        }
        let layout = if layout.is_empty() { String::new() } else { format!("{layout}:") };
        Ok(format!("{layout}{rows} {fields}"))
    }

    /// Asks for the net of Fish 'n' Flip and the hands.
    fn flip(&mut self) -> Result<String> {
        let animals = self.species()?;
        let columns = self.columns()?;
        let mut hands = Vec::new();
        for player in Player::first(self.example.players()) {
            hands.push(self.answer(&format!("power and action cards of {player}, such as D:fcx"))?);
        }
        Ok(format!("flip:{columns} A {} rest animals={animals}", hands.join(",")))
    }

    /// Asks for the net of the competitive form, its powers and its action cards.
    fn contest(&mut self) -> Result<String> {
        let animals = self.species()?;
        let columns = self.columns()?;
        let powers = self.answer("the two powers, such as WD")?;
        let cards = self.answer("open action cards, such as fx")?;
        let points = vec!["0"; self.example.players()].join(",");
        Ok(format!("contest:{columns} A - rest powers={powers} cards={cards} points={points} animals={animals}"))
    }

    fn species(&mut self) -> Result<String> {
        let letters = self.answer(
            "species of the game, such as WSDJ (W whale, S swordfish, O octopus, T turtle, D dolphin, J jellyfish, R ray, K shark)",
        )?;
        let letters: Vec<String> = letters.chars().filter(|c| c.is_alphabetic()).map(String::from).collect();
        Ok(letters.join(",").to_ascii_uppercase())
    }

    fn columns(&mut self) -> Result<String> {
        let example = self.example.to_string();
        let (_, rest) = example.split_once(':').expect("the game is named");
        let (columns, _) = rest.split_once(' ').expect("a position has fields");
        let mut typed = Vec::new();
        for (letter, column) in ('a'..).zip(columns.split('/')) {
            typed.push(self.answer(&format!("cards of column {letter} from the bottom, such as {column}"))?);
        }
        Ok(typed.join("/"))
    }

    /// Asks for a line; a line that is no text is asked for again.
    fn answer(&mut self, question: &str) -> Result<String> {
        loop {
            let line = self.lines.next(&format!("{question}: "), Vec::new, self.output).ok_or_else(ended)??;
            match line.text {
                Ok(text) => return Ok(text.trim().to_owned()),
                Err(why) => self.output.remark(&format!("{why}\n"))?,
            }
        }
    }
}

/// The end of the input before all was answered.
fn ended() -> Wrong {
    Wrong::new("--table: expected what lies on the table; found the end of the input")
}

/// Numbers of tiles with one, two and three fish.
#[derive(PartialEq, Eq)]
struct Stock([usize; 3]);

impl Stock {
    /// Counts the tiles in the rows of a position.
    fn of(rows: &str) -> Stock {
        Stock(['1', '2', '3'].map(|fish| rows.matches(fish).count()))
    }
}

impl std::fmt::Display for Stock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Stock([one, two, three]) = self;
        write!(f, "{one} tiles of one fish, {two} of two and {three} of three")
    }
}
