//! Open claims of a proof, which plans have in common.

use std::ops::{Index, IndexMut};

use floe_game::{Interval, Score};

#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) key: u64,
    pub(crate) bound: Score,
    pub(crate) chance: f64,
    /// Expected number of nodes by the default model, to which that of the fitted model is in
    /// proportion.
    pub(crate) cost: f64,
    /// Places of the open claims of its moves, in the order of search, with the chance that the
    /// move proves the claim; `None` for a leaf.
    pub(crate) moves: Option<Vec<(usize, f64)>>,
    /// Number of the last plan with this claim.
    pub(crate) plan: u32,
    /// Window of [`OpenClaim`](crate::OpenClaim) in that plan.
    pub(crate) window: Interval<Score>,
    /// Relevance of [`OpenClaim`](crate::OpenClaim) in that plan.
    pub(crate) relevance: f64,
}

/// Open claims about the nodes, each with its place.
#[derive(Debug, Default)]
pub(crate) struct ClaimTable {
    claims: Vec<Claim>,
    /// Places of claims that are no longer kept.
    free: Vec<usize>,
    plans: u32,
}

impl ClaimTable {
    pub(crate) fn add(&mut self, claim: Claim) -> usize {
        match self.free.pop() {
            Some(place) => {
                self.claims[place] = claim;
                place
            }
            None => {
                self.claims.push(claim);
                self.claims.len() - 1
            }
        }
    }

    /// Drops the claims at these places, which no claim that is kept has among its moves.
    pub(crate) fn remove(&mut self, places: impl Iterator<Item = usize>) {
        self.free.extend(places);
    }

    /// Claims of a new plan for the claim at this place: every claim comes after those of its
    /// moves. Relevances are set to zero.
    pub(crate) fn begin_plan(&mut self, root: usize) -> Vec<usize> {
        self.plans += 1;
        let mut order = Vec::new();
        self.add_to_plan(root, &mut order);
        order
    }

    fn add_to_plan(&mut self, place: usize, order: &mut Vec<usize>) {
        let claim = &mut self.claims[place];
        if claim.plan == self.plans {
            return;
        }
        claim.plan = self.plans;
        claim.relevance = 0.0;
        let moves = claim.moves.take();
        for &(child, _) in moves.iter().flatten() {
            self.add_to_plan(child, order);
        }
        self.claims[place].moves = moves;
        order.push(place);
    }

    /// Spreads the relevance and the window of a claim of the plan over those of its moves.
    pub(crate) fn spread(&mut self, place: usize) {
        let Claim {
            bound,
            window,
            relevance: mut reach,
            ..
        } = self.claims[place];
        let moves = self.claims[place].moves.take();
        for &(child, proves) in moves.iter().flatten() {
            let child = &mut self.claims[child];
            // The base of the move: what proves a claim is less than `base - bound + 1` for the
            // other side.
            let base = child.bound + bound - 1;
            child.window = Interval {
                lower: base - window.upper,
                upper: base - window.lower,
            };
            child.relevance = 1.0 - (1.0 - child.relevance) * (1.0 - reach);
            reach *= 1.0 - proves;
        }
        self.claims[place].moves = moves;
    }

    /// Expected cost of moves in this order, until one proves the claim.
    pub(crate) fn expected_cost(&self, moves: &[(usize, f64)]) -> f64 {
        let mut reach = 1.0;
        let mut cost = 0.0;
        for &(place, proves) in moves {
            cost += reach * self.claims[place].cost;
            reach *= 1.0 - proves;
        }
        cost
    }
}

impl Index<usize> for ClaimTable {
    type Output = Claim;

    fn index(&self, place: usize) -> &Claim {
        &self.claims[place]
    }
}

impl IndexMut<usize> for ClaimTable {
    fn index_mut(&mut self, place: usize) -> &mut Claim {
        &mut self.claims[place]
    }
}
