//! The tree of a game, in the page and under all views.

use serde_json::json;

use crate::driver::{Page, on_page};
use crate::{ZUGZWANG, at};

const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const DELETE: &str = "\u{e017}";
const CONTROL: &str = "\u{e009}";
const SHIFT: &str = "\u{e008}";

/// Text of the current move, or null at the first position.
pub(crate) const CURRENT: &str = "$('#moves [aria-current] > span')?.textContent";

/// Plays a move of two hexes, and waits for it.
pub(crate) async fn play(page: &Page, from: &str, to: &str) {
    page.until(&format!("$('[data-hex={from}].movable')")).await;
    page.hex(from).await;
    page.hex(to).await;
    page.until(&format!("{CURRENT} === '{from}-{to}'")).await;
}

/// Plays two moves, and in place of the second one another.
pub(crate) async fn branch(page: &Page) {
    page.until_text("#value", "proved").await;
    play(page, "c5", "c6").await;
    play(page, "d5", "d6").await;
    page.click("#steps button:nth-child(2)").await;
    page.until(&format!("{CURRENT} === 'c5-c6'")).await;
    play(page, "d5", "d4").await;
}

#[test]
fn any_sequence_of_operations_is_saved_loaded_and_undone() {
    on_page("#view=analyze", async |page| {
        let result = page.value_of(include_str!("tree.js"), Vec::new()).await;
        assert_eq!(result, json!("right"));
    });
}

#[test]
fn another_move_makes_a_variation_and_deletes_nothing() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.script(
            "window.faults = []; addEventListener('error', ({ message }) => faults.push(message))",
        )
        .await;
        branch(page).await;
        let main = "$('.block:not(.variation)').innerText";
        page.until("$('.variation li').textContent === 'd5-d4'")
            .await;
        page.until(&format!("{main}.includes('d5-d6')")).await;
        page.click("[data-sign='?!']").await;
        page.until(&format!("{CURRENT} === 'd5-d4?!'")).await;
        page.click("#comment").await;
        page.press("<b>not</b> the best").await;
        page.screenshot("variation").await;
        // Going on keeps the comment.
        page.click("#steps button:nth-child(1)").await;
        page.until_text("#moves .comment", "<b>not</b> the best")
            .await;
        page.until(&format!("!{CURRENT}")).await;
        page.click(".variation .move").await;
        page.until(&format!("{CURRENT} === 'd5-d4?!'")).await;
        page.until("$('#comment').value === '<b>not</b> the best'")
            .await;
        page.click("#promote").await;
        page.until(&format!("{main}.includes('d5-d4')")).await;
        page.until("$('.variation li .move > span').textContent === 'd5-d6'")
            .await;
        page.click("#delete-move").await;
        page.until("$$('#moves li').length === 2 && !$('.variation')")
            .await;
        page.until(&format!("{CURRENT} === 'c5-c6'")).await;
        page.until_text("#tree-note", "1 move deleted.").await;
        page.click("#undelete-moves").await;
        page.until(&format!("{CURRENT} === 'd5-d4?!'")).await;
        page.until("$('#tree-note').textContent === ''").await;
        page.script("document.activeElement.blur()").await;
        page.press(DELETE).await;
        page.until(&format!("{CURRENT} === 'c5-c6'")).await;
        page.screenshot("deleted").await;
        assert_eq!(page.script("return faults").await, json!([]));
        // Undo and redo keep their places, and are disabled without a step.
        let places =
            "return ['#undo-tree', '#redo-tree'].map((one) => $(one).getBoundingClientRect().left)";
        let before = page.script(places).await;
        page.until("$('#redo-tree').disabled && $('#redo-tree').checkVisibility()")
            .await;
        for _ in 0..6 {
            page.click("#undo-tree").await;
        }
        page.until("!$('#redo-tree').disabled").await;
        assert_eq!(page.script(places).await, before);
        page.until("$$('#moves li').length === 1").await;
        page.until(&format!("{CURRENT} === 'c5-c6'")).await;
        page.click("#redo-tree").await;
        page.until(&format!("{CURRENT} === 'd5-d6'")).await;
    });
}

#[test]
fn a_tree_is_walked_and_changed_by_keys() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        branch(page).await;
        page.script("document.activeElement.blur()").await;
        for (key, shown) in [
            (UP, "d5-d6"),
            (DOWN, "d5-d4"),
            (LEFT, "c5-c6"),
            (RIGHT, "d5-d4"),
            ("+", "d5-d4!"),
            ("-", "d5-d4?"),
            ("-", "d5-d4??"),
            ("-", "d5-d4?!"),
            ("-", "d5-d4"),
        ] {
            page.press(key).await;
            page.until(&format!("{CURRENT} === '{shown}'")).await;
        }
        let wide = "$('#territory')?.checked";
        for (key, condition) in [
            ("t", wide.to_owned()),
            ("w", "$('#why-not').ariaPressed === 'true'".to_owned()),
            (
                "\u{e00c}",
                "$('#why-not').ariaPressed === 'false'".to_owned(),
            ),
            (
                "<",
                "$('[data-view=shelf]').ariaSelected === 'true'".to_owned(),
            ),
            (
                ">",
                "$('[data-view=analyze]').ariaSelected === 'true'".to_owned(),
            ),
        ] {
            page.press(key).await;
            page.until(&condition).await;
        }
        page.client.refresh().await.unwrap();
        page.until(wide).await;
        // The focus in the list goes with the move shown.
        page.until("$('#moves [aria-current]')").await;
        page.script("$('#moves [aria-current]').focus()").await;
        page.press(UP).await;
        page.until(
            "document.activeElement.matches('[aria-current]') && document.activeElement.textContent === 'd5-d6×'",
        )
        .await;
        page.press(DELETE).await;
        page.until("$$('#moves li').length === 2").await;
        page.press(&format!("{CONTROL}z")).await;
        page.until("$$('#moves li').length === 3").await;
        page.press(&format!("{CONTROL}{SHIFT}z")).await;
        page.until("$$('#moves li').length === 2").await;
        page.press("c").await;
        page.until("document.activeElement.id === 'comment'").await;
        page.script("document.activeElement.blur()").await;
        page.press("?").await;
        page.until_text("#help", "next variation").await;
        page.screenshot("keys").await;
        page.press("\u{e00c}").await;
        page.until("!$('#help')").await;
    });
}

#[test]
fn moves_that_are_taken_back_in_a_game_stay_as_a_variation() {
    on_page(&at("play", ZUGZWANG), async |page| {
        for (label, value) in [("Player A", "person"), ("Player B", "person")] {
            page.set_option(label, value).await;
        }
        // A link begins this very position.
        page.until("!$('#begin').checkVisibility()").await;
        page.screenshot("linked-game").await;
        page.click("#continue-game.primary").await;
        page.until_text("#status", "A: your turn").await;
        play(page, "c5", "c6").await;
        page.click("#take-back").await;
        page.until("$$('#moves li').length === 0").await;
        play(page, "c5", "d4").await;
        page.until("$$('#moves li').length === 1").await;
        page.click("[data-view=analyze]").await;
        page.until("$$('#moves li').length === 2").await;
        // What is played is the main line.
        page.until_text(".variation", "c5-c6").await;
        page.click(".variation .move").await;
        page.until(&format!("{CURRENT} === 'c5-c6'")).await;
        // The game goes on in its own line.
        page.click("[data-view=play]").await;
        page.until("$$('#moves li').length === 1").await;
        page.until(&format!("{CURRENT} === 'c5-d4'")).await;
    });
}

/// Steps through the line ten times with all tasks measured, and marks the move shown; other
/// entries stay as they are.
const USE_LARGE_TREE: &str = "
    const done = arguments[0];
    const next = $('#steps button:nth-child(3)');
    const entries = $$('#moves li');
    const list = $('#moves');
    let longest = 0;
    let observer = new PerformanceObserver((found) => {
      for (const { duration } of found.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: 'longtask' });
    let touched = 0;
    new MutationObserver((records) => (touched += records.length)).observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
    const step = (count) => {
      if (count < 10) {
        next.click();
        return setTimeout(step, 150, count + 1);
      }
      $('#moves [aria-current]').focus();
      $('[data-sign=\"!\"]').click();
      setTimeout(() => {
        const now = $$('#moves li');
        done({
          entries: now.length,
          is_same: now.every((entry, index) => entry === entries[index]),
          current: list.querySelector('[aria-current]').textContent.slice(-1),
          longest,
          touched,
          heap: performance.memory.usedJSHeapSize / 2 ** 20,
        });
      }, 300);
    };
    step(0);";

#[test]
fn a_tree_of_two_thousand_moves_is_changed_in_place() {
    let floe = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
    let moves = "a1 b3 b1 b2 c2 c3 d2 d3";
    on_page("#view=shelf", async |page| {
        page.until("$('#board svg')").await;
        let moves: Vec<&str> = moves.split(' ').collect();
        let arguments = vec![json!(floe), json!(moves)];
        let added = page
            .value_of(include_str!("large_tree.js"), arguments)
            .await;
        assert_eq!(added, json!("added"));
        page.go("#view=shelf").await;
        page.click(".games .game").await;
        page.until("$$('#moves li').length === 2000").await;
        page.screenshot("large").await;
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        let used = page.value_of(USE_LARGE_TREE, Vec::new()).await;
        println!("{used}");
        for (name, expected) in [
            ("entries", json!(2000)),
            ("is_same", json!(true)),
            ("current", json!("!")),
        ] {
            assert_eq!(used[name], expected, "{used}");
        }
        // Ten steps and a sign: the marks of the position shown, and one entry.
        assert!(used["touched"].as_u64().unwrap() < 80, "{used}");
    });
}

#[test]
fn lines_of_the_engine_are_inserted_expanded_and_looked_at() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        page.click(".line:nth-child(2) .insert").await;
        page.until("$$('#moves li').length > 1").await;
        // The position stays.
        page.until(&format!("!{CURRENT}")).await;
        page.until("$('#moves .move').title.includes('value ')")
            .await;
        // One stop of the Tab key for each line, arrow keys inside.
        let stops = "$$('.line').every((line) => \
                     line.querySelectorAll('[tabindex=\"0\"]').length === 1)";
        page.until(stops).await;
        page.script("$('.line [tabindex=\"0\"]').focus()").await;
        page.press(RIGHT).await;
        page.until("document.activeElement.dataset.step === '1'")
            .await;
        page.press("\u{e010}").await;
        page.until("document.activeElement.matches('.expand')")
            .await;
        page.press("\u{e007}").await;
        page.until("$('.line.open .expand').ariaExpanded === 'true'")
            .await;
        page.script("document.activeElement.blur()").await;
        page.press("i").await;
        page.until("$('.variation .fresh')").await;
        page.press(" ").await;
        page.until(CURRENT).await;
        page.press("1").await;
        page.until("$$('.line').length === 1 && $('.row select').value === '1'")
            .await;
        page.screenshot("inserted").await;
        page.until("$('.fp-first')").await;
        page.press("l").await;
        page.until("$('#toggle').ariaChecked === 'false' && $('#lines').hidden")
            .await;
        page.until("!$('.fp-first')").await;
        // The wheel over the board goes back and forth, but not with Ctrl, which zooms.
        let wheel = "const turn = (deltaY, ctrlKey) => $('#board svg').dispatchEvent(
            new WheelEvent('wheel', { deltaY, ctrlKey, bubbles: true, cancelable: true }));";
        assert_eq!(
            page.script(&format!("{wheel} return turn(-100, true)"))
                .await,
            json!(true)
        );
        assert_eq!(
            page.script(&format!("{wheel} return turn(-100, false)"))
                .await,
            json!(false)
        );
        page.until(&format!("!{CURRENT}")).await;
        page.script(&format!("{wheel} return turn(100, false)"))
            .await;
        page.until(CURRENT).await;
    });
}

#[test]
fn the_focus_stays_while_the_engine_thinks() {
    let floe = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
    on_page(&at("analyze", floe), async |page| {
        page.until("$$('.line').length === 3").await;
        page.script("$('.line:nth-child(2) .move').focus()").await;
        let nodes = page.text("#effort").await;
        page.until(&format!("$('#effort').textContent !== {}", json!(nodes)))
            .await;
        page.until("document.activeElement.matches('.line:nth-child(2) .move')")
            .await;
        // The position after a move is shown while the pointer is over it, and then that of the
        // game again.
        let over = "$('.line .move').dispatchEvent(new MouseEvent('mousemove', { bubbles: true, movementX: 1 }))";
        // One that rests while a line comes below it shows nothing.
        page.script(&over.replace("movementX: 1", "movementX: 0"))
            .await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        page.until("!$('#board.preview')").await;
        page.script(over).await;
        page.until("$$('#board [data-hex]').some((hex) => hex.textContent.includes('A'))")
            .await;
        page.script("$('#lines').dispatchEvent(new MouseEvent('mouseleave'))")
            .await;
        page.until("$('#board .fp-marks')").await;
    });
}

/// Two games of which the second one is bad.
fn games() -> String {
    let game = |name: &str, moves: &str| {
        format!("[A \"{name}\"]\n[B \"floe\"]\n[Result \"*\"]\n{ZUGZWANG}\n{moves}\n")
    };
    format!(
        "{}\n{}",
        game("Anna", "1. c5-c6 d5-d4"),
        game("<b>Ben</b>", "1. c5-c6 d5-d6 c6-d7")
    )
}

#[test]
fn games_of_a_file_are_a_table_and_a_review_stays_in_the_tree() {
    on_page("#view=review", async |page| {
        page.until("$('#game-text')").await;
        page.script(&format!("$('#game-text').value = {}", json!(games())))
            .await;
        page.click("#load-text").await;
        page.until_text(".games tr:nth-child(2)", "2. <b>Ben</b> – floe")
            .await;
        page.screenshot("games").await;
        page.click(".games tr:nth-child(1) .game").await;
        page.until_text("#moves", "d5-d4").await;
        page.until(&format!("!{CURRENT}")).await;
        page.click("#review").await;
        page.until_text("#review-status", "complete").await;
        page.until_text("#counts", "Blunders").await;
        // The position before a mistake, which is struck out, with the best move and both values.
        page.click("#next-mistake").await;
        page.until_text("#note", "1. c5-c6").await;
        page.until(&format!("!{CURRENT}")).await;
        page.until("$('.fp-first .fp-arrow') && $('.fp-lost') && $('.fp-plate') && $('.fp-value')")
            .await;
        page.screenshot("review-mistake").await;
        page.press("n").await;
        page.until_text("#note", "1… d5-d4").await;
        page.until(&format!("/^c5-c6[?]/.test({CURRENT})")).await;
        page.until_text("#moves", "in place of").await;
        // The better line is a variation, with its value.
        page.until("$$('.variation .move').length > 3").await;
        page.until("$('.variation .move').title.includes('value ')")
            .await;
        page.screenshot("reviewed").await;
        page.click("#undo-tree").await;
        page.until("$$('#moves li').length === 2").await;
        page.until("!$('#graph svg')").await;
        page.click("#redo-tree").await;
        page.until("$('#graph svg') && $('.variation .move')").await;
    });
}

#[test]
fn a_link_holds_a_small_tree_and_says_so_where_it_is_too_large() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        branch(page).await;
        page.click("[data-sign='!?']").await;
        page.click("#comment").await;
        page.press("A trap – <i>nice</i>").await;
        page.click("#steps button:nth-child(2)").await;
        page.until_text("#moves .comment", "A trap").await;
        page.until("location.hash.includes('tree=')").await;
        let moves = page.text("#moves").await;
        page.script("window.isOld = true; location.reload()").await;
        page.until("!window.isOld && $('.variation .comment')")
            .await;
        assert_eq!(page.text("#moves").await, moves);
        page.until(&format!("{CURRENT} === 'c5-c6'")).await;
        // The tree is not lost where a new game is set up.
        page.click("[data-view=play]").await;
        page.until("location.hash.includes('view=play') && location.hash.includes('tree=')")
            .await;
        page.script("window.isOld = true; location.reload()").await;
        page.until("!window.isOld && $('#begin')").await;
        page.click("[data-view=analyze]").await;
        page.until("$('.variation .comment')").await;
        assert_eq!(page.text("#moves").await, moves);
        // What has been loaded is the first state of the tree.
        page.until("$('#undo-tree').disabled").await;
        // A broken tree leaves the line.
        page.script("location.hash = location.hash.replace(/tree=.*/, 'tree=abcdef')")
            .await;
        page.until_text("#tree-note", "cannot be read").await;
        page.until_text("#moves", "c5-c6").await;
        page.until("!$('.variation')").await;
        let noise = "Array.from({ length: 9000 }, () => Math.random().toString(36)[4]).join('')";
        page.script(&format!("$('#comment').value = {noise}")).await;
        page.click("#steps button:nth-child(1)").await;
        page.until("location.hash.includes('moves=') && !location.hash.includes('tree=')")
            .await;
        // What a link lacks is said when one is copied.
        assert!(!page.text("#tree-note").await.contains("line shown alone"));
        page.script("navigator.clipboard.writeText = async () => {}")
            .await;
        page.script(
            "$$('#move-more button').find((one) => one.textContent === 'Copy link').click()",
        )
        .await;
        page.until_text("#tip", "holds the line shown alone").await;
    });
}

#[test]
fn a_tree_goes_through_a_file() {
    let game = format!(
        "[A \"Anna\"]\n{ZUGZWANG}\n1. c5-c6 d5-d6!? {{<u>sharp</u>}} (d5-d4? {{[%value -1:-1] dull}} 3. c6-d6) 3. c6-c7\n"
    );
    on_page("#view=review", async |page| {
        page.until("$('#game-text')").await;
        page.script(&format!("$('#game-text').value = {}", json!(game)))
            .await;
        page.click("#load-text").await;
        page.until_text(".variation", "dull").await;
        page.until_text("#moves .comment", "<u>sharp</u>").await;
        // An illegal move costs its branch only, and is named.
        page.until_text(".error", "c6-c7").await;
        page.script(
            "const create = URL.createObjectURL;
             URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return create(blob); }",
        )
        .await;
        let moves = page.text("#moves").await;
        page.click("#save-tree").await;
        page.until("window.saved").await;
        let saved = page.script("return window.saved").await;
        page.until_text("#tree-note", "Saved ").await;
        page.click("#steps button:nth-child(3)").await;
        page.until("$('#tree-note').textContent === ''").await;
        page.script(&format!("$('#game-text').value = {saved}"))
            .await;
        page.click("#load-text").await;
        page.until("$('.error') === null").await;
        assert_eq!(page.text("#moves").await, moves);
    });
}

/// Two who move in turn have rounds, as in chess, in the list and in all that speaks of a move.
#[test]
fn moves_of_two_are_numbered_by_rounds_everywhere() {
    const NUMBERS: &str =
        "$$('#moves .move').map((move) => move.dataset.number).filter(Boolean).join(' ')";
    on_page("#view=review", async |page| {
        page.until("$('#game-text')").await;
        let text = format!("{ZUGZWANG}\n1. c5-c6 d5-d4 2. c6-d6\n");
        page.script(&format!("$('#game-text').value = {}", json!(text)))
            .await;
        page.click("#load-text").await;
        page.until(&format!("{NUMBERS} === '1. 2.'")).await;
        page.until("$('#moves li:nth-child(2) .move').title.startsWith('1… ')")
            .await;
        page.click("#review").await;
        page.until_text("#review-status", "complete").await;
        // A variation of the second player begins with dots.
        page.until("$('.variation .move[data-number^=\"1…\"]')")
            .await;
        page.until("$$('#worst button').some((one) => one.textContent.startsWith('1… B d5-d4'))")
            .await;
        page.until("$('#graph svg').ariaLabel.includes('1…??')")
            .await;
        page.script("$$('#worst button').find((one) => one.textContent.includes('d5-d4')).click()")
            .await;
        page.until("$('#note').textContent.startsWith('1… d5-d4')")
            .await;
        page.screenshot("rounds").await;
    });
    // Of more players, and where words fill the row, each move has a number.
    on_page("#view=analyze", async |page| {
        for (rules, players) in [("base", 3), ("flip", 2)] {
            let deal =
                json!({"id": "1", "action": "deal", "rules": rules, "players": players, "seed": 3});
            let start = page.answer(&deal)["position"].as_str().unwrap().to_owned();
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..4 {
                let request = json!({"id": "1", "action": "board", "position": start, "moves": moves, "automatic": true});
                let state = page.answer(&request);
                moves = serde_json::from_value(state["moves"].clone()).unwrap();
                moves.push(state["legal"][0]["move"].as_str().unwrap().to_owned());
            }
            page.go(&format!(
                "{}&moves={}",
                at("analyze", &start),
                moves.join("%20")
            ))
            .await;
            page.until(&format!("{NUMBERS}.startsWith('1. 2. 3. 4.')"))
                .await;
            page.screenshot(&format!("numbers-{rules}")).await;
        }
    });
}

/// Left edges of the moves of a block, from left to right without repetitions, and the number of
/// rows.
const COLUMNS: &str = "
    const boxes = $$('#moves .block:first-child .move').map((move) => move.getBoundingClientRect());
    const lefts = [...new Set(boxes.map(({ left }) => Math.round(left)))].sort((one, other) => one - other);
    return [lefts.length, new Set(boxes.map(({ top }) => Math.round(top))).size];";

#[test]
fn the_list_of_moves_has_a_column_for_each_player_and_one_where_moves_are_words() {
    let taken = ["0:0"; 4];
    let floe = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323";
    for (players, moves, rows) in [
        (2, "a1 b1 c2 d2", 2),
        (3, "a1 b1 c2 d2", 2),
        (4, "a1 b1 d2 c2 f2", 2),
    ] {
        let hands = ["2"; 4][..players].join(",");
        let position = format!("{floe} A {} {hands}", taken[..players].join(","));
        let address = format!(
            "{}&moves={}",
            at("review", &position),
            moves.replace(' ', "%20")
        );
        on_page(&address, async |page| {
            let count = moves.split(' ').count();
            page.until(&format!("$$('#moves li').length === {count}"))
                .await;
            assert_eq!(
                page.script(COLUMNS).await,
                json!([players, rows]),
                "{players} players"
            );
        });
    }
    let lake = "angling:??/?? A 0,0 y1+2 1.1 -,- dealt lake=2x2 tiles=1.2.r.d";
    on_page(&format!("{}&moves=y+1", at("review", lake)), async |page| {
        page.until_text("#moves", "yellow walks").await;
        assert_eq!(page.script(COLUMNS).await, json!([1, 1]));
    });
}

#[test]
fn keys_are_those_of_the_game_after_a_click_on_a_tab_and_of_the_board_after_a_move_there() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        branch(page).await;
        page.click("[data-view=review]").await;
        page.until("$('[data-view=review]').ariaSelected === 'true'")
            .await;
        page.press(LEFT).await;
        page.until(&format!("{CURRENT} === 'c5-c6'")).await;
        page.until("document.activeElement.dataset.view === 'review'")
            .await;
        // Reached by the Tab key, the tabs have the arrows for themselves.
        page.press("\u{e004}").await;
        page.press(&format!("{SHIFT}\u{e004}")).await;
        page.press(RIGHT).await;
        page.until("document.activeElement.dataset.view === 'puzzles'")
            .await;
        page.until(&format!("{CURRENT} === 'c5-c6'")).await;
        page.click("[data-view=analyze]").await;
        page.until("$('[data-hex=d5].movable')").await;
        page.script("$('[data-hex=d5]').focus()").await;
        page.press("\u{e007}").await;
        page.until("$('[data-hex=d5].chosen')").await;
        page.script("$('[data-hex=d6]').focus()").await;
        page.press("\u{e007}").await;
        page.until(&format!("{CURRENT} === 'd5-d6'")).await;
        page.until("document.activeElement.dataset.hex === 'd6'")
            .await;
    });
}
