//! Themes and difficulty of puzzles, and the comment of a file that names them.

use std::fmt;

use floe_engine::{AnalysisError, AnyGame, AnyMove, Engine, EngineSpec, Evaluation};
use floe_game::Player;
use floe_presentation::{MoveReason, PlayerSummary, Seen};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzle_line::PuzzleGoal;
use crate::Graded;

/// Idea of a move on a floe, taken from the [reasons](MoveReason) for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleTheme {
    /// Opponents' penguins cannot move any more, or to fewer than half as many hexes as before.
    Block,
    /// The player who moves has more tiles that no other player can reach.
    Split,
    /// The player who moves reaches more tiles first, or another player fewer.
    Race,
    /// Nothing changes for the others while tiles are still contested: they have to move.
    #[serde(rename = "waiting move")]
    WaitingMove,
    /// Every area belongs to one player, or the move only takes more than others do: fish and tiles
    /// are counted.
    Count,
}

impl PuzzleTheme {
    /// All themes, as they are listed.
    pub const ALL: [PuzzleTheme; 5] = [
        PuzzleTheme::Block,
        PuzzleTheme::Split,
        PuzzleTheme::Race,
        PuzzleTheme::WaitingMove,
        PuzzleTheme::Count,
    ];

    /// Name of the theme: `waiting move`.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleTheme::Block => "block",
            PuzzleTheme::Split => "split",
            PuzzleTheme::Race => "race",
            PuzzleTheme::WaitingMove => "waiting move",
            PuzzleTheme::Count => "count",
        }
    }

    /// Themes of a choice in a position, in the order of [`ALL`](Self::ALL): on a floe at least one
    /// for every move of a penguin, and none for placements and in other games.
    pub fn of(position: &AnyGame, mv: AnyMove) -> Vec<PuzzleTheme> {
        // Who reaches what first is counted, not evaluated.
        let evaluation = Evaluation::without_network();
        let choice = position.choice_in(mv);
        let after = position.after(position.outcome_in(choice, 0));
        let seen = Seen::whole(position);
        let (Some(before), Some(then)) = (
            seen.explain(&evaluation),
            Seen::whole(&after).explain(&evaluation),
        ) else {
            return Vec::new();
        };
        if seen.mark_of(choice).from.is_none() {
            return Vec::new();
        }
        let mut themes: Vec<PuzzleTheme> = Vec::new();
        for reason in seen.move_reasons(choice, &evaluation) {
            match reason {
                MoveReason::Stops(player)
                | MoveReason::Blocks(player, _)
                | MoveReason::Hinders { player, .. } => {
                    themes.extend(is_opponent(position, player).then_some(PuzzleTheme::Block));
                }
                MoveReason::Secures { .. } => themes.push(PuzzleTheme::Split),
                MoveReason::Reaches { .. } => themes.push(PuzzleTheme::Race),
                MoveReason::CutsOff(..) | MoveReason::Little { .. } => {}
            }
        }
        let is_contested = before
            .players
            .iter()
            .any(|player| player.first != player.own || player.shared.tiles > 0);
        let players = Player::first(before.players.len());
        let mut opponents = players
            .filter(|&player| is_opponent(position, player))
            .map(Player::index);
        let is_waiting =
            opponents.all(|index| is_same_for(&before.players[index], &then.players[index]));
        if themes.is_empty() && is_contested && is_waiting {
            themes.push(PuzzleTheme::WaitingMove);
        } else if themes.is_empty() || !is_contested {
            themes.push(PuzzleTheme::Count);
        }
        let mut listed = PuzzleTheme::ALL.to_vec();
        listed.retain(|theme| themes.contains(theme));
        listed
    }
}

/// Whether a player is on another side than the player to move.
fn is_opponent(position: &AnyGame, player: Player) -> bool {
    position.side_of(player) != position.side_of(position.last_turn())
}

fn is_same_for(now: &PlayerSummary, then: &PlayerSummary) -> bool {
    now.own == then.own
        && now.first == then.first
        && now.shared == then.shared
        && now.moves == then.moves
}

/// Difficulty of finding the right move of a puzzle. Its measure is the smallest of some searches
/// by the default engine that finds the move, where all larger ones find it, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PuzzleDifficulty {
    /// Number of nodes of that search: a power of ten, 1 to 10,000; 100,000 if none of these finds
    /// the move.
    pub nodes: u64,
}

/// Nodes of the searches that measure difficulty.
const SEARCHES: [u64; 5] = [1, 10, 100, 1_000, 10_000];

impl PuzzleDifficulty {
    /// Measures the difficulty of a position with proved values, with one thread and the seed 0, so
    /// that it is always the same.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn of(graded: &Graded) -> Result<PuzzleDifficulty, AnalysisError> {
        let goal = PuzzleGoal::of(graded);
        let mut least = 10 * SEARCHES[SEARCHES.len() - 1];
        for nodes in SEARCHES.into_iter().rev() {
            let spec = EngineSpec {
                nodes: Some(nodes),
                threads: Some(1),
                hash: Some(1),
                ..EngineSpec::default()
            };
            let mut engine = Engine::from_spec(&spec, Evaluation::default());
            let analysis = engine.analyze_any(&graded.position, &spec.limits(), |_| ())?;
            let best = analysis
                .lines
                .first()
                .and_then(|line| line.moves.first())
                .copied();
            if !best.is_some_and(|mv| goal.is_kept_by(graded, mv)) {
                break;
            }
            least = nodes;
        }
        Ok(PuzzleDifficulty { nodes: least })
    }

    /// Level from 1 to 5: 1 for one node, 2 for 10, 3 for 100, 4 for 1,000, 5 for more.
    pub const fn level(self) -> u8 {
        match self.nodes {
            0..10 => 1,
            10..100 => 2,
            100..1_000 => 3,
            1_000..10_000 => 4,
            _ => 5,
        }
    }

    /// Names of the levels, from 1 to 5.
    pub const LEVELS: [&'static str; 5] = ["very easy", "easy", "medium", "hard", "very hard"];

    /// Name of the level: `very easy` to `very hard`.
    pub const fn name(self) -> &'static str {
        PuzzleDifficulty::LEVELS[self.level() as usize - 1]
    }

    /// Level in five stars: `★★★☆☆`.
    pub fn stars(self) -> String {
        stars(self.level())
    }

    /// Elo rating of the puzzle as an opponent: 1000 for one node, and 250 more for every factor of
    /// ten.
    pub fn rating(self) -> u32 {
        1000 + 250 * self.nodes.max(1).ilog10()
    }
}

/// Levels of difficulty that are wanted: at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DifficultyRange {
    least: u8,
    most: u8,
}

/// Range of difficulties whose minimum is above its maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a minimum of at most the maximum, {most}; found {least}")]
pub struct EmptyDifficultyRange {
    least: u8,
    most: u8,
}

impl DifficultyRange {
    /// All levels.
    pub const ALL: DifficultyRange = DifficultyRange { least: 1, most: 5 };

    /// Levels from `least` to `most`, both included.
    ///
    /// # Errors
    /// If `least` is above `most`.
    pub const fn new(least: u8, most: u8) -> Result<DifficultyRange, EmptyDifficultyRange> {
        if least > most {
            Err(EmptyDifficultyRange { least, most })
        } else {
            Ok(DifficultyRange { least, most })
        }
    }

    /// Whether a level is in the range.
    pub const fn contains(self, level: u8) -> bool {
        self.least <= level && level <= self.most
    }
}

/// Result of the search for a puzzle, as a file holds it in a comment: `A to move; only one move
/// wins; themes block, race; difficulty 3 of 5, nodes 100, traps 2, proof 4045 nodes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleNote {
    /// Difficulty of the puzzle. If a file names only a level, the least difficulty of that level.
    pub difficulty: PuzzleDifficulty,
    /// Number of moves that a search of one ply prefers to the best one.
    pub traps: usize,
    /// Number of nodes that the proof of all moves took; 0 where it is not known.
    pub proof_nodes: u64,
}

impl PuzzleNote {
    /// Reads a comment; `None` if it names no difficulty.
    pub fn read(comment: &str) -> Option<PuzzleNote> {
        let mut parts = comment.split([';', ',']).map(str::trim);
        let level: u32 = parts.find_map(|part| {
            part.strip_prefix("difficulty ")?
                .strip_suffix(" of 5")?
                .parse()
                .ok()
        })?;
        let nodes = 10u64.checked_pow(level.checked_sub(1)?)?;
        let mut note = PuzzleNote {
            difficulty: PuzzleDifficulty { nodes },
            traps: 0,
            proof_nodes: 0,
        };
        for (name, number) in parts.filter_map(|part| part.split_once(' ')) {
            match (name, number.trim_end_matches(" nodes").parse()) {
                ("nodes", Ok(nodes)) => note.difficulty.nodes = nodes,
                ("traps", Ok(traps)) => note.traps = traps as usize,
                ("proof", Ok(nodes)) => note.proof_nodes = nodes,
                _ => {}
            }
        }
        Some(note)
    }
}

impl fmt::Display for PuzzleNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PuzzleNote {
            difficulty,
            traps,
            proof_nodes,
        } = self;
        write!(
            f,
            "difficulty {} of 5, nodes {}, traps {traps}",
            difficulty.level(),
            difficulty.nodes
        )?;
        if *proof_nodes > 0 {
            write!(f, ", proof {proof_nodes} nodes")
        } else {
            Ok(())
        }
    }
}

/// A level of 1 to 5 in five stars.
pub(crate) fn stars(level: u8) -> String {
    (1..=5)
        .map(|star| if star <= level { '★' } else { '☆' })
        .collect()
}

pub(super) fn names(themes: &[PuzzleTheme]) -> String {
    themes
        .iter()
        .map(|theme| theme.name())
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_is_written() {
        let note = PuzzleNote {
            difficulty: PuzzleDifficulty { nodes: 10_000 },
            traps: 3,
            proof_nodes: 70,
        };
        let text = format!("A to move; only one move wins; themes block, race; {note}");
        assert_eq!(PuzzleNote::read(&text), Some(note), "{text}");
        assert_eq!(note.difficulty.level(), 5);
        // Files of earlier versions.
        let old = PuzzleNote::read(
            "A to move; only one move wins; difficulty 4 of 5, traps 0, proof 4045 nodes",
        )
        .unwrap();
        assert_eq!(
            (
                old.difficulty.nodes,
                old.proof_nodes,
                old.difficulty.rating()
            ),
            (1000, 4045, 1750)
        );
        assert_eq!(
            PuzzleNote::read("Zugzwang, a difficulty of 5 penguins."),
            None
        );
    }

    #[test]
    fn themes_follow_from_what_a_move_changes() {
        for (position, mv, expected) in [
            (
                "B111..../.A1....../2....../......../......./......../......./........ A 0:0,0:0",
                "b2-b1",
                "block",
            ),
            (
                "1B1A111../......../......./......../......./......../......./........ A 0:0,0:0",
                "c1-d1",
                "count",
            ),
            (
                "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0",
                "c5-d4",
                "split",
            ),
        ] {
            let position: AnyGame = position.parse().unwrap();
            let mv = position.find_choice(mv).unwrap();
            assert_eq!(
                names(&PuzzleTheme::of(&position, mv)),
                expected,
                "{position}"
            );
        }
    }
}
