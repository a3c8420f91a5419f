use floe_engine::GameRules;
use floe_engine::options::{
    OptionError, OptionExpectation, OptionNames, SetUpOption, SetUpOptions, UnusualSetUp, values,
};
use floe_flip::Species;

/// Options with the rules that have each and a value, which the tests of all front ends read.
const EXAMPLES: &str = include_str!("../../../../../positions/options.txt");

/// An option with a value that is not the default.
struct Example {
    option: &'static SetUpOption,
    /// Names of the rules that have it, separated by commas; `floe` for all games on a floe.
    with: &'static str,
    options: SetUpOptions,
}

fn examples() -> impl Iterator<Item = Example> {
    let lines = EXAMPLES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let [name, with, value] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let option = SetUpOption::of_name(name).expect(name);
        let mut options = SetUpOptions::default();
        let value = option.read(value).expect(name);
        option.set(&mut options, &value).expect(name);
        if name == "centre" {
            options.layout = Some(values::layout("setup-2").unwrap());
        }
        Example {
            option,
            with,
            options,
        }
    })
}

/// Change of a record by the example of an option.
fn unusual(option: &str) -> &'static str {
    match option {
        "layout" => "layout=setup-1",
        "penguins" => "layout=standard penguins=1",
        "balanced" => "",
        "centre" => "layout=setup-2 o",
        "whales" => "whales=3,2",
        "special" => "special=teleport=4,exchange=4,broken=0,reversal=2,floating=2",
        "species" => "cards=species=WDR",
        "rays" => "cards=rays=far",
        "each" => "cards=each=6",
        "waste" => "cards=waste=p4m0o1",
        "hand" => "cards=hand=1",
        "difficult" => "cards=waste=p6m0o0",
        "columns" => "cards=net=2x6",
        "height" => "cards=net=4x4",
        "dealt" => "lake=dealt",
        "lake" => "lake=2x2",
        "anglers" => "lake=anglers=1",
        "lake-tiles" => "lake=tiles=1.1.2.2.3.3.4.4.5.5.r.r.r.r.r.d",
        "catch-tiles" => "lake=catch=1.1.1.1",
        "no-specials" => "lake=no-specials",
        _ => panic!("no example of {option}"),
    }
}

#[test]
fn every_option_has_an_example() {
    let with_example: Vec<&str> = examples().map(|example| example.option.name).collect();
    let without = SetUpOption::ALL
        .iter()
        .map(|option| option.name)
        .filter(|name| !with_example.contains(name));
    assert_eq!(without.collect::<Vec<_>>(), [""; 0]);
}

/// A user finds every option in the documentation, as the command line and as Python spell it.
#[test]
fn every_option_is_documented() {
    let pages = [
        (include_str!("../../../../../docs/commands.md"), "`--"),
        (include_str!("../../../../../python/floe/_games.py"), "    "),
    ];
    for option in SetUpOption::ALL {
        for (page, before) in pages {
            let name = match before {
                "`--" => option.name.to_owned(),
                _ => option.name.replace('-', "_"),
            };
            assert!(page.contains(&format!("{before}{name}")), "{name}");
        }
        assert!(!option.help.is_empty(), "{}", option.name);
    }
}

/// The default of every game changes nothing, and other names than those of the table are refused.
#[test]
fn defaults_and_names_are_values() {
    for option in SetUpOption::ALL {
        let names = match option.names {
            OptionNames::None => &[],
            OptionNames::Some(names) | OptionNames::All(names) => names,
        };
        for name in names.iter().copied().chain(option.default) {
            let value = option.read(name).expect(name);
            option
                .set(&mut SetUpOptions::default(), &value)
                .expect(name);
        }
        if matches!(option.names, OptionNames::All(_)) {
            let value = option.read("9");
            let set = value.and_then(|value| option.set(&mut SetUpOptions::default(), &value));
            assert_eq!(set.unwrap_err().option, option.name);
        }
    }
}

/// Values as a command line writes them, and those that it refuses.
#[test]
fn values_of_a_command_line_are_read() {
    let set = |name: &str, text: &str| {
        let mut options = SetUpOptions::default();
        let option = SetUpOption::of_name(name).unwrap();
        let value = option.read(text)?;
        option.set(&mut options, &value)?;
        Ok::<SetUpOptions, OptionError>(options)
    };
    for text in ["WD", "whale,dolphin", "W,D", "whale,D"] {
        let species = set("species", text).unwrap().flip.species;
        assert_eq!(
            species,
            Some(vec![Species::Whale, Species::Dolphin]),
            "{text}"
        );
    }
    let waste = set("waste", "oil=2,plastic=0").unwrap().flip.waste;
    assert_eq!(waste, [Some(0), None, Some(2)]);
    assert_eq!(set("lake", "3x3").unwrap().angling.lake, Some(3));
    let tiles = set("lake-tiles", "1.2.r.d").unwrap().angling.lake_tiles;
    assert_eq!(tiles.unwrap().to_string(), "1.2.r.d");
    let catch = set("catch-tiles", "1.0.3").unwrap().angling.catch_tiles;
    assert_eq!(catch, Some([1, 0, 3, 0]));
    for (name, wrong) in [
        (
            "waste",
            &["", "oil", "oil=4", "oil=x", "glass=1", "oil=1,oil=1"][..],
        ),
        ("lake", &["", "5x5", "2x3"]),
        ("lake-tiles", &["", "7", "1..2", "12"]),
        ("catch-tiles", &["", "1.1.1.1.1", "x"]),
        ("species", &["", "whale,dolfin"]),
        ("hand", &["", "x", "0", "21"]),
    ] {
        for text in wrong {
            assert!(set(name, text).is_err(), "{name} {text}");
        }
    }
    let error = set("species", "whale,dolfin").unwrap_err().to_string();
    assert!(
        error.ends_with("found 'dolfin' (did you mean 'dolphin'?)"),
        "{error}"
    );
}

#[test]
fn an_option_suits_its_rules_and_is_refused_with_others() {
    for Example {
        option,
        with,
        options,
    } in examples()
    {
        let name = option.name;
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
                assert_eq!(changes.trim_start(), unusual(name), "{name} with {text}");
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
