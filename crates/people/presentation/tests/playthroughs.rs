//! A recorded game of every set of rules, as people and programs see it: the files in
//! `positions/playthroughs`. They change when anything visible changes; `cargo xtask bless` writes
//! them anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use floe_engine::arrays::{
    COUNTS, PlaneSet, PlaneShape, action_count, write_counts_of, write_planes,
};
use floe_engine::{AnyGame, GameLine, GameRules};
use floe_game::Player;
use floe_picture::PictureOptions;
use floe_presentation::Seen;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Folder of the recorded games.
const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../positions/playthroughs"
);
/// Variable whose presence writes the games anew.
const BLESS: &str = "FLOE_BLESS";
/// Seed of the deals and of the moves.
const SEED: u64 = 1;

#[test]
fn nothing_visible_has_changed() {
    let mut changed = Vec::new();
    for rules in GameRules::all() {
        let path = Path::new(FOLDER).join(format!("{rules}.txt"));
        let played = playthrough(rules);
        if std::env::var_os(BLESS).is_some() {
            fs::write(&path, played).unwrap();
        } else if fs::read_to_string(&path).unwrap_or_default() != played {
            changed.push(path.file_name().unwrap().to_owned());
        }
    }
    assert!(
        changed.is_empty(),
        "{changed:?} in positions/playthroughs are not what the games show now: \
         `cargo xtask bless` writes them anew, and the difference says what has changed"
    );
}

/// A random game, position by position.
fn playthrough(rules: GameRules) -> String {
    let set_up = rules.usual(rules.usual_players());
    let mut line = GameLine::new(AnyGame::deal(&set_up, SEED).unwrap());
    line.play_at_random(usize::MAX, &mut Xoshiro256PlusPlus::seed_from_u64(SEED));
    let mut text = format!("# A random game of {rules}, with the seed {SEED}.\n");
    for played in line.moves() {
        write_position(&mut text, played.before);
        let seen = Seen::whole(played.before);
        writeln!(text, "move: {}", played.text()).unwrap();
        writeln!(text, "words: {}", seen.words(played.mv)).unwrap();
        if let Some(news) = seen.news(played.mv) {
            writeln!(text, "news: {news}").unwrap();
        }
    }
    write_position(&mut text, line.end());
    let picture = Seen::whole(line.end()).picture(&PictureOptions::default());
    writeln!(text, "\npicture: {}", words_of(&picture).join(" | ")).unwrap();
    text
}

/// Writes a position: its text, what each player sees of it, what is asked, and its arrays.
fn write_position(text: &mut String, game: &AnyGame) {
    let whole = Seen::whole(game);
    writeln!(text, "\nposition: {game}").unwrap();
    for player in Player::first(game.players()) {
        let seen = Seen::by(game, player);
        if seen.position() != game {
            writeln!(text, "{player} sees: {}", seen.position()).unwrap();
        }
    }
    writeln!(text, "asked: {}", whole.turn_sentence()).unwrap();
    for note in whole.notes() {
        writeln!(text, "note: {note}").unwrap();
    }
    let choices = game.choices();
    writeln!(
        text,
        "choices: {} of {} actions",
        choices.len(),
        action_count(game)
    )
    .unwrap();
    writeln!(text, "counts: {}", numbers(&counts(game))).unwrap();
    writeln!(text, "planes, their sums: {}", numbers(&plane_sums(game))).unwrap();
}

/// Counts of all players, from the player to move on.
fn counts(game: &AnyGame) -> Vec<i64> {
    let mut counts = vec![0; COUNTS * game.players()];
    write_counts_of(game, game.last_turn(), &mut counts);
    counts.into_iter().map(i64::from).collect()
}

/// Sum of the values of each plane, as the player to move sees them.
fn plane_sums(game: &AnyGame) -> Vec<i64> {
    let shape = PlaneShape::of(game);
    let mut planes = vec![0; shape.values(PlaneSet::Position)];
    write_planes(game, game.last_turn(), &mut planes);
    let sum = |plane: &[u8]| plane.iter().copied().map(i64::from).sum();
    planes.chunks(shape.hexes).map(sum).collect()
}

fn numbers(values: &[i64]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Texts of a picture, in their order: what is between its tags.
fn words_of(picture: &str) -> Vec<&str> {
    let parts = picture.split('<').filter_map(|part| part.split_once('>'));
    let texts = parts.map(|(_, text)| text.trim());
    texts.filter(|text| !text.is_empty()).collect()
}
