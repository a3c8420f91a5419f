//! Replies to the requests of a page.

use floe_engine::{EngineSpec, GameRules, Method};
use floe_presentation::rules;
use floe_query::{QueryAnswer, QuerySettings};
use schemars::JsonSchema;
use serde::Serialize;

use crate::compose::Outcomes;
use crate::deal::NewGame;
use crate::edit::EditedText;
use crate::explain::ExplainedPosition;
use crate::forfeit::Forfeit;
use crate::game_text::{GamePage, GameText, ReadGames};
use crate::graph::GameGraph;
use crate::hint::StepwiseHint;
use crate::picture::BoardPicture;
use crate::puzzle_record::RatedPerson;
use crate::puzzles::{PuzzleDefence, Puzzles};
use crate::refusal::Refusal;
use crate::review::{RefutedMove, Review};
use crate::rules::RulesPage;
use crate::sheet::Sheet;
use crate::state::BoardState;
use crate::threat::Threat;

/// Result of a request of a page.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum BoardAnswer {
    /// Result of an action of query mode.
    Query(Box<QueryAnswer>),
    /// Result of an action that only a page has.
    Page(Box<PageAnswer>),
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
    /// Result of `rules`.
    #[serde(rename = "floe/rules/1")]
    Rules(RulesPage),
    /// Result of `edit`.
    #[serde(rename = "floe/edit/1")]
    Edit(Box<EditedText>),
    /// Result of `puzzles`.
    #[serde(rename = "floe/puzzles/1")]
    Puzzles(Puzzles),
    /// Result of `defence`.
    #[serde(rename = "floe/defence/1")]
    Defence(PuzzleDefence),
    /// Result of `rate`.
    #[serde(rename = "floe/rate/1")]
    Rate(RatedPerson),
    /// Result of `sheet`.
    #[serde(rename = "floe/sheet/1")]
    Sheet(Sheet),
    /// Result of `read`.
    #[serde(rename = "floe/games/1")]
    Read(ReadGames),
    /// Result of `write`.
    #[serde(rename = "floe/game/1")]
    Write(GameText),
    /// Result of `page`.
    #[serde(rename = "floe/page/1")]
    Page(GamePage),
    /// Result of `forfeit`.
    #[serde(rename = "floe/forfeit/1")]
    Forfeit(Forfeit),
    /// Result of `review`.
    #[serde(rename = "floe/review/1")]
    Review(Review),
    /// Result of `refute`.
    #[serde(rename = "floe/refutation/1")]
    Refute(Box<RefutedMove>),
    /// Result of `graph`.
    #[serde(rename = "floe/graph/1")]
    Graph(GameGraph),
    /// Result of `hint`.
    #[serde(rename = "floe/hint/1")]
    Hint(StepwiseHint),
    /// Result of `threat`.
    #[serde(rename = "floe/threat/1")]
    Threat(Threat),
    /// Result of `refusal`.
    #[serde(rename = "floe/refusal/1")]
    Refusal(Refusal),
    /// Partial result of a search that waits for others to end.
    #[serde(rename = "floe/waiting/1")]
    #[cfg_attr(
        not(feature = "server"),
        expect(dead_code, reason = "in a browser the page itself lets searches wait")
    )]
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
    /// Number of threads of a search.
    pub(crate) threads: usize,
    /// Settings of the engine: first `engine`, its text, and then options that follow it.
    pub(crate) settings: Vec<EngineSetting>,
    pub(crate) rules: Vec<OfferedRules>,
    /// Names of layouts.
    pub(crate) layouts: [&'static str; 3],
    /// Engines of the levels, from the weakest.
    pub(crate) levels: Vec<String>,
}

/// Setting of the engine that a page offers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EngineSetting {
    /// Name of the option in the text of an engine.
    name: &'static str,
    /// Name for people, with the values that it can have.
    label: String,
    /// Value that holds where the setting is left empty, or an example.
    hint: String,
    /// Whether there is nothing to choose.
    is_fixed: bool,
    /// Values to choose from, each with its meaning; others can be written.
    options: Vec<EngineOption>,
}

/// Value that a setting can have.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EngineOption {
    value: String,
    /// Meaning of the value for people.
    title: String,
}

impl EngineSetting {
    /// Setting with this example, which holds by default.
    fn new(name: &'static str, label: &str, hint: &dyn ToString) -> EngineSetting {
        EngineSetting {
            name,
            label: label.to_owned(),
            hint: hint.to_string(),
            is_fixed: false,
            options: Vec::new(),
        }
    }

    /// Settings of the engine of a session with these settings.
    pub(crate) fn all(settings: &QuerySettings) -> Vec<EngineSetting> {
        let &QuerySettings {
            threads,
            hash_mebibytes,
            ref engine,
            ..
        } = settings;
        let methods = Method::ALL.into_iter().filter(|method| method.searches());
        let methods = methods.map(|method| EngineOption {
            value: method.name().to_owned(),
            title: method.title().to_owned(),
        });
        let levels = (1..=EngineSpec::LEVELS).map(|level| EngineOption {
            value: EngineSpec::of_level(level).to_string(),
            title: format!("Level {level}"),
        });
        let label = if threads == 1 {
            "Threads: one, fixed here".to_owned()
        } else {
            format!("Threads, 1 to {threads}")
        };
        vec![
            EngineSetting {
                options: methods.chain(levels).collect(),
                ..EngineSetting::new("engine", "Engine, or its text", &engine)
            },
            EngineSetting {
                is_fixed: threads == 1,
                ..EngineSetting::new("threads", &label, &threads)
            },
            EngineSetting::new(
                "hash",
                &format!("Table in MiB, 1 to {hash_mebibytes}"),
                &hash_mebibytes,
            ),
            EngineSetting::new("time", "Time, such as 10s", &"60s"),
            EngineSetting::new("nodes", "Nodes, such as 200k", &""),
            EngineSetting::new("depth", "Depth, 1 to 99", &""),
        ]
    }
}

/// Rules that a page offers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OfferedRules {
    /// Name in notation.
    name: String,
    /// Name for people.
    title: String,
    /// Heading above the title in a list of all rules; null for none.
    group: Option<String>,
    min_players: usize,
    usual_players: usize,
    max_players: usize,
    has_floe: bool,
    has_teams: bool,
    has_chance: bool,
    is_cooperative: bool,
    /// Sentences that a person should know in a first game.
    tips: Vec<&'static str>,
}

impl From<GameRules> for OfferedRules {
    fn from(rules: GameRules) -> OfferedRules {
        OfferedRules {
            name: rules.to_string(),
            title: rules::title(rules),
            group: rules::group_title(rules),
            min_players: rules.min_players(),
            usual_players: rules.usual_players(),
            max_players: rules.max_players(),
            has_floe: rules.floe().is_some(),
            has_teams: rules.has_teams(),
            has_chance: rules.has_chance(),
            is_cooperative: rules.is_cooperative(),
            tips: rules::first_game_tips(rules),
        }
    }
}
