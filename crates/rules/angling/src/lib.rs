//! *Gone Fishing!*, a game of hidden tiles for two players: [`Angling`] and its rules,
//! [`AnglingMove`]s as small steps of a round, set-up by [`AnglingSetUp`], and the notation of
//! positions and moves.
//!
//! The angler knows a part of the tiles only: [`Angling`] implements [`Veiled`](floe_game::Veiled).
//! Comments cite rules by their numbers in `docs/rules.md`; the notation is that of
//! `docs/notation.md`.

mod angling;
mod board;
mod capabilities;
mod draft;
mod draw;
mod lake;
mod legality;
mod moves;
mod mv;
mod notation;
mod policy;
mod set_up;
mod solve;
mod tile;
mod veil;

pub use angling::{Angling, AnglingStep};
pub use draft::{DraftAngler, LakeDraft, LakeSpot};
pub use lake::{LakeSpace, LakeSpaces, LakeSpacesIter};

pub use mv::AnglingMove;
pub use policy::AnglingPolicy;
pub use set_up::{AnglingSetUp, AnglingSetUpError};
pub use solve::{
    AnglingDecision, AnglingPrior, AnglingSolution, AnglingSolveError, AnglingSolver, MoveShare,
};
pub use tile::{Angler, AnglingSpecial, AnglingSpecials, LakeTile, TileCounts};
