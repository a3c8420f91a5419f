//! Long runs without a terminal report how far they are.

use crate::run::{Folder, floe};

#[test]
fn runs_print_lines_at_intervals() {
    let directory = Folder::new();
    let samples = directory.path().join("samples");
    let samples = samples.to_str().unwrap();
    for (call, noun) in [
        (
            &[
                "match",
                "default:time=30ms",
                "random",
                "--seed",
                "1",
                "--floes",
                "1",
            ][..],
            " of 2 games",
        ),
        (
            &[
                "selfplay",
                "default:nodes=30000",
                "--games",
                "3",
                "--out",
                samples,
            ],
            " of 3 games",
        ),
        (
            &[
                "suite",
                "../../../positions/exact/teaching.exact",
                "--engine",
                "uct:time=60ms",
            ],
            " positions, ",
        ),
    ] {
        let told = floe(&[call, &["--progress", "20ms"]].concat()).err;
        assert!(told.contains(noun), "{call:?}: {told}");
    }
    let told = floe("match default:time=30ms random --seed 1 --floes 1 --progress 0s");
    assert_eq!((told.status, &*told.err), (Some(0), ""));
    let quiet = "suite ../../../positions/exact/teaching.exact --engine greedy --quiet \
        --progress 1ms";
    assert_eq!(floe(quiet).err, "");
}
