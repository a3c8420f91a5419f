//! Colours, for light and dark viewers.

use crate::Theme;
use crate::svg::{CLASS_PREFIX, SYMBOL_PREFIX};

/// Declaration for the elements of a class, with its values in light and dark pictures.
struct Rule {
    selector: &'static str,
    property: &'static str,
    light: &'static str,
    dark: &'static str,
}

const fn rule(
    selector: &'static str,
    property: &'static str,
    light: &'static str,
    dark: &'static str,
) -> Rule {
    Rule {
        selector,
        property,
        light,
        dark,
    }
}

/// Colours that depend on the theme. Those of the players are distinct for the colour-blind (Okabe
/// and Ito 2008).
const THEMED: &[Rule] = &[
    rule(".page", "fill", "#ffffff", "#0d1720"),
    rule(".sea", "fill", "#cfe5f1", "#132c3f"),
    rule(".water", "fill", "#c3dded", "#163349"),
    rule(".rim", "fill", "#8fb3c8", "#0a1a26"),
    rule(".tile", "fill", "#fbfdfe", "#3d5a70"),
    rule(".tile", "stroke", "#a9c6d6", "#587a93"),
    rule(".ink", "fill", "#16222c", "#edf4f8"),
    rule(".soft", "fill", "#4d6473", "#a4bccb"),
    rule(".fish", "fill", "#3f7494", "#b4d8ea"),
    rule(".fish.gold", "fill", "#b86e00", "#ffc65c"),
    rule(".eye", "fill", "#ffffff", "#22384a"),
    rule(".box", "fill", "#eef5f9", "#152636"),
    rule(".box", "stroke", "#b7cfdc", "#33506a"),
    rule(".turn", "stroke", "#16222c", "#edf4f8"),
    rule(".A", "fill", "#d55e00", "#f0803c"),
    rule(".B", "fill", "#0072b2", "#52b0ea"),
    rule(".C", "fill", "#008a65", "#35c99c"),
    rule(".D", "fill", "#b8609a", "#e59bcb"),
    rule(".hatch", "stroke", "#16222c", "#0b1620"),
    rule(".last", "stroke", "#e0a800", "#ffd34d"),
    rule(".arrow", "stroke", "#12202b", "#ffffff"),
    rule(".halo", "stroke", "#ffffff", "#0d1720"),
    rule(".tip", "fill", "#12202b", "#ffffff"),
    rule(".tip", "stroke", "#ffffff", "#0d1720"),
    rule(".plate", "fill", "#12202b", "#ffffff"),
    rule(".plate", "stroke", "#ffffff", "#0d1720"),
    rule(".plated", "fill", "#ffffff", "#12202b"),
    rule(".value", "fill", "#ffffff", "#0d1720"),
    rule(".value", "stroke", "#12202b", "#ffffff"),
    rule(".value.best", "fill", "#ffe08a", "#7a5a00"),
    rule(".area", "stroke", "#12202b", "#ffffff"),
    rule(".whale", "fill", "#22384a", "#0b1620"),
    rule(".whale", "stroke", "#ffffff", "#c9dce8"),
    rule(".sign", "fill", "#f2e6ff", "#4b3a66"),
    rule(".sign", "stroke", "#6a4a94", "#cdb4f0"),
    rule(".card-1", "fill", "#ffdcc4", "#7a4a2a"),
    rule(".card-2", "fill", "#cbe4fb", "#245079"),
    rule(".card-3", "fill", "#cdeed4", "#2b6141"),
    rule(".card-4", "fill", "#ecd6f3", "#5f3a74"),
    rule(".card-waste", "fill", "#dcdcd8", "#55565a"),
    rule(".pier", "fill", "#e8d9bf", "#5b4a33"),
    rule(".boot", "fill", "#6b4f35", "#c9a888"),
    rule(".diver", "fill", "#8a6d1f", "#e0c15c"),
    rule(".crack", "stroke", "#7fa3b8", "#8fb0c6"),
    rule(".open", "stroke", "#4d6473", "#a4bccb"),
];

/// Shapes and letters, in every theme.
const PLAIN: &str = "\
.picture{font-family:'Noto Sans','Segoe UI',system-ui,'Helvetica Neue',Arial,sans-serif;font-size:15px}\
.middle{text-anchor:middle}.end{text-anchor:end}.bold{font-weight:bold}.small{font-size:12px}.tiny{font-size:9.5px}.label{font-size:13px}\
.tile,.box{stroke-width:1.2;stroke-linejoin:round}.rim{stroke-linejoin:round}.turn{stroke-width:2.5}\
.body{stroke:#101820;stroke-width:1.6}.belly{fill:#fff;stroke:#101820;stroke-width:.8}.letter{fill:#101820;font-size:15px;font-weight:bold;text-anchor:middle}\
.beak{fill:#f3a712;stroke:#101820;stroke-width:.8}.white{fill:#fff}.black{fill:#101820}\
.last{fill:none;stroke-width:4}.from{stroke-dasharray:7 5}\
.halo{fill:none;stroke-width:11;stroke-linecap:round;stroke-opacity:.75}.arrow{fill:none;stroke-width:6;stroke-linecap:round}\
.arrow.thin{stroke-width:4}.tip{stroke-width:1.5}.plate,.value{stroke-width:1.5}.second{opacity:.72}\
.area{fill:none;stroke-width:4;stroke-linecap:round;stroke-dasharray:.1 8}\
.open{fill:none;stroke-width:2.5;stroke-dasharray:4 4}.crack{fill:none;stroke-width:2;stroke-linejoin:round}.hatch{fill:none;stroke-width:2}\
.whale,.sign{stroke-width:1.5}.angler{stroke:#101820;stroke-width:1.5}.yellow{fill:#f5c518}.red{fill:#d8443c}.large{font-size:28px}.marks{pointer-events:none}";

/// Colours of charts.
const CHARTS: &[Rule] = &[
    rule(".grid", "stroke", "#d5e2ea", "#22394b"),
    rule(".grid.zero", "stroke", "#9fb4c1", "#45617a"),
    rule(".curve", "stroke", "#0072b2", "#52b0ea"),
    rule(".band", "fill", "#0072b2", "#52b0ea"),
    rule(".level", "stroke", "#d55e00", "#f0803c"),
    rule(".bar", "fill", "#7d93a1", "#7d97a8"),
    rule(".bar.above", "fill", "#0072b2", "#52b0ea"),
    rule(".bar.below", "fill", "#d55e00", "#f0803c"),
    rule(".bar.active", "stroke", "#16222c", "#edf4f8"),
];

/// Lines of charts, in every theme.
const CHART_LINES: &str = "\
.curve{fill:none;stroke-width:2;stroke-linejoin:round}.band{fill-opacity:.2}.level{stroke-width:1.5;stroke-dasharray:6 4}.bar.active{stroke-width:3}";

/// Colours of the parts of a move that is being composed, and of what a person has drawn.
const PARTS: &[Rule] = &[
    rule(".strike", "stroke", "#c1121f", "#ff7b72"),
    rule(".arrow.last", "stroke", "#e0a800", "#ffd34d"),
    rule(".tip.last", "fill", "#e0a800", "#ffd34d"),
    rule(".arrow.drawn", "stroke", "#7a2fb0", "#d9a6ff"),
    rule(".tip.drawn", "fill", "#7a2fb0", "#d9a6ff"),
];

/// Shapes of these parts, in every theme.
const PART_SHAPES: &str =
    ".ghost{opacity:.55}.way{opacity:.8}.strike{fill:none;stroke-width:5;stroke-linecap:round}";

impl Theme {
    /// Class of all elements of a picture whose colours are fixed, so that its rules leave other
    /// pictures of a page alone.
    fn class(self) -> Option<&'static str> {
        match self {
            Theme::Auto => None,
            Theme::Light => Some("light"),
            Theme::Dark => Some("dark"),
        }
    }
}

/// Adds the class of its theme to all elements of a document, and to the names of its symbols: of
/// several pictures on a page each has its own colours.
///
/// In text and attributes quotes are escaped, so that these patterns are elements of the document.
pub(crate) fn of_theme(document: String, theme: Theme) -> String {
    let Some(class) = theme.class() else {
        return document;
    };
    let document = document.replace(
        &format!("class=\"{CLASS_PREFIX}"),
        &format!("class=\"{CLASS_PREFIX}{class} {CLASS_PREFIX}"),
    );
    ["id=\"", "href=\"#", "fill=\"url(#"]
        .iter()
        .fold(document, |document, before| {
            document.replace(
                &format!("{before}{SYMBOL_PREFIX}"),
                &format!("{before}{SYMBOL_PREFIX}{class}-"),
            )
        })
}

/// Returns the style sheet of charts, which is also that of pictures.
pub(crate) fn chart_sheet(theme: Theme) -> String {
    sheet(theme) + &themed(CHARTS, CHART_LINES, theme)
}

/// Returns the additions to the style sheet for parts of a move.
pub(crate) fn part_sheet(theme: Theme) -> String {
    themed(PARTS, PART_SHAPES, theme)
}

/// Returns the style sheet of a theme; a viewer chooses between light and dark where the theme is
/// [`Auto`](Theme::Auto).
pub(crate) fn sheet(theme: Theme) -> String {
    themed(THEMED, PLAIN, theme)
}

fn themed(themed: &[Rule], plain: &str, theme: Theme) -> String {
    let light = rules(themed, theme, |rule| rule.light);
    let dark = rules(themed, theme, |rule| rule.dark);
    match theme {
        Theme::Light => light + &scoped(plain),
        Theme::Dark => dark + &scoped(plain),
        Theme::Auto => format!(
            "{light}{}@media (prefers-color-scheme:dark){{{dark}}}",
            scoped(plain)
        ),
    }
}

/// Writes rules, of a fixed theme for elements of its class alone.
fn rules(rules: &[Rule], theme: Theme, value: impl Fn(&Rule) -> &'static str) -> String {
    let class = theme
        .class()
        .map_or(String::new(), |class| format!(".{class}"));
    let write = |rule: &Rule| {
        format!(
            "{class}{}{{{}:{}}}",
            rule.selector,
            rule.property,
            value(rule)
        )
    };
    scoped(&rules.iter().map(write).collect::<String>())
}

/// Gives all classes the prefix of pictures, so that they do not touch the page around them.
///
/// No rule has two elements: browsers differ in whether an element above a copied symbol counts for
/// the rules inside it.
fn scoped(rules: &str) -> String {
    let scope = |rule: &str| {
        let (selectors, declarations) = rule.split_once('{').unwrap_or((rule, ""));
        format!(
            "{}{{{declarations}}}\n",
            selectors.replace('.', &format!(".{CLASS_PREFIX}"))
        )
    };
    rules
        .split('}')
        .filter(|rule| !rule.trim().is_empty())
        .map(scope)
        .collect()
}
