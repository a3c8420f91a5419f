//! First words of doc comments: a noun or a verb, since a reader who hovers sees only that.

use std::path::Path;

use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use super::Report;

/// First words that give neither a noun phrase nor a verb phrase, each row with better ones.
const OPENINGS: &[(&str, &str)] = &[
    (
        "What|Which|Those|That|Such|It|They|These|This|The same",
        "a noun phrase that names the thing",
    ),
    (
        "How|So|As many",
        "'Number of …', 'Duration of …', 'Size of …', with the unit",
    ),
    (
        "Who|Whose|Whom|Whoever|Nobody|Somebody|Everybody",
        "'Player that …', 'Engine that …'",
    ),
    ("There", "a noun phrase: 'Free hexes …', 'No memory for …'"),
    (
        "Why|Where|When|If|As",
        "'Reason for …', 'Storage of …', 'Time of …'",
    ),
    (
        "By|In|From|Of|To|With|For|At|On|Its|Their",
        "a noun or a verb first: 'Sorted by …', 'Move of …'",
    ),
    (
        "Tells|Tell|Says|Said|Told",
        "'Returns …', 'Reports …', 'Shows …'",
    ),
];

/// Checks the doc comments of a source file, tests included.
pub(super) fn check(path: &Path, file: &syn::File, report: &mut Report) {
    Checker {
        path,
        report,
        last_doc_line: None,
    }
    .visit_file(file);
}

struct Checker<'a> {
    path: &'a Path,
    report: &'a mut Report,
    /// Line of the last doc comment: one on the next line continues it.
    last_doc_line: Option<usize>,
}

impl<'ast> Visit<'ast> for Checker<'_> {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let Some(text) = doc_text(attribute) else {
            return;
        };
        let line = attribute.span().start().line;
        let continues = self.last_doc_line.is_some_and(|last| last + 1 == line);
        self.last_doc_line = Some(line);
        if continues {
            return;
        }
        if let Some((word, better)) = poor_opening(&text) {
            let place = self.path.display();
            self.report.errors.push(format!(
                "{place}:{line}: a doc comment begins with '{word}': better {better}"
            ));
        }
    }
}

fn doc_text(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(doc) = &attribute.meta else {
        return None;
    };
    let Expr::Lit(ExprLit {
        lit: Lit::Str(text),
        ..
    }) = &doc.value
    else {
        return None;
    };
    doc.path.is_ident("doc").then(|| text.value())
}

/// The first word of a doc comment where it is one of the table, and better ones.
fn poor_opening(text: &str) -> Option<(&'static str, &'static str)> {
    let text = text.trim_start();
    OPENINGS.iter().find_map(|(words, better)| {
        let word = words.split('|').find(|word| is_first_word(text, word))?;
        Some((word, *better))
    })
}

fn is_first_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doc_comments_open_with_a_noun_or_a_verb() {
        let text = "/// What it is.\n/// Who knows.\npub struct A;\n/// Whatever.\nstruct B;\n// Who knows.\n";
        let mut report = Report::default();
        check(
            Path::new("a.rs"),
            &syn::parse_file(text).unwrap(),
            &mut report,
        );
        assert_eq!(report.errors.len(), 1);
        assert!(report.errors[0].starts_with("a.rs:1: a doc comment begins with 'What'"));
    }
}
