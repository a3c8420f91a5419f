//! Parts of positions on a lake and of their moves.

use floe_angling::{Angling, AnglingMove, LakeSpace, LakeTile};

use super::{Content, MoveParts, Parts};

impl Parts for Angling {
    fn places(&self) -> Vec<String> {
        let spaces = self.area().into_iter();
        spaces.map(|space| space.to_string()).collect()
    }

    fn contents(&self) -> Vec<(usize, Content)> {
        let content = |(place, space): (usize, LakeSpace)| {
            let token = match self.tile(space) {
                Some(tile) => tile.to_string(),
                None if self.unknown().contains(space) => "?".to_owned(),
                None => return None,
            };
            Some((place, Content::Token(token)))
        };
        let all = self.area().into_iter().enumerate();
        all.filter_map(content).collect()
    }

    fn kinds(&self) -> Vec<&'static str> {
        vec![
            "lay", "place", "walk", "walk-out", "show", "catch", "no", "look", "hold", "slide",
            "push", "swap", "end",
        ]
    }

    fn move_parts(&self, mv: AnglingMove) -> MoveParts {
        let place = |space: LakeSpace| self.area().into_iter().position(|other| other == space);
        let kind = MoveParts::of;
        match mv {
            AnglingMove::Lay(tile) => kind("lay").numbered(tile.and_then(number_of)),
            AnglingMove::Place(angler, pier) => {
                kind("place").numbered([angler as u32, pier.into()])
            }
            AnglingMove::Walk(angler, piers) => {
                kind("walk").numbered([angler as u32, piers.into()])
            }
            AnglingMove::WalkOut(angler) => kind("walk-out").numbered([angler as u32]),
            AnglingMove::Show(space, _) => kind("show").to(place(space)),
            AnglingMove::Catch(space, _) => kind("catch").to(place(space)),
            AnglingMove::No => kind("no"),
            AnglingMove::Look(space, _) => kind("look").to(place(space)),
            AnglingMove::Hold => kind("hold"),
            AnglingMove::Slide(from, to) => kind("slide").from(place(from)).to(place(to)),
            AnglingMove::Push(angler) => kind("push").numbered([angler as u32]),
            AnglingMove::Swap(a, b) => kind("swap").from(place(a)).to(place(b)),
            AnglingMove::End => kind("end"),
        }
    }
}

/// Number of a tile of the lake: 1 to 6 for fish, 7 for rubbish, 8 for the diver.
fn number_of(tile: LakeTile) -> Option<u32> {
    let numbered = LakeTile::all().zip(1..);
    let mut found = numbered.filter(|&(other, _)| other == tile);
    found.next().map(|(_, number)| number)
}
