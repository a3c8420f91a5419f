//! Experiments whose results the documents give.

pub mod small_floes;

mod angling;
mod flip;
mod graded;
mod seat;
mod workers;

use clap::{Parser, Subcommand};

use self::angling::AnglingExperiment;
use self::flip::FlipExperiment;
use self::graded::GradedTask;
use self::seat::Fallible;

/// Experiments whose results the documents give.
#[derive(Parser, Debug)]
#[command(name = "floe-lab")]
pub struct Lab {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand, Debug)]
enum Experiment {
    /// Make positions with the exact values of their moves.
    #[command(subcommand)]
    Graded(GradedTask),
    /// Solve all small floes from the first placement; write the table and the charts of
    /// docs/solved.md.
    SmallFloes {
        /// Numbers of hexes of the floes.
        #[arg(default_values_t = small_floes::SIZES)]
        hexes: Vec<usize>,
    },
    /// Measure players of Fish 'n' Flip.
    #[command(subcommand)]
    Flip(FlipExperiment),
    /// Measure players of Gone Fishing!
    #[command(subcommand)]
    Angling(AnglingExperiment),
    /// Simulate a proof by many workers.
    Workers(workers::Workers),
}

impl Lab {
    /// Runs the experiment and prints its results.
    ///
    /// # Errors
    /// If an argument does not suit the experiment, or a file cannot be read or written.
    pub fn run(&self) -> Fallible<()> {
        match &self.experiment {
            Experiment::Graded(task) => task.run(),
            Experiment::SmallFloes { hexes } => small_floes::write_files(hexes),
            Experiment::Flip(experiment) => experiment.run(),
            Experiment::Angling(experiment) => experiment.run(),
            Experiment::Workers(workers) => {
                workers.run();
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_calls_of_the_documents_are_understood() {
        Lab::command().debug_assert();
        for call in [
            "graded positions 2 44 1 3",
            "graded earliest push+whale 2 300000 24",
            "graded add default:nodes=1k a.exact b.exact",
            "small-floes 7 8",
            "flip games default:nodes=1000 2 normal 0 200",
            "flip learn 3 1000000",
            "angling exploit game default:nodes=1000,seed=1 POSITION",
            "angling days thumb 0 1000",
            "workers 44 2 1 10 100",
        ] {
            let words = ["floe-lab"].into_iter().chain(call.split(' '));
            assert!(Lab::try_parse_from(words).is_ok(), "{call}");
        }
    }
}
