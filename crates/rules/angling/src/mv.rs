use std::fmt;

use crate::lake::LakeSpace;
use crate::tile::{Angler, LakeTile};

/// Move of [`Angling`](crate::Angling): a small step of a round, each with its notation. A move
/// that reveals a tile may name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AnglingMove {
    /// `lay:3`: the fish lays this tile on the next space; `lay`, without a tile, as the player who
    /// fishes sees it or before chance deals it.
    Lay(Option<LakeTile>),
    /// `y@3`: puts this angler and its start tile on the pier with this index from 0; the notation
    /// counts from 1.
    Place(Angler, u8),
    /// `y+2`: moves this angler on by this number of piers, at least one.
    Walk(Angler, u8),
    /// `y+out`: moves this angler to its start or past it, so that it is out.
    WalkOut(Angler),
    /// `show:b3`: the fish shows the tile on this space of the line; `show:b3=5` names the tile.
    Show(LakeSpace, Option<LakeTile>),
    /// `catch:b3`: catches the tile on this space of the line; `catch:b3=5` names the tile.
    Catch(LakeSpace, Option<LakeTile>),
    /// `no`: the player who fishes catches nothing, and plays no special.
    No,
    /// `look:c2`: the player who fishes catches nothing, and plays the special to look at the tile
    /// on this space; `look:c2=5` names the tile.
    Look(LakeSpace, Option<LakeTile>),
    /// `hold`: the player who fishes catches nothing, and plays the special after which no tile may
    /// be moved in this round.
    Hold,
    /// `b3-b1`: the fish moves the tile on the first space to the second.
    Slide(LakeSpace, LakeSpace),
    /// `push:y`: the fish plays the special that moves this angler of the other player one pier on.
    Push(Angler),
    /// `swap:a1:b2`: the fish plays the special that swaps the tiles on these two spaces, the first
    /// in order first.
    Swap(LakeSpace, LakeSpace),
    /// `end`: the fish ends the round without a special.
    End,
}

/// First bit of a tile.
const TILE: u32 = 8;

impl AnglingMove {
    /// First bit of the kind in [`bits`](AnglingMove::bits).
    pub(crate) const TAG: u32 = 12;
    /// Number of bits of [`bits`](AnglingMove::bits).
    pub(crate) const BITS: u32 = AnglingMove::TAG + 4;

    /// The move without the tile that it reveals. A tile that it lays stays named.
    #[must_use]
    pub const fn concealed(self) -> AnglingMove {
        match self {
            AnglingMove::Show(space, _) => AnglingMove::Show(space, None),
            AnglingMove::Catch(space, _) => AnglingMove::Catch(space, None),
            AnglingMove::Look(space, _) => AnglingMove::Look(space, None),
            _ => self,
        }
    }

    /// Space of the tile whose content the move reveals; `None` if it reveals none.
    #[inline]
    pub const fn revealed(self) -> Option<LakeSpace> {
        match self {
            AnglingMove::Show(space, _)
            | AnglingMove::Catch(space, _)
            | AnglingMove::Look(space, _) => Some(space),
            _ => None,
        }
    }

    /// The move with `tile` as the tile that it reveals; unchanged if it reveals none.
    #[must_use]
    pub const fn revealing(self, tile: LakeTile) -> AnglingMove {
        match self {
            AnglingMove::Show(space, _) => AnglingMove::Show(space, Some(tile)),
            AnglingMove::Catch(space, _) => AnglingMove::Catch(space, Some(tile)),
            AnglingMove::Look(space, _) => AnglingMove::Look(space, Some(tile)),
            _ => self,
        }
    }

    /// Number of the move, never zero, and of [`BITS`](AnglingMove::BITS) bits.
    pub(crate) const fn bits(self) -> u32 {
        const fn kind(tile: Option<LakeTile>) -> u32 {
            match tile {
                Some(tile) => (tile.number() as u32) << TILE,
                None => 0,
            }
        }
        const fn pair(a: LakeSpace, b: LakeSpace) -> u32 {
            a.index() as u32 | (b.index() as u32) << 4
        }
        let (tag, payload) = match self {
            AnglingMove::Lay(tile) => (1, kind(tile)),
            AnglingMove::Place(angler, pier) => (2, angler as u32 | (pier as u32) << 1),
            AnglingMove::Walk(angler, piers) => (3, angler as u32 | (piers as u32) << 1),
            AnglingMove::WalkOut(angler) => (4, angler as u32),
            AnglingMove::Show(space, tile) => (5, space.index() as u32 | kind(tile)),
            AnglingMove::Catch(space, tile) => (6, space.index() as u32 | kind(tile)),
            AnglingMove::No => (7, 0),
            AnglingMove::Look(space, tile) => (8, space.index() as u32 | kind(tile)),
            AnglingMove::Hold => (9, 0),
            AnglingMove::Slide(from, to) => (10, pair(from, to)),
            AnglingMove::Push(angler) => (11, angler as u32),
            AnglingMove::Swap(a, b) => (12, pair(a, b)),
            AnglingMove::End => (13, 0),
        };
        tag << AnglingMove::TAG | payload
    }

    /// The move with these [`bits`](AnglingMove::bits).
    pub(crate) fn of_bits(bits: u32) -> AnglingMove {
        let tile = LakeTile::from_number((bits >> TILE & 15) as u8);
        let a = LakeSpace::from_index(bits as usize);
        let b = LakeSpace::from_index(bits as usize >> 4);
        let angler = Angler::ALL[(bits & 1) as usize];
        let piers = (bits >> 1 & 31) as u8;
        match bits >> AnglingMove::TAG {
            1 => AnglingMove::Lay(tile),
            2 => AnglingMove::Place(angler, piers),
            3 => AnglingMove::Walk(angler, piers),
            4 => AnglingMove::WalkOut(angler),
            5 => AnglingMove::Show(a, tile),
            6 => AnglingMove::Catch(a, tile),
            7 => AnglingMove::No,
            8 => AnglingMove::Look(a, tile),
            9 => AnglingMove::Hold,
            10 => AnglingMove::Slide(a, b),
            11 => AnglingMove::Push(angler),
            12 => AnglingMove::Swap(a, b),
            _ => AnglingMove::End,
        }
    }
}

/// The tile that a move reveals, after a sign; nothing if it is not known.
fn after(sign: &str, tile: Option<LakeTile>) -> String {
    tile.map_or(String::new(), |tile| format!("{sign}{tile}"))
}

impl fmt::Display for AnglingMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AnglingMove::Lay(tile) => write!(f, "lay{}", after(":", tile)),
            AnglingMove::Place(angler, pier) => write!(f, "{angler}@{}", pier + 1),
            AnglingMove::Walk(angler, piers) => write!(f, "{angler}+{piers}"),
            AnglingMove::WalkOut(angler) => write!(f, "{angler}+out"),
            AnglingMove::Show(space, tile) => write!(f, "show:{space}{}", after("=", tile)),
            AnglingMove::Catch(space, tile) => write!(f, "catch:{space}{}", after("=", tile)),
            AnglingMove::No => f.write_str("no"),
            AnglingMove::Look(space, tile) => write!(f, "look:{space}{}", after("=", tile)),
            AnglingMove::Hold => f.write_str("hold"),
            AnglingMove::Slide(from, to) => write!(f, "{from}-{to}"),
            AnglingMove::Push(angler) => write!(f, "push:{angler}"),
            AnglingMove::Swap(a, b) => write!(f, "swap:{a}:{b}"),
            AnglingMove::End => f.write_str("end"),
        }
    }
}
