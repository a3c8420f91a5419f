//! Comments and documents: nothing left for later, and no dead links.

use std::path::Path;

use pulldown_cmark::{Event, Parser, Tag};

use super::Report;

/// Marks of unfinished work.
const FOR_LATER: [&str; 3] = ["TODO", "FIXME", "XXX"];

/// Columns of the longest comment.
const WIDTH: usize = 100;

/// Checks the comments of Rust code.
pub(super) fn check_comments(path: &Path, text: &str, report: &mut Report) {
    let comments = text
        .lines()
        .map(|line| line.split_once("//").map_or("", |(_, comment)| comment));
    check_lines(path, comments, report);
    check_width(path, text, report);
}

/// Checks that comments are wrapped, apart from the code in them.
fn check_width(path: &Path, text: &str, report: &mut Report) {
    let mut is_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_code = false;
            continue;
        };
        is_code ^= comment
            .trim_start_matches(['/', '!'])
            .trim_start()
            .starts_with("```");
        let is_whole = comment
            .trim_start_matches(['/', '!', ' '])
            .starts_with(['|', '>']);
        let columns = line.chars().count();
        if columns > WIDTH && !is_code && !is_whole {
            report.errors.push(format!(
                "{}:{number}: a comment of {columns} columns, limit {WIDTH}",
                path.display()
            ));
        }
    }
}

/// Checks every line of a document.
pub(super) fn check_text(path: &Path, text: &str, report: &mut Report) {
    check_lines(path, text.lines(), report);
}

fn check_lines<'a>(path: &Path, lines: impl Iterator<Item = &'a str>, report: &mut Report) {
    for (number, line) in (1..).zip(lines) {
        let mut words = line.split(|c: char| !c.is_alphanumeric());
        if let Some(word) = words.find(|word| FOR_LATER.contains(word)) {
            report.errors.push(format!(
                "{}:{number}: {word} has no place in the tree",
                path.display()
            ));
        }
    }
}

/// Checks the links of a document to files of the tree; `exists` answers for paths from its root,
/// which may contain `..`.
pub(super) fn check_links(
    path: &Path,
    text: &str,
    exists: impl Fn(&Path) -> bool,
    report: &mut Report,
) {
    for Link { target, line } in links(text) {
        let Some(file) = local(&target) else {
            continue;
        };
        if !exists(&path.with_file_name(file)) {
            report.errors.push(format!(
                "{}:{line}: the link to {target} leads nowhere",
                path.display()
            ));
        }
    }
}

/// Link or picture of a document.
pub(super) struct Link {
    pub(super) target: String,
    /// Number of its line, from 1.
    pub(super) line: usize,
}

/// All links and pictures of a document.
pub(super) fn links(text: &str) -> impl Iterator<Item = Link> {
    let events = Parser::new(text).into_offset_iter();
    events.filter_map(|(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(Link {
            target: dest_url.into_string(),
            line: 1 + text[..range.start].matches('\n').count(),
        }),
        _ => None,
    })
}

/// Path of a link to a file, without the fragment.
fn local(link: &str) -> Option<&str> {
    let path = link.split('#').next().unwrap_or_default();
    let elsewhere = link.contains("://") || link.starts_with("mailto:");
    if elsewhere || path.is_empty() {
        None
    } else {
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_for_later() {
        let mut report = Report::default();
        let word = FOR_LATER[0];
        check_comments(
            Path::new("a.rs"),
            &format!("let {word} = 1;\n// {word}: later\n"),
            &mut report,
        );
        check_text(Path::new("b.md"), &format!("no{word}s here\n"), &mut report);
        assert_eq!(
            report.errors,
            [format!("a.rs:2: {word} has no place in the tree")]
        );
    }

    #[test]
    fn comments_are_wrapped_and_their_code_is_not() {
        let mut report = Report::default();
        let word = "w".repeat(97);
        let text = format!(
            "/// {word}\n// {word}\n/// ```\n/// {word}\n/// ```\n    let a = \"{word}\";\n"
        );
        check_comments(Path::new("a.rs"), &text, &mut report);
        assert_eq!(
            report.errors,
            ["a.rs:1: a comment of 101 columns, limit 100"]
        );
    }

    #[test]
    fn links_lead_somewhere() {
        let text = "[a](rules.md#1) [b](../README.md) [c](https://example.org/x) [d](#here)\n\n[e](gone.md)\n[f](../../up)\n";
        let known = ["docs/rules.md", "docs/../README.md"];
        let mut report = Report::default();
        check_links(
            Path::new("docs/a.md"),
            text,
            |path| known.contains(&path.to_str().unwrap()),
            &mut report,
        );
        assert_eq!(
            report.errors,
            [
                "docs/a.md:3: the link to gone.md leads nowhere",
                "docs/a.md:4: the link to ../../up leads nowhere"
            ]
        );
    }
}
