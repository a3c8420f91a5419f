use super::elo::small_sample;
use super::{Estimate, Moments, elo, normalized_elo};

/// Numbers of blocks by the score of one engine in them: the mean of its scores by rank, 0 to 1.
///
/// The games of a block share a floe, so their results depend on one another; the scores of blocks
/// do not. Of two players a block is a pair of games, and the numbers of pairs with 0, ½, 1, 1½ and
/// 2 points are the pentanomial counts (Van den Bergh 2019).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockScores {
    /// Number of games of a block.
    games: u64,
    /// Numbers of blocks by score, in equal steps from 0 to 1.
    counts: Vec<u64>,
}

/// Score of an engine in one block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockScore {
    /// Half points of the engine's seats in all games of the block: a seat gets 2 for every other
    /// seat of its game that did worse, and 1 for every other seat that did as well.
    pub half_points: u64,
    /// Half points that these seats would have if each had beaten all other seats of its game.
    pub most: u64,
    /// Number of games of the block.
    pub games: u64,
}

impl Default for BlockScores {
    fn default() -> BlockScores {
        BlockScores::of_pairs([0; 5])
    }
}

impl BlockScores {
    /// Creates the scores of pairs of games of two players, from the numbers of pairs in which the
    /// engine scored 0, ½, 1, 1½ and 2 points.
    pub fn of_pairs(counts: [u64; 5]) -> BlockScores {
        BlockScores {
            games: 2,
            counts: counts.to_vec(),
        }
    }

    /// Returns the number of all blocks together.
    pub fn blocks(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of games of a block.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the numbers of blocks by score, in equal steps from 0 to 1.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the numbers of pairs with 0, ½, 1, 1½ and 2 points; `None` for blocks that are no
    /// games of two players. A block of a single game counts as a pair with twice its points.
    pub fn pairs(&self) -> Option<[u64; 5]> {
        match *self.counts {
            [lost, drawn, won] => Some([lost, 0, drawn, 0, won]),
            [a, b, c, d, e] => Some([a, b, c, d, e]),
            _ => None,
        }
    }

    /// Counts a block. The first block says which scores are possible; other scores of later blocks
    /// are rounded to them.
    ///
    /// # Panics
    /// If no half points are possible.
    pub fn record(&mut self, score: BlockScore) {
        let BlockScore {
            half_points,
            most,
            games,
        } = score;
        if self.blocks() == 0 {
            self.games = games;
            self.counts = vec![0; most as usize + 1];
        }
        let steps = self.counts.len() as u64 - 1;
        let step = (2 * half_points * steps + most) / (2 * most);
        self.counts[step as usize] += 1;
    }

    /// Returns the moments of the score of the engine in a block, after adding half a block won and
    /// half a block lost, which makes every estimate finite.
    pub fn moments(&self) -> Moments {
        let mut weights: Vec<f64> = self.counts.iter().map(|&count| count as f64).collect();
        for end in [0, weights.len() - 1] {
            weights[end] += 0.5;
        }
        Moments::of_blocks(self.games, &weights)
    }

    /// Returns the Elo difference between the engine and its opponents, as [`elo()`](super::elo()),
    /// with an interval that is wide enough for few blocks.
    pub fn elo(&self) -> Estimate {
        let Estimate { value, error } = elo(&self.moments());
        let error = error * small_sample(self.blocks());
        Estimate { value, error }
    }

    /// Returns the normalised Elo difference between the engine and its opponents, as
    /// [`normalized_elo()`](super::normalized_elo()), with an interval that is wide enough for few
    /// blocks and lopsided matches: it allows for the spread that the block added contributes.
    pub fn normalized_elo(&self) -> Estimate {
        let moments = self.moments();
        let Estimate { value, error } = normalized_elo(&moments);
        let mean = moments.mean;
        let added = (mean * mean + (1.0 - mean) * (1.0 - mean)) / 2.0;
        let share = (added / (moments.blocks * moments.variance)).min(0.99);
        let pulled = value.abs() * (1.0 / (1.0 - share).sqrt() - 1.0);
        let error = error * small_sample(self.blocks()) + pulled;
        Estimate { value, error }
    }
}
