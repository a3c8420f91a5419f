//! Choice of claims by workers that help each other.

use std::collections::HashSet;
use std::convert::Infallible;

use floe_proofs::{
    ClaimChoice, Endings, FinishedJob, JobOutcome, MergedBounds, OpenClaim, OpenProof, Patience,
    Plan, PlannedMove, Planner,
};

use super::*;

/// Endings with three moves each, all of them estimated as draws.
struct Ternary;

/// Ending by its number among all; the root is 1.
#[derive(Clone, Copy)]
struct Numbered {
    number: u64,
    tiles: u32,
}

impl Endings for Ternary {
    type Ending = Numbered;

    fn key(&self, ending: &Numbered) -> u64 {
        ending.number << 8
    }

    fn tiles(&self, ending: &Numbered) -> u32 {
        ending.tiles
    }

    fn bounds(&self, _: &Numbered) -> Interval<Score> {
        Interval {
            lower: -5000,
            upper: 5000,
        }
    }

    fn estimate(&self, _: &Numbered) -> Score {
        0
    }

    fn moves(&self, &Numbered { number, tiles }: &Numbered) -> Vec<PlannedMove<Numbered>> {
        let after = |place| Numbered {
            number: 3 * number + place,
            tiles: tiles - 1,
        };
        (0..3)
            .map(|place| PlannedMove {
                bits: place as u16 + 1,
                base: 0,
                rest: Some(after(place)),
            })
            .collect()
    }
}

const JOB: u64 = 1 << 30;
/// A search of it takes about 120 million nodes.
const ROOT: Numbered = Numbered {
    number: 1,
    tiles: 40,
};

struct Proof {
    planner: Planner<Ternary>,
    taken: HashSet<u64>,
}

impl Proof {
    fn new() -> Proof {
        Proof {
            planner: Planner::new(Ternary),
            taken: HashSet::new(),
        }
    }

    /// Takes a claim as a worker does; returns its key.
    fn take(&mut self, choice: &mut ClaimChoice, patience: Patience) -> Option<u64> {
        let plan = self.plan();
        let Ok(taken) = choice.take(self, plan, patience);
        taken.map(|(claim, ())| claim.key)
    }
}

impl OpenProof for Proof {
    type Endings = Ternary;
    type Lease = ();
    type Error = Infallible;

    fn planner(&mut self) -> &mut Planner<Ternary> {
        &mut self.planner
    }

    fn plan(&mut self) -> Plan {
        self.planner.begin(&ROOT, &MergedBounds::default());
        self.planner.plan(&ROOT, 1, &MergedBounds::default())
    }

    fn is_open(&self, claim: &OpenClaim) -> bool {
        !self.planner.is_exhausted(claim.key)
    }

    fn refresh(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn split(&mut self, claim: &OpenClaim) -> Result<(), Infallible> {
        self.planner.expand(claim.key);
        Ok(())
    }

    fn take(&mut self, key: u64) -> Result<Option<()>, Infallible> {
        Ok(self.taken.insert(key).then_some(()))
    }

    fn is_taken(&self, key: u64) -> Result<bool, Infallible> {
        Ok(self.taken.contains(&key))
    }
}

const fn key(number: u64) -> u64 {
    number << 8
}

#[test]
fn a_worker_helps_with_a_move_that_is_not_the_first() {
    let mut proof = Proof::new();
    let [mut searcher, mut helper] = [(); 2].map(|()| ClaimChoice::new(JOB));
    assert_eq!(proof.take(&mut searcher, Patience::Waits), Some(key(1)));
    let helped = proof.take(&mut helper, Patience::Waits);
    assert!(
        [Some(key(4)), Some(key(5))].contains(&helped),
        "3 is the move that the search begins with: {helped:?}"
    );
    // The searcher is killed: its claim is whole again, also for the one who has helped.
    assert_eq!(helper.end_help(&mut proof), Ok(false));
    proof.taken.clear();
    assert_eq!(helper.end_help(&mut proof), Ok(true));
    assert_eq!(proof.take(&mut helper, Patience::Waits), Some(key(1)));
}

#[test]
fn what_ran_out_while_it_was_helped_stays_split() {
    let mut proof = Proof::new();
    let mut helper = ClaimChoice::new(JOB);
    proof.taken.insert(key(1));
    assert!(proof.take(&mut helper, Patience::Waits).is_some());
    proof.taken.remove(&key(1));
    let outcome = JobOutcome::Exhausted;
    proof.planner.finish(FinishedJob {
        key: key(1),
        bound: 1,
        outcome,
        nodes: JOB,
        centiseconds: 0,
    });
    assert_eq!(helper.end_help(&mut proof), Ok(true));
    let next = proof.take(&mut helper, Patience::Waits);
    assert!(next.is_some_and(|next| next != key(1)), "{next:?}");
}

#[test]
fn many_workers_find_different_claims() {
    let mut proof = Proof::new();
    let mut choice = ClaimChoice::new(JOB);
    for worker in 1..=12 {
        assert!(
            proof.take(&mut choice, Patience::Waits).is_some(),
            "{worker}"
        );
        assert_eq!(proof.taken.len(), worker);
    }
}

#[test]
fn small_claims_are_left_to_their_searchers_for_a_while() {
    let mut proof = Proof::new();
    let mut choice = ClaimChoice::new(JOB);
    while proof.take(&mut choice, Patience::Waits).is_some() {
        assert!(proof.taken.len() < 5000);
    }
    assert!(proof.take(&mut choice, Patience::Helps).is_some());
}
