use std::fmt::Debug;
use std::hash::Hash;

use floe_fish::{Field, PositionError, Value};
use floe_game::{Interval, Player, Score};
use floe_hex::{Geometry, Hex, HexSet, Word};

use crate::floe::{Floe, FloeWord};
use crate::notation::Keys;
use crate::{DealError, Kind, SetUp};

/// A variant: the state that only it has, and its rules. Defaults are the base rules.
///
/// Moves are made on a [`Floe`], which all variants share. Everything that a variant knows is in its own folder and goes through here.
pub trait VariantRules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word of the sets of hexes.
    type Word: FloeWord;
    /// What a player does at its turn.
    type Move: FloeMove<Self::Word>;

    /// Whether chance has a say.
    const HAS_CHANCE: bool = false;
    /// What is said of a player without penguins.
    const GONE: &str = "none on the floe";

    /// The state before anything is known of the position, if these rules are of this type.
    fn new(kind: Option<Kind>) -> Option<Self>;

    /// The variant; none for the base rules.
    fn kind(&self) -> Option<Kind>;

    /// Sets up the state on a dealt floe; `tiles` are those with one, two and three fish.
    ///
    /// # Errors
    /// Where the variant cannot be played so.
    fn deal(
        &mut self,
        _floe: &mut Floe<Self::Word>,
        _tiles: [HexSet; 3],
        _set_up: &SetUp,
        _seed: u64,
    ) -> Result<(), DealError> {
        Ok(())
    }

    /// Where penguins can be placed (1.4).
    #[inline]
    fn places(&self, floe: &Floe<Self::Word>) -> HexSet<Self::Word> {
        floe.free() & floe.tiles_of(1)
    }

    /// Makes a placement.
    fn place(&mut self, floe: &mut Floe<Self::Word>, mv: Self::Move) {
        put(floe, mv);
        floe.turn = floe.next(floe.turn);
        if !floe.is_placement() {
            self.settle(floe, floe.turn);
        }
    }

    /// Calls `visit` with everything that the player to move can choose, all penguins being placed.
    fn for_each_choice(&self, floe: &Floe<Self::Word>, visit: impl FnMut(Self::Move));

    /// Makes a move that is no placement.
    fn play(&mut self, floe: &mut Floe<Self::Word>, mv: Self::Move);

    /// Whether a player can move, were it its turn.
    #[inline]
    fn can_move(&self, floe: &Floe<Self::Word>, player: Player) -> bool {
        floe.can_slide(player)
    }

    /// Retires a player with the tiles that it stands on (1.7).
    #[inline]
    fn retire(&mut self, floe: &mut Floe<Self::Word>, player: Player) {
        floe.retire(player);
    }

    /// Gives the turn to the first player from `player` on who can move; those who cannot retire (1.6, 1.7).
    #[inline]
    fn settle(&mut self, floe: &mut Floe<Self::Word>, player: Player) {
        give_turn(self, floe, player);
    }

    /// Whether the game has ended.
    #[inline]
    fn is_over(&self, floe: &Floe<Self::Word>) -> bool {
        floe.is_deserted()
    }

    /// How many moves there are, all penguins being placed.
    #[inline]
    fn count(&self, floe: &Floe<Self::Word>) -> u64 {
        let mut count = 0;
        self.for_each_choice(floe, |_| count += 1);
        count
    }

    /// How many lines of two moves there are, all counted at once; none where they must be counted one by one.
    #[inline]
    fn count_pairs(&self, _floe: &Floe<Self::Word>) -> Option<u64> {
        None
    }

    /// Calls `visit` with every move that can come of a choice, and its probability.
    #[inline]
    fn for_each_outcome(&self, _floe: &Floe<Self::Word>, choice: Self::Move, mut visit: impl FnMut(Self::Move, f64)) {
        visit(choice, 1.0);
    }

    /// What comes of a choice in a world where all is settled from the beginning.
    #[inline]
    fn outcome_in(&self, _floe: &Floe<Self::Word>, choice: Self::Move, _world: u64) -> Self::Move {
        choice
    }

    /// A hash of all that decides how the game goes on; what is banked has no part in it.
    fn key(&self, floe: &Floe<Self::Word>) -> u64;

    /// What a player itself has so far.
    #[inline]
    fn result(&self, floe: &Floe<Self::Word>, player: Player) -> Value {
        floe.taken[player.index()]
    }

    /// What a player has so far; in teams, what the team has.
    #[inline]
    fn score(&self, floe: &Floe<Self::Word>, player: Player) -> Score {
        floe.score(player)
    }

    /// Where a penguin on a hex could go, were it its player's turn.
    fn ends(&self, floe: &Floe<Self::Word>, from: Hex) -> HexSet<Self::Word> {
        floe.slides(from)
    }

    /// How many penguins of a player stand on a hex.
    #[inline]
    fn penguins_on(&self, floe: &Floe<Self::Word>, player: Player, hex: Hex) -> u32 {
        u32::from(floe.own(player).contains(hex))
    }

    /// Puts another penguin of a player onto a hex.
    fn stand(&mut self, floe: &mut Floe<Self::Word>, player: Player, hex: Hex) {
        floe.penguins[player.index()].insert(hex);
    }

    /// The fish and tiles that whoever takes `hexes` gets.
    #[inline]
    fn value(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Value {
        floe.value(hexes)
    }

    /// Immediate gain of a move, in 1/128 fish or what else is at stake: moves are ordered by it, and the greedy player chooses by it.
    fn gain(&self, floe: &Floe<Self::Word>, mv: Self::Move) -> Score {
        usual_gain(self, floe, mv)
    }

    /// Value of tiles to whoever gets there, in 1/128 fish.
    #[inline]
    fn worth(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Score {
        self.value(floe, hexes).score()
    }

    /// Part of what a side with these penguins would still get, in 1/128 fish, that it may expect.
    #[inline]
    fn expected(&self, _floe: &Floe<Self::Word>, _side: HexSet<Self::Word>, to_come: Score) -> Score {
        to_come
    }

    /// Evaluation of what every side will still get, where that is not a matter of tiles.
    #[inline]
    fn lives<const N: usize>(&self, _floe: &Floe<Self::Word>, _sides: [HexSet<Self::Word>; N]) -> Option<[Score; N]> {
        None
    }

    /// Cost of the dangers that a player's penguins are in, in teams those of the team, in 1/128 fish.
    #[inline]
    fn danger(&self, _floe: &Floe<Self::Word>, _player: Player) -> Score {
        0
    }

    /// Bounds of what a player, in teams its team, still gets, whatever happens.
    fn prospects(&self, floe: &Floe<Self::Word>, player: Player) -> Interval<Score> {
        let (_, penguins) = self.side(floe, player);
        if penguins == 0 && !floe.is_placement() {
            return Interval::exact(0);
        }
        let most = Value { fish: sum(floe, floe.tiles, 1), tiles: floe.tiles.len() as i32 };
        Interval::new(Value { fish: sum(floe, floe.tiles, -1), tiles: 0 }.score(), most.score())
    }

    /// Value of free tiles in an explanation, and of those that a player stands on.
    fn counted(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Value {
        self.value(floe, hexes)
    }

    /// What a player would have if the game ended here: with the tiles that it alone stands on, as often as it does.
    fn has_now(&self, floe: &Floe<Self::Word>, player: Player) -> Value {
        let others = floe.all_players().filter(|&other| other != player);
        let others = others.fold(HexSet::EMPTY, |all, other| all | floe.own(other));
        (floe.own(player) - others).into_iter().fold(self.result(floe, player), |has, hex| {
            let (tile, penguins) = (self.value(floe, hex.into()), self.penguins_on(floe, player, hex) as i32);
            Value { fish: has.fish + tile.fish * penguins, tiles: has.tiles + tile.tiles }
        })
    }

    /// What the rules add to an explanation of the evaluation, in sentences.
    fn notes(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }

    /// The hexes where a player has penguins, in teams its team, and how many penguins those are.
    fn side(&self, floe: &Floe<Self::Word>, player: Player) -> (HexSet<Self::Word>, i32) {
        let mates = floe.all_players().filter(|&mate| floe.are_mates(player, mate));
        mates.fold((HexSet::EMPTY, 0), |(own, penguins), mate| {
            let count = |hex| self.penguins_on(floe, mate, hex) as i32;
            (own | floe.own(mate), penguins + floe.own(mate).into_iter().map(count).sum::<i32>())
        })
    }

    /// The tile of a hex as it is written, where this variant has tiles of its own.
    fn own_tile(&self, _floe: &Floe<Self::Word>, _hex: Hex) -> Option<String> {
        None
    }

    /// Reads a tile that only this variant has off the front of the rest of a row; whether there is one. A penguin may stand on it, or not.
    ///
    /// # Errors
    /// Where such a tile begins and is none.
    fn read_tile(
        &mut self,
        _floe: &mut Floe<Self::Word>,
        _hex: Hex,
        _rest: &mut Field<'_>,
        _with_penguin: bool,
    ) -> Result<bool, PositionError> {
        Ok(false)
    }

    /// Whether several penguins may share a tile.
    fn shares_tiles(&self) -> bool {
        false
    }

    /// What may stand on a hex, in words.
    fn tokens(&self) -> &'static str {
        "a tile 1 to 3, water '.', or a penguin A to D with the fish of its tile"
    }

    /// The most fish that a player gets for one tile.
    fn tile_fish(&self) -> u32 {
        3
    }

    /// What takings are written as, in words, where nothing is ever taken.
    fn nothing_taken(&self) -> Option<&'static str> {
        None
    }

    /// The keys that this variant has in positions, beside the rules.
    fn keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads these keys.
    ///
    /// # Errors
    /// What is wrong with them, and where.
    fn read_keys(&mut self, _floe: &mut Floe<Self::Word>, _keys: &Keys<'_>) -> Result<(), PositionError> {
        Ok(())
    }

    /// These keys as they are written, each after a blank.
    fn written_keys(&self, _floe: &Floe<Self::Word>) -> String {
        String::new()
    }

    /// What the signs in a drawing mean that only this variant has.
    fn signs(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }

    /// What else a drawing does not show.
    fn remarks(&self, _floe: &Floe<Self::Word>) -> Vec<String> {
        Vec::new()
    }

    /// What a drawing shows on a hex in place of its token.
    fn drawn(&self, _floe: &Floe<Self::Word>, _hex: Hex, token: &str) -> String {
        token.to_owned()
    }

    /// What a player has, in words.
    fn has(&self, floe: &Floe<Self::Word>, player: Player) -> String {
        let result = self.result(floe, player);
        format!("{:3} fish, {:2} tiles", result.fish, result.tiles)
    }

    /// Why a penguin of the mover cannot do what was asked for, where the base game has no answer; `sign` stands between the hexes.
    fn why_not(&self, _floe: &Floe<Self::Word>, sign: char, _from: Hex, _to: Hex) -> Option<String> {
        (sign == 'x').then(|| "penguins push no others here, and a move is written like c3-f3".to_owned())
    }
}

/// A move of a variant, on hexes of sets of these words.
pub trait FloeMove<W: Word>: Copy + Ord + Hash + Debug + Send + Sync {
    /// All numbers of moves are below two to the power of this.
    const BITS: u32;

    /// The placement of a penguin on a hex.
    fn placement(hex: Hex) -> Self;

    /// Where it places a penguin, if it does.
    fn placed(self) -> Option<Hex>;

    /// Where the penguin stood and where it stops, before any effect; a placement does both on its hex.
    ///
    /// # Panics
    /// If it steps off the floe.
    fn ends(self, geometry: &Geometry<W>) -> (Hex, Hex);

    /// A number from 1 that tells this move from every other.
    fn bits(self) -> u32;

    /// The move with these bits.
    fn of_bits(bits: u32) -> Self;

    /// How the move is written on floes of this geometry.
    fn text(self, geometry: &Geometry<W>) -> String;
}

/// The fish around a penguin that is placed, and four times those of the tile that a move ends on.
pub(crate) fn usual_gain<V: VariantRules>(state: &V, floe: &Floe<V::Word>, mv: V::Move) -> Score {
    match mv.placed() {
        Some(hex) => state.value(floe, floe.geometry().adjacent(hex) & floe.free()).score(),
        None => 4 * state.value(floe, mv.ends(floe.geometry()).1.into()).score(),
    }
}

/// The fish of those tiles that have more than none, or fewer, as `sign` says.
pub(crate) fn sum<W: FloeWord>(floe: &Floe<W>, hexes: HexSet<W>, sign: i32) -> i32 {
    hexes.into_iter().map(|hex| sign * (sign * floe.fish(hex)).max(0)).sum()
}

/// Puts a penguin of the player to move where a placement says.
pub(crate) fn put<W: FloeWord>(floe: &mut Floe<W>, mv: impl FloeMove<W>) {
    let hex = mv.placed().expect("a placement");
    floe.penguins[floe.turn.index()].insert(hex);
    floe.hand[floe.turn.index()] -= 1;
}

/// Gives the turn to the first player from `player` on who can move; those who cannot retire (1.6, 1.7). If nobody can, it stays where
/// it was.
#[inline]
pub(crate) fn give_turn<V: VariantRules>(state: &mut V, floe: &mut Floe<V::Word>, player: Player) {
    let mut player = player;
    for _ in 0..floe.players {
        if floe.hand[player.index()] > 0 || state.can_move(floe, player) {
            floe.turn = player;
            return;
        }
        state.retire(floe, player);
        player = floe.next(player);
    }
}
