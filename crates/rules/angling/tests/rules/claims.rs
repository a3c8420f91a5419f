//! Claims about any bytes: a fuzzer tries to refute them (see `fuzz/`), and random bytes do here.

use floe_angling::{Angling, AnglingMove};
use floe_game::{Game, Veiled};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Lines that bytes can spoil, of every step.
const LINES: [&str; 10] = [
    "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r",
    "angling:??3!?/?..?/?r!??/??.? A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r",
    "angling:12../..../..../.... A 7,0 -,- 3.3.3.3 lh,yrs day=2 step=lay dealt",
    "angling:5!6!d3/113!4/r2!2./.r!r. B 4,0 y13+12,r9+out 3.3.1.2 -,r step=show active=y caught=4.r.r",
    "angling:31!62/.1rd/.r32!/.4r!r B 13,9 y8+16,r10+0 3.2.2.2 lh,r day=2 step=catch active=y shown=c4 caught=4.5.r",
    "angling:d..1/3!122!/..rr!/5rr!r A 4,17 y3+7,r17+out 3.0.2.3 -,s day=2 step=slide held caught=3.4.4.6",
    "angling:3../r!d./.1!2! A 5,0 y2+11,r7+9 0.2.0 -,- caught=1.4.r.r lake=3x3 tiles=1.1.2.3.4.r.r.r.d",
    "angling:21/rd B 0,0 - 1.1 -,- step=place dealt lake=2x2 tiles=1.2.r.d",
    "angling:???4!/??.?/?r!3!?/???? B 5,0 y15+18,r16+12 2.2.2.3 h,yr step=slide caught=5 dealt",
    "angling:??../..../..../.... B 0,0 -,- 2.3.3.0 -,- step=lay no-specials catch=2.3.3.0",
];

/// No text makes the reader panic; what it accepts it prints so that it reads the same again, and
/// it can be played to the end.
pub(crate) fn text_never_panics(bytes: &[u8]) {
    check(&String::from_utf8_lossy(bytes));
    check(&spoiled(bytes));
}

pub(crate) fn check(text: &str) -> bool {
    match text.parse::<Angling>() {
        Ok(position) => {
            let printed = position.to_string();
            let again: Angling = printed
                .parse()
                .unwrap_or_else(|error| panic!("'{printed}' of '{text}': {error}"));
            assert_eq!(again, position, "'{printed}' of '{text}'");
            play_on(position, text);
            true
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
            false
        }
    }
}

/// The rest of a game in a random world, always with a move in the middle of the list.
fn play_on(position: Angling, text: &str) {
    let mut game = position.draw_world(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    while let Some(&mv) = game.moves().get(game.moves().len() / 2) {
        let observed = game.observed(mv, game.angler());
        assert_eq!(
            game.find_move(&game.record_text(mv))
                .map(AnglingMove::concealed),
            Ok(mv),
            "{game} {text}"
        );
        let after = game.view(game.angler()).after(observed);
        let angler = game.angler();
        game.play(mv);
        assert_eq!(
            game.view(angler),
            after,
            "playing commutes with viewing: {mv} {text}"
        );
        assert_eq!(game.to_string().parse().as_ref(), Ok(&game), "{text}");
    }
    assert!(game.is_over(), "{text}");
}

/// A good line after a few edits: characters put in, put in place of others, or taken out.
pub(crate) fn spoiled(bytes: &[u8]) -> String {
    const CHARACTERS: &[char] = &[
        '.', '1', '2', '3', '0', '6', 'A', 'B', 'C', 'r', 'd', 'y', 'l', 'h', 's', '?', '!', '/',
        ' ', ',', ':', '-', '+', '=', '\t', 'é',
    ];
    let mut bytes = bytes.iter().map(|&byte| usize::from(byte));
    let mut text: Vec<char> = LINES[bytes.next().unwrap_or(0) % LINES.len()]
        .chars()
        .collect();
    while let (Some(edit), Some(place), Some(letter)) = (bytes.next(), bytes.next(), bytes.next()) {
        let place = place % text.len().max(1);
        let letter = CHARACTERS[letter % CHARACTERS.len()];
        match edit % 4 {
            0 => text.insert(place, letter),
            1 if place < text.len() => _ = text.remove(place),
            2 if place < text.len() => text[place] = letter,
            _ => return text.into_iter().collect(),
        }
    }
    text.into_iter().collect()
}
