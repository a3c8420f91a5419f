//! Options that mean nothing without another one.
//!
//! clap knows some of these needs, and leaves them out where a third option of the call excludes
//! the one needed. So all are checked again, in every call.

use std::any::TypeId;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

use crate::problem::Wrong;

/// Commands, options of theirs, and the option that each of these needs.
const NEEDS: [(&str, &str, &str); 23] = [
    ("match", "game_file", "out"),
    ("match", "normalized", "sprt"),
    ("match", "shard", "out"),
    ("match", "shards", "out"),
    ("puzzle", "answers", "sheet"),
    ("puzzle", "graded", "files"),
    ("puzzle", "lesson", "sheet"),
    ("puzzle", "no_lines", "sheet"),
    ("puzzle", "no_names", "sheet"),
    ("puzzle", "title", "sheet"),
    ("replay", "engine", "annotate"),
    ("replay", "strength", "annotate"),
    ("replay", "hash", "prove"),
    ("replay", "concurrency", "prove"),
    ("selfplay", "shard", "out"),
    ("selfplay", "shards", "out"),
    ("solve", "checkpoint_interval", "checkpoint"),
    ("solve", "html", "status"),
    ("solve", "job_nodes", "split"),
    ("solve", "leaf_nodes", "certificate"),
    ("tune", "shard", "out"),
    ("tune", "shards", "out"),
    ("verify", "seed", "sample"),
];

/// Refuses a call with an option that needs another one, if that one is missing.
pub(crate) fn check(floe: &clap::Command, matches: &ArgMatches) -> Result<(), Wrong> {
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let Some(command) = floe.find_subcommand(name) else {
        return Ok(());
    };
    for (_, option, needed) in NEEDS.into_iter().filter(|(command, ..)| *command == name) {
        let [option, needed] =
            [option, needed].map(|id| command.get_arguments().find(|arg| arg.get_id() == id));
        if let (Some(option), Some(needed)) = (option, needed)
            && matches.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine)
            && !has_value(needed, matches)
        {
            return Err(Wrong::new(format!(
                "{}: expected with {}",
                usage(option),
                usage_with_value(needed)
            )));
        }
    }
    Ok(())
}

/// Whether an argument is a switch, which is on or off.
pub(crate) fn is_switch(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
        || arg.get_value_parser().type_id() == TypeId::of::<bool>()
}

/// Whether an option has a value other than one built in.
fn has_value(option: &Arg, matches: &ArgMatches) -> bool {
    let id = option.get_id().as_str();
    match matches.try_get_one::<bool>(id) {
        Ok(switch) => switch == Some(&true),
        Err(_) => matches.try_contains_id(id).unwrap_or(false),
    }
}

fn usage(option: &Arg) -> String {
    format!("--{}", option.get_long().unwrap_or_default())
}

fn usage_with_value(option: &Arg) -> String {
    match option.get_value_names().and_then(|names| names.first()) {
        Some(value) if option.is_positional() => value.to_string(),
        Some(value) if option.get_action().takes_values() => format!("{} {value}", usage(option)),
        _ => usage(option),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::command;

    /// A value that an option takes.
    fn value(option: &str) -> Option<&'static str> {
        match option {
            "normalized" | "graded" | "lesson" | "no_lines" | "no_names" => None,
            "answers" => Some("none"),
            "shard" => Some("1/2"),
            "game_file" | "html" => Some("file"),
            "engine" => Some("greedy"),
            "checkpoint_interval" => Some("1m"),
            _ => Some("1000"),
        }
    }

    /// Values of the positional arguments of a command and of options that exclude others.
    fn words(arg: &Arg) -> Vec<String> {
        let id = arg.get_id().as_str();
        let value = match id {
            "position" => {
                "1A11111B/11111111/1111111/11111111/1111111/11111111/1111111/11111111 A 0:0,0:0"
            }
            "shard" => "1/2",
            "games" | "shards" | "seed" => "2",
            _ => "file",
        };
        let option = arg.get_long().map(|long| format!("--{long}"));
        let value = arg.get_action().takes_values().then(|| value.to_owned());
        option.into_iter().chain(value).collect()
    }

    #[test]
    fn every_need_of_clap_is_checked_again() {
        let floe = command();
        let mut found = 0;
        for command in floe.get_subcommands() {
            for arg in command.get_arguments() {
                // clap shows needs nowhere else.
                let shown = format!("{arg:?}");
                let Some((_, needs)) = shown.split_once("requires: [(") else {
                    continue;
                };
                let needed = needs.split('"').nth(1).expect("a need has a name");
                let need = (command.get_name(), arg.get_id().as_str(), needed);
                assert!(NEEDS.contains(&need), "{need:?}");
                found += 1;
            }
        }
        assert_eq!(
            found,
            NEEDS.len() - 2,
            "all but two options of solve --status"
        );
    }

    /// Calls every option without the one that it needs: alone, and with each option that excludes
    /// the needed one.
    #[test]
    fn no_option_goes_without_what_it_needs() {
        for (name, option, needed) in NEEDS {
            let floe = command();
            let called = floe.find_subcommand(name).expect("the command is known");
            let arg = |id: &str| {
                called
                    .get_arguments()
                    .find(|arg| arg.get_id() == id)
                    .expect("the option is known")
            };
            let excluding = called.get_arg_conflicts_with(arg(needed)).into_iter();
            let excluded_by = called.get_arguments().filter(|other| {
                called
                    .get_arg_conflicts_with(other)
                    .iter()
                    .any(|id| id.get_id() == needed)
            });
            let others = excluding.chain(excluded_by).map(Some).chain([None]);
            for other in others.filter(|other| other.is_none_or(|other| other.get_id() != option)) {
                let positional = called
                    .get_positionals()
                    .filter(|arg| other.is_none_or(|o| o.get_id() != arg.get_id()));
                let positional = positional.filter(|arg| arg.get_id() != needed);
                let mut call = vec!["floe".to_owned(), name.to_owned()];
                call.extend(positional.flat_map(words));
                call.push(usage(arg(option)));
                call.extend(value(option).map(str::to_owned));
                call.extend(other.into_iter().flat_map(words));
                let refused = match floe.clone().try_get_matches_from(&call) {
                    Err(error) => !matches!(error.kind(), clap::error::ErrorKind::DisplayHelp),
                    Ok(matches) => check(&floe, &matches).is_err(),
                };
                assert!(refused, "{call:?} without --{needed}");
            }
        }
    }
}
