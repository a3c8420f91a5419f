//! Cards and tiles drawn by themselves, for buttons of a page that shows a picture of the game.

use floe_angling::LakeTile;
use floe_flip::{ActionCard, Animal, Species, Waste};

use crate::scene::{RAISED, Spot, space_shapes};
use crate::svg::{Element, Point, rounded};
use crate::{cards, floe, lake};

/// Card, tile or hex that is drawn by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Icon {
    /// Species of the animals of the cards, without a colour or a direction.
    Species(Species),
    /// Card of an animal.
    Animal(Animal),
    /// Waste card.
    Waste(Waste),
    /// Action card: a small net with the cards that it changes.
    Action(ActionCard),
    /// Tile of the lake; `None` for one with its back up.
    LakeTile(Option<LakeTile>),
    /// Hex of a floe by its token, as in a position line.
    Hex(String),
    /// Hex of water with the whale.
    Whale,
}

impl Icon {
    /// Draws the icon as an SVG element. It uses the style and definitions of a picture in the same
    /// document.
    pub fn draw(&self) -> String {
        let origin = Point::default();
        let (spot, corners) = match self {
            Icon::Species(species) => (cards::species_spot(*species, origin), cards::corners()),
            Icon::Animal(animal) => (cards::animal_spot(*animal, origin), cards::corners()),
            Icon::Waste(waste) => (cards::waste_spot(*waste, origin), cards::corners()),
            Icon::Action(card) => (action_spot(*card), cards::corners()),
            Icon::LakeTile(tile) => (lake::tile_spot(*tile, origin), lake::corners()),
            Icon::Hex(token) => (floe::token_spot(token, origin), floe::corners()),
            Icon::Whale => (floe::whale_spot(origin), floe::corners()),
        };
        let reach = corners.iter().fold(origin, |reach, corner| {
            Point::new(reach.x.max(corner.x), reach.y.max(corner.y))
        });
        let size = reach.times(2.0);
        let view = [-reach.x, -reach.y, size.x, size.y].map(rounded).join(" ");
        let svg = Element::new("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set("viewBox", &view)
            .class("picture")
            .set("aria-hidden", "true");
        String::from(
            svg.add_all(space_shapes(&spot, &corners))
                .add_all(spot.pieces),
        )
        .replace('\n', "")
    }
}

/// Distance of the cards of a small net, in units of the picture.
const STEP: f64 = 15.0;

/// Distance of two signs, one below the other.
const SIGN_STEP: f64 = 24.0;
/// Signs of the effects of action cards: those of special tiles that do something like it.
const FLIP: &[u8] = b"r";
const SWITCH: &[u8] = b"x";
const FREE: &[u8] = b"t";

/// Small net of three by three cards, of which those that the action card changes are dark, and
/// signs for what it does.
fn action_spot(card: ActionCard) -> Spot {
    let (changed, signs): (&[(i32, i32)], &[u8]) = match card {
        ActionCard::FlipOne => (&[(0, 0)], FLIP),
        ActionCard::FlipColumn => (&[(0, -1), (0, 0), (0, 1)], FLIP),
        ActionCard::FlipRow => (&[(-1, 0), (0, 0), (1, 0)], FLIP),
        ActionCard::FlipSquare => (&[(-1, 0), (0, 0), (-1, 1), (0, 1)], FLIP),
        ActionCard::FlipColour => (&[(-1, -1), (1, 0), (-1, 1)], FLIP),
        ActionCard::Switch => (&[(-1, 0), (0, 0)], SWITCH),
        ActionCard::SwitchFlip => (&[(-1, 0), (0, 0)], b"xr"),
        ActionCard::FreeOne => (&[(0, 0)], FREE),
    };
    let cells = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (column, row)));
    let cell = |(column, row)| {
        let class = if changed.contains(&(column, row)) {
            "ink"
        } else {
            "card-waste"
        };
        let at = Point::new(f64::from(column) * STEP - 18.0, f64::from(row) * STEP);
        Element::rectangle(
            class,
            at.minus(Point::new(6.0, 6.0)),
            Point::new(12.0, 12.0),
            2.0,
        )
    };
    let first = -SIGN_STEP * (signs.len() as f64 - 1.0) / 2.0;
    let sign = |(number, &letter): (usize, &u8)| {
        let place = format!(
            "translate(27 {}) scale(1.3)",
            rounded(first + SIGN_STEP * number as f64)
        );
        Some(Element::path("ink", floe::sign_icon(letter)?).set("transform", &place))
    };
    let signs = signs.iter().enumerate().filter_map(sign);
    let pieces = cells.map(cell).chain(signs).collect();
    Spot::of_shapes(card.name(), RAISED, pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An icon copies only symbols that every picture defines, and is no space of a board.
    #[test]
    fn icons_use_what_pictures_define() {
        let animals = Species::ALL.map(|species| {
            Icon::Animal(Animal {
                species,
                colour: 1,
                is_forward: true,
            })
        });
        let tokens =
            ["1", "3", ".", "A1", "D1", "t1", "b2", "o"].map(|token| Icon::Hex(token.to_owned()));
        let icons = Species::ALL
            .map(Icon::Species)
            .into_iter()
            .chain(animals)
            .chain(tokens);
        let icons = icons
            .chain(Waste::ALL.map(Icon::Waste))
            .chain(ActionCard::ALL.map(Icon::Action));
        let icons = icons
            .chain(LakeTile::all().map(Some).chain([None]).map(Icon::LakeTile))
            .chain([Icon::Whale]);
        let defined = String::from(crate::symbols::definitions());
        for icon in icons {
            let svg = icon.draw();
            assert!(
                svg.starts_with("<svg ") && !svg.contains("data-hex") && svg.len() < 3000,
                "{icon:?}: {svg}"
            );
            for copy in svg.split("href=\"#").skip(1) {
                let name = copy.split('"').next().unwrap();
                assert!(
                    defined.contains(&format!("id=\"{name}\"")),
                    "{icon:?}: {name}"
                );
            }
        }
    }
}
