//! Positions and moves as text, for positions that are in order.

use std::collections::{HashMap, HashSet};

use super::{Action, Hex, Literal, ROWS, Seat, length};

const PLAYERS: &str = "ABCD";

impl Literal {
    /// Reads a position that is known to be one.
    pub(crate) fn read(line: &str) -> Literal {
        let fields: Vec<&str> = line.split(' ').collect();
        let mut seats: Vec<Seat> = fields[2].split(',').map(read_seat).collect();
        let mut floe = HashMap::new();
        for (row, text) in (0..).zip(fields[0].split('/')) {
            let mut letters = text.chars();
            for column in 0..length(row) {
                let mut letter = letters.next().unwrap();
                if let Some(player) = PLAYERS.find(letter) {
                    seats[player].penguins.insert((row, column));
                    letter = letters.next().unwrap();
                }
                if letter != '.' {
                    floe.insert((row, column), letter.to_digit(10).unwrap());
                }
            }
            assert_eq!(letters.next(), None, "row {row} of {line}");
        }
        if let Some(hands) = fields.get(3).filter(|&&hands| hands != "-") {
            for (seat, in_hand) in seats.iter_mut().zip(hands.split(',')) {
                seat.in_hand = in_hand.parse().unwrap();
            }
        }
        let turn = PLAYERS.find(fields[1]).unwrap();
        let mut game = Literal {
            floe,
            seats,
            turn,
            over: false,
        };
        game.pass_to(turn);
        game
    }

    pub(crate) fn to_line(&self) -> String {
        let rows: Vec<String> = (0..ROWS)
            .map(|row| (0..length(row)).map(|c| self.token((row, c))).collect())
            .collect();
        let taken: Vec<String> = self
            .seats
            .iter()
            .map(|seat| format!("{}:{}", seat.fish, seat.tiles))
            .collect();
        let mut line = format!(
            "{} {} {}",
            rows.join("/"),
            &PLAYERS[self.turn..=self.turn],
            taken.join(",")
        );
        if self.seats.iter().any(|seat| seat.in_hand > 0) {
            let hands: Vec<String> = self
                .seats
                .iter()
                .map(|seat| seat.in_hand.to_string())
                .collect();
            line = format!("{line} {}", hands.join(","));
        }
        line
    }

    fn token(&self, hex: Hex) -> String {
        let Some(fish) = self.floe.get(&hex) else {
            return ".".to_owned();
        };
        match self
            .seats
            .iter()
            .position(|seat| seat.penguins.contains(&hex))
        {
            Some(player) => format!("{}{fish}", &PLAYERS[player..=player]),
            None => fish.to_string(),
        }
    }
}

/// Fish and tiles taken, as `fish:tiles`.
fn read_seat(taken: &str) -> Seat {
    let (fish, tiles) = taken.split_once(':').unwrap();
    let fish = fish.parse().unwrap();
    let tiles = tiles.parse().unwrap();
    Seat {
        penguins: HashSet::new(),
        in_hand: 0,
        fish,
        tiles,
        retired: false,
    }
}

fn name((row, column): Hex) -> String {
    format!(
        "{}{}",
        &"abcdefgh"[column as usize..=column as usize],
        row + 1
    )
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Action::Place(hex) => write!(f, "{}", name(hex)),
            Action::Move(from, to) => write!(f, "{}-{}", name(from), name(to)),
        }
    }
}
