//! Small floes that are solved from the first placement: their values, and the files and the
//! document that hold them.

use std::fs;
use std::path::PathBuf;

use floe_engine::{AnyGame, GameValue, SolveRequest, solve_any};
use floe_fish::Value;
use floe_game::{Game, Player, Score};
use floe_lab::small_floes::{
    OutlineRecord, PENGUINS, RANDOM_FLOES, SizeTotals, SmallOutline, chart, random_floe,
    solve_outline, table, totals_of,
};
use floe_variants::Variant;

/// Sizes whose outlines lie in `positions/solved`, with their numbers of outlines.
const SIZES: [(usize, usize); 3] = [(7, 333), (8, 1448), (9, 6572)];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn records(hexes: usize) -> Vec<OutlineRecord> {
    let text = read(&format!("positions/solved/{hexes}.txt"));
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.parse().unwrap())
        .collect()
}

/// The floe with these fish before the first placement.
fn start(outline: &SmallOutline, fish: &[u32], penguins: u32) -> AnyGame {
    format!("{} A 0:0,0:0 {penguins},{penguins}", outline.floe(fish))
        .parse()
        .unwrap()
}

/// Final margin of A by minimax without any table; at the end of `passes` the player to move may
/// also leave the turn to the other one.
fn minimax(position: &Variant, may_pass: bool) -> Score {
    if position.is_over() {
        return position.score(Player::new(0)) - position.score(Player::new(1));
    }
    let is_first = position.last_turn().index() == 0;
    let after = |mv| minimax(&position.after(mv), may_pass && position.in_hand() > 0);
    let mut margins: Vec<Score> = position.moves().into_iter().map(after).collect();
    if may_pass && position.in_hand() == 0 {
        let text = position.to_string().replace(" A ", " B ");
        margins.push(minimax(&text.parse().unwrap(), false));
    }
    if is_first {
        margins.into_iter().max().unwrap()
    } else {
        margins.into_iter().min().unwrap()
    }
}

#[test]
fn values_are_those_of_minimax() {
    let outlines = SmallOutline::all(7);
    for outline in outlines.iter().step_by(67) {
        for penguins in PENGUINS {
            let solved = solve_outline(outline, penguins).unwrap();
            for seed in [0, 1, RANDOM_FLOES as u64] {
                let floe = if seed == 0 {
                    &solved.ones
                } else {
                    &solved.random[seed as usize - 1]
                };
                let fish = if seed == 0 {
                    vec![1; 7]
                } else {
                    random_floe(outline, seed)
                };
                let position = start(outline, &fish, penguins);
                let AnyGame::Variant(variant) = position else {
                    panic!("{position}: a variant")
                };
                assert_eq!(
                    floe.margin,
                    Value::from_score(minimax(&variant, false)),
                    "{position}"
                );
                assert_eq!(
                    floe.margin_with_pass,
                    Value::from_score(minimax(&variant, true)),
                    "{position}"
                );
            }
        }
    }
}

/// The solver of the engine finds the same values from the first placement, on floes that minimax
/// is too slow for.
#[test]
fn values_are_those_of_the_engine() {
    let outlines = SmallOutline::all(9);
    for (number, outline) in outlines.iter().step_by(1600).enumerate() {
        for penguins in PENGUINS {
            let solved = solve_outline(outline, penguins).unwrap();
            let position = start(outline, &random_floe(outline, number as u64 + 1), penguins);
            let request = SolveRequest {
                hash_mebibytes: 1,
                ..SolveRequest::default()
            };
            let value = solve_any(&position, &request, |_| ())
                .unwrap()
                .bounds
                .value()
                .cloned();
            assert_eq!(
                value,
                Some(GameValue::Margin(solved.random[number].margin.into())),
                "{position}"
            );
        }
    }
}

#[test]
fn random_floes_are_those_of_a_deal() {
    let outline = SmallOutline::all(7)
        .into_iter()
        .find(|outline| !outline.to_string().contains('.'))
        .unwrap();
    let text = outline.to_string();
    let layout = floe_variants::Outline::by_name(&text[..=text.find(')').unwrap()])
        .unwrap()
        .unwrap();
    let set_up = floe_variants::SetUp {
        outline: layout,
        penguins: Some(1),
        ..floe_variants::SetUp::usual(floe_variants::Rules::BASE, 2)
    };
    for seed in 1..=5 {
        let dealt = AnyGame::from(Variant::deal(&set_up, seed).unwrap());
        assert_eq!(dealt, start(&outline, &random_floe(&outline, seed), 1));
    }
}

/// A few outlines of every file are solved again.
#[test]
fn a_sample_of_the_files_is_proved_again() {
    for (hexes, count) in SIZES {
        let records = records(hexes);
        let outlines = SmallOutline::all(hexes);
        assert_eq!((records.len(), outlines.len()), (count, count));
        for (record, outline) in records.iter().zip(&outlines) {
            assert_eq!(record.outline, outline.to_string());
            assert!(
                record
                    .by_penguins
                    .iter()
                    .all(|floes| floes.random.floes() == RANDOM_FLOES as u64),
                "{record}"
            );
        }
        for (record, outline) in records.iter().zip(&outlines).step_by(count / 3 + 1) {
            assert_eq!(*record, OutlineRecord::solve(outline).unwrap());
        }
    }
}

#[test]
fn the_document_shows_the_files() {
    let text = read("positions/solved/totals.txt");
    let totals: Vec<SizeTotals> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.parse().unwrap())
        .collect();
    for (hexes, _) in SIZES {
        assert!(
            totals.contains(&totals_of(hexes, &records(hexes))),
            "{hexes} hexes"
        );
    }
    assert!(read("docs/solved.md").contains(&table(&totals)));
    let shown = records(SIZES[2].0);
    for (index, penguins) in PENGUINS.iter().enumerate() {
        assert_eq!(
            read(&format!("docs/pictures/solved-{penguins}.svg")),
            chart(&shown, index)
        );
    }
}

#[test]
fn a_wrong_line_is_refused_with_its_place() {
    let line = records(7)[0].to_string();
    for (wrong, expected) in [
        (
            "",
            "expected a value such as +3:-1; found the end of the line",
        ),
        (
            &line[..line.len() - 2],
            "expected the number of floes that a pass makes better; found the end of the line",
        ),
        (
            &line.replacen(":+", ";", 1),
            "expected a value such as +3:-1; found '+1;1'",
        ),
        (
            &(line.clone() + " 7"),
            "expected the end of the line; found '7'",
        ),
    ] {
        assert_eq!(
            wrong.parse::<OutlineRecord>().unwrap_err().to_string(),
            expected
        );
    }
}
