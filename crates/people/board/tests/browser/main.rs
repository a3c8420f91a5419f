//! The page of the board, in headless Chromium, as a person uses it.

mod compose;
mod driver;
mod edit;
mod ends;
mod family;
mod focus;
mod follow;
mod layout;
mod panel;
mod puzzles;
mod review;
mod room;
mod save;
mod secrets;
mod shelf;
mod times;
mod tree;

use serde_json::{Value, json};

use crate::driver::{Page, on_page};

/// Zugzwang: the player to move loses.
pub(crate) const ZUGZWANG: &str =
    "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
/// Ending of the base game that is solved at once.
pub(crate) const ENDING: &str =
    ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19";

/// Address of a position in a view.
pub(crate) fn at(view: &str, position: &str) -> String {
    let escaped: String = position
        .bytes()
        .map(|byte| match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'.' | b'-' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect();
    format!("#view={view}&position={escaped}")
}

#[test]
fn the_analysis_shows_what_the_engine_finds() {
    on_page(&at("analyze", ENDING), async |page| {
        page.until_text("#value", "proved").await;
        let expected = page.answer(&json!({"id": "1", "position": ENDING, "lines": 3}));
        assert_eq!(expected["value"], json!({"fish": 10, "tiles": 0}));
        assert_eq!(page.text("#value").await, "A wins by 10 fishproved");
        let lines = page
            .script("return $$('.line').map((line) => line.querySelector('.move').textContent)")
            .await;
        let moves: Vec<&Value> = expected["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| &line["move"])
            .collect();
        assert_eq!(lines, json!(moves));
        page.screenshot("analysis").await;
        // All moves are proved next, and their values stand on the hexes of the chosen penguin.
        page.hex(moves[0].as_str().unwrap().split('-').next().unwrap())
            .await;
        page.until("$('.fp-value.fp-best')").await;
        page.screenshot("values").await;
    });
}

#[test]
fn a_link_holds_the_position_its_moves_and_the_view() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "B wins by 1 fish").await;
        page.hex("c5").await;
        page.hex("d4").await;
        page.until_text("#moves", "c5-d4").await;
        page.until("location.hash.includes('c5-d4')").await;
        page.script("location.reload()").await;
        page.until_text("#moves", "c5-d4").await;
        page.until_text("#value", "proved").await;
        assert!(page.text("#above").await.contains("B"));
    });
}

/// A plus written by hand is one, and in links of older pages it is a blank.
#[test]
fn links_written_by_hand_are_read() {
    let floe = "rows(1:4,0:5,1:4):1A123/B112.1/1111";
    for link in [
        format!("#position={floe}%20A%200:0,0:0%20rules=push+whale%20whale=c1"),
        format!("#position={floe}+A+0:0,0:0+rules=push+whale+whale=c1"),
        format!("#position={floe}+A+0:0,0:0+rules=push%2Bwhale+whale=c1"),
        "#position=angling:??/??%20A%200,0%20y1+2%201.1%20-,-%20dealt%20lake=2x2%20tiles=1.2.r.d&moves=y+1".to_owned(),
    ] {
        on_page(&link, async |page| {
            page.until("$('[data-hex]') || $('.error')").await;
            assert_eq!(page.script("return $('.error')?.textContent ?? ''").await, json!(""));
            let hash = page.script("return location.hash").await;
            assert!(!hash.as_str().unwrap().contains('+'), "{hash}");
        });
    }
}

#[test]
fn a_wrong_link_names_the_mistake() {
    on_page(&at("analyze", "123 A 0:0,0:0"), async |page| {
        page.until_text(".error", "column").await;
        // Nothing that needs a position is alive.
        let alive = "$$('main button:not(:disabled)').filter((each) => each.offsetParent)";
        page.until(&format!(
            "{alive}.map(({{ id }}) => id).join() === 'edit-text,new-floe'"
        ))
        .await;
        page.click("#edit-text").await;
        page.until("document.activeElement.id === 'position' && document.activeElement.value === '123 A 0:0,0:0'")
            .await;
        page.until_text("#mistake", "column 4").await;
        page.go(&at("analyze", "123 A 0:0,0:0")).await;
        page.click("#new-floe").await;
        page.until("$('#board svg') && $('.line')").await;
    });
}

/// Plays a game by clicks on the first hexes that can be chosen, until it is over.
const CLICK_ON: &str = "
    const click = (space) => space.querySelector('path').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const menu = $('.menu:not([hidden]) button');
    const next = $('[data-hex].next') ?? $('[data-hex].movable');
    if (menu) menu.click(); else if (next) click(next);
    return $('#status').textContent;";

#[test]
fn whole_games_are_played_by_clicks() {
    on_page("#view=play", async |page| {
        // What the page has dealt itself is no game of a link.
        page.until("location.hash.includes('position')").await;
        page.script("location.reload()").await;
        page.until("location.hash.includes('position') && $('#begin')?.checkVisibility()")
            .await;
        for rules in ["base", "push", "whale", "survival"] {
            for (label, value) in [
                ("Rules", rules),
                ("Player A", "person"),
                ("Player B", "person"),
            ] {
                page.set_option(label, value).await;
            }
            page.click("#begin").await;
            page.until_text("#status", "your turn").await;
            page.until("$('.movable')").await;
            let mut clicks = 0;
            while page
                .script(CLICK_ON)
                .await
                .as_str()
                .unwrap()
                .contains("your turn")
            {
                clicks += 1;
                assert!(clicks < 2000, "{rules}");
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
            page.screenshot(&format!("played-{rules}")).await;
            let status = page.text("#status").await;
            assert!(status.contains("The game is over"), "{rules}: {status}");
        }
    });
}

#[test]
fn an_engine_answers_and_moves_are_taken_back() {
    on_page("#view=play", async |page| {
        page.click("#begin").await;
        page.until("$('.movable')").await;
        page.click(".movable").await;
        page.until("$$('#moves li').length === 2").await;
        // Who plays alone is addressed.
        page.until("$('#status').textContent.startsWith('Your turn. ')")
            .await;
        page.screenshot("play").await;
        // Moves that have been seen stay so.
        page.click("#steps button").await;
        page.until("!$('#moves [aria-current=step]')").await;
        assert!(!page.text("#moves").await.contains('…'));
        page.click("#steps button:last-child").await;
        page.until("$('#moves li:last-child [aria-current=step]')")
            .await;
        page.click("#take-back").await;
        page.until("$$('#moves li').length === 0").await;
    });
}

#[test]
fn a_hint_is_shown_and_the_clock_runs_out() {
    on_page("#view=play", async |page| {
        page.set_option("Clock", "60+1").await;
        page.click("#begin").await;
        page.until_text("#clock-A", "0:").await;
        page.until("$('#ask-hint:enabled')").await;
        page.click("#ask-hint").await;
        page.until_text("#hint", "Hint: ").await;
        page.screenshot("hint").await;
        page.script("const now = performance.now(); performance.now = () => now + 70_000")
            .await;
        page.until_text("#status", "You have run out of time: Pip wins")
            .await;
        page.until("!$('#give-up')").await;
        page.until("!$('.movable')").await;
        page.screenshot("late").await;
    });
}

#[test]
fn a_game_outlives_the_page_and_the_other_views() {
    on_page("#view=play", async |page| {
        for (label, value) in [
            ("Player A", "person"),
            ("Player B", "person"),
            ("Clock", "300+3"),
        ] {
            page.set_option(label, value).await;
        }
        page.click("#begin").await;
        page.click(".next").await;
        page.until("$$('#moves li').length === 1").await;
        page.until_text("#status", "B: your turn").await;
        // Reloading in another view leaves the game as it is, too.
        for view in ["play", "puzzles"] {
            page.click(&format!("[data-view={view}]")).await;
            page.until(&format!("location.hash.includes('view={view}')"))
                .await;
            page.client.refresh().await.unwrap();
            page.click("[data-view=play]").await;
            page.until_text("#status", "B: your turn").await;
            page.until("$$('#moves li').length === 1").await;
        }
        page.until_text("#clock-B", ":").await;
        // Moves of an analysis are none of the game.
        page.click("[data-view=analyze]").await;
        page.until("location.hash.includes('view=analyze') && $$('#moves li').length === 1")
            .await;
        page.click(".next").await;
        page.until("$$('#moves li').length === 2").await;
        page.click("[data-view=play]").await;
        page.until("$$('#moves li').length === 1").await;
        page.click("#pause").await;
        page.until_text("#status", "Paused").await;
        page.click("#pause").await;
        page.click(".next").await;
        page.until("$$('#moves li').length === 2").await;
        ends::give_up(page).await;
        page.until_text("#status", "A gave up").await;
        page.screenshot("gave-up").await;
        page.click("#review-game").await;
        page.until_text("#review-status", "complete").await;
    });
}

/// The static site keeps all its files, the engine among them, for when there is no network.
#[test]
fn the_static_site_can_be_installed() {
    on_page("#view=analyze", async |page| {
        if !page.is_static() {
            return;
        }
        page.until("$('.line') && $('link[rel=manifest]') && !$('#loading')")
            .await;
        let kept = "const done = arguments[0];
            const look = async () => {
              const names = (await (await caches.open('floe')).keys()).map(({ url }) => url.split('/').pop());
              ['', 'main.js', 'style.css', 'worker.js', 'floe.wasm'].every((name) => names.includes(name)) ? done(true) : setTimeout(look, 100);
            };
            look();";
        assert_eq!(page.value_of(kept, Vec::new()).await, json!(true));
    });
}

#[test]
fn people_play_on_from_any_position() {
    on_page(&at("edit", ENDING), async |page| {
        page.until("$('[data-hex=b1]') && $('#fields')").await;
        page.click("#play-from-here").await;
        page.until_text("#status", "Your turn").await;
        page.hex("c3").await;
        page.until("$('#tip').textContent.includes('c3')").await;
        page.hex("b1").await;
        page.click(".next").await;
        page.until("$$('#moves li').length >= 2").await;
        page.screenshot("from-here").await;
    });
}

#[test]
fn hidden_tiles_stay_hidden() {
    on_page("#view=play", async |page| {
        for (label, value) in [
            ("Rules", "angling"),
            ("Player A", "person"),
            ("Player B", "1"),
        ] {
            page.set_option(label, value).await;
        }
        page.click("#begin").await;
        page.until("$$('#moves li').length >= 3").await;
        page.screenshot("hidden").await;
        let moves = page
            .script("return $$('#moves li').map((li) => li.innerText)")
            .await;
        assert!(
            moves
                .as_array()
                .unwrap()
                .iter()
                .all(|mv| mv == "lay the next tile"),
            "{moves}"
        );
        assert!(page.text("#board").await.contains("hidden tile"));
    });
}

/// The first hidden tile in all that a page shows, announces and links, as it stands in a move;
/// null if there is none.
const SHOWN_SECRET: &str = "
    const fields = $$('input, textarea').map((field) => field.value);
    const all = [document.documentElement.outerHTML, decodeURIComponent(location.href), ...fields].join('\\n');
    return all.match(/.{0,40}\\blay:\\w.*/)?.[0] ?? null";

#[test]
fn the_viewer_of_a_running_game_holds_in_every_view() {
    on_page("#view=play", async |page| {
        for (label, value) in [
            ("Rules", "angling"),
            ("Player A", "person"),
            ("Player B", "1"),
        ] {
            page.set_option(label, value).await;
        }
        page.click("#begin").await;
        page.until_text("#status", "Your turn").await;
        page.until("$$('#moves li').length >= 3 && location.hash === '#view=play'")
            .await;
        assert!(
            page.script("return sessionStorage.played")
                .await
                .as_str()
                .unwrap()
                .contains("lay:")
        );
        page.click("#legal summary").await;
        page.click("#legal .move").await;
        page.until("$('#live').textContent.startsWith('You: ')")
            .await;
        page.until_text("#status", "Your turn").await;
        for (view, shown) in [
            ("analyze", "$('#value')?.textContent.length > 1"),
            ("follow", "$('#follow-begin, #follow-undo')"),
            ("edit", "$('#position')?.value.includes('?')"),
            ("review", "$('#review')"),
            ("puzzles", "$('#task')?.textContent.includes('Find')"),
            ("shelf", "$('#folder')"),
            ("play", "$$('#moves li').length >= 3"),
        ] {
            page.click(&format!("[data-view={view}]")).await;
            page.until(&format!("{shown} && location.hash.includes('view={view}')"))
                .await;
            page.screenshot(&format!("secret-{view}")).await;
            assert_eq!(page.script(SHOWN_SECRET).await, Value::Null, "{view}");
            // Reloading keeps the secret, and the game.
            page.client.refresh().await.unwrap();
            page.until("$('#board svg')").await;
            assert_eq!(
                page.script(SHOWN_SECRET).await,
                Value::Null,
                "{view}, loaded again"
            );
            assert_eq!(
                page.script("return location.hash.includes('tree=')").await,
                json!(false),
                "{view}"
            );
        }
        page.until_text("#status", "Your turn").await;
        let kept = page.value_of(shelf::KEPT, Vec::new()).await.to_string();
        assert!(!kept.contains("lay:"), "{kept}");
        ends::give_up(page).await;
        page.until_text("#status", "You gave up: Nod wins").await;
        page.until("decodeURIComponent(location.hash).includes('lay:')")
            .await;
    });
}

#[test]
fn two_persons_hand_over_the_screen_where_tiles_are_hidden() {
    on_page("#view=play", async |page| {
        for (label, value) in [
            ("Rules", "angling"),
            ("Player A", "person"),
            ("Player B", "person"),
        ] {
            page.set_option(label, value).await;
        }
        page.click("#begin").await;
        let mut handed = 0;
        for _ in 0..60 {
            page.until("$('#take-screen, #hand-over, #legal .move, #legal summary')")
                .await;
            page.script("$('#hand-over')?.click()").await;
            if page.script("return Boolean($('#take-screen'))").await == json!(true) {
                page.screenshot("curtain").await;
                page.until("$('#live').textContent.startsWith('Hand the screen to')")
                    .await;
                let shown = "return [$('#board svg, #moves li'), location.hash]";
                assert_eq!(page.script(shown).await, json!([null, "#view=play"]));
                // Another view shows nothing of the game between two persons.
                if handed == 1 {
                    page.click("[data-view=edit]").await;
                    page.until("$('#position')?.value.includes('A 0:0')").await;
                    page.click("[data-view=play]").await;
                }
                page.click("#take-screen").await;
                page.until("$('#board svg')").await;
                handed += 1;
                let turn = page
                    .script("return JSON.parse(sessionStorage.played).holder")
                    .await;
                let moves = page.text("#moves").await;
                assert!(
                    turn != "A" || !moves.contains("lay a") && !moves.contains("lay the d"),
                    "{turn}: {moves}"
                );
                if handed == 4 {
                    return;
                }
            }
            follow::take(page, "0").await;
        }
        panic!("the screen was handed over {handed} times");
    });
}

/// No curtain falls between two tiles of one person, nobody takes back what another one has
/// hidden, and other views say where the game is.
#[test]
fn who_hides_tiles_keeps_the_screen_until_the_turn_of_the_other_one() {
    on_page("#view=play", async |page| {
        for (label, value) in [
            ("Rules", "angling"),
            ("Player A", "person"),
            ("Player B", "person"),
        ] {
            page.set_option(label, value).await;
        }
        page.click("#begin").await;
        // The first tile is as secret as the others.
        page.until_text("#above", "Hand the screen to B").await;
        page.until("!$('#board svg')").await;
        page.click("#take-screen").await;
        for _ in 0..15 {
            page.until("!$('#take-screen, #hand-over')").await;
            follow::take(page, "0").await;
        }
        pass_on(page, "A").await;
        page.until("$('#pause')").await;
        page.until("$('#take-back').disabled").await;
        page.click("[data-view=analyze]").await;
        page.until_text("#tree-note", "Your game hides tiles").await;
        page.click("#back-to-game").await;
        page.until("$('#pause')").await;
    });
}

/// Hands a shared screen over to the next person, who takes it.
async fn pass_on(page: &Page, next: &str) {
    page.until_text("#status", &format!("Then hand the screen to {next}."))
        .await;
    page.click("#hand-over").await;
    page.until_text("#status", &format!("Hand the screen to {next}"))
        .await;
    page.until("!$('#board svg, #hand-over')").await;
    page.click("#take-screen").await;
    page.until("$('#board svg')").await;
}

/// The result of a look or a catch stays in sight until its player hands the screen over.
#[test]
fn who_looks_at_a_tile_sees_it_before_the_screen_is_handed_over() {
    let lake = "angling:1rrr/5226/41r3/4r3d A 0,0 -,- 3.3.3.3 lh,yrs step=place dealt";
    on_page(&at("play", lake), async |page| {
        ends::begin(page).await;
        let take = async |words: &str| {
            page.script("$('#legal').open = true").await;
            let find =
                format!("$$('#legal .move').find((one) => one.textContent.startsWith('{words}'))");
            page.until(&find).await;
            page.script(&format!("{find}.click()")).await;
        };
        for words in [
            "yellow begins at pier 1",
            "red begins at pier 7",
            "yellow walks 1 pier",
        ] {
            take(words).await;
        }
        pass_on(page, "B").await;
        take("show the tile").await;
        pass_on(page, "A").await;
        let hidden = "$('[data-hex=d4] title').textContent.includes('hidden tile')";
        page.until(hidden).await;
        take("catch nothing, and look at d4").await;
        page.until_text("#status", "A: catch nothing, and look at d4: diver.")
            .await;
        page.until(&format!("!({hidden})")).await;
        // The move of the other one is not to be made yet.
        page.until("$('#legal').hidden && $('#asking').textContent === ''")
            .await;
        for size in [[390, 844], [1280, 800]] {
            page.resize(size).await;
            page.until("$('#hand-over').getBoundingClientRect().bottom <= innerHeight")
                .await;
            page.screenshot(&format!("hand-over-{}", size[0])).await;
        }
        pass_on(page, "B").await;
    });
}

#[test]
fn junk_in_the_storage_does_no_harm() {
    let start = "angling:??/?? A 0,0 y1+2 1.1 -,- dealt lake=2x2 tiles=1.2.r.d";
    let game = |start: &str, seats: Value| {
        let rest = json!({
            "start": start, "moves": ["d4"], "players": 2, "seats": seats, "headers": [], "world": 1, "clocks": [], "added": 0,
            "isPaused": false, "end": "",
        });
        rest.to_string()
    };
    let seats = json!(["person", "person", "5", "5"]);
    on_page("#view=play", async |page| {
        for junk in [
            "{]".to_owned(),
            "7".to_owned(),
            "null".to_owned(),
            "{\"start\": 3, \"moves\": {}}".to_owned(),
            game(start, json!([null, {}, "9", 3])),
            game(start, seats.clone()),
            game("no position", seats),
        ] {
            for view in ["play", "puzzles"] {
                // The page writes its game when it is left.
                page.go("icon.svg").await;
                let junk = json!(junk);
                page.script(&format!(
                    "localStorage.theme = localStorage.solved = localStorage.rated = sessionStorage.played = sessionStorage.kept = {junk}"
                ))
                .await;
                page.go(&format!("#view={view}")).await;
                page.until("$('#board svg') && $('[role=tab]')").await;
                if view == "play" {
                    page.set_option("Rules", "base").await;
                    page.click("#begin").await;
                    page.until_text("#status", "our turn").await;
                } else {
                    page.until_text("#task", "Find").await;
                }
            }
        }
    });
}

#[test]
fn what_is_too_long_is_refused_before_it_is_sent() {
    on_page("#view=review", async |page| {
        if page.is_static() {
            return;
        }
        page.until("$('#board svg')").await;
        page.script("$('#game-text').value = '1. d4 '.repeat(200000)")
            .await;
        page.click("#load-text").await;
        page.until_text(".error", "at most 1024 KiB").await;
        page.screenshot("too-long").await;
        page.until("$('#connection').hidden").await;
    });
}

#[test]
fn a_request_with_which_the_connection_is_lost_twice_is_given_up() {
    let floe = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
    on_page(&at("analyze", floe), async |page| {
        if page.is_static() {
            return;
        }
        for _ in 0..2 {
            page.until("$('.line') && $('#connection').hidden").await;
            // The same search goes on.
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            page.end_server();
            page.until("!$('#connection').hidden").await;
            page.restart_server();
        }
        page.until_text("#value", "lost twice").await;
        page.screenshot("lost-twice").await;
    });
}

/// An angler that walks to its start is out for good: that is asked before it is played.
#[test]
fn going_out_is_asked_before_it_is_played() {
    let lake = "angling:1rrr/5226/41r3/4r3d A 0,0 y1+2,r7+0 3.3.3.3 lh,yrs";
    on_page(&at("analyze", lake), async |page| {
        page.until("$('[data-hex=\"@3\"].movable')").await;
        page.hex("@3").await;
        page.until("$('[data-hex=\"@1\"].next')").await;
        page.hex("@1").await;
        page.until_text(".menu", "yellow walks to its start, and is out")
            .await;
        page.until("$$('#moves li').length === 0").await;
        page.click(".menu button").await;
        page.until("$$('#moves li').length === 1").await;
    });
}

#[test]
fn anglers_walk_by_clicks_on_piers() {
    let start = "angling:??/?? A 0,0 y1+2 1.1 -,- dealt lake=2x2 tiles=1.2.r.d";
    on_page(&at("analyze", start), async |page| {
        page.until_text("#legal", "legal").await;
        page.hex("@3").await;
        page.hex("@5").await;
        page.until_text("#moves", "yellow walks 2 piers").await;
        page.screenshot("lake").await;
    });
}

#[test]
fn a_lost_connection_comes_back() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "B wins by 1 fish").await;
        page.end_server();
        page.until("!$('#connection').hidden").await;
        // The move waits for the connection.
        page.hex("c5").await;
        page.hex("d4").await;
        page.screenshot("lost").await;
        page.restart_server();
        page.until("$('#connection').hidden").await;
        page.until_text("#moves", "c5-d4").await;
        page.until_text("#value", "B wins by 1 fish").await;
    });
}

#[test]
fn mistakes_are_shown_at_their_hex() {
    on_page(&at("edit", ENDING), async |page| {
        page.click("[data-tool='?']").await;
        page.script("$('#token').value = 'C1'").await;
        page.hex("a3").await;
        page.until("$('[data-hex=a3].wrong')").await;
        page.until_text("#mistake", "a3: expected").await;
        page.screenshot("mistake").await;
        page.click("#undo").await;
        page.until("$('#mistake').textContent === ''").await;
        page.script(
            "const fish = $('[aria-label=\"Fish of A\"]');
             fish.value = 3;
             fish.dispatchEvent(new Event('change'));",
        )
        .await;
        page.until_text("#mistake", "taken: expected").await;
        page.click("#undo").await;
        page.until("$('#mistake').textContent === ''").await;
        page.click("[data-tool='.']").await;
        page.hex("a3").await;
        page.until("$('#mistake').textContent === ''").await;
        page.until("location.hash.includes('.1....B1') && $('[data-hex=a3] .fp-water')")
            .await;
        page.drag(&["a7", "b7"]).await;
        page.until("location.hash.includes('....B11.')").await;
    });
}

#[test]
fn a_recorded_game_is_reviewed() {
    let game = format!("[A \"Anna\"]\n{ZUGZWANG}\n1. c5-c6 d5-d6 c6-d7\n");
    on_page("#view=review", async |page| {
        page.until("$('#game-text')").await;
        page.script(&format!("$('#game-text').value = {}", json!(game)))
            .await;
        page.click("#load-text").await;
        page.until("$$('#moves li').length >= 2").await;
        // A game opens at its first position.
        page.until("!$('#moves [aria-current]')").await;
        page.click("#review").await;
        page.until_text("#review-status", "complete").await;
        page.until("$('#graph polyline')").await;
        page.screenshot("review").await;
    });
}

/// Links within the page move the focus, and leave game, view and address as they are.
#[test]
fn the_skip_link_leads_to_the_panel_and_changes_nothing_else() {
    on_page("", async |page| {
        for view in [
            "", "analyze", "play", "follow", "edit", "review", "puzzles", "shelf",
        ] {
            page.go(&if view.is_empty() {
                String::new()
            } else {
                at(view, ZUGZWANG)
            })
            .await;
            page.until("$('#board svg') && $('#panel button')").await;
            let links = page.script("return $$('a[href^=\"#\"]').length").await;
            assert_eq!(links, json!(1));
            page.script("$('.view').id ||= 'still-here'").await;
            let here = "return [location.hash, $('#board svg').ariaLabel, $('.view').id]";
            let before = page.script(here).await;
            page.script("$('#skip').focus()").await;
            page.press("\u{e007}").await;
            page.until("document.activeElement.id === 'panel'").await;
            let frames = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done));";
            page.value_of(frames, Vec::new()).await;
            assert_eq!(page.script(here).await, before, "{view}");
        }
    });
}

/// Study opens the puzzles for who has no game yet, and else the analysis.
#[test]
fn study_opens_what_a_visitor_can_use() {
    on_page("#view=play", async |page| {
        page.until("$('#begin')").await;
        page.click("[data-door]").await;
        page.until("location.hash.includes('view=puzzles')").await;
        page.until_text("#task", "Find").await;
        page.click("[data-view=analyze]").await;
        page.until("$('.movable')").await;
        page.click(".movable").await;
        page.click("[data-view=shelf]").await;
        page.until("$('#shelf-games .game')").await;
        // The game on the shelf is one.
        page.go("#view=play").await;
        page.until("$('#begin')").await;
        // The shelf is read meanwhile.
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        page.click("[data-door]").await;
        page.until("location.hash.includes('view=analyze')").await;
    });
}

/// Help begins with the rules; how others come to the page stands at its end.
#[test]
fn help_begins_with_how_to_play() {
    on_page("#view=puzzles", async |page| {
        page.until_text("#task", "Find").await;
        page.click("#help-button").await;
        page.until("$$('#help > details > summary').map((part) => part.textContent).join() === 'How to play,Keys,For others in the room'")
            .await;
        page.until("$('#help .rules').checkVisibility()").await;
        page.until("!$('#help > details:last-child').open").await;
    });
}

/// Each way from one view to another, or to another game, is a step back; moves are none.
#[test]
fn the_browser_leads_back_from_view_to_view() {
    on_page("", async |page| {
        let is_in = |view: &str| {
            format!(
                "$('[data-view={view}]')?.ariaSelected === 'true' && location.hash.includes('view={view}')"
            )
        };
        page.click("[data-go=analyze]").await;
        page.until(&is_in("puzzles")).await;
        page.until_text("#task", "Find").await;
        page.click("[data-view=analyze]").await;
        page.until(&is_in("analyze")).await;
        page.until("$('.movable')").await;
        page.click(".movable").await;
        page.until("$$('#moves li').length === 1").await;
        let moves = page.text("#moves").await;
        page.click("[data-view=puzzles]").await;
        page.until_text("#task", "Find").await;
        page.script("$$('#puzzles button').find((one) => one.textContent === 'Analyse').click()")
            .await;
        page.until(&is_in("analyze")).await;
        page.until("$('.line') && !$('#moves li')").await;
        page.client.back().await.unwrap();
        page.until(&is_in("puzzles")).await;
        page.until_text("#task", "Find").await;
        page.client.back().await.unwrap();
        page.until(&is_in("analyze")).await;
        page.until("$$('#moves li').length === 1").await;
        assert_eq!(page.text("#moves").await, moves);
        page.click("#play-from-here").await;
        page.until(&is_in("play")).await;
        page.until("$('#give-up')").await;
        page.client.back().await.unwrap();
        page.until(&is_in("analyze")).await;
        page.client.forward().await.unwrap();
        page.until(&is_in("play")).await;
        page.until("$('#give-up')").await;
        for view in ["analyze", "puzzles"] {
            page.client.back().await.unwrap();
            page.until(&is_in(view)).await;
        }
        page.client.back().await.unwrap();
        page.until("$('.cards') && location.hash === ''").await;
        // The page may have been loaded again on the way.
        page.click("[data-go=analyze]").await;
        page.click("[data-view=analyze]").await;
        page.until(&is_in("analyze")).await;
        page.click("[data-view=review]").await;
        page.until(&is_in("review")).await;
        page.client.refresh().await.unwrap();
        page.until(&is_in("review")).await;
        page.client.back().await.unwrap();
        page.until(&is_in("analyze")).await;
        page.until("$('.line')").await;
    });
}

#[test]
fn moves_are_played_by_keys() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        page.script("$('[data-hex=c5]').focus()").await;
        for key in ["\u{e007}", "\u{e013}", "\u{e014}", "\u{e007}"] {
            page.press(key).await;
        }
        page.until_text("#moves", "c5-d4").await;
        // Away from the board, arrow keys go through the game.
        page.script("document.activeElement.blur()").await;
        page.press("\u{e012}").await;
        page.until("!$('#moves [aria-current=step]')").await;
    });
}

/// A person who moves by mouse goes through the game by arrow keys, though the focus is on a hex.
#[test]
fn after_a_click_arrow_keys_go_through_the_game() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        tree::play(page, "c5", "c6").await;
        page.until("$('#moves [aria-current=step]')").await;
        page.press("\u{e012}").await;
        page.until("!$('#moves [aria-current=step]')").await;
        page.press("\u{e014}").await;
        page.until("$('#moves [aria-current=step]')").await;
        // So does Space after a click on a button, which it would press again.
        page.press("\u{e012}").await;
        page.click("#theme").await;
        let theme = page
            .script("return document.documentElement.dataset.theme")
            .await;
        page.until("$('#lines .line')").await;
        page.press(" ").await;
        page.until("$('#moves [aria-current=step]')").await;
        assert_eq!(
            page.script("return document.documentElement.dataset.theme")
                .await,
            theme
        );
    });
}

#[test]
fn narrow_screens_show_all_and_no_view_has_serious_faults_of_accessibility() {
    let Some(axe) = driver::axe() else { return };
    on_page("#view=analyze", async |page| {
        for (width, theme) in [(360, "light"), (1400, "dark")] {
            page.client.set_window_size(width, 900).await.unwrap();
            for view in [
                "analyze", "play", "follow", "edit", "review", "puzzles", "shelf",
            ] {
                page.go(&format!("#view={view}")).await;
                page.until("$('#board svg') && $('#panel button')").await;
                page.set_theme(theme).await;
                page.until_it_fits().await;
                let faults = page.faults(&axe).await;
                let is_serious = |fault: &&Value| {
                    ["serious", "critical"]
                        .iter()
                        .any(|impact| fault["impact"] == *impact)
                };
                let serious: Vec<String> = faults
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(is_serious)
                    .map(|fault| format!("{fault:#}"))
                    .collect();
                assert!(
                    serious.is_empty(),
                    "{view}, {width}: {}",
                    serious.join("\n")
                );
                page.screenshot(&format!("{view}-{width}")).await;
            }
        }
    });
}

#[test]
fn a_search_gives_way_to_that_of_the_next_position() {
    on_page("#view=analyze", async |page| {
        page.until("$('.line')").await;
        page.click(".movable").await;
        page.until("$$('#moves li').length === 1 && $('.line')")
            .await;
    });
}
