//! Texts that the readers refuse, with the errors that they must give.

use std::fs;
use std::path::Path;

use floe_flip::Flip;

/// Checks a file of `positions/bad/flip`.
fn check(name: &str, read: impl Fn(&str) -> Option<String>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../positions/bad/flip").join(name);
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut count = 0;
    while let Some(line) = lines.next() {
        let bad = line.strip_prefix("> ").expect("a line to be refused");
        assert_eq!(read(bad).as_deref(), lines.next(), "{bad}");
        count += 1;
    }
    assert!(count > 15, "{count}");
}

#[test]
fn of_the_cooperative_game() {
    check("flip.txt", |text| text.parse::<Flip>().err().map(|error| error.to_string()));
}
