//! Editor of a lake: tools that lay its tiles, and what the fish must lay before a game.

use std::collections::BTreeMap;

use floe_angling::{AnglingStep, LakeDraft, LakeSpot, LakeTile};
use floe_game::counted;
use floe_picture::{Icon, PictureOptions, sketch_lake};

use crate::palette::{EMPTY, EditTool, used_up};
use crate::questions::{SPACES, angling};

/// Seat of all players, who share a screen.
const ALL: &str = "all";
/// Tool for a tile of which the angler sees the back.
const HIDDEN: &str = "?";
/// Tool that shows the angler a tile, or hides it again.
const KNOWN: &str = "!";

/// Tools for the tiles of a lake, with the numbers of those that lie nowhere in it.
pub(crate) fn tools(draft: &LakeDraft) -> Vec<EditTool> {
    let tile = |tile: LakeTile| {
        let tool = EditTool::new(&tile.letter().to_string(), &tile.in_words());
        tool.with_icon(&Icon::LakeTile(Some(tile)))
            .with_left(draft.stock(tile))
    };
    let mut tools: Vec<EditTool> = LakeTile::all().map(tile).collect();
    let hidden = EditTool::new(HIDDEN, "hidden tile").with_key('h');
    tools.push(hidden.with_icon(&Icon::LakeTile(None)));
    tools.push(EditTool::new(KNOWN, "Known to the angler"));
    tools.push(EditTool::new(EMPTY, "Empty"));
    tools
}

/// Uses tools on spaces, by their names. A tile of which none is left is not laid. Returns a
/// sentence about one that was not laid.
pub(crate) fn paint(draft: &mut LakeDraft, tools: &BTreeMap<String, String>) -> Option<String> {
    let mut notice = None;
    for (name, tool) in tools {
        let mut numbers = 0..draft.spaces.len();
        let Some(number) = numbers.find(|&number| draft.space(number).to_string() == *name) else {
            continue;
        };
        let mut letters = tool.chars();
        let tile = letters.next().and_then(LakeTile::from_letter);
        let old = draft.spaces[number].clone();
        draft.spaces[number] = match (&**tool, tile, old) {
            (EMPTY, ..) => LakeSpot::Empty,
            (HIDDEN, ..) => LakeSpot::Hidden,
            (KNOWN, _, LakeSpot::Tile(tile, is_known)) => LakeSpot::Tile(tile, !is_known),
            (_, Some(tile), LakeSpot::Tile(old, _)) if tile == old => LakeSpot::Tile(tile, false),
            (_, Some(tile), old) if draft.stock(tile) == 0 => {
                notice = Some(used_up(&tile.in_words()));
                old
            }
            (_, Some(tile), _) => LakeSpot::Tile(tile, false),
            (_, None, old) => old,
        };
    }
    notice
}

/// Answers a question about the lake.
pub(crate) fn answer(draft: &mut LakeDraft, name: &str, value: &str) {
    let is_empty = draft.spaces.iter().all(|spot| *spot == LakeSpot::Empty);
    match name {
        "rules" => {}
        SPACES => cover(draft, &LakeSpot::Empty),
        "step" if value == AnglingStep::Lay.name() => cover(draft, &LakeSpot::Empty),
        "step" if is_empty => {
            cover(draft, &LakeSpot::Hidden);
            angling::answer(draft, name, value);
        }
        _ => angling::answer(draft, name, value),
    }
}

/// Takes away what has been dealt at random, as the player with this letter sees it: where all look
/// at the screen in turn, the fish lays its tiles one by one, as moves; the angler sees their
/// backs, and the fish turns them over, here.
pub(crate) fn empty(draft: &mut LakeDraft, me: &str) {
    let spot = if me == ALL {
        LakeSpot::Empty
    } else {
        LakeSpot::Hidden
    };
    cover(draft, &spot);
}

/// Puts the same on all spaces of the lake: nothing before the tiles are laid, or tiles with their
/// backs up.
fn cover(draft: &mut LakeDraft, spot: &LakeSpot) {
    draft.spaces.fill(spot.clone());
    draft.caught.clear();
    if *spot == LakeSpot::Empty {
        draft.set_step(AnglingStep::Lay);
    } else if draft.step == AnglingStep::Lay {
        draft.set_step(AnglingStep::Place);
    }
    draft.settle();
}

/// Whether tiles are laid by moves, once the game has begun: where all players share a screen, no
/// one may see the tiles here but the fish.
pub(crate) fn is_laid_in_play(draft: &LakeDraft, seat: &str) -> bool {
    seat == ALL && draft.step == AnglingStep::Lay
}

/// Sentence that says to the person in this seat how spaces are laid.
pub(crate) fn guide(draft: &LakeDraft, seat: &str) -> &'static str {
    if is_laid_in_play(draft, seat) {
        "Nothing is laid here: after Begin the fish takes the screen alone, and lays its tiles one by one, face down."
    } else {
        "Choose a tile above the lake, then the space on which it lies."
    }
}

/// Request for what the person in this seat must still lay before the game begins, and the number
/// of a space for it: as the fish its own tiles. `None` where nothing is missing.
pub(crate) fn missing_of(draft: &LakeDraft, me: &str) -> Option<(String, usize)> {
    if draft.fish().to_string() != me {
        return None;
    }
    let spaces = draft.spaces.iter();
    let count = spaces.filter(|spot| **spot == LakeSpot::Hidden).count();
    let count = counted(count, "tile");
    let words = format!(
        "You are the fish: lay your tiles as they lie on your table. Choose a tile, then a space; {count} to go. Only \
         you should look."
    );
    let mut spaces = draft.spaces.iter();
    let first = spaces.position(|spot| *spot == LakeSpot::Hidden)?;
    Some((words, first))
}

/// Picture of a lake on which only some tiles lie open; `None` if it cannot be drawn.
pub(crate) fn sketch(draft: &LakeDraft, options: &PictureOptions) -> Option<String> {
    let mut shown = draft.clone();
    for spot in &mut shown.spaces {
        // An open tile among hidden ones is one that the angler knows.
        if let LakeSpot::Tile(_, is_known) = spot {
            *is_known = true;
        }
    }
    Some(sketch_lake(&shown.build().ok()?, options))
}

#[cfg(test)]
mod tests {
    use floe_angling::Angling;

    use super::*;

    #[test]
    fn tiles_are_laid_on_the_lake() {
        let lake = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";
        let mut draft = LakeDraft::read(lake).unwrap().draft;
        assert_eq!(draft.to_string(), lake);
        let tools = [("c1", "!"), ("a2", "."), ("c4", "1"), ("d4", "!")];
        let tools = tools.map(|(space, tool)| (space.to_owned(), tool.to_owned()));
        assert_eq!(paint(&mut draft, &tools.into()), None);
        let laid = draft.to_string();
        assert!(
            laid.starts_with("angling:443r/...2/rr!63/2d1r! A 6,0 "),
            "{laid}"
        );
        assert!(draft.build().is_ok());
    }

    /// No more of a tile is laid than the game has, and each lake stays one that is drawn.
    #[test]
    fn what_is_used_up_is_not_laid() {
        for seat in ["A", ALL] {
            let mut lake = LakeDraft::read(
                "angling:12/34 A 0,0 -,- 3.3 lh,yrs step=place lake=2x2 tiles=1.2.3.4",
            )
            .unwrap()
            .draft;
            empty(&mut lake, seat);
            let tools = tools(&lake);
            for tool in tools.iter().filter(|tool| tool.left.is_some()) {
                let mut lake = lake.clone();
                for name in ["a1", "b1", "a2", "b2"] {
                    let tile = tool.tool.chars().next().and_then(LakeTile::from_letter);
                    let left = lake.stock(tile.unwrap());
                    let used = BTreeMap::from([(name.to_owned(), tool.tool.clone())]);
                    assert_eq!(paint(&mut lake, &used).is_some(), left == 0);
                }
            }
        }
    }

    /// Every tool on every space gives a game, or an error that names its field; the text of the
    /// draft says the same.
    #[test]
    fn a_tool_gives_a_game_or_names_a_field() {
        for text in [
            "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r",
            "angling:????/????/????/???? A 0,0 -,- 3.3.3.3 lh,yrs step=place",
        ] {
            let lake = LakeDraft::read(text).unwrap().draft;
            for tool in tools(&lake) {
                for number in 0..lake.spaces.len() {
                    let mut painted = lake.clone();
                    let name = lake.space(number).to_string();
                    let _ = paint(&mut painted, &BTreeMap::from([(name, tool.tool.clone())]));
                    let text = painted.to_string();
                    let read = text.parse::<Angling>();
                    match painted.build() {
                        Ok(game) => assert_eq!(read, Ok(game), "{text}"),
                        Err(error) => {
                            assert!(!error.field.name.is_empty(), "{text}");
                            assert_eq!(read.unwrap_err().problem, error.expected, "{text}");
                        }
                    }
                }
            }
        }
    }
}
