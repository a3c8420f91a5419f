//! Drafts of positions on a floe: what is known so far, which need not be legal.
//!
//! A reader of notation is text → draft → position, and an editor changes a draft. `read.rs` reads
//! one from a text, as far as the text can be read; `build.rs` checks it, and makes a position of
//! it.

mod build;
mod cell;
mod read;

use std::fmt;

pub(crate) use build::{cell_of, put_penguin, settled};
pub use cell::{DraftCell, DraftTile};
use floe_fish::{TakenBounds, Value, penguins_each};
use floe_game::{DraftField, Player};
use floe_hex::{Hex, Layout};
pub(crate) use read::EXPECTED_TOOK;

use crate::{Outline, Rules, Scoring, Whales};

/// Position on a floe as far as it is known, by the base rules or the rules of any variant.
#[derive(Clone, PartialEq, Debug)]
pub struct FloeDraft {
    /// Outline of the floe.
    pub outline: Outline,
    /// Rules of the game.
    pub rules: Rules,
    /// Cells of the outline, in reading order.
    pub cells: Vec<DraftCell>,
    /// Player to move.
    pub to_move: Player,
    /// Fish and tiles that each player has taken, by [`Player::index`]; its length is the number of
    /// players.
    pub taken: Vec<Value>,
    /// Number of penguins that each player still has to place, by [`Player::index`]; empty if all
    /// are placed.
    pub hands: Vec<u8>,
    /// Turns in a row that took or removed no tile, in variants that count them.
    pub idle: u8,
    /// Hex of the roaming whale (3.3); `None` if it is not known, or the rules have none.
    pub whale: Option<Hex>,
    /// The whales that hide (3.4); `None` if they are not known, or the rules have none.
    pub hidden: Option<Whales>,
    /// Number of ordinary tiles with one, two and three fish that each player has taken, by
    /// [`Player::index`], for special tiles (3.7); empty if it is not known, or for other rules.
    pub took: Vec<[u8; 3]>,
    /// Cells with tiles outside the outline, by their hexes in the geometry with a ring (3.7).
    pub ring: Vec<(Hex, DraftCell)>,
}

/// Tiles of the game less the tiles of a draft. A number is above zero where tiles are missing in
/// the draft, and below zero where it has too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloeStock {
    /// Number of tiles with one, two and three fish that do not lie on the floe.
    pub left: [i32; 3],
    /// Number of tiles that neither lie on the floe nor were taken.
    pub tiles: i32,
    /// Number of fish on the tiles that neither lie on the floe nor were taken.
    pub fish: i32,
}

/// Tiles of the game with one, two and three fish (1.1).
const TILES: [i32; 3] = [30, 20, 10];

impl FloeDraft {
    /// A floe of water on which nothing has been taken, and A is to move.
    pub fn new(outline: Outline, rules: Rules, players: usize) -> FloeDraft {
        let hexes = Layout::geometry(outline).hexes().len() as usize;
        FloeDraft {
            outline,
            rules,
            cells: vec![DraftCell::default(); hexes],
            to_move: Player::new(0),
            taken: vec![Value::default(); players],
            hands: Vec::new(),
            idle: 0,
            whale: None,
            hidden: None,
            took: Vec::new(),
            ring: Vec::new(),
        }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.taken.len()
    }

    /// Name of the hex of the cell with this number, from 0 in reading order.
    pub fn name(&self, cell: usize) -> String {
        Layout::geometry(self.outline).name(Hex::new(cell))
    }

    /// The cell with this name; `None` if the outline has none.
    pub fn cell_mut(&mut self, name: &str) -> Option<&mut DraftCell> {
        let hex = Layout::geometry(self.outline).hex(name)?;
        self.cells.get_mut(hex.index())
    }

    /// The field of the cell with this number, for errors.
    fn field(&self, cell: usize) -> DraftField {
        DraftField::space(self.name(cell), cell)
    }

    /// Whether positions by these rules have this key.
    pub fn has_key(&self, key: &str) -> bool {
        self.rules.variant.keys.contains(&key)
    }

    /// Numbers of tiles on the floe with one, two and three fish, those outside the outline
    /// included. A broken tile is one with one fish, turned over.
    fn tiles_by_fish(&self) -> [i32; 3] {
        let mut counts = [0; 3];
        let outside = self.ring.iter().map(|(_, cell)| cell);
        for cell in self.cells.iter().chain(outside) {
            if let fish @ 1..=3 = cell.tile.printed_fish() {
                counts[fish as usize - 1] += 1;
            }
        }
        counts
    }

    /// Compares the tiles of the game with the tiles of the draft; `None` where players take no
    /// tiles, and on a floe that does not use all tiles of the game.
    pub fn stock(&self) -> Option<FloeStock> {
        let is_whole = self.outline.dealt().len() as i32 == TILES.iter().sum::<i32>();
        if !is_whole || !self.rules.variant.takes_tiles() {
            return None;
        }
        let counts = self.tiles_by_fish();
        let left = [0, 1, 2].map(|index| TILES[index] - counts[index]);
        let tiles: i32 = self.taken.iter().map(|taken| taken.tiles).sum();
        let fish: i32 = self.taken.iter().map(|taken| taken.fish).sum();
        Some(FloeStock {
            left,
            tiles: left.iter().sum::<i32>() - tiles,
            fish: left[0] + 2 * left[1] + 3 * left[2] - fish,
        })
    }

    /// Leaves nothing to the players: no catch, no penguins in hand, and A is to move. Penguins on
    /// the floe stay.
    pub fn clear_players(&mut self) {
        self.hands.clear();
        self.taken.fill(Value::default());
        self.took.fill([0; 3]);
        self.to_move = Player::new(0);
        self.idle = 0;
    }

    /// Changes the number of players; new players have taken nothing. If penguins are still to be
    /// placed, all players get as many in hand as the rules give them (1.2). If the player to move
    /// is no longer in the game, A is to move.
    pub fn set_players(&mut self, players: usize) {
        self.taken.resize(players, Value::default());
        if !self.took.is_empty() {
            self.took.resize(players, [0; 3]);
        }
        if !self.hands.is_empty() {
            // As many as the rules give each player (1.2).
            self.hands = vec![penguins_each(players); players];
        }
        if self.to_move.index() >= players {
            self.to_move = Player::new(0);
        }
    }

    /// Changes the number of penguins that a player of the draft still has to place.
    pub fn set_hand(&mut self, player: Player, penguins: u8) {
        self.hands.resize(self.players(), 0);
        self.hands[player.index()] = penguins;
        if self.hands.iter().all(|&penguins| penguins == 0) {
            self.hands.clear();
        }
    }

    /// Changes the ordinary tiles with one, two and three fish that a player has taken, and with
    /// them its fish and tiles.
    pub fn set_took(&mut self, player: Player, counts: [u8; 3]) {
        self.took.resize(self.players(), [0; 3]);
        self.took[player.index()] = counts;
        let [one, two, three] = counts.map(i32::from);
        self.taken[player.index()] = Value {
            fish: one + 2 * two + 3 * three,
            tiles: one + two + three,
        };
    }

    /// Changes the rules, and with them the number of players, the whales and the catch, as the new
    /// rules need them: a roaming whale begins below a free tile with the most fish. Removes tiles
    /// outside the outline, and sets `idle` to 0.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        if rules.teams {
            self.set_players(Player::MAX);
        }
        if !rules.variant.takes_tiles() {
            self.taken.fill(Value::default());
        }
        self.idle = 0;
        self.whale = None;
        self.hidden = self.has_key("hidden").then_some(Whales::THREE);
        self.took.clear();
        self.ring.clear();
        if self.has_key("whale") {
            let free = (0..self.cells.len()).filter(|&cell| self.cells[cell].penguins.is_empty());
            let most = free.rev().max_by_key(|&cell| self.cells[cell].tile.fish());
            self.whale = most.map(Hex::new);
        }
        if self.has_key("took") {
            let counts = self.tiles_by_fish();
            let left = [0, 1, 2].map(|index| TILES[index] - counts[index]);
            let took = took(&self.taken, left);
            let most = [TILES.iter().sum(); 3];
            self.took = took
                .or_else(|| self::took(&self.taken, most))
                .unwrap_or_else(|| vec![[0; 3]; self.players()]);
        }
    }
}

/// Tiles with one, two and three fish that players may have taken, whose sums of fish and tiles are
/// these, out of those that are left; `None` if there are no such tiles.
fn took(taken: &[Value], left: [i32; 3]) -> Option<Vec<[u8; 3]>> {
    let Some((first, others)) = taken.split_first() else {
        return Some(Vec::new());
    };
    (0..=left[2].max(0)).find_map(|threes| {
        let twos = first.fish - first.tiles - 2 * threes;
        let own = [first.tiles - twos - threes, twos, threes];
        let rest = [0, 1, 2].map(|index| left[index] - own[index]);
        if own.iter().chain(&rest).any(|&count| count < 0) {
            return None;
        }
        let own = own.map(|count| count as u8);
        Some([vec![own], took(others, rest)?].concat())
    })
}

/// The draft in the notation of positions.
impl fmt::Display for FloeDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.outline.is_standard() {
            write!(f, "{}:", self.outline.name())?;
        }
        let geometry = Layout::geometry(self.outline);
        for (index, row) in geometry.outline_rows().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            row.into_iter()
                .filter_map(|hex| self.cells.get(hex.index()))
                .try_for_each(|cell| write!(f, "{cell}"))?;
        }
        let taken = self.taken.iter().map(|taken| taken.plain());
        write!(f, " {} {}", self.to_move, list(taken))?;
        if !self.hands.is_empty() {
            write!(f, " {}", list(self.hands.iter()))?;
        }
        if self.rules != Rules::BASE {
            write!(f, " rules={}", self.rules)?;
        }
        if self.idle > 0 {
            write!(f, " idle={}", self.idle)?;
        }
        if let Some(whale) = self.whale.filter(|_| self.has_key("whale")) {
            write!(f, " whale={}", geometry.name(whale))?;
        }
        if let Some(hidden) = self.hidden.filter(|_| self.has_key("hidden")) {
            write!(f, " hidden={hidden}")?;
        }
        if !self.has_key("took") {
            return Ok(());
        }
        if !self.took.is_empty() {
            let took = self.took.iter().map(|[a, b, c]| format!("{a}.{b}.{c}"));
            write!(f, " took={}", list(took))?;
        }
        if let Some(ring) = self.outline.ring().ok().filter(|_| !self.ring.is_empty()) {
            let tile = |(hex, cell): &(Hex, DraftCell)| format!("{}:{cell}", ring.name(*hex));
            write!(f, " ring={}", list(self.ring.iter().map(tile)))?;
        }
        Ok(())
    }
}

/// Bounds of what players can have taken on this outline by these rules.
fn taken_bounds(outline: Outline, rules: Rules) -> TakenBounds {
    // A tile counts for every penguin that leaves it (3.6), at most four.
    let penguins = if rules.variant.shares_tiles { 4 } else { 1 };
    TakenBounds {
        hexes: outline.geometry().hexes().len(),
        most_fish: 12,
        tile_fish: 3 * penguins,
        // The middle may cost two fish for each penguin, and is a tile (2.3).
        costs: outline.centre().map_or(0, |_| 2 * penguins + 1),
        nothing: (rules.variant.scoring == Scoring::Survivors)
            .then_some("0:0, because no tile is taken in survival"),
    }
}

/// Items with commas between them.
fn list(items: impl Iterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    items.join(",")
}
