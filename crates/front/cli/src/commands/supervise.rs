use std::ffi::OsString;

use super::prelude::*;

/// Run another program, and end it with all that it has started when floe ends
///
/// floe calls this for external engines.
#[derive(Args)]
#[command(hide = true)]
pub(crate) struct Supervise {
    /// File descriptor of a pipe that floe holds open
    lifeline: i32,

    /// The program and its arguments
    #[arg(last = true, required = true)]
    program: Vec<OsString>,
}

/// Returns the program that supervises others, where the system supports that: this one, even if
/// its file has been replaced.
pub(crate) fn supervisor() -> Option<&'static Path> {
    let own = Path::new("/proc/self/exe");
    Some(own).filter(|own| cfg!(target_os = "linux") && own.exists())
}

impl Supervise {
    #[cfg(target_os = "linux")]
    pub(crate) fn run(&self, _: &mut Output) -> Result<Status> {
        let (program, arguments) = self
            .program
            .split_first()
            .ok_or_else(|| Wrong::new("expected a program"))?;
        std::process::exit(floe_arena::ugi::supervise(
            self.lifeline,
            program,
            arguments,
        )?)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn run(&self, _: &mut Output) -> Result<Status> {
        Err(Wrong::new("supervise: expected Linux").into())
    }
}
