//! `floe-lab`: runs an experiment and prints its results.

use clap::Parser;
use floe_lab::Lab;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Lab::parse().run()
}
