use std::fmt::Debug;
use std::hash::Hash;

use floe_fish::Value;
use floe_game::{Player, Score};
use floe_hex::{Hex, HexSet};

use crate::floe::{Floe, FloeWord};
use crate::{DealError, FloeMove, SetUp, VariantInfo};

/// Rules of a variant, and the state that only this variant has. The default methods follow the
/// base rules.
///
/// Every method works on the [`Floe`], which all variants share. The folder of a variant implements
/// this trait; no other code knows the rules of the variant.
pub trait VariantRules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Word of the sets of hexes: with a ring around the outline or without.
    type Word: FloeWord;
    /// Move of a player by these rules, with the outcome of chance if there is any.
    type Move: FloeMove<Self::Word>;
    /// Name and properties of the variant. For a type that plays several variants, the properties
    /// of one of them or of the base rules; [`info`](VariantRules::info) returns the properties of
    /// the variant that is played.
    const INFO: &'static VariantInfo;

    /// Creates the state of the variant `info`, before its deal or position is known; `None` if
    /// this type does not play that variant.
    fn new(info: &VariantInfo) -> Option<Self> {
        (info == Self::INFO).then(Self::default)
    }

    /// Name and properties of the variant that this state belongs to.
    fn info(&self) -> &'static VariantInfo {
        Self::INFO
    }

    /// Sets up the state on a floe just dealt. `tiles` are the hexes with one, two and three fish,
    /// in the geometry without a ring; random choices follow from `seed`.
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

    /// Hexes where the player to move may place a penguin (1.4), whether or not it has one left to
    /// place: by default the free one-fish tiles.
    #[inline]
    fn places(&self, floe: &Floe<Self::Word>) -> HexSet<Self::Word> {
        floe.free() & floe.tiles_of(1)
    }

    /// Calls `visit` with every choice of the player to move, once each; never when the game is
    /// over. Called only when all penguins are placed.
    fn for_each_choice(&self, floe: &Floe<Self::Word>, visit: impl FnMut(Self::Move));

    /// Makes a legal move of the player to move and passes the turn on. Placements come here only
    /// in variants with chance.
    fn play(&mut self, floe: &mut Floe<Self::Word>, mv: Self::Move);

    /// Whether `player` could move on the floe, if it were to move.
    #[inline]
    fn can_move(&self, floe: &Floe<Self::Word>, player: Player) -> bool {
        floe.can_slide(player)
    }

    /// Retires `player`, who takes the tiles under its penguins (1.7).
    #[inline]
    fn retire(&mut self, floe: &mut Floe<Self::Word>, player: Player) {
        floe.retire(player);
    }

    /// Gives the turn to the first player from `player` on who can move. By default the players
    /// before that one retire (1.6, 1.7); if no player can move, all retire and the turn stays.
    #[inline]
    fn pass_turn(&mut self, floe: &mut Floe<Self::Word>, player: Player) {
        pass_turn_or_retire(self, floe, player);
    }

    /// Whether the game is over.
    #[inline]
    fn is_over(&self, floe: &Floe<Self::Word>) -> bool {
        floe.is_deserted()
    }

    /// Number of choices of the player to move; a choice that chance completes counts once, with
    /// all its outcomes. It is 0 when the game is over. Called only when all penguins are placed.
    #[inline]
    fn count(&self, floe: &Floe<Self::Word>) -> u64 {
        let mut count = 0;
        self.for_each_choice(floe, |_| count += 1);
        count
    }

    /// Number of sequences of exactly two moves from here, counted in bulk; `None`, the default,
    /// where they must be counted one by one.
    #[inline]
    fn count_pairs(&self, _floe: &Floe<Self::Word>) -> Option<u64> {
        None
    }

    /// Calls `visit` with every possible outcome of a choice, once each, and its probability: above
    /// 0, and 1 in sum.
    #[inline]
    fn for_each_outcome(
        &self,
        _floe: &Floe<Self::Word>,
        choice: Self::Move,
        mut visit: impl FnMut(Self::Move, f64),
    ) {
        visit(choice, 1.0);
    }

    /// The choice of which `mv` is an outcome.
    #[inline]
    fn choice_of(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The outcome of a choice in the world with this number, in which all chance is decided in
    /// advance.
    #[inline]
    fn outcome_in(&self, _floe: &Floe<Self::Word>, choice: Self::Move, _world: u64) -> Self::Move {
        choice
    }

    /// Hash of everything that the rest of the game depends on; fish and tiles taken have no part
    /// in it.
    fn key(&self, floe: &Floe<Self::Word>) -> u64;

    /// Result of `player` alone so far, without its teammate: fish and tiles taken, or what the
    /// variant counts in their places.
    #[inline]
    fn result(&self, floe: &Floe<Self::Word>, player: Player) -> Value {
        floe.taken[player.index()]
    }

    /// Score so far that counts for `player`, in teams the score of its team, in 1/128 of a point:
    /// of a fish, or in survival of a penguin.
    #[inline]
    fn score(&self, floe: &Floe<Self::Word>, player: Player) -> Score {
        floe.score(player)
    }

    /// Hexes that a penguin on `from` could slide or step to, in the turn of any player; whether a
    /// penguin stands on `from` is not checked. Pushes, jumps and swaps are not included. By
    /// default the slides of the base rules.
    fn destinations(&self, floe: &Floe<Self::Word>, from: Hex) -> HexSet<Self::Word> {
        floe.slides(from)
    }

    /// Number of penguins that `player` has on `hex`.
    #[inline]
    fn penguins_on(&self, floe: &Floe<Self::Word>, player: Player, hex: Hex) -> u32 {
        u32::from(floe.penguins(player).contains(hex))
    }

    /// Adds a penguin of `player` on `hex`, for readers of positions, which check that this is
    /// possible. The hand of the player does not change. By default a second penguin on a hex
    /// changes nothing; where penguins share tiles it counts.
    fn add_penguin(&mut self, floe: &mut Floe<Self::Word>, player: Player, hex: Hex) {
        floe.penguins[player.index()].insert(hex);
    }

    /// Tiles that count for the player who takes them, those under penguins included: by default
    /// all.
    #[inline]
    fn valued(&self, floe: &Floe<Self::Word>) -> HexSet<Self::Word> {
        floe.tiles
    }

    /// Fish and tiles that a player gains by taking the tiles on `hexes`.
    #[inline]
    fn value(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Value {
        floe.value(hexes)
    }
}

/// Fish and tiles around the hex of a placement, or four times those of the hex that a move ends
/// on, in 1/128 fish.
pub(crate) fn default_gain<V: VariantRules>(rules: &V, floe: &Floe<V::Word>, mv: V::Move) -> Score {
    match mv.placed() {
        Some(hex) => rules
            .value(floe, floe.geometry().adjacent(hex) & floe.free())
            .score(),
        None => {
            4 * rules
                .value(floe, mv.endpoints(floe.geometry()).1.into())
                .score()
        }
    }
}

/// Moves a penguin of the player to move from its hand to the hex of a placement.
pub(crate) fn place_penguin<W: FloeWord>(floe: &mut Floe<W>, mv: impl FloeMove<W>) {
    let hex = mv.placed().expect("a placement");
    floe.penguins[floe.turn.index()].insert(hex);
    floe.hand[floe.turn.index()] -= 1;
}

/// Gives the turn to the first player from `player` on who can move, and retires those before it;
/// if no player can move, the turn stays.
#[inline]
pub(crate) fn pass_turn_or_retire<V: VariantRules>(
    rules: &mut V,
    floe: &mut Floe<V::Word>,
    mut player: Player,
) {
    for _ in 0..floe.all_players().len() {
        if floe.hand[player.index()] > 0 || rules.can_move(floe, player) {
            floe.turn = player;
            return;
        }
        rules.retire(floe, player);
        player = floe.next(player);
    }
}

/// Number of penguins of a player on the floe, those that share a tile counted singly.
pub(crate) fn penguin_count<V: VariantRules>(
    rules: &V,
    floe: &Floe<V::Word>,
    player: Player,
) -> u32 {
    floe.penguins(player)
        .into_iter()
        .map(|hex| rules.penguins_on(floe, player, hex))
        .sum()
}

/// Hexes where a player, in teams its team, has penguins, and the number of those penguins.
pub(crate) fn side<V: VariantRules>(
    rules: &V,
    floe: &Floe<V::Word>,
    player: Player,
) -> (HexSet<V::Word>, i32) {
    let mut hexes = HexSet::EMPTY;
    let mut penguins = 0;
    for mate in floe.mates(player) {
        hexes |= floe.penguins(mate);
        penguins += penguin_count(rules, floe, mate) as i32;
    }
    (hexes, penguins)
}
