//! Position lines, as in `docs/notation.md`.

use super::Literal;
use super::floe::{Ground, Outline};
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

/// The position as it is written, not yet settled.
pub(crate) fn read(text: &str) -> Literal {
    let fields: Vec<&str> = text.split_whitespace().collect();
    // The layout ends at the last colon: a custom one has colons itself.
    let (layout, rows) = fields[0]
        .rsplit_once(':')
        .unwrap_or(("standard", fields[0]));
    let taken: Vec<(i32, i32)> = fields[2].split(',').map(read_taken).collect();
    let players = taken.len();
    let mut position = Literal {
        outline: Outline::read(layout),
        rules: String::new(),
        ground: BTreeMap::new(),
        penguins: BTreeMap::new(),
        turn: player(fields[1].chars().next().expect("a player")),
        taken,
        hand: vec![0; players],
        whale: None,
        hidden: Vec::new(),
        idle: 0,
    };
    read_rows(&mut position, rows);
    for field in &fields[3..] {
        match field.split_once('=') {
            Some((key, value)) => read_key(&mut position, key, value),
            None if *field == "-" => {}
            None => position.hand = field.split(',').map(number).collect(),
        }
    }
    position
}

fn read_key(position: &mut Literal, key: &str, value: &str) {
    match key {
        "rules" => position.rules = value.to_string(),
        "whale" => position.whale = Some(position.outline.hex(value)),
        "hidden" if value == "-" => {}
        "hidden" => {
            position.hidden = value
                .split(',')
                .map(|fish| fish.parse().expect("fish"))
                .collect();
        }
        "idle" => position.idle = number(value),
        _ => panic!("unknown key {key}"),
    }
}

fn read_taken(text: &str) -> (i32, i32) {
    let (fish, tiles) = text.split_once(':').expect("fish:tiles");
    (fish.parse().expect("fish"), tiles.parse().expect("tiles"))
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

fn read_rows(position: &mut Literal, text: &str) {
    let rows: Vec<&str> = text.split('/').collect();
    assert_eq!(rows.len(), position.outline.rows.len(), "rows in {text}");
    for (row, text) in rows.iter().enumerate() {
        let mut rest = text.chars().peekable();
        for column in 0..position.outline.rows[row].1 {
            let hex = (row as i32, column);
            let owners = read_owners(&mut rest);
            for owner in owners {
                position.put(hex, owner);
            }
            position.ground.insert(hex, read_ground(&mut rest));
        }
        assert_eq!(rest.next(), None, "too many hexes in {text}");
    }
}

/// The letters before a tile: none, `B`, or `(AAB)`.
fn read_owners(rest: &mut Peekable<Chars>) -> Vec<usize> {
    let mut owners = Vec::new();
    while let Some(letter) = rest.next_if(|c| matches!(c, 'A'..='D' | '(' | ')')) {
        if letter.is_ascii_alphabetic() {
            owners.push(player(letter));
        }
    }
    owners
}

fn read_ground(rest: &mut Peekable<Chars>) -> Ground {
    match rest.next().expect("a hex") {
        '.' => Ground::Water,
        'o' => Ground::Open,
        'm' => Ground::Tile(-digit(rest.next().expect("a digit"))),
        fish => Ground::Tile(digit(fish)),
    }
}

fn digit(text: char) -> i32 {
    text.to_digit(10).expect("a digit") as i32
}

fn player(letter: char) -> usize {
    "ABCD".find(letter).expect("a player")
}

fn letter(player: usize) -> char {
    ['A', 'B', 'C', 'D'][player]
}

/// The canonical line: keys in the order rules, whale, idle; HAND only in placement; no `idle=0`.
pub(crate) fn write(position: &Literal) -> String {
    let taken = position
        .taken
        .iter()
        .map(|(fish, tiles)| format!("{fish}:{tiles}"));
    let mut fields = vec![
        write_rows(position),
        letter(position.turn).to_string(),
        taken.collect::<Vec<String>>().join(","),
    ];
    if position.placing() {
        let hand = position.hand.iter().map(usize::to_string);
        fields.push(hand.collect::<Vec<String>>().join(","));
    }
    if !position.rules.is_empty() {
        fields.push(format!("rules={}", position.rules));
    }
    if let Some(whale) = position.whale {
        fields.push(format!("whale={}", position.outline.name(whale)));
    }
    if position.has_rule("hidden-whale") {
        let hidden: Vec<String> = position.hidden.iter().map(i32::to_string).collect();
        fields.push(format!(
            "hidden={}",
            if hidden.is_empty() {
                "-".to_string()
            } else {
                hidden.join(",")
            }
        ));
    }
    if position.idle > 0 {
        fields.push(format!("idle={}", position.idle));
    }
    fields.join(" ")
}

fn write_rows(position: &Literal) -> String {
    let mut rows = Vec::new();
    for (row, &(_, length)) in position.outline.rows.iter().enumerate() {
        let hexes = (0..length).map(|column| write_hex(position, (row as i32, column)));
        rows.push(hexes.collect::<String>());
    }
    let layout = &position.outline.layout;
    let prefix = if layout == "standard" {
        String::new()
    } else {
        format!("{layout}:")
    };
    prefix + &rows.join("/")
}

fn write_hex(position: &Literal, hex: (i32, i32)) -> String {
    let ground = match position.ground[&hex] {
        Ground::Water => ".".to_string(),
        Ground::Open => "o".to_string(),
        Ground::Tile(fish) if fish < 0 => format!("m{}", -fish),
        Ground::Tile(fish) => fish.to_string(),
    };
    let owners = position.penguins.get(&hex).into_iter().flatten();
    let owners: String = owners.map(|&owner| letter(owner)).collect();
    if owners.len() > 1 {
        format!("({owners}){ground}")
    } else {
        owners + &ground
    }
}
