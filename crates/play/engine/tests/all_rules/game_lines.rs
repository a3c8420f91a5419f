use floe_engine::{AnyGame, GameLine};
use floe_game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// A line holds every position and move of a game, however it is made.
#[test]
fn a_line_is_the_game_that_it_replays() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    for start in starts() {
        let (played, end) = random_game(&start, rng);
        let texts: Vec<&String> = played.iter().map(|(_, mv)| mv).collect();
        let line = GameLine::replay(start, &texts).unwrap();
        assert_eq!(
            (line.start(), line.end(), line.positions().len()),
            (&start, &end, played.len() + 1)
        );
        assert_eq!(line.notation().iter().collect::<Vec<_>>(), texts, "{start}");
        for (mv, (before, text)) in line.moves().zip(&played) {
            assert_eq!(
                (mv.before, &mv.text(), mv.player()),
                (before, text, before.last_turn())
            );
            assert_eq!(
                (mv.after, line.positions()[mv.number]),
                (&before.after(mv.mv), *mv.after),
                "{start}: {text}"
            );
        }
        let mut typed = GameLine::new(start);
        texts
            .iter()
            .for_each(|text| assert_eq!(typed.play(&text.to_uppercase()).unwrap().text(), **text));
        assert_eq!(typed, line, "{start}");
        let half = texts.len() / 2;
        typed.truncate(half);
        assert_eq!(
            typed,
            GameLine::replay(start, &texts[..half]).unwrap(),
            "{start}"
        );
    }
}

/// A choice gets the outcome of its world, and a text that is no move leaves a line as it is.
#[test]
fn choices_are_completed_and_mistakes_refused() {
    for start in starts() {
        let mut line = GameLine::new(start);
        for world in 0..12 {
            let Some(choice) = line.end().choices().pop() else {
                break;
            };
            let mut position = *line.end();
            let text = position
                .play(&position.settle(&choice, world).unwrap())
                .unwrap();
            assert_eq!(line.choose(&choice, world).unwrap().text(), text, "{start}");
            assert_eq!(line.end(), &position, "{start}");
        }
        let before = line.clone();
        line.play("z9-z8").unwrap_err();
        line.choose("z9-z8", 0).unwrap_err();
        assert_eq!(line, before, "{start}");
        let wrong = [line.notation(), vec!["z9-z8".to_owned()]].concat();
        let error = GameLine::replay(start, &wrong).unwrap_err();
        assert_eq!(
            (error.number, &*error.text),
            (wrong.len(), "z9-z8"),
            "{start}"
        );
    }
}

/// A move as a player observes it is a move in the view of that player, and leads to its next view.
#[test]
fn observed_moves_are_played_in_views() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(4);
    for start in starts() {
        let texts: Vec<String> = random_game(&start, rng)
            .0
            .into_iter()
            .map(|(_, mv)| mv)
            .collect();
        let line = GameLine::replay(start, texts).unwrap();
        for player in Player::first(start.players()) {
            let mut view: AnyGame = start.view(player);
            for mv in line.moves() {
                view = view.after(mv.observed_by(player));
                assert_eq!(view, mv.after.view(player), "{start}");
            }
        }
    }
}
