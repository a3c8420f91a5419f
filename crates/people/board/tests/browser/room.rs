//! Room and rank: what is in sight together, how many controls there are, and how large they are.

use serde_json::{Value, json};

use crate::at;
use crate::driver::{Page, on_page};

const VIEWS: [&str; 7] = [
    "analyze", "play", "follow", "edit", "review", "puzzles", "shelf",
];

/// Address of a game of forty moves in a view, at its thirtieth move.
fn game(page: &Page, view: &str) -> String {
    let deal = page.answer(&json!({"id": "1", "action": "deal", "seed": 5}));
    let start = deal["position"].as_str().unwrap();
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < 40 {
        let request = json!({"id": "1", "action": "board", "position": start, "moves": moves});
        let state = page.answer(&request);
        let legal = state["legal"].as_array().unwrap();
        let Some(mv) = legal.get(legal.len() / 2) else {
            break;
        };
        moves.push(mv["move"].as_str().unwrap().to_owned());
    }
    format!("{}&moves={}&ply=30", at(view, start), moves.join("%20"))
}

/// Whether at least twelve rows of moves are in sight.
const TWELVE: &str = "(() => {
    const list = $('#moves').getBoundingClientRect();
    const rows = $$('#moves .move').map((move) => move.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= list.top - 0.5 && bottom <= Math.min(list.bottom, innerHeight) + 0.5);
    return new Set(rows.map(({ top }) => Math.round(top))).size >= 12;
})()";

/// Whether an element is in sight, in its view and in the window.
fn in_sight(element: &str) -> String {
    format!(
        "(() => {{ const box = {element}?.getBoundingClientRect(), view = $('.view').getBoundingClientRect();
           return box && box.height > 0 && box.top >= view.top - 1 && box.bottom <= Math.min(view.bottom, innerHeight) + 1; }})()"
    )
}

#[test]
fn twelve_moves_and_the_reason_are_in_sight_together() {
    on_page("#view=analyze", async |page| {
        for size in [[1280, 800], [1920, 1080]] {
            page.resize(size).await;
            page.go(&game(page, "analyze")).await;
            page.until("$('#reasons li:not([hidden]):not(:empty)')")
                .await;
            page.until(TWELVE).await;
            page.until(&in_sight("$('#explanation summary')")).await;
            page.until(&in_sight("$('#reasons li:not([hidden]):not(:empty)')"))
                .await;
            page.screenshot(&format!("room-analysis-{}", size[0])).await;
        }
        page.go(&game(page, "review")).await;
        page.resize([1280, 800]).await;
        page.set_strength("quick").await;
        page.click("#review").await;
        page.until_text("#review-status", "complete").await;
        page.click("#next-mistake").await;
        page.until_text("#note", "Best was").await;
        page.until("$('#moves').clientHeight >= 12 * $('#moves .move').offsetHeight")
            .await;
        page.until(&in_sight("$('#review-status')")).await;
        page.until(&in_sight("$('#note')")).await;
        page.until(&in_sight("$('#graph svg')")).await;
        page.screenshot("room-review").await;
        // In a wide window the reason stands beside the list.
        page.resize([1600, 900]).await;
        let is_beside =
            "$('.view').getBoundingClientRect().right <= $('#moves').getBoundingClientRect().left";
        page.until(is_beside).await;
        page.screenshot("room-wide").await;
    });
}

/// Controls of the page that can be seen, but for its head, the board and moves.
const CONTROLS: &str = "$$('main :is(button, select, input, textarea, summary)')
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.matches('.move'))";

#[test]
fn the_analysis_begins_with_twelve_controls_at_most_and_none_is_grey() {
    on_page("#view=analyze", async |page| {
        page.until("$('#explanation summary') && $('.line')").await;
        // As with a mouse that is elsewhere.
        page.script("document.styleSheets[0].insertRule('.line .ends button { opacity: 0 !important; }', document.styleSheets[0].cssRules.length)").await;
        let names = format!("return {CONTROLS}.map((one) => one.id || one.textContent)");
        let names = page.script(&names).await;
        assert!(names.as_array().unwrap().len() <= 12, "{names}");
        let grey = format!("return {CONTROLS}.filter((one) => one.disabled).length");
        assert_eq!(page.script(&grey).await, json!(0));
    });
}

/// Sizes of the text that is seen, in pixels.
const SIZES: &str = "
    const sizes = {};
    for (const one of $$('body *')) {
      const isText = [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
      if (isText && !one.closest('svg, dialog') && one.checkVisibility()) sizes[getComputedStyle(one).fontSize] = one.outerHTML.slice(0, 90);
    }
    return sizes;";

/// Buttons of another height than most, but for those of lists and pictures; a text of two lines
/// makes one taller.
const HEIGHTS: &str = "
    const [height] = arguments;
    return $$('button, select').filter((one) => one.checkVisibility() && !one.closest('#moves, .lines, .games, .seat, .pictured, .players, .cards, #worst, #note, .moves, td'))
      .filter((one) => one.offsetHeight !== height && !(one.offsetHeight > height && one.scrollHeight > 40))
      .map((one) => `${one.outerHTML.slice(0, 80)}: ${one.offsetHeight}`);";

#[test]
fn type_has_four_sizes_and_buttons_one_height() {
    on_page("", async |page| {
        for view in ["start"].into_iter().chain(VIEWS) {
            page.go(&if view == "start" {
                String::new()
            } else {
                format!("#view={view}")
            })
            .await;
            page.until("$('#board svg') && $('#panel button')").await;
            let sizes = page.script(SIZES).await;
            for (size, element) in sizes.as_object().unwrap() {
                assert!(
                    ["13px", "16px", "20px", "28px"].contains(&size.as_str()),
                    "{view}, {size}: {element}"
                );
            }
            let others = page.run(HEIGHTS, vec![json!(40)]).await;
            assert_eq!(others, json!([]), "{view}");
        }
    });
}

/// Controls that a finger would miss.
const SMALL: &str = "
    return $$('button, select, summary, input:not([type=checkbox], [type=file]), label.check')
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
      .map((one) => `${one.outerHTML.slice(0, 90)}: ${one.getBoundingClientRect().height}`);";

#[test]
fn fingers_find_targets_of_44_pixels_on_a_phone() {
    on_page("", async |page| {
        page.emulate(
            "setTouchEmulationEnabled",
            json!({"enabled": true, "maxTouchPoints": 5}),
        )
        .await;
        page.resize([390, 844]).await;
        for view in VIEWS {
            page.go(&format!("#view={view}")).await;
            page.until("$('#board svg') && $('#panel button')").await;
            if view == "analyze" {
                page.until("$('.line')").await;
            }
            assert_eq!(page.script(SMALL).await, json!([]), "{view}");
            // The board has the width.
            let width = page
                .script("return $('#board svg').getBoundingClientRect().width / innerWidth")
                .await;
            assert!(width.as_f64().unwrap() > 0.9, "{view}: {width}");
            page.screenshot(&format!("touch-{view}")).await;
        }
    });
}

/// The buttons back and forth stand below the board of a phone, and cover nothing.
#[test]
fn steps_cover_no_move_on_a_phone() {
    on_page("", async |page| {
        page.resize([390, 844]).await;
        page.go(&game(page, "analyze")).await;
        page.until("$('#moves .move') && $('#steps button:enabled')")
            .await;
        for y in [0, 200, 400, 800] {
            page.script(&format!("scrollTo(0, {y})")).await;
            let covered = "(() => {
                const steps = $('#steps').getBoundingClientRect();
                return $$('#moves .move, #panel button, .seat').some((one) => {
                  const { top, bottom } = one.getBoundingClientRect();
                  return one.checkVisibility() && top < steps.bottom - 1 && bottom > steps.top + 1;
                });
            })()";
            page.until(&format!("!{covered}")).await;
        }
        page.screenshot("steps-phone").await;
    });
}

/// Written from right to left, as browsers translate it, the page fits as well, and notation stays
/// as it is.
#[test]
fn the_page_fits_from_right_to_left_and_its_notation_is_not_translated() {
    on_page("", async |page| {
        for size in [[1280, 800], [390, 844]] {
            page.resize(size).await;
            for view in VIEWS {
                page.go(&format!("#view={view}")).await;
                page.until("$('#board svg') && $('#panel button')").await;
                page.script("document.documentElement.dir = 'rtl'").await;
                page.until_it_fits().await;
                let is_left = "document.documentElement.scrollLeft === 0 && $$('#board, #panel').every((part) => part.getBoundingClientRect().left >= 0)";
                page.until(is_left).await;
                let notation = "['.frame', '#moves'].every((part) => getComputedStyle($(part)).direction === 'ltr')";
                page.until(notation).await;
                // Of the board only the drawing is kept from translation.
                let kept = "!$('.frame').translate && ['#board', '#asking', '.menu', '#moves'].every((part) => $(part).translate)";
                page.until(kept).await;
            }
            page.screenshot(&format!("rtl-{}", size[0])).await;
        }
    });
}

/// Zoomed to 200 and 400 %, the page has one column.
#[test]
fn zoomed_windows_have_one_column_with_a_board_that_can_be_read() {
    on_page("", async |page| {
        for (size, least) in [
            ([640, 400], 330.0),
            ([320, 256], 290.0),
            ([699, 900], 600.0),
        ] {
            page.resize(size).await;
            for view in VIEWS {
                page.go(&format!("#view={view}")).await;
                page.until("$('#board svg') && $('#panel button')").await;
                page.until_it_fits().await;
                page.until("$('#panel').getBoundingClientRect().top > $('#board').getBoundingClientRect().bottom - 1")
                    .await;
                let width: Value = page
                    .script("return $('#board svg').getBoundingClientRect().width")
                    .await;
                assert!(
                    width.as_f64().unwrap() >= least,
                    "{view}, {size:?}: {width}"
                );
            }
            page.screenshot(&format!("zoomed-{}", size[0])).await;
        }
    });
}

/// Keeps what the live region says, from now on, in `said`.
pub(crate) const LISTEN: &str = "window.said = [];
    new MutationObserver(() => said.push($('#live').textContent)).observe($('#live'), { childList: true });";

/// A screen reader has one region that speaks, and hears each sentence once.
#[test]
fn one_live_region_says_each_sentence_once() {
    on_page("#view=play", async |page| {
        page.until("$('#begin')?.checkVisibility()").await;
        let live = "return $$('[aria-live], [role=status], output').map((one) => one.id).join()";
        for view in VIEWS {
            page.go(&format!("#view={view}")).await;
            page.until("$('#board svg') && $('#panel button')").await;
            assert_eq!(page.script(live).await, json!("live"), "{view}");
        }
        page.go("#view=play").await;
        page.set_option("Player B", "person").await;
        page.script(LISTEN).await;
        page.click("#begin").await;
        page.until("said.some((words) => words.includes('Place a penguin'))")
            .await;
        let most =
            "return Math.max(...said.map((words) => words.split('Place a penguin').length - 1))";
        assert_eq!(page.script(most).await, json!(1));
        // What was said of a view is not said in another one.
        page.click("[data-view=follow]").await;
        page.until("$('[data-view=follow]').ariaSelected === 'true'")
            .await;
        page.until("!$('#live').textContent.includes('Place a penguin')")
            .await;
    });
}

/// The news of a view are gone when another one opens, and nothing is said twice.
#[test]
fn news_end_with_their_view_and_come_once() {
    on_page("#view=play", async |page| {
        page.set_option("Player B", "person").await;
        page.script(LISTEN).await;
        page.click("#begin").await;
        page.click(".movable").await;
        page.until("said.some((words) => words.includes('B: your turn'))")
            .await;
        // The same state is shown again.
        page.click("#turn").await;
        page.click("#pause").await;
        page.click("#pause").await;
        page.until("$('#live').textContent.includes('B: your turn')")
            .await;
        page.until("said.filter((words) => words.includes('A plays')).length === 1")
            .await;
        page.until("said.filter((words) => words.includes('B: your turn')).length === 2")
            .await;
        page.click("[data-view=shelf]").await;
        page.until("location.hash.includes('view=shelf') && $('#live').textContent === ''")
            .await;
        // What is said again in a view that is opened again is news.
        page.click("[data-view=play]").await;
        page.until("$('#live').textContent.startsWith('B: your turn')")
            .await;
    });
}
