//! Choice of a search by method, number of sides, chance, and how late a position is.

use crate::Method;

/// Search for a position; with two sides it is for the game between them, `T`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchPlan<T> {
    /// A move by the scores as they are, or at random.
    NoSearch,
    /// Tree search with random playouts.
    Uct,
    /// Tree search guided by the evaluation.
    Tree,
    /// Alpha-beta.
    AlphaBeta(T),
    /// The exact solver near the end, and alpha-beta where it proves nothing.
    ProbeOrAlphaBeta(T),
    /// Alpha-beta for one player against all others, or against the best reply of one of them.
    AgainstTheRest,
    /// Max^n.
    MaxN,
    /// The exact solver or max^n near the end, and tree search where they prove nothing.
    ProveOrTree,
    /// Expectimax.
    Expectimax,
    /// Expectimax to the end for more than two sides, and tree search where it proves nothing.
    SolveOrTree,
}

/// Properties of a position and of its analysis that decide about the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Situation {
    /// Whether chance decides the outcome of moves.
    pub(crate) has_chance: bool,
    /// Whether a search may reach the end of the game.
    pub(crate) is_late: bool,
    /// Whether the depth is limited.
    pub(crate) has_depth: bool,
    /// Number of best moves to report.
    pub(crate) lines: usize,
}

/// Chooses the search of a method that suits the game. `two_sided` is the game between two sides;
/// `None` for more sides.
pub(crate) fn plan<T>(method: Method, two_sided: Option<T>, situation: Situation) -> SearchPlan<T> {
    let Situation {
        has_chance,
        is_late,
        has_depth,
        lines,
    } = situation;
    match (method, two_sided) {
        _ if !method.searches() => SearchPlan::NoSearch,
        (Method::Uct, _) => SearchPlan::Uct,
        (Method::Mcts, _) => SearchPlan::Tree,
        (Method::Default | Method::Expectimax, Some(_)) if has_chance => SearchPlan::Expectimax,
        (Method::Default, Some(game)) if lines == 1 && !has_depth => {
            SearchPlan::ProbeOrAlphaBeta(game)
        }
        (_, Some(game)) => SearchPlan::AlphaBeta(game),
        (Method::MaxN, None) => SearchPlan::MaxN,
        (Method::Default, None) if has_chance && is_late && !has_depth => SearchPlan::SolveOrTree,
        (Method::Default, None) if has_chance => SearchPlan::Tree,
        // Tree search has no limit of depth.
        (Method::Default, None) if has_depth => SearchPlan::AgainstTheRest,
        // With more than two sides tree search plays best, for it expects all players to play for
        // themselves; but only max^n proves results.
        (Method::Default, None) => SearchPlan::ProveOrTree,
        (_, None) => SearchPlan::AgainstTheRest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Option<()> = Some(());
    const MORE: Option<()> = None;
    const EARLY: Situation = Situation {
        has_chance: false,
        is_late: false,
        has_depth: false,
        lines: 1,
    };
    const LATE: Situation = Situation {
        is_late: true,
        ..EARLY
    };
    const CHANCE: Situation = Situation {
        has_chance: true,
        ..EARLY
    };
    const LATE_CHANCE: Situation = Situation {
        has_chance: true,
        ..LATE
    };

    #[test]
    fn the_default_method_takes_the_strongest_search() {
        for (two_sided, situation, expected) in [
            (TWO, EARLY, SearchPlan::ProbeOrAlphaBeta(())),
            (TWO, LATE, SearchPlan::ProbeOrAlphaBeta(())),
            (
                TWO,
                Situation { lines: 2, ..LATE },
                SearchPlan::AlphaBeta(()),
            ),
            (
                TWO,
                Situation {
                    has_depth: true,
                    ..LATE
                },
                SearchPlan::AlphaBeta(()),
            ),
            (TWO, CHANCE, SearchPlan::Expectimax),
            (TWO, LATE_CHANCE, SearchPlan::Expectimax),
            (MORE, EARLY, SearchPlan::ProveOrTree),
            (MORE, LATE, SearchPlan::ProveOrTree),
            (
                MORE,
                Situation {
                    has_depth: true,
                    ..LATE
                },
                SearchPlan::AgainstTheRest,
            ),
            (MORE, CHANCE, SearchPlan::Tree),
            (MORE, LATE_CHANCE, SearchPlan::SolveOrTree),
            (
                MORE,
                Situation {
                    has_depth: true,
                    ..LATE_CHANCE
                },
                SearchPlan::Tree,
            ),
        ] {
            assert_eq!(
                plan(Method::Default, two_sided, situation),
                expected,
                "{two_sided:?} {situation:?}"
            );
        }
    }

    #[test]
    fn other_methods_keep_to_their_search() {
        for situation in [
            EARLY,
            LATE,
            Situation {
                has_depth: true,
                lines: 3,
                ..LATE
            },
        ] {
            for (method, two, more) in [
                (
                    Method::AlphaBeta,
                    SearchPlan::AlphaBeta(()),
                    SearchPlan::AgainstTheRest,
                ),
                (
                    Method::Paranoid,
                    SearchPlan::AlphaBeta(()),
                    SearchPlan::AgainstTheRest,
                ),
                (
                    Method::BestReply,
                    SearchPlan::AlphaBeta(()),
                    SearchPlan::AgainstTheRest,
                ),
                (Method::MaxN, SearchPlan::AlphaBeta(()), SearchPlan::MaxN),
                (Method::Mcts, SearchPlan::Tree, SearchPlan::Tree),
                (Method::Uct, SearchPlan::Uct, SearchPlan::Uct),
                (Method::Greedy, SearchPlan::NoSearch, SearchPlan::NoSearch),
                (Method::Thumb, SearchPlan::NoSearch, SearchPlan::NoSearch),
                (Method::Random, SearchPlan::NoSearch, SearchPlan::NoSearch),
            ] {
                assert_eq!(
                    [plan(method, TWO, situation), plan(method, MORE, situation)],
                    [two, more],
                    "{method:?}"
                );
            }
        }
        assert_eq!(
            plan(Method::Expectimax, TWO, LATE_CHANCE),
            SearchPlan::Expectimax
        );
    }
}
