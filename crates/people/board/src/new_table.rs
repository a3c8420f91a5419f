//! Tables that the editor begins anew: dealt at random, or empty for what really lies there.

use std::collections::BTreeMap;

use floe_angling::LakeDraft;
use floe_engine::GameRules;
use floe_engine::options::{SetUpOptions, values};
use floe_query::QueryError;
use floe_variants::{DraftTile, FloeDraft};

use crate::edit::{EditRequest, EditedText, fill, is_lake};
use crate::lake;
use crate::questions::{BLANK, DEAL, SPACES, TableGame};
use crate::table::Table;

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
        let table = Table::split(text).map(|table| table.game());
        let floe = || {
            let draft = FloeDraft::read(text).ok()?.draft;
            Some(TableGame {
                rules: GameRules::Floe(draft.rules),
                players: draft.players(),
                layout: draft.outline.name().to_owned(),
            })
        };
        if is_lake(text) {
            return TableGame {
                rules: GameRules::Angling,
                players: 2,
                layout: "standard".to_owned(),
            };
        }
        table.or_else(floe).unwrap_or(TableGame {
            rules: GameRules::BASE,
            players: 2,
            layout: "standard".to_owned(),
        })
    }

    /// Deals a table at random; with the usual number of players and layout where the others do not
    /// fit the rules.
    fn deal(&self, seed: u64) -> Option<String> {
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
        let dealt = options.deal(seed).or_else(|_| usual.deal(seed));
        dealt.ok().map(|position| position.to_string())
    }
}

/// Text of the table that one of these answers begins, as the person in this seat sees it; `None`
/// if they change the one that is there.
fn begun(text: &str, answers: &BTreeMap<String, String>, seed: u64, seat: &str) -> Option<String> {
    let game = TableGame::of(text);
    for (name, value) in answers {
        match name.as_str() {
            SPACES if value == DEAL => return game.deal(seed),
            SPACES if value == BLANK => {
                let empty = emptied(&game.deal(seed)?, seat);
                // The next game of cards is often one of the same species.
                let table = Table::split(&empty).zip(Table::split(text));
                return Some(table.map_or(empty, |(new, old)| new.with_species_of(&old).join()));
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

/// A table that has been dealt without what is dealt at random, as the player with this letter sees
/// it.
fn emptied(text: &str, me: &str) -> String {
    if let Some(mut table) = Table::split(text) {
        table.clear();
        return table.join();
    }
    if let Ok(mut reading) = LakeDraft::read(text) {
        lake::empty(&mut reading.draft, me);
        return reading.draft.to_string();
    }
    let Ok(mut reading) = FloeDraft::read(text) else {
        return text.to_owned();
    };
    // Tiles with one fish are the most.
    fill(&mut reading.draft, &DraftTile::Fish(1));
    reading.draft.to_string()
}
