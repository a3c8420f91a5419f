//! The variants read literally: slow, plain, and written from the rules alone, so that the engine
//! can be tested against it. Numbers in comments are those of `docs/rules.md`.

mod base;
mod floe;
mod group;
mod hidden;
mod push;
mod survival;
mod text;
mod whale;

use floe::{Ground, Hex, Outline};
use std::collections::BTreeMap;

/// A position after the retirement of all players who cannot move.
#[derive(Clone)]
pub(crate) struct Literal {
    outline: Outline,
    /// The rules as they are written in a position line, empty for the base game.
    rules: String,
    /// Contents of every hex of the outline.
    ground: BTreeMap<Hex, Ground>,
    /// The penguins on every hex that holds any, their owners in order; more than one only in group
    /// (3.6).
    penguins: BTreeMap<Hex, Vec<usize>>,
    turn: usize,
    /// Fish and tiles taken so far, a pair a player.
    taken: Vec<(i32, i32)>,
    /// Penguins still to be placed, a number a player.
    hand: Vec<usize>,
    whale: Option<Hex>,
    /// The fish of the tiles with a whale on the back that has not shown itself (3.4).
    hidden: Vec<i32>,
    /// Turns in a row that have removed (3.5) or taken (3.6) no tile.
    idle: usize,
}

impl Literal {
    /// A valid position line. The position is settled: a player to move who cannot move has
    /// retired.
    pub(crate) fn read(text: &str) -> Literal {
        let mut position = text::read(text);
        position.settle();
        hidden::forget_lost_whales(&mut position);
        position
    }

    /// The canonical position line.
    pub(crate) fn text(&self) -> String {
        text::write(self)
    }

    /// All placements or moves of the player to move, sorted; none when the game is over.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves = if self.has_rule("hidden-whale") {
            hidden::turns(self)
        } else if self.placing() {
            self.placements()
        } else if self.has_rule("survival") {
            survival::turns(self)
        } else if self.has_rule("group") {
            group::turns(self)
        } else {
            let slides = if self.has_rule("whale") {
                whale::turns(self)
            } else {
                self.slide_turns()
            };
            let pushes = if self.has_rule("push") {
                push::turns(self)
            } else {
                Vec::new()
            };
            [slides, pushes].concat()
        };
        moves.sort();
        moves
    }

    /// Plays one of `moves()` and settles.
    pub(crate) fn play(&mut self, mv: &str) {
        if self.has_rule("hidden-whale") {
            hidden::play(self, mv);
            return;
        }
        if self.placing() {
            self.place(self.outline.hex(mv));
        } else {
            self.play_turn(mv);
        }
        if self.has_rule("survival") && !self.placing() {
            survival::leave(self);
            // The last TURN stays when the game is over.
            if survival::over(self) {
                return;
            }
        }
        self.turn = self.next(self.turn);
        self.settle();
    }

    /// Outcomes of a choice with their probabilities (3.4).
    pub(crate) fn outcomes(&self, choice: &str) -> Vec<(String, f64)> {
        hidden::outcomes(self, choice).into_iter().collect()
    }

    /// Choices of the player to move (3.4).
    pub(crate) fn choices(&self) -> Vec<String> {
        hidden::choices(self)
    }

    /// Per player: fish and tiles taken so far; in survival (3.5) penguins left and fish of the
    /// areas it holds alone.
    pub(crate) fn results(&self) -> Vec<(i32, i32)> {
        if self.has_rule("survival") {
            survival::results(self)
        } else {
            self.taken.clone()
        }
    }

    /// The part of a turn after its first hexes, `c3-d3` and so on, depends on the rules.
    fn play_turn(&mut self, mv: &str) {
        let (head, choice) = match mv.split_once(',') {
            Some((head, choice)) => (head, choice.split_once(':').map(|(_, choice)| choice)),
            None => (mv, None),
        };
        let (from, sign, to) = self.outline.hex_pair(head);
        if sign == 'x' {
            push::play(self, from, to);
        } else if self.has_rule("survival") {
            let sunk = choice.map(|name| self.outline.hex(name));
            survival::play(self, from, to, sunk);
        } else if self.has_rule("group") {
            group::play(self, from, to, sign == '=');
        } else if self.has_rule("whale") {
            let fish = self.slide(from, to);
            if let Some(name) = choice {
                whale::swim(self, floe::direction(name), fish);
            }
        } else {
            self.slide(from, to);
        }
    }

    /// 1.7: a player that cannot move at its turn retires, and play goes straight on. A player
    /// without penguins has retired or lost them all, and is skipped. Nothing of this happens
    /// during placement.
    fn settle(&mut self) {
        if self.placing() {
            return;
        }
        if self.has_rule("survival") {
            survival::settle(self);
            return;
        }
        if self.has_rule("group") {
            group::all_retire_when_idle(self);
        }
        // 1.8: the game ends when all players have retired; TURN stays with the last to do so.
        while !self.penguins.is_empty() {
            if self.has_penguins(self.turn) {
                let turns = if self.has_rule("hidden-whale") {
                    self.slide_turns()
                } else {
                    self.moves()
                };
                if !turns.is_empty() {
                    return;
                }
                self.retire(self.turn);
            }
            if !self.penguins.is_empty() {
                self.turn = self.next(self.turn);
            }
        }
    }

    fn placing(&self) -> bool {
        self.hand.iter().any(|&left| left > 0)
    }

    /// `player` takes the tile on `hex`, which becomes water, and scores its fish `times` times
    /// (more than once only in 3.6). It counts as one tile. Returns the fish of the tile.
    fn take(&mut self, hex: Hex, player: usize, times: usize) -> i32 {
        let fish = self.fish(hex);
        self.taken[player].0 += fish * times as i32;
        self.taken[player].1 += 1;
        self.ground.insert(hex, Ground::Water);
        fish
    }

    /// A tile without a penguin, on which the whale is not (3.3).
    fn is_free(&self, hex: Hex) -> bool {
        let tile = matches!(self.ground[&hex], Ground::Tile(_));
        tile && !self.penguins.contains_key(&hex) && self.whale != Some(hex)
    }

    fn fish(&self, hex: Hex) -> i32 {
        match self.ground[&hex] {
            Ground::Tile(fish) => fish,
            other => panic!("no tile but {other:?}"),
        }
    }

    fn put(&mut self, hex: Hex, player: usize) {
        let here = self.penguins.entry(hex).or_default();
        here.push(player);
        here.sort();
    }

    fn lift(&mut self, hex: Hex, player: usize) {
        let here = self.penguins.get_mut(&hex).expect("penguins");
        let index = here.iter().position(|&owner| owner == player);
        here.remove(index.expect("a penguin of the player"));
        if here.is_empty() {
            self.penguins.remove(&hex);
        }
    }

    /// Number of penguins of `player` on `hex`.
    fn count(&self, hex: Hex, player: usize) -> usize {
        let here = self.penguins.get(&hex).into_iter().flatten();
        here.filter(|&&owner| owner == player).count()
    }

    /// The hexes that hold penguins of `player`.
    fn hexes_of(&self, player: usize) -> Vec<Hex> {
        let hexes = self.penguins.keys().copied();
        hexes.filter(|&hex| self.count(hex, player) > 0).collect()
    }

    fn has_penguins(&self, player: usize) -> bool {
        !self.hexes_of(player).is_empty()
    }

    fn players_with_penguins(&self) -> usize {
        (0..self.taken.len())
            .filter(|&player| self.has_penguins(player))
            .count()
    }

    /// 1.2: turns go round in the order of the letters.
    fn next(&self, player: usize) -> usize {
        (player + 1) % self.taken.len()
    }

    /// `push+teams` has the rules `push` and `teams`.
    fn has_rule(&self, rule: &str) -> bool {
        self.rules.split('+').any(|part| part == rule)
    }
}

/// The number of sequences of exactly `depth` placements or moves.
pub(crate) fn perft(position: &Literal, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sequences = 0;
    for mv in moves {
        let mut after = position.clone();
        after.play(&mv);
        sequences += perft(&after, depth - 1);
    }
    sequences
}
