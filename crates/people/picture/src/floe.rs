//! Pictures of floes: the base game, all variants and all layouts by one function.

use floe_fish::{Cell, Move, Position, describe_penguins};
use floe_game::{Chance, Game, Player, Turn};
use floe_hex::{Geometry, Hex, HexSet, Layout, Standard, Word};
use floe_variants::{FloeMove, FloePart, Rules, Variant, VariantPosition, VariantText};

use crate::players::{Caption, PlayerLine, player_panel};
use crate::scene::{EdgeSign, Panel, RAISED, Scene, Spot};
use crate::svg::{Element, Point, Rectangle, rounded};
use crate::symbols::penguin_name;
use crate::{MoveMark, PartMarks, PictureOptions, Pictured, SpaceWay};

/// Half the width of a hex, in units of the picture.
const HALF: f64 = 32.0;
/// Distance from the centre of a hex to its corners: `2 / sqrt(3)` times half the width.
const RADIUS: f64 = HALF * 1.154_700_538;
/// Way from the base line of small letters to their middle, in units of the picture.
const MIDDLE_OF_LETTERS: Point = Point::new(0.0, -4.5);
/// Space for the letters and numbers around the floe.
const EDGE: Point = Point::new(34.0, 26.0);

impl<V: VariantText> Pictured for VariantPosition<V> {
    fn picture(&self, options: &PictureOptions) -> String {
        scene(self).draw(options)
    }

    fn caption(&self) -> Caption {
        let turn = match self.turn() {
            Turn::Of(player) => format!("{player} to move"),
            Turn::Over => "game over".to_owned(),
        };
        Caption {
            turn,
            players: player_lines(self),
            notes: notes(self),
        }
    }

    fn move_mark(&self, mv: V::Move) -> MoveMark {
        let geometry = self.geometry();
        let mark = match mv.placed() {
            Some(hex) => MoveMark::places([geometry.name(hex)]),
            None => {
                let (from, to) = mv.endpoints(geometry);
                MoveMark::from_to(geometry.name(from), geometry.name(to))
            }
        };
        let parts = self.parts(self.choice_of(mv));
        let effects = parts
            .iter()
            .filter_map(|part| effect(geometry, part))
            .collect();
        MoveMark { effects, ..mark }
    }

    /// Names of the hexes of each set of connected free tiles.
    fn areas(&self) -> Vec<Vec<String>> {
        let geometry = self.geometry();
        let mut rest = self.free();
        let mut areas = Vec::new();
        while let Some(first) = rest.first() {
            let mut area = HexSet::from(first);
            loop {
                let wider = area | geometry.neighbours(area) & rest;
                if wider == area {
                    break;
                }
                area = wider;
            }
            rest -= area;
            areas.push(area.into_iter().map(|hex| geometry.name(hex)).collect());
        }
        areas
    }
}

/// The base game, drawn as the variant with the base rules.
impl<const N: usize> Pictured for Position<N> {
    fn picture(&self, options: &PictureOptions) -> String {
        Variant::from(*self).picture(options)
    }

    fn caption(&self) -> Caption {
        Variant::from(*self).caption()
    }

    fn move_mark(&self, mv: Move) -> MoveMark {
        let geometry = Standard.geometry();
        match mv {
            Move::Place(hex) => MoveMark::places([geometry.name(hex)]),
            Move::Slide { from, to } => MoveMark::from_to(geometry.name(from), geometry.name(to)),
        }
    }

    fn areas(&self) -> Vec<Vec<String>> {
        Variant::from(*self).areas()
    }
}

impl PartMarks {
    /// Marks of a part of a move on a floe.
    pub fn of_floe_part<W: Word>(geometry: &Geometry<W>, part: &FloePart<W>) -> PartMarks {
        let way = |(from, to)| SpaceWay {
            from: geometry.name(from),
            to: geometry.name(to),
        };
        PartMarks {
            ghost: part.slide.map(way),
            arrow: part.way.map(way),
            lost: part
                .lost
                .into_iter()
                .map(|hex| geometry.name(hex))
                .collect(),
            outlined: Vec::new(),
        }
    }
}

/// Marks of what a part of a move does but to move its penguin; `None` if it does nothing else.
fn effect<W: Word>(geometry: &Geometry<W>, part: &FloePart<W>) -> Option<PartMarks> {
    if part.words.is_empty() {
        return None;
    }
    let mut marks = PartMarks {
        ghost: None,
        ..PartMarks::of_floe_part(geometry, part)
    };
    if part.slide.is_none() && part.way.is_none() {
        marks.outlined = part.hex.map(|hex| geometry.name(hex)).into_iter().collect();
    }
    (marks != PartMarks::default()).then_some(marks)
}

fn scene<V: VariantText>(position: &VariantPosition<V>) -> Scene {
    let geometry = position.geometry();
    let caption = position.caption();
    let shown = geometry.outline() | position.tiles;
    let frame = Frame::around(
        &shown
            .into_iter()
            .map(|hex| geometry.place(hex))
            .collect::<Vec<_>>(),
    );
    let at = |hex: Hex| frame.centre(geometry.place(hex));
    let names: Vec<(String, (i32, i32))> = shown
        .into_iter()
        .map(|hex| (geometry.name(hex), geometry.place(hex)))
        .collect();
    Scene {
        title: title(position, &caption.turn),
        description: position.to_string(),
        size: frame.size,
        corners: corners(),
        spots: shown
            .into_iter()
            .map(|hex| spot(position, hex, at(hex)))
            .collect(),
        anchors: Vec::new(),
        edge: frame.edge(&names),
        can_turn: true,
        panel: player_panel(&caption, frame.size.x, 2),
    }
}

/// Corners of a hex around its centre.
pub(crate) fn corners() -> Vec<Point> {
    let corners = [
        (0.0, -1.0),
        (1.0, -0.5),
        (1.0, 0.5),
        (0.0, 1.0),
        (-1.0, 0.5),
        (-1.0, -0.5),
    ];
    corners
        .map(|(x, y)| Point::new(HALF * x, RADIUS * y))
        .to_vec()
}

/// Rectangle that holds hexes, whose places are in half hexes from the left and in rows from the
/// top.
struct Frame {
    left: i32,
    top: i32,
    size: Point,
}

impl Frame {
    fn around(places: &[(i32, i32)]) -> Frame {
        let [left, right] = ends(places.iter().map(|place| place.0));
        let [top, bottom] = ends(places.iter().map(|place| place.1));
        let columns = f64::from(right - left + 2);
        let rows = f64::from(bottom - top);
        let size =
            Point::new(columns * HALF, rows * 1.5 * RADIUS + 2.0 * RADIUS).plus(EDGE.times(2.0));
        Frame { left, top, size }
    }

    fn centre(&self, (x, row): (i32, i32)) -> Point {
        let x = f64::from(x - self.left);
        let row = f64::from(row - self.top);
        Point::new((x + 1.0) * HALF, row * 1.5 * RADIUS + RADIUS).plus(EDGE)
    }

    /// Letters above the first and below the last row, and the numbers of the rows; `hexes` has
    /// their names and places in reading order.
    fn edge(&self, hexes: &[(String, (i32, i32))]) -> Vec<EdgeSign> {
        let rows: Vec<&[(String, (i32, i32))]> =
            hexes.chunk_by(|(_, a), (_, b)| a.1 == b.1).collect();
        let mut labels: Vec<EdgeSign> = Vec::new();
        for (row, drop) in [(rows.first(), -RADIUS - 6.0), (rows.last(), RADIUS + 15.0)] {
            for (name, place) in row.copied().unwrap_or_default() {
                let centre = self.centre(*place).plus(Point::new(0.0, drop));
                let element = Element::label("soft middle small", centre, &name[..1]);
                labels.push(EdgeSign {
                    centre: centre.plus(MIDDLE_OF_LETTERS),
                    element,
                });
            }
        }
        labels.extend(rows.iter().map(|row| {
            let (name, place) = &row[0];
            let end = self.centre(*place).plus(Point::new(-HALF - 8.0, 4.5));
            let element = Element::label("soft end small", end, &name[1..]);
            EdgeSign {
                centre: end.plus(MIDDLE_OF_LETTERS).plus(Point::new(-4.0, 0.0)),
                element,
            }
        }));
        labels
    }
}

/// The least and the greatest of some numbers; zeros without numbers.
fn ends(numbers: impl Iterator<Item = i32> + Clone) -> [i32; 2] {
    [numbers.clone().min(), numbers.max()].map(Option::unwrap_or_default)
}

/// Hex of a floe that a person is setting up, with the text typed for it, which may be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SketchedCell {
    /// Name of the hex, such as `c3`.
    pub name: String,
    /// Place of the hex: in half hexes from the left, and in rows from the top.
    pub place: (i32, i32),
    /// Token typed for the hex, as in a position line: `2`, `B1`, `.`.
    pub token: String,
}

/// Draws a floe that is being set up, which need not be a position, as an SVG document: the hexes
/// in reading order, each as far as its token can be read.
pub fn sketch(cells: &[SketchedCell], options: &PictureOptions) -> String {
    let frame = Frame::around(&cells.iter().map(|cell| cell.place).collect::<Vec<_>>());
    let names: Vec<(String, (i32, i32))> = cells
        .iter()
        .map(|cell| (cell.name.clone(), cell.place))
        .collect();
    let scene = Scene {
        title: "Draft of a position".to_owned(),
        description: String::new(),
        size: frame.size,
        corners: corners(),
        spots: cells
            .iter()
            .map(|cell| sketched_spot(cell, frame.centre(cell.place)))
            .collect(),
        anchors: Vec::new(),
        edge: frame.edge(&names),
        can_turn: true,
        panel: Panel::default(),
    };
    scene.draw(options)
}

fn sketched_spot(SketchedCell { name, token, .. }: &SketchedCell, at: Point) -> Spot {
    Spot {
        name: name.clone(),
        at,
        ..token_spot(token, at)
    }
}

/// Hex without a name, drawn as far as its token can be read.
pub(crate) fn token_spot(token: &str, at: Point) -> Spot {
    let letters = |player: Player| token.chars().filter(|&c| c == player.letter()).count() as u32;
    let crowd: Vec<(Player, u32)> = Player::first(4)
        .map(|player| (player, letters(player)))
        .collect();
    let crowd: Vec<(Player, u32)> = crowd.into_iter().filter(|&(_, count)| count > 0).collect();
    let tile = token.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '(' || c == ')');
    let fish: Option<i32> = match tile.strip_prefix('m') {
        Some(fish) => fish.parse().ok().map(|fish: i32| -fish),
        None => tile
            .trim_start_matches(|c: char| c.is_ascii_lowercase())
            .parse()
            .ok(),
    };
    let mut pieces = match (token, fish) {
        (".", _) => Vec::new(),
        ("o", _) => vec![Element::circle("open", at, 0.55 * HALF)],
        (_, Some(fish @ ..=3)) => fish_shapes(fish, at, !crowd.is_empty()),
        _ if crowd.is_empty() => vec![Element::label(
            "soft middle bold",
            at.plus(Point::new(0.0, 6.0)),
            token,
        )],
        _ => Vec::new(),
    };
    pieces.extend(crowd_shapes(&crowd, at));
    if tile.starts_with(['t', 'x', 'r', 'f', 'b']) {
        pieces.extend(sign_shapes(tile, at, !crowd.is_empty()));
    }
    let class = if matches!(token, "." | "o") {
        "water"
    } else {
        RAISED
    };
    Spot::of_shapes(token, class, pieces)
}

fn whale_shape(at: Point) -> Element {
    Element::copy("floe-orca", at.plus(Point::new(-2.0, -4.0)), 1.0)
}

/// Hex of water with the whale.
pub(crate) fn whale_spot(at: Point) -> Spot {
    Spot::of_shapes("whale", "water", vec![whale_shape(at)])
}

fn title<V: VariantText>(position: &VariantPosition<V>, turn: &str) -> String {
    let rules = if position.rules() == Rules::BASE {
        String::new()
    } else {
        format!(", {}", position.rules())
    };
    format!("Hey, That's My Fish!{rules}: {turn}")
}

fn player_lines<V: VariantText>(position: &VariantPosition<V>) -> Vec<PlayerLine> {
    let state = position.state();
    let line = |player: Player| PlayerLine {
        player,
        // Columns of a drawing are padded.
        result: state
            .result_text(position, player)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        standing: describe_penguins(
            position.penguin_count(player),
            position.hand(player),
            V::GONE,
        ),
        is_turn: position.turn() == Turn::Of(player),
    };
    Player::first(position.players()).map(line).collect()
}

/// Sentences below the players: what the hexes do not show.
fn notes<V: VariantText>(position: &VariantPosition<V>) -> Vec<String> {
    let info = position.rules().variant;
    // Stacks and the whale are drawn.
    if info.shares_tiles || !position.closed().is_empty() {
        return Vec::new();
    }
    position
        .state()
        .legend(position)
        .into_iter()
        .map(with_icon)
        .collect()
}

/// A note on a kind of special tile with its icon in words in place of its letter; other notes as
/// they are.
fn with_icon(note: String) -> String {
    let icons = [
        ("t: ", "Arrow that jumps: "),
        ("x: ", "Two arrows: "),
        ("r: ", "Arrow that returns: "),
        ("f: ", "Waves: "),
        ("b2: ", "2×: "),
        ("b1: ", "1×: "),
    ];
    let icon = icons
        .iter()
        .find_map(|(letter, icon)| Some(format!("{icon}{}", note.strip_prefix(letter)?)));
    icon.unwrap_or(note)
}

fn spot<V: VariantText>(position: &VariantPosition<V>, hex: Hex, at: Point) -> Spot {
    let mut pieces = Vec::new();
    let mut words = Vec::new();
    let is_tile = position.tiles.contains(hex);
    let sign = position.state().own_tile(position, hex);
    let crowd = crowd(position, hex);
    let has_whale = position.closed().contains(hex);
    if is_tile {
        let fish = position.fish(hex);
        let is_crossed_only = position.open().contains(hex);
        if !is_crossed_only {
            words.push(format!("{fish} fish"));
            pieces.extend(fish_shapes(fish, at, !crowd.is_empty() || has_whale));
        }
    } else if position.open().contains(hex) {
        words.push("open".to_owned());
        pieces.push(Element::circle("open", at, 0.55 * HALF));
    } else {
        words.push("water".to_owned());
    }
    pieces.extend(crowd_shapes(&crowd, at));
    if let Some(sign) = sign {
        words.push(sign_words(&sign).to_owned());
        pieces.extend(sign_shapes(&sign, at, !crowd.is_empty()));
    }
    words.extend(crowd.iter().map(|&(player, count)| match count {
        1 => format!("penguin of {player}"),
        count => format!("{count} penguins of {player}"),
    }));
    if has_whale {
        words.push("whale".to_owned());
        pieces.push(whale_shape(at));
    }
    let class = if is_tile { RAISED } else { "water" };
    let movable = crowd_shapes(&crowd, at);
    let fish = is_tile.then(|| position.fish(hex));
    let extents = extents(
        fish,
        crowd.len(),
        has_whale,
        position.state().own_tile(position, hex).is_some(),
    );
    let extents = extents.into_iter().map(|extent| extent.moved(at)).collect();
    Spot {
        name: position.geometry().name(hex),
        at,
        words: words.join(", "),
        class,
        pieces,
        movable,
        extents,
    }
}

/// Rectangles around the contents of a hex, from its centre: its fish if it is a tile, penguins of
/// a number of players, a whale and the sign of a special tile.
fn extents(fish: Option<i32>, crowd: usize, has_whale: bool, has_sign: bool) -> Vec<Rectangle> {
    let is_covered = crowd > 0 || has_whale;
    let fish = fish.map(|fish| match (fish, is_covered) {
        (1.., true) => extent([0.0, 25.5], [13.5 * f64::from(fish), 7.0]),
        (1.., false) => extent([0.0, 0.0], [28.0, 16.5 * f64::from(fish) - 3.0]),
        (_, true) => extent([0.0, 26.5], [20.0, 12.0]),
        (_, false) => extent([0.0, 1.0], [20.0, 12.0]),
    });
    let penguins = match crowd {
        0 => None,
        1 => Some(extent([0.0, -4.0], [32.0, 46.0])),
        _ => Some(extent([0.0, -5.0], [58.0, 40.0])),
    };
    let whale = has_whale.then(|| extent([2.0, -4.0], [54.0, 24.0]));
    let sign = has_sign.then(|| Rectangle::around(sign_place(is_covered), SIGN));
    [fish, penguins, whale, sign]
        .into_iter()
        .flatten()
        .collect()
}

/// Rectangle of this size around a place, both in units of the picture.
fn extent([x, y]: [f64; 2], [width, height]: [f64; 2]) -> Rectangle {
    Rectangle::around(Point::new(x, y), Point::new(width, height))
}

/// Size of the sign of a special tile, in units of the picture.
const SIGN: Point = Point::new(26.0, 18.0);

/// Centre of the sign of a special tile, from the centre of its hex: above its fish, or next to a
/// penguin.
fn sign_place(is_covered: bool) -> Point {
    if is_covered {
        Point::new(20.0, -11.0)
    } else {
        Point::new(0.0, -19.0)
    }
}

/// Players with penguins on a hex, and how many each has.
fn crowd<V: VariantText>(position: &VariantPosition<V>, hex: Hex) -> Vec<(Player, u32)> {
    let Cell::Penguin(..) = position.cell(hex) else {
        return Vec::new();
    };
    let count = |player| (player, position.state().penguins_on(position, player, hex));
    Player::first(position.players())
        .map(count)
        .filter(|&(_, count)| count > 0)
        .collect()
}

fn crowd_shapes(crowd: &[(Player, u32)], at: Point) -> Vec<Element> {
    let several = crowd.len() as f64;
    let scale = [0.0, 1.0, 0.72, 0.6, 0.52][crowd.len().min(4)];
    let mut shapes = Vec::new();
    for (number, &(player, count)) in crowd.iter().enumerate() {
        let x = (number as f64 - (several - 1.0) / 2.0) * 54.0 / several.max(2.0);
        let place = at.plus(Point::new(x, -5.0 * scale));
        shapes.push(Element::copy(&penguin_name(player), place, scale));
        if count > 1 {
            let badge = place.plus(Point::new(16.0 * scale, -18.0 * scale));
            shapes.push(Element::circle("plate", badge, 8.0));
            let text = Element::label(
                "plated middle bold small",
                badge.plus(Point::new(0.0, 4.2)),
                &count.to_string(),
            );
            shapes.push(text);
        }
    }
    shapes
}

/// Fish on a tile; small ones at its lower edge if something stands on it. A tile without fish, or
/// one that costs some, shows the number.
fn fish_shapes(fish: i32, at: Point, is_covered: bool) -> Vec<Element> {
    if fish <= 0 {
        let (class, drop) = if is_covered {
            ("soft middle bold small", 31.0)
        } else {
            ("soft middle bold", 6.0)
        };
        return vec![Element::label(
            class,
            at.plus(Point::new(0.0, drop)),
            &fish.to_string(),
        )];
    }
    let class = if fish == 3 { "fish gold" } else { "fish" };
    let fish = f64::from(fish);
    let place = |number: f64| {
        let step = number - (fish - 1.0) / 2.0;
        if is_covered {
            Point::new(step * 13.5, 25.5)
        } else {
            Point::new(0.0, step * 16.5)
        }
    };
    let scale = if is_covered { 0.36 } else { 1.1 - 0.1 * fish };
    let count = fish as u32;
    (0..count)
        .map(|number| {
            Element::copy("floe-fish", at.plus(place(f64::from(number))), scale).class(class)
        })
        .collect()
}

/// Kind and effect of a special tile, by its sign.
fn sign_words(sign: &str) -> &'static str {
    match sign.as_bytes() {
        [b't', ..] => "teleport tile: jump to a tile with as many fish",
        [b'x', ..] => "exchange tile: swap with a penguin on as many fish",
        [b'r', ..] => "reversal tile: another player gives back a tile",
        [b'f', ..] => "floating tile: move a tile at the water",
        [b'b', b'2', ..] => "broken tile: cross it twice more",
        _ => "broken tile: cross it once more",
    }
}

/// Icon of a special tile by its letter, about 20 wide and 14 high; `None` for a broken one, which
/// has its number.
pub(crate) fn sign_icon(letter: u8) -> Option<&'static str> {
    match letter {
        b't' => Some("M-9 6C-9 -8 6 -9 6.5 0H10L4.5 6.5L-1 0H2.5C1 -4 -5 -3 -5.5 6Z"),
        b'x' => Some("M-8 -4.5H2.5V-7L8 -3.2L2.5 .6V-2H-8ZM8 2H-2.5V-.6L-8 3.2L-2.5 7V4.5H8Z"),
        b'r' => Some("M6 6V0C6 -4 -1 -4 -2 0H1L-4 6L-9 0H-6C-5 -9.5 9.5 -9.5 9.5 0V6Z"),
        b'f' => Some(
            "M-9 -2C-6 -6 -3 -6 0 -3.5C3 -1 6 -1 9 -4V-1C6 2 3 2 0 -.5C-3 -3 -6 -3 -9 1ZM-9 4C-6 0 -3 0 0 2.5C3 5 6 5 9 2V5C6 8 3 8 0 5.5C-3 3 -6 3 -9 7Z",
        ),
        _ => None,
    }
}

/// Icon of a special tile, above its fish or next to a penguin; a broken one has cracks and its
/// number.
fn sign_shapes(sign: &str, at: Point, is_covered: bool) -> Vec<Element> {
    let badge = at.plus(sign_place(is_covered));
    let plate = Element::rectangle("sign", badge.minus(SIGN.times(0.5)), SIGN, 5.0);
    let icon = sign_icon(sign.as_bytes()[0]);
    let place = format!("translate({} {})", rounded(badge.x), rounded(badge.y));
    let content = match icon {
        Some(icon) => Element::path("ink", icon).set("transform", &place),
        None => Element::label(
            "ink middle bold small",
            badge.plus(Point::new(0.0, 4.2)),
            &format!("{}×", &sign[1..]),
        ),
    };
    let mut shapes = vec![plate, content];
    if sign.starts_with('b') {
        let place = format!("translate({} {})", at.x, at.y);
        shapes.insert(
            0,
            Element::path("crack", "M-24 4L-10 9L-3 3L6 14L20 8M-3 3L-8 -6M6 14L3 27")
                .set("transform", &place),
        );
    }
    shapes
}
