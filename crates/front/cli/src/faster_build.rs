//! Choice of the build: a release has builds for newer processors next to the program that runs on
//! all of them.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Builds for newer processors, the fastest first: the end of the name, and whether this processor
/// runs it.
#[cfg(target_arch = "x86_64")]
fn builds() -> [(&'static str, bool); 2] {
    macro_rules! all_detected {
        ($($feature:tt),*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
    }
    let v3 = all_detected!(
        "avx2", "bmi1", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt"
    );
    let v4 = v3 && all_detected!("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl");
    // A build for this processor or for a newer one needs no other.
    let is_baseline = cfg!(not(target_feature = "avx2"));
    [
        ("-x86-64-v4", is_baseline && v4),
        ("-x86-64-v3", is_baseline && v3),
    ]
}

#[cfg(not(target_arch = "x86_64"))]
fn builds() -> [(&'static str, bool); 0] {
    []
}

/// Runs the fastest build for this processor that lies next to this program instead of it; `None`
/// if there is none.
///
/// A program with the name of such a build starts no other, so the choice is made once.
pub(crate) fn run() -> Option<ExitCode> {
    let builds = builds();
    if builds.iter().all(|(_, runs_here)| !runs_here) {
        return None;
    }
    let faster = faster(&std::env::current_exe().ok()?, &builds)?;
    let mut command = Command::new(faster);
    command.args(std::env::args_os().skip(1));
    start(command)
}

/// The first file next to `own` with the end of a build that runs here.
fn faster(own: &Path, builds: &[(&str, bool)]) -> Option<PathBuf> {
    let name = own.file_stem()?.to_str()?;
    if builds.iter().any(|(end, _)| name.ends_with(end)) {
        return None;
    }
    let file =
        |end: &str| own.with_file_name(format!("{name}{end}{}", std::env::consts::EXE_SUFFIX));
    let mut files = builds
        .iter()
        .filter(|(_, runs_here)| *runs_here)
        .map(|(end, _)| file(end));
    files.find(|file| file.is_file())
}

/// Replaces this process; returns only if the system refuses, and then this program does the work.
#[cfg(unix)]
fn start(mut command: Command) -> Option<ExitCode> {
    use std::os::unix::process::CommandExt;
    // Messages name the program as it was called.
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    let _ = command.exec();
    None
}

/// Runs the program and waits for its end; Ctrl-C is for that program alone.
#[cfg(not(unix))]
fn start(mut command: Command) -> Option<ExitCode> {
    use std::sync::Arc;
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default());
    let status = command.status().ok()?;
    Some(ExitCode::from(
        status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(1),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_build_that_runs_here_is_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| {
            folder
                .path()
                .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
        };
        let chosen =
            |own: &str, v4, v3| faster(&path(own), &[("-x86-64-v4", v4), ("-x86-64-v3", v3)]);
        assert_eq!(chosen("floe", true, true), None);
        std::fs::write(path("floe-x86-64-v3"), "").unwrap();
        assert_eq!(chosen("floe", true, true), Some(path("floe-x86-64-v3")));
        std::fs::write(path("floe-x86-64-v4"), "").unwrap();
        assert_eq!(chosen("floe", true, true), Some(path("floe-x86-64-v4")));
        assert_eq!(chosen("floe", false, true), Some(path("floe-x86-64-v3")));
        assert_eq!(chosen("floe", false, false), None);
        for own in ["floe-x86-64-v3", "floe-x86-64-v4", "other"] {
            assert_eq!(chosen(own, true, true), None);
        }
    }
}
