//! Certificates: walks through a proof again, and writes down what the table knows.

use std::collections::HashSet;

use floe_certificate::{
    Certificate, ClaimLine, EndingRules, MarginClaim, NeededClaims, Reason, Relation, Rest, Step,
    premises,
};
use floe_fish::Position;
use floe_game::{Interval, Score};
use floe_hex::Hex;
use floe_search::{Control, Interrupted, Limits, TableError};

use super::children::{WAIT, slide_of};
use super::leaf_prover::{LeafProver, LeafResult, LeafSearch, ending_of, holds, value_within};
use super::search::EndingSearch;
use super::{Objective, SharedProof, Solver};

/// Reason why no certificate of a proof can be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The memory for the search of leaves cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The time or the stop flag of the limits ended the work.
    #[error("certificate: interrupted")]
    Interrupted,
    /// Claim that does not hold, in the notation of certificates.
    #[error("certificate: '{0}' cannot be proved")]
    Wrong(String),
}

impl From<Interrupted> for CertifyError {
    fn from(_: Interrupted) -> CertifyError {
        CertifyError::Interrupted
    }
}

/// Progress of the search for a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertifyProgress {
    /// Number of lines of the certificate found so far, one for each claim.
    pub lines: usize,
    /// Number of claims that are known to be still needed; each may need others.
    pub needed: usize,
    /// Number of free tiles in the current claim, which never rises: at zero the certificate is
    /// almost complete.
    pub tiles: u32,
}

impl Objective {
    /// Claims about the final margin, in 1/128 fish, that together state what this objective asks
    /// for, if these bounds of the margin are proved: two for an exact margin or a draw, one for a
    /// win or a loss. Empty if the bounds do not suffice.
    pub fn claims(self, proved: Interval<Score>) -> Vec<(Relation, Score)> {
        let Interval { lower, upper } = proved;
        match self {
            Objective::WinDrawLoss if lower > 0 => vec![(Relation::AtLeast, 1)],
            Objective::WinDrawLoss if upper < 0 => vec![(Relation::AtMost, -1)],
            _ if lower == upper => vec![(Relation::AtLeast, lower), (Relation::AtMost, upper)],
            _ => Vec::new(),
        }
    }
}

impl Solver {
    /// Finds a certificate of claims about the final margin of a position, each a relation and a
    /// margin in 1/128 fish for the player to move. Each leaf of the certificate takes at most
    /// `leaf_nodes` nodes of the [usual search](LeafSearch). The solver walks through the proof
    /// that its table holds, and searches again what is lost. Calls `progress` before every line.
    /// Only the time and the stop flag of the limits end the work.
    ///
    /// # Errors
    /// If the time or the flag ends the work, if a claim is wrong, or if there is no memory.
    pub fn certify(
        &mut self,
        position: &Position<2>,
        claims: &[(Relation, Score)],
        leaf_nodes: u64,
        limits: &Limits<'_>,
        mut progress: impl FnMut(CertifyProgress),
    ) -> Result<Certificate, CertifyError> {
        let features = self.options.features;
        let fish = self.prepare(position);
        let limits = Limits {
            nodes: None,
            ..*limits
        };
        let control = Control::new(&limits);
        let shared = SharedProof::new(&fish, self.table.view(), &control);
        let mut writer = CertificateWriter {
            rules: EndingRules::new(position),
            search: EndingSearch::new(&shared, features, None, u32::MAX),
            prover: LeafProver::new(position, LeafSearch::Usual)?,
            leaf_limits: Limits {
                nodes: Some(leaf_nodes),
                ..limits
            },
            kept: HashSet::new(),
        };
        let root = writer.rules.root();
        let mut needed = NeededClaims::default();
        for &(relation, bound) in claims {
            needed.add(&writer.rules, root.claim(relation, bound));
        }
        let mut lines = Vec::new();
        while let Some(claim) = needed.pop() {
            progress(CertifyProgress {
                lines: lines.len(),
                needed: needed.len(),
                tiles: claim.rest.free.len(),
            });
            let line = ClaimLine {
                claim,
                reason: writer.reason(&claim)?,
            };
            let is_move = matches!(line.reason, Reason::Move(_));
            for premise in premises(&mut writer.rules, &line).expect("the reason suits the claim") {
                if is_move {
                    writer.kept.insert((premise.rest, premise.relation));
                }
                needed.add(&writer.rules, premise);
            }
            lines.push(line);
        }
        Ok(Certificate::new(position, claims, &lines))
    }
}

/// Finds the reasons of claims.
struct CertificateWriter<'a> {
    rules: EndingRules,
    /// Search with the table of the proof.
    search: EndingSearch<'a>,
    prover: LeafProver,
    /// Limits of a leaf.
    leaf_limits: Limits<'a>,
    /// Claims that a move keeps. They take about as many nodes as the claim before the move, which
    /// is too many for a leaf.
    kept: HashSet<(Rest, Relation)>,
}

/// Maximum number of free tiles of areas whose value is found exactly, as in the search of
/// sub-games.
const EXACT_SIZE: u32 = 12;

impl CertificateWriter<'_> {
    fn reason(&mut self, claim: &MarginClaim) -> Result<Reason, CertifyError> {
        let is_kept = self.kept.remove(&(claim.rest, claim.relation));
        if !claim.rest.is_contested() {
            // Of one player's areas no move is a reason.
            let limits = Limits {
                nodes: None,
                ..self.leaf_limits
            };
            return match self.prover.prove(claim, &limits) {
                LeafResult::Proved(nodes) => Ok(Reason::Leaf(nodes)),
                LeafResult::Refuted => Err(self.wrong(claim)),
                LeafResult::Open => Err(CertifyError::Interrupted),
            };
        }
        if !holds(&mut self.search, claim)? {
            return Err(self.wrong(claim));
        }
        if !is_kept && self.is_small(claim) {
            match self.prover.prove(claim, &self.leaf_limits) {
                LeafResult::Proved(nodes) => return Ok(Reason::Leaf(nodes)),
                LeafResult::Refuted => return Err(self.wrong(claim)),
                LeafResult::Open if self.leaf_limits.are_reached() => {
                    return Err(CertifyError::Interrupted);
                }
                LeafResult::Open => {}
            }
        }
        if let Some(terms) = self.sum(claim)? {
            return Ok(Reason::Sum(terms));
        }
        match claim.relation {
            Relation::AtMost => Ok(Reason::All),
            Relation::AtLeast => Ok(Reason::Move(self.proving_move(claim)?)),
        }
    }

    fn wrong(&self, claim: &MarginClaim) -> CertifyError {
        CertifyError::Wrong(claim.text(self.rules.position()))
    }

    /// Whether the proof of a claim that holds took few enough nodes to be worth a try as a leaf.
    fn is_small(&mut self, claim: &MarginClaim) -> bool {
        /// Factor by which a leaf may take more nodes, with an empty table and fewer techniques;
        /// beyond it, half of the tries fail.
        const LEAF_FACTOR: u64 = 4;
        let normal = self.search.normalizer.normalize(&ending_of(&claim.rest));
        let work = normal.rest.map_or(0, |rest| self.search.work(&rest));
        work.saturating_mul(LEAF_FACTOR) <= self.leaf_limits.nodes.unwrap_or(u64::MAX)
    }

    /// Bounds of the areas that make a claim, if they do.
    fn sum(&mut self, claim: &MarginClaim) -> Result<Option<Vec<Score>>, CertifyError> {
        let MarginClaim {
            rest,
            relation,
            bound,
        } = *claim;
        let areas = self.rules.areas(&rest, relation);
        if areas.len() < 2 {
            return Ok(None);
        }
        // Seen from the player who gains by low values, so that every bound is an upper one.
        let sign = if relation == Relation::AtMost { 1 } else { -1 };
        let limit = sign * bound;
        let mut terms: Vec<Interval<Score>> = Vec::new();
        for area in &areas {
            let bounds = self.rules.bounds(&area.rest);
            let ends =
                [bounds.lower, bounds.upper].map(|value| sign * (area.base + area.sign * value));
            terms.push(Interval::new(ends[0].min(ends[1]), ends[0].max(ends[1])));
        }
        for (index, area) in areas.iter().enumerate() {
            let sum: Score = terms.iter().map(|term| term.upper).sum();
            let enough = limit - (sum - terms[index].upper);
            if sum <= limit || enough < terms[index].lower {
                break;
            }
            if index + 1 < areas.len() && area.rest.free.len() <= EXACT_SIZE {
                let bounds = self.rules.bounds(&area.rest);
                let value = value_within(
                    &mut self.search,
                    &area.rest,
                    bounds.lower - 1,
                    bounds.upper + 1,
                )?;
                terms[index].upper = sign * (area.base + area.sign * value);
            } else if holds(&mut self.search, &area.claim(relation, sign * enough))? {
                terms[index].upper = enough;
            }
        }
        let sum: Score = terms.iter().map(|term| term.upper).sum();
        Ok((sum <= limit).then(|| terms.iter().map(|term| sign * term.upper).collect()))
    }

    /// A move that keeps a lower bound that holds; that of the table is tried first.
    fn proving_move(&mut self, claim: &MarginClaim) -> Result<Step, CertifyError> {
        let MarginClaim {
            rest,
            relation,
            bound,
        } = *claim;
        let normal = self.search.normalizer.normalize(&ending_of(&rest));
        let best = normal
            .rest
            .map_or(0, |ending| self.search.probe(&ending, ending.key()).best);
        let mut steps = rest.steps();
        if let Some(first) = steps
            .iter()
            .position(|&step| best != 0 && step == step_of(best))
        {
            steps.swap(0, first);
        }
        for step in steps {
            let premise = self.rules.after(&rest, step).claim(relation, bound);
            if self.rules.is_evident(&premise) || holds(&mut self.search, &premise)? {
                return Ok(step);
            }
        }
        Err(self.wrong(claim))
    }
}

fn step_of(bits: u16) -> Step {
    if bits == WAIT {
        return Step::Wait;
    }
    let (from, to): (Hex, Hex) = slide_of(bits);
    Step::Slide(from, to)
}
