//! Experiments that make data of the program and of the documents.

pub mod small_floes;

mod flip_learn;
mod graded;

use clap::{Parser, Subcommand};

use self::graded::GradedTask;

/// Result of an experiment.
type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// Experiments that make data of the program and of the documents.
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
    /// Learn the weights of the estimate of Fish 'n' Flip, and print them for
    /// crates/rules/flip/src/estimate.txt.
    FlipLearn {
        #[arg(default_value_t = 2)]
        rounds: u64,
        #[arg(default_value_t = 100_000)]
        games: u64,
    },
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
            Experiment::FlipLearn { rounds, games } => {
                flip_learn::print_weights(*rounds, *games);
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
            "flip-learn 3 1000000",
        ] {
            let words = ["floe-lab"].into_iter().chain(call.split(' '));
            assert!(Lab::try_parse_from(words).is_ok(), "{call}");
        }
    }
}
