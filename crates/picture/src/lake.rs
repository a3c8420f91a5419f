//! Pictures of the lake of *Gone Fishing!*

use floe_angling::{Angler, Angling, AnglingMove, AnglingSpecial, LakeSpace, LakeSpaces, LakeTile};
use floe_game::{Game, Player, Turn};

use crate::players::{PlayerLine, player_panel};
use crate::scene::{RAISED, Scene, Spot};
use crate::svg::{Element, Point};
use crate::{MoveMark, PictureOptions, Pictured};

/// Size of a space of the lake.
const SPACE: f64 = 78.0;
/// Width of the shore with the piers.
const SHORE: f64 = 58.0;

impl Pictured for Angling {
    fn picture(&self, options: &PictureOptions) -> String {
        scene(self).draw(options)
    }

    fn move_mark(&self, mv: AnglingMove) -> MoveMark {
        let spaces = |spaces: LakeSpaces| MoveMark {
            from: None,
            to: spaces.into_iter().map(|space| space.to_string()).collect(),
        };
        match mv {
            AnglingMove::Show(space, _) | AnglingMove::Catch(space, _) | AnglingMove::Look(space, _) => {
                spaces(space.into())
            }
            AnglingMove::Slide(from, to) => MoveMark { from: Some(from.to_string()), to: vec![to.to_string()] },
            AnglingMove::Swap(a, b) => spaces(LakeSpaces::from(a) | b.into()),
            AnglingMove::Lay(_) => spaces((self.area() - self.occupied()).first().into_iter().collect()),
            _ => MoveMark::default(),
        }
    }
}

fn scene(position: &Angling) -> Scene {
    let lake = position.size();
    let side = lake as f64 * SPACE + 2.0 * SHORE;
    let at = |column: usize, row: usize| {
        Point::new((column as f64 + 0.5) * SPACE + SHORE, (row as f64 + 0.5) * SPACE + SHORE)
    };
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
    let spots =
        position.area().into_iter().map(|space| spot(position, space, at(space.column(), space.row()))).collect();
    let turn = match position.turn() {
        Turn::Of(player) => format!("{player} to move, {}", position.step().name()),
        Turn::Over => "game over".to_owned(),
    };
    Scene {
        title: format!("Gone Fishing!, day {}: {turn}", position.day()),
        description: position.to_string(),
        size: Point::new(side, side),
        corners: corners.map(|(x, y)| Point::new(x * SPACE, y * SPACE)).to_vec(),
        spots,
        edge: piers(position, at),
        panel: player_panel(&player_lines(position), &notes(position), side, 1),
    }
}

fn player_lines(position: &Angling) -> Vec<PlayerLine> {
    let line = |player: Player| PlayerLine {
        player,
        result: format!("{} points", position.points(player)),
        standing: if player == position.angler() { "plays the angler" } else { "plays the fish" }.to_owned(),
        is_turn: position.turn() == Turn::Of(player),
    };
    Player::first(position.players()).map(line).collect()
}

fn notes(position: &Angling) -> Vec<String> {
    let catch = |distance| format!("{} at distance {distance}", position.catch_tiles(distance));
    let catch: Vec<String> = (1..=position.size()).map(catch).collect();
    let name = |special: AnglingSpecial| match special {
        AnglingSpecial::Look => "look",
        AnglingSpecial::Hold => "hold",
        AnglingSpecial::PushYellow => "push the yellow angler",
        AnglingSpecial::PushRed => "push the red angler",
        AnglingSpecial::Swap => "swap",
    };
    let specials: Vec<&str> =
        AnglingSpecial::ALL.into_iter().filter(|&special| position.specials().has(special)).map(name).collect();
    let mut notes = vec![format!("catch tiles: {}", catch.join(", "))];
    if !specials.is_empty() {
        notes.push(format!("specials left: {}", specials.join(", ")));
    }
    if !position.caught().is_empty() {
        let tiles: Vec<String> = position.caught().tiles().map(tile_words).collect();
        notes.push(format!("caught today: {}", tiles.join(", ")));
    }
    notes
}

fn tile_words(tile: LakeTile) -> String {
    match tile {
        LakeTile::RUBBISH => "rubbish".to_owned(),
        LakeTile::DIVER => "diver".to_owned(),
        fish => format!("fish worth {}", fish.value()),
    }
}

fn spot(position: &Angling, space: LakeSpace, at: Point) -> Spot {
    let mut pieces = Vec::new();
    let (class, words) = match position.tile(space) {
        Some(tile) => {
            pieces.extend(tile_shapes(tile, at));
            (RAISED, tile_words(tile))
        }
        None if position.occupied().contains(space) => {
            pieces.push(Element::label("soft middle large", at.plus(Point::new(0.0, 10.0)), "?"));
            (RAISED, "hidden tile".to_owned())
        }
        None => ("water", "empty".to_owned()),
    };
    let is_known = position.known().contains(space);
    if is_known {
        // An open eye: the angler knows the tile.
        let eye = at.plus(Point::new(22.0, -24.0));
        let lids = format!("M{} {}q9 -9 18 0q-9 9 -18 0Z", eye.x - 9.0, eye.y);
        pieces.push(Element::path("sign", &lids));
        pieces.push(Element::circle("ink", eye, 3.0));
    }
    let words = if is_known { format!("{words}, known to the angler") } else { words };
    Spot { name: space.to_string(), at, words, class, pieces }
}

fn tile_shapes(tile: LakeTile, at: Point) -> Vec<Element> {
    let below = at.plus(Point::new(0.0, 24.0));
    match tile {
        LakeTile::RUBBISH => vec![
            // An old boot.
            Element::path("boot", "M-9 -16H5V1C10 3 16 4 16 10H-9Z").set("transform", &place(at)),
            Element::label("soft middle small", below, "rubbish"),
        ],
        LakeTile::DIVER => vec![
            // A helmet with its window.
            Element::circle("diver", at.plus(Point::new(0.0, -3.0)), 15.0),
            Element::circle("eye", at.plus(Point::new(0.0, -3.0)), 8.0),
            Element::label("soft middle small", below, "diver"),
        ],
        fish => {
            let scale = 1.0 + 0.1 * f64::from(fish.value());
            let class = if fish.value() >= 5 { "fish gold" } else { "fish" };
            vec![
                Element::copy("floe-fish", at.plus(Point::new(0.0, -8.0)), scale).class(class),
                Element::label("ink middle bold", below, &fish.value().to_string()),
            ]
        }
    }
}

fn place(at: Point) -> String {
    format!("translate({} {})", at.x, at.y)
}

/// Piers around the lake with their numbers, and the anglers on them.
fn piers(position: &Angling, at: impl Fn(usize, usize) -> Point) -> Vec<Element> {
    let mut elements = Vec::new();
    let place = |pier: usize| {
        let line = position.line(pier);
        let [near, next] = [line[0], line[1]].map(|space| at(space.column(), space.row()));
        near.plus(near.minus(next).times((SPACE + SHORE) / 2.0 / SPACE))
    };
    for pier in 0..position.piers() {
        let (place, number) = (place(pier), (pier + 1).to_string());
        let group = Element::group("space").set("data-pier", &number).add(Element::circle("pier", place, 19.0));
        elements.push(group.add(Element::label("soft middle small", place.plus(Point::new(0.0, 4.5)), &number)));
    }
    let anglers = position.anglers().filter_map(|angler| Some(angler_shape(angler, place(position.pier(angler)?))));
    elements.into_iter().chain(anglers).collect()
}

fn angler_shape(angler: Angler, at: Point) -> Element {
    let class = match angler {
        Angler::Yellow => "angler yellow",
        Angler::Red => "angler red",
    };
    let shape = |data| Element::path(class, data).set("transform", &place(at));
    Element::new("g")
        .add(Element::new("title").text(&format!("angler {angler}")))
        .add(shape("M-11 16C-11 2 -7 -2 0 -2C7 -2 11 2 11 16Z"))
        .add(Element::circle(class, at.plus(Point::new(0.0, -9.0)), 7.5))
        .add(Element::label("black middle bold small", at.plus(Point::new(0.0, 12.0)), &angler.to_string()))
}
