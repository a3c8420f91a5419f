use std::collections::BTreeSet;

use super::TournamentFormat;

/// All line-ups: the engines that meet on a floe, each as often as it has seats.
pub(super) fn all(engines: usize, players: usize, format: TournamentFormat) -> Vec<Vec<usize>> {
    if engines <= players {
        let others = (1..engines).cycle();
        return vec![std::iter::once(0).chain(others).take(players).collect()];
    }
    match format {
        TournamentFormat::RoundRobin => choices(0, engines, players),
        TournamentFormat::Gauntlet => {
            choices(1, engines, players - 1).into_iter().map(|others| [vec![0], others].concat()).collect()
        }
    }
}

/// All choices of so many numbers of `from..to`, each ascending, in lexicographic order.
fn choices(from: usize, to: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with_first =
        |first| choices(first + 1, to, count - 1).into_iter().map(move |rest| [vec![first], rest].concat());
    (from..to).flat_map(with_first).collect()
}

/// Everybody moves up a seat from game to game.
pub(super) fn rotations(line_up: &[usize]) -> Vec<Vec<usize>> {
    (0..line_up.len()).map(|shift| [&line_up[shift..], &line_up[..shift]].concat()).collect()
}

/// All different orders, the ascending one first.
pub(super) fn permutations(line_up: &[usize]) -> Vec<Vec<usize>> {
    if line_up.is_empty() {
        return vec![Vec::new()];
    }
    let firsts: BTreeSet<usize> = line_up.iter().copied().collect();
    let with_first = |first: usize| {
        let mut rest = line_up.to_vec();
        rest.remove(line_up.iter().position(|&engine| engine == first).expect("it is one of them"));
        permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    firsts.into_iter().flat_map(with_first).collect()
}
