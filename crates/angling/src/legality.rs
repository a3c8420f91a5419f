use floe_game::{Chance, Game, Veiled};

use crate::angling::{Angling, AnglingStep};
use crate::mv::AnglingMove;
use crate::tile::LakeTile;

/// Reason why a text is no move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAnglingMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// No legal move or choice has this notation.
    #[error("{text} is not possible now; possible: {possible}")]
    Impossible {
        /// The text.
        text: String,
        /// The possible moves, cut short.
        possible: String,
    },
    /// The move reveals another tile.
    #[error("{text}: expected {expected}")]
    OtherTile {
        /// The text.
        text: String,
        /// The tile, or the tiles that it can be.
        expected: String,
    },
}

/// Number of moves that an error lists.
const LISTED: usize = 12;

impl Angling {
    /// Finds the legal move with this notation. A tile that it reveals may be named, and must be named if it is unknown in this view. A
    /// tile that is laid need not be named, unless others in the lake are.
    ///
    /// # Errors
    /// If there is none, or if it reveals another tile, or one that is not named.
    pub fn find_move(&self, text: &str) -> Result<AnglingMove, NoAnglingMove> {
        let lower = text.to_ascii_lowercase();
        let (plain, tile) = lower.split_once('=').map_or((&*lower, None), |(plain, tile)| (plain, Some(tile)));
        let mut moves = self.moves();
        if self.step() == AnglingStep::Lay && self.occupied().is_empty() {
            moves.push(AnglingMove::Lay(None));
        }
        let mv = find(&moves, plain, text)?;
        match (tile, mv.revealed()) {
            (None, Some(space)) if self.unknown().contains(space) => self.reveal_text(mv, "", text),
            (None, _) => Ok(mv),
            (Some(tile), Some(_)) => self.reveal_text(mv, tile, text),
            (Some(_), None) => find(&[mv], text, text),
        }
    }

    /// Finds the choice with this notation. In a view it may name the tile that it reveals, as [`find_move`](Angling::find_move) reads it.
    ///
    /// # Errors
    /// If there is none, or if it reveals another tile.
    pub fn find_choice(&self, text: &str) -> Result<AnglingMove, NoAnglingMove> {
        if self.has_unknown() && text.contains('=') {
            return self.find_move(text);
        }
        find(&self.choices(), &text.to_ascii_lowercase(), text)
    }

    /// The move that reveals the tile with this letter.
    fn reveal_text(&self, mv: AnglingMove, letter: &str, text: &str) -> Result<AnglingMove, NoAnglingMove> {
        let mut letters = letter.chars();
        let tile = letters.next().filter(|_| letters.as_str().is_empty()).and_then(LakeTile::from_letter);
        let known = mv.revealed().and_then(|space| self.tile(space));
        let is_shown = matches!(mv, AnglingMove::Show(..));
        let is_possible = |tile: LakeTile| {
            let can_be = known.map_or(self.unseen().count(tile) > 0, |known| known == tile);
            can_be && (!is_shown || self.may_show(tile))
        };
        match tile {
            Some(tile) if is_possible(tile) => Ok(mv.revealing(tile)),
            _ => {
                let possible: Vec<String> =
                    LakeTile::all().filter(|&tile| is_possible(tile)).map(|tile| format!("={tile}")).collect();
                Err(NoAnglingMove::OtherTile { text: text.escape_debug().to_string(), expected: possible.join(" or ") })
            }
        }
    }

    /// Notation of a legal move for a record: with the tile that it reveals.
    pub fn record_text(&self, mv: AnglingMove) -> String {
        self.observed(mv, self.fish()).to_string()
    }
}

fn find(moves: &[AnglingMove], plain: &str, text: &str) -> Result<AnglingMove, NoAnglingMove> {
    if moves.is_empty() {
        return Err(NoAnglingMove::GameOver);
    }
    if let Some(&mv) = moves.iter().find(|mv| mv.to_string().eq_ignore_ascii_case(plain)) {
        return Ok(mv);
    }
    let listed = moves.iter().take(LISTED).map(ToString::to_string);
    let listed: Vec<String> = listed.chain((moves.len() > LISTED).then(|| "…".to_owned())).collect();
    Err(NoAnglingMove::Impossible { text: text.escape_debug().to_string(), possible: listed.join(" ") })
}
