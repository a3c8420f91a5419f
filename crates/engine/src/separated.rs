use floe_endgame::Parted;
use floe_fish::{Move, Position};
use floe_game::{Game, Player, Score};
use floe_search::{Oracle, Paranoid};

use crate::Analysis;
use crate::analysis::{AnalysisLine, outcome, result};

/// What can be known about positions in which nothing is contested any more: everybody collects what it can, and the result is
/// a sum.
#[derive(Default)]
pub(crate) struct Separated(Parted);

/// With more free tiles than this something is mostly contested, or an area so large that it does not pay to look at it in every
/// node.
const FREE_TILES: u32 = 14;

impl Separated {
    /// Everybody's result, where it does not take long to tell.
    #[inline]
    pub(crate) fn results<const N: usize>(&self, position: &Position<N>) -> Option<[Score; N]> {
        if position.free().len() > FREE_TILES { None } else { self.0.results(position) }
    }
}

impl Oracle<Position<2>> for Separated {
    #[inline]
    fn margin(&self, position: &Position<2>) -> Option<Score> {
        let results = self.results(position)?;
        let mover = position.last_turn().index();
        Some(results[mover] - results[1 - mover])
    }
}

/// What a player is sure of against all others is told by the search alone.
impl<const N: usize> Oracle<Paranoid<Position<N>>> for Separated {
    #[inline]
    fn margin(&self, _: &Paranoid<Position<N>>) -> Option<Score> {
        None
    }
}

impl Separated {
    /// The analysis of a position in which nothing is contested, best moves first.
    pub(crate) fn analysis<const N: usize>(&self, position: &Position<N>, lines: usize) -> Option<Analysis> {
        if position.is_over() {
            return None;
        }
        self.0.results(position)?;
        let mut ranked = self.ranked(position)?;
        ranked.truncate(lines);
        let mover = position.last_turn();
        let found: Option<Vec<AnalysisLine>> = ranked
            .into_iter()
            .map(|(results, mv)| {
                let moves = self.line(position, mv)?;
                let scores = scores(&results, mover);
                Some(AnalysisLine { outcome: outcome(&scores, true), scores, exact: true, moves })
            })
            .collect();
        let found = found?;
        let outcome = found.first().map_or_else(|| result(position), |line| line.outcome.clone());
        Some(Analysis { outcome, exact: true, lines: found, depth: 0, nodes: 1 })
    }

    /// Every move with what everybody gets after it, the best for the player who makes it first.
    fn ranked<const N: usize>(&self, position: &Position<N>) -> Option<Vec<([Score; N], Move)>> {
        let mover = position.last_turn().index();
        let with_results = |mv: Move| Some((self.0.results(&position.after(mv))?, mv));
        let mut ranked: Vec<_> = position.moves().into_iter().map(with_results).collect::<Option<_>>()?;
        ranked.sort_by_key(|&(results, mv)| (std::cmp::Reverse(results[mover]), mv));
        Some(ranked)
    }

    /// A move, and best moves of everybody to the end of the game.
    fn line<const N: usize>(&self, position: &Position<N>, mv: Move) -> Option<Vec<Move>> {
        let mut line = vec![mv];
        let mut position = position.after(mv);
        while !position.is_over() {
            let (_, best) = *self.ranked(&position)?.first()?;
            line.push(best);
            position = position.after(best);
        }
        Some(line)
    }
}

/// The margin for the player to move, or everybody's results.
fn scores<const N: usize>(results: &[Score; N], mover: Player) -> Vec<Score> {
    let mover = mover.index();
    if N == 2 { vec![results[mover] - results[1 - mover]] } else { results.to_vec() }
}
