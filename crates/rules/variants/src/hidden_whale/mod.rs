//! **Hidden danger** (3.4): a whale hides below a tile, and every tile with as many fish is equally
//! likely.

mod chance_move;
mod whales;

pub use chance_move::ChanceMove;
use floe_fish::Value;
use floe_game::{DraftError, DraftField, POINT, Player, Score, Staked};
use floe_hex::{Hex, HexSet};
pub use whales::{Whales, WhalesError};

use crate::floe::mix;
use crate::plain::slide;
use crate::variant_knowledge::counts;
use crate::variant_rules::{default_gain, pass_turn_or_retire, place_penguin};
use crate::{
    DealError, Floe, FloeDraft, FloeMove, MAX_TILE_RISKS, OwnFeatures, Plain, SetUp, TileRisk,
    VariantInfo, VariantKnowledge, VariantMove, VariantPosition, VariantRules, VariantText,
};

/// Position of `hidden-whale` as all players see it; the tiles that hide whales are no part of it.
pub type Hidden = VariantPosition<HiddenWhale>;

/// Evaluation of what a penguin still gets if nothing else is known of it, in 1/128 fish.
const A_PENGUIN: Score = 256;

/// State of the rules of `hidden-whale` (3.4): the whales that still hide. Their tiles are no part
/// of a position.
///
/// A player chooses a [`ChanceMove`] without outcome; chance adds the outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HiddenWhale {
    /// The whales that still hide below tiles.
    pub whales: Whales,
}

impl VariantRules for HiddenWhale {
    type Word = u64;
    type Move = ChanceMove;
    const INFO: &'static VariantInfo = &VariantInfo {
        name: "hidden-whale",
        has_chance: true,
        help: include_str!("help.txt"),
        keys: &["hidden"],
        features: &[
            // Its penguins.
            "penguins",
            // Those above whales, as expected, and the fish of their tiles.
            "above-whales",
            "above-whales-fish",
        ],
        ..VariantInfo::NEW
    };

    fn deal(
        &mut self,
        floe: &mut Floe,
        _tiles: [HexSet; 3],
        set_up: &SetUp,
        _seed: u64,
    ) -> Result<(), DealError> {
        self.whales = set_up.whales;
        let without_tile = self
            .whales
            .iter()
            .find(|&fish| floe.tiles_of(fish).is_empty());
        without_tile.map_or(Ok(()), |fish| Err(DealError::Hiding(fish)))
    }

    #[inline]
    fn for_each_choice(&self, floe: &Floe, mut visit: impl FnMut(ChanceMove)) {
        Plain.for_each_choice(floe, |mv| visit(mv.into()));
    }

    #[inline]
    fn play(
        &mut self,
        floe: &mut Floe,
        ChanceMove {
            choice,
            whale,
            spent,
        }: ChanceMove,
    ) {
        let left = self.left(floe, choice, whale);
        *floe = after_choice(floe, choice, whale).0;
        self.whales = left.filter(|fish| !spent.contains(fish));
    }

    /// The backs of tiles that retiring players take are not seen here; a whale without a possible
    /// tile is gone.
    fn pass_turn(&mut self, floe: &mut Floe, player: Player) {
        pass_turn_or_retire(&mut Plain, floe, player);
        self.forget_lost_whales(floe);
    }

    fn for_each_outcome(
        &self,
        floe: &Floe,
        choice: ChanceMove,
        mut visit: impl FnMut(ChanceMove, f64),
    ) {
        let choice = choice.choice;
        if self.whales == Whales::NONE {
            return visit(choice.into(), 1.0);
        }
        let risk = match choice {
            VariantMove::Slide(from, _) if self.whales.contains(floe.fish(from)) => {
                1.0 / f64::from(floe.tiles_of(floe.fish(from)).len())
            }
            _ => 0.0,
        };
        for (whale, probability) in [(false, 1.0 - risk), (true, risk)]
            .into_iter()
            .filter(|&(_, chance)| chance > 0.0)
        {
            // Whales are seen where players retire.
            let (after, tiles) = after_choice(floe, choice, whale);
            let left = self.left(floe, choice, whale);
            for spent in left.all_within() {
                let probability = left.iter().fold(probability, |probability, fish| {
                    let hiding = floe.tiles_of(fish) & tiles;
                    let seen =
                        f64::from((hiding - after.tiles).len()) / f64::from(hiding.len().max(1));
                    probability
                        * if spent.contains(fish) {
                            seen
                        } else {
                            1.0 - seen
                        }
                });
                if probability > 0.0 {
                    visit(
                        ChanceMove {
                            choice,
                            whale,
                            spent,
                        },
                        probability,
                    );
                }
            }
        }
    }

    fn choice_of(&self, mv: ChanceMove) -> ChanceMove {
        mv.choice.into()
    }

    fn outcome_in(&self, floe: &Floe, choice: ChanceMove, world: u64) -> ChanceMove {
        let choice = choice.choice;
        let left = if let VariantMove::Slide(from, _) = choice {
            Some(from)
        } else {
            None
        };
        let whale = left.is_some()
            && self
                .whales
                .iter()
                .any(|fish| self.hiding_place(floe, fish, world) == left);
        let (after, tiles) = after_choice(floe, choice, whale);
        let gone = tiles - after.tiles;
        let spent = self.whales.filter(|fish| {
            self.hiding_place(floe, fish, world)
                .is_some_and(|hex| gone.contains(hex))
        });
        ChanceMove {
            choice,
            whale,
            spent,
        }
    }

    #[inline]
    fn key(&self, floe: &Floe) -> u64 {
        mix(floe.key(), 512 + u64::from(self.whales.0))
    }
}

impl VariantKnowledge for HiddenWhale {
    /// Subtracts the expected loss.
    fn gain(&self, floe: &Floe, mv: ChanceMove) -> Score {
        let gain = default_gain(self, floe, mv);
        let VariantMove::Slide(from, _) = mv.choice else {
            return gain;
        };
        gain - self.expected_loss(floe, from.into(), |tile| 4 * (tile + A_PENGUIN))
    }

    /// A whale costs its tile and what the penguin would still get.
    #[inline]
    fn tile_risks(&self, floe: &Floe) -> [TileRisk; MAX_TILE_RISKS] {
        [3, 2].map(|fish| TileRisk {
            tiles: self.suspects(floe, fish),
            cost: Value { fish, tiles: 1 }.score() + A_PENGUIN,
        })
    }

    /// Expected numbers: what would be lost if all penguins moved now.
    fn own_features<const N: usize>(&self, floe: &Floe, sides: [HexSet; N]) -> [OwnFeatures; N] {
        let mut features = [OwnFeatures::default(); N];
        for place in 0..N {
            let own = sides[place];
            features[place] = counts([own.len()]);
            features[place][1] = self.expected_loss(floe, own, |_| POINT);
            features[place][2] = self.expected_loss(floe, own, |tile| tile);
        }
        features
    }

    fn notes(&self, floe: &Floe) -> Vec<String> {
        let note = |fish| {
            let suspects = floe.tiles_of(fish);
            let standing = floe
                .all_players()
                .map(|player| (player, (suspects & floe.penguins(player)).len()));
            let standing = standing.filter(|&(_, count)| count > 0);
            let standing: Vec<String> = standing
                .map(|(player, count)| format!("{player} stands on {count}"))
                .collect();
            let standing = if standing.is_empty() {
                "no penguin stands on one".to_owned()
            } else {
                standing.join(", ")
            };
            format!(
                "A whale hides below one of {} {}-fish tiles; {standing}.",
                suspects.len(),
                number_word(fish)
            )
        };
        self.whales.iter().map(note).collect()
    }
}

impl VariantText for HiddenWhale {
    fn set_up(&mut self, floe: &mut Floe, draft: &FloeDraft) -> Result<(), DraftError> {
        self.whales = draft.hidden.ok_or_else(|| {
            DraftField::named("hidden")
                .expected("' hidden=' and the fish of the tiles that hide a whale")
        })?;
        self.forget_lost_whales(floe);
        Ok(())
    }

    fn fill_draft(&self, _floe: &Floe, draft: &mut FloeDraft) {
        draft.hidden = Some(self.whales);
    }

    fn outcome_in_words(&self, floe: &Floe, mv: ChanceMove) -> String {
        let (from, _) = mv.endpoints(floe.geometry());
        let below = floe.geometry().name(from);
        let met = match mv.whale {
            true => format!("a whale comes up on {below}: the penguin and its tile are lost"),
            false => format!("no whale below {below}"),
        };
        let seen = |fish| {
            format!(
                "a whale is seen below a {}-fish tile that a player takes",
                number_word(fish)
            )
        };
        [met]
            .into_iter()
            .chain(mv.spent.iter().map(seen))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn legend(&self, floe: &Floe) -> Vec<String> {
        if self.whales == Whales::NONE {
            return vec!["No whale is hidden any more.".to_owned()];
        }
        let hides = |fish| match (floe.tiles_of(fish).len(), number_word(fish)) {
            (1, word) => format!("A whale hides below the last {word}-fish tile."),
            (tiles, word) => {
                format!(
                    "A whale hides below one of {tiles} {word}-fish tiles, each with a chance of 1 in {tiles}."
                )
            }
        };
        self.whales.iter().map(hides).collect()
    }
}

fn number_word(fish: i32) -> &'static str {
    if fish == 3 { "three" } else { "two" }
}

impl HiddenWhale {
    /// The tiles that may hide the whale below a tile with `fish` fish, those under penguins
    /// included; none if no such whale hides.
    #[inline]
    pub fn suspects(self, floe: &Floe, fish: i32) -> HexSet {
        if self.whales.contains(fish) {
            floe.tiles_of(fish)
        } else {
            HexSet::EMPTY
        }
    }

    /// The tile that hides the whale below a tile with `fish` fish in the world with this number,
    /// in which all chance is decided in advance: the [suspect](HiddenWhale::suspects) with the
    /// least hash. `None` if no such whale hides.
    ///
    /// A tile that is gone did not hide it, or it would have been seen; so it is the same tile for
    /// the whole game.
    pub fn hiding_place(self, floe: &Floe, fish: i32, world: u64) -> Option<Hex> {
        let suspects = self.suspects(floe, fish).into_iter();
        suspects.min_by_key(|hex| mix(mix(world, fish as u64), hex.index() as u64))
    }

    /// Expected loss, in 1/128 fish, on `hexes`, if a whale costs `loss(value of its tile)`.
    #[inline]
    fn expected_loss(self, floe: &Floe, hexes: HexSet, loss: impl Fn(Score) -> Score) -> Score {
        let mut expected = 0;
        for fish in [3, 2] {
            let suspects = self.suspects(floe, fish);
            let count = (suspects & hexes).len() as Score;
            if count > 0 {
                expected +=
                    count * loss(Value { fish, tiles: 1 }.score()) / suspects.len() as Score;
            }
        }
        expected
    }

    fn forget_lost_whales(&mut self, floe: &Floe) {
        self.whales = self.whales.filter(|fish| !floe.tiles_of(fish).is_empty());
    }

    /// The whales left after a choice, before any are seen where players retire.
    #[inline]
    fn left(self, floe: &Floe, choice: VariantMove, whale: bool) -> Whales {
        let vacated = floe.fish(choice.endpoints(floe.geometry()).0);
        self.whales.filter(|fish| !whale || fish != vacated)
    }
}

/// The floe after a choice, with or without the whale, and its tiles before any player retired.
fn after_choice(floe: &Floe, choice: VariantMove, whale: bool) -> (Floe, HexSet) {
    let mut floe = *floe;
    match choice {
        VariantMove::Place(_) => place_penguin(&mut floe, choice),
        VariantMove::Slide(from, _) if whale => {
            floe.remove(from.into());
            floe.penguins[floe.turn.index()].remove(from);
        }
        mv => slide(&mut floe, mv),
    }
    let tiles = floe.tiles;
    let next = floe.next(floe.turn);
    if floe.is_placement() {
        floe.turn = next;
    } else {
        pass_turn_or_retire(&mut Plain, &mut floe, next);
    }
    (floe, tiles)
}

/// All tiles on the floe are at stake, and the number of tiles breaks ties.
impl Staked for Hidden {
    #[inline]
    fn at_stake(&self) -> Score {
        // A tile that costs fish may be left to the other side.
        let cost = Score::from(self.centre_fish.min(0)).abs();
        self.value(self.tiles).score()
            + Value {
                fish: 2 * cost,
                tiles: 0,
            }
            .score()
    }

    #[inline]
    fn tie_break(score: Score) -> Score {
        Value::from_score(score).tiles
    }
}
