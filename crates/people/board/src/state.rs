//! State of a game: what a page shows of it.

use floe_angling::AnglingStep;
use floe_engine::{AnyGame, AnyMove, Evaluation, KnownGame, LineMove, with_game};
use floe_fish::Value as Fish;
use floe_flip::ActionCard;
use floe_game::{Game, Player};
use floe_hex::leading_name;
use floe_picture::{Icon, MoveMark, PlayerLine};
use floe_presentation::{Perspective, Seen, ToldMove, rules};
use floe_query::json::JsonPair;
use floe_query::{QueryError, QueryErrorKind, game_line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::compose::Step;
use crate::picture::{PictureMarks, viewer};

/// Request for the state after moves, and perhaps after a choice, whose outcome is decided here.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
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
    /// Letter of the player who sees the reply, and who learns from all but its `moves` no more
    /// than the rules let that player know.
    viewer: Option<char>,
    /// Picture to draw of the state; default: none.
    picture: Option<PictureMarks>,
}

/// State of a game as a player knows it, or all of it, `floe/board/1`. Of what belongs to a viewer,
/// `moves` alone say what is hidden.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardState {
    position: String,
    /// Moves that have been played, in notation.
    moves: Vec<String>,
    /// Letters of the players of the moves.
    turns: Vec<char>,
    /// Moves in words; null where the notation of a move names one hex or two, and is plain enough.
    move_words: Vec<Option<String>>,
    /// The other text of each move: its words where `move_words` is null, else the notation.
    move_titles: Vec<String>,
    /// Sentences on what each move does beyond itself, to other penguins or for the points; null
    /// where it does nothing.
    news: Vec<Option<String>>,
    /// Moves as the viewer has observed them.
    #[serde(skip_serializing_if = "Option::is_none")]
    observed: Option<Vec<String>>,
    rules: String,
    has_floe: bool,
    players: usize,
    /// Number of sides: players, teams, or one of all players together.
    sides: usize,
    /// Letter of the player to move; when the game is over, of the last turn.
    turn: char,
    /// Player to move and its next step, or the result of the game, in sentences.
    turn_words: String,
    is_over: bool,
    /// Whether anything is hidden from any player, or will be by the next move.
    has_secrets: bool,
    is_placing: bool,
    /// Number of tiles on the floe; 0 in games without one.
    tiles_left: u32,
    results: Vec<PlayerResult>,
    /// The winner and the results, in a sentence; null while the game lasts.
    words: Option<String>,
    /// Outcome of the game in a few words; null while the game lasts.
    outcome: Option<String>,
    /// Legal moves; none while tiles are hidden and another player than the viewer is to move.
    legal: Vec<LegalMove>,
    /// First step in which a person composes a legal move; null where none is listed.
    compose: Option<Step>,
    /// Notes on what the picture does not show.
    caption: Vec<String>,
    /// Notes on the position in games of cards.
    notes: Vec<String>,
    /// The picture, if it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

/// Legal move, and the spaces that a person clicks to play it.
#[derive(Serialize, JsonSchema)]
struct LegalMove {
    #[serde(rename = "move")]
    mv: String,
    /// Names of spaces in the order in which they occur in the move.
    path: Vec<String>,
    /// The move in words.
    words: String,
}

/// Player with its result so far.
#[derive(Serialize, JsonSchema)]
struct PlayerResult {
    /// Letter of the player.
    player: char,
    #[serde(flatten)]
    result: JsonPair,
    /// The result in words.
    text: String,
    /// Sentence that explains the power of the player or its specials; null where it has none.
    about: Option<&'static str>,
    /// Penguins, cards or role.
    standing: String,
    /// Action cards in the hand of the player; none in games without hands.
    cards: Vec<HeldCard>,
}

/// Action card that a player holds.
#[derive(Clone, Serialize, JsonSchema)]
struct HeldCard {
    /// The card in words.
    words: String,
    /// The card as an element in SVG that uses the style and definitions of a picture.
    icon: String,
}

impl StateRequest {
    /// Plays the moves and describes the position.
    pub(crate) fn answer(self, evaluation: &Evaluation) -> Result<BoardState, QueryError> {
        let mut line = game_line(&self.position, &self.moves)?;
        if let Some(choice) = &self.choice {
            let chosen = line.choose(choice, self.world);
            chosen
                .map_err(|error| QueryError::new(QueryErrorKind::Move, error).in_field("choice"))?;
        }
        while self.automatic
            && let Some(only) = Seen::whole(line.end()).only_choice()
        {
            line.play_move(line.end().outcome_in(only, self.world));
        }
        let viewer = viewer(&line, self.viewer)?;
        if let Some(marks) = &self.picture {
            marks.check("picture.")?;
        }
        let told: Vec<ToldMove> = line.moves().map(|played| told(&played, viewer)).collect();
        Ok(BoardState {
            move_titles: told.iter().map(|told| told.title.clone()).collect(),
            news: told.iter().map(|told| told.news.clone()).collect(),
            moves: line.notation(),
            turns: line
                .moves()
                .map(|played| played.player().letter())
                .collect(),
            move_words: told
                .into_iter()
                .map(|told| (!told.is_plain).then_some(told.text))
                .collect(),
            observed: viewer.map(|viewer| {
                line.moves()
                    .map(|played| observed(&played, viewer))
                    .collect()
            }),
            svg: self
                .picture
                .map(|marks| marks.draw(&line, viewer, evaluation)),
            ..BoardState::new(line.end(), viewer)
        })
    }
}

/// Writes a move as a player observes it, without tiles that are hidden from that player.
fn observed(played: &LineMove<'_>, observer: Player) -> String {
    Seen::by(played.before, observer).notation(played.mv)
}

/// A move for people, as the viewer, or else its own player, observes it.
fn told(played: &LineMove<'_>, viewer: Option<Player>) -> ToldMove {
    let observer = viewer.unwrap_or(played.player());
    Seen::by(played.before, observer).told(played.mv)
}

impl BoardState {
    /// Describes a position as a player knows it, or all of it, before any move. The moves of
    /// another player are left out while tiles are hidden.
    pub(crate) fn new(position: &AnyGame, viewer: Option<Player>) -> BoardState {
        let hides_next =
            matches!(position, AnyGame::Angling(lake) if lake.step() == AnglingStep::Lay);
        let has_secrets = hides_next
            || Player::first(position.players())
                .any(|player| Seen::by(position, player).position() != position);
        let is_others_turn = viewer.is_some_and(|viewer| viewer != position.last_turn());
        let seen = Seen::by(position, viewer);
        let position = seen.position();
        let is_over = with_game!(position, position => position.is_over());
        let caption = seen.caption();
        let result = |line: PlayerLine| {
            let fish =
                with_game!(position, position => Fish::from_score(position.score(line.player)));
            PlayerResult {
                player: line.player.letter(),
                result: JsonPair::new(fish.into(), Perspective::of(position)),
                text: line.result,
                about: about(position, line.player),
                standing: line.standing,
                cards: hand(position, line.player),
            }
        };
        let mut choices = if has_secrets && is_others_turn {
            Vec::new()
        } else {
            position.all_choices()
        };
        choices.sort_by_cached_key(|&choice| sort_key(&position.move_text(choice)));
        let legal: Vec<LegalMove> = choices
            .iter()
            .map(|&choice| LegalMove::new(&seen, choice))
            .collect();
        BoardState {
            position: position.to_string(),
            moves: Vec::new(),
            turns: Vec::new(),
            move_words: Vec::new(),
            move_titles: Vec::new(),
            news: Vec::new(),
            observed: None,
            rules: position.rules().to_string(),
            has_floe: position.rules().floe().is_some(),
            players: position.players(),
            sides: position.sides(),
            turn: position.last_turn().letter(),
            turn_words: seen.turn_sentence(),
            is_over,
            has_secrets,
            is_placing: with_game!(position, position => KnownGame::in_hand(position) > 0),
            tiles_left: position.tiles_left(),
            results: caption.players.into_iter().map(result).collect(),
            words: seen.result(),
            outcome: seen.outcome(),
            legal,
            compose: Step::first(&seen, &choices),
            caption: caption.notes,
            notes: seen.notes(),
            svg: None,
        }
    }
}

/// Explanation of the power of a player or its specials; none in games without them.
fn about(position: &AnyGame, player: Player) -> Option<&'static str> {
    match position {
        AnyGame::Flip(flip) => flip.power(player).map(rules::power),
        AnyGame::Angling(lake) if player == lake.angler() => Some(rules::SPECIALS_OF_ANGLER),
        AnyGame::Angling(_) => Some(rules::SPECIALS_OF_FISH),
        _ => None,
    }
}

/// Action cards in the hand of a player, one by one; none in games without hands.
fn hand(position: &AnyGame, player: Player) -> Vec<HeldCard> {
    let AnyGame::Flip(flip) = position else {
        return Vec::new();
    };
    let cards = flip.hand(player);
    let held = |card: ActionCard| {
        let drawn = HeldCard {
            words: card.name().to_owned(),
            icon: Icon::Action(card).draw(),
        };
        std::iter::repeat_n(drawn, cards.count(card).into())
    };
    cards.kinds().flat_map(held).collect()
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
    fn new(seen: &Seen, mv: AnyMove) -> LegalMove {
        let text = seen.position().move_text(mv);
        let mut path = hexes_of(&text);
        // Moves of anglers name piers, or how far they go.
        if path.is_empty() {
            let MoveMark { from, to, .. } = seen.mark_of(mv);
            if to.first().is_some_and(|space| space.starts_with('@')) {
                path = from.into_iter().chain(to).collect();
            }
        }
        LegalMove {
            mv: text,
            path,
            words: seen.words(mv),
        }
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
        let position: AnyGame = "angling:??/?? A 0,0 y1+2 1.1 -,- dealt lake=2x2 tiles=1.2.r.d"
            .parse()
            .unwrap();
        let walk = LegalMove::new(
            &Seen::whole(&position),
            position.find_choice("y+1").unwrap(),
        );
        assert_eq!(
            (walk.path.join(" "), walk.words),
            ("@3 @4".to_owned(), "yellow walks 1 pier".to_owned())
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
