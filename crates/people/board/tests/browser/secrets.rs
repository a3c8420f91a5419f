//! A running game that hides tiles is out of every other view, and of what other views read.

use serde_json::{Value, json};

use crate::driver::{Page, on_page};
use crate::follow::{choose, lay_out, take};
use crate::{SHOWN_SECRET, at, ends, pass_on, shelf};

/// A lake to be laid: every new game of Gone Fishing! begins here.
const NEW_LAKE: &str = "angling:..../..../..../.... B 0,0 -,- 3.3.3.3 lh,yrs step=lay hand=1.1.2.2.3.3.4.4.5.6.r.r.r.r.r.d";

/// All views, with what they show once they are open.
const VIEWS: [(&str, &str); 7] = [
    ("analyze", "$('#move-tools')"),
    ("review", "$('#review')"),
    ("edit", "$('#position')"),
    ("puzzles", "$('#task')?.textContent.includes('Find')"),
    ("shelf", "$('#folder')"),
    ("follow", "$('#follow-begin, #follow-undo')"),
    ("play", "$('.set-up')"),
];

/// Moves in the address of the page.
const LINKED: &str = "return new URLSearchParams(location.hash.slice(1)).get('moves') ?? ''";

/// Opens a view by its door, once it shows what it has.
async fn open(page: &Page, view: &str, shown: &str) {
    page.click(&format!("[data-view={view}]")).await;
    page.until(&format!("{shown} && location.hash.includes('view={view}')"))
        .await;
}

/// Begins a game of two persons at this screen, whose fish lays its lake.
async fn play_in_turn(page: &Page) {
    for (label, value) in [
        ("Rules", "angling"),
        ("Player A", "person"),
        ("Player B", "person"),
    ] {
        page.set_option(label, value).await;
    }
    page.click("#begin").await;
    page.click("#take-screen").await;
    for _ in 0..15 {
        page.until("!$('#take-screen, #hand-over')").await;
        take(page, "0").await;
    }
    pass_on(page, "A").await;
}

/// Two games that begin at one position stay two: on the board, in the address and on the shelf.
#[test]
fn a_played_lake_is_never_merged_with_the_one_on_the_table() {
    on_page(&at("follow", NEW_LAKE), async |page| {
        page.until("$('#you-are select') && $('#legal')").await;
        choose(page, "You are", "B").await;
        take(page, "-1").await;
        let own = page.script(LINKED).await;
        open(page, "play", "$('.set-up')").await;
        play_in_turn(page).await;
        for from in ["play", "follow"] {
            for (view, shown) in VIEWS {
                page.click(&format!("[data-view={from}]")).await;
                page.until(&format!("location.hash.includes('view={from}')"))
                    .await;
                open(page, view, shown).await;
                if view == "play" {
                    page.until("$$('#moves li').length === 16").await;
                    assert_eq!(page.script(SHOWN_SECRET).await, Value::Null, "{from}");
                    continue;
                }
                let count = page.script("return $$('#moves li').length").await;
                assert!(count.as_u64().unwrap() < 2, "{from}, {view}: {count}");
                let linked = page.script(LINKED).await;
                assert!(
                    linked == json!("") || linked == own,
                    "{from}, {view}: {linked}"
                );
            }
        }
        let kept = page.value_of(shelf::KEPT, Vec::new()).await;
        let count = kept.as_str().unwrap().matches("lay:").count();
        assert_eq!(count, 1, "{kept}");
    });
}

/// A try from a position at which tiles are hidden is a game of its own.
#[test]
fn a_hidden_game_from_here_leaves_the_study_alone() {
    on_page(&at("analyze", NEW_LAKE), async |page| {
        page.until("$('#move-tools')").await;
        take(page, "-1").await;
        open(page, "edit", "$('#position')").await;
        page.click("#play-from-here").await;
        page.until("sessionStorage.played").await;
        open(page, "analyze", "$('#move-tools')").await;
        assert_eq!(page.script(SHOWN_SECRET).await, Value::Null);
    });
}

/// The lake of a shared table is out of all views, whichever leads there.
#[test]
fn a_lake_of_a_shared_table_is_in_no_other_view() {
    on_page("#view=follow", async |page| {
        lay_out(page, "angling", "A").await;
        choose(page, "You are", "all").await;
        page.until("!$('#follow-begin').disabled").await;
        page.click("#follow-begin").await;
        page.click("#take-screen").await;
        for number in 1..=15 {
            page.click(".menu:not([hidden]) button").await;
            page.until(&format!(
                "$$('#moves li').length >= {number} || $('#hand-over')"
            ))
            .await;
        }
        pass_on(page, "A").await;
        for from in ["follow", "play"] {
            for (view, shown) in VIEWS {
                page.click(&format!("[data-view={from}]")).await;
                page.until(&format!("location.hash.includes('view={from}')"))
                    .await;
                open(page, view, shown).await;
                assert_eq!(
                    page.script(SHOWN_SECRET).await,
                    Value::Null,
                    "{from}, {view}"
                );
            }
        }
        let kept = page.value_of(shelf::KEPT, Vec::new()).await.to_string();
        assert!(!kept.contains("lay:"), "{kept}");
    });
}

/// Plays the first legal move that begins with these words.
async fn choose_move(page: &Page, words: &str) {
    page.script("$('#legal').open = true").await;
    let find = format!(
        "$$('#legal .move').find((one) => one.textContent.startsWith({}))",
        json!(words)
    );
    page.until(&find).await;
    page.script(&format!("{find}.click()")).await;
}

/// Presses *Take back*, which leaves this number of moves, and says why if nothing is taken back.
async fn until_taken_back(page: &Page, moves: usize, tip: &str) {
    page.click("#take-back").await;
    page.until(&format!(
        "$$('#moves li').length === {moves} && $('#tip').textContent === {}",
        json!(tip)
    ))
    .await;
}

/// Reason for which nothing is taken back.
const SEEN: &str = "What was hidden has been seen since: that is not taken back.";

/// After a look, a catch or a shown tile nobody takes back what led there; a walk alone can be.
#[test]
fn what_has_been_seen_of_a_lake_is_not_taken_back() {
    let lake = "angling:1rrr/5226/41r3/4r3d A 0,0 -,- 3.3.3.3 lh,yrs step=place dealt";
    on_page(&at("play", lake), async |page| {
        ends::begin(page).await;
        choose_move(page, "yellow begins at pier 1").await;
        choose_move(page, "red begins at pier 7").await;
        choose_move(page, "yellow walks 1 pier").await;
        page.until("$$('#moves li').length === 3").await;
        until_taken_back(page, 2, "").await;
        choose_move(page, "yellow walks 1 pier").await;
        pass_on(page, "B").await;
        choose_move(page, "show the tile").await;
        page.until("$$('#moves li').length === 4").await;
        until_taken_back(page, 4, SEEN).await;
        pass_on(page, "A").await;
        choose_move(page, "catch nothing, and look at d4").await;
        page.until("$$('#moves li').length === 5").await;
        until_taken_back(page, 5, SEEN).await;
        page.screenshot("seen-phone").await;
    });
}

/// Whether a tile hid the whale has been seen after a move from it; one that cannot hide it tells
/// nothing.
#[test]
fn a_move_from_a_tile_of_the_hidden_whale_is_not_taken_back() {
    for (tile, left, tip) in [("3", 1, SEEN), ("1", 0, "")] {
        let floe = format!(
            "A{tile}11..../......../......./......../.13B1.../......../......./........ A 30:20,30:20 rules=hidden-whale hidden=3"
        );
        on_page(&at("play", &floe), async |page| {
            ends::begin(page).await;
            choose_move(page, "").await;
            page.until("$$('#moves li').length === 1").await;
            until_taken_back(page, left, tip).await;
        });
    }
}

/// After a hand-over all moves since the last turn are told, not only the last one.
#[test]
fn a_hand_over_tells_all_moves_since_the_last_turn() {
    let lake = "angling:1rrr/5226/41r3/4r3d A 0,0 -,- 3.3.3.3 lh,yrs step=place dealt";
    on_page(&at("play", lake), async |page| {
        ends::begin(page).await;
        for words in [
            "yellow begins at pier 1",
            "red begins at pier 7",
            "yellow walks 1 pier",
        ] {
            choose_move(page, words).await;
        }
        pass_on(page, "B").await;
        choose_move(page, "show the tile").await;
        pass_on(page, "A").await;
        choose_move(page, "catch the tile").await;
        pass_on(page, "B").await;
        choose_move(page, "slide the tile").await;
        page.until("$$('#moves li').length === 6").await;
        choose_move(page, "slide the tile").await;
        page.until("$$('#moves li').length === 7").await;
        choose_move(page, "end the round").await;
        pass_on(page, "A").await;
        page.until_text("#status", "Since your turn: slide the tile on")
            .await;
        page.until_text("#status", "; end the round. A: your turn.")
            .await;
    });
}
