use std::sync::Mutex;

use floe_game::{Control, Interrupted, Keyed, Score, TwoSided};

use super::deepening::Crew;
use super::worker::{Quest, Worker};
use super::{AlphaBeta, Found, Window};
use crate::{Eval, Limits, MAX_DEPTH, Oracle};

/// What is proven of the value of a game, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is at least this, which is more than was asked.
    AtLeast(Score),
    /// It is at most this, which is no more than was asked.
    AtMost(Score),
}

impl<E: Sync, O: Sync> AlphaBeta<E, O> {
    /// Proves whether a game is worth more than `score` to the side to move, what is banked included; none where a limit comes first, or
    /// the game is longer than can be searched. The second is how many nodes that took.
    ///
    /// What has been proven stays in the table, and helps with the next question.
    pub fn is_above<G>(&mut self, game: &G, score: Score, limits: &Limits<'_>) -> (Option<Verdict>, u64)
    where
        G: Keyed + TwoSided + Sync,
        E: Eval<G>,
        O: Oracle<G>,
    {
        let control = Control::new(limits);
        let crew = Crew { eval: &self.eval, oracle: &self.oracle, table: self.table.view(), options: self.options };
        let verdict = Mutex::new(None);
        crew.work(&control, |worker| {
            if let Ok(found) = decide(worker, game, score) {
                *verdict.lock().expect("no thread has panicked") = found;
                control.finish();
            }
        });
        (verdict.into_inner().expect("no thread has panicked"), control.nodes())
    }
}

/// One thread's share: depth after depth, until no guess has a say in the answer.
fn decide<G, E, O>(mut worker: Worker<'_, G, E, O>, game: &G, score: Score) -> Result<Option<Verdict>, Interrupted>
where
    G: Keyed + TwoSided,
    E: Eval<G>,
    O: Oracle<G>,
{
    for depth in 1..=MAX_DEPTH {
        let Found { value, proven } =
            worker.search(game, Window::null(score), Quest { depth: depth as i32, ply: 0, guess: None })?;
        if proven {
            // What it has counted so far is told; whether there is a limit no longer matters.
            let _ = worker.meter.report();
            return Ok(Some(if value > score { Verdict::AtLeast(value) } else { Verdict::AtMost(value) }));
        }
    }
    Ok(None)
}
