//! Trees as rows of boxes: every box lies below its parent and within its width (icicle plots).

use crate::Theme;
use crate::chart::document;
use crate::svg::{Element, Point};

/// Chart of a tree whose nodes are boxes with text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeChart {
    /// Title for screen readers.
    pub title: String,
    /// Box on top.
    pub root: TreeBox,
}

/// Box of a tree, with the boxes below it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeBox {
    /// Text in the box, where there is room, and on hovering.
    pub label: String,
    /// Shorter text, shown in the box where the label has no room and this text has.
    pub short: String,
    /// Colour of the box.
    pub colour: BoxColour,
    /// Boxes below, from left to right.
    pub below: Vec<TreeBox>,
}

/// Colour of a box, by the state of the claim that the box stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoxColour {
    /// The claim is not decided yet.
    #[default]
    Open,
    /// A search works on the claim.
    Active,
    /// The claim is true.
    Holds,
    /// The claim is false.
    Fails,
}

impl BoxColour {
    fn class(self) -> &'static str {
        match self {
            BoxColour::Open => "bar",
            BoxColour::Active => "bar active",
            BoxColour::Holds => "bar above",
            BoxColour::Fails => "bar below",
        }
    }
}

const WIDTH: f64 = 960.0;
const ROW_HEIGHT: f64 = 30.0;
/// Width of a character of a label, about.
const CHARACTER_WIDTH: f64 = 7.5;

impl TreeBox {
    /// Number of boxes without any below them, at least one.
    fn ends(&self) -> usize {
        self.below.iter().map(TreeBox::ends).sum::<usize>().max(1)
    }

    fn depth(&self) -> usize {
        1 + self.below.iter().map(TreeBox::depth).max().unwrap_or(0)
    }

    /// Draws the box at this corner, and those below it; each is as wide as its number of ends.
    fn draw(&self, corner: Point, width: f64, drawn: &mut Vec<Element>) {
        let size = Point::new((width - 1.0).max(0.3), ROW_HEIGHT - 2.0);
        let title = Element::new("title").text(&self.label);
        drawn.push(Element::rectangle(self.colour.class(), corner, size, 1.0).add(title));
        let fits = |text: &&String| text.chars().count() as f64 * CHARACTER_WIDTH < width;
        if let Some(text) = [&self.label, &self.short].into_iter().find(fits) {
            let place = Point::new(corner.x + 4.0, corner.y + ROW_HEIGHT * 0.62);
            drawn.push(Element::label("ink small", place, text));
        }
        let ends = self.ends() as f64;
        let mut left = corner.x;
        for child in &self.below {
            let share = width * child.ends() as f64 / ends;
            child.draw(Point::new(left, corner.y + ROW_HEIGHT), share, drawn);
            left += share;
        }
    }
}

impl TreeChart {
    /// Draws the tree as an SVG document in the colours of `theme`.
    pub fn draw(&self, theme: Theme) -> String {
        let mut drawn = Vec::new();
        self.root.draw(Point::new(0.0, 0.0), WIDTH, &mut drawn);
        let size = Point::new(WIDTH, ROW_HEIGHT * self.root.depth() as f64);
        document(&self.title, theme, size, drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_lie_within_the_box_above() {
        let leaf = |label: &str, colour| TreeBox {
            label: label.to_owned(),
            short: label[..1].to_owned(),
            colour,
            below: Vec::new(),
        };
        let wide = TreeBox {
            below: vec![leaf("a", BoxColour::Holds), leaf("b", BoxColour::Active)],
            ..leaf("wide", BoxColour::Open)
        };
        let root = TreeBox {
            below: vec![wide, leaf("<c>", BoxColour::Fails)],
            ..leaf("root", BoxColour::Open)
        };
        let svg = TreeChart {
            title: "tree".to_owned(),
            root,
        }
        .draw(Theme::Light);
        assert!(
            svg.contains("viewBox=\"0 0 960 90\"") && svg.contains("&lt;c&gt;"),
            "{svg}"
        );
        let widths: Vec<&str> = svg
            .split(" width=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert_eq!(widths, ["959", "639", "319", "319", "319"]);
    }
}
