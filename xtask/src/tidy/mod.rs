//! Rules of the project that neither the compiler nor clippy checks.

mod architecture;
mod book;
mod catalogue;
mod embedded;
mod imports;
mod names;
mod openings;
mod place;
mod source;
mod versions;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use self::book::Documents;
use self::imports::Imports;
use self::names::TypeNames;
use crate::shell::Workspace;

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
        format!(
            "{} Rust files, {} functions; {warnings} warnings",
            self.files,
            self.functions.len()
        )
    }
}

pub(crate) fn check(workspace: &Workspace) -> Result<Report> {
    let mut report = Report::default();
    let mut imports = Imports::default();
    let mut documents = Documents::default();
    let root = &workspace.root().canonicalize()?;
    for path in files(root)? {
        let place = path.strip_prefix(root)?;
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        if !matches!(extension, "rs" | "md" | "py") {
            continue;
        }
        let text = fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", place.display()))?;
        if extension == "rs" {
            let file = syn::parse_file(&text)
                .with_context(|| format!("{} is not Rust", place.display()))?;
            check_code(place, &text, file, &mut report, &mut imports);
            continue;
        }
        if extension == "py" {
            imports.add_python(place, &text);
            continue;
        }
        words::check_text(place, &text, &mut report);
        let exists = |target: &Path| {
            root.join(target)
                .canonicalize()
                .is_ok_and(|to| to.starts_with(root))
        };
        // Chapters of the rules are read where they are put together.
        let read_at = if place.starts_with("crates/people/presentation/src/rules/chapters") {
            Path::new("docs/rules.md")
        } else {
            place
        };
        words::check_links(read_at, &text, exists, &mut report);
        if read_at == place {
            documents.add(place, &text);
        }
    }
    report.types.check(&mut report.errors);
    imports.check(&mut report);
    documents.check(&mut report);
    architecture::check(workspace, &mut report)?;
    versions::check(root, env!("CARGO_PKG_VERSION"), &mut report);
    Ok(report)
}

/// Checks a file of Rust, `text`, that has been parsed.
fn check_code(
    place: &Path,
    text: &str,
    mut file: syn::File,
    report: &mut Report,
    imports: &mut Imports,
) {
    openings::check(place, &file, report);
    let test_lines = source::remove_tests(&mut file.items);
    embedded::check(place, &file, report);
    source::check(place, text, &file, &test_lines, report);
    imports.add(place, &file);
    words::check_comments(place, text, report);
}

/// All files, in an order that does not depend on the file system.
fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut walk = ignore::WalkBuilder::new(root);
    walk.hidden(false)
        .require_git(false)
        .filter_entry(|entry| entry.file_name() != ".git");
    let mut files = Vec::new();
    for entry in walk.sort_by_file_path(Path::cmp).build() {
        let entry = entry?;
        if entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}
