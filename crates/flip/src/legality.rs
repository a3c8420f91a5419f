use floe_game::{Chance, Game, Notated};

use crate::contest::Contest;
use crate::flip::Flip;
use crate::mv::FlipMove;

/// Reason why a text is no move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoFlipMove {
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
}

/// Number of moves that an error lists.
const LISTED: usize = 12;

/// Finds the one of `moves` whose notation is `text`, in any case.
fn find(game: &impl Notated<Move = FlipMove>, moves: &[FlipMove], text: &str) -> Result<FlipMove, NoFlipMove> {
    if moves.is_empty() {
        return Err(NoFlipMove::GameOver);
    }
    if let Some(&mv) = moves.iter().find(|&&mv| game.move_text(mv).eq_ignore_ascii_case(text)) {
        return Ok(mv);
    }
    let listed = moves.iter().take(LISTED).map(|&mv| game.move_text(mv));
    let listed: Vec<String> = listed.chain((moves.len() > LISTED).then(|| "…".to_owned())).collect();
    Err(NoFlipMove::Impossible { text: text.escape_debug().to_string(), possible: listed.join(" ") })
}

macro_rules! find_moves {
    ($($game:ty),*) => {$(
        impl $game {
            /// Finds the legal move with this notation, with its outcome where chance decides.
            ///
            /// # Errors
            /// If there is none.
            pub fn find_move(&self, text: &str) -> Result<FlipMove, NoFlipMove> {
                find(self, &self.moves(), text)
            }

            /// Finds the choice with this notation.
            ///
            /// # Errors
            /// If there is none.
            pub fn find_choice(&self, text: &str) -> Result<FlipMove, NoFlipMove> {
                find(self, &self.choices(), text)
            }
        }
    )*};
}
find_moves!(Flip, Contest);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_any_case() {
        for game in [
            "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c W0011",
            "flip:R1<p/R2<S2> A R:s - step=lay next=a below=m net=2x3",
        ] {
            let flip: Flip = game.parse().unwrap();
            for mv in flip.moves() {
                let text = flip.move_text(mv);
                assert_eq!(flip.find_move(&text.to_uppercase()), Ok(mv), "{text}");
                assert_eq!(flip.find_move(&text.to_lowercase()), Ok(mv), "{text}");
            }
        }
    }
}
