//! Moves of Gone Fishing! composed step by step.

use floe_angling::{Angler, Angling, AnglingMove, AnglingStep, LakeTile};
use floe_picture::{Icon, PartMarks, Pictured, SpaceWay};

use super::words::{choice, name};
use crate::ChoicePart;

/// Parts of a choice: what moves or is chosen, then where it goes.
pub(super) fn parts(position: &Angling, mv: AnglingMove) -> Vec<ChoicePart> {
    let words = choice(mv);
    let mark = position.move_mark(mv);
    let question = question(position);
    let from: Vec<String> = mark.from.iter().cloned().collect();
    match mv {
        AnglingMove::Lay(tile) => {
            let marks = PartMarks {
                outlined: mark.to,
                ..PartMarks::default()
            };
            let words = tile.map_or(words, LakeTile::in_words);
            let part = ChoicePart::new(question, Vec::new(), words).with_icon(Icon::LakeTile(tile));
            let left = tile.map(|tile| position.unseen().count(tile));
            vec![ChoicePart {
                marks,
                left,
                ..part
            }]
        }
        AnglingMove::Place(..) | AnglingMove::Show(..) | AnglingMove::Catch(..) => {
            vec![ChoicePart::new(question, mark.to, words)]
        }
        AnglingMove::Walk(angler, _) | AnglingMove::WalkOut(angler) => {
            let walks = ChoicePart::new(question, from, name(angler).to_owned());
            vec![
                walks,
                ChoicePart::new("How far does this angler walk?", mark.to, words),
            ]
        }
        AnglingMove::Look(..) => {
            let looks = ChoicePart::new(
                question,
                Vec::new(),
                "catch nothing, and look at a tile".to_owned(),
            );
            vec![
                looks,
                ChoicePart::new("Which tile do you look at?", mark.to, words),
            ]
        }
        AnglingMove::Slide(space, _) => {
            let ways = mark.from.into_iter().zip(mark.to.first().cloned());
            let ghost = ways.map(|(from, to)| SpaceWay { from, to }).next();
            let marks = PartMarks {
                ghost,
                ..PartMarks::default()
            };
            let goes = ChoicePart {
                marks,
                ..ChoicePart::new("Where does this tile slide to?", mark.to, words)
            };
            vec![
                ChoicePart::new(question, from, format!("slide the tile on {space}")),
                goes,
            ]
        }
        AnglingMove::Swap(..) => {
            let swap = ChoicePart::new(question, Vec::new(), "swap two tiles".to_owned());
            vec![
                swap,
                ChoicePart::new("Which two tiles change places?", mark.to, words),
            ]
        }
        AnglingMove::No | AnglingMove::Hold | AnglingMove::Push(_) | AnglingMove::End => {
            vec![ChoicePart::new(question, Vec::new(), words)]
        }
    }
}

/// Sentence that asks for the first part.
fn question(position: &Angling) -> String {
    let next = (position.area() - position.occupied()).first();
    match position.step() {
        AnglingStep::Lay => match next {
            Some(space) => format!("Which tile do you lay face down on {space}?"),
            None => "Which tile do you lay?".to_owned(),
        },
        AnglingStep::Place => format!("Where does {} begin?", name(next_angler(position))),
        AnglingStep::Walk => "Which angler walks?".to_owned(),
        AnglingStep::Show => "Which tile of the line do you show?".to_owned(),
        AnglingStep::Catch => "Which tile do you catch, if any?".to_owned(),
        _ => "Which tile do you slide, if any?".to_owned(),
    }
}

/// The angler that is put on a pier next.
fn next_angler(position: &Angling) -> Angler {
    match position.pier(Angler::Yellow) {
        None => Angler::Yellow,
        Some(_) => Angler::Red,
    }
}

/// The tile that a move reveals or lays, in words; empty where it is not known.
pub(super) fn outcome(mv: AnglingMove) -> String {
    tile_of(mv).map_or(String::new(), LakeTile::in_words)
}

/// The tile that a move reveals or lays; `None` where it is not known.
fn tile_of(mv: AnglingMove) -> Option<LakeTile> {
    match mv {
        AnglingMove::Lay(tile)
        | AnglingMove::Show(_, tile)
        | AnglingMove::Catch(_, tile)
        | AnglingMove::Look(_, tile) => tile,
        _ => None,
    }
}

/// Part of an outcome: the tile that a move reveals.
pub(super) fn outcome_parts(position: &Angling, mv: AnglingMove) -> Vec<ChoicePart> {
    let question = match mv {
        AnglingMove::Show(space, _)
        | AnglingMove::Catch(space, _)
        | AnglingMove::Look(space, _) => {
            format!("Which tile was on {space}?")
        }
        _ => "What came?".to_owned(),
    };
    vec![match tile_of(mv) {
        Some(tile) => {
            let left = position.unseen().count(tile);
            ChoicePart::of_outcome(&question, tile.in_words(), Icon::LakeTile(Some(tile)), left)
        }
        None => ChoicePart::new(question, Vec::new(), choice(mv)),
    }]
}
