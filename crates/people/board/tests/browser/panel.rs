//! The panel of the analysis: values, engines, threats and drawings.

use serde_json::{Value, json};

use crate::driver::{Page, axe, on_page};
use crate::{ENDING, ZUGZWANG, at};

/// Position of four players early in a game.
async fn of_players(page: &Page, players: u64) -> String {
    let deal = page.answer(&json!({"id": "1", "action": "deal", "players": players, "seed": 5}));
    let start = deal["position"].as_str().unwrap().to_owned();
    let mut moves: Vec<Value> = Vec::new();
    for _ in 0..30 {
        let request = json!({"id": "1", "action": "board", "position": start, "moves": moves});
        let state = page.answer(&request);
        if state["tiles_left"].as_u64().unwrap() < 40 {
            return state["position"].as_str().unwrap().to_owned();
        }
        let legal = state["legal"].as_array().unwrap();
        moves.push(legal[legal.len() / 2]["move"].clone());
    }
    page.answer(&json!({"id": "1", "action": "board", "position": start, "moves": moves}))["position"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// The first row of the lines is that of the best move, which is explained.
const IS_EXPLAINED: &str = "$$('summary').some((summary) =>
    summary.textContent === `Why ${$('#lines .line.best:first-child .move')?.textContent}`)";

/// Labels of arrows that leave the picture, or cover each other.
const HIDDEN_LABELS: &str = "
    const frame = $('.frame svg').getBoundingClientRect();
    const boxes = $$('.fp-plate, rect.fp-value').map((plate) => plate.getBoundingClientRect());
    const isOut = (box) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    const covers = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    return boxes.filter((box, index) => isOut(box) || boxes.slice(0, index).some((other) => covers(box, other))).length;";

#[test]
fn all_players_have_a_part_of_the_bar_and_labels_are_their_own() {
    on_page("#view=analyze", async |page| {
        for players in [2, 3, 4] {
            let position = of_players(page, players).await;
            page.go(&at("analyze", &position)).await;
            page.until_text("#value", "to win").await;
            page.until("$$('rect.fp-plate, rect.fp-value').length === 3")
                .await;
            let bar = "return $$('#gauge div').map((part) => part.style.height).length";
            assert_eq!(page.script(bar).await, json!(players));
            let turn =
                page.answer(&json!({"id": "1", "action": "board", "position": position}))["turn"]
                    .clone();
            let values = page
                .script("return $$('.line .value').map((value) => value.textContent)")
                .await;
            page.until(IS_EXPLAINED).await;
            let headline = page.text("#value").await;
            assert!(!headline.contains('('), "{players} players: {headline}");
            for value in values.as_array().unwrap() {
                let value = value.as_str().unwrap();
                let is_own = value.starts_with(turn.as_str().unwrap());
                assert!(
                    !value.contains(',') && (players == 2 || is_own),
                    "{players} players: {values}"
                );
            }
            assert_eq!(
                page.script(HIDDEN_LABELS).await,
                json!(0),
                "{players} players"
            );
            page.screenshot(&format!("panel-{players}")).await;
            page.resize([390, 844]).await;
            page.screenshot(&format!("panel-{players}-phone")).await;
            page.resize([1280, 800]).await;
        }
    });
}

#[test]
fn an_engine_is_set_kept_and_refused_with_a_reason() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "B wins by 1 fish").await;
        page.click("#engine summary").await;
        page.until("$('#engine [name=threads]')").await;
        if page.is_static() {
            page.until("$('#engine [name=threads]').disabled").await;
        }
        let set = async |name: &str, value: &str| {
            let input = format!("$('#engine [name={name}]')");
            page.script(&format!(
                "{input}.value = {}; {input}.dispatchEvent(new Event('change'))",
                json!(value)
            ))
            .await;
        };
        set("engine", "maxn").await;
        page.until_text("#engine [role=alert]", "three or four players")
            .await;
        set("engine", "alphabeta:network=x").await;
        page.until_text("#engine [role=alert]", "without weights")
            .await;
        set("engine", "alphabeta").await;
        set("depth", "100").await;
        page.until_text("#engine [role=alert]", "99").await;
        page.screenshot("panel-engine").await;
        set("depth", "1").await;
        page.until_text("#effort", "depth 1 ").await;
        assert_eq!(page.text("#engine [role=alert]").await, "");
        page.script("location.reload()").await;
        page.until_text("#effort", "depth 1 ").await;
    });
}

#[test]
fn a_search_says_that_it_waits_for_others() {
    let dealt = "#view=analyze";
    on_page(dealt, async |page| {
        page.until_text("#lines", "A").await;
        // Two others use all that the server has; the page itself is the first.
        let socket = if page.is_static() {
            "return null"
        } else {
            "const socket = new WebSocket(new URL('session', location.href.replace('http', 'ws').split('#')[0]));
             const position = new URLSearchParams(location.hash.slice(1)).get('position');
             window.other = socket;
             socket.onopen = () => { for (const id of ['1', '2', '3']) socket.send(JSON.stringify({ id, action: 'analyze', position, limits: { time: '20s' } })); };
             return true"
        };
        if page.script(socket).await.is_null() {
            return;
        }
        page.script("setTimeout(() => $('#toggle').click(), 500); setTimeout(() => $('#toggle').click(), 1000)").await;
        page.until_text("#value", "Waits for another search").await;
        page.script("window.other.close()").await;
        page.until_text("#value", "to win").await;
    });
}

/// A page that nobody looks at leaves the engine to the others, and goes on when it is looked at.
#[test]
fn an_analysis_rests_while_its_page_is_hidden() {
    on_page("#view=analyze", async |page| {
        page.until("$('#lines .line')").await;
        let hide = |is_hidden: bool| {
            format!(
                "Object.defineProperty(document, 'hidden', {{ value: {is_hidden}, configurable: true }});
                 document.dispatchEvent(new Event('visibilitychange'));"
            )
        };
        page.script(&hide(true)).await;
        page.until_text("#effort", "Rests while the page is hidden")
            .await;
        page.click(".movable").await;
        page.until("$$('#moves li').length === 1 && !$('#lines .line')")
            .await;
        page.script(&hide(false)).await;
        page.until("$('#lines .line')").await;
    });
}

/// A game is answered while others analyse, and says that it waits for searches of its own rank.
#[test]
fn a_game_goes_on_while_other_pages_analyse() {
    on_page("#view=play", async |page| {
        if page.is_static() {
            return;
        }
        page.until("location.hash.includes('position') && $('#begin')?.checkVisibility()")
            .await;
        let others = "const position = new URLSearchParams(location.hash.slice(1)).get('position');
            window.others = Array.from({ length: 4 }, () => {
              const socket = new WebSocket(new URL('session', location.href.replace('http', 'ws').split('#')[0]));
              const request = { action: 'analyze', position, progress: 1, limits: { time: '600s' } };
              const ask = (id, more) => socket.send(JSON.stringify({ ...request, ...more, id }));
              socket.onopen = () => { for (const id of ['1', '2', '3', '4']) ask(id, { priority: -1 }); };
              socket.ask = ask;
              return socket;
            })";
        page.script(others).await;
        page.set_option("Player A", "1").await;
        page.set_option("Player B", "1").await;
        page.click("#begin").await;
        page.until("$$('#moves li').length > 6").await;
        // Those that others wait for themselves are not overtaken.
        page.script("for (const other of others) other.ask('5', {})")
            .await;
        page.until_text("#status", "waits: the computer is busy")
            .await;
    });
}

#[test]
fn threats_and_drawings_are_on_the_board() {
    on_page(&at("analyze", ENDING), async |page| {
        page.until_text("#value", "proved").await;
        page.resize([1280, 800]).await;
        let height = "$('.frame svg').getBoundingClientRect().height";
        page.script(&format!("window.before = {height}")).await;
        page.script("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))").await;
        page.until_text("#threatened", "passed").await;
        // Not in the colour of what a person draws.
        page.until("$('.fp-way .fp-arrow') && !$('.fp-drawn')")
            .await;
        page.until("getComputedStyle($('.fp-way .fp-arrow')).stroke === getComputedStyle($('#threatened')).color")
            .await;
        page.screenshot("panel-threat").await;
        page.until(&format!("{height} === before")).await;
        page.script("$('#tip').innerHTML = `<span>${'and so on '.repeat(40)}</span>`")
            .await;
        page.until(&format!("{height} === before")).await;
        page.screenshot("panel-long-tip").await;
        page.click("#threat").await;
        page.until("!$('.fp-way')").await;
        // By the right button of a mouse, by clicks, and by keys.
        let hexes: Vec<String> = serde_json::from_value(
            page.script("return $$('[data-hex]').slice(3, 7).map((hex) => hex.dataset.hex)")
                .await,
        )
        .unwrap();
        let drag = "const [from, to] = arguments;
            const middle = (name) => { const box = $(`[data-hex=\"${name}\"] path`).getBoundingClientRect();
              return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, button: 2, bubbles: true }; };
            $(`[data-hex=\"${from}\"]`).dispatchEvent(new PointerEvent('pointerdown', middle(from)));
            $(`[data-hex=\"${to}\"]`).dispatchEvent(new PointerEvent('pointerup', middle(to)));";
        page.run(drag, vec![json!(hexes[0]), json!(hexes[1])]).await;
        page.until("$$('.fp-arrow.fp-drawn').length === 1").await;
        page.click("#draw").await;
        page.hex(&hexes[2]).await;
        page.hex(&hexes[2]).await;
        page.until("$$('.fp-arrow.fp-drawn').length === 2").await;
        page.screenshot("panel-drawn").await;
        page.script(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))",
        )
        .await;
        page.until("$$('.fp-arrow.fp-drawn').length === 1").await;
        let keys = format!(
            "const hex = $('[data-hex=\"{}\"]'); hex.focus();
             const press = () => hex.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Enter', bubbles: true }})); press(); press();",
            hexes[3]
        );
        page.script(&keys).await;
        page.until("$$('.fp-arrow.fp-drawn').length === 2").await;
        // The same again takes a drawing away, and without the tool clicks play.
        page.script(&keys).await;
        page.until("$$('.fp-arrow.fp-drawn').length === 1").await;
        page.click("#draw").await;
        page.until("!$('#board.painting')").await;
    });
}

/// Lines, headlines and the list of moves are read in words where the notation is code.
#[test]
fn moves_are_read_in_words_in_every_game() {
    on_page("#view=analyze", async |page| {
        for (rules, word) in [("flip", " "), ("whale", "whale"), ("angling", "lay ")] {
            let deal =
                page.answer(&json!({"id": "1", "action": "deal", "rules": rules, "seed": 3}));
            page.go(&at("analyze", deal["position"].as_str().unwrap()))
                .await;
            page.until("$('.line .move')").await;
            if rules != "whale" {
                page.until(&format!(
                    "$('.line .move').textContent.includes({})",
                    json!(word)
                ))
                .await;
            }
            page.until("$('.line .move').title !== ''").await;
            page.screenshot(&format!("panel-{rules}")).await;
        }
    });
}

/// A number and its sign stay in one line, and cards are named by the colours that are seen.
#[test]
fn words_are_not_torn_and_colours_have_names() {
    on_page("#view=analyze", async |page| {
        page.until("/\\d\\u00a0% to win/.test($('#value')?.textContent)")
            .await;
        let deal = page.answer(&json!({"id": "1", "action": "deal", "rules": "flip", "seed": 3}));
        page.go(&at("analyze", deal["position"].as_str().unwrap()))
            .await;
        page.until("$('#board [data-hex] title')").await;
        let words =
            "$$('#board [data-hex] title, #legal .move').map((one) => one.textContent).join(' ')";
        page.until(&format!(
            "/(orange|blue|green|violet) \\w+, swims/.test({words}) && !/colour \\d/.test({words})"
        ))
        .await;
    });
}

/// Nothing is wrong with the settings of the engine where only the other player knows the tiles.
#[test]
fn a_position_that_the_mover_knows_better_is_not_analysed() {
    let lake = at(
        "analyze",
        "angling:????/????/????/???? A 0,0 -,- 3.3.3.3 lh,yrs step=place",
    );
    on_page(&(lake + "&moves=y%4012%20r%4011%20y%2B1"), async |page| {
        page.until_text("#value", "Only B knows the tiles").await;
        page.until("!$('#engine').open").await;
    });
}

#[test]
fn the_panel_has_no_faults_of_accessibility_in_any_theme() {
    let Some(axe) = axe() else { return };
    on_page(&at("analyze", ENDING), async |page| {
        page.until_text("#value", "proved").await;
        page.click("#engine summary").await;
        page.until("$('#engine [name=threads]') && $('table.players')")
            .await;
        for theme in ["light", "dark"] {
            page.set_theme(theme).await;
            assert_eq!(page.faults(&axe).await, json!([]), "{theme}");
            page.screenshot(&format!("panel-{theme}")).await;
        }
        let forced = json!({"features": [{"name": "forced-colors", "value": "active"}]});
        page.emulate("setEmulatedMedia", forced).await;
        let outline = "const style = (selector) => getComputedStyle($(selector)).outlineStyle;
            return [style('[role=tab][aria-selected=true]'), style('#toggle[aria-checked=true]'), style('[role=tab][aria-selected=false]')]";
        assert_eq!(
            page.script(outline).await,
            json!(["solid", "solid", "none"])
        );
        // The focus on a selected tab has an outline of its own.
        page.script("$('[role=tab][aria-selected=true]').focus({ focusVisible: true })")
            .await;
        let focused = "const { outlineStyle, outlineOffset } = getComputedStyle($('[role=tab][aria-selected=true]'));
            return [outlineStyle, outlineOffset]";
        assert_eq!(page.script(focused).await, json!(["double", "3px"]));
        page.screenshot("panel-forced").await;
        page.emulate("setEmulatedMedia", json!({"features": []}))
            .await;
        for size in [[390, 844], [844, 390]] {
            page.resize(size).await;
            page.screenshot(&format!("panel-{}", size[0])).await;
            let overflow =
                page.script("return document.documentElement.scrollWidth > document.documentElement.clientWidth").await;
            assert_eq!(overflow, json!(false), "{size:?}");
        }
    });
}
