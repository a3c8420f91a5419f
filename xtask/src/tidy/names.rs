//! Type names: one word, one meaning.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Ident, ItemEnum, ItemMod, ItemStruct, ItemTrait, ItemType, ItemUnion, Visibility};

use super::source::is_for_tests;
use super::{Report, place};

/// Whether a name used twice is an error; a warning otherwise.
const IS_ERROR: bool = true;

/// Definitions of types by name; types inside of tests and associated types are left out.
#[derive(Default)]
pub(super) struct TypeNames {
    definitions: BTreeMap<String, Vec<Definition>>,
}

/// A place where a type is defined.
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
    /// Adds the types that a source file defines.
    pub(super) fn add(&mut self, path: &Path, file: &syn::File) {
        if !place::is_test(path) && place::package(path).is_some() {
            Collector { path, names: self }.visit_file(file);
        }
    }

    /// Reports public names defined twice in the workspace, and names defined twice in a crate.
    pub(super) fn check(&self, report: &mut Report) {
        for (name, definitions) in &self.definitions {
            let clashes = definitions.iter().filter(|one| definitions.iter().any(|other| one.clashes_with(other)));
            let places: Vec<_> = clashes.map(|clash| clash.path.display().to_string()).collect();
            if !places.is_empty() {
                report.add(IS_ERROR, format!("the type name {name} has several definitions: {}", places.join(", ")));
            }
        }
    }
}

/// Walks through a file and collects its types.
struct Collector<'a> {
    path: &'a Path,
    names: &'a mut TypeNames,
}

impl Collector<'_> {
    fn define(&mut self, name: &Ident, visibility: &Visibility, attributes: &[Attribute]) {
        if !is_for_tests(attributes) {
            let is_public = matches!(visibility, Visibility::Public(_));
            let definition = Definition { path: self.path.to_owned(), is_public };
            self.names.definitions.entry(name.to_string()).or_default().push(definition);
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.define(&item.ident, &item.vis, &item.attrs);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.define(&item.ident, &item.vis, &item.attrs);
    }

    fn visit_item_union(&mut self, item: &'ast ItemUnion) {
        self.define(&item.ident, &item.vis, &item.attrs);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.define(&item.ident, &item.vis, &item.attrs);
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.define(&item.ident, &item.vis, &item.attrs);
        visit::visit_item_trait(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(files: &[(&str, &str)]) -> Vec<String> {
        let (mut names, mut report) = (TypeNames::default(), Report::default());
        files.iter().for_each(|(path, text)| names.add(Path::new(path), &syn::parse_file(text).unwrap()));
        names.check(&mut report);
        [report.errors, report.warnings].concat()
    }

    #[test]
    fn a_public_name_is_unique_in_the_workspace_and_any_name_in_its_crate() {
        let (a, b, c) = ("crates/a/src/x.rs", "crates/a/src/y.rs", "crates/c/src/z.rs");
        assert!(warnings(&[(a, "pub struct X;"), (c, "pub(crate) enum X {}")]).is_empty());
        let twice = ["the type name X has several definitions: crates/a/src/x.rs, crates/c/src/z.rs"];
        assert_eq!(warnings(&[(a, "pub struct X;"), (c, "pub type X = u8;")]), twice);
        let twice = ["the type name X has several definitions: crates/a/src/x.rs, crates/a/src/y.rs"];
        assert_eq!(warnings(&[(a, "struct X;"), (b, "fn f() { trait X {} }")]), twice);
    }

    #[test]
    fn associated_types_and_tests_may_share_a_name() {
        let text = "struct X; impl I for X { type X = X; } #[cfg(test)] mod tests { struct X; }";
        assert!(warnings(&[("crates/a/src/x.rs", text), ("crates/a/tests/y.rs", "struct X;")]).is_empty());
    }
}
