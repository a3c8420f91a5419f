use floe_engine::{AnyGame, Evaluation, GameLine};
use floe_game::Player;
use floe_picture::PictureOptions;
use floe_presentation::Seen;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::starts;

/// All that a position shows without a move, in one text.
fn shown(seen: &Seen) -> String {
    let evaluation = Evaluation::default();
    let choices = seen.position().all_choices();
    let moves = choices.iter().map(|&choice| {
        let reasons = seen.reasons(&[choice], &evaluation);
        let told = seen.told(choice);
        let mark = seen.mark_of(choice);
        format!("{} {told:?} {mark:?} {reasons:?}", seen.notation(choice))
    });
    let refusals = ["a1", "b2", "@1"].map(|space| seen.refusal(&[], space));
    format!(
        "{} {} {} {:?} {:?} {:?} {refusals:?} {:?} {:?} {}",
        seen.position(),
        seen.draw(|_, text| text),
        seen.turn_sentence(),
        seen.caption(),
        seen.notes(),
        seen.freeable_numbers(),
        seen.compose(&choices),
        seen.only_choice(),
        moves.collect::<Vec<_>>().join("\n") + &seen.picture(&PictureOptions::default()),
    )
}

/// A viewer is shown the same of all positions that it cannot distinguish, in words and pictures.
#[test]
fn no_one_is_shown_what_is_hidden() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(23);
    let mut hidden = 0;
    for start in starts() {
        let mut line = GameLine::new(start);
        line.play_at_random(usize::MAX, rng);
        let step = if start.rules().has_hidden_tiles() {
            2
        } else {
            12
        };
        for position in line.positions().iter().step_by(step) {
            for player in Player::first(start.players()) {
                let seen = Seen::by(position, player);
                assert_eq!(*seen.position(), position.view(player), "{position}");
                let worlds = position.worlds(player, 2).into_iter();
                for world in worlds.filter(|world| world != position) {
                    let other = Seen::by(&world, player);
                    assert_eq!(shown(&other), shown(&seen), "{world} and {position}");
                    hidden += 1;
                }
            }
        }
    }
    assert!(hidden > 20, "{hidden}");
}

/// A move is told to each player as that player observes it.
#[test]
fn moves_are_told_as_their_viewer_observes_them() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(24);
    let mut hidden = 0;
    for start in starts() {
        let mut line = GameLine::new(start);
        line.play_at_random(usize::MAX, rng);
        for played in line.moves() {
            for player in Player::first(start.players()) {
                let observed = played.observed_by(player);
                let view: AnyGame = played.before.view(player);
                let seen = Seen::by(played.before, player);
                assert_eq!(seen.notation(played.mv), view.move_text(observed), "{view}");
                assert_eq!(
                    seen.told(played.mv),
                    Seen::whole(&view).told(observed),
                    "{view}"
                );
                hidden += usize::from(observed != played.mv);
            }
        }
    }
    assert!(hidden > 0);
}
