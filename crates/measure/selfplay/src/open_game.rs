//! Games of self-play whose moves are chosen outside.

use floe_engine::{AnyGame, EngineGame, with_game};
use floe_game::{Game, Sampled};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Ply, SearchResult, SelfPlay, SelfPlayGame};

/// Game of a self-play run in progress, whose moves the caller chooses, such as by a search that a
/// network guides.
#[derive(Debug)]
pub struct OpenGame {
    game: SelfPlayGame,
    position: AnyGame,
    /// Random numbers of this game. [`play`](OpenGame::play) draws outcomes of chance from them; a
    /// caller that chooses moves at random draws from them, too.
    pub rng: Xoshiro256PlusPlus,
}

impl SelfPlay {
    /// Begins the game with this index in the run, from 0, and plays its random moves.
    pub fn open(&self, index: u64) -> OpenGame {
        let mut rng = self.random_stream(index);
        let start =
            AnyGame::deal(&self.set_up, rng.random()).expect("this set-up has been dealt before");
        let random_plies = rng.random_range(0..=self.random_plies);
        let mut open = OpenGame {
            game: SelfPlayGame {
                index,
                start,
                plies: Vec::new(),
            },
            position: start,
            rng,
        };
        for _ in 0..random_plies {
            open.play_at_random();
        }
        open
    }
}

impl OpenGame {
    /// The current position.
    pub fn position(&self) -> &AnyGame {
        &self.position
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        with_game!(&self.position, position => position.is_over())
    }

    /// Number of moves so far that a search has chosen.
    pub fn searched(&self) -> usize {
        self.game
            .plies
            .iter()
            .filter(|ply| ply.searched.is_some())
            .count()
    }

    fn play_at_random(&mut self) {
        let rng = &mut self.rng;
        with_game!(&self.position, position => {
            let Some(mv) = position.random_move(rng) else { return };
            self.play_any(*position, mv, None);
        });
    }

    /// Plays the choice with these [bits](floe_game::Keyed::move_bits), found by the search
    /// `searched`, and draws the outcome of chance.
    ///
    /// # Panics
    /// May panic if the choice is not legal.
    pub fn play(&mut self, bits: u32, searched: SearchResult) {
        with_game!(&self.position, position => self.play_choice(*position, bits, searched));
    }

    fn play_choice<G: EngineGame>(&mut self, position: G, bits: u32, searched: SearchResult) {
        let mv = position.draw_outcome(G::move_of_bits(bits), &mut self.rng);
        self.play_any(position, mv, Some(searched));
    }

    fn play_any<G: EngineGame>(
        &mut self,
        position: G,
        mv: G::Move,
        searched: Option<SearchResult>,
    ) {
        let mv = position.observed(mv, position.last_turn());
        self.game.plies.push(Ply {
            bits: G::move_bits(mv),
            kept: searched.is_some(),
            searched,
        });
        self.position = position.after(mv).into();
    }

    /// Returns the finished game.
    ///
    /// # Panics
    /// If the game is not over.
    pub fn finish(self) -> SelfPlayGame {
        assert!(self.is_over(), "a finished game");
        self.game
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use floe_engine::GameRules;

    use super::super::{PolicyMove, SelfPlayLog, read_games};
    use super::*;

    /// A game whose moves are all the last choices, with policies.
    fn played(play: &SelfPlay, index: u64) -> SelfPlayGame {
        let mut open = play.open(index);
        while !open.is_over() {
            let choices: Vec<u32> = with_game!(open.position(), position => choices(position));
            let weigh = |(weight, &bits): (usize, &u32)| PolicyMove {
                bits,
                weight: weight as u16,
            };
            let policy = choices.iter().enumerate().map(weigh).collect();
            let searched = SearchResult {
                scores: vec![7],
                exact: false,
                depth: 0,
                policy,
            };
            open.play(*choices.last().expect("the game goes on"), searched);
        }
        open.finish()
    }

    fn choices<G: EngineGame>(position: &G) -> Vec<u32> {
        position.choices().into_iter().map(G::move_bits).collect()
    }

    /// Files with policies give them back, for the base game and for others, and go on where they
    /// ended; a file without policies is another kind of file.
    #[test]
    fn files_keep_policies() {
        for rules in ["base", "push"] {
            let path =
                std::env::temp_dir().join(format!("floe-policies-{}-{rules}", std::process::id()));
            let rules: GameRules = rules.parse().expect("rules");
            let play = SelfPlay::new(rules.usual(2), 5, 3).expect("games can be dealt");
            let with_policies = play.clone().with_policies();
            let games: Vec<SelfPlayGame> =
                (0..3).map(|index| played(&with_policies, index)).collect();
            for game in &games {
                let mut log = SelfPlayLog::open(&path, &with_policies, "engine=test")
                    .expect("the file resumes");
                log.append(game.clone()).expect("the disk has room");
            }
            let mut read = Vec::new();
            read_games(&path, |game| read.push(game.clone())).expect("a whole file");
            assert_eq!(read, games);
            assert!(SelfPlayLog::open(&path, &play, "engine=test").is_err());
            fs::remove_file(&path).expect("the file is there");
        }
    }
}
