//! The rules 1.5 to 1.9 taken literally, and every line played to its end.
//!
//! Arrays, takings when a tile is left, players who retire and leave the floe: no landing credit,
//! no canonical form, no areas, no bounds, no code shared with the solver but the reading of
//! positions. All it does to be quick is to remember whole states.

use ahash::AHashMap;
use floe_fish::{Cell, Position};
use floe_game::Player;
use floe_hex::{Direction, Geometry, Hex};

/// Contents of every place: 0 water, 1 a free tile, 2 and more a player's penguin.
type Cells = [u8; 40];
const WATER: u8 = 0;
const FREE: u8 = 1;
const PENGUIN: u8 = 2;

/// Fish and tiles that every player takes from now on.
pub(crate) type Takings = [(i16, i16); 4];

/// A floe, and what is known about it.
pub(crate) struct Brute {
    players: usize,
    /// The player to move at the root, whom ties of three and more players are settled against.
    root: usize,
    fish: Vec<i16>,
    /// Places in a straight line from every place in every direction, up to the edge or what has
    /// always been water.
    lines: Vec<[Vec<usize>; 6]>,
    known: AHashMap<u128, Takings>,
}

impl Brute {
    /// Fish and tiles that every player takes from this position on.
    pub(crate) fn solve<const N: usize>(position: &Position<N>) -> Takings {
        let geometry = floe_hex::Layout::geometry(floe_hex::Standard);
        let hexes: Vec<Hex> = geometry
            .hexes()
            .into_iter()
            .filter(|&hex| position.fish(hex) > 0)
            .collect();
        let mut cells = [WATER; 40];
        for (place, &hex) in hexes.iter().enumerate() {
            cells[place] = match position.cell(hex) {
                Cell::Water => WATER,
                Cell::Tile(_) => FREE,
                Cell::Penguin(player, _) => PENGUIN + player.index() as u8,
            };
        }
        let mut brute = Brute {
            players: N,
            root: position.last_turn().index(),
            fish: hexes.iter().map(|&hex| position.fish(hex) as i16).collect(),
            lines: hexes
                .iter()
                .map(|&hex| lines(geometry, &hexes, hex))
                .collect(),
            known: AHashMap::new(),
        };
        brute.takings(&cells, position.last_turn().index())
    }

    fn moves(&self, cells: &Cells, player: usize) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for from in (0..self.fish.len()).filter(|&place| cells[place] == PENGUIN + player as u8) {
            for line in &self.lines[from] {
                moves.extend(
                    line.iter()
                        .take_while(|&&to| cells[to] == FREE)
                        .map(|&to| (from, to)),
                );
            }
        }
        moves
    }

    fn takings(&mut self, cells: &Cells, turn: usize) -> Takings {
        let places = &cells[..self.fish.len()];
        let key = places
            .iter()
            .fold(turn as u128, |key, &cell| key << 3 | u128::from(cell));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let result = self.play_on(cells, turn);
        self.known.insert(key, result);
        result
    }

    fn play_on(&mut self, cells: &Cells, player: usize) -> Takings {
        if cells.iter().all(|&cell| cell < PENGUIN) {
            return Takings::default();
        }
        let next = (player + 1) % self.players;
        let moves = self.moves(cells, player);
        if moves.is_empty() {
            return self.retire(cells, player, next);
        }
        let mut best: Option<Takings> = None;
        for (from, to) in moves {
            let mut after = *cells;
            after[to] = after[from];
            after[from] = WATER;
            let mut takings = self.takings(&after, next);
            takings[player].0 += self.fish[from];
            takings[player].1 += 1;
            if best.is_none_or(|best| self.prefers(player, &takings, &best)) {
                best = Some(takings);
            }
        }
        best.expect("there is a move")
    }

    /// The player's penguins leave the floe with their tiles; one that has retired before has none.
    fn retire(&mut self, cells: &Cells, player: usize, next: usize) -> Takings {
        let mut after = *cells;
        let mut taken = (0, 0);
        for (cell, fish) in after.iter_mut().zip(&self.fish) {
            if *cell == PENGUIN + player as u8 {
                *cell = WATER;
                taken = (taken.0 + fish, taken.1 + 1);
            }
        }
        let mut takings = self.takings(&after, next);
        takings[player] = (takings[player].0 + taken.0, takings[player].1 + taken.1);
        takings
    }

    /// Two players want the difference; more want their own, and among equals the least for the
    /// root, then for those after it.
    fn prefers(&self, player: usize, a: &Takings, b: &Takings) -> bool {
        if self.players == 2 {
            let difference =
                |t: &Takings| (t[player].0 - t[1 - player].0, t[player].1 - t[1 - player].1);
            return difference(a) > difference(b);
        }
        if a[player] != b[player] {
            return a[player] > b[player];
        }
        let round = |t: &Takings| {
            (0..self.players)
                .map(|turn| t[(self.root + turn) % self.players])
                .collect::<Vec<_>>()
        };
        round(a) < round(b)
    }
}

fn lines(geometry: &Geometry, hexes: &[Hex], hex: Hex) -> [Vec<usize>; 6] {
    let (x, row) = geometry.place(hex);
    let steps: [(i32, i32); Direction::COUNT] =
        [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
    steps.map(|(right, down)| {
        let along = (1..).map(|step| geometry.at(x + step * right, row + step * down));
        along
            .map_while(|hex| hexes.iter().position(|&other| Some(other) == hex))
            .collect()
    })
}

/// The player's final margin over the other, in fish and tiles, from this position on.
pub(crate) fn margin_to_come(position: &Position<2>) -> (i16, i16) {
    let me = position.last_turn().index();
    let takings = Brute::solve(position);
    let mine = takings[me];
    let theirs = takings[1 - me];
    (mine.0 - theirs.0, mine.1 - theirs.1)
}

/// Final result of every player, in fish and tiles.
pub(crate) fn results<const N: usize>(position: &Position<N>) -> Vec<(i32, i32)> {
    let takings = Brute::solve(position);
    let result = |player: Player| {
        let taken = position.taken(player);
        let more = takings[player.index()];
        (
            taken.fish + i32::from(more.0),
            taken.tiles + i32::from(more.1),
        )
    };
    Player::first(N).map(result).collect()
}
