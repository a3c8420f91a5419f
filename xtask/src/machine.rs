//! What figures depend on besides the code: the machine, the compiler, the commit.

use std::fs;
use std::num::NonZero;
use std::thread::available_parallelism;

use anyhow::Result;

use crate::shell::{Workspace, read};

/// The processor and how many of its cores are ours.
pub(crate) fn processor() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let ours = available_parallelism().map_or(1, NonZero::get);
    let all = cpuinfo.lines().filter(|line| line.starts_with("processor")).count().max(ours);
    format!("{}, {ours} of {all} cores, {} {}", model(&cpuinfo), std::env::consts::OS, std::env::consts::ARCH)
}

/// The processor's name and numbers, as Linux tells them.
fn model(cpuinfo: &str) -> String {
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name));
        line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim())
    };
    match (field("model name"), field("cpu family"), field("model")) {
        (Some(name), Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        (Some(name), ..) => name.to_owned(),
        _ => "unknown processor".to_owned(),
    }
}

/// How many programs wanted to run, on average over the last minute; figures taken on a busy machine are too low.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// The compiler's name for itself.
pub(crate) fn compiler(workspace: &Workspace) -> Result<String> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    Ok(read(workspace.program(rustc, ["--version"]))?.trim().to_owned())
}

/// The commit in short, and whether tracked files differ from it.
pub(crate) fn commit(workspace: &Workspace) -> Result<(String, bool)> {
    let hash = read(workspace.program("git", ["rev-parse", "--short", "HEAD"]))?;
    let changes = read(workspace.program("git", ["status", "--porcelain", "--untracked-files=no"]))?;
    Ok((hash.trim().to_owned(), !changes.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_read() {
        let cpuinfo = "processor\t: 0\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\n";
        assert_eq!(model(cpuinfo), "AMD EPYC (family 26, model 2)");
        assert_eq!(model("model name : Some CPU"), "Some CPU");
        assert_eq!(model(""), "unknown processor");
    }
}
