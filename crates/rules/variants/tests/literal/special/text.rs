//! The notation.

use std::collections::{BTreeMap, BTreeSet};

use super::{Hex, Literal, Tile, letter, player_of};

fn join<T: ToString>(items: &[T], separator: &str) -> String {
    items
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(separator)
}

impl Literal {
    /// A valid position line. The position is settled: a player to move that cannot has retired.
    pub(crate) fn read(text: &str) -> Literal {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (layout, rows_text) = fields[0]
            .rsplit_once(':')
            .unwrap_or(("standard", fields[0]));
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
                    let each = |entry: &str| {
                        entry
                            .split('.')
                            .map(|count| count.parse().unwrap())
                            .collect()
                    };
                    position.took = value.split(',').map(each).collect();
                }
                Some(("ring", value)) => {
                    for entry in value.split(',') {
                        let (name, tile) = entry.split_once(':').unwrap();
                        assert_eq!(position.read_token(position.hex(name), tile), "");
                    }
                }
                Some(_) => assert_eq!(*field, "rules=special-tiles"),
                None => {
                    position.hand = field
                        .split(',')
                        .map(|count| count.parse().unwrap())
                        .collect();
                }
            }
        }
        if !position.placing() {
            position.settle(position.turn);
        }
        position
    }

    fn read_token<'a>(&mut self, hex: Hex, text: &'a str) -> &'a str {
        let mut letters = text.chars();
        let digit =
            |letters: &mut std::str::Chars| letters.next().unwrap().to_digit(10).unwrap() as i32;
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
        self.penguins
            .get(&hex)
            .map_or(String::new(), |&player| letter(player).to_string())
            + &tile
    }

    /// The canonical position line.
    pub(crate) fn text(&self) -> String {
        let row = |(row, &(indent, length)): (i32, &(i32, i32))| -> String {
            (0..length)
                .map(|column| self.token((row, indent + 2 * column)))
                .collect()
        };
        let rows: Vec<String> = (1..).zip(&self.rows).map(row).collect();
        let prefix = if self.layout == "standard" {
            String::new()
        } else {
            format!("{}:", self.layout)
        };
        let taken: Vec<String> = self
            .taken
            .iter()
            .map(|(fish, tiles)| format!("{fish}:{tiles}"))
            .collect();
        let mut text = format!(
            "{prefix}{} {} {}",
            rows.join("/"),
            letter(self.turn),
            taken.join(",")
        );
        if self.placing() {
            text += &format!(" {}", join(&self.hand, ","));
        }
        let took: Vec<String> = self.took.iter().map(|counts| join(counts, ".")).collect();
        text += &format!(" rules=special-tiles took={}", took.join(","));
        let outside = self.ring.iter().filter(|hex| self.tiles.contains_key(hex));
        let outside: Vec<String> = outside
            .map(|&hex| format!("{}:{}", self.name(hex), self.token(hex)))
            .collect();
        if !outside.is_empty() {
            text += &format!(" ring={}", outside.join(","));
        }
        text
    }
}
