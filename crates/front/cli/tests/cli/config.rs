//! Defaults of options from a file.

use std::fs;
use std::process::Command;

use crate::ENDGAME;
use crate::run::{Folder, floe, objects};

/// Calls `floe` with a configuration file of this text.
fn floe_with_config(text: &str, call: &str) -> crate::run::Ran {
    let folder = Folder::new();
    let file = folder.write("floe.toml", text);
    floe!("{call} --config `{file}`")
}

#[test]
fn options_have_defaults() {
    let text = "# mine\nthreads = 1\nhash = 2\njson = true\n\n[analyze]\ndepth = 2\nlines = 3\nquiet = true\n[solve]\ntime = \"1m\"\n";
    let depth = |options: &str| {
        let call = format!("analyze `{ENDGAME}` {options}");
        let found = objects(&floe_with_config(text, &call).fine());
        (
            found[0]["lines"].as_array().unwrap().len(),
            found[0]["depth"].clone(),
        )
    };
    assert_eq!(depth("").0, 3, "the default of the command");
    assert_eq!(depth("--lines 1").0, 1, "the command line counts more");
    assert!(
        floe_with_config(text, &format!("moves `{ENDGAME}`"))
            .fine()
            .starts_with('{'),
        "json concerns all commands"
    );
    // A default contradicts no option of the call.
    floe_with_config(
        "[play]\nseed = 3\nlevel = 1\nside = \"none\"\n",
        &format!("play `{ENDGAME}`"),
    )
    .says("The game is over");
    let new = |text: &str| floe_with_config(text, "new --seed 1").fine();
    assert_eq!(
        new("[new]\nplayers = 3\n"),
        floe("new --seed 1 --players 3").fine()
    );
    assert_eq!(
        new("players = 2\n[new]\nplayers = 3\n"),
        new("[new]\nplayers = 3\n"),
        "the command counts more"
    );
    assert_eq!(new(""), floe("new --seed 1").fine());
}

/// The example in the documentation has no mistake.
#[test]
fn the_documented_file_is_read() {
    let page = include_str!("../../../../../docs/notation.md")
        .split("\n### Configuration file\n")
        .nth(1)
        .unwrap();
    let example = page
        .split("```")
        .nth(1)
        .unwrap()
        .strip_prefix("toml\n")
        .unwrap();
    assert!(
        floe_with_config(example, "play --seed 1")
            .fine()
            .contains("A 0:0,0:0 4,4")
    );
}

#[test]
fn mistakes_have_places() {
    for (text, message) in [
        (
            "threads = 1\n thread = 2",
            "line 2, column 2: unknown option 'thread' (did you mean 'threads'?)",
        ),
        (
            "[analyse]\ntime = \"1s\"",
            "line 1, column 2: unknown command 'analyse' (did you mean 'analyze'?)",
        ),
        (
            "[analyze]\nlevel = 1",
            "line 2, column 1: unknown option 'level' of floe analyze",
        ),
        (
            "[play]\nlevel = 9",
            "line 2, column 9: invalid value '9' for '--level <N>': expected 1 to 8",
        ),
        (
            "[analyze]\ntime = 5",
            "line 2, column 8: invalid value '5' for '--time <TIME>': expected",
        ),
        (
            "[analyze]\nquiet = \"yes\"",
            "line 2, column 9: quiet: expected true or false",
        ),
        (
            "threads = [1]",
            "line 1, column 11: threads: expected text in quotes or a number",
        ),
        (
            "threads = true",
            "line 1, column 11: threads: expected text in quotes or a number",
        ),
        (
            "config = \"other.toml\"",
            "line 1, column 1: unknown option 'config'",
        ),
        ("[supervise]\n", "unknown command 'supervise'"),
        ("threads = 1\nthreads = 2", "line 2, column 1: "),
        ("threads =\n", "line 1, column "),
        ("\u{e9} = 1", "line 1, column "),
    ] {
        // Also what concerns other commands is checked.
        let wrong = floe_with_config(text, &format!("moves `{ENDGAME}`")).wrong();
        assert!(
            wrong.contains("floe.toml, ") && wrong.contains(message),
            "{text}\n{wrong}"
        );
    }
    let wrong = floe!("moves `{ENDGAME}` --config /no/such/file").wrong();
    assert!(wrong.contains("/no/such/file: "), "{wrong}");
    floe!("moves `{ENDGAME}` --config a --no-config").refuses("cannot be used with");
}

/// The file of the variable comes before that of the platform, and `--no-config` reads neither.
#[test]
fn files_are_found() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("floe")).unwrap();
    fs::write(
        folder.path().join("floe").join("floe.toml"),
        "json = true\n",
    )
    .unwrap();
    let other = folder.path().join("other.toml");
    fs::write(&other, "").unwrap();
    let is_json = |variable: Option<&str>, more: &[&str]| {
        let mut floe = Command::new(env!("CARGO_BIN_EXE_floe"));
        floe.args(["moves", ENDGAME])
            .args(more)
            .env_remove("FLOE_CONFIG");
        floe.env("HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path());
        floe.envs(variable.map(|path| ("FLOE_CONFIG", path)));
        let ran = floe.output().unwrap();
        assert!(ran.status.success(), "{ran:?}");
        ran.stdout.starts_with(b"{")
    };
    if cfg!(unix) {
        assert!(is_json(None, &[]));
    }
    assert!(!is_json(None, &["--no-config"]));
    assert!(!is_json(Some(""), &[]));
    assert!(!is_json(other.to_str(), &[]));
}
