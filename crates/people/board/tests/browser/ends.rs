//! Ends of games: the result, giving up, the rest of a game that one player is left in, and
//! rematches.

use crate::driver::{Page, on_page};
use crate::{ZUGZWANG, at};

/// Two penguins far from each other: that of B can move once.
const APART: &str =
    "......./......../......./..212.../A1111..B1/..22..1./......./........ A 0:0,0:0";

/// Continues the game of the address between two persons.
pub(crate) async fn begin(page: &Page) {
    for seat in ["Player A", "Player B"] {
        page.set_option(seat, "person").await;
    }
    page.click("#continue-game").await;
    page.until("$('.movable')").await;
}

async fn play(page: &Page, from: &str, to: &str) {
    let count = page.script("return $$('#moves li').length").await;
    page.hex(from).await;
    page.hex(to).await;
    page.until(&format!("$$('#moves li').length > {count}"))
        .await;
}

pub(crate) async fn give_up(page: &Page) {
    page.click("#give-up").await;
    page.click("#give-up-yes").await;
}

#[test]
fn a_game_that_was_given_up_names_the_winner_and_can_go_on() {
    on_page(&at("play", APART), async |page| {
        begin(page).await;
        play(page, "a5", "b5").await;
        // It is asked in place, also by keys: Enter pressed twice ends nothing.
        page.script("$('#give-up').focus()").await;
        page.press("\u{e007}").await;
        page.until("document.activeElement.id === 'give-up-no'")
            .await;
        page.press("\u{e007}").await;
        page.until("document.activeElement.id === 'give-up'").await;
        page.until_text("#status", "B: your turn").await;
        give_up(page).await;
        page.until_text("#status", "B gave up: A wins").await;
        page.until("$$('#result tr').length === 2").await;
        // The shelf and the file say how it ended.
        page.click("[data-view=shelf]").await;
        page.until_text("#shelf-games tbody", "B gave up: A wins")
            .await;
        page.click("[data-view=play]").await;
        page.script(
            "const create = URL.createObjectURL;
             URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return create(blob); }",
        )
        .await;
        page.click("#save").await;
        page.until(
            "window.saved?.includes('[Result \"1-0\"]\\n[Termination \"B gave up: A wins\"]')",
        )
        .await;
        page.click("#play-on").await;
        page.until_text("#status", "B: your turn").await;
        page.until("$('#result').childElementCount === 0").await;
        play(page, "g5", "g6").await;
    });
}

#[test]
fn the_last_player_plays_to_the_end_at_once() {
    on_page(&at("play", APART), async |page| {
        begin(page).await;
        play(page, "a5", "b5").await;
        play(page, "g5", "g6").await;
        page.until("$('#to-end').disabled").await;
        play(page, "b5", "c4").await;
        play(page, "c4", "d4").await;
        page.click("#to-end").await;
        page.until_text("#status", "The game is over: A wins by")
            .await;
        page.until_text("#result", "13 fish, 9 tiles").await;
        page.click("[data-view=shelf]").await;
        page.until_text("#shelf-games tbody", "A wins by 11 fish")
            .await;
        page.click("[data-view=play]").await;
        page.until("location.hash.includes('view=play')").await;
        page.until_text("#result", "13 fish, 9 tiles").await;
        page.screenshot("result").await;
        // Loaded again it is still the one of the shelf.
        page.client.refresh().await.unwrap();
        page.until_text("#result", "13 fish, 9 tiles").await;
        page.click("[data-view=review]").await;
        page.click("#moves .move").await;
        page.until("$('#moves .move[aria-current]')").await;
        page.click("[data-sign='??']").await;
        page.until("$('#moves .move').textContent === 'a5-b5??'")
            .await;
        page.click("[data-view=play]").await;
        page.until_text("#result", "13 fish, 9 tiles").await;
        // What is analyzed after it stays on the board.
        page.go(&at("analyze", ZUGZWANG)).await;
        page.until("$('.movable')").await;
        play(page, "c5", "d4").await;
        page.click("[data-view=play]").await;
        page.until("$('#continue-game') && !$('#result *')").await;
        page.click("[data-view=analyze]").await;
        page.until_text("#moves", "c5-d4").await;
        page.click("[data-view=shelf]").await;
        page.until("$$('#shelf-games tbody tr').length === 2").await;
        page.until_text("#shelf-games tbody", "A wins by 11 fish")
            .await;
    });
}

#[test]
fn a_rematch_swaps_the_seats_and_the_focus_is_on_the_board() {
    on_page(&at("play", APART), async |page| {
        begin(page).await;
        page.script("$('button.player.A').click()").await;
        page.script(
            "const name = $('#seats input');
             name.value = 'Anna';
             name.dispatchEvent(new Event('input'));
             $('#seats .primary').click()",
        )
        .await;
        give_up(page).await;
        page.until_text("#result tr:first-child", "Anna").await;
        page.click("#rematch-swapped").await;
        page.until("$('#give-up') && document.activeElement.closest('#board')")
            .await;
        page.until_text("#above .seat.B .name", "Anna").await;
        page.until("$$('#moves li').length === 0").await;
        // The same rules, with all tiles.
        page.until("$$('#board .fp-tile').length === 60").await;
    });
}

/// The worst move is the one that lost most, whatever signs stand in the tree.
#[test]
fn the_result_leads_to_the_move_that_lost_most() {
    on_page(&at("play", ZUGZWANG), async |page| {
        begin(page).await;
        play(page, "c5", "c6").await;
        play(page, "d5", "d4").await;
        give_up(page).await;
        page.click("[data-view=review]").await;
        page.click("#moves .move").await;
        page.until("$('#moves .move[aria-current]')").await;
        page.click("[data-sign='??']").await;
        page.until("$('#moves .move').textContent === 'c5-c6??'")
            .await;
        page.click("[data-view=play]").await;
        page.click("#worst-move").await;
        page.until("location.hash.includes('view=review')").await;
        page.until_text("#note", "1… d5-d4 is a blunder").await;
        // The position before it, with the best move.
        page.until("$('#moves [aria-current]').textContent.startsWith('c5-c6')")
            .await;
        page.until("$('.fp-first .fp-arrow') && $('.fp-lost')")
            .await;
    });
}

/// The end is a card over the floe, which leads on: after a loss to an easier opponent.
#[test]
fn the_end_is_a_card_that_leads_to_an_easier_game_and_to_the_worst_move() {
    on_page(&at("play", APART), async |page| {
        page.set_option("Player A", "person").await;
        page.set_option("Player B", "2").await;
        page.click("#continue-game").await;
        page.until("$('.movable')").await;
        page.click(".movable").await;
        page.click(".next").await;
        page.until("$$('#moves li').length >= 2").await;
        give_up(page).await;
        // Who plays alone without a name is addressed in all sentences.
        page.until_text("#result h2", "You gave up: Pip wins").await;
        page.until_text("#status", "You gave up: Pip wins").await;
        page.until_text("#result tr:first-child", "You").await;
        for size in [[1280, 800], [390, 844]] {
            page.resize(size).await;
            let is_over = "(() => {
                const [card, floe] = ['#result', '#board'].map((one) => $(one).getBoundingClientRect());
                return card.left >= floe.left - 1 && card.right <= floe.right + 1 && card.top >= floe.top - 1; })()";
            page.until(is_over).await;
            page.screenshot(&format!("card-{}", size[0])).await;
        }
        page.resize([1280, 800]).await;
        // The floe can be seen, and the card comes back with the next end.
        page.click("#close-result").await;
        page.until("$('#result').childElementCount === 0").await;
        page.click("#play-on").await;
        page.until("$('#give-up')").await;
        give_up(page).await;
        page.until_text("#result h2", "gave up").await;
        page.until_text("#worst-move", "my worst move").await;
        page.click("#worst-move").await;
        page.until("/have made no mistake|complete/.test($('#review-status').textContent)")
            .await;
        page.click("[data-view=play]").await;
        page.until("!$('#harder')").await;
        page.click("#easier").await;
        page.until("$('#give-up') && $$('#moves li').length === 0")
            .await;
        page.until_text("#above .seat.B .name", "Nod, level 1")
            .await;
        // Nobody is easier than Nod.
        page.click(".movable").await;
        page.until("$$('#moves li').length >= 2").await;
        give_up(page).await;
        page.until("$('#rematch') && !$('#easier, #harder')").await;
    });
}

#[test]
fn who_has_won_is_offered_a_harder_opponent() {
    on_page(&at("play", APART), async |page| {
        page.set_option("Player A", "person").await;
        page.set_option("Player B", "1").await;
        page.click("#continue-game").await;
        page.until("$('.movable')").await;
        page.hex("a5").await;
        page.hex("b5").await;
        // The only move of B.
        page.until("$$('#moves li').length >= 2 && $('.movable')")
            .await;
        play(page, "b5", "c4").await;
        page.until("$('.movable')").await;
        play(page, "c4", "d4").await;
        page.click("#to-end:enabled").await;
        page.until_text("#result h2", "You win").await;
        page.until("!$('#easier')").await;
        page.click("#harder").await;
        page.until_text("#above .seat.B .name", "Pip, level 2")
            .await;
    });
}

/// Nothing slides under a finger: neither while the computer thinks nor when the game ends.
#[test]
fn buttons_of_a_game_keep_their_places() {
    on_page("#view=play", async |page| {
        page.resize([1280, 800]).await;
        page.click("#begin").await;
        page.until("$('.movable') && $('#ask-hint:enabled')").await;
        let watch = "
            window.places = new Set();
            window.rests = false;
            const look = () => {
              const buttons = ['pause', 'ask-hint', 'take-back', 'to-end', 'save'];
              places.add(JSON.stringify(buttons.map((id) => document.getElementById(id)?.getBoundingClientRect())));
              rests ||= $('#ask-hint').disabled && $$('#moves li').length === 1;
              requestAnimationFrame(look);
            };
            look();";
        page.script(watch).await;
        page.click(".movable").await;
        page.until("rests && $$('#moves li').length === 2 && $('#ask-hint:enabled')")
            .await;
        page.click("#ask-hint").await;
        page.until_text("#hint", "Hint: ").await;
        page.click("#take-back").await;
        page.until("$$('#moves li').length === 0 && $('#take-back').disabled")
            .await;
        give_up(page).await;
        page.until("$('#result h2') && $('#ask-hint').disabled")
            .await;
        let places = page.script("return [...places]").await;
        assert_eq!(places.as_array().unwrap().len(), 1, "{places}");
    });
}

/// Clicks where the tip of the flipper lies, and notes the hex.
const FOLLOW_FLIPPER: &str = "
    const { left, top } = $('.flipper').getBoundingClientRect();
    const hex = document.elementFromPoint(left + 20, top + 4).closest('.next, .movable');
    hex.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return hex.dataset.hex;";

/// A newcomer is offered to learn the game before anything else, is shown the first moves, each
/// with a word, and hears when that is all.
#[test]
fn a_flipper_points_at_the_first_moves_of_a_first_game() {
    on_page("", async |page| {
        page.click("#learn-to-play").await;
        for (index, words) in [
            "Put a penguin",
            "One more",
            "Penguins that stand close",
            "Think of the slides",
            "Slide along a straight line",
            "",
            "",
        ]
        .into_iter()
        .enumerate()
        {
            let step = index + 1;
            page.until("$('.flipper')").await;
            page.until_text("#tip", &format!("Step {step}. {words}"))
                .await;
            let count = page.script("return $$('#moves li').length").await;
            let first = page.script(FOLLOW_FLIPPER).await;
            if step > 4 {
                // It goes on pointing once the penguin is chosen.
                page.until("$('.chosen') && $('.flipper')").await;
                page.until_text("#tip", &format!("Step {step}.")).await;
                assert_ne!(page.script(FOLLOW_FLIPPER).await, first);
            }
            page.until(&format!("$$('#moves li').length > {count}"))
                .await;
            page.until("$('#tip').textContent !== ''").await;
            if step == 5 {
                page.screenshot("learn-to-play").await;
            }
        }
        page.until_text("#tip", "You have seen all that it takes")
            .await;
        page.until("!$('.flipper') && $('.movable')").await;
    });
}

/// The game on the board is played, also after other rules have been chosen.
#[test]
fn the_game_that_is_shown_is_the_one_that_begins() {
    for rules in ["whale", "flip"] {
        on_page("#view=play", async |page| {
            let tiles = "$$('#board [data-hex] title').map((title) => title.textContent).join()";
            page.until("$('#board svg')").await;
            let before = page.script(&format!("return {tiles}")).await;
            page.set_option("Rules", rules).await;
            page.until(&format!("{tiles} !== {before}")).await;
            let shown = page.script(&format!("return {tiles}")).await;
            page.click("#begin").await;
            page.until("$('#give-up')").await;
            assert_eq!(page.script(&format!("return {tiles}")).await, shown);
        });
    }
}

#[test]
fn sounds_are_off_until_they_are_chosen_and_the_choice_is_kept() {
    on_page("#view=play", async |page| {
        page.until("$('#sound')").await;
        page.until("!$('#sound').checked").await;
        page.click(".more summary").await;
        page.click("#sound").await;
        page.client.refresh().await.unwrap();
        page.until("$('#sound')?.checked").await;
    });
}

/// While a game is played the panel has room for its moves; what is unfolded is seen whole, and a
/// form that has begun a game is folded.
#[test]
fn the_form_of_a_new_game_is_folded_while_playing_and_seen_whole() {
    on_page("#view=play", async |page| {
        page.resize([1280, 800]).await;
        page.set_option("Players", "4").await;
        page.click("#begin").await;
        page.until("$('.movable') && $('#give-up')").await;
        page.until("$$('.set-up select').every((one) => !one.checkVisibility())")
            .await;
        page.click("details.new > summary").await;
        let whole = "(() => {
            const view = $('.view');
            return $('#begin').checkVisibility() && view.scrollHeight <= view.clientHeight + 1 && !$('.move-box').checkVisibility();
        })()";
        page.until(whole).await;
        page.screenshot("new-game-unfolded").await;
        page.click("#begin").await;
        page.until("!$('details.new').open && $('.move-box').checkVisibility()")
            .await;
    });
}

/// A turn of the computer with cards is followed step by step: its words, and the cards it touches.
#[test]
fn the_computer_shows_each_step_of_a_turn_with_cards() {
    on_page("#view=play", async |page| {
        page.set_option("Rules", "flip").await;
        page.set_option("Player A", "2").await;
        page.click("#begin").await;
        for _ in 0..3 {
            page.until("$('#board .fp-last') && /: (flip|switch|free|swordfish|[a-z]+ at) /.test($('#status').textContent)")
                .await;
            page.screenshot("step-with-cards").await;
            page.until("!$('#board .fp-last')").await;
        }
        // New cards stand below the step that they follow.
        page.until("$('#moves li:not(.dealt) + .dealt')").await;
        let is_smaller = "(() => {
            const [step, card] = ['#moves li:not(.dealt) .move', '#moves .dealt .move'].map((one) => $(one).getBoundingClientRect());
            return card.left > step.left && card.height < step.height;
        })()";
        page.until(is_smaller).await;
    });
}

/// A lake before the anglers stand on their piers.
const LAKE: &str = "angling:1rrr/5226/41r3/4r3d A 0,0 -,- 3.3.3.3 lh,yrs step=place dealt";

/// The lines below a lake have their room from the beginning, and moves name spaces that are seen.
#[test]
fn a_lake_keeps_its_size_and_shows_the_names_of_its_spaces() {
    on_page(&at("play", LAKE), async |page| {
        page.resize([1280, 800]).await;
        page.until("$$('#board [data-hex=c3] text').some((text) => text.textContent === 'c3')")
            .await;
        page.click(".seat.A .about").await;
        page.until_text("#tip", "no tile may be moved in this round")
            .await;
        page.set_option("Player A", "2").await;
        page.set_option("Player B", "2").await;
        page.click("#continue-game").await;
        page.until("$('#pause') && $$('#moves li').length > 0")
            .await;
        let watch = "
            window.heights = new Set();
            const look = () => {
              heights.add(Math.round($('#board svg').getBoundingClientRect().height));
              requestAnimationFrame(look);
            };
            look();";
        page.script(watch).await;
        page.until_text("#below", "caught today").await;
        page.screenshot("lake-with-catch").await;
        let heights = page.script("return [...heights]").await;
        assert_eq!(heights.as_array().unwrap().len(), 1, "{heights}");
    });
}

/// A power is explained where it is named.
#[test]
fn powers_are_explained_beside_the_hands() {
    let cards = "flip:W1>D1<K4>W3<J1v/J2vJ2vD2</K3>J2v/D4>D3> A W:rxy,K:fse W2312,D2211,J2022,K3211,p4 deck=f3c2r1s2k2x2y1e1";
    on_page(&at("play", cards), async |page| {
        page.until(
            "$('.seat.A .result.about')?.title.startsWith('A whale that the action has flipped')",
        )
        .await;
        page.click(".seat.B .result.about").await;
        page.until_text("#tip", "A shark flipped in this turn")
            .await;
        // A column with room for one card warns.
        page.until("$$('#board text').some((text) => text.textContent === 'a !')")
            .await;
        page.screenshot("power-explained").await;
    });
}
