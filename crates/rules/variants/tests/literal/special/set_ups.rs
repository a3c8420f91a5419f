//! Set-ups with special tiles, of all kinds.

use floe_fish::Dealing;
use floe_variants::{Centre, Outline, Rules, SetUp, SpecialTiles, Specials, VariantRules, Whales};

/// Small outlines.
pub(crate) const SMALL: [&str; 3] = [
    "rows(1:4,0:5,1:4,0:5,3:3)",
    "rows(0:12,1:11,0:12)",
    "rows(0:5,1:4,2:3,3:6)",
];

/// Set-ups on the named outlines.
pub(crate) fn set_ups(names: &[&'static str]) -> impl Iterator<Item = SetUp> {
    let more: Specials = "teleport=3,exchange=3,broken=3,reversal=4,floating=1"
        .parse()
        .unwrap();
    let few: Specials = "teleport=1,exchange=1,broken=1,reversal=1,floating=1"
        .parse()
        .unwrap();
    names.iter().flat_map(move |name| {
        let outline = Outline::by_name(name).unwrap().unwrap();
        let centres = if outline.centre().is_some() {
            &Centre::ALL[..]
        } else {
            &Centre::ALL[..1]
        };
        let rules = Rules {
            variant: SpecialTiles::INFO,
            teams: false,
        };
        centres.iter().flat_map(move |&centre| {
            [Specials::default(), more, few]
                .into_iter()
                .flat_map(move |special| {
                    let dealing = Dealing::Shuffled;
                    (2..=4).map(move |players| SetUp {
                        rules,
                        players,
                        outline,
                        centre,
                        dealing,
                        penguins: None,
                        special,
                        whales: Whales::default(),
                    })
                })
        })
    })
}
