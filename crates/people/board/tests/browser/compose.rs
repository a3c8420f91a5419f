//! Moves composed on the board, part by part.

use serde_json::{Value, json};

use crate::driver::{Page, on_page};
use crate::{at, ends};

/// Positions with choices beyond the hexes of a move, and the move that is composed in each.
const COMPOSED: [(&str, &str, &str); 8] = [
    (
        "whale",
        "rows(1:4,0:5,1:4):1A323/B112.1/1111 A 0:0,0:0 rules=whale whale=c2",
        "b1-c1,whale:W",
    ),
    (
        "survival",
        "rows(1:4,0:5,1:4):1A123/B112.1/1111 A 0:0,0:0 rules=survival",
        "b1-a1,sink:d3",
    ),
    (
        "push",
        "rows(1:4,0:5,1:4):1A123/.B12.1/.111 A 0:0,0:0 rules=push",
        "b1xb2",
    ),
    (
        "group",
        "rows(1:4,0:5,1:4):1(AA)123/B112.1/1111 A 0:0,0:0 rules=group",
        "b1=a1",
    ),
    (
        "teleport",
        "rows(1:4,0:5,1:4):1A1t23/B112.1/1121 A 0:0,0:0 rules=special-tiles took=0.0.0,0.0.0",
        "b1-c1,to:c3",
    ),
    (
        "floating",
        "rows(1:4,0:5,1:4):1A1f23/B112.1/1121 A 0:0,0:0 rules=special-tiles took=0.0.0,0.0.0",
        "b1-c1",
    ),
    (
        "cards",
        "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c - last=2",
        "r:1",
    ),
    (
        "swap",
        "angling:443!r/1..2/rr!63/2d.r B 6,0 y3+6,r13+4 2.2.2.3 lh,yrs step=slide caught=1.5.r",
        "swap:a1:b1",
    ),
];

/// Clicks through the steps to a move, and checks the sentence of each.
async fn compose(page: &Page, name: &str, first: &Value, mv: &str) {
    let mut step = first;
    let mut number = 0;
    while !step.is_null() {
        let options = step["options"].as_array().unwrap();
        let leads = |option: &&Value| moves_of(option).contains(&mv);
        let option = options
            .iter()
            .find(leads)
            .unwrap_or_else(|| panic!("{name}: {mv} in {step}"));
        let is_asked = options.len() > 1 || option.get("spaces").is_some();
        if is_asked {
            page.until_text("#asking", step["question"].as_str().unwrap())
                .await;
            page.screenshot(&format!("compose-{name}-{number}")).await;
            number += 1;
            take(page, option, options).await;
        }
        step = &option["next"];
    }
    page.until("$('#moves [aria-current=step]')").await;
}

/// Chooses an option by its spaces, one after the other, and then by its words if others share
/// them.
async fn take(page: &Page, option: &Value, options: &[Value]) {
    for space in option["spaces"].as_array().into_iter().flatten() {
        page.hex(space.as_str().unwrap()).await;
        let sharing = |other: &&Value| {
            other["spaces"]
                .as_array()
                .is_some_and(|spaces| spaces.contains(space))
        };
        if options.iter().filter(sharing).count() == 1 {
            return;
        }
        // Where another click decides, no long list of words pushes the rest away.
        page.until("$$('.menu button').length <= 6").await;
    }
    let words = json!(option["words"].as_str().unwrap_or_default());
    let button = format!("$$('.menu button').find((one) => one.textContent === {words})");
    page.until(&format!("!$('.menu button') || {button}")).await;
    page.script(&format!("{button}?.click()")).await;
}

/// Moves that an option leads to.
fn moves_of(option: &Value) -> Vec<&str> {
    let later = option["next"]["options"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(moves_of);
    option["move"].as_str().into_iter().chain(later).collect()
}

#[test]
fn every_kind_of_choice_is_made_on_the_board() {
    on_page("#view=analyze", async |page| {
        for (name, position, mv) in COMPOSED {
            let state = page.answer(&json!({"id": "1", "action": "board", "position": position}));
            assert!(state["compose"].is_object(), "{name}: {state}");
            page.go(&at("analyze", position)).await;
            page.until_text("#asking", state["compose"]["question"].as_str().unwrap())
                .await;
            page.until("$$('#moves li').length === 0").await;
            page.script("if ($('#toggle').ariaChecked === 'true') $('#toggle').click()")
                .await;
            compose(page, name, &state["compose"], mv).await;
            page.until(&format!(
                "decodeURIComponent(location.hash).includes('&moves={mv}')"
            ))
            .await;
            // On a floe the list has the notation, and the tooltip the words.
            let told = page
                .script("return [$('#moves .move')].map((one) => [one.textContent, one.title])[0]");
            let [text, title] = serde_json::from_value::<[String; 2]>(told.await).unwrap();
            // A move that takes or moves another's penguin has a sign.
            let text = text.trim_end_matches('×');
            assert_eq!(text == mv, state["has_floe"] == true, "{name}: {text}");
            assert!(
                title.contains(mv) || title.contains(' ') && text == mv,
                "{name}: {title}"
            );
        }
    });
}

/// One sentence asks for the next part of a move, below the board and in the panel.
#[test]
fn the_panel_asks_what_the_board_asks() {
    let (_, position, _) = COMPOSED[0];
    on_page(&at("play", position), async |page| {
        ends::begin(page).await;
        page.until_text("#status", "A: your turn. Move a penguin.")
            .await;
        page.hex("b1").await;
        page.hex("c1").await;
        page.until_text("#asking", "Which way does the whale swim?")
            .await;
        page.until_text("#status", "A: your turn. Which way does the whale swim?")
            .await;
    });
}

#[test]
fn escape_and_a_click_elsewhere_go_a_step_back() {
    let (_, position, _) = COMPOSED[0];
    on_page(&at("analyze", position), async |page| {
        page.until_text("#asking", "Choose a penguin").await;
        page.hex("b1").await;
        page.until_text("#asking", "Where does this penguin go?")
            .await;
        page.hex("c1").await;
        page.until_text("#asking", "Which way does the whale swim?")
            .await;
        page.until("$('.fp-ghost') && $$('.fp-way').length > 1")
            .await;
        page.hex("a3").await;
        page.until_text("#tip", "a3 is in none with c2.").await;
        page.until_text("#asking", "Which way does the whale swim?")
            .await;
        page.hex("c1").await;
        page.until_text("#asking", "Where does this penguin go?")
            .await;
        page.until("!$('.fp-ghost') && $('#tip').textContent === ''")
            .await;
        page.hex("c1").await;
        page.until_text("#asking", "Which way does the whale swim?")
            .await;
        page.script("dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))")
            .await;
        page.until_text("#asking", "Where does this penguin go?")
            .await;
        page.click("#asking button").await;
        page.until_text("#asking", "Choose a penguin").await;
        page.until("$('#moves li') === null").await;
    });
}

/// Cards that are drawn and laid are entered by a person, or come at random.
#[test]
fn a_person_says_what_chance_has_brought() {
    let cards = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:f,W:r W2212,S2212,D2212,K2122,p3 deck=f3c1r1s2k1x2y2e2";
    let whale = "rows(1:4,0:5,1:4):3A323/B112.1/1113 A 0:0,0:0 rules=hidden-whale hidden=3";
    on_page(&at("analyze", cards), async |page| {
        page.until_text("#asking", "Which card do you flip?").await;
        page.hex("a1").await;
        page.until_text(".menu", "flip a1 (whale)").await;
        page.click(".menu button").await;
        let no_more = "$$('.menu button')
            .find((one) => /^use no power|^free no more/.test(one.textContent))?.click()";
        while !page
            .text("#asking")
            .await
            .contains("Which action card is drawn?")
        {
            page.script(no_more).await;
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        page.screenshot("chance-draw").await;
        let colour = "$$('.menu button')
            .find((one) => one.querySelector('span').textContent === 'flip a colour').click()";
        page.script(colour).await;
        page.until("decodeURIComponent(location.hash).includes('draw:k')")
            .await;
        page.go(&at("analyze", whale)).await;
        page.until_text("#asking", "Choose a penguin").await;
        page.hex("b1").await;
        page.hex("a1").await;
        page.until_text("#asking", "What came after \"b1 to a1\"?")
            .await;
        page.until_text(
            ".menu",
            "a whale comes up on b1: the penguin and its tile are lost · 25\u{a0}%",
        )
        .await;
        page.screenshot("chance-whale").await;
        page.script("$('.menu button:last-child').click()").await;
        page.until("decodeURIComponent(location.hash).includes('b1-a1,whale')")
            .await;
    });
}

/// The board is turned to the chair of the viewer, also after the page is loaded again, and moves
/// are played on it.
#[test]
fn the_board_is_turned_to_a_chair() {
    let (_, position, _) = COMPOSED[0];
    on_page(&at("analyze", position), async |page| {
        page.until_text("#asking", "Choose a penguin").await;
        let height = "return $('[data-hex=b1] path').getBoundingClientRect().y";
        let front = page.script(height).await.as_f64().unwrap();
        page.click("#turn").await;
        let back = format!("(() => {{ {height} }})() > {front} + 50");
        page.until(&back).await;
        page.until("$('#below .seat.B')").await;
        page.client.refresh().await.unwrap();
        page.until_text("#asking", "Choose a penguin").await;
        page.until(&back).await;
        page.hex("b1").await;
        page.hex("c1").await;
        page.until("$$('.fp-way').length > 1").await;
        page.screenshot("turned").await;
        page.script("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }))").await;
        page.until(&format!("!({back})")).await;
    });
}

/// Players get names and the colours of their penguins, and the browser keeps them.
#[test]
fn players_have_names_and_colours() {
    on_page(&at("analyze", COMPOSED[0].1), async |page| {
        page.until("$('button.player.A')").await;
        page.click("button.player.A").await;
        page.script(
            "const name = $('#seats input');
             name.value = '<b>Anna</b>';
             name.dispatchEvent(new Event('input'));
             const colour = $('#seats select');
             colour.value = 'red';
             colour.dispatchEvent(new Event('change'));",
        )
        .await;
        page.screenshot("seats").await;
        page.client.refresh().await.unwrap();
        page.until_text("#below", "<b>Anna</b>").await;
        let red = "getComputedStyle($('.frame .fp-A')).fill === 'rgb(224, 72, 62)'";
        page.until(&format!("$('.frame .fp-A') && {red}")).await;
    });
}
