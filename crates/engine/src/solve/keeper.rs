use std::cell::Cell;
use std::time::{Duration, Instant};

use floe_endgame::Checkpoint;
use floe_search::TableView;

use super::news::{Kept, Listener, SolveNews};
use super::request::SolveRequest;

/// Keeps a proof from time to time.
pub(crate) struct Keeper<'a> {
    checkpoint: Option<(&'a Checkpoint, Duration)>,
    last: Cell<Instant>,
    worth: fn(u64) -> bool,
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(request: &SolveRequest<'a>, worth: fn(u64) -> bool) -> Keeper<'a> {
        Keeper { checkpoint: request.checkpoint, last: Cell::new(Instant::now()), worth }
    }

    /// The checkpoint to be taken up, if there is one.
    pub(crate) fn found(&self) -> Option<&'a Checkpoint> {
        self.checkpoint.map(|(checkpoint, _)| checkpoint).filter(|checkpoint| checkpoint.exists())
    }

    /// Keeps what there is if that is due, and tells of it.
    pub(crate) fn keep_if_due(&self, table: TableView<'_>, listener: Listener<'_>) {
        if self.checkpoint.is_some_and(|(_, interval)| self.last.get().elapsed() >= interval) {
            self.keep(table, listener);
            self.last.set(Instant::now());
        }
    }

    /// Keeps what there is when a proof ends, whatever has ended it, and tells of it.
    pub(crate) fn keep(&self, table: TableView<'_>, listener: Listener<'_>) {
        if let Some((checkpoint, _)) = self.checkpoint {
            let saved = checkpoint.save(table, self.worth);
            listener(&SolveNews::Checkpoint(saved.map(Kept::Saved).map_err(|error| error.to_string())));
        }
    }
}
