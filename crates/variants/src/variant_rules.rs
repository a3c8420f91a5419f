use std::fmt::Debug;
use std::hash::Hash;

use floe_fish::Value;
use floe_game::{Player, Score};
use floe_hex::{Hex, HexSet};

use crate::floe::{Floe, FloeWord};
use crate::{DealError, FloeMove, SetUp, VariantInfo};

/// Rules of a variant, and the state that only this variant has. The default methods are the base rules.
///
/// Every method works on the [`Floe`], which all variants share. The folder of a variant implements this trait; nothing
/// else knows it.
pub trait VariantRules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Word of the sets of hexes.
    type Word: FloeWord;
    /// Move of a player.
    type Move: FloeMove<Self::Word>;
    /// Name and properties of the variant; of a type for several variants those of the base rules.
    const INFO: &'static VariantInfo;

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

    /// Adds a penguin of a player to a hex.
    fn add_penguin(&mut self, floe: &mut Floe<Self::Word>, player: Player, hex: Hex) {
        floe.penguins[player.index()].insert(hex);
    }

    /// Fish and tiles that a player gains by taking `hexes`.
    #[inline]
    fn value(&self, floe: &Floe<Self::Word>, hexes: HexSet<Self::Word>) -> Value {
        floe.value(hexes)
    }
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

/// Gives the turn to the first player from `player` on who can move, and retires those before it; if no player can
/// move, the turn stays.
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

/// Number of penguins of a player on the floe.
pub(crate) fn penguin_count<V: VariantRules>(rules: &V, floe: &Floe<V::Word>, player: Player) -> u32 {
    floe.penguins(player).into_iter().map(|hex| rules.penguins_on(floe, player, hex)).sum()
}

/// Hexes where a player, in teams its team, has penguins, and the number of those penguins.
pub(crate) fn side<V: VariantRules>(rules: &V, floe: &Floe<V::Word>, player: Player) -> (HexSet<V::Word>, i32) {
    let mut hexes = HexSet::EMPTY;
    let mut penguins = 0;
    for mate in floe.all_players().filter(|&mate| floe.are_mates(player, mate)) {
        hexes |= floe.penguins(mate);
        penguins += penguin_count(rules, floe, mate) as i32;
    }
    (hexes, penguins)
}
