//! Reports as pages of HTML.

use std::fs;
use std::path::Path;

use crate::run::floe;

/// Reads a page, which must hold all that it shows.
#[track_caller]
fn page(file: &Path) -> String {
    let page = fs::read_to_string(file).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("default-src 'none'") && !page.contains("<script"));
    let links = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for link in ["http:", "https:", "src=", "@import"] {
        assert!(!links.contains(link), "the page holds {link}");
    }
    page
}

#[test]
fn matches_and_ratings_have_pages() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = name("games");
    let html = name("match.html");
    let rated = name("rated.html");
    let engines = ["alphabeta:depth=2", "alphabeta:depth=1"];
    let call = ["match", engines[0], engines[1], "--seed", "1", "--floes", "6", "--placed", "--sprt", "0,100"];
    floe(&[&call[..], &["--out", &games, "--html", &html, "--concurrency", "2"]].concat());
    let played = page(Path::new(&html));
    for part in
        ["Log-likelihood ratio", "Elo of the first engine", "Margin of", "first move", "Largest mistakes", "seat 2"]
    {
        assert!(played.contains(part), "{part}");
    }
    assert!(played.contains("data-hex=\"a1\""), "mistakes have boards");
    floe(&["rate", &games, "--html", &rated]).fine();
    let rated = page(Path::new(&rated));
    assert!(rated.contains("<h2>2 players</h2>") && rated.contains("Margin of"));
}

#[test]
fn pages_of_matches_need_the_record() {
    let error = floe(&["match", "greedy", "random", "--seed", "1", "--floes", "1", "--html", "a.html"]).wrong();
    assert!(error.contains("--html: expected with --out DIR"), "{error}");
}

#[test]
fn suites_have_pages() {
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("suite.html");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../positions/exact/teaching.exact");
    floe(&["suite", file, "--engine", "random", "--quiet", "--html", html.to_str().unwrap()]);
    let page = page(&html);
    assert!(page.contains("teaching.exact") && page.contains("Positions not solved") && page.contains("data-hex"));
}
