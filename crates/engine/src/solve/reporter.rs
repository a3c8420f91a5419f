use std::time::{Duration, Instant};

use floe_endgame::{Checkpoint, CheckpointError};
use floe_game::Interval;
use floe_search::{Limits, TableView};

use super::request::{Listener, SolveEvent, SolveProgress, SolveRequest};
use crate::GameValue;

/// Current part of a proof.
#[derive(Clone, Copy)]
pub(super) struct CurrentMove<'a> {
    /// The move in notation, where every move is solved.
    pub(super) mv: Option<&'a str>,
    pub(super) done: (usize, usize),
}

impl CurrentMove<'_> {
    /// The position itself.
    pub(super) const NONE: CurrentMove<'static> = CurrentMove { mv: None, done: (0, 1) };
}

/// Reports the progress of a proof, and saves it at intervals.
pub(super) struct Reporter<'a, 'b> {
    limits: Limits<'a>,
    checkpoint: Option<(&'a Checkpoint, Duration)>,
    saved: Instant,
    is_saved: fn(u64) -> bool,
    listener: Listener<'b>,
    /// Nodes of the searches before the current one.
    pub(super) nodes: u64,
}

impl<'a, 'b> Reporter<'a, 'b> {
    pub(super) fn new(
        request: &SolveRequest<'a>,
        listener: Listener<'b>,
        is_saved: fn(u64) -> bool,
    ) -> Reporter<'a, 'b> {
        let SolveRequest { limits, checkpoint, .. } = *request;
        Reporter { limits, checkpoint, saved: Instant::now(), is_saved, listener, nodes: 0 }
    }

    /// Resumes from the checkpoint if there is one; `load` returns the number of its entries.
    pub(super) fn resume(
        &mut self,
        load: impl FnOnce(&Checkpoint) -> Result<u64, CheckpointError>,
    ) -> Result<(), CheckpointError> {
        if let Some((checkpoint, _)) = self.checkpoint.filter(|(checkpoint, _)| checkpoint.exists()) {
            let entries = load(checkpoint)?;
            (self.listener)(&SolveEvent::Resumed(entries));
        }
        Ok(())
    }

    /// The rest of the limits.
    pub(super) fn limits(&self) -> Limits<'a> {
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        Limits { nodes, ..self.limits }
    }

    /// Reports the bounds proved so far; `nodes` are those of the current search.
    pub(super) fn report(
        &mut self,
        bounds: Option<Interval<GameValue>>,
        CurrentMove { mv, done }: CurrentMove<'_>,
        share: (u32, u32),
        nodes: u64,
        hash_full: u32,
    ) {
        let (nodes, elapsed) = (self.nodes + nodes, self.limits.start.elapsed());
        (self.listener)(&SolveEvent::Progress(SolveProgress { bounds, mv, done, share, nodes, elapsed, hash_full }));
    }

    /// Saves the proof if the interval has passed.
    pub(super) fn save_if_due(&mut self, table: TableView<'_>) {
        if self.checkpoint.is_some_and(|(_, interval)| self.saved.elapsed() >= interval) {
            self.save(table);
            self.saved = Instant::now();
        }
    }

    /// Saves the proof.
    pub(super) fn save(&mut self, table: TableView<'_>) {
        if let Some((checkpoint, _)) = self.checkpoint {
            let saved = checkpoint.save(table, self.is_saved);
            (self.listener)(&saved.map_or_else(SolveEvent::SaveFailed, SolveEvent::Saved));
        }
    }
}
