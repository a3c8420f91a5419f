use floe_certificate::{MarginClaim, Relation, Rest};
use floe_fish::Position;
use floe_game::Score;
use floe_search::{Control, Interrupted, Limits, TableError, TranspositionTable};

use super::SharedProof;
use super::search::EndingSearch;
use crate::SolverFeatures;
use crate::ending::Ending;
use crate::fish_map::FishMap;

/// Choice whether the search that proves leaves of certificates uses waiting moves and sub-games.
/// Without them it relies on fewer theorems, as a stricter check.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LeafSearch {
    /// Search with waiting moves and sub-games. Certificates rely on both anyway: their claims
    /// count waiting moves, and the reason [`Sum`](floe_certificate::Reason::Sum) bounds areas as
    /// sub-games.
    #[default]
    Usual,
    /// Search without waiting moves and sub-games; it takes about thirty times the nodes.
    Plain,
}

impl LeafSearch {
    const fn features(self) -> SolverFeatures {
        let is_usual = matches!(self, LeafSearch::Usual);
        SolverFeatures {
            waiting: is_usual,
            sub_games: is_usual,
            incremental: false,
            look_ahead: false,
            network: false,
            ..SolverFeatures::ALL
        }
    }
}

/// Search that proves the leaves of certificates, without incremental areas, look-ahead and
/// network. It proves every claim with an empty table, so that the nodes for a claim do not depend
/// on earlier claims.
#[derive(Debug)]
pub struct LeafProver {
    fish: FishMap,
    table: TranspositionTable,
    features: SolverFeatures,
}

/// Result of the search for one leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafResult {
    /// The claim of the leaf holds; the proof took this number of nodes.
    Proved(u64),
    /// The claim of the leaf is wrong.
    Refuted,
    /// A limit ended the search before the claim was proved or refuted.
    Open,
}

/// Table size for leaves in MiB: of a million nodes a sixth is stored, 16 bytes each.
const HASH_MEBIBYTES: usize = 4;

impl LeafProver {
    /// Prover for claims on the floe of this position.
    ///
    /// # Errors
    /// If the memory for the table cannot be allocated.
    pub fn new(position: &Position<2>, search: LeafSearch) -> Result<LeafProver, TableError> {
        let table = TranspositionTable::new(HASH_MEBIBYTES)?;
        Ok(LeafProver {
            fish: FishMap::of(position),
            table,
            features: search.features(),
        })
    }

    /// Searches until the claim is proved or refuted, or a limit is reached.
    pub fn prove(&mut self, claim: &MarginClaim, limits: &Limits<'_>) -> LeafResult {
        self.table.clear();
        let control = Control::new(limits);
        let shared = SharedProof::new(&self.fish, self.table.view(), &control);
        let mut search = EndingSearch::new(&shared, self.features, None, u32::MAX);
        let holds = holds(&mut search, claim);
        // What a limit says at the end of a proof does not matter.
        let _ = search.meter.report();
        match holds {
            Ok(true) => LeafResult::Proved(control.nodes()),
            Ok(false) => LeafResult::Refuted,
            Err(_) => LeafResult::Open,
        }
    }
}

/// The ending of a rest, not normalized.
pub(super) fn ending_of(rest: &Rest) -> Ending {
    let [mine, theirs] = [rest.turn, rest.other()].map(|player| rest.penguins[player.index()]);
    Ending::new(rest.free, mine, theirs, rest.waits)
}

/// Fail-soft value of a rest for the player to move.
pub(super) fn value_within(
    search: &mut EndingSearch<'_>,
    rest: &Rest,
    alpha: Score,
    beta: Score,
) -> Result<Score, Interrupted> {
    let normal = search.normalizer.normalize(&ending_of(rest));
    let certain = normal.certain;
    let open = normal.rest.map_or(Ok(0), |rest| {
        search.search(&rest, alpha - certain, beta - certain)
    })?;
    Ok(certain + open)
}

/// Whether a claim holds.
pub(super) fn holds(
    search: &mut EndingSearch<'_>,
    claim: &MarginClaim,
) -> Result<bool, Interrupted> {
    let MarginClaim {
        rest,
        relation,
        bound,
    } = claim;
    Ok(match relation {
        Relation::AtLeast => value_within(search, rest, bound - 1, *bound)? >= *bound,
        Relation::AtMost => value_within(search, rest, *bound, bound + 1)? <= *bound,
    })
}
