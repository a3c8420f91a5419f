//! State of a game: what a page shows of it.

use floe_engine::json::JsonPair;
use floe_engine::query::{QueryError, QueryErrorKind, position_after};
use floe_engine::{AnyGame, EngineGame, Perspective, with_game};
use floe_fish::Value as Fish;
use floe_game::{Game, Player};
use floe_hex::leading_name;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Request for the state after moves, and perhaps after a choice, whose outcome is decided here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Choice to play after the moves.
    choice: Option<String>,
    /// Number of the world, which decides chance; default 0.
    #[serde(default)]
    world: u64,
    /// Whether to play steps without a choice in games of cards: drawing and laying.
    #[serde(default)]
    automatic: bool,
    /// Letter of the player whose view `observed` has.
    viewer: Option<char>,
}

/// Legal move, and the hexes that a person clicks to play it.
#[derive(Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    mv: String,
    /// Names of hexes in the order in which they occur in the move.
    path: Vec<String>,
}

/// Result of a player so far.
#[derive(Serialize)]
struct PlayerResult {
    player: char,
    #[serde(flatten)]
    result: JsonPair,
}

impl StateRequest {
    /// Plays the moves and describes the position.
    pub(crate) fn answer(self) -> Result<Value, QueryError> {
        let mut position = position_after(&self.position, &self.moves)?;
        let mut moves = self.moves;
        if let Some(choice) = &self.choice {
            moves.push(choose(&mut position, choice, self.world)?);
        }
        while self.automatic
            && let Some(only) = only_choice(&position)
        {
            moves.push(choose(&mut position, &only, self.world)?);
        }
        let mut state = state(&position, &moves);
        if let Some(viewer) = self.viewer {
            state["observed"] = json!(observed(&self.position, &moves, viewer)?);
        }
        Ok(state)
    }
}

/// Moves as a player observes them: without tiles that are hidden from that player.
fn observed(start: &str, moves: &[String], viewer: char) -> Result<Vec<String>, QueryError> {
    let mut position = position_after(start, &[])?;
    let viewer = player(&position, viewer)?;
    let observe = |mv: &String| {
        let observed = position.observed(mv, viewer);
        position.play(mv).and(observed).map_err(|error| QueryError::new(QueryErrorKind::Move, error))
    };
    moves.iter().map(observe).collect()
}

/// Player of a game with this letter.
pub(crate) fn player(position: &AnyGame, letter: char) -> Result<Player, QueryError> {
    let found = Player::first(position.players()).find(|player| player.letter() == letter);
    found.ok_or_else(|| QueryError {
        field: Some("viewer".to_owned()),
        ..QueryError::new(QueryErrorKind::Field, format!("expected a player of the game; found '{letter}'"))
    })
}

/// The only choice in a step of a game without a floe; `None` if there are several or none, and on a floe.
fn only_choice(position: &AnyGame) -> Option<String> {
    let mut choices = if position.rules().floe().is_none() { position.choices() } else { Vec::new() };
    choices.pop().filter(|_| choices.is_empty())
}

/// Plays a choice, and returns the move with its outcome.
fn choose(position: &mut AnyGame, choice: &str, world: u64) -> Result<String, QueryError> {
    let played = position.settle(choice, world).and_then(|mv| position.play(&mv));
    played.map_err(|error| QueryError {
        field: Some("choice".to_owned()),
        ..QueryError::new(QueryErrorKind::Move, error)
    })
}

/// Describes a position that these moves lead to.
pub(crate) fn state(position: &AnyGame, moves: &[String]) -> Value {
    let is_over = with_game!(position, position => position.is_over());
    let result = |player: Player| {
        let fish = with_game!(position, position => Fish::from_score(position.score(player)));
        PlayerResult { player: player.letter(), result: JsonPair::new(fish.into(), Perspective::of(position)) }
    };
    let mut legal: Vec<LegalMove> = position.choices().into_iter().map(LegalMove::new).collect();
    legal.sort_by(|a, b| a.mv.cmp(&b.mv));
    json!({
        "schema": "floe/board/1",
        "position": position.to_string(),
        "moves": moves,
        "rules": position.rules().to_string(),
        "has_floe": position.rules().floe().is_some(),
        "players": position.players(),
        "sides": position.sides(),
        "turn": position.last_turn().letter().to_string(),
        "is_over": is_over,
        "is_placing": with_game!(position, position => EngineGame::in_hand(position) > 0),
        "tiles_left": position.tiles_left(),
        "results": Player::first(position.players()).map(result).collect::<Vec<_>>(),
        "words": position.result_in_words(),
        "legal": legal,
        "notes": position.flip_notes(),
    })
}

impl LegalMove {
    fn new(mv: String) -> LegalMove {
        LegalMove { path: hexes_of(&mv), mv }
    }
}

/// Names of hexes in a move, in their order.
fn hexes_of(mv: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = mv;
    while let Some(first) = rest.chars().next() {
        let name = leading_name(rest);
        let is_hex = first.is_ascii_lowercase() && name.len() > 1;
        if is_hex {
            names.push(name.to_owned());
        }
        rest = &rest[if is_hex { name.len() } else { first.len_utf8() }..];
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_name_their_hexes() {
        for (mv, hexes) in [
            ("c5", "c5"),
            ("c5-d4", "c5 d4"),
            ("c3xd3", "c3 d3"),
            ("c3-d3,whale:NE", "c3 d3"),
            ("c3-d3,float:a1:z2", "c3 d3 a1 z2"),
            ("x:b2-c2", "b2 c2"),
            ("r:2", ""),
            ("lay:D2<", ""),
            ("+b2*c2", "b2 c2"),
        ] {
            assert_eq!(hexes_of(mv).join(" "), hexes, "{mv}");
        }
    }
}
