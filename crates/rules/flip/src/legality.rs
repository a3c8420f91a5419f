use floe_game::{Chance, Game, NoListedMove, Notated};

use crate::contest::Contest;
use crate::flip::Flip;
use crate::freeing::read_free;
use crate::moving::{Powers, strong_swordfish};
use crate::mv::FlipMove;
use crate::net::Net;

/// State of a turn that other texts of a move depend on.
struct Reading<'a> {
    net: &'a Net,
    powers: Powers,
    /// Whether one power of freeing at most may be used in a step.
    is_once: bool,
}

impl Reading<'_> {
    /// The one of `moves` that `text` means by other words than its notation: without `:` and `-`,
    /// with two neighbours in the other order, or a group named by another of its spaces.
    fn find(&self, moves: &[FlipMove], text: &str) -> Option<FlipMove> {
        if text.starts_with('+') {
            let cards = read_free(self.net, self.powers, self.is_once, text)?;
            return Some(FlipMove::Free(cards)).filter(|mv| moves.contains(mv));
        }
        let text = plain(text);
        let is_meant = |mv: FlipMove| {
            plain(&mv.text()) == text || self.turned(mv).is_some_and(|mv| plain(&mv.text()) == text)
        };
        moves.iter().copied().find(|&mv| is_meant(mv))
    }

    /// The move with its two cards in the other order, where that means the same; `None` elsewhere.
    fn turned(&self, mv: FlipMove) -> Option<FlipMove> {
        match mv {
            FlipMove::Switch(a, b) => Some(FlipMove::Switch(b, a)),
            FlipMove::SwitchFlip(a, b) => Some(FlipMove::SwitchFlip(b, a)),
            FlipMove::FreeOne(a, Some(b))
                if strong_swordfish(self.net, self.powers).contains(b) =>
            {
                Some(FlipMove::FreeOne(b, Some(a)))
            }
            _ => None,
        }
    }
}

/// Letters and signs of a move without what only separates them.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, ':' | '-' | ' '))
        .collect::<String>()
        .to_ascii_lowercase()
}

/// Finds the one of `moves` that `text` means, in any case.
fn find(
    game: &impl Notated<Move = FlipMove>,
    moves: &[FlipMove],
    text: &str,
    reading: &Reading<'_>,
) -> Result<FlipMove, NoListedMove> {
    let written = moves
        .iter()
        .copied()
        .find(|&mv| game.move_text(mv).eq_ignore_ascii_case(text));
    let found = written.or_else(|| reading.find(moves, text));
    found.ok_or_else(|| NoListedMove::new(text, moves.iter().map(|&mv| game.move_text(mv))))
}

macro_rules! find_moves {
    ($($game:ty, $is_once:literal);*) => {$(
        impl $game {
            /// Finds the legal move that `text` means, in lower or upper case: in its notation,
            /// without `:` and `-`, or with cards named in another way. Where chance decides, the
            /// text must name the outcome.
            ///
            /// # Errors
            /// If there is no such move.
            pub fn find_move(&self, text: &str) -> Result<FlipMove, NoListedMove> {
                find(self, &self.moves(), text, &self.reading())
            }

            /// Finds the choice that `text` means, as [`find_move`](Self::find_move) reads it: a
            /// move without an outcome of chance.
            ///
            /// # Errors
            /// If there is no such choice.
            pub fn find_choice(&self, text: &str) -> Result<FlipMove, NoListedMove> {
                find(self, &self.choices(), text, &self.reading())
            }

            fn reading(&self) -> Reading<'_> {
                Reading { net: &self.net, powers: self.usable(), is_once: $is_once }
            }
        }
    )*};
}
find_moves!(Flip, true; Contest, false);

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

    #[test]
    fn other_texts_of_a_move_are_read() {
        for (position, canonical, others) in [
            (
                "flip:S1<S2>/W1</K1>/ A S:fexy,-:c W0011",
                "e:a1*a2",
                &["e:a2*a1", "E:A2*A1", "ea1*a2"][..],
            ),
            (
                "flip:S1<S2>/W1</K1>/ A S:fexy,-:c W0011",
                "e:a1*b1",
                &["ea1*b1"],
            ),
            (
                "flip:S1<S2>/W1</K1>/ A S:fexy,-:c W0011",
                "y:a1-b1",
                &["y:b1-a1", "y:a1b1", "yb1a1", "y a1 b1"],
            ),
            (
                "flip:S1<S2>/W1</K1>/ A S:fkxy,-:c W0011",
                "k:2",
                &["k2", "K2", "k 2"],
            ),
            (
                "flip:D1>~~D2>/D1>/D2>/ A K:f,-:c W0011 step=free",
                "+a1",
                &["+a2", "+b1", "+c1", "+c1+a2", "+B1"],
            ),
            (
                "flip:K1>~~W1>/D1>D2>~// A K:f,-:c W0011 step=free",
                "+a1*+b1",
                &["+b1+a1*", "+b2+a1*"],
            ),
            (
                "flip:S1>~~S2>/W1>// A S:f,-:c W0011 step=free",
                "+a1*b1",
                &["+a2*b1", "+A2*B1"],
            ),
            (
                "flip:R1>~~R2>/W1>/R3>/R4< A R:f,-:c W0011 step=free",
                "+a1*",
                &["+a2*"],
            ),
            (
                "contest:K1>~~K2>W1>// A - W0111 step=free powers=KW points=0,0 bid=A1",
                "+a1",
                &["+a2", "+a1+a1*"],
            ),
            (
                "contest:D1>// A - W0111 powers=DW cards=fx points=0,0",
                "bid:3",
                &["bid3", "BID 3"],
            ),
        ] {
            for other in others {
                let found = match position.parse::<Flip>() {
                    Ok(flip) => flip.find_move(other).map(|mv| flip.move_text(mv)),
                    Err(_) => {
                        let contest: Contest = position.parse().unwrap();
                        contest.find_move(other).map(|mv| contest.move_text(mv))
                    }
                };
                assert_eq!(found.as_deref(), Ok(canonical), "{other} in {position}");
            }
        }
    }

    #[test]
    fn texts_of_no_move_are_refused() {
        let oil = "flip:S1<S2>o/W1</K1>/ A S:e,-:c W0011";
        let free = "flip:D1>~~D2>/W1>/D2>/ A K:f,-:c W0011 step=free";
        for (position, text) in [
            (oil, "e:a2*a1"),
            (oil, "e:b1*a1"),
            (free, "+"),
            (free, "+b1"),
            (free, "+a1+b1"),
            (free, "+a1*"),
            (free, "+a1*b1"),
            (free, "++a1"),
            (free, "+a9"),
            (free, "+a1+"),
        ] {
            let flip: Flip = position.parse().unwrap();
            assert!(flip.find_move(text).is_err(), "{text} in {position}");
        }
    }
}
