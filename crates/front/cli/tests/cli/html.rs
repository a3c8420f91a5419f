//! Reports as pages of HTML.

use std::fs;
use std::path::Path;

use crate::TEACHING;
use crate::run::{Folder, floe};

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
    let folder = Folder::new();
    let name = |name: &str| folder.file(name);
    let games = name("games");
    let html = name("match.html");
    let rated = name("rated.html");
    let engines = ["alphabeta:depth=2", "alphabeta:depth=1"];
    let call = [
        "match", engines[0], engines[1], "--seed", "1", "--floes", "6", "--placed", "--sprt",
        "0,100",
    ];
    floe(
        &[
            &call[..],
            &["--out", &games, "--html", &html, "--concurrency", "2"],
        ]
        .concat(),
    );
    let played = page(Path::new(&html));
    for part in [
        "Log-likelihood ratio",
        "Elo of the first engine",
        "Margin of",
        "Largest mistakes",
        "seat 2",
    ] {
        assert!(played.contains(part), "{part}");
    }
    assert!(played.contains("data-hex=\"a1\""), "mistakes have boards");
    floe!("rate `{games}` --html `{rated}`").fine();
    let rated = page(Path::new(&rated));
    assert!(rated.contains("<h2>2 players</h2>") && rated.contains("Margin of"));
}

#[test]
fn pages_of_matches_need_the_record() {
    floe("match greedy random --seed 1 --floes 1 --html a.html")
        .refuses("--html: expected with --out DIR");
}

#[test]
fn suites_have_pages() {
    let folder = Folder::new();
    let html = folder.path().join("suite.html");
    floe!(
        "suite `{TEACHING}` --engine random --quiet --html `{}`",
        html.to_str().unwrap()
    );
    let page = page(&html);
    assert!(
        page.contains("teaching.exact")
            && page.contains("Positions not solved")
            && page.contains("data-hex")
    );
}

/// Games of all kinds of rules, as pages.
#[test]
fn games_have_pages() {
    let folder = Folder::new();
    let html = folder.path().join("game.html");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../positions/games");
    let mut files: Vec<_> = fs::read_dir(games)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let lake = "angling:??/?? A 0,0 y1+2 1.1 -,- dealt lake=2x2 tiles=1.2.r.d\ny+1\n";
    let cards = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3\nf:b2\n";
    for (name, game) in [("lake.game", lake), ("cards.game", cards)] {
        folder.write(name, game);
        files.push(folder.path().join(name));
    }
    for file in files {
        floe!(
            "replay `{}` --html `{}`",
            file.to_str().unwrap(),
            html.to_str().unwrap()
        )
        .fine();
        let page = page(&html);
        assert!(
            page.contains("<ol class=\"moves\" aria-label=\"Moves\">\n<li value=\"1\">"),
            "{}",
            file.display()
        );
        assert!(page.contains("data-hex"), "{}", file.display());
        assert_eq!(page.matches("<ol").count(), page.matches("</ol>").count());
        assert_eq!(page.matches("<li").count(), page.matches("</li>").count());
    }
}

/// Names and comments are never markup; variations, signs, drawings and values are there.
#[test]
fn pages_of_games_hold_all_notes() {
    let folder = Folder::new();
    let [game, html] = ["a.game", "a.html"].map(|name| folder.path().join(name));
    let position =
        "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
    let text = format!(
        "[A \"<script>Anna\"]\n# <i>evening</i>\n{position}\nc5-c6! {{[%value +1:0] [%draw d5-d4] <b>good</b>}} \
         d5-d6 {{[%value -1:0]}} (d5-d4 {{<u>dull</u>}})\n"
    );
    fs::write(&game, text).unwrap();
    floe!(
        "replay `{}` --html `{}`",
        game.to_str().unwrap(),
        html.to_str().unwrap()
    )
    .fine();
    let page = page(&html);
    for part in [
        "<h1>&lt;script&gt;Anna – B</h1>",
        "<p>&lt;i&gt;evening&lt;/i&gt;</p>",
        "<p>&lt;b&gt;good&lt;/b&gt;</p>",
        "<p>&lt;u&gt;dull&lt;/u&gt;</p>",
        "c5 to c6 <b class=\"marks\">!</b> <span class=\"notation\">c5-c6</span> <span class=\"value\">A +1</span>",
        "aria-label=\"Variation\"",
        // Values are those of the side that is ahead, in the list and in the graph.
        "<figure class=\"graph\"><svg",
        "Value by move: A ahead, in fish",
        "<details><summary>Board</summary><figure><svg",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for markup in ["<script", "<i>", "<u>", "<b>good"] {
        assert!(!page.contains(markup), "{markup}");
    }
    // With an engine, values and better lines, too.
    let call = format!(
        "replay `{}` --annotate --engine default:nodes=100 --html",
        game.to_str().unwrap()
    );
    floe!("{call} `{}`", html.to_str().unwrap()).fine();
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.contains("class=\"value\"") && page.contains("<p>&lt;b&gt;good&lt;/b&gt;</p>"));
}
