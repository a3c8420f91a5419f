//! Player of the competitive form: every round by all ways to play it, with the best bids.

use floe_flip::{Contest, ContestStep, FlipMove, Freeable, round_gains, sensible_bids};
use floe_game::{Chance, Game, POINT, Player, Score};
use floe_search::{Eval, Expectimax, Limits, Line, Mean, TreeOptions, Uct, scores};

use super::last_round::{is_last_round_dealt, numbers};
use crate::engine_game::{EngineGame, GamePlayer, PlayerSettings};
use crate::player::{PlayerRandom, choose, run, unproven};
use crate::{
    Analysis, AnalysisError, AnalysisLine, GameValue, KnownGame, MeanValue, Method, Observer,
};

/// Player of the competitive form.
#[derive(Debug)]
pub(super) struct ContestPlayer {
    settings: PlayerSettings,
    random: PlayerRandom,
}

impl ContestPlayer {
    pub(super) fn new(settings: PlayerSettings) -> ContestPlayer {
        ContestPlayer {
            random: PlayerRandom::new(settings.seed),
            settings,
        }
    }

    /// UCT, without bids that no engine makes.
    fn uct(&mut self, contest: &Contest, limits: &Limits<'_>) -> Analysis<FlipMove> {
        let options = self.settings.options;
        let seed = self.random.next_seed();
        let mebibytes = options.hash_mebibytes;
        let threads = options.threads;
        let mut uct = Uct::new(TreeOptions {
            seed,
            mebibytes,
            threads,
            ..self.settings.parameters.uct()
        });
        let line = |line: &_| unproven(contest, line);
        let analysis = run(contest, usize::MAX, line, &mut |_| (), |_| {
            uct.search(contest, limits, |_| ())
        });
        let bids = sensible_bids(contest, &numbers(&contest.freeable()));
        let Analysis {
            mut lines,
            depth,
            nodes,
            ..
        } = analysis;
        lines.retain(|line| bids.contains(&line.moves[0]));
        lines.truncate(options.lines);
        Analysis::new(lines, contest.result(), depth, nodes)
    }

    fn expectimax(
        &mut self,
        contest: &Contest,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Analysis<FlipMove> {
        let options = self.settings.options;
        let line = |line: &Line<FlipMove, Mean>| AnalysisLine {
            value: GameValue::Margin(MeanValue::of(line.value, line.exact)),
            scores: vec![line.value.score.round() as Score],
            exact: line.exact,
            visits: None,
            moves: line.moves.clone(),
        };
        let mut search = Expectimax::new(PointsEval, options);
        run(contest, options.lines, line, observer, |progress| {
            search.search(contest, limits, progress)
        })
    }

    /// Plays the round as best for the player to move, if all do.
    fn by_round(&self, contest: &Contest) -> Analysis<FlipMove> {
        let choices = round_choices(contest);
        let count = choices.len() as u64;
        let is_exact = is_proved_by_round(contest);
        let mut lines: Vec<AnalysisLine<FlipMove>> = Vec::new();
        for RoundChoice { moves, gains, .. } in choices {
            let is_new = lines.iter().all(|other| other.moves[0] != moves[0]);
            if lines.len() < self.settings.options.lines && is_new {
                lines.push(line_of(contest, &gains, is_exact, moves));
            }
        }
        Analysis::new(lines, contest.result(), 1, count)
    }

    fn without_search(&mut self, contest: &Contest) -> Analysis<FlipMove> {
        let is_greedy = self.settings.method == Method::Greedy;
        let mv = choose(
            contest,
            |mv| if is_greedy { gain(contest, mv) } else { 0 },
            &mut self.random.choices,
        );
        let line = |mv| Contest::line(contest.side_scores(&scores(contest)), false, vec![mv]);
        Analysis::new(mv.map(line).into_iter().collect(), contest.result(), 0, 1)
    }
}

impl GamePlayer<Contest> for ContestPlayer {
    fn new_game(&mut self, seed: u64) {
        self.random = PlayerRandom::new(seed);
    }

    fn analyze(
        &mut self,
        contest: &Contest,
        limits: &Limits<'_>,
        observer: Observer<'_>,
    ) -> Result<Analysis<FlipMove>, AnalysisError> {
        let method = self.settings.method;
        let players = contest.players();
        let rules = contest.rules();
        if let Some(need) = method.unmet_need(rules, players) {
            return Err(AnalysisError::Unsuitable {
                method,
                need,
                players,
                rules,
            });
        }
        if contest.is_over() {
            return Ok(Analysis::new(Vec::new(), contest.result(), 0, 0));
        }
        Ok(match method {
            Method::Random | Method::Greedy => self.without_search(contest),
            Method::Uct => self.uct(contest, limits),
            Method::Expectimax => self.expectimax(contest, limits, observer),
            _ => self.by_round(contest),
        })
    }
}

/// Way to go on in a round.
struct RoundChoice {
    /// Gain of the player to move beyond the mean of the others, times their number; where it deals
    /// or shares out, its lead.
    gain: i32,
    /// The moves: to the end of the turn, or one bid.
    moves: Vec<FlipMove>,
    /// Points that every player gains in the round.
    gains: [i32; Player::MAX],
}

/// All ways to go on in a round, the best for the player to move first.
fn round_choices(contest: &Contest) -> Vec<RoundChoice> {
    let ways = contest.freeable();
    let numbers = numbers(&ways);
    let mut choices: Vec<RoundChoice> = Vec::new();
    match contest.step() {
        ContestStep::Act | ContestStep::Power | ContestStep::Free => {
            for Freeable { number, way, .. } in ways {
                let gains = round_gains(contest, &[number]);
                choices.push(RoundChoice {
                    gain: relative(contest, &gains),
                    moves: way,
                    gains,
                });
            }
        }
        ContestStep::Bid => {
            for mv in sensible_bids(contest, &numbers) {
                let gains = round_gains(&contest.after(mv), &numbers);
                choices.push(RoundChoice {
                    gain: relative(contest, &gains),
                    moves: vec![mv],
                    gains,
                });
            }
        }
        ContestStep::Lay | ContestStep::Draw | ContestStep::Give => {
            for mv in contest.choices() {
                let after = contest.after(contest.likeliest_outcome(mv));
                let rivals = Player::first(contest.players())
                    .filter(|&player| player != contest.last_turn());
                let lead = rivals
                    .map(|player| -after.points(player))
                    .min()
                    .unwrap_or(0);
                choices.push(RoundChoice {
                    gain: lead,
                    moves: vec![mv],
                    gains: points_gained(contest, &after),
                });
            }
        }
    }
    // Ways of as few moves as possible come first among equals.
    choices.sort_by_key(|choice| (-choice.gain, choice.moves.len()));
    choices
}

/// Points that every player has gained from one position to another.
fn points_gained(contest: &Contest, after: &Contest) -> [i32; Player::MAX] {
    let mut gains = [0; Player::MAX];
    for player in Player::first(contest.players()) {
        gains[player.index()] = after.points(player) - contest.points(player);
    }
    gains
}

/// Line with the result if every player gains these points, and nothing after them.
fn line_of(
    contest: &Contest,
    gains: &[i32; Player::MAX],
    exact: bool,
    moves: Vec<FlipMove>,
) -> AnalysisLine<FlipMove> {
    let mut payoffs = scores(contest);
    payoffs
        .iter_mut()
        .zip(gains)
        .for_each(|(payoff, gain)| *payoff += POINT * gain);
    Contest::line(contest.side_scores(&payoffs), exact, moves)
}

/// Whether best play in this round is best play in the game: between two players, in the last
/// round, once its cards are known.
fn is_proved_by_round(contest: &Contest) -> bool {
    contest.players() == 2 && is_last_round_dealt(contest)
}

/// Gain of a player beyond the mean of the others, times their number.
fn relative(contest: &Contest, gains: &[i32; Player::MAX]) -> i32 {
    contest.players() as i32 * gains[contest.last_turn().index()] - gains.iter().sum::<i32>()
}

/// Maximum number of animals that can be freed.
fn most(ways: &[Freeable]) -> Score {
    ways.iter().map(|way| way.number).max().unwrap_or(0) as Score
}

/// Most that the player to move can gain in this round by a move, in 1/128, if the opponents pass.
pub(super) fn gain(contest: &Contest, mv: FlipMove) -> Score {
    POINT
        * match mv {
            FlipMove::Bid(number) if most(&contest.freeable()) >= Score::from(number) => {
                Score::from(number)
            }
            FlipMove::Bid(_) => -1,
            FlipMove::Pass | FlipMove::Draw(_) | FlipMove::Lay(_) | FlipMove::Give(_) => 0,
            _ => {
                let after = contest.after(mv);
                let is_over = !matches!(after.step(), ContestStep::Power | ContestStep::Free);
                if is_over {
                    contest.freed().len() as Score
                } else {
                    most(&after.freeable())
                }
            }
        }
}

/// Static evaluation by the points so far.
#[derive(Clone, Copy, Debug)]
struct PointsEval;

impl Eval<Contest> for PointsEval {
    fn evaluate(&self, contest: &Contest) -> Score {
        let mover = contest.last_turn().index();
        let scores = scores(contest);
        scores[mover] - scores[mover ^ 1]
    }
}

#[cfg(test)]
mod tests {
    use floe_flip::FlipSetUp;

    use super::*;
    use crate::Engine;

    #[test]
    fn no_engine_of_three_bids_what_cannot_be_freed() {
        for seed in 0..12 {
            let mut contest =
                Contest::deal(&FlipSetUp::usual(3 + seed as usize % 2, false), seed).unwrap();
            let most = numbers(&contest.freeable()).into_iter().max().unwrap_or(0);
            // The opponents have bid all that can be freed, or nothing.
            if seed % 3 > 0 && most > 0 {
                contest.play(FlipMove::Bid(most as u8));
            }
            for method in [Method::Default, Method::Greedy, Method::Uct] {
                let mut engine = Engine::new(method, floe_search::Options::default(), seed);
                let limits = Limits {
                    nodes: Some(300),
                    ..Limits::default()
                };
                let analysis = engine.analyze(&contest, &limits, |_| ()).unwrap();
                if let FlipMove::Bid(number) = analysis.lines[0].moves[0] {
                    assert!(
                        usize::from(number) <= most,
                        "{method:?} bids {number} of {most}: {contest}"
                    );
                }
            }
        }
    }
}
