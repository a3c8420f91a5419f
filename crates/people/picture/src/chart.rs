//! Charts of numbers, in the style of the pictures.

use crate::Theme;
use crate::style::{chart_sheet, of_theme};
use crate::svg::{CLASS_PREFIX, Element, Point, rounded};

/// Chart of a curve through points with their error bands, and of named horizontal lines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LineChart {
    /// Title of the chart, for screen readers.
    pub title: String,
    /// Name of the horizontal axis, with its unit.
    pub x: String,
    /// Name of the vertical axis, with its unit.
    pub y: String,
    /// Points of the curve, from left to right.
    pub points: Vec<ChartPoint>,
    /// Horizontal lines with their names.
    pub levels: Vec<ChartLevel>,
}

/// Point of the curve of a [`LineChart`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ChartPoint {
    /// Value of the point on the horizontal axis, in the unit of [`LineChart::x`].
    pub x: f64,
    /// Value of the point on the vertical axis, in the unit of [`LineChart::y`]. A point whose
    /// value is not finite is left out.
    pub y: f64,
    /// Half the height of the error band at the point, in the unit of [`LineChart::y`]; 0 for no
    /// band.
    pub error: f64,
}

/// Named horizontal line of a [`LineChart`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ChartLevel {
    /// Value on the vertical axis at which the line lies, in the unit of [`LineChart::y`].
    pub y: f64,
    /// Name of the line, written at its end.
    pub name: String,
}

/// Chart of bars whose heights are counts, each at an integer of the horizontal axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BarChart {
    /// Title of the chart, for screen readers.
    pub title: String,
    /// Name of the horizontal axis, with its unit.
    pub x: String,
    /// Name of the vertical axis: what the bars count.
    pub y: String,
    /// Bars of the chart, from left to right.
    pub bars: Vec<Bar>,
}

/// Bar of a [`BarChart`]: its place and its count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bar {
    /// Value on the horizontal axis that the bar stands for, in the unit of [`BarChart::x`].
    pub x: i64,
    /// Height of the bar, a count.
    pub count: u64,
}

/// Size of a chart.
const SIZE: Point = Point::new(640.0, 300.0);
/// Corners of the plot.
const TOP_LEFT: Point = Point::new(62.0, 14.0);
const BOTTOM_RIGHT: Point = Point::new(624.0, 250.0);
/// Number of steps of an axis, about.
const STEPS: f64 = 6.0;

impl LineChart {
    /// Draws the chart as an SVG document in the colours of `theme`.
    pub fn draw(&self, theme: Theme) -> String {
        let finite: Vec<ChartPoint> = self
            .points
            .iter()
            .copied()
            .filter(|point| point.y.is_finite())
            .collect();
        let heights = finite
            .iter()
            .flat_map(|point| [point.y - point.error, point.y + point.error]);
        let heights = heights
            .chain(self.levels.iter().map(|level| level.y))
            .chain([0.0]);
        let y = Axis::around(heights);
        let x = Axis::around(finite.iter().map(|point| point.x).chain([0.0]));
        let upper = finite
            .iter()
            .map(|point| Point::new(point.x, point.y + point.error));
        let lower = finite
            .iter()
            .rev()
            .map(|point| Point::new(point.x, point.y - point.error));
        let band: Vec<Point> = upper.chain(lower).collect();
        let middle: Vec<Point> = finite
            .iter()
            .map(|point| Point::new(point.x, point.y))
            .collect();
        let mut plot = frame(&self.x, &self.y, &x, &y);
        if finite.iter().any(|point| point.error > 0.0) {
            plot.push(Element::path("band", &(line(&x, &y, &band) + "Z")));
        }
        for level in &self.levels {
            let ends = [Point::new(x.from, level.y), Point::new(x.to, level.y)];
            plot.push(Element::path("level", &line(&x, &y, &ends)));
            let name = Point::new(BOTTOM_RIGHT.x - 4.0, y.vertical(level.y) - 5.0);
            plot.push(Element::label("soft small end", name, &level.name));
        }
        if let [only] = middle[..] {
            plot.push(Element::path("curve", &dash(&x, &y, only)));
        } else {
            plot.push(Element::path("curve", &line(&x, &y, &middle)));
        }
        document(&self.title, theme, SIZE, plot)
    }
}

/// Path of a short level line through the only point of a curve.
fn dash(x: &Axis, y: &Axis, point: Point) -> String {
    let at = x.horizontal(point.x);
    format!(
        "M{} {}H{}",
        rounded(at - 4.0),
        rounded(y.vertical(point.y)),
        rounded(at + 4.0)
    )
}

/// Path through points, which are in the units of the axes.
fn line(x: &Axis, y: &Axis, points: &[Point]) -> String {
    let command = |(number, point): (usize, &Point)| {
        let command = if number == 0 { 'M' } else { 'L' };
        format!(
            "{command}{} {}",
            rounded(x.horizontal(point.x)),
            rounded(y.vertical(point.y))
        )
    };
    points.iter().enumerate().map(command).collect()
}

impl BarChart {
    /// Draws the chart as an SVG document in the colours of `theme`.
    pub fn draw(&self, theme: Theme) -> String {
        let y = Axis::around(self.bars.iter().map(|bar| bar.count as f64).chain([0.0]));
        let sides = self
            .bars
            .iter()
            .flat_map(|bar| [bar.x as f64 - 0.5, bar.x as f64 + 0.5]);
        let x = Axis::around(sides.chain([0.0]));
        let mut plot = frame(&self.x, &self.y, &x, &y);
        for bar in &self.bars {
            let left = x.horizontal(bar.x as f64 - 0.5);
            let corner = Point::new(left + 0.5, y.vertical(bar.count as f64));
            let size = Point::new(
                (x.horizontal(bar.x as f64 + 0.5) - left - 1.0).max(0.5),
                BOTTOM_RIGHT.y - corner.y,
            );
            let class = match bar.x {
                ..0 => "bar below",
                0 => "bar",
                1.. => "bar above",
            };
            let title = Element::new("title").text(&format!("{}: {}", bar.x, bar.count));
            plot.push(Element::rectangle(class, corner, size, 0.0).add(title));
        }
        document(&self.title, theme, SIZE, plot)
    }
}

/// Range of an axis, with the distance between its marks.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    /// Axis that holds these numbers and ends at marks: their distance is 1, 2 or 5 times a power
    /// of ten.
    fn around(numbers: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), next| {
            (a.min(next), b.max(next))
        });
        let width = (most - least).max(1e-9);
        let raw = width / STEPS;
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&step| step >= raw * 0.999);
        let step = step.unwrap_or(10.0 * power);
        let from = (least / step).floor() * step;
        let to = (most / step).ceil() * step;
        Axis {
            from,
            to: if to > from { to } else { from + step },
            step,
        }
    }

    fn share(&self, number: f64) -> f64 {
        (number - self.from) / (self.to - self.from)
    }

    fn horizontal(&self, number: f64) -> f64 {
        TOP_LEFT.x + self.share(number) * (BOTTOM_RIGHT.x - TOP_LEFT.x)
    }

    fn vertical(&self, number: f64) -> f64 {
        BOTTOM_RIGHT.y - self.share(number) * (BOTTOM_RIGHT.y - TOP_LEFT.y)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.to - self.from) / self.step).round() as u32;
        (0..=count).map(|number| self.from + f64::from(number) * self.step)
    }
}

/// Grid, marks and names of both axes.
fn frame(x_name: &str, y_name: &str, x: &Axis, y: &Axis) -> Vec<Element> {
    let mut elements = Vec::new();
    for mark in y.marks() {
        let height = y.vertical(mark);
        let class = if mark.abs() < y.step / 2.0 {
            "grid zero"
        } else {
            "grid"
        };
        let line = format!(
            "M{} {}H{}",
            rounded(TOP_LEFT.x),
            rounded(height),
            rounded(BOTTOM_RIGHT.x)
        );
        elements.push(Element::path(class, &line));
        elements.push(Element::label(
            "soft small end",
            Point::new(TOP_LEFT.x - 7.0, height + 4.0),
            &rounded(mark),
        ));
    }
    for mark in x.marks() {
        let place = Point::new(x.horizontal(mark), BOTTOM_RIGHT.y + 17.0);
        elements.push(Element::label("soft small middle", place, &rounded(mark)));
    }
    let middle = (TOP_LEFT.x + BOTTOM_RIGHT.x) / 2.0;
    elements.push(Element::label(
        "ink small middle",
        Point::new(middle, SIZE.y - 12.0),
        x_name,
    ));
    let side = Point::new(0.0, 0.0);
    let turned = format!(
        "translate(15 {}) rotate(-90)",
        rounded((TOP_LEFT.y + BOTTOM_RIGHT.y) / 2.0)
    );
    elements.push(Element::label("ink small middle", side, y_name).set("transform", &turned));
    elements
}

pub(crate) fn document(title: &str, theme: Theme, size: Point, plot: Vec<Element>) -> String {
    let document = Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set(
            "viewBox",
            &format!("0 0 {} {}", rounded(size.x), rounded(size.y)),
        )
        .set("class", &format!("{CLASS_PREFIX}picture"))
        .set("role", "img")
        .set("aria-label", title)
        .add(Element::new("title").text(title))
        .add(Element::new("style").text(&chart_sheet(theme)))
        .add_all(plot);
    of_theme(String::from(document), theme) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        let marks = |numbers: &[f64]| {
            Axis::around(numbers.iter().copied())
                .marks()
                .map(rounded)
                .collect::<Vec<_>>()
        };
        assert_eq!(marks(&[0.0, 100.0]), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(marks(&[-3.2, 2.9]), ["-4", "-2", "0", "2", "4"]);
        assert_eq!(marks(&[0.0]).len(), 2);
    }
}
