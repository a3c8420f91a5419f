//! Certificates of proofs, and their verification.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use floe_certificate::{Certificate, Checked, ClaimError, Leaf, MarginClaim, check_while};
use floe_endgame::{CertifyError, LeafProver, LeafResult, LeafSearch, Solver};
use floe_fish::Position;
use floe_game::{Game, Interval, Score};
use floe_search::{Limits, TableError, run_with_ticker};
use rand::SeedableRng;
use rand::seq::index::sample;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::areas::solve_areas_with;
use super::request::{SolveEvent, SolveRequest, SolveResult};
use crate::{AnalysisError, AnyGame, AnyMove, GameValue};

/// Proves the value of a position as [`solve_any`](crate::solve_any) does, and then finds a
/// certificate of the proof whose leaves take at most `leaf_nodes` nodes each. There is no
/// certificate if a limit ended the proof, or if the stop flag of the limits ended the search for
/// the certificate.
///
/// # Errors
/// As `solve_any`; if the position is not of the base game with two players; if penguins are still
/// to be placed, or the game is over; or if there is no memory for the certificate.
pub fn certify_any(
    position: &AnyGame,
    request: &SolveRequest<'_>,
    leaf_nodes: u64,
    mut progress: impl FnMut(&SolveEvent<'_>),
) -> Result<(SolveResult<AnyMove>, Option<Certificate>), AnalysisError> {
    let AnyGame::Two(position) = position else {
        return Err(AnalysisError::NoCertificate {
            players: position.players(),
            rules: position.rules(),
        });
    };
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    if position.is_over() {
        return Err(AnalysisError::NothingToCertify);
    }
    conclude(
        position,
        &mut request.solver()?,
        request,
        Some(leaf_nodes),
        &mut progress,
    )
}

/// Proves the value of a position by a solver whose table may already hold most of the proof, for
/// example a proof by many machines. With `leaf_nodes` it then finds a certificate of the proof, as
/// [`certify_any`] does; without, there is no certificate.
///
/// # Errors
/// As `solve_any`; or if a claim of the certificate is wrong, or there is no memory for it.
///
/// # Panics
/// If penguins are still to be placed.
pub fn conclude(
    position: &Position<2>,
    solver: &mut Solver,
    request: &SolveRequest<'_>,
    leaf_nodes: Option<u64>,
    progress: &mut dyn FnMut(&SolveEvent<'_>),
) -> Result<(SolveResult<AnyMove>, Option<Certificate>), AnalysisError> {
    let proof = solve_areas_with(solver, position, request, progress)?;
    let solved = proof
        .result
        .map_lines(|moves| AnyMove::line(position, moves));
    let Some(leaf_nodes) = leaf_nodes else {
        return Ok((solved, None));
    };
    let claims = request.objective.claims(proof.margin);
    if claims.is_empty() {
        return Ok((solved, None));
    }
    let limits = Limits {
        stop: request.limits.stop,
        ..Limits::default()
    };
    let event = |written| progress(&SolveEvent::Certifying(written));
    match solver.certify(position, &claims, leaf_nodes, &limits, event) {
        Ok(certificate) => Ok((solved, Some(certificate))),
        Err(CertifyError::Interrupted) => Ok((solved, None)),
        Err(error) => Err(error.into()),
    }
}

/// Result of a proof that a limit has ended. `proved` are the bounds of the final margin for the
/// player to move, in 1/128 fish. The table of the solver helps to find a move that keeps the lower
/// bound.
pub fn unfinished(
    position: &Position<2>,
    solver: &mut Solver,
    proved: Interval<Score>,
    nodes: u64,
) -> SolveResult<AnyMove> {
    let bounds = GameValue::margin_bounds(proved);
    let best = solver.proving_move(position, proved).ok().flatten();
    let line = AnyMove::line(position, best.as_slice());
    let moves = line.iter().map(|&best| (best, bounds.clone())).collect();
    SolveResult {
        bounds,
        line,
        moves,
        nodes,
        mixed: None,
    }
}

/// Extent and means of the verification of a certificate.
#[derive(Clone, Copy, Debug)]
pub struct VerifyRequest<'a> {
    /// Number of leaves to prove again, drawn at random; `None` for all leaves.
    pub sample: Option<usize>,
    /// Seed of the random numbers that draw the leaves of the sample.
    pub seed: u64,
    /// Techniques of the searches of leaves.
    pub search: LeafSearch,
    /// Number of threads, at least one.
    pub threads: usize,
    /// Limits of the verification: its time, its stop flag, and the nodes of all searches of leaves
    /// together. The depth has no effect.
    pub limits: Limits<'a>,
}

/// Extent of a verification that found no error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// Numbers of claims by the kinds of their reasons, and all leaves.
    pub checked: Checked,
    /// Number of leaves that were proved again.
    pub proved: usize,
    /// Whether a limit of nodes or time ended the verification, so that not all leaves of the
    /// sample were proved again.
    pub is_limited: bool,
    /// Number of nodes that the proofs of these leaves took.
    pub nodes: u64,
}

impl Verification {
    /// Number of all claims of the certificate, leaves included.
    pub fn claims(&self) -> usize {
        let Checked {
            by_move,
            by_all,
            by_sum,
            leaves,
        } = &self.checked;
        by_move + by_all + by_sum + leaves.len()
    }

    /// Whether all leaves were proved again, so that the claims of the certificate are proved.
    pub fn is_proof(&self) -> bool {
        self.proved == self.checked.leaves.len()
    }

    /// Probability that a random sample of as many leaves as were proved again contains no wrong
    /// leaf, if `wrong` leaves of the certificate were wrong. It is 1 if a limit ended the
    /// verification, because the leaves that it left out are not random.
    pub fn probability_of_missing(&self, wrong: usize) -> f64 {
        if self.is_limited {
            return 1.0;
        }
        let leaves = self.checked.leaves.len();
        let skipped = leaves - self.proved;
        (0..wrong.min(leaves))
            .map(|earlier| skipped.saturating_sub(earlier) as f64 / (leaves - earlier) as f64)
            .product()
    }
}

/// Reason why a certificate does not prove its claims, or why it is not known.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A claim does not follow from the claims that it rests on.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A search shows that the claim of a leaf is wrong.
    #[error("claim {line}: '{claim}' is wrong, as a search shows")]
    Refuted {
        /// Number of the leaf's line in the proof, from 1 at its first claim, without the header of
        /// the file.
        line: usize,
        /// Text of the leaf's claim, as in the file.
        claim: String,
    },
    /// A leaf could not be proved by about ten times the nodes that it states.
    #[error("claim {line}: expected a proof of '{claim}' by {nodes} nodes; found none by {tried}")]
    TooLarge {
        /// Number of the leaf's line in the proof, from 1 at its first claim, without the header of
        /// the file.
        line: usize,
        /// Text of the leaf's claim, as in the file.
        claim: String,
        /// Number of nodes that the leaf states.
        nodes: u64,
        /// Number of nodes that were searched in vain.
        tried: u64,
    },
    /// The memory for the table of a search cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The stop flag of the request ended the verification, or its time ran out before all claims
    /// were checked.
    #[error("interrupted")]
    Interrupted,
}

/// Checks that the claims of a certificate follow from its leaves, and proves its leaves again by
/// search, all or a sample of them. Calls `progress` every second with the number of leaves that
/// were begun and the number of all leaves to prove.
///
/// # Errors
/// At the first wrong claim; of several wrong leaves it may be any. Also if there is no memory, if
/// the stop flag of the request is set, or if its time does not suffice to check the claims.
pub fn verify(
    certificate: &Certificate,
    request: &VerifyRequest<'_>,
    mut progress: impl FnMut(usize, usize),
) -> Result<Verification, VerifyError> {
    let goes_on = || {
        !Limits {
            nodes: None,
            ..request.limits
        }
        .are_reached()
    };
    let checked = check_while(certificate, goes_on)?.ok_or(VerifyError::Interrupted)?;
    let leaves = &checked.leaves;
    let count = request
        .sample
        .map_or(leaves.len(), |sample| sample.min(leaves.len()));
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(request.seed);
    let mut chosen = sample(rng, leaves.len(), count).into_vec();
    chosen.sort_unstable();
    let done = AtomicUsize::new(0);
    let proof = LeafProof {
        certificate,
        chosen: chosen.iter().map(|&leaf| leaves[leaf]).collect(),
        done: &done,
    };
    let Work { proved, nodes } = run_with_ticker(
        |_| proof.run(request),
        || progress(done.load(Relaxed).min(count), count),
    )?;
    Ok(Verification {
        checked,
        proved,
        is_limited: proved < count,
        nodes,
    })
}

/// Searches of leaves that were proved.
#[derive(Clone, Copy, Default)]
struct Work {
    /// Number of leaves proved.
    proved: usize,
    /// Number of nodes of their searches.
    nodes: u64,
}

/// Proof of leaves by several threads.
struct LeafProof<'a> {
    certificate: &'a Certificate,
    chosen: Vec<Leaf>,
    /// Number of leaves that threads have taken.
    done: &'a AtomicUsize,
}

impl LeafProof<'_> {
    /// Proves all leaves, as far as the limits allow.
    fn run(&self, request: &VerifyRequest<'_>) -> Result<Work, VerifyError> {
        let results = Mutex::new(Vec::new());
        let threads = request.threads.clamp(1, self.chosen.len().max(1));
        // Every thread has a share of the nodes, so that all together keep to the limit.
        let nodes = request
            .limits
            .nodes
            .map(|nodes| nodes.div_ceil(threads as u64));
        let limits = Limits {
            nodes,
            ..request.limits
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let result = self.prove_some(request.search, &limits);
                    if result.is_err() {
                        // The others find no leaf to do.
                        self.done.store(self.chosen.len(), Relaxed);
                    }
                    results.lock().expect("no thread has panicked").push(result);
                });
            }
        });
        let mut all = Work::default();
        for result in results.into_inner().expect("no thread has panicked") {
            let Work { proved, nodes } = result?;
            all.proved += proved;
            all.nodes += nodes;
        }
        Ok(all)
    }

    /// Proves leaves until none is left or a limit is reached.
    fn prove_some(&self, search: LeafSearch, limits: &Limits<'_>) -> Result<Work, VerifyError> {
        let mut prover = LeafProver::new(&self.certificate.position, search)?;
        let mut work = Work::default();
        while let Some(leaf) = self.chosen.get(self.done.fetch_add(1, Relaxed)) {
            let nodes = limits.nodes.map(|nodes| nodes - work.nodes);
            let left = Limits { nodes, ..*limits };
            let Some(nodes) = self.prove(&mut prover, search, leaf, &left)? else {
                break;
            };
            work.proved += 1;
            work.nodes += nodes;
        }
        Ok(work)
    }

    /// Proves a leaf; returns the number of nodes, or `None` if a limit ended the search.
    fn prove(
        &self,
        prover: &mut LeafProver,
        search: LeafSearch,
        leaf: &Leaf,
        limits: &Limits<'_>,
    ) -> Result<Option<u64>, VerifyError> {
        /// Another version of the search may take more nodes than a leaf states.
        const TOLERANCE: u64 = 10;
        let &Leaf { line, claim, nodes } = leaf;
        let tried = match search {
            LeafSearch::Usual => nodes.saturating_mul(TOLERANCE).saturating_add(1000),
            LeafSearch::Plain => u64::MAX,
        };
        let allowed = limits.nodes.unwrap_or(u64::MAX);
        let own = Limits {
            nodes: Some(tried.min(allowed)),
            ..*limits
        };
        match prover.prove(&claim, &own) {
            LeafResult::Proved(nodes) => Ok(Some(nodes.min(allowed))),
            LeafResult::Refuted => Err(VerifyError::Refuted {
                line,
                claim: self.text(&claim),
            }),
            LeafResult::Open if limits.stop.is_some_and(|stop| stop.load(Relaxed)) => {
                Err(VerifyError::Interrupted)
            }
            LeafResult::Open if limits.are_reached() || allowed < tried => Ok(None),
            LeafResult::Open => Err(VerifyError::TooLarge {
                line,
                claim: self.text(&claim),
                nodes,
                tried,
            }),
        }
    }

    fn text(&self, claim: &MarginClaim) -> String {
        claim.text(&self.certificate.position)
    }
}
