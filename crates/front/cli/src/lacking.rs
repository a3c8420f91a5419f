//! Commands and options that only builds with more features have.

use crate::interrupt::quoted_arguments;
use crate::problem::Wrong;

/// Returns the refusal of a call for something that this build lacks, with the call that works.
pub(crate) fn lacks(part: &str) -> Wrong {
    Wrong::new(format!(
        "this build of floe has no {part}; a build with everything: cargo run --release --features full -- {}",
        quoted_arguments(1)
    ))
}

/// Defines a command of which this build has only the name.
#[cfg(not(all(feature = "board", feature = "train")))]
macro_rules! lacking {
    ($command:ident, $name:literal) => {
        /// Not in this build: it needs the feature full
        #[derive(clap::Args)]
        #[command(disable_help_flag = true)]
        pub(crate) struct $command {
            #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
            #[arg(num_args = 0..)]
            call: Vec<std::ffi::OsString>,
        }

        impl $command {
            pub(crate) fn run(
                &self,
                _: &mut crate::output::Output,
            ) -> anyhow::Result<crate::problem::Status> {
                Err($crate::lacking::lacks($name).into())
            }
        }
    };
}

#[cfg(not(feature = "board"))]
lacking!(Board, "board");
#[cfg(not(feature = "train"))]
lacking!(Train, "train");
