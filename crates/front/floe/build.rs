//! Warns when the program is compiled for processors that count hexes slowly.

use std::env;

/// Advice in a warning of the compiler, and in `PROCESSOR_ADVICE`.
const ADVICE: &str = "floe is compiled for the x86-64 processors of 2003 and loses a tenth of its speed, in perft half; \
     the front page of floe-fish-engine has the lines of .cargo/config.toml that help";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has_popcnt = features.split(',').any(|feature| feature == "popcnt");
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("x86_64") && !has_popcnt {
        println!("cargo::warning={ADVICE}");
        println!("cargo::rustc-env=FLOE_PROCESSOR_ADVICE={ADVICE}");
    }
}
