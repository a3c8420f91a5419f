//! Moves, and what they do.

use super::{Hex, Literal, STEPS, Tile, letter, player_of};

impl Literal {
    pub(super) fn placing(&self) -> bool {
        self.hand.iter().any(|&count| count > 0)
    }

    /// Fish and tiles taken so far, a pair a player.
    pub(crate) fn results(&self) -> Vec<(i32, i32)> {
        self.taken.clone()
    }

    fn own(&self, player: usize) -> Vec<Hex> {
        self.penguins
            .iter()
            .filter(|&(_, &owner)| owner == player)
            .map(|(&hex, _)| hex)
            .collect()
    }

    fn is_free(&self, hex: Hex) -> bool {
        !self.penguins.contains_key(&hex)
            && matches!(
                self.tiles.get(&hex),
                Some(Tile::Fish(_) | Tile::Special(..))
            )
    }

    /// All placements or moves of the player to move, sorted; none when the game is over.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.placing() {
            let ones = self
                .outline
                .iter()
                .filter(|hex| self.tiles.get(hex) == Some(&Tile::Fish(1)));
            moves.extend(
                ones.filter(|&&hex| self.is_free(hex))
                    .map(|&hex| self.name(hex)),
            );
        } else {
            for from in self.own(self.turn) {
                for (to, _) in self.slides(from) {
                    let slide = format!("{}-{}", self.name(from), self.name(to));
                    let mut after = self.clone();
                    after.slide(from, to);
                    moves.extend(
                        after
                            .effects(to)
                            .into_iter()
                            .map(|effect| format!("{slide},{effect}")),
                    );
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
            let mut at = from;
            let mut crossed = Vec::new();
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

    /// 1.5: the penguin moves, and its owner takes the tile that it left. Broken tiles turn, or
    /// break.
    fn slide(&mut self, from: Hex, to: Hex) {
        let (_, crossed) = self
            .slides(from)
            .into_iter()
            .find(|&(end, _)| end == to)
            .unwrap();
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

    /// Effects of the tile on which the player to move has landed.
    fn effects(&self, to: Hex) -> Vec<String> {
        let Some(&Tile::Special(kind, fish)) = self.tiles.get(&to) else {
            return Vec::new();
        };
        let shows = |hex: &Hex| matches!(self.tiles.get(hex), Some(&(Tile::Fish(n) | Tile::Special(_, n))) if n == fish);
        match kind {
            't' => {
                let ends = self
                    .tiles
                    .keys()
                    .filter(|&&hex| self.is_free(hex) && shows(&hex));
                ends.map(|&hex| format!("to:{}", self.name(hex))).collect()
            }
            'x' => {
                let others = self
                    .penguins
                    .iter()
                    .filter(|&(hex, &owner)| owner != self.turn && shows(hex));
                others
                    .map(|(&hex, _)| format!("swap:{}", self.name(hex)))
                    .collect()
            }
            'r' => {
                let mut effects = Vec::new();
                for player in (0..self.taken.len()).filter(|&player| player != self.turn) {
                    if self.took[player].iter().any(|&count| count > 0) {
                        let waters = Literal::around(to)
                            .into_iter()
                            .filter(|&hex| self.is_water(hex) && !self.stays_water(hex));
                        effects.extend(
                            waters.map(|hex| format!("back:{}:{}", letter(player), self.name(hex))),
                        );
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
            let lies_open = |hex: Hex| {
                self.is_water(hex) || !self.outline.contains(&hex) && !self.tiles.contains_key(&hex)
            };
            if !ordinary || !Literal::around(from).into_iter().any(lies_open) {
                continue;
            }
            for &to in &board {
                let empty =
                    !self.tiles.contains_key(&to) && self.open != Some(to) && !self.stays_water(to);
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
                let fish = (1..=3)
                    .find(|&fish| self.took[player][fish as usize - 1] > 0)
                    .unwrap();
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

    /// 1.7: a player to move who cannot move retires, beginning with `player`; the last turn stays
    /// when no player is left.
    pub(super) fn settle(&mut self, mut player: usize) {
        for _ in 0..self.taken.len() {
            if self
                .own(player)
                .into_iter()
                .any(|from| !self.slides(from).is_empty())
            {
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
