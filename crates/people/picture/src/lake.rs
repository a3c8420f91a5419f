//! Pictures of the lake of *Gone Fishing!*

use floe_angling::{Angler, Angling, AnglingMove, AnglingSpecial, LakeSpace, LakeSpaces, LakeTile};
use floe_game::{Game, Player, Turn, counted};

use crate::players::{Caption, PlayerLine, player_panel};
use crate::scene::{EdgeSign, RAISED, Scene, Spot};
use crate::svg::{Element, Point, Rectangle};
use crate::{MoveMark, PictureOptions, Pictured};

/// Width and height of a space of the lake, in units of the picture.
const SPACE: f64 = 78.0;
/// Width of the shore with the piers, in units of the picture.
const SHORE: f64 = 58.0;

impl Pictured for Angling {
    fn picture(&self, options: &PictureOptions) -> String {
        scene(self).draw(options)
    }

    fn caption(&self) -> Caption {
        let turn = match self.turn() {
            Turn::Of(player) => format!("{player} to move, {}", self.step().name()),
            Turn::Over => "game over".to_owned(),
        };
        Caption {
            turn,
            players: player_lines(self),
            notes: notes(self),
        }
    }

    fn move_mark(&self, mv: AnglingMove) -> MoveMark {
        match mv {
            AnglingMove::Show(space, _)
            | AnglingMove::Catch(space, _)
            | AnglingMove::Look(space, _) => MoveMark::places([space]),
            AnglingMove::Slide(from, to) => MoveMark::from_to(from, to),
            AnglingMove::Swap(a, b) => MoveMark::places(LakeSpaces::from(a) | b.into()),
            AnglingMove::Place(_, pier) => MoveMark::places([pier_name(usize::from(pier))]),
            AnglingMove::Walk(angler, piers) => walk(self, angler, usize::from(piers)),
            AnglingMove::WalkOut(angler) => walk(self, angler, self.piers_ahead(angler)),
            AnglingMove::Push(angler) => walk(self, angler, 1),
            AnglingMove::Lay(_) => MoveMark::places((self.area() - self.occupied()).first()),
            _ => MoveMark::default(),
        }
    }
}

/// Way of an angler over a number of piers.
fn walk(position: &Angling, angler: Angler, piers: usize) -> MoveMark {
    let from = position.pier(angler);
    let to = from.map(|from| pier_name((from + piers) % position.piers()));
    MoveMark {
        from: from.map(pier_name),
        to: to.into_iter().collect(),
        ..MoveMark::default()
    }
}

fn scene(position: &Angling) -> Scene {
    let lake = position.size();
    let side = lake as f64 * SPACE + 2.0 * SHORE;
    let caption = position.caption();
    Scene {
        title: format!("Gone Fishing!, day {}: {}", position.day(), caption.turn),
        description: position.to_string(),
        size: Point::new(side, side),
        corners: corners(),
        spots: position
            .area()
            .into_iter()
            .map(|space| spot(position, space, centre(space)))
            .collect(),
        anchors: (0..position.piers())
            .map(|pier| (pier_name(pier), pier_place(position, pier)))
            .collect(),
        edge: (0..position.piers())
            .map(|pier| pier_sign(position, pier))
            .collect(),
        can_turn: true,
        panel: player_panel(&caption, side, 1),
    }
}

/// Draws, as an SVG document, a lake on which a person is laying the tiles: tiles that are known
/// lie open, and nothing shows which players know them.
pub fn sketch_lake(lake: &Angling, options: &PictureOptions) -> String {
    let sketched = |space: LakeSpace| {
        let tile = lake.tile(space);
        let at = centre(space);
        match tile.is_some() || lake.occupied().contains(space) {
            true => Spot {
                name: space.to_string(),
                at,
                ..tile_spot(tile, at)
            },
            false => spot(lake, space, at),
        }
    };
    Scene {
        spots: lake.area().into_iter().map(sketched).collect(),
        ..scene(lake)
    }
    .draw(options)
}

/// Corners of a space around its centre.
pub(crate) fn corners() -> Vec<Point> {
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
    corners
        .map(|(x, y)| Point::new(x * SPACE, y * SPACE))
        .to_vec()
}

/// Space with a tile; `None` is one with its back up.
pub(crate) fn tile_spot(tile: Option<LakeTile>, at: Point) -> Spot {
    match tile {
        Some(tile) => Spot::of_shapes(&tile.in_words(), RAISED, tile_shapes(tile, at)),
        None => Spot::of_shapes("hidden tile", RAISED, vec![hidden_tile(at)]),
    }
}

/// Back of a tile.
fn hidden_tile(at: Point) -> Element {
    Element::label("soft middle large", at.plus(Point::new(0.0, 10.0)), "?")
}

/// Centre of a space.
fn centre(space: LakeSpace) -> Point {
    Point::new(
        (space.column() as f64 + 0.5) * SPACE + SHORE,
        (space.row() as f64 + 0.5) * SPACE + SHORE,
    )
}

fn player_lines(position: &Angling) -> Vec<PlayerLine> {
    let line = |player: Player| PlayerLine {
        player,
        result: counted(position.points(player), "point"),
        standing: if player == position.angler() {
            "plays the angler"
        } else {
            "plays the fish"
        }
        .to_owned(),
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
    let specials: Vec<&str> = AnglingSpecial::ALL
        .into_iter()
        .filter(|&special| position.specials().has(special))
        .map(name)
        .collect();
    // The notes stand below the seat of A, whose day it may not be.
    let angler = position.angler();
    let mut notes = vec![format!("catch tiles of {angler}: {}", catch.join(", "))];
    if !specials.is_empty() {
        notes.push(format!("specials left: {}", specials.join(", ")));
    }
    if !position.caught().is_empty() {
        let tiles: Vec<String> = position.caught().tiles().map(LakeTile::in_words).collect();
        notes.push(format!("caught today by {angler}: {}", tiles.join(", ")));
    }
    notes
}

fn spot(position: &Angling, space: LakeSpace, at: Point) -> Spot {
    let mut pieces = Vec::new();
    let (class, words) = match position.tile(space) {
        Some(tile) => {
            pieces.extend(tile_shapes(tile, at));
            (RAISED, tile.in_words())
        }
        None if position.occupied().contains(space) => {
            pieces.push(hidden_tile(at));
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
    let words = if is_known {
        format!("{words}, known to the angler")
    } else {
        words
    };
    let movable = pieces.clone();
    let mut extents = vec![Rectangle::around(
        at.plus(Point::new(0.0, 2.0)),
        Point::new(46.0, 54.0),
    )];
    extents.truncate(usize::from(!pieces.is_empty()));
    if is_known {
        extents.push(Rectangle::around(
            at.plus(Point::new(22.0, -24.0)),
            Point::new(18.0, 12.0),
        ));
    }
    Spot {
        name: space.to_string(),
        at,
        words,
        class,
        pieces,
        movable,
        extents,
    }
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
            let class = if fish.value() >= 5 {
                "fish gold"
            } else {
                "fish"
            };
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

/// Name of a pier in pictures, such as `@1`; piers are counted from 0.
fn pier_name(pier: usize) -> String {
    format!("@{}", pier + 1)
}

/// Centre of a pier.
fn pier_place(position: &Angling, pier: usize) -> Point {
    let line = position.line(pier);
    let [near, next] = [line[0], line[1]].map(centre);
    near.plus(near.minus(next).times((SPACE + SHORE) / 2.0 / SPACE))
}

fn pier_sign(position: &Angling, pier: usize) -> EdgeSign {
    EdgeSign {
        centre: pier_place(position, pier),
        element: pier_group(position, pier),
    }
}

/// Pier with its number, and the anglers on it.
fn pier_group(position: &Angling, pier: usize) -> Element {
    let place = pier_place(position, pier);
    let anglers: Vec<Angler> = position
        .anglers()
        .filter(|&angler| position.pier(angler) == Some(pier))
        .collect();
    let mut words = format!("pier {}", pier + 1);
    words.extend(anglers.iter().map(|angler| format!(", angler {angler}")));
    let title = Element::new("title").text(&words);
    let group = Element::group("space")
        .set("data-hex", &pier_name(pier))
        .add(title);
    let number = Element::label(
        "soft middle small",
        place.plus(Point::new(0.0, 4.5)),
        &(pier + 1).to_string(),
    );
    let group = group.add(Element::circle("pier", place, 19.0)).add(number);
    group.add_all(
        anglers
            .into_iter()
            .map(|angler| angler_shape(angler, place)),
    )
}

fn angler_shape(angler: Angler, at: Point) -> Element {
    let class = match angler {
        Angler::Yellow => "angler yellow",
        Angler::Red => "angler red",
    };
    let shape = |data| Element::path(class, data).set("transform", &place(at));
    Element::new("g")
        .add(shape("M-11 16C-11 2 -7 -2 0 -2C7 -2 11 2 11 16Z"))
        .add(Element::circle(class, at.plus(Point::new(0.0, -9.0)), 7.5))
        .add(Element::label(
            "black middle bold small",
            at.plus(Point::new(0.0, 12.0)),
            &angler.to_string(),
        ))
}
