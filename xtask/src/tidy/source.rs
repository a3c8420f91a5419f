//! Rust code: lengths of files and functions, forbidden calls, and types.

use std::ops::RangeInclusive;
use std::path::Path;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, FnArg, ImplItemFn, Item, ItemFn, Macro, Signature, TraitItemFn};

use super::{Report, place};

/// Lines of a file that is easily read.
pub(super) const FILE_AIM: usize = 400;
/// Maximum lines of a file, without tests.
const FILE_CAP: usize = 1000;
/// Maximum lines of a function.
const FUNCTION_CAP: usize = 125;
/// Maximum number of arguments of a function, without `self`.
const ARGUMENTS_CAP: usize = 5;

/// Macros that no file may call.
const UNFINISHED: [&str; 3] = ["dbg", "todo", "unimplemented"];
/// Macros that only programs may call.
const PRINTING: [&str; 4] = ["print", "println", "eprint", "eprintln"];

/// Lines of a file that are compiled for tests only.
pub(super) type TestLines = Vec<RangeInclusive<usize>>;

/// Removes what is compiled for tests only, and returns its lines.
pub(super) fn remove_tests(items: &mut Vec<Item>) -> TestLines {
    let mut tests = TestLines::new();
    items.retain_mut(|item| {
        let attributes: &[Attribute] = match item {
            Item::Mod(module) => &module.attrs,
            Item::Fn(function) => &function.attrs,
            Item::Impl(block) => &block.attrs,
            Item::Struct(definition) => &definition.attrs,
            Item::Use(import) => &import.attrs,
            _ => &[],
        };
        if is_for_tests(attributes) {
            tests.push(item.span().start().line..=item.span().end().line);
            return false;
        }
        if let Item::Mod(module) = item
            && let Some((_, items)) = &mut module.content
        {
            tests.extend(remove_tests(items));
        }
        true
    });
    tests
}

/// Whether an item is compiled for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let of = attribute.path();
        of.is_ident("test")
            || of.is_ident("cfg")
                && attribute
                    .parse_args::<Ident>()
                    .is_ok_and(|of| of == "test" || of == "doctest")
    })
}

/// Checks one file without its tests, which have `test_lines`. `path` is relative to the root of
/// the tree.
pub(super) fn check(
    path: &Path,
    text: &str,
    file: &syn::File,
    test_lines: &TestLines,
    report: &mut Report,
) {
    Reader {
        path,
        is_library: place::is_library(path),
        report,
    }
    .visit_file(file);
    if place::is_test(path) {
        return;
    }
    report.files += 1;
    let lines = text.lines().count()
        - test_lines
            .iter()
            .map(|lines| lines.clone().count())
            .sum::<usize>();
    let found = format!("{}: {lines} lines without tests", path.display());
    if lines > FILE_CAP {
        report.errors.push(format!("{found}, limit {FILE_CAP}"));
    } else if lines > FILE_AIM {
        report.warnings.push(format!("{found}, aim {FILE_AIM}"));
    }
}

/// Visitor of a file that measures functions, finds forbidden calls and collects types.
struct Reader<'a> {
    path: &'a Path,
    is_library: bool,
    report: &'a mut Report,
}

impl Reader<'_> {
    fn error(&mut self, line: usize, what: &str) {
        self.report
            .errors
            .push(format!("{}:{line}: {what}", self.path.display()));
    }

    fn function(&mut self, signature: &Signature, block: &Block) {
        let first = signature.span().start().line;
        let lines = block.span().end().line + 1 - first;
        self.report.functions.push(lines);
        let name = &signature.ident;
        let inputs = signature.inputs.iter();
        let arguments = inputs
            .filter(|input| matches!(input, FnArg::Typed(_)))
            .count();
        for (count, what, cap) in [
            (lines, "lines", FUNCTION_CAP),
            (arguments, "arguments", ARGUMENTS_CAP),
        ] {
            if count > cap {
                self.error(
                    first,
                    &format!("the function {name} has {count} {what}, limit {cap}"),
                );
            }
        }
    }

    fn called(&mut self, name: &Ident) {
        let line = name.span().start().line;
        let name = name.to_string();
        if UNFINISHED.contains(&name.as_str()) {
            self.error(line, &format!("{name}! has no place in the tree"));
        }
        if self.is_library && PRINTING.contains(&name.as_str()) {
            self.error(
                line,
                &format!("{name}! in a library: only the command line prints"),
            );
        }
    }

    /// Looks for macros called in the arguments of a macro, which are no syntax tree yet.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut before: Option<Ident> = None;
        for token in tokens {
            match (&token, before.take()) {
                (TokenTree::Punct(mark), Some(name)) if mark.as_char() == '!' => self.called(&name),
                (TokenTree::Group(group), _) => self.tokens(group.stream()),
                (TokenTree::Ident(name), _) => before = Some(name.clone()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.report.types.add(self.path, item);
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        if let Some(last) = called.path.segments.last() {
            self.called(&last.ident);
        }
        self.tokens(called.tokens.clone());
    }

    fn visit_ident(&mut self, name: &'ast Ident) {
        if self.is_library && !place::is_store(self.path) && name == "fs" {
            self.error(
                name.span().start().line,
                "fs in a library: only programs touch files",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(path: &str, text: &str) -> Report {
        let mut report = Report::default();
        let mut file = syn::parse_file(text).unwrap();
        let test_lines = remove_tests(&mut file.items);
        check(Path::new(path), text, &file, &test_lines, &mut report);
        report
    }

    #[test]
    fn libraries_do_not_print_and_touch_no_files() {
        let text =
            "fn f() {\n    println!();\n    run(|| vec![eprint!(\"a\")]);\n}\nuse std::fs;\n";
        let errors = [
            "crates/a/src/b.rs:2: println! in a library: only the command line prints",
            "crates/a/src/b.rs:3: eprint! in a library: only the command line prints",
            "crates/a/src/b.rs:5: fs in a library: only programs touch files",
        ];
        assert_eq!(report("crates/a/src/b.rs", text).errors, errors);
        for place in [
            "crates/front/cli/src/a.rs",
            "crates/a/tests/b.rs",
            "crates/b/examples/c.rs",
            "crates/a/b/build.rs",
            "xtask/src/main.rs",
        ] {
            assert_eq!(report(place, text).errors.len(), 0, "{place}");
        }
    }

    #[test]
    fn the_store_touches_files() {
        assert!(
            report("crates/measure/arena/src/store/mod.rs", "use std::fs;\n")
                .errors
                .is_empty()
        );
        assert_eq!(
            report(
                "crates/measure/arena/src/store/mod.rs",
                "fn f() { print!() }\n"
            )
            .errors
            .len(),
            1
        );
    }

    #[test]
    fn tests_may_print_and_do_not_count() {
        let text =
            "fn f() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { println!(); }\n}\n";
        let report = report("crates/a/src/b.rs", text);
        assert!(report.errors.is_empty(), "{:?}", report.errors);
        assert_eq!(report.functions, [1]);
    }

    #[test]
    fn nothing_is_unfinished() {
        let found = report("xtask/src/a.rs", "fn f() {\n    todo!()\n}\n").errors;
        assert_eq!(found, ["xtask/src/a.rs:2: todo! has no place in the tree"]);
    }

    #[test]
    fn files_are_measured_without_their_tests() {
        let lines = |count: usize| "const A: u8 = 0;\n".repeat(count);
        let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", lines(900));
        assert!(
            report("crates/a/src/b.rs", &(lines(400) + &tests))
                .warnings
                .is_empty()
        );
        assert_eq!(
            report("crates/a/src/b.rs", &(lines(401) + &tests))
                .warnings
                .len(),
            1
        );
        assert_eq!(
            report("crates/a/src/b.rs", &lines(1001)).errors,
            ["crates/a/src/b.rs: 1001 lines without tests, limit 1000"]
        );
        assert!(
            report("crates/a/tests/b.rs", &lines(1001))
                .errors
                .is_empty()
        );
    }

    #[test]
    fn functions_are_measured_from_signature_to_end() {
        let function = |lines: usize| {
            format!(
                "/// Text.\nfn f() {{\n{}}}\n",
                "    a();\n".repeat(lines - 2)
            )
        };
        assert_eq!(report("crates/a/src/b.rs", &function(125)).functions, [125]);
        assert_eq!(
            report("crates/a/src/b.rs", &function(126)).errors,
            ["crates/a/src/b.rs:2: the function f has 126 lines, limit 125"]
        );
    }

    #[test]
    fn functions_have_five_arguments_besides_self() {
        let method = |arguments: &str| format!("impl A {{ fn f(&self, {arguments}) {{}} }}\n");
        assert!(
            report(
                "crates/a/src/b.rs",
                &method("a: u8, b: u8, c: u8, d: u8, e: u8")
            )
            .errors
            .is_empty()
        );
        assert_eq!(
            report(
                "crates/a/src/b.rs",
                &method("a: u8, b: u8, c: u8, d: u8, e: u8, f: u8")
            )
            .errors,
            ["crates/a/src/b.rs:1: the function f has 6 arguments, limit 5"]
        );
    }
}
