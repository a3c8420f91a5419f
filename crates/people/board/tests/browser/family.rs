//! A family begins, follows and goes on with its games, on a phone and on a screen.

use serde_json::{Value, json};

use crate::SHOWN_SECRET;
use crate::driver::{Page, axe, on_page};
use crate::follow::{begin_all_the_same, choose, lay_out, press};

/// Names the players of the set-up, from A.
async fn name_players(page: &Page, names: &[&str]) {
    page.script(
        "$$(':is(.view, #first) button').find((one) => one.textContent === 'Names and colours').click()",
    )
    .await;
    let script = format!(
        "const inputs = $$('#seats input');
         {}.forEach((name, index) => {{ inputs[index].value = name; inputs[index].dispatchEvent(new Event('input')); }});
         const colour = $('#seats select');
         colour.value = 'red';
         colour.dispatchEvent(new Event('change'));
         $('#seats .primary').click();",
        json!(names)
    );
    page.script(&script).await;
}

#[test]
fn a_first_visit_offers_what_a_family_can_do() {
    on_page("", async |page| {
        for (size, name) in [
            ([390, 844], "start-phone"),
            ([844, 390], "start-wide"),
            ([1280, 800], "start"),
        ] {
            page.resize(size).await;
            page.until("$$('.card img').length === 3").await;
            page.until("$$('.card img').every((picture) => picture.naturalWidth > 0)")
                .await;
            // The name of the game, and no floe beside it.
            page.until_text("h2", "Hey, That’s My Fish!").await;
            page.until("!$('#stage').checkVisibility()").await;
            page.until("$$('.card').every((card) => card.getBoundingClientRect().bottom <= Math.max(innerHeight, 844))").await;
            page.until_it_fits().await;
            page.screenshot(name).await;
        }
        if let Some(axe) = axe() {
            assert_eq!(page.faults(&axe).await, json!([]));
        }
        assert_eq!(page.script("return location.hash").await, json!(""));
        for (card, view) in [
            // Who has no game yet begins with the puzzles.
            ("analyze", "puzzles"),
            ("follow", "follow"),
            ("play", "play"),
        ] {
            page.go("").await;
            page.click(&format!("[data-go={card}]")).await;
            page.until(&format!(
                "$('[data-view={view}]').getAttribute('aria-selected') === 'true'"
            ))
            .await;
        }
        // An easy opponent for a first game.
        page.until("$$('.set-up select').length > 3").await;
        assert!(page.script("return $('#continue-game')").await.is_null());
        let level = "return $$('.set-up .field').find((one) => one.textContent.startsWith('Player B')).querySelector('select').value";
        assert_eq!(page.script(level).await, json!("2"));
        // The names of a table that is followed are not those of a game here, and there is none to
        // go on with.
        page.script("localStorage.seats = JSON.stringify(Object.fromEntries([...'ABCD'].map((letter) => [letter, { name: 'Mum', colour: '' }])))").await;
        page.resize([390, 844]).await;
        page.client.refresh().await.unwrap();
        page.until("$$('.set-up select').length > 3").await;
        page.until("$('#begin').getBoundingClientRect().bottom <= innerHeight")
            .await;
        let typed = "const name = $('[aria-label=\"Name of A\"]'); name.value = 'Kim'; name.dispatchEvent(new Event('change'))";
        page.script(typed).await;
        page.click("#begin").await;
        page.until_text("#status", "Kim: your turn. Place a penguin")
            .await;
        assert!(
            !page.text("#stage").await.contains("Mum"),
            "{}",
            page.text("#stage").await
        );
        page.go("").await;
        page.click("#continue-played").await;
        page.until_text("#status", "your turn. Place a penguin")
            .await;
    });
}

/// Names stand in place of letters, changes of them keep the game, and another game is asked for
/// first.
#[test]
fn names_stand_in_all_sentences_and_the_game_is_kept() {
    on_page("#view=follow", async |page| {
        lay_out(page, "push", "B").await;
        name_players(page, &["Ann <i>", "Ben"]).await;
        page.until_text("#you-are", "Ann <i> (red)").await;
        page.until_text(".palette", "Penguin Ben").await;
        let seats = "return [...$('#you-are select').options].map((one) => one.value).join()";
        assert_eq!(page.script(seats).await, json!("A,B,all,"));
        begin_all_the_same(
            page,
            "Still to set: 30 tiles, 20 with 2 fish and 10 with 3 fish.",
        )
        .await;
        page.until_text(
            "#status",
            "Ann <i>: your turn. Place a penguin on a tile with one fish.",
        )
        .await;
        page.hex("g1").await;
        page.until_text("#status", "Ben (you): your turn.").await;
        page.click("#advise").await;
        page.until("$('#advice li')").await;
        page.screenshot("follow-names").await;
        assert!(
            !page.text("#advice").await.contains("A "),
            "{}",
            page.text("#advice").await
        );
        name_players(page, &["Ann", "Bea"]).await;
        page.until_text("#status", "Bea (you): your turn.").await;
        page.until("$$('#moves li').length === 1").await;
        // No two players have one colour.
        press(page, ".view", "Names and colours").await;
        page.script(
            "const other = $$('#seats select')[1];
             other.value = 'red';
             other.dispatchEvent(new Event('change'))",
        )
        .await;
        page.until("$('#seats select').value === 'blue'").await;
        page.click("#seats .primary").await;
        choose(page, "You are", "A").await;
        page.until_text("#status", "Bea: your turn.").await;
        // Another view shows another position, and the game is still there.
        page.click("[data-view=puzzles]").await;
        page.until_text("#panel", "Puzzle").await;
        page.click("[data-view=follow]").await;
        page.until_text("#status", "Bea: your turn.").await;
        page.until("$$('#moves li').length === 1").await;
        // Back to the table and on with the game.
        page.script("$$('.view button').find((one) => one.textContent === 'Set up').click()")
            .await;
        page.until_text("#status", "What lies in front of you?")
            .await;
        page.until("$$('.questions select').length > 2").await;
        choose(page, "Rules", "flip").await;
        page.until_text("#confirm", "You follow a game of Push (Ann, Bea)")
            .await;
        page.screenshot("follow-confirm").await;
        page.click("#confirm-no").await;
        page.until("!$('#confirm')").await;
        page.click("#follow-begin").await;
        page.until_text("#status", "Bea: your turn.").await;
        page.until("$$('#moves li').length === 1").await;
        // The plain address goes on with it.
        page.go("").await;
        page.until_text("#continue-followed", "Continue the game of Push (Ann, Bea)")
            .await;
        page.screenshot("start-continue").await;
        page.click("#continue-followed").await;
        page.until_text("#status", "Bea: your turn.").await;
        page.until("$$('#moves li').length === 1").await;
        // A table for other rules is empty: what lay there belongs to the game that is left.
        press(page, ".view", "Set up").await;
        page.until("$$('.questions select').length > 2").await;
        choose(page, "Rules", "whale").await;
        page.click("#confirm-yes").await;
        page.until("decodeURIComponent(location.hash).includes('rules=whale')")
            .await;
        page.until("!/[AB23]/.test($('#board desc').textContent.split(' ')[0])")
            .await;
    });
}

/// The fish is asked for its tiles before the game begins, and is then advised.
#[test]
fn the_fish_lays_its_tiles_and_is_advised() {
    on_page("#view=follow", async |page| {
        page.resize([390, 844]).await;
        lay_out(page, "angling", "A").await;
        page.until("!$('#follow-begin').disabled").await;
        choose(page, "You are", "B").await;
        page.until_text("#mistake", "16 tiles to go").await;
        page.screenshot("follow-fish").await;
        assert_eq!(
            page.script("return $('#follow-begin').disabled").await,
            json!(true)
        );
        let tiles = [
            "1", "1", "2", "2", "3", "3", "4", "4", "5", "6", "r", "r", "r", "r", "r", "d",
        ];
        for (index, tile) in tiles.iter().enumerate() {
            page.click(&format!("[data-tool='{tile}']")).await;
            let space = format!("{}{}", ["a", "b", "c", "d"][index % 4], index / 4 + 1);
            page.hex(&space).await;
            let left = 15 - index;
            let noun = if left == 1 { "tile" } else { "tiles" };
            match left {
                0 => {
                    page.until("$('#mistake').textContent === ''").await;
                }
                _ => {
                    page.until_text("#mistake", &format!("{left} {noun} to go"))
                        .await;
                }
            }
        }
        page.click("#follow-begin").await;
        page.until_text("#status", "A: your turn. Put an angler on a pier.")
            .await;
        for pier in ["@3", "@9"] {
            page.until(&format!("$('[data-hex=\"{pier}\"].next')"))
                .await;
            page.hex(pier).await;
            page.script("$('.menu:not([hidden]) button')?.click()")
                .await;
        }
        page.until_text("#status", "Walk with an angler.").await;
        page.until("$$('#moves li').length === 2").await;
        page.script("$('#legal').open = true").await;
        page.until("$('#legal .move')").await;
        let walk =
            "$$('#legal .move').find((one) => one.textContent.includes('walks 1 pier')).click()";
        page.script(walk).await;
        page.until_text("#status", "B (you): your turn. Show a tile.")
            .await;
        page.click("#advise").await;
        // A second tap begins nothing.
        page.until_text("#advise[aria-busy=true]", "Thinking…")
            .await;
        page.click("#advise").await;
        page.until_text("#advice b", "Show the tile").await;
        page.until_text("#advise[aria-busy=false]", "Advise me")
            .await;
        page.until("$('#advice').getBoundingClientRect().bottom <= innerHeight + 1")
            .await;
        // The move is given once, and no number is more exact than the search.
        let advice = page.text("#advice").await;
        let best = page.text("#advice b").await;
        let is_once = advice.matches(best.trim_end_matches('.')).count() == 1;
        assert!(is_once && !advice.contains("It plays"), "{advice}");
        // A reason, and the comparison with the next best move.
        assert!(
            advice.contains("It shows ")
                && (advice.contains("the next best") || advice.contains("as good")),
            "{advice}"
        );
        page.screenshot("follow-fish-advice").await;
    });
}

/// A screen that a family shares is handed over by name, and shows the knowledge of that person.
#[test]
fn a_shared_screen_is_handed_over_by_name() {
    on_page("#view=follow", async |page| {
        page.resize([390, 844]).await;
        lay_out(page, "angling", "A").await;
        name_players(page, &["Ann", "Ben"]).await;
        choose(page, "You are", "all").await;
        page.until("decodeURIComponent(location.hash).includes('step=lay')")
            .await;
        page.until("!$('#follow-begin').disabled").await;
        page.click("#follow-begin").await;
        // The first tile is as secret as the others.
        page.until_text("#status", "Hand the screen to Ben").await;
        assert_eq!(page.script("return $('#board svg')").await, Value::Null);
        page.click("#take-screen").await;
        page.until_text("#status", "Ben: your turn. Lay a tile face down.")
            .await;
        // The last tile leaves no choice.
        for number in 1..=15 {
            page.until("$('.menu:not([hidden]) button')").await;
            if number == 2 {
                page.until_text(".menu", "rubbish ×5").await;
                page.screenshot("follow-lay").await;
            }
            page.click(".menu button").await;
            if number < 15 {
                page.until(&format!("$$('#moves li').length === {number}"))
                    .await;
            }
        }
        // Who has moved sees what came of it, and can take it back.
        page.until_text("#status", "Then hand the screen to Ann.")
            .await;
        page.until("$('#advise').disabled").await;
        page.click("#follow-undo").await;
        page.until_text("#status", "Ben: your turn. Lay a tile face down.")
            .await;
        page.click(".menu button").await;
        page.click("#hand-over").await;
        page.until_text("#above", "Hand the screen to Ann").await;
        page.until_text("#status", "Hand the screen to Ann").await;
        page.screenshot("follow-hand").await;
        assert_eq!(page.script("return $('#board svg')").await, Value::Null);
        page.until("$('#you-are').closest('[hidden]')").await;
        let hash = page.script("return location.hash").await;
        assert_eq!(hash, json!("#view=follow"));
        // A list without its moves would look like one of a game without any.
        page.until("$('.move-box').hidden").await;
        // No arrow leads behind the cover.
        assert_eq!(
            page.script("return $('#steps button:enabled')").await,
            Value::Null
        );
        page.click("#take-screen").await;
        page.until_text("#status", "Ann: your turn. Put an angler on a pier.")
            .await;
        page.until_text("#board", "hidden tile").await;
        page.until_text("#below", "catch tiles of Ann: 3 at distance 1")
            .await;
        page.until("!$('.move-box').hidden").await;
        let shown = "return $$('#board title').filter((one) => one.textContent.includes('hidden tile')).length";
        assert_eq!(page.script(shown).await, json!(16));
        // The table is shown to no one by mistake.
        choose(page, "You are", "").await;
        page.until_text("#confirm", "would see all tiles").await;
        page.click("#confirm-no").await;
        page.until("$('#you-are select').value === 'all'").await;
        assert_eq!(page.script(shown).await, json!(16));
        // No way to another view and back shows what lies face down.
        for view in ["play", "analyze", "play", "shelf"] {
            page.click(&format!("[data-view={view}]")).await;
            page.until(&format!("location.hash.includes('view={view}')"))
                .await;
            assert_eq!(page.script(shown).await, json!(16), "{view}");
            assert_eq!(page.script(SHOWN_SECRET).await, Value::Null, "{view}");
            page.click("[data-view=follow]").await;
            page.until_text("#status", "Ann: your turn. Put an angler on a pier.")
                .await;
            page.until_text("#board", "hidden tile").await;
        }
        // Nor does the first position, before which nothing was hidden.
        let told = "return [decodeURIComponent(location.hash).includes('lay:'), $$('#moves li').some((one) => one.innerText !== 'lay the next tile')]";
        page.until("!$('[aria-label=\"First position\"]').disabled")
            .await;
        page.click("[aria-label='First position']").await;
        page.until_text("#status", "Lay a tile").await;
        assert_eq!(page.script(told).await, json!([false, false]));
        page.click("[data-view=play]").await;
        page.until("location.hash.includes('view=play')").await;
        assert_eq!(page.script(told).await, json!([false, false]));
        page.click("[data-view=follow]").await;
        page.until_text("#status", "Ann: your turn. Put an angler on a pier.")
            .await;
        if let Some(axe) = axe() {
            assert_eq!(page.faults(&axe).await, json!([]));
        }
    });
}
