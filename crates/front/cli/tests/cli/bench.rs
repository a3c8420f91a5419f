use floe_engine::{AnyGame, GameRules};
use floe_fish::Description;

use crate::run::floe_with;

/// Positions of the base game.
const BASE: &str = include_str!("../../../../../positions/bench.pos");
/// A position of every other game.
const OTHER_RULES: &str = include_str!("../../../../../positions/bench-rules.pos");

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty())
}

#[test]
fn the_positions_are_what_the_comments_above_them_say() {
    let mut made = None;
    let mut checked = 0;
    for line in lines(BASE).chain(lines(OTHER_RULES)) {
        let Some(comment) = line.strip_prefix("# ") else {
            let (options, moves): (String, String) = made
                .take()
                .expect("a position has a comment that says how it is made");
            let options: Vec<&str> = ["new"]
                .into_iter()
                .chain(options.split_whitespace())
                .collect();
            let mut position = floe_with(&options, "").fine();
            if !moves.is_empty() {
                let arguments: Vec<&str> = ["apply", "-"]
                    .into_iter()
                    .chain(moves.split_whitespace())
                    .collect();
                position = floe_with(&arguments, position).fine();
            }
            assert_eq!(position.trim_end(), line);
            checked += 1;
            continue;
        };
        if let Some((_, how)) = comment.split_once(": --") {
            let (options, moves) = how.split_once(", then ").unwrap_or((how, ""));
            made = Some((format!("--{options}"), moves.to_owned()));
        }
    }
    assert_eq!(checked, 18 + GameRules::all().count() - 1);
}

#[test]
fn all_numbers_of_players_are_there() {
    let positions: Vec<Description> = lines(BASE)
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.parse().unwrap())
        .collect();
    let count = |players| {
        positions
            .iter()
            .filter(|position| position.players == players)
            .count()
    };
    assert_eq!([2, 3, 4].map(count), [6; 3]);
}

#[test]
fn every_other_game_is_there_once() {
    let positions = lines(OTHER_RULES).filter(|line| !line.starts_with('#'));
    let found = positions.map(|line| line.parse::<AnyGame>().unwrap().rules());
    let others = GameRules::all().filter(|&rules| rules != GameRules::BASE);
    assert_eq!(found.collect::<Vec<_>>(), others.collect::<Vec<_>>());
}
