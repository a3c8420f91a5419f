//! Rules of the project that neither the compiler nor clippy checks.

mod architecture;
mod closures;
mod imports;
mod names;
mod place;
mod source;
mod tuples;
mod vocabulary;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use self::imports::Imports;
use self::names::TypeNames;
use crate::shell::Workspace;

/// Findings of all checks.
#[derive(Default)]
pub(crate) struct Report {
    /// Violations, which fail the step.
    pub(crate) errors: Vec<String>,
    /// Remarks, which do not.
    pub(crate) warnings: Vec<String>,
    files: usize,
    functions: Vec<usize>,
    types: TypeNames,
}

impl Report {
    /// Figures of the code in one line.
    pub(crate) fn summary(&self) -> String {
        let warnings = self.warnings.len();
        format!("{} Rust files, {} functions; {warnings} warnings", self.files, self.functions.len())
    }
}

/// Checks the whole tree, without what git ignores.
pub(crate) fn check(workspace: &Workspace) -> Result<Report> {
    let mut report = Report::default();
    let mut imports = Imports::default();
    let root = &workspace.root().canonicalize()?;
    for path in files(root)? {
        let place = path.strip_prefix(root)?;
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_checked = match extension {
            "rs" | "md" | "toml" | "sh" => true,
            "txt" => place::package(place).is_some(),
            _ => false,
        };
        if !is_checked {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", place.display()))?;
        if extension == "rs" {
            let file = syn::parse_file(&text).with_context(|| format!("{} is not Rust", place.display()))?;
            check_code(place, &text, file, &mut report, &mut imports);
            continue;
        }
        vocabulary::check_document(place, &text, &mut report);
        if extension == "md" {
            words::check_text(place, &text, &mut report);
            let exists = |target: &Path| root.join(target).canonicalize().is_ok_and(|to| to.starts_with(root));
            words::check_links(place, &text, exists, &mut report);
        }
    }
    report.types.check(&mut report.errors);
    imports.check(&mut report);
    architecture::check(workspace, &mut report)?;
    Ok(report)
}

/// Checks a file of Rust, `text`, that has been parsed.
fn check_code(place: &Path, text: &str, mut file: syn::File, report: &mut Report, imports: &mut Imports) {
    tuples::check(place, &file, report);
    vocabulary::check_source(place, text, &file, report);
    let test_lines = source::remove_tests(&mut file.items);
    if !place::is_test(place) {
        closures::check(place, &file, report);
    }
    source::check(place, text, &file, &test_lines, report);
    imports.add(place, &file);
    words::check_comments(place, text, report);
}

/// All files, in an order that does not depend on the file system.
fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut walk = ignore::WalkBuilder::new(root);
    walk.hidden(false).require_git(false).filter_entry(|entry| entry.file_name() != ".git");
    let mut files = Vec::new();
    for entry in walk.sort_by_file_path(Path::cmp).build() {
        let entry = entry?;
        if entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

/// Number of errors that a check reports of a function with these statements.
#[cfg(test)]
fn errors_in(statements: &str, check: impl Fn(&Path, &syn::File, &mut Report)) -> usize {
    let file = syn::parse_file(&format!("fn f() {{ {statements} }}")).expect("the statements are Rust");
    let mut report = Report::default();
    check(Path::new("a.rs"), &file, &mut report);
    report.errors.len()
}
