//! Tables that the editor begins anew: dealt at random, or empty for what really lies there.

use std::collections::BTreeMap;

use floe_angling::LakeDraft;
use floe_engine::options::{AnglingOptions, SetUpOptions, values};
use floe_engine::{AnyGame, GameRules};
use floe_flip::CardDraft;
use floe_query::QueryError;
use floe_variants::{DraftTile, FloeDraft, Outline};

use crate::edit::{EditRequest, EditedText, fill, is_lake, is_net};
use crate::lake;
use crate::questions::flip::{clear, rules_of, take_species};
use crate::questions::{BLANK, DEAL, SPACES, TableGame};

impl EditRequest {
    /// Begins another table where an answer asks for one, and answers the request.
    ///
    /// # Errors
    /// When it changes more than a table can have.
    pub(crate) fn begin_and_answer(mut self) -> Result<EditedText, QueryError> {
        self.check()?;
        if let Some(text) = begun(self.position.trim(), &self.answers, self.seed, &self.seat) {
            self.answers.clear();
            self.position = text;
        }
        let mut edited = self.answer();
        let anew = BTreeMap::from([(SPACES.to_owned(), BLANK.to_owned())]);
        // A table that has just been begun is not offered again.
        if begun(&edited.position, &anew, self.seed, &self.seat)
            .is_some_and(|text| text == edited.position)
        {
            edited.withdraw(SPACES, BLANK);
        }
        Ok(edited)
    }
}

impl TableGame {
    /// The game of a text, which may have mistakes.
    fn of(text: &str) -> TableGame {
        if let Some(reading) = CardDraft::read(text).ok().filter(|_| is_net(text)) {
            return TableGame {
                rules: rules_of(&reading.draft),
                players: reading.draft.players(),
                layout: Outline::STANDARD.name().to_owned(),
            };
        }
        if let Some(reading) = FloeDraft::read(text).ok().filter(|_| !is_lake(text)) {
            return TableGame {
                rules: GameRules::Floe(reading.draft.rules),
                players: reading.draft.players(),
                layout: reading.draft.outline.name().to_owned(),
            };
        }
        let rules = if is_lake(text) {
            GameRules::Angling
        } else {
            GameRules::BASE
        };
        TableGame {
            rules,
            players: 2,
            layout: Outline::STANDARD.name().to_owned(),
        }
    }

    /// Deals a table at random; with the usual number of players and layout where the others do not
    /// fit the rules.
    fn deal(&self, seed: u64) -> Option<AnyGame> {
        let layout = values::layout(&self.layout)
            .ok()
            .filter(|_| self.rules.floe().is_some());
        let usual = SetUpOptions {
            rules: Some(self.rules),
            ..SetUpOptions::default()
        };
        let options = SetUpOptions {
            players: Some(self.players),
            layout,
            ..usual.clone()
        };
        options.deal(seed).or_else(|_| usual.deal(seed)).ok()
    }
}

/// Text of the table that one of these answers begins, as the person in this seat sees it; `None`
/// if they change the one that is there.
fn begun(text: &str, answers: &BTreeMap<String, String>, seed: u64, seat: &str) -> Option<String> {
    let game = TableGame::of(text);
    for (name, value) in answers {
        match name.as_str() {
            SPACES if value == DEAL && game.rules == GameRules::Angling => {
                return dealt_lake(&game.deal(seed)?, seed, seat);
            }
            SPACES if value == DEAL => return Some(game.deal(seed)?.to_string()),
            SPACES if value == BLANK => {
                let dealt = game.deal(seed)?;
                // The next game of cards is often one of the same species.
                let drafts = draft_of(&dealt).zip(CardDraft::read(text).ok());
                return Some(match drafts.filter(|_| is_net(text)) {
                    None => emptied(&dealt, seat),
                    Some((mut new, old)) => {
                        clear(&mut new);
                        take_species(&mut new, &old.draft);
                        new.to_string()
                    }
                });
            }
            BLANK => return Some(emptied(&game.deal(seed)?, value)),
            "layout" => {
                return Some(emptied(
                    &TableGame {
                        layout: value.clone(),
                        ..game
                    }
                    .deal(seed)?,
                    "",
                ));
            }
            "rules" => {
                let rules: GameRules = value.parse().ok()?;
                let is_same =
                    rules == game.rules || rules.floe().is_some() && game.rules.floe().is_some();
                let players = rules.usual_players();
                return if is_same {
                    None
                } else {
                    Some(emptied(
                        &TableGame {
                            rules,
                            players,
                            ..game
                        }
                        .deal(seed)?,
                        seat,
                    ))
                };
            }
            _ => {}
        }
    }
    None
}

/// Text of a new lake on which all tiles have been laid at random, as the player in this seat sees
/// it: the angler sees their backs, and where all look at the screen in turn, the fish lays them.
fn dealt_lake(new: &AnyGame, seed: u64, seat: &str) -> Option<String> {
    let options = SetUpOptions {
        rules: Some(GameRules::Angling),
        angling: AnglingOptions {
            dealt: true,
            ..AnglingOptions::default()
        },
        ..SetUpOptions::default()
    };
    let dealt = options.deal(seed).ok()?;
    let AnyGame::Angling(angling) = &dealt else {
        return None;
    };
    let mut draft = LakeDraft::from(angling);
    // The tiles of the second day are for its fish to lay.
    draft.is_dealt = false;
    let sees_all = seat.is_empty() || draft.fish().to_string() == seat;
    Some(if sees_all {
        draft.to_string()
    } else {
        emptied(new, seat)
    })
}

/// A table that has been dealt without what is dealt at random, as the player with this letter sees
/// it.
fn emptied(dealt: &AnyGame, me: &str) -> String {
    if let Some(mut floe) = dealt.draft() {
        // Tiles with one fish are the most.
        fill(&mut floe, &DraftTile::Fish(1));
        return floe.to_string();
    }
    if let AnyGame::Angling(lake) = dealt {
        let mut draft = LakeDraft::from(lake);
        lake::empty(&mut draft, me);
        return draft.to_string();
    }
    let Some(mut draft) = draft_of(dealt) else {
        return dealt.to_string();
    };
    clear(&mut draft);
    draft.to_string()
}

/// The draft of a game of cards; `None` for other games.
pub(crate) fn draft_of(game: &AnyGame) -> Option<CardDraft> {
    match game {
        AnyGame::Flip(flip) => Some(flip.into()),
        AnyGame::Contest(contest) => Some(contest.into()),
        _ => None,
    }
}
