use floe_engine::GameRules;
use serde_json::{Value, json};

use crate::driver::{self, Page, on_page};
use crate::tree::{CURRENT, branch};
use crate::{ZUGZWANG, at};

/// Opens a game with a bad move of each player, and reviews it.
async fn review(page: &Page) {
    page.until("$('#game-text')").await;
    let game = format!("[A \"Anna\"]\n{ZUGZWANG}\n1. c5-c6 d5-d4\n");
    page.script(&format!("$('#game-text').value = {}", json!(game)))
        .await;
    page.click("#load-text").await;
    page.until_text("#moves", "d5-d4").await;
    page.click("#review").await;
    page.until("$('#review-status [title^=\"100,000 nodes\"]')?.textContent.includes('complete')")
        .await;
}

/// Presses a key, away from boxes and buttons.
async fn key(page: &Page, key: &str) {
    page.script("document.activeElement.blur()").await;
    page.press(key).await;
}

#[test]
fn a_review_says_how_well_the_players_played_and_why() {
    on_page("#view=review", async |page| {
        review(page).await;
        page.until_text("#counts", "Accuracy").await;
        page.until_text("#counts tbody tr:first-child", "%").await;
        page.until_text("#graph", "Anna ahead, in fish").await;
        page.until_text("#graph .fp-glyph", "?").await;
        page.until_text("#moves .comment", "B +1, worse in tiles alone")
            .await;
        page.until_text("#moves", "Anna +1 in place of B +1").await;
        // On a laptop the result is in sight, without scrolling.
        page.resize([1280, 800]).await;
        page.until(
            "['#graph', '#counts'].every((part) => $(part).getBoundingClientRect().bottom
                <= $('#panel').getBoundingClientRect().bottom)",
        )
        .await;
        // The accuracy comes first, a game is loaded from the menu, and the list alone scrolls.
        page.until("/complete: Anna [0-9]+.%/.test($('#review-status').textContent)")
            .await;
        page.until("$('#review-more #game-text')").await;
        page.until("$('.view').scrollHeight <= $('.view').clientHeight")
            .await;
        page.screenshot("review-result").await;
        page.until("$$('#worst button').length === 2").await;
        // Each with its reason.
        page.until("$$('#worst p').every((one) => /Best was .*[.]$/.test(one.textContent))")
            .await;
        page.click("#worst button").await;
        page.until(&format!("/[?]/.test({CURRENT})")).await;
        page.until_text("#note", "Best was").await;
        assert!(
            page.text("#note").await.contains('.'),
            "reasons are sentences"
        );
        page.screenshot("review-played").await;
        // On paper: the result, and the game without variations.
        let printed =
            "['#graph', '#counts', '#worst', '#moves', '#stage', '.variation', '.comment', '#file']
            .filter((part) => $(part).getClientRects().length > 0).join()";
        let is_headed = "$('.on-paper').innerText.startsWith('Anna')";
        let condition = format!("{printed} === '#graph,#counts,#worst,#moves' && {is_headed}");
        page.until_on_paper(&condition, "paper-review").await;
        page.click("#best-was").await;
        // The best move and the mistake are arrows of different looks.
        page.until("$('.fp-first .fp-arrow') && $('.fp-lost')")
            .await;
        page.screenshot("review-best").await;
        // The graph leads to a move.
        page.script(
            "const plot = $('#graph .fp-plot').getBoundingClientRect();
             const at = { bubbles: true, clientX: plot.right - 1, clientY: plot.top + 5 };
             $('#graph svg').dispatchEvent(new MouseEvent('click', at));",
        )
        .await;
        page.until(&format!("/^d5-d4/.test({CURRENT})")).await;
        // All of it is kept in the tree.
        page.click("#steps button").await;
        page.until("$('#comment').value.startsWith('Review: A: accuracy')")
            .await;
        // An exercise is the position before a mistake, and its answer the better move.
        page.script("$$('#worst button').find((one) => one.textContent.includes('c5-c6')).click()")
            .await;
        page.until(&format!("/^c5-c6/.test({CURRENT})")).await;
        page.click("#to-lesson").await;
        page.until_text("#lesson-options", "before c5-c6").await;
        page.until("$('#lesson-options [name=task]').value === 'Find the best move.'")
            .await;
        page.click("#add-exercise").await;
        page.until("!$('#lesson-options')").await;
        page.click("[data-view=shelf]").await;
        page.until_text("#shelf-games", "Find the best move.").await;
        // What the review has written is no exercise.
        page.until_text("#solve-lesson", "Solve as a lesson: 1")
            .await;
        page.script("$$('.game').find((one) => one.textContent.startsWith('Exercise')).click()")
            .await;
        // The mistake is no answer.
        page.until("/^[^c]*c5-d4/.test($('#moves').textContent)")
            .await;
        page.until("!$('#moves').textContent.includes('c5-c6')")
            .await;
    });
}

#[test]
fn a_review_is_kept_with_the_tree() {
    on_page("#view=review", async |page| {
        review(page).await;
        page.until_text("#counts", "Accuracy").await;
        let shown = async |page: &Page| [page.text("#counts").await, page.text("#worst").await];
        let whole = shown(page).await;
        // No request of the page may search any more.
        let refuse = "const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (line) {
                if (/\"action\":\"review\"/.test(line) && !/\"recall\":true/.test(line)) throw new Error('a search');
                return send.call(this, line);
            };";
        // The shelf keeps it.
        page.click("[data-view=shelf]").await;
        page.until("$('#shelf-games .game')").await;
        page.client.refresh().await.unwrap();
        page.script(refuse).await;
        page.click("[data-view=review]").await;
        page.until(
            "$('#review-status [title^=\"100,000 nodes\"]')?.textContent.includes('complete')",
        )
        .await;
        page.until_text("#counts", "Accuracy").await;
        assert_eq!(shown(page).await, whole);
        page.script("document.activeElement.blur()").await;
        page.press("n").await;
        page.until_text("#note", "Best was").await;
        // So does a file.
        let text = page
            .value_of(
                "const done = arguments[0];
                 const create = URL.createObjectURL;
                 URL.createObjectURL = (blob) => (blob.text().then(done), create(blob));
                 $('#save-as').click();
                 $('[data-save=txt]').click();",
                Vec::new(),
            )
            .await;
        assert!(
            text.as_str().unwrap().contains("[%review 100000 ?"),
            "{text}"
        );
        page.go("#view=review").await;
        page.until("$('#game-text')").await;
        page.script(refuse).await;
        page.script(&format!("$('#game-text').value = {text}"))
            .await;
        page.click("#load-text").await;
        page.until_text("#counts", "Accuracy").await;
        assert_eq!(shown(page).await, whole);
        // Of a game that was continued, the new moves are left to review.
        page.until("!$('#steps button:last-child').disabled").await;
        page.click("#steps button:last-child").await;
        page.until(&format!("/^d5-d4/.test({CURRENT})")).await;
        page.click("#legal summary").await;
        page.click("#legal .move").await;
        page.until_text("#review-status", "2 of 3 moves reviewed")
            .await;
        page.until_text("#review", "Review the other moves").await;
        page.screenshot("review-part").await;
    });
}

#[test]
fn a_review_names_its_line_and_can_be_stopped() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        branch(page).await;
        page.click("[data-view=review]").await;
        page.until_text(
            "#which-line",
            "Reviews the line shown, which leaves the main line at 1… d5-d4.",
        )
        .await;
        page.click("#to-main-line").await;
        page.until("$('#which-line').textContent === ''").await;
        if page.is_static() {
            return;
        }
        // An answer that does not come.
        hold_back(page, "review").await;
        page.click("#review").await;
        page.until_text("#review-status", "0 of 2 moves…").await;
        page.until_text("#review", "Stop").await;
        page.click("#review").await;
        page.until_text("#review-status", "Stops…").await;
        page.click("[data-view=analyze]").await;
        page.click("[data-view=review]").await;
        page.until_text("#review", "Review this game").await;
    });
}

#[test]
fn a_second_review_takes_the_place_of_the_first() {
    on_page("#view=review", async |page| {
        review(page).await;
        page.until_text("#review-status", "Normal review complete")
            .await;
        let written = "return [$$('#moves .move').length, $$('#moves .comment').length]";
        let first = page.script(written).await;
        page.set_strength("quick").await;
        page.click("#review").await;
        page.until_text("#review-status", "Quick review complete")
            .await;
        page.until("/^Normal: Anna .*; Quick: Anna .*%/.test($('#compared').textContent)")
            .await;
        assert_eq!(page.script(written).await, first);
        // An undo brings the first one back.
        page.click("#undo-tree").await;
        page.until_text("#review-status", "Normal review complete")
            .await;
        page.until("$('#compared').textContent === ''").await;
    });
}

#[test]
fn a_review_that_is_left_goes_on_where_it_stopped() {
    on_page("", async |page| {
        let (position, moves) = opening(page, "base".parse().unwrap(), 2);
        let played: Vec<&str> = moves
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let game = at("review", position.as_str().unwrap());
        page.go(&format!("{game}&moves={}", played.join("%20")))
            .await;
        page.until("$$('#moves .move').length === 3").await;
        page.set_strength("normal").await;
        page.click("#review").await;
        page.until("/^[12] of 3 moves/.test($('#review-status').textContent)")
            .await;
        page.click("[data-view=shelf]").await;
        page.until("$('#shelf-games')").await;
        page.click("[data-view=review]").await;
        page.until("/^Stopped at [12] of 3/.test($('#review-status').textContent)")
            .await;
        page.until_text("#review", "Continue").await;
        page.screenshot("review-stopped").await;
        page.set_strength("quick").await;
        page.click("#review").await;
        page.until_text("#review-status", "complete").await;
    });
}

#[test]
fn a_review_again_can_be_stopped_at_once() {
    on_page("#view=review", async |page| {
        review(page).await;
        if page.is_static() {
            return;
        }
        hold_back(page, "review").await;
        page.click("#review").await;
        page.until_text("#review-status", "0 of 2 moves…").await;
        page.until("$('#review').checkVisibility() && $('#review').textContent === 'Stop'")
            .await;
    });
}

#[test]
fn a_judgement_of_a_position_that_was_left_changes_nothing() {
    on_page("#view=review", async |page| {
        review(page).await;
        page.click("#learn").await;
        page.until_text("#lesson", "1 of 2. Anna played c5-c6")
            .await;
        // The answer comes when the next mistake is shown, with its solution.
        page.script(
            "const receive = WebSocket.prototype.send;
             window.held = [];
             WebSocket.prototype.send = function (line) {
                if (/\"action\":\"refute\"/.test(line)) return window.held.push(() => receive.call(this, line));
                return receive.call(this, line);
             };",
        )
        .await;
        page.hex("c5").await;
        page.hex("c4").await;
        if page.is_static() {
            return;
        }
        page.until("window.held.length === 1").await;
        page.until_text("#refutation", "Looks for the best answer")
            .await;
        key(page, "n").await;
        page.until_text("#lesson", "2 of 2. B played d5-d4").await;
        key(page, "s").await;
        page.until("$('.fp-first .fp-arrow') && $('.fp-lost')")
            .await;
        page.script("window.held[0]()").await;
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        page.until("$('.fp-first .fp-arrow') && $('.fp-lost')")
            .await;
        page.until_text("#hint", "Best is").await;
        assert!(
            !page.text("#refutation").await.contains("c5-c4"),
            "the answer belongs to another position"
        );
    });
}

#[test]
fn why_not_can_be_stopped() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        if page.is_static() {
            return;
        }
        page.until_text("#value", "proved").await;
        hold_back(page, "refute").await;
        page.click("#why-not").await;
        page.until_text("#refutation", "Play a move").await;
        page.hex("c5").await;
        page.hex("c4").await;
        page.until_text("#refutation", "Looks for the best answer…")
            .await;
        page.screenshot("why-not-waits").await;
        page.click("#stop-judging").await;
        page.until("$('#refutation').textContent === ''").await;
        // The board takes moves again.
        page.hex("c5").await;
        page.hex("d4").await;
        page.until_text("#moves", "c5-d4").await;
    });
}

#[test]
fn mistakes_are_lessons() {
    on_page("#view=review", async |page| {
        review(page).await;
        page.click("#learn").await;
        page.until_text("#lesson", "1 of 2. Anna played c5-c6")
            .await;
        page.until_text("#lesson", "find a better move").await;
        page.until("$('#moves').closest('[hidden]')").await;
        page.screenshot("lesson").await;
        // The move that was played needs no answer.
        page.hex("c5").await;
        page.hex("c6").await;
        page.until_text("#refutation", "That is what was played")
            .await;
        // A wrong move is refuted, struck out on the board, and not written into the game.
        page.until("$('[data-hex=c5].movable')").await;
        page.hex("c5").await;
        page.hex("c4").await;
        page.until_text("#refutation", "c5-c4 loses").await;
        page.until_text("#refutation", "Try again").await;
        page.until("$('#board .fp-lost')").await;
        page.screenshot("lesson-wrong").await;
        let place = "const { left, top } = $('#lesson-next').getBoundingClientRect();
            return [left, top]";
        let before = page.script(place).await;
        page.until("$('[data-hex=c5].movable')").await;
        page.hex("c5").await;
        page.hex("d4").await;
        page.until_text("#refutation", "Right: c5-d4 is ").await;
        assert!(!page.text("#moves").await.contains("c5-c4"));
        page.until("$('#lesson-next.primary')").await;
        page.until("!$('#moves').closest('[hidden]')").await;
        page.screenshot("lesson-right").await;
        // The answer to the mistake that follows is still to be found.
        page.until("$$('.variation.branch').length === 1").await;
        page.until_text("#moves", "d5-d4").await;
        // The buttons stay where they are.
        page.until("$('#lesson-hint').disabled").await;
        assert_eq!(page.script(place).await, before);
        page.click("#lesson-next").await;
        page.until_text("#lesson", "2 of 2. B played d5-d4").await;
        assert_eq!(page.script(place).await, before);
        page.click("#lesson-hint").await;
        page.until_text("#hint", "Look at the penguin on d5").await;
        page.click("#lesson-solution").await;
        page.until_text("#hint", "Best is").await;
        page.until("$('.fp-first .fp-arrow') && $('.fp-lost')")
            .await;
        page.screenshot("lesson-shown").await;
        page.click("#lesson-next").await;
        page.until_text("#lesson", "Done: 0 of 2").await;
        page.until("$$('.variation.branch').length === 2").await;
        page.until("!$('#moves').closest('[hidden]')").await;
        // What was said of the game goes with it.
        page.script("$('#game-text').value = '1. c5-c4'").await;
        page.click("#load-text").await;
        page.until_text("#moves", "c5-c4").await;
        page.until("$('#lesson').textContent === ''").await;
    });
}

#[test]
fn a_lesson_of_one_side_is_done_by_keys() {
    on_page("#view=review", async |page| {
        review(page).await;
        page.script(
            "const select = $('#review-more select');
             select.value = 'B';
             select.dispatchEvent(new Event('change'));",
        )
        .await;
        key(page, "m").await;
        page.until_text("#lesson", "1 of 1. B played").await;
        key(page, "h").await;
        page.until_text("#hint", "Look at").await;
        key(page, "s").await;
        page.until_text("#hint", "Best is").await;
        key(page, "n").await;
        page.until_text("#lesson", "Done: 0 of 1").await;
        // A right move at the first try counts.
        key(page, "m").await;
        page.until_text("#lesson", "1 of 1. B played").await;
        page.hex("d5").await;
        page.hex("e4").await;
        page.until_text("#refutation", "Right: d5-e4 is ").await;
        key(page, "n").await;
        page.until_text("#lesson", "Done: 1 of 1").await;
    });
}

#[test]
fn why_not_is_answered_by_a_line() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        page.click("#why-not").await;
        page.until_text("#refutation", "Play a move").await;
        page.hex("c5").await;
        page.hex("c4").await;
        page.until_text("#refutation", "c5-c4 loses").await;
        page.until("$$('#refutation li').length >= 2").await;
        // The line is looked at, and the game stays as it is.
        page.click("#refutation li:nth-child(2) button").await;
        page.until("$('#board.preview')").await;
        page.until("$('#refutation [aria-current]')").await;
        page.screenshot("why-not").await;
        page.hex("c5").await;
        page.until("!$('#board.preview')").await;
        page.click("#play-line").await;
        page.until("$('#board.preview')").await;
        page.click("#refuted").await;
        page.until("!$('#board.preview')").await;
        assert_eq!(
            page.script("return $$('#moves .move').length").await,
            json!(0)
        );
        // It is put into the tree on demand.
        page.click("#insert-line").await;
        page.until("$$('#moves .move').length >= 2").await;
        page.until_text("#moves", "loses").await;
        page.until(&format!("!{CURRENT}")).await;
        page.click("#why-not").await;
        page.hex("c5").await;
        page.hex("d4").await;
        page.until_text("#refutation", "c5-d4 is the best move.")
            .await;
        page.until("$('#play-line')").await;
        // Esc closes the answer, and so does another position.
        key(page, "\u{E00C}").await;
        page.until("$('#refutation').textContent === ''").await;
        page.click("#why-not").await;
        page.hex("c5").await;
        page.hex("d4").await;
        page.until("$('#play-line')").await;
        page.hex("c5").await;
        page.hex("d4").await;
        page.until("$('#refutation').textContent === ''").await;
    });
}

#[test]
fn a_hint_comes_in_three_steps() {
    on_page("#view=play", async |page| {
        page.click("#begin").await;
        page.until("$('#ask-hint:enabled')").await;
        page.click("#ask-hint").await;
        page.until_text("#hint", "Hint: Look at the hexes of row")
            .await;
        assert!(!page.text("#hint").await.contains("Best is"));
        page.until("$('#board .fp-thin')").await;
        page.click("#ask-hint").await;
        page.until_text("#hint", "Best is: a penguin on").await;
        page.until("$('.fp-first')").await;
        page.until("!$('#board .fp-thin:not(.fp-first *)')").await;
        page.click("#ask-hint").await;
        page.until_text("#hint", "in one move").await;
        page.screenshot("hint-whole").await;
    });
}

#[test]
fn lessons_fit_phones_and_have_no_fault_of_accessibility() {
    let Some(axe) = driver::axe() else { return };
    on_page("#view=review", async |page| {
        review(page).await;
        page.click("#learn").await;
        page.until_text("#lesson", "find a better move").await;
        page.hex("c5").await;
        page.hex("c4").await;
        page.until_text("#refutation", "Try again").await;
        for (width, height, theme) in [
            (390, 844, "light"),
            (844, 390, "dark"),
            (1280, 800, "light"),
        ] {
            page.client.set_window_size(width, height).await.unwrap();
            page.set_theme(theme).await;
            page.screenshot(&format!("before-{width}")).await;
            page.until_it_fits().await;
            page.script("$('#refutation').scrollIntoView()").await;
            let faults = page.faults(&axe).await;
            assert_eq!(faults, json!([]), "{width}: {faults:#}");
            page.screenshot(&format!("lesson-{width}")).await;
        }
    });
}

/// Lets no request of this action reach the server.
async fn hold_back(page: &Page, action: &str) {
    let script = format!(
        "const send = WebSocket.prototype.send;
         WebSocket.prototype.send = function (line) {{
            if (!/\"action\":\"{action}\"/.test(line)) send.call(this, line);
         }};"
    );
    page.script(&script).await;
}

/// Whether this number of players can play by these rules.
pub(crate) fn can_play(rules: GameRules, players: usize) -> bool {
    let range = if rules.has_teams() {
        4..=4
    } else {
        rules.min_players()..=rules.max_players()
    };
    range.contains(&players)
}

/// First moves of a game by these rules, each from the middle of the list.
pub(crate) fn opening(page: &Page, rules: GameRules, players: usize) -> (Value, Value) {
    let deal = json!({"id": "1", "action": "deal", "rules": rules.to_string(), "players": players, "seed": 7});
    let position = page.answer(&deal)["position"].take();
    let mut moves = json!([]);
    for _ in 0..3 {
        let mut board =
            json!({"id": "1", "action": "board", "position": position, "moves": moves, "world": 1});
        let state = page.answer(&board);
        let legal = state["legal"].as_array().unwrap();
        board["choice"] = legal[legal.len() / 2]["move"].clone();
        moves = page.answer(&board)["moves"].take();
    }
    (position, moves)
}

/// The engine of the page, which in the static site is compiled for the browser, judges moves as
/// the native one does.
#[test]
fn games_of_all_numbers_of_players_get_the_same_marks_everywhere() {
    on_page("#view=review", async |page| {
        page.until("$('#board svg')").await;
        let games = GameRules::all().flat_map(|rules| (1..=4).map(move |players| (rules, players)));
        for (rules, players) in games.filter(|(rules, players)| can_play(*rules, *players)) {
            let (position, moves) = opening(page, rules, players);
            let mut request = json!({
                "action": "review", "position": position, "moves": moves, "engine": "default:nodes=100,threads=1,hash=16,seed=0"
            });
            let script = format!(
                "const done = arguments[0];
                 import('./transport.js').then(async ({{ Engine }}) => {{
                     window.other ??= new Engine(() => {{}});
                     done(await window.other.ask({request}));
                 }}).catch((error) => done(String(error)));"
            );
            let shown = page.value_of(&script, Vec::new()).await;
            request["id"] = json!("1");
            let expected = page.answer(&request);
            assert_eq!(
                shown["moves"].as_array().map(Vec::len),
                moves.as_array().map(Vec::len),
                "{rules}: {shown}"
            );
            assert_eq!(shown, expected, "{rules}, {players} players");
        }
    });
}

#[test]
fn keys_in_tooltips_are_in_the_list_of_keys() {
    on_page("#view=review", async |page| {
        let told = "$$('header button, #stage button, #panel button')
            .filter((button) => button.offsetParent && !button.disabled)
            .flatMap((button) => /\\((.)[):;]/.exec(button.title)?.[1] ?? [])";
        let listed = "$$('#help kbd').map((key) => key.textContent)";
        let check = async |expected: &[&str]| {
            let told = page.script(&format!("return {told}")).await;
            page.script("document.activeElement.blur()").await;
            page.press("?").await;
            page.until("$('#help')").await;
            let listed = page.script(&format!("return {listed}")).await;
            let listed: Vec<&str> = listed
                .as_array()
                .unwrap()
                .iter()
                .filter_map(Value::as_str)
                .collect();
            for key in told
                .as_array()
                .unwrap()
                .iter()
                .filter_map(Value::as_str)
                .chain(expected.iter().copied())
            {
                assert!(listed.contains(&key), "{key}: {listed:?}");
            }
            page.script("$('#help').close()").await;
        };
        review(page).await;
        check(&["n", "m", "Esc"]).await;
        page.click("#learn").await;
        page.until_text("#lesson", "find a better move").await;
        check(&["n", "h", "s"]).await;
        for (view, keys) in [
            (
                "analyze",
                &["x", "l", "i", "e", "w", "t", "+", "-", "<", ">"][..],
            ),
            ("play", &["f"]),
            ("follow", &["f"]),
            ("edit", &["1", "A"]),
            ("puzzles", &["h", "s", "n", "u", "t"]),
            ("shelf", &["f"]),
        ] {
            page.click(&format!("[data-view={view}]")).await;
            page.until(&format!("$('[data-view={view}]').ariaSelected === 'true'"))
                .await;
            if view == "analyze" {
                page.until("$('.line')").await;
            }
            if view == "edit" {
                page.until("$('#tools [data-tool]')").await;
            }
            if view == "puzzles" {
                page.until_text("#task", "Find").await;
            }
            check(keys).await;
        }
    });
}

/// A try of the move that was played leaves what the review says of it, and the end of a lesson
/// leads back to the game.
#[test]
fn a_lesson_keeps_the_review_and_leads_back_to_the_game() {
    on_page("#view=review", async |page| {
        review(page).await;
        page.click("#learn").await;
        page.until_text("#lesson", "find a better move").await;
        page.hex("c5").await;
        page.hex("c6").await;
        page.until_text("#refutation", "Try again").await;
        page.click("#lesson-end").await;
        page.until(
            "$('#review-status').textContent.includes('complete') && !$('#which-line').textContent",
        )
        .await;
        page.until_text("#moves", "in place of").await;
        assert!(!page.text("#moves").await.contains("loses"));
        page.click("[data-view=shelf]").await;
        page.until("$('#shelf-games .game')").await;
        page.until(
            "$('#solve-lesson').disabled || !/: [1-9]/.test($('#solve-lesson').textContent)",
        )
        .await;
    });
}

/// Moves alone are those of the floe shown, and a file can be dropped on the page.
#[test]
fn moves_alone_are_loaded_and_so_is_a_dropped_file() {
    on_page(&at("review", ZUGZWANG), async |page| {
        page.until("$('#game-text')").await;
        page.script("$('#game-text').value = '1. c5-c6 d5-d4'")
            .await;
        page.click("#load-text").await;
        page.until_text("#moves", "d5-d4").await;
        let file = format!("{ZUGZWANG}\n1. c5-d4\n");
        let drop = "const data = new DataTransfer();
            data.items.add(new File([arguments[0]], 'game.txt'));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));";
        page.click("[data-view=analyze]").await;
        page.run(drop, vec![json!(file)]).await;
        page.until_text("#moves", "c5-d4").await;
        page.until("location.hash.includes('view=review')").await;
        page.until("!$('#moves').textContent.includes('c5-c6')")
            .await;
    });
}
