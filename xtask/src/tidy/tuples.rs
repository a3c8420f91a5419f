//! One idea a line: no values packed into a tuple only to be bound at once.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, ExprTuple, Local, Pat, PatIdent, PatTuple};

use super::Report;

/// Reports every `let (a, b) = (x, y)` of a file, tests included, that neither swaps values nor starts the state of a
/// loop. With an `else`, which all values share, it is fine.
pub(super) fn check(path: &Path, file: &syn::File, report: &mut Report) {
    Finder { path, report }.visit_file(file);
}

/// Visitor of a file that looks for tuples of unrelated values.
struct Finder<'a> {
    path: &'a Path,
    report: &'a mut Report,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some((pattern, values)) = tuples(local)
            && !is_state(pattern)
            && !is_swap(pattern, values)
        {
            let line = local.let_token.span.start().line;
            let place = self.path.display();
            self.report
                .errors
                .push(format!("{place}:{line}: a tuple on both sides of a let: better one let for each value"));
        }
        visit::visit_local(self, local);
    }
}

/// The two tuples of a `let` without `else`, if it has one on both sides.
fn tuples(local: &Local) -> Option<(&PatTuple, &ExprTuple)> {
    let Pat::Tuple(pattern) = &local.pat else { return None };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    match &*init.expr {
        Expr::Tuple(values) => Some((pattern, values)),
        _ => None,
    }
}

/// Whether all variables are mutable, as those that a loop changes together.
fn is_state(pattern: &PatTuple) -> bool {
    let variables = variables(pattern);
    !variables.is_empty() && variables.iter().all(|variable| variable.mutability.is_some())
}

/// Whether a value needs a variable that the pattern replaces before it, so that two lets would mean something else.
fn is_swap(pattern: &PatTuple, values: &ExprTuple) -> bool {
    let mut replaced = BTreeSet::new();
    for (part, value) in pattern.elems.iter().zip(&values.elems) {
        let mut read = BTreeSet::new();
        collect_names(value.to_token_stream(), &mut read);
        if !read.is_disjoint(&replaced) {
            return true;
        }
        let mut part_variables = Variables::default();
        part_variables.visit_pat(part);
        replaced.extend(part_variables.0.iter().map(|variable| variable.ident.to_string()));
    }
    false
}

/// Adds the names in an expression, without those of fields and methods.
fn collect_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut dots = 0;
    for token in tokens {
        let is_member = dots == 1;
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '.' => {
                dots += 1;
                continue;
            }
            TokenTree::Ident(name) if !is_member => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => collect_names(group.stream(), names),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        dots = 0;
    }
}

fn variables(pattern: &PatTuple) -> Vec<&PatIdent> {
    let mut variables = Variables::default();
    variables.visit_pat_tuple(pattern);
    variables.0
}

/// Variables that a pattern binds.
#[derive(Default)]
struct Variables<'ast>(Vec<&'ast PatIdent>);

impl<'ast> Visit<'ast> for Variables<'ast> {
    fn visit_pat_ident(&mut self, variable: &'ast PatIdent) {
        self.0.push(variable);
        visit::visit_pat_ident(self, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::errors_in;

    fn findings(statements: &str) -> usize {
        errors_in(statements, check)
    }

    #[test]
    fn unrelated_values_have_a_let_each() {
        assert_eq!(findings("let (a, b) = (x, y);"), 1);
        assert_eq!(findings("let (a, mut b) = (x, y);"), 1);
        assert_eq!(findings("g(|| { let (a, b) = (x, y); });"), 1);
        assert_eq!(findings("let (a, b) = (x.b, y.a());"), 1, "fields and methods are no variables");
    }

    #[test]
    fn swaps_and_the_state_of_a_loop_may_share_a_let() {
        assert_eq!(findings("let (a, b) = (b, a);"), 0);
        assert_eq!(findings("let (path, rest) = (first, g(path));"), 0);
        assert_eq!(findings("let (mut low, mut high) = (0, 9);"), 0);
    }

    #[test]
    fn values_that_share_an_else_may_share_a_let() {
        assert_eq!(findings("let (Some(a), Some(b)) = (x, y) else { return };"), 0);
    }

    #[test]
    fn a_tuple_that_a_function_returns_is_taken_apart() {
        assert_eq!(findings("let (a, b) = g();"), 0);
        assert_eq!(findings("let a = (x, y);"), 0);
    }
}
