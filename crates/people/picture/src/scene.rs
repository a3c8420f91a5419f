use crate::options::{
    MoveMark, PartMarks, PictureOptions, SpaceShare, SpaceValue, SpaceWay, ViewingSide,
};
use crate::style::{of_theme, part_sheet, sheet};
use crate::svg::{CLASS_PREFIX, Element, Point, Rectangle, polygon, rounded};
use crate::symbols::{definitions, hatch_fill};

/// Space of a board, ready to draw.
pub(crate) struct Spot {
    pub(crate) name: String,
    /// Centre.
    pub(crate) at: Point,
    /// Contents in words.
    pub(crate) words: String,
    /// Classes of its background.
    pub(crate) class: &'static str,
    /// Contents, drawn above the background and above territory.
    pub(crate) pieces: Vec<Element>,
    /// Contents that a move can take to another space.
    pub(crate) movable: Vec<Element>,
    /// Rectangles around the contents, which labels leave free; empty where nothing is ever
    /// labelled.
    pub(crate) extents: Vec<Rectangle>,
}

/// Board of a game, with everything around it.
pub(crate) struct Scene {
    /// Name of the game, and whose turn it is.
    pub(crate) title: String,
    /// Position in words or in notation, for those who do not see the picture.
    pub(crate) description: String,
    /// Size of the board, which begins at the origin.
    pub(crate) size: Point,
    /// Corners of a space, in order, around its centre.
    pub(crate) corners: Vec<Point>,
    pub(crate) spots: Vec<Spot>,
    /// Names and centres of places around the board that moves can lead to.
    pub(crate) anchors: Vec<(String, Point)>,
    /// Names of rows and columns, and anything else that belongs to the board.
    pub(crate) edge: Vec<EdgeSign>,
    /// Whether the board can be seen from another side: nothing on it has a direction of its own.
    pub(crate) can_turn: bool,
    /// Players and notes, drawn below the board.
    pub(crate) panel: Panel,
}

impl Spot {
    /// Space without a name, which nothing moves from.
    pub(crate) fn of_shapes(words: &str, class: &'static str, pieces: Vec<Element>) -> Spot {
        let words = words.to_owned();
        Spot {
            name: String::new(),
            at: Point::default(),
            words,
            class,
            pieces,
            movable: Vec::new(),
            extents: Vec::new(),
        }
    }
}

/// Background of a space, with a side below where it is raised.
pub(crate) fn space_shapes(spot: &Spot, corners: &[Point]) -> Vec<Element> {
    let corners: Vec<Point> = corners.iter().map(|corner| corner.times(INSET)).collect();
    let below = spot.at.plus(Point::new(0.0, DEPTH));
    let rim = (spot.class == RAISED).then(|| Element::path("rim", &polygon(&corners, below)));
    rim.into_iter()
        .chain([Element::path(spot.class, &polygon(&corners, spot.at))])
        .collect()
}

/// Sign at the edge of a board, which is drawn where its centre is.
pub(crate) struct EdgeSign {
    pub(crate) centre: Point,
    pub(crate) element: Element,
}

impl EdgeSign {
    /// Sign of a board that cannot be turned.
    pub(crate) fn fixed(element: Element) -> EdgeSign {
        EdgeSign {
            centre: Point::default(),
            element,
        }
    }
}

/// Part of a picture below the board, drawn from its own origin.
#[derive(Default)]
pub(crate) struct Panel {
    pub(crate) elements: Vec<Element>,
    pub(crate) height: f64,
}

/// Class of spaces that are drawn with a side below.
pub(crate) const RAISED: &str = "tile";
/// Height of that side, in units of the picture.
const DEPTH: f64 = 4.0;
/// Size of a drawn space, compared with the space itself.
const INSET: f64 = 0.95;
/// Radius of the ring around a place that is no space, in units of the picture.
const ANCHOR: f64 = 22.0;
/// Space around the board, in units of the picture.
pub(crate) const MARGIN: f64 = 12.0;

impl Scene {
    /// Draws the board with the marks of the options.
    pub(crate) fn draw(self, options: &PictureOptions) -> String {
        let scene = if self.can_turn {
            self.seen_from(options.side)
        } else {
            self
        };
        scene.draw_from_front(options)
    }

    /// The board with its places where a viewer on this side sees them; labels and pieces stay
    /// upright.
    fn seen_from(mut self, side: ViewingSide) -> Scene {
        if side == ViewingSide::default() {
            return self;
        }
        for spot in &mut self.spots {
            let at = seen_place(spot.at, self.size, side);
            let shift = at.minus(spot.at);
            spot.at = at;
            spot.pieces = vec![moved(std::mem::take(&mut spot.pieces), shift)];
            spot.movable = vec![moved(std::mem::take(&mut spot.movable), shift)];
            spot.extents = spot
                .extents
                .iter()
                .map(|extent| extent.moved(shift))
                .collect();
        }
        for (_, at) in &mut self.anchors {
            *at = seen_place(*at, self.size, side);
        }
        for sign in &mut self.edge {
            let shift = seen_place(sign.centre, self.size, side).minus(sign.centre);
            sign.element = moved(vec![sign.element.clone()], shift);
            sign.centre = sign.centre.plus(shift);
        }
        self
    }

    fn draw_from_front(self, options: &PictureOptions) -> String {
        let panel = if options.board_only {
            Panel::default()
        } else {
            self.panel.elements_of()
        };
        let size = self
            .size
            .plus(Point::new(2.0 * MARGIN, 2.0 * MARGIN + panel.height));
        let title = options.title.as_ref().unwrap_or(&self.title);
        let mut board = Element::new("g").set(
            "transform",
            &format!("translate({} {})", rounded(MARGIN), rounded(MARGIN)),
        );
        board = board.add(Element::rectangle("sea", Point::default(), self.size, 18.0));
        board = board
            .add_all(self.edge.iter().map(|sign| sign.element.clone()))
            .add_all(self.spots.iter().map(|spot| self.spot(spot, options)));
        board = board.add(self.marks(options));
        let below = format!(
            "translate({} {})",
            rounded(MARGIN),
            rounded(MARGIN + self.size.y)
        );
        let panel = Element::new("g")
            .set("transform", &below)
            .add_all(panel.elements);
        let moves = options
            .arrows
            .iter()
            .take(1)
            .map(|arrow| &arrow.mark)
            .chain(&options.last_move);
        let has_effects = moves.flat_map(|mark| &mark.effects).next().is_some();
        let has_parts = has_effects || !options.parts.is_empty() || !options.drawn.is_empty();
        let parts = if has_parts {
            part_sheet(options.theme)
        } else {
            String::new()
        };
        let document = Element::new("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set(
                "viewBox",
                &format!("0 0 {} {}", rounded(size.x), rounded(size.y)),
            )
            .number("width", size.x)
            .number("height", size.y)
            .set("class", &format!("{CLASS_PREFIX}picture"))
            .set("role", "group")
            .set("aria-label", title)
            .add(Element::new("title").text(title))
            .add(Element::new("desc").text(&self.description))
            .add(Element::new("style").text(&(sheet(options.theme) + &parts)))
            .add(definitions())
            .add(Element::rectangle("page", Point::default(), size, 0.0))
            .add(board)
            .add(panel);
        of_theme(String::from(document), options.theme) + "\n"
    }

    fn spot(&self, spot: &Spot, options: &PictureOptions) -> Element {
        let corners: Vec<Point> = self
            .corners
            .iter()
            .map(|corner| corner.times(INSET))
            .collect();
        let shape = polygon(&corners, spot.at);
        let words = format!("{}: {}", spot.name, spot.words);
        let mut group = Element::group("space")
            .set("data-hex", &spot.name)
            .add(Element::new("title").text(&words));
        group = group.add_all(space_shapes(spot, &self.corners));
        let shares = options
            .territory
            .iter()
            .filter(|share| share.space == spot.name);
        group = group.add_all(shares.flat_map(|share| shade(share, &shape)));
        group = group.add_all(spot.pieces.iter().cloned());
        if options.names {
            let at = spot.at.plus(Point::new(0.0, self.corners[0].y + 14.0));
            group = group.add(Element::label("soft tiny middle", at, &spot.name));
        }
        group
    }

    /// Overlays above the spaces.
    fn marks(&self, options: &PictureOptions) -> Element {
        let mut marks = Element::group("marks").set("aria-hidden", "true");
        for area in &options.areas {
            marks = marks.add(Element::path("area", &self.border(area)));
        }
        if let Some(MoveMark { from, to, effects }) = &options.last_move {
            marks = marks.add_all(from.iter().filter_map(|name| self.ring(name, "last from")));
            marks = marks.add_all(to.iter().filter_map(|name| self.ring(name, "last")));
            let ways = effects
                .iter()
                .filter_map(|effect| self.way(effect.arrow.as_ref()?, "last"));
            let rings = effects.iter().flat_map(|effect| &effect.outlined);
            marks = marks
                .add_all(ways)
                .add_all(rings.filter_map(|name| self.ring(name, "last from")));
        }
        let best = options
            .arrows
            .first()
            .into_iter()
            .flat_map(|arrow| &arrow.mark.effects);
        marks = marks.add_all(best.flat_map(|effect| self.part(effect)));
        marks = marks.add_all(options.parts.iter().flat_map(|part| self.part(part)));
        marks = marks
            .add_all(self.drawn(&options.drawn))
            .add_all(self.arrows(&options.arrows));
        for value in &options.values {
            let Some(at) = self.value_place(value) else {
                continue;
            };
            let class = if value.is_best { "value best" } else { "value" };
            marks = marks.add_all(plate(class, "ink", at, &value.text));
        }
        marks
    }

    pub(crate) fn place(&self, name: &str) -> Option<Point> {
        let spots = self.spots.iter().map(|spot| (&spot.name, spot.at));
        let mut places = spots.chain(self.anchors.iter().map(|(name, at)| (name, *at)));
        places.find(|(other, _)| *other == name).map(|(_, at)| at)
    }

    /// Centre of the text on a space: at its lower or upper edge, where it covers less of the
    /// contents. `None` if the picture has no such place.
    fn value_place(&self, value: &SpaceValue) -> Option<Point> {
        let at = self.place(&value.space)?;
        let lowest = self
            .corners
            .iter()
            .map(|corner| corner.y)
            .fold(0.0, f64::max);
        let drop = Point::new(0.0, lowest + 2.5 - PLATE_HEIGHT / 2.0);
        let size = Point::new(plate_width(&value.text), PLATE_HEIGHT);
        let places = [at.plus(drop), at.minus(drop)];
        let [below, above] = places.map(|at| self.covered(Rectangle::around(at, size)));
        Some(places[usize::from(above < below)])
    }

    /// Area of the contents of spaces that a rectangle covers.
    fn covered(&self, rectangle: Rectangle) -> f64 {
        self.spots
            .iter()
            .flat_map(|spot| &spot.extents)
            .map(|extent| extent.shared(rectangle))
            .sum()
    }

    /// Outline of a space, a little inside it; a circle around another place. `None` if the picture
    /// has no such place.
    pub(crate) fn ring(&self, name: &str, class: &str) -> Option<Element> {
        if let Some((_, at)) = self.anchors.iter().find(|(other, _)| other == name) {
            return Some(Element::circle(class, *at, ANCHOR));
        }
        let corners: Vec<Point> = self
            .corners
            .iter()
            .map(|corner| corner.times(0.9))
            .collect();
        Some(Element::path(class, &polygon(&corners, self.place(name)?)))
    }

    /// Edges of the spaces of an area that no two of them share.
    fn border(&self, area: &[String]) -> String {
        let places: Vec<Point> = area.iter().filter_map(|name| self.place(name)).collect();
        let mut data = String::new();
        for &place in &places {
            for (index, &corner) in self.corners.iter().enumerate() {
                let next = self.corners[(index + 1) % self.corners.len()];
                let neighbour = place.plus(corner.plus(next));
                if !places
                    .iter()
                    .any(|&other| other.minus(neighbour).length() < 1.0)
                {
                    data += &format!(
                        "{}{}",
                        command('M', place.plus(corner)),
                        command('L', place.plus(next))
                    );
                }
            }
        }
        data
    }

    /// Marks of a part of a move that is being composed.
    fn part(&self, part: &PartMarks) -> Vec<Element> {
        let ghost = part.ghost.as_ref().and_then(|way| self.ghost(way));
        let arrow = part.arrow.as_ref().and_then(|way| self.way(way, ""));
        let lost = part
            .lost
            .iter()
            .filter_map(|name| self.place(name))
            .map(cross);
        let outlined = part
            .outlined
            .iter()
            .filter_map(|name| self.ring(name, "arrow thin"));
        ghost
            .into_iter()
            .chain(arrow)
            .chain(lost)
            .chain(outlined)
            .collect()
    }

    /// The piece on the first space of a way, as a ghost on its last one.
    fn ghost(&self, way: &SpaceWay) -> Option<Element> {
        let start = self.spots.iter().find(|spot| spot.name == way.from)?;
        let step = self.place(&way.to)?.minus(start.at);
        let place = format!("translate({} {})", rounded(step.x), rounded(step.y));
        Some(
            Element::group("ghost")
                .set("transform", &place)
                .add_all(start.movable.iter().cloned()),
        )
    }

    /// Thin arrow along a way; `class` is one more class of it, or empty.
    fn way(&self, SpaceWay { from, to }: &SpaceWay, class: &str) -> Option<Element> {
        let start = self.place(from)?;
        let end = self.place(to)?;
        Some(line_arrow(Element::group("way"), class, start, end))
    }
}

/// Adds a line with a tip to a group; `class` is one more class of both, or empty.
pub(crate) fn line_arrow(group: Element, class: &str, start: Point, end: Point) -> Element {
    let [line_class, tip_class] =
        ["arrow", "tip"].map(|name| format!("{name} {class}").trim_end().to_owned());
    let way = end.minus(start);
    let unit = way.times(1.0 / way.length().max(1.0));
    let side = Point::new(-unit.y, unit.x);
    let tail = start.plus(unit.times(14.0));
    let neck = end.minus(unit.times(20.0));
    let line = command('M', tail) + &command('L', neck);
    let tip = [
        end.minus(unit.times(4.0)),
        neck.plus(side.times(11.0)),
        neck.minus(side.times(11.0)),
    ];
    let group = group
        .add(Element::path("halo", &line))
        .add(Element::path(&line_class, &line));
    group.add(Element::path(&tip_class, &polygon(&tip, Point::default())))
}

/// Place on a board of this size as a viewer on this side sees it.
fn seen_place(at: Point, size: Point, side: ViewingSide) -> Point {
    let x = if side.is_turned == side.is_mirrored {
        at.x
    } else {
        size.x - at.x
    };
    let y = if side.is_turned { size.y - at.y } else { at.y };
    Point::new(x, y)
}

/// Elements moved by this way.
fn moved(elements: Vec<Element>, shift: Point) -> Element {
    let place = format!("translate({} {})", rounded(shift.x), rounded(shift.y));
    Element::new("g").set("transform", &place).add_all(elements)
}

/// Strokes through a piece on a space at this place.
fn cross(at: Point) -> Element {
    let reach = Point::new(17.0, 18.0);
    let centre = at.plus(Point::new(0.0, -4.0));
    let other = Point::new(reach.x, -reach.y);
    let down = command('M', centre.minus(reach)) + &command('L', centre.plus(reach));
    let up = command('M', centre.minus(other)) + &command('L', centre.plus(other));
    let data = down + &up;
    Element::group("lost")
        .add(Element::path("halo", &data))
        .add(Element::path("strike", &data))
}

impl Panel {
    fn elements_of(&self) -> Panel {
        Panel {
            elements: self.elements.clone(),
            height: self.height,
        }
    }
}

/// Fill and hatching of a space that belongs to a player.
fn shade(share: &SpaceShare, shape: &str) -> Vec<Element> {
    let strength = share.share.clamp(0.0, 1.0);
    let fill =
        Element::path(&format!("{}", share.player), shape).number("fill-opacity", 0.45 * strength);
    let hatch = Element::new("path")
        .set("d", shape)
        .set("fill", &hatch_fill(share.player));
    vec![fill, hatch.number("opacity", 0.35 * strength)]
}

/// Height of a plate with a line of text, in units of the picture.
const PLATE_HEIGHT: f64 = 15.0;

fn plate_width(text: &str) -> f64 {
    text_width(text, 12.0) + 9.0
}

/// Draws a text on a small plate whose centre is `at`, in units of the drawing; `class` is the
/// style of the plate.
fn plate(class: &str, text_class: &str, at: Point, text: &str) -> Vec<Element> {
    let size = Point::new(plate_width(text), PLATE_HEIGHT);
    let plate = Element::rectangle(class, at.minus(size.times(0.5)), size, 7.5);
    let label = Element::label(
        &format!("{text_class} middle bold small"),
        at.plus(Point::new(0.0, 4.5)),
        text,
    );
    vec![plate, fitted(label, text, size.x - 9.0)]
}

/// A label whose text fills this width in any font, if it is long enough to be stretched.
pub(crate) fn fitted(label: Element, text: &str, width: f64) -> Element {
    let is_long = text.chars().count() > 2;
    if is_long {
        label
            .number("textLength", width)
            .set("lengthAdjust", "spacingAndGlyphs")
    } else {
        label
    }
}

/// Estimated width of text of this size; the exact one depends on the font of the viewer.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let width = |character: char| match character {
        'i' | 'l' | '.' | ',' | ':' | '\'' | ' ' => 0.3,
        'm' | 'w' | 'M' | 'W' => 0.9,
        _ => 0.58,
    };
    size * text.chars().map(width).sum::<f64>()
}

fn command(letter: char, Point { x, y }: Point) -> String {
    format!("{letter}{} {}", rounded(x), rounded(y))
}
