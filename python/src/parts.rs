//! Parts of positions and moves: what stands where, and where a move starts and ends.
//!
//! A place is the number of a hex or space in the order of the planes.

use floe_angling::{Angling, AnglingMove, LakeSpace, LakeTile};
use floe_engine::{AnyGame, with_game};
use floe_fish::{Move, Position};
use floe_flip::{Contest, Flip, FlipMove, Net, Space};
use floe_game::{Game, Player};
use floe_hex::{Direction, Geometry, Hex, HexSet, Layout, Standard, Word};
use floe_variants::{
    ChanceMove, Effect, FloeMove, Hidden, Special, SpecialMove, Variant, VariantMove,
    VariantPosition, VariantRules, VariantText,
};
use pyo3::prelude::*;

/// Tile or card on a place.
#[derive(IntoPyObject, Debug)]
pub(crate) enum Content {
    /// Tile with this number of fish.
    Fish(i32),
    /// Token of a special tile, a card or a tile of the lake.
    Token(String),
}

/// Parts of a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct MoveParts {
    /// Kind of the move, one of [`Parts::kinds`].
    pub(crate) kind: &'static str,
    /// Place that a penguin, card or tile leaves.
    pub(crate) source: Option<usize>,
    /// Place that it reaches, or where the move happens.
    pub(crate) target: Option<usize>,
    /// Further places: the tile removed, those of an effect, the cards freed.
    pub(crate) others: Vec<usize>,
    /// Numbers that the move names.
    pub(crate) numbers: Vec<u32>,
}

impl MoveParts {
    fn of(kind: &'static str) -> MoveParts {
        MoveParts {
            kind,
            ..MoveParts::default()
        }
    }

    fn at(kind: &'static str, target: usize) -> MoveParts {
        MoveParts {
            target: Some(target),
            ..MoveParts::of(kind)
        }
    }

    fn between(kind: &'static str, source: usize, target: usize) -> MoveParts {
        MoveParts {
            source: Some(source),
            ..MoveParts::at(kind, target)
        }
    }

    fn with(self, others: impl IntoIterator<Item = usize>) -> MoveParts {
        MoveParts {
            others: others.into_iter().collect(),
            ..self
        }
    }

    fn numbered(self, numbers: impl IntoIterator<Item = u32>) -> MoveParts {
        MoveParts {
            numbers: numbers.into_iter().collect(),
            ..self
        }
    }
}

/// Game whose positions and moves have parts.
pub(crate) trait Parts: Game {
    /// Names of all places.
    fn places(&self) -> Vec<String>;

    /// The neighbours of every hex, clockwise from the right; none in games without a floe.
    fn neighbours(&self) -> Vec<[Option<usize>; Direction::COUNT]> {
        Vec::new()
    }

    /// Tiles, or cards, on their places.
    fn contents(&self) -> Vec<(usize, Content)>;

    /// Places of the penguins of a player, one that several share as often.
    fn penguin_places(&self, _player: Player) -> Vec<usize> {
        Vec::new()
    }

    /// Number of penguins that a player still has to place.
    fn hand_of(&self, _player: Player) -> u8 {
        0
    }

    /// Hexes that a penguin on a place could move to, were it its player's turn.
    fn reachable(&self, _from: usize) -> Vec<usize> {
        Vec::new()
    }

    /// Names of the kinds of moves.
    fn kinds(&self) -> &'static [&'static str];

    /// Parts of a move.
    fn move_parts(&self, mv: Self::Move) -> MoveParts;
}

/// Numbers of a move among its features.
const NUMBERS: usize = 4;

/// Number of features of a move.
pub(crate) fn feature_count<G: Parts>(position: &G) -> usize {
    position.kinds().len() + 4 * position.places().len() + NUMBERS
}

/// Writes the features of a move over zeros: its kind; its source, target, first other place and
/// further places, each as a value for every place; and one more than each of its numbers.
pub(crate) fn write_features<G: Parts>(position: &G, parts: &MoveParts, row: &mut [u8]) {
    let kinds = position.kinds();
    let (kind_row, rest) = row.split_at_mut(kinds.len());
    if let Some(kind) = kinds.iter().position(|&kind| kind == parts.kind) {
        kind_row[kind] = 1;
    }
    let places = (rest.len() - NUMBERS) / 4;
    let (place_rows, numbers) = rest.split_at_mut(4 * places);
    let mut mark = |section: usize, place: usize| place_rows[section * places + place] = 1;
    parts.source.into_iter().for_each(|place| mark(0, place));
    parts.target.into_iter().for_each(|place| mark(1, place));
    for (number, &place) in parts.others.iter().enumerate() {
        mark(if number == 0 { 2 } else { 3 }, place);
    }
    for (out, &number) in numbers.iter_mut().zip(&parts.numbers) {
        *out = (number + 1).min(255) as u8;
    }
}

/// Name of a place.
pub(crate) fn place_name(game: &AnyGame, place: usize) -> String {
    with_game!(game, position => position.places().swap_remove(place))
}

/// Place of a hex or space with this name.
pub(crate) fn place_named(game: &AnyGame, name: &str) -> Option<usize> {
    with_game!(game, position => position.places().into_iter().position(|place| place == name))
}

/// Place of a hex: with a ring around the outline some numbers of hexes are not used.
fn place_of<W: Word>(geometry: &Geometry<W>, hex: Hex) -> usize {
    geometry
        .hexes()
        .into_iter()
        .position(|other| other == hex)
        .expect("a hex of the outline")
}

/// The hex of a place.
fn hex_at<W: Word>(geometry: &Geometry<W>, place: usize) -> Option<Hex> {
    geometry.hexes().into_iter().nth(place)
}

fn places_of<W: Word>(geometry: &Geometry<W>, hexes: HexSet<W>) -> Vec<usize> {
    let all = geometry.hexes().into_iter().enumerate();
    all.filter(|&(_, hex)| hexes.contains(hex))
        .map(|(place, _)| place)
        .collect()
}

fn hex_names<W: Word>(geometry: &Geometry<W>) -> Vec<String> {
    geometry
        .hexes()
        .into_iter()
        .map(|hex| geometry.name(hex))
        .collect()
}

/// Axial coordinates: the row, and the number of the line from the upper left to the lower right.
fn adjacent<W: Word>(geometry: &Geometry<W>) -> Vec<[Option<usize>; Direction::COUNT]> {
    let beside = |hex, direction| {
        geometry
            .neighbour(hex, direction)
            .map(|other| place_of(geometry, other))
    };
    geometry
        .hexes()
        .into_iter()
        .map(|hex| Direction::ALL.map(|direction| beside(hex, direction)))
        .collect()
}

impl<const N: usize> Parts for Position<N> {
    fn places(&self) -> Vec<String> {
        hex_names(Standard.geometry())
    }

    fn neighbours(&self) -> Vec<[Option<usize>; Direction::COUNT]> {
        adjacent(Standard.geometry())
    }

    fn contents(&self) -> Vec<(usize, Content)> {
        self.tiles()
            .into_iter()
            .map(|hex| (hex.index(), Content::Fish(self.fish(hex) as i32)))
            .collect()
    }

    fn penguin_places(&self, player: Player) -> Vec<usize> {
        places_of(Standard.geometry(), self.penguins(player))
    }

    fn hand_of(&self, player: Player) -> u8 {
        self.hand(player)
    }

    fn reachable(&self, from: usize) -> Vec<usize> {
        let geometry = Standard.geometry();
        hex_at(geometry, from).map_or(Vec::new(), |hex| {
            places_of(geometry, geometry.slides(hex, self.free()))
        })
    }

    fn kinds(&self) -> &'static [&'static str] {
        &["place", "slide"]
    }

    fn move_parts(&self, mv: Move) -> MoveParts {
        match mv {
            Move::Place(hex) => MoveParts::at("place", hex.index()),
            Move::Slide { from, to } => MoveParts::between("slide", from.index(), to.index()),
        }
    }
}

/// Move of a variant and its parts.
trait VariantParts<W: Word>: FloeMove<W> {
    /// Names of the kinds of moves of a variant.
    fn kinds(variant: &str) -> &'static [&'static str];

    fn parts(self, geometry: &Geometry<W>) -> MoveParts;
}

impl VariantParts<u64> for VariantMove {
    fn kinds(variant: &str) -> &'static [&'static str] {
        match variant {
            "push" => &["place", "slide", "push"],
            "whale" => &["place", "slide", "whale"],
            "push+whale" => &["place", "slide", "whale", "push"],
            "group" => &["place", "slide", "slide-all"],
            "survival" => &["place", "slide", "sink"],
            _ => &["place", "slide"],
        }
    }

    fn parts(self, geometry: &Geometry) -> MoveParts {
        let (from, to) = self.endpoints(geometry);
        let slide = MoveParts::between("slide", from.index(), to.index());
        match self {
            VariantMove::Place(hex) => MoveParts::at("place", hex.index()),
            VariantMove::Slide(..) => slide,
            VariantMove::Push(..) => MoveParts {
                kind: "push",
                ..slide
            },
            VariantMove::SlideAll(..) => MoveParts {
                kind: "slide-all",
                ..slide
            },
            VariantMove::Whale(_, _, swim) => MoveParts {
                kind: "whale",
                ..slide
            }
            .numbered([swim as u32]),
            VariantMove::Sink(_, _, tile) => MoveParts {
                kind: "sink",
                ..slide
            }
            .with([tile.index()]),
        }
    }
}

impl VariantParts<u64> for ChanceMove {
    fn kinds(_variant: &str) -> &'static [&'static str] {
        &["place", "slide"]
    }

    fn parts(self, geometry: &Geometry) -> MoveParts {
        self.choice.parts(geometry)
    }
}

impl VariantParts<u128> for SpecialMove {
    fn kinds(_variant: &str) -> &'static [&'static str] {
        &["place", "slide", "jump", "swap", "return", "float"]
    }

    fn parts(self, geometry: &Geometry<u128>) -> MoveParts {
        let (from, to, effect) = match self {
            SpecialMove::Place(hex) => return MoveParts::at("place", place_of(geometry, hex)),
            SpecialMove::Slide(from, to, effect) => (from, to, effect),
        };
        let slide = MoveParts::between("slide", place_of(geometry, from), place_of(geometry, to));
        let (kind, others) = match effect {
            Effect::Unused => return slide,
            Effect::Jump(end) => ("jump", vec![end]),
            Effect::Swap(with) => ("swap", vec![with]),
            Effect::Return(_, to) => ("return", vec![to]),
            Effect::Float(from, to) => ("float", vec![from, to]),
        };
        let player = if let Effect::Return(player, _) = effect {
            Some(player.index() as u32)
        } else {
            None
        };
        let others = others.into_iter().map(|hex| place_of(geometry, hex));
        MoveParts { kind, ..slide }.with(others).numbered(player)
    }
}

/// Implements [`Parts`] for a position of variants; `$token` gives the token of a tile that has
/// one.
macro_rules! variant_parts {
    ($position:ident, $token:expr) => {
        impl Parts for $position {
            fn places(&self) -> Vec<String> {
                hex_names(self.geometry())
            }

            fn neighbours(&self) -> Vec<[Option<usize>; Direction::COUNT]> {
                adjacent(self.geometry())
            }

            fn contents(&self) -> Vec<(usize, Content)> {
                let all = self.geometry().hexes().into_iter().enumerate();
                let tiles = all.filter(|&(_, hex)| self.tiles.contains(hex));
                let token = $token;
                tiles
                    .map(|(place, hex)| {
                        let fish = Content::Fish(self.fish(hex));
                        (place, token(self, hex).map_or(fish, Content::Token))
                    })
                    .collect()
            }

            fn penguin_places(&self, player: Player) -> Vec<usize> {
                standing(self, player)
            }

            fn hand_of(&self, player: Player) -> u8 {
                self.hand(player)
            }

            fn reachable(&self, from: usize) -> Vec<usize> {
                let geometry = self.geometry();
                hex_at(geometry, from).map_or(Vec::new(), |hex| {
                    places_of(geometry, self.destinations(hex))
                })
            }

            fn kinds(&self) -> &'static [&'static str] {
                <<$position as Game>::Move as VariantParts<_>>::kinds(self.rules().variant.name)
            }

            fn move_parts(&self, mv: Self::Move) -> MoveParts {
                VariantParts::parts(mv, self.geometry())
            }
        }
    };
}

/// Places of the penguins of a player, one that several share as often.
fn standing<V: VariantRules>(position: &VariantPosition<V>, player: Player) -> Vec<usize> {
    let all = position.geometry().hexes().into_iter().enumerate();
    let on = all.filter(|&(_, hex)| position.penguins(player).contains(hex));
    on.flat_map(|(place, hex)| {
        let penguins = position.state().penguins_on(position, player, hex);
        std::iter::repeat_n(place, penguins as usize)
    })
    .collect()
}

variant_parts!(Variant, |_: &Variant, _: Hex| None::<String>);
variant_parts!(Hidden, |_: &Hidden, _: Hex| None::<String>);
variant_parts!(Special, |position: &Special, hex: Hex| position
    .state()
    .own_tile(position, hex));

/// Implements [`Parts`] for a game with a net of cards.
macro_rules! card_parts {
    ($game:ident) => {
        impl Parts for $game {
            fn places(&self) -> Vec<String> {
                self.net()
                    .area()
                    .into_iter()
                    .map(|space| space.to_string())
                    .collect()
            }

            fn contents(&self) -> Vec<(usize, Content)> {
                let all = self.net().area().into_iter().enumerate();
                let cards = all.filter_map(|(place, space)| Some((place, self.net().card(space)?)));
                cards
                    .map(|(place, card)| (place, Content::Token(card.to_string())))
                    .collect()
            }

            fn kinds(&self) -> &'static [&'static str] {
                &CARD_KINDS
            }

            fn move_parts(&self, mv: FlipMove) -> MoveParts {
                card_parts(self.net(), mv)
            }
        }
    };
}

/// Kinds of moves in flip and contest.
const CARD_KINDS: [&str; 18] = [
    "flip-one",
    "flip-column",
    "flip-row",
    "flip-square",
    "flip-colour",
    "switch",
    "switch-flip",
    "free-one",
    "discard",
    "power",
    "go",
    "free",
    "done",
    "draw",
    "lay",
    "bid",
    "pass",
    "give",
];

fn card_parts(net: &Net, mv: FlipMove) -> MoveParts {
    let spaces: Vec<Space> = net.area().into_iter().collect();
    let place = |space: Space| spaces.iter().position(|&other| other == space);
    let parts = MoveParts::of(CARD_KINDS[card_kind(mv)]);
    // The first space, the second one, and further ones.
    let (source, target, others) = match mv {
        FlipMove::FlipOne(space) | FlipMove::FlipSquare(space) => (None, Some(space), Vec::new()),
        FlipMove::Switch(a, b) | FlipMove::SwitchFlip(a, b) => (Some(a), Some(b), Vec::new()),
        FlipMove::FreeOne(space, other) | FlipMove::Power(space, other) => {
            (None, Some(space), other.into_iter().collect())
        }
        FlipMove::Free(cards) => (None, None, cards.into_iter().collect()),
        _ => (None, None, Vec::new()),
    };
    let numbers = match mv {
        FlipMove::FlipColumn(number) | FlipMove::FlipRow(number) | FlipMove::FlipColour(number) => {
            vec![number.into()]
        }
        FlipMove::Bid(number) => vec![number.into()],
        FlipMove::Discard(card) | FlipMove::Draw(Some(card)) => vec![card as u32],
        FlipMove::Give(numbers) => numbers.map(u32::from).to_vec(),
        _ => Vec::new(),
    };
    MoveParts {
        source: source.and_then(place),
        target: target.and_then(place),
        others: others.into_iter().filter_map(place).collect(),
        numbers,
        ..parts
    }
}

/// Number of the kind of a move.
const fn card_kind(mv: FlipMove) -> usize {
    match mv {
        FlipMove::FlipOne(_) => 0,
        FlipMove::FlipColumn(_) => 1,
        FlipMove::FlipRow(_) => 2,
        FlipMove::FlipSquare(_) => 3,
        FlipMove::FlipColour(_) => 4,
        FlipMove::Switch(..) => 5,
        FlipMove::SwitchFlip(..) => 6,
        FlipMove::FreeOne(..) => 7,
        FlipMove::Discard(_) => 8,
        FlipMove::Power(..) => 9,
        FlipMove::Go => 10,
        FlipMove::Free(_) => 11,
        FlipMove::Done => 12,
        FlipMove::Draw(_) => 13,
        FlipMove::Lay(_) => 14,
        FlipMove::Bid(_) => 15,
        FlipMove::Pass => 16,
        FlipMove::Give(_) => 17,
    }
}

card_parts!(Flip);
card_parts!(Contest);

impl Parts for Angling {
    fn places(&self) -> Vec<String> {
        self.area()
            .into_iter()
            .map(|space| space.to_string())
            .collect()
    }

    fn contents(&self) -> Vec<(usize, Content)> {
        let content = |space: LakeSpace| match self.tile(space) {
            Some(tile) => Some(tile.to_string()),
            None => self.unknown().contains(space).then(|| "?".to_owned()),
        };
        let all = self.area().into_iter().enumerate();
        all.filter_map(|(place, space)| Some((place, Content::Token(content(space)?))))
            .collect()
    }

    fn kinds(&self) -> &'static [&'static str] {
        &[
            "lay", "place", "walk", "walk-out", "show", "catch", "no", "look", "hold", "slide",
            "push", "swap", "end",
        ]
    }

    fn move_parts(&self, mv: AnglingMove) -> MoveParts {
        let spaces: Vec<LakeSpace> = self.area().into_iter().collect();
        let place = |space: LakeSpace| spaces.iter().position(|&other| other == space);
        let (kind, source, target) = match mv {
            AnglingMove::Lay(_) => ("lay", None, None),
            AnglingMove::Place(..) => ("place", None, None),
            AnglingMove::Walk(..) => ("walk", None, None),
            AnglingMove::WalkOut(_) => ("walk-out", None, None),
            AnglingMove::Show(space, _) => ("show", None, Some(space)),
            AnglingMove::Catch(space, _) => ("catch", None, Some(space)),
            AnglingMove::No => ("no", None, None),
            AnglingMove::Look(space, _) => ("look", None, Some(space)),
            AnglingMove::Hold => ("hold", None, None),
            AnglingMove::Slide(from, to) => ("slide", Some(from), Some(to)),
            AnglingMove::Push(_) => ("push", None, None),
            AnglingMove::Swap(a, b) => ("swap", Some(a), Some(b)),
            AnglingMove::End => ("end", None, None),
        };
        let numbers = match mv {
            AnglingMove::Lay(tile) => tile.and_then(lake_tile_number).into_iter().collect(),
            AnglingMove::Place(angler, number) | AnglingMove::Walk(angler, number) => {
                vec![angler as u32, number.into()]
            }
            AnglingMove::WalkOut(angler) | AnglingMove::Push(angler) => vec![angler as u32],
            _ => Vec::new(),
        };
        let source = source.and_then(place);
        let target = target.and_then(place);
        MoveParts {
            kind,
            source,
            target,
            numbers,
            ..MoveParts::default()
        }
    }
}

/// Number of a tile of the lake: 1 to 6 for fish, 7 for rubbish, 8 for the diver.
fn lake_tile_number(tile: LakeTile) -> Option<u32> {
    LakeTile::all()
        .zip(1..)
        .find(|&(other, _)| other == tile)
        .map(|(_, number)| number)
}
