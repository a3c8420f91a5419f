//! The face of the games on a floe.

use floe_engine::{AnyMove, EngineGame, KnownGame};
use floe_fish::{Move, Position};
use floe_game::Chance;
use floe_hex::{Geometry, Word};
use floe_picture::{PartMarks, Pictured};
use floe_variants::{FloePart, Hidden, Special, Variant, VariantText};

use crate::{ChoicePart, Presented};

/// Next step of the player to move on a floe.
fn task(position: &impl EngineGame) -> &'static str {
    let rules = KnownGame::rules(position);
    let takes_tiles = rules.floe().is_none_or(|rules| rules.variant.takes_tiles());
    match (position.in_hand() > 0, takes_tiles) {
        (true, true) => "Place a penguin on a tile with one fish.",
        (true, false) => "Place a penguin on a free tile.",
        (false, _) => "Move a penguin.",
    }
}

/// Names the hexes of a part of a move.
fn choice_part<W: Word>(geometry: &Geometry<W>, part: FloePart<W>) -> ChoicePart {
    let marks = PartMarks::of_floe_part(geometry, &part);
    let name = part.hex.map(|hex| geometry.name(hex));
    // A part without an effect is its hex.
    let words = match (&name, part.slide) {
        (Some(name), Some(_)) if part.words.is_empty() => format!("go to {name}"),
        (Some(name), None) if part.words.is_empty() => name.clone(),
        _ => part.words,
    };
    ChoicePart {
        marks,
        ..ChoicePart::new(part.question, name.into_iter().collect(), words)
    }
}

impl<const N: usize> Presented for Position<N>
where
    Position<N>: EngineGame<Move = Move> + Pictured,
{
    fn task(&self) -> &'static str {
        task(self)
    }

    fn words(&self, mv: Move) -> String {
        let variant = Variant::from(*self);
        Presented::words(&variant, AnyMove::of(self, mv).in_game(&variant))
    }

    fn parts(&self, choice: Move) -> Vec<ChoicePart> {
        let variant = Variant::from(*self);
        Presented::parts(&variant, AnyMove::of(self, choice).in_game(&variant))
    }

    fn news(&self, mv: Move) -> Vec<String> {
        let variant = Variant::from(*self);
        Presented::news(&variant, AnyMove::of(self, mv).in_game(&variant))
    }
}

macro_rules! presented_variant {
    ($($position:ident)*) => {
        $(impl Presented for $position {
            fn task(&self) -> &'static str {
                task(self)
            }

            fn words(&self, mv: Self::Move) -> String {
                self.move_words(mv)
            }

            fn outcome_words(&self, mv: Self::Move) -> String {
                self.state().outcome_in_words(self, mv)
            }

            fn parts(&self, choice: Self::Move) -> Vec<ChoicePart> {
                let parts = <$position>::parts(self, choice).into_iter();
                parts.map(|part| choice_part(self.geometry(), part)).collect()
            }

            fn news(&self, mv: Self::Move) -> Vec<String> {
                let mover = KnownGame::last_turn(self);
                let strike = self.strike_words(self.choice_of(mv));
                let strike = strike.map(|words| format!("{mover}: {words}."));
                strike.into_iter().chain(self.leaving_words(mv)).collect()
            }
        })*
    };
}

presented_variant!(Variant Special Hidden);
