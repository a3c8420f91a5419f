//! Explanations of the evaluation, as drawings and tables.

use anstyle::Style;
use floe_engine::{
    Analysis, AnalysisLine, AnyGame, AnyMove, Evaluation, KnownGame, SpaceBelief, SpecialValue,
    Units, with_game,
};
use floe_fish::Cell;
use floe_presentation::{Claim, Perspective, Seen, short_value};
use floe_query::json::{ExplanationReport, JsonSummary, MoveValue};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::show::{colour_of, paint};
use crate::text::{CellAlignment, Table, labelled, width, wrapped};

/// Evaluation of a position, explained, with its text.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Explained {
    #[serde(flatten)]
    report: ExplanationReport,
    /// Drawing of the territory, and a table of the players.
    #[serde(skip)]
    pub(crate) text: String,
}

impl Explained {
    /// Explains a position on a floe; `None` for other games.
    pub(crate) fn new(position: &AnyGame, evaluation: &Evaluation) -> Option<Explained> {
        let seen = Seen::whole(position);
        let explanation = seen.explain(evaluation)?;
        let report = ExplanationReport::new(position, &explanation);
        let view = Perspective::of(position);
        let mut text = String::new();
        if explanation
            .claims
            .iter()
            .any(|claim| matches!(claim, Claim::First(_) | Claim::Shared))
        {
            text += &seen
                .draw_hexes(|index, cell, text| claimed(cell, &text, explanation.claims[index]))?;
            text += &map_legend(position, view);
        }
        text += &table(&report.players, view);
        if !report.notes.is_empty() {
            text.push('\n');
        }
        for note in &report.notes {
            text += &wrapped(note, 0);
        }
        Some(Explained { report, text })
    }
}

/// Paints a cell, and marks a free tile by the player who reaches it first.
fn claimed(cell: Cell, text: &str, claim: Claim) -> String {
    if claim == Claim::None || !matches!(cell, Cell::Tile(_)) {
        return paint(cell, text);
    }
    let (style, sign) = match claim {
        Claim::First(player) => (
            colour_of(player).on_default(),
            player.to_string().to_lowercase(),
        ),
        Claim::Shared => (Style::new(), "=".to_owned()),
        Claim::Lost | Claim::None => (Style::new().dimmed(), "-".to_owned()),
    };
    let tile = text.trim_start();
    let width = text.len().max(tile.len() + 1);
    let signed = format!("{:>width$}", sign + tile);
    format!("{style}{signed}{style:#}")
}

/// Explains the signs of the map.
fn map_legend(position: &AnyGame, view: Perspective) -> String {
    let counted = if view.units == Units::Penguins {
        "steps"
    } else {
        "slides"
    };
    let mut legend = format!("\na2  tile that A reaches first, in the fewest {counted}\n");
    legend += "=2  tile that several players reach at the same time\n";
    legend += "-2  tile that no player reaches\n";
    for line in Seen::whole(position).legend() {
        legend += &wrapped(&line, 4);
    }
    legend + "\n"
}

fn table(players: &[JsonSummary], view: Perspective) -> String {
    const HEADS: [&str; 8] = [
        "", "has", "own", "first", "shared", "expected", "moves", "stuck",
    ];
    let mut table = Table::new(width(), &HEADS, |column| match column {
        0 | 7 => CellAlignment::Left,
        _ => CellAlignment::Right,
    });
    for p in players {
        let stuck = if p.stuck.is_empty() {
            "none".to_owned()
        } else {
            p.stuck.join(", ")
        };
        let numbers =
            [p.has, p.own, p.first, p.shared, p.expected].map(|number| number.to_string());
        let cells = [p.player.clone()]
            .into_iter()
            .chain(numbers)
            .chain([p.moves.to_string(), stuck]);
        table.row(cells.collect());
    }
    let (unit, has, expected) = match view.units == Units::Penguins {
        true => (
            "tiles",
            "penguins on the floe",
            "penguins at the end of the game",
        ),
        false => (
            "fish",
            "fish taken, and fish under its penguins",
            "fish at the end of the game",
        ),
    };
    let expected = if view.teams {
        format!("{expected}, of the team")
    } else {
        expected.to_owned()
    };
    let columns = [
        ("has", has.to_owned()),
        ("own", format!("{unit} that no other player can reach")),
        (
            "first",
            format!("{unit} that the player reaches first, own included"),
        ),
        (
            "shared",
            format!("{unit} that it reaches at the same time as another player"),
        ),
        ("expected", expected + ", estimated before the search"),
        ("moves", "hexes that its penguins can go to now".to_owned()),
        ("stuck", "hexes of its penguins that cannot move".to_owned()),
    ];
    let legend: String = columns
        .iter()
        .map(|(column, meaning)| labelled(column, 10, meaning))
        .collect();
    format!("{table}\n{legend}")
}

/// Explanation of an analysis.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Why {
    /// The position searched, on a floe.
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<Explained>,
    /// While penguins are placed: the position after the best placement.
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<Explained>,
    /// Reasons for the best move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<String>,
    /// Notes on the cards of Fish 'n' Flip.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// Value of every special left in Gone Fishing! to its owner.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    specials: Vec<SpecialValue>,
    /// Drawing of what lies where, as far as it is unknown.
    #[serde(skip)]
    beliefs: String,
    /// The best moves at each depth.
    depths: Vec<Depth>,
}

/// The values of the best moves at a depth.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Depth {
    depth: u32,
    moves: Vec<MoveValue>,
    #[serde(skip)]
    text: String,
}

impl Depth {
    pub(crate) fn of(analysis: &Analysis<String>, view: Perspective) -> Depth {
        let moves = analysis
            .lines
            .iter()
            .map(|line| MoveValue::new(line, view))
            .collect();
        let text =
            |line: &AnalysisLine<String>| format!("{} {}", line.moves[0], short_value(&line.value));
        let text: Vec<String> = analysis.lines.iter().map(text).collect();
        Depth {
            depth: analysis.depth,
            moves,
            text: text.join("   "),
        }
    }
}

/// Draws the spaces that the angler does not know, each with its expected points and its likeliest
/// tiles.
fn belief_text(beliefs: &[SpaceBelief]) -> String {
    const TILES: usize = 4;
    if beliefs.is_empty() {
        return String::new();
    }
    let mut table =
        Table::new(
            width(),
            &["space", "points", "likeliest tiles"],
            |column| match column {
                1 => CellAlignment::Right,
                _ => CellAlignment::Left,
            },
        );
    for SpaceBelief { space, tiles } in beliefs {
        let points: f64 = tiles
            .iter()
            .map(|(tile, share)| f64::from(tile.to_digit(10).unwrap_or(0)) * share)
            .sum();
        let mut likeliest: Vec<(char, f64)> =
            tiles.iter().map(|(&tile, &share)| (tile, share)).collect();
        likeliest.sort_by(|a, b| b.1.total_cmp(&a.1));
        let likeliest: Vec<String> = likeliest
            .into_iter()
            .take(TILES)
            .map(|(tile, share)| format!("{tile} {:.0} %", 100.0 * share))
            .collect();
        table.row(vec![
            space.clone(),
            format!("{points:.2}"),
            likeliest.join(", "),
        ]);
    }
    format!("\n{table}")
}

/// Lists what specials are worth.
fn specials_text(specials: &[SpecialValue]) -> String {
    if specials.is_empty() {
        return String::new();
    }
    let mut table = Table::new(width(), &["special", "worth", ""], |column| match column {
        1 => CellAlignment::Right,
        _ => CellAlignment::Left,
    });
    for SpecialValue {
        special,
        name,
        points,
    } in specials
    {
        table.row(vec![
            special.to_string(),
            format!("{points:+.2}"),
            (*name).to_owned(),
        ]);
    }
    let note = "worth: points that the special brings its owner; of the fish with the point for one that is not used";
    format!("\n{table}\n{}", wrapped(note, 7))
}

impl Why {
    pub(crate) fn new(
        position: &AnyGame,
        analysis: &Analysis<AnyMove>,
        evaluation: &Evaluation,
        depths: Vec<Depth>,
    ) -> Why {
        let is_placement = with_game!(position, position => KnownGame::in_hand(position) > 0);
        let best = analysis
            .lines
            .first()
            .filter(|_| is_placement)
            .map(|line| line.moves[0]);
        // If the placement turns a tile over, world 0 decides what it shows.
        let after = best.map(|best| position.after(position.outcome_in(best, 0)));
        let placed = after.and_then(|after| Explained::new(&after, evaluation));
        let beliefs = analysis
            .mixed
            .as_ref()
            .map_or(String::new(), |mixed| belief_text(&mixed.beliefs));
        Why {
            now: Explained::new(position, evaluation),
            placed,
            reasons: analysis.lines.first().map_or(Vec::new(), |line| {
                Seen::whole(position).reasons(&line.moves, evaluation)
            }),
            notes: Seen::whole(position).notes(),
            specials: floe_engine::special_values(position),
            beliefs,
            depths,
        }
    }

    pub(crate) fn text(&self) -> String {
        let head = if self.depths.is_empty() {
            ""
        } else {
            "\ndepth  best moves\n"
        };
        let depth = |each: &Depth| labelled(&format!("{:>5}", each.depth), 7, &each.text);
        let depths: String = self.depths.iter().map(depth).collect();
        let reasons: String = self
            .reasons
            .iter()
            .map(|reason| wrapped(reason, 2))
            .collect();
        let reasons = if reasons.is_empty() {
            reasons
        } else {
            format!("\nthe best move\n{reasons}")
        };
        let now = self
            .now
            .as_ref()
            .map_or(String::new(), |now| format!("\n{}", now.text));
        let notes: String = self.notes.iter().map(|note| wrapped(note, 2)).collect();
        let gap = if notes.is_empty() { "" } else { "\n" };
        let text = format!(
            "{head}{depths}{reasons}{now}{gap}{notes}{}{}",
            self.beliefs,
            specials_text(&self.specials)
        );
        match &self.placed {
            Some(placed) => format!("{text}\nafter the best placement\n\n{}", placed.text),
            None => text,
        }
    }
}
