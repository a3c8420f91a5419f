use std::sync::Mutex;

use floe_fish::Position;
use floe_game::{Game, Player, Score};
use floe_hex::{Hex, HexSet, Layout, Standard};

use crate::area::Area;
use crate::areas::Areas;
use crate::entry::fold;
use crate::fish_map::FishMap;

/// Final scores of all players of a game, in 1/128 fish, in turn order from A.
pub type FinalScores<const N: usize> = [Score; N];

/// Final scores of all players: tiles taken, tiles under penguins, and tiles `still_to_come`.
pub(crate) fn final_scores<const N: usize>(
    position: &Position<N>,
    still_to_come: FinalScores<N>,
) -> FinalScores<N> {
    let banked = |player| position.score(player) + position.value(position.penguins(player));
    std::array::from_fn(|index| still_to_come[index] + banked(Player::new(index)))
}

/// Rest of a game of `N` players, without immobile penguins and hexes out of reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MaxNEnding<const N: usize> {
    /// Free tiles that any penguin can reach.
    free: HexSet,
    /// Free tiles in reach of each player, and its penguins.
    areas: [Area; N],
    /// Player to move; it can move unless the game is over.
    pub(crate) turn: Player,
}

impl<const N: usize> MaxNEnding<N> {
    pub(crate) fn of(position: &Position<N>) -> MaxNEnding<N> {
        let penguins = std::array::from_fn(|player| position.penguins(Player::new(player)));
        MaxNEnding::new(position.free(), penguins, position.last_turn())
    }

    /// Ending with the turn of the first player from `turn` on that can move.
    fn new(free: HexSet, penguins: [HexSet; N], turn: Player) -> MaxNEnding<N> {
        let areas = penguins.map(|penguins| {
            let free = Standard.flood(penguins, free);
            Area {
                free,
                penguins: penguins & Standard.neighbours(free),
            }
        });
        let free = areas
            .iter()
            .fold(HexSet::EMPTY, |all, area| all | area.free);
        let next = turn
            .round(N)
            .find(|player| !areas[player.index()].penguins.is_empty());
        MaxNEnding {
            free,
            areas,
            turn: next.unwrap_or(turn),
        }
    }

    /// Whether several players reach one tile.
    pub(crate) fn is_contested(&self) -> bool {
        self.areas.iter().map(|area| area.free.len()).sum::<u32>() != self.free.len()
    }

    /// Scores that all players still get, in 1/128 fish and in turn order from A; `None` if a tile
    /// is contested or the search would take too long.
    pub(crate) fn sums(&self, fish: &FishMap, areas: &mut Areas<'_>) -> Option<FinalScores<N>> {
        if self.is_contested() {
            return None;
        }
        let mut sums = [0; N];
        for (sum, &area) in sums.iter_mut().zip(&self.areas) {
            *sum = areas.sum(fish, area)?;
        }
        Some(sums)
    }

    /// All slides of the player to move, as the hexes from which and to which they go; none when
    /// the game is over.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (Hex, Hex)> {
        let geometry = Standard.geometry();
        let free = self.free;
        let own = self.areas[self.turn.index()].penguins;
        own.into_iter().flat_map(move |from| {
            geometry
                .slides(from, free)
                .into_iter()
                .map(move |to| (from, to))
        })
    }

    /// Ending after a slide of the player to move, with the turn of the next player that can move.
    pub(crate) fn after(&self, from: Hex, to: Hex) -> MaxNEnding<N> {
        let mut penguins = self.areas.map(|area| area.penguins);
        let own = &mut penguins[self.turn.index()];
        *own = (*own - from.into()) | to.into();
        MaxNEnding::new(
            self.free - to.into(),
            penguins,
            Player::new((self.turn.index() + 1) % N),
        )
    }

    /// Most that a player can still get, in 1/128 fish, if the player to move gets at least
    /// `mover_gets`.
    pub(crate) fn most(&self, fish: &FishMap, player: Player, mover_gets: Score) -> Score {
        let own = self.areas[player.index()].free;
        let both = own | self.areas[self.turn.index()].free;
        let own = fish.value(own);
        if player == self.turn {
            own
        } else {
            own.min(fish.value(both) - mover_gets)
        }
    }

    /// Estimate of what a player still gets, in 1/128 fish: tiles that it alone reaches, and half
    /// of those that others reach, too.
    pub(crate) fn estimate(&self, fish: &FishMap, player: Player) -> Score {
        let own = self.areas[player.index()].free;
        let others = self
            .areas
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != player.index());
        let others = others.fold(HexSet::EMPTY, |all, (_, area)| all | area.free);
        fish.value(own - others) + fish.value(own & others) / 2
    }

    /// Key for tables: a hash of tiles, penguins and turn.
    pub(crate) fn key(&self) -> u64 {
        let start = fold(
            self.free.to_bits() ^ 0x2d35_8dcc_aa6c_78a5,
            self.turn.index() as u64 + 0x8bb8_4b93,
        );
        self.areas.iter().fold(start, |key, area| {
            fold(
                key ^ 0x4b33_a62e_d433_d4a3,
                area.penguins.to_bits() ^ key.rotate_left(32),
            )
        })
    }
}

/// Exact results of positions in which no two players can still reach a common tile.
///
/// Threads may share it. It keeps the values of areas until it is used on another floe.
///
/// ```
/// use floe_endgame::IndependentAreas;
/// use floe_fish::{Position, Value};
///
/// let text = "....A1.1/......../......./......../B1....../......../......./........ A 57:45,30:12";
/// let position: Position<2> = text.parse()?;
/// let results = IndependentAreas::default().results(&position).expect("nothing is contested");
/// assert_eq!(results.map(|score| Value::from_score(score).fish), [58, 31]);
/// # Ok::<(), floe_fish::PositionError>(())
/// ```
#[derive(Debug)]
pub struct IndependentAreas {
    shards: Vec<Mutex<AreaShard>>,
}

/// Part of the cache, with a lock of its own.
#[derive(Debug)]
struct AreaShard {
    fish: Option<FishMap>,
    areas: Areas<'static>,
}

impl AreaShard {
    /// Adds tiles to those known of the floe, and returns all of them. Clears the cache if the
    /// tiles are of another floe.
    ///
    /// Values of areas stay valid when tiles are added: every position of a search has other tiles
    /// left.
    fn of_floe(&mut self, tiles: &FishMap) -> FishMap {
        let joined = self.fish.map_or(Some(*tiles), |known| known.joined(tiles));
        if joined.is_none() {
            self.areas = Areas::new(None);
        }
        *self.fish.insert(joined.unwrap_or(*tiles))
    }
}

const SHARDS: usize = 16;

impl IndependentAreas {
    /// Final scores of all players if all penguins are placed and no tile is contested. `None` for
    /// all other positions, and for areas that would take too long to search.
    ///
    /// # Panics
    /// If another thread has panicked in this method.
    pub fn results<const N: usize>(&self, position: &Position<N>) -> Option<FinalScores<N>> {
        if position.is_placement() {
            return None;
        }
        let ending = MaxNEnding::of(position);
        if ending.is_contested() {
            return None;
        }
        let place = ending.free.first().map_or(0, Hex::index) % SHARDS;
        let mut shard = self.shards[place].lock().expect("no thread has panicked");
        let fish = shard.of_floe(&FishMap::of(position));
        Some(final_scores(
            position,
            ending.sums(&fish, &mut shard.areas)?,
        ))
    }
}

impl Default for IndependentAreas {
    fn default() -> IndependentAreas {
        let shard = |_| {
            Mutex::new(AreaShard {
                fish: None,
                areas: Areas::new(None),
            })
        };
        IndependentAreas {
            shards: (0..SHARDS).map(shard).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use floe_fish::{Dealing, deal};
    use floe_game::Sampled;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// A cache filled by other games on this floe, and on others, gives the results of an empty
    /// one.
    #[test]
    fn cached_values_stay_valid() {
        let known = IndependentAreas::default();
        let mut found = 0;
        for seed in 0..3 {
            let start: Position<3> = deal(Dealing::Shuffled, seed);
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            for _ in 0..20 {
                let mut position = start;
                while let Some(mv) = position.random_move(rng) {
                    position.play(mv);
                    if let Some(results) = IndependentAreas::default().results(&position) {
                        assert_eq!(known.results(&position), Some(results), "{position:?}");
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 100, "{found} positions");
    }

    #[test]
    fn a_floe_is_known_by_all_its_tiles() {
        let text =
            "....A1.1/......../......./......../B1....../......../......./........ A 57:45,30:12";
        let tiles =
            |text: &str| FishMap::of(&text.parse::<Position<2>>().expect("it is a position"));
        let mut shard = AreaShard {
            fish: None,
            areas: Areas::new(None),
        };
        let one = shard.of_floe(&tiles(text));
        let fewer = tiles(&text.replace("A1.1", "A1.."));
        assert_eq!(
            shard.of_floe(&fewer),
            one,
            "tiles taken elsewhere stay known"
        );
        let other = tiles(&text.replace("A1.1", "A1.2"));
        assert_eq!(shard.of_floe(&other), other, "another floe");
    }
}
