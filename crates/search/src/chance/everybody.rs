use std::collections::HashMap;
use std::fmt;

use floe_game::{Chance, Keyed, Player, Staked, Turn};

use super::Mean;
use super::definition::is_preferred;
use super::ranges::{Range, Ranges, chosen};
use crate::{Control, Interrupted, Limits, Line, Meter, Report};

type Means = [Mean; Player::MAX];

/// What everybody may expect under best play to the end of the game, for any number of players: [`expectimax_all`](super::expectimax_all)
/// that remembers positions.
///
/// There is nothing to prune, for nobody's loss is another's gain alone; so it is for endings.
#[derive(Default)]
pub struct Everybody {
    /// What is still to come for everybody, and the bits of the best choice, by the key of a position.
    known: HashMap<u64, (Means, u32)>,
}

impl fmt::Debug for Everybody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Everybody").field("known", &self.known.len()).finish_non_exhaustive()
    }
}

impl Everybody {
    /// The choices of a position, best first, with what everybody may expect; none where a limit ends the search, or the game is over.
    pub fn solve<G: Keyed + Chance + Staked>(&mut self, game: &G, limits: &Limits<'_>) -> Report<G::Move, Means> {
        let control = Control::new(limits);
        let mut meter = Meter::new(&control);
        let mut lines: Vec<Line<G::Move, Means>> = Vec::new();
        if let Turn::Of(root) = game.turn() {
            for choice in game.choices() {
                let Ok(value) = self.choice(game, choice, root, &mut meter) else {
                    lines.clear();
                    break;
                };
                let place = lines.partition_point(|other| !is_preferred(game, root, root, &value, &other.value));
                lines.insert(place, Line { value, exact: true, moves: self.line(game, choice) });
            }
        }
        let _ = meter.report();
        let depth = lines.first().map_or(0, |line| line.moves.len() as u32);
        Report { lines, depth, nodes: control.nodes() }
    }

    /// What is proven of every choice for everybody, also where a limit has ended the search: what was found so many plies deep, and
    /// elsewhere what the rules make `possible`.
    pub fn proven<G>(&self, game: &G, plies: u32, possible: &impl Fn(&G) -> Ranges) -> Vec<(G::Move, Ranges)>
    where
        G: Keyed + Chance + Staked,
    {
        let Turn::Of(root) = game.turn() else { return Vec::new() };
        let ranges = |choice| self.ranges_of_choice(game, choice, root, plies, possible);
        game.choices().into_iter().map(|choice| (choice, ranges(choice))).collect()
    }

    /// What comes of choices of which this is proven, for the player to move.
    pub fn chosen<G: Chance>(game: &G, proven: &[(G::Move, Ranges)]) -> Ranges {
        let ranges: Vec<Ranges> = proven.iter().map(|&(_, ranges)| ranges).collect();
        let Turn::Of(root) = game.turn() else { unreachable!("there are choices") };
        chosen(game, root, root, &ranges)
    }

    fn ranges_of_choice<G>(
        &self,
        game: &G,
        choice: G::Move,
        root: Player,
        plies: u32,
        possible: &impl Fn(&G) -> Ranges,
    ) -> Ranges
    where
        G: Keyed + Chance + Staked,
    {
        let mut all = Ranges::default();
        game.for_each_outcome(choice, |mv, probability| {
            let ranges = self.ranges(&game.after(mv), root, plies, possible);
            all = std::array::from_fn(|p| all[p].plus(ranges[p], probability));
        });
        all
    }

    fn ranges<G>(&self, game: &G, root: Player, plies: u32, possible: &impl Fn(&G) -> Ranges) -> Ranges
    where
        G: Keyed + Chance + Staked,
    {
        let Turn::Of(player) = game.turn() else { return banked(game).map(Range::exact) };
        if let Some((to_come, _)) = self.known.get(&game.key()) {
            return sum(&banked(game), to_come, 1.0).map(Range::exact);
        }
        if plies == 0 {
            return possible(game);
        }
        let choices = game.choices().into_iter();
        let ranges: Vec<Ranges> =
            choices.map(|choice| self.ranges_of_choice(game, choice, root, plies - 1, possible)).collect();
        chosen(game, player, root, &ranges)
    }

    fn search<G>(&mut self, game: &G, root: Player, meter: &mut Meter<'_>) -> Result<Means, Interrupted>
    where
        G: Keyed + Chance + Staked,
    {
        meter.count()?;
        let banked = banked(game);
        let Turn::Of(player) = game.turn() else { return Ok(banked) };
        if let Some((to_come, _)) = self.known.get(&game.key()) {
            return Ok(sum(&banked, to_come, 1.0));
        }
        let mut best: Option<(Means, G::Move)> = None;
        for choice in game.choices() {
            let means = self.choice(game, choice, root, meter)?;
            if best.as_ref().is_none_or(|(best, _)| is_preferred(game, player, root, &means, best)) {
                best = Some((means, choice));
            }
        }
        let (means, choice) = best.expect("somebody can choose");
        self.known.insert(game.key(), (sum(&means, &banked, -1.0), G::move_bits(choice)));
        Ok(means)
    }

    fn choice<G>(
        &mut self,
        game: &G,
        choice: G::Move,
        root: Player,
        meter: &mut Meter<'_>,
    ) -> Result<Means, Interrupted>
    where
        G: Keyed + Chance + Staked,
    {
        let mut outcomes = Vec::new();
        game.for_each_outcome(choice, |mv, probability| outcomes.push((mv, probability)));
        let mut means = Means::default();
        for (mv, probability) in outcomes {
            means = sum(&means, &self.search(&game.after(mv), root, meter)?, probability);
        }
        Ok(means)
    }

    /// A choice and what is likely to follow.
    fn line<G: Keyed + Chance>(&self, game: &G, choice: G::Move) -> Vec<G::Move> {
        let (mut at, mut line) = (game.after(game.likeliest_outcome(choice)), vec![choice]);
        while let Some(&(_, best)) = self.known.get(&at.key())
            && let Some(choice) = at.choices().into_iter().find(|&choice| G::move_bits(choice) == best)
        {
            let likeliest = at.likeliest_outcome(choice);
            line.push(likeliest);
            at.play(likeliest);
        }
        line
    }
}

fn banked<G: Staked>(game: &G) -> Means {
    let mut means = Means::default();
    Player::first(game.players()).for_each(|p| means[p.index()] = Mean::of::<G>(game.score(p)));
    means
}

fn sum(means: &Means, others: &Means, times: f64) -> Means {
    std::array::from_fn(|p| means[p].plus(others[p], times))
}
