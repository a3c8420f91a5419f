use floe_engine::AnyGame;
use floe_picture::{Arrow, PictureOptions};
use floe_presentation::Seen;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::games::{random_game, starts};

/// Rectangle by its left, upper, right and lower end.
type Ends = [f64; 4];

/// Labels of arrows leave every space as it is, and lie on no penguin, no fish of a floe and no
/// other label.
#[test]
fn labels_of_arrows_cover_no_pieces() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(21);
    let mut labels = 0;
    for start in starts() {
        let (game, _) = random_game(&start, rng);
        for (position, _) in game.iter().step_by(1 + game.len() / 8) {
            let choices = position.choices();
            let chosen = choices.iter().step_by(1 + choices.len() / 3);
            let arrow = |choice: &String| {
                Some(Arrow {
                    mark: Seen::whole(position).move_mark(choice).ok()?,
                    label: "A +2".to_owned(),
                })
            };
            let arrows: Vec<Arrow> = chosen.filter_map(arrow).collect();
            let plain = picture(position, Vec::new());
            let marked = picture(position, arrows);
            let [spaces, marks] = parts(&marked);
            assert_eq!(spaces, parts(&plain)[0], "{position}");
            let plates: Vec<Ends> = marks
                .split("<rect class=\"fp-")
                .skip(1)
                .map(plate)
                .collect();
            labels += plates.len();
            let is_floe = position.rules().floe().is_some();
            let penguins = copies(spaces, "floe-penguin-", [14.0, 20.0]);
            let fish = copies(spaces, "floe-fish", [12.0, 5.0]);
            let piers: Vec<Ends> = plain
                .split("<circle class=\"fp-pier")
                .skip(1)
                .map(pier)
                .collect();
            for (index, &plate) in plates.iter().enumerate() {
                assert!(
                    !plates[..index].iter().any(|&other| meet(plate, other)),
                    "{position}: labels"
                );
                assert!(
                    !penguins.iter().any(|&penguin| meet(plate, penguin)),
                    "{position}: a penguin, {choices:?}"
                );
                assert!(
                    !piers.iter().any(|&pier| meet(plate, pier)),
                    "{position}: a pier, {choices:?}"
                );
                assert!(
                    !is_floe || !fish.iter().any(|&fish| meet(plate, fish)),
                    "{position}: fish, {choices:?}"
                );
            }
        }
    }
    assert!(labels > 200, "{labels}");
}

fn picture(position: &AnyGame, arrows: Vec<Arrow>) -> String {
    Seen::whole(position).picture(&PictureOptions {
        arrows,
        board_only: true,
        ..PictureOptions::default()
    })
}

/// The spaces of a picture, and its marks.
fn parts(svg: &str) -> [&str; 2] {
    let start = svg.find("data-hex").unwrap();
    let end = svg.find("<g class=\"fp-marks\"").unwrap();
    [&svg[start..end], &svg[end..]]
}

/// Ends of a plate, from its attributes.
fn plate(rectangle: &str) -> Ends {
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(rectangle, name));
    [x, y, x + width, y + height]
}

/// Ends of the middle of a pier, where its number stands, from its attributes.
fn pier(circle: &str) -> Ends {
    let [x, y] = ["cx", "cy"].map(|name| number(circle, name));
    [x - 10.0, y - 10.0, x + 10.0, y + 10.0]
}

/// Attribute of an element that is a number.
fn number(element: &str, name: &str) -> f64 {
    let (_, rest) = element.split_once(&format!(" {name}=\"")).unwrap();
    rest.split('"').next().unwrap().parse().unwrap()
}

/// Ends of the copies of a symbol; `half` is half the size of the symbol.
fn copies(svg: &str, symbol: &str, half: [f64; 2]) -> Vec<Ends> {
    let copy = |text: &str| {
        let (_, transform) = text.split_once("translate(").unwrap();
        let transform = transform.split('"').next().unwrap();
        let numbers = transform.split(|c: char| !(c.is_ascii_digit() || "-.".contains(c)));
        let numbers: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
        let scale = numbers.get(2).copied().unwrap_or(1.0);
        let x = numbers[0];
        let y = numbers[1];
        [
            x - scale * half[0],
            y - scale * half[1],
            x + scale * half[0],
            y + scale * half[1],
        ]
    };
    svg.split(&format!("href=\"#{symbol}"))
        .skip(1)
        .map(copy)
        .collect()
}

/// Whether two rectangles share an area.
fn meet(one: Ends, other: Ends) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
