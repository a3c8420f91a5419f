//! My own game in the search: players take one to three stones, and who takes the last one wins.

use floe::game::{Game, Keyed, Player, Score, Turn, TwoSided};
use floe::search::{AlphaBeta, NoOracle, TableError};
use floe::{Limits, Options};

#[derive(Clone, Copy, Debug)]
struct Stones {
    left: u8,
    mover: usize,
}

impl Game for Stones {
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over,
            _ => Turn::Of(Player::new(self.mover)),
        }
    }

    fn for_each_move(&self, visit: impl FnMut(u8)) {
        (1..=self.left.min(3)).for_each(visit);
    }

    fn play(&mut self, taken: u8) {
        self.left -= taken;
        self.mover = 1 - self.mover;
    }

    fn score(&self, player: Player) -> Score {
        Score::from(self.left == 0 && player.index() != self.mover)
    }
}

impl Keyed for Stones {
    const MOVE_BITS: u32 = 2;

    fn key(&self) -> u64 {
        let number = 2 * u64::from(self.left) + self.mover as u64;
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn move_bits(taken: u8) -> u32 {
        taken.into()
    }

    fn move_of_bits(bits: u32) -> u8 {
        bits as u8
    }
}

impl TwoSided for Stones {}

fn main() -> Result<(), TableError> {
    let game = Stones { left: 10, mover: 0 };
    let no_estimate = |_: &Stones| 0;
    let options = Options {
        lines: 3,
        ..Options::default()
    };
    let mut search = AlphaBeta::new(no_estimate, NoOracle, options)?;
    let report = search.search(&game, &Limits::default(), |_| ());
    for line in &report.lines {
        println!("take {}: {:+}", line.moves[0], line.value);
    }
    assert!(report.is_exact());
    Ok(())
}
