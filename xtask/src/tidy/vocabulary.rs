//! Vocabulary: words to avoid, each with better ones, in comments, messages and documents. STYLE.md says why.

use std::path::Path;

use proc_macro2::{Literal, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Expr, LitStr, Macro, Meta};

use super::Report;

/// The file that has to spell the words out.
const OWN_FILE: &str = "xtask/src/tidy/vocabulary.rs";

/// Phrases to avoid in comments, messages and documents; alternatives are separated by `|`.
const PHRASES: &[(&str, &str)] = &[
    ("told|tell|tells|telling|said", "give, report, show, distinguish; a subject and a verb in active voice"),
    ("hear|hears|heard", "receive, notice"),
    ("nobody|somebody|anybody", "no player, a player; 'no', 'one', 'another thread'"),
    ("everybody", "all players, every player"),
    ("whoever", "the player that, any caller that"),
    ("whatever|whichever", "any, regardless of"),
    ("so many|so much", "N; a number of; up to N"),
    ("as there are", "one per, all"),
    ("beside|besides", "next to, adjacent to, as well as, apart from"),
    ("abreast|side by side|eight at a time", "in parallel, batched, in SIMD lanes"),
    ("has a say|have a say|had a say|have their say", "is involved, takes part, affects"),
    ("come of|comes of|came of", "outcome, result"),
    ("comes to|come to grief|coming to grief", "is, reaches, equals; crashes, forfeits"),
    ("there being|that there are|so be it", "known, existing; name what is allowed"),
    ("gone on|gone on with|take up|takes up", "resumed, continued"),
    ("hang on|hangs on|hang together|hangs together", "depend on; connected, adjacent"),
    ("glance|glances|glanced|first sight", "quick evaluation"),
    ("guess|guesses|guessed", "static evaluation, estimate"),
    ("foregone", "pruned by futility"),
    ("meanwhile", "during the search, while it runs"),
    ("whole number|whole numbers", "integer; quantised"),
];

/// First words of doc comments that give neither a noun phrase nor a verb phrase.
const OPENINGS: &[(&str, &str)] = &[
    ("What|Which|Those|That|Such|It|They|These|This|The same", "a noun phrase that names the thing"),
    ("How|So|As many", "'Number of …', 'Duration of …', 'Size of …', with the unit"),
    ("Who|Whose|Whom|Whoever|Nobody|Somebody|Everybody", "'Player that …', 'Engine that …'"),
    ("There", "a noun phrase: 'Free hexes …', 'No memory for …'"),
    ("Why|Where|When|If|As", "'Reason for …', 'Storage of …', 'Time of …'"),
    ("By|In|From|Of|To|With|For|At|On|Its|Their", "a noun or a verb first: 'Sorted by …', 'Move of …'"),
    ("Tells|Tell|Says|Said|Told", "'Returns …', 'Reports …', 'Shows …'"),
];

/// Checks the comments and messages of a source file, tests included.
pub(super) fn check_source(path: &Path, text: &str, file: &syn::File, report: &mut Report) {
    if path == Path::new(OWN_FILE) {
        return;
    }
    Checker { path, report, last_doc_line: None }.visit_file(file);
    for (number, line) in (1..).zip(text.lines()) {
        let comment = line.trim_start().strip_prefix("//").filter(|comment| !comment.starts_with(['/', '!']));
        let comment = comment.or_else(|| line.split_once("; // ").map(|(_, comment)| comment));
        if let Some(comment) = comment {
            check_prose(path, number, comment, report);
        }
    }
}

/// Checks the text of a document, without code.
pub(super) fn check_document(path: &Path, text: &str, report: &mut Report) {
    let mut is_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        is_code ^= line.trim_start().starts_with("```");
        if !is_code {
            check_prose(path, number, line, report);
        }
    }
}

fn check_prose(path: &Path, line: usize, text: &str, report: &mut Report) {
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" code ");
    let words = prose.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words = format!(" {} ", words.collect::<Vec<_>>().join(" ").to_lowercase());
    for (phrase, better) in alternatives(PHRASES).filter(|(phrase, _)| words.contains(&format!(" {phrase} "))) {
        report.errors.push(format!("{}:{line}: '{phrase}': better {better}", path.display()));
    }
}

/// Text of a format string without the names of its arguments.
fn without_placeholders(format: &str) -> String {
    let parts = format.split('{').enumerate();
    let parts = parts.map(|(number, part)| match part.split_once('}') {
        Some((_argument, rest)) if number > 0 => rest,
        _ => part,
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// The entries of a table one by one, each with the better words.
fn alternatives(table: &'static [(&str, &str)]) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.iter().flat_map(|(words, better)| words.split('|').map(|word| (word, *better)))
}

/// Visitor of a file that checks its words.
struct Checker<'a> {
    path: &'a Path,
    report: &'a mut Report,
    /// Line of the last doc comment: one on the next line continues it.
    last_doc_line: Option<usize>,
}

impl Checker<'_> {
    fn finding(&mut self, line: usize, found: &str, better: &str) {
        self.report.errors.push(format!("{}:{line}: {found}: better {better}", self.path.display()));
    }

    fn check_doc_line(&mut self, line: usize, text: &str) {
        check_prose(self.path, line, text, self.report);
        let is_opening = self.last_doc_line.is_none_or(|last| last + 1 != line);
        self.last_doc_line = Some(line);
        if is_opening {
            let first = |word: &str| {
                text.trim_start().strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            };
            if let Some((word, better)) = alternatives(OPENINGS).find(|(word, _)| first(word)) {
                self.finding(line, &format!("a doc comment begins with '{word}'"), better);
            }
        }
    }

    fn check_message(&mut self, literal: &Literal) {
        if let Ok(text) = syn::parse_str::<LitStr>(&literal.to_string())
            && text.value().contains(' ')
        {
            let line = literal.span().start().line;
            check_prose(self.path, line, &without_placeholders(&text.value()), self.report);
        }
    }

    /// Checks the messages in the arguments of a macro or an attribute, which are no syntax tree.
    fn check_tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Literal(literal) => self.check_message(&literal),
                TokenTree::Group(group) => self.check_tokens(group.stream()),
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Checker<'_> {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let line = attribute.span().start().line;
        match &attribute.meta {
            Meta::NameValue(doc) if doc.path.is_ident("doc") => {
                if let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &doc.value {
                    self.check_doc_line(line, &text.value());
                }
            }
            Meta::List(list) => self.check_tokens(list.tokens.clone()),
            _ => {}
        }
    }

    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        self.check_message(&text.token());
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.check_tokens(called.tokens.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(text: &str) -> Vec<String> {
        let mut report = Report::default();
        let file = syn::parse_file(text).unwrap();
        check_source(Path::new("a.rs"), text, &file, &mut report);
        let found = report.errors;
        found.iter().map(|found| found.split(": better").next().unwrap().to_owned()).collect()
    }

    #[test]
    fn comments_and_messages_use_the_vocabulary() {
        let text =
            "/// What it is.\n/// Who knows.\npub struct A;\nfn f() { bail!(\"nobody is there\") }\n// As told.\n";
        let expected = ["a.rs:1: a doc comment begins with 'What'", "a.rs:4: 'nobody'", "a.rs:5: 'told'"];
        assert_eq!(findings(text), expected);
    }

    #[test]
    fn code_may_use_any_word() {
        assert!(findings("/// Sets `told` to 1, the same value.\nstruct A;\nconst B: &str = \"told\";\n").is_empty());
        assert!(findings("fn f() { panic!(\"{told} {} at {told:?}\") }\n").is_empty());
    }

    #[test]
    fn tests_use_the_words_of_the_code_that_they_test() {
        assert_eq!(findings("#[cfg(test)]\nmod tests {\n    // As told.\n    struct A;\n}\n"), ["a.rs:3: 'told'"]);
    }

    #[test]
    fn documents_use_the_vocabulary_outside_of_code() {
        let mut report = Report::default();
        check_document(Path::new("a.md"), "Nobody's `told`.\n```\ntold\n```\nIt is said.\n", &mut report);
        let lines: Vec<_> = report.errors.iter().map(|found| found[..14].to_owned()).collect();
        assert_eq!(lines, ["a.md:1: 'nobod", "a.md:5: 'said'"]);
    }
}
