//! Paths that a call names: what it writes is never what it reads, nor a file of a folder that it
//! works in.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use clap::{Arg, ArgMatches};
use floe_engine::EngineSpec;

use crate::problem::Wrong;

/// Use of a path by the call that names it.
#[derive(Clone, Copy)]
enum PathUse {
    /// A file that is read, or a folder of which no file is written.
    Input,
    /// A file that is written, also where it is read before.
    Output(Content),
    /// A folder whose files with these names are read or written by the call. A name has at most
    /// one `*`, for any characters; one that ends in `/` is of a folder with all that is in it.
    Folder(&'static [&'static str]),
}

/// Content of a file that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Svg,
    Png,
    Animation,
    Page,
    /// Another format, which names need not show.
    Other,
}

/// Records of games of a match.
const RECORDS: &[&str] = &["*.jsonl", "*.done"];
/// Parts of self-play.
const PARTS: &[&str] = &["shard-*"];
/// Rounds of a tuning.
const ROUNDS: &[&str] = &["*.tuning", "*.done", "tuning.json"];
/// A run of training, and what is learned from given games.
const TRAINING: &[&str] = &["training.json", "round-*/", "weights.txt", "network.txt"];
/// A proof on many machines.
const PROOF: &[&str] = &["proof.txt", "bounds/", "jobs/"];
/// Pictures of positions.
const PICTURES: &[&str] = &["*.svg"];
/// Manual pages.
const MANUAL: &[&str] = &["*.1"];

/// Endings of names that promise a picture, a film or a page.
const PICTURE_ENDINGS: [&str; 22] = [
    "svg", "svgz", "png", "apng", "gif", "webp", "avif", "jpg", "jpeg", "bmp", "tif", "tiff",
    "mp4", "webm", "mkv", "mov", "avi", "pdf", "ps", "eps", "html", "htm",
];

/// Use of the path of an option by a command; `None` if that is not known.
fn use_of(command: &str, option: &str) -> Option<PathUse> {
    Some(match (command, option) {
        ("match", "out" | "merge") | ("rate", "games") => PathUse::Folder(RECORDS),
        ("tune", "out") => PathUse::Folder(ROUNDS),
        ("train", "out") => PathUse::Folder(TRAINING),
        ("selfplay", "merge") => PathUse::Folder(PARTS),
        ("solve", "split" | "status") => PathUse::Folder(PROOF),
        ("replay" | "puzzle", "svg") => PathUse::Folder(PICTURES),
        ("man", "directory") => PathUse::Folder(MANUAL),
        (_, "svg") => PathUse::Output(Content::Svg),
        (_, "png") => PathUse::Output(Content::Png),
        (_, "animation") => PathUse::Output(Content::Animation),
        (_, "html" | "sheet") => PathUse::Output(Content::Page),
        ("play", "file")
        | ("selfplay", "out")
        | ("replay" | "solve", "export")
        | (_, "game_file" | "index" | "log" | "record" | "checkpoint" | "certificate") => {
            PathUse::Output(Content::Other)
        }
        (
            _,
            "config" | "positions" | "file" | "files" | "history" | "params" | "against" | "read"
            | "from" | "calibrate",
        ) => PathUse::Input,
        _ => return None,
    })
}

/// Whether `-` stands for standard output: where what is printed takes the place of the text of the
/// command.
fn prints(command: &str, option: &str) -> bool {
    matches!(
        (command, option),
        ("show" | "analyze" | "solve", "svg" | "png") | ("replay", "export")
    )
}

/// A path that the call names.
struct NamedPath {
    /// The option, as it is typed.
    option: String,
    path: PathBuf,
    /// The path without links and detours.
    place: PathBuf,
    usage: PathUse,
    /// Whether files with numbers before the ending of the name are written in place of this one.
    is_numbered: bool,
}

/// Checks that no output of the call is one of its inputs or other outputs, or a file of a folder
/// that it works in, under this name or through a link; and that the name of an output promises
/// what is written.
pub(crate) fn check(
    floe: &clap::Command,
    matches: &ArgMatches,
    config: Option<PathBuf>,
) -> Result<(), Wrong> {
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let Some(command) = floe.find_subcommand(name) else {
        return Ok(());
    };
    let mut paths = named_paths(command, matches);
    paths.extend(config.map(|file| NamedPath::new("--config".to_owned(), file, PathUse::Input)));
    for (at, output) in paths.iter().enumerate() {
        match output.usage {
            PathUse::Output(content) => {
                check_name(
                    output,
                    content,
                    prints(name, output.option.trim_start_matches('-')),
                )?;
            }
            PathUse::Folder(_) if is_standard_stream(&output.path) => {
                return Err(Wrong::new(format!(
                    "{}: expected the name of a folder; found '-'",
                    output.option
                )));
            }
            _ => {}
        }
        let mut others = paths[..at].iter().chain(&paths[at + 1..]);
        if let Some(other) = others.find(|other| output.is_lost_or_loses(other)) {
            let option = &output.option;
            let other = shown(&other.path);
            let found = shown(&output.path);
            return Err(Wrong::new(format!(
                "{option}: expected another file than {other}, which this call uses; found {found}"
            )));
        }
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// All paths of a call, also those of the files that engines are made of.
fn named_paths(command: &clap::Command, matches: &ArgMatches) -> Vec<NamedPath> {
    let is_given = |option: &str| matches.try_contains_id(option).unwrap_or(false);
    let is_dash = |option: &str| {
        let position = matches
            .try_get_raw(option)
            .ok()
            .flatten()
            .into_iter()
            .flatten()
            .next();
        position == Some(OsStr::new("-"))
    };
    let is_batch = is_given("positions") || is_dash("position");
    let has_shard = is_given("shard") || is_given("shards");
    let mut paths = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        let option = typed_name(arg);
        for value in matches.try_get_raw(id).ok().flatten().into_iter().flatten() {
            if !is_path(arg) {
                let files = if names_engine(arg) {
                    files_of_engine(&value.to_string_lossy())
                } else {
                    Vec::new()
                };
                paths.extend(
                    files
                        .into_iter()
                        .map(|file| NamedPath::new(option.clone(), file, PathUse::Input)),
                );
                continue;
            }
            let usage = match use_of(command.get_name(), id) {
                Some(PathUse::Output(_)) if id == "out" && has_shard => PathUse::Folder(PARTS),
                Some(PathUse::Input) if Path::new(value).is_dir() => PathUse::Folder(RECORDS),
                usage => usage.unwrap_or(PathUse::Output(Content::Other)),
            };
            let path = NamedPath::new(option.clone(), value.into(), usage);
            let is_picture = matches!(usage, PathUse::Output(Content::Svg | Content::Png));
            paths.push(NamedPath {
                is_numbered: is_batch && is_picture,
                ..path
            });
        }
    }
    paths
}

fn is_path(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == std::any::TypeId::of::<PathBuf>()
}

/// Whether the value of an argument is an engine, which may be made of files.
pub(crate) fn names_engine(arg: &Arg) -> bool {
    arg.get_value_names()
        .is_some_and(|names| ["ENGINE", "PROGRAM"].contains(&names[0].as_str()))
}

/// Name of an argument as a user types or reads it: `--html` or `FILE`.
fn typed_name(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(names)) => names[0].to_string(),
        (None, None) => arg.get_id().to_string(),
    }
}

/// Checks that the name of an output is one, and promises no other format than the one that is
/// written.
fn check_name(output: &NamedPath, content: Content, prints: bool) -> Result<(), Wrong> {
    let option = &output.option;
    if is_standard_stream(&output.path) {
        return if prints {
            Ok(())
        } else {
            Err(Wrong::new(format!(
                "{option}: expected the name of a file; found '-', which prints only the picture of a position and the \
                 games of floe replay --export"
            )))
        };
    }
    let (endings, written): (&[&str], &str) = match content {
        Content::Svg => (&["svg"], "a picture in SVG"),
        Content::Png => (&["png"], "a picture in PNG"),
        Content::Animation => (&["png", "apng"], "an animated PNG"),
        Content::Page => (&["html", "htm"], "a page of HTML"),
        Content::Other => (&[], "no picture and no page"),
    };
    let found = output
        .path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    if endings.contains(&found.as_str()) || !PICTURE_ENDINGS.contains(&found.as_str()) {
        return Ok(());
    }
    let expected = match endings.first() {
        Some(ending) => format!("a name that ends in .{ending}"),
        None => "a name with another ending".to_owned(),
    };
    Err(Wrong::new(format!(
        "{option}: expected {expected}, for floe writes {written}; found {}",
        shown(&output.path)
    )))
}

/// Whether a path stands for standard input or output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

impl NamedPath {
    fn new(option: String, path: PathBuf, usage: PathUse) -> NamedPath {
        let place = without_temporary_ending(place(&path));
        NamedPath {
            option,
            path,
            place,
            usage,
            is_numbered: false,
        }
    }

    /// Whether writing this one loses the other, or makes the other impossible.
    fn is_lost_or_loses(&self, other: &NamedPath) -> bool {
        if is_standard_stream(&self.path) || is_standard_stream(&other.path) {
            return false;
        }
        match (self.usage, other.usage) {
            (PathUse::Output(_), PathUse::Input) => self.is_file_of(other),
            // A file cannot be a folder as well.
            (PathUse::Output(_), PathUse::Output(_)) => {
                self.is_file_of(other)
                    || self.place == other.place
                    || other.place.starts_with(&self.place)
            }
            (PathUse::Output(_), PathUse::Folder(names)) => {
                self.is_file_of(other)
                    || other.place.starts_with(&self.place)
                    || is_in_folder(self, &other.place, names)
            }
            (PathUse::Folder(names), PathUse::Input) => {
                self.is_file_of(other) || is_in_folder(other, &self.place, names)
            }
            (PathUse::Folder(_) | PathUse::Input, _) => false,
        }
    }

    /// Whether this output replaces the file that the other path names.
    fn is_file_of(&self, other: &NamedPath) -> bool {
        is_same_file(&self.path, &other.path)
            || self.is_numbered && is_numbered_name(&self.place, &other.place)
    }
}

/// Whether a path leads to a file of a folder that has one of these names, whether it is there
/// already or not.
fn is_in_folder(file: &NamedPath, folder: &Path, names: &[&str]) -> bool {
    let is_own = file
        .place
        .strip_prefix(folder)
        .is_ok_and(|inside| has_name(inside, names));
    is_own
        || own_files(folder, folder, names)
            .iter()
            .any(|own| are_one_file(&file.path, own))
}

/// The files of a folder that have one of these names, also those in folders within it.
fn own_files(folder: &Path, within: &Path, names: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(within).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_own = path
            .strip_prefix(folder)
            .is_ok_and(|inside| has_name(inside, names));
        if is_own && path.is_dir() {
            files.extend(own_files(folder, &path, names));
        } else if is_own {
            files.push(path);
        }
    }
    files
}

/// Whether a path within a folder has one of these names, in letters of any case.
fn has_name(inside: &Path, names: &[&str]) -> bool {
    let mut parts = inside
        .components()
        .map(|part| part.as_os_str().to_string_lossy().to_lowercase());
    let first = parts.next().unwrap_or_default();
    let is_deep = parts.next().is_some();
    names.iter().any(|name| match name.strip_suffix('/') {
        Some(folder) => fits(&first, folder),
        None => !is_deep && fits(&first, name),
    })
}

/// Whether a text fits a name with at most one `*`.
fn fits(text: &str, name: &str) -> bool {
    match name.split_once('*') {
        None => text == name,
        Some((start, end)) => {
            text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
        }
    }
}

/// Whether a name is another one with a number before its ending, as `a-2.svg` is of `a.svg`.
fn is_numbered_name(plain: &Path, numbered: &Path) -> bool {
    let stem = |path: &Path| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let own = stem(plain);
    let other = stem(numbered);
    let number = other
        .strip_prefix(&own)
        .and_then(|end| end.strip_prefix('-'));
    let is_number = number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_number && plain.parent() == numbered.parent() && plain.extension() == numbered.extension()
}

/// The files that an engine is made of.
fn files_of_engine(text: &str) -> Vec<PathBuf> {
    match text.strip_prefix("cmd:") {
        Some(command) => {
            let words = shlex::split(command).unwrap_or_default();
            let values = words
                .iter()
                .filter_map(|word| Some(word.split_once('=')?.1.to_owned()));
            values
                .chain(words.iter().cloned())
                .map(PathBuf::from)
                .collect()
        }
        None => text
            .parse::<EngineSpec>()
            .map(|spec| spec.files(|path| fs::read(path)).collect())
            .unwrap_or_default(),
    }
}

/// The path of a file without links and detours, also where it or a folder before it is missing.
fn place(path: &Path) -> PathBuf {
    /// Number of links that Linux follows.
    const MAX_LINKS: usize = 40;
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut left: Vec<PathBuf> = parts(&path);
    let mut place = PathBuf::new();
    let mut links = 0;
    while let Some(part) = left.pop() {
        if part == Path::new("..") {
            place.pop();
            continue;
        }
        let next = place.join(&part);
        match fs::read_link(&next) {
            Ok(target) if links < MAX_LINKS => {
                links += 1;
                left.extend(parts(&target));
            }
            _ => place = next,
        }
    }
    place
}

fn parts(path: &Path) -> Vec<PathBuf> {
    let parts = path
        .components()
        .rev()
        .filter(|part| *part != Component::CurDir);
    parts.map(|part| PathBuf::from(part.as_os_str())).collect()
}

/// The path of the file that a temporary file of floe becomes, or the path itself.
fn without_temporary_ending(path: PathBuf) -> PathBuf {
    if path.extension() != Some(OsStr::new("floe-tmp")) {
        return path;
    }
    let path = path.with_extension("");
    let number = path
        .extension()
        .map(|number| number.to_string_lossy().into_owned())
        .unwrap_or_default();
    if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
        path.with_extension("")
    } else {
        path
    }
}

/// Whether two paths lead to one regular file, or would if it were there.
fn is_same_file(first: &Path, second: &Path) -> bool {
    // A device, such as a terminal, may be read and written.
    let may_be_file = |path: &Path| fs::metadata(path).map_or(true, |found| found.is_file());
    let is_one_place =
        || without_temporary_ending(place(first)) == without_temporary_ending(place(second));
    are_one_file(first, second) || may_be_file(first) && may_be_file(second) && is_one_place()
}

/// Whether two paths lead to one regular file that is there, also under two names.
#[cfg(unix)]
fn are_one_file(first: &Path, second: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |path: &Path| {
        fs::metadata(path)
            .ok()
            .filter(fs::Metadata::is_file)
            .map(|found| (found.dev(), found.ino()))
    };
    number(first).is_some_and(|first| number(second) == Some(first))
}

/// Elsewhere files are compared by their places.
#[cfg(not(unix))]
fn are_one_file(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use clap::ArgAction;

    use super::*;
    use crate::arguments::command;

    /// All arguments of all commands whose value is a path, with the name of the command.
    fn paths(floe: &clap::Command) -> Vec<(&clap::Command, &Arg)> {
        let of_command =
            |command| clap::Command::get_arguments(command).map(move |arg| (command, arg));
        floe.get_subcommands()
            .flat_map(of_command)
            .filter(|(_, arg)| is_path(arg))
            .collect()
    }

    fn output_content(command: &clap::Command, arg: &Arg) -> Option<Content> {
        match use_of(command.get_name(), arg.get_id().as_str()) {
            Some(PathUse::Output(content)) => Some(content),
            _ => None,
        }
    }

    /// The words of an argument with this value.
    fn words(arg: &Arg, value: &Path) -> Vec<std::ffi::OsString> {
        let option = arg.get_long().map(|long| format!("--{long}").into());
        option.into_iter().chain([value.into()]).collect()
    }

    /// Checks a call with these arguments alone; what else it needs does not matter.
    fn checked(command: &clap::Command, arguments: &[(&Arg, &Path)]) -> Result<(), String> {
        let only = command
            .clone()
            .mut_args(|arg| arg.required(false))
            .disable_help_flag(true);
        let floe = clap::Command::new("floe")
            .ignore_errors(true)
            .subcommand(only);
        let mut call: Vec<std::ffi::OsString> = vec!["floe".into(), command.get_name().into()];
        // Values in the place of an option come last, and as many as it takes.
        let (options, positional): (Vec<_>, Vec<_>) =
            arguments.iter().partition(|(arg, _)| !arg.is_positional());
        options
            .iter()
            .chain(&positional)
            .for_each(|(arg, value)| call.extend(words(arg, value)));
        let mut floe = floe;
        let matches = floe
            .try_get_matches_from_mut(call)
            .expect("errors are ignored");
        check(&floe, &matches, None).map_err(|wrong| wrong.message)
    }

    /// A path under other names: itself, a detour, and links, which may lead to nothing.
    fn names_of(path: &Path) -> Vec<PathBuf> {
        let folder = path.parent().unwrap();
        let root = folder.ancestors().find(|folder| folder.exists()).unwrap();
        let inside = path.strip_prefix(root).unwrap();
        let detour = root.join("detour").join("..").join(".").join(inside);
        fs::create_dir_all(root.join("detour")).unwrap();
        let mut names = vec![
            path.to_owned(),
            detour,
            path.with_added_extension("floe-tmp"),
        ];
        let hard = root.join("hard");
        let _ = fs::remove_file(&hard);
        if path.is_file() {
            fs::hard_link(path, &hard).unwrap();
            names.push(hard);
        }
        #[cfg(unix)]
        {
            let [soft, chain, folder_link] =
                ["soft", "chain", "folder"].map(|name| root.join(name));
            for link in [&soft, &chain, &folder_link] {
                let _ = fs::remove_file(link);
            }
            std::os::unix::fs::symlink(path, &soft).unwrap();
            std::os::unix::fs::symlink("soft", &chain).unwrap();
            std::os::unix::fs::symlink(root, &folder_link).unwrap();
            names.extend([soft, chain, folder_link.join(inside)]);
        }
        names
    }

    /// Every path of every command is known, and no text or number is taken for one.
    #[test]
    fn every_path_of_every_command_is_known() {
        let floe = command();
        let mut outputs = 0;
        for (command, arg) in paths(&floe) {
            let known = use_of(command.get_name(), arg.get_id().as_str());
            assert!(known.is_some(), "{} {}", command.get_name(), arg.get_id());
            outputs += usize::from(output_content(command, arg).is_some());
        }
        assert!(outputs >= 20, "{outputs}");
        for command in floe.get_subcommands() {
            for arg in command
                .get_arguments()
                .filter(|arg| arg.get_action().takes_values())
            {
                let names = arg.get_value_names().unwrap_or_default();
                let is_named = ["FILE", "DIR", "GAMES", "FILE.efg"].contains(&names[0].as_str());
                assert_eq!(
                    is_named,
                    is_path(arg),
                    "{} {}",
                    command.get_name(),
                    arg.get_id()
                );
            }
        }
    }

    /// Every output of every command against every other path of the command, under every name,
    /// there or not.
    #[test]
    fn no_output_is_another_path_of_the_call() {
        let floe = command();
        let mut count = 0;
        for (command, output) in paths(&floe)
            .into_iter()
            .filter(|(command, arg)| output_content(command, arg).is_some())
        {
            for other in command
                .get_arguments()
                .filter(|arg| is_path(arg) && arg.get_id() != output.get_id())
            {
                for is_there in [true, false] {
                    let folder = tempfile::tempdir().unwrap();
                    let root = fs::canonicalize(folder.path()).unwrap();
                    let file = root.join("work").join("file");
                    if is_there {
                        fs::create_dir_all(file.parent().unwrap()).unwrap();
                        fs::write(&file, "").unwrap();
                    }
                    for name in names_of(&file) {
                        let refused = checked(command, &[(output, &name), (other, &file)]);
                        let of = format!(
                            "{} {} {} {}",
                            command.get_name(),
                            output.get_id(),
                            other.get_id(),
                            name.display()
                        );
                        let message = refused.expect_err(&of);
                        assert!(
                            message.contains("expected another file than "),
                            "{of}: {message}"
                        );
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 500, "{count}");
    }

    /// A file of a folder, by the names that its kind of work gives to files.
    fn examples(names: &[&str]) -> Vec<String> {
        let example = |name: &&str| match name.strip_suffix('/') {
            Some(folder) => format!("{}/part-1/file", folder.replace('*', "1")),
            None => name.replace('*', "1"),
        };
        names.iter().map(example).collect()
    }

    /// Every output of every command against the files of every folder that it works in, under
    /// every name.
    #[test]
    fn no_output_is_a_file_of_a_folder_that_the_call_works_in() {
        let floe = command();
        let mut count = 0;
        for (command, work) in paths(&floe) {
            let Some(PathUse::Folder(names)) = use_of(command.get_name(), work.get_id().as_str())
            else {
                continue;
            };
            let outputs = command
                .get_arguments()
                .filter(|arg| is_path(arg) && output_content(command, arg).is_some());
            for output in outputs {
                for (example, is_there) in examples(names)
                    .into_iter()
                    .flat_map(|name| [(name.clone(), true), (name, false)])
                {
                    let folder = tempfile::tempdir().unwrap();
                    let root = fs::canonicalize(folder.path()).unwrap();
                    let directory = root.join("work");
                    let file = directory.join(&example);
                    if is_there {
                        fs::create_dir_all(file.parent().unwrap()).unwrap();
                        fs::write(&file, "").unwrap();
                    }
                    for name in names_of(&file).into_iter().chain([directory.clone()]) {
                        let of = format!(
                            "{} {} {}",
                            command.get_name(),
                            output.get_id(),
                            name.display()
                        );
                        checked(command, &[(output, &name), (work, &directory)]).expect_err(&of);
                        count += 1;
                    }
                    let report = directory.join("report");
                    assert_eq!(
                        checked(command, &[(output, &report), (work, &directory)]),
                        Ok(()),
                        "{}",
                        output.get_id()
                    );
                }
            }
        }
        assert!(count > 100, "{count}");
    }

    /// `-` prints or is refused in words, for every path that is written.
    #[test]
    fn a_hyphen_prints_or_is_refused() {
        let floe = command();
        let mut printed = Vec::new();
        for (command, arg) in paths(&floe) {
            let usage = use_of(command.get_name(), arg.get_id().as_str());
            let is_written = !matches!(usage, Some(PathUse::Input))
                && !matches!(arg.get_action(), ArgAction::Append);
            let of = format!("{} {}", command.get_name(), arg.get_id());
            match checked(command, &[(arg, Path::new("-"))]) {
                Ok(()) if is_written => {
                    printed.push(format!("{} {}", command.get_name(), arg.get_id()));
                }
                Ok(()) => {}
                Err(message) => assert!(message.contains("; found '-'"), "{of}: {message}"),
            }
        }
        let expected = [
            "show svg",
            "show png",
            "analyze svg",
            "analyze png",
            "solve svg",
            "solve png",
            "replay export",
        ];
        assert_eq!(printed, expected);
    }

    /// No output takes a name that promises another format.
    #[test]
    fn names_promise_what_is_written() {
        let floe = command();
        for (command, arg) in paths(&floe) {
            let Some(content) = output_content(command, arg) else {
                continue;
            };
            let taken = PICTURE_ENDINGS.iter().filter(|ending| {
                let name = format!("a.{}", ending.to_uppercase());
                checked(command, &[(arg, Path::new(&name))]).is_ok()
            });
            let taken: Vec<&str> = taken.copied().collect();
            let expected: &[&str] = match content {
                Content::Svg => &["svg"],
                Content::Png => &["png"],
                Content::Animation => &["png", "apng"],
                Content::Page => &["html", "htm"],
                Content::Other => &[],
            };
            assert_eq!(taken, expected, "{} {}", command.get_name(), arg.get_id());
            for name in ["a", "a.text", "a.b.c"] {
                assert_eq!(
                    checked(command, &[(arg, Path::new(name))]),
                    Ok(()),
                    "{} {}",
                    command.get_name(),
                    arg.get_id()
                );
            }
        }
    }

    /// Names that are not UTF-8 are compared like others, and every path of every command takes
    /// them.
    #[cfg(unix)]
    #[test]
    fn names_need_not_be_utf8() {
        use std::os::unix::ffi::OsStrExt;
        let floe = command();
        let odd = Path::new(OsStr::from_bytes(b"odd\xff"));
        for (command, arg) in paths(&floe) {
            assert_eq!(
                checked(command, &[(arg, odd)]),
                Ok(()),
                "{} {}",
                command.get_name(),
                arg.get_id()
            );
            for other in command
                .get_arguments()
                .filter(|other| is_path(other) && other.get_id() != arg.get_id())
            {
                if output_content(command, arg).is_some() {
                    checked(command, &[(arg, odd), (other, odd)]).expect_err(command.get_name());
                }
            }
        }
    }

    #[test]
    fn numbered_pictures_are_outputs() {
        let is_numbered =
            |plain: &str, numbered: &str| is_numbered_name(Path::new(plain), Path::new(numbered));
        assert!(is_numbered("a/b.svg", "a/b-12.svg"));
        for other in ["a/b.svg", "a/b-.svg", "a/b-x.svg", "a/b-1.png", "b-1.svg"] {
            assert!(!is_numbered("a/b.svg", other), "{other}");
        }
    }
}
