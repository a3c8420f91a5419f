use std::time::Duration;

use floe_search::Progress;

use super::solved::Bounds;

/// How far a proof has come.
#[derive(Clone, Debug)]
pub struct SolveProgress {
    /// What is proved of the position, or of the move under way.
    pub bounds: Option<Bounds>,
    /// The move under way, where every move is solved, as it is written.
    pub mv: Option<String>,
    /// How many moves are solved, of how many are to be.
    pub done: (usize, usize),
    /// How many moves of the position, or after the move under way, are done in the search under way, of how many.
    pub share: (u32, u32),
    /// Nodes searched for what is under way.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
}

impl SolveProgress {
    /// How far a search has come that proves all at once or nothing.
    pub(crate) fn of_search<M, V>(progress: &Progress<'_, M, V>) -> SolveProgress {
        SolveProgress {
            bounds: None,
            mv: None,
            done: (0, 1),
            share: (0, 0),
            nodes: progress.report.nodes,
            elapsed: progress.elapsed,
            hash_full: progress.hash_full,
        }
    }
}

/// What a proof has to tell while it is under way.
#[derive(Clone, Debug)]
pub enum SolveNews {
    /// How far it has come.
    Progress(SolveProgress),
    /// That it was taken up or kept, or why it could not be kept.
    Checkpoint(Result<Kept, String>),
}

/// What has become of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// So many entries were found in it.
    Resumed(u64),
    /// So many entries are in it.
    Saved(u64),
}

/// Whoever hears of a proof while it is under way.
pub(crate) type Listener<'a> = &'a mut dyn FnMut(&SolveNews);
