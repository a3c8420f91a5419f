use std::time::Instant;

use floe_endgame::IndependentAreas;
use floe_fish::{Move, Position};
use floe_game::{Game, Player, Score};
use floe_search::{Limits, Oracle, Paranoid};
use floe_variants::{OnOfficialFloe, Variant, VariantMove};

use crate::engine_game::EngineGame;
use crate::{Analysis, KnownGame};

/// Oracle for positions of the base game without contested areas: each player collects what it can
/// in its areas, and the result is a sum.
#[derive(Debug, Default)]
pub(crate) struct AreaOracle(IndependentAreas);

/// Free tiles up to which a look at every node pays: with more, areas are mostly contested or
/// large.
const FREE_TILES: u32 = 14;

impl AreaOracle {
    /// Final scores of all players in 1/128 fish, in turn order from A; `None` where they are not
    /// quickly known.
    #[inline]
    pub(crate) fn results<const N: usize>(&self, position: &Position<N>) -> Option<[Score; N]> {
        if position.free().len() > FREE_TILES {
            None
        } else {
            self.0.results(position)
        }
    }

    /// Best moves in a position without contested areas, with the final scores of all players and
    /// the line that leads there, at most `lines`, best first; `None` if half of the time does not
    /// suffice to rank all moves. Lines end early when all of the time is used up.
    pub(crate) fn best_lines<const N: usize>(
        &self,
        position: &Position<N>,
        lines: usize,
        limits: &Limits<'_>,
    ) -> Option<Vec<([Score; N], Vec<Move>)>> {
        if position.is_over() {
            return None;
        }
        self.0.results(position)?;
        let end = limits.usual_time().map(|time| limits.start + time);
        let half = limits.usual_time().map(|time| limits.start + time / 2);
        let mut ranked = self.ranked(position, half)?;
        ranked.truncate(lines);
        ranked
            .into_iter()
            .map(|(results, mv)| Some((results, self.line(position, mv, end)?)))
            .collect()
    }

    /// Analysis of a position without contested areas by its [`best_lines`](Self::best_lines).
    pub(crate) fn analysis<const N: usize>(
        &self,
        position: &Position<N>,
        lines: usize,
        limits: &Limits<'_>,
    ) -> Option<Analysis<Move>>
    where
        Position<N>: EngineGame<Move = Move>,
    {
        let lines = self.best_lines(position, lines, limits)?;
        let line = |(results, moves): ([Score; N], Vec<Move>)| {
            Position::<N>::line(position.side_scores(&results), true, moves)
        };
        Some(Analysis::new(
            lines.into_iter().map(line).collect(),
            position.result(),
            0,
            1,
        ))
    }

    /// Analysis of a position of a variant without contested areas, where the rest of the game is
    /// one by the base rules; `None` elsewhere.
    pub(crate) fn analysis_of_variant<const N: usize>(
        &self,
        position: &Variant,
        lines: usize,
        limits: &Limits<'_>,
    ) -> Option<Analysis<VariantMove>> {
        let moved = OnOfficialFloe::<N>::of_separated(position)?;
        let line = |(results, moves): ([Score; N], Vec<Move>)| {
            // In teams the scores of the players are those of their teams.
            let score = |player: Player| position.sum_of_mates(player, &results);
            let scores: Vec<Score> = Player::first(N).map(score).collect();
            let moves = moves.into_iter().map(|mv| moved.move_back(mv)).collect();
            Variant::line(position.side_scores(&scores), true, moves)
        };
        let lines = self.best_lines(&moved.position, lines, limits)?;
        Some(Analysis::new(
            lines.into_iter().map(line).collect(),
            position.result(),
            0,
            1,
        ))
    }

    /// All moves with the results after them, best first for the player to move; `None` at the
    /// deadline.
    fn ranked<const N: usize>(
        &self,
        position: &Position<N>,
        deadline: Option<Instant>,
    ) -> Option<Vec<([Score; N], Move)>> {
        let mover = position.last_turn().index();
        let with_results = |mv: Move| {
            let results = if is_past(deadline) {
                None
            } else {
                self.0.results(&position.after(mv))
            };
            Some((results?, mv))
        };
        let mut ranked: Vec<_> = position
            .moves()
            .into_iter()
            .map(with_results)
            .collect::<Option<_>>()?;
        ranked.sort_by_key(|&(results, mv)| (std::cmp::Reverse(results[mover]), mv));
        Some(ranked)
    }

    /// A move and best play after it, to the end of the game or the deadline; `None` if results are
    /// not known on the way.
    fn line<const N: usize>(
        &self,
        position: &Position<N>,
        mv: Move,
        deadline: Option<Instant>,
    ) -> Option<Vec<Move>> {
        let mut line = vec![mv];
        let mut position = position.after(mv);
        while !position.is_over() {
            let Some(ranked) = self.ranked(&position, deadline) else {
                return is_past(deadline).then_some(line);
            };
            let best = ranked.first()?.1;
            line.push(best);
            position = position.after(best);
        }
        Some(line)
    }
}

impl Oracle<Position<2>> for AreaOracle {
    #[inline]
    fn margin(&self, position: &Position<2>) -> Option<Score> {
        let results = self.results(position)?;
        let mover = position.last_turn().index();
        Some(results[mover] - results[1 - mover])
    }
}

/// Proves nothing: a bound against all others does not follow from the results.
impl<const N: usize> Oracle<Paranoid<Position<N>>> for AreaOracle {}

/// Proves nothing below the root: to move the tiles would take too long.
impl Oracle<Variant> for AreaOracle {}
impl Oracle<Paranoid<Variant>> for AreaOracle {}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Without time there is no analysis, and with time for one move there is no line to the end.
    #[test]
    fn the_analysis_takes_no_longer_than_is_allowed() {
        let text = ".B1112../A1.3112.A2/B2..1.2./2222...B1/1311.2A1/11.11B1../3122.../1212.A3.1 B 23:11,16:10";
        let position: Position<2> = text.parse().unwrap();
        let separated = AreaOracle::default();
        let none = Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        };
        assert!(separated.analysis(&position, 1, &none).is_none());
        let now = Some(Instant::now());
        let mv = position.moves()[0];
        assert_eq!(separated.line(&position, mv, now), Some(vec![mv]));
        assert_eq!(separated.ranked(&position, now), None);
    }
}
