//! The focus of a person who uses keys alone: no redraw drops it.

use serde_json::json;

use crate::driver::{Page, on_page};
use crate::room::LISTEN;
use crate::tree::play;
use crate::{ZUGZWANG, at};

const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";

/// Some element has the focus, and can be seen.
const HAS_FOCUS: &str =
    "document.activeElement !== document.body && document.activeElement.checkVisibility()";

/// Presses a button by Enter, as soon as it can be pressed.
async fn enter(page: &Page, selector: &str) {
    page.until(&format!(
        "$('{selector}')?.checkVisibility() && !$('{selector}').disabled"
    ))
    .await;
    page.script(&format!("$('{selector}').focus()")).await;
    page.press(ENTER).await;
}

/// Presses a button by Enter, waits for what comes of it, and for the focus.
async fn keeps_focus(page: &Page, selector: &str, outcome: &str) {
    enter(page, selector).await;
    page.until(outcome).await;
    page.until(HAS_FOCUS).await;
}

#[test]
fn choices_of_a_new_game_keep_the_focus() {
    on_page("#view=play", async |page| {
        page.until("$$('.set-up option').length > 20").await;
        for label in ["Rules", "Players", "Player A", "Player B"] {
            let select = format!(
                "$$('.set-up label').find((label) => label.querySelector('span').textContent === '{label}').querySelector('select')"
            );
            page.script(&format!(
                "window.old = {select};
                 old.focus();
                 old.selectedIndex = old.selectedIndex === 0 ? 1 : 0;
                 old.dispatchEvent(new Event('change'));"
            ))
            .await;
            page.until(&format!(
                "{select} !== old && document.activeElement === {select}"
            ))
            .await;
        }
    });
}

#[test]
fn actions_of_a_game_keep_the_focus() {
    on_page("#view=play", async |page| {
        page.until("$$('.set-up option').length > 20").await;
        page.set_option("Player B", "person").await;
        keeps_focus(page, "#begin", "$('#give-up')").await;
        keeps_focus(page, "#pause", "$('#pause').textContent === 'Resume'").await;
        keeps_focus(page, "#pause", "$('#pause').textContent === 'Pause'").await;
        page.script("$('#legal').open = true").await;
        page.until("$('#legal .move')").await;
        keeps_focus(page, "#legal .move", "$$('#moves li').length === 1").await;
        keeps_focus(page, "#take-back", "$('#take-back').disabled").await;
        enter(page, "#give-up").await;
        keeps_focus(page, "#give-up-yes", "$('#result table')").await;
        page.until(HAS_FOCUS).await;
    });
}

#[test]
fn what_leads_to_another_view_moves_the_focus_to_the_board() {
    on_page("#view=play", async |page| {
        page.until("$$('.set-up option').length > 20").await;
        page.set_option("Player B", "person").await;
        page.click("#begin").await;
        page.until("$('#give-up')").await;
        page.script("$$('.actions button').find((one) => one.textContent === 'Try out moves').id = 'try-out'").await;
        let is_on_board = "document.activeElement.closest('#board')";
        enter(page, "#try-out").await;
        page.until(is_on_board).await;
        // Escape with nothing chosen leaves it there, and arrow keys are those of the game.
        page.press(ESCAPE).await;
        page.until(is_on_board).await;
    });
}

#[test]
fn buttons_of_puzzles_keep_the_focus() {
    on_page("#view=puzzles", async |page| {
        page.until("$('#progress')?.textContent.includes(' of ')")
            .await;
        keeps_focus(page, "#solution", "$('#solution').disabled").await;
        keeps_focus(page, "#again", "$('#again').disabled").await;
        page.script("window.before = $('#progress').textContent")
            .await;
        keeps_focus(
            page,
            "#next-puzzle",
            "$('#progress').textContent !== before",
        )
        .await;
    });
}

/// A focus that was left by intention does not come back with the next redraw.
#[test]
fn a_focus_that_was_left_does_not_come_back() {
    on_page("#view=play", async |page| {
        page.until("$$('.set-up option').length > 20").await;
        page.script("$('.set-up select').focus(); document.activeElement.blur()")
            .await;
        page.value_of("setTimeout(arguments[0], 50)", Vec::new())
            .await;
        page.set_option("Players", "3").await;
        page.until("document.activeElement === document.body").await;
    });
}

/// The control before a dialog has the focus again, however the dialog was closed.
#[test]
fn a_dialog_gives_the_focus_back() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until("$('[data-hex=c5].movable')").await;
        for close in [ESCAPE, ENTER] {
            page.script("$('[data-view=analyze]').focus()").await;
            page.press("?").await;
            page.until("$('#help')").await;
            page.press(close).await;
            page.until("!$('#help')").await;
            page.until("document.activeElement.dataset.view === 'analyze'")
                .await;
        }
    });
}

/// A dialog has the keys while it is open: what has been chosen on the board stays.
#[test]
fn escape_closes_a_dialog_and_takes_back_nothing() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until("$('[data-hex=c5].movable')").await;
        page.hex("c5").await;
        page.until("$('[data-hex=c5].chosen')").await;
        page.press("?").await;
        page.until("$('#help')").await;
        page.press(ESCAPE).await;
        page.until("!$('#help')").await;
        assert_eq!(
            page.script("return Boolean($('[data-hex=c5].chosen'))")
                .await,
            json!(true)
        );
        page.press(ESCAPE).await;
        page.until("!$('[data-hex=c5].chosen')").await;
    });
}

/// Arrow keys go where the tabs are seen.
#[test]
fn from_right_to_left_keys_of_tabs_go_where_they_are_seen() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until("$('[data-hex=c5].movable')").await;
        page.script("document.documentElement.dir = 'rtl'; $('[data-view=analyze]').focus()")
            .await;
        page.press("\u{e012}").await;
        page.until("document.activeElement.dataset.view === 'edit'")
            .await;
        page.press("\u{e014}").await;
        page.until("document.activeElement.dataset.view === 'analyze'")
            .await;
        page.press("?").await;
        page.until("$('#help kbd')").await;
        page.until("$$('#help kbd').every((key) => key.dir === 'ltr')")
            .await;
    });
}

/// A screen reader goes through the spaces in the same order during the whole game, and reads no
/// text of the drawing besides their names.
#[test]
fn moves_leave_the_order_of_the_spaces_as_it_is() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until("$('[data-hex=c5].movable')").await;
        let order = "return $$('[data-hex]').map((space) => space.dataset.hex).join(' ')";
        let before = page.script(order).await;
        play(page, "c5", "c6").await;
        page.until("$$('#moves li').length === 1").await;
        assert_eq!(page.script(order).await, before);
        page.until("$$('#board [data-hex]').every((space) => space.getAnimations({ subtree: true }).length === 0)")
            .await;
        assert_eq!(page.script(order).await, before);
        page.until("$$('[data-hex] text').every((text) => text.ariaHidden === 'true')")
            .await;
    });
}

#[test]
fn the_move_stepped_to_and_the_next_puzzle_are_said() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until("$('[data-hex=c5].movable')").await;
        play(page, "c5", "c6").await;
        page.until("$$('#moves li').length === 1").await;
        page.script(LISTEN).await;
        enter(page, "#steps button:nth-child(2)").await;
        page.until("said.some((words) => words.includes('First position'))")
            .await;
        enter(page, "#steps button:nth-child(3)").await;
        page.until("said.some((words) => words.includes('Move 1, A: c5-c6'))")
            .await;
        page.go("#view=puzzles").await;
        page.until("$('#progress')?.textContent.includes(' of ')")
            .await;
        page.script(LISTEN).await;
        enter(page, "#next-puzzle").await;
        page.until("said.some((words) => /^Puzzle [0-9]+ of [0-9]+: ./.test(words))")
            .await;
    });
}
