//! The list of all variants. A new one adds its folder, and one line to each list here.

use std::str::FromStr;

use floe_fish::Value;
use floe_game::{DraftError, Interval, Player, Score};
use floe_hex::{Hex, HexSet};

use crate::group::Group;
use crate::hidden_whale::HiddenWhale;
use crate::plain::Plain;
use crate::push::Push;
use crate::special_tiles::SpecialTiles;
use crate::survival::Survival;
use crate::whale::Whale;
use crate::{
    DealError, Floe, FloeDraft, FloePart, MAX_TILE_RISKS, OwnFeatures, Rules, RulesError, SetUp,
    SpecialTile, TileRisk, VariantInfo, VariantKnowledge, VariantMove, VariantPosition,
    VariantRules, VariantText,
};

/// Position of the base rules on any outline, or of any variant without chance and without a ring
/// around the outline.
pub type Variant = VariantPosition<VariantState>;

/// All variants, in the order of the help.
const VARIANTS: &[&VariantInfo] = &[
    Push::INFO,
    Whale::INFO,
    Whale::PUSH_INFO,
    HiddenWhale::INFO,
    Survival::INFO,
    Group::INFO,
    SpecialTiles::INFO,
];

/// State of the base rules, or of one of the variants whose positions have the type [`Variant`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariantState {
    /// The base rules on any outline.
    Plain(Plain),
    /// The rules of `push` (3.1).
    Push(Push),
    /// The rules of `whale` (3.3) and of `push+whale` (3.8).
    Whale(Whale),
    /// The rules of `survival` (3.5).
    Survival(Survival),
    /// The rules of `group` (3.6).
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
    fn for_each_outcome(
        &self,
        floe: &Floe,
        choice: VariantMove,
        visit: impl FnMut(VariantMove, f64),
    ) {
        with_state!(self, state => state.for_each_outcome(floe, choice, visit));
    }

    forward! {
        fn info() -> &'static VariantInfo;
        @mut fn deal(floe: &mut Floe, tiles: [HexSet; 3], set_up: &SetUp, seed: u64) -> Result<(), DealError>;
        @mut fn play(floe: &mut Floe, mv: VariantMove) -> ();
        @mut fn retire(floe: &mut Floe, player: Player) -> ();
        @mut fn pass_turn(floe: &mut Floe, player: Player) -> ();
        @mut fn add_penguin(floe: &mut Floe, player: Player, hex: Hex) -> ();
        fn places(floe: &Floe) -> HexSet;
        fn can_move(floe: &Floe, player: Player) -> bool;
        fn is_over(floe: &Floe) -> bool;
        fn count(floe: &Floe) -> u64;
        fn count_pairs(floe: &Floe) -> Option<u64>;
        fn choice_of(mv: VariantMove) -> VariantMove;
        fn outcome_in(floe: &Floe, choice: VariantMove, world: u64) -> VariantMove;
        fn key(floe: &Floe) -> u64;
        fn result(floe: &Floe, player: Player) -> Value;
        fn score(floe: &Floe, player: Player) -> Score;
        fn destinations(floe: &Floe, from: Hex) -> HexSet;
        fn penguins_on(floe: &Floe, player: Player, hex: Hex) -> u32;
        fn valued(floe: &Floe) -> HexSet;
        fn value(floe: &Floe, hexes: HexSet) -> Value;
    }
}

impl VariantKnowledge for VariantState {
    #[inline]
    fn own_features<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> [OwnFeatures; N] {
        with_state!(self, state => state.own_features(floe, sides))
    }

    #[inline]
    fn own_features_by_reach<const N: usize>(
        &self,
        floe: &Floe,
        sides: [HexSet; N],
        reach: [HexSet; N],
    ) -> [OwnFeatures; N] {
        with_state!(self, state => state.own_features_by_reach(floe, sides, reach))
    }

    forward! {
        fn gain(floe: &Floe, mv: VariantMove) -> Score;
        fn tile_risks(floe: &Floe) -> [TileRisk; MAX_TILE_RISKS];
        fn tile_eval(floe: &Floe, hexes: HexSet) -> Score;
        fn prospects(floe: &Floe, player: Player) -> Interval<Score>;
        fn gain_bounds(floe: &Floe, own: HexSet, penguins: i32) -> (Value, Value);
        fn is_base_when_separated(floe: &Floe) -> bool;
        fn notes(floe: &Floe) -> Vec<String>;
    }
}

impl VariantText for VariantState {
    forward! {
        fn own_tile(floe: &Floe, hex: Hex) -> Option<String>;
        fn special_at(hex: Hex) -> Option<SpecialTile>;
        @mut fn lay_special(floe: &mut Floe, hex: Hex, kind: SpecialTile) -> Result<(), String>;
        @mut fn set_up(floe: &mut Floe, draft: &FloeDraft) -> Result<(), DraftError>;
        fn fill_draft(floe: &Floe, draft: &mut FloeDraft) -> ();
        fn legend(floe: &Floe) -> Vec<String>;
        fn details(floe: &Floe) -> Option<String>;
        fn drawn(floe: &Floe, hex: Hex, token: &str) -> String;
        fn result_text(floe: &Floe, player: Player) -> String;
        fn parts(floe: &Floe, choice: VariantMove) -> Vec<FloePart<u64>>;
        fn why_no_target(floe: &Floe, choice: VariantMove, hex: Hex) -> Option<String>;
        fn outcome_in_words(floe: &Floe, mv: VariantMove) -> String;
        fn why_illegal(floe: &Floe, sign: char, from: Hex, to: Hex) -> Option<String>;
    }
}

impl Rules {
    /// Lists the base rules, all variants, and the combinations with teams (3.8).
    pub fn all() -> impl Iterator<Item = Rules> {
        let alone = [&VariantInfo::BASE].into_iter();
        let alone = alone.chain(VARIANTS.iter().copied());
        let in_teams = alone.clone().filter(|variant| variant.has_teams);
        let alone = alone.map(|variant| Rules {
            variant,
            teams: false,
        });
        alone.chain(in_teams.map(|variant| Rules {
            variant,
            teams: true,
        }))
    }

    /// Describes all rules and combinations in English, as `floe rules` prints them.
    pub fn help() -> String {
        const TEAMS: &str =
            "  teams          four players, A and C against B and D; fish are added up\n";
        let variants: String = VARIANTS
            .iter()
            .map(|variant| variant.lines_of_help())
            .collect();
        let in_teams =
            Rules::all().filter(|rules| rules.teams && rules.variant != &VariantInfo::BASE);
        let in_teams: Vec<String> = in_teams.map(|rules| rules.to_string()).collect();
        format!(
            "{variants}{TEAMS}\nAny rules go with any layout. Combinations with teams:\n  {}\n",
            in_teams.join(", ")
        )
    }

    /// Lists the names of all rules that combine others, separated by commas.
    pub(crate) fn combinations() -> String {
        let names = Rules::all().map(|rules| rules.to_string());
        let combined: Vec<String> = names.filter(|name| name.contains('+')).collect();
        combined.join(", ")
    }

    /// Lists the names of all rules, separated by commas.
    pub(crate) fn names() -> String {
        Rules::all()
            .map(|rules| rules.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Names that a combination of rules joins with `+`, in alphabetical order.
fn sorted_parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = text.split('+').map(str::to_owned).collect();
    parts.sort();
    parts
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads a name or a combination, its parts in any order.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let wanted = sorted_parts(text);
        if let Some(rules) = Rules::all().find(|rules| sorted_parts(&rules.to_string()) == wanted) {
            return Ok(rules);
        }
        let others = Rules::all().filter(|rules| *rules != Rules::BASE);
        let known: Vec<String> = others
            .flat_map(|rules| sorted_parts(&rules.to_string()))
            .collect();
        let is_known = |part| known.contains(part);
        Err(if wanted.iter().all(is_known) {
            RulesError::Combination
        } else {
            RulesError::Unknown(text.to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        assert!(Rules::all().all(|rules| rules.to_string().parse() == Ok(rules)));
        assert_eq!(
            "teams+push".parse::<Rules>().unwrap().to_string(),
            "push+teams"
        );
        assert!(matches!(
            "group+teams".parse::<Rules>(),
            Err(RulesError::Combination)
        ));
        assert_eq!(
            "teams+whale+push".parse::<Rules>().unwrap().to_string(),
            "push+whale+teams"
        );
        assert!(matches!(
            "push+push".parse::<Rules>(),
            Err(RulesError::Combination)
        ));
        assert!(matches!(
            "hidden-whale+teams".parse::<Rules>(),
            Err(RulesError::Combination)
        ));
        assert!(matches!(
            "whales".parse::<Rules>(),
            Err(RulesError::Unknown(_))
        ));
    }
}
