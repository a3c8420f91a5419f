//! Licences, bans and sources of all dependencies (cargo-deny), by `deny.toml`.

use anyhow::Result;

use crate::shell::{Verbosity, Workspace, answers, run};
use crate::{Outcome, fuzz, python};

/// Checks the three lock files. Advisories need a database from the network: a workflow of the
/// forge checks them.
pub(crate) fn check(workspace: &Workspace, verbosity: Verbosity) -> Result<Outcome> {
    if !answers(workspace.cargo(["deny"])) {
        // Skipped in the gate too, where it would take longer to build than all the rest.
        return Ok(Outcome::Skipped(
            "cargo-deny is not installed (cargo install --locked cargo-deny)",
        ));
    }
    for manifest in ["Cargo.toml", fuzz::MANIFEST, python::MANIFEST] {
        let mut deny = workspace.cargo([
            "deny",
            "--locked",
            "--config",
            "deny.toml",
            "--manifest-path",
            manifest,
        ]);
        deny.args([
            "check",
            "--hide-inclusion-graph",
            "bans",
            "licenses",
            "sources",
        ]);
        run(deny, verbosity)?;
    }
    Ok(Outcome::Passed(
        "licences, bans and sources of three lock files".to_owned(),
    ))
}
