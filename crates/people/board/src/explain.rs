//! Explanations of positions and moves.

use floe_engine::{AnyGame, Evaluation, KnownGame, Units, with_game};
use floe_fish::Value as Fish;
use floe_game::{Game, Player};
use floe_presentation::{Explanation, PlayerSummary, Seen, ToldMove};
use floe_query::json::ExplanationReport;
use floe_query::{QueryError, game_line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Request for the explanation of a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct ExplainRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Line from the position, whose first move is explained.
    #[serde(default)]
    line: Vec<String>,
}

/// Explanation of a position, `floe/explain/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExplainedPosition {
    /// Evaluation of the position; null in games without a floe.
    explanation: Option<ExplanationReport>,
    /// The players in a table; null in games without a floe, and while penguins are placed.
    table: Option<PlayersTable>,
    /// The first move of the line for people; null without one.
    told: Option<ToldMove>,
    /// Reasons for the first move of the line, in sentences.
    reasons: Vec<String>,
    /// Notes on the position in games of cards.
    notes: Vec<String>,
}

/// Table of what each player has, without what stands next to the players and in the value of the
/// position.
#[derive(Serialize, JsonSchema)]
struct PlayersTable {
    columns: Vec<TableColumn>,
    rows: Vec<TableRow>,
    /// Meaning of the columns, and penguins that cannot move, in sentences.
    legend: Vec<String>,
}

/// Columns of the table with their meanings, where `#` stands for the unit.
const COLUMNS: [(&str, &str); 5] = [
    (
        "standing on",
        "# under the penguins of the player, which count at the end.",
    ),
    ("safe", "# that no other player can ever reach."),
    (
        "first",
        "# that the player reaches in fewer moves than all others, safe ones included.",
    ),
    (
        "shared",
        "# that the player reaches as early as another one.",
    ),
    (
        "ways",
        "Hexes that the penguins of the player can go to now.",
    ),
];

/// Column of a table with its meaning.
#[derive(Clone, Serialize, JsonSchema)]
struct TableColumn {
    name: &'static str,
    /// Meaning of the numbers, in a sentence.
    title: String,
}

/// Numbers of a player, one a column.
#[derive(Serialize, JsonSchema)]
struct TableRow {
    /// Letter of the player.
    player: char,
    cells: Vec<i32>,
}

impl PlayersTable {
    fn new(position: &AnyGame, explanation: &Explanation) -> Option<PlayersTable> {
        let is_placing = with_game!(position, position => KnownGame::in_hand(position) > 0);
        if is_placing {
            return None;
        }
        let unit = if position.rules().units() == Units::Penguins {
            "Tiles"
        } else {
            "Fish"
        };
        let columns = COLUMNS
            .map(|(name, title)| TableColumn {
                name,
                title: title.replace('#', unit),
            })
            .to_vec();
        let row = |&(player, summary): &(Player, &PlayerSummary)| TableRow {
            player: player.letter(),
            cells: vec![
                summary.has.fish
                    - with_game!(position, position => Fish::from_score(position.score(player)))
                        .fish,
                summary.own.fish,
                summary.first.fish,
                summary.shared.fish,
                summary.moves as i32,
            ],
        };
        let players: Vec<_> = Player::first(explanation.players.len())
            .zip(&explanation.players)
            .collect();
        let meanings = columns
            .iter()
            .map(|column| format!("{}: {}", column.name, column.title));
        let stuck = players
            .iter()
            .filter(|(_, summary)| !summary.stuck.is_empty());
        Some(PlayersTable {
            rows: players.iter().map(row).collect(),
            legend: stuck
                .map(|(player, summary)| {
                    format!("Stuck penguins of {player}: {}", summary.stuck.join(", "))
                })
                .chain(meanings)
                .collect(),
            columns,
        })
    }
}

impl ExplainRequest {
    /// Explains the position after the moves.
    pub(crate) fn answer(&self, evaluation: &Evaluation) -> Result<ExplainedPosition, QueryError> {
        let game = game_line(&self.position, &self.moves)?;
        let position = game.end();
        let seen = Seen::whole(position);
        let explanation = seen.explain(evaluation);
        let line = position.find_line(&self.line);
        Ok(ExplainedPosition {
            table: explanation
                .as_ref()
                .and_then(|explanation| PlayersTable::new(position, explanation)),
            told: line.first().map(|&mv| seen.told(mv)),
            explanation: explanation
                .map(|explanation| ExplanationReport::new(position, &explanation)),
            reasons: seen.reasons(&line, evaluation),
            notes: seen.notes(),
        })
    }
}
