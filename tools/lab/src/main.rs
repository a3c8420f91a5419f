//! `floe-lab`: runs an experiment and prints its results.

use std::error::Error;

use clap::Parser;
use floe_lab::Lab;

fn main() -> Result<(), Box<dyn Error>> {
    Lab::parse().run()
}
