//! Arrows over a board: next to each other where they share a line, with labels that lie inside the
//! picture and cover neither each other nor the contents of the board, as far as there is room.

use crate::options::{Arrow, MoveMark};
use crate::scene::{MARGIN, Scene, fitted, line_arrow, text_width};
use crate::svg::{Element, Point, Rectangle};

/// Distance of arrows that share a line, in units of the picture: a shaft with its halo, and as
/// much.
const LANE: f64 = 14.0;
/// Width of a shaft with its halo, in units of the picture.
const SHAFT: f64 = 7.0;
/// Most lanes on each side of a line; further arrows cover each other.
const LANES: i32 = 2;
/// Side of the square around the tip of an arrow, and the way back to its centre, in units of the
/// picture.
const TIP: f64 = 20.0;
const TIP_CENTRE: f64 = 12.0;
/// Height of a line of text on a label, and the space around it, in units of the picture.
const LINE: f64 = 13.0;
const PADDING: Point = Point::new(6.0, 4.0);
/// Greatest distance of a label from its arrow, and the distance of places to try, in units of the
/// picture.
const REACH: f64 = 48.0;
const STEP: f64 = 4.0;

/// Arrow with its place on the board.
struct Placed<'a> {
    arrow: &'a Arrow,
    /// Number of the arrow, counted from 1.
    rank: String,
    /// Start and end of the arrow; `None` for marks on spaces.
    line: Option<[Point; 2]>,
    /// Place of the label; `None` if the picture has no place for the arrow.
    label: Option<Rectangle>,
}

impl Placed<'_> {
    /// Size of the label: the rank, and the text below it.
    fn label_size(&self) -> Point {
        let texts = [&self.rank, &self.arrow.label];
        let width = texts
            .map(|text| text_width(text, LINE))
            .into_iter()
            .fold(0.0, f64::max);
        let lines = if self.arrow.label.is_empty() {
            1.0
        } else {
            2.0
        };
        let size = PADDING.plus(Point::new(width, lines * LINE));
        Point::new(size.x.max(LINE + PADDING.y), size.y)
    }

    /// Square around the tip.
    fn tip(&self) -> Option<Rectangle> {
        let [start, end] = self.line?;
        let way = end.minus(start);
        let centre = end.minus(way.times(TIP_CENTRE / way.length().max(1.0)));
        Some(Rectangle::around(centre, Point::new(TIP, TIP)))
    }

    /// Distance of a place from the shaft; `None` without one.
    fn distance(&self, at: Point) -> Option<f64> {
        let [start, end] = self.line?;
        Some(at.minus(nearest(at, start, end)).length())
    }
}

impl Scene {
    /// Draws arrows for moves, the first on top, with their ranks and labels.
    pub(crate) fn arrows(&self, arrows: &[Arrow]) -> Vec<Element> {
        let placed = self.placed(arrows);
        let shapes = placed
            .iter()
            .enumerate()
            .rev()
            .filter_map(|(index, arrow)| self.arrow(arrow, index == 0));
        let labels = placed
            .iter()
            .enumerate()
            .rev()
            .filter_map(|(index, arrow)| arrow.draw_label(index == 0));
        shapes.chain(labels).collect()
    }

    /// Arrows with the places of their labels.
    fn placed<'a>(&self, arrows: &'a [Arrow]) -> Vec<Placed<'a>> {
        let mut placed: Vec<Placed<'_>> = Vec::new();
        for (index, arrow) in arrows.iter().enumerate() {
            let line = self
                .line_of(&arrow.mark)
                .map(|line| apart_from(line, &placed));
            placed.push(Placed {
                arrow,
                rank: (index + 1).to_string(),
                line,
                label: None,
            });
        }
        let contents = self.contents();
        for index in 0..placed.len() {
            placed[index].label = self.label_place(index, &placed, &contents);
        }
        placed
    }

    /// Rectangles around what a label leaves free: the contents of spaces, places and names around
    /// them.
    fn contents(&self) -> Vec<Rectangle> {
        let spots = self
            .spots
            .iter()
            .flat_map(|spot| spot.extents.iter().copied());
        let anchors = self
            .anchors
            .iter()
            .map(|(_, at)| Rectangle::around(*at, Point::new(40.0, 40.0)));
        let edge = self
            .edge
            .iter()
            .map(|sign| Rectangle::around(sign.centre, Point::new(12.0, 12.0)));
        spots.chain(anchors).chain(edge).collect()
    }

    /// Draws arrows and marks that a person has drawn.
    pub(crate) fn drawn(&self, marks: &[MoveMark]) -> Vec<Element> {
        let mut drawn = Vec::new();
        for mark in marks {
            match self.line_of(mark) {
                Some([start, end]) => {
                    drawn.push(line_arrow(Element::group("drawing"), "drawn", start, end));
                }
                None if mark.from.is_none() => {
                    drawn.extend(
                        mark.to
                            .iter()
                            .filter_map(|name| self.ring(name, "arrow thin drawn")),
                    );
                }
                None => {}
            }
        }
        drawn
    }

    fn arrow(&self, placed: &Placed<'_>, is_best: bool) -> Option<Element> {
        placed.label?;
        let group = Element::group(if is_best { "first" } else { "second" });
        Some(match placed.line {
            Some([start, end]) => line_arrow(group, "", start, end),
            None => group.add_all(
                placed
                    .arrow
                    .mark
                    .to
                    .iter()
                    .filter_map(|name| self.ring(name, "arrow thin")),
            ),
        })
    }

    /// Centres of the spaces where an arrow begins and ends; `None` without both.
    fn line_of(&self, mark: &MoveMark) -> Option<[Point; 2]> {
        let start = self.place(mark.from.as_ref()?)?;
        let end = self.place(mark.to.first()?)?;
        Some([start, end])
    }

    /// Place for the label of the arrow with this index, inside the picture and near its shaft,
    /// where it covers least of the labels so far, of the contents of the board and of other
    /// arrows.
    fn label_place(
        &self,
        index: usize,
        placed: &[Placed<'_>],
        contents: &[Rectangle],
    ) -> Option<Rectangle> {
        let size = placed[index].label_size();
        let end = placed[index]
            .arrow
            .mark
            .to
            .first()
            .and_then(|name| self.place(name))?;
        let [start, end] = placed[index].line.unwrap_or([end, end]);
        let left = start.x.min(end.x) - REACH;
        let top = start.y.min(end.y) - REACH;
        let columns = ((start.x.max(end.x) + REACH - left) / STEP) as usize;
        let rows = ((start.y.max(end.y) + REACH - top) / STEP) as usize;
        let places =
            (0..=rows).flat_map(|row| (0..=columns).map(move |column| (column as f64, row as f64)));
        let mut best: Option<(f64, Rectangle)> = None;
        for (column, row) in places {
            let at = self.moved_inside(Point::new(left + column * STEP, top + row * STEP), size);
            let near = distance_cost(at, start, end);
            if at.minus(nearest(at, start, end)).length() <= REACH
                && best.is_none_or(|(least, _)| near < least)
            {
                let place = Rectangle::around(at, size);
                let cost = near + covering_cost(place, index, placed, contents);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, place));
                }
            }
        }
        best.map(|(_, place)| place)
    }

    /// The nearest place where a plate of this size lies inside the picture of the board.
    fn moved_inside(&self, at: Point, size: Point) -> Point {
        let least = size.times(0.5).plus(Point::new(2.0 - MARGIN, 2.0 - MARGIN));
        let most = self.size.minus(least);
        Point::new(
            at.x.clamp(least.x, most.x.max(least.x)),
            at.y.clamp(least.y, most.y.max(least.y)),
        )
    }
}

impl Placed<'_> {
    /// Draws the label: the rank, and the text below it, most strongly on the best arrow.
    fn draw_label(&self, is_best: bool) -> Option<Element> {
        let Rectangle { centre, half } = self.label?;
        let [plate, ink] = if is_best {
            ["plate", "plated"]
        } else {
            ["value", "ink"]
        };
        let plate = Element::rectangle(plate, centre.minus(half), half.times(2.0), 8.0);
        let lines: Vec<&str> = [&*self.rank, &self.arrow.label]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        let first = 4.5 - LINE * (lines.len() as f64 - 1.0) / 2.0;
        let text = |(line, text): (usize, &&str)| {
            let at = centre.plus(Point::new(0.0, first + LINE * line as f64));
            let label = Element::label(&format!("{ink} middle bold label"), at, text);
            fitted(label, text, 2.0 * half.x - PADDING.x)
        };
        Some(
            Element::new("g")
                .add(plate)
                .add_all(lines.iter().enumerate().map(text)),
        )
    }
}

/// Cost of a place by its distance from an arrow, which is least at the middle of the arrow.
fn distance_cost(at: Point, start: Point, end: Point) -> f64 {
    let middle = start.plus(end).times(0.5);
    let distance = at.minus(nearest(at, start, end)).length();
    distance + 0.08 * distance * distance + 0.2 * at.minus(middle).length()
}

/// Cost of what a label at a place covers; contents of the board and other labels cost most.
fn covering_cost(
    place: Rectangle,
    index: usize,
    placed: &[Placed<'_>],
    contents: &[Rectangle],
) -> f64 {
    let mut cost = 10.0
        * contents
            .iter()
            .map(|&other| place.shared(other))
            .sum::<f64>();
    let own = placed[index].distance(place.centre).unwrap_or(0.0);
    let size = place.half.times(2.0);
    for (other, arrow) in placed.iter().enumerate() {
        cost += arrow
            .label
            .filter(|_| other < index)
            .map_or(0.0, |label| 50.0 * place.shared(label));
        cost += arrow.tip().map_or(0.0, |tip| 3.0 * place.shared(tip));
        if other != index {
            let is_nearer = arrow
                .distance(place.centre)
                .is_some_and(|distance| distance < own);
            let is_on_shaft = arrow
                .line
                .is_some_and(|line| lies_on(place.centre, size, line));
            cost += if is_nearer { 20.0 } else { 0.0 } + if is_on_shaft { 60.0 } else { 0.0 };
        }
    }
    cost
}

/// The place on a line that is nearest to another place.
fn nearest(at: Point, start: Point, end: Point) -> Point {
    let way = end.minus(start);
    let from_start = at.minus(start);
    let square = way.x * way.x + way.y * way.y;
    let share = if square > 0.0 {
        (from_start.x * way.x + from_start.y * way.y) / square
    } else {
        0.0
    };
    start.plus(way.times(share.clamp(0.0, 1.0)))
}

/// Whether a plate of this size lies on a part of a shaft.
fn lies_on(at: Point, size: Point, [start, end]: [Point; 2]) -> bool {
    let way = end.minus(start);
    let to_start = start.minus(at);
    let across = part_inside(to_start.x, way.x, (size.x + SHAFT) / 2.0);
    let down = part_inside(to_start.y, way.y, (size.y + SHAFT) / 2.0);
    across[0].max(down[0]).max(0.0) < across[1].min(down[1]).min(1.0)
}

/// Shares of a way along an axis, from 0 at its start to 1 at its end, between which it is nearer
/// than `half` to the origin: it begins at `from`, and may go beyond both ends.
fn part_inside(from: f64, way: f64, half: f64) -> [f64; 2] {
    if way.abs() < 1e-9 {
        return if from.abs() < half {
            [0.0, 1.0]
        } else {
            [1.0, 0.0]
        };
    }
    let [one, other] = [-half, half].map(|edge| (edge - from) / way);
    [one.min(other), one.max(other)]
}

/// A line moved sideways until it lies on none of the lines so far.
fn apart_from(line: [Point; 2], others: &[Placed<'_>]) -> [Point; 2] {
    let way = line[1].minus(line[0]);
    // Both directions of a line have the same sides.
    let sign = if (way.x, way.y) < (0.0, 0.0) {
        -1.0
    } else {
        1.0
    };
    let side = Point::new(-way.y, way.x).times(sign / way.length().max(1.0));
    let lanes = (0..=LANES).flat_map(|lane| [lane, -lane]);
    let moved = lanes.map(|lane| line.map(|at| at.plus(side.times(LANE * f64::from(lane)))));
    let mut free = moved.filter(|moved| {
        !others
            .iter()
            .any(|other| other.line.is_some_and(|line| overlap(*moved, line)))
    });
    free.next().unwrap_or(line)
}

/// Whether two lines lie on each other along a part of both.
fn overlap([start, end]: [Point; 2], other: [Point; 2]) -> bool {
    let way = end.minus(start);
    let length = way.length().max(1.0);
    let along = other
        .map(|at| at.minus(start))
        .map(|at| (at.x * way.x + at.y * way.y) / length);
    let is_on_line = other
        .map(|at| at.minus(start))
        .iter()
        .all(|at| (at.x * way.y - at.y * way.x).abs() / length < 1.0);
    is_on_line && along[0].max(along[1]) > 1.0 && along[0].min(along[1]) < length - 1.0
}
