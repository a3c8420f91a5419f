//! A helper is a function: no closure that is bound to a name only to be called like one.

use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Local, Pat, PatIdent, Stmt};

use super::Report;

/// Reports every `let f = |…| …` that its block calls at two or more places.
///
/// A `let mut f` is fine: it changes what it captures. So is a closure that is also handed on.
pub(super) fn check(path: &Path, file: &syn::File, report: &mut Report) {
    ClosureFinder { path, report }.visit_file(file);
}

/// Visitor of a file that looks for closures that are helpers.
struct ClosureFinder<'a> {
    path: &'a Path,
    report: &'a mut Report,
}

impl<'ast> Visit<'ast> for ClosureFinder<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        for (index, statement) in block.stmts.iter().enumerate() {
            if let Stmt::Local(local) = statement
                && let Some(closure) = bound_closure(local)
                && closure.mutability.is_none()
            {
                let mut uses = Uses::default();
                block.stmts[index + 1..].iter().for_each(|rest| uses.count(rest.to_token_stream(), closure));
                if uses.calls > 1 && uses.others == 0 {
                    let line = local.let_token.span.start().line;
                    let place = self.path.display();
                    let name = &closure.ident;
                    let error = format!("{place}:{line}: the closure '{name}' is a helper: better a function");
                    self.report.errors.push(error);
                }
            }
        }
        visit::visit_block(self, block);
    }
}

/// Variable to which a `let` binds a closure.
fn bound_closure(local: &Local) -> Option<&PatIdent> {
    let pattern = match &local.pat {
        Pat::Type(typed) => &typed.pat,
        pattern => pattern,
    };
    match (pattern, &*local.init.as_ref()?.expr) {
        (Pat::Ident(variable), Expr::Closure(_)) => Some(variable),
        _ => None,
    }
}

/// Uses of a variable.
#[derive(Default)]
struct Uses {
    calls: usize,
    others: usize,
}

impl Uses {
    /// Counts the uses in code, also in the arguments of macros; fields and methods of this name are none.
    fn count(&mut self, tokens: TokenStream, variable: &PatIdent) {
        let mut tokens = tokens.into_iter().peekable();
        let mut dots = 0;
        while let Some(token) = tokens.next() {
            let is_member = dots == 1;
            let is_dot = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '.');
            dots = if is_dot { dots + 1 } else { 0 };
            match token {
                TokenTree::Ident(name) if name == variable.ident && !is_member => match tokens.peek() {
                    Some(TokenTree::Group(next)) if next.delimiter() == Delimiter::Parenthesis => self.calls += 1,
                    _ => self.others += 1,
                },
                TokenTree::Group(group) => self.count(group.stream(), variable),
                _ => {}
            }
        }
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
    fn a_closure_that_is_called_twice_is_a_helper() {
        assert_eq!(findings("let g = |x| x + 1; g(g(2));"), 1);
        assert_eq!(findings("let g: fn(u8) = |x| x + 1; h(g(2), vec![g(3)]);"), 1);
    }

    #[test]
    fn a_closure_that_is_handed_on_is_none() {
        assert_eq!(findings("let g = |x| x + 1; list.map(g);"), 0);
        assert_eq!(findings("let g = |x| x + 1; list.map(g); g(g(1));"), 0);
    }

    #[test]
    fn a_closure_that_is_called_once_is_none() {
        assert_eq!(findings("let g = |x| x + 1; g(2); a.g(3); a.g(4);"), 0);
    }

    #[test]
    fn a_closure_that_changes_what_it_captures_is_none() {
        assert_eq!(findings("let mut g = |x| sum += x; g(2); g(3);"), 0);
    }
}
