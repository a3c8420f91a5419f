//! Import circles inside a crate: no two files use each other, directly or not. Every file may use the modules around it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::{Item, UseTree, Visibility};

use super::{Report, place};

/// The path of a module or an item: the package, then the names from the root of the crate.
type ModulePath = Vec<String>;

/// The modules of all crates, with the paths of what each uses; re-exports left out.
#[derive(Default)]
pub(super) struct Imports {
    modules: BTreeMap<ModulePath, Vec<ModulePath>>,
}

impl Imports {
    /// Adds the imports at the top of a source file.
    pub(super) fn add(&mut self, path: &Path, file: &syn::File) {
        let Some(own) = module_path(path).filter(|_| !place::is_test(path)) else { return };
        let mut uses = Vec::new();
        for item in &file.items {
            if let Item::Use(item) = item
                && matches!(item.vis, Visibility::Inherited)
            {
                collect(&item.tree, &mut Vec::new(), &mut uses);
            }
        }
        let uses = uses.iter().map(|written| absolute(&own, written)).collect();
        self.modules.insert(own, uses);
    }

    /// Reports the files that import each other in a circle.
    pub(super) fn check(&self, report: &mut Report) {
        let reached: BTreeMap<_, _> = self.modules.keys().map(|from| (from, self.reached(from))).collect();
        let mut known = BTreeSet::new();
        for (&from, targets) in &reached {
            let circle: Vec<_> = targets.iter().filter(|&&to| reached[to].contains(from)).collect();
            if !circle.is_empty() && known.insert(from) {
                known.extend(circle.iter().copied());
                let names: Vec<_> = circle.iter().map(|path| path.join("::")).collect();
                report.errors.push(format!("an import circle: {}", names.join(", ")));
            }
        }
    }

    /// All modules that one uses, or that those use.
    fn reached(&self, from: &ModulePath) -> BTreeSet<&ModulePath> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            for used in self.modules[module].iter().filter_map(|path| self.module_of(path)) {
                if !module.starts_with(used) && reached.insert(used) {
                    open.push(used);
                }
            }
        }
        reached
    }

    /// The module that holds the item with this path.
    fn module_of(&self, path: &[String]) -> Option<&ModulePath> {
        (1..=path.len()).rev().find_map(|length| self.modules.get_key_value(&path[..length])).map(|(module, _)| module)
    }
}

/// The paths of all items that a `use` brings in, as written.
fn collect(tree: &UseTree, before: &mut ModulePath, paths: &mut Vec<ModulePath>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            collect(&path.tree, before, paths);
            before.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| collect(tree, before, paths)),
        UseTree::Name(name) => paths.push([&before[..], &[name.ident.to_string()]].concat()),
        UseTree::Rename(name) => paths.push([&before[..], &[name.ident.to_string()]].concat()),
        UseTree::Glob(_) => paths.push(before.clone()),
    }
}

/// A path as written in a module, from the root of its crate.
fn absolute(own: &ModulePath, written: &[String]) -> ModulePath {
    match written.first().map(String::as_str) {
        Some("crate") => [&own[..1], &written[1..]].concat(),
        Some("super") => {
            let ups = written.iter().take_while(|name| *name == "super").count();
            [&own[..own.len().saturating_sub(ups).max(1)], &written[ups..]].concat()
        }
        Some("self") => [&own[..], &written[1..]].concat(),
        _ => [&own[..], written].concat(),
    }
}

/// The module that a file holds.
fn module_path(path: &Path) -> Option<ModulePath> {
    let package = place::package(path)?;
    let inside = path.strip_prefix(package).ok()?.strip_prefix("src").ok()?.with_extension("");
    let names = inside.iter().map(|name| name.to_string_lossy().into_owned());
    let names = names.filter(|name| !["lib", "main", "mod"].contains(&name.as_str()));
    Some(std::iter::once(package.display().to_string()).chain(names).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(files: &[(&str, &str)]) -> Vec<String> {
        let (mut imports, mut report) = (Imports::default(), Report::default());
        for (path, text) in files {
            imports.add(&Path::new("crates/a/src").join(path), &syn::parse_file(text).unwrap());
        }
        imports.check(&mut report);
        report.errors
    }

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        let root = ("lib.rs", "mod x; mod y; pub use y::Y;");
        let (x, y) = (("x.rs", "use crate::y::Y;"), ("y/mod.rs", "use super::x::{self, X as W};"));
        assert_eq!(errors(&[root, x, y]), ["an import circle: crates/a::x, crates/a::y"]);
        assert!(errors(&[root, x, ("y/mod.rs", "use std::fmt; mod z; pub use z::Z;")]).is_empty());
    }

    #[test]
    fn a_file_may_use_the_module_around_it() {
        let (x, y) = (("x/mod.rs", "mod y; use y::Y; struct X;"), ("x/y.rs", "use super::X;"));
        assert!(errors(&[("lib.rs", "mod x;"), x, y]).is_empty());
    }
}
