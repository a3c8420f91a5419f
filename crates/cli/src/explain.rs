//! What the evaluation sees, drawn and told.

use anstyle::Style;
use floe_engine::{Analysis, AnalysisLine, Claim, Explanation, explain};
use floe_fish::{AnyPosition, Cell, Move, Position, with_position};
use floe_game::{Game, Player};
use floe_hex::{Layout, Standard};
use serde::Serialize;

use crate::commands::{colour_of, paint};
use crate::words;
use crate::worth::Worth;

/// What the evaluation sees, in the shape of the JSON object.
#[derive(Serialize)]
pub(crate) struct Explained {
    /// The position that is told of.
    position: String,
    players: Vec<Told>,
    /// Who gets to every hex first, in reading order: a letter, `=` for several, `-` for nobody, `.` where there is no free tile.
    territory: String,
    #[serde(skip)]
    text: String,
}

/// What it sees of a player: fish, and where it matters tiles.
#[derive(Serialize)]
struct Told {
    player: String,
    has: i32,
    own: i32,
    first: i32,
    shared: i32,
    expected: i32,
    moves: u32,
    stuck: Vec<String>,
}

impl Explained {
    pub(crate) fn new(position: &AnyPosition) -> Explained {
        let explanation = explain(position);
        let name = |hex| with_position!(position, position => position.layout().geometry().name(hex));
        let player = |(player, outlook): (Player, &floe_engine::Outlook)| Told {
            player: player.to_string(),
            has: outlook.has.fish,
            own: outlook.own.fish,
            first: outlook.first.fish,
            shared: outlook.shared.fish,
            expected: outlook.expected.fish,
            moves: outlook.moves,
            stuck: outlook.stuck.iter().map(|&hex| name(hex)).collect(),
        };
        let players: Vec<Told> =
            Player::first(explanation.players.len()).zip(&explanation.players).map(player).collect();
        let letter = |claim: &Claim| match claim {
            Claim::None => '.',
            Claim::Lost => '-',
            Claim::Shared => '=',
            Claim::First(player) => player.to_string().chars().next().unwrap_or('?'),
        };
        let territory = explanation.claims.iter().map(letter).collect();
        let map = with_position!(position, position => map(position, &explanation));
        let text = map + &table(&players);
        Explained { position: position.to_string(), players, territory, text }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// The floe with every free tile in the colour and with the small letter of whoever gets there first.
fn map<const N: usize>(position: &Position<N>, explanation: &Explanation) -> String {
    floe_hex::draw(position.layout().geometry(), |hex| {
        let cell = position.cell(hex);
        let Cell::Tile(fish) = cell else {
            return paint(cell, &format!("{cell:>2}"));
        };
        match explanation.claims[hex.index()] {
            Claim::First(player) => {
                let style = colour_of(player).on_default();
                format!("{style}{}{fish}{style:#}", player.to_string().to_lowercase())
            }
            Claim::Shared => format!("={fish}"),
            Claim::Lost | Claim::None => format!("{}-{fish}{:#}", Style::new().dimmed(), Style::new().dimmed()),
        }
    })
}

fn table(players: &[Told]) -> String {
    let mut table = "\na2 is reached first by A, =2 by several at once, -2 by nobody (slides counted)\n\n".to_owned();
    table += "    has  own  first  shared  expected  moves  stuck\n";
    for p in players {
        let stuck = if p.stuck.is_empty() { "none".to_owned() } else { p.stuck.join(", ") };
        table += &format!(
            "{}  {:>4} {:>4} {:>6} {:>7} {:>9} {:>6}  {stuck}\n",
            p.player, p.has, p.own, p.first, p.shared, p.expected, p.moves
        );
    }
    table
        + "in fish: taken or stood on, nobody else's ever, reached first (own among it), reached together, at the end\n"
}

/// Why the engine thinks so.
#[derive(Serialize)]
pub(crate) struct Why {
    /// The position as it is.
    now: Explained,
    /// While penguins are placed: after the best placement, to see what it claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<Explained>,
    /// What was best at every depth.
    depths: Vec<Depth>,
}

/// What was thought of the moves at a depth.
#[derive(Serialize)]
pub(crate) struct Depth {
    depth: u32,
    moves: Vec<Thought>,
    #[serde(skip)]
    text: String,
}

/// A move, and what it was thought to be worth.
#[derive(Serialize)]
struct Thought {
    #[serde(rename = "move")]
    mv: String,
    value: Worth,
}

impl Depth {
    pub(crate) fn of(analysis: &Analysis<String>) -> Depth {
        let thought =
            |line: &AnalysisLine<String>| Thought { mv: line.moves[0].clone(), value: (&line.outcome).into() };
        let moves = analysis.lines.iter().map(thought).collect();
        let told = |line: &AnalysisLine<String>| format!("{} {}", line.moves[0], words::short(&line.outcome));
        let text: Vec<String> = analysis.lines.iter().map(told).collect();
        Depth { depth: analysis.depth, moves, text: text.join("   ") }
    }
}

impl Why {
    pub(crate) fn new(position: &AnyPosition, analysis: &Analysis<String>, depths: Vec<Depth>) -> Why {
        let best = analysis.lines.first().and_then(|line| Move::parse(&line.moves[0], Standard.geometry()).ok());
        let placed = best.filter(|mv| matches!(mv, Move::Place(_))).map(|mv| {
            let after: AnyPosition = with_position!(position, position => position.after(mv).into());
            Explained::new(&after)
        });
        Why { now: Explained::new(position), placed, depths }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for depth in &self.depths {
            text += &format!(
                "{}{:>3}  {}\n",
                if text.is_empty() { "\ndepth  best moves\n  " } else { "  " },
                depth.depth,
                depth.text
            );
        }
        text += "\n";
        text += self.now.text();
        if let Some(placed) = &self.placed {
            text += "\nafter the best placement\n\n";
            text += placed.text();
        }
        text
    }
}
