//! Import circles inside a crate or a Python package, of any length. Every file may use the modules
//! around it. An item that a module takes from another one counts as the other's, by any path, also
//! within a function.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

use super::{Report, place};

/// Modules of the crate `games` that may be in a circle: `AnyGame` is a position of one of the
/// games, and every game becomes one.
const NATURAL_CIRCLE: &[&str] = &["any_game", "known_game"];

/// The path of a module or an item: the package, then the names from the root of the crate.
type ModulePath = Vec<String>;

/// The modules of all crates.
#[derive(Default)]
pub(super) struct Imports {
    modules: BTreeMap<ModulePath, Module>,
}

/// Paths of a module that lead to others.
#[derive(Default)]
struct Module {
    /// Paths that the module itself uses: re-exports left out.
    uses: Vec<ModulePath>,
    /// Names that the module brings in at its top, re-exports included, with their paths.
    names: BTreeMap<String, ModulePath>,
}

impl Imports {
    /// Adds the imports of a source file.
    pub(super) fn add(&mut self, path: &Path, file: &syn::File) {
        let Some(own) = module_path(path).filter(|_| !place::is_test(path)) else {
            return;
        };
        let mut reader = PathReader {
            own: own.clone(),
            uses: Vec::new(),
        };
        reader.visit_file(file);
        let mut module = Module {
            uses: reader.uses,
            ..Module::default()
        };
        for item in &file.items {
            let Item::Use(item) = item else { continue };
            for (name, written) in brought(item) {
                module.names.insert(name, absolute(&own, &written));
            }
        }
        self.modules.insert(own, module);
    }

    /// Adds the imports of a file of the Python package, `text`.
    pub(super) fn add_python(&mut self, path: &Path, text: &str) {
        let Ok(name) = path.strip_prefix(PYTHON) else {
            return;
        };
        let package = PYTHON.to_owned();
        let stem = name.file_stem().unwrap_or_default().display().to_string();
        let own = match &*stem {
            "__init__" => vec![package],
            _ => vec![package, stem],
        };
        let uses = text.lines().flat_map(python_modules);
        let module = Module {
            uses: uses.map(|name| vec![PYTHON.to_owned(), name]).collect(),
            ..Module::default()
        };
        self.modules.insert(own, module);
    }

    /// Reports the files that import each other in a circle.
    pub(super) fn check(&self, report: &mut Report) {
        let reached: BTreeMap<_, _> = self
            .modules
            .keys()
            .map(|from| (from, self.reached(from)))
            .collect();
        let mut known = BTreeSet::new();
        for (&from, targets) in &reached {
            let circle: Vec<_> = targets
                .iter()
                .filter(|&&to| reached[to].contains(from))
                .collect();
            if !circle.iter().all(|module| is_natural(module)) && known.insert(from) {
                known.extend(circle.iter().copied());
                let names: Vec<_> = circle.iter().map(|path| path.join("::")).collect();
                report
                    .errors
                    .push(format!("an import circle: {}", names.join(", ")));
            }
        }
    }

    /// All modules that one uses, or that those use.
    fn reached(&self, from: &ModulePath) -> BTreeSet<&ModulePath> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(module) = open.pop() {
            for used in self.modules[module]
                .uses
                .iter()
                .filter_map(|path| self.module_of(path))
            {
                if !module.starts_with(used) && reached.insert(used) {
                    open.push(used);
                }
            }
        }
        reached
    }

    /// The module that defines the item with this path, where modules on the way may only pass the
    /// item on.
    fn module_of(&self, path: &[String]) -> Option<&ModulePath> {
        /// More modules than any item is passed on by.
        const LONGEST: usize = 16;
        let mut path = path.to_owned();
        for _ in 0..LONGEST {
            let found = (1..=path.len())
                .rev()
                .find_map(|length| self.modules.get_key_value(&path[..length]));
            let (own, module) = found?;
            let passed_on = path.get(own.len()).and_then(|name| module.names.get(name));
            match passed_on.filter(|target| target.first() == path.first()) {
                Some(target) => path = [&target[..], &path[own.len() + 1..]].concat(),
                None => return Some(own),
            }
        }
        None
    }
}

/// Folder of the Python package.
const PYTHON: &str = "python/floe";

/// Names of the modules of its own package that a line of Python imports.
fn python_modules(line: &str) -> Vec<String> {
    let line = line.trim_start();
    let from = line
        .strip_prefix("from .")
        .and_then(|rest| rest.split_once(" import "));
    match from {
        Some(("", names)) => names
            .split(", ")
            .map(|name| name.trim().to_owned())
            .collect(),
        Some((module, _)) => vec![module.to_owned()],
        None => Vec::new(),
    }
}

/// Visitor of a file that collects the paths to its own crate.
struct PathReader {
    /// Module that is read: that of the file, or one within it.
    own: ModulePath,
    uses: Vec<ModulePath>,
}

impl PathReader {
    fn add(&mut self, written: &[String]) {
        self.uses.push(absolute(&self.own, written));
    }

    /// Adds the paths in the arguments of a macro, which are no syntax tree yet.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut written = ModulePath::new();
        for token in tokens {
            match token {
                TokenTree::Ident(name) => written.push(name.to_string()),
                TokenTree::Punct(mark) if mark.as_char() == ':' => {}
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                _ => written.clear(),
            }
            if let Some(start) = written.iter().position(|name| is_own_root(name)) {
                self.add(&written[start..]);
            }
        }
    }
}

impl<'ast> Visit<'ast> for PathReader {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        self.own.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.own.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if matches!(item.vis, Visibility::Inherited) {
            for (_, written) in brought(item) {
                self.add(&written);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let written: ModulePath = names.collect();
        if is_own_root(&written[0]) {
            self.add(&written);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.add_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}

/// Whether a path that begins with this name leads to its own crate.
fn is_own_root(name: &str) -> bool {
    name == "crate" || name == "super"
}

/// Names that a `use` brings in, with their paths as written.
fn brought(item: &ItemUse) -> Vec<(String, ModulePath)> {
    let mut brought = Vec::new();
    collect(&item.tree, &mut Vec::new(), &mut brought);
    brought
}

/// Whether a module may be in a circle.
fn is_natural(module: &ModulePath) -> bool {
    module[0] == "crates/play/games" && NATURAL_CIRCLE.contains(&module[1..].join("::").as_str())
}

/// Adds the names that a `use` brings in, each with its path as written; of a glob, the path of the
/// module under `*`.
fn collect(tree: &UseTree, before: &mut ModulePath, brought: &mut Vec<(String, ModulePath)>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            collect(&path.tree, before, brought);
            before.pop();
        }
        UseTree::Group(group) => group
            .items
            .iter()
            .for_each(|tree| collect(tree, before, brought)),
        UseTree::Name(name) if name.ident == "self" => {
            let module = before.last().cloned().unwrap_or_default();
            brought.push((module, before.clone()));
        }
        UseTree::Name(name) => brought.push((name.ident.to_string(), item(before, &name.ident))),
        UseTree::Rename(name) => brought.push((name.rename.to_string(), item(before, &name.ident))),
        UseTree::Glob(_) => brought.push(("*".to_owned(), before.clone())),
    }
}

/// The path of an item in a module.
fn item(module: &ModulePath, name: &Ident) -> ModulePath {
    [&module[..], &[name.to_string()]].concat()
}

/// A path as written in a module, from the root of its crate.
fn absolute(own: &ModulePath, written: &[String]) -> ModulePath {
    match written.first().map(String::as_str) {
        Some("crate") => [&own[..1], &written[1..]].concat(),
        Some("super") => {
            let ups = written.iter().take_while(|name| *name == "super").count();
            [
                &own[..own.len().saturating_sub(ups).max(1)],
                &written[ups..],
            ]
            .concat()
        }
        Some("self") => [&own[..], &written[1..]].concat(),
        _ => [&own[..], written].concat(),
    }
}

/// The module that a file holds.
fn module_path(path: &Path) -> Option<ModulePath> {
    let package = place::package(path)?;
    let inside = path
        .strip_prefix(package)
        .ok()?
        .strip_prefix("src")
        .ok()?
        .with_extension("");
    let names = inside
        .iter()
        .map(|name| name.to_string_lossy().into_owned());
    let names = names.filter(|name| !["lib", "main", "mod"].contains(&name.as_str()));
    Some(
        std::iter::once(package.display().to_string())
            .chain(names)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(files: &[(&str, &str)]) -> Vec<String> {
        let mut imports = Imports::default();
        let mut report = Report::default();
        for (path, text) in files {
            imports.add(
                &Path::new("crates/a/src").join(path),
                &syn::parse_file(text).unwrap(),
            );
        }
        imports.check(&mut report);
        report.errors
    }

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        let root = ("lib.rs", "mod x; mod y; pub use y::Y;");
        let x = ("x.rs", "use crate::y::Y;");
        let y = ("y/mod.rs", "use super::x::{self, X as W};");
        assert_eq!(
            errors(&[root, x, y]),
            ["an import circle: crates/a::x, crates/a::y"]
        );
        assert!(errors(&[root, x, ("y/mod.rs", "use std::fmt; mod z; pub use z::Z;")]).is_empty());
    }

    #[test]
    fn an_item_belongs_to_the_module_that_defines_it() {
        let root = ("lib.rs", "mod x; mod y; pub use x::X; pub use y::Y;");
        let x = ("x.rs", "use crate::Y;");
        let y = ("y/mod.rs", "mod z; pub use z::Y;");
        assert!(errors(&[root, x, y, ("y/z.rs", "pub struct Y;")]).is_empty());
        let circle = ["an import circle: crates/a::x, crates/a::y::z"];
        assert_eq!(
            errors(&[root, x, y, ("y/z.rs", "use crate::{X as W};")]),
            circle
        );
    }

    #[test]
    fn a_file_may_use_the_module_around_it() {
        let x = ("x/mod.rs", "mod y; use y::Y; struct X;");
        let y = ("x/y.rs", "use super::X;");
        assert!(errors(&[("lib.rs", "mod x;"), x, y]).is_empty());
    }

    #[test]
    fn functions_and_inline_paths_count() {
        let root = ("lib.rs", "mod x; mod y;");
        let circle = ["an import circle: crates/a::x, crates/a::y"];
        for x in [
            "fn f() { use crate::y::Y; }",
            "fn f() -> crate::y::Y { todo() }",
            "fn f() { super::y::g() }",
            "fn f() { vec![a, crate::y::g()] }",
            "mod inner { use super::super::y::Y; }",
        ] {
            let files = [root, ("x.rs", x), ("y.rs", "use crate::x;")];
            assert_eq!(errors(&files), circle, "{x}");
        }
        let files = [
            root,
            ("x.rs", "mod y { fn g() {} }"),
            ("y.rs", "use crate::x;"),
        ];
        assert!(errors(&files).is_empty());
    }

    #[test]
    fn files_of_python_are_a_circle_too() {
        let errors = |files: &[(&str, &str)]| {
            let mut imports = Imports::default();
            let mut report = Report::default();
            for (name, text) in files {
                imports.add_python(&Path::new(PYTHON).join(name), text);
            }
            imports.check(&mut report);
            report.errors
        };
        let root = ("__init__.py", "from ._x import X\nfrom ._y import Y\n");
        let y = ("_y.py", "from . import _checks, _x\n");
        let x = ("_x.py", "def f():\n    from ._y import Y\n");
        assert_eq!(
            errors(&[root, x, y]),
            ["an import circle: python/floe::_x, python/floe::_y"]
        );
        assert!(errors(&[root, ("_x.py", "import numpy\n"), y]).is_empty());
    }
}
