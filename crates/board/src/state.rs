//! State of a game: what a page shows of it.

use floe_engine::{AnyGame, EngineGame, GameLine, Perspective, with_game};
use floe_fish::Value as Fish;
use floe_game::{Game, Player};
use floe_hex::leading_name;
use floe_picture::PlayerLine;
use floe_query::json::JsonPair;
use floe_query::{QueryError, QueryErrorKind, position_after};
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
    /// Letter of the player who sees the reply, and who learns from all but its `moves` no more than the rules let that
    /// player know.
    viewer: Option<char>,
}

/// Legal move, and the spaces that a person clicks to play it.
#[derive(Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    mv: String,
    /// Names of spaces in the order in which they occur in the move.
    path: Vec<String>,
    /// The move in words, in games without a floe.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

/// Player with its result so far.
#[derive(Serialize)]
struct PlayerResult {
    player: char,
    #[serde(flatten)]
    result: JsonPair,
    /// The result in words.
    text: String,
    /// Penguins, cards or role.
    standing: String,
}

impl StateRequest {
    /// Plays the moves and describes the position.
    pub(crate) fn answer(self) -> Result<Value, QueryError> {
        let start = position_after(&self.position, &[])?;
        let line = GameLine::replay(start, &self.moves)?;
        let mut position = *line.end();
        let mut moves = line.notation();
        if let Some(choice) = &self.choice {
            moves.push(choose(&mut position, choice, self.world)?);
        }
        while self.automatic
            && let Some(only) = position.only_choice()
        {
            moves.push(choose(&mut position, &only, self.world)?);
        }
        let viewer = self.viewer.map(|letter| player(&position, letter)).transpose()?;
        let mut state = state(&position, viewer);
        let played = played(&start, &moves, viewer);
        state["turns"] = json!(played.iter().map(|mv| mv.turn).collect::<Vec<_>>());
        state["move_words"] = json!(played.iter().map(|mv| &mv.words).collect::<Vec<_>>());
        state["moves"] = json!(moves);
        if viewer.is_some() {
            state["observed"] = json!(played.iter().map(|mv| &mv.observed).collect::<Vec<_>>());
        }
        Ok(state)
    }
}

/// Move that has been played.
struct PlayedMove {
    /// Letter of its player.
    turn: char,
    /// The move as the viewer observes it, without tiles that are hidden from that player.
    observed: String,
    /// The observed move in words, in games without a floe.
    words: Option<String>,
}

/// Describes legal moves as a player observes them.
fn played(start: &AnyGame, moves: &[String], viewer: Option<Player>) -> Vec<PlayedMove> {
    let mut position = *start;
    let play = |mv: &String| {
        let turn = position.last_turn();
        let observer = viewer.unwrap_or(turn);
        let observed = position.observed(mv, observer).expect("the moves are legal");
        // What a player observes is a move in the view of that player.
        let words = position.view(observer).choice_in_words(&observed);
        position.play(mv).expect("the moves are legal");
        PlayedMove { turn: turn.letter(), observed, words }
    };
    moves.iter().map(play).collect()
}

/// Player of a game with this letter.
fn player(position: &AnyGame, letter: char) -> Result<Player, QueryError> {
    let found = Player::first(position.players()).find(|player| player.letter() == letter);
    found.ok_or_else(|| QueryError {
        field: Some("viewer".to_owned()),
        ..QueryError::new(QueryErrorKind::Field, format!("expected a player of the game; found '{letter}'"))
    })
}

/// The position as the player with this letter knows it, or all of it.
pub(crate) fn viewed(position: AnyGame, viewer: Option<char>) -> Result<AnyGame, QueryError> {
    Ok(viewer.map(|letter| player(&position, letter)).transpose()?.map_or(position, |viewer| position.view(viewer)))
}

/// Plays a choice, and returns the move with its outcome.
fn choose(position: &mut AnyGame, choice: &str, world: u64) -> Result<String, QueryError> {
    let played = position.settle(choice, world).and_then(|mv| position.play(&mv));
    played.map_err(|error| QueryError {
        field: Some("choice".to_owned()),
        ..QueryError::new(QueryErrorKind::Move, error)
    })
}

/// Describes a position as a player knows it, or all of it. The moves of another player are left out while tiles are
/// hidden.
pub(crate) fn state(position: &AnyGame, viewer: Option<Player>) -> Value {
    let has_secrets = Player::first(position.players()).any(|player| position.view(player) != *position);
    let is_others_turn = viewer.is_some_and(|viewer| viewer != position.last_turn());
    let position = &viewer.map_or(*position, |viewer| position.view(viewer));
    let is_over = with_game!(position, position => position.is_over());
    let caption = position.caption();
    let result = |line: PlayerLine| {
        let fish = with_game!(position, position => Fish::from_score(position.score(line.player)));
        PlayerResult {
            player: line.player.letter(),
            result: JsonPair::new(fish.into(), Perspective::of(position)),
            text: line.result,
            standing: line.standing,
        }
    };
    let choices = if has_secrets && is_others_turn { Vec::new() } else { position.choices() };
    let mut legal: Vec<LegalMove> = choices.into_iter().map(|mv| LegalMove::new(position, mv)).collect();
    legal.sort_by_cached_key(|legal| sort_key(&legal.mv));
    json!({
        "schema": "floe/board/1",
        "position": position.to_string(),
        "moves": [],
        "rules": position.rules().to_string(),
        "has_floe": position.rules().floe().is_some(),
        "players": position.players(),
        "sides": position.sides(),
        "turn": position.last_turn().letter().to_string(),
        "turn_words": caption.turn,
        "is_over": is_over,
        "has_secrets": has_secrets,
        "is_placing": with_game!(position, position => EngineGame::in_hand(position) > 0),
        "tiles_left": position.tiles_left(),
        "results": caption.players.into_iter().map(result).collect::<Vec<_>>(),
        "words": position.result_in_words(),
        "legal": legal,
        "caption": caption.notes,
        "notes": position.flip_notes(),
    })
}

/// Text that sorts numbers by their size: `y@2` before `y@10`.
fn sort_key(mv: &str) -> String {
    let mut key = String::new();
    for part in mv.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        key += &format!("{digits:0>4}{}", &part[digits.len()..]);
    }
    key
}

impl LegalMove {
    fn new(position: &AnyGame, mv: String) -> LegalMove {
        let mut path = hexes_of(&mv);
        // Moves of anglers name piers, or how far they go.
        if path.is_empty()
            && let Ok(mark) = position.move_mark(&mv)
            && mark.to.first().is_some_and(|space| space.starts_with('@'))
        {
            path = mark.from.into_iter().chain(mark.to).collect();
        }
        LegalMove { path, words: position.choice_in_words(&mv), mv }
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
    fn numbers_sort_by_size() {
        let mut moves = ["y@10", "y@2", "c10-c9", "c9-c10", "go", "r@1"];
        moves.sort_by_cached_key(|mv| sort_key(mv));
        assert_eq!(moves, ["c9-c10", "c10-c9", "go", "r@1", "y@2", "y@10"]);
    }

    #[test]
    fn anglers_are_moved_by_clicks_on_piers() {
        let position: AnyGame = "angling:??/?? A 0,0 y1+2 1.1 -,- dealt lake=2x2 tiles=1.2.r.d".parse().unwrap();
        let walk = LegalMove::new(&position, "y+1".to_owned());
        assert_eq!(
            (walk.path.join(" "), walk.words.unwrap()),
            ("@3 @4".to_owned(), "the yellow angler walks 1 pier".to_owned())
        );
    }

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
