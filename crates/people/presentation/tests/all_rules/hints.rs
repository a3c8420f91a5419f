use floe_engine::{AnyGame, Engine, EngineSpec, Evaluation, GameLine};
use floe_game::Player;
use floe_picture::{PartMarks, PictureOptions};
use floe_presentation::Seen;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// A hint of every game reveals more and more: its first text does not name the move, and there is
/// a reason for it.
#[test]
fn a_hint_of_every_game_tells_more_and_more() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    let evaluation = Evaluation::default();
    for start in starts() {
        let texts: Vec<String> = random_game(&start, rng)
            .0
            .into_iter()
            .map(|(_, mv)| mv)
            .collect();
        for played in GameLine::replay(start, texts).unwrap().moves().step_by(5) {
            let position = played.before;
            let hint = Seen::whole(position)
                .hint(&[played.mv], &evaluation)
                .unwrap();
            let words = Seen::whole(position).words(hint.choice);
            let is_only = position.all_choices().len() == 1;
            assert!(hint.advice.contains(&words), "{position}: {hint:?}");
            assert!(
                is_only || !hint.place.ends_with(&format!(": {words}.")),
                "{position}: {hint:?}"
            );
            assert!(
                hint.place.ends_with('.') && !hint.reasons.is_empty(),
                "{position}: {hint:?}"
            );
            assert!(
                hint.reasons.iter().all(|reason| reason.ends_with('.')),
                "{position}: {hint:?}"
            );
            assert_eq!(hint.choice, position.choice_in(played.mv), "{position}");
            assert_eq!(
                rings(position, &hint.spaces),
                hint.spaces.len(),
                "{position}: {hint:?}"
            );
            let has_no_place = hint
                .place
                .ends_with("It is not about a place on the board.");
            assert_eq!(has_no_place, hint.spaces.is_empty(), "{position}: {hint:?}");
        }
        assert_eq!(Seen::whole(&start).hint(&[], &evaluation), None);
    }
}

/// Number of spaces with these names that a picture of the position outlines.
fn rings(position: &AnyGame, spaces: &[String]) -> usize {
    let part = PartMarks {
        outlined: spaces.to_vec(),
        ..PartMarks::default()
    };
    let picture = |parts| {
        Seen::whole(position).picture(&PictureOptions {
            parts,
            ..PictureOptions::default()
        })
    };
    let [plain, marked] =
        [Vec::new(), vec![part]].map(|parts| picture(parts).matches("fp-arrow fp-thin").count());
    marked - plain
}

/// A hint is the same for all positions that the player to move cannot distinguish.
#[test]
fn hints_know_what_the_player_knows() {
    let spec: EngineSpec = "default:nodes=12".parse().unwrap();
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(12);
    let hint = |position: &AnyGame| {
        let mut engine = Engine::from_spec(&spec, Evaluation::default());
        let analysis = engine
            .analyze_any(position, &spec.limits(), |_| ())
            .unwrap();
        Seen::whole(position)
            .hint(&analysis.lines[0].moves, &Evaluation::default())
            .unwrap()
    };
    let mut hidden = 0;
    for start in starts()
        .into_iter()
        .filter(|start| start.rules().has_hidden_tiles())
    {
        for (position, _) in random_game(&start, rng).0.into_iter().step_by(4) {
            let player: Player = position.last_turn();
            for world in position.worlds(player, 2) {
                assert_eq!(hint(&world), hint(&position), "{world} and {position}");
                hidden += usize::from(world != position);
            }
        }
    }
    assert!(hidden > 0);
}

#[test]
fn a_hint_names_a_penguin_or_a_row() {
    let hint = |text: &str, mv: &str| {
        let position: AnyGame = text.parse().unwrap();
        Seen::whole(&position)
            .hint(&[position.find_choice(mv).unwrap()], &Evaluation::default())
            .unwrap()
    };
    let slide = hint(
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0",
        "c5-d4",
    );
    assert_eq!(
        (&*slide.place, &*slide.advice),
        ("Look at the penguin on c5.", "Best is: c5 to d4.")
    );
    assert_eq!(
        slide.reasons,
        ["It cuts B off from c4 (2 fish), which A alone can then reach."]
    );
    let placement = hint(
        "11...../......../......./......../......./......../......./........ A 0:0,0:0 1,1",
        "b1",
    );
    assert_eq!(
        (&*placement.place, &*placement.advice),
        ("Look at the hexes of row 1.", "Best is: a penguin on b1.")
    );
    assert_eq!(
        (slide.spaces, placement.spaces),
        (
            vec!["c5".to_owned()],
            ["a1", "b1"].map(str::to_owned).to_vec()
        )
    );
    let cards = hint("flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=2", "f:a1");
    assert_eq!(
        cards.place,
        "Which action card do you play? Try: flip one card. Look at the marked spaces."
    );
    assert!(
        cards.spaces.len() == 3 && cards.spaces.iter().any(|space| space == "a1"),
        "{:?}",
        cards.spaces
    );
}
