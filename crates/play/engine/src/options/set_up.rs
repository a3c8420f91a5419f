use std::fmt;

use floe_angling::{AnglingSetUp, LakeSpace, TileCounts};
use floe_fish::Dealing;
use floe_flip::{FlipSetUp, Species};
use floe_variants::{Centre, Outline, SetUp, Specials, Whales};

use super::{OptionError, OptionExpectation};
use crate::{AnyGame, AnySetUp, GameRules};

/// Options of a new game. `None` stands for the default of an option.
///
/// ```
/// use floe_engine::options::SetUpOptions;
///
/// let options = SetUpOptions { rules: Some("flip".parse()?), balanced: true, ..SetUpOptions::default() };
/// let error = options.resolve().unwrap_err();
/// assert_eq!(error.to_string(), "balanced: expected with games on a floe only; found rules flip");
/// # Ok::<(), floe_engine::GameRulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetUpOptions {
    /// Rules of the game; by default the base rules.
    pub rules: Option<GameRules>,
    /// Number of players; by default 2, or 4 with teams.
    pub players: Option<usize>,
    /// Layout of the floe, in games on a floe; by default the official one.
    pub layout: Option<Outline>,
    /// Number of penguins of each player, at most that of the rules; by default as many.
    pub penguins: Option<u8>,
    /// Whether to spread the fish evenly over the floe (rule 1.3), in games on a floe; by default
    /// the tiles lie at random.
    pub balanced: bool,
    /// Content of the centre of the layout `setup-2` (rule 2.3); by default water.
    pub centre: Option<Centre>,
    /// The whales that hide in hidden-whale; by default one, below a three-fish tile.
    pub whales: Option<Whales>,
    /// Number of tiles of each kind in special-tiles; by default those of the rules.
    pub special: Option<Specials>,
    /// Options of both forms of Fish 'n' Flip.
    pub flip: FlipOptions,
    /// Options of Gone Fishing!.
    pub angling: AnglingOptions,
}

/// Options of the cards in Fish 'n' Flip. The competitive form has only `species`, `has_far_rays`
/// and `each`. `None` is the default of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlipOptions {
    /// Species in the game; by default four at random.
    pub species: Option<Vec<Species>>,
    /// Number of waste cards of each kind, in the order of [`Waste::ALL`](floe_flip::Waste::ALL).
    pub waste: [Option<u8>; 3],
    /// Number of action cards in the hand of each player; by default 3 for two players, else 2.
    pub hand: Option<u8>,
    /// Whether the power of a ray connects rays in one row or column, in place of its usual power
    /// (rule 4.4); by default not.
    pub has_far_rays: Option<bool>,
    /// Whether the pile has six plastic cards in place of four, unless `waste` gives another
    /// number.
    pub difficult: bool,
    /// Number of columns of the net of cards, 1 to 4; by default 4.
    pub columns: Option<usize>,
    /// Number of rows of the net of cards, 2 to 6: a column that grows beyond it loses the game; by
    /// default 6.
    pub height: Option<usize>,
    /// Number of cards of each species in the game, 1 to 10; by default all of the box.
    pub each: Option<u8>,
}

/// Options of the lake in Gone Fishing!. `None` is the default of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AnglingOptions {
    /// Whether the tiles are laid at random, in place of by the player of the fish.
    pub dealt: bool,
    /// Number of columns of the lake, and of its rows; by default 4.
    pub lake: Option<usize>,
    /// Number of anglers, 1 or 2; by default 2.
    pub anglers: Option<usize>,
    /// Number of tiles of each kind in the lake, which has one on each space; by default those of
    /// the rules for a lake of this size.
    pub lake_tiles: Option<TileCounts>,
    /// Number of catch tiles of each distance, beginning with distance 1; by default those of the
    /// rules for a lake of this size.
    pub catch_tiles: Option<[u8; LakeSpace::SIZE]>,
    /// Whether the players have no specials; by default they have all.
    pub no_specials: bool,
}

/// Games that have an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OptionGames {
    Floe,
    HiddenWhale,
    SpecialTiles,
    FlipAndContest,
    Flip,
    Angling,
}

impl OptionGames {
    /// Whether games with these rules have the option.
    fn include(self, rules: GameRules) -> bool {
        let variant = rules.floe().map(|rules| rules.variant);
        match self {
            OptionGames::Floe => variant.is_some(),
            OptionGames::HiddenWhale => variant.is_some_and(|variant| variant.has_chance),
            OptionGames::SpecialTiles => variant.is_some_and(|variant| variant.has_special_tiles),
            OptionGames::FlipAndContest => matches!(rules, GameRules::Flip | GameRules::Contest),
            OptionGames::Flip => rules == GameRules::Flip,
            OptionGames::Angling => rules == GameRules::Angling,
        }
    }

    const fn expected(self) -> OptionExpectation {
        match self {
            OptionGames::Floe => OptionExpectation::Floe,
            OptionGames::HiddenWhale => OptionExpectation::Rules("hidden-whale"),
            OptionGames::SpecialTiles => OptionExpectation::Rules("special-tiles"),
            OptionGames::FlipAndContest => OptionExpectation::Rules("flip and contest"),
            OptionGames::Flip => OptionExpectation::Rules("flip"),
            OptionGames::Angling => OptionExpectation::Rules("angling"),
        }
    }
}

/// Option that some games have.
struct SetUpOption {
    name: &'static str,
    games: OptionGames,
    is_given: fn(&SetUpOptions) -> bool,
}

const fn option(
    name: &'static str,
    games: OptionGames,
    is_given: fn(&SetUpOptions) -> bool,
) -> SetUpOption {
    SetUpOption {
        name,
        games,
        is_given,
    }
}

/// All options except the rules and the number of players, which every game has.
const OPTIONS: [SetUpOption; 20] = [
    option("layout", OptionGames::Floe, |options| {
        options.layout.is_some()
    }),
    option("penguins", OptionGames::Floe, |options| {
        options.penguins.is_some()
    }),
    option("balanced", OptionGames::Floe, |options| options.balanced),
    option("centre", OptionGames::Floe, |options| {
        options.centre.is_some()
    }),
    option("whales", OptionGames::HiddenWhale, |options| {
        options.whales.is_some()
    }),
    option("special", OptionGames::SpecialTiles, |options| {
        options.special.is_some()
    }),
    option("species", OptionGames::FlipAndContest, |options| {
        options.flip.species.is_some()
    }),
    option("rays", OptionGames::FlipAndContest, |options| {
        options.flip.has_far_rays.is_some()
    }),
    option("each", OptionGames::FlipAndContest, |options| {
        options.flip.each.is_some()
    }),
    option("waste", OptionGames::Flip, |options| {
        options.flip.waste.iter().any(Option::is_some)
    }),
    option("hand", OptionGames::Flip, |options| {
        options.flip.hand.is_some()
    }),
    option("difficult", OptionGames::Flip, |options| {
        options.flip.difficult
    }),
    option("columns", OptionGames::Flip, |options| {
        options.flip.columns.is_some()
    }),
    option("height", OptionGames::Flip, |options| {
        options.flip.height.is_some()
    }),
    option("dealt", OptionGames::Angling, |options| {
        options.angling.dealt
    }),
    option("lake", OptionGames::Angling, |options| {
        options.angling.lake.is_some()
    }),
    option("anglers", OptionGames::Angling, |options| {
        options.angling.anglers.is_some()
    }),
    option("lake-tiles", OptionGames::Angling, |options| {
        options.angling.lake_tiles.is_some()
    }),
    option("catch-tiles", OptionGames::Angling, |options| {
        options.angling.catch_tiles.is_some()
    }),
    option("no-specials", OptionGames::Angling, |options| {
        options.angling.no_specials
    }),
];

impl SetUpOptions {
    /// Canonical names of all options that only some games have: all but the rules and the number
    /// of players.
    pub fn names() -> impl Iterator<Item = &'static str> {
        OPTIONS.iter().map(|option| option.name)
    }

    /// The set-up that is meant. [Dealing](AnyGame::deal) it checks the rest: that the cards, the
    /// lake and the floe suffice.
    ///
    /// # Errors
    /// For the first option that the game does not have, that is out of range, or that does not
    /// suit another one.
    pub fn resolve(&self) -> Result<AnySetUp, OptionError> {
        let rules = self.rules.unwrap_or_default();
        let players = self.players.unwrap_or(rules.usual_players());
        OptionError::check_range(
            "players",
            players as u64,
            rules.min_players() as u64,
            rules.max_players() as u64,
        )?;
        let other = OPTIONS
            .iter()
            .find(|option| (option.is_given)(self) && !option.games.include(rules));
        if let Some(SetUpOption { name, games, .. }) = other {
            return Err(OptionError::of_other_games(name, games.expected(), rules));
        }
        Ok(match rules.usual(players) {
            AnySetUp::Floe(usual) => AnySetUp::Floe(self.on_floe(usual)?),
            AnySetUp::Flip(_) => AnySetUp::Flip(self.flip.set_up(players)),
            AnySetUp::Contest(_) => AnySetUp::Contest(self.flip.set_up(players)),
            AnySetUp::Angling(_) => AnySetUp::Angling(self.angling.set_up()),
        })
    }

    /// Deals the start of the game that is meant: the position before the first move. A seed deals
    /// the same floe under all rules and for all numbers of players, as [`AnyGame::deal`] says.
    ///
    /// # Errors
    /// As [`SetUpOptions::resolve`], and if no game can be dealt with the set-up.
    pub fn deal(&self, seed: u64) -> Result<AnyGame, OptionError> {
        Ok(AnyGame::deal(&self.resolve()?, seed)?)
    }

    fn on_floe(&self, usual: SetUp) -> Result<SetUp, OptionError> {
        let outline = self.layout.unwrap_or(usual.outline);
        if self.centre.is_some() && outline.centre().is_none() {
            return Err(OptionError {
                option: "centre",
                expected: OptionExpectation::Layout("setup-2"),
                found: Some(outline.name().to_owned()),
            });
        }
        if usual.rules.teams && usual.players != 4 {
            return Err(OptionError::of_words(
                "players",
                "4 in teams",
                usual.players,
            ));
        }
        if let Some(penguins) = self.penguins {
            OptionError::check_range("penguins", penguins.into(), 1, usual.penguins_each().into())?;
        }
        Ok(SetUp {
            outline,
            penguins: self.penguins,
            centre: self.centre.unwrap_or(usual.centre),
            dealing: if self.balanced {
                Dealing::Balanced
            } else {
                usual.dealing
            },
            whales: self.whales.unwrap_or(usual.whales),
            special: self.special.unwrap_or(usual.special),
            ..usual
        })
    }
}

impl FlipOptions {
    fn set_up(&self, players: usize) -> FlipSetUp {
        let usual = FlipSetUp::usual(players, self.difficult);
        FlipSetUp {
            species: self.species.clone().unwrap_or_default(),
            each: self.each.unwrap_or(usual.each),
            waste: std::array::from_fn(|kind| self.waste[kind].unwrap_or(usual.waste[kind])),
            hand: self.hand,
            has_far_rays: self.has_far_rays.unwrap_or(usual.has_far_rays),
            columns: self.columns.unwrap_or(usual.columns),
            rows: self.height.unwrap_or(usual.rows),
            ..usual
        }
    }
}

impl AnglingOptions {
    fn set_up(&self) -> AnglingSetUp {
        let usual = AnglingSetUp::of_lake(self.lake.unwrap_or(LakeSpace::SIZE));
        AnglingSetUp {
            tiles: self.lake_tiles.unwrap_or(usual.tiles),
            catch: self.catch_tiles.unwrap_or(usual.catch),
            anglers: self.anglers.unwrap_or(usual.anglers),
            has_specials: !self.no_specials,
            is_dealt: self.dealt,
            ..usual
        }
    }
}

/// Differences of a set-up to the usual game, which a record must name, each as text; `None` where
/// there is none. The number of players is not included.
///
/// As a text it is a sequence of words, each after a blank: ` rules=whale layout=setup-1`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnusualSetUp {
    /// Name of the rules, unless they are the base rules.
    pub rules: Option<String>,
    /// Name of the layout of the floe; for `setup-2` followed by the token of its centre, as in
    /// `setup-2 m2`, and for an unusual number of penguins by that number, as in `standard
    /// penguins=1`. `None` for the official floe with the usual number.
    pub layout: Option<String>,
    /// Number of special tiles of each kind, in the notation of [`Specials`].
    pub special: Option<String>,
    /// The whales that hide, by the fish of the tiles above them: `3,2`.
    pub whales: Option<String>,
    /// Differences of the cards of Fish 'n' Flip, as words: `species=WD each=4`.
    pub cards: Option<String>,
    /// Differences of the lake of Gone Fishing!, as words: `2x2 anglers=1 dealt`.
    pub lake: Option<String>,
}

impl UnusualSetUp {
    /// The differences of this set-up to the usual one for its rules and its number of players.
    pub fn of(set_up: &AnySetUp) -> UnusualSetUp {
        let rules = set_up.rules();
        let rules = (rules != GameRules::BASE).then(|| rules.to_string());
        let unusual = match set_up {
            AnySetUp::Floe(set_up) => UnusualSetUp::on_floe(set_up),
            AnySetUp::Flip(set_up) | AnySetUp::Contest(set_up) => UnusualSetUp {
                cards: unusual_cards(set_up),
                ..UnusualSetUp::default()
            },
            AnySetUp::Angling(set_up) => UnusualSetUp {
                lake: unusual_lake(set_up),
                ..UnusualSetUp::default()
            },
        };
        UnusualSetUp { rules, ..unusual }
    }

    fn on_floe(set_up: &SetUp) -> UnusualSetUp {
        let SetUp {
            outline,
            centre,
            special,
            whales,
            ..
        } = *set_up;
        let usual = SetUp::usual(set_up.rules, set_up.players);
        let centre = outline
            .centre()
            .map_or(String::new(), |_| format!(" {}", centre.token()));
        let penguins = set_up
            .penguins
            .filter(|_| set_up.penguins_each() != usual.penguins_each());
        let penguins = penguins.map_or(String::new(), |penguins| format!(" penguins={penguins}"));
        let is_usual = outline.is_standard() && penguins.is_empty();
        UnusualSetUp {
            layout: (!is_usual).then(|| format!("{}{centre}{penguins}", outline.name())),
            special: (special != usual.special).then(|| special.to_string()),
            whales: (whales != usual.whales).then(|| whales.to_string()),
            ..UnusualSetUp::default()
        }
    }
}

impl fmt::Display for UnusualSetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = [
            ("rules", &self.rules),
            ("layout", &self.layout),
            ("special", &self.special),
            ("whales", &self.whales),
            ("cards", &self.cards),
            ("lake", &self.lake),
        ];
        for (key, value) in keys {
            if let Some(value) = value {
                write!(f, " {key}={value}")?;
            }
        }
        Ok(())
    }
}

/// Words that are there, separated by blanks; `None` if there are none.
fn joined<const N: usize>(words: [Option<String>; N]) -> Option<String> {
    let words: Vec<String> = words.into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn unusual_cards(set_up: &FlipSetUp) -> Option<String> {
    let usual = FlipSetUp::usual(set_up.players, false);
    let FlipSetUp {
        species,
        waste,
        hand,
        columns,
        rows,
        each,
        ..
    } = set_up;
    let letters: String = species.iter().map(|species| species.letter()).collect();
    let [plastic, metal, oil] = waste;
    let has_usual_net = (*columns, *rows) == (usual.columns, usual.rows);
    joined([
        (!species.is_empty()).then(|| format!("species={letters}")),
        (*waste != usual.waste).then(|| format!("waste=p{plastic}m{metal}o{oil}")),
        hand.map(|hand| format!("hand={hand}")),
        set_up.has_far_rays.then(|| "rays=far".to_owned()),
        (!has_usual_net).then(|| format!("net={columns}x{rows}")),
        (*each != usual.each).then(|| format!("each={each}")),
    ])
}

fn unusual_lake(set_up: &AnglingSetUp) -> Option<String> {
    let AnglingSetUp {
        size,
        tiles,
        catch,
        anglers,
        has_specials,
        is_dealt,
    } = set_up;
    let usual = AnglingSetUp::of_lake(*size);
    let numbers: Vec<String> = catch.iter().take(*size).map(u8::to_string).collect();
    joined([
        (*size < LakeSpace::SIZE).then(|| format!("{size}x{size}")),
        (*anglers != usual.anglers).then(|| format!("anglers={anglers}")),
        (*tiles != usual.tiles).then(|| format!("tiles={tiles}")),
        (*catch != usual.catch).then(|| format!("catch={}", numbers.join("."))),
        (!has_specials).then(|| "no-specials".to_owned()),
        is_dealt.then(|| "dealt".to_owned()),
    ])
}
