//! Files that name the version of floe and do not take it from the manifest of the workspace.

use std::fs;
use std::path::Path;

use super::Report;

/// Each file with a part of it, where `VERSION` stands for the version.
const PLACES: [(&str, &str); 7] = [
    ("CITATION.cff", "version: VERSION\n"),
    ("docs/python.md", "floe_fish-VERSION-"),
    ("docs/python.md", "{Version VERSION,"),
    ("docs/ugi.md", "id name floe VERSION "),
    ("packaging/floe.rb", "/vVERSION.tar.gz"),
    ("python/Cargo.toml", "version = \"VERSION\"\n"),
    (
        "fuzz/Cargo.lock",
        "name = \"floe-hex\"\nversion = \"VERSION\"\n",
    ),
];

/// Checks that the files below `root` name this version.
pub(super) fn check(root: &Path, version: &str, report: &mut Report) {
    for (file, part) in PLACES {
        let expected = part.replace("VERSION", version);
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        if !text.replace("\r\n", "\n").contains(&expected) {
            let expected = expected.trim_end();
            report.errors.push(format!(
                "{file}: expected {expected:?}, the version in Cargo.toml"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_an_older_version_is_named() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut report = Report::default();
        check(root, env!("CARGO_PKG_VERSION"), &mut report);
        assert_eq!(report.errors, [""; 0]);
        check(root, "77.0.0", &mut report);
        assert_eq!(report.errors.len(), PLACES.len());
        assert_eq!(
            report.errors[0],
            "CITATION.cff: expected \"version: 77.0.0\", the version in Cargo.toml"
        );
    }
}
