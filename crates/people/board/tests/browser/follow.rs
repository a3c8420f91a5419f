//! A real game is set up and followed, by clicks and by keys.

use std::collections::BTreeSet;

use floe_engine::GameRules;
use serde_json::{Value, json};

use crate::driver::{Page, on_page};
use crate::ends::give_up;
use crate::review::{can_play, opening};
use crate::{at, driver};

/// Chooses the rules and the seat.
pub(crate) async fn lay_out(page: &Page, rules: &str, me: &str) {
    page.until("$('#tools [data-tool]') && $$('.questions option').length > 10")
        .await;
    page.until_text("#status", "What lies in front of you?")
        .await;
    choose(page, "You are", me).await;
    choose(page, "Rules", rules).await;
    page.until(&format!(
        "location.hash.includes({})",
        json!(if rules == "base" { "1111111" } else { rules })
    ))
    .await;
}

/// Presses a button by its words, once it is there.
pub(crate) async fn press(page: &Page, place: &str, words: &str) {
    let find = format!(
        "$$({}).find((one) => (one.querySelector('span') ?? one).textContent.startsWith({}))",
        json!(format!("{place} button")),
        json!(words)
    );
    page.until(&find).await;
    page.script(&format!("{find}.click()")).await;
}

/// Begins, although a part of what the box holds is not set.
pub(crate) async fn begin_all_the_same(page: &Page, missing: &str) {
    page.click("#follow-begin").await;
    page.until_text("#confirm", missing).await;
    page.screenshot("follow-missing").await;
    page.click("#confirm-yes").await;
}

/// Chooses a value of the question with this text.
pub(crate) async fn choose(page: &Page, text: &str, value: &str) {
    let script = format!(
        "const field = $$(':is(.view, #first) .field').find((one) => one.textContent.startsWith({}));
         const select = field.querySelector('select');
         select.value = {};
         select.dispatchEvent(new Event('change'));",
        json!(text),
        json!(value)
    );
    page.script(&script).await;
}

#[test]
fn a_floe_is_laid_out_and_followed() {
    on_page("#view=follow", async |page| {
        lay_out(page, "base", "A").await;
        page.until_text(
            "#stock",
            "Still to set: 30 tiles, 20 with 2 fish and 10 with 3 fish.",
        )
        .await;
        page.click("[data-tool='2']").await;
        for row in 1..=4 {
            let hexes: Vec<String> = "abcde"
                .chars()
                .map(|column| format!("{column}{row}"))
                .collect();
            page.drag(&hexes.iter().map(String::as_str).collect::<Vec<_>>())
                .await;
        }
        // A tool by its key.
        page.script("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }))").await;
        page.until("$('[data-tool=\"3\"]').getAttribute('aria-checked') === 'true'")
            .await;
        for row in 5..=6 {
            let hexes: Vec<String> = "abcde"
                .chars()
                .map(|column| format!("{column}{row}"))
                .collect();
            page.drag(&hexes.iter().map(String::as_str).collect::<Vec<_>>())
                .await;
        }
        page.until_text("#stock", "All 60 tiles are set.").await;
        page.screenshot("follow-table").await;
        page.click("#follow-begin").await;
        page.until_text("#status", "(you)").await;
        page.click("#advise").await;
        page.until("$('#advice li')").await;
        page.screenshot("follow-advice").await;
        page.hex("g1").await;
        page.until_text("#status", "B: your turn").await;
        assert_eq!(
            page.script("return $('#advise').disabled").await,
            json!(true)
        );
        page.until_text("#no-advice", "Advice is for A; it is the turn of B.")
            .await;
        page.hex("g3").await;
        page.until_text("#status", "(you)").await;
        page.click("#steps [aria-label='One move back']").await;
        page.until_text("#past", "1 of 2 moves").await;
        page.click("#steps [aria-label='Last position']").await;
        page.until("$('#past').textContent === ''").await;
        page.click("#follow-undo").await;
        page.until_text("#status", "B: your turn").await;
        // Loading the page again goes on.
        page.until("location.hash.includes('moves=g1&') || location.hash.endsWith('moves=g1')")
            .await;
        page.client.refresh().await.unwrap();
        page.until_text("#status", "B: your turn").await;
        page.until("$$('#moves li').length === 1").await;
        page.hex("g3").await;
        page.until_text("#status", "(you)").await;
        page.click("[data-view=shelf]").await;
        page.until("$('#shelf-games .game + .faint')?.textContent.includes(' · ')")
            .await;
        page.screenshot("follow-shelf").await;
    });
}

#[test]
fn cards_are_laid_out_and_what_came_is_asked() {
    on_page("#view=follow", async |page| {
        lay_out(page, "flip", "A").await;
        // Nothing has been dealt by chance.
        page.until_text("#mistake", "Still to set: 4 species, 12 cards of the net")
            .await;
        assert_eq!(
            page.script("return $$('.questions [aria-pressed=true]').length")
                .await,
            json!(0)
        );
        page.screenshot("follow-species").await;
        for (species, left) in [
            ("whale", "3 species"),
            ("ray", "2 species"),
            ("turtle", "1 species"),
            ("shark", "set: 12 cards"),
        ] {
            press(page, ".questions .any", species).await;
            page.until_text("#mistake", left).await;
        }
        page.until("$$('#tools [data-tool]').length > 16").await;
        let first = "$('#tools [data-tool$=\">\"]')";
        page.script(&format!("{first}.click()")).await;
        for hex in ["a1", "b1", "c1"] {
            page.hex(hex).await;
            let card = format!("$('[data-hex={hex}] title').textContent.includes('right')");
            page.until(&card).await;
        }
        // Laid again, the card is turned over.
        page.hex("a1").await;
        page.until("$('[data-hex=a1] title').textContent.includes('left')")
            .await;
        // Of a card of which none is left no more is laid, and what comes later is drawn.
        let tool = |tool: &str| format!("$('#tools [data-tool=\"{tool}\"]')");
        page.script(&format!("{}.click()", tool("W4>"))).await;
        for (space, left) in [("a2", 8), ("b2", 7)] {
            page.hex(space).await;
            page.until_text("#mistake", &format!("set: {left} cards"))
                .await;
        }
        page.hex("c2").await;
        page.until_text("#told", "No violet whale is left").await;
        page.screenshot("follow-used-up").await;
        page.client.set_window_size(390, 844).await.unwrap();
        page.screenshot("follow-used-up-phone").await;
        page.client.set_window_size(1400, 1000).await.unwrap();
        page.script(&format!("{}.click()", tool("W2>"))).await;
        page.until(&format!(
            "{0}.disabled && {1}.disabled && !{2}.disabled",
            tool("W1>"),
            tool("W4>"),
            tool("W2>")
        ))
        .await;
        page.hex("b2").await;
        page.until_text("#told", "On b2 blue whale replaces violet whale.")
            .await;
        page.until(&format!("!{}.disabled", tool("W4>"))).await;
        page.script(&format!("{}.click()", tool("."))).await;
        for (space, left) in [("b2", 8), ("a2", 9)] {
            page.hex(space).await;
            page.until_text("#mistake", &format!("set: {left} cards"))
                .await;
        }
        // Without action cards no one can begin.
        page.until_text(
            "#mistake",
            "Still to set: 9 cards of the net, 3 action cards of A, 3 action cards of B, the power of A",
        )
        .await;
        assert_eq!(
            page.script("return $('#follow-begin').disabled").await,
            json!(true)
        );
        press(page, ".questions .any ~ .any", "+ flip a row").await;
        page.until_text("#mistake", "3 action cards of A, 2 action cards of B")
            .await;
        press(page, ".questions .any", "+ flip a row").await;
        press(page, ".questions .any", "+ flip one card").await;
        page.until("!$('#follow-begin').disabled").await;
        // A power is asked for, and says what it does.
        page.until_text("#stock", "the power of A, the power of B.")
            .await;
        page.until_text("#panel", "without powers the game is harder")
            .await;
        choose(page, "Power of A", "R").await;
        page.until_text(
            "#panel",
            "When a group of rays is freed, all rays in the rows",
        )
        .await;
        page.until("!$('#stock').textContent.includes('power of A')")
            .await;
        page.screenshot("follow-power").await;
        // All cards of a usual game stay on the list.
        page.until_text("#stock", "Still to set: 9 cards of the net")
            .await;
        page.until(
            "$$('[aria-pressed=true]').some((one) => one.textContent.trim() === 'flip a row' && one.querySelector('svg'))",
        )
        .await;
        page.screenshot("follow-cards").await;
        begin_all_the_same(page, "Still to set: 9 cards of the net").await;
        page.until_text("#status", "(you)").await;
        press(page, "#board", "flip a row").await;
        page.hex("a1").await;
        page.until_text("#asking", "Which action card is drawn?")
            .await;
        page.until("$('.menu:not([hidden]) button svg')").await;
        page.screenshot("follow-drawn").await;
        // On a phone, too, no choice is larger than its button.
        page.client.set_window_size(390, 844).await.unwrap();
        page.screenshot("follow-drawn-phone").await;
        page.until(
            "$$('.menu button:has(svg)').every((one) => one.scrollHeight <= one.clientHeight + 1)",
        )
        .await;
        page.client.set_window_size(1400, 1000).await.unwrap();
        page.click(".menu button").await;
        page.until_text("#moves", "flip").await;
        // The cards that are laid: species, colour, side.
        for number in 1..=4 {
            for _ in 0..20 {
                let asked = page.text("#asking").await;
                if asked.contains(&format!("Card {number} of 4")) {
                    break;
                }
                page.script("$$('.menu:not([hidden]) button').find((one) => one.textContent.includes('free no more'))?.click()").await;
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
            page.until_text("#asking", &format!("Card {number} of 4, on column"))
                .await;
            page.screenshot(&format!("follow-came-{number}")).await;
            page.until("$$('.menu button svg').length > 3").await;
            page.click(".menu button").await;
            page.until_text("#asking", "which colour is the").await;
            page.screenshot("follow-colour").await;
            if number == 1 {
                // A step back asks for the species again.
                page.click("#asking button").await;
                page.until_text("#asking", "Card 1 of 4").await;
                page.click(".menu button").await;
                page.until_text("#asking", "which colour is the").await;
            }
            page.click(".menu button").await;
            page.until_text("#asking", "which way does the").await;
            page.screenshot("follow-side").await;
            page.click(".menu button").await;
        }
        page.until_text("#status", "your turn. Play an action card.")
            .await;
    });
}

#[test]
fn a_lake_is_followed_by_the_angler() {
    on_page("#view=follow", async |page| {
        lay_out(page, "angling", "A").await;
        page.click("#follow-begin").await;
        page.until_text("#status", "A (you): your turn").await;
        page.until_text("#board", "hidden tile").await;
        for pier in ["@3", "@9"] {
            page.until(&format!("$('[data-hex=\"{pier}\"]')")).await;
            page.hex(pier).await;
            page.script("$('.menu:not([hidden]) button')?.click()")
                .await;
        }
        page.until("$$('#moves li').length === 2").await;
        page.screenshot("follow-lake").await;
    });
}

/// Nothing is typed to set up the middle of a game.
#[test]
fn piers_and_specials_are_chosen() {
    let lake = "angling:????/????/????/???? A 0,0 -,- 3.3.3.3 lh,yrs step=place";
    on_page(&at("edit", lake), async |page| {
        page.until("$('.questions > *')").await;
        choose(page, "What comes next", "walk").await;
        page.until_text("#mistake", "anglers").await;
        choose(page, "Start", "3").await;
        page.until("$('#fields').value.includes('y3+0,-')").await;
        press(page, ".questions .any", "look at a tile").await;
        page.until("$('#fields').value.includes(' h,yrs')").await;
        page.screenshot("edit-lake").await;
    });
}

#[test]
fn rules_are_shown_with_pictures_and_tips_once() {
    on_page("#view=play", async |page| {
        page.set_option("Rules", "push").await;
        page.click("#begin").await;
        page.until_text(".tips", "one fish").await;
        page.screenshot("tips").await;
        page.click("#panel .rules-button").await;
        page.until_text("#rules", "3.1 push.").await;
        page.until("$$('#rules img').every((one) => one.complete && one.naturalWidth > 0)")
            .await;
        page.screenshot("rules").await;
        // All others are a choice away.
        page.script(
            "const choice = $('#rules select');
             choice.value = 'whale';
             choice.dispatchEvent(new Event('change'));",
        )
        .await;
        page.until_text("#rules .rules h2", "Whale").await;
        // On paper they are whole, without the page behind them.
        page.until_on_paper(
            "$('#rules').offsetHeight > innerHeight
             && $('main').getClientRects().length === 0",
            "paper-rules",
        )
        .await;
        page.click("#rules .primary").await;
        page.click("#tips-read").await;
        page.until("!$('.tips')").await;
        page.client.refresh().await.unwrap();
        page.until("$('#status')?.textContent.includes('Your turn')")
            .await;
        assert!(page.script("return $('.tips')").await.is_null());
        // Those of a new game that is being set up count before those of the game.
        page.script("$('details.new').open = true").await;
        page.set_option("Rules", "whale").await;
        page.click("#panel .rules-button").await;
        page.until_text("#rules .rules h2", "Whale").await;
    });
}

/// A penguin in the hand is put back for the advice of another move, and the advice of a turn of
/// several steps stays.
#[test]
fn advice_goes_with_a_move_that_is_begun() {
    let lock_in =
        "213..A13/..322.../A122..B2./.B1..2B1.2/.A2.1.../3....A2.1/..12.32/B2..2...1 A 23:16,25:16";
    on_page(&at("follow", lock_in), async |page| {
        page.until("$('[data-hex=f1].movable')").await;
        page.hex("f1").await;
        page.until_text("#asking", "Where does this penguin go?")
            .await;
        page.click("#advise").await;
        page.until_text("#advice", "What you had chosen is put back.")
            .await;
        page.until_text("#asking", "Choose a penguin").await;
        // The arrow has its number, and no value over the hex where it ends.
        page.until("$$('#board text').filter((one) => one.textContent === '1').length > 1")
            .await;
        assert!(!page.text("#board").await.contains("+21"));
        let flip = "flip:W1>D1<K4>/W3<J1vJ2v/J2vD2<K3>/J2vD4>D3> A W:rxy,K:fse W2312,D2211,J2022,K3211,p4 deck=f3c2r1s2k2x2y1e1";
        page.go(&at("follow", flip)).await;
        page.until("$('#advise:not([disabled])')").await;
        page.click("#advise").await;
        page.until("$('#advice b')").await;
        page.script("$('#legal').open = true").await;
        let best = "$$('#legal .move').find((one) => one.title === $('#advice b').title)";
        page.until(best).await;
        page.script(&format!("{best}.click()")).await;
        page.until("$$('#moves li').length === 1").await;
        page.until("$('#advice b')").await;
        page.click("#follow-undo").await;
        page.until("$$('#moves li').length === 0").await;
    });
}

/// The page says who is out, and what that player takes.
#[test]
fn a_player_who_is_out_is_announced() {
    let corner = "B111..../.A1....../2....../......../......./......../......./........ A 0:0,0:0";
    on_page(&at("follow", corner), async |page| {
        page.until("$('[data-hex=b2].movable')").await;
        page.hex("b2").await;
        page.hex("b1").await;
        let out = "B cannot move, takes the tile under the penguin (1 fish) and is out.";
        page.until_text("#status", &format!("{out} A (you): your turn."))
            .await;
        page.until(&format!("$('#moves button').title.endsWith('{out}')"))
            .await;
        page.resize([390, 844]).await;
        page.screenshot("follow-out").await;
    });
}

/// Names go into the file, and the game of a closed tab goes on with its seats and clocks.
#[test]
fn names_and_seats_are_kept() {
    on_page("#view=play", async |page| {
        for (label, value) in [("Player B", "3"), ("Clock", "300+3")] {
            page.set_option(label, value).await;
        }
        page.click("#begin").await;
        page.click("#below button.player").await;
        let typed = "const input = $('#seats input');
            input.value = 'Ann <b>'; input.dispatchEvent(new Event('input'))";
        page.script(typed).await;
        page.click("#seats .primary").await;
        page.until_text("#below .name", "Ann <b>").await;
        page.click(".movable").await;
        page.until("$$('#moves li').length >= 2").await;
        let headers = page
            .script("return JSON.parse(localStorage.played).headers")
            .await
            .to_string();
        assert!(
            headers.contains(r#"["A","Ann <b>"],["B","floe, level 3"],["TimeControl","300+3"]"#),
            "{headers}"
        );
        // As in a tab that has been opened since.
        page.script("Storage.prototype.setItem = () => {}; sessionStorage.clear()")
            .await;
        page.go("#view=play").await;
        page.until_text("#status", "Paused").await;
        page.until_text("#below .name", "Ann <b>").await;
        page.click("#pause").await;
        page.until_text("#status", "your turn").await;
        page.until("/^[45]:/.test($('#clock-A').textContent)").await;
        // The penguin of the level has a name as well.
        give_up(page).await;
        page.until_text("#status", "Ann <b> gave up: Dot wins")
            .await;
    });
}

#[test]
fn the_wizard_fits_a_phone_and_is_accessible() {
    let Some(axe) = driver::axe() else { return };
    on_page("#view=follow", async |page| {
        page.resize([390, 844]).await;
        for rules in ["special-tiles", "flip", "contest", "angling"] {
            page.go("#view=follow").await;
            lay_out(page, rules, "A").await;
            page.screenshot(&format!("phone-{rules}")).await;
            page.until_it_fits().await;
            let faults = page.faults(&axe).await;
            assert_eq!(faults, json!([]), "{rules}");
        }
    });
}

/// A game of cards between two, of whom each holds three.
const CARDS: &str = "flip:W1>D1<K4>/W3<J1vJ2v/J2vD2<K3>/J2vD4>D3> A W:rxy,K:fse W2312,D2211,J2022,K3211,p4 deck=f3c2r1s2k2x2y1e1";

/// The table of a game of cards is laid on little more than one screen of a phone, and advice is in
/// the first one.
#[test]
fn the_table_of_cards_fits_a_phone() {
    on_page("#view=follow", async |page| {
        let touch = json!({"enabled": true, "maxTouchPoints": 5});
        page.emulate("setTouchEmulationEnabled", touch).await;
        page.resize([390, 844]).await;
        lay_out(page, "flip", "A").await;
        for (species, left) in [
            ("whale", "3 species"),
            ("ray", "2 species"),
            ("turtle", "1 species"),
            ("shark", "set: 12 cards"),
        ] {
            page.until("$('.first').open").await;
            press(page, ".questions .any", species).await;
            page.until_text("#mistake", left).await;
        }
        // What has been answered makes room for the cards.
        page.until("!$('.first').open").await;
        page.until_text(".first > summary", "Fish 'n' Flip, 2 players")
            .await;
        page.until("document.documentElement.scrollHeight < 1.5 * innerHeight")
            .await;
        page.screenshot("phone-table").await;
        // One list of cards is open at a time, and the others say what is chosen.
        page.click("#panel .any summary").await;
        press(page, "#panel .any", "+ flip a row").await;
        page.until_text("#panel .any summary small", "flip a row")
            .await;
        page.click("#panel .any ~ .any summary").await;
        page.until("$$('#panel .any[open]').length === 1 && !$('#panel .any').open")
            .await;
        page.screenshot("phone-hand").await;
        page.go(&at("follow", CARDS)).await;
        page.until("$('#advise:enabled')?.getBoundingClientRect().bottom <= innerHeight")
            .await;
        page.click("#advise").await;
        page.until("$('#advice b')?.getBoundingClientRect().bottom <= innerHeight")
            .await;
        page.screenshot("phone-advice").await;
    });
}

/// The hands of all players are shown as the cards that are offered to be played.
#[test]
fn every_hand_is_shown_as_cards() {
    let hands = [
        (
            "A",
            [
                "flip a row",
                "switch two neighbours",
                "switch and flip two neighbours",
            ],
        ),
        ("B", ["flip one card", "flip a square", "free one animal"]),
    ];
    on_page("", async |page| {
        for view in ["play", "follow", "analyze"] {
            page.go(&at(view, CARDS)).await;
            for (player, cards) in hands {
                let held = format!("$$('.seat.{player} .held:has(svg)')");
                let names = format!("{held}.map((card) => card.title).join()");
                page.until(&format!("{names} === {}", json!(cards.join(","))))
                    .await;
            }
        }
        for size in [[390, 844], [1280, 800]] {
            page.resize(size).await;
            page.until_it_fits().await;
            page.screenshot(&format!("hands-{}", size[0])).await;
        }
    });
}

/// Chooses a move of the list of all that are legal: the first one, or the last one.
pub(crate) async fn take(page: &Page, place: &str) {
    page.script("$('#legal').open = true").await;
    let before = page.script("return $$('#moves li').length").await;
    page.until("$('#legal .move')").await;
    page.script(&format!("$$('#legal .move').at({place}).click()"))
        .await;
    page.until(&format!("$$('#moves li').length > {before}"))
        .await;
}

/// After Undo the game goes on with the move that is entered then, in all views and under all
/// rules.
#[test]
fn a_move_after_undo_is_the_game() {
    on_page("#view=follow", async |page| {
        for rules in GameRules::all() {
            let players = (1..=4).find(|&players| can_play(rules, players));
            let deal = json!({"id": "1", "action": "deal", "rules": rules.to_string(), "players": players, "seed": 3});
            page.go(&at(
                "follow",
                page.answer(&deal)["position"].as_str().unwrap(),
            ))
            .await;
            // A choice not to ask what came ends with its game.
            page.until("$('#ask-chance')?.checked && $('#legal')").await;
            page.script("$('#ask-chance').checked && $('#ask-chance').click()")
                .await;
            take(page, "0").await;
            // Cards that chance lays are taken back with the move that brings them.
            page.click("#follow-undo").await;
            page.until("$$('#moves li').length === 0").await;
            take(page, "-1").await;
            if rules.to_string() == "flip" {
                page.client.refresh().await.unwrap();
                page.until("$('#follow-undo') && $('#moves li')").await;
            }
            let first = page.text("#moves li .move").await;
            page.click("[data-view=analyze]").await;
            page.until("$('#move-tools')").await;
            assert_eq!(page.text("#moves li .move").await, first, "{rules}");
        }
    });
}

/// Moves of the game in the address of the page.
async fn moves(page: &Page) -> Vec<String> {
    let moves = page
        .script("return new URLSearchParams(location.hash.slice(1)).get('moves') ?? ''")
        .await;
    moves
        .as_str()
        .unwrap()
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

/// After another move in an earlier position the later ones are played again, as far as they are
/// legal.
#[test]
fn later_moves_that_still_fit_are_kept_under_all_rules() {
    on_page("#view=follow", async |page| {
        let mut kept = BTreeSet::new();
        for rules in GameRules::all() {
            let players = (1..=4).rfind(|&players| can_play(rules, players)).unwrap();
            let (position, played) = opening(page, rules, players);
            let played: Vec<String> = serde_json::from_value(played).unwrap();
            let address = at("follow", position.as_str().unwrap());
            page.go(&format!("{address}&moves={}", played.join("%20")))
                .await;
            page.until("$('#ask-chance') && $('#steps button:enabled')")
                .await;
            let old = moves(page).await;
            assert_eq!(old[..played.len()], played, "{rules}");
            page.script(
                "$('#ask-chance').checked && $('#ask-chance').click();
                 $('#legal').open = true",
            )
            .await;
            page.click("#steps button").await;
            page.until_text("#past", "You look back: 0 of").await;
            page.until("$('#legal .move')").await;
            page.script("$$('#legal .move').at(-1).click()").await;
            page.until_text("#later", "stay in Analysis").await;
            let corrected = moves(page).await;
            assert_ne!(corrected[0], old[0], "{rules}");
            let is_kept = page.script("return Boolean($('#keep-later'))").await == json!(true);
            if is_kept {
                kept.insert(rules.to_string());
                page.screenshot(&format!("keep-{rules}")).await;
                page.click("#keep-later").await;
                page.until("!$('#keep-later')").await;
            }
            let line = moves(page).await;
            assert_eq!(line.len() > corrected.len(), is_kept, "{rules}");
            assert_eq!(line[..corrected.len()], corrected, "{rules}");
            assert_eq!(
                line[corrected.len()..],
                old[corrected.len()..line.len()],
                "{rules}"
            );
            if let Some(next) = old.get(line.len()) {
                let moves = [&line[..], std::slice::from_ref(next)].concat();
                let board =
                    json!({"id": "1", "action": "board", "position": position, "moves": moves});
                assert_eq!(page.answer(&board), Value::Null, "{rules}: {next} is legal");
            }
        }
        for rules in ["base", "whale", "flip"] {
            assert!(kept.contains(rules), "{rules}: {kept:?}");
        }
    });
}

/// After a wrong card *Back* asks for that card again, where nothing was chosen before it.
#[test]
fn back_leads_to_the_card_before() {
    on_page("", async |page| {
        let deal = json!({"id": "1", "action": "deal", "rules": "flip", "players": 2, "seed": 4});
        page.go(&at(
            "follow",
            page.answer(&deal)["position"].as_str().unwrap(),
        ))
        .await;
        page.until("$('#ask-chance')?.checked && $('#legal')").await;
        take_move(page, "x:a1-a2").await;
        let asks = "$('#asking').textContent";
        for _ in 0..12 {
            page.until("$('.menu:not([hidden]) button')").await;
            if page.text("#asking").await.contains("Card 2 of 4") {
                break;
            }
            let before = page.text("#asking").await;
            page.click(".menu button").await;
            page.until(&format!("{asks} !== {}", json!(before))).await;
        }
        page.until_text("#asking", "Card 2 of 4").await;
        page.click("#asking button").await;
        page.until_text("#asking", "Card 1 of 4").await;
    });
}

/// Plays a legal move by its notation.
async fn take_move(page: &Page, mv: &str) {
    page.script("$('#legal').open = true").await;
    let find = format!(
        "$$('#legal .move').find((one) => one.title === {})",
        json!(mv)
    );
    page.until(&find).await;
    page.script(&format!("{find}.click()")).await;
}

/// The words of an advice name the step that is drawn, and go when the turn is over.
#[test]
fn the_words_of_an_advice_follow_its_steps() {
    on_page("", async |page| {
        let deal = json!({"id": "1", "action": "deal", "rules": "flip", "players": 2, "seed": 4});
        page.go(&at(
            "follow",
            page.answer(&deal)["position"].as_str().unwrap(),
        ))
        .await;
        page.until("$('#ask-chance')?.checked && $('#legal')").await;
        page.click("#ask-chance").await;
        page.script("$('#legal').open = true").await;
        for _ in 0..3 {
            page.click("#advise").await;
            page.until("$('#advice b')").await;
            for _ in 0..4 {
                let next = page.script("return $('#advice b')?.title ?? ''").await;
                let count = page.script("return $$('#moves li').length").await;
                if next == json!("") || count.as_u64() >= Some(20) {
                    break;
                }
                take_move(page, next.as_str().unwrap()).await;
                page.until(&format!("$$('#moves li').length > {count}"))
                    .await;
                page.until("!$('#advice b') || $$('#legal .move').some((one) => one.title === $('#advice b').title)").await;
            }
        }
    });
}

/// Advice for the fish of a lake that the table does not know is promised to nobody, and asking for
/// it is no mistake.
#[test]
fn nobody_advises_a_fish_whose_lake_is_unknown() {
    let lake = "angling:????/????/????/???? A 0,0 y1+0,r7+0 3.3.3.3 lh,yrs";
    on_page(&at("follow", lake), async |page| {
        page.until("$('#you-are select') && $('#legal')").await;
        take_move(page, "y+2").await;
        page.until_text("#no-advice", "Only the fish knows its tiles.")
            .await;
        assert!(!page.text("#no-advice").await.contains("all of us"));
        choose(page, "You are", "all").await;
        page.click("#advise").await;
        page.until_text("#advice .faint", "Only B knows the tiles of the lake")
            .await;
        page.until("!$('#advice .error')").await;
    });
}
