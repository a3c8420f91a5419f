//! Drafts and texts of the positions of all games.

use floe_angling::LakeDraft;
use floe_engine::AnyGame;
use floe_flip::CardDraft;
use floe_variants::{FloeDraft, Rules};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Positions of random games by all rules. Five games each begin on small floes around a centre, on
/// which players soon have taken less than nothing.
fn positions() -> impl Iterator<Item = AnyGame> {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    let centres = centres();
    let small = (0..5).flat_map(|_| centres.iter().copied());
    let games: Vec<_> = starts()
        .into_iter()
        .chain(small)
        .map(|start| random_game(&start, rng))
        .collect();
    games.into_iter().flat_map(|(moves, end)| {
        let before = moves.into_iter().map(|(position, _)| position);
        before.chain([end])
    })
}

/// Floes of 19 hexes in the middle of `setup-2`, by all rules, for all contents of the centre.
fn centres() -> Vec<AnyGame> {
    let mut starts = Vec::new();
    for centre in ["o", "0", "m2"] {
        let rows =
            format!("...../....../..113../..1111../..11{centre}11../..1111../..111../....../.....");
        for rules in Rules::all() {
            for players in if rules.teams { 4..=4 } else { 2..=4 } {
                let text = format!("setup-2:{rows} A 0:0,0:0 4,4");
                let mut draft = FloeDraft::read(&text).unwrap().draft;
                draft.set_rules(rules);
                draft.set_players(players);
                starts.push(AnyGame::try_from(&draft).unwrap());
            }
        }
    }
    starts
}

/// The draft of a position is written as the position, read from its text, and built to it.
#[test]
fn a_draft_is_built_to_its_position() {
    let mut drafts = 0;
    for position in positions() {
        drafts += 1;
        let text = position.to_string();
        if let Some(draft) = position.draft() {
            assert_eq!(draft.to_string(), text);
            assert_eq!(FloeDraft::read(&text).unwrap().draft, draft);
            assert_eq!(AnyGame::try_from(&draft), Ok(position), "{text}");
        } else if let AnyGame::Angling(lake) = position {
            let mut draft = LakeDraft::from(&lake);
            assert_eq!(draft.to_string(), text);
            assert_eq!(LakeDraft::read(&text).unwrap().draft, draft);
            assert_eq!(draft.build(), Ok(lake), "{text}");
            draft.settle();
            assert_eq!(draft.build(), Ok(lake), "{text}");
        } else {
            let draft = match &position {
                AnyGame::Flip(flip) => CardDraft::from(flip),
                AnyGame::Contest(contest) => CardDraft::from(contest),
                other => panic!("{other} has no draft"),
            };
            assert_eq!(draft.to_string(), text);
            assert_eq!(CardDraft::read(&text).unwrap().draft, draft);
            assert_eq!(AnyGame::try_from(&draft), Ok(position), "{text}");
        }
    }
    assert!(drafts > 500, "{drafts}");
}

/// The text of a position is read as the position.
#[test]
fn what_play_prints_is_read() {
    for position in positions() {
        assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
    }
}

/// The value of a key is all that stands after its first `=`: no text between two signs is skipped.
#[test]
fn a_second_value_of_a_key_is_refused() {
    let mut keys = 0;
    for position in positions().step_by(5) {
        let text = position.to_string();
        for word in text.split(' ').filter(|word| word.contains('=')) {
            keys += 1;
            let (key, value) = word.split_once('=').unwrap();
            for other in [value, "1", ""] {
                let twice = format!("{key}={other}={value}");
                let wrong = text.replacen(word, &twice, 1);
                let error = wrong.parse::<AnyGame>().unwrap_err();
                // A field before may be wrong without the right value.
                let end = wrong.find(&twice).unwrap() + twice.len();
                assert!(error.column <= end, "{wrong}: {error}");
            }
        }
    }
    assert!(keys > 500, "{keys}");
}
