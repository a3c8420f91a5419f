//! The page fits the window at every size, in all games, for all numbers of players.

use serde_json::{Value, json};

use crate::at;
use crate::driver::{Page, on_page};

/// Size of the window of a phone that is held upright, on which the panel is below the board.
const PHONE: [u32; 2] = [390, 844];
/// Sizes of windows that show all at once, whose panel scrolls if it must.
const WINDOWS: [[u32; 2]; 5] = [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
    [820, 1180],
    [844, 390],
];

/// Parts that do not fit into the window; scrolling down is allowed where the argument says so.
const MISFITS: &str = "
    const [canScroll] = arguments;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    const found = [];
    if (scrollWidth > clientWidth) found.push('a scroll bar below');
    if (scrollHeight > clientHeight && !canScroll) found.push('a scroll bar at the side');
    const parts = { board: '#board svg', question: '#asking', menu: '#board .menu:not([hidden])', far: '#above .seat',
      seat: '#below .seat', steps: '#steps' };
    const boxes = {};
    for (const [name, selector] of Object.entries(parts)) {
      const box = $(selector)?.getBoundingClientRect();
      if (!box) continue;
      boxes[name] = box;
      if (box.left < 0 || box.top < 0 || box.right > clientWidth + 0.5 || box.bottom > clientHeight + 0.5) found.push(name);
    }
    const { board, question, menu } = boxes;
    const isBeside = question.left > board.right;
    if (question.height > 0 && !isBeside && board.bottom > question.top + 0.5) found.push('board over question');
    if (menu && question.bottom > menu.top + 0.5) found.push('question over menu');
    if (board.height < 0.3 * clientHeight) found.push(`board of ${board.height}`);
    for (const seat of $$('#stage .seat')) if (seat.scrollWidth > seat.clientWidth) found.push('seat');
    return found;";

/// Misfits of the page in a window of this size.
async fn misfits(page: &Page, size: [u32; 2]) -> Value {
    page.resize(size).await;
    // The page is given its size before the next frame.
    let frames =
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done));";
    page.value_of(frames, Vec::new()).await;
    page.run(MISFITS, vec![json!(size == PHONE)]).await
}

/// Begins a game of these rules between persons.
async fn begin(page: &Page, rules: &str, players: u64) {
    let deal = page.answer(
        &json!({"id": "1", "action": "deal", "rules": rules, "players": players, "seed": 1}),
    );
    page.go(&at("play", deal["position"].as_str().unwrap()))
        .await;
    for seat in ["Player A", "Player B"].iter().take(players as usize) {
        page.set_option(seat, "person").await;
    }
    page.click("#continue-game").await;
    page.until("$('#take-screen') || $('#pause')").await;
    page.script("$('#take-screen')?.click()").await;
    page.until("$('#board svg') && $('#asking').textContent")
        .await;
}

#[test]
fn board_seat_and_steps_are_seen_at_every_size_in_every_game() {
    on_page("#view=play", async |page| {
        let catalog = page.answer(&json!({"id": "1", "action": "catalog"}));
        let mut found = Vec::new();
        for offered in catalog["rules"].as_array().unwrap() {
            let rules = offered["name"].as_str().unwrap();
            let least = if offered["has_teams"] == json!(true) {
                4
            } else {
                offered["min_players"].as_u64().unwrap()
            };
            let most = if rules == "angling" { 2 } else { 4 };
            for players in least..=most {
                begin(page, rules, players).await;
                let notes = "return $$('#below > .caption').length <= 3";
                assert_eq!(
                    page.script(notes).await,
                    json!(true),
                    "{rules}: a long legend is folded"
                );
                for size in WINDOWS.into_iter().chain([PHONE]) {
                    let misfits = misfits(page, size).await;
                    if misfits != json!([]) {
                        found.push(format!("{rules}, {players} players, {size:?}: {misfits}"));
                    }
                }
                page.screenshot(&format!("layout-{rules}-{players}")).await;
            }
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

/// A card or a tile of a lake is wide enough for a finger on a phone held sideways, where the board
/// has the height.
#[test]
fn cards_are_large_on_a_phone_held_sideways() {
    on_page("#view=play", async |page| {
        page.resize([844, 390]).await;
        for position in [
            "flip:W1>D1<K4>/W3<J1vJ2v/J2vD2<K3>/J2vD4>D3> A W:rxy,K:fse W2312,D2211,J2022,K3211,p4 deck=f3c2r1s2k2x2y1e1",
            "angling:1rrr/5226/41r3/4r3d A 0,0 -,- 3.3.3.3 lh,yrs step=place dealt",
        ] {
            for view in ["analyze", "play", "follow"] {
                page.go(&at(view, position)).await;
                page.until("$('#board [data-hex] :is(rect, path)')").await;
                let widths = "$$('#board [data-hex] :is(rect, path)')
                    .map((card) => card.getBoundingClientRect().width)";
                let widest = page.script(&format!("return Math.max(...{widths})")).await;
                assert!(
                    widest.as_f64().unwrap() > 55.0,
                    "{view}, {position}: {widest}"
                );
            }
        }
    });
}

#[test]
fn no_view_makes_the_page_scroll_in_a_large_window() {
    on_page("#view=analyze", async |page| {
        for view in ["analyze", "play", "edit", "review", "puzzles", "shelf"] {
            page.go(&format!("#view={view}")).await;
            page.until("$('#board svg') && $('#panel button')").await;
            for size in WINDOWS {
                assert_eq!(misfits(page, size).await, json!([]), "{view}, {size:?}");
            }
            // On a laptop the ways on from the Editor are in sight.
            page.resize([1280, 800]).await;
            let last = "$('#play-from-here')?.getBoundingClientRect().bottom";
            page.until(&format!(
                "!({last} > $('.view').getBoundingClientRect().bottom)"
            ))
            .await;
            // On a tablet nothing of this has to be scrolled to.
            page.resize([820, 1180]).await;
            for part in ["#begin", "#commenting", "#puzzle-hint"] {
                let bottom = "getBoundingClientRect().bottom";
                let here = format!(
                    "const part = $('{part}');
                    return !part?.offsetParent || part.{bottom} <= $('#panel').{bottom}"
                );
                assert_eq!(page.script(&here).await, json!(true), "{view}: {part}");
            }
            page.screenshot(&format!("tablet-{view}")).await;
        }
    });
}
