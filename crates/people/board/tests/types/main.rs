//! The types of the page are those of the replies: `web/types.d.ts` is written from their JSON
//! Schema.

mod typescript;

use std::env;
use std::fs;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/types.d.ts");

const HEAD: &str = "\
// Requests and replies of the board, written from their JSON Schema: do not edit.
// `FLOE_BLESS=1 cargo test --workspace --features full --test types` writes this file.
";

/// Writes the file first where `FLOE_BLESS` is in the environment.
#[test]
fn the_types_of_the_page_are_those_of_the_schema() {
    let types = HEAD.to_owned() + &typescript::declarations(&floe_board::schema());
    if env::var_os("FLOE_BLESS").is_some() {
        fs::write(FILE, &types).unwrap();
    }
    assert!(
        fs::read_to_string(FILE).unwrap() == types,
        "web/types.d.ts is out of date; see its first lines"
    );
}
