//! Properties that figures depend on besides the code: the machine, the compiler, the commit.

use std::fs;
use std::num::NonZero;
use std::thread::available_parallelism;

use anyhow::Result;

use crate::shell::{Workspace, read};

/// The processor, the number of its cores that are available, the compiler and its flags.
pub(crate) fn describe(workspace: &Workspace) -> Result<String> {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cores = available_parallelism().map_or(1, NonZero::get);
    let compiler = read(workspace.program("rustc", ["--version"]))?;
    let compiler = compiler.split(" (").next().unwrap_or_default();
    let flags = std::env::var("RUSTFLAGS").unwrap_or_else(|_| "native".to_owned());
    Ok(format!("{}, {cores} cores, {compiler}, {flags}", model(&cpuinfo)))
}

/// The processor's name and numbers, as Linux reports them.
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

/// The number of programs that wanted to run, on average over the last minute.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// The commit in short, with a plus sign if tracked files differ from it.
pub(crate) fn commit(workspace: &Workspace) -> Result<String> {
    let hash = read(workspace.program("git", ["rev-parse", "--short", "HEAD"]))?;
    let changes = read(workspace.program("git", ["status", "--porcelain", "--untracked-files=no"]))?;
    Ok(format!("{}{}", hash.trim(), if changes.trim().is_empty() { "" } else { "+" }))
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
