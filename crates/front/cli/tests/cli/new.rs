use floe_engine::GameRules;

use crate::run::floe;

fn new(options: &str) -> String {
    let arguments: Vec<&str> = ["new"]
        .into_iter()
        .chain(options.split_whitespace())
        .collect();
    floe(&arguments).fine().trim_end().to_owned()
}

/// Lines that users have written down: they never change.
#[test]
fn a_seed_means_the_same_for_ever() {
    let golden = [
        (
            "--seed 1",
            "1212211/21323211/2222221/31131111/1121213/11322113/1121123/31111322 A 0:0,0:0 4,4",
        ),
        (
            "--seed 18446744073709551615 --players 4",
            "2121113/12132222/3232111/22121121/1113312/21111213/1111123/21232113 A 0:0,0:0,0:0,0:0 2,2,2,2",
        ),
        (
            "--seed 7 --players 3 --balanced",
            "1222211/12132221/1312323/21111111/2112321/32221121/1313131/21111123 A 0:0,0:0,0:0 3,3,3",
        ),
        (
            "--seed 7 --placed",
            "1221122/111A11312/122B112B1/32222211/11133B12/22221231/33112A1B1/311A1A1313 A 0:0,0:0",
        ),
        (
            "--seed 7 --players 4 --plies 12",
            "12B2.1B2C2/111.1.D1C2/122..../32222211/11133.2/22221231/3A3112.D1/311..3.A3 A 3:3,3:3,5:3,4:3",
        ),
        (
            "--seed 7 --players 3 --tiles 30 --balanced",
            "12..B211/12..2A221/..12.2B3/2.....11/..C1B2.2./32....A2C1/C13...../21.....A3 A 16:10,17:10,15:10",
        ),
    ];
    for (options, position) in golden {
        assert_eq!(new(options), position, "floe new {options}");
    }
}

#[test]
fn a_floe_has_sixty_tiles() {
    for players in ["2", "3", "4"] {
        let position = new(&format!("--players {players}"));
        let count = |fish| position.split(' ').next().unwrap().matches(fish).count();
        assert_eq!([count('1'), count('2'), count('3')], [30, 20, 10]);
        assert_eq!(
            position
                .split(' ')
                .nth(2)
                .unwrap()
                .split(',')
                .count()
                .to_string(),
            players
        );
    }
}

#[test]
fn the_deal_is_the_same_for_all_players() {
    let rows = |options: &str| new(options).split(' ').next().unwrap().to_owned();
    assert_eq!(rows("--seed 5 --players 2"), rows("--seed 5 --players 4"));
}

#[test]
fn placed_positions_have_no_hand_and_all_penguins() {
    for (players, penguins) in [("2", 8), ("3", 9), ("4", 8)] {
        let position = new(&format!("--placed --players {players}"));
        assert_eq!(position.split(' ').count(), 3, "{position}");
        assert_eq!(
            position
                .split(' ')
                .next()
                .unwrap()
                .matches(['A', 'B', 'C', 'D'])
                .count(),
            penguins
        );
    }
}

#[test]
fn tiles_are_taken_until_so_many_are_left() {
    for tiles in [59, 40, 25] {
        let position = new(&format!("--tiles {tiles} --seed 3"));
        let left = position
            .split(' ')
            .next()
            .unwrap()
            .matches(['1', '2', '3'])
            .count();
        assert!(left <= tiles && left + 8 > tiles, "{position}");
    }
    assert_eq!(new("--plies 0 --seed 3"), new("--placed --seed 3"));
    assert_eq!(
        new("--plies 1000 --seed 3"),
        new("--tiles 0 --seed 3"),
        "both play to the end"
    );
}

#[test]
fn the_seed_drawn_is_told() {
    let ran = floe("new --placed");
    let seed = ran.err.trim_end().strip_prefix("seed ").unwrap();
    assert_eq!(new(&format!("--placed --seed {seed}")), ran.out.trim_end());
    let object = floe("new --json").object();
    assert_eq!(object["schema"], "floe/new/1");
    assert_eq!(
        new(&format!("--seed {}", object["seed"])),
        object["position"].as_str().unwrap()
    );
}

#[test]
fn what_there_is_not_is_refused() {
    floe("new --layout setup-3").refuses("expected standard, setup-1");
    floe("new --rules pull").refuses("one of the rules base, push");
    for (option, misspelt, meant) in [
        ("--rules", "hiden-whale", "hidden-whale"),
        ("--rules", "team", "teams"),
        ("--layout", "setup1", "setup-1"),
    ] {
        floe!("new `{option}` `{misspelt}`").refuses(format!("(did you mean '{meant}'?)"));
    }
    assert!(!floe("new --rules x").wrong().contains("mean"));
    for options in [
        "--players 1",
        "--players 5",
        "--seed -1",
        "--seed x",
        "--tiles many",
    ] {
        let value = options.split(' ').next_back().unwrap();
        floe!("new {options}").refuses(value);
    }
    floe("new --tiles 3 --plies 3").refuses("cannot be used with");
    floe("new --layout standard --rules base").fine();
}

/// Options of some rules only, and those rules.
const OPTIONS: &str = include_str!("../../../../../positions/options.txt");

#[test]
fn an_option_is_refused_with_rules_that_do_not_have_it() {
    for line in OPTIONS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let [name, with, value] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        for rules in GameRules::all() {
            let is_of_floes = with == "floe";
            let rules_name = rules.to_string();
            let option = format!("--{name}");
            let value = if value == "-" { "" } else { value };
            let has_layout = name == "centre" && rules.floe().is_some();
            let layout = if has_layout { "--layout setup-2" } else { "" };
            let call = format!("new --seed 1 --rules {rules_name} {option} {value} {layout}");
            if with.split(',').any(|with| with == rules_name)
                || is_of_floes && rules.floe().is_some()
            {
                floe(&call).fine();
                continue;
            }
            let expected = match is_of_floes {
                true => format!(
                    "--{name}: expected with games on a floe only; found --rules {rules_name}"
                ),
                false => {
                    format!(
                        "--{name}: expected with --rules {} only; found {rules_name}",
                        with.replace(',', " and ")
                    )
                }
            };
            floe(&call).refuses(&expected);
        }
    }
}
