//! The editor, as a person sets up what lies on the table.

use serde_json::{Value, json};

use crate::driver::on_page;
use crate::{ZUGZWANG, at};

/// The official floe without four tiles of its last row, which no player has taken.
const SHORT: &str = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/1212.... A 0:0,0:0";

#[test]
fn the_editor_counts_tiles_and_gives_the_rest_to_a_player() {
    on_page(&at("edit", SHORT), async |page| {
        page.until_text("#stock", "Still to set: 4 tiles.").await;
        page.until_text("#panel", "Who has taken the rest?").await;
        page.screenshot("stock").await;
        page.script("$$('.rest').find((one) => one.textContent === 'The rest to B').click()")
            .await;
        page.until_text("#stock", "All 60 tiles are set.").await;
        page.until("!$('.rest')").await;
    });
}

#[test]
fn a_drag_is_one_change_and_rules_are_chosen_without_typing() {
    let floe = "rows(1:4,0:5,1:4):1A123/B113.1/1111 A 0:0,0:0";
    on_page(&at("edit", floe), async |page| {
        page.until("$('[data-tool=\"2\"]')").await;
        page.click("[data-tool='2']").await;
        page.drag(&["a3", "b3", "c3", "d3"]).await;
        page.until("location.hash.includes('2222')").await;
        page.script(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))",
        )
        .await;
        page.until("location.hash.includes('1111')").await;
        // A penguin that is set on water stands on a new tile, and stays there although it cannot
        // move.
        page.script("$$('button').find((one) => one.textContent === 'Clear the floe').click()")
            .await;
        page.until("$('#position').value.includes('..../...../....')")
            .await;
        page.click("[data-tool='A']").await;
        page.hex("c2").await;
        page.until_text("#stock", "The penguin on c2 cannot move")
            .await;
        page.until("$('[data-hex=c2] use[href*=penguin]')").await;
        page.click("#undo").await;
        page.click("#undo").await;
        page.until("location.hash.includes('1A123')").await;
        let rules = "const select = $$('#panel .view > div select')
                .find((one) => [...one.options].some(({ value }) => value === 'special-tiles'));
            select.value = RULES; select.dispatchEvent(new Event('change'));";
        page.script(&rules.replace("RULES", "'whale'")).await;
        page.until("$('[data-tool=whale]')").await;
        page.click("[data-tool=whale]").await;
        page.hex("a1").await;
        page.until("$('#fields').value.includes('whale=a1')").await;
        page.script(&rules.replace("RULES", "'special-tiles'"))
            .await;
        page.until("$('[data-tool=t]')").await;
        page.click("[data-tool=t]").await;
        page.hex("c1").await;
        page.until("$('#position').value.includes('t2')").await;
        page.screenshot("palette").await;
        // Pasted text is read at once.
        let pasted = format!(
            "const text = $('#position'); text.value = {}; text.dispatchEvent(new Event('input'))",
            json!(SHORT)
        );
        page.script(&pasted).await;
        page.until_text("#stock", "Still to set: 4 tiles.").await;
    });
}

/// Cards and tiles are laid by clicks, and all cards that lie nowhere else are in the pile.
#[test]
fn cards_and_lakes_are_set_up_by_clicks() {
    let cards = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:f,W:r W2212,S2212,D2212,K2122,p3 deck=f3c1r1s2k1x2y2e2";
    let lake = "angling:443!r/1..2/rr!63/2d.r A 6,0 y3+6,r13+4 2.2.2.3 lh,yrs caught=1.5.r";
    on_page(&at("edit", cards), async |page| {
        page.until_text(".palette", "blue whale (").await;
        page.click("[data-tool='W2>']").await;
        page.hex("a4").await;
        page.until("$('#position').value.startsWith('flip:W1>D2<S3>W2>/')")
            .await;
        page.click("[data-tool='turn']").await;
        page.hex("a1").await;
        page.until(
            "$('#position').value.includes('flip:W1<') && $('#position').value.includes(' rest ')",
        )
        .await;
        page.until("$('#mistake').textContent === ''").await;
        page.screenshot("palette-cards").await;
        page.go(&at("edit", lake)).await;
        page.until_text(".palette", "fish worth 6").await;
        page.click("[data-tool='.']").await;
        page.hex("a2").await;
        page.until("$('#position').value.includes('/...2/')").await;
        page.screenshot("palette-lake").await;
    });
}

/// Icons that are drawn otherwise than the board in the colours chosen, or whose shapes are not
/// there.
const OTHER_ICONS: &str = "
    const shapes = (place) => $$(`${place} svg [class]`);
    const colours = (shape) => { const { fill, stroke } = getComputedStyle(shape); return `${fill} ${stroke}`; };
    const nameOf = (shape) => shape.getAttribute('class');
    const onBoard = new Map(shapes('#board').map((shape) => [nameOf(shape), colours(shape)]));
    const common = shapes('.palette').filter((shape) => onBoard.has(nameOf(shape)));
    const other = common.filter((shape) => onBoard.get(nameOf(shape)) !== colours(shape)).map(nameOf);
    const uses = $$('.palette svg use').map((use) => use.getAttribute('href'));
    const page = getComputedStyle(document.documentElement).colorScheme;
    const tile = getComputedStyle($('#board .fp-tile, #board .fp-water')).fill;
    return [common.length > 0, [...other, ...uses.filter((href) => !$(href))], `${page} ${tile}`];";

#[test]
fn icons_have_the_colours_of_the_board_in_every_theme_and_game() {
    on_page("#view=edit", async |page| {
        let catalog = page.answer(&json!({"id": "1", "action": "catalog"}));
        for offered in catalog["rules"].as_array().unwrap() {
            let rules = offered["name"].as_str().unwrap();
            let players = if offered["has_teams"] == json!(true) {
                4
            } else {
                2
            };
            let deal =
                page.answer(&json!({"id": "1", "action": "deal", "rules": rules, "players": players, "seed": 1}));
            page.go(&at("edit", deal["position"].as_str().unwrap()))
                .await;
            page.until("$('.palette svg') && $('#board svg')").await;
            let mut looks = Vec::new();
            for theme in ["☾", "☀", "◐"] {
                page.click("#theme").await;
                page.until(&format!("$('#theme').textContent === '{theme}'"))
                    .await;
                let [is_compared, other, look]: [Value; 3] =
                    serde_json::from_value(page.script(OTHER_ICONS).await).unwrap();
                assert_eq!(
                    [is_compared, other],
                    [json!(true), json!([])],
                    "{rules}, {theme}"
                );
                looks.push(look);
                page.screenshot(&format!("icons-{rules}-{}", looks.len()))
                    .await;
            }
            assert_ne!(looks[0], looks[1], "{rules}");
        }
    });
}

/// The numbers of each player are a row, below those of the player before.
#[test]
fn fields_of_the_players_are_aligned() {
    for rules in ["base", "survival", "special-tiles"] {
        on_page("", async |page| {
            let deal =
                json!({"id": "1", "action": "deal", "rules": rules, "players": 3, "seed": 3});
            let start = page.answer(&deal)["position"].as_str().unwrap().to_owned();
            page.go(&at("edit", &start)).await;
            for size in [[390, 844], [820, 1180], [1280, 800], [1920, 1080]] {
                page.resize(size).await;
                let lefts = "['A', 'B', 'C'].map((player) => $$('.questions .number')
                    .filter((one) => one.textContent.endsWith(` of ${player}`))
                    .map((one) => Math.round(one.getBoundingClientRect().left)).join())";
                page.until(&format!("{lefts}[0] && new Set({lefts}).size === 1"))
                    .await;
            }
            page.screenshot(&format!("fields-{rules}")).await;
        });
    }
}

/// The form has the panel of a laptop, and long names are cut where they stand on tools.
#[test]
fn the_editor_has_room_for_its_form() {
    let name = "Maximilian Featherstonehaugh";
    on_page("#view=review", async |page| {
        page.resize([1280, 800]).await;
        page.until("$('#game-text')").await;
        let game = format!("[A \"{name}\"]\n{ZUGZWANG}\n1. c5-c6 d5-d4\n");
        page.run("$('#game-text').value = arguments[0]", vec![json!(game)])
            .await;
        page.click("#load-text").await;
        page.until_text("#moves", "d5-d4").await;
        page.click("[data-view=edit]").await;
        page.until_text("#tools", name).await;
        page.until("!$('#moves').checkVisibility()").await;
        page.until("$('.questions').checkVisibility()").await;
        let top = "(part) => Math.round(part.getBoundingClientRect().bottom)";
        page.until(&format!(
            "new Set($$('#tools .pictured').map({top})).size === 1"
        ))
        .await;
        page.until(&format!(
            "$$('#tools [title]').some((tool) => tool.title.includes('{name}')
                && tool.querySelector('span').scrollWidth > tool.querySelector('span').clientWidth)"
        ))
        .await;
        page.until(&format!("new Set($$('.ways > *').map({top})).size === 1"))
            .await;
        page.screenshot("editor-laptop").await;
    });
}

#[test]
fn undo_returns_from_what_was_set_up_to_the_game() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        crate::tree::play(page, "c5", "c6").await;
        page.click("[data-view=edit]").await;
        page.click("[data-tool='3']").await;
        page.hex("a1").await;
        page.until("location.hash.includes('position=3')").await;
        page.hex("b1").await;
        page.until("location.hash.includes('position=33')").await;
        page.click("[data-view=analyze]").await;
        page.until("$$('#moves li').length === 0").await;
        page.click("#undo-tree").await;
        page.until("$('#moves [aria-current]')?.textContent === 'c5-c6'")
            .await;
        page.click("#redo-tree").await;
        page.until("location.hash.includes('position=33') && $$('#moves li').length === 0")
            .await;
        page.click("#undo-tree").await;
        page.until("$('#moves [aria-current]')?.textContent === 'c5-c6'")
            .await;
        // The game is on the shelf, with its move.
        page.click("[data-view=shelf]").await;
        page.until_text("#shelf-games", "1 game").await;
        // In the editor, too, the last undo returns to the game.
        page.click("[data-view=edit]").await;
        page.hex("a1").await;
        page.until("location.hash.includes('position=3')").await;
        page.click("#undo").await;
        page.until("location.hash.includes('moves=c5-c6')").await;
    });
}
