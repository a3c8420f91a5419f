//! Three and four players.

use floe_fish::{Move, Position};
use floe_game::{Game, Score};
use floe_search::{BestReply, EvalAll, Limits, Line, MAX_DEPTH, MaxN, Options, Paranoid, Payoffs, Report};

use super::{Engine, Listener, without_chance};
use crate::analysis::{analysis, read_progress, result};
use crate::evaluation::usual_move;
use crate::{Analysis, AnalysisError, Method};

impl Engine {
    pub(super) fn more_players<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        if let Some(analysis) = self.at_once(position, limits) {
            return Ok(analysis);
        }
        match self.method {
            Method::Default => self.max_n_or_mcts(position, limits, listener),
            Method::Paranoid | Method::BestReply => self.against_the_rest(position, limits, listener),
            Method::MaxN => self.max_n(position, limits, listener),
            Method::AlphaBeta => {
                Err(AnalysisError::Players { engine: "alphabeta", expected: "two players", players: N })
            }
            Method::Expectimax => Err(without_chance()),
            Method::Mcts => Ok(self.mcts(position, limits, listener)),
            Method::Uct | Method::Greedy | Method::Random => Ok(self.without_table(position, limits)),
        }
    }

    /// One against the rest, who are all feared, or one of whom replies.
    fn against_the_rest<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        // What a player is sure of is not what everybody will get: the end of the line tells that, and never for certain.
        let evaluation = self.evaluation;
        let end_of_line = |line: &Line<Move, Score>| {
            let end = line.moves.iter().fold(*position, |position, &mv| position.after(mv));
            (evaluation.evaluate_all(&end)[..N].to_vec(), end.is_over())
        };
        let read = |report: &Report<Move, Score>| analysis(report, result(position), end_of_line, false);
        let me = position.last_turn();
        let one_replies = self.method == Method::BestReply;
        let search = self.alpha_beta_search()?;
        let report = if one_replies {
            let game = BestReply::new(*position, me, usual_move);
            search.search(&game, limits, |progress| listener(&read_progress(progress, read)))
        } else {
            let game = Paranoid::new(*position, me);
            search.search(&game, limits, |progress| listener(&read_progress(progress, read)))
        };
        Ok(read(&report))
    }

    fn max_n<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        // To clear a large table for the first time takes longer than some moves may take.
        let filled = limits.soft.map_or(usize::MAX, |time| 16 * (1 + time.as_secs() as usize));
        let hash_mebibytes = self.options.hash_mebibytes.min(filled);
        if self.max_n.as_ref().is_none_or(|search| search.mebibytes() < hash_mebibytes) {
            let options = Options { hash_mebibytes, ..self.options };
            self.max_n = Some(MaxN::new(self.evaluation.by_weights(), options)?);
        }
        let search = self.max_n.as_mut().expect("it has just been made");
        let read = |report: &Report<Move, Payoffs>| {
            analysis(report, result(position), |line| (line.value[..N].to_vec(), line.exact), true)
        };
        let report = search.search(position, limits, |progress| listener(&read_progress(progress, read)));
        Ok(read(&report))
    }

    /// Tree search plays best with more than two, for it expects everybody to play for itself; but only max^n can say what everybody
    /// will get.
    ///
    /// So a late position is first given to max^n, for half of what there is to spend, in the hope of a proof.
    fn max_n_or_mcts<const N: usize>(
        &mut self,
        position: &Position<N>,
        limits: &Limits<'_>,
        listener: Listener<'_>,
    ) -> Result<Analysis, AnalysisError> {
        /// With so many free tiles max^n often sees to the end of the game.
        const LATE: u32 = 16;
        if limits.depth < MAX_DEPTH {
            // Tree search knows no depth.
            return self.against_the_rest(position, limits, listener);
        }
        if position.free().len() > LATE {
            return Ok(self.mcts(position, limits, listener));
        }
        let first = self.max_n(position, &limits.half(), listener)?;
        if first.exact {
            return Ok(first);
        }
        let second = self.mcts(position, &limits.after(first.nodes), listener);
        Ok(Analysis { nodes: first.nodes + second.nodes, ..second })
    }
}
