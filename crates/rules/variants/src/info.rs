use crate::MoveKind;

/// Score of a game: the thing that is counted at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// The fish of the tiles that a player has taken, then the number of these tiles.
    Fish,
    /// The penguins that are left: nobody takes a tile.
    Survivors,
}

/// Name and fixed properties of a variant, or of the base rules.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct VariantInfo {
    /// Name of the variant in positions and options, such as `push`.
    pub name: &'static str,
    /// Whether four players can also play the variant in teams (3.8).
    pub has_teams: bool,
    /// Kinds of the moves, in the order in which learners number them.
    pub moves: &'static [MoveKind],
    /// Whether chance decides the outcome of moves, as where whales hide.
    pub has_chance: bool,
    /// Whether the deal replaces some tiles by [special ones](crate::SpecialTile) (3.7).
    pub has_special_tiles: bool,
    /// Lines about the variant in the help of `floe rules`.
    pub help: &'static str,
    /// Whether several penguins may share a tile.
    pub shares_tiles: bool,
    /// Score of the game.
    pub scoring: Scoring,
    /// Tokens that a hex can have in positions, in words, for errors.
    pub tokens: &'static str,
    /// Keys that positions of the variant may have, in addition to `rules`.
    pub keys: &'static [&'static str],
    /// Names of the own features of the variant, at most
    /// [`MAX_OWN_FEATURES`](crate::MAX_OWN_FEATURES), in the order of
    /// [`own_features`](crate::VariantKnowledge::own_features). They are the counts that the
    /// learned evaluation of this variant has beyond the counts of the base rules.
    pub features: &'static [&'static str],
    /// Whether the evaluation of the variant was learned. If not, searches evaluate as in the base
    /// rules.
    pub is_learned: bool,
}

impl VariantInfo {
    /// Properties of the base rules.
    pub const BASE: VariantInfo = VariantInfo {
        name: "base",
        has_teams: true,
        ..VariantInfo::NEW
    };

    /// Properties of a variant that changes nothing, as a start for the properties of a variant.
    pub const NEW: VariantInfo = VariantInfo {
        name: "",
        has_teams: false,
        moves: &[MoveKind::Place, MoveKind::Slide],
        has_chance: false,
        has_special_tiles: false,
        help: "",
        shares_tiles: false,
        scoring: Scoring::Fish,
        tokens: "a tile (1-3), water (.), or a penguin (A-D) with the fish of its tile",
        keys: &[],
        features: &[],
        is_learned: true,
    };

    /// Lines about the variant in the help of `floe rules`, which say if it is not learned.
    pub(crate) fn lines_of_help(&self) -> String {
        let learned = if self.is_learned {
            ""
        } else {
            "                 (its evaluation is not learned yet)\n"
        };
        format!("{}{learned}", self.help)
    }

    /// Whether players take tiles with fish; if not, surviving penguins count.
    pub fn takes_tiles(&self) -> bool {
        self.scoring == Scoring::Fish
    }
}
