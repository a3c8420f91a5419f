use serde_json::json;

use crate::run::floe;
use crate::{DEALT, EXAMPLE, OVER};

fn leaves(position: &str, depth: u32, options: &str) -> u64 {
    let counted = floe!("perft --json `{position}` {depth} {options}").object();
    counted["leaves"].as_u64().unwrap()
}

#[test]
fn counts_are_those_found_independently() {
    let placed =
        "112221B1/23B111A111/21221A11/12313213/33B13221/A1B1121223/2121111/A12122323 A 0:0,0:0";
    for options in ["", "--threads 1", "--threads 3", "--hash 1", "--divide"] {
        let counted = |position, depths: std::ops::RangeInclusive<u32>| -> Vec<u64> {
            depths
                .map(|depth| leaves(position, depth, options))
                .collect()
        };
        assert_eq!(counted(DEALT, 1..=4), [30, 870, 24_360, 657_720]);
        assert_eq!(counted(placed, 1..=4), [40, 2270, 85_573, 4_136_517]);
        assert_eq!(counted(EXAMPLE, 0..=7), [1, 4, 9, 12, 9, 2, 0, 0]);
    }
    assert_eq!(leaves(OVER, 0, ""), 1);
    assert_eq!(leaves(OVER, 99, ""), 0);
    assert_eq!(leaves(EXAMPLE, 99, "--hash 1"), 0);
}

#[test]
fn divided_counts_are_sorted_by_move() {
    let object = floe!("perft `{EXAMPLE}` 2 --divide --json").object();
    assert_eq!(object["schema"], "floe/perft/1");
    assert_eq!(object["depth"], 2);
    assert_eq!(object["leaves"], 9);
    assert_eq!(
        object["divide"],
        json!({"b4-b3": 3, "b4-c2": 3, "b4-c4": 2, "b4-d4": 1})
    );
    assert!(object["seconds"].as_f64().unwrap() >= 0.0);
    let text = floe!("perft `{EXAMPLE}` 2 --divide").fine();
    assert!(
        text.starts_with("b4-b3  3\nb4-c2  3\nb4-c4  2\nb4-d4  1\n9 leaves, "),
        "{text}"
    );
    assert!(
        floe!("perft `{EXAMPLE}` 2 --json")
            .object()
            .get("divide")
            .is_none()
    );
}

#[test]
fn wrong_numbers_are_refused() {
    for (options, said) in [
        (&["1000000"][..], "expected 0 to 99"),
        (&["100"], "expected 0 to 99"),
        (&["-1"], "expected 0 to 99"),
        (&["three"], "expected 0 to 99"),
        (&["3", "--threads", "0"], "expected 1 to 1024"),
        (&["3", "--hash", "0"], "expected an integer from 1"),
        (
            &["3", "--hash", "1000000000"],
            "a table of 1000000000 MiB is larger than the memory",
        ),
        (
            &["3", "--hash", "99999999999999999999999999"],
            "expected 1 to ",
        ),
        (&["3", "--hsah", "1"], "unexpected argument '--hsah'"),
        (&[], "<DEPTH>"),
    ] {
        let arguments: Vec<&str> = ["perft", EXAMPLE].iter().chain(options).copied().collect();
        floe(&arguments).refuses(said);
    }
}
