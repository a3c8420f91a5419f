//! Output files that are inputs of the same call: writing them would lose what they hold.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches};
use floe_engine::EngineSpec;

use crate::problem::Wrong;

/// The names of all options that name a file or a folder to write.
const OUTPUTS: [&str; 12] = [
    "log",
    "export",
    "html",
    "sheet",
    "svg",
    "png",
    "animation",
    "index",
    "record",
    "out",
    "checkpoint",
    "certificate",
];

/// The names of values that are files or folders.
const PATHS: [&str; 4] = ["FILE", "FILE.efg", "DIR", "GAMES"];

/// Checks that no file to write is also one that the call reads or writes elsewhere, under this name or through a link.
pub(crate) fn check(floe: &clap::Command, matches: &ArgMatches) -> Result<(), Wrong> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    let Some(command) = floe.find_subcommand(name) else { return Ok(()) };
    let (mut outputs, mut inputs): (Vec<(&str, PathBuf)>, Vec<PathBuf>) = (Vec::new(), Vec::new());
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        for value in matches.try_get_raw(id).ok().flatten().into_iter().flatten() {
            match value_name(arg) {
                "ENGINE" => inputs.extend(files_of_engine(&value.to_string_lossy())),
                name if !PATHS.contains(&name) => {}
                _ if OUTPUTS.contains(&id) => {
                    outputs.extend(written(value.as_ref()).into_iter().map(|file| (id, file)));
                }
                _ => inputs.extend(read(value.as_ref())),
            }
        }
    }
    for (at, (option, output)) in outputs.iter().enumerate() {
        let is_other = |(other, path): &&(&str, PathBuf)| other != option && place(path) == place(output);
        let other = outputs[..at].iter().find(is_other).map(|(_, path)| path);
        if let Some(input) = inputs.iter().find(|input| is_same_file(output, input)).or(other) {
            let output = output.display();
            let input = input.display();
            let message =
                format!("--{option}: expected another file than {input}, which this call uses; found {output}");
            return Err(Wrong::new(message));
        }
    }
    Ok(())
}

fn value_name(arg: &Arg) -> &str {
    arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str())
}

/// The files that an engine is made of.
fn files_of_engine(text: &str) -> Vec<PathBuf> {
    match text.strip_prefix("cmd:") {
        Some(command) => shlex::split(command).unwrap_or_default().into_iter().map(PathBuf::from).collect(),
        None => text.parse::<EngineSpec>().map(|spec| spec.files(|path| fs::read(path)).collect()).unwrap_or_default(),
    }
}

/// The files that are read where a file or a folder of records is named.
fn read(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() { files_in(path, &["jsonl", "done"]) } else { vec![path.to_owned()] }
}

/// The files that may be replaced where a file or a folder is to be written.
fn written(path: &Path) -> Vec<PathBuf> {
    let mut files = vec![path.to_owned(), path.join("games.jsonl")];
    files.extend(files_in(path, &["svg", "jsonl", "done"]));
    files
}

fn files_in(directory: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let paths = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let has_extension = |path: &PathBuf| extensions.iter().any(|&known| path.extension() == Some(OsStr::new(known)));
    paths.filter(has_extension).collect()
}

/// The path of a file without links, as far as it exists.
fn place(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let parent = || fs::canonicalize(path.parent()?).ok().zip(path.file_name()).map(|(folder, name)| folder.join(name));
    fs::canonicalize(&path).ok().or_else(parent).unwrap_or_else(|| path.clone())
}

/// Whether two paths lead to one regular file.
fn is_same_file(first: &Path, second: &Path) -> bool {
    match [first, second].map(|path| fs::metadata(path).ok().filter(fs::Metadata::is_file)) {
        [Some(one), Some(other)] => have_one_inode(&one, &other) || place(first) == place(second),
        _ => false,
    }
}

/// Whether these are of one file under two names.
#[cfg(unix)]
fn have_one_inode(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn have_one_inode(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::command;

    /// An option that writes a file is named in `OUTPUTS`.
    #[test]
    fn every_option_that_writes_is_known() {
        const BEGINNINGS: [&str; 7] =
            ["Write", "Record the", "Record all", "Cache", "Checkpoint file", "File to write", "After the match"];
        let floe = command();
        let mut found = 0;
        for command in floe.get_subcommands() {
            for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let writes = BEGINNINGS.iter().any(|beginning| help.starts_with(beginning));
                found += usize::from(writes);
                let name = format!("{} --{}: {help}", command.get_name(), arg.get_id());
                let is_known = OUTPUTS.contains(&arg.get_id().as_str()) && PATHS.contains(&value_name(arg));
                assert!(!writes || is_known || command.get_name() == "man", "{name}");
            }
        }
        assert!(found >= 15, "{found}");
    }
}
