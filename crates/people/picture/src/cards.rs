//! Pictures of the cards of *Fish 'n' Flip* and of its competitive form.

use std::fmt::Display;

use floe_flip::{
    ActionCard, ActionCards, Animal, Card, Contest, Flip, FlipMove, Net, Pile, Space, Spaces,
    Species, Waste,
};
use floe_game::{Game, Player, Turn, counted};

use crate::players::{Caption, PlayerLine, player_panel};
use crate::scene::{EdgeSign, RAISED, Scene, Spot};
use crate::svg::{Element, Point, Rectangle, rounded};
use crate::symbols::animal_name;
use crate::{MoveMark, PictureOptions, Pictured};

/// Size of a space of the net.
const SPACE: Point = Point::new(92.0, 68.0);
/// Space for the letters and numbers around the net.
const EDGE: Point = Point::new(34.0, 28.0);

impl Pictured for Flip {
    fn picture(&self, options: &PictureOptions) -> String {
        net_scene(self, self.net(), "Fish 'n' Flip", &columns_in_danger(self)).draw(options)
    }

    fn caption(&self) -> Caption {
        let turn = match self.turn() {
            Turn::Over if self.is_lost() => "lost, a full column would get a card".to_owned(),
            Turn::Over => "game over".to_owned(),
            Turn::Of(player) => format!("{player} to move, {}", self.step().name()),
        };
        let line = |player: Player| PlayerLine {
            player,
            result: self.power(player).map_or("no power".to_owned(), |power| {
                format!("power of the {}", power.name())
            }),
            standing: card_names(self.hand(player)),
            is_turn: self.turn() == Turn::Of(player),
        };
        let left = self.animals_left();
        let in_net = self.net().animals().len();
        let mut notes = vec![format!(
            "{} left, {in_net} of them in the net; {}",
            counted(left, "animal"),
            pile_words(self.pile())
        )];
        notes.extend(
            self.turns_left()
                .map(|turns| format!("turns left: {turns}")),
        );
        Caption {
            turn,
            players: Player::first(self.players()).map(line).collect(),
            notes,
        }
    }

    fn move_mark(&self, mv: FlipMove) -> MoveMark {
        move_mark(self.net(), mv)
    }
}

impl Pictured for Contest {
    fn picture(&self, options: &PictureOptions) -> String {
        net_scene(self, self.net(), "Fish 'n' Flip, competitive", &[]).draw(options)
    }

    fn caption(&self) -> Caption {
        let turn = match self.turn() {
            Turn::Over => "game over".to_owned(),
            Turn::Of(player) => format!("{player} to move, {}", self.step().name()),
        };
        let bid = |player| match self.bid() {
            Some((bidder, number)) if bidder == player => format!("bids {number}"),
            _ => String::new(),
        };
        let line = |player: Player| PlayerLine {
            player,
            result: counted(self.points(player), "point"),
            standing: bid(player),
            is_turn: self.turn() == Turn::Of(player),
        };
        let powers = self.powers().map(Species::name).join(" and ");
        let notes = vec![
            format!(
                "open cards: {}; powers of the {powers}",
                card_names(self.cards())
            ),
            pile_words(self.pile()),
        ];
        Caption {
            turn,
            players: Player::first(self.players()).map(line).collect(),
            notes,
        }
    }

    fn move_mark(&self, mv: FlipMove) -> MoveMark {
        move_mark(self.net(), mv)
    }
}

/// Number of cards in the pile, in words.
fn pile_words(pile: &Pile) -> String {
    format!("{} in the pile", counted(pile.len(), "card"))
}

/// Names of action cards; `no cards` if there are none.
fn card_names(cards: ActionCards) -> String {
    let name = |card: ActionCard| match cards.count(card) {
        1 => card.name().to_owned(),
        count => format!("{count} x {}", card.name()),
    };
    if cards.is_empty() {
        "no cards".to_owned()
    } else {
        cards.kinds().map(name).collect::<Vec<_>>().join(", ")
    }
}

/// Spaces of a move: an arrow where a card changes places with another, otherwise all cards that
/// are flipped or freed.
fn move_mark(net: &Net, mv: FlipMove) -> MoveMark {
    let spaces = match mv {
        FlipMove::Switch(space, other)
        | FlipMove::SwitchFlip(space, other)
        | FlipMove::Power(space, Some(other)) => {
            return MoveMark::from_to(space, other);
        }
        FlipMove::FlipOne(space)
        | FlipMove::FreeOne(space, None)
        | FlipMove::Power(space, None) => space.into(),
        FlipMove::FreeOne(space, Some(other)) => Spaces::from(space) | other.into(),
        FlipMove::FlipColumn(column) => net.cards() & Spaces::column(usize::from(column)),
        FlipMove::FlipRow(row) => net.cards() & Spaces::row(usize::from(row)),
        FlipMove::FlipSquare(corner) => net.cards() & Spaces::square(corner),
        FlipMove::FlipColour(colour) => net.colour(colour),
        FlipMove::Free(cards) => cards,
        _ => Spaces::EMPTY,
    };
    MoveMark::places(spaces)
}

/// Columns with room for one card at most, while cards are still laid: a full column that would get
/// another one loses the game (4.3).
fn columns_in_danger(flip: &Flip) -> Vec<usize> {
    if flip.turns_left().is_some() {
        return Vec::new();
    }
    let net = flip.net();
    let height = |column| (net.cards() & Spaces::column(column)).len();
    (0..net.columns())
        .filter(|&column| height(column) + 1 >= net.rows())
        .collect()
}

/// A net with the names of its rows and columns, of which those in danger are marked.
fn net_scene(
    position: &(impl Pictured + Display),
    net: &Net,
    name: &str,
    in_danger: &[usize],
) -> Scene {
    let caption = position.caption();
    let columns = net.columns();
    let rows = net.rows();
    let size = Point::new(columns as f64 * SPACE.x, rows as f64 * SPACE.y).plus(EDGE.times(2.0));
    let spaces = (0..rows)
        .rev()
        .flat_map(|row| (0..columns).map(move |column| Space::new(column, row)));
    let letter = |column: usize| {
        let name = Space::new(column, 0).to_string();
        let place = centre(net, column, 0).plus(Point::new(0.0, SPACE.y / 2.0 + 18.0));
        if in_danger.contains(&column) {
            Element::label("red middle bold", place, &format!("{} !", &name[..1]))
        } else {
            Element::label("soft middle small", place, &name[..1])
        }
    };
    let number = |row: usize| {
        let place = centre(net, 0, row).plus(Point::new(-SPACE.x / 2.0 - 10.0, 4.5));
        Element::label("soft end small", place, &(row + 1).to_string())
    };
    Scene {
        title: format!("{name}: {}", caption.turn),
        description: position.to_string(),
        size,
        corners: corners(),
        spots: spaces
            .map(|space| spot(net, space, centre(net, space.column(), space.row())))
            .collect(),
        anchors: Vec::new(),
        edge: (0..columns)
            .map(letter)
            .chain((0..rows).map(number))
            .map(EdgeSign::fixed)
            .collect(),
        can_turn: false,
        panel: player_panel(&caption, size.x, 1),
    }
}

/// Corners of a space around its centre.
pub(crate) fn corners() -> Vec<Point> {
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
    corners
        .map(|(x, y)| Point::new(x * SPACE.x, y * SPACE.y))
        .to_vec()
}

/// Space with the card of an animal.
pub(crate) fn animal_spot(animal: Animal, at: Point) -> Spot {
    Spot::of_shapes(&animal_words(animal), RAISED, animal_shapes(animal, at))
}

/// Space with a waste card.
pub(crate) fn waste_spot(waste: Waste, at: Point) -> Spot {
    Spot::of_shapes(waste.name(), RAISED, waste_shapes(waste, at))
}

/// Space with an animal of no colour, as species are drawn.
pub(crate) fn species_spot(species: Species, at: Point) -> Spot {
    let shape = Element::turned_copy(&animal_name(species), at, "").class("ink");
    Spot::of_shapes(species.name(), RAISED, vec![shape])
}

/// Centre of a space in the picture.
fn centre(net: &Net, column: usize, row: usize) -> Point {
    let right = column as f64 + 0.5;
    let down = (net.rows() - 1 - row) as f64 + 0.5;
    Point::new(right * SPACE.x, down * SPACE.y).plus(EDGE)
}

fn spot(net: &Net, space: Space, at: Point) -> Spot {
    let name = space.to_string();
    let (words, class, mut pieces) = match net.card(space) {
        None => ("empty".to_owned(), "water", Vec::new()),
        Some(Card::Waste(waste)) => (waste.name().to_owned(), RAISED, waste_shapes(waste, at)),
        Some(Card::Animal(animal)) => (animal_words(animal), RAISED, animal_shapes(animal, at)),
    };
    if net.moved().contains(space) {
        pieces.push(Element::circle(
            "soft",
            at.plus(Point::new(36.0, 22.0)),
            3.0,
        ));
    }
    let movable = pieces.clone();
    let extents = match net.card(space) {
        None => Vec::new(),
        Some(Card::Animal(_)) => vec![
            Rectangle::around(at.plus(Point::new(0.0, 2.0)), Point::new(58.0, 34.0)),
            Rectangle::around(at.plus(Point::new(-33.0, -20.0)), Point::new(10.0, 12.0)),
            Rectangle::around(at.plus(Point::new(33.0, -20.0)), Point::new(10.0, 12.0)),
        ],
        Some(Card::Waste(_)) => vec![Rectangle::around(
            at.plus(Point::new(0.0, 1.0)),
            Point::new(44.0, 54.0),
        )],
    };
    Spot {
        name,
        at,
        words,
        class,
        pieces,
        movable,
        extents,
    }
}

/// Name of a colour of animals, as pictures and sentences have it: `orange`, `blue`, `green` and
/// `violet` for 0 to 3, which notation writes as 1 to 4. Of larger numbers the last two bits count.
pub const fn colour_name(colour: u8) -> &'static str {
    ["orange", "blue", "green", "violet"][colour as usize & 3]
}

fn animal_words(animal: Animal) -> String {
    let way = match (animal.species, animal.is_forward) {
        (Species::Jellyfish, true) => "up",
        (Species::Jellyfish, false) => "down",
        (_, true) => "right",
        (_, false) => "left",
    };
    format!(
        "{} {}, swims {way}",
        colour_name(animal.colour),
        animal.species.name()
    )
}

fn animal_shapes(animal: Animal, at: Point) -> Vec<Element> {
    let background = SPACE.times(0.95).minus(Point::new(5.0, 5.0));
    let class = format!("card-{}", animal.colour + 1);
    let card = Element::rectangle(&class, at.minus(background.times(0.5)), background, 5.0);
    let [number, letter, middle] =
        [(-37.0, -16.0), (37.0, -16.0), (0.0, 2.0)].map(|(x, y)| at.plus(Point::new(x, y)));
    let number = Element::label("ink small", number, &(animal.colour + 1).to_string());
    let letter = Element::label(
        "ink small bold end",
        letter,
        &animal.species.letter().to_string(),
    );
    let turn = match (animal.species, animal.is_forward) {
        (Species::Jellyfish, false) => " scale(1 -1)",
        (Species::Jellyfish, true) | (_, false) => "",
        (_, true) => " scale(-1 1)",
    };
    // Not every shape shows the way: an arrow head at the edge does.
    let head = match (animal.species, animal.is_forward) {
        (Species::Jellyfish, true) => "M0 -27l6 7h-12Z",
        (Species::Jellyfish, false) => "M0 27l6 -7h-12Z",
        (_, true) => "M39 14l-7 6v-12Z",
        (_, false) => "M-39 14l7 6v-12Z",
    };
    let head =
        Element::path("ink", head).set("transform", &format!("translate({} {})", at.x, at.y));
    let shape = Element::turned_copy(&animal_name(animal.species), middle, turn).class("ink");
    vec![card, number, letter, head, shape]
}

/// A bottle, a tin or a drop of oil, with the name below.
fn waste_shapes(waste: Waste, at: Point) -> Vec<Element> {
    let background = SPACE.times(0.95).minus(Point::new(5.0, 5.0));
    let card = Element::rectangle(
        "card-waste",
        at.minus(background.times(0.5)),
        background,
        5.0,
    );
    let (shape, light) = match waste {
        Waste::Plastic => (
            "M-3.5 -25H3.5V-18C8 -15 9 -12 9 -8V6Q9 9 6 9H-6Q-9 9 -9 6V-8C-9 -12 -8 -15 -3.5 -18Z",
            "M-9 -5H9V2H-9Z",
        ),
        Waste::Metal => (
            "M-11 -20C-11 -25 11 -25 11 -20V4C11 9 -11 9 -11 4Z",
            "M-8.5 -20C-8.5 -17 8.5 -17 8.5 -20C8.5 -23 -8.5 -23 -8.5 -20Z",
        ),
        Waste::Oil => (
            "M0 -25C5 -16 12 -10 12 -2C12 5 7 9 0 9C-7 9 -12 5 -12 -2C-12 -10 -5 -16 0 -25Z",
            "M-7 -2C-7 3 -4 5 -1 5.5C-4 3 -5 1 -5 -2Z",
        ),
    };
    let place = format!("translate({} {})", rounded(at.x), rounded(at.y));
    let drawing = Element::new("g").set("transform", &place);
    let drawing = drawing
        .add(Element::path("ink", shape))
        .add(Element::path("eye", light));
    vec![
        card,
        drawing,
        Element::label(
            "ink small middle",
            at.plus(Point::new(0.0, 23.0)),
            waste.name(),
        ),
    ]
}
