use std::collections::BTreeMap;

use floe_game::{PositionError, Score};

use crate::claim::{ClaimLine, ClaimOrder, MarginClaim, Reason, Relation, margin_text};
use crate::file::Certificate;
use crate::rules::EndingRules;

/// Failure of a line of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("claim {line}: {problem}")]
pub struct ClaimError {
    /// Number of the line, from 1.
    pub line: usize,
    /// Reason why it proves nothing.
    pub problem: ClaimProblem,
}

/// Reason why a line of a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClaimProblem {
    /// Line that cannot be decompressed.
    #[error("cannot be decompressed: {0}")]
    Compression(String),
    /// Line that cannot be read.
    #[error(transparent)]
    Text(#[from] PositionError),
    /// Missing claim, or another one in its place.
    #[error("expected '{expected}', which the claims above need; found {found}")]
    Other {
        /// The next claim that is needed.
        expected: String,
        /// The claim of the line, or the end.
        found: String,
    },
    /// Claim that no line above needs.
    #[error("expected the end, since no claim above needs this one")]
    Unneeded,
    /// Reason that does not suit the relation: one move shows a lower bound, all moves an upper one.
    #[error("expected 'by move' with ≥, and 'by all' with ≤")]
    Unsuitable,
    /// Move that the rules do not allow, or none where all are to be considered.
    #[error("expected a legal move")]
    Illegal,
    /// Bounds of areas, which do not add up to the bound, or are not one for each of several areas.
    #[error("expected the bounds of {areas} areas, {relation} {bound} together")]
    Sum {
        /// Number of areas.
        areas: usize,
        /// Relation of the claim.
        relation: Relation,
        /// Bound of the claim.
        bound: String,
    },
}

/// Claims that are needed and not yet proved, in the order of a certificate.
#[derive(Default, Debug)]
pub struct NeededClaims(BTreeMap<ClaimOrder, MarginClaim>);

impl NeededClaims {
    /// Adds a claim unless it is evident; one with a weaker bound about the same rest gives way.
    pub fn add(&mut self, rules: &EndingRules, claim: MarginClaim) {
        if rules.is_evident(&claim) {
            return;
        }
        let needed = self.0.entry(claim.order()).or_insert(claim);
        needed.bound = match claim.relation {
            Relation::AtLeast => needed.bound.max(claim.bound),
            Relation::AtMost => needed.bound.min(claim.bound),
        };
    }

    /// Removes the first claim in the order of a certificate. No claim that it follows from comes before it.
    pub fn pop(&mut self) -> Option<MarginClaim> {
        self.0.pop_first().map(|(_, claim)| claim)
    }

    /// Number of claims.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no claim is needed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Claim that only a search can prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Number of the line, from 1.
    pub line: usize,
    /// The claim.
    pub claim: MarginClaim,
    /// Number of nodes that proved it.
    pub nodes: u64,
}

/// Certificate whose claims follow from its leaves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Number of claims that follow from one move.
    pub by_move: usize,
    /// Number of claims that follow from all moves.
    pub by_all: usize,
    /// Number of claims that follow from areas.
    pub by_sum: usize,
    /// Claims that only a search can prove.
    pub leaves: Vec<Leaf>,
}

/// Checks that the claims of a certificate follow from its leaves.
///
/// If every leaf holds, so does every claim, from the last line up to the first; and the claims about the position are
/// among them, or evident.
///
/// # Errors
/// At the first line that cannot be read, is not needed or does not follow, and where a claim is missing.
pub fn check(certificate: &Certificate) -> Result<Checked, ClaimError> {
    let mut rules = EndingRules::new(&certificate.position);
    let mut needed = NeededClaims::default();
    let mut checked = Checked::default();
    let root = rules.root();
    for &(relation, bound) in &certificate.claims {
        needed.add(&rules, root.claim(relation, bound));
    }
    let mut last = 0;
    for (line, text) in (1..).zip(certificate.lines()) {
        last = line;
        let wrong = |problem| ClaimError { line, problem };
        let text = text.map_err(|error| wrong(ClaimProblem::Compression(error.to_string())))?;
        let read = ClaimLine::read(&text, &certificate.position).map_err(|error| wrong(error.into()))?;
        let expected = needed.pop().ok_or_else(|| wrong(ClaimProblem::Unneeded))?;
        if read.claim != expected {
            let expected = expected.text(&certificate.position);
            return Err(wrong(ClaimProblem::Other { expected, found: format!("'{text}'") }));
        }
        for premise in premises(&mut rules, &read).map_err(wrong)? {
            needed.add(&rules, premise);
        }
        match read.reason {
            Reason::Move(_) => checked.by_move += 1,
            Reason::All => checked.by_all += 1,
            Reason::Sum(_) => checked.by_sum += 1,
            Reason::Leaf(nodes) => checked.leaves.push(Leaf { line, claim: read.claim, nodes }),
        }
    }
    needed.pop().map_or(Ok(checked), |claim| {
        let expected = claim.text(&certificate.position);
        Err(ClaimError { line: last + 1, problem: ClaimProblem::Other { expected, found: "the end".to_owned() } })
    })
}

/// The claims from which a claim follows, evident ones included.
///
/// # Errors
/// If the reason is none for the claim.
pub fn premises(rules: &mut EndingRules, line: &ClaimLine) -> Result<Vec<MarginClaim>, ClaimProblem> {
    let MarginClaim { rest, relation, bound } = line.claim;
    let steps = rest.steps();
    match &line.reason {
        Reason::Leaf(_) => Ok(Vec::new()),
        Reason::Move(_) if relation != Relation::AtLeast => Err(ClaimProblem::Unsuitable),
        Reason::All if relation != Relation::AtMost => Err(ClaimProblem::Unsuitable),
        Reason::Move(step) if !steps.contains(step) => Err(ClaimProblem::Illegal),
        Reason::Move(step) => Ok(vec![rules.after(&rest, *step).claim(relation, bound)]),
        Reason::All if steps.is_empty() => Err(ClaimProblem::Illegal),
        Reason::All => Ok(steps.iter().map(|&step| rules.after(&rest, step).claim(relation, bound)).collect()),
        Reason::Sum(terms) => {
            let areas = rules.areas(&rest, relation);
            let sum: Score = terms.iter().sum();
            let is_enough = if relation == Relation::AtLeast { sum >= bound } else { sum <= bound };
            if areas.len() < 2 || areas.len() != terms.len() || !is_enough {
                let bound = margin_text(bound);
                return Err(ClaimProblem::Sum { areas: areas.len(), relation, bound });
            }
            Ok(areas.iter().zip(terms).map(|(area, &term)| area.claim(relation, term)).collect())
        }
    }
}
