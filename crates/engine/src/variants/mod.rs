//! Engines for the variants: the same searches as for the base game, on evaluations that fit.

mod explanation;
mod hidden;
mod judged;
mod outlook;
mod solve;
mod solve_hidden;
mod solve_more;
mod special;
mod wary;

use floe_fish::Value;
use floe_game::{Player, Score};
use floe_search::TableError;
use floe_search::{
    AlphaBeta, BestReply, EvalAll, Limits, Line, MAX_DEPTH, MaxN, NoOracle, Options, Paranoid, Payoffs, Puct, Report,
    TreeOptions, Uct,
};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::analysis::{analysis, read_progress};
use crate::{Analysis, AnalysisError, AnalysisProgress, Method, Outcome, simple};
pub use explanation::explain_any;
pub(crate) use hidden::HiddenSearches;
pub(crate) use judged::Judged;
use judged::{Foresight, usual_move};
pub(crate) use solve::solve;
pub(crate) use solve_hidden::solve_hidden;

type Listener<'a, M> = &'a mut (dyn FnMut(&AnalysisProgress<M>) + Send);

/// What is said of an engine for games of chance where there is none.
pub(crate) const NO_CHANCE: &str = "is for games in which chance has a say";

/// What an engine remembers of the variants that it has played; all is made when it is first needed.
pub(crate) struct VariantSearches<G: Judged> {
    alpha_beta: Option<AlphaBeta<Foresight, NoOracle>>,
    max_n: Option<MaxN<Foresight>>,
    mcts: Option<Box<Puct<G, Foresight>>>,
}

impl<G: Judged> Default for VariantSearches<G> {
    fn default() -> VariantSearches<G> {
        VariantSearches { alpha_beta: None, max_n: None, mcts: None }
    }
}

/// How to search a variant.
pub(crate) struct VariantTask<'a> {
    pub(crate) method: Method,
    pub(crate) options: Options,
    pub(crate) limits: &'a Limits<'a>,
    /// What plain UCT draws from.
    pub(crate) seed: u64,
}

impl<G: Judged> VariantSearches<G> {
    pub(crate) fn clear(&mut self) {
        *self = VariantSearches::default();
    }

    pub(crate) fn analyze(
        &mut self,
        position: &G,
        task: &VariantTask<'_>,
        rng: &mut Xoshiro256PlusPlus,
        listener: Listener<'_, G::Move>,
    ) -> Result<Analysis<G::Move>, AnalysisError> {
        let two_sides = position.sides() == 2;
        let wrong = |engine, expected| Err(AnalysisError::Rules { engine, expected, rules: position.rules() });
        match task.method {
            Method::Default | Method::Paranoid | Method::BestReply if two_sides => {
                self.alpha_beta(position, task, listener)
            }
            Method::Default if task.limits.depth == MAX_DEPTH => self.max_n_or_mcts(position, task, listener),
            Method::AlphaBeta if !two_sides => wrong("alphabeta", "is for two players or two teams"),
            Method::AlphaBeta => self.alpha_beta(position, task, listener),
            // Tree search knows no depth.
            Method::Default | Method::Paranoid | Method::BestReply => self.against_the_rest(position, task, listener),
            Method::MaxN if two_sides => wrong("maxn", "is for three or four players of their own"),
            Method::MaxN => self.max_n(position, task, listener),
            Method::Expectimax => wrong("expectimax", NO_CHANCE),
            Method::Mcts => Ok(self.mcts(position, task, listener)),
            Method::Uct | Method::Greedy | Method::Random => Ok(without_table(position, task, rng)),
        }
    }

    fn alpha_beta_search(&mut self, options: Options) -> Result<&mut AlphaBeta<Foresight, NoOracle>, TableError> {
        if self.alpha_beta.is_none() {
            self.alpha_beta = Some(AlphaBeta::new(Foresight::default(), NoOracle, options)?);
        }
        Ok(self.alpha_beta.as_mut().expect("it has just been made"))
    }

    fn alpha_beta(
        &mut self,
        position: &G,
        task: &VariantTask<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Result<Analysis<G::Move>, AnalysisError> {
        let read = |report: &Report<G::Move, Score>| {
            analysis(report, result(position), |line| (vec![line.value], line.exact), true)
        };
        let search = self.alpha_beta_search(task.options)?;
        let report = search.search(position, task.limits, |progress| listener(&read_progress(progress, read)));
        Ok(read(&report))
    }

    /// One against the rest, who are all feared, or one of whom replies.
    fn against_the_rest(
        &mut self,
        position: &G,
        task: &VariantTask<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Result<Analysis<G::Move>, AnalysisError> {
        let players = position.players();
        // What a player is sure of is not what everybody will get: the end of the line tells that, and never for certain.
        let end_of_line = |line: &Line<G::Move, Score>| {
            let end = line.moves.iter().fold(*position, |position, &mv| position.after(mv));
            (Foresight::default().evaluate_all(&end)[..players].to_vec(), end.is_over())
        };
        let read = |report: &Report<G::Move, Score>| analysis(report, result(position), end_of_line, false);
        let me = position.last_turn();
        let search = self.alpha_beta_search(task.options)?;
        let report = if task.method == Method::BestReply {
            let game = BestReply::new(*position, me, usual_move);
            search.search(&game, task.limits, |progress| listener(&read_progress(progress, read)))
        } else {
            let game = Paranoid::new(*position, me);
            search.search(&game, task.limits, |progress| listener(&read_progress(progress, read)))
        };
        Ok(read(&report))
    }

    fn max_n(
        &mut self,
        position: &G,
        task: &VariantTask<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Result<Analysis<G::Move>, AnalysisError> {
        let players = position.players();
        if self.max_n.is_none() {
            self.max_n = Some(MaxN::new(Foresight::default(), task.options)?);
        }
        let search = self.max_n.as_mut().expect("it has just been made");
        let read = |report: &Report<G::Move, Payoffs>| {
            analysis(report, result(position), |line| (line.value[..players].to_vec(), line.exact), true)
        };
        let report = search.search(position, task.limits, |progress| listener(&read_progress(progress, read)));
        Ok(read(&report))
    }

    /// As in the base game: tree search, and late first max^n for half of what there is to spend, in the hope of a proof.
    fn max_n_or_mcts(
        &mut self,
        position: &G,
        task: &VariantTask<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Result<Analysis<G::Move>, AnalysisError> {
        /// With so many free tiles max^n often sees to the end of the game.
        const LATE: u32 = 12;
        if position.free_tiles() > LATE {
            return Ok(self.mcts(position, task, listener));
        }
        let first = self.max_n(position, &VariantTask { limits: &task.limits.half(), ..*task }, listener)?;
        if first.exact {
            return Ok(first);
        }
        let rest = task.limits.after(first.nodes);
        let second = self.mcts(position, &VariantTask { limits: &rest, ..*task }, listener);
        Ok(Analysis { nodes: first.nodes + second.nodes, ..second })
    }

    fn mcts(&mut self, position: &G, task: &VariantTask<'_>, listener: Listener<'_, G::Move>) -> Analysis<G::Move> {
        let options = TreeOptions {
            threads: task.options.threads,
            mebibytes: task.options.hash_mebibytes,
            ..TreeOptions::default()
        };
        let search = self.mcts.get_or_insert_with(|| Box::new(Puct::new(Foresight::default(), options)));
        let scores = one_or_all(position);
        let read = |report: &Report<G::Move, Payoffs>| {
            let mut analysis = analysis(report, result(position), &scores, false);
            analysis.lines.truncate(task.options.lines);
            analysis
        };
        let report = search.search(position, task.limits, |progress| listener(&read_progress(progress, read)));
        read(&report)
    }
}

/// The players that everybody knows: plain UCT, the greedy one, the random one.
fn without_table<G: Judged>(position: &G, task: &VariantTask<'_>, rng: &mut Xoshiro256PlusPlus) -> Analysis<G::Move> {
    let report = match task.method {
        Method::Uct => {
            let (seed, mebibytes) = (task.seed, task.options.hash_mebibytes);
            let mut uct = Uct::new(TreeOptions { seed, mebibytes, ..TreeOptions::uct() });
            let mut report = uct.search(position, task.limits, |_| ());
            report.lines.truncate(task.options.lines);
            report
        }
        Method::Greedy => simple::line(position, simple::greediest(position, rng, |mv| position.gain(mv))),
        _ => simple::line(position, floe_game::Sampled::random_move(position, rng)),
    };
    analysis(&report, result(position), one_or_all(position), false)
}

/// What everybody has, as the outcome of a finished game.
fn result<G: Judged>(position: &G) -> Outcome {
    let value = |player: Player| Value::from_score(position.score(player));
    let mover = position.last_turn();
    if position.sides() == 2 {
        let other = Player::new(mover.index() ^ 1);
        return Outcome::Margin(Value::from_score(position.score(mover) - position.score(other)));
    }
    Outcome::Results(Player::first(position.players()).map(value).collect())
}

/// What guesses at everybody's result come to: of two sides the margin for the one to move, of more all of them; nothing is exact.
fn one_or_all<G: Judged>(position: &G) -> impl Fn(&Line<G::Move, Payoffs>) -> (Vec<Score>, bool) {
    let (mover, players, two_sides) = (position.last_turn().index(), position.players(), position.sides() == 2);
    move |line| match two_sides {
        true => (vec![line.value[mover] - line.value[mover ^ 1]], false),
        false => (line.value[..players].to_vec(), false),
    }
}
