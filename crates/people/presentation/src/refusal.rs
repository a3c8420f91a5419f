//! Reasons why a space cannot be chosen, in a sentence: answers to a wrong click.

use floe_angling::{Angling, AnglingStep, LakeSpace};
use floe_engine::{AnyGame, Units, with_variant};
use floe_flip::{ContestStep, FlipStep, Net, Space, Spaces};
use floe_game::{Chance, Game, Player};
use floe_hex::{Direction, Hex};
use floe_variants::{VariantPosition, VariantText};

use crate::Seen;

impl Seen {
    /// Returns the reason why the player to move cannot go on with a space: `c5 is not in a
    /// straight line from b4.` `chosen` are the spaces chosen before, in order.
    pub fn refusal(&self, chosen: &[String], space: &str) -> String {
        let known = self.position();
        let takes_tiles = known.rules().units() == Units::Fish;
        let from = chosen.last().map(String::as_str);
        let floe = with_variant!(known, position => match chosen {
            [_, _, ..] => refusal_of_part(&position, chosen, space),
            _ => refusal_on_floe(&position, from, space, takes_tiles),
        });
        floe.flatten().unwrap_or_else(|| match known {
            AnyGame::Flip(flip) => {
                refusal_of_card(flip.net(), from, space, flip.step() == FlipStep::Free)
            }
            AnyGame::Contest(contest) => refusal_of_card(
                contest.net(),
                from,
                space,
                contest.step() == ContestStep::Free,
            ),
            AnyGame::Angling(lake) => refusal_on_lake(lake, from, space),
            _ => format!("{space} cannot be chosen now."),
        })
    }
}

/// Reason on a floe; `None` for a name that is none of its hexes.
fn refusal_on_floe<V: VariantText>(
    position: &VariantPosition<V>,
    from: Option<&str>,
    space: &str,
    takes_tiles: bool,
) -> Option<String> {
    let geometry = position.geometry();
    let named = |name: &str| {
        geometry
            .hexes()
            .into_iter()
            .find(|&hex| geometry.name(hex) == name)
    };
    let hex = named(space)?;
    let mover = position.last_turn();
    let owner =
        Player::first(position.players()).find(|&player| position.penguins(player).contains(hex));
    let is_free = position.free().contains(hex);
    if position.is_placement() {
        return Some(match owner {
            Some(_) => format!("A penguin stands on {space} already."),
            None if !is_free => format!("There is no tile on {space}."),
            None if takes_tiles => {
                format!(
                    "Penguins begin on tiles with one fish; {space} has {}.",
                    position.fish(hex)
                )
            }
            None => format!("No penguin can begin on {space}."),
        });
    }
    let Some(from) = from.and_then(named) else {
        return Some(match owner {
            Some(player) if player == mover => {
                format!("The penguin on {space} cannot move: nothing next to it is free.")
            }
            Some(player) => {
                format!("The penguin on {space} belongs to {player}; it is the turn of {mover}.")
            }
            None if is_free => {
                format!("No penguin stands on {space}: choose a penguin of {mover} first.")
            }
            None => format!("The tile on {space} is gone: there is only water."),
        });
    };
    let start = geometry.name(from);
    let way = Direction::ALL
        .into_iter()
        .find_map(|direction| way_to(position, from, hex, direction));
    Some(match (way, owner) {
        _ if position.destinations(from).is_empty() => {
            format!("The penguin on {start} cannot move.")
        }
        (Some(Some(between)), _) => {
            let name = geometry.name(between);
            let is_penguin = Player::first(position.players())
                .any(|player| position.penguins(player).contains(between));
            let obstacle = if is_penguin {
                "a penguin stands there"
            } else {
                "there is water"
            };
            format!("{name} is in the way: {obstacle}.")
        }
        (_, Some(player)) => format!("A penguin of {player} stands on {space}."),
        (_, None) if !is_free => format!("The tile on {space} is gone: there is only water."),
        (None, None) => format!("{space} is not in a straight line from {start}."),
        (Some(None), None) => format!("The penguin on {start} cannot go as far as {space}."),
    })
}

/// Reason on a floe after the penguin and its hex have been chosen; `None` for a name that is none
/// of its hexes.
fn refusal_of_part<V: VariantText>(
    position: &VariantPosition<V>,
    chosen: &[String],
    space: &str,
) -> Option<String> {
    let geometry = position.geometry();
    let hex = geometry
        .hexes()
        .into_iter()
        .find(|&hex| geometry.name(hex) == space)?;
    let begun: Vec<(V::Move, usize)> = position
        .choices()
        .into_iter()
        .filter_map(|choice| {
            let spaces = spaces_of(position, choice);
            spaces.starts_with(chosen).then_some((choice, spaces.len()))
        })
        .collect();
    let choice = begun.iter().max_by_key(|&&(_, spaces)| spaces);
    let reason =
        choice.and_then(|&(choice, _)| position.state().why_no_target(position, choice, hex));
    Some(reason.unwrap_or_else(|| {
        format!("{space} cannot be chosen: the answer is a button below the board.")
    }))
}

/// Names of the hexes that a player clicks for a choice, in order.
fn spaces_of<V: VariantText>(position: &VariantPosition<V>, choice: V::Move) -> Vec<String> {
    let hexes = position
        .parts(choice)
        .into_iter()
        .filter_map(|part| part.hex);
    hexes.map(|hex| position.geometry().name(hex)).collect()
}

/// The first hex between two hexes in a direction that is not free, if there is any; `None` if the
/// second one does not lie in this direction.
fn way_to<V: VariantText>(
    position: &VariantPosition<V>,
    from: Hex,
    to: Hex,
    direction: Direction,
) -> Option<Option<Hex>> {
    let geometry = position.geometry();
    let mut obstacle = None;
    let mut hex = geometry.neighbour(from, direction)?;
    while hex != to {
        if obstacle.is_none() && !position.free().contains(hex) {
            obstacle = Some(hex);
        }
        hex = geometry.neighbour(hex, direction)?;
    }
    Some(obstacle)
}

/// Reason in a net of cards.
fn refusal_of_card(net: &Net, from: Option<&str>, space: &str, is_freeing: bool) -> String {
    let named = |name: &str| {
        net.area()
            .into_iter()
            .find(|space: &Space| space.to_string() == name)
    };
    let Some(place) = named(space) else {
        return format!("{space} cannot be chosen now.");
    };
    if !net.cards().contains(place) {
        return format!("There is no card on {space}.");
    }
    if net.all_waste().contains(place) {
        return format!("The card on {space} is waste, which cannot be chosen here.");
    }
    let other = from.and_then(named);
    match other {
        Some(other) if !Spaces::from(other).neighbours().contains(place) => {
            format!("{other} and {space} are not next to each other.")
        }
        Some(other) => format!("{other} and {space} cannot be chosen together."),
        None if is_freeing => format!(
            "The {} on {space} cannot be freed: it takes two of a kind that touch and swim the same way, and one of them \
             must have moved.",
            net.species_at(place).name()
        ),
        None => format!(
            "The {} on {space} cannot be chosen here.",
            net.species_at(place).name()
        ),
    }
}

/// Reason on a lake and its piers, whose names begin with `@`.
fn refusal_on_lake(lake: &Angling, from: Option<&str>, space: &str) -> String {
    let named = |name: &str| {
        lake.area()
            .into_iter()
            .find(|space: &LakeSpace| space.to_string() == name)
    };
    let pier = space.strip_prefix('@');
    let place = named(space);
    let has_tile = place.is_some_and(|place| lake.occupied().contains(place));
    match (lake.step(), pier, place) {
        (AnglingStep::Lay, ..) => {
            "The spaces are filled one after the other: choose a tile below the lake.".to_owned()
        }
        (AnglingStep::Place, Some(pier), _) => format!("An angler stands on pier {pier} already."),
        (AnglingStep::Place, None, _) => {
            "An angler begins on a pier at the edge of the lake.".to_owned()
        }
        (AnglingStep::Walk, Some(pier), _) if from.is_some() => {
            format!(
                "The angler walks on clockwise, and not past its start: pier {pier} is out of reach."
            )
        }
        (AnglingStep::Walk, Some(pier), _) => {
            format!("No angler that can walk stands on pier {pier}.")
        }
        (AnglingStep::Walk, None, _) => "Now an angler walks, from pier to pier.".to_owned(),
        (_, Some(_), _) => "Now it is about the tiles in the lake, not about the piers.".to_owned(),
        (_, None, Some(_)) if from.is_none() && !has_tile => {
            format!("There is no tile on {space}.")
        }
        (AnglingStep::Show, ..) => {
            format!("The tile on {space} is not in the line of the angler, or cannot be shown.")
        }
        (AnglingStep::Catch, ..) => {
            format!(
                "The tile on {space} is not in the line of the angler, or no catch tile of that distance is left."
            )
        }
        (_, None, Some(place)) => match from.and_then(named) {
            None => format!("The tile on {space} cannot move: nothing next to it is free."),
            Some(_) if has_tile => format!("A tile lies on {space} already."),
            Some(other) if other.column() != place.column() && other.row() != place.row() => {
                format!("Tiles slide along a row or a column: {space} is in neither with {other}.")
            }
            Some(other) => format!("Something is in the way from {other} to {space}."),
        },
        _ => format!("{space} cannot be chosen now."),
    }
}
