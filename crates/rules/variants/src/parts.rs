//! Parts of moves, for people who choose them one after the other.

use floe_hex::{Geometry, Hex, HexSet, Word};

use crate::FloeMove;

/// Part of a move, which its player chooses in one step: a hex, or one of a few ways to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloePart<W: Word> {
    /// Sentence that asks for the part. All parts that can follow the same earlier parts have the
    /// same question.
    pub question: &'static str,
    /// Hex that stands for the part; `None` for a part that is chosen by its words.
    pub hex: Option<Hex>,
    /// Effect of the part in words, to be written after the words of earlier parts and a comma;
    /// empty where the hex says all.
    pub words: String,
    /// Hexes where the moving penguin starts and stops by this part; `None` for other parts.
    pub slide: Option<(Hex, Hex)>,
    /// Hexes where something else starts and stops by this part, such as a whale; `None` for other
    /// parts.
    pub way: Option<(Hex, Hex)>,
    /// Hexes whose penguins are lost by this part.
    pub lost: HexSet<W>,
}

impl<W: Word> FloePart<W> {
    /// Creates a part that is chosen by its hex.
    pub(crate) fn at(question: &'static str, hex: Hex) -> FloePart<W> {
        FloePart {
            hex: Some(hex),
            ..FloePart::of_words(question, String::new())
        }
    }

    /// Creates a part that is chosen by its words.
    pub(crate) fn of_words(question: &'static str, words: String) -> FloePart<W> {
        FloePart {
            question,
            hex: None,
            words,
            slide: None,
            way: None,
            lost: HexSet::EMPTY,
        }
    }
}

/// Parts that every move has: the hex of a placement, for which `placement` asks, or those where a
/// penguin starts and stops.
pub(crate) fn way_of_penguin<W: Word, M: FloeMove<W>>(
    geometry: &Geometry<W>,
    mv: M,
    placement: &'static str,
) -> Vec<FloePart<W>> {
    if let Some(hex) = mv.placed() {
        return vec![FloePart::at(placement, hex)];
    }
    let (from, to) = mv.endpoints(geometry);
    let stops = FloePart {
        slide: Some((from, to)),
        ..FloePart::at("Where does this penguin go?", to)
    };
    vec![FloePart::at("Choose a penguin to move.", from), stops]
}

/// A move in words, with those of its parts.
pub(crate) fn move_words<W: Word, M: FloeMove<W>>(
    geometry: &Geometry<W>,
    mv: M,
    parts: &[FloePart<W>],
) -> String {
    let (from, to) = mv.endpoints(geometry);
    let way = match mv.placed() {
        Some(hex) => format!("a penguin on {}", geometry.name(hex)),
        None => format!("{} to {}", geometry.name(from), geometry.name(to)),
    };
    let effects = parts
        .iter()
        .map(|part| part.words.clone())
        .filter(|words| !words.is_empty());
    [way]
        .into_iter()
        .chain(effects)
        .collect::<Vec<_>>()
        .join(", ")
}
