//! Special tiles, as a user plays with them.

use crate::run::{floe, floe_with, objects, texts};

/// The example of the rules.
const EXAMPLE: &str =
    "rows(1:4,0:5,1:4):r1B1.1/A2t1x2.B2/f1b21A1 A 2:1,1:1 rules=special-tiles took=0.1.0,1.0.0";

#[test]
fn a_floe_is_dealt_and_drawn() {
    let floe_of = |options: &str| floe!("new --rules special-tiles --seed 1 {options}").fine();
    let dealt = floe_of("");
    let count = |text: &str, letter: char| text.split(' ').next().unwrap().matches(letter).count();
    assert_eq!(
        ['t', 'x', 'b', 'r', 'f'].map(|letter| count(&dealt, letter)),
        [4, 4, 2, 2, 2]
    );
    let other = floe_of("--special teleport=0,broken=5 --players 3");
    assert_eq!(
        ['t', 'x', 'b', 'r', 'f'].map(|letter| count(&other, letter)),
        [0, 4, 5, 2, 2]
    );
    floe("new --special teleport=1").refuses("--special: expected with --rules special-tiles only");
    floe("new --rules special-tiles --special t=1").refuses("teleport, exchange");
    let picture = floe_with("show -", &dealt).fine();
    assert!(
        picture.contains("t: teleport") && picture.contains("b2: broken"),
        "{picture}"
    );
}

#[test]
fn moves_are_listed_made_and_explained() {
    let moves = floe!("moves `{EXAMPLE}`").fine();
    for mv in [
        "a2-b2",
        "a2-b2,to:d1",
        "a2-c2,swap:e2",
        "a2-a1,back:B:a2",
        "d3-a3,float:d1:z1",
    ] {
        assert!(moves.lines().any(|line| line == mv), "{mv}\n{moves}");
    }
    let after = floe!("apply `{EXAMPLE}` d3-a3,float:d1:z1").fine();
    assert!(after.ends_with("took=1.1.0,1.0.0 ring=z1:1\n"), "{after}");
    floe_with("show -", &after).says("Tiles outside the outline: z1.");
    floe!("apply `{EXAMPLE}` a2-b2,to:d3").refuses("the penguin on a2 can do a2-b2, a2-b2,to:");
}

#[test]
fn it_is_solved_and_analyzed() {
    let solved = floe!("solve `{EXAMPLE}` --json --quiet").object();
    assert_eq!(solved["exact"], true);
    let analyzed = floe!("analyze `{EXAMPLE}` --json --quiet --time 20s").object();
    assert_eq!(
        (&analyzed["exact"], &analyzed["value"]),
        (&solved["exact"], &solved["value"])
    );
    let mut call = vec!["apply", EXAMPLE];
    call.extend(texts(&solved["pv"]));
    let end = floe(&call).fine();
    assert!(
        floe_with("moves -", &end)
            .fine()
            .starts_with("The game is over: "),
        "{end}"
    );
    let perft = floe!("perft `{EXAMPLE}` 2 --json --divide").object();
    assert_eq!(
        perft["divide"].as_object().unwrap().len(),
        floe!("moves `{EXAMPLE}`").fine().lines().count()
    );
}

#[test]
fn engines_meet_and_ugi_plays() {
    let call = "match default:nodes=200 greedy --seed 1 --floes 1 --rules special-tiles --json";
    for players in ["2", "3", "4"] {
        let report = floe!("{call} --players `{players}`").object();
        assert_eq!(report["games"], players.parse::<u64>().unwrap());
        assert!(report["faults"].as_array().unwrap().is_empty());
    }
    let orders =
        format!("ugi\nposition fen {EXAMPLE} moves a2-b2,to:d1\nquery gameover\ngo nodes 300\n\n");
    let said = floe_with("ugi", orders).fine();
    assert!(
        said.contains("\nbestmove ") && said.contains("response false"),
        "{said}"
    );
}

#[test]
fn lines_of_a_batch_are_of_any_rules() {
    let input = format!("{EXAMPLE}\n{}\n", crate::ENDGAME);
    let answers = objects(&floe_with("moves - --json", input).fine());
    assert_eq!(answers[0]["position"], EXAMPLE);
    assert_eq!(answers[1]["position"], crate::ENDGAME);
}
