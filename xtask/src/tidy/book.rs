//! The book in `docs`: its summary has every page once, its words are counted, and links into pages
//! lead to headings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::Report;
use super::words::{Link, links};

/// Folder of the book.
const BOOK: &str = "docs";
/// File that names the pages, in their order.
const SUMMARY: &str = "SUMMARY.md";
/// Most words of all files of the book together: who reads it has an evening.
const WORDS: usize = 45_000;

/// Documents of the tree, collected file by file.
#[derive(Default)]
pub(super) struct Documents {
    texts: BTreeMap<PathBuf, String>,
}

impl Documents {
    pub(super) fn add(&mut self, place: &Path, text: &str) {
        self.texts.insert(place.to_owned(), text.to_owned());
    }

    pub(super) fn check(&self, report: &mut Report) {
        self.check_summary(report);
        self.check_words(report);
        self.check_headings(report);
    }

    /// Files of the book with their texts.
    fn pages(&self) -> impl Iterator<Item = (&Path, &str)> {
        let texts = self.texts.iter();
        texts.filter_map(|(path, text)| Some((path.strip_prefix(BOOK).ok()?, text.as_str())))
    }

    /// Checks that the summary names every page once, and nothing else.
    fn check_summary(&self, report: &mut Report) {
        let summary = Path::new(BOOK).join(SUMMARY);
        let text = self.texts.get(&summary).map_or("", String::as_str);
        let named: Vec<String> = links(text).map(|link| link.target).collect();
        for (page, _) in self.pages() {
            let page = page.display().to_string();
            let count = named.iter().filter(|name| **name == page).count();
            if page != SUMMARY && count != 1 {
                report.errors.push(format!(
                    "{BOOK}/{page}: {BOOK}/{SUMMARY} names the page {count} times, expected once"
                ));
            }
        }
    }

    /// Checks that the book is no longer than people read.
    fn check_words(&self, report: &mut Report) {
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        let count = |text: &str| text.split_whitespace().filter(is_word).count();
        let mut counts: Vec<(usize, &Path)> = self
            .pages()
            .map(|(page, text)| (count(text), page))
            .collect();
        counts.sort_unstable();
        let words: usize = counts.iter().map(|(words, _)| words).sum();
        if words > WORDS {
            let longest = counts.iter().rev().take(3);
            let longest = longest.map(|(words, page)| format!("{} {words}", page.display()));
            report.errors.push(format!(
                "{BOOK}: {words} words, limit {WORDS}; the longest pages are {}",
                longest.collect::<Vec<_>>().join(", ")
            ));
        }
    }

    /// Checks that every link with a fragment leads to a heading of a document.
    fn check_headings(&self, report: &mut Report) {
        let headings: BTreeMap<&Path, Vec<String>> = self
            .texts
            .iter()
            .map(|(path, text)| (path.as_path(), fragments(text)))
            .collect();
        for (path, text) in &self.texts {
            for Link { target, line } in links(text) {
                let Some((file, fragment)) = target.split_once('#') else {
                    continue;
                };
                let file = match file {
                    "" => path.clone(),
                    file => without_parents(&path.with_file_name(file)),
                };
                let found = headings.get(file.as_path());
                if found.is_some_and(|found| !found.iter().any(|known| known == fragment)) {
                    report.errors.push(format!(
                        "{}:{line}: the link to {target} leads to no heading",
                        path.display()
                    ));
                }
            }
        }
    }
}

/// A path without `..`.
fn without_parents(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path {
        if part == ".." {
            short.pop();
        } else {
            short.push(part);
        }
    }
    short
}

/// Fragments of the headings of a text, as GitHub and mdBook make them.
fn fragments(text: &str) -> Vec<String> {
    let mut fragments = Vec::new();
    let mut heading: Option<String> = None;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => fragments.extend(heading.take()),
            Event::Text(text) | Event::Code(text) => {
                let Some(heading) = &mut heading else {
                    continue;
                };
                let text = text.to_lowercase();
                let kept = text
                    .chars()
                    .filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
                heading.extend(kept.map(|c| if c == ' ' { '-' } else { c }));
            }
            _ => {}
        }
    }
    fragments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(documents: &[(&str, &str)]) -> Vec<String> {
        let mut report = Report::default();
        let mut all = Documents::default();
        for (path, text) in documents {
            all.add(Path::new(path), text);
        }
        all.check(&mut report);
        report.errors
    }

    #[test]
    fn a_page_that_the_summary_names_not_once_is_an_error() {
        let summary = "[a](a.md)\n\n# Part\n\n- [b](b.md)\n- [b](b.md)\n";
        let documents = [
            ("README.md", ""),
            ("docs/SUMMARY.md", summary),
            ("docs/a.md", ""),
            ("docs/b.md", ""),
            ("docs/c.md", ""),
        ];
        assert_eq!(
            errors(&documents),
            [
                "docs/b.md: docs/SUMMARY.md names the page 2 times, expected once",
                "docs/c.md: docs/SUMMARY.md names the page 0 times, expected once"
            ]
        );
    }

    #[test]
    fn words_over_the_limit_are_counted_by_page() {
        let long = "word ".repeat(WORDS);
        let summary = "[a](a.md) [b](b.md)";
        let documents = [
            ("docs/SUMMARY.md", summary),
            ("docs/a.md", "one"),
            ("docs/b.md", &long),
        ];
        let words = WORDS + 3;
        assert_eq!(
            errors(&documents),
            [format!(
                "docs: {words} words, limit {WORDS}; the longest pages are b.md {WORDS}, SUMMARY.md 2, a.md 1"
            )]
        );
    }

    #[test]
    fn links_into_a_page_lead_to_its_headings() {
        let a = "# 1. Over `b` & c\n\n[x](#1-over-b--c) [y](../d/b.md#some-part) [z](b.md#other)\n";
        let documents = [
            ("d/a.md", a),
            ("d/b.md", "## Some *part*\n"),
            ("e.md", "[x](d/b.md#no)\n[y](d/b.md)"),
        ];
        assert_eq!(
            errors(&documents),
            [
                "d/a.md:3: the link to b.md#other leads to no heading",
                "e.md:1: the link to d/b.md#no leads to no heading"
            ]
        );
    }
}
