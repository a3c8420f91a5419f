use std::collections::BTreeMap;

use floe_game::{PositionError, Score};

use crate::claim::{ClaimLine, ClaimOrder, MarginClaim, Reason, Relation, margin_text};
use crate::file::{Certificate, LineError, shown};
use crate::rules::EndingRules;

/// Failure of a line of a certificate: its claim is not proved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("claim {line}: {problem}")]
pub struct ClaimError {
    /// Number of the line in the proof, from 1 at the first claim.
    pub line: usize,
    /// Reason why the line proves nothing.
    pub problem: ClaimProblem,
}

/// Reason why a line of a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClaimProblem {
    /// The line cannot be taken out of the compressed proof.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The line cannot be read.
    #[error(transparent)]
    Text(#[from] PositionError),
    /// The line has another claim than the next claim that is needed, or the certificate ends
    /// before the line.
    #[error("expected '{expected}', which the claims above need; found {found}")]
    Other {
        /// Text of the next claim that is needed.
        expected: String,
        /// Text of the line found in its place, cut short, or that the certificate ends.
        found: String,
    },
    /// No line above needs the claim of the line.
    #[error("expected the end, since no claim above needs this one")]
    Unneeded,
    /// The reason does not suit the relation of the claim: one move shows a lower bound, all moves
    /// an upper one.
    #[error("expected 'by move' with ≥, and 'by all' with ≤")]
    Unsuitable,
    /// The reason is a move that the rules do not allow, or it is all moves and there is none.
    #[error("expected a legal move")]
    Illegal,
    /// The reason is bounds of areas. But the rest has fewer than two areas, there is not one bound
    /// for each of them, or the sum of the bounds is too weak for the bound of the claim.
    #[error("expected the bounds of {areas} areas, {relation} {bound} together")]
    Sum {
        /// Number of areas of the rest.
        areas: usize,
        /// Relation that the sum of the bounds must have to the bound of the claim.
        relation: Relation,
        /// Text of the bound that the claim gives, as fish and tiles.
        bound: String,
    },
}

/// Claims that are needed for a proof and not yet proved, in the order of a certificate.
#[derive(Default, Debug)]
pub struct NeededClaims(BTreeMap<ClaimOrder, MarginClaim>);

impl NeededClaims {
    /// Adds a claim, unless it is [evident](EndingRules::is_evident). Of two claims about the same
    /// rest with the same relation, only the claim with the stronger bound is kept.
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

    /// Removes and returns the first claim in the order of a certificate; `None` if no claim is
    /// needed. A claim comes before all claims that it follows from.
    pub fn pop(&mut self) -> Option<MarginClaim> {
        self.0.pop_first().map(|(_, claim)| claim)
    }

    /// Number of claims that are still needed.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no claim is needed any more.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Claim of a certificate that only a search can prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Number of the line of the claim in the proof, from 1 at the first claim, as
    /// [`ClaimError::line`].
    pub line: usize,
    /// The claim, which a search must prove again.
    pub claim: MarginClaim,
    /// Number of nodes of the search that proved the claim, as the certificate states it.
    pub nodes: u64,
}

/// Result of [`check`] for a certificate whose claims follow from its leaves: numbers of claims by
/// their reasons.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// Number of claims that follow from what one move leads to.
    pub by_move: usize,
    /// Number of claims that follow from what all moves lead to.
    pub by_all: usize,
    /// Number of claims that follow from claims about the areas of their rest.
    pub by_sum: usize,
    /// Claims that the certificate does not prove, because a search has; the others rest on them.
    pub leaves: Vec<Leaf>,
}

/// Checks that all claims of a certificate follow from its leaves.
///
/// If every leaf holds, so does every claim, from the last line up to the first; and the claims
/// about the position of the certificate are among them, or evident.
///
/// # Errors
/// At the first line that cannot be read, is not needed or does not follow, and where a claim is
/// missing.
pub fn check(certificate: &Certificate) -> Result<Checked, ClaimError> {
    check_while(certificate, || true).map(Option::unwrap_or_default)
}

/// Checks a certificate as [`check`] does, and calls `goes_on` before every line. Ends with `None`
/// if that returns false.
///
/// # Errors
/// As [`check`].
pub fn check_while(
    certificate: &Certificate,
    mut goes_on: impl FnMut() -> bool,
) -> Result<Option<Checked>, ClaimError> {
    let mut rules = EndingRules::new(&certificate.position);
    let mut needed = NeededClaims::default();
    let mut checked = Checked::default();
    let root = rules.root();
    for &(relation, bound) in &certificate.claims {
        needed.add(&rules, root.claim(relation, bound));
    }
    let mut last = 0;
    for (line, text) in (1..).zip(certificate.lines()) {
        if !goes_on() {
            return Ok(None);
        }
        last = line;
        let wrong = |problem| ClaimError { line, problem };
        let text = text.map_err(|error| wrong(error.into()))?;
        let read =
            ClaimLine::read(&text, &certificate.position).map_err(|error| wrong(error.into()))?;
        let expected = needed.pop().ok_or_else(|| wrong(ClaimProblem::Unneeded))?;
        if read.claim != expected {
            let expected = expected.text(&certificate.position);
            return Err(wrong(ClaimProblem::Other {
                expected,
                found: shown(&text),
            }));
        }
        for premise in premises(&mut rules, &read).map_err(wrong)? {
            needed.add(&rules, premise);
        }
        match read.reason {
            Reason::Move(_) => checked.by_move += 1,
            Reason::All => checked.by_all += 1,
            Reason::Sum(_) => checked.by_sum += 1,
            Reason::Leaf(nodes) => checked.leaves.push(Leaf {
                line,
                claim: read.claim,
                nodes,
            }),
        }
    }
    needed.pop().map_or(Ok(Some(checked)), |claim| {
        let expected = claim.text(&certificate.position);
        Err(ClaimError {
            line: last + 1,
            problem: ClaimProblem::Other {
                expected,
                found: "the end".to_owned(),
            },
        })
    })
}

/// The claims from which the claim of `line` follows by its reason, evident ones included; none for
/// a leaf.
///
/// # Errors
/// If the reason cannot prove the claim.
pub fn premises(
    rules: &mut EndingRules,
    line: &ClaimLine,
) -> Result<Vec<MarginClaim>, ClaimProblem> {
    let MarginClaim {
        rest,
        relation,
        bound,
    } = line.claim;
    let steps = rest.steps();
    match &line.reason {
        Reason::Leaf(_) => Ok(Vec::new()),
        Reason::Move(_) if relation != Relation::AtLeast => Err(ClaimProblem::Unsuitable),
        Reason::All if relation != Relation::AtMost => Err(ClaimProblem::Unsuitable),
        Reason::Move(step) if !steps.contains(step) => Err(ClaimProblem::Illegal),
        Reason::Move(step) => Ok(vec![rules.after(&rest, *step).claim(relation, bound)]),
        Reason::All if steps.is_empty() => Err(ClaimProblem::Illegal),
        Reason::All => Ok(steps
            .iter()
            .map(|&step| rules.after(&rest, step).claim(relation, bound))
            .collect()),
        Reason::Sum(terms) => {
            let areas = rules.areas(&rest, relation);
            let sum: Score = terms.iter().sum();
            let is_enough = if relation == Relation::AtLeast {
                sum >= bound
            } else {
                sum <= bound
            };
            if areas.len() < 2 || areas.len() != terms.len() || !is_enough {
                let bound = margin_text(bound);
                return Err(ClaimProblem::Sum {
                    areas: areas.len(),
                    relation,
                    bound,
                });
            }
            Ok(areas
                .iter()
                .zip(terms)
                .map(|(area, &term)| area.claim(relation, term))
                .collect())
        }
    }
}
