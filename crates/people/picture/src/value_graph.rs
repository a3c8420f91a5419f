//! Graph of the value of a game, move by move.

use crate::svg::{CLASS_PREFIX, Element, Point, rounded};

/// Graph of the values of a game, move by move. It has no colours of its own: the page around it
/// has the rules for its classes. What it says is readable without colours: marks are signs, and
/// curves have the letters of their players.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ValueGraph {
    /// Title of the graph, for screen readers.
    pub title: String,
    /// Meaning of the upper end of the vertical axis, with its unit: `A leads, fish`.
    pub above: String,
    /// Meaning of the lower end of the vertical axis; empty where values do not go below zero.
    pub below: String,
    /// Number of moves, which is the length of the horizontal axis.
    pub moves: usize,
    /// Curves, one for all players or one for each.
    pub curves: Vec<ValueCurve>,
    /// Number of moves before the position that is shown, which the graph marks; 0 for the first
    /// position.
    pub shown: usize,
}

/// Curve of a [`ValueGraph`]: the values of one side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ValueCurve {
    /// Letter of the player whose values these are; empty for one curve of all.
    pub player: String,
    /// Points of the curve, from left to right.
    pub points: Vec<ValuePoint>,
}

/// Point of a [`ValueCurve`]: the value after one move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ValuePoint {
    /// Number of the move, from 1.
    pub number: usize,
    /// Value after the move, in the unit of the axis.
    pub value: f64,
    /// Sign of the mark of the move: `?!`, `?` or `??`; empty without one.
    pub sign: String,
}

/// Size of the graph.
const SIZE: Point = Point::new(400.0, 170.0);
/// Corners of the plot.
const TOP_LEFT: Point = Point::new(34.0, 20.0);
const BOTTOM_RIGHT: Point = Point::new(386.0, 138.0);
/// Least value that the axis reaches: smaller ones are within the error of the engine.
const LEAST_REACH: f64 = 5.0;
/// Largest number of steps of an axis.
const STEPS: f64 = 6.0;

/// Signs of bad moves, the gravest last.
const SIGNS: [&str; 3] = ["?!", "?", "??"];
/// Room of a sign: two characters in a line.
const SIGN: Point = Point::new(14.0, 11.0);

impl ValueGraph {
    /// Draws the graph as an SVG document. Its part with the class `fp-plot` is as wide as the
    /// horizontal axis.
    pub fn draw(&self) -> String {
        let size = BOTTOM_RIGHT.minus(TOP_LEFT);
        let scale = self.scale();
        let shown = self.horizontal(self.shown);
        let line = Point::new(shown, TOP_LEFT.y);
        let document = Element::new("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set(
                "viewBox",
                &format!("0 0 {} {}", rounded(SIZE.x), rounded(SIZE.y)),
            )
            .set("class", &format!("{CLASS_PREFIX}graph"))
            .set("role", "img")
            .set("aria-label", &self.title)
            .add(Element::rectangle("plot", TOP_LEFT, size, 0.0))
            .add_all(self.axes(&scale))
            .add(Element::path(
                "here",
                &format!(
                    "M{} {}V{}",
                    rounded(line.x),
                    rounded(line.y),
                    rounded(BOTTOM_RIGHT.y)
                ),
            ))
            .add_all(
                self.curves
                    .iter()
                    .flat_map(|curve| self.curve(curve, &scale)),
            );
        String::from(document) + "\n"
    }

    fn scale(&self) -> Scale {
        let values = self
            .curves
            .iter()
            .flat_map(|curve| &curve.points)
            .map(|point| point.value);
        let is_signed = !self.below.is_empty();
        let most = values.fold(LEAST_REACH, |most, value| {
            most.max(if is_signed { value.abs() } else { value })
        });
        let step = round_step(if is_signed { 2.0 * most } else { most });
        let most = (most / step).ceil() * step;
        Scale {
            least: if is_signed { -most } else { 0.0 },
            most,
            step,
        }
    }

    /// Place of a move on the horizontal axis.
    fn horizontal(&self, number: usize) -> f64 {
        let share = number as f64 / self.moves.max(1) as f64;
        TOP_LEFT.x + share * (BOTTOM_RIGHT.x - TOP_LEFT.x)
    }

    /// Lines and numbers of both axes, and what the ends mean.
    fn axes(&self, scale: &Scale) -> Vec<Element> {
        let mut elements = Vec::new();
        let steps = ((scale.most - scale.least) / scale.step).round() as i32;
        for step in 0..=steps {
            let value = scale.least + f64::from(step) * scale.step;
            let height = scale.vertical(value);
            let class = if value.abs() < scale.step / 2.0 {
                "zero"
            } else {
                "grid"
            };
            elements.push(Element::path(
                class,
                &format!("M{} {}H{}", TOP_LEFT.x, rounded(height), BOTTOM_RIGHT.x),
            ));
            // Above and below zero another player leads: the number is the same.
            let number = Point::new(TOP_LEFT.x - 5.0, height + 4.0);
            elements.push(Element::label("number", number, &rounded(value.abs())));
        }
        let step = round_step(self.moves as f64).max(1.0);
        let count = (self.moves as f64 / step).floor() as usize;
        for mark in 0..=count {
            let number = mark * step as usize;
            let place = Point::new(self.horizontal(number), BOTTOM_RIGHT.y + 13.0);
            elements.push(Element::label("count", place, &number.to_string()));
        }
        elements.push(Element::label(
            "side",
            Point::new(TOP_LEFT.x, TOP_LEFT.y - 8.0),
            &self.above,
        ));
        elements.push(Element::label(
            "side",
            Point::new(TOP_LEFT.x, SIZE.y - 4.0),
            &self.below,
        ));
        elements.push(Element::label(
            "end",
            Point::new(BOTTOM_RIGHT.x, SIZE.y - 4.0),
            "move",
        ));
        elements
    }

    /// A curve with its letter at the end, and the signs of bad moves.
    fn curve(&self, curve: &ValueCurve, scale: &Scale) -> Vec<Element> {
        let place = |point: &ValuePoint| {
            Point::new(self.horizontal(point.number), scale.vertical(point.value))
        };
        let places: Vec<Point> = curve.points.iter().map(place).collect();
        let line: Vec<String> = places
            .iter()
            .map(|at| format!("{},{}", rounded(at.x), rounded(at.y)))
            .collect();
        let class = format!("curve {}", curve.player);
        let line = Element::new("polyline")
            .class(class.trim_end())
            .set("points", &line.join(" "));
        let mut elements = vec![line];
        let mut signs = Vec::new();
        for (point, at) in curve
            .points
            .iter()
            .zip(&places)
            .filter(|(point, _)| !point.sign.is_empty())
        {
            // On the side where there is room.
            let is_high = at.y < TOP_LEFT.y + 16.0;
            let drop = if is_high { 14.0 } else { -5.0 };
            elements.push(Element::circle("bad", *at, 2.5));
            signs.push((at.plus(Point::new(0.0, drop)), point.sign.as_str()));
        }
        elements.extend(
            apart(signs)
                .into_iter()
                .map(|(at, sign)| Element::label("glyph", at, sign)),
        );
        let end = places.last().filter(|_| !curve.player.is_empty());
        elements.extend(
            end.map(|at| Element::label("name", at.plus(Point::new(3.0, 4.0)), &curve.player)),
        );
        elements
    }
}

/// Signs with their places, without those that would lie on a graver one or on an earlier one that
/// is as grave.
fn apart(mut signs: Vec<(Point, &str)>) -> Vec<(Point, &str)> {
    signs
        .sort_by_key(|&(_, sign)| std::cmp::Reverse(SIGNS.iter().position(|&known| known == sign)));
    let mut kept: Vec<(Point, &str)> = Vec::new();
    for (at, sign) in signs {
        let is_free =
            |other: &Point| (at.x - other.x).abs() >= SIGN.x || (at.y - other.y).abs() >= SIGN.y;
        if kept.iter().all(|(other, _)| is_free(other)) {
            kept.push((at, sign));
        }
    }
    kept
}

/// Range of the vertical axis, with the distance between its marks.
struct Scale {
    least: f64,
    most: f64,
    step: f64,
}

impl Scale {
    fn vertical(&self, value: f64) -> f64 {
        let share = (value.clamp(self.least, self.most) - self.least) / (self.most - self.least);
        BOTTOM_RIGHT.y - share * (BOTTOM_RIGHT.y - TOP_LEFT.y)
    }
}

/// Distance between the marks of an axis of this length: 1, 2 or 5 times a power of ten.
fn round_step(length: f64) -> f64 {
    let raw = (length / STEPS).max(1e-9);
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= raw * 0.999);
    step.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(number: usize, value: f64, sign: &str) -> ValuePoint {
        ValuePoint {
            number,
            value,
            sign: sign.to_owned(),
        }
    }

    #[test]
    fn a_graph_names_its_sides_and_shows_signs() {
        let curve = ValueCurve {
            player: String::new(),
            points: vec![
                point(1, 2.0, ""),
                point(2, -7.0, "??"),
                point(3, f64::from(1), ""),
            ],
        };
        let graph = ValueGraph {
            title: "Value".to_owned(),
            above: "A leads, fish".to_owned(),
            below: "B leads".to_owned(),
            moves: 3,
            curves: vec![curve],
            shown: 2,
        };
        let svg = graph.draw();
        for part in [
            ">A leads, fish</text>",
            ">B leads</text>",
            ">??</text>",
            "class=\"fp-zero\"",
            ">10</text>",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(
            !svg.contains("style"),
            "a page with a strict policy has the rules itself: {svg}"
        );
    }

    #[test]
    fn the_graver_of_two_signs_in_one_place_is_kept() {
        let points = vec![
            point(10, 1.0, "?"),
            point(11, 1.2, "??"),
            point(40, 1.0, "?!"),
            point(41, -9.0, "?"),
        ];
        let curves = vec![ValueCurve {
            player: String::new(),
            points,
        }];
        let svg = ValueGraph {
            moves: 60,
            curves,
            ..ValueGraph::default()
        }
        .draw();
        let counts = [">??<", ">?!<", ">?<", "fp-bad"].map(|part| svg.matches(part).count());
        assert_eq!(counts, [1, 1, 1, 4], "{svg}");
    }

    #[test]
    fn curves_of_several_players_have_their_letters() {
        let curve = |player: &str| ValueCurve {
            player: player.to_owned(),
            points: vec![point(1, 20.0, "?")],
        };
        let curves = ["A", "B", "C"].map(curve).to_vec();
        let svg = ValueGraph {
            moves: 1,
            curves,
            ..ValueGraph::default()
        }
        .draw();
        assert!(
            ["A", "B", "C"]
                .iter()
                .all(|letter| svg.contains(&format!(">{letter}</text>"))),
            "{svg}"
        );
        // Without moves there are axes alone.
        assert!(ValueGraph::default().draw().contains("<svg"));
    }
}
