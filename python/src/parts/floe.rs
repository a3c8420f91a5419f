//! Parts of positions on a floe and of their moves.

use floe_fish::{Move, Position};
use floe_game::{Game, Player};
use floe_hex::{Direction, Geometry, Hex, HexSet, Layout, Standard, Word};
use floe_variants::{
    ChanceMove, Effect, FloeMove, SpecialMove, VariantInfo, VariantMove, VariantPosition,
    VariantText,
};

use super::{Content, MoveParts, Parts};

/// Parts of moves on the hexes of a geometry.
trait Places {
    /// Number of a hex in reading order: with a ring around the outline some numbers of hexes are
    /// not used.
    fn place_of(&self, hex: Hex) -> usize;

    fn placement(&self, hex: Hex) -> MoveParts {
        MoveParts::of("place").to(self.place_of(hex))
    }

    fn slide(&self, from: Hex, to: Hex) -> MoveParts {
        let parts = MoveParts::of("slide").from(self.place_of(from));
        parts.to(self.place_of(to))
    }
}

impl<W: Word> Places for Geometry<W> {
    fn place_of(&self, hex: Hex) -> usize {
        let mut hexes = self.hexes().into_iter();
        hexes
            .position(|other| other == hex)
            .expect("a hex of the outline")
    }
}

/// Position on a floe, by hexes.
trait OnFloe: Game {
    /// Word of its sets of hexes.
    type Word: Word;

    fn floe(&self) -> &Geometry<Self::Word>;

    fn tile_hexes(&self) -> HexSet<Self::Word>;

    fn content(&self, hex: Hex) -> Content;

    fn penguins_on(&self, player: Player, hex: Hex) -> u32;

    fn penguins_in_hand(&self, player: Player) -> u8;

    /// Hexes that a penguin could move to.
    fn targets(&self, from: Hex) -> HexSet<Self::Word>;

    fn move_kinds(&self) -> Vec<&'static str>;

    fn parts_of(&self, mv: Self::Move) -> MoveParts;
}

impl<G: OnFloe> Parts for G {
    fn places(&self) -> Vec<String> {
        let floe = self.floe();
        let hexes = floe.hexes().into_iter();
        hexes.map(|hex| floe.name(hex)).collect()
    }

    fn neighbours(&self) -> Vec<[Option<usize>; Direction::COUNT]> {
        let floe = self.floe();
        let beside = |hex, direction| {
            let other = floe.neighbour(hex, direction)?;
            Some(floe.place_of(other))
        };
        let hexes = floe.hexes().into_iter();
        hexes
            .map(|hex| Direction::ALL.map(|direction| beside(hex, direction)))
            .collect()
    }

    fn contents(&self) -> Vec<(usize, Content)> {
        let tiles = self.tile_hexes();
        let all = self.floe().hexes().into_iter().enumerate();
        all.filter(|&(_, hex)| tiles.contains(hex))
            .map(|(place, hex)| (place, self.content(hex)))
            .collect()
    }

    fn penguin_places(&self, player: Player) -> Vec<usize> {
        let all = self.floe().hexes().into_iter().enumerate();
        all.flat_map(|(place, hex)| {
            std::iter::repeat_n(place, self.penguins_on(player, hex) as usize)
        })
        .collect()
    }

    fn hand_of(&self, player: Player) -> u8 {
        self.penguins_in_hand(player)
    }

    fn reachable(&self, from: usize) -> Vec<usize> {
        let hexes = self.floe().hexes();
        let targets = hexes.into_iter().nth(from).map(|hex| self.targets(hex));
        let reached = |(place, hex)| targets?.contains(hex).then_some(place);
        hexes.into_iter().enumerate().filter_map(reached).collect()
    }

    fn kinds(&self) -> Vec<&'static str> {
        self.move_kinds()
    }

    fn move_parts(&self, mv: Self::Move) -> MoveParts {
        self.parts_of(mv)
    }
}

impl<const N: usize> OnFloe for Position<N> {
    type Word = u64;

    fn floe(&self) -> &Geometry {
        Standard.geometry()
    }

    fn tile_hexes(&self) -> HexSet {
        self.tiles()
    }

    fn content(&self, hex: Hex) -> Content {
        Content::Fish(self.fish(hex) as i32)
    }

    fn penguins_on(&self, player: Player, hex: Hex) -> u32 {
        u32::from(self.penguins(player).contains(hex))
    }

    fn penguins_in_hand(&self, player: Player) -> u8 {
        self.hand(player)
    }

    fn targets(&self, from: Hex) -> HexSet {
        self.floe().slides(from, self.free())
    }

    fn move_kinds(&self) -> Vec<&'static str> {
        vec!["place", "slide"]
    }

    fn parts_of(&self, mv: Move) -> MoveParts {
        match mv {
            Move::Place(hex) => self.floe().placement(hex),
            Move::Slide { from, to } => self.floe().slide(from, to),
        }
    }
}

impl<V: VariantText> OnFloe for VariantPosition<V>
where
    V::Move: VariantParts<V::Word>,
{
    type Word = V::Word;

    fn floe(&self) -> &Geometry<V::Word> {
        self.geometry()
    }

    fn tile_hexes(&self) -> HexSet<V::Word> {
        self.tiles
    }

    fn content(&self, hex: Hex) -> Content {
        let token = self.state().own_tile(self, hex);
        token.map_or(Content::Fish(self.fish(hex)), Content::Token)
    }

    fn penguins_on(&self, player: Player, hex: Hex) -> u32 {
        self.state().penguins_on(self, player, hex)
    }

    fn penguins_in_hand(&self, player: Player) -> u8 {
        self.hand(player)
    }

    fn targets(&self, from: Hex) -> HexSet<V::Word> {
        self.destinations(from)
    }

    fn move_kinds(&self) -> Vec<&'static str> {
        V::Move::kinds(self.rules().variant)
    }

    fn parts_of(&self, mv: V::Move) -> MoveParts {
        mv.parts(self.geometry())
    }
}

/// Move of a variant and its parts.
trait VariantParts<W: Word>: FloeMove<W> {
    /// Names of the kinds of moves of a variant.
    fn kinds(variant: &VariantInfo) -> Vec<&'static str> {
        variant.moves.iter().map(|kind| kind.name()).collect()
    }

    fn parts(self, floe: &Geometry<W>) -> MoveParts;
}

impl VariantParts<u64> for VariantMove {
    fn parts(self, floe: &Geometry) -> MoveParts {
        let (from, to) = self.endpoints(floe);
        let slide = floe.slide(from, to);
        match self {
            VariantMove::Place(hex) => floe.placement(hex),
            VariantMove::Slide(..) => slide,
            VariantMove::Push(..) => slide.of_kind("push"),
            VariantMove::SlideAll(..) => slide.of_kind("slide-all"),
            VariantMove::Whale(_, _, swim) => slide.of_kind("whale").numbered([swim as u32]),
            VariantMove::Sink(_, _, tile) => slide.of_kind("sink").with([floe.place_of(tile)]),
        }
    }
}

impl VariantParts<u64> for ChanceMove {
    fn parts(self, floe: &Geometry) -> MoveParts {
        self.choice.parts(floe)
    }
}

impl VariantParts<u128> for SpecialMove {
    fn kinds(_variant: &VariantInfo) -> Vec<&'static str> {
        vec!["place", "slide", "jump", "swap", "return", "float"]
    }

    fn parts(self, floe: &Geometry<u128>) -> MoveParts {
        let (from, to, effect) = match self {
            SpecialMove::Place(hex) => return floe.placement(hex),
            SpecialMove::Slide(from, to, effect) => (from, to, effect),
        };
        let slide = floe.slide(from, to);
        let place = |hex| floe.place_of(hex);
        match effect {
            Effect::Unused => slide,
            Effect::Jump(end) => slide.of_kind("jump").with([place(end)]),
            Effect::Swap(other) => slide.of_kind("swap").with([place(other)]),
            Effect::Return(player, to) => {
                let parts = slide.of_kind("return").with([place(to)]);
                parts.numbered([player.index() as u32])
            }
            Effect::Float(from, to) => slide.of_kind("float").with([place(from), place(to)]),
        }
    }
}
