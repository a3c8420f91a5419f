//! Replies to the requests of a page.

use floe_engine::GameRules;
use floe_query::QueryAnswer;
use schemars::JsonSchema;
use serde::Serialize;

use crate::compose::Outcomes;
use crate::deal::NewGame;
use crate::edit::EditedText;
use crate::explain::ExplainedPosition;
use crate::game_text::{GameText, ReadGames};
use crate::graph::GameGraph;
use crate::hint::StepwiseHint;
use crate::picture::BoardPicture;
use crate::puzzles::Puzzles;
use crate::review::{RefutedMove, Review};
use crate::state::BoardState;
use crate::threat::Threat;

/// Result of a request of a page.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum BoardAnswer {
    /// Result of an action of query mode.
    Query(Box<QueryAnswer>),
    /// Result of an action that only a page has.
    Page(PageAnswer),
}

impl From<QueryAnswer> for BoardAnswer {
    fn from(answer: QueryAnswer) -> BoardAnswer {
        BoardAnswer::Query(Box::new(answer))
    }
}

/// Result of a request that only a page makes.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "schema")]
pub(crate) enum PageAnswer {
    /// Result of `catalog`.
    #[serde(rename = "floe/catalog/1")]
    Catalog(Catalog),
    /// Result of `deal`.
    #[serde(rename = "floe/new/1")]
    Deal(NewGame),
    /// Result of `board`.
    #[serde(rename = "floe/board/1")]
    Board(Box<BoardState>),
    /// Result of `outcomes`.
    #[serde(rename = "floe/outcomes/1")]
    Outcomes(Outcomes),
    /// Result of `picture`.
    #[serde(rename = "floe/picture/1")]
    Picture(BoardPicture),
    /// Result of `explain`.
    #[serde(rename = "floe/explain/1")]
    Explain(ExplainedPosition),
    /// Result of `edit`.
    #[serde(rename = "floe/edit/1")]
    Edit(Box<EditedText>),
    /// Result of `puzzles`.
    #[serde(rename = "floe/puzzles/1")]
    Puzzles(Puzzles),
    /// Result of `read`.
    #[serde(rename = "floe/games/1")]
    Read(ReadGames),
    /// Result of `write`.
    #[serde(rename = "floe/game/1")]
    Write(GameText),
    /// Result of `review`.
    #[serde(rename = "floe/review/1")]
    Review(Review),
    /// Result of `refute`.
    #[serde(rename = "floe/refutation/1")]
    Refute(RefutedMove),
    /// Result of `graph`.
    #[serde(rename = "floe/graph/1")]
    Graph(GameGraph),
    /// Result of `hint`.
    #[serde(rename = "floe/hint/1")]
    Hint(StepwiseHint),
    /// Result of `threat`.
    #[serde(rename = "floe/threat/1")]
    Threat(Threat),
    /// Partial result of a search that waits for others to end.
    #[serde(rename = "floe/waiting/1")]
    #[cfg_attr(not(feature = "server"), expect(dead_code, reason = "in a browser the page itself lets searches wait"))]
    Waiting(Waiting),
}

/// News that a search waits for others to end, `floe/waiting/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Waiting {}

/// Rules, layouts and levels that a page offers, `floe/catalog/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Catalog {
    /// Name and build of the program.
    pub(crate) program: String,
    /// Maximum number of threads of a search.
    pub(crate) threads: usize,
    /// Maximum size of the table of a search, in MiB.
    pub(crate) hash: usize,
    /// Engine of the analysis where none is chosen.
    pub(crate) engine: String,
    /// Methods of engines.
    pub(crate) engines: Vec<OfferedEngine>,
    pub(crate) rules: Vec<OfferedRules>,
    /// Names of layouts.
    pub(crate) layouts: [&'static str; 3],
    /// Engines of the levels, from the weakest.
    pub(crate) levels: Vec<String>,
}

/// Method of engines that a page offers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OfferedEngine {
    /// Name in notation.
    pub(crate) name: &'static str,
    /// Name for people, with the games that the method is for.
    pub(crate) title: &'static str,
}

/// Rules that a page offers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OfferedRules {
    /// Name in notation.
    name: String,
    /// Name for people.
    title: String,
    min_players: usize,
    usual_players: usize,
    has_floe: bool,
    has_teams: bool,
    has_chance: bool,
    is_cooperative: bool,
}

impl From<GameRules> for OfferedRules {
    fn from(rules: GameRules) -> OfferedRules {
        OfferedRules {
            name: rules.to_string(),
            title: rules.title(),
            min_players: rules.min_players(),
            usual_players: rules.usual_players(),
            has_floe: rules.floe().is_some(),
            has_teams: rules.has_teams(),
            has_chance: rules.has_chance(),
            is_cooperative: rules.is_cooperative(),
        }
    }
}
