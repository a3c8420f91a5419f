use std::fmt::Debug;
use std::hash::Hash;

use floe_fish::{Field, PositionError, Value, describe_catch};
use floe_game::{Interval, Player, Score};
use floe_hex::{Geometry, Hex, HexSet, Word};

use crate::floe::{Floe, FloeWord};
use crate::notation::Keys;
use crate::{DealError, SetUp};

/// Name and fixed properties of a variant.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct VariantInfo {
    /// Name in positions and options.
    pub name: &'static str,
    /// Whether it can be played in teams, too (3.8).
    pub has_teams: bool,
    /// Whether chance decides the outcome of moves: a whale hides.
    pub has_chance: bool,
    /// Whether special tiles are dealt.
    pub has_special_tiles: bool,
    /// Lines of `floe rules` about it.
    pub help: &'static str,
    /// Whether several penguins may share a tile.
    pub shares_tiles: bool,
    /// Error text about the field TAKEN where no tile is ever taken and penguins must survive.
    pub nothing_taken: Option<&'static str>,
    /// Tokens of a hex, in words, for errors.
    pub tokens: &'static str,
    /// Keys in positions, in addition to `rules`.
    pub keys: &'static [&'static str],
}

impl VariantInfo {
    /// Properties of the base rules.
    pub const BASE: VariantInfo = VariantInfo {
        name: "base",
        has_teams: true,
        has_chance: false,
        has_special_tiles: false,
        help: "",
        shares_tiles: false,
        nothing_taken: None,
        tokens: "a tile (1-3), water (.), or a penguin (A-D) with the fish of its tile",
        keys: &[],
    };

    /// Whether players take tiles; if not, penguins must survive.
    pub fn takes_tiles(&self) -> bool {
        self.nothing_taken.is_none()
    }
}

/// Rules of a variant, and the state that only this variant has. The default methods are the base rules.
///
/// Every method works on the [`Floe`], which all variants share. The folder of a variant implements this trait; nothing else knows it.
pub trait VariantRules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Word of the sets of hexes.
    type Word: FloeWord;
    /// Move of a player.
    type Move: FloeMove<Self::Word>;

    /// Name and properties of the variant; of a type for several variants those of the base rules.
    const INFO: &'static VariantInfo;
    /// Description of a player without penguins in drawings.
    const GONE: &str = "none on the floe";

    /// Creates the state of a variant before its deal or position is known; `None` if this type is not for it.
    fn new(info: &VariantInfo) -> Option<Self> {
        (info == Self::INFO).then(Self::default)
    }

    /// Name and properties of the variant.
    fn info(&self) -> &'static VariantInfo {
        Self::INFO
    }

    /// Sets up the state on a dealt floe; `tiles` are those with one, two and three fish.
    ///
    /// # Errors
    /// If the variant cannot be played on this floe.
    fn deal(
        &mut self,
        _floe: &mut Floe<Self::Word>,
        _tiles: [HexSet; 3],
        _set_up: &SetUp,
        _seed: u64,
    ) -> Result<(), DealError> {
        Ok(())
    }

    /// Hexes where penguins can be placed (1.4).
    #[inline]
    fn places(&self, floe: &Floe<Self::Word>) -> HexSet<Self::Word> {
        floe.free() & floe.tiles_of(1)
    }

    /// Calls `visit` with every choice of the player to move once all penguins are placed.
    fn for_each_choice(&self, floe: &Floe<Self::Word>, visit: impl FnMut(Self::Move));

    /// Makes a move; a placement only where chance decides its outcome.
    fn play(&mut self, floe: &mut Floe<Self::Word>, mv: Self::Move);

    /// Whether a player can move, were it its turn.
    #[inline]
    fn can_move(&self, floe: &Floe<Self::Word>, player: Player) -> bool {
        floe.can_slide(player)
    }

    /// Retires a player, who takes the tiles under its penguins (1.7).
    #[inline]
    fn retire(&mut self, floe: &mut Floe<Self::Word>, player: Player) {
        floe.retire(player);
    }

    /// Gives the turn to the first player from `player` on who can move, and retires those before it (1.6, 1.7).
    #[inline]
    fn pass_turn(&mut self, floe: &mut Floe<Self::Word>, player: Player) {
        pass_turn_or_retire(self, floe, player);
    }

    /// Whether the game has ended.
    #[inline]
    fn is_over(&self, floe: &Floe<Self::Word>) -> bool {
        floe.is_deserted()
    }

    /// Counts the moves once all penguins are placed.
    #[inline]
    fn count(&self, floe: &Floe<Self::Word>) -> u64 {
        let mut count = 0;
        self.for_each_choice(floe, |_| count += 1);
        count
    }

    /// Counts the sequences of two moves in bulk; `None` where they must be counted one by one.
    #[inline]
    fn count_pairs(&self, _floe: &Floe<Self::Word>) -> Option<u64> {
        None
    }

    /// Calls `visit` with every outcome of a choice and its probability.
    #[inline]
    fn for_each_outcome(&self, _floe: &Floe<Self::Word>, choice: Self::Move, mut visit: impl FnMut(Self::Move, f64)) {
        visit(choice, 1.0);
    }

    /// Choice of which a move is an outcome.
    #[inline]
    fn choice_of(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// Outcome of a choice in a world, a number that decides everything unknown in advance.
    #[inline]
    fn outcome_in(&self, _floe: &Floe<Self::Word>, choice: Self::Move, _world: u64) -> Self::Move {
        choice
    }

    /// Hash of everything that decides how the game continues; fish and tiles taken have no part in it.
    fn key(&self, floe: &Floe<Self::Word>) -> u64;

    /// Result of a player so far, without its teammate.
    #[inline]
    fn result(&self, floe: &Floe<Self::Word>, player: Player) -> Value {
        floe.taken[player.index()]
    }

    /// Score of a player so far; in teams that of the team.
    #[inline]
    fn score(&self, floe: &Floe<Self::Word>, player: Player) -> Score {
        floe.score(player)
    }

    /// Hexes that a penguin on `from` could move to, were it its player's turn.
    fn destinations(&self, floe: &Floe<Self::Word>, from: Hex) -> HexSet<Self::Word> {
        floe.slides(from)
    }

    /// Number of penguins of a player on a hex.
    #[inline]
    fn penguins_on(&self, floe: &Floe<Self::Word>, player: Player, hex: Hex) -> u32 {
        u32::from(floe.penguins(player).contains(hex))
    }

    /// Number of penguins of a player on the floe.
    fn penguin_count(&self, floe: &Floe<Self::Word>, player: Player) -> u32 {
        floe.penguins(player).into_iter().map(|hex| self.penguins_on(floe, player, hex)).sum()
    }

    /// Adds a penguin of a player to a hex.
    fn add_penguin(&mut self, floe: &mut Floe<Self::Word>, player: Player, hex: Hex) {
        floe.penguins[player.index()].insert(hex);
    }

    /// Fish and tiles that a player gains by taking `hexes`.
    #[inline]
    fn value(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Value {
        floe.value(hexes)
    }

    /// Immediate gain of a move, in 1/128 fish or in units of the variant, for move ordering and the greedy player.
    fn gain(&self, floe: &Floe<Self::Word>, mv: Self::Move) -> Score {
        default_gain(self, floe, mv)
    }

    /// Static evaluation of tiles for the player that reaches them, in 1/128 fish.
    #[inline]
    fn tile_eval(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Score {
        self.value(floe, hexes).score()
    }

    /// Adapts the evaluation of what a side with these penguins still gets to the variant, in 1/128 fish.
    #[inline]
    fn adapt_eval(&self, _floe: &Floe<Self::Word>, _side: HexSet<Self::Word>, to_come: Score) -> Score {
        to_come
    }

    /// Static evaluation of what every side still gets where penguins must survive; `None` where tiles are taken.
    #[inline]
    fn survival_eval<const N: usize>(
        &self,
        _floe: &Floe<Self::Word>,
        _sides: [HexSet<Self::Word>; N],
    ) -> Option<[Score; N]> {
        None
    }

    /// Penalty for threatened penguins of a player, in teams of its team, in 1/128 fish.
    #[inline]
    fn danger(&self, _floe: &Floe<Self::Word>, _player: Player) -> Score {
        0
    }

    /// Proven bounds of what a player, in teams its team, still gets.
    fn prospects(&self, floe: &Floe<Self::Word>, player: Player) -> Interval<Score> {
        let (own, penguins) = self.side(floe, player);
        if penguins == 0 && !floe.is_placement() {
            return Interval::exact(0);
        }
        let (least, most) = self.gain_bounds(floe, own, penguins);
        Interval::new(least.score(), most.score())
    }

    /// Least and most that a side with `penguins` penguins, on the hexes `own` and in hand, still gets.
    fn gain_bounds(&self, floe: &Floe<Self::Word>, _own: HexSet<Self::Word>, _penguins: i32) -> (Value, Value) {
        let least = Value { fish: floe.negative_fish(floe.tiles), tiles: 0 };
        (least, Value { fish: floe.positive_fish(floe.tiles), tiles: floe.tiles.len() as i32 })
    }

    /// Value of tiles in an explanation: their fish, or their number where nothing is taken.
    fn explained_value(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Value {
        if self.info().takes_tiles() { self.value(floe, hexes) } else { Value { fish: hexes.len() as i32, tiles: 0 } }
    }

    /// Result of a player if the game ended now: with each tile that it alone stands on, once for each of its penguins there.
    fn result_if_ended(&self, floe: &Floe<Self::Word>, player: Player) -> Value {
        let result = self.result(floe, player);
        if !self.info().takes_tiles() {
            return Value { tiles: 0, ..result };
        }
        let others = floe.all_players().filter(|&other| other != player);
        let others = others.fold(HexSet::EMPTY, |all, other| all | floe.penguins(other));
        (floe.penguins(player) - others).into_iter().fold(result, |sum, hex| {
            let (tile, penguins) = (self.value(floe, hex.into()), self.penguins_on(floe, player, hex) as i32);
            Value { fish: sum.fish + tile.fish * penguins, tiles: sum.tiles + tile.tiles }
        })
    }

    /// Sentences that the variant adds to an explanation of the evaluation.
    fn notes(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }

    /// Hexes where a player, in teams its team, has penguins, and the number of those penguins.
    fn side(&self, floe: &Floe<Self::Word>, player: Player) -> (HexSet<Self::Word>, i32) {
        let mates = floe.all_players().filter(|&mate| floe.are_mates(player, mate));
        mates.fold((HexSet::EMPTY, 0), |(own, penguins), mate| {
            (own | floe.penguins(mate), penguins + self.penguin_count(floe, mate) as i32)
        })
    }

    /// Token of a tile that only this variant has; `None` for ordinary tiles.
    fn own_tile(&self, _floe: &Floe<Self::Word>, _hex: Hex) -> Option<String> {
        None
    }

    /// Takes a tile that only this variant has off the front of a row; returns whether there was one.
    ///
    /// # Errors
    /// If such a tile begins there and is malformed.
    fn read_tile(
        &mut self,
        _floe: &mut Floe<Self::Word>,
        _hex: Hex,
        _row: &mut Field<'_>,
        _has_penguin: bool,
    ) -> Result<bool, PositionError> {
        Ok(false)
    }

    /// Reads the [keys](VariantInfo::keys) of the variant.
    ///
    /// # Errors
    /// If a key is missing or its value is wrong.
    fn read_keys(&mut self, _floe: &mut Floe<Self::Word>, _keys: &Keys<'_>) -> Result<(), PositionError> {
        Ok(())
    }

    /// The keys of the variant as in positions, each after a blank.
    fn written_keys(&self, _floe: &Floe<Self::Word>) -> String {
        String::new()
    }

    /// Lines that explain a drawing: the signs that only this variant has, and anything that it does not show.
    fn legend(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }

    /// Sentence below a drawing for a terminal: what neither the hexes nor the players' results say.
    fn details(&self, _floe: &Floe<Self::Word>) -> Option<String> {
        None
    }

    /// Text for a hex in a drawing, made from its token.
    fn drawn(&self, _floe: &Floe<Self::Word>, _hex: Hex, token: &str) -> String {
        token.to_owned()
    }

    /// Result of a player in words.
    fn result_text(&self, floe: &Floe<Self::Word>, player: Player) -> String {
        describe_catch(self.result(floe, player))
    }

    /// Reason of the variant why a penguin of the mover cannot move so; `sign` stands between the hexes in the notation.
    fn why_illegal(&self, _floe: &Floe<Self::Word>, sign: char, _from: Hex, _to: Hex) -> Option<String> {
        (sign == 'x').then(|| "these rules have no pushes, and a move is written like c3-f3".to_owned())
    }
}

/// Move of a variant, on hexes of sets of the word `W`.
pub trait FloeMove<W: Word>: Copy + Ord + Hash + Debug + Send + Sync {
    /// Width of [`bits`](FloeMove::bits).
    const BITS: u32;

    /// The placement of a penguin on a hex.
    fn placement(hex: Hex) -> Self;

    /// Hex of a placement; `None` for other moves.
    fn placed(self) -> Option<Hex>;

    /// Hexes where the penguin starts and stops, before any effect; both are the hex of a placement.
    ///
    /// # Panics
    /// If it leaves the floe.
    fn endpoints(self, geometry: &Geometry<W>) -> (Hex, Hex);

    /// Unique number of the move, from 1.
    fn bits(self) -> u32;

    /// The move with these [`bits`](FloeMove::bits).
    fn of_bits(bits: u32) -> Self;

    /// Notation of the move on floes of this geometry.
    fn text(self, geometry: &Geometry<W>) -> String;
}

/// Fish around the hex of a placement, or four times those of the hex that a move ends on.
pub(crate) fn default_gain<V: VariantRules>(rules: &V, floe: &Floe<V::Word>, mv: V::Move) -> Score {
    match mv.placed() {
        Some(hex) => rules.value(floe, floe.geometry().adjacent(hex) & floe.free()).score(),
        None => 4 * rules.value(floe, mv.endpoints(floe.geometry()).1.into()).score(),
    }
}

/// Moves a penguin of the player to move from its hand to the hex of a placement.
pub(crate) fn place_penguin<W: FloeWord>(floe: &mut Floe<W>, mv: impl FloeMove<W>) {
    let hex = mv.placed().expect("a placement");
    floe.penguins[floe.turn.index()].insert(hex);
    floe.hand[floe.turn.index()] -= 1;
}

/// Gives the turn to the first player from `player` on who can move, and retires those before it; if no player can move, the turn stays.
#[inline]
pub(crate) fn pass_turn_or_retire<V: VariantRules>(rules: &mut V, floe: &mut Floe<V::Word>, mut player: Player) {
    for _ in 0..floe.all_players().len() {
        if floe.hand[player.index()] > 0 || rules.can_move(floe, player) {
            floe.turn = player;
            return;
        }
        rules.retire(floe, player);
        player = floe.next(player);
    }
}
