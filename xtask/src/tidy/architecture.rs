//! Dependencies between the crates; documentation and lints of every crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};

use super::Report;
use crate::shell::{Workspace, read};

/// Every crate with all that it may use of the workspace, tests included.
const MAY_USE: &[(&str, &[&str])] = &[
    ("hex", &[]),
    ("game", &[]),
    ("runs", &[]),
    ("text", &[]),
    ("search", &["game"]),
    ("flip", &["game"]),
    ("angling", &["game"]),
    // `search` in its tests, for parallel perft.
    ("fish", &["hex", "game", "search"]),
    ("variants", &["hex", "game", "fish"]),
    (
        "picture",
        &["hex", "game", "fish", "variants", "flip", "angling"],
    ),
    ("certificate", &["hex", "game", "fish"]),
    ("evaluation", &["hex", "game", "fish", "variants", "search"]),
    (
        "endgame",
        &[
            "hex",
            "game",
            "fish",
            "runs",
            "search",
            "certificate",
            "evaluation",
        ],
    ),
    ("arena", &["game", "runs", "search", "text"]),
    (
        "engine",
        &[
            "hex",
            "game",
            "runs",
            "search",
            "fish",
            "flip",
            "angling",
            "variants",
            "picture",
            "certificate",
            "endgame",
            "evaluation",
        ],
    ),
    // `angling`, `variants` and `endgame` in its tests and examples.
    (
        "study",
        &[
            "hex", "game", "runs", "search", "fish", "angling", "variants", "picture", "endgame",
            "engine",
        ],
    ),
    ("proofs", &["game", "fish", "runs", "search", "endgame"]),
    (
        "query",
        &["game", "search", "fish", "variants", "engine", "study"],
    ),
    (
        "matches",
        &[
            "game", "runs", "search", "fish", "variants", "arena", "engine", "study",
        ],
    ),
    (
        "training",
        &[
            "fish",
            "game",
            "variants",
            "runs",
            "arena",
            "engine",
            "evaluation",
            "study",
            "matches",
        ],
    ),
    (
        "board",
        &[
            "hex", "game", "fish", "flip", "angling", "variants", "picture", "engine", "study",
            "query",
        ],
    ),
    (
        "cli",
        &[
            "hex", "game", "runs", "text", "search", "fish", "flip", "angling", "variants",
            "picture", "arena", "engine", "study", "query", "matches", "training", "proofs",
            "board",
        ],
    ),
    ("wasm", &["board", "query"]),
    ("benches", &["hex", "game", "search", "fish", "engine"]),
    ("xtask", &[]),
];

/// Maximum number of crates of others that the program is built from without optional features.
const CRATES_CAP: usize = 124;

/// Crates of the workspace that each crate uses, by the names of their folders.
type Arrows = BTreeMap<String, Vec<String>>;

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let arrows = arrows(workspace)?;
    check_arrows(&arrows, report);
    let tree = [
        "tree",
        "--package",
        "floe-cli",
        "--no-default-features",
        "--edges",
        "no-dev",
        "--prefix",
        "none",
    ];
    let tree = read(workspace.cargo(tree))?;
    check_tree(&tree, report);
    let map = workspace.root().join("ARCHITECTURE.md");
    if map.exists() {
        check_map(&arrows, &fs::read_to_string(map)?, report);
    }
    for package in &workspace.metadata.packages {
        let manifest = fs::read_to_string(&package.manifest_path)?;
        check_lints(package.name.as_str(), &manifest, report);
    }
    Ok(())
}

fn arrows(workspace: &Workspace) -> Result<Arrows> {
    let packages = &workspace.metadata.packages;
    let mut folders = BTreeMap::new();
    for package in packages {
        let folder = package
            .manifest_path
            .parent()
            .and_then(|path| path.file_name());
        folders.insert(
            package.name.to_string(),
            folder.context("a package without a folder")?.to_owned(),
        );
    }
    let used = |package: &cargo_metadata::Package| {
        package
            .dependencies
            .iter()
            .filter_map(|dependency| folders.get(&dependency.name).cloned())
            .collect()
    };
    Ok(packages
        .iter()
        .map(|package| (folders[package.name.as_str()].clone(), used(package)))
        .collect())
}

fn check_arrows(arrows: &Arrows, report: &mut Report) {
    for (name, uses) in arrows {
        let Some((_, allowed)) = MAY_USE.iter().find(|(known, _)| known == name) else {
            report.errors.push(format!(
                "the crate {name} has no row in MAY_USE of xtask/src/tidy/architecture.rs"
            ));
            continue;
        };
        for used in uses {
            if !allowed.contains(&used.as_str()) {
                let all = if allowed.is_empty() {
                    "nothing".to_owned()
                } else {
                    allowed.join(" and ")
                };
                report.errors.push(format!(
                    "the crate {name} uses {used}, expected {all} of the workspace"
                ));
            }
        }
    }
}

fn check_tree(tree: &str, report: &mut Report) {
    let all = tree.lines().map(|line| line.trim_end_matches(" (*)"));
    let crates: BTreeSet<_> = all.filter(|name| !name.starts_with("floe-")).collect();
    if crates.len() > CRATES_CAP {
        report.errors.push(format!(
            "floe is built from {} crates of others, limit {CRATES_CAP}",
            crates.len()
        ));
    }
}

fn check_map(arrows: &Arrows, map: &str, report: &mut Report) {
    for name in arrows
        .keys()
        .filter(|name| !map.contains(&format!("`{name}`")) && !map.contains(&format!("{name}/")))
    {
        report
            .errors
            .push(format!("ARCHITECTURE.md does not name the crate {name}"));
    }
}

fn check_lints(name: &str, manifest: &str, report: &mut Report) {
    if !manifest.contains("[lints]\nworkspace = true") {
        report.errors.push(format!(
            "the manifest of {name} does not take over the lints of the workspace"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrows(told: &[(&str, &[&str])]) -> Arrows {
        told.iter()
            .map(|(name, used)| {
                (
                    (*name).to_owned(),
                    used.iter().map(ToString::to_string).collect(),
                )
            })
            .collect()
    }

    #[test]
    fn arrows_go_one_way() {
        let mut report = Report::default();
        check_arrows(
            &arrows(&[
                ("hex", &[]),
                ("fish", &["hex", "game"]),
                ("engine", &["fish", "search"]),
            ]),
            &mut report,
        );
        assert!(report.errors.is_empty(), "{:?}", report.errors);
        check_arrows(
            &arrows(&[
                ("search", &["game", "fish"]),
                ("hex", &["game"]),
                ("new", &[]),
            ]),
            &mut report,
        );
        assert_eq!(
            report.errors,
            [
                "the crate hex uses game, expected nothing of the workspace",
                "the crate new has no row in MAY_USE of xtask/src/tidy/architecture.rs",
                "the crate search uses fish, expected game of the workspace"
            ]
        );
    }

    #[test]
    fn crates_are_counted_once() {
        let mut report = Report::default();
        let tree: String = (0..CRATES_CAP)
            .map(|number| format!("a{number} v1.0.0\n"))
            .collect();
        check_tree(&(tree.clone() + "a1 v1.0.0 (*)\n"), &mut report);
        assert!(report.errors.is_empty());
        check_tree(&(tree + "a1 v2.0.0\n"), &mut report);
        let found = CRATES_CAP + 1;
        assert_eq!(
            report.errors,
            [format!(
                "floe is built from {found} crates of others, limit {CRATES_CAP}"
            )]
        );
    }

    #[test]
    fn every_crate_is_on_the_map() {
        let mut report = Report::default();
        check_map(
            &arrows(&[("hex", &[]), ("game", &[]), ("cli", &[])]),
            "`hex` is geometry; crates/rules/game/",
            &mut report,
        );
        assert_eq!(
            report.errors,
            ["ARCHITECTURE.md does not name the crate cli"]
        );
    }

    #[test]
    fn lints_are_taken_over() {
        let mut report = Report::default();
        check_lints("a", "[package]\n\n[lints]\nworkspace = true\n", &mut report);
        assert!(report.errors.is_empty());
        check_lints("b", "[package]\n", &mut report);
        assert_eq!(report.errors.len(), 1);
    }
}
