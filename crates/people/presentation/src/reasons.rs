//! Reasons for a move.

use floe_engine::{AnyMove, Evaluation, Units, with_game, with_variant};
use floe_game::{Player, counted, listed};
use floe_variants::{FloeMove, VariantPosition, VariantText};

use crate::explanation::{Claim, Explanation, PlayerSummary, explain};
use crate::{Presented, Seen};

/// Least change of the tiles that another player reaches first to count as a reason.
const NOTABLE: i32 = 2;

/// Most changes that the reasons for a move give, apart from the sums.
const TOLD_REASONS: usize = 2;

/// Most hexes that a reason names one by one.
const NAMED: usize = 3;

/// Change that a move on a floe makes, as people can see it. Amounts are fish, or tiles in
/// survival, where fish are not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveReason {
    /// Another player cannot move any more.
    Stops(Player),
    /// Penguins of another player, on hexes with these names, cannot move any more.
    Blocks(Player, Vec<String>),
    /// Another player can go to fewer than half as many hexes as before the move.
    Hinders {
        /// Player that is hindered.
        player: Player,
        /// Number of hexes to which it can go before the move.
        now: u32,
        /// Number of hexes to which it can go after the move.
        then: u32,
    },
    /// An opponent can never reach these tiles any more.
    CutsOff(Player, Area),
    /// The player who moves has more tiles that no other player can reach.
    Secures {
        /// Amount that it alone could reach before the move.
        now: i32,
        /// Amount that it alone can reach after the move.
        then: i32,
        /// Tiles that it alone can reach after the move.
        area: Area,
    },
    /// The player who moves reaches more before all others, or another player reaches less before
    /// all others.
    Reaches {
        /// The player who reaches more or less.
        player: Player,
        /// Amount that this player reaches first before the move.
        now: i32,
        /// Amount that this player reaches first after the move.
        then: i32,
        /// Tiles that change: if `player` moves, the tiles that it reaches first only after the
        /// move; if not, the tiles that it no longer reaches first, without the tiles from which it
        /// is cut off.
        area: Area,
    },
    /// None of the other changes.
    Little {
        /// Amount that the player who moves gets by the move.
        got: i32,
        /// Amount that the player who moves reaches first after the move.
        first: i32,
        /// Whether no other player can ever reach any tile of `first`.
        is_own: bool,
    },
}

/// Tiles of a floe, as people find them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// Names of the hexes in reading order.
    pub hexes: Vec<String>,
    /// Name of a hex that is at most two steps away from all others; of several such hexes, the hex
    /// with the most neighbours in the area. `None` where there is no such hex.
    pub middle: Option<String>,
    /// Names of the hexes with the largest amounts, in reading order; at most three.
    pub richest: Vec<String>,
    /// Amount on the tiles.
    pub amount: i32,
}

impl Area {
    /// The hexes in words: `a4, b5 and c5`, `7 tiles around d6`, `9 tiles such as a4, d6 and f7`.
    fn in_words(&self) -> String {
        match &self.middle {
            _ if self.hexes.len() <= NAMED => listed(&self.hexes),
            Some(middle) => format!("{} tiles around {middle}", self.hexes.len()),
            None => format!(
                "{} tiles such as {}",
                self.hexes.len(),
                listed(&self.richest)
            ),
        }
    }

    /// The hexes in words, with their fish where fish are counted: `b5 and c5 (4 fish)`.
    fn with_fish(&self, units: Units) -> String {
        let words = self.in_words();
        if units == Units::Penguins {
            words
        } else {
            format!("{words} ({} fish)", self.amount)
        }
    }
}

/// Hexes of a floe in reading order, for areas: names, neighbours by their places in this order,
/// and amounts.
struct Ground {
    names: Vec<String>,
    neighbours: Vec<Vec<usize>>,
    amounts: Vec<i32>,
}

impl Ground {
    /// The hexes of a position.
    fn of<V: VariantText>(position: &VariantPosition<V>) -> Ground {
        let geometry = position.geometry();
        let hexes: Vec<_> = geometry.hexes().into_iter().collect();
        let place = |hex| hexes.binary_search(&hex).ok();
        Ground {
            names: hexes.iter().map(|&hex| geometry.name(hex)).collect(),
            neighbours: hexes
                .iter()
                .map(|&hex| {
                    geometry
                        .adjacent(hex)
                        .into_iter()
                        .filter_map(place)
                        .collect()
                })
                .collect(),
            amounts: hexes
                .iter()
                .map(|&hex| position.explained_value(hex.into()).fish)
                .collect(),
        }
    }

    fn names(&self, places: &[usize]) -> Vec<String> {
        places
            .iter()
            .map(|&place| self.names[place].clone())
            .collect()
    }

    /// The hexes at the places for which `is_in` holds.
    fn area(&self, is_in: impl Fn(usize) -> bool) -> Area {
        let places: Vec<usize> = (0..self.names.len())
            .filter(|&place| is_in(place))
            .collect();
        let among = |place: &usize| {
            self.neighbours[*place]
                .iter()
                .filter(|next| places.contains(next))
                .count()
        };
        let is_near = |from: usize, to: usize| {
            from == to
                || self.neighbours[from]
                    .iter()
                    .any(|&next| next == to || self.neighbours[next].contains(&to))
        };
        let middles = places
            .iter()
            .rev()
            .copied()
            .filter(|&from| places.iter().all(|&to| is_near(from, to)));
        let mut richest = places.clone();
        richest.sort_by_key(|&place| std::cmp::Reverse(self.amounts[place]));
        richest.truncate(NAMED);
        richest.sort_unstable();
        Area {
            hexes: self.names(&places),
            richest: self.names(&richest),
            middle: middles
                .max_by_key(among)
                .map(|place| self.names[place].clone()),
            amount: places.iter().map(|&place| self.amounts[place]).sum(),
        }
    }
}

impl MoveReason {
    /// The reason in a sentence, for a game that counts in these units.
    fn in_words(&self, mover: Player, units: Units) -> String {
        match self {
            MoveReason::Stops(player) => format!("{player} cannot move any more."),
            MoveReason::Blocks(player, hexes) => {
                let penguins = if hexes.len() == 1 {
                    "penguin"
                } else {
                    "penguins"
                };
                format!("It blocks the {penguins} of {player} on {}.", listed(hexes))
            }
            MoveReason::Hinders { player, now, then } => {
                format!(
                    "{player} can then go to only {} ({now} before the move).",
                    counted(*then, "hex")
                )
            }
            MoveReason::CutsOff(player, area) => {
                format!("It cuts {player} off from {}.", area.with_fish(units))
            }
            MoveReason::Secures { now, then, area } => {
                let sum = amount(*then, units);
                format!(
                    "{mover} alone can then reach {}: {sum} ({now} before the move).",
                    area.in_words()
                )
            }
            MoveReason::Reaches { player, area, .. } => {
                let first = if *player == mover {
                    "is then"
                } else {
                    "is no longer"
                };
                format!("{player} {first} first to {}.", area.with_fish(units))
            }
            MoveReason::Little { got, first, is_own } => {
                let more = match is_own {
                    _ if *first <= 0 => String::new(),
                    true => format!("{mover} alone can reach {} after it", amount(*first, units)),
                    false => format!("{mover} still gets to {} first", amount(*first, units)),
                };
                match (*got, more.is_empty()) {
                    (..=0, true) => "It changes little of who reaches what first.".to_owned(),
                    (..=0, false) => format!("{more}."),
                    (_, true) => format!("It gets {}.", amount(*got, units)),
                    (_, false) => format!("It gets {}, and {more}.", amount(*got, units)),
                }
            }
        }
    }
}

/// Reasons of a player for a move in sentences, the clearest ones first, and last the amounts that
/// players then reach first.
fn in_sentences(reasons: &[MoveReason], mover: Player, units: Units) -> Vec<String> {
    let own = reasons.iter().find_map(|reason| match reason {
        MoveReason::Secures { area, .. } => Some(&area.hexes),
        _ => None,
    });
    let is_own =
        |area: &Area| own.is_some_and(|own| area.hexes.iter().all(|hex| own.contains(hex)));
    let mut told = Vec::new();
    let mut is_own_told = false;
    for reason in reasons {
        told.push(match reason {
            MoveReason::CutsOff(player, area) if is_own(area) => {
                is_own_told = true;
                format!(
                    "It cuts {player} off from {}, which {mover} alone can then reach.",
                    area.with_fish(units)
                )
            }
            MoveReason::Secures { .. } if is_own_told => continue,
            MoveReason::Reaches { area, .. } if area.hexes.is_empty() => continue,
            reason => reason.in_words(mover, units),
        });
    }
    told.truncate(TOLD_REASONS);
    told.extend(sum_in_words(reasons, units));
    told
}

/// Amounts that players reach first after a move, in a sentence: `In all A then gets to 27 fish
/// first (19 before the move), B to 14 (20 before).` `None` where no reason compares them.
fn sum_in_words(reasons: &[MoveReason], units: Units) -> Option<String> {
    let sums = reasons.iter().filter_map(|reason| match reason {
        MoveReason::Reaches {
            player, now, then, ..
        } => Some((player, now, then)),
        _ => None,
    });
    let told = sums
        .enumerate()
        .map(|(index, (player, now, then))| match index {
            0 => format!(
                "In all {player} then gets to {} first ({now} before the move)",
                amount(*then, units)
            ),
            _ => format!("{player} to {then} ({now} before)"),
        });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("{}.", told.join(", ")))
}

/// An amount of a reason with its unit: fish, or tiles where a game counts penguins.
fn amount(number: i32, units: Units) -> String {
    if units == Units::Penguins {
        counted(number, "tile")
    } else {
        format!("{number} fish")
    }
}

/// Changes that a move of a player makes, from the explanations of the positions before and after
/// it; at least one. Only `opponents` are cut off.
fn reasons(
    mover: Player,
    opponents: &[Player],
    ground: &Ground,
    before: &Explanation,
    after: &Explanation,
) -> Vec<MoveReason> {
    let summaries =
        Player::first(before.players.len()).zip(before.players.iter().zip(&after.players));
    let mut reasons: Vec<MoveReason> = Vec::new();
    for (player, (before, after)) in summaries.clone().filter(|&(player, _)| player != mover) {
        reasons.extend(held_up(player, before, after));
    }
    let can_move = |player: &&Player| after.players[player.index()].moves > 0;
    for &player in opponents.iter().filter(can_move) {
        let area = ground.area(|place| is_cut_off(player, place, before, after));
        if area.amount >= NOTABLE {
            reasons.push(MoveReason::CutsOff(player, area));
        }
    }
    let own_before = &before.players[mover.index()];
    let own_after = &after.players[mover.index()];
    if own_after.own.fish > own_before.own.fish {
        let area = ground.area(|place| after.reached_by[place] == [mover]);
        reasons.push(MoveReason::Secures {
            now: own_before.own.fish,
            then: own_after.own.fish,
            area,
        });
    }
    for (player, (first_before, first_after)) in summaries {
        let now = first_before.first.fish;
        let then = first_after.first.fish;
        let claim = Claim::First(player);
        if player == mover && then > now {
            let area =
                ground.area(|place| after.claims[place] == claim && before.claims[place] != claim);
            reasons.push(MoveReason::Reaches {
                player,
                now,
                then,
                area,
            });
        } else if player != mover && then - now <= -NOTABLE {
            let is_lost = |place| {
                before.claims[place] == claim
                    && ![Claim::None, claim].contains(&after.claims[place])
            };
            let area =
                ground.area(|place| is_lost(place) && !is_cut_off(player, place, before, after));
            reasons.push(MoveReason::Reaches {
                player,
                now,
                then,
                area,
            });
        }
    }
    if reasons.is_empty() {
        let got = own_after.has.fish - own_before.has.fish;
        let is_own = own_after.first == own_after.own;
        reasons.push(MoveReason::Little {
            got,
            first: own_after.first.fish,
            is_own,
        });
    }
    reasons
}

/// Whether a player could reach the free tile of a hex before a move, and can never do so after it.
fn is_cut_off(player: Player, place: usize, before: &Explanation, after: &Explanation) -> bool {
    let is_free = after.claims[place] != Claim::None;
    is_free
        && before.reached_by[place].contains(&player)
        && !after.reached_by[place].contains(&player)
}

/// Describes where a penguin can go from the hex of a placement; `None` for other moves. Territory
/// says little before all penguins are placed.
fn placement_reason<V: VariantText>(
    position: &VariantPosition<V>,
    mv: V::Move,
    units: Units,
) -> Option<String> {
    let hex = mv.placed()?;
    let ends = position.destinations(hex);
    let value = position.explained_value(ends).fish;
    let name = position.geometry().name(hex);
    let hexes = counted(ends.len(), "hex");
    Some(format!(
        "From {name} a penguin can go to {hexes} with {} in one move.",
        amount(value, units)
    ))
}

/// Penguins of another player that can no longer move, or not as far.
fn held_up(player: Player, before: &PlayerSummary, after: &PlayerSummary) -> Option<MoveReason> {
    let stuck: Vec<String> = after
        .stuck
        .iter()
        .filter(|&hex| !before.stuck.contains(hex))
        .cloned()
        .collect();
    let now = before.moves;
    let then = after.moves;
    if now > 0 && then == 0 {
        return Some(MoveReason::Stops(player));
    }
    if stuck.is_empty() {
        return (2 * then < now).then_some(MoveReason::Hinders { player, now, then });
    }
    Some(MoveReason::Blocks(player, stuck))
}

impl Seen {
    /// Counts what the evaluation of a position on a floe rests on: who reaches which tiles first.
    /// `None` for games without a floe.
    pub fn explain(&self, evaluation: &Evaluation) -> Option<Explanation> {
        explain(self.position(), evaluation)
    }

    /// Reasons for the first move of a line from this position, in sentences: on a floe what the
    /// move changes, in other games the move or turn in words, and then what it does on the table.
    /// Empty for an empty line.
    pub fn reasons(&self, line: &[AnyMove], evaluation: &Evaluation) -> Vec<String> {
        let Some(&first) = line.first() else {
            return Vec::new();
        };
        let known = self.position();
        if let Some(words) = self.turn_words(line) {
            let counted = with_game!(known, position => {
                let moves: Vec<_> = line.iter().map(|mv| mv.in_game(position)).collect();
                Presented::reasons(position, &moves)
            });
            let plays = [format!("It plays: {words}.")].into_iter();
            return plays.chain(self.way(first)).chain(counted).collect();
        }
        let units = known.rules().units();
        let placement = with_variant!(known, position => placement_reason(&position, first.in_game(&position), units));
        if let Some(reason) = placement.flatten() {
            return vec![reason];
        }
        let mover = known.last_turn();
        let changes = self.move_reasons(first, evaluation);
        let strike = self
            .strike_words(first)
            .map(|words| match words.strip_prefix("the ") {
                Some(rest) => format!("The {rest}."),
                None => format!("It {words}."),
            });
        strike
            .into_iter()
            .chain(in_sentences(&changes, mover, units))
            .collect()
    }

    /// Changes that a move or choice from this position makes on a floe, as people can see them.
    /// Empty in games without a floe.
    pub fn move_reasons(&self, mv: AnyMove, evaluation: &Evaluation) -> Vec<MoveReason> {
        // Where the move turns a tile over, world 0 decides what it shows.
        let known = self.position();
        let after = known.after(known.outcome_in(known.choice_in(mv), 0));
        let mover = known.last_turn();
        let opponents = Player::first(known.players())
            .filter(|&player| known.side_of(player) != known.side_of(mover));
        let opponents: Vec<Player> = opponents.collect();
        let ground = with_variant!(known, position => Ground::of(&position));
        match (
            ground,
            explain(known, evaluation),
            explain(&after, evaluation),
        ) {
            (Some(ground), Some(before), Some(after)) => {
                reasons(mover, &opponents, &ground, &before, &after)
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use floe_engine::{AnyGame, Evaluation};

    use crate::Seen;

    fn reasons(position: &str, line: &[&str]) -> Vec<String> {
        let position: AnyGame = position.parse().unwrap();
        let line: Vec<String> = line.iter().map(|&mv| mv.to_owned()).collect();
        Seen::whole(&position).reasons(&position.find_line(&line), &Evaluation::default())
    }

    #[test]
    fn a_move_is_explained_by_what_it_changes() {
        let zugzwang =
            "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0";
        assert_eq!(
            reasons(zugzwang, &["c5-d4"]),
            ["It cuts B off from c4 (2 fish), which A alone can then reach."]
        );
        let corner =
            "B111..../.A1....../2....../......../......./......../......./........ A 0:0,0:0";
        assert_eq!(reasons(corner, &["b2-b1"]), ["B cannot move any more."]);
        let path =
            "1B1A111../......../......./......../......./......../......./........ A 0:0,0:0";
        assert_eq!(
            reasons(path, &["c1-d1"]),
            ["It gets 1 fish, and A alone can reach 1 fish after it."]
        );
    }

    #[test]
    fn a_placement_is_explained_by_its_slides() {
        let placement =
            "11...../......../......./......../......./......../......./........ A 0:0,0:0 1,1";
        assert_eq!(
            reasons(placement, &["a1"]),
            ["From a1 a penguin can go to 1 hex with 1 fish in one move."]
        );
    }

    #[test]
    fn moves_of_cards_are_told_in_words() {
        let net =
            "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3";
        assert_eq!(reasons(net, &["c:b"])[0], "It plays: flip column b.");
        assert!(reasons(net, &["nonsense"]).is_empty());
    }
}
