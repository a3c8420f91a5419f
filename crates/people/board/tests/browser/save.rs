//! Pictures, animations and pages of games are saved as files.

use serde_json::{Value, json};

use crate::driver::{Page, on_page};
use crate::{ZUGZWANG, at};

/// Keeps what is downloaded next in `window.saved`, as a data URL.
const CATCH: &str = "
    window.saved = null;
    URL.createObjectURL = (content) => {
      const reader = new FileReader();
      reader.onload = () => (window.saved = [content.size, reader.result]);
      reader.readAsDataURL(content);
      return 'data:,';
    };
    HTMLAnchorElement.prototype.click = () => {};";

/// Loads the file that was saved as a picture, and returns its size.
const SIZE: &str = "
    const [kind, done] = arguments;
    const image = new Image();
    image.onload = () => done([image.width, image.height]);
    image.onerror = () => done(null);
    image.src = window.saved[1].replace(/^data:[^;]*/, `data:${kind}`);";

/// Saves a file of this kind, and returns it as text; bytes beyond ASCII are changed.
async fn save(page: &Page, kind: &str) -> String {
    page.script(CATCH).await;
    page.click("#save-as").await;
    page.click(&format!("[data-save='{kind}']")).await;
    page.until("window.saved && $('#saving p.faint').textContent.startsWith('Saved floe-')")
        .await;
    page.script("$('#saving').close()").await;
    let text = "return atob(window.saved[1].split(',')[1])";
    page.script(text).await.as_str().unwrap().to_owned()
}

async fn size(page: &Page, kind: &str) -> Value {
    page.value_of(SIZE, vec![json!(kind)]).await
}

/// Size of a picture that is drawn with this width.
fn scaled(drawn: &Value, width: f64) -> Value {
    let [drawn_width, height] = [0, 1].map(|index| drawn[index].as_f64().unwrap());
    json!([width as u64, (width * height / drawn_width).round() as u64])
}

/// The games of the page: a floe, cards, a lake.
const GAMES: [(&str, &str); 3] = [
    (ZUGZWANG, "c5-c6%20d5-d6"),
    (
        "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3",
        "f:b2",
    ),
    (
        "angling:??/?? A 0,0 y1+2 1.1 -,- dealt lake=2x2 tiles=1.2.r.d",
        "y+1",
    ),
];

#[test]
fn pictures_animations_and_pages_of_all_games_are_saved() {
    for (position, moves) in GAMES {
        on_page(
            &format!("{}&moves={moves}", at("review", position)),
            async |page| {
                page.until("$('#board svg') && $$('#moves li').length > 0")
                    .await;
                let svg = save(page, "svg").await;
                assert!(
                    svg.starts_with("<svg ") && svg.contains("fp-light"),
                    "{position}"
                );
                let drawn = size(page, "image/svg+xml").await;
                let png = save(page, "png").await;
                assert!(png.contains("PNG"));
                assert_eq!(
                    size(page, "image/png").await,
                    scaled(&drawn, 1600.0),
                    "{position}"
                );
                let animation = save(page, "animation.png").await;
                // Cards are drawn and laid after the move.
                let moves = page.script("return $$('#moves li').length").await;
                let frames = moves.as_u64().unwrap() as usize + 1;
                assert_eq!(animation.matches("fcTL").count(), frames, "{position}");
                assert_eq!(animation.matches("acTL").count(), 1);
                assert_eq!(
                    size(page, "image/png").await,
                    scaled(&drawn, 800.0),
                    "a browser shows the animation"
                );
                let html = save(page, "html").await;
                assert!(
                    html.starts_with("<!DOCTYPE html>") && html.contains("aria-label=\"Moves\""),
                    "{position}"
                );
                assert_eq!(html.matches("<li value").count(), frames - 1);
                page.click("#save-as").await;
                page.screenshot("save").await;
            },
        );
    }
}

#[test]
fn an_animation_says_which_line_it_shows_and_the_link_is_copied() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        crate::tree::branch(page).await;
        page.click("#save-as").await;
        page.until_text(
            "[data-save='animation.png']",
            "Animation of the line shown (2 moves)",
        )
        .await;
        page.until_text(
            "[data-save='main.animation.png']",
            "Animation of the main line (2 moves)",
        )
        .await;
        page.screenshot("save-lines").await;
        page.click("#saving .primary").await;
        let animation = save(page, "main.animation.png").await;
        assert_eq!(animation.matches("fcTL").count(), 3);
        page.script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
            .await;
        page.until("location.hash.includes('tree=')").await;
        page.script(
            "$$('#move-tools button').find((one) => one.textContent === 'Copy link').click()",
        )
        .await;
        page.until("window.copied === location.href").await;
        page.until_text("#tip", "Link copied").await;
        // From the shelf, too, the link leads to the game.
        page.click("[data-view=shelf]").await;
        page.until("location.hash.includes('view=shelf') && location.hash.includes('tree=')")
            .await;
        page.script(
            "$$('#move-tools button').find((one) => one.textContent === 'Copy link').click()",
        )
        .await;
        page.until("window.copied === location.href.replace('view=shelf', 'view=analyze')")
            .await;
        // At an address of another machine there is no clipboard.
        page.script("delete Navigator.prototype.clipboard").await;
        page.script(
            "$$('#move-tools button').find((one) => one.textContent === 'Copy link').click()",
        )
        .await;
        page.until("$('#copied')?.value === location.href.replace('view=shelf', 'view=analyze')")
            .await;
        page.until("getSelection().toString() === $('#copied').value")
            .await;
        page.screenshot("copy-link").await;
        page.click("#copy .primary").await;
        // Escape leaves the comment.
        page.script("$('#comment').focus()").await;
        page.press("\u{e00c}").await;
        page.until("document.activeElement.id !== 'comment'").await;
    });
}

/// The list of moves stays where it is when another view is shown.
#[test]
fn the_list_of_moves_keeps_its_place_in_another_view() {
    let floe = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";
    on_page(&at("review", floe), async |page| {
        page.until("$('#board svg')").await;
        let arguments = vec![
            json!(floe),
            json!("a1 b3 b1 b2 c2 c3 d2 d3".split(' ').collect::<Vec<_>>()),
        ];
        page.value_of(include_str!("large_tree.js"), arguments)
            .await;
        page.go("#view=shelf").await;
        page.click(".games .game").await;
        page.until("$$('#moves li').length === 2000").await;
        page.script("$('#moves').scrollTop = 3000").await;
        for view in ["review", "analyze"] {
            page.click(&format!("[data-view={view}]")).await;
            page.until("$('#moves').scrollTop > 2000").await;
        }
    });
}

/// Turned, in the chosen colours, with the arrows of the analysis.
#[test]
fn a_picture_is_saved_as_it_is_shown() {
    on_page(&at("analyze", ZUGZWANG), async |page| {
        page.until_text("#value", "proved").await;
        page.until("$('#board .fp-first')").await;
        // The system is light: the first click changes the colours.
        page.click("#theme").await;
        page.click("#turn").await;
        page.until("$('#theme').textContent === '☾'").await;
        page.script("localStorage.seats = ''").await;
        let svg = save(page, "svg").await;
        assert!(svg.contains("fp-dark") && svg.contains("fp-first"));
        let turned = page.answer(&json!({
            "id": "1", "action": "picture", "position": ZUGZWANG, "theme": "dark", "turned": true,
        }));
        let place = |svg: &str| {
            svg.split("data-hex=\"c5\"")
                .nth(1)
                .unwrap()
                .split("d=\"")
                .nth(1)
                .unwrap()[..12]
                .to_owned()
        };
        assert_eq!(place(&svg), place(turned["svg"].as_str().unwrap()));
    });
}

#[test]
fn a_game_with_secrets_is_saved_as_a_picture_alone() {
    on_page("#view=play", async |page| {
        for (label, value) in [
            ("Rules", "angling"),
            ("Player A", "person"),
            ("Player B", "1"),
        ] {
            page.set_option(label, value).await;
        }
        page.click("#begin").await;
        page.until_text("#status", "Your turn").await;
        page.click("#save-as").await;
        let offered = "return $$('[data-save]').map((each) => each.dataset.save)";
        assert_eq!(page.script(offered).await, json!(["png", "svg"]));
        page.script("$('#saving').close()").await;
        let svg = save(page, "svg").await;
        assert!(svg.contains("hidden tile"));
    });
}
