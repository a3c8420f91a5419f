//! Results as JSON objects: those of commands with `--json`, and those of query mode.

mod review;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use floe_engine::{
    Analysis, AnalysisLine, AnyGame, AnyMove, EngineSpec, GameValue, MeanValue, MixedPlay,
    MixedSolution, SolveProgress, SolveResult, SpaceBelief, Units, win_probability,
};
use floe_game::{Interval, Player};
use floe_presentation::{
    Claim, Explanation, FreeableNumber, Perspective, PlayerSummary, Seen, ToldMove,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

pub use review::{
    AnnotationReport, PlayerReviewReport, ReviewSummaryReport, ReviewedReport, WorstMove,
};

/// Number of fish, tiles, penguins, points or animals, in hundredths. In JSON it is written in
/// whole units, as an integer if it is one.
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

/// Percentage, to the nearest tenth.
fn percent(percent: f64) -> Hundredths {
    Hundredths(10 * (10.0 * percent).round() as i32)
}

/// Values of players, or of sides, by their letters.
fn by_letter<T>(values: impl IntoIterator<Item = T>) -> BTreeMap<char, T> {
    let letters = Player::first(Player::MAX).map(Player::letter);
    letters.zip(values).collect()
}

/// Margin or result in the units of the game; a margin is a difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonPair {
    /// Fish, and tiles where the fish are equal: in most games on a floe.
    Fish {
        /// Number of fish.
        fish: Hundredths,
        /// Number of tiles, which break ties.
        tiles: Hundredths,
    },
    /// Penguins, and fish where the penguins are equal: in survival (rule 3.5).
    Penguins {
        /// Number of penguins.
        penguins: Hundredths,
        /// Number of fish, which break ties.
        fish: Hundredths,
    },
    /// Points: in the competitive form of Fish 'n' Flip and in Gone Fishing!.
    Points {
        /// Number of points.
        points: Hundredths,
    },
    /// Animals left at the end, of which fewer are better: in Fish 'n' Flip, which all play
    /// together.
    Animals {
        /// Number of animals.
        animals: Hundredths,
    },
}

impl JsonPair {
    /// The pair of a value, in the units of this perspective.
    pub fn new(value: MeanValue, view: Perspective) -> JsonPair {
        let first = Hundredths(value.points);
        let second = Hundredths(value.tie_break);
        match view.units {
            Units::Fish => JsonPair::Fish {
                fish: first,
                tiles: second,
            },
            Units::Penguins => JsonPair::Penguins {
                penguins: first,
                fish: second,
            },
            Units::Points => JsonPair::Points { points: first },
            Units::Animals => JsonPair::Animals { animals: first },
        }
    }
}

/// Value of a position or a move: between two sides the margin for the side to move, with more the
/// results of all players, and where all play together the animals left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonValue {
    /// Margin for the side to move, or the animals left where all play together.
    Margin(JsonPair),
    /// Result of every player, by the player's letter.
    Results(BTreeMap<char, JsonPair>),
}

impl JsonValue {
    /// The value in the units of this perspective.
    pub fn new(value: &GameValue, view: Perspective) -> JsonValue {
        let pair = |&value: &MeanValue| JsonPair::new(value, view);
        match value {
            GameValue::Margin(value) | GameValue::Left(value) => JsonValue::Margin(pair(value)),
            GameValue::Results(values) => JsonValue::Results(by_letter(values.iter().map(pair))),
        }
    }
}

/// Probability of winning, from 0 to 1 with three decimals, where a draw is half a win: of the side
/// to move, or with more than two sides of every player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonWinProbability {
    /// Probability that the side to move wins.
    Mover(f64),
    /// Probability that each player wins, by the player's letter.
    Players(BTreeMap<char, f64>),
}

impl JsonWinProbability {
    /// Probability of winning that belongs to the value of a line, rounded to three decimals;
    /// `None` if the value is proved, or the game has no such model.
    fn new(position: &AnyGame, line: &AnalysisLine<String>) -> Option<JsonWinProbability> {
        Some(match &win_probability::of_line(position, line)?[..] {
            [mover, _] => JsonWinProbability::Mover(thousandths(*mover)),
            players => {
                let players = players.iter().copied().map(thousandths);
                JsonWinProbability::Players(by_letter(players))
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
    /// The bounds in the units of this perspective.
    pub fn new(bounds: &Interval<GameValue>, view: Perspective) -> JsonBounds {
        let exact = bounds.value();
        let open = [&bounds.lower, &bounds.upper]
            .map(|bound| exact.is_none().then(|| JsonValue::new(bound, view)));
        let [at_least, at_most] = open;
        JsonBounds {
            exact: exact.is_some(),
            value: exact.map(|value| JsonValue::new(value, view)),
            at_least,
            at_most,
        }
    }
}

/// Move in notation with its value, seen from the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    value: JsonValue,
}

impl MoveValue {
    /// The first move of a line, with the value of the line in the units of this perspective.
    pub fn new(line: &AnalysisLine<String>, view: Perspective) -> MoveValue {
        MoveValue {
            mv: line.moves[0].clone(),
            value: JsonValue::new(&line.value, view),
        }
    }
}

/// Move with its value and its principal variation.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LineReport {
    #[serde(flatten)]
    first: MoveValue,
    /// The value in a few characters: `+3`, `0:+1` where the fish are equal, `A 31, B 28, C 20`.
    short: String,
    /// Whether the value is proved.
    exact: bool,
    /// Probability of winning after the move, for the side to move in the position or for all
    /// players; missing where the value is proved, or the usual error of searches under these rules
    /// is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_probability: Option<JsonWinProbability>,
    /// Number of visits of the move, of a tree search such as mcts or uct; missing for other
    /// searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u32>,
    /// Principal variation: the move and its best continuation.
    pv: Vec<String>,
    /// The value in a few characters that say whose it is: `A +3`, with more than two sides `C 24`
    /// for the player to move; missing unless words are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
    /// The moves of `pv` for people; missing unless words are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    told: Vec<ToldMove>,
}

impl LineReport {
    fn new(position: &AnyGame, line: &AnalysisLine<String>, view: Perspective) -> LineReport {
        LineReport {
            first: MoveValue::new(line, view),
            short: view.label(&line.value),
            exact: line.exact,
            win_probability: JsonWinProbability::new(position, line),
            visits: line.visits,
            pv: line.moves.clone(),
            tag: None,
            told: Vec::new(),
        }
    }
}

/// Result of a search, `floe/analyze/1`. All values are seen from the player to move in `position`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct AnalysisReport {
    /// Position searched, in notation.
    pub position: String,
    /// Specification of the engine that searched.
    pub engine: String,
    /// Whether `value` is proved.
    pub exact: bool,
    /// Value of the position: between two sides the margin for the side to move, with more the
    /// results of all players, and where all play together the animals left.
    pub value: JsonValue,
    /// The value in words, with the probability of winning where the value is not proved.
    pub value_words: String,
    /// Parts of `value_words`, the most important one first, for a narrow headline and what stands
    /// below it; missing unless words are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headline: Vec<String>,
    /// Probability of winning after the best move, by the usual error of searches under these
    /// rules; missing where the value is proved, the game is over, or that error is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_probability: Option<JsonWinProbability>,
    /// Expected result of the side to move, from 0 for a loss to 1 for a win: `win_probability`
    /// where that is known, else 0, 0.5 or 1 by the sign of `value`. Missing unless two sides play,
    /// and when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_result: Option<f64>,
    /// Heading of the lines; missing unless words are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Depth, nodes and time in words; missing unless words are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// Chance of every side to win, from 0 to 1, by the letter of the side, where a draw is half a
    /// win; missing unless words are asked for, where all play together, and where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<BTreeMap<char, f64>>,
    /// Comparison of the best move with the next best, in sentences. Missing unless `lines` has
    /// both moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<String>,
    /// Best move in notation; null if the game is over.
    pub best: Option<String>,
    /// Principal variation: the best move and the play expected after it, in notation; empty if the
    /// game is over.
    pub pv: Vec<String>,
    /// First move of every line with its value, in the order of the lines.
    pub moves: Vec<MoveValue>,
    /// Last completed depth in plies, 0 if there is none. Methods that do not search depth by
    /// depth, such as tree search and the exact solver, report the number of moves of their first
    /// line, or only 1 or 0.
    pub depth: u32,
    /// Lines of the moves that the engine prefers: the line of the best move first, the others by
    /// their values for the player to move.
    pub lines: Vec<LineReport>,
    /// Distribution of the result after the best move, in the cooperative Fish 'n' Flip; missing in
    /// other games, and where the engine does not find it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<JsonForecast>,
    /// Mixed strategy of the player to move, where tiles are hidden; missing in other games, and
    /// for engines without one.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub mixed: Option<JsonMixedPlay>,
    /// Number of nodes searched, by all threads together.
    pub nodes: u64,
    /// Time that the search took, in seconds.
    pub seconds: f64,
}

/// Move with the probability with which to play it in a mixed strategy.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct MoveProbability {
    #[serde(rename = "move")]
    mv: String,
    /// Probability, from 0 to 1 with three decimals.
    probability: f64,
}

/// Strategy by which the engine draws its move where tiles are hidden, and what the angler can
/// believe about them.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct JsonMixedPlay {
    /// Estimated probability that the player to move wins the game, from 0 to 1 with three
    /// decimals; a tie that the rules call a draw counts as half a win.
    pub win: f64,
    /// Moves with the probabilities with which to play them, the most likely first. Moves of less
    /// than 0.5 % are left out.
    pub strategy: Vec<MoveProbability>,
    /// Tiles that can lie on each space whose tile the angler does not know.
    pub beliefs: Vec<SpaceBelief>,
}

impl JsonMixedPlay {
    fn new(mixed: &MixedPlay<String>) -> JsonMixedPlay {
        let tiles = |belief: &SpaceBelief| {
            let tiles = belief
                .tiles
                .iter()
                .map(|(&tile, &share)| (tile, thousandths(share)))
                .collect();
            SpaceBelief {
                space: belief.space.clone(),
                tiles,
            }
        };
        JsonMixedPlay {
            win: thousandths(mixed.win),
            strategy: strategy(&mixed.strategy),
            beliefs: mixed.beliefs.iter().map(tiles).collect(),
        }
    }
}

fn strategy(shares: &[(String, f64)]) -> Vec<MoveProbability> {
    let share = |(mv, share): &(String, f64)| MoveProbability {
        mv: mv.clone(),
        probability: thousandths(*share),
    };
    shares.iter().map(share).collect()
}

fn thousandths(probability: f64) -> f64 {
    (1000.0 * probability).round() / 1000.0
}

/// Best turn of Fish 'n' Flip, and the distribution of the results after it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct JsonForecast {
    /// Moves of the best turn in notation, with the likeliest outcomes of chance.
    pub turn: Vec<String>,
    /// The best turn in words.
    pub words: String,
    /// Standard error of the mean number of animals left; 0 if it is proved, null after a single
    /// playout.
    pub value_error: f64,
    /// Probability that the players lose the game, 0 to 1.
    pub lost: f64,
    /// Probability of every number of animals left at the end, by the number.
    pub left: BTreeMap<usize, f64>,
}

/// A probability without the last digits, in which sums of fractions differ.
fn rounded(probability: f64) -> f64 {
    (1e12 * probability).round() / 1e12
}

impl JsonForecast {
    fn new(position: &AnyGame, analysis: &Analysis<AnyMove>) -> Option<JsonForecast> {
        let forecast = analysis.forecast.as_ref()?;
        let turn = Seen::whole(position).turn(&analysis.lines.first()?.moves)?;
        Some(JsonForecast {
            turn: turn.moves,
            words: turn.words,
            value_error: forecast.error(),
            lost: rounded(forecast.lost),
            left: forecast
                .left
                .iter()
                .map(|(&left, &share)| (left, rounded(share)))
                .collect(),
        })
    }
}

/// Expected result of the side to move, from 0 to 1: its probability of winning, rounded to three
/// decimals, where the game has such a model and the value is not proved, else 0, 0.5 or 1 by the
/// sign of the value. `None` unless two sides play, and when the game is over.
fn expected_result(position: &AnyGame, analysis: &Analysis<AnyMove>) -> Option<f64> {
    let GameValue::Margin(value) = &analysis.value else {
        return None;
    };
    let line = analysis.lines.first()?;
    let by_model = win_probability::of_line(position, line).map(|sides| thousandths(sides[0]));
    Some(by_model.unwrap_or(match value.sign() {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }))
}

impl AnalysisReport {
    /// Reports on an analysis of this position by this engine, which took this number of seconds.
    pub fn new(
        position: &AnyGame,
        engine: &EngineSpec,
        analysis: &Analysis<AnyMove>,
        seconds: f64,
    ) -> AnalysisReport {
        let view = Perspective::of(position);
        let seen = Seen::whole(position);
        let written = analysis.in_notation(position);
        let first = written.lines.first();
        let pv = first.map_or(Vec::new(), |line| line.moves.clone());
        let lines = written.lines.iter();
        AnalysisReport {
            position: position.to_string(),
            engine: engine.to_string(),
            exact: analysis.exact,
            value: JsonValue::new(&analysis.value, view),
            value_words: seen.analysis_words(analysis),
            headline: Vec::new(),
            win_probability: first.and_then(|line| JsonWinProbability::new(position, line)),
            expected_result: expected_result(position, analysis),
            heading: None,
            effort: None,
            chances: None,
            comparison: seen.comparison(analysis),
            best: pv.first().cloned(),
            pv,
            moves: lines
                .clone()
                .map(|line| MoveValue::new(line, view))
                .collect(),
            depth: analysis.depth,
            lines: lines
                .map(|line| LineReport::new(position, line, view))
                .collect(),
            forecast: JsonForecast::new(position, analysis),
            mixed: written.mixed.as_ref().map(JsonMixedPlay::new),
            nodes: analysis.nodes,
            seconds,
        }
    }

    /// Adds moves, values and chances for people to the report. It must be the report on `analysis`
    /// of `position`.
    #[must_use]
    pub fn with_words(
        mut self,
        position: &AnyGame,
        analysis: &Analysis<AnyMove>,
    ) -> AnalysisReport {
        let view = Perspective::of(position);
        let seen = Seen::whole(position);
        for (report, line) in self.lines.iter_mut().zip(&analysis.lines) {
            report.tag = Some(view.tag(&line.value));
            report.told = seen.told_line(&line.moves);
        }
        self.headline = seen.headline(analysis);
        let gets = if position.sides() > 2 {
            format!(", with the {} of {}", view.units.name(), view.mover)
        } else {
            String::new()
        };
        let visits = if self.lines.iter().any(|line| line.visits.is_some()) {
            ", and tries"
        } else {
            ""
        };
        self.heading = Some(format!("Best moves{gets}{visits}"));
        self.effort = Some(match self.nodes {
            0 => "known without a search".to_owned(),
            nodes => format!(
                "depth {} · {} nodes · {:.1} s",
                self.depth,
                shortened(nodes),
                self.seconds
            ),
        });
        let chances = seen.chances(analysis);
        self.chances = chances.map(|chances| by_letter(chances.into_iter().map(thousandths)));
        self
    }
}

/// A large number in few digits: `12`, `4 k`, `2.1 M`.
fn shortened(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        1000..1_000_000 => format!("{} k", (number + 500) / 1000),
        _ => format!("{:.1} M", number as f64 / 1e6),
    }
}

/// Move in notation with its proved value, or with the bounds proved so far, seen from the player
/// who makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MoveBounds {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    bounds: JsonBounds,
    /// The proved value in a few characters: `+3`, `0:+1` where the fish are equal, `A 31, B 28, C
    /// 20`.
    #[serde(skip_serializing_if = "Option::is_none")]
    short: Option<String>,
    /// The proved value in a few characters, as `tag` of a line; missing unless words are asked
    /// for.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
}

/// Result of a proof, `floe/solve/1`. All values are seen from the player to move in `position`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SolveReport {
    /// Position to prove, in notation.
    pub position: String,
    /// Value of the position, or its bounds.
    #[serde(flatten)]
    pub bounds: JsonBounds,
    /// Best move in notation; null if the game is over or no move is proved.
    pub best: Option<String>,
    /// Best play to the end of the game in notation, unless a limit ended the proof first.
    pub pv: Vec<String>,
    /// Moves with their values, best first: all moves on request, else the best one if it is
    /// proved.
    pub moves: Vec<MoveBounds>,
    /// Numbers of animals that the player to move can free, in the competitive form of Fish 'n'
    /// Flip.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub freed: Vec<FreeableNumber>,
    /// Mixed strategy of the player to move, where tiles are hidden; missing in other games.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub mixed: Option<JsonMixedSolution>,
    /// Part of the proof that is done, and its nodes, in words; missing unless words are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// Part of the proof that is done, while it is under way; missing in final results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<ProofProgress>,
    /// Number of nodes searched, by all threads together.
    pub nodes: u64,
    /// Time that the proof took, in seconds.
    pub seconds: f64,
}

/// Part of a proof that is done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ProofProgress {
    /// Number of moves that are solved, and number of all moves to be solved; 0 and 1 where only
    /// the position is solved. In the base game with three or four players all moves are solved.
    pub moves: [usize; 2],
    /// Depth in plies of the current search, where a proof goes from depth to depth until all lines
    /// end; left out in the base game and in Gone Fishing!, whose proofs do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Estimated share of the nodes for the position, or for the current move, that have been
    /// searched, from 0 to 1 with three decimals. It is an upper estimate, because more nodes may
    /// turn out to be needed. Left out where it is not estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Estimates of the number of nodes that are still to be searched for the position, or for the
    /// current move: a lower and an upper one, between which the number lies in three of four
    /// proofs. Left out with `share`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_left: Option<[f64; 2]>,
}

impl ProofProgress {
    fn new(progress: &SolveProgress<'_>) -> ProofProgress {
        // max^n solves the moves of the position, and has no bounds of it before.
        let is_by_moves = progress.bounds.is_none() && progress.share.1 > 1;
        let [done, all] = [progress.share.0, progress.share.1].map(|moves| moves as usize);
        let (solved, all) = if is_by_moves {
            (done, all)
        } else {
            progress.done
        };
        ProofProgress {
            moves: [solved, all],
            depth: (progress.depth > 0).then_some(progress.depth),
            share: progress.work.map(|work| thousandths(work.share)),
            nodes_left: progress
                .work
                .map(|work| [work.nodes_left.lower.round(), work.nodes_left.upper.round()]),
        }
    }
}

/// Strategy of the player to move for the rest of a day with hidden tiles, and how far it is from
/// the best.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct JsonMixedSolution {
    /// Least and greatest mean number of points that the angler can have at the end of the day, as
    /// far as it is proved.
    pub points: [f64; 2],
    /// Half the distance of `points`: the mean over the two players of the points that each would
    /// gain by its best response to the other's strategy, if the day is small enough to be solved.
    pub exploitability: f64,
    /// Turns with the probabilities with which to play them, the most likely first, each as its
    /// moves with blanks between. Turns of less than 0.05 % are left out; none if the day is too
    /// large to be solved.
    pub strategy: Vec<MoveProbability>,
    /// Number of entries of the tree of the day; an estimate if the day is too large to be solved.
    pub entries: f64,
}

impl JsonMixedSolution {
    fn new(mixed: &MixedSolution<String>) -> JsonMixedSolution {
        let turns: Vec<(String, f64)> = mixed
            .strategy
            .iter()
            .map(|(moves, share)| (moves.join(" "), *share))
            .collect();
        JsonMixedSolution {
            points: [mixed.at_least, mixed.at_most],
            exploitability: mixed.exploitability(),
            strategy: strategy(&turns),
            entries: mixed.entries,
        }
    }
}

impl SolveReport {
    /// Reports on a proof of this position, which took this number of seconds.
    pub fn new(position: &AnyGame, solved: &SolveResult<AnyMove>, seconds: f64) -> SolveReport {
        let view = Perspective::of(position);
        let solved = solved.in_notation(position);
        let mv = |(mv, bounds): &(String, Interval<GameValue>)| MoveBounds {
            mv: mv.clone(),
            bounds: JsonBounds::new(bounds, view),
            short: bounds.value().map(|value| view.label(value)),
            tag: None,
        };
        SolveReport {
            position: position.to_string(),
            bounds: JsonBounds::new(&solved.bounds, view),
            best: solved.line.first().cloned(),
            moves: solved.moves.iter().map(mv).collect(),
            pv: solved.line,
            freed: Seen::whole(position).freeable_numbers(),
            mixed: solved.mixed.as_ref().map(JsonMixedSolution::new),
            effort: None,
            progress: None,
            nodes: solved.nodes,
            seconds,
        }
    }

    /// Adds values for people to the report. It must be the report on a proof of `position`, and
    /// `solved` the moves of that proof.
    #[must_use]
    pub fn with_words(
        mut self,
        position: &AnyGame,
        solved: &[(AnyMove, Interval<GameValue>)],
    ) -> SolveReport {
        let view = Perspective::of(position);
        for (report, (_, bounds)) in self.moves.iter_mut().zip(solved) {
            report.tag = bounds.value().map(|value| view.tag(value));
        }
        let nodes = shortened(self.nodes);
        self.effort = Some(match self.progress {
            None => format!("{nodes} nodes"),
            Some(ProofProgress {
                moves: [solved, all],
                depth,
                share,
                ..
            }) => {
                let part = if all > 1 {
                    format!("all moves: {solved} of {all}")
                } else {
                    "the value".to_owned()
                };
                let share =
                    share.map(|share| format!(" · at most {:.0} % of this one", 100.0 * share));
                let depth = depth.map(|depth| format!(" · {depth} plies deep"));
                format!(
                    "proving {part}{} · {nodes} nodes",
                    share.or(depth).unwrap_or_default()
                )
            }
        });
        self
    }

    /// Reports on a proof under way, in which these bounds of this position are proved.
    pub fn partial(
        position: &AnyGame,
        bounds: Interval<GameValue>,
        progress: &SolveProgress<'_>,
    ) -> SolveReport {
        let nodes = progress.nodes;
        let so_far = SolveResult {
            bounds,
            line: Vec::new(),
            moves: Vec::new(),
            nodes,
            mixed: None,
        };
        let report = SolveReport::new(position, &so_far, progress.elapsed.as_secs_f64());
        SolveReport {
            progress: Some(ProofProgress::new(progress)),
            ..report
        }
    }
}

/// Legal moves of a position, `floe/moves/1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LegalMoves {
    /// The position, in notation.
    pub position: String,
    /// The moves in notation, sorted as texts; in games with chance without their outcomes. Empty
    /// if the game is over.
    pub moves: Vec<String>,
}

impl LegalMoves {
    /// Lists the legal moves of a position.
    pub fn new(position: &AnyGame) -> LegalMoves {
        let mut moves = position.choices();
        moves.sort();
        LegalMoves {
            position: position.to_string(),
            moves,
        }
    }
}

/// Features of a position on a floe that people can check by looking: what each player has, and who
/// reaches which tiles first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ExplanationReport {
    /// The position, in notation.
    pub position: String,
    /// One summary for each player, in turn order from A.
    pub players: Vec<JsonSummary>,
    /// One sign for each hex in reading order: the letter of the player who reaches its tile first,
    /// `=` if several do, `-` if no one can, `.` without a free tile.
    pub territory: String,
    /// Remarks on what only the rules of a variant bring into the position, in sentences; none in
    /// the base game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Features of one player. Numbers of fish leave out tiles. In survival `has` and `expected` count
/// penguins, and the other numbers count tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct JsonSummary {
    /// Letter of the player.
    pub player: String,
    /// Fish that the player has taken, with the fish under its penguins.
    pub has: i32,
    /// Fish on free tiles that only this player's penguins can ever reach.
    pub own: i32,
    /// Fish on free tiles that the player reaches in fewer moves than all others; the fish of `own`
    /// are included.
    pub first: i32,
    /// Fish on free tiles that the player reaches as early as another player, and no player
    /// earlier.
    pub shared: i32,
    /// Fish that the evaluation expects for the player at the end of the game, in teams for the
    /// team, without a search.
    pub expected: i32,
    /// Number of hexes to which a penguin can move now, added up over the player's penguins, also
    /// if it is not the player's turn.
    pub moves: u32,
    /// Names of the hexes of the player's penguins that cannot move.
    pub stuck: Vec<String>,
}

impl ExplanationReport {
    /// Reports on the explanation of this position.
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
            players: Player::first(explanation.players.len())
                .zip(&explanation.players)
                .map(player)
                .collect(),
            territory: explanation.claims.iter().map(letter).collect(),
            notes: explanation.notes.clone(),
        }
    }
}

/// Drawing of a position as text, `floe/show/1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Picture {
    /// The position, in notation.
    pub position: String,
    /// Drawing of the floe, the cards or the lake, and of the results of all players, in lines of
    /// text.
    pub picture: String,
}

impl Picture {
    /// Draws a position as text without colours.
    pub fn new(position: &AnyGame) -> Picture {
        Picture {
            position: position.to_string(),
            picture: Seen::whole(position).draw(|_, text| text),
        }
    }
}
