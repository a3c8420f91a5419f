//! Positions of the games without a floe as arrays of numbers.

use std::slice::ChunksExactMut;

use floe_angling::{Angler, Angling, AnglingSpecial, LakeSpace, LakeTile};
use floe_flip::{ActionCard, ActionCards, Animals, Contest, Flip, Net, Space, Species, Waste};
use floe_game::{Game, Player};

use crate::planes::{Planes, write_counts};

/// Planes of the cards on a net: species, colours, direction, waste, and the marks of this turn.
const NET_PLANES: usize = Species::ALL.len() + COLOURS as usize + 1 + Waste::ALL.len() + 2;
/// Number of colours.
const COLOURS: u8 = 4;
/// Planes of the action cards and the power of a player.
const HAND_PLANES: usize = ActionCard::ALL.len() + Species::ALL.len();

/// Writer of planes, one after the other.
struct PlaneWriter<'a>(ChunksExactMut<'a, u8>);

impl PlaneWriter<'_> {
    /// Writes a plane with a value for every place.
    fn each(&mut self, value: impl Fn(usize) -> usize) {
        let plane = self.0.next().expect("a plane for every call");
        plane
            .iter_mut()
            .enumerate()
            .for_each(|(place, out)| *out = value(place).min(255) as u8);
    }

    /// Writes a plane with the same value everywhere.
    fn constant(&mut self, value: usize) {
        self.each(|_| value);
    }

    fn net(&mut self, net: &Net) {
        let spaces: Vec<Space> = net.area().into_iter().collect();
        let animals = net.animals();
        Species::ALL.into_iter().for_each(|species| {
            self.each(|place| net.species(species).contains(spaces[place]).into());
        });
        (0..COLOURS).for_each(|colour| {
            self.each(|place| net.colour(colour).contains(spaces[place]).into());
        });
        self.each(|place| {
            (animals.contains(spaces[place]) && net.is_forward(spaces[place])).into()
        });
        Waste::ALL
            .into_iter()
            .for_each(|waste| self.each(|place| net.waste(waste).contains(spaces[place]).into()));
        [net.moved(), net.flipped()]
            .into_iter()
            .for_each(|marked| self.each(|place| marked.contains(spaces[place]).into()));
    }

    fn action_cards(&mut self, cards: ActionCards) {
        ActionCard::ALL
            .into_iter()
            .for_each(|card| self.constant(cards.count(card).into()));
    }

    fn animals(&mut self, animals: Animals) {
        let count = |species| {
            (0..COLOURS)
                .map(|colour| usize::from(animals.count(species, colour)))
                .sum()
        };
        Species::ALL
            .into_iter()
            .for_each(|species| self.constant(count(species)));
    }
}

/// Row and column of all spaces of a net; rows from the top, as they are drawn.
fn on_net(net: &Net) -> Vec<(i32, i32)> {
    let row = |space: Space| net.rows() as i32 - 1 - space.row() as i32;
    net.area()
        .into_iter()
        .map(|space| (row(space), space.column() as i32))
        .collect()
}

/// The planes of the net; the action cards and the power of each player, from the player that sees
/// them on; the animals and the waste of the pile; the step of the turn; and one more than the
/// turns left, once they are counted.
impl Planes for Flip {
    fn plane_count(&self) -> usize {
        NET_PLANES + HAND_PLANES * self.players() + Species::ALL.len() + Waste::ALL.len() + 2
    }

    fn hex_count(&self) -> usize {
        self.net().area().len()
    }

    fn coordinates(&self) -> Vec<(i32, i32)> {
        on_net(self.net())
    }

    fn write_planes(&self, seat: Player, planes: &mut [u8]) {
        let mut writer = PlaneWriter(planes.chunks_exact_mut(self.hex_count()));
        writer.net(self.net());
        for player in seat.round(self.players()) {
            writer.action_cards(self.hand(player));
            Species::ALL
                .into_iter()
                .for_each(|species| writer.constant((self.power(player) == Some(species)).into()));
        }
        writer.animals(self.pile().animals);
        self.pile()
            .waste
            .into_iter()
            .for_each(|cards| writer.constant(cards.into()));
        writer.constant(self.step() as usize);
        writer.constant(self.turns_left().map_or(0, |turns| usize::from(turns) + 1));
    }

    fn write_counts(&self, seat: Player, counts: &mut [i16]) {
        write_counts(self, seat, |_| 0, counts);
    }
}

/// The planes of the net; the open action cards and the powers; the animals of the pile; the step
/// of the round; the bid; and one more than the place of the bidder after the player that sees
/// them.
impl Planes for Contest {
    fn plane_count(&self) -> usize {
        NET_PLANES + ActionCard::ALL.len() + 2 * Species::ALL.len() + 3
    }

    fn hex_count(&self) -> usize {
        self.net().area().len()
    }

    fn coordinates(&self) -> Vec<(i32, i32)> {
        on_net(self.net())
    }

    fn write_planes(&self, seat: Player, planes: &mut [u8]) {
        let mut writer = PlaneWriter(planes.chunks_exact_mut(self.hex_count()));
        writer.net(self.net());
        writer.action_cards(self.cards());
        Species::ALL
            .into_iter()
            .for_each(|species| writer.constant(self.powers().contains(&species).into()));
        writer.animals(self.pile().animals);
        writer.constant(self.step() as usize);
        let place = |bidder| {
            seat.round(self.players())
                .position(|player| player == bidder)
        };
        writer.constant(self.bid().map_or(0, |(_, number)| number.into()));
        writer.constant(
            self.bid()
                .and_then(|(bidder, _)| place(bidder))
                .map_or(0, |place| place + 1),
        );
    }

    fn write_counts(&self, seat: Player, counts: &mut [i16]) {
        write_counts(self, seat, |_| 0, counts);
    }
}

/// The fish by their value, rubbish and the diver; the unknown tiles; the tiles that the angler
/// knows; the lines of the yellow and the red angler, by distances; the catch tiles of each
/// distance; the piers that each angler has ahead; the specials left; the step of the round; and
/// whether the angler sees them.
impl Planes for Angling {
    fn plane_count(&self) -> usize {
        LakeTile::KINDS
            + 2
            + Angler::ALL.len()
            + LakeSpace::SIZE
            + Angler::ALL.len()
            + AnglingSpecial::ALL.len()
            + 2
    }

    fn hex_count(&self) -> usize {
        self.area().len()
    }

    fn coordinates(&self) -> Vec<(i32, i32)> {
        self.area()
            .into_iter()
            .map(|space| (space.row() as i32, space.column() as i32))
            .collect()
    }

    fn write_planes(&self, seat: Player, planes: &mut [u8]) {
        let spaces: Vec<LakeSpace> = self.area().into_iter().collect();
        let mut writer = PlaneWriter(planes.chunks_exact_mut(spaces.len()));
        LakeTile::all()
            .for_each(|tile| writer.each(|place| (self.tile(spaces[place]) == Some(tile)).into()));
        [self.unknown(), self.known()]
            .into_iter()
            .for_each(|set| writer.each(|place| set.contains(spaces[place]).into()));
        for angler in Angler::ALL {
            let line = self.pier(angler).map_or(&[][..], |pier| self.line(pier));
            let distance = |space| {
                line.iter()
                    .position(|&other| other == space)
                    .map_or(0, |index| index + 1)
            };
            writer.each(|place| distance(spaces[place]));
        }
        (1..=LakeSpace::SIZE).for_each(|distance| writer.constant(self.catch_tiles(distance)));
        Angler::ALL
            .into_iter()
            .for_each(|angler| writer.constant(self.piers_ahead(angler)));
        AnglingSpecial::ALL
            .into_iter()
            .for_each(|special| writer.constant(self.specials().has(special).into()));
        writer.constant(self.step() as usize);
        writer.constant((self.angler() == seat).into());
    }

    fn write_counts(&self, seat: Player, counts: &mut [i16]) {
        write_counts(self, seat, |_| 0, counts);
    }
}
