//! Puzzles are lines: solved by mouse, keys and touch, with hints, rating, the puzzle of the day,
//! and paper.

use fantoccini::actions::{InputSource, PointerAction, TouchActions};
use fantoccini::key::Key;
use serde_json::json;

use crate::driver::{Page, on_page};
use crate::shelf::import;
use crate::{ENDING, ZUGZWANG, at};

/// Position in which all moves are as good, so that no values are shown.
const EITHER: &str =
    "......./......../......./......../.1A11.B1./......../......./........ A 0:0,0:0";

/// Position of a puzzle that takes two right moves, with its solution; see
/// `every_line_ends_and_is_exact`.
const LINE: &str =
    "2.2A1.12/3.2.B2.2./B1....12/21....../...3.11/A1.2A1..B11/.B2.12.1/2.A3.2111 A 27:14,22:14";

/// Right moves of a puzzle, and the answers after each.
fn line(page: &Page, position: &str) -> Vec<(String, Vec<String>)> {
    let puzzles = page.answer(&json!({"id": "1", "action": "puzzles", "position": position}));
    let puzzle = &puzzles["puzzles"][0];
    let mut graded = puzzle["moves"].clone();
    let mut moves: Vec<String> = Vec::new();
    let mut line = Vec::new();
    while let Some(right) = graded
        .as_array()
        .unwrap()
        .iter()
        .find(|graded| graded["is_right"] == true)
    {
        moves.push(right["move"].as_str().unwrap().to_owned());
        let request = json!({
            "id": "1", "action": "defence", "position": position, "moves": moves, "goal": puzzle["goal"], "is_right": true
        });
        let reply = page.answer(&request);
        let answers: Vec<String> = serde_json::from_value(reply["answers"].clone()).unwrap();
        line.push((moves.last().unwrap().clone(), answers.clone()));
        moves.extend(answers);
        graded = reply["moves"].clone();
    }
    line
}

/// Hexes of a move of the base game.
fn hexes(mv: &str) -> Vec<&str> {
    mv.split('-').collect()
}

/// Way in which a person clicks on a hex.
#[derive(Clone, Copy)]
enum Pointer {
    Mouse,
    Keys,
    Touch,
}

async fn choose(page: &Page, pointer: Pointer, hex: &str) {
    match pointer {
        Pointer::Mouse => page.hex(hex).await,
        Pointer::Keys => {
            page.script(&format!("$('[data-hex={hex}]').focus()")).await;
            page.press(&Key::Enter.to_string()).await;
        }
        Pointer::Touch => {
            let script = format!(
                "const box = $(\"[data-hex='{hex}'] path\").getBoundingClientRect();
                 return [box.x + box.width / 2, box.y + box.height / 2];"
            );
            let [x, y] = serde_json::from_value::<[f64; 2]>(page.script(&script).await).unwrap();
            let finger = TouchActions::new("finger".to_owned())
                .then(PointerAction::MoveTo {
                    duration: None,
                    x,
                    y,
                })
                .then(PointerAction::Down { button: 0 })
                .then(PointerAction::Up { button: 0 });
            page.client.perform_actions(finger).await.unwrap();
        }
    }
}

#[test]
fn a_line_is_solved_by_mouse_keys_and_touch_against_the_best_defence() {
    on_page(&at("puzzles", LINE), async |page| {
        let line = line(page, LINE);
        assert!(line.len() > 1, "{line:?}");
        for pointer in [Pointer::Mouse, Pointer::Keys, Pointer::Touch] {
            for (number, (mv, answers)) in line.iter().enumerate() {
                let moves = hexes(mv);
                page.until(&format!("$('[data-hex={}].movable')", moves[0]))
                    .await;
                for hex in moves {
                    choose(page, pointer, hex).await;
                }
                let is_last = number + 1 == line.len();
                page.until_text("#answer", if is_last { "Solved!" } else { "Go on." })
                    .await;
                // The heading says what is asked now.
                page.until_text(
                    "#task",
                    if is_last {
                        "Solved"
                    } else {
                        "Find a move that still wins"
                    },
                )
                .await;
                // There is one task.
                assert!(!page.text("#task").await.contains("only move"));
                page.screenshot(&format!("puzzle-line-{number}")).await;
                for answer in answers {
                    page.until_text("#moves", answer).await;
                }
            }
            page.until_text("#themes", "Themes: ").await;
            page.until_text("#record", "Your rating: ").await;
            let rating = page.text("#record").await;
            // A puzzle counts once, and the record outlives the page.
            page.client.refresh().await.unwrap();
            page.until_text("#task", "Find").await;
            page.until_text("#record", "Your rating: ").await;
            assert_eq!(page.text("#record").await, rating);
        }
    });
}

#[test]
fn a_wrong_try_is_refuted_gives_nothing_away_and_stays_as_a_variation() {
    on_page("#view=puzzles", async |page| {
        page.until_text("#task", "Find").await;
        page.until_text("#about", "easy").await;
        page.screenshot("puzzles").await;
        page.script(
            "const select = $('.view select');
             select.value = 'Studies';
             select.dispatchEvent(new Event('change'));",
        )
        .await;
        page.until_text("#about", "Zugzwang").await;
        for (hex, word) in [
            ("c4", "Try again."),
            ("d4", "c5 to d4 is right. It cuts B off from c4 (2 fish)"),
        ] {
            page.until("$('[data-hex=c5].movable')").await;
            page.hex("c5").await;
            page.hex(hex).await;
            page.until_text("#answer", word).await;
            if hex == "c4" {
                let answer = page.text("#answer").await;
                assert!(
                    answer.contains("B answers ") && !answer.contains("c5 to d4"),
                    "{answer}"
                );
                page.screenshot("puzzle-wrong").await;
            }
        }
        page.until_text("#values", "B wins by 1 fish").await;
        page.until_text("#values h2", "Moves in the first position")
            .await;
        page.until_text("#task", "Solved").await;
        page.until("$('#moves .variation, #moves .branch')").await;
        page.screenshot("puzzle").await;
        // Analysis goes on from here, with all that has been tried.
        page.client
            .find(fantoccini::Locator::XPath("//button[.='Analyse']"))
            .await
            .unwrap()
            .click()
            .await
            .unwrap();
        page.until_text("#moves", "c5-c4").await;
        page.click("[data-view=puzzles]").await;
        page.until("$('#next-puzzle')").await;
        page.click("#next-puzzle").await;
        page.until_text("#task", "Find the best move for B").await;
    });
}

/// The best move is enough; its value is said, and the rest of the line is offered.
#[test]
fn the_best_move_solves_a_puzzle_and_the_rest_can_be_played_on() {
    on_page(&at("puzzles", ENDING), async |page| {
        let line = line(page, ENDING);
        assert!(line.len() > 1, "{line:?}");
        page.until_text("#task", "Find the best move").await;
        for (number, (mv, _)) in line.iter().enumerate() {
            let moves = hexes(mv);
            page.until(&format!("$('[data-hex={}].movable')", moves[0]))
                .await;
            for hex in moves {
                page.hex(hex).await;
            }
            if number == 0 {
                page.until_text("#answer", "With best play ").await;
                page.until_text("#answer", "Solved!").await;
                page.until_text("#task", "Solved").await;
                page.until_text("#progress", "(solved)").await;
                page.until("!$('.movable') && $('#go-on').checkVisibility()")
                    .await;
                page.screenshot("puzzle-best").await;
                page.click("#rest-of-line").await;
                page.until_text("#task", "Find the best move").await;
            } else if number + 1 < line.len() {
                page.until_text("#answer", "Go on.").await;
            }
        }
        page.until_text("#answer", "Solved!").await;
        page.until("$('#rest-of-line').hidden").await;
    });
}

/// A try is there when its puzzle is opened again.
#[test]
fn a_try_is_kept_while_other_puzzles_are_looked_at() {
    on_page("#view=puzzles", async |page| {
        page.until_text("#task", "Find").await;
        let text = format!("# Who waits?\n{ZUGZWANG}\nc5-d4\n\n# Either side.\n{EITHER}\nc5-b5\n");
        import(page, "#puzzle-file", "club.txt", &text).await;
        page.until_text("#about", "Who waits?").await;
        let tried = "return $$('#moves .move > span:first-child').map((move) => move.textContent)";
        for (hex, words) in [("c4", "Try again."), ("d4", "Solved!")] {
            page.until("$('[data-hex=c5].movable')").await;
            page.hex("c5").await;
            page.hex(hex).await;
            page.until_text("#answer", words).await;
            let answer = page.text("#answer").await;
            let moves = page.script(tried).await;
            page.click("#next-puzzle").await;
            page.until_text("#about", "Either side.").await;
            page.until("$('#answer').textContent === '' && !$('#moves li')")
                .await;
            page.click("#previous-puzzle").await;
            page.until_text("#about", "Who waits?").await;
            page.until(&format!("$('#answer').textContent === {}", json!(answer)))
                .await;
            assert_eq!(page.script(tried).await, moves);
        }
        page.until_text("#task", "Solved").await;
        page.until_text(
            "#progress",
            "Puzzle 1 of 2 (solved), 0 solved at the first try",
        )
        .await;
        // Other views keep it, too; the button for it begins anew.
        page.click("[data-view=analyze]").await;
        page.until("$('#lines .line')").await;
        page.click("[data-view=puzzles]").await;
        page.until_text("#answer", "Solved!").await;
        page.click("#again").await;
        page.until("$('#answer').textContent === '' && !$('#moves li')")
            .await;
    });
}

#[test]
fn hints_come_step_by_step_and_the_solution_leaves_no_old_text() {
    on_page(&at("puzzles", LINE), async |page| {
        let line = line(page, LINE);
        let first = hexes(&line[0].0);
        page.until_text("#task", "Find").await;
        page.until("!$('#puzzle-hint').disabled").await;
        page.click("#puzzle-hint").await;
        page.until_text("#answer", &format!("Look at the penguin on {}.", first[0]))
            .await;
        assert!(
            !page.text("#answer").await.contains(first[1]),
            "the move is not given away"
        );
        page.click("#puzzle-hint").await;
        page.until_text(
            "#answer",
            &format!("Best is: {} to {}.", first[0], first[1]),
        )
        .await;
        page.screenshot("puzzle-hint").await;
        page.click("#solution").await;
        page.until_text("#answer", "Solution:").await;
        // A move a line, with its player.
        let lines = page.script("return $$('#answer li').map((line) => line.textContent)");
        assert!(lines.await.as_array().unwrap().len() >= line.len());
        page.until_text("#answer li", &format!("A {}", line[0].0))
            .await;
        let answer = page.text("#answer").await;
        assert!(
            !answer.contains("Look at") && !answer.contains("Try again"),
            "{answer}"
        );
        page.until_text("#moves", line.last().unwrap().0.as_str())
            .await;
        page.until("!$('#moves [aria-current=step]')").await;
        page.screenshot("puzzle-solution").await;
    });
}

#[test]
fn the_puzzle_of_the_day_is_that_of_the_date() {
    on_page("#view=puzzles", async |page| {
        page.until_text("#task", "Find").await;
        page.click("#daily").await;
        let day = page
            .script("return Math.floor(Date.now() / 86400000)")
            .await
            .as_u64()
            .unwrap();
        let text = floe_board::page_file("/puzzles.exact").unwrap().content;
        let puzzles =
            page.answer(&json!({"id": "1", "action": "puzzles", "text": text, "day": day}));
        let position = puzzles["puzzles"][puzzles["daily"].as_u64().unwrap() as usize]["position"]
            .as_str()
            .unwrap();
        let escaped = json!(position).to_string();
        page.until(&format!(
            "new URLSearchParams(location.hash.slice(1)).get('position') === {escaped}"
        ))
        .await;
        page.until("/^Puzzle of the day, .*20/.test($('#day').textContent)")
            .await;
        // A change of the rating belongs to its puzzle.
        page.click("#solution").await;
        page.until("$('#rating-change').textContent").await;
        page.click("#next-unsolved").await;
        page.until("!$('#day').textContent").await;
        page.until("!$('#rating-change').textContent").await;
    });
}

/// Parts of the page that are printed, by their identifiers.
const ON_PAPER: &str =
    "[...document.body.children].filter((part) => part.getClientRects().length > 0)
    .map((part) => part.id).join()";

/// Text of the first element of a selector on the sheet that is printed.
async fn on_sheet(page: &Page, selector: &str) -> String {
    let script = format!("return $('#sheet').shadowRoot.querySelector('{selector}').textContent");
    page.script(&script).await.as_str().unwrap().to_owned()
}

#[test]
fn puzzles_are_filtered_by_theme_and_printed_with_answers_in_words() {
    on_page("#view=puzzles", async |page| {
        page.until_text("#task", "Find").await;
        let choose = async |index: usize, value: &str| {
            page.script(&format!(
                "const select = $$('.view select')[{index}];
                 select.value = '{value}';
                 select.dispatchEvent(new Event('change'));"
            ))
            .await;
        };
        choose(1, "block").await;
        page.until("$$('.view select')[1].value === 'block'").await;
        page.until_text("#progress", "Puzzle 1 of ").await;
        page.until("!$('#progress').textContent.includes('of 200')")
            .await;
        choose(0, "Studies").await;
        page.until_text("#about", "Zugzwang").await;
        page.script("window.print = () => { window.printed = true; }")
            .await;
        page.click("#print").await;
        page.until("$('#sheet-options')").await;
        page.screenshot("sheet-options").await;
        page.click("#print-sheet").await;
        page.until(
            "window.printed && $('#sheet').shadowRoot.querySelectorAll('.sheet').length >= 2",
        )
        .await;
        page.until_on_paper(&format!("{ON_PAPER} === 'sheet'"), "paper-puzzles")
            .await;
        let count = page.script("return $('#sheet').shadowRoot.querySelectorAll('.sheet:first-child .exercise').length").await;
        assert_eq!(count, json!(6));
        let answers = on_sheet(page, ".sheet:last-child").await;
        assert!(
            answers.contains("A: c5 to d4.") && answers.contains(" wins by "),
            "{answers}"
        );
        let style = page
            .script("return $('#sheet').shadowRoot.querySelectorAll('style, script').length")
            .await;
        assert_eq!(style, json!(0));
        page.script("dispatchEvent(new Event('afterprint'))").await;
        page.until("!$('#sheet')").await;
    });
}

#[test]
fn a_sheet_holds_what_was_chosen() {
    on_page("#view=puzzles", async |page| {
        page.until_text("#task", "Find").await;
        page.script("window.print = () => { window.printed = true; }")
            .await;
        page.click("#print").await;
        page.until("$('#sheet-options [name=difficulty]')").await;
        let set = async |name: &str, value: &str| {
            page.script(&format!(
                "const field = $('#sheet-options [name={name}]');
                 field.value = '{value}';
                 field.dispatchEvent(new Event('change'));"
            ))
            .await;
        };
        // No puzzle is harder than 2 and easier than 4.
        for (name, value) in [
            ("title", "Class <4b>"),
            ("count", "4"),
            ("difficulty", "4"),
            ("max_difficulty", "2"),
        ] {
            set(name, value).await;
        }
        page.click("#print-sheet").await;
        page.until_text(
            "#sheet-options .bad",
            "expected a minimum of at most the maximum",
        )
        .await;
        for (name, value) in [
            ("max_difficulty", "4"),
            ("difficulty", "3"),
            ("theme", "block"),
            ("order", "random"),
            ("answers", "below"),
        ] {
            set(name, value).await;
        }
        page.screenshot("sheet-random").await;
        page.click("#sheet-options [name=names]").await;
        page.click("#print-sheet").await;
        page.until(
            "window.printed && $('#sheet').shadowRoot.querySelectorAll('.exercise').length === 4",
        )
        .await;
        assert_eq!(on_sheet(page, "h1").await, "Class <4b>");
        page.until("$('#sheet').shadowRoot.querySelectorAll('.solution').length === 4")
            .await;
        page.until("!$('#sheet').shadowRoot.querySelector('.blank, .ruled')")
            .await;
        page.until(
            "[...$('#sheet').shadowRoot.querySelectorAll('.task')].every((task) => /★★★[☆★]☆$/.test(task.textContent))",
        )
        .await;
        page.script("dispatchEvent(new Event('afterprint'))").await;
        // The browser keeps all but the title.
        page.client.refresh().await.unwrap();
        page.until_text("#task", "Find").await;
        page.click("#print").await;
        page.until("$('#sheet-options [name=answers]').value === 'below'")
            .await;
        page.until("$('#sheet-options [name=title]').value === 'Puzzles'")
            .await;
        page.until("!$('#sheet-options [name=names]').checked")
            .await;
    });
}

#[test]
fn puzzles_are_gone_through_by_keys() {
    on_page("#view=puzzles", async |page| {
        page.until_text("#progress", "Puzzle 1 of").await;
        for (key, number) in [("n", 2), ("n", 3), ("p", 2)] {
            page.script("document.activeElement.blur()").await;
            page.press(key).await;
            page.until_text("#progress", &format!("Puzzle {number} of"))
                .await;
        }
        page.press("h").await;
        page.until_text("#answer", "Hint: Look at").await;
        page.press("s").await;
        page.until_text("#answer", "Solution:").await;
        page.until("!$('#again').disabled").await;
        page.press("r").await;
        page.until("$('#answer').textContent === ''").await;
    });
}

#[test]
fn a_lesson_is_made_of_commented_positions_of_the_shelf() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until("$('[data-hex=c5].movable')").await;
        page.script("window.print = () => { window.printed = true; }")
            .await;
        for hex in ["c5", "d4"] {
            page.hex(hex).await;
        }
        page.until_text("#moves", "c5-d4").await;
        // Puzzles give the game back.
        page.click("[data-view=puzzles]").await;
        page.until_text("#task", "Find").await;
        page.click("[data-view=shelf]").await;
        page.until_text("#moves", "c5-d4").await;
        page.click("#print-lesson").await;
        page.until_text("#shelf-status", "No position of these games has a comment")
            .await;
        page.click("[data-view=analyze]").await;
        page.script(
            "const box = $('#comment');
             box.value = 'What now? <b>Count</b>\\n\\nc5-d4 is a blunder, proved: B +1 in place of A +1.';
             box.dispatchEvent(new Event('change'));",
        )
        .await;
        page.until_text("#moves", "What now?").await;
        page.click("#draw").await;
        for hex in ["d5", "d6"] {
            page.hex(hex).await;
        }
        page.until("$('.fp-tip.fp-drawn')").await;
        page.click("#to-lesson").await;
        page.click("#add-exercise").await;
        page.until("!$('#lesson-options')").await;
        page.click("[data-view=shelf]").await;
        page.until("$('#shelf-games .game')").await;
        page.until_text("#solve-lesson", "Solve as a lesson: 2")
            .await;
        page.click("#print-lesson").await;
        page.click("#print-sheet").await;
        page.until("window.printed && $('#sheet')").await;
        page.until_on_paper(&format!("{ON_PAPER} === 'sheet'"), "paper-lesson")
            .await;
        assert_eq!(on_sheet(page, ".remark").await, "What now? <b>Count</b>");
        // The page made up the name of the game.
        assert_eq!(on_sheet(page, ".task span").await, "Exercise 1: B to move");
        let drawn = "return $('#sheet').shadowRoot.querySelectorAll('.fp-tip.fp-drawn').length";
        assert_eq!(
            page.script(drawn).await,
            json!(2),
            "in the game and in the exercise made of it"
        );
        // No style of the page reaches the sheet.
        let colour = "const task = $('#sheet').shadowRoot.querySelector('.task');
            document.documentElement.dataset.theme = 'dark';
            return getComputedStyle(task).color";
        assert_eq!(page.script(colour).await, json!("rgb(17, 17, 17)"));
        assert_eq!(
            page.script("return $('#sheet').shadowRoot.querySelectorAll('.remark b').length")
                .await,
            json!(0)
        );
    });
}

#[test]
fn positions_are_added_to_a_lesson_put_in_order_and_passed_on_as_puzzles() {
    let start = "......./......../......./.12113../..A1B1.../..22..../......./........ A 0:0,0:0";
    on_page(&at("edit", start), async |page| {
        page.script("window.print = () => { window.printed = true; }")
            .await;
        for task in ["First", "Second"] {
            page.until("$('#add-to-lesson') && !$('#add-to-lesson').disabled")
                .await;
            page.click("#add-to-lesson").await;
            page.until("$('#lesson-options')").await;
            page.script(&format!(
                "$('#lesson-options [name=task]').value = '{task}\\nWrite it down.'"
            ))
            .await;
            page.screenshot("add-to-lesson").await;
            page.click("#add-exercise").await;
            page.until("!$('#lesson-options')").await;
        }
        page.until_text("#tip", "Exercise 2 is in Lesson").await;
        // The link leads to a puzzle, which is made of the position.
        page.script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
            .await;
        page.script("$('#link-to').value = 'puzzles'").await;
        page.click("#copy-link").await;
        page.until("window.copied").await;
        let link = page.script("return window.copied").await;
        page.click("[data-view=shelf]").await;
        page.until("$$('#shelf-games .game').length === 2").await;
        // An exercise that is changed keeps its place, on paper and in files.
        page.script("$$('#shelf-games .game').at(-1).click()").await;
        page.until("$('#kept-name')?.value === 'Exercise 1'").await;
        page.script(
            "const name = $('#kept-name');
             name.value = 'Exercise 1, easy';
             name.dispatchEvent(new Event('change'));
             const create = URL.createObjectURL;
             URL.createObjectURL = (blob) => { blob.text().then((text) => (window.exported = text)); return create(blob); }",
        )
        .await;
        page.until_text("#shelf-games", "Exercise 1, easy").await;
        page.click("#export").await;
        page.until("window.exported?.indexOf('First') < window.exported?.indexOf('Second')")
            .await;
        // An exercise is passed on to be solved.
        page.click("#move-tools [title^='Copy the address']").await;
        page.until("window.copied.includes('#view=puzzles&lesson=')")
            .await;
        // Its folder has the order of the lesson.
        page.script(
            "const folder = $('#folder');
             folder.value = 'Lesson';
             folder.dispatchEvent(new Event('change'));",
        )
        .await;
        let order = "$$('#shelf-games .game').map((game) => game.textContent).join()";
        page.until(&format!("{order} === 'Exercise 1, easy,Exercise 2'"))
            .await;
        page.click("#shelf-games tr:last-child [title=Later]").await;
        page.until("$('#shelf-games tr:first-child [title=Earlier]').ariaDisabled")
            .await;
        page.click("#shelf-games tr:last-child [title=Earlier]")
            .await;
        page.until(&format!("{order} === 'Exercise 2,Exercise 1, easy'"))
            .await;
        page.until("document.activeElement.ariaLabel === 'Earlier: Exercise 2'")
            .await;
        for (width, height, theme) in [(390, 844, "light"), (1280, 800, "dark")] {
            page.resize([width, height]).await;
            page.set_theme(theme).await;
            page.script("$('#shelf-games').scrollIntoView()").await;
            page.screenshot(&format!("lesson-order-{width}")).await;
            // The list has the room.
            let tools = page
                .script("return $('#promote').getClientRects().length")
                .await;
            assert_eq!(tools, json!(0), "{width}");
        }
        page.click("#print-lesson").await;
        page.until("$('#print-sheet')").await;
        page.click("#print-sheet").await;
        page.until("window.printed && $('#sheet')").await;
        assert_eq!(on_sheet(page, ".remark").await, "Second\nWrite it down.");
        page.script("dispatchEvent(new Event('afterprint'))").await;
        page.script("window.copied = ''").await;
        page.click("#copy-lesson").await;
        page.until("window.copied").await;
        let lesson = page.script("return window.copied").await;
        page.click("#solve-lesson").await;
        page.until_text("#about", "Second").await;
        page.until_text("#task", "Exercise 1: A to move").await;
        page.until_text("#progress", "Puzzle 1 of 2").await;
        page.script("sessionStorage.clear()").await;
        let (_, address) = link.as_str().unwrap().split_once("/#").unwrap();
        page.go(&format!("#{address}")).await;
        page.until_text("#task", "Find").await;
        page.until("!$('#puzzle-hint').disabled").await;
        page.screenshot("linked-puzzle").await;
        let (_, address) = lesson.as_str().unwrap().split_once("/#").unwrap();
        page.go(&format!("#{address}")).await;
        page.until_text("#about", "Second").await;
        page.until_text("#progress", "Puzzle 1 of 2").await;
        // A test has neither hints nor solutions, also when the page is loaded again.
        page.go(&format!("#{address}&test=1")).await;
        page.until_text("#about", "Second").await;
        page.until("$('#puzzle-hint').hidden && $('#solution').hidden")
            .await;
        page.script("window.isOld = true; location.reload()").await;
        page.until("!window.isOld && $('#puzzle-hint')?.hidden")
            .await;
    });
}

#[test]
fn a_lesson_of_a_file_is_solved_one_exercise_after_the_other() {
    on_page("#view=puzzles", async |page| {
        page.until_text("#task", "Find").await;
        let text = format!(
            "# Who waits? [%draw b5-d5]\n{ZUGZWANG}\nc5-d4 {{Now B.}} d5-d6 {{The end.}}\n\n# Either side.\n{EITHER}\nc5-b5\n"
        );
        import(page, "#puzzle-file", "club.txt", &text).await;
        page.until_text("#task", "Exercise 1: A to move").await;
        page.until_text("#about", "Who waits?").await;
        page.until("$('.fp-tip.fp-drawn')").await;
        page.until("$('[data-hex=c5].movable')").await;
        for hex in ["c5", "c4"] {
            page.hex(hex).await;
        }
        page.until_text("#answer", "Try again.").await;
        page.until("$('[data-hex=c5].movable')").await;
        for hex in ["c5", "d4"] {
            page.hex(hex).await;
        }
        page.until_text("#answer", "Solved! The end.").await;
        page.until("$('#answer').className === 'good'").await;
        page.screenshot("lesson-solved").await;
        page.click("#go-on").await;
        page.until_text("#task", "Exercise 2: B to move").await;
        page.until("$('[data-hex=d5].movable')").await;
        // The page is loaded again in the middle of the lesson.
        page.client.refresh().await.unwrap();
        page.until_text("#task", "Exercise 2: B to move").await;
        page.until_text("#progress", "Puzzle 2 of 3").await;
        page.until("$('[data-hex=d5].movable')").await;
        for hex in ["d5", "d6"] {
            page.hex(hex).await;
        }
        page.until_text("#answer", "Solved!").await;
        page.until_text("#tip", "Solved!").await;
        page.click("#go-on").await;
        page.until_text("#about", "Either side.").await;
        // Another move than the answer that is as good.
        page.until("$('[data-hex=c5].movable')").await;
        for hex in ["c5", "d5"] {
            page.hex(hex).await;
        }
        page.until_text("#answer", "Right: c5-d5 is ").await;
        page.until_text("#task", "Exercise 3: A to moveSolved")
            .await;
        // The lesson has an end, which leads to what was not solved at once.
        page.until_text("#lesson-done", "Lesson done: 2 of 3 at the first try")
            .await;
        page.until("$('#go-on').hidden").await;
        for (width, height, theme) in [
            (390, 844, "light"),
            (820, 1180, "dark"),
            (1280, 800, "light"),
        ] {
            page.resize([width, height]).await;
            page.set_theme(theme).await;
            page.screenshot(&format!("lesson-done-{width}")).await;
        }
        // Its link shows no moves.
        page.script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
            .await;
        page.click("#copy-puzzle").await;
        page.until("window.copied").await;
        let link = page.script("return window.copied").await;
        let (_, address) = link.as_str().unwrap().split_once("/#").unwrap();
        assert!(
            address.starts_with("view=puzzles&lesson=") && !address.contains("d5"),
            "{address}"
        );
        page.script("sessionStorage.clear()").await;
        page.go(&format!("#{address}")).await;
        page.until_text("#about", "Either side.").await;
        page.until_text("#task", "Exercise 3: A to move").await;
        page.until_text("#progress", "Puzzle 1 of 1").await;
        page.until("$('[data-hex=c5].movable')").await;
        // One that has been cut says so.
        page.go(&format!("#{}", &address[..address.len() - 30]))
            .await;
        page.until_text("#above", "it has been cut or changed")
            .await;
    });
}

#[test]
fn broken_records_are_forgotten() {
    on_page(&at("puzzles", ZUGZWANG), async |page| {
        for junk in ["no JSON", "{}", "[1]", "null"] {
            let junk = json!(junk);
            page.script(&format!(
                "localStorage.rated = localStorage.solved = {junk}"
            ))
            .await;
            page.client.refresh().await.unwrap();
            page.until_text("#progress", "solved at the first try")
                .await;
            assert!(!page.text("#record").await.contains("rating"));
        }
    });
}
