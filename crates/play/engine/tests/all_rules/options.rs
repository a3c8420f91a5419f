use floe_engine::GameRules;
use floe_engine::options::{
    AnglingOptions, FlipOptions, OptionExpectation, SetUpOptions, UnusualSetUp, values,
};
use floe_flip::Species;
use floe_variants::{Centre, Whales};

/// Names of the options, and the rules that have each, which the tests of all front ends read.
const NAMES: &str = include_str!("../../../../../positions/options.txt");

/// An option with a value that is not the default, and what it changes in a record.
struct Example {
    name: &'static str,
    options: SetUpOptions,
    unusual: &'static str,
}

/// Names of the rules that have an option, separated by commas; `floe` for all games on a floe.
fn rules_with(option: &str) -> &'static str {
    let mut lines = NAMES
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let line = lines
        .find(|words| words.first() == Some(&option))
        .expect("a line for every option");
    line[1]
}

fn of_floes(name: &'static str, options: SetUpOptions, unusual: &'static str) -> Example {
    Example {
        name,
        options,
        unusual,
    }
}

fn of_flip(name: &'static str, flip: FlipOptions, unusual: &'static str) -> Example {
    Example {
        name,
        options: SetUpOptions {
            flip,
            ..SetUpOptions::default()
        },
        unusual,
    }
}

fn of_angling(name: &'static str, angling: AnglingOptions, unusual: &'static str) -> Example {
    Example {
        name,
        options: SetUpOptions {
            angling,
            ..SetUpOptions::default()
        },
        unusual,
    }
}

fn examples_of_floes() -> Vec<Example> {
    let none = SetUpOptions::default;
    let setup_2 = || Some(values::layout("setup-2").unwrap());
    vec![
        of_floes(
            "layout",
            SetUpOptions {
                layout: Some(values::layout("setup-1").unwrap()),
                ..none()
            },
            "layout=setup-1",
        ),
        of_floes(
            "penguins",
            SetUpOptions {
                penguins: Some(1),
                ..none()
            },
            "layout=standard penguins=1",
        ),
        of_floes(
            "balanced",
            SetUpOptions {
                balanced: true,
                ..none()
            },
            "",
        ),
        of_floes(
            "centre",
            SetUpOptions {
                layout: setup_2(),
                centre: Some(Centre::MinusTwo),
                ..none()
            },
            "layout=setup-2 m2",
        ),
        of_floes(
            "whales",
            SetUpOptions {
                whales: Some(Whales::BOTH),
                ..none()
            },
            "whales=3,2",
        ),
        of_floes(
            "special",
            SetUpOptions {
                special: Some("broken=0".parse().unwrap()),
                ..none()
            },
            "special=teleport=4,exchange=4,broken=0,reversal=2,floating=2",
        ),
    ]
}

fn examples_of_cards() -> Vec<Example> {
    let none = FlipOptions::default;
    let species = Some(vec![Species::Whale, Species::Dolphin, Species::Ray]);
    vec![
        of_flip(
            "species",
            FlipOptions { species, ..none() },
            "cards=species=WDR",
        ),
        of_flip(
            "rays",
            FlipOptions {
                has_far_rays: Some(true),
                ..none()
            },
            "cards=rays=far",
        ),
        of_flip(
            "each",
            FlipOptions {
                each: Some(6),
                ..none()
            },
            "cards=each=6",
        ),
        of_flip(
            "waste",
            FlipOptions {
                waste: [None, None, Some(1)],
                ..none()
            },
            "cards=waste=p4m0o1",
        ),
        of_flip(
            "hand",
            FlipOptions {
                hand: Some(1),
                ..none()
            },
            "cards=hand=1",
        ),
        of_flip(
            "difficult",
            FlipOptions {
                difficult: true,
                ..none()
            },
            "cards=waste=p6m0o0",
        ),
        of_flip(
            "columns",
            FlipOptions {
                columns: Some(2),
                ..none()
            },
            "cards=net=2x6",
        ),
        of_flip(
            "height",
            FlipOptions {
                height: Some(4),
                ..none()
            },
            "cards=net=4x4",
        ),
    ]
}

fn examples_of_lakes() -> Vec<Example> {
    let none = AnglingOptions::default;
    let tiles = "1122334455rrrrrd"
        .chars()
        .filter_map(floe_angling::LakeTile::from_letter)
        .collect();
    vec![
        of_angling(
            "dealt",
            AnglingOptions {
                dealt: true,
                ..none()
            },
            "lake=dealt",
        ),
        of_angling(
            "lake",
            AnglingOptions {
                lake: Some(2),
                ..none()
            },
            "lake=2x2",
        ),
        of_angling(
            "anglers",
            AnglingOptions {
                anglers: Some(1),
                ..none()
            },
            "lake=anglers=1",
        ),
        of_angling(
            "lake-tiles",
            AnglingOptions {
                lake_tiles: Some(tiles),
                ..none()
            },
            "lake=tiles=1.1.2.2.3.3.4.4.5.5.r.r.r.r.r.d",
        ),
        of_angling(
            "catch-tiles",
            AnglingOptions {
                catch_tiles: Some([1; 4]),
                ..none()
            },
            "lake=catch=1.1.1.1",
        ),
        of_angling(
            "no-specials",
            AnglingOptions {
                no_specials: true,
                ..none()
            },
            "lake=no-specials",
        ),
    ]
}

fn examples() -> Vec<Example> {
    examples_of_floes()
        .into_iter()
        .chain(examples_of_cards())
        .chain(examples_of_lakes())
        .collect()
}

#[test]
fn every_option_has_an_example() {
    let examples: Vec<&str> = examples().iter().map(|example| example.name).collect();
    let mut names: Vec<&str> = SetUpOptions::names().collect();
    names.sort_by_key(|name| examples.iter().position(|example| example == name));
    assert_eq!(examples, names);
}

#[test]
fn an_option_suits_its_rules_and_is_refused_with_others() {
    for Example {
        name,
        options,
        unusual,
    } in examples()
    {
        let with = rules_with(name);
        let is_of_floes = with == "floe";
        for rules in GameRules::all() {
            let text = rules.to_string();
            let is_right =
                with.split(',').any(|with| with == text) || is_of_floes && rules.floe().is_some();
            let resolved = SetUpOptions {
                rules: Some(rules),
                ..options.clone()
            }
            .resolve();
            if is_right {
                let set_up = resolved.unwrap_or_else(|error| panic!("{name} with {text}: {error}"));
                let changes = UnusualSetUp {
                    rules: None,
                    ..UnusualSetUp::of(&set_up)
                }
                .to_string();
                assert_eq!(changes.trim_start(), unusual, "{name} with {text}");
                continue;
            }
            let error = resolved.expect_err(name);
            // A centre comes with its layout, which is refused first.
            let refused = if name == "centre" { "layout" } else { name };
            assert_eq!(
                (error.option, error.found.as_deref()),
                (refused, Some(&*text)),
                "{name} with {text}"
            );
            assert_eq!(
                error.expected == OptionExpectation::Floe,
                is_of_floes,
                "{name} with {text}"
            );
        }
    }
}

#[test]
fn without_options_a_game_is_the_usual_one() {
    for rules in GameRules::all() {
        for players in 0..=5 {
            let options = SetUpOptions {
                rules: Some(rules),
                players: Some(players),
                ..SetUpOptions::default()
            };
            let is_right = (rules.min_players()..=rules.max_players()).contains(&players);
            match options.resolve() {
                Ok(set_up) => assert_eq!(set_up, rules.usual(players)),
                Err(error) => {
                    assert_eq!(
                        (error.option, error.found),
                        ("players", Some(players.to_string()))
                    );
                    assert!(
                        !is_right || rules.has_teams(),
                        "{rules} with {players} players"
                    );
                }
            }
        }
        let usual = SetUpOptions {
            rules: Some(rules),
            ..SetUpOptions::default()
        }
        .resolve()
        .unwrap();
        assert_eq!(usual, rules.usual(rules.usual_players()));
    }
    assert_eq!(
        SetUpOptions::default().resolve().unwrap(),
        GameRules::BASE.usual(2)
    );
}
