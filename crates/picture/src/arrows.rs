//! Arrows over a board: next to each other where they share a line, with labels that hide no other label and lie inside
//! the picture.

use crate::options::{Arrow, MoveMark};
use crate::scene::{MARGIN, PLATE_HEIGHT, Scene, line_arrow, plate, plate_width};
use crate::svg::{Element, Point};

/// Distance of arrows that share a line, in units of the picture: half a label, and half a shaft with its halo.
const LANE: f64 = 14.0;
/// Width of a shaft with its halo, in units of the picture.
const SHAFT: f64 = 7.0;
/// Most lanes on each side of a line; further arrows cover each other.
const LANES: i32 = 2;

/// Arrow with its place on the board.
struct Placed<'a> {
    arrow: &'a Arrow,
    /// Start and end of the arrow; `None` for marks on spaces.
    line: Option<[Point; 2]>,
    /// Text of the label, with the rank of the arrow.
    text: String,
    /// Centre of the label; `None` if the picture has no place for the arrow.
    label: Option<Point>,
}

impl Scene {
    /// Draws arrows for moves, the first on top, with their ranks and labels.
    pub(crate) fn arrows(&self, arrows: &[Arrow]) -> Vec<Element> {
        let placed = self.placed(arrows);
        placed.iter().enumerate().rev().flat_map(|(index, arrow)| self.arrow(arrow, index == 0)).collect()
    }

    /// Centres and sizes of the labels of arrows.
    pub(crate) fn arrow_plates(&self, arrows: &[Arrow]) -> Vec<[Point; 2]> {
        let plate = |placed: &Placed<'_>| Some([placed.label?, Point::new(plate_width(&placed.text), PLATE_HEIGHT)]);
        self.placed(arrows).iter().filter_map(plate).collect()
    }

    /// Arrows with the places of their labels.
    fn placed<'a>(&self, arrows: &'a [Arrow]) -> Vec<Placed<'a>> {
        let mut placed: Vec<Placed<'_>> = Vec::new();
        for (index, arrow) in arrows.iter().enumerate() {
            let rank = index + 1;
            let text = if arrow.label.is_empty() { rank.to_string() } else { format!("{rank}. {}", arrow.label) };
            let line = self.line_of(&arrow.mark).map(|line| apart_from(line, &placed));
            placed.push(Placed { arrow, line, text, label: None });
        }
        for index in 0..placed.len() {
            placed[index].label = self.label_place(index, &placed);
        }
        placed
    }

    /// Draws arrows and marks that a person has drawn.
    pub(crate) fn drawn(&self, marks: &[MoveMark]) -> Vec<Element> {
        let mut drawn = Vec::new();
        for mark in marks {
            match self.line_of(mark) {
                Some([start, end]) => drawn.push(line_arrow(Element::group("drawing"), "drawn", start, end)),
                None if mark.from.is_none() => {
                    drawn.extend(mark.to.iter().filter_map(|name| self.ring(name, "arrow thin drawn")));
                }
                None => {}
            }
        }
        drawn
    }

    fn arrow(&self, placed: &Placed<'_>, is_best: bool) -> Option<Element> {
        let group = Element::group(if is_best { "first" } else { "second" });
        let label = plate("plate", "plated", placed.label?, &placed.text);
        let group = match placed.line {
            Some([start, end]) => line_arrow(group, "", start, end),
            None => group.add_all(placed.arrow.mark.to.iter().filter_map(|name| self.ring(name, "arrow thin"))),
        };
        Some(group.add_all(label))
    }

    /// Centres of the spaces where an arrow begins and ends; `None` without both.
    fn line_of(&self, mark: &MoveMark) -> Option<[Point; 2]> {
        let start = self.place(mark.from.as_ref()?)?;
        let end = self.place(mark.to.first()?)?;
        Some([start, end])
    }

    /// Place for the label of the arrow with this index, inside the picture, apart from all labels so far and from the
    /// shafts of the other arrows; else apart from the labels, else the usual one.
    fn label_place(&self, index: usize, placed: &[Placed<'_>]) -> Option<Point> {
        let Placed { arrow, line, text, .. } = &placed[index];
        let size = Point::new(plate_width(text), PLATE_HEIGHT);
        let candidates = match line {
            Some([start, end]) => places_along(*start, *end, size),
            None => {
                let end = arrow.mark.to.first().and_then(|name| self.place(name))?;
                let usual = end.plus(self.plate_drop());
                [0.0, -PLATE_HEIGHT, PLATE_HEIGHT].map(|down| usual.plus(Point::new(0.0, down))).to_vec()
            }
        };
        let inside: Vec<Point> = candidates.into_iter().map(|at| self.moved_inside(at, size)).collect();
        let is_free = |at: &&Point| placed[..index].iter().all(|other| !covers(**at, size, other));
        let others = placed.iter().enumerate().filter(|&(other, _)| other != index);
        let shafts: Vec<[Point; 2]> = others.filter_map(|(_, other)| other.line).collect();
        let free: Vec<Point> = inside.iter().filter(is_free).copied().collect();
        let clear = free.iter().find(|at| shafts.iter().all(|&shaft| !lies_on(**at, size, shaft)));
        clear.or(free.first()).or(inside.first()).copied()
    }

    /// The nearest place where a plate of this size lies inside the picture of the board.
    fn moved_inside(&self, at: Point, size: Point) -> Point {
        let least = size.times(0.5).plus(Point::new(2.0 - MARGIN, 2.0 - MARGIN));
        let most = self.size.minus(least);
        Point::new(at.x.clamp(least.x, most.x.max(least.x)), at.y.clamp(least.y, most.y.max(least.y)))
    }
}

/// Places for the label of an arrow, the best first: beyond its tip, where it covers neither a short arrow nor what
/// comes from elsewhere, then next to the tip and along the arrow.
fn places_along(start: Point, end: Point, size: Point) -> Vec<Point> {
    let way = end.minus(start);
    let unit = way.times(1.0 / way.length().max(1.0));
    let side = Point::new(-unit.y, unit.x);
    let reach = (unit.x * size.x).hypot(unit.y * size.y) / 2.0;
    let across = (side.x * size.x).hypot(side.y * size.y) / 2.0 + 6.0;
    let tip = end.plus(unit.times(2.0 + reach));
    let mut places = vec![tip];
    for back in [0.0, 0.25, 0.5, 0.75] {
        let at = if back == 0.0 { tip } else { end.minus(way.times(back)) };
        places.extend([1.0, -1.0, 2.0, -2.0].map(|times| at.plus(side.times(times * across))));
    }
    places
}

/// Whether a plate of this size covers a part of the label of another arrow.
fn covers(at: Point, size: Point, other: &Placed<'_>) -> bool {
    let Some(there) = other.label else { return false };
    let way = at.minus(there);
    way.x.abs() < (size.x + plate_width(&other.text)) / 2.0 && way.y.abs() < PLATE_HEIGHT + 1.0
}

/// Whether a plate of this size lies on a part of a shaft.
fn lies_on(at: Point, size: Point, [start, end]: [Point; 2]) -> bool {
    let way = end.minus(start);
    let to_start = start.minus(at);
    let across = part_inside(to_start.x, way.x, (size.x + SHAFT) / 2.0);
    let down = part_inside(to_start.y, way.y, (size.y + SHAFT) / 2.0);
    across[0].max(down[0]).max(0.0) < across[1].min(down[1]).min(1.0)
}

/// Shares of a way along an axis, from 0 at its start to 1 at its end, between which it is nearer than `half` to the
/// origin: it begins at `from`, and may go beyond both ends.
fn part_inside(from: f64, way: f64, half: f64) -> [f64; 2] {
    if way.abs() < 1e-9 {
        return if from.abs() < half { [0.0, 1.0] } else { [1.0, 0.0] };
    }
    let [one, other] = [-half, half].map(|edge| (edge - from) / way);
    [one.min(other), one.max(other)]
}

/// A line moved sideways until it lies on none of the lines so far.
fn apart_from(line: [Point; 2], others: &[Placed<'_>]) -> [Point; 2] {
    let way = line[1].minus(line[0]);
    // Both directions of a line have the same sides.
    let sign = if (way.x, way.y) < (0.0, 0.0) { -1.0 } else { 1.0 };
    let side = Point::new(-way.y, way.x).times(sign / way.length().max(1.0));
    let lanes = (0..=LANES).flat_map(|lane| [lane, -lane]);
    let moved = lanes.map(|lane| line.map(|at| at.plus(side.times(LANE * f64::from(lane)))));
    let mut free =
        moved.filter(|moved| !others.iter().any(|other| other.line.is_some_and(|line| overlap(*moved, line))));
    free.next().unwrap_or(line)
}

/// Whether two lines lie on each other along a part of both.
fn overlap([start, end]: [Point; 2], other: [Point; 2]) -> bool {
    let way = end.minus(start);
    let length = way.length().max(1.0);
    let along = other.map(|at| at.minus(start)).map(|at| (at.x * way.x + at.y * way.y) / length);
    let is_on_line =
        other.map(|at| at.minus(start)).iter().all(|at| (at.x * way.y - at.y * way.x).abs() / length < 1.0);
    is_on_line && along[0].max(along[1]) > 1.0 && along[0].min(along[1]) < length - 1.0
}
