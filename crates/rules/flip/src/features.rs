//! Features of a net between turns, counted by operations on sets of spaces.

use crate::card::Species;
use crate::net::Net;
use crate::space::{Space, Spaces};

/// Number of features of a net.
pub(crate) const FEATURES: usize = 27;

/// Rows that may be free above a column and have a feature of their own: 0 to 3.
const FREE_ROWS: usize = 4;
/// First feature of the pairs.
const PAIRS: usize = 9;

/// Counts of a net between turns, in this order:
///
/// | index | count |
/// | --- | --- |
/// | 0 | 1 |
/// | 1 | animals |
/// | 2, 3 | waste; waste in the lowest row |
/// | 4 | columns without a card |
/// | 5 to 8 | columns with 3, 2, 1 and 0 free rows |
/// | 9 to 20 | pairs of one species that swim the same way, and different ways, for six places of the second animal |
/// | 21 | pairs of neighbours that swim different ways, counted for each of the two that belongs to a group |
/// | 22, 23 | most pairs that flipping one row makes or moves, and one column |
/// | 24, 25 | species with a single animal; squares of the numbers of animals of each species |
/// | 26 | animals of the species `power` |
///
/// The six places of the second animal, seen from the first: one above, one to the right, above to
/// the right, above to the left, two above, and two to the right.
pub(crate) fn features(net: &Net, power: Option<Species>) -> [i32; FEATURES] {
    let mut counts = [0; FEATURES];
    let waste = net.all_waste();
    counts[0] = 1;
    counts[1] = len(net.animals());
    counts[2] = len(waste);
    counts[3] = len(waste & Spaces::row(0));
    count_heights(net, &mut counts);
    count_pairs(net, &mut counts);
    for animals in net.count_species() {
        counts[24] += i32::from(animals == 1);
        counts[25] += animals * animals;
    }
    counts[26] = power.map_or(0, |species| len(net.species(species)));
    counts
}

fn len(spaces: Spaces) -> i32 {
    spaces.len() as i32
}

fn count_heights(net: &Net, counts: &mut [i32; FEATURES]) {
    let rows = net.rows();
    for column in 0..net.columns() {
        let height = (net.cards() & Spaces::column(column)).len();
        counts[4] += i32::from(height == 0);
        if rows - height < FREE_ROWS {
            counts[PAIRS - 1 - (rows - height)] += 1;
        }
    }
}

fn count_pairs(net: &Net, counts: &mut [i32; FEATURES]) {
    let above = net.pairs_with(Spaces::up);
    let beside = net.pairs_with(Spaces::right);
    let places = [
        above,
        beside,
        net.pairs_with(|spaces| spaces.up().right()),
        net.pairs_with(|spaces| spaces.up().left()),
        net.pairs_with(|spaces| spaces.up().up()),
        net.pairs_with(|spaces| spaces.right().right()),
    ];
    for (index, pairs) in places.into_iter().enumerate() {
        counts[PAIRS + 2 * index] = len(pairs.same);
        counts[PAIRS + 2 * index + 1] = len(pairs.opposed);
    }
    let grouped = above.same | above.same.down() | beside.same | beside.same.left();
    counts[21] = [
        above.opposed & grouped,
        above.opposed & grouped.up(),
        beside.opposed & grouped,
    ]
    .into_iter()
    .chain([beside.opposed & grouped.right()])
    .map(len)
    .sum();
    let rows = (0..Space::ROWS).map(Spaces::row);
    counts[22] = rows
        .map(|row| len(beside.same & row) + len(above.opposed & (row | row.up())))
        .max()
        .unwrap_or(0);
    let columns = (0..Space::COLUMNS).map(Spaces::column);
    let of_columns = columns
        .map(|column| len(above.same & column) + len(beside.opposed & (column | column.right())));
    counts[23] = of_columns.max().unwrap_or(0);
}
