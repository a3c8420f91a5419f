//! Choice of the claim that a worker searches next.

use std::collections::HashMap;

use crate::planner::{Endings, OpenClaim, Plan, Planner};

/// Proof as one of its workers sees it while the worker chooses a claim.
pub trait OpenProof {
    /// Rules of the endings.
    type Endings: Endings;
    /// Reservation of the search of an ending. Dropping it ends the reservation.
    type Lease;
    /// Failure to reach the other workers.
    type Error;

    /// Planner of the worker.
    fn planner(&mut self) -> &mut Planner<Self::Endings>;
    /// Plans how to settle the claim about the root that is asked, by all that is known now.
    fn plan(&mut self) -> Plan;
    /// Whether a claim is not settled and its ending is not split, by all that is known now.
    fn is_open(&self, claim: &OpenClaim) -> bool;
    /// Reads the records that other workers have written.
    ///
    /// # Errors
    /// If the records cannot be read.
    fn refresh(&mut self) -> Result<(), Self::Error>;
    /// Splits, for all workers, the ending of a claim that is too large for a job.
    ///
    /// # Errors
    /// If the split cannot be recorded.
    fn split(&mut self, claim: &OpenClaim) -> Result<(), Self::Error>;
    /// Reserves the search of the ending with this key; `None` if a worker searches it already.
    ///
    /// # Errors
    /// If the other workers cannot be reached.
    fn take(&mut self, key: u64) -> Result<Option<Self::Lease>, Self::Error>;
    /// Whether a worker searches the ending with this key.
    ///
    /// # Errors
    /// If the other workers cannot be reached.
    fn is_taken(&self, key: u64) -> Result<bool, Self::Error>;
}

/// Choice of the claims that one worker searches. It remembers the endings that the worker has
/// split to help others.
#[derive(Clone, Debug)]
pub struct ClaimChoice {
    job_nodes: u64,
    /// Endings that this worker has split to help others, and for each of them the ending with
    /// which its searcher begins; by key, each with the key of the ending that is being searched.
    helped: HashMap<u64, u64>,
}

/// Expected nodes of claims that are split without a search, by the nodes of a job. Expectations
/// are wrong by a factor of four or so, and a search that runs out is not lost.
const TOO_LARGE: f64 = 4.0;

/// Most splits of claims that are too large before a job: one that seems too large even then is
/// searched.
const MAX_SPLITS: u32 = 100;

/// Expected nodes of a claim below which no worker helps another with it, half a second; with
/// smaller jobs those of a job.
const WORTH_HELP: u64 = 1 << 19;

/// Most splits of claims that others search before a job.
const MAX_HELP: u32 = 20;

/// Most claims of a plan that is made anew for each claim to be split.
const MAX_CLAIMS: usize = 20_000;

/// Patience of a worker that may help others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// The worker helps only with claims that will still take long. Workers that search other
    /// claims end them alone.
    Waits,
    /// The worker has waited in vain: it helps with any claim.
    Helps,
}

impl ClaimChoice {
    /// Creates the choice of a worker whose jobs have at most `job_nodes` nodes.
    pub fn new(job_nodes: u64) -> ClaimChoice {
        ClaimChoice {
            job_nodes,
            helped: HashMap::new(),
        }
    }

    /// Reserves the most relevant open claim of the plan that no worker searches, and returns it
    /// with its lease. On the way it splits claims that are too large for a job. If no claim is
    /// free, it helps: it splits an ending that another worker searches, leaves the most relevant
    /// of its moves to that worker, and takes another move. With [`Patience::Waits`] it helps only
    /// with claims that will still take long. Returns `None` if nothing is worth a search.
    ///
    /// # Errors
    /// If the other workers cannot be reached.
    pub fn take<P: OpenProof>(
        &mut self,
        proof: &mut P,
        mut plan: Plan,
        patience: Patience,
    ) -> Result<Option<(OpenClaim, P::Lease)>, P::Error> {
        let worth = if patience == Patience::Waits {
            WORTH_HELP.min(self.job_nodes) as f64
        } else {
            0.0
        };
        let mut splits = 0;
        let mut helps = 0;
        'plans: loop {
            let may_help = helps < MAX_HELP && plan.claims < MAX_CLAIMS;
            let mut searched: Vec<OpenClaim> = Vec::new();
            for &claim in &plan.leaves {
                if !proof.is_open(&claim) {
                    continue;
                }
                if self.helped.contains_key(&claim.key) {
                    searched.push(claim);
                    continue;
                }
                if claim.nodes > TOO_LARGE * self.job_nodes as f64 && splits < MAX_SPLITS {
                    splits += 1;
                    proof.split(&claim)?;
                    plan = proof.plan();
                    continue 'plans;
                }
                let Some(lease) = proof.take(claim.key)? else {
                    searched.push(claim);
                    continue;
                };
                // Another worker may have finished the job just before.
                proof.refresh()?;
                if proof.is_open(&claim) {
                    return Ok(Some((claim, lease)));
                }
            }
            if !may_help {
                return Ok(None);
            }
            searched.retain(|claim| claim.nodes >= worth);
            match searched
                .iter()
                .max_by(|a, b| (a.relevance * a.nodes).total_cmp(&(b.relevance * b.nodes)))
            {
                Some(claim) => {
                    helps += 1;
                    plan = self.help(proof, claim.key);
                }
                None => helps = MAX_HELP,
            }
        }
    }

    /// Splits an ending that another worker searches, and leaves the most relevant of its moves to
    /// that one; returns the new plan.
    fn help<P: OpenProof>(&mut self, proof: &mut P, key: u64) -> Plan {
        let searched = *self.helped.entry(key).or_insert(key);
        proof.planner().expand(key);
        let plan = proof.plan();
        let rests: Vec<u64> = proof
            .planner()
            .moves(key)
            .into_iter()
            .filter_map(|(.., rest)| rest)
            .collect();
        if let Some(first) = plan.leaves.iter().find(|leaf| rests.contains(&leaf.key)) {
            self.helped.entry(first.key).or_insert(searched);
        }
        plan
    }

    /// Takes back each split by which this worker helped, if no worker searches the ending any
    /// more; returns whether there was one.
    ///
    /// # Errors
    /// If the other workers cannot be reached.
    pub fn end_help<P: OpenProof>(&mut self, proof: &mut P) -> Result<bool, P::Error> {
        let mut searched = HashMap::new();
        for &key in self.helped.values() {
            searched.insert(key, proof.is_taken(key)?);
        }
        let before = self.helped.len();
        for (&key, _) in self.helped.iter().filter(|(_, root)| !searched[root]) {
            proof.planner().collapse(key);
        }
        self.helped.retain(|_, root| searched[root]);
        Ok(self.helped.len() < before)
    }
}
