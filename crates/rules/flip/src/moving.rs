//! Moving (4.3): action cards and the powers that are used with them, on a net.

use crate::card::{ActionCard, Species, Waste};
use crate::mv::FlipMove;
use crate::net::Net;
use crate::space::{Space, Spaces};

/// Powers that the player to move may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Powers {
    /// One bit for each species.
    species: u8,
    /// Whether two rays in one row or column count as adjacent, in place of the usual power of
    /// rays.
    far_rays: bool,
}

/// Species with a power of freeing.
const FREEING: u8 =
    1 << Species::Swordfish as u8 | 1 << Species::Ray as u8 | 1 << Species::Shark as u8;

impl Powers {
    /// The powers of some species; under `far_rays` that of rays connects them instead.
    pub(crate) fn new(species: impl IntoIterator<Item = Species>, far_rays: bool) -> Powers {
        let species = species
            .into_iter()
            .fold(0, |bits, species| bits | 1 << species as u32);
        let ray = 1 << Species::Ray as u32;
        let far_rays = far_rays && species & ray != 0;
        Powers {
            species: if far_rays { species & !ray } else { species },
            far_rays,
        }
    }

    /// The powers that last all the turn, with those that are used up left out.
    #[must_use]
    pub(crate) const fn used_up(self) -> Powers {
        Powers {
            species: 0,
            far_rays: self.far_rays,
        }
    }

    /// Whether a power may be used.
    #[inline]
    pub(crate) const fn has(self, species: Species) -> bool {
        self.species >> species as u32 & 1 != 0
    }

    /// Whether a power of moving may be used.
    #[inline]
    pub(crate) const fn has_moving(self) -> bool {
        self.species & !FREEING != 0
    }

    /// Whether a power of freeing may be used.
    #[inline]
    pub(crate) const fn has_freeing(self) -> bool {
        self.species & FREEING != 0
    }

    /// Whether two rays in one row or column count as adjacent.
    #[inline]
    pub(crate) const fn has_far_rays(self) -> bool {
        self.far_rays
    }
}

/// Calls `visit` with every neighbouring pair of these cards.
fn for_each_pair(cards: Spaces, mut visit: impl FnMut(Space, Space)) {
    for a in cards {
        for b in (Spaces::from(a).up() | Spaces::from(a).right()) & cards {
            visit(a, b);
        }
    }
}

/// Swordfish that may use their power: not next to oil.
pub(crate) fn strong_swordfish(net: &Net, powers: Powers) -> Spaces {
    if powers.has(Species::Swordfish) {
        net.species(Species::Swordfish) - net.oiled()
    } else {
        Spaces::EMPTY
    }
}

/// Whether an action card can flip these spaces: at least `least` cards, none of them metal.
#[inline]
fn can_flip(net: &Net, spaces: Spaces, least: usize) -> bool {
    (net.cards() & spaces).len() >= least && (net.waste(Waste::Metal) & spaces).is_empty()
}

/// Calls `visit` with every use of an action card, once each.
pub(crate) fn for_each_act(
    net: &Net,
    card: ActionCard,
    powers: Powers,
    mut visit: impl FnMut(FlipMove),
) {
    let cards = net.cards();
    let metal = net.waste(Waste::Metal);

    match card {
        ActionCard::FlipOne => (cards - metal)
            .into_iter()
            .for_each(|space| visit(FlipMove::FlipOne(space))),
        ActionCard::FlipColumn => {
            let columns =
                (0..Space::COLUMNS).filter(|&column| can_flip(net, Spaces::column(column), 1));
            columns.for_each(|column| visit(FlipMove::FlipColumn(column as u8)));
        }
        ActionCard::FlipRow => {
            let rows = (0..Space::ROWS).filter(|&row| can_flip(net, Spaces::row(row), 1));
            rows.for_each(|row| visit(FlipMove::FlipRow(row as u8)));
        }
        ActionCard::FlipSquare => {
            let corners =
                net.area() & net.area().down() & net.area().left() & net.area().down().left();
            let corners = corners
                .into_iter()
                .filter(|&corner| can_flip(net, Spaces::square(corner), 3));
            corners.for_each(|corner| visit(FlipMove::FlipSquare(corner)));
        }
        ActionCard::FlipColour => {
            let colours = (0..4).filter(|&colour| !net.colour(colour).is_empty());
            colours.for_each(|colour| visit(FlipMove::FlipColour(colour)));
        }
        ActionCard::Switch => for_each_pair(cards - metal, |a, b| visit(FlipMove::Switch(a, b))),
        ActionCard::SwitchFlip => {
            for_each_pair(cards - metal, |a, b| visit(FlipMove::SwitchFlip(a, b)));
        }
        ActionCard::FreeOne => {
            net.animals()
                .into_iter()
                .for_each(|space| visit(FlipMove::FreeOne(space, None)));
            let strong = strong_swordfish(net, powers);
            for space in strong {
                // Two swordfish that free each other are one move, named by the first of them.
                for other in Spaces::from(space).neighbours() & cards {
                    if other > space || !strong.contains(other) {
                        visit(FlipMove::FreeOne(space, Some(other)));
                    }
                }
            }
        }
    }
}

/// Carries out a move that plays an action card. The cards that it frees stay on the net and are
/// returned.
#[inline]
pub(crate) fn act(net: &mut Net, mv: FlipMove) -> Spaces {
    match mv {
        FlipMove::FlipOne(space) => net.flip(space.into()),
        FlipMove::FlipColumn(column) => net.flip(Spaces::column(usize::from(column))),
        FlipMove::FlipRow(row) => net.flip(Spaces::row(usize::from(row))),
        FlipMove::FlipSquare(corner) => net.flip(Spaces::square(corner)),
        FlipMove::FlipColour(colour) => net.flip(net.colour(colour)),
        FlipMove::Switch(a, b) => net.switch(a, b),
        FlipMove::SwitchFlip(a, b) => {
            net.switch(a, b);
            net.flip(Spaces::from(a) | b.into());
        }
        FlipMove::FreeOne(space, other) => {
            return Spaces::from(space) | other.map_or(Spaces::EMPTY, Spaces::from);
        }
        _ => {}
    }
    Spaces::EMPTY
}

/// Space that a turtle or jellyfish reaches with its power: one further the way it swims, if the
/// net has it.
fn ahead(net: &Net, space: Space) -> Spaces {
    let here = Spaces::from(space);
    let ahead = match (net.species_at(space), net.is_forward(space)) {
        (Species::Jellyfish, true) => here.up(),
        (Species::Jellyfish, false) => here.down(),
        (_, true) => here.right(),
        (_, false) => here.left(),
    };
    ahead & net.area()
}

/// Calls `visit` with every use of a power of moving by the animals in `ready`, once each (4.4).
pub(crate) fn for_each_power(
    net: &Net,
    powers: Powers,
    ready: Spaces,
    mut visit: impl FnMut(FlipMove),
) {
    let ready = ready - net.oiled();
    for space in ready {
        let species = net.species_at(space);
        if !powers.has(species) {
            continue;
        }
        let here = Spaces::from(space);
        let (others, alone) = match species {
            Species::Whale => (Spaces::EMPTY, space.row() > 0),
            Species::Octopus => (net.colour(net.colour_at(space)) - here, false),
            Species::Turtle => (Spaces::EMPTY, !ahead(net, space).is_empty()),
            Species::Dolphin => (here.neighbours() & net.cards(), false),
            Species::Jellyfish => (Spaces::EMPTY, !(ahead(net, space) & net.cards()).is_empty()),
            Species::Swordfish | Species::Ray | Species::Shark => (Spaces::EMPTY, false),
        };
        if alone {
            visit(FlipMove::Power(space, None));
        }
        others
            .into_iter()
            .for_each(|other| visit(FlipMove::Power(space, Some(other))));
    }
}

/// Uses a power of moving.
pub(crate) fn use_power(net: &mut Net, space: Space, other: Option<Space>) {
    match (other, ahead(net, space).first()) {
        (Some(other), _) => net.flip(other.into()),
        (None, _) if net.species_at(space) == Species::Whale => net.sink(space),
        (None, Some(ahead)) => net.switch(space, ahead),
        (None, None) => {}
    }
}
