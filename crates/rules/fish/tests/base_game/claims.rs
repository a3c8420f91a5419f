//! Claims about any bytes: a fuzzer tries to refute them (see `fuzz/`), and random bytes do here.

use floe_fish::{Description, Move, Position, Value, plain_move_text};
use floe_game::{Game, Keyed, Notated, Player};
use floe_hex::{Layout, Standard};

use crate::any::{AnyPosition, with_position};
use crate::literal::Literal;
use crate::studies::{Bytes, study};

/// Lines that bytes can spoil.
const LINES: [&str; 4] = [
    "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4",
    "standard:1122211/2311B2111/2122111/12313213/3313221/111A21223/2121111/C1212232D3 D 0:0,9:5,0:0,8:6 -",
    ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19",
    "112221B1/23B111A111/21221A11/12313213/33B13221/A1B1121223/2121111/A1212232. B 3:1,0:0,0:0 0,0,0",
];

/// No text makes the readers panic, and what they accept they print so that it reads the same
/// again.
pub(crate) fn text_never_panics(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    check_text(&text);
    check_text(&spoiled(bytes));
}

fn check_text(text: &str) {
    if let Ok(mv) = Move::parse(text, Standard.geometry()) {
        assert_eq!(mv.text(Standard.geometry()), plain_move_text(text));
    }
    match text.parse::<AnyPosition>() {
        Ok(position) => {
            let printed = position.to_string();
            let again: AnyPosition = printed
                .parse()
                .unwrap_or_else(|error| panic!("'{printed}' of '{text}': {error}"));
            assert_eq!(again, position, "'{printed}' of '{text}'");
            assert_eq!(again.to_string(), printed);
        }
        Err(error) => {
            let characters = text.chars().count();
            assert!(
                (1..=characters + 1).contains(&error.column),
                "'{text}': {error}"
            );
            assert!(
                !error.to_string().contains(char::is_control),
                "'{text}': {error}"
            );
        }
    }
}

/// A good line after a few edits: characters put in, put in place of others, or taken out.
pub(crate) fn spoiled(bytes: &[u8]) -> String {
    const CHARACTERS: &[char] = &[
        '.', '1', '2', '3', '0', '4', '9', 'A', 'B', 'C', 'D', 'E', 'a', '/', ' ', ',', ':', '-',
        '+', '=', '\t', 'é',
    ];
    let bytes = &mut Bytes(bytes);
    let mut line: Vec<char> = LINES[bytes.below(LINES.len())].chars().collect();
    while let Some(edit) = bytes.next() {
        let place = bytes.below(line.len() + 1);
        let character = CHARACTERS[bytes.below(CHARACTERS.len())];
        match edit % 3 {
            0 => line.insert(place, character),
            1 if place < line.len() => line[place] = character,
            _ if place < line.len() => _ = line.remove(place),
            _ => {}
        }
    }
    line.into_iter().collect()
}

/// Along any game from any study, the moves, what they do and the result are those of the rules.
pub(crate) fn moves_are_legal(bytes: &[u8]) {
    let bytes = &mut Bytes(bytes);
    let line = study(bytes);
    let position: AnyPosition = line
        .parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    with_position!(position, position => {
        let mut literal = Literal::read(&line);
        compare(&position, &literal);
        for_each_ply(position, bytes, |mv, position| {
            let text = mv.text(Standard.geometry());
            let action = literal.actions().into_iter().find(|action| action.to_string() == text);
            literal.act(action.unwrap_or_else(|| panic!("{text} is against the rules")));
            compare(position, &literal);
        });
    });
}

/// Along any game from any study, the key carried along is the key from scratch.
pub(crate) fn key_is_incremental(bytes: &[u8]) {
    let bytes = &mut Bytes(bytes);
    let position: AnyPosition = study(bytes).parse().expect("studies are positions");
    with_position!(position, position => {
        assert_eq!(position.key(), key_from_scratch(&position), "{position:?}");
        for_each_ply(position, bytes, |_, position| {
            assert_eq!(position.key(), key_from_scratch(position), "{position:?}");
        });
    });
}

/// Checks that both agree: the line, the moves, and, at the end, the result.
pub(crate) fn compare<const N: usize>(position: &Position<N>, literal: &Literal) {
    assert_eq!(position.to_string(), literal.to_line(), "the position");
    let mut moves: Vec<String> = position
        .moves()
        .iter()
        .map(|&mv| position.move_text(mv))
        .collect();
    let mut actions: Vec<String> = literal.actions().iter().map(ToString::to_string).collect();
    moves.sort();
    actions.sort();
    assert_eq!(moves, actions, "the moves of {position:?}");
    assert_eq!(position.is_over(), literal.over, "{position:?}");
    if literal.over {
        let best = Player::first(N)
            .map(|player| position.score(player))
            .max()
            .unwrap();
        let winners = Player::first(N)
            .filter(|&player| position.score(player) == best)
            .map(Player::index);
        assert_eq!(
            winners.collect::<Vec<_>>(),
            literal.winners(),
            "who has won {position:?}"
        );
    }
}

/// The description from which [`Position::new`] makes this position.
pub(crate) fn description<const N: usize>(position: &Position<N>) -> Description {
    let tiles = [1, 2, 3].map(|fish| position.tiles_of(fish));
    let mut description = Description {
        players: N,
        tiles,
        turn: position.last_turn(),
        ..Description::default()
    };
    for player in Player::first(N) {
        description.penguins[player.index()] = position.penguins(player);
        description.taken[player.index()] = position.taken(player);
        description.hand[player.index()] = position.hand(player);
    }
    description
}

/// The key of the same position made anew, with other takings.
pub(crate) fn key_from_scratch<const N: usize>(position: &Position<N>) -> u64 {
    let mut description = description(position);
    for (number, taken) in (0..).zip(&mut description.taken) {
        *taken = Value {
            fish: taken.fish + 7 - 3 * number,
            tiles: taken.tiles + 2 - number,
        };
    }
    Position::<N>::new(&description).key()
}

/// Plays on until bytes to choose moves by, or moves to choose from, run out.
fn for_each_ply<const N: usize>(
    mut position: Position<N>,
    bytes: &mut Bytes<'_>,
    mut check: impl FnMut(Move, &Position<N>),
) {
    while let Some(choice) = bytes.next() {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(choice) % moves.len()];
        position.play(mv);
        check(mv, &position);
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Tries a claim with random bytes.
    fn holds(claim: fn(&[u8]), tries: u64, length: usize) {
        for seed in 0..tries {
            let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut bytes = vec![0; rng.random_range(0..=length)];
            rng.fill_bytes(&mut bytes);
            claim(&bytes);
        }
    }

    #[test]
    fn text_never_panics() {
        holds(super::text_never_panics, 20_000, 12);
        holds(super::text_never_panics, 5_000, 200);
    }

    #[test]
    fn moves_are_legal() {
        holds(super::moves_are_legal, 4_000, 130);
    }

    #[test]
    fn key_is_incremental() {
        holds(super::key_is_incremental, 10_000, 130);
    }
}
