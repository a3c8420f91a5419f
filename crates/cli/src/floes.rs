//! The floes of a match.

use std::path::Path;

use anyhow::{Context, Result};
use floe_arena::config::MatchConfig;
use floe_arena::record::SeatResult;
use floe_arena::runner::MatchRules;
use floe_arena::schedule::SeedOf;
use floe_engine::AnyGame;
use floe_fish::PositionError;
use floe_game::{Player, walk};
use floe_variants::{Rules, SetUp};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::files;
use crate::problem::Wrong;
use crate::set_up::{Playable, Said};

/// The positions of a file, all of the same rules and number of players.
pub(crate) struct Given {
    pub(crate) rules: Rules,
    pub(crate) players: usize,
    pub(crate) positions: Vec<AnyGame>,
}

impl Given {
    /// Reads positions, one a line.
    ///
    /// # Errors
    /// When there is none, or one cannot be read, is not what was asked for or not like the first.
    pub(crate) fn read(path: &Path, said: Said) -> Result<Given> {
        let name = path.display();
        let text = files::read(path)?;
        let (mut first, mut positions): (Option<(usize, AnyGame)>, Vec<AnyGame>) = (None, Vec::new());
        for (number, line) in
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let wrong = |error: String| Wrong::new(format!("{name}, line {number}: {error}"));
            let position: AnyGame = line.trim().parse().map_err(|error: PositionError| wrong(error.to_string()))?;
            said.check(&position).map_err(wrong)?;
            let (like, first) = first.get_or_insert((number, position));
            let alike = Said { rules: Some(first.rules()), players: Some(first.players()), outline: None };
            alike.check_as(&position, |_| format!("as in line {like}")).map_err(wrong)?;
            positions.push(position);
        }
        let Some((_, first)) = first else { return Err(Wrong::new(format!("there is no position in {name}")).into()) };
        Ok(Given { rules: first.rules(), players: first.players(), positions })
    }

    /// Whether all are of the base game on the official floe.
    pub(crate) fn are_base(&self) -> bool {
        self.positions.iter().all(|position| position.base().is_some())
    }
}

/// The floes of a match.
pub(crate) struct Floes<G> {
    seed: u64,
    placed: bool,
    positions: Vec<G>,
    set_up: SetUp,
}

impl<G: Playable> Floes<G> {
    /// # Errors
    /// When a position cannot be read or is of another kind.
    pub(crate) fn of(config: &MatchConfig, set_up: SetUp) -> Result<Floes<G>> {
        let read = |(number, text): (usize, &String)| -> Result<G> {
            text.parse::<G>().map_err(Wrong::from).with_context(|| format!("position {} of the floes", number + 1))
        };
        let positions = config.positions.iter().enumerate().map(read).collect::<Result<_>>()?;
        if config.positions.is_empty() {
            G::dealt(&set_up, 0)?;
        }
        Ok(Floes { seed: config.seed, placed: config.placed, positions, set_up })
    }
}

impl<G: Playable> MatchRules<G> for Floes<G> {
    fn floe(&self, index: u64) -> G {
        if !self.positions.is_empty() {
            return self.positions[(index % self.positions.len() as u64) as usize];
        }
        let seed = SeedOf::Floe(index).from_match(self.seed);
        let position = G::dealt(&self.set_up, seed).expect("these rules can be played so");
        if !self.placed {
            return position;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        rng.jump();
        walk(&position, position.in_hand(), &mut rng)
    }

    fn position(&self, game: &G) -> String {
        game.to_string()
    }

    fn result(&self, game: &G, player: Player) -> SeatResult {
        let has = game.has(player);
        SeatResult { points: i64::from(has.fish), tie_break: i64::from(has.tiles) }
    }
}
