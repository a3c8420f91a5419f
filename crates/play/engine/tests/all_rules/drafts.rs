//! Drafts of the positions of all games.

use floe_angling::LakeDraft;
use floe_engine::AnyGame;
use floe_flip::CardDraft;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// The draft of a position is written as the position, read from its text, and built to it.
#[test]
fn a_draft_is_built_to_its_position() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    let mut drafts = 0;
    for start in starts() {
        let (moves, end) = random_game(&start, rng);
        let positions = moves.into_iter().map(|(position, _)| position);
        for position in positions.chain([end]) {
            let text = position.to_string();
            if let Some(draft) = position.draft() {
                drafts += 1;
                assert_eq!(draft.to_string(), text);
                assert_eq!(floe_variants::FloeDraft::read(&text).unwrap().draft, draft);
                assert_eq!(AnyGame::try_from(&draft), Ok(position), "{text}");
            } else if let AnyGame::Angling(lake) = position {
                drafts += 1;
                let draft = LakeDraft::from(&lake);
                assert_eq!(draft.to_string(), text);
                assert_eq!(LakeDraft::read(&text).unwrap().draft, draft);
                assert_eq!(draft.build(), Ok(lake), "{text}");
            } else {
                drafts += 1;
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
    }
    assert!(drafts > 500, "{drafts}");
}
