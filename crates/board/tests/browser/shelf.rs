//! The shelf: games that the browser keeps.

use serde_json::{Value, json};

use crate::driver::{Page, on_page};
use crate::tree::{CURRENT, branch, play, press};
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
        let kept = page.client.execute_async(KEPT, Vec::new()).await.unwrap();
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
    press(page, text).await;
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
        page.until("document.querySelector('#kept-name').value.startsWith('base')").await;
        write(page, "#kept-name", "<i>Zugzwang</i>").await;
        page.until_text("#shelf-games", "<i>Zugzwang</i>").await;
        write(page, "#kept-folder", "Endings").await;
        page.until_text("#folder", "Endings (1)").await;
        page.screenshot("shelf").await;
        // Another game, and back to the first one with all that was in it.
        page.go(&at("analyze", ZUGZWANG)).await;
        page.until_text("#value", "proved").await;
        play(page, "c5", "d4").await;
        comment(page, "Straight on").await;
        until_kept(page, "Straight on").await;
        page.click("[data-view=shelf]").await;
        page.until("document.querySelectorAll('.games tbody tr').length === 2").await;
        page.click(".games tbody tr:nth-child(2) .game").await;
        page.until_text(".variation .comment", "<b>A trap</b>").await;
        page.until("document.querySelector('#kept-name').value === '<i>Zugzwang</i>'").await;
        // By keys: delete the game, and bring it back.
        page.script("document.querySelector('.games tbody tr:nth-child(2) button[title=Delete]').focus()").await;
        press(page, "\u{e007}").await;
        page.until("document.querySelectorAll('.games tbody tr').length === 1").await;
        page.until("document.activeElement.id === 'undelete'").await;
        press(page, "\u{e007}").await;
        page.until("document.querySelectorAll('.games tbody tr').length === 2").await;
        page.until("document.querySelector('#kept-name').value === '<i>Zugzwang</i>'").await;
        page.script("const folder = document.querySelector('#folder'); folder.value = 'Endings'; folder.onchange?.()")
            .await;
        page.script("document.querySelector('#folder').dispatchEvent(new Event('change'))").await;
        page.until("document.querySelectorAll('.games tbody tr').length === 1").await;
        // The page is loaded again: it is the same game, and not another one.
        page.client.refresh().await.unwrap();
        page.until("document.querySelector('#kept-name')?.value === '<i>Zugzwang</i>'").await;
        page.click(".block .move").await;
        page.until(CURRENT).await;
        write(page, "#comment", "Both lose").await;
        until_kept(page, "Both lose").await;
        page.until("document.querySelectorAll('.games tbody tr').length === 2").await;
    });
}

/// Imports a text as a file.
async fn import(page: &Page, name: &str, text: &str) {
    let script = format!(
        "const files = new DataTransfer();
         files.items.add(new File([{}], {}));
         document.querySelector('#import').files = files.files;
         document.querySelector('#import').dispatchEvent(new Event('change'));",
        json!(text),
        json!(name)
    );
    page.script(&script).await;
}

#[test]
fn a_shelf_is_exported_and_imported() {
    let game = |name: &str| format!("[A \"{name}\"]\n[Result \"*\"]\n{ZUGZWANG}\n1. c5-c6 d5-d6\n");
    on_page("#view=shelf", async |page| {
        page.until("document.querySelector('#import')").await;
        let texts: Vec<String> = (0..12).map(|number| game(&format!("Player {number}"))).collect();
        import(page, "club.txt", &texts.join("\n")).await;
        page.until_text("#shelf-status", "club.txt: 12 games").await;
        page.until("document.querySelectorAll('.games tbody tr').length === 12").await;
        import(page, "wrong.txt", "no game").await;
        page.until_text("#shelf-status", "wrong.txt: ").await;
        write(page, ".search", "player 7").await;
        page.until("document.querySelectorAll('.games tbody tr').length === 1").await;
        page.screenshot("imported").await;
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
        page.until_text("#below", "Player 7").await;
    });
}

#[test]
fn a_game_in_two_tabs_is_merged_copied_or_loaded() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
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
        page.client.switch_to_window(first.clone()).await.unwrap();
        comment(page, "From the first tab").await;
        until_kept(page, "From the first tab").await;
        page.client.switch_to_window(second).await.unwrap();
        page.until_text("#keep-notice", "changed in another tab").await;
        page.screenshot("two-tabs").await;
        page.click(".variation .move").await;
        comment(page, "From the second tab").await;
        page.click("#merge").await;
        until_kept(page, "From the second tab").await;
        until_kept(page, "From the first tab").await;
        page.until("document.querySelector('#keep-notice').textContent === ''").await;
        page.client.switch_to_window(first).await.unwrap();
        page.click("#save-copy").await;
        page.until("document.querySelector('#keep-notice').textContent === ''").await;
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
        page.until_text("#keep-notice", "storage of the browser is full").await;
        page.screenshot("full").await;
        page.script("IDBObjectStore.prototype.add = window.put").await;
        play(page, "d5", "d6").await;
        page.until("document.querySelector('#keep-notice').textContent === ''").await;
        until_kept(page, "d5-d6").await;
        assert_eq!(page.script("return document.querySelectorAll('#moves li').length").await, Value::from(2));
    });
    on_page("icon.svg", async |page| {
        // Without storage the page works, and says so on the shelf.
        page.go("#view=shelf").await;
        page.until("document.querySelector('#shelf-status')").await;
        page.script("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }").await;
        page.script(
            "import('/store.js').then(({ Store }) => new Store().list()).catch(({ message }) => (window.message = message))",
        )
        .await;
        page.until("window.message?.includes('save them as files')").await;
    });
}
