use std::fmt;

use floe_angling::{AnglingSetUp, LakeSpace};
use floe_flip::FlipSetUp;
use floe_variants::SetUp;

use crate::{AnySetUp, GameRules};

/// Differences of a set-up to the usual game, which a record must name, each as text; `None` where
/// there is none. The number of players is not included.
///
/// As a text it is a sequence of words, each after a blank: ` rules=whale layout=setup-1`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnusualSetUp {
    /// Name of the rules, unless they are the base rules.
    pub rules: Option<String>,
    /// Name of the layout of the floe. The token of its centre follows `setup-2`, as in `setup-2
    /// m2`. An unusual number of penguins comes last, as in `standard penguins=1`. `None` for the
    /// official floe with the usual number of penguins.
    pub layout: Option<String>,
    /// Number of special tiles of each kind, in the notation of
    /// [`Specials`](floe_variants::Specials).
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
