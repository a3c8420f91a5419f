//! Every variant, once. A new one is its folder, a line in each of the two lists here, and its name in the help.

use floe_fish::{PositionError, Value};
use floe_game::{Interval, Player, Score};
use floe_hex::{Hex, HexSet};

use crate::notation::Keys;
use crate::{
    DealError, Floe, Group, Plain, Push, PushWhale, SetUp, Survival, VariantMove, VariantRules, Whale, group,
    hidden_whale, push, push_whale, special_tiles, survival, whale,
};

/// What a variant is called, and what is told of it.
pub(crate) struct VariantEntry {
    /// As it is written.
    pub(crate) name: &'static str,
    /// Whether it is played in teams, too (3.8).
    pub(crate) has_teams: bool,
    /// The lines of the help on rules.
    pub(crate) help: &'static str,
}

macro_rules! registry {
    (kinds: $($kind:ident in $folder:ident,)* ; states: $($state:ident,)*) => {
        /// A variant.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each is explained in its folder")]
        pub enum Kind {
            $($kind,)*
        }

        impl Kind {
            /// All variants.
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];

            pub(crate) const fn entry(self) -> &'static VariantEntry {
                match self {
                    $(Kind::$kind => &$folder::ENTRY,)*
                }
            }
        }

        /// What only one variant has, of all that share a type of position.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each is explained in its folder")]
        pub enum VariantState {
            Plain(Plain),
            $($state($state),)*
        }

        impl VariantState {
            fn of(kind: Option<Kind>) -> Option<VariantState> {
                let plain = Plain::new(kind).map(VariantState::Plain);
                plain$(.or_else(|| $state::new(kind).map(VariantState::$state)))*
            }
        }
    };
}

// All variants, and those that share a type of position.
registry! {
    kinds:
    Push in push,
    Whale in whale,
    PushWhale in push_whale,
    HiddenWhale in hidden_whale,
    Survival in survival,
    Group in group,
    SpecialTiles in special_tiles,
    ; states:
    Push,
    Whale,
    PushWhale,
    Survival,
    Group,
}

/// Evaluates an expression with `$state` bound to the state of whatever variant it is.
macro_rules! with_state {
    ($any:expr, $state:ident => $body:expr) => {
        match $any {
            VariantState::Plain($state) => $body,
            VariantState::Push($state) => $body,
            VariantState::Whale($state) => $body,
            VariantState::PushWhale($state) => $body,
            VariantState::Survival($state) => $body,
            VariantState::Group($state) => $body,
        }
    };
}

impl Kind {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Whether it is played in teams, too (3.8).
    pub const fn has_teams(self) -> bool {
        self.entry().has_teams
    }
}

/// Methods of the state of whatever variant it is.
macro_rules! forward {
    ($($(#[$inline:meta])? fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)*) => {$(
        $(#[$inline])?
        fn $name(&self $(, $argument: $type)*) -> $result {
            with_state!(self, state => state.$name($($argument),*))
        }
    )*};
    (mut $($(#[$inline:meta])? fn $name:ident(&mut self $(, $argument:ident: $type:ty)*) -> $result:ty;)*) => {$(
        $(#[$inline])?
        fn $name(&mut self $(, $argument: $type)*) -> $result {
            with_state!(self, state => state.$name($($argument),*))
        }
    )*};
}

impl VariantRules for VariantState {
    type Word = u64;
    type Move = VariantMove;

    fn new(kind: Option<Kind>) -> Option<VariantState> {
        VariantState::of(kind)
    }

    #[inline]
    fn for_each_choice(&self, floe: &Floe, visit: impl FnMut(VariantMove)) {
        with_state!(self, state => state.for_each_choice(floe, visit));
    }

    #[inline]
    fn lives<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> Option<[Score; N]> {
        with_state!(self, state => state.lives(floe, sides))
    }

    forward! {
        fn kind(&self) -> Option<Kind>;
        #[inline]
        fn places(&self, floe: &Floe) -> HexSet;
        #[inline]
        fn can_move(&self, floe: &Floe, player: Player) -> bool;
        #[inline]
        fn is_over(&self, floe: &Floe) -> bool;
        #[inline]
        fn count(&self, floe: &Floe) -> u64;
        #[inline]
        fn count_pairs(&self, floe: &Floe) -> Option<u64>;
        #[inline]
        fn key(&self, floe: &Floe) -> u64;
        fn result(&self, floe: &Floe, player: Player) -> Value;
        #[inline]
        fn score(&self, floe: &Floe, player: Player) -> Score;
        #[inline]
        fn ends(&self, floe: &Floe, from: Hex) -> HexSet;
        #[inline]
        fn penguins_on(&self, floe: &Floe, player: Player, hex: Hex) -> u32;
        #[inline]
        fn gain(&self, floe: &Floe, mv: VariantMove) -> Score;
        #[inline]
        fn worth(&self, floe: &Floe, hexes: HexSet) -> Score;
        #[inline]
        fn expected(&self, floe: &Floe, side: HexSet, to_come: Score) -> Score;
        #[inline]
        fn danger(&self, floe: &Floe, player: Player) -> Score;
        fn prospects(&self, floe: &Floe, player: Player) -> Interval<Score>;
        fn counted(&self, floe: &Floe, hexes: HexSet) -> Value;
        fn has_now(&self, floe: &Floe, player: Player) -> Value;
        fn notes(&self, floe: &Floe) -> Vec<String>;
        fn shares_tiles(&self) -> bool;
        fn tokens(&self) -> &'static str;
        fn tile_fish(&self) -> u32;
        fn nothing_taken(&self) -> Option<&'static str>;
        fn keys(&self) -> &'static [&'static str];
        fn written_keys(&self, floe: &Floe) -> String;
        fn signs(&self, floe: &Floe) -> Vec<String>;
        fn remarks(&self, floe: &Floe) -> Vec<String>;
        fn drawn(&self, floe: &Floe, hex: Hex, token: &str) -> String;
        fn has(&self, floe: &Floe, player: Player) -> String;
        fn why_not(&self, floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String>;
    }

    forward! { mut
        fn deal(&mut self, floe: &mut Floe, tiles: [HexSet; 3], set_up: &SetUp, seed: u64) -> Result<(), DealError>;
        fn place(&mut self, floe: &mut Floe, mv: VariantMove) -> ();
        #[inline]
        fn play(&mut self, floe: &mut Floe, mv: VariantMove) -> ();
        fn retire(&mut self, floe: &mut Floe, player: Player) -> ();
        fn settle(&mut self, floe: &mut Floe, player: Player) -> ();
        fn stand(&mut self, floe: &mut Floe, player: Player, hex: Hex) -> ();
        fn read_keys(&mut self, floe: &mut Floe, keys: &Keys<'_>) -> Result<(), PositionError>;
    }
}
