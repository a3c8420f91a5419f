use floe_game::Player;

use crate::scene::{Panel, text_width};
use crate::svg::{Element, Point};
use crate::symbols::penguin_name;

/// Text next to a board: the player to move, the players, and notes on what the board does not
/// show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caption {
    /// Player to move and the step of the turn, or that the game is over, in words.
    pub turn: String,
    /// Players with their results so far, in turn order from A.
    pub players: Vec<PlayerLine>,
    /// Remarks on the position, such as the cards that are left.
    pub notes: Vec<String>,
}

/// Player in a [`Caption`], with result and standing in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerLine {
    /// Player that the line describes.
    pub player: Player,
    /// Points, fish or animals that the player has so far, in words.
    pub result: String,
    /// Standing of the player, in words: penguins on the floe and in hand, cards, or the role in
    /// the game.
    pub standing: String,
    /// Whether the player is to move.
    pub is_turn: bool,
}

/// Height of the box of a player whose standing takes one line.
const HEIGHT: f64 = 54.0;
/// Place of the texts in a box, from its left.
const TEXT: f64 = 56.0;
/// Size of a standing.
const SMALL: f64 = 12.0;
/// Height of each more line of a standing.
const SMALL_LINE: f64 = 16.0;
const GAP: f64 = 10.0;
const LINE: f64 = 19.0;

/// Draws the players in boxes, at most `columns` in a row, and notes below them.
pub(crate) fn player_panel(
    Caption {
        players: lines,
        notes,
        ..
    }: &Caption,
    width: f64,
    columns: usize,
) -> Panel {
    let columns = columns.min(lines.len()).max(1);
    let box_width = (width - GAP * (columns - 1) as f64) / columns as f64;
    let mut panel = Panel {
        elements: Vec::new(),
        height: GAP,
    };
    for row in lines.chunks(columns) {
        let standings: Vec<Vec<String>> = row
            .iter()
            .map(|line| standing_lines(line, box_width))
            .collect();
        let most = standings.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let size = Point::new(box_width, HEIGHT + (most - 1) as f64 * SMALL_LINE);
        for (column, (line, standing)) in row.iter().zip(&standings).enumerate() {
            let corner = Point::new(column as f64 * (box_width + GAP), panel.height);
            panel
                .elements
                .push(player_box(line, standing, corner, size));
        }
        panel.height += size.y + GAP;
    }
    for note in notes.iter().flat_map(|note| wrapped(note, width)) {
        panel.elements.push(Element::label(
            "soft small",
            Point::new(4.0, panel.height + 10.0),
            &note,
        ));
        panel.height += LINE;
    }
    panel
}

/// Standing of a player, and whether it is to move, in lines that fit a box of this width.
fn standing_lines(line: &PlayerLine, width: f64) -> Vec<String> {
    let PlayerLine {
        result,
        standing,
        is_turn,
        ..
    } = line;
    // Where penguins are what counts, one number says both.
    let is_said = standing.is_empty() || result == standing;
    let standing = match (is_said, is_turn) {
        (true, true) => "to move".to_owned(),
        (true, false) => String::new(),
        (false, true) => format!("{standing}, to move"),
        (false, false) => standing.clone(),
    };
    let room = width - TEXT - GAP;
    wrapped_by(&standing, |line| text_width(line, SMALL) <= room)
}

fn player_box(line: &PlayerLine, standing: &[String], corner: Point, size: Point) -> Element {
    let PlayerLine {
        player,
        result,
        is_turn,
        ..
    } = line;
    let class = if *is_turn { "box turn" } else { "box" };
    let mut group = Element::group("player").set("data-player", &player.to_string());
    group = group.add(Element::rectangle(class, corner, size, 10.0));
    group = group.add(Element::copy(
        &penguin_name(*player),
        corner.plus(Point::new(28.0, 28.0)),
        0.85,
    ));
    group = group.add(Element::label(
        "ink bold",
        corner.plus(Point::new(TEXT, 24.0)),
        result,
    ));
    let place = |number: usize| corner.plus(Point::new(TEXT, 42.0 + number as f64 * SMALL_LINE));
    group.add_all(
        standing
            .iter()
            .enumerate()
            .map(|(number, text)| Element::label("soft small", place(number), text)),
    )
}

/// Breaks a sentence into lines of this width.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let most = (width / 6.6) as usize;
    wrapped_by(text, |line| line.len() <= most)
}

/// Breaks a sentence into lines for which `fits` holds, where a word alone does; at least one line.
fn wrapped_by(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && !fits(&format!("{} {word}", lines[last])) {
            lines.push(word.to_owned());
        } else {
            let blank = if lines[last].is_empty() { "" } else { " " };
            lines[last] += &format!("{blank}{word}");
        }
    }
    lines
}
