use std::collections::HashMap;

use floe_game::{Chance, Keyed, Player, Staked, Turn};

use super::{Mean, likely_line};
use crate::payoffs::proven_bounds;
use crate::{Control, Interrupted, Limits, Line, Meter, Payoff, PayoffBounds, Report, prefers};

type Means = [Mean; Player::MAX];
type MeanBounds = PayoffBounds<Mean>;

/// Max^n with expected scores, to the end of the game, with a table of all positions met: a solver
/// for endings of any number of players, with chance. It does not prune.
#[derive(Debug)]
pub struct ExpectiMaxN {
    /// Means still to come, and the best choice by its [`Keyed::move_bits`]; by the key of the
    /// position.
    known: HashMap<u64, (Means, u32)>,
    room: usize,
}

impl ExpectiMaxN {
    /// Creates a search whose table holds at most `mebibytes` MiB. A search ends without a result
    /// when the table is full.
    pub fn new(mebibytes: usize) -> ExpectiMaxN {
        /// Bytes of an entry while the table grows.
        const BYTES: usize = 3 * size_of::<(u64, (Means, u32))>();
        ExpectiMaxN {
            known: HashMap::new(),
            room: (mebibytes << 20) / BYTES,
        }
    }

    /// Finds the expected final scores of all players after every choice, which are proven; lines
    /// are sorted by preference of the player to move, best first. No lines if a limit or a full
    /// table ends the search, or the game is over.
    pub fn solve<G: Keyed + Chance + Staked>(
        &mut self,
        game: &G,
        limits: &Limits<'_>,
    ) -> Report<G::Move, Means> {
        let control = Control::new(limits);
        let mut meter = Meter::new(&control);
        let mut lines: Vec<Line<G::Move, Means>> = Vec::new();
        if let Turn::Of(root) = game.turn() {
            for choice in game.choices() {
                let Ok(value) = self.choice(game, choice, root, &mut meter) else {
                    lines.clear();
                    break;
                };
                let place = lines.partition_point(|other| {
                    !prefers(root, root, game.players(), &value, &other.value)
                });
                let best = |key| self.known.get(&key).map(|&(_, best)| best);
                let moves = likely_line(game, choice, usize::MAX, best);
                lines.insert(place, Line::new(value, true, moves));
            }
        }
        let _ = meter.report();
        let depth = lines.first().map_or(0, |line| line.moves.len() as u32);
        Report {
            lines,
            depth,
            nodes: control.nodes(),
        }
    }

    /// Every choice of the player to move, with proven bounds of the expected final scores of all
    /// players after it; none when the game is over. Also useful after an interrupted search.
    ///
    /// The bounds follow from results of earlier searches for positions up to `plies` below the
    /// choices, and elsewhere from `possible`, the bounds that follow from the rules.
    pub fn proven_bounds<G>(
        &self,
        game: &G,
        plies: u32,
        possible: &impl Fn(&G) -> MeanBounds,
    ) -> Vec<(G::Move, MeanBounds)>
    where
        G: Keyed + Chance + Staked,
    {
        let Turn::Of(root) = game.turn() else {
            return Vec::new();
        };
        let known = |game: &G| {
            self.known(game)
                .or_else(|| game.is_over().then(|| current_means(game)))
        };
        proven_bounds(game, plies, root, &known, possible)
    }

    fn known<G: Keyed + Staked>(&self, game: &G) -> Option<Means> {
        self.known
            .get(&game.key())
            .map(|(to_come, _)| sum(&current_means(game), to_come, 1.0))
    }

    fn search<G: Keyed + Chance + Staked>(
        &mut self,
        game: &G,
        root: Player,
        meter: &mut Meter<'_>,
    ) -> Result<Means, Interrupted> {
        meter.count()?;
        let current = current_means(game);
        let Turn::Of(player) = game.turn() else {
            return Ok(current);
        };
        if let Some(known) = self.known(game) {
            return Ok(known);
        }
        if self.known.len() >= self.room {
            return Err(Interrupted);
        }
        let mut best = None::<(Means, G::Move)>;
        for choice in game.choices() {
            let means = self.choice(game, choice, root, meter)?;
            if best
                .as_ref()
                .is_none_or(|(best, _)| prefers(player, root, game.players(), &means, best))
            {
                best = Some((means, choice));
            }
        }
        let (means, choice) = best.expect("a player whose turn it is has a choice");
        self.known.insert(
            game.key(),
            (sum(&means, &current, -1.0), G::move_bits(choice)),
        );
        Ok(means)
    }

    fn choice<G: Keyed + Chance + Staked>(
        &mut self,
        game: &G,
        choice: G::Move,
        root: Player,
        meter: &mut Meter<'_>,
    ) -> Result<Means, Interrupted> {
        let mut outcomes = Vec::new();
        game.for_each_outcome(choice, |mv, probability| outcomes.push((mv, probability)));
        let mut means = Means::default();
        for (mv, probability) in outcomes {
            means = sum(
                &means,
                &self.search(&game.after(mv), root, meter)?,
                probability,
            );
        }
        Ok(means)
    }
}

fn current_means<G: Staked>(game: &G) -> Means {
    let mut means = Means::default();
    Player::first(game.players()).for_each(|p| means[p.index()] = Mean::of::<G>(game.score(p)));
    means
}

fn sum(means: &Means, others: &Means, weight: f64) -> Means {
    std::array::from_fn(|p| means[p].plus(others[p], weight))
}
