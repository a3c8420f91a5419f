//! Catalogue entry of a crate in the registry, and how docs.rs builds its documentation.

use cargo_metadata::Package;

use super::Report;

/// Categories of crates.io that fit; the registry drops those that it does not know.
const CATEGORIES: [&str; 5] = [
    "algorithms",
    "command-line-utilities",
    "data-structures",
    "games",
    "mathematics",
];
/// Maximum number of keywords of a crate on crates.io; of categories, too.
const WORDS_CAP: usize = 5;
/// Maximum length of a keyword, in characters.
const KEYWORD_CAP: usize = 20;

/// Checks the manifest of a crate that is published.
pub(super) fn check(package: &Package, report: &mut Report) {
    let name = package.name.as_str();
    let mut error = |what: &str| report.errors.push(format!("the manifest of {name} {what}"));
    if package.description.is_none() || package.repository.is_none() {
        error("lacks a description or the repository");
    }
    if !are_keywords(&package.keywords) {
        error("needs one to five keywords, each a word of at most 20 characters");
    }
    if !are_categories(&package.categories) {
        error("needs categories of the list in xtask/src/tidy/catalogue.rs");
    }
    let has_library = package.targets.iter().any(cargo_metadata::Target::is_lib);
    let all_features = package.metadata.pointer("/docs/rs/all-features");
    if has_library && all_features.and_then(serde_json::Value::as_bool) != Some(true) {
        error("lacks all-features in [package.metadata.docs.rs]");
    }
}

/// Whether crates.io accepts these keywords.
fn are_keywords(words: &[String]) -> bool {
    let is_keyword = |word: &String| {
        let characters = word.bytes();
        let mut rest = characters.filter(|byte| !matches!(byte, b'-' | b'_' | b'+'));
        word.len() <= KEYWORD_CAP
            && word.starts_with(|first: char| first.is_ascii_alphanumeric())
            && rest.all(|byte| byte.is_ascii_alphanumeric())
    };
    (1..=WORDS_CAP).contains(&words.len()) && words.iter().all(is_keyword)
}

/// Whether crates.io knows these categories.
fn are_categories(slugs: &[String]) -> bool {
    let is_known = |slug: &String| CATEGORIES.contains(&slug.as_str());
    (1..=WORDS_CAP).contains(&slugs.len()) && slugs.iter().all(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn keywords_are_few_short_words() {
        assert!(are_keywords(&words("board-game c++ a1")));
        for refused in [
            "",
            "a b c d e f",
            "-game",
            "hey,that",
            "a-word-of-21-letters-",
        ] {
            assert!(!are_keywords(&words(refused)), "{refused}");
        }
    }

    #[test]
    fn categories_are_known() {
        assert!(are_categories(&words("games algorithms")));
        assert!(!are_categories(&words("games board-games")));
        assert!(!are_categories(&[]));
    }
}
