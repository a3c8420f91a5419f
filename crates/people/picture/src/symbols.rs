//! Shapes that pictures copy: fish, penguins, whales, patterns.

use floe_flip::Species;
use floe_game::Player;

use crate::svg::{Element, Point};

/// Fish that swims left, about 36 wide; its colour is that of the copy.
const FISH: &str =
    "M-17 0C-11 -10 4 -10 11 -1.5L18 -7.5C16.5 -2.5 16.5 2.5 18 7.5L11 1.5C4 10 -11 10 -17 0Z";
/// Penguin, about 50 high.
const BODY: &str = "M0 -25C9 -25 13.5 -18.5 13.5 -10.5C19 -3 20.5 8 17 15C13.5 22.5 -13.5 22.5 -17 15C-20.5 8 -19 -3 -13.5 -10.5C-13.5 -18.5 -9 -25 0 -25Z";
/// Fluke and back of a whale, about 44 wide.
const WHALE: &str = "M-22 4C-22 -7 -11 -12 0 -11C8 -10.5 13 -6 16 -2C18 -3 19 -6 18.5 -10C22 -8.5 24 -7 25 -4C26.5 -6.5 28.5 -8 31 -8.5C31 -3 28 2 22 4.5C15 11 -8 13 -16 10C-20 8.5 -22 7 -22 4Z";

/// Shapes of the bellies: each player has its own, as well as a colour and a letter.
const BELLIES: [&str; Player::MAX] = [
    "M0 -5C7 -5 11 1 11 8C11 14 7 18 0 18C-7 18 -11 14 -11 8C-11 1 -7 -5 0 -5Z",
    "M-8 -4.5H8Q10.5 -4.5 10.5 -2V15Q10.5 17.5 8 17.5H-8Q-10.5 17.5 -10.5 15V-2Q-10.5 -4.5 -8 -4.5Z",
    "M0 -7.5L12 4.5L7.5 18H-7.5L-12 4.5Z",
    "M0 -8L13 6.5L0 20L-13 6.5Z",
];

/// Returns the shapes as definitions, to be copied by name.
pub(crate) fn definitions() -> Element {
    let animals = Species::ALL.map(animal);
    let eye = Element::circle("eye", Point::new(-10.5, -1.5), 1.7);
    let fish = Element::new("g")
        .set("id", "floe-fish")
        .add(Element::new("path").set("d", FISH))
        .add(eye);
    let whale = Element::new("g")
        .set("id", "floe-orca")
        .add(Element::path("whale", WHALE));
    let whale = whale.add(Element::circle("white", Point::new(-14.0, 0.0), 1.8));
    let penguins = Player::first(Player::MAX).map(penguin);
    let hatches = Player::first(Player::MAX).map(hatch);
    Element::new("defs")
        .add(fish)
        .add(whale)
        .add_all(penguins)
        .add_all(hatches)
        .add_all(animals)
}

/// Name of the shape of a player's penguin.
pub(crate) fn penguin_name(player: Player) -> String {
    format!("floe-penguin-{player}")
}

/// Name of the shape of an animal of the cards.
pub(crate) fn animal_name(species: Species) -> String {
    format!("floe-{}", species.name())
}

/// Animals of the cards, which swim left, and jellyfish up; about 50 wide and 30 high.
fn animal(species: Species) -> Element {
    let data = match species {
        Species::Whale => {
            "M-25 3C-25 -9 -13 -13 -2 -12C8 -11.5 13 -7 16 -3C17 -6 16 -9 14 -12C18 -12 21 -10 22 -8C24 -11 27 -12 30 -11C30 -6 27 0 21 3C14 11 -8 13 -18 10C-23 8.5 -25 7 -25 3Z"
        }
        Species::Swordfish => {
            "M-32 -2L-14 -3.5C-9 -7 -5 -8 -2 -8L0 -14L6 -7.5C12 -6 16 -3 19 -1L26 -10C24.5 -3 24.5 5 27 11L19 2C12 8 -4 10 -14 1.5L-32 -1Z"
        }
        Species::Octopus => {
            "M0 -15C9 -15 13 -9 12 -2C17 2 20 8 25 7C22 12 15 10 11 6C12 10 15 14 19 14C12 18 6 13 5 8C5 12 4 16 0 16C-4 16 -5 12 -5 8C-6 13 -12 18 -19 14C-15 14 -12 10 -11 6C-15 10 -22 12 -25 7C-20 8 -17 2 -12 -2C-13 -9 -9 -15 0 -15Z"
        }
        Species::Turtle => {
            "M-27 -4C-24 -8 -19 -7 -16 -4C-12 -12 12 -14 18 0L25 3L18 4C14 6 10 7 7 7L12 15C6 15 2 12 0 8L-6 7.5L-9 15C-14 13 -14 9 -13 6C-18 4 -24 2 -27 -4Z"
        }
        Species::Dolphin => {
            "M-28 1C-24 0 -22 -1 -20 -3C-15 -10 -7 -11 -2 -11L6 -18C6 -14 6 -12 7 -9C14 -6 18 -1 20 4L29 5C25 8 23 10 22 15C18 13 16 11 16 8C10 2 2 1 -3 2L-6 9C-9 8 -11 5 -11 2C-17 3 -23 3 -28 1Z"
        }
        Species::Jellyfish => {
            "M0 -17C11 -17 16 -10 16 -2C14 0 12 0 11 -2C9 0 7 0 5.5 -2C4 0 2 0 0 -2C-2 0 -4 0 -5.5 -2C-7 0 -9 0 -11 -2C-12 0 -14 0 -16 -2C-16 -10 -11 -17 0 -17ZM-9 3C-12 8 -6 11 -9 17L-6.5 17C-4 11 -9 8 -6.5 3ZM-1.2 3C-4 8 1.5 11 -1.2 18H1.2C4 11 -1.5 8 1.2 3ZM6.5 3C4 8 9 11 6.5 17H9C12 11 6 8 9 3Z"
        }
        Species::Ray => {
            "M-22 0C-14 -2 -8 -7 -2 -16C4 -13 10 -6 11 -1L31 -1.5L31 0.5L11 1C10 6 4 13 -2 16C-8 7 -14 2 -22 0Z"
        }
        Species::Shark => {
            "M-29 1C-20 -7 -10 -9 -4 -9L5 -18C6 -14 7 -11 8 -8C13 -6.5 17 -4 19 -2L28 -13C26 -5 26 3 28 9L19 2C14 5 8 7 3 7.5L-4 15C-5 12 -6 10 -6 8C-14 8 -22 5 -29 1Z"
        }
    };
    let eye = match species {
        Species::Octopus => [(-4.5, -6.0), (4.5, -6.0)].to_vec(),
        Species::Jellyfish => [(-5.0, -9.0), (5.0, -9.0)].to_vec(),
        Species::Ray => [(-12.0, -2.5), (-12.0, 2.5)].to_vec(),
        Species::Turtle => [(-22.0, -4.0)].to_vec(),
        _ => [(-17.0, -1.5)].to_vec(),
    };
    let eyes = eye
        .into_iter()
        .map(|(x, y)| Element::circle("eye", Point::new(x, y), 1.6));
    Element::new("g")
        .set("id", &animal_name(species))
        .add(Element::new("path").set("d", data))
        .add_all(eyes)
}

/// Fill with the hatching of a player.
pub(crate) fn hatch_fill(player: Player) -> String {
    format!("url(#floe-hatch-{player})")
}

fn penguin(player: Player) -> Element {
    let feet = [-8, 8].map(|x| format!("M{} 21C{} 17 {} 17 {} 21Z", x - 6, x - 5, x + 5, x + 6));
    let eyes = [-5.0, 5.0].map(|x| Element::circle("white", Point::new(x, -14.5), 3.4));
    let pupils = [-4.2, 4.2].map(|x| Element::circle("black", Point::new(x, -14.2), 1.7));
    let letter = Element::label("letter", Point::new(0.0, 12.3), &player.to_string());
    Element::new("g")
        .set("id", &penguin_name(player))
        .add_all(feet.map(|foot| Element::path("beak", &foot)))
        .add(Element::path(&format!("body {player}"), BODY))
        .add(Element::path("belly", BELLIES[player.index()]))
        .add_all(eyes)
        .add_all(pupils)
        .add(Element::path("beak", "M-4 -11H4L0 -5.5Z"))
        .add(letter)
}

/// Hatching of a player's territory, in a direction of its own.
fn hatch(player: Player) -> Element {
    const LINES: [&str; Player::MAX] = [
        "M-2 2L2 -2M0 8L8 0M6 10L10 6",
        "M-2 6L2 10M0 0L8 8M6 -2L10 2",
        "M0 4H8",
        "M4 0V8",
    ];
    Element::new("pattern")
        .set("id", &format!("floe-hatch-{player}"))
        .number("width", 8.0)
        .number("height", 8.0)
        .set("patternUnits", "userSpaceOnUse")
        .add(Element::path(
            &format!("hatch line-{player}"),
            LINES[player.index()],
        ))
}
