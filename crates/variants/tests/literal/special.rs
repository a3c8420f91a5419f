//! 3.7 special tiles read literally: slow, plain, and written from the rules alone, so that the engine can be tested against
//! it. Numbers in comments are those of `docs/rules.md`.

use std::collections::{BTreeMap, BTreeSet};

/// The row, that above the outline being 0, and half hexes to the right.
type Hex = (i32, i32);

const STEPS: [Hex; 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Tile {
    /// An ordinary one with so many fish.
    Fish(i32),
    /// `t`, `x`, `r` or `f` with so many fish.
    Special(char, i32),
    /// With this side up, 2 or 1.
    Broken(i32),
}

/// A position in which everybody who had to retire has retired.
#[derive(Clone)]
pub(crate) struct Literal {
    layout: String,
    /// For every row of the outline its indent in half hexes and its length.
    rows: Vec<(i32, i32)>,
    outline: BTreeSet<Hex>,
    ring: BTreeSet<Hex>,
    tiles: BTreeMap<Hex, Tile>,
    /// 2.3: can be slid across, and is neither tile nor water.
    open: Option<Hex>,
    penguins: BTreeMap<Hex, usize>,
    turn: usize,
    /// Fish and tiles taken, a pair a player.
    taken: Vec<(i32, i32)>,
    /// Ordinary tiles taken with one, two and three fish.
    took: Vec<Vec<i32>>,
    hand: Vec<usize>,
}

fn letter(player: usize) -> char {
    ['A', 'B', 'C', 'D'][player]
}

fn player_of(letter: char) -> usize {
    "ABCD".find(letter).unwrap()
}

fn join<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

/// The geometry: rows, names, neighbours.
impl Literal {
    fn rows_of(layout: &str) -> Vec<(i32, i32)> {
        match layout {
            "standard" => vec![(1, 7), (0, 8), (1, 7), (0, 8), (1, 7), (0, 8), (1, 7), (0, 8)],
            "setup-1" => vec![(0, 8), (1, 8), (0, 8), (1, 8), (0, 8), (1, 8), (0, 8), (1, 8)],
            "setup-2" => vec![(4, 5), (3, 6), (2, 7), (1, 8), (0, 9), (1, 8), (2, 7), (3, 6), (4, 5)],
            custom => {
                let inner = custom.strip_prefix("rows(").unwrap().strip_suffix(')').unwrap();
                let pairs = inner.split(',').map(|row| row.split_once(':').unwrap());
                pairs.map(|(indent, length)| (indent.parse().unwrap(), length.parse().unwrap())).collect()
            }
        }
    }

    /// The row above and the one below are longer by one and interlock; beside every other row is one hex on either side.
    fn ring_of(rows: &[(i32, i32)]) -> BTreeSet<Hex> {
        let mut ring = BTreeSet::new();
        let count = rows.len() as i32;
        for (row, &(indent, length)) in (1..).zip(rows) {
            ring.insert((row, indent - 2));
            ring.insert((row, indent + 2 * length));
        }
        let (first, last) = (rows[0], rows[rows.len() - 1]);
        (0..=first.1).for_each(|column| _ = ring.insert((0, first.0 - 1 + 2 * column)));
        (0..=last.1).for_each(|column| _ = ring.insert((count + 1, last.0 - 1 + 2 * column)));
        ring
    }

    fn name(&self, (row, x): Hex) -> String {
        let indent = match row {
            0 => self.rows[0].0 - 1,
            row if row as usize > self.rows.len() => self.rows[self.rows.len() - 1].0 - 1,
            row => self.rows[row as usize - 1].0,
        };
        let column = (x - indent) / 2;
        let letter = if column < 0 { 'z' } else { (b'a' + column as u8) as char };
        format!("{letter}{row}")
    }

    fn hex(&self, name: &str) -> Hex {
        *self.outline.iter().chain(&self.ring).find(|&&hex| self.name(hex) == name).expect("a hex")
    }

    fn around((row, x): Hex) -> Vec<Hex> {
        STEPS.iter().map(|&(down, right)| (row + down, x + right)).collect()
    }

    fn is_water(&self, hex: Hex) -> bool {
        self.outline.contains(&hex) && !self.tiles.contains_key(&hex) && self.open != Some(hex)
    }
}

/// The notation.
impl Literal {
    /// A valid position line. The position is settled: whoever is to move and cannot has retired.
    pub(crate) fn read(text: &str) -> Literal {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (layout, rows_text) = fields[0].rsplit_once(':').unwrap_or(("standard", fields[0]));
        let rows = Literal::rows_of(layout);
        let pair = |entry: &str| -> (i32, i32) {
            let (fish, tiles) = entry.split_once(':').unwrap();
            (fish.parse().unwrap(), tiles.parse().unwrap())
        };
        let taken: Vec<(i32, i32)> = fields[2].split(',').map(pair).collect();
        let mut position = Literal {
            layout: layout.to_owned(),
            outline: BTreeSet::new(),
            ring: Literal::ring_of(&rows),
            rows,
            tiles: BTreeMap::new(),
            open: None,
            penguins: BTreeMap::new(),
            turn: player_of(fields[1].chars().next().unwrap()),
            hand: vec![0; taken.len()],
            took: Vec::new(),
            taken,
        };
        for (row, text) in (1..).zip(rows_text.split('/')) {
            let (indent, length) = position.rows[row as usize - 1];
            let mut rest = text;
            for column in 0..length {
                let hex = (row, indent + 2 * column);
                position.outline.insert(hex);
                rest = position.read_token(hex, rest);
            }
            assert_eq!(rest, "");
        }
        for field in &fields[3..] {
            match field.split_once('=') {
                Some(("took", value)) => {
                    let each = |entry: &str| entry.split('.').map(|count| count.parse().unwrap()).collect();
                    position.took = value.split(',').map(each).collect();
                }
                Some(("ring", value)) => {
                    for entry in value.split(',') {
                        let (name, tile) = entry.split_once(':').unwrap();
                        assert_eq!(position.read_token(position.hex(name), tile), "");
                    }
                }
                Some(_) => assert_eq!(*field, "rules=special-tiles"),
                None => position.hand = field.split(',').map(|count| count.parse().unwrap()).collect(),
            }
        }
        if !position.placing() {
            position.settle(position.turn);
        }
        position
    }

    fn read_token<'a>(&mut self, hex: Hex, text: &'a str) -> &'a str {
        let mut letters = text.chars();
        let digit = |letters: &mut std::str::Chars| letters.next().unwrap().to_digit(10).unwrap() as i32;
        let mut first = letters.next().unwrap();
        if ('A'..='D').contains(&first) {
            self.penguins.insert(hex, player_of(first));
            first = letters.next().unwrap();
        }
        let tile = match first {
            '.' => None,
            'o' => {
                self.open = Some(hex);
                None
            }
            'm' => Some(Tile::Fish(-digit(&mut letters))),
            'b' => Some(Tile::Broken(digit(&mut letters))),
            't' | 'x' | 'r' | 'f' => Some(Tile::Special(first, digit(&mut letters))),
            fish => Some(Tile::Fish(fish.to_digit(10).unwrap() as i32)),
        };
        if let Some(tile) = tile {
            self.tiles.insert(hex, tile);
        }
        letters.as_str()
    }

    fn token(&self, hex: Hex) -> String {
        let tile = match self.tiles.get(&hex) {
            None if self.open == Some(hex) => "o".to_owned(),
            None => ".".to_owned(),
            Some(Tile::Fish(-2)) => "m2".to_owned(),
            Some(Tile::Fish(fish)) => fish.to_string(),
            Some(Tile::Special(letter, fish)) => format!("{letter}{fish}"),
            Some(Tile::Broken(side)) => format!("b{side}"),
        };
        self.penguins.get(&hex).map_or(String::new(), |&player| letter(player).to_string()) + &tile
    }

    /// The canonical position line.
    pub(crate) fn text(&self) -> String {
        let row = |(row, &(indent, length)): (i32, &(i32, i32))| -> String {
            (0..length).map(|column| self.token((row, indent + 2 * column))).collect()
        };
        let rows: Vec<String> = (1..).zip(&self.rows).map(row).collect();
        let prefix = if self.layout == "standard" { String::new() } else { format!("{}:", self.layout) };
        let taken: Vec<String> = self.taken.iter().map(|(fish, tiles)| format!("{fish}:{tiles}")).collect();
        let mut text = format!("{prefix}{} {} {}", rows.join("/"), letter(self.turn), taken.join(","));
        if self.placing() {
            text += &format!(" {}", join(&self.hand, ","));
        }
        let took: Vec<String> = self.took.iter().map(|counts| join(counts, ".")).collect();
        text += &format!(" rules=special-tiles took={}", took.join(","));
        let outside = self.ring.iter().filter(|hex| self.tiles.contains_key(hex));
        let outside: Vec<String> = outside.map(|&hex| format!("{}:{}", self.name(hex), self.token(hex))).collect();
        if !outside.is_empty() {
            text += &format!(" ring={}", outside.join(","));
        }
        text
    }
}

/// The rules.
impl Literal {
    fn placing(&self) -> bool {
        self.hand.iter().any(|&count| count > 0)
    }

    /// Fish and tiles taken so far, a pair a player.
    pub(crate) fn results(&self) -> Vec<(i32, i32)> {
        self.taken.clone()
    }

    fn own(&self, player: usize) -> Vec<Hex> {
        self.penguins.iter().filter(|&(_, &owner)| owner == player).map(|(&hex, _)| hex).collect()
    }

    fn is_free(&self, hex: Hex) -> bool {
        !self.penguins.contains_key(&hex) && matches!(self.tiles.get(&hex), Some(Tile::Fish(_) | Tile::Special(..)))
    }

    /// All placements or moves of the player to move, sorted; none when the game is over.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.placing() {
            let ones = self.outline.iter().filter(|hex| self.tiles.get(hex) == Some(&Tile::Fish(1)));
            moves.extend(ones.filter(|&&hex| self.is_free(hex)).map(|&hex| self.name(hex)));
        } else {
            for from in self.own(self.turn) {
                for (to, _) in self.slides(from) {
                    let slide = format!("{}-{}", self.name(from), self.name(to));
                    let mut after = self.clone();
                    after.slide(from, to);
                    moves.extend(after.effects(to).into_iter().map(|effect| format!("{slide},{effect}")));
                    moves.push(slide);
                }
            }
        }
        moves.sort();
        moves
    }

    /// 1.5: where a penguin can stop, and the broken tiles that it crosses on the way.
    fn slides(&self, from: Hex) -> Vec<(Hex, Vec<Hex>)> {
        let mut slides = Vec::new();
        for (down, right) in STEPS {
            let (mut at, mut crossed) = (from, Vec::new());
            loop {
                at = (at.0 + down, at.1 + right);
                if self.is_free(at) {
                    slides.push((at, crossed.clone()));
                } else if let Some(Tile::Broken(_)) = self.tiles.get(&at) {
                    crossed.push(at);
                } else if self.open != Some(at) {
                    break;
                }
            }
        }
        slides
    }

    /// 1.5: the penguin moves, and its owner takes the tile that it left. Broken tiles turn, or break.
    fn slide(&mut self, from: Hex, to: Hex) {
        let (_, crossed) = self.slides(from).into_iter().find(|&(end, _)| end == to).unwrap();
        for hex in crossed {
            match self.tiles[&hex] {
                Tile::Broken(2) => _ = self.tiles.insert(hex, Tile::Broken(1)),
                _ => _ = self.tiles.remove(&hex),
            }
        }
        let player = self.penguins.remove(&from).unwrap();
        self.vacate(from, player);
        self.penguins.insert(to, player);
    }

    /// Ordinary tiles are taken, special ones discarded.
    fn vacate(&mut self, hex: Hex, player: usize) {
        if let Tile::Fish(fish) = self.tiles.remove(&hex).unwrap() {
            self.taken[player].0 += fish;
            self.taken[player].1 += 1;
            if fish >= 1 {
                self.took[player][fish as usize - 1] += 1;
            }
        }
    }

    /// What can be done with the tile on which the player to move has landed.
    fn effects(&self, to: Hex) -> Vec<String> {
        let Some(&Tile::Special(kind, fish)) = self.tiles.get(&to) else { return Vec::new() };
        let shows =
            |hex: &Hex| matches!(self.tiles.get(hex), Some(&(Tile::Fish(n) | Tile::Special(_, n))) if n == fish);
        match kind {
            't' => {
                let ends = self.tiles.keys().filter(|&&hex| self.is_free(hex) && shows(&hex));
                ends.map(|&hex| format!("to:{}", self.name(hex))).collect()
            }
            'x' => {
                let others = self.penguins.iter().filter(|&(hex, &owner)| owner != self.turn && shows(hex));
                others.map(|(&hex, _)| format!("swap:{}", self.name(hex))).collect()
            }
            'r' => {
                let mut effects = Vec::new();
                for player in (0..self.taken.len()).filter(|&player| player != self.turn) {
                    if self.took[player].iter().any(|&count| count > 0) {
                        let waters = Literal::around(to).into_iter().filter(|&hex| self.is_water(hex));
                        effects.extend(waters.map(|hex| format!("back:{}:{}", letter(player), self.name(hex))));
                    }
                }
                effects
            }
            _ => self.floats(),
        }
    }

    fn floats(&self) -> Vec<String> {
        let mut floats = Vec::new();
        let board: Vec<Hex> = self.outline.union(&self.ring).copied().collect();
        for (&from, tile) in &self.tiles {
            let ordinary = matches!(tile, Tile::Fish(1..=3)) && !self.penguins.contains_key(&from);
            let lies_open =
                |hex: Hex| self.is_water(hex) || !self.outline.contains(&hex) && !self.tiles.contains_key(&hex);
            if !ordinary || !Literal::around(from).into_iter().any(lies_open) {
                continue;
            }
            for &to in &board {
                let empty = !self.tiles.contains_key(&to) && self.open != Some(to);
                let touches = |hex: &Hex| *hex != from && self.tiles.contains_key(hex);
                if empty && Literal::around(to).iter().any(touches) {
                    floats.push(format!("float:{}:{}", self.name(from), self.name(to)));
                }
            }
        }
        floats
    }

    /// Plays one of `moves()` and settles.
    pub(crate) fn play(&mut self, mv: &str) {
        if self.placing() {
            self.penguins.insert(self.hex(mv), self.turn);
            self.hand[self.turn] -= 1;
        } else {
            let (slide, effect) = mv.split_once(',').unwrap_or((mv, ""));
            let (from, to) = slide.split_once('-').unwrap();
            let to = self.hex(to);
            self.slide(self.hex(from), to);
            self.apply(to, &effect.split(':').collect::<Vec<_>>());
        }
        let next = (self.turn + 1) % self.taken.len();
        if self.placing() {
            self.turn = next;
        } else {
            self.settle(next);
        }
    }

    fn apply(&mut self, landed: Hex, effect: &[&str]) {
        match *effect {
            ["to", end] => {
                let player = self.penguins.remove(&landed).unwrap();
                self.tiles.remove(&landed);
                self.penguins.insert(self.hex(end), player);
            }
            ["swap", with] => {
                let with = self.hex(with);
                let other = self.penguins.insert(with, self.turn).unwrap();
                self.penguins.insert(landed, other);
            }
            ["back", who, to] => {
                let player = player_of(who.chars().next().unwrap());
                let fish = (1..=3).find(|&fish| self.took[player][fish as usize - 1] > 0).unwrap();
                self.took[player][fish as usize - 1] -= 1;
                self.taken[player].0 -= fish;
                self.taken[player].1 -= 1;
                self.tiles.insert(self.hex(to), Tile::Fish(fish));
            }
            ["float", from, to] => {
                let tile = self.tiles.remove(&self.hex(from)).unwrap();
                self.tiles.insert(self.hex(to), tile);
            }
            _ => assert_eq!(effect, [""]),
        }
    }

    /// 1.7: whoever is to move and cannot retires, beginning with `player`; the last turn stays when nobody is left.
    fn settle(&mut self, mut player: usize) {
        for _ in 0..self.taken.len() {
            if self.own(player).into_iter().any(|from| !self.slides(from).is_empty()) {
                self.turn = player;
                return;
            }
            for hex in self.own(player) {
                self.penguins.remove(&hex);
                self.vacate(hex, player);
            }
            player = (player + 1) % self.taken.len();
        }
    }
}

/// The number of lines of exactly `depth` moves.
pub(crate) fn perft(position: &Literal, depth: u32) -> u64 {
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: &String| {
        let mut after = position.clone();
        after.play(mv);
        after
    };
    moves.iter().map(|mv| perft(&after(mv), depth - 1)).sum()
}
