//! Player of the competitive form: every round by all ways to play it, with the best bids.

use floe_flip::{ANIMAL_SCORE, Contest, ContestStep, FlipMove, Freeable, round_gains};
use floe_game::{Chance, Game, Interval, Player, Score};
use floe_search::{Eval, Expectimax, Limits, Line, Mean, TreeOptions, Uct, scores};

use crate::games::{EngineGame, GamePlayer, PlayerSettings};
use crate::player::{PlayerRandom, choose, run, unproven};
use crate::solve::request::SolveResult;
use crate::{Analysis, AnalysisError, AnalysisLine, GameValue, MeanValue, Method, Observer};

/// Player of the competitive form.
#[derive(Debug)]
pub(super) struct ContestPlayer {
    settings: PlayerSettings,
    random: PlayerRandom,
}

impl ContestPlayer {
    pub(super) fn new(settings: PlayerSettings) -> ContestPlayer {
        ContestPlayer { random: PlayerRandom::new(settings.seed), settings }
    }

    fn uct(&mut self, contest: &Contest, limits: &Limits<'_>) -> Analysis<FlipMove> {
        let options = self.settings.options;
        let (seed, mebibytes) = (self.random.next_seed(), options.hash_mebibytes);
        let mut uct = Uct::new(TreeOptions { seed, mebibytes, threads: options.threads, ..TreeOptions::uct() });
        let line = |line: &_| unproven(contest, line);
        run(contest, options.lines, line, &mut |_| (), |_| uct.search(contest, limits, |_| ()))
    }

    fn expectimax(&mut self, contest: &Contest, limits: &Limits<'_>, observer: Observer<'_>) -> Analysis<FlipMove> {
        let options = self.settings.options;
        let line = |line: &Line<FlipMove, Mean>| AnalysisLine {
            value: GameValue::Margin(MeanValue::of(line.value, line.exact)),
            scores: vec![line.value.score.round() as Score],
            exact: line.exact,
            moves: line.moves.clone(),
        };
        let mut search = Expectimax::new(PointsEval, options);
        run(contest, options.lines, line, observer, |progress| search.search(contest, limits, progress))
    }

    /// Plays the round as best for the player to move, if all do.
    fn by_round(&self, contest: &Contest) -> Analysis<FlipMove> {
        let ways = contest.freeable();
        let numbers: Vec<usize> = ways.iter().map(|way| way.number).collect();
        let mut choices: Vec<(i32, Vec<FlipMove>, [i32; Player::MAX])> = Vec::new();
        match contest.step() {
            ContestStep::Act | ContestStep::Power | ContestStep::Free => {
                for way in &ways {
                    let gains = round_gains(contest, &[way.number]);
                    choices.push((relative(contest, &gains), way.way.clone(), gains));
                }
            }
            ContestStep::Bid => {
                for mv in contest.choices() {
                    let gains = round_gains(&contest.after(mv), &numbers);
                    choices.push((relative(contest, &gains), vec![mv], gains));
                }
            }
            ContestStep::Lay | ContestStep::Draw | ContestStep::Give => {
                for mv in contest.choices() {
                    let after = contest.after(contest.likeliest_outcome(mv));
                    let gain = |player| after.points(player) - contest.points(player);
                    let mut gains = [0; Player::MAX];
                    Player::first(contest.players()).for_each(|player| gains[player.index()] = gain(player));
                    let rivals = Player::first(contest.players()).filter(|&player| player != contest.last_turn());
                    let lead = rivals.map(|player| -after.points(player)).min().unwrap_or(0);
                    choices.push((lead, vec![mv], gains));
                }
            }
        }
        // Ways of as few moves as possible come first among equals.
        choices.sort_by_key(|(gain, moves, _)| (-gain, moves.len()));
        let line = |(_, moves, gains): (i32, Vec<FlipMove>, [i32; Player::MAX])| {
            let mut payoffs = scores(contest);
            payoffs.iter_mut().zip(gains).for_each(|(payoff, gain)| *payoff += ANIMAL_SCORE * gain);
            Contest::line(contest.side_scores(&payoffs), false, moves)
        };
        let count = choices.len() as u64;
        let mut lines: Vec<AnalysisLine<FlipMove>> = Vec::new();
        for line in choices.into_iter().map(line) {
            if lines.len() < self.settings.options.lines && lines.iter().all(|other| other.moves[0] != line.moves[0]) {
                lines.push(line);
            }
        }
        Analysis::new(lines, contest.result(), 1, count)
    }

    fn without_search(&mut self, contest: &Contest) -> Analysis<FlipMove> {
        let is_greedy = self.settings.method == Method::Greedy;
        let mv = choose(contest, |mv| if is_greedy { gain(contest, mv) } else { 0 }, &mut self.random.choices);
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
        let (method, players, rules) = (self.settings.method, contest.players(), contest.rules());
        if let Some(need) = method.unmet_need(rules, players) {
            return Err(AnalysisError::Unsuitable { method, need, players, rules });
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

/// Gain of a player beyond the mean of the others, times their number.
fn relative(contest: &Contest, gains: &[i32; Player::MAX]) -> i32 {
    contest.players() as i32 * gains[contest.last_turn().index()] - gains.iter().sum::<i32>()
}

/// Most that the player to move can gain in this round by a move, in 1/128, if the opponents pass.
pub(super) fn gain(contest: &Contest, mv: FlipMove) -> Score {
    let most = |ways: Vec<Freeable>| ways.iter().map(|way| way.number).max().unwrap_or(0) as Score;
    ANIMAL_SCORE
        * match mv {
            FlipMove::Bid(number) if most(contest.freeable()) >= Score::from(number) => Score::from(number),
            FlipMove::Bid(_) => -1,
            FlipMove::Pass | FlipMove::Draw(_) | FlipMove::Lay(_) | FlipMove::Give(_) => 0,
            _ => {
                let after = contest.after(mv);
                let is_over = !matches!(after.step(), ContestStep::Power | ContestStep::Free);
                if is_over { contest.freed().len() as Score } else { most(after.freeable()) }
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

/// Bounds of the result, by the animals still to come.
pub(super) fn prove(contest: &Contest) -> SolveResult<FlipMove> {
    use floe_game::Staked;
    let stake = contest.at_stake();
    let scores = contest.side_scores(&scores(contest));
    let value =
        |change: Score| Contest::line(scores.iter().map(|score| score + change).collect(), true, Vec::new()).value;
    let bounds = Interval::new(value(-stake), value(stake));
    SolveResult { bounds, line: Vec::new(), moves: Vec::new(), nodes: 0, mixed: None }
}
