//! Type names: one word, one meaning.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syn::{Item, Visibility};

use super::place;

/// Definitions of types by name; types inside of tests and associated types are left out.
#[derive(Default)]
pub(super) struct TypeNames {
    definitions: BTreeMap<String, Vec<Definition>>,
}

struct Definition {
    path: PathBuf,
    is_public: bool,
}

impl Definition {
    fn clashes_with(&self, other: &Definition) -> bool {
        let is_same_package = place::package(&self.path) == place::package(&other.path);
        !std::ptr::eq(self, other) && (self.is_public && other.is_public || is_same_package)
    }
}

impl TypeNames {
    /// Adds an item of a source file, if it defines a type.
    pub(super) fn add(&mut self, path: &Path, item: &Item) {
        let (name, visibility) = match item {
            Item::Struct(item) => (&item.ident, &item.vis),
            Item::Enum(item) => (&item.ident, &item.vis),
            Item::Union(item) => (&item.ident, &item.vis),
            Item::Type(item) => (&item.ident, &item.vis),
            Item::Trait(item) => (&item.ident, &item.vis),
            _ => return,
        };
        if !place::is_test(path) && place::package(path).is_some() {
            let is_public = matches!(visibility, Visibility::Public(_));
            let definition = Definition {
                path: path.to_owned(),
                is_public,
            };
            self.definitions
                .entry(name.to_string())
                .or_default()
                .push(definition);
        }
    }

    /// Reports public names defined twice in the workspace, and names defined twice in a crate.
    pub(super) fn check(&self, errors: &mut Vec<String>) {
        for (name, definitions) in &self.definitions {
            let clashes = definitions
                .iter()
                .filter(|one| definitions.iter().any(|other| one.clashes_with(other)));
            let places: Vec<_> = clashes
                .map(|clash| clash.path.display().to_string())
                .collect();
            if !places.is_empty() {
                errors.push(format!(
                    "the type name {name} has several definitions: {}",
                    places.join(", ")
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Report;
    use super::super::source::{self, remove_tests};
    use super::*;

    fn errors(files: &[(&str, &str)]) -> Vec<String> {
        let mut report = Report::default();
        for (path, text) in files {
            let mut file = syn::parse_file(text).unwrap();
            let test_lines = remove_tests(&mut file.items);
            source::check(Path::new(path), text, &file, &test_lines, &mut report);
        }
        report.types.check(&mut report.errors);
        report.errors
    }

    #[test]
    fn a_public_name_is_unique_in_the_workspace_and_any_name_in_its_crate() {
        let a = "crates/a/src/x.rs";
        let b = "crates/a/src/y.rs";
        let c = "crates/c/src/z.rs";
        assert!(errors(&[(a, "pub struct X;"), (c, "pub(crate) enum X {}")]).is_empty());
        let twice =
            ["the type name X has several definitions: crates/a/src/x.rs, crates/c/src/z.rs"];
        assert_eq!(
            errors(&[(a, "pub struct X;"), (c, "pub type X = u8;")]),
            twice
        );
        let twice =
            ["the type name X has several definitions: crates/a/src/x.rs, crates/a/src/y.rs"];
        assert_eq!(
            errors(&[(a, "struct X;"), (b, "fn f() { trait X {} }")]),
            twice
        );
    }

    #[test]
    fn associated_types_and_tests_may_share_a_name() {
        let text = "struct X; impl I for X { type X = X; } #[cfg(test)] mod tests { struct X; }";
        assert!(
            errors(&[
                ("crates/a/src/x.rs", text),
                ("crates/a/tests/y.rs", "struct X;")
            ])
            .is_empty()
        );
    }
}
