//! Threats: what the next player would do if the player to move passed.

use std::sync::atomic::AtomicBool;

use floe_engine::options::SearchOptions;
use floe_engine::{AnyGame, with_game};
use floe_game::{Game, Player};
use floe_presentation::Seen;
use floe_query::{QueryError, QueryErrorKind, QuerySettings, engine_without_files, game_line};
use floe_variants::FloeDraft;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Engine of threats: nodes, so that the same position has the same threat, and a time for slow
/// machines.
const ENGINE: &str = "default:nodes=100000,time=3s";

/// Request for what the next player would do if the player to move passed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct ThreatRequest {
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Engine with limits; default `default:nodes=100000,time=3s`.
    engine: Option<String>,
}

/// Best move of the next player if the player to move passed, `floe/threat/1`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Threat {
    /// The threat in words, or the reason why there is none.
    words: String,
    /// The move as drawings, `b2-d4` or `e5`; empty if there is none.
    drawn: Vec<String>,
}

impl ThreatRequest {
    /// Searches from the position in which the next player is to move.
    pub(crate) fn answer(
        self,
        settings: &QuerySettings,
        stop: &AtomicBool,
    ) -> Result<Threat, QueryError> {
        let line = game_line(&self.position, &self.moves)?;
        let position = line.end();
        let Some(passed) = passed(position) else {
            let words = "No other player could move here.".to_owned();
            return Ok(Threat {
                words,
                drawn: Vec::new(),
            });
        };
        let options = SearchOptions::of(engine_without_files(
            self.engine.as_deref().unwrap_or(ENGINE),
        )?);
        let search = options.resolve(&settings.analysis_defaults())?;
        let mut limits = search.limits();
        limits.stop = Some(stop);
        let analysis = search
            .engine(settings.evaluation.clone())
            .analyze_any(&passed, &limits, |_| ())
            .map_err(|error| QueryError::new(QueryErrorKind::Engine, error))?;
        let Some(best) = analysis.lines.first() else {
            return Ok(Threat {
                words: "No move is found.".to_owned(),
                drawn: Vec::new(),
            });
        };
        let seen = Seen::whole(&passed);
        let told = seen.told(best.moves[0]).text;
        let value = seen.analysis_words(&analysis);
        let [pass, next] = [position, &passed].map(AnyGame::last_turn);
        let reasons = seen.reasons(&best.moves, &settings.evaluation);
        let reason = reasons
            .first()
            .map_or(String::new(), |reason| format!(" {reason}"));
        Ok(Threat {
            words: format!("If {pass} passed, {next} would play {told}: {value}.{reason}"),
            drawn: seen.mark_of(best.moves[0]).drawings(),
        })
    }
}

/// The position in which the next player who can move is to move, as if the player to move could
/// pass. `None` in games without a floe, while penguins are placed, and if no other player can
/// move.
///
/// Passing is no move of any rules, so the draft of the position gets another player to move.
fn passed(position: &AnyGame) -> Option<AnyGame> {
    let draft = position.draft()?;
    if !draft.hands.is_empty() {
        return None;
    }
    let of_turn = |to_move: Player| {
        let other = FloeDraft {
            to_move,
            ..draft.clone()
        };
        let passed = AnyGame::try_from(&other).ok()?;
        let is_over = with_game!(passed, passed => passed.is_over());
        (!is_over && passed.last_turn() == to_move).then_some(passed)
    };
    let mut others = draft.to_move.round(draft.players()).skip(1);
    others.find_map(of_turn)
}

#[cfg(test)]
mod tests {
    use floe_engine::GameRules;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn the_next_player_moves_in_place_of_the_one_to_move() {
        let text =
            "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
        let request = ThreatRequest {
            position: text.to_owned(),
            moves: Vec::new(),
            engine: None,
        };
        let threat = request
            .answer(&QuerySettings::default(), &AtomicBool::new(false))
            .unwrap();
        assert!(
            threat.words.starts_with("If A passed, B would play d5-"),
            "{}",
            threat.words
        );
        assert_eq!(threat.drawn.len(), 1);
        assert!(threat.drawn[0].starts_with("d5-"));
    }

    /// Passing changes nothing but the turn, in every game on a floe.
    #[test]
    fn passing_changes_the_turn_alone() {
        let mut passes = 0;
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(4);
        for rules in GameRules::all() {
            let mut line = floe_engine::GameLine::new(
                AnyGame::deal(&rules.usual(rules.usual_players()), 3).unwrap(),
            );
            line.play_at_random(40, rng);
            for played in line.moves() {
                let Some(after) = passed(played.before) else {
                    continue;
                };
                passes += 1;
                assert_ne!(
                    after.last_turn(),
                    played.before.last_turn(),
                    "{}",
                    played.before
                );
                let mut draft = after.draft().unwrap();
                draft.to_move = played.before.last_turn();
                assert_eq!(Some(draft), played.before.draft());
            }
        }
        assert!(passes > 100, "{passes}");
    }
}
