//! Choices of Gone Fishing! in words, and what its specials are called.

use floe_angling::{Angler, AnglingMove, LakeTile};

/// Name of an angler in a sentence.
pub(super) fn name(angler: Angler) -> &'static str {
    match angler {
        Angler::Yellow => "the yellow angler",
        Angler::Red => "the red angler",
    }
}

/// Colour of an angler, as its name where there is little room.
fn colour(angler: Angler) -> &'static str {
    match angler {
        Angler::Yellow => "yellow",
        Angler::Red => "red",
    }
}

/// The tile that a move reveals, after a colon; nothing if it is not known.
fn revealed(tile: Option<LakeTile>) -> String {
    tile.map_or(String::new(), |tile| format!(": {}", tile.in_words()))
}

/// A choice or a move in words.
pub(crate) fn choice(choice: AnglingMove) -> String {
    match choice {
        AnglingMove::Lay(None) => "lay the next tile".to_owned(),
        AnglingMove::Lay(Some(tile)) => format!("lay {}", tile.in_words()),
        AnglingMove::Place(angler, pier) => {
            format!("{} begins at pier {}", colour(angler), pier + 1)
        }
        AnglingMove::Walk(angler, 1) => format!("{} walks 1 pier", colour(angler)),
        AnglingMove::Walk(angler, piers) => format!("{} walks {piers} piers", colour(angler)),
        AnglingMove::WalkOut(angler) => {
            format!("{} walks to its start, and is out", colour(angler))
        }
        AnglingMove::Show(space, tile) => format!("show the tile on {space}{}", revealed(tile)),
        AnglingMove::Catch(space, tile) => format!("catch the tile on {space}{}", revealed(tile)),
        AnglingMove::No => "catch nothing".to_owned(),
        AnglingMove::Look(space, tile) => {
            format!("catch nothing, and look at {space}{}", revealed(tile))
        }
        AnglingMove::Hold => "catch nothing, and hold the tiles".to_owned(),
        AnglingMove::Slide(from, to) => format!("slide the tile on {from} to {to}"),
        AnglingMove::Push(angler) => format!("push {} one pier on", name(angler)),
        AnglingMove::Swap(a, b) => format!("swap the tiles on {a} and {b}"),
        AnglingMove::End => "end the round".to_owned(),
    }
}
