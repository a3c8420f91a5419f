use floe_game::{Chance, Game, NoListedMove, Veiled};

use crate::angling::{Angling, AnglingStep};
use crate::mv::AnglingMove;
use crate::tile::LakeTile;

impl Angling {
    /// Finds the legal move with this notation, in lower or upper case. A tile that the move
    /// reveals may be named, and must be named if it is unknown in this view. A tile that is laid
    /// need not be named if the lake is still empty.
    ///
    /// # Errors
    /// If there is no such move, if the tile that it reveals cannot be the tile that is named, or
    /// if the tile must be named and is not.
    pub fn find_move(&self, text: &str) -> Result<AnglingMove, NoListedMove> {
        let lower = text.to_ascii_lowercase();
        let (plain, tile) = lower
            .split_once('=')
            .map_or((&*lower, None), |(plain, tile)| (plain, Some(tile)));
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

    /// Finds the choice with this notation: a move without an outcome of chance, in lower or upper
    /// case. In a view the text may name the tile that the move reveals, as
    /// [`find_move`](Angling::find_move) reads it.
    ///
    /// # Errors
    /// If there is no such choice, or if the tile that it reveals cannot be the tile that is named.
    pub fn find_choice(&self, text: &str) -> Result<AnglingMove, NoListedMove> {
        if self.has_unknown() && text.contains('=') {
            return self.find_move(text);
        }
        find(&self.choices(), &text.to_ascii_lowercase(), text)
    }

    /// The move that reveals the tile with this letter.
    fn reveal_text(
        &self,
        mv: AnglingMove,
        letter: &str,
        text: &str,
    ) -> Result<AnglingMove, NoListedMove> {
        let mut letters = letter.chars();
        let tile = letters
            .next()
            .filter(|_| letters.as_str().is_empty())
            .and_then(LakeTile::from_letter);
        match tile {
            Some(tile) if self.can_reveal(mv, tile) => Ok(mv.revealing(tile)),
            _ => {
                let possible = LakeTile::all().filter(|&tile| self.can_reveal(mv, tile));
                let possible: Vec<String> = possible.map(|tile| format!("={tile}")).collect();
                let text = text.escape_debug().to_string();
                Err(NoListedMove::OtherOutcome {
                    text,
                    expected: possible.join(" or "),
                })
            }
        }
    }

    /// The moves that a choice can turn out to be for the player of this view, with their
    /// probabilities. If it reveals an unknown tile, there is one move for each kind of tile that
    /// this can be, with the share of the kind in the unseen tiles of all these kinds; else the
    /// choice alone. What the fish may have had in mind counts for nothing here.
    pub fn revelations(&self, choice: AnglingMove) -> Vec<(AnglingMove, f64)> {
        if !choice
            .revealed()
            .is_some_and(|space| self.unknown().contains(space))
        {
            return vec![(choice, 1.0)];
        }
        let unseen = self.unseen();
        let tiles: Vec<LakeTile> = LakeTile::all()
            .filter(|&tile| self.can_reveal(choice, tile))
            .collect();
        let all: f64 = tiles.iter().map(|&tile| unseen.count(tile) as f64).sum();
        tiles
            .into_iter()
            .map(|tile| (choice.revealing(tile), unseen.count(tile) as f64 / all))
            .collect()
    }

    fn can_reveal(&self, mv: AnglingMove, tile: LakeTile) -> bool {
        let known = mv.revealed().and_then(|space| self.tile(space));
        let can_be = known.map_or(self.unseen().count(tile) > 0, |known| known == tile);
        can_be && (!matches!(mv, AnglingMove::Show(..)) || self.may_show(tile))
    }

    /// Notation of a legal move for a record of the game: with the tile that it lays or reveals, if
    /// this position shows it.
    pub fn record_text(&self, mv: AnglingMove) -> String {
        self.observed(mv, self.fish()).to_string()
    }
}

/// Finds the one of `moves` with the notation `plain`; an error shows `text`.
fn find(moves: &[AnglingMove], plain: &str, text: &str) -> Result<AnglingMove, NoListedMove> {
    let found = moves
        .iter()
        .copied()
        .find(|mv| mv.to_string().eq_ignore_ascii_case(plain));
    found.ok_or_else(|| NoListedMove::new(text, moves.iter().map(AnglingMove::to_string)))
}
