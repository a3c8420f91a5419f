//! Player of Gone Fishing!, which knows no more than the view of the player to move.

use floe_angling::{Angling, AnglingMove, AnglingPolicy, AnglingSolution};
use floe_game::{Game, POINT, Score};
use floe_search::{
    InformationSetMove, InformationSetOptions, InformationSetSearch, Limits, Observers,
    WorldPlayouts, scores,
};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::beliefs::{WorldModel, Worlds, beliefs};
use super::expect_known_to_mover;
use super::plan::{DayPlan, DayRoom, History};
use super::playouts::{AnglingPlayouts, DayToCome, MARGIN, WIN};
use crate::engine_game::{EngineGame, GamePlayer, PlayerSettings};
use crate::player::PlayerRandom;
use crate::{
    Analysis, AnalysisError, AnalysisLine, GameValue, KnownGame, MeanValue, Method, MixedPlay,
    Observer, SearchParameter,
};

/// Playouts that estimate the probability of winning of a solved position.
const PLAYOUTS: u32 = 200;
/// Share below which a move is left out of a strategy.
const LEAST_SHARE: f64 = 0.005;

/// Player of either role.
#[derive(Debug)]
pub(super) struct AnglingPlayer {
    settings: PlayerSettings,
    random: PlayerRandom,
    /// Worlds that fit what the angler has observed.
    worlds: Worlds,
    /// Moves that led to the position to analyse.
    history: History,
    /// Solution of the rest of a day, to which the player keeps.
    plan: Option<DayPlan>,
    /// The second day of the last game, if the first was searched.
    day_to_come: Option<DayToCome>,
}

impl AnglingPlayer {
    pub(super) fn new(settings: PlayerSettings) -> AnglingPlayer {
        let random = PlayerRandom::new(settings.seed);
        AnglingPlayer {
            random,
            settings,
            worlds: Worlds::default(),
            history: History::default(),
            plan: None,
            day_to_come: None,
        }
    }

    /// Playouts from a view, with the second day if it is to come.
    fn playouts(&mut self, view: &Angling, is_random: bool) -> AnglingPlayouts {
        let day = DayToCome::after(view, is_random, self.day_to_come.take());
        self.day_to_come.clone_from(&day);
        let win_share = self
            .settings
            .parameters
            .fraction(SearchParameter::HiddenWinShare);
        AnglingPlayouts::new(view, is_random, day, win_share)
    }

    /// Chooses by a rule that looks at this move only.
    fn by_policy(&mut self, view: &Angling, policy: AnglingPolicy) -> Analysis<AnglingMove> {
        let line =
            |mv| <Angling as EngineGame>::line(view.side_scores(&scores(view)), false, vec![mv]);
        let choice = policy.choose(view, &mut self.random.choices);
        Analysis::new(choice.map(line).into_iter().collect(), view.result(), 0, 1)
    }

    /// Searches by playouts in worlds that fit.
    fn by_worlds(
        &mut self,
        view: &Angling,
        limits: &Limits<'_>,
        observers: Observers,
    ) -> Analysis<AnglingMove> {
        let playouts = self.playouts(view, observers == Observers::Single);
        let parameters = &self.settings.parameters;
        let options = InformationSetOptions {
            observers,
            exploration: parameters.fraction(SearchParameter::HiddenExploration),
            policy_prior: parameters.fraction(SearchParameter::HiddenPrior),
            mebibytes: self.settings.options.hash_mebibytes,
            seed: self.random.next_seed(),
        };
        let mut search = InformationSetSearch::new(playouts, options);
        let worlds = &self.worlds;
        let (moves, nodes) = search.search(view, limits, |rng| worlds.draw(view, rng));
        self.of_moves(view, &moves, nodes)
    }

    fn of_moves(
        &self,
        view: &Angling,
        moves: &[InformationSetMove<AnglingMove>],
        nodes: u64,
    ) -> Analysis<AnglingMove> {
        let mover = Angling::last_turn(view);
        let own = |margin: f64| if mover.index() == 0 { margin } else { -margin };
        let visits: u32 = moves.iter().map(|mv| mv.visits).sum();
        let strategy: Vec<(AnglingMove, f64)> = moves
            .iter()
            .map(|mv| (mv.mv, f64::from(mv.visits) / f64::from(visits.max(1))))
            .filter(|&(_, share)| share >= LEAST_SHARE)
            .collect();
        let lines: Vec<AnalysisLine<AnglingMove>> = moves
            .iter()
            .filter(|mv| mv.visits > 0)
            .take(self.settings.options.lines)
            .map(|mv| line(own(mv.measures[MARGIN]), vec![mv.mv]))
            .collect();
        let analysis = Analysis::new(lines, view.result(), 1, nodes);
        let Some(best) = moves.first() else {
            return analysis;
        };
        let win = if mover.index() == 0 {
            best.measures[WIN]
        } else {
            1.0 - best.measures[WIN]
        };
        let mixed = MixedPlay {
            win,
            strategy,
            choice: best.mv,
            beliefs: beliefs(view, &self.worlds),
            bounds: None,
        };
        Analysis {
            mixed: Some(mixed),
            ..analysis
        }
    }

    /// Plays by the solution of the rest of the day, if it is small enough for the limits.
    fn solved(&mut self, view: &Angling, limits: &Limits<'_>) -> Option<Analysis<AnglingMove>> {
        let solution = self.solution(view, limits)?;
        let playouts = self.playouts(view, false);
        let own = solved_margin(view, &solution, &playouts);
        let mut strategy: Vec<(AnglingMove, f64)> = Vec::new();
        let mut lines = Vec::new();
        let mut shares = solution.strategy;
        shares.sort_by(|a, b| b.share.total_cmp(&a.share));
        for share in shares {
            let &first = share.moves.first()?;
            match strategy.iter_mut().find(|(mv, _)| *mv == first.concealed()) {
                Some((_, sum)) => *sum += share.share,
                None => {
                    strategy.push((first.concealed(), share.share));
                    lines.push(
                        share
                            .moves
                            .iter()
                            .map(|mv| mv.concealed())
                            .collect::<Vec<_>>(),
                    );
                }
            }
        }
        strategy.retain(|&(_, share)| share >= LEAST_SHARE);
        strategy.sort_by(|a, b| b.1.total_cmp(&a.1));
        let choice = draw(&strategy, &mut self.random.choices)?;
        let line_of = |&(mv, _): &(AnglingMove, f64)| {
            let moves = lines
                .iter()
                .find(|line| line[0] == mv)
                .cloned()
                .unwrap_or_else(|| vec![mv]);
            line(own, moves)
        };
        let lines: Vec<_> = strategy
            .iter()
            .take(self.settings.options.lines)
            .map(line_of)
            .collect();
        let analysis = Analysis::new(lines, view.result(), 1, u64::from(solution.iterations));
        let mixed = MixedPlay {
            win: self.win(view, &playouts),
            strategy,
            choice,
            beliefs: beliefs(view, &self.worlds),
            bounds: Some([solution.at_least, solution.at_most]),
        };
        Some(Analysis {
            mixed: Some(mixed),
            ..analysis
        })
    }
}

impl AnglingPlayer {
    /// Final margin in points that the player to move can expect, if the rest of the day is small
    /// enough to be solved.
    pub(super) fn solved_margin(&mut self, view: &Angling, limits: &Limits<'_>) -> Option<f64> {
        let solution = self.solution(view, limits)?;
        Some(solved_margin(view, &solution, &self.playouts(view, false)))
    }

    /// Solution of the rest of the day, by the plan if it has one, or by a new one if the day is
    /// small enough.
    fn solution(&mut self, view: &Angling, limits: &Limits<'_>) -> Option<AnglingSolution> {
        let history = self.history.to(view);
        let known = self
            .plan
            .as_mut()
            .and_then(|plan| plan.solution_after(&history, limits));
        if known.is_some() {
            return known;
        }
        let mebibytes = self.settings.options.hash_mebibytes;
        let unknown_tiles = self
            .settings
            .parameters
            .value(SearchParameter::HiddenSolvedTiles) as usize;
        let (plan, solution) = DayPlan::of_day(
            &history,
            view,
            limits,
            DayRoom {
                mebibytes,
                unknown_tiles,
            },
        )?;
        if !plan.is_decided() {
            self.plan = Some(plan);
        }
        Some(solution)
    }

    /// Probability of winning of the player to move, by playouts.
    fn win(&mut self, view: &Angling, playouts: &AnglingPlayouts) -> f64 {
        let rng = &mut self.random.choices;
        let mut wins = 0.0;
        for _ in 0..PLAYOUTS {
            let world = self.worlds.draw(view, rng);
            wins += playouts.play_out(world, rng).measures[WIN];
        }
        let share = wins / f64::from(PLAYOUTS);
        if Angling::last_turn(view).index() == 0 {
            share
        } else {
            1.0 - share
        }
    }
}

/// Margin in points that the player to move can expect after a solved day; the playouts value a
/// second one.
fn solved_margin(view: &Angling, solution: &AnglingSolution, playouts: &AnglingPlayouts) -> f64 {
    let points = (solution.at_least + solution.at_most) / 2.0;
    let margin = playouts.margin(view, points);
    if Angling::last_turn(view).index() == 0 {
        margin
    } else {
        -margin
    }
}

/// Line of a move after which the mover can expect this margin, in points.
fn line(margin: f64, moves: Vec<AnglingMove>) -> AnalysisLine<AnglingMove> {
    let value = MeanValue {
        points: (100.0 * margin).round() as i32,
        tie_break: 0,
        is_mean: true,
    };
    let score = (f64::from(POINT) * margin).round() as Score;
    AnalysisLine {
        value: GameValue::Margin(value),
        scores: vec![score],
        exact: false,
        visits: None,
        moves,
    }
}

/// Draws a move by its share, which need not add up to 1; `None` if there are no moves.
fn draw(strategy: &[(AnglingMove, f64)], rng: &mut Xoshiro256PlusPlus) -> Option<AnglingMove> {
    let total: f64 = strategy.iter().map(|(_, share)| share).sum();
    let mut left = rng.random::<f64>() * total;
    let drawn = strategy.iter().find(|(_, share)| {
        left -= share;
        left <= 0.0
    });
    drawn.or(strategy.first()).map(|&(mv, _)| mv)
}

impl GamePlayer<Angling> for AnglingPlayer {
    fn new_game(&mut self, seed: u64) {
        self.random = PlayerRandom::new(seed);
        self.worlds = Worlds::default();
        self.history = History::default();
        self.plan = None;
    }

    fn observe(&mut self, start: &Angling, moves: &[AnglingMove]) {
        self.history = History::new(start, moves);
        self.worlds = match self.settings.method {
            // Without moves all worlds are equally likely, as without a history.
            Method::Default | Method::Mcts if !moves.is_empty() => {
                let parameters = &self.settings.parameters;
                let model = WorldModel {
                    count: parameters.value(SearchParameter::HiddenWorlds) as usize,
                    random_shows: parameters.fraction(SearchParameter::HiddenRandomShows),
                };
                Worlds::of_history(start, moves, model, self.random.next_seed())
            }
            _ => Worlds::default(),
        };
    }

    fn analyze(
        &mut self,
        view: &Angling,
        limits: &Limits<'_>,
        _observer: Observer<'_>,
    ) -> Result<Analysis<AnglingMove>, AnalysisError> {
        let method = self.settings.method;
        let players = view.players();
        let rules = view.rules();
        if let Some(need) = method.unmet_need(rules, players) {
            return Err(AnalysisError::Unsuitable {
                method,
                need,
                players,
                rules,
            });
        }
        if view.is_over() {
            return Ok(Analysis::new(Vec::new(), view.result(), 0, 0));
        }
        expect_known_to_mover(view)?;
        Ok(match method {
            Method::Random => self.by_policy(view, AnglingPolicy::Random),
            Method::Greedy => self.by_policy(view, AnglingPolicy::Greedy),
            Method::Thumb => self.by_policy(view, AnglingPolicy::Thumb),
            Method::Uct => self.by_worlds(view, limits, Observers::Single),
            Method::Mcts => self.by_worlds(view, limits, Observers::All),
            _ => self
                .solved(view, limits)
                .unwrap_or_else(|| self.by_worlds(view, limits, Observers::All)),
        })
    }
}
