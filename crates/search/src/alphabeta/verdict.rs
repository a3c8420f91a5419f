use std::sync::Mutex;

use floe_game::{Keyed, Score, TwoSided};

use super::deepening::Crew;
use super::worker::{Quest, Worker};
use super::{AlphaBeta, Found, Window};
use crate::entry::Entry;
use crate::{Control, Eval, Interrupted, Limits, MAX_DEPTH, Notify, Oracle, TableView, run_with_ticker};

/// What is proven of the value of a game, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is at least this, which is more than was asked.
    AtLeast(Score),
    /// It is at most this, which is no more than was asked.
    AtMost(Score),
}

/// What became of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// None where a limit came first, or the game is longer than can be searched.
    pub verdict: Option<Verdict>,
    /// Where the value is at least something, moves that see to that, as far as they are known: the first always.
    pub line: Vec<M>,
    /// Nodes searched.
    pub nodes: u64,
}

impl<E: Sync, O: Sync> AlphaBeta<E, O> {
    /// Proves whether a game is worth more than `score` to the side to move, what is banked included.
    ///
    /// What has been proven stays in the table, and helps with the next question. `tick` is called once a second, with the table and how
    /// many nodes have been searched.
    pub fn is_above<G>(
        &mut self,
        game: &G,
        score: Score,
        limits: &Limits<'_>,
        mut tick: impl FnMut(TableView<'_>, u64),
    ) -> Answer<G::Move>
    where
        G: Keyed + TwoSided + Sync,
        E: Eval<G>,
        O: Oracle<G>,
    {
        let control = Control::new(limits);
        let table = self.table.view();
        let crew = Crew { eval: &self.eval, oracle: &self.oracle, table, options: self.options };
        let decided = Mutex::new(None);
        let work = |_: &Notify| {
            crew.work(&control, |worker| {
                if let Ok(found) = decide(worker, game, score) {
                    *decided.lock().expect("no thread has panicked") = found;
                    control.finish();
                }
            });
        };
        run_with_ticker(work, || tick(table, control.nodes()));
        let decided = decided.into_inner().expect("no thread has panicked");
        let (verdict, line) = decided.map_or((None, Vec::new()), |(verdict, line)| (Some(verdict), line));
        Answer { verdict, line, nodes: control.nodes() }
    }
}

type Decided<M> = Option<(Verdict, Vec<M>)>;

/// One thread's share: depth after depth, until no guess has a say in the answer.
fn decide<G, E, O>(mut worker: Worker<'_, G, E, O>, game: &G, score: Score) -> Result<Decided<G::Move>, Interrupted>
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
            return Ok(Some(match value > score {
                true => (Verdict::AtLeast(value), worker.reason(game)),
                false => (Verdict::AtMost(value), Vec::new()),
            }));
        }
    }
    Ok(None)
}

impl<G: Keyed + TwoSided, E: Eval<G>, O: Oracle<G>> Worker<'_, G, E, O> {
    /// The line that has just turned out to be good enough; where the table knew that, its move.
    fn reason(&self, game: &G) -> Vec<G::Move> {
        if !self.lines[0].is_empty() {
            return self.lines[0].clone();
        }
        let best = self.table.get(game.key()).map(|data| Entry::unpack(data).best);
        game.moves().into_iter().find(|&mv| Some(G::move_bits(mv)) == best).into_iter().collect()
    }
}
