/// Start of the names of all classes in pictures.
pub(crate) const CLASS_PREFIX: &str = "fp-";
/// Start of the names of all symbols in pictures.
pub(crate) const SYMBOL_PREFIX: &str = "floe-";

/// Element of an SVG document; text and attributes are escaped, and every element is closed.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

impl Element {
    /// Creates an element without attributes and content.
    pub(crate) fn new(name: &'static str) -> Element {
        Element {
            name,
            attributes: String::new(),
            content: String::new(),
        }
    }

    /// Creates a group of a class.
    pub(crate) fn group(class: &str) -> Element {
        Element::new("g").class(class)
    }

    /// Creates a path of a class; `data` are its commands, the attribute `d`.
    pub(crate) fn path(class: &str, data: &str) -> Element {
        Element::new("path").class(class).set("d", data)
    }

    /// Creates a circle of a class around `at`.
    pub(crate) fn circle(class: &str, at: Point, radius: f64) -> Element {
        Element::new("circle")
            .class(class)
            .number("cx", at.x)
            .number("cy", at.y)
            .number("r", radius)
    }

    /// Creates a rectangle of a class, from its upper left corner, with round corners of this
    /// radius.
    pub(crate) fn rectangle(class: &str, corner: Point, size: Point, radius: f64) -> Element {
        let rectangle = Element::new("rect")
            .class(class)
            .number("x", corner.x)
            .number("y", corner.y);
        rectangle
            .number("width", size.x)
            .number("height", size.y)
            .number("rx", radius)
    }

    /// Creates a line of text of a class, with its baseline at `at`, from where it runs to the
    /// right unless the class says otherwise.
    pub(crate) fn label(class: &str, at: Point, text: &str) -> Element {
        Element::new("text")
            .class(class)
            .number("x", at.x)
            .number("y", at.y)
            .text(text)
    }

    /// Creates a copy of the symbol with this name, with its origin at `at` and scaled by `scale`.
    pub(crate) fn copy(symbol: &str, at: Point, scale: f64) -> Element {
        let size = if scale == 1.0 {
            String::new()
        } else {
            format!(" scale({})", rounded(scale))
        };
        Element::turned_copy(symbol, at, &size)
    }

    /// Creates a copy of the symbol with this name, with its origin at `at` and transformed by
    /// `turn`, which is empty or begins with a blank.
    pub(crate) fn turned_copy(symbol: &str, at: Point, turn: &str) -> Element {
        let place = format!("translate({} {})", rounded(at.x), rounded(at.y));
        Element::new("use")
            .set("href", &format!("#{symbol}"))
            .set("transform", &(place + turn))
    }

    /// Adds classes, separated by blanks. In the document they have a prefix, so that they are not
    /// those of the page around it.
    pub(crate) fn class(self, classes: &str) -> Element {
        let classes: Vec<String> = classes
            .split(' ')
            .map(|class| format!("{CLASS_PREFIX}{class}"))
            .collect();
        self.set("class", &classes.join(" "))
    }

    /// Adds an attribute.
    pub(crate) fn set(mut self, name: &str, value: &str) -> Element {
        self.attributes += &format!(" {name}=\"{}\"", escaped(value));
        self
    }

    /// Adds an attribute with a number.
    pub(crate) fn number(self, name: &str, value: f64) -> Element {
        self.set(name, &rounded(value))
    }

    /// Adds an element to the content.
    pub(crate) fn add(mut self, child: Element) -> Element {
        self.content += &String::from(child);
        self
    }

    /// Adds elements to the content.
    pub(crate) fn add_all(self, children: impl IntoIterator<Item = Element>) -> Element {
        children.into_iter().fold(self, Element::add)
    }

    /// Adds text to the content.
    pub(crate) fn text(mut self, text: &str) -> Element {
        self.content += &escaped(text);
        self
    }
}

/// Writes the element; groups and texts begin a line, so that differences of pictures can be read.
impl From<Element> for String {
    fn from(
        Element {
            name,
            attributes,
            content,
        }: Element,
    ) -> String {
        let line = if matches!(name, "g" | "text" | "rect" | "defs" | "style" | "desc") {
            "\n"
        } else {
            ""
        };
        if content.is_empty() {
            format!("{line}<{name}{attributes}/>")
        } else {
            format!("{line}<{name}{attributes}>{content}</{name}>")
        }
    }
}

/// Place in a picture, in units of its view box.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    pub(crate) const fn plus(self, other: Point) -> Point {
        Point {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }

    pub(crate) const fn minus(self, other: Point) -> Point {
        Point {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }

    pub(crate) const fn times(self, factor: f64) -> Point {
        Point {
            x: self.x * factor,
            y: self.y * factor,
        }
    }

    pub(crate) fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

/// Rectangle in a picture, upright.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rectangle {
    pub(crate) centre: Point,
    /// Half its width and height.
    pub(crate) half: Point,
}

impl Rectangle {
    /// Rectangle of this size around a place.
    pub(crate) fn around(centre: Point, size: Point) -> Rectangle {
        Rectangle {
            centre,
            half: size.times(0.5),
        }
    }

    /// The rectangle moved by this way.
    pub(crate) fn moved(self, way: Point) -> Rectangle {
        Rectangle {
            centre: self.centre.plus(way),
            ..self
        }
    }

    /// Area that two rectangles share.
    pub(crate) fn shared(self, other: Rectangle) -> f64 {
        let way = self.centre.minus(other.centre);
        let reach = self.half.plus(other.half);
        let width = (reach.x - way.x.abs()).clamp(0.0, 2.0 * self.half.x.min(other.half.x));
        let height = (reach.y - way.y.abs()).clamp(0.0, 2.0 * self.half.y.min(other.half.y));
        width * height
    }
}

/// Writes a polygon through these points, moved by `offset`, as the data of a path.
pub(crate) fn polygon(points: &[Point], offset: Point) -> String {
    let mut data = String::new();
    for (number, point) in points.iter().enumerate() {
        let Point { x, y } = point.plus(offset);
        let command = if number == 0 { "M" } else { "L" };
        data += &format!("{command}{} {}", rounded(x), rounded(y));
    }
    data + "Z"
}

/// Writes a number with at most two decimals.
pub(crate) fn rounded(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Escapes text for XML, and leaves out control characters, which XML does not allow.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(character),
            character if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {
            }
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let element = Element::new("text")
            .set("class", "a\"<b")
            .text("1 < 2 & \u{1}3 > 2");
        assert_eq!(
            String::from(element),
            "\n<text class=\"a&quot;&lt;b\">1 &lt; 2 &amp; 3 &gt; 2</text>"
        );
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.0, -0.001, 12.5, 100.0, -2.71].map(rounded),
            ["0", "0", "12.5", "100", "-2.71"]
        );
        assert_eq!(
            polygon(
                &[Point::new(0.0, 1.0), Point::new(2.0, 3.0)],
                Point::new(1.0, 0.0)
            ),
            "M1 1L3 3Z"
        );
    }
}
