//! Reviews of whole games.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use floe_engine::{AnalysisError, EngineSpec, Evaluation, GameLine, LineMove};

use super::annotate::{Annotation, Annotator};
use super::review_note::ReviewNote;
use super::summary::ReviewSummary;

/// Review of the moves of a game. The judgements of some moves may be known already.
#[derive(Clone, Debug)]
pub struct GameReview<'a> {
    /// Engine that judges the moves, with its limits for each position.
    pub engine: &'a EngineSpec,
    /// Evaluation of the base game, for the engine and for reasons.
    pub evaluation: &'a Evaluation,
    /// Flag that ends the review soon after it is set; `None` for a review that runs to its end.
    pub stop: Option<&'a AtomicBool>,
    /// Texts of the notes on the first moves, from an earlier review; `None` for a move that needs
    /// a search. A note by fewer nodes than the engine has does not count, unless `is_recalled` is
    /// set.
    pub known: &'a [Option<String>],
    /// Whether the review ends before the first move that needs a search.
    pub is_recalled: bool,
}

impl GameReview<'_> {
    /// Judges move after move, and gives each move with its judgement and its note to `report`.
    /// Returns the summary of the moves judged.
    ///
    /// # Errors
    /// When the engine cannot play the game, or there is no memory for its table.
    pub fn run(
        &self,
        line: &GameLine,
        mut report: impl FnMut(LineMove<'_>, &Annotation, &ReviewNote),
    ) -> Result<ReviewSummary, AnalysisError> {
        let mut annotator: Option<Annotator<'_>> = None;
        let mut summary = ReviewSummary::default();
        for (index, played) in line.moves().enumerate() {
            let (annotation, note) = match self.known(index) {
                Some(note) => {
                    annotator = None;
                    (note.annotation(played.before, self.evaluation), note)
                }
                None if self.is_recalled => break,
                None => {
                    let annotation = self.begun(&mut annotator, line, played)?.next(played.mv)?;
                    let note = ReviewNote::new(&annotation, self.nodes());
                    (annotation, note)
                }
            };
            // The result of a search that was stopped is of no use.
            if self.stop.is_some_and(|stop| stop.load(SeqCst)) {
                break;
            }
            summary.add(played.before, &played.text(), &annotation);
            report(played, &annotation, &note);
        }
        Ok(summary)
    }

    fn nodes(&self) -> u64 {
        self.engine.nodes.unwrap_or(0)
    }

    /// Note on a move that makes a search needless.
    fn known(&self, index: usize) -> Option<ReviewNote> {
        let note = ReviewNote::read(self.known.get(index)?.as_deref()?)?;
        (self.is_recalled || note.nodes >= self.nodes().max(1)).then_some(note)
    }

    /// The engine, which has analyzed the position before this move of a line.
    fn begun<'b, 'c>(
        &'b self,
        annotator: &'c mut Option<Annotator<'b>>,
        line: &GameLine,
        played: LineMove<'_>,
    ) -> Result<&'c mut Annotator<'b>, AnalysisError> {
        match annotator {
            Some(annotator) => Ok(annotator),
            None => {
                let mut before = line.clone();
                before.truncate(played.number - 1);
                let new =
                    Annotator::until(self.stop, self.engine, self.evaluation.clone(), &before)?;
                Ok(annotator.insert(new))
            }
        }
    }
}
