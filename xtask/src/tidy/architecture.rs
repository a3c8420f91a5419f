//! Dependencies between the crates; documentation and lints of every crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result};
use cargo_metadata::DependencyKind;

use super::{Report, catalogue};
use crate::shell::{Workspace, read};

/// The wings, in order: a wing may use those before it, never one after it.
const WINGS: [&str; 5] = ["rules", "play", "measure", "people", "front"];

/// Crates that keep to less than their wing may use, with all that they use: geometry and the
/// definition of a game stand alone, searches and matches know no game.
const NARROW: [(&str, &[&str]); 4] = [
    ("hex", &[]),
    ("game", &[]),
    ("search", &["game"]),
    ("arena", &["game", "runs", "search", "text"]),
];

/// Words of a README about what users of a crate may rely on.
const PROMISES: [&str; 2] = ["stable", "Internal, no promise"];

/// Maximum number of crates of others that the program is built from for the first command of the
/// README.
const CRATES_CAP: usize = 124;

/// Crate of the workspace, by the name of its folder.
struct Member {
    /// Place of its wing in [`WINGS`]; none for a tool, which may use everything.
    wing: Option<usize>,
    /// Crates of the workspace that it uses, those of its tests left out.
    uses: Vec<String>,
}

/// All crates of the workspace.
type Members = BTreeMap<String, Member>;

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let members = members(workspace)?;
    check_arrows(&members, report);
    let tree = [
        "tree",
        "--package",
        "floe-fish-cli",
        "--edges",
        "no-dev",
        "--prefix",
        "none",
    ];
    let tree = read(workspace.cargo(tree))?;
    check_tree(&tree, report);
    let map = workspace.root().join("ARCHITECTURE.md");
    if map.exists() {
        check_map(&members, &fs::read_to_string(map)?, report);
    }
    for package in &workspace.metadata.packages {
        let manifest = fs::read_to_string(&package.manifest_path)?;
        check_lints(package.name.as_str(), &manifest, report);
        let folder = package
            .manifest_path
            .parent()
            .context("a package without a folder")?;
        if folder.ancestors().any(|above| above.ends_with("crates")) {
            let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
            let description = package.description.as_deref().unwrap_or_default();
            check_package(package.name.as_str(), description, text, report);
            catalogue::check(package, report);
        }
    }
    Ok(())
}

fn members(workspace: &Workspace) -> Result<Members> {
    let packages = &workspace.metadata.packages;
    let mut folders = BTreeMap::new();
    for package in packages {
        let folder = package
            .manifest_path
            .parent()
            .context("a package without a folder")?;
        folders.insert(package.name.as_str(), folder);
    }
    let name_of = |package: &str| {
        let folder = folders.get(package)?;
        Some(folder.file_name()?.to_owned())
    };
    let mut members = Members::new();
    for package in packages {
        let folder = folders[package.name.as_str()];
        let place = folder.parent().and_then(|above| above.file_name());
        let used = package
            .dependencies
            .iter()
            .filter(|used| used.kind == DependencyKind::Normal);
        let member = Member {
            wing: WINGS.iter().position(|&wing| Some(wing) == place),
            uses: used
                .filter_map(|dependency| name_of(&dependency.name))
                .collect(),
        };
        let name = name_of(&package.name).context("a package without a folder")?;
        members.insert(name, member);
    }
    Ok(members)
}

fn check_arrows(members: &Members, report: &mut Report) {
    for (name, member) in members {
        let Some(wing) = member.wing else { continue };
        let narrow = NARROW.iter().find(|(known, _)| known == name);
        for used in &member.uses {
            if members[used].wing.is_none_or(|other| other > wing) {
                let wing = WINGS[wing];
                report.errors.push(format!(
                    "the crate {name} of the wing {wing} uses {used}, which is in none before it"
                ));
            } else if narrow.is_some_and(|(_, allowed)| !allowed.contains(&used.as_str())) {
                report
                    .errors
                    .push(format!("the crate {name} uses {used}, against its purpose"));
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

fn check_map(members: &Members, map: &str, report: &mut Report) {
    for name in members
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

/// Checks what a package has besides its code: licences, and a README that says what the crate is
/// and whether it is stable. `text` returns the content of a file of its folder.
fn check_package(
    name: &str,
    description: &str,
    text: impl Fn(&str) -> Option<String>,
    report: &mut Report,
) {
    let readme = text("README.md").unwrap_or_default();
    let words: Vec<&str> = readme.split_whitespace().collect();
    if !words
        .join(" ")
        .starts_with(&format!("# {name} {description}"))
    {
        report.errors.push(format!(
            "the README.md of {name} does not begin with the name and the description of the crate"
        ));
    }
    if !PROMISES.iter().any(|promise| readme.contains(promise)) {
        report.errors.push(format!(
            "the README.md of {name} does not say whether it is stable"
        ));
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        if text(licence).is_none() {
            report
                .errors
                .push(format!("the crate {name} has no link to {licence}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(told: &[(&str, Option<usize>, &[&str])]) -> Members {
        let member = |wing, used: &[&str]| Member {
            wing,
            uses: used.iter().map(ToString::to_string).collect(),
        };
        told.iter()
            .map(|&(name, wing, used)| (name.to_owned(), member(wing, used)))
            .collect()
    }

    #[test]
    fn arrows_go_one_way() {
        let rules = Some(0);
        let play = Some(1);
        let mut report = Report::default();
        check_arrows(
            &members(&[
                ("hex", rules, &[]),
                ("game", rules, &[]),
                ("fish", rules, &["hex", "game"]),
                ("search", play, &["game"]),
                ("engine", play, &["fish", "search"]),
                ("lab", None, &["engine"]),
            ]),
            &mut report,
        );
        assert!(report.errors.is_empty(), "{:?}", report.errors);
        check_arrows(
            &members(&[
                ("hex", rules, &["game"]),
                ("game", rules, &[]),
                ("fish", rules, &["search", "lab"]),
                ("search", play, &["game", "fish"]),
                ("lab", None, &[]),
            ]),
            &mut report,
        );
        assert_eq!(
            report.errors,
            [
                "the crate fish of the wing rules uses search, which is in none before it",
                "the crate fish of the wing rules uses lab, which is in none before it",
                "the crate hex uses game, against its purpose",
                "the crate search uses fish, against its purpose"
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
            &members(&[("hex", None, &[]), ("game", None, &[]), ("cli", None, &[])]),
            "`hex` is geometry; crates/rules/game/",
            &mut report,
        );
        assert_eq!(
            report.errors,
            ["ARCHITECTURE.md does not name the crate cli"]
        );
    }

    #[test]
    fn packages_say_what_they_are_and_bring_their_licences() {
        let errors = |readme: &str, licences: bool| {
            let mut report = Report::default();
            let text = |name: &str| match name {
                "README.md" => Some(readme.to_owned()),
                _ => licences.then(String::new),
            };
            check_package("floe-a", "Things", text, &mut report);
            report.errors
        };
        assert_eq!(
            errors("# floe-a\n\nThings. Small and stable.\n", true),
            [""; 0]
        );
        assert_eq!(
            errors("# floe-b\n\nThings.\n", false),
            [
                "the README.md of floe-a does not begin with the name and the description of the crate",
                "the README.md of floe-a does not say whether it is stable",
                "the crate floe-a has no link to LICENSE-MIT",
                "the crate floe-a has no link to LICENSE-APACHE",
            ]
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
