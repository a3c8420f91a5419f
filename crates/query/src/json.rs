//! Results as JSON objects: those of commands with `--json`, and those of query mode.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use floe_engine::{
    Analysis, AnalysisLine, AnyGame, AnyMove, Claim, EngineSpec, Explanation, FreeableNumber, GameValue, MeanValue,
    MixedPlay, MixedSolution, Perspective, PlayerSummary, SolveResult, SpaceBelief, Units,
};
use floe_game::{Interval, Player};
use floe_study::review::{Annotation, Mark, ReviewedValue};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// Number of fish, tiles or penguins, in hundredths; an integer in JSON if it is whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hundredths(pub i32);

impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Hundredths(number) = *self;
        if number % 100 == 0 {
            serializer.serialize_i32(number / 100)
        } else {
            serializer.serialize_f64(f64::from(number) / 100.0)
        }
    }
}

impl JsonSchema for Hundredths {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Hundredths".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}

/// Margin or result: fish and tiles, or penguins and fish in survival (3.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonPair {
    /// Fish, and tiles where the fish are equal.
    Fish {
        /// Fish.
        fish: Hundredths,
        /// Tiles.
        tiles: Hundredths,
    },
    /// Penguins, and fish where the penguins are equal.
    Penguins {
        /// Penguins.
        penguins: Hundredths,
        /// Fish.
        fish: Hundredths,
    },
    /// Points.
    Points {
        /// Points.
        points: Hundredths,
    },
    /// Animals left, of which fewer are better.
    Animals {
        /// Animals.
        animals: Hundredths,
    },
}

impl JsonPair {
    /// Pair in the units that count from this perspective.
    pub fn new(value: MeanValue, view: Perspective) -> JsonPair {
        let first = Hundredths(value.points);
        let second = Hundredths(value.tie_break);
        match view.units {
            Units::Fish => JsonPair::Fish { fish: first, tiles: second },
            Units::Penguins => JsonPair::Penguins { penguins: first, fish: second },
            Units::Points => JsonPair::Points { points: first },
            Units::Animals => JsonPair::Animals { animals: first },
        }
    }
}

/// Value of a position or a move: the margin for the player to move, or with more than two sides the result of each
/// player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonValue {
    /// Margin for the player to move.
    Margin(JsonPair),
    /// Results of the players, by their letters.
    Results(BTreeMap<char, JsonPair>),
}

impl JsonValue {
    /// Value in the units that count from this perspective.
    pub fn new(value: &GameValue, view: Perspective) -> JsonValue {
        let pair = |&value: &MeanValue| JsonPair::new(value, view);
        match value {
            GameValue::Margin(value) | GameValue::Left(value) => JsonValue::Margin(pair(value)),
            GameValue::Results(values) => {
                let letters = Player::first(Player::MAX).map(Player::letter);
                JsonValue::Results(letters.zip(values.iter().map(pair)).collect())
            }
        }
    }
}

/// Probability of winning, 0 to 1, a draw being half a win: of the player to move, or with more than two sides of each
/// player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonWinProbability {
    /// Probability for the side of the player to move.
    Mover(f64),
    /// Probabilities of the players, by their letters.
    Players(BTreeMap<char, f64>),
}

impl JsonWinProbability {
    /// Probability that belongs to the value of a line, in thousandths; `None` if the value is proved, or the game has
    /// no such model.
    fn new(position: &AnyGame, line: &AnalysisLine<String>) -> Option<JsonWinProbability> {
        Some(match &position.win_probabilities_of(line)?[..] {
            [mover, _] => JsonWinProbability::Mover(thousandths(*mover)),
            players => {
                let letters = Player::first(Player::MAX).map(Player::letter);
                JsonWinProbability::Players(letters.zip(players.iter().copied().map(thousandths)).collect())
            }
        })
    }
}

/// Proved value, or the bounds proved so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct JsonBounds {
    /// Whether the value is proved; otherwise the bounds replace it.
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<JsonValue>,
    /// Lower bound of the value, or of the result of each player.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<JsonValue>,
    /// Upper bound of the value, or of the result of each player.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<JsonValue>,
}

impl JsonBounds {
    /// Bounds in the units that count from this perspective.
    pub fn new(bounds: &Interval<GameValue>, view: Perspective) -> JsonBounds {
        let exact = bounds.value();
        let open = [&bounds.lower, &bounds.upper].map(|bound| exact.is_none().then(|| JsonValue::new(bound, view)));
        let [at_least, at_most] = open;
        JsonBounds { exact: exact.is_some(), value: exact.map(|value| JsonValue::new(value, view)), at_least, at_most }
    }
}

/// Move with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    value: JsonValue,
}

impl MoveValue {
    /// First move of a line.
    pub fn new(line: &AnalysisLine<String>, view: Perspective) -> MoveValue {
        MoveValue { mv: line.moves[0].clone(), value: JsonValue::new(&line.value, view) }
    }
}

/// Move with its value and principal variation.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LineReport {
    #[serde(flatten)]
    first: MoveValue,
    /// The value in a few characters: `+3`, `0:+1` where the fish are equal, `A 31, B 28, C 20`.
    short: String,
    /// Whether the value is proved.
    exact: bool,
    /// Probability of winning after the move, where the value is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_probability: Option<JsonWinProbability>,
    /// Principal variation: the move and its best continuation.
    pv: Vec<String>,
}

impl LineReport {
    fn new(position: &AnyGame, line: &AnalysisLine<String>, view: Perspective) -> LineReport {
        LineReport {
            first: MoveValue::new(line, view),
            short: position.short_value(&line.value),
            exact: line.exact,
            win_probability: JsonWinProbability::new(position, line),
            pv: line.moves.clone(),
        }
    }
}

/// Result of a search, `floe/analyze/1`. All values are seen from the player to move in `position`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct AnalysisReport {
    /// Position searched.
    pub position: String,
    /// Engine that searched.
    pub engine: String,
    /// Whether `value` is proved.
    pub exact: bool,
    /// Value of the position.
    pub value: JsonValue,
    /// The value in words, with the probability of winning where it is not proved.
    pub value_words: String,
    /// Probability of winning, where the value is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_probability: Option<JsonWinProbability>,
    /// Expected result of the side to move: 1 is a win, 0.5 a draw, 0 a loss. Only where two sides play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_result: Option<f64>,
    /// Comparison of the best move with the next one, in a sentence, where two sides play and both have lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<String>,
    /// Best move; null if the game is over.
    pub best: Option<String>,
    /// Principal variation; empty if the game is over.
    pub pv: Vec<String>,
    /// First moves of the lines.
    pub moves: Vec<MoveValue>,
    /// Depth reached, in plies.
    pub depth: u32,
    /// Lines of the moves that the engine prefers: that of the best move first, the others by their values for the
    /// player to move.
    pub lines: Vec<LineReport>,
    /// Forecast of a game that all play together.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<JsonForecast>,
    /// Mixed play, where tiles are hidden.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub mixed: Option<JsonMixedPlay>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Time used, in seconds.
    pub seconds: f64,
}

/// Move with its probability in a mixed strategy.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct MoveProbability {
    #[serde(rename = "move")]
    mv: String,
    /// Probability, 0 to 1.
    probability: f64,
}

/// Strategy by which the engine draws its move where tiles are hidden, and its beliefs about them.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct JsonMixedPlay {
    /// Probability of winning of the player to move.
    pub win: f64,
    /// Moves with their probabilities, the most likely first.
    pub strategy: Vec<MoveProbability>,
    /// Tiles that can lie on the spaces unknown to the angler.
    pub beliefs: Vec<SpaceBelief>,
}

impl JsonMixedPlay {
    fn new(mixed: &MixedPlay<String>) -> JsonMixedPlay {
        let tiles = |belief: &SpaceBelief| {
            let tiles = belief.tiles.iter().map(|(&tile, &share)| (tile, thousandths(share))).collect();
            SpaceBelief { space: belief.space.clone(), tiles }
        };
        JsonMixedPlay {
            win: thousandths(mixed.win),
            strategy: strategy(&mixed.strategy),
            beliefs: mixed.beliefs.iter().map(tiles).collect(),
        }
    }
}

fn strategy(shares: &[(String, f64)]) -> Vec<MoveProbability> {
    let share = |(mv, share): &(String, f64)| MoveProbability { mv: mv.clone(), probability: thousandths(*share) };
    shares.iter().map(share).collect()
}

fn thousandths(probability: f64) -> f64 {
    (1000.0 * probability).round() / 1000.0
}

/// Best turn of Fish 'n' Flip and its results.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct JsonForecast {
    /// Moves of the best turn, with the likeliest outcomes of chance.
    pub turn: Vec<String>,
    /// The best turn in words.
    pub words: String,
    /// Standard error of the value; 0 if it is proved.
    pub value_error: f64,
    /// Probability of losing.
    pub lost: f64,
    /// Probability of every number of animals left.
    pub left: BTreeMap<usize, f64>,
}

/// A probability without the last digits, in which sums of fractions differ.
fn rounded(probability: f64) -> f64 {
    (1e12 * probability).round() / 1e12
}

impl JsonForecast {
    fn new(position: &AnyGame, analysis: &Analysis<AnyMove>) -> Option<JsonForecast> {
        let forecast = analysis.forecast.as_ref()?;
        let turn = position.turn_in_words(&analysis.lines.first()?.moves)?;
        Some(JsonForecast {
            turn: turn.moves,
            words: turn.words,
            value_error: forecast.error(),
            lost: rounded(forecast.lost),
            left: forecast.left.iter().map(|(&left, &share)| (left, rounded(share))).collect(),
        })
    }
}

/// Expected result of the side to move, from 0 to 1, in thousandths: its probability of winning where the game has such
/// a model and the value is not proved, else the result that the value means. `None` unless two sides play.
fn expected_result(position: &AnyGame, analysis: &Analysis<AnyMove>) -> Option<f64> {
    let GameValue::Margin(value) = &analysis.value else { return None };
    let line = analysis.lines.first()?;
    let by_model = position.win_probabilities_of(line).map(|sides| thousandths(sides[0]));
    Some(by_model.unwrap_or(match value.sign() {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }))
}

impl AnalysisReport {
    /// Reports on an analysis that took this number of seconds.
    pub fn new(position: &AnyGame, engine: &EngineSpec, analysis: &Analysis<AnyMove>, seconds: f64) -> AnalysisReport {
        let view = Perspective::of(position);
        let written = position.in_notation(analysis);
        let pv = written.lines.first().map_or(Vec::new(), |line| line.moves.clone());
        AnalysisReport {
            position: position.to_string(),
            engine: engine.to_string(),
            exact: analysis.exact,
            value: JsonValue::new(&analysis.value, view),
            value_words: position.analysis_in_words(analysis),
            win_probability: written.lines.first().and_then(|line| JsonWinProbability::new(position, line)),
            expected_result: expected_result(position, analysis),
            comparison: position.comparison_in_words(analysis),
            best: pv.first().cloned(),
            pv,
            moves: written.lines.iter().map(|line| MoveValue::new(line, view)).collect(),
            depth: analysis.depth,
            lines: written.lines.iter().map(|line| LineReport::new(position, line, view)).collect(),
            forecast: JsonForecast::new(position, analysis),
            mixed: written.mixed.as_ref().map(JsonMixedPlay::new),
            nodes: analysis.nodes,
            seconds,
        }
    }
}

/// Move with its proved value, or the bounds proved so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MoveBounds {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    bounds: JsonBounds,
    /// The proved value in a few characters: `+3`, `0:+1` where the fish are equal, `A 31, B 28, C 20`.
    #[serde(skip_serializing_if = "Option::is_none")]
    short: Option<String>,
}

/// Result of a proof, `floe/solve/1`. All values are seen from the player to move in `position`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SolveReport {
    /// Position to prove.
    pub position: String,
    /// Value of the position.
    #[serde(flatten)]
    pub bounds: JsonBounds,
    /// Best move; null if the game is over or no move is proved.
    pub best: Option<String>,
    /// Best play to the end of the game, unless a limit ended the proof first.
    pub pv: Vec<String>,
    /// All moves on request, else the best one where it is proved; best first.
    pub moves: Vec<MoveBounds>,
    /// Numbers of animals that can be freed, in the competitive form of Fish 'n' Flip.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub freed: Vec<FreeableNumber>,
    /// Strategy of the player to move, where tiles are hidden.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub mixed: Option<JsonMixedSolution>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Time used, in seconds.
    pub seconds: f64,
}

/// Strategy of a day with hidden tiles, and how far it is from the best.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct JsonMixedSolution {
    /// Points of the angler at the end of the day, at least and at most.
    pub points: [f64; 2],
    /// Mean gain of the players, in points, if each alone changed to its best response.
    pub exploitability: f64,
    /// Turns with their probabilities, the most likely first; none if the day is too large.
    pub strategy: Vec<MoveProbability>,
    /// Number of entries of the tree; an estimate if it is too large.
    pub entries: f64,
}

impl JsonMixedSolution {
    fn new(mixed: &MixedSolution<String>) -> JsonMixedSolution {
        let turns: Vec<(String, f64)> = mixed.strategy.iter().map(|(moves, share)| (moves.join(" "), *share)).collect();
        JsonMixedSolution {
            points: [mixed.at_least, mixed.at_most],
            exploitability: mixed.exploitability(),
            strategy: strategy(&turns),
            entries: mixed.entries,
        }
    }
}

impl SolveReport {
    /// Reports on a proof that took this number of seconds.
    pub fn new(position: &AnyGame, solved: &SolveResult<String>, seconds: f64) -> SolveReport {
        let view = Perspective::of(position);
        let mv = |(mv, bounds): &(String, Interval<GameValue>)| MoveBounds {
            mv: mv.clone(),
            bounds: JsonBounds::new(bounds, view),
            short: bounds.value().map(|value| position.short_value(value)),
        };
        SolveReport {
            position: position.to_string(),
            bounds: JsonBounds::new(&solved.bounds, view),
            best: solved.line.first().cloned(),
            pv: solved.line.clone(),
            moves: solved.moves.iter().map(mv).collect(),
            freed: position.freeable_numbers(),
            mixed: solved.mixed.as_ref().map(JsonMixedSolution::new),
            nodes: solved.nodes,
            seconds,
        }
    }
}

/// Annotation of a move, in the replies of the board and in `floe/replay/1`. All values are those of the player who
/// moved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AnnotationReport {
    /// Value before the move; if it is not proved, that after the best move, judged like `after`.
    pub before: ReviewedReport,
    /// Value after the move.
    pub after: ReviewedReport,
    /// Gain or loss of the player who moved: `after` less `before`.
    pub swing: JsonPair,
    /// Best move, in the engine's judgement.
    pub best: Option<String>,
    /// Mark of a bad move.
    pub mark: Option<Mark>,
}

/// Value of a position for one player: the margin, or that player's result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ReviewedReport {
    #[serde(flatten)]
    value: JsonPair,
    /// Whether the value is proved.
    pub exact: bool,
}

impl AnnotationReport {
    /// Reports on the annotation of a move in this position.
    pub fn new(position: &AnyGame, annotation: &Annotation) -> AnnotationReport {
        let view = Perspective::of(position);
        let swing = annotation.after.value - annotation.before.value;
        let [before, after] = [annotation.before, annotation.after].map(|ReviewedValue { value, exact }| {
            ReviewedReport { value: JsonPair::new(view.units.counted(value), view), exact }
        });
        AnnotationReport {
            before,
            after,
            swing: JsonPair::new(view.units.counted(swing), view),
            best: annotation.best.clone(),
            mark: annotation.mark,
        }
    }
}

/// Legal moves of a position, `floe/moves/1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LegalMoves {
    /// The position.
    pub position: String,
    /// Moves in the order of their text; in games with chance without outcomes. Empty if the game is over.
    pub moves: Vec<String>,
}

impl LegalMoves {
    /// Lists the moves of a position.
    pub fn new(position: &AnyGame) -> LegalMoves {
        let mut moves = position.choices();
        moves.sort();
        LegalMoves { position: position.to_string(), moves }
    }
}

/// Evaluation of a position on a floe, explained.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ExplanationReport {
    /// The position.
    pub position: String,
    /// Summaries of all players.
    pub players: Vec<JsonSummary>,
    /// Player who reaches each hex first, in reading order: `=` for several, `-` for none, `.` for no free tile.
    pub territory: String,
    /// Notes on the variant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Summary of a player, in fish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct JsonSummary {
    /// Letter of the player.
    pub player: String,
    /// Fish taken, and fish under its penguins.
    pub has: i32,
    /// Fish that no other player can reach.
    pub own: i32,
    /// Fish that the player reaches first, own included.
    pub first: i32,
    /// Fish that it reaches at the same time as another player.
    pub shared: i32,
    /// Fish at the end of the game, estimated before the search.
    pub expected: i32,
    /// Number of hexes that its penguins can go to now.
    pub moves: u32,
    /// Hexes of its penguins that cannot move.
    pub stuck: Vec<String>,
}

impl ExplanationReport {
    /// Reports on an explanation of this position.
    pub fn new(position: &AnyGame, explanation: &Explanation) -> ExplanationReport {
        let player = |(player, summary): (Player, &PlayerSummary)| JsonSummary {
            player: player.to_string(),
            has: summary.has.fish,
            own: summary.own.fish,
            first: summary.first.fish,
            shared: summary.shared.fish,
            expected: summary.expected.fish,
            moves: summary.moves,
            stuck: summary.stuck.clone(),
        };
        let letter = |claim: &Claim| match claim {
            Claim::None => '.',
            Claim::Lost => '-',
            Claim::Shared => '=',
            Claim::First(player) => player.letter(),
        };
        ExplanationReport {
            position: position.to_string(),
            players: Player::first(explanation.players.len()).zip(&explanation.players).map(player).collect(),
            territory: explanation.claims.iter().map(letter).collect(),
            notes: explanation.notes.clone(),
        }
    }
}

/// Drawing of a position, `floe/show/1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Picture {
    /// The position.
    pub position: String,
    /// Drawing of the floe and the results of all players, in lines of text.
    pub picture: String,
}

impl Picture {
    /// Draws a position without colours.
    pub fn new(position: &AnyGame) -> Picture {
        Picture { position: position.to_string(), picture: position.draw(|_, text| text) }
    }
}
