//! The rules 1.5 to 1.9 taken literally, and every line played to its end.
//!
//! Arrays, takings when a tile is left, players who retire and leave the floe: no landing credit, no canonical form, no
//! code shared with the solver but the reading of positions. All it does to be quick is to remember whole states.

use std::collections::HashMap;

use floe_fish::{Cell, Position};
use floe_game::{Game, Player};
use floe_hex::Hex;

pub(crate) const HEXES: usize = 60;

/// A whole state: what is on each hex, who is to move, who has retired.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Fish of the tile, 0 for water.
    fish: [u8; HEXES],
    /// Who stands there: 0 nobody, else player + 1.
    penguin: [u8; HEXES],
    turn: usize,
    retired: [bool; 4],
    players: usize,
}

/// Fish and tiles that every player takes from now on.
pub(crate) type Takings = [(i32, i32); 4];

pub(crate) struct Brute {
    known: HashMap<State, Takings>,
    rows: Vec<(usize, usize, usize)>,
}

impl State {
    pub(crate) fn of<const N: usize>(position: &Position<N>) -> State {
        let mut state = State {
            fish: [0; HEXES],
            penguin: [0; HEXES],
            turn: position.last_turn().index(),
            retired: [false; 4],
            players: N,
        };
        for index in 0..HEXES {
            match position.cell(Hex::new(index)) {
                Cell::Water => (),
                Cell::Tile(fish) => state.fish[index] = fish as u8,
                Cell::Penguin(player, fish) => {
                    state.fish[index] = fish as u8;
                    state.penguin[index] = player.index() as u8 + 1;
                }
            }
        }
        for player in Player::first(N) {
            state.retired[player.index()] = position.penguins(player).is_empty();
        }
        let _ = position.is_over();
        state
    }
}

impl Brute {
    pub(crate) fn new() -> Brute {
        // Row, first index, length.
        let lengths = [7, 8, 7, 8, 7, 8, 7, 8];
        let mut rows = Vec::new();
        let mut first = 0;
        for (row, length) in lengths.into_iter().enumerate() {
            rows.push((row, first, length));
            first += length;
        }
        Brute { known: HashMap::new(), rows }
    }

    /// The hex next to this one, in half hexes to the right and rows down.
    fn next(&self, index: usize, right: i32, down: i32) -> Option<usize> {
        let &(row, first, _) = self.rows.iter().rfind(|&&(_, first, _)| first <= index).unwrap();
        let x = 2 * (index - first) as i32 + i32::from(row % 2 == 0) + right;
        let &(row, first, length) = self.rows.get(usize::try_from(row as i32 + down).ok()?)?;
        let column = x - i32::from(row % 2 == 0);
        (column >= 0 && column % 2 == 0 && column / 2 < length as i32).then(|| first + (column / 2) as usize)
    }

    fn moves(&self, state: &State, player: usize) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for from in (0..HEXES).filter(|&hex| state.penguin[hex] == player as u8 + 1) {
            for (right, down) in [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)] {
                let mut hex = from;
                while let Some(to) = self.next(hex, right, down) {
                    if state.fish[to] == 0 || state.penguin[to] != 0 {
                        break;
                    }
                    moves.push((from, to));
                    hex = to;
                }
            }
        }
        moves
    }

    /// What everybody takes from here on, for the player at the root of a game of three and four.
    pub(crate) fn takings(&mut self, state: &State, root: usize) -> Takings {
        if let Some(&known) = self.known.get(state) {
            return known;
        }
        let result = self.play_on(state, root);
        self.known.insert(state.clone(), result);
        result
    }

    fn play_on(&mut self, state: &State, root: usize) -> Takings {
        if (0..state.players).all(|player| state.retired[player]) {
            return Takings::default();
        }
        let player = state.turn;
        let mut next = state.clone();
        next.turn = (player + 1) % state.players;
        if state.retired[player] {
            return self.takings(&next, root);
        }
        let moves = self.moves(state, player);
        if moves.is_empty() {
            let mut taken = (0, 0);
            for hex in 0..HEXES {
                if state.penguin[hex] == player as u8 + 1 {
                    taken = (taken.0 + i32::from(state.fish[hex]), taken.1 + 1);
                    next.penguin[hex] = 0;
                    next.fish[hex] = 0;
                }
            }
            next.retired[player] = true;
            return self.with(player, taken, &next, root);
        }
        let mut best: Option<Takings> = None;
        for (from, to) in moves {
            let mut after = next.clone();
            after.penguin[to] = after.penguin[from];
            after.penguin[from] = 0;
            after.fish[from] = 0;
            let takings = self.with(player, (i32::from(state.fish[from]), 1), &after, root);
            if best.is_none_or(|best| preferred(state.players, player, root, &takings, &best)) {
                best = Some(takings);
            }
        }
        best.unwrap()
    }

    fn with(&mut self, player: usize, taken: (i32, i32), next: &State, root: usize) -> Takings {
        let mut takings = self.takings(next, root);
        takings[player] = (takings[player].0 + taken.0, takings[player].1 + taken.1);
        takings
    }
}

/// Two players want the difference, more their own, and among equals the least for the root and those after it.
fn preferred(players: usize, player: usize, root: usize, a: &Takings, b: &Takings) -> bool {
    if players == 2 {
        let difference = |t: &Takings| (t[player].0 - t[1 - player].0, t[player].1 - t[1 - player].1);
        return difference(a) > difference(b);
    }
    if a[player] != b[player] {
        return a[player] > b[player];
    }
    let round = |t: &Takings| (0..players).map(|turn| t[(root + turn) % players]).collect::<Vec<_>>();
    round(a) < round(b)
}
