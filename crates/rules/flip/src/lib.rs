//! *Fish 'n' Flip*, a cooperative card puzzle for one to four players: [`Flip`] and its rules,
//! [`FlipMove`]s, dealing by [`FlipSetUp`], and the notation of positions and moves. [`Contest`] is
//! the competitive form.
//!
//! Comments cite rules by their numbers in `docs/rules.md`; the notation is that of
//! `docs/notation.md`.

mod card;
mod contest;
mod deal;
mod draft;
mod draw;
mod estimate;
mod features;
mod flip;
mod form;
mod freeing;
mod legality;
mod moving;
mod mv;
mod net;
mod piles;
mod policy;
mod round;
mod solver;
mod space;

pub use card::{ActionCard, Animal, Card, Species, Waste};
pub use contest::{Contest, ContestStep};
pub use deal::{FlipDealError, FlipSetUp};
pub use draft::{
    CardDraft, CardForm, ContestForm, DraftCard, DraftHand, DraftPile, DraftSpecies, FlipForm,
};
pub use estimate::{FlipEstimate, FlipEstimateError, TurnEnd};
pub use flip::{Flip, FlipStep};
pub use mv::FlipMove;
pub use net::Net;
pub use piles::{ActionCards, AnimalKind, Animals, Below, Pile};
pub use policy::FlipPolicy;
pub use round::{Freeable, round_gains, sensible_bids};
pub use solver::{FlipResults, FlipSolver};
pub use space::{Space, Spaces, SpacesIter};
