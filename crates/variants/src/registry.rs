//! The list of all variants. A new one adds its folder, and one line to each list here.

use floe_fish::{PositionError, Value};
use floe_game::{Player, Score};
use floe_hex::{Hex, HexSet};

use crate::group::Group;
use crate::hidden_whale::HiddenWhale;
use crate::notation::Keys;
use crate::plain::Plain;
use crate::push::Push;
use crate::special_tiles::SpecialTiles;
use crate::survival::Survival;
use crate::whale::Whale;
use crate::{DealError, Floe, SetUp, VariantInfo, VariantMove, VariantPosition, VariantRules};

/// Position of any variant without chance and without a ring around the outline.
pub type Variant = VariantPosition<VariantState>;

/// All variants, in the order of the help.
pub(crate) const VARIANTS: [&VariantInfo; 7] =
    [Push::INFO, Whale::INFO, Whale::PUSH_INFO, HiddenWhale::INFO, Survival::INFO, Group::INFO, SpecialTiles::INFO];

/// State of the base rules, or of a variant that shares its type of position with them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each is explained in its folder")]
pub enum VariantState {
    Plain(Plain),
    Push(Push),
    Whale(Whale),
    Survival(Survival),
    Group(Group),
}

/// Evaluates an expression with `$state` bound to the state of a variant.
macro_rules! with_state {
    ($any:expr, $state:ident => $body:expr) => {
        match $any {
            VariantState::Plain($state) => $body,
            VariantState::Push($state) => $body,
            VariantState::Whale($state) => $body,
            VariantState::Survival($state) => $body,
            VariantState::Group($state) => $body,
        }
    };
}

/// Forwards methods to the state of a variant; those after `@mut` take `&mut self`.
macro_rules! forward {
    ($($(@$mut:ident)? fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[inline]
        fn $name(& $($mut)? self $(, $argument: $type)*) -> $result {
            with_state!(self, state => state.$name($($argument),*))
        }
    )*};
}

impl Default for VariantState {
    fn default() -> VariantState {
        VariantState::Plain(Plain)
    }
}

impl VariantRules for VariantState {
    type Word = u64;
    type Move = VariantMove;

    const INFO: &'static VariantInfo = Plain::INFO;

    fn new(info: &VariantInfo) -> Option<VariantState> {
        Plain::new(info)
            .map(VariantState::Plain)
            .or_else(|| Push::new(info).map(VariantState::Push))
            .or_else(|| Whale::new(info).map(VariantState::Whale))
            .or_else(|| Survival::new(info).map(VariantState::Survival))
            .or_else(|| Group::new(info).map(VariantState::Group))
    }

    #[inline]
    fn for_each_choice(&self, floe: &Floe, visit: impl FnMut(VariantMove)) {
        with_state!(self, state => state.for_each_choice(floe, visit));
    }

    #[inline]
    fn survival_eval<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> Option<[Score; N]> {
        with_state!(self, state => state.survival_eval(floe, sides))
    }

    forward! {
        fn info() -> &'static VariantInfo;
        @mut fn deal(floe: &mut Floe, tiles: [HexSet; 3], set_up: &SetUp, seed: u64) -> Result<(), DealError>;
        @mut fn play(floe: &mut Floe, mv: VariantMove) -> ();
        @mut fn retire(floe: &mut Floe, player: Player) -> ();
        @mut fn pass_turn(floe: &mut Floe, player: Player) -> ();
        fn places(floe: &Floe) -> HexSet;
        fn can_move(floe: &Floe, player: Player) -> bool;
        fn is_over(floe: &Floe) -> bool;
        fn count(floe: &Floe) -> u64;
        fn count_pairs(floe: &Floe) -> Option<u64>;
        fn key(floe: &Floe) -> u64;
        fn result(floe: &Floe, player: Player) -> Value;
        fn score(floe: &Floe, player: Player) -> Score;
        fn destinations(floe: &Floe, from: Hex) -> HexSet;
        fn penguins_on(floe: &Floe, player: Player, hex: Hex) -> u32;
        @mut fn add_penguin(floe: &mut Floe, player: Player, hex: Hex) -> ();
        fn gain(floe: &Floe, mv: VariantMove) -> Score;
        fn adapt_eval(floe: &Floe, side: HexSet, to_come: Score) -> Score;
        fn danger(floe: &Floe, player: Player) -> Score;
        fn gain_bounds(floe: &Floe, own: HexSet, penguins: i32) -> (Value, Value);
        fn notes(floe: &Floe) -> Vec<String>;
        @mut fn read_keys(floe: &mut Floe, keys: &Keys<'_>) -> Result<(), PositionError>;
        fn written_keys(floe: &Floe) -> String;
        fn legend(floe: &Floe) -> Vec<String>;
        fn drawn(floe: &Floe, hex: Hex, token: &str) -> String;
        fn result_text(floe: &Floe, player: Player) -> String;
        fn why_illegal(floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String>;
    }
}
