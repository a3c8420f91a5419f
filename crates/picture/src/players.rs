use floe_game::Player;

use crate::scene::Panel;
use crate::svg::{Element, Point};
use crate::symbols::penguin_name;

/// Text next to a board: the player to move, the players, and notes on what the board does not show.
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
    /// Standing of the player, in words: penguins on the floe and in hand, cards, or the role in the game.
    pub standing: String,
    /// Whether the player is to move.
    pub is_turn: bool,
}

/// Height of the box of a player.
const HEIGHT: f64 = 54.0;
const GAP: f64 = 10.0;
const LINE: f64 = 19.0;

/// Draws the players in boxes, at most `columns` in a row, and notes below them.
pub(crate) fn player_panel(Caption { players: lines, notes, .. }: &Caption, width: f64, columns: usize) -> Panel {
    let columns = columns.min(lines.len()).max(1);
    let box_width = (width - GAP * (columns - 1) as f64) / columns as f64;
    let mut panel = Panel { elements: Vec::new(), height: GAP };
    for pair in lines.chunks(columns) {
        for (column, line) in pair.iter().enumerate() {
            let corner = Point::new(column as f64 * (box_width + GAP), panel.height);
            panel.elements.push(player_box(line, corner, box_width));
        }
        panel.height += HEIGHT + GAP;
    }
    for note in notes.iter().flat_map(|note| wrapped(note, width)) {
        panel.elements.push(Element::label("soft small", Point::new(4.0, panel.height + 10.0), &note));
        panel.height += LINE;
    }
    panel
}

fn player_box(line: &PlayerLine, corner: Point, width: f64) -> Element {
    let PlayerLine { player, result, standing, is_turn } = line;
    let class = if *is_turn { "box turn" } else { "box" };

    // Where penguins are what counts, one number says both.
    let is_said = standing.is_empty() || result == standing;
    let standing = match (is_said, is_turn) {
        (true, true) => "to move".to_owned(),
        (true, false) => String::new(),
        (false, true) => format!("{standing}, to move"),
        (false, false) => standing.clone(),
    };
    let mut group = Element::group("player").set("data-player", &player.to_string());
    group = group.add(Element::rectangle(class, corner, Point::new(width, HEIGHT), 10.0));
    group = group.add(Element::copy(&penguin_name(*player), corner.plus(Point::new(28.0, 28.0)), 0.85));
    group = group.add(Element::label("ink bold", corner.plus(Point::new(56.0, 24.0)), result));
    group.add(Element::label("soft small", corner.plus(Point::new(56.0, 42.0)), &standing))
}

/// Breaks a sentence into lines of this width.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let most = (width / 6.6) as usize;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].len() + 1 + word.len() > most {
            lines.push(word.to_owned());
        } else {
            let blank = if lines[last].is_empty() { "" } else { " " };
            lines[last] += &format!("{blank}{word}");
        }
    }
    lines
}
