//! Reasons for a move.

use floe_game::{Player, counted};
use floe_variants::{FloeMove, VariantPosition, VariantText};

use crate::{Explanation, PlayerSummary, Units};

/// Least change of the tiles that another player reaches first to count as a reason.
const NOTABLE: i32 = 2;

/// Change that a move on a floe makes, as people can see it. Numbers are fish, or tiles where they are not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveReason {
    /// Another player cannot move any more.
    Stops(Player),
    /// Penguins of another player, on hexes with these names, cannot move any more.
    Blocks(Player, Vec<String>),
    /// Another player can go to fewer than half of the hexes.
    Hinders {
        /// The other player.
        player: Player,
        /// Number of hexes before the move.
        now: u32,
        /// Number of hexes after it.
        then: u32,
    },
    /// The player who moves has more to itself: no other player can reach it.
    Secures {
        /// Amount that it has to itself before the move.
        now: i32,
        /// Amount that it has to itself after it.
        then: i32,
    },
    /// The player who moves reaches more before all others, or another player less.
    Reaches {
        /// The player who reaches more or less.
        player: Player,
        /// Amount that it reaches first before the move.
        now: i32,
        /// Amount that it reaches first after it.
        then: i32,
    },
    /// Nothing of all this; the player who moves gets this much.
    Little(i32),
}

impl MoveReason {
    /// The reason in a sentence, for a game that counts in these units.
    pub(crate) fn in_words(&self, mover: Player, units: Units) -> String {
        match self {
            MoveReason::Stops(player) => format!("{player} cannot move any more."),
            MoveReason::Blocks(player, hexes) => match hexes.as_slice() {
                [some @ .., last] if !some.is_empty() => {
                    format!("It blocks the penguins of {player} on {} and {last}.", some.join(", "))
                }
                _ => format!("It blocks the penguin of {player} on {}.", hexes.concat()),
            },
            MoveReason::Hinders { player, now, then } => {
                format!("{player} can then go to only {} ({now} before the move).", counted(*then, "hex"))
            }
            MoveReason::Secures { now, then } => {
                format!(
                    "{mover} then has {} that no other player can reach ({now} before the move).",
                    amount(*then, units)
                )
            }
            MoveReason::Reaches { player, now, then } => {
                let tiles = if units == Units::Penguins { "" } else { "tiles with " };
                let reached = amount(*then, units);
                format!("{player} is then first to {tiles}{reached} ({now} before the move).")
            }
            MoveReason::Little(got) if *got > 0 => {
                format!("It gets {}, and changes little of who reaches what first.", amount(*got, units))
            }
            MoveReason::Little(_) => "It changes little of who reaches what first.".to_owned(),
        }
    }
}

/// An amount of a reason with its unit: fish, or tiles where a game counts penguins.
fn amount(number: i32, units: Units) -> String {
    if units == Units::Penguins { counted(number, "tile") } else { format!("{number} fish") }
}

/// Changes that a move of a player makes, from the explanations of the positions before and after it; at least one.
pub(crate) fn reasons(mover: Player, before: &Explanation, after: &Explanation) -> Vec<MoveReason> {
    let summaries = Player::first(before.players.len()).zip(before.players.iter().zip(&after.players));
    let mut reasons: Vec<MoveReason> = Vec::new();
    for (player, (before, after)) in summaries.clone().filter(|&(player, _)| player != mover) {
        reasons.extend(held_up(player, before, after));
    }
    let own_before = &before.players[mover.index()];
    let own_after = &after.players[mover.index()];
    if own_after.own.fish > own_before.own.fish {
        reasons.push(MoveReason::Secures { now: own_before.own.fish, then: own_after.own.fish });
    }
    for (player, (before, after)) in summaries {
        let change = after.first.fish - before.first.fish;
        let is_reason = if player == mover { change > 0 } else { change <= -NOTABLE };
        if is_reason {
            reasons.push(MoveReason::Reaches { player, now: before.first.fish, then: after.first.fish });
        }
    }
    if reasons.is_empty() {
        reasons.push(MoveReason::Little(own_after.has.fish - own_before.has.fish));
    }
    reasons
}

/// Describes where a penguin can go from the hex of a placement; `None` for other moves. Territory says little before
/// all penguins are placed.
pub(crate) fn placement_reason<V: VariantText>(
    position: &VariantPosition<V>,
    mv: V::Move,
    units: Units,
) -> Option<String> {
    let hex = mv.placed()?;
    let ends = position.destinations(hex);
    let value = position.explained_value(ends).fish;
    let name = position.geometry().name(hex);
    let hexes = counted(ends.len(), "hex");
    Some(format!("From {name} a penguin can go to {hexes} with {} in one move.", amount(value, units)))
}

/// Penguins of another player that can no longer move, or not as far.
fn held_up(player: Player, before: &PlayerSummary, after: &PlayerSummary) -> Option<MoveReason> {
    let stuck: Vec<String> = after.stuck.iter().filter(|&hex| !before.stuck.contains(hex)).cloned().collect();
    let now = before.moves;
    let then = after.moves;
    if now > 0 && then == 0 {
        return Some(MoveReason::Stops(player));
    }
    if stuck.is_empty() {
        return (2 * then < now).then_some(MoveReason::Hinders { player, now, then });
    }
    Some(MoveReason::Blocks(player, stuck))
}

#[cfg(test)]
mod tests {
    use crate::{AnyGame, Evaluation};

    fn reasons(position: &str, line: &[&str]) -> Vec<String> {
        let position: AnyGame = position.parse().unwrap();
        let line: Vec<String> = line.iter().map(|&mv| mv.to_owned()).collect();
        position.reasons(&position.find_line(&line), &Evaluation::default())
    }

    #[test]
    fn a_move_is_explained_by_what_it_changes() {
        let zugzwang = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
        assert_eq!(
            reasons(zugzwang, &["c5-d4"]),
            ["A then has 2 fish that no other player can reach (0 before the move)."]
        );
        let corner = "B111..../.A1....../2....../......../......./......../......./........ A 0:0,0:0";
        assert_eq!(reasons(corner, &["b2-b1"]), ["B cannot move any more."]);
        let path = "1B1A111../......../......./......../......./......../......./........ A 0:0,0:0";
        assert_eq!(reasons(path, &["c1-d1"]), ["It gets 1 fish, and changes little of who reaches what first."]);
    }

    #[test]
    fn a_placement_is_explained_by_its_slides() {
        let placement = "11...../......../......./......../......./......../......./........ A 0:0,0:0 1,1";
        assert_eq!(reasons(placement, &["a1"]), ["From a1 a penguin can go to 1 hex with 1 fish in one move."]);
    }

    #[test]
    fn moves_of_cards_are_told_in_words() {
        let net = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3";
        assert_eq!(reasons(net, &["c:b"])[0], "It plays: flip column b.");
        assert!(reasons(net, &["nonsense"]).is_empty());
    }
}
