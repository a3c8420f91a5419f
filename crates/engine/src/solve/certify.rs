//! Certificates of proofs, and their verification.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use floe_certificate::{Certificate, Checked, ClaimError, Leaf, MarginClaim, check};
use floe_endgame::{CertifyError, LeafProver, LeafResult, LeafSearch, Solver};
use floe_fish::Position;
use floe_game::Game;
use floe_search::{Limits, TableError, run_with_ticker};
use rand::SeedableRng;
use rand::seq::index::sample;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::areas::solve_areas_with;
use super::request::{SolveEvent, SolveRequest, SolveResult};
use crate::{AnalysisError, AnyGame, AnyMove};

/// Proves the value of a position as [`solve_any`](crate::solve_any) does, and then finds a certificate of the proof
/// whose leaves take at most `leaf_nodes` nodes each. There is no certificate if a limit ended the proof, or if the
/// stop flag of the limits ended the search for the certificate.
///
/// # Errors
/// As `solve_any`, and if the position is not of the base game with two players, or the game is over.
pub fn certify_any(
    position: &AnyGame,
    request: &SolveRequest<'_>,
    leaf_nodes: u64,
    mut progress: impl FnMut(&SolveEvent<'_>),
) -> Result<(SolveResult<AnyMove>, Option<Certificate>), AnalysisError> {
    let AnyGame::Two(position) = position else {
        return Err(AnalysisError::NoCertificate { players: position.players(), rules: position.rules() });
    };
    if position.is_placement() {
        return Err(AnalysisError::Placement);
    }
    if position.is_over() {
        return Err(AnalysisError::NothingToCertify);
    }
    conclude(position, &mut request.solver()?, request, Some(leaf_nodes), &mut progress)
}

/// Proves the value of a position by a solver whose table may already hold most of the proof, such as one that many
/// machines have made. If `leaf_nodes` is given, then finds a certificate of it, as [`certify_any`] does; there is no
/// certificate if it is `None`.
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
    let solved = proof.result.map_lines(|moves| AnyMove::line(position, moves));
    let Some(leaf_nodes) = leaf_nodes else { return Ok((solved, None)) };
    let claims = request.objective.claims(proof.margin);
    if claims.is_empty() {
        return Ok((solved, None));
    }
    let limits = Limits { stop: request.limits.stop, ..Limits::default() };
    let event = |written| progress(&SolveEvent::Certifying(written));
    match solver.certify(position, &claims, leaf_nodes, &limits, event) {
        Ok(certificate) => Ok((solved, Some(certificate))),
        Err(CertifyError::Interrupted) => Ok((solved, None)),
        Err(error) => Err(error.into()),
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
    /// Flag by which another thread ends the verification early, by setting it to true; `None` for no such flag.
    pub stop: Option<&'a AtomicBool>,
}

/// Extent of a verification that found no error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// Numbers of claims by the kinds of their reasons, and all leaves.
    pub checked: Checked,
    /// Number of leaves that were proved again.
    pub proved: usize,
    /// Number of nodes that the searches of the leaves proved again took.
    pub nodes: u64,
}

impl Verification {
    /// Number of all claims of the certificate, leaves included.
    pub fn claims(&self) -> usize {
        let Checked { by_move, by_all, by_sum, leaves } = &self.checked;
        by_move + by_all + by_sum + leaves.len()
    }

    /// Probability that a random sample of this size contains none of the wrong leaves, if `wrong` leaves of the
    /// certificate were wrong.
    pub fn probability_of_missing(&self, wrong: usize) -> f64 {
        let leaves = self.checked.leaves.len();
        let skipped = leaves - self.proved;
        (0..wrong.min(leaves))
            .map(|earlier| skipped.saturating_sub(earlier) as f64 / (leaves - earlier) as f64)
            .product()
    }
}

/// Reason why a certificate does not prove its claims, or why it is not known.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A claim does not follow from the claims that it rests on.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A search shows that the claim of a leaf is wrong.
    #[error("claim {line}: '{claim}' is wrong, as a search shows")]
    Refuted {
        /// Number of the leaf's line in the proof, from 1 at its first claim, without the header of the file.
        line: usize,
        /// Text of the leaf's claim, as in the file.
        claim: String,
    },
    /// A leaf could not be proved by about ten times the nodes that it states.
    #[error("claim {line}: expected a proof of '{claim}' by {nodes} nodes; found none by {tried}")]
    TooLarge {
        /// Number of the leaf's line in the proof, from 1 at its first claim, without the header of the file.
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
    /// The flag of the request ended the verification.
    #[error("interrupted")]
    Interrupted,
}

/// Checks that the claims of a certificate follow from its leaves, and proves its leaves again by search, all or a
/// sample of them. Calls `progress` every second with the number of leaves done, and that of all to do.
///
/// # Errors
/// At the first wrong claim; of several wrong leaves it may be any. Also without memory, or when the flag of the
/// request is set.
pub fn verify(
    certificate: &Certificate,
    request: &VerifyRequest<'_>,
    mut progress: impl FnMut(usize, usize),
) -> Result<Verification, VerifyError> {
    let checked = check(certificate)?;
    let leaves = &checked.leaves;
    let count = request.sample.map_or(leaves.len(), |sample| sample.min(leaves.len()));
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(request.seed);
    let mut chosen = sample(rng, leaves.len(), count).into_vec();
    chosen.sort_unstable();
    let done = AtomicUsize::new(0);
    let proof = LeafProof { certificate, chosen: chosen.iter().map(|&leaf| leaves[leaf]).collect(), done: &done };
    let nodes = run_with_ticker(|_| proof.run(request), || progress(done.load(Relaxed).min(count), count))?;
    Ok(Verification { checked, proved: count, nodes })
}

/// Proof of leaves by several threads.
struct LeafProof<'a> {
    certificate: &'a Certificate,
    chosen: Vec<Leaf>,
    /// Number of leaves that threads have taken.
    done: &'a AtomicUsize,
}

impl LeafProof<'_> {
    /// Proves all leaves; returns the number of nodes.
    fn run(&self, request: &VerifyRequest<'_>) -> Result<u64, VerifyError> {
        let results = Mutex::new(Vec::new());
        let threads = request.threads.clamp(1, self.chosen.len().max(1));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let result = self.prove_some(request);
                    if result.is_err() {
                        // The others find no leaf to do.
                        self.done.store(self.chosen.len(), Relaxed);
                    }
                    results.lock().expect("no thread has panicked").push(result);
                });
            }
        });
        results.into_inner().expect("no thread has panicked").into_iter().sum()
    }

    /// Proves leaves until none is left.
    fn prove_some(&self, request: &VerifyRequest<'_>) -> Result<u64, VerifyError> {
        let mut prover = LeafProver::new(&self.certificate.position, request.search)?;
        let mut nodes = 0;
        while let Some(leaf) = self.chosen.get(self.done.fetch_add(1, Relaxed)) {
            nodes += self.prove(&mut prover, leaf, request)?;
        }
        Ok(nodes)
    }

    fn prove(&self, prover: &mut LeafProver, leaf: &Leaf, request: &VerifyRequest<'_>) -> Result<u64, VerifyError> {
        /// Another version of the search may take more nodes than a leaf states.
        const TOLERANCE: u64 = 10;
        let &Leaf { line, claim, nodes } = leaf;
        let tried = match request.search {
            LeafSearch::Usual => nodes.saturating_mul(TOLERANCE).saturating_add(1000),
            LeafSearch::Plain => u64::MAX,
        };
        let limits = Limits { nodes: Some(tried), stop: request.stop, ..Limits::default() };
        match prover.prove(&claim, &limits) {
            LeafResult::Proved(nodes) => Ok(nodes),
            LeafResult::Refuted => Err(VerifyError::Refuted { line, claim: self.text(&claim) }),
            LeafResult::Open if limits.are_reached() => Err(VerifyError::Interrupted),
            LeafResult::Open => Err(VerifyError::TooLarge { line, claim: self.text(&claim), nodes, tried }),
        }
    }

    fn text(&self, claim: &MarginClaim) -> String {
        claim.text(&self.certificate.position)
    }
}
