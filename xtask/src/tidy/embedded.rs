//! Files that a crate embeds: all lie in its folder, if only by a link, so that it can be packaged.

use std::path::{Component, Path};

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;

use super::{Report, place};

/// Macros that embed a file, or compile one.
const EMBEDDING: [&str; 3] = ["include", "include_bytes", "include_str"];

/// Checks one file without its tests.
pub(super) fn check(path: &Path, file: &syn::File, report: &mut Report) {
    if !path.starts_with("crates") || place::is_test(path) {
        return;
    }
    let mut embedded = Vec::new();
    collect(file.to_token_stream(), &mut embedded);
    // From the wing of the crate: crates/WING/CRATE/src/….
    let folders_inside = path.components().count().saturating_sub(4);
    let name = path.iter().nth(2).unwrap_or_default().display();
    for target in embedded {
        if is_outside(Path::new(&target), folders_inside) {
            let place = path.display();
            report.errors.push(format!(
                "{place}: the crate {name} embeds {target} from outside its folder; a link in the folder will do"
            ));
        }
    }
}

/// Whether a path leads out of a crate, from a file that lies this many folders below its root.
fn is_outside(target: &Path, mut folders_inside: usize) -> bool {
    for part in target.components() {
        match part {
            Component::ParentDir if folders_inside == 0 => return true,
            Component::ParentDir => folders_inside -= 1,
            Component::Normal(_) => folders_inside += 1,
            _ => {}
        }
    }
    false
}

/// Collects the first text in the arguments of every embedding macro.
fn collect(tokens: TokenStream, embedded: &mut Vec<String>) {
    let mut before: Option<Ident> = None;
    let mut is_called = false;
    for token in tokens {
        let is_call = std::mem::take(&mut is_called);
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '!' => {
                is_called = before.take().is_some_and(|name| {
                    let name = name.to_string();
                    EMBEDDING.contains(&name.as_str())
                });
            }
            TokenTree::Group(group) if is_call => embedded.extend(first_text(group.stream())),
            TokenTree::Group(group) => collect(group.stream(), embedded),
            TokenTree::Ident(name) => before = Some(name),
            _ => before = None,
        }
    }
}

/// The first text among tokens, also within parentheses.
fn first_text(tokens: TokenStream) -> Option<String> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => first_text(group.stream()),
        TokenTree::Literal(literal) => Some(literal.to_string().trim_matches('"').to_owned()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(path: &str, text: &str) -> Vec<String> {
        let mut report = Report::default();
        check(
            Path::new(path),
            &syn::parse_file(text).unwrap(),
            &mut report,
        );
        report.errors
    }

    #[test]
    fn a_crate_that_embeds_from_outside_itself_is_named() {
        let text = "#[doc = include_str!(\"../../README.md\")]\nmacro_rules! f { ($a:literal) => { include_str!(concat!(\"../../../web/\", $a)) } }\n";
        assert_eq!(
            errors("crates/people/board/src/page.rs", text),
            ["../../README.md", "../../../web/"].map(|target| format!(
                "crates/people/board/src/page.rs: the crate board embeds {target} from outside its folder; a link in the folder will do"
            ))
        );
    }

    #[test]
    fn files_of_the_crate_may_be_embedded_from_any_depth() {
        let text = "const A: &str = include_str!(\"../../web/a.js\");\nconst B: &[u8] = include_bytes!(\"b\");\nfn f() { include(\"../../../../c\") }\n";
        assert_eq!(errors("crates/a/b/src/c/d.rs", text), [""; 0]);
        assert_eq!(errors("crates/a/b/src/c.rs", text).len(), 1);
        assert_eq!(errors("crates/a/b/tests/c.rs", text), [""; 0]);
        assert_eq!(errors("xtask/src/c.rs", text), [""; 0]);
    }
}
