use std::time::{Duration, Instant};

use floe_endgame::Checkpoint;
use floe_game::Interval;
use floe_search::{Limits, TableView};

use super::{CheckpointEvent, SolveEvent, SolveProgress, SolveRequest};
use crate::GameValue;

/// Receives the events of a proof.
pub(crate) type Listener<'a> = &'a mut dyn FnMut(&SolveEvent<'_>);

/// The part of a proof under way.
#[derive(Clone, Copy)]
pub(super) struct CurrentMove<'a> {
    /// The move as it is written, where every move is solved.
    pub(super) mv: Option<&'a str>,
    pub(super) done: (usize, usize),
}

impl CurrentMove<'_> {
    /// The position itself.
    pub(super) const NONE: CurrentMove<'static> = CurrentMove { mv: None, done: (0, 1) };
}

/// Tells how a proof gets on, and saves it from time to time.
pub(super) struct Reporter<'a, 'b> {
    limits: Limits<'a>,
    checkpoint: Option<(&'a Checkpoint, Duration)>,
    saved: Instant,
    is_worth_saving: fn(u64) -> bool,
    listener: Listener<'b>,
    /// Nodes searched before the search under way.
    pub(super) nodes: u64,
}

impl<'a, 'b> Reporter<'a, 'b> {
    pub(super) fn new(
        request: &SolveRequest<'a>,
        listener: Listener<'b>,
        is_worth_saving: fn(u64) -> bool,
    ) -> Reporter<'a, 'b> {
        let SolveRequest { limits, checkpoint, .. } = *request;
        Reporter { limits, checkpoint, saved: Instant::now(), is_worth_saving, listener, nodes: 0 }
    }

    /// The checkpoint to resume from, if there is one.
    pub(super) fn found(&self) -> Option<&'a Checkpoint> {
        self.checkpoint.map(|(checkpoint, _)| checkpoint).filter(|checkpoint| checkpoint.exists())
    }

    pub(super) fn resumed(&mut self, entries: u64) {
        (self.listener)(&SolveEvent::Checkpoint(CheckpointEvent::Resumed(entries)));
    }

    /// The rest of the limits.
    pub(super) fn limits(&self) -> Limits<'a> {
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        Limits { nodes, ..self.limits }
    }

    /// Tells what is proved so far; `nodes` are those of the search under way.
    pub(super) fn tell(
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

    /// Saves the proof if that is due.
    pub(super) fn save_if_due(&mut self, table: TableView<'_>) {
        if self.checkpoint.is_some_and(|(_, interval)| self.saved.elapsed() >= interval) {
            self.save(table);
            self.saved = Instant::now();
        }
    }

    /// Saves the proof, as when it ends, whatever has ended it.
    pub(super) fn save(&mut self, table: TableView<'_>) {
        if let Some((checkpoint, _)) = self.checkpoint {
            let saved = checkpoint.save(table, self.is_worth_saving);
            let event = saved.map_or_else(CheckpointEvent::Failed, CheckpointEvent::Saved);
            (self.listener)(&SolveEvent::Checkpoint(event));
        }
    }
}
