use std::collections::BTreeMap;

use floe_angling::{AnglingSetUp, LakeSpace, TileCounts};
use floe_fish::Dealing;
use floe_flip::{FlipSetUp, Species};
use floe_search::parse_count;
use floe_variants::{Centre, Outline, SetUp, Specials, Whales};

use self::OptionGames::{Angling, Flip, FlipAndContest, Floe, HiddenWhale, SpecialTiles};
use self::OptionKind::{Counts, Flag, Number, Numbers, Size, Text, Texts};
use super::values::{self, LAYOUTS};
use super::{OptionError, OptionExpectation};
use crate::{AnyGame, AnySetUp, GameRules};

/// Options of a new game. `None` stands for the default of an option.
///
/// ```
/// use floe_games::options::SetUpOptions;
///
/// let options = SetUpOptions { rules: Some("flip".parse()?), balanced: true, ..SetUpOptions::default() };
/// let error = options.resolve().unwrap_err();
/// assert_eq!(error.to_string(), "balanced: expected with games on a floe only; found rules flip");
/// # Ok::<(), floe_games::GameRulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetUpOptions {
    /// Rules of the game; by default the base rules.
    pub rules: Option<GameRules>,
    /// Number of players; by default 2, or 4 with teams.
    pub players: Option<usize>,
    /// Layout of the floe, in games on a floe; by default the official one.
    pub layout: Option<Outline>,
    /// Number of penguins of each player, from 1 to the number of the rules; by default the number
    /// of the rules.
    pub penguins: Option<u8>,
    /// Whether to spread the fish evenly over the floe (rule 1.3), in games on a floe; by default
    /// the tiles lie at random.
    pub balanced: bool,
    /// Content of the centre of the layout `setup-2` (rule 2.3); by default water.
    pub centre: Option<Centre>,
    /// The whales that hide in hidden-whale; by default one, below a three-fish tile.
    pub whales: Option<Whales>,
    /// Number of tiles of each kind in special-tiles; by default the numbers of the rules.
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
    /// Number of columns of the lake, and of its rows, 2 to 4; by default 4.
    pub lake: Option<usize>,
    /// Number of anglers, 1 or 2; by default 2.
    pub anglers: Option<usize>,
    /// Number of tiles of each kind in the lake, which has one tile on each space; by default the
    /// numbers of the rules for a lake of this size.
    pub lake_tiles: Option<TileCounts>,
    /// Number of catch tiles of each distance, beginning with distance 1; by default the numbers of
    /// the rules for a lake of this size.
    pub catch_tiles: Option<[u8; LakeSpace::SIZE]>,
    /// Whether the players have no specials; by default they have all.
    pub no_specials: bool,
}

/// Games that have a [`SetUpOption`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionGames {
    /// Games on a floe.
    Floe,
    /// Games with chance on a floe.
    HiddenWhale,
    /// Games with special tiles.
    SpecialTiles,
    /// Both forms of Fish 'n' Flip.
    FlipAndContest,
    /// The cooperative form of Fish 'n' Flip.
    Flip,
    /// Gone Fishing!.
    Angling,
}

impl OptionGames {
    /// Whether games with these rules have the option.
    fn include(self, rules: GameRules) -> bool {
        let variant = rules.floe().map(|rules| rules.variant);
        match self {
            Floe => variant.is_some(),
            HiddenWhale => variant.is_some_and(|variant| variant.has_chance),
            SpecialTiles => variant.is_some_and(|variant| variant.has_special_tiles),
            FlipAndContest => matches!(rules, GameRules::Flip | GameRules::Contest),
            Flip => rules == GameRules::Flip,
            Angling => rules == GameRules::Angling,
        }
    }

    const fn expected(self) -> OptionExpectation {
        match self {
            Floe => OptionExpectation::Floe,
            HiddenWhale => OptionExpectation::Rules("hidden-whale"),
            SpecialTiles => OptionExpectation::Rules("special-tiles"),
            FlipAndContest => OptionExpectation::Rules("flip and contest"),
            Flip => OptionExpectation::Rules("flip"),
            Angling => OptionExpectation::Rules("angling"),
        }
    }
}

/// Value of an option as a front end reads it, in no spelling of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Whether a switch is on.
    Flag(bool),
    /// Number, also that of the rows and columns of a square.
    Number(u64),
    /// Text, most often a name.
    Text(String),
    /// Numbers in their order.
    Numbers(Vec<u64>),
    /// Texts in their order.
    Texts(Vec<String>),
    /// Numbers by names.
    Counts(BTreeMap<String, u64>),
}

/// Kind of the values of an option, with how a command line writes them and what they set.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// [`OptionValue::Flag`].
    Flag(fn(&mut SetUpOptions, bool)),
    /// [`OptionValue::Number`] from the first number to the second, both included.
    Number(u64, u64, fn(&mut SetUpOptions, u64)),
    /// [`OptionValue::Number`] of the rows and columns of a square, as in `2x2`, from the first
    /// number to the second, both included.
    Size(u64, u64, fn(&mut SetUpOptions, u64)),
    /// [`OptionValue::Text`].
    Text(fn(&mut SetUpOptions, &str) -> Result<(), OptionError>),
    /// [`OptionValue::Numbers`], separated by this sign.
    Numbers(
        char,
        fn(&mut SetUpOptions, &[u64]) -> Result<(), OptionError>,
    ),
    /// [`OptionValue::Texts`], separated by this sign.
    Texts(
        char,
        fn(&mut SetUpOptions, &[String]) -> Result<(), OptionError>,
    ),
    /// [`OptionValue::Counts`], as in `oil=1,metal=0`, with an example.
    Counts(
        &'static str,
        fn(&mut SetUpOptions, &BTreeMap<String, u64>) -> Result<(), OptionError>,
    ),
}

/// Names of values of an option, which a shell completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionNames {
    /// No names.
    None,
    /// Names of some values.
    Some(&'static [&'static str]),
    /// Names of all values.
    All(&'static [&'static str]),
}

/// Option of a new game, with its name, values and help.
#[derive(Clone, Copy, Debug)]
pub struct SetUpOption {
    /// Canonical name, in lower case with hyphens: `lake-tiles`.
    pub name: &'static str,
    /// Games that have the option.
    pub games: OptionGames,
    /// Kind of its values, with what they set.
    pub kind: OptionKind,
    /// Placeholder of a value in help; switches have no value there.
    pub value_name: &'static str,
    /// Names of its values.
    pub names: OptionNames,
    /// Default value, as a command line writes it, for help to show. `None` if `help` names the
    /// default itself, or no default is shown.
    pub default: Option<&'static str>,
    /// Meaning in one line, and where it helps more of it below.
    pub help: &'static str,
    /// Whether options give it a value.
    is_given: fn(&SetUpOptions) -> bool,
}

/// An option without names and a default: its name, its games, whether options give it, what sets
/// it, and help.
const fn option(
    name: &'static str,
    games: OptionGames,
    is_given: fn(&SetUpOptions) -> bool,
    kind: OptionKind,
    help: &'static str,
) -> SetUpOption {
    SetUpOption {
        name,
        games,
        kind,
        value_name: "N",
        names: OptionNames::None,
        default: None,
        help,
        is_given,
    }
}

/// Gives an option the value that was read.
fn put<T>(option: &mut Option<T>, value: Result<T, OptionError>) -> Result<(), OptionError> {
    *option = Some(value?);
    Ok(())
}

/// All options except the rules and the number of players, which every game has, in the order in
/// which help lists them.
const OPTIONS: &[SetUpOption] = &[
    option(
        "layout",
        Floe,
        |options| options.layout.is_some(),
        Text(|options, name| put(&mut options.layout, values::layout(name))),
        "Layout: standard, setup-1, setup-2 or rows(…) [default: standard]\n\n\
         small-10, small-16 and small-22 are small floes of 10, 16 and 22 hexes, for one or \
         two penguins of each player. rows(I:N,…) is an outline of your own: for each row its \
         indent, in half hexes, and its length, in hexes, as in 'rows(1:7,0:8,1:7)'. Quote it \
         in a shell.",
    )
    .with_value_name("LAYOUT")
    .named(OptionNames::Some(&LAYOUTS)),
    option(
        "penguins",
        Floe,
        |options| options.penguins.is_some(),
        // The most depends on the number of players: `resolve` knows it.
        Number(0, u8::MAX as u64, |options, number| {
            options.penguins = Some(number as u8);
        }),
        "Number of penguins of each player [default: 4, 3 or 2 with two, three or four \
         players, which is also the maximum]",
    ),
    option(
        "balanced",
        Floe,
        |options| options.balanced,
        Flag(|options, is_set| options.balanced = is_set),
        "Spread the fish evenly over the floe\n\n\
         No two tiles with three fish touch, and rows 1 and 2, 3 and 4, and so on hold 22 to \
         28 fish a pair (rule 1.3).",
    ),
    option(
        "centre",
        Floe,
        |options| options.centre.is_some(),
        Text(|options, name| put(&mut options.centre, values::centre(name))),
        "Centre of the layout setup-2: water, open, or a tile worth 0 or m2 (-2 fish)",
    )
    .with_value_name("CENTRE")
    .named(OptionNames::All(&["water", "open", "0", "m2"]))
    .with_default("water"),
    option(
        "whales",
        HiddenWhale,
        |options| options.whales.is_some(),
        Numbers(',', |options, fish| {
            put(&mut options.whales, values::whales(fish))
        }),
        "Fish of the tiles that hide a whale in hidden-whale: 3 for one whale, 3,2 for two",
    )
    .with_value_name("FISH")
    .named(OptionNames::All(&["3", "3,2"]))
    .with_default("3"),
    option(
        "special",
        SpecialTiles,
        |options| options.special.is_some(),
        Counts("teleport=4,broken=0", |options, counts| {
            put(&mut options.special, values::specials(counts))
        }),
        "Number of tiles of each kind in special-tiles, 0 to 8\n\n\
         Kinds left out keep their default: \
         teleport=4,exchange=4,broken=2,reversal=2,floating=2.",
    )
    .with_value_name("KIND=N,…"),
    option(
        "species",
        FlipAndContest,
        |options| options.flip.species.is_some(),
        Texts(',', |options, names| {
            put(&mut options.flip.species, values::all_species(names))
        }),
        "Species in the game, such as whale,dolphin or WD [default: four at random]",
    )
    .with_value_name("SPECIES,…"),
    option(
        "waste",
        Flip,
        |options| options.flip.waste.iter().any(Option::is_some),
        Counts("oil=1,metal=0", |options, counts| {
            options.flip.waste = values::waste(counts)?;
            Ok(())
        }),
        "Number of waste cards of each kind [default: plastic=4,metal=0,oil=0]",
    )
    .with_value_name("KIND=N,…"),
    option(
        "hand",
        Flip,
        |options| options.flip.hand.is_some(),
        Number(1, 20, |options, number| {
            options.flip.hand = Some(number as u8);
        }),
        "Number of action cards of each player [default: 3 for two players, else 2]",
    ),
    option(
        "rays",
        FlipAndContest,
        |options| options.flip.has_far_rays.is_some(),
        Text(|options, power| put(&mut options.flip.has_far_rays, values::has_far_rays(power))),
        "Power of rays: usual, or far, which connects those in one row or column",
    )
    .with_value_name("POWER")
    .named(OptionNames::All(&["usual", "far"]))
    .with_default("usual"),
    option(
        "difficult",
        Flip,
        |options| options.flip.difficult,
        Flag(|options, is_set| options.flip.difficult = is_set),
        "Deal six plastic cards in place of four",
    ),
    option(
        "columns",
        Flip,
        |options| options.flip.columns.is_some(),
        Number(1, 4, |options, number| {
            options.flip.columns = Some(number as usize);
        }),
        "Number of columns, 1 to 4, for studies",
    ),
    option(
        "height",
        Flip,
        |options| options.flip.height.is_some(),
        Number(2, 6, |options, number| {
            options.flip.height = Some(number as usize);
        }),
        "Height of the columns in cards, 2 to 6, for studies",
    ),
    option(
        "each",
        FlipAndContest,
        |options| options.flip.each.is_some(),
        Number(1, 10, |options, number| {
            options.flip.each = Some(number as u8);
        }),
        "Number of cards of each species, 1 to 10, for studies",
    ),
    option(
        "dealt",
        Angling,
        |options| options.angling.dealt,
        Flag(|options, is_set| options.angling.dealt = is_set),
        "Lay the tiles at random",
    ),
    option(
        "lake",
        Angling,
        |options| options.angling.lake.is_some(),
        Size(2, 4, |options, size| {
            options.angling.lake = Some(size as usize);
        }),
        "Size of the lake for studies: 2x2, 3x3 or 4x4",
    )
    .with_value_name("SIZE"),
    option(
        "anglers",
        Angling,
        |options| options.angling.anglers.is_some(),
        Number(1, 2, |options, number| {
            options.angling.anglers = Some(number as usize);
        }),
        "Number of anglers, 1 or 2",
    ),
    option(
        "lake-tiles",
        Angling,
        |options| options.angling.lake_tiles.is_some(),
        Texts('.', |options, tiles| {
            put(&mut options.angling.lake_tiles, values::lake_tiles(tiles))
        }),
        "Tiles of the game, one for each space [default in 2x2: 1.2.r.d]",
    )
    .with_value_name("TILE.…"),
    option(
        "catch-tiles",
        Angling,
        |options| options.angling.catch_tiles.is_some(),
        Numbers('.', |options, numbers| {
            put(
                &mut options.angling.catch_tiles,
                values::catch_tiles(numbers),
            )
        }),
        "Number of catch tiles of each distance, 0 to 3 [default: 3, and 1 on small lakes]",
    )
    .with_value_name("N.…"),
    option(
        "no-specials",
        Angling,
        |options| options.angling.no_specials,
        Flag(|options, is_set| options.angling.no_specials = is_set),
        "Play without specials",
    ),
];

impl SetUpOption {
    const fn with_value_name(self, value_name: &'static str) -> SetUpOption {
        SetUpOption { value_name, ..self }
    }

    const fn named(self, names: OptionNames) -> SetUpOption {
        SetUpOption { names, ..self }
    }

    const fn with_default(self, default: &'static str) -> SetUpOption {
        let default = Some(default);
        SetUpOption { default, ..self }
    }

    /// All options except the rules and the number of players, which every game has, in the order
    /// in which help lists them.
    pub const ALL: &'static [SetUpOption] = OPTIONS;

    /// The option with this name; `None` for other names.
    pub fn of_name(name: &str) -> Option<&'static SetUpOption> {
        OPTIONS.iter().find(|option| option.name == name)
    }

    /// Whether the option is a switch, which has no value on a command line.
    pub const fn is_switch(&self) -> bool {
        matches!(self.kind, Flag(_))
    }

    /// Reads the value that a command line gives. A switch is on, whatever the text.
    ///
    /// # Errors
    /// If the text is no value of this [kind](SetUpOption::kind).
    pub fn read(&self, text: &str) -> Result<OptionValue, OptionError> {
        let wrong =
            |expected: &str| OptionError::of_words(self.name, expected, format!("'{text}'"));
        Ok(match self.kind {
            Flag(_) => OptionValue::Flag(true),
            Number(least, most, _) => {
                let number = parse_count(text);
                OptionValue::Number(number.map_err(|_| OptionError {
                    option: self.name,
                    expected: OptionExpectation::Range(least, most),
                    found: Some(format!("'{text}'")),
                })?)
            }
            Size(least, most, _) => {
                let size = (least..=most).find(|size| format!("{size}x{size}") == text);
                OptionValue::Number(size.ok_or_else(|| wrong("2x2, 3x3 or 4x4"))?)
            }
            Text(_) => OptionValue::Text(text.to_owned()),
            Numbers(separator, _) => {
                let numbers: Result<_, _> = text.split(separator).map(str::parse).collect();
                let expected = format!("numbers, as in 1{separator}1");
                OptionValue::Numbers(numbers.map_err(|_| wrong(&expected))?)
            }
            Texts(separator, _) => {
                OptionValue::Texts(text.split(separator).map(str::to_owned).collect())
            }
            Counts(example, _) => {
                let counts = counts(text);
                let expected = format!("kinds and numbers, as in {example}");
                OptionValue::Counts(counts.ok_or_else(|| wrong(&expected))?)
            }
        })
    }

    /// Gives the option a value in `options`.
    ///
    /// # Errors
    /// If the value is not of this [kind](SetUpOption::kind), or none that the option can have. A
    /// [size](OptionKind::Size) out of range is no error here, but of the deal.
    pub fn set(&self, options: &mut SetUpOptions, value: &OptionValue) -> Result<(), OptionError> {
        match (self.kind, value) {
            (Flag(set), &OptionValue::Flag(is_set)) => set(options, is_set),
            (Number(least, most, set), &OptionValue::Number(number)) => {
                OptionError::check_range(self.name, number, least, most)?;
                set(options, number);
            }
            (Size(_, _, set), &OptionValue::Number(size)) => set(options, size),
            (Text(set), OptionValue::Text(text)) => set(options, text)?,
            (Numbers(_, set), OptionValue::Numbers(numbers)) => set(options, numbers)?,
            (Texts(_, set), OptionValue::Texts(texts)) => set(options, texts)?,
            (Counts(_, set), OptionValue::Counts(counts)) => set(options, counts)?,
            (_, value) => {
                let found = format!("{value:?}");
                return Err(OptionError::of_words(self.name, self.value_name, found));
            }
        }
        Ok(())
    }
}

/// Reads numbers by names, `KIND=N` between commas, each name once; `None` for other texts.
fn counts(text: &str) -> Option<BTreeMap<String, u64>> {
    let mut counts = BTreeMap::new();
    for part in text.split(',') {
        let (kind, number) = part.split_once('=')?;
        let earlier = counts.insert(kind.to_owned(), number.parse().ok()?);
        if earlier.is_some() {
            return None;
        }
    }
    Some(counts)
}

impl SetUpOptions {
    /// The set-up that is meant. [Dealing](AnyGame::deal) it checks the rest: that the cards, the
    /// lake and the floe suffice.
    ///
    /// # Errors
    /// For the first option that the game does not have, that is out of range, or that does not
    /// suit another option.
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
