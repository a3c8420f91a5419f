//! The rules 1.1 to 1.9 written down once more, word by word, from the text of the rules.
//!
//! It shares nothing with the crates: it has its own hexes, its own reader and printer, its own
//! slides, and players who retire one by one. It is slow, and meant to be read next to
//! `docs/rules.md`.

use std::collections::{HashMap, HashSet};

mod text;

/// A hex: its row and its place in the row, both from 0.
pub(crate) type Hex = (i32, i32);

/// 1.1: eight rows of 7, 8, 7, 8, … hexes from the top.
const ROWS: i32 = 8;

fn length(row: i32) -> i32 {
    if row % 2 == 0 { 7 } else { 8 }
}

const DIRECTIONS: [&str; 6] = ["E", "W", "NE", "NW", "SE", "SW"];

/// 1.1: the hex that touches this one on that side, if it is on the floe or not. A row of seven is
/// indented by half a hex.
fn next_to((row, column): Hex, direction: &str) -> Hex {
    let indented = row % 2 == 0;
    match direction {
        "E" => (row, column + 1),
        "W" => (row, column - 1),
        "NE" => (row - 1, if indented { column + 1 } else { column }),
        "NW" => (row - 1, if indented { column } else { column - 1 }),
        "SE" => (row + 1, if indented { column + 1 } else { column }),
        "SW" => (row + 1, if indented { column } else { column - 1 }),
        _ => panic!("there is no direction {direction}"),
    }
}

/// State of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seat {
    pub(crate) penguins: HashSet<Hex>,
    pub(crate) in_hand: u32,
    pub(crate) fish: u32,
    pub(crate) tiles: u32,
    pub(crate) retired: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Action {
    Place(Hex),
    Move(Hex, Hex),
}

/// A game of two, three or four players (1.2) at some moment.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    /// The fish on every tile still there; all else is water.
    pub(crate) floe: HashMap<Hex, u32>,
    pub(crate) seats: Vec<Seat>,
    /// Player to move; when the game is over, the one that had the last turn.
    pub(crate) turn: usize,
    pub(crate) over: bool,
}

impl Literal {
    fn is_free(&self, hex: Hex) -> bool {
        self.floe.contains_key(&hex) && self.seats.iter().all(|seat| !seat.penguins.contains(&hex))
    }

    /// Moves of this player if it were its turn.
    fn actions_of(&self, player: usize) -> Vec<Action> {
        let seat = &self.seats[player];
        let mut actions = Vec::new();
        if seat.in_hand > 0 {
            // 1.4: on a free one-fish tile.
            let ones = self
                .floe
                .iter()
                .filter(|&(_, &fish)| fish == 1)
                .map(|(&hex, _)| hex);
            actions.extend(ones.filter(|&hex| self.is_free(hex)).map(Action::Place));
            return actions;
        }
        for &from in &seat.penguins {
            for direction in DIRECTIONS {
                // 1.5: in a straight line over free tiles, and it may stop on any tile on the way.
                let mut here = next_to(from, direction);
                while self.is_free(here) {
                    actions.push(Action::Move(from, here));
                    here = next_to(here, direction);
                }
            }
        }
        actions
    }

    /// Moves of the player to move; none when the game is over.
    pub(crate) fn actions(&self) -> Vec<Action> {
        if self.over {
            Vec::new()
        } else {
            self.actions_of(self.turn)
        }
    }

    pub(crate) fn act(&mut self, action: Action) {
        assert!(
            self.actions().contains(&action),
            "{action:?} is against the rules in {}",
            self.to_line()
        );
        let seat = &mut self.seats[self.turn];
        match action {
            Action::Place(hex) => {
                seat.penguins.insert(hex);
                seat.in_hand -= 1;
            }
            Action::Move(from, to) => {
                seat.penguins.remove(&from);
                seat.penguins.insert(to);
                // 1.5: it takes the tile the penguin left, which becomes water.
                seat.fish += self.floe.remove(&from).expect("a penguin stands on a tile");
                seat.tiles += 1;
            }
        }
        self.pass_to((self.turn + 1) % self.seats.len());
    }

    /// Gives the turn to this player, or, where it cannot move and retires, to the next (1.7).
    pub(crate) fn pass_to(&mut self, player: usize) {
        // 1.8: the game ends when all players have retired.
        if self.seats.iter().all(|seat| seat.retired) {
            self.over = true;
            return;
        }
        if !self.seats[player].retired {
            if !self.actions_of(player).is_empty() {
                self.turn = player;
                return;
            }
            self.retire(player);
        }
        self.pass_to((player + 1) % self.seats.len());
    }

    /// 1.7: its penguins leave the floe and it takes the tiles they stood on, which become water.
    fn retire(&mut self, player: usize) {
        let seat = &mut self.seats[player];
        for hex in seat.penguins.drain() {
            seat.fish += self.floe.remove(&hex).expect("a penguin stands on a tile");
            seat.tiles += 1;
        }
        seat.retired = true;
    }

    /// 1.9: who has won, one player or several who share the victory.
    pub(crate) fn winners(&self) -> Vec<usize> {
        assert!(self.over, "no player has won before the end");
        let most_fish = self.seats.iter().map(|seat| seat.fish).max().unwrap();
        let tied = self.seats.iter().filter(|seat| seat.fish == most_fish);
        let most_tiles = tied.map(|seat| seat.tiles).max().unwrap();
        let won = |seat: &Seat| seat.fish == most_fish && seat.tiles == most_tiles;
        (0..self.seats.len())
            .filter(|&player| won(&self.seats[player]))
            .collect()
    }

    /// Number of sequences of exactly this number of placements and moves.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for action in self.actions() {
            let mut next = self.clone();
            next.act(action);
            leaves += next.perft(depth - 1);
        }
        leaves
    }
}
