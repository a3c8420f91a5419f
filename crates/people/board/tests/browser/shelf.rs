//! The shelf: games that the browser keeps.

use fantoccini::wd::WindowHandle;
use serde_json::{Value, json};

use crate::driver::{Page, on_page};
use crate::tree::{CURRENT, branch, play};
use crate::{ZUGZWANG, at};

/// All that is on the shelf, as text.
pub(crate) const KEPT: &str = "
    const done = arguments[0];
    import('/store.js').then(async ({ Store }) => {
      const store = new Store();
      const games = await store.list();
      done(JSON.stringify(await Promise.all(games.map(({ id }) => store.get(id)))));
    });";

/// Waits until the game on the board is on the shelf with this comment.
async fn until_kept(page: &Page, comment: &str) {
    for _ in 0..200 {
        let kept = page.value_of(KEPT, Vec::new()).await;
        if kept.as_str().unwrap().contains(comment) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the shelf does not keep {comment}");
}

/// Writes into a field as a person does, and leaves it.
async fn write(page: &Page, selector: &str, text: &str) {
    page.click(selector).await;
    page.script("document.activeElement.select()").await;
    page.press(text).await;
    page.script("document.activeElement.blur()").await;
}

/// Writes a comment on the position shown.
async fn comment(page: &Page, text: &str) {
    write(page, "#comment", text).await;
    page.until_text("#moves .comment", text).await;
}

#[test]
fn games_are_kept_named_found_deleted_and_brought_back() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        branch(page).await;
        comment(page, "<b>A trap</b>").await;
        until_kept(page, "A trap").await;
        page.click("[data-view=shelf]").await;
        page.until("$('#kept-name').value.startsWith('Hey, That')")
            .await;
        page.script("window.asked = 0; navigator.storage.persist = async () => ++window.asked > 0")
            .await;
        write(page, "#kept-name", "<i>Zugzwang</i>").await;
        page.until_text("#shelf-games", "<i>Zugzwang</i>").await;
        page.until("document.title === '<i>Zugzwang</i> – floe'")
            .await;
        write(page, "#kept-folder", "Endings").await;
        page.until_text("#folder", "Endings (1)").await;
        page.until("window.asked > 0").await;
        page.screenshot("shelf").await;
        // Another game, and back to the first one with all that was in it.
        page.go(&at("analyze", ZUGZWANG)).await;
        page.until_text("#value", "proved").await;
        play(page, "c5", "d4").await;
        comment(page, "Straight on").await;
        until_kept(page, "Straight on").await;
        page.click("[data-view=shelf]").await;
        page.until("$$('.games tbody tr').length === 2").await;
        page.click(".games tbody tr:nth-child(2) .game").await;
        page.until_text(".variation .comment", "<b>A trap</b>")
            .await;
        page.until("$('#kept-name').value === '<i>Zugzwang</i>'")
            .await;
        // By keys: delete the game, and bring it back.
        page.script("$('.games tbody tr:nth-child(2) button[title=Delete]').focus()")
            .await;
        page.press("\u{e007}").await;
        page.until("$$('.games tbody tr').length === 1").await;
        page.until("document.activeElement.id === 'undelete'").await;
        page.press("\u{e007}").await;
        page.until("$$('.games tbody tr').length === 2").await;
        page.until("$('#kept-name').value === '<i>Zugzwang</i>'")
            .await;
        page.script("const folder = $('#folder'); folder.value = 'Endings'; folder.onchange?.()")
            .await;
        page.script("$('#folder').dispatchEvent(new Event('change'))")
            .await;
        page.until("$$('.games tbody tr').length === 1").await;
        // The page is loaded again: it is the same game, and not another one.
        page.client.refresh().await.unwrap();
        page.until("$('#kept-name')?.value === '<i>Zugzwang</i>'")
            .await;
        page.click(".block .move").await;
        page.until(CURRENT).await;
        write(page, "#comment", "Both lose").await;
        until_kept(page, "Both lose").await;
        page.until("$$('.games tbody tr').length === 2").await;
    });
}

/// Gives a text as a file to an input.
pub(crate) async fn import(page: &Page, input: &str, name: &str, text: &str) {
    let script = format!(
        "const files = new DataTransfer();
         files.items.add(new File([{}], {}));
         $('{input}').files = files.files;
         $('{input}').dispatchEvent(new Event('change'));",
        json!(text),
        json!(name)
    );
    page.script(&script).await;
}

/// A game from the position of this module to its end, with this first move.
fn to_the_end(page: &Page, first: &str) -> Vec<String> {
    let mut moves = vec![first.to_owned()];
    loop {
        let state = page
            .answer(&json!({"id": "1", "action": "board", "position": ZUGZWANG, "moves": moves}));
        let Some(next) = state["legal"][0]["move"].as_str() else {
            return moves;
        };
        moves.push(next.to_owned());
    }
}

#[test]
fn a_shelf_is_exported_and_imported() {
    let game = |number: usize| {
        format!(
            "[A \"Player {number}\"]\n[Result \"*\"]\n{ZUGZWANG}\n1. c5-c6 {{In a hurry, number {number}.}} d5-d6\n"
        )
    };
    on_page("#view=shelf", async |page| {
        page.until("$('#import')").await;
        let mut texts: Vec<String> = (1..12).map(|number| game(10 * number + 7)).collect();
        texts.push(format!(
            "[A \"Mum\"]\n[B \"Lena\"]\n{ZUGZWANG}\n{}\n",
            to_the_end(page, "c5-d4").join(" ")
        ));
        import(page, "#import", "club.txt", &texts.join("\n")).await;
        page.until_text("#shelf-status", "club.txt: 12 games").await;
        page.until("$$('.games tbody tr').length === 12").await;
        let outcomes = "$$('#shelf-games .game + span b').map((result) => result.textContent)";
        page.until(&format!(
            "{outcomes}.includes('a draw') && {outcomes}.some((words) => /^(Mum|Lena) wins by/.test(words))"
        ))
        .await;
        // The game is analysed from the top of the panel, and the lesson tools are in a menu.
        page.click("#shelf-games .game").await;
        page.resize([1280, 800]).await;
        page.until("$('#analyse-game').getBoundingClientRect().top < $('#shelf-games').getBoundingClientRect().top")
            .await;
        page.until("$$('#lesson-more button').length === 3 && !$('#lesson-more').open")
            .await;
        page.screenshot("shelf-results").await;
        import(page, "#import", "wrong.txt", "no game").await;
        page.until_text("#shelf-status", "wrong.txt: ").await;
        write(page, ".search", "player 77").await;
        page.until("$$('.games tbody tr').length === 1").await;
        page.until_text("#shelf-games caption", "1 of 12 games")
            .await;
        page.screenshot("imported").await;
        // Words of comments and dates are found, too, in any order.
        for (wanted, found) in [("number 37", 1), ("hurry number", 11), ("absent words", 0)] {
            write(page, ".search", wanted).await;
            page.until(&format!("$$('.games tbody .game').length === {found}"))
                .await;
        }
        write(page, ".search", "player 77").await;
        page.until("$$('.games tbody tr').length === 1").await;
        page.script(
            "const create = URL.createObjectURL;
             URL.createObjectURL = (blob) => { blob.text().then((text) => (window.exported = text)); return create(blob); }",
        )
        .await;
        page.click("#export").await;
        page.until("window.exported").await;
        let exported = page.script("return window.exported").await;
        let read = page.answer(&json!({"id": "1", "action": "read", "text": exported}));
        assert_eq!(read["games"].as_array().unwrap().len(), 12);
        page.click(".games tbody .game").await;
        page.until_text("#moves", "d5-d6").await;
        page.until_text("#below", "Player 77").await;
    });
}

/// Keeps a game with a variation and the comment `First`, and opens it in a second tab, which is
/// shown; returns the windows of both tabs.
async fn in_two_tabs(page: &mut Page) -> (WindowHandle, WindowHandle) {
    branch(page).await;
    comment(page, "First").await;
    until_kept(page, "First").await;
    let first = page.client.window().await.unwrap();
    let address = page.script("return location.href").await;
    let second = page.client.new_window(true).await.unwrap().handle;
    page.client.switch_to_window(second.clone()).await.unwrap();
    page.client.goto(address.as_str().unwrap()).await.unwrap();
    page.click("[data-view=shelf]").await;
    page.click(".games .game").await;
    page.until_text("#moves .comment", "First").await;
    page.click("[data-view=analyze]").await;
    (first, second)
}

#[test]
fn a_game_in_two_tabs_is_merged_copied_or_loaded() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        let (first, second) = in_two_tabs(page).await;
        page.client.switch_to_window(first.clone()).await.unwrap();
        comment(page, "From the first tab").await;
        until_kept(page, "From the first tab").await;
        page.client.switch_to_window(second).await.unwrap();
        page.until_text("#keep-notice", "changed in another tab")
            .await;
        page.screenshot("two-tabs").await;
        page.click(".variation .move").await;
        comment(page, "From the second tab").await;
        page.click("#merge").await;
        until_kept(page, "From the second tab").await;
        until_kept(page, "From the first tab").await;
        page.until("$('#keep-notice').textContent === ''").await;
        page.client.switch_to_window(first).await.unwrap();
        page.click("#save-copy").await;
        page.until("$('#keep-notice').textContent === ''").await;
        until_kept(page, "(copy)").await;
    });
}

#[test]
fn a_full_storage_or_none_is_named_and_nothing_is_lost() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        page.script(
            "window.put = IDBObjectStore.prototype.add;
             IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        )
        .await;
        play(page, "c5", "c6").await;
        page.until_text("#keep-notice", "storage of the browser is full")
            .await;
        page.screenshot("full").await;
        page.script("IDBObjectStore.prototype.add = window.put")
            .await;
        play(page, "d5", "d6").await;
        page.until("$('#keep-notice').textContent === ''").await;
        until_kept(page, "d5-d6").await;
        assert_eq!(
            page.script("return $$('#moves li').length").await,
            Value::from(2)
        );
    });
    on_page("icon.svg", async |page| {
        // Without storage the page works, and says so on the shelf.
        page.go("#view=shelf").await;
        page.until("$('#shelf-status')").await;
        page.script(
            "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }",
        )
        .await;
        page.script(
            "import('/store.js').then(({ Store }) => new Store().list()).catch(({ message }) => (window.message = message))",
        )
        .await;
        page.until("window.message?.includes('save them as files')")
            .await;
    });
}

/// Answers whether the shelf has this many games.
async fn until_games(page: &Page, count: usize) {
    page.until(&format!("$$('.games tbody tr').length === {count}"))
        .await;
}

#[test]
fn a_deleted_game_comes_back_by_undo_alone() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        page.click("[data-view=play]").await;
        for seat in ["Player A", "Player B"] {
            page.set_option(seat, "person").await;
        }
        page.click("#continue-game").await;
        page.until("$('.movable')").await;
        play(page, "c5", "c6").await;
        // The same game from a file is another one on the shelf.
        page.click("[data-view=shelf]").await;
        until_games(page, 1).await;
        import(
            page,
            "#import",
            "copy.txt",
            &format!("[A \"Anna\"]\n{ZUGZWANG}\nc5-c6\n"),
        )
        .await;
        page.until_text("#shelf-status", "copy.txt: 1 game").await;
        page.click(".games tbody .game").await;
        page.until("$('#kept-name').value === 'Anna'").await;
        page.click(".games tbody button[title=Delete]").await;
        page.until_text("#shelf-status", "Anna deleted").await;
        page.click("[data-view=play]").await;
        page.until_text("#status", "B").await;
        play(page, "d5", "d6").await;
        page.click("[data-view=shelf]").await;
        page.until_text("#shelf-games", "1 game").await;
        page.until(
            "$('.games tbody td:last-of-type').parentElement.children[1].textContent === '2'",
        )
        .await;
    });
}

/// Another main line than that of a finished game begins a study; a game of a link is kept when a
/// person says so.
#[test]
fn a_finished_game_stays_as_it_was() {
    on_page(
        &format!("{}&moves=c5-d4", at("shelf", ZUGZWANG)),
        async |page| {
            page.click("#keep").await;
            page.until("$$('#shelf-games tbody tr').length === 1").await;
            page.screenshot("kept").await;
            write(page, "#kept-name", "Final").await;
            page.click("[data-view=analyze]").await;
            page.until("$$('#moves li').length === 1").await;
            while !page
                .script("return $('#legal').hidden")
                .await
                .as_bool()
                .unwrap()
            {
                let count = page.script("return $$('#moves li').length").await;
                page.script("$('#legal').open = true").await;
                page.until("$('#legal .move')").await;
                page.script("$('#legal .move').click()").await;
                page.until(&format!("$$('#moves li').length > {count}"))
                    .await;
            }
            comment(page, "The end").await;
            until_kept(page, "The end").await;
            page.click("#steps button:nth-child(1)").await;
            page.until(&format!("!{CURRENT}")).await;
            play(page, "c5", "c6").await;
            page.until(&format!("{CURRENT} === 'c5-c6'")).await;
            page.click("#promote").await;
            page.until_text(
                "#tree-note",
                "The played game stays on the shelf as it was; this is “Study of Final” now.",
            )
            .await;
            page.click("[data-view=shelf]").await;
            page.until_text("#shelf-games", "Study of Final").await;
            page.until("$$('#shelf-games .game').some((game) => game.textContent === 'Final')")
                .await;
            page.until("$$('#shelf-games .game + span b').some((result) => result.textContent.includes('wins by'))").await;
            page.screenshot("study").await;
        },
    );
}

#[test]
fn a_position_with_notes_alone_is_kept_with_them() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        page.click("#draw").await;
        page.hex("c5").await;
        page.hex("d5").await;
        page.until("$('#board .fp-drawn')").await;
        page.until("location.hash.includes('tree=')").await;
        until_kept(page, "c5-d5").await;
        let address = page.script("return location.hash").await;
        page.script("sessionStorage.clear()").await;
        page.go(address.as_str().unwrap()).await;
        page.until("$('#board .fp-drawn')").await;
        page.click("[data-view=shelf]").await;
        page.click(".games tbody .game").await;
        page.click("[data-view=analyze]").await;
        page.until("$('#board .fp-drawn')").await;
    });
}

#[test]
fn folders_are_renamed_deleted_exported_and_come_back() {
    let game = |name: &str| format!("[A \"{name}\"]\n{ZUGZWANG}\n1. c5-c6 d5-d6\n");
    on_page("#view=shelf", async |page| {
        page.until("$('#import')").await;
        import(
            page,
            "#import",
            "club.txt",
            &[game("Anna"), game("Bert")].join("\n"),
        )
        .await;
        until_games(page, 2).await;
        page.click(".games tbody .game").await;
        page.until("$('#kept-folder')?.value === 'club'").await;
        write(page, "#folder-name", "<i>Tuesday</i>").await;
        page.until_text("#folder", "<i>Tuesday</i> (2)").await;
        // The game on the board goes with its folder, and is no other tab's.
        page.until("$('#kept-folder').value === '<i>Tuesday</i>'")
            .await;
        assert_eq!(page.text("#keep-notice").await, "");
        page.screenshot("folder").await;
        page.click("#undelete").await;
        page.until_text("#folder", "club (2)").await;
        page.click("#delete-folder").await;
        until_games(page, 0).await;
        page.click("#undelete").await;
        page.until_text("#shelf-status", "is back").await;
        until_games(page, 2).await;
        write(page, "#kept-name", "Lesson 1").await;
        page.until_text("#shelf-games", "Lesson 1").await;
        page.script(
            "const create = URL.createObjectURL;
             URL.createObjectURL = (blob) => { blob.text().then((text) => (window.exported = text)); return create(blob); }",
        )
        .await;
        page.click("#export").await;
        page.until("window.exported").await;
        let exported = page.script("return window.exported").await;
        let exported = exported.as_str().unwrap();
        assert!(
            exported.contains("[Name \"Lesson 1\"]\n[Folder \"club\"]"),
            "{exported}"
        );
        import(page, "#import", "other.txt", exported).await;
        // What is on the shelf is not doubled, and gets what is new.
        page.until_text("#shelf-status", "other.txt: 2 games already on the shelf")
            .await;
        page.until_text("#folder", "club (2)").await;
        import(
            page,
            "#import",
            "other.txt",
            &exported.replacen("d5-d6", "d5-d6 {Well played}", 1),
        )
        .await;
        page.until_text(
            "#shelf-status",
            "2 games already on the shelf, 1 of them with new moves or notes",
        )
        .await;
        until_games(page, 2).await;
    });
}

#[test]
fn a_large_file_without_headers_is_read_in_pieces() {
    let note = "a comment / of some length ".repeat(50);
    let game = |number: usize| {
        format!("# game {number}\n{ZUGZWANG}\n1. c5-c6 # {note}\n\n1... d5-d6\n1/2-1/2\n")
    };
    let text = (0..800).map(game).collect::<Vec<_>>().join("\n");
    assert!(text.len() > 1024 * 1024);
    on_page("#view=shelf", async |page| {
        page.until("$('#import')").await;
        import(page, "#import", "large.txt", &text).await;
        page.until_text("#shelf-status", "large.txt: 800 games")
            .await;
        page.until_text("#folder", "large (800)").await;
    });
}

#[test]
fn what_one_tab_has_deleted_does_not_come_back_from_another() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        let (first, second) = in_two_tabs(page).await;
        page.client.switch_to_window(first).await.unwrap();
        page.click(".variation .move").await;
        page.click("#delete-move").await;
        page.until("!$('.variation')").await;
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        page.client.switch_to_window(second).await.unwrap();
        page.until_text("#keep-notice", "changed in another tab")
            .await;
        page.click(".block:not(.variation) .move").await;
        comment(page, "Second").await;
        page.click("#merge").await;
        page.until("!$('.variation')").await;
        page.until_text("#moves .comment", "Second").await;
        until_kept(page, "Second").await;
    });
}
