use floe_fish::Value;
use floe_game::{Game, Player, Score};
use floe_hex::{Direction, Hex, HexSet, Layout};
use floe_search::Payoffs;
use floe_variants::{Hidden, Kind, Special, Variant};

use crate::evaluation::Territory;
use crate::games::{EngineGame, EvalFeatures};
use crate::{Evaluation, Explanation, PlayerSummary};

pub(crate) fn explain_variant(position: &Variant) -> Explanation {
    let what = position.rules().variant;
    let notes = match what {
        Some(Kind::Push) => pushes(position),
        Some(Kind::Whale) => whale(position),
        Some(Kind::Survival) => last_breaths(position),
        Some(Kind::Group) => crowds(position),
        _ => Vec::new(),
    };
    let expected = match what {
        // Nobody's penguins live at the cost of another's.
        Some(Kind::Survival) => results(position),
        _ => expected(position, position.value(position.tiles())),
    };
    Explanation { notes, ..of_tiles(position, &expected) }
}

pub(crate) fn explain_hidden(position: &Hidden) -> Explanation {
    let name = |fish| if fish == 3 { "three" } else { "two" };
    let note = |fish| {
        let suspects = position.suspects(fish);
        let standing = Player::first(position.players()).map(|player| (player, suspects & position.penguins(player)));
        let standing = standing.filter(|(_, hexes)| !hexes.is_empty());
        let standing: Vec<String> =
            standing.map(|(player, hexes)| format!("{player} stands on {}", hexes.len())).collect();
        let of = suspects.len();
        let standing = if standing.is_empty() { "nobody stands on one".to_owned() } else { standing.join(", ") };
        format!("A whale hides below one of {of} {}-fish tiles; {standing}.", name(fish))
    };
    let notes = position.whales().iter().map(note).collect();
    let expected = expected(position, position.value(position.tiles()));
    Explanation { notes, ..of_tiles(&position.bare(), &expected) }
}

/// What everybody may expect; when the game is over, what everybody has got.
fn results<G: EngineGame + EvalFeatures>(position: &G) -> Payoffs {
    let mut results = position.results(&Evaluation::default());
    if position.is_over() {
        Player::first(position.players()).for_each(|player| results[player.index()] = position.score(player));
    }
    results
}

/// The same, given what is still on the floe: of two sides the margin is guessed, and all of that shared accordingly.
fn expected<G: EngineGame + EvalFeatures>(position: &G, left: Value) -> Payoffs {
    let mut results = results(position);
    if position.two_sided().is_some() && !position.is_over() {
        let all = position.score(Player::new(0)) + position.score(Player::new(1)) + left.score();
        let margin = results[0] - results[1];
        for (player, result) in results.iter_mut().enumerate() {
            *result = (all + if player % 2 == 0 { margin } else { -margin }) / 2;
        }
    }
    results
}

/// What is on ordinary tiles.
fn of_tiles(position: &Variant, expected: &Payoffs) -> Explanation {
    let (outline, free) = (position.outline(), position.free());
    let is_survival = position.rules().variant == Some(Kind::Survival);
    let everybody = Player::first(position.players());
    let penguins: Vec<HexSet> = everybody.clone().map(|player| position.penguins(player)).collect();
    let free_ends = |from: HexSet| from.into_iter().fold(HexSet::EMPTY, |ends, hex| ends | position.ends(hex)) & free;
    let territory = Territory::of(&penguins, free_ends);
    let claims = outline.geometry().hexes().into_iter().map(|hex| territory.claim(free, hex.into())).collect();
    let value = |hexes: HexSet| match is_survival {
        true => Value { fish: hexes.len() as i32, tiles: 0 },
        false => position.value(hexes),
    };
    let outlook = |player: Player| {
        let index = player.index();
        let stuck = penguins[index].into_iter().filter(|&hex| position.ends(hex).is_empty());
        PlayerSummary {
            has: has(position, player),
            own: value(territory.own[index]),
            first: value(territory.first[index]),
            shared: value(territory.shared[index]),
            expected: guess(expected[index]),
            moves: penguins[index].into_iter().map(|hex| position.ends(hex).len()).sum(),
            stuck: stuck.map(|hex| outline.geometry().name(hex)).collect(),
        }
    };
    Explanation { players: everybody.map(outlook).collect(), claims, notes: Vec::new() }
}

/// What a player would have if the game ended here: with the tiles that it alone stands on, as often as it does.
fn has(position: &Variant, player: Player) -> Value {
    let result = position.result(player);
    if position.rules().variant == Some(Kind::Survival) {
        return Value { tiles: 0, ..result };
    }
    let others = Player::first(position.players()).filter(|&other| other != player);
    let others = others.fold(HexSet::EMPTY, |all, other| all | position.penguins(other));
    (position.penguins(player) - others).into_iter().fold(result, |has, hex| Value {
        fish: has.fish + position.fish(hex) * position.penguins_on(player, hex) as i32,
        tiles: has.tiles + 1,
    })
}

/// A guess is good for whole fish only.
fn guess(score: Score) -> Value {
    Value { tiles: 0, ..Value::from_score(score) }
}

fn names(position: &Variant, hexes: impl IntoIterator<Item = Hex>) -> String {
    let names: Vec<String> = hexes.into_iter().map(|hex| position.outline().geometry().name(hex)).collect();
    names.join(", ")
}

fn pushes(position: &Variant) -> Vec<String> {
    let victims = Player::first(position.players()).map(|player| (player, position.victims(player)));
    let victims = victims.filter(|(_, victims)| !victims.is_empty());
    victims
        .map(|(player, victims)| format!("{player} can push the penguins on {}.", names(position, victims)))
        .collect()
}

/// Where the whale is, and whom it would meet if it swam far enough.
fn whale(position: &Variant) -> Vec<String> {
    let Some(whale) = position.whale() else { return Vec::new() };
    let geometry = position.outline().geometry();
    let everybody = Player::first(position.players());
    let owner = |hex: Hex| everybody.clone().find(|&player| position.penguins(player).contains(hex));
    let meets = |direction: Direction| {
        let mut met = geometry.ray(whale, direction).into_iter().filter(|&hex| owner(hex).is_some());
        let nearest = if direction.is_forward() { met.next() } else { met.last() };
        nearest.map(|hex| format!("{}'s on {}", owner(hex).expect("it is one of them"), geometry.name(hex)))
    };
    let met: Vec<String> = Direction::ALL.into_iter().filter_map(meets).collect();
    let met = if met.is_empty() { "nobody's".to_owned() } else { met.join(", ") };
    vec![format!("The whale is on {}. The first penguins that it would meet: {met}.", geometry.name(whale))]
}

/// Penguins that the next tile to go may cost.
fn last_breaths(position: &Variant) -> Vec<String> {
    let is_last = |&hex: &Hex| (position.outline().geometry().adjacent(hex) & position.free()).len() == 1;
    let note = |player: Player| {
        let short: Vec<Hex> = position.penguins(player).into_iter().filter(is_last).collect();
        let count = short.len();
        (count > 0)
            .then(|| format!("{player} has penguins with one free tile beside them on {}.", names(position, short)))
    };
    Player::first(position.players()).filter_map(note).collect()
}

fn crowds(position: &Variant) -> Vec<String> {
    let everybody = || Player::first(position.players());
    let note = |hex: Hex| {
        let there = |player: Player| match position.penguins_on(player, hex) {
            0 => None,
            count => Some(format!("{count} of {player}")),
        };
        let all: u32 = everybody().map(|player| position.penguins_on(player, hex)).sum();
        let there: Vec<String> = everybody().filter_map(there).collect();
        (all > 1).then(|| {
            format!("{}, with {} fish, is shared: {}.", names(position, [hex]), position.fish(hex), there.join(", "))
        })
    };
    position.tiles().into_iter().filter_map(note).collect()
}

pub(crate) fn explain_special(position: &Special) -> Explanation {
    let (board, free) = (position.geometry(), position.free());
    let everybody = Player::first(position.players());
    let penguins: Vec<HexSet<u128>> = everybody.clone().map(|player| position.penguins(player)).collect();
    let ends = |from: HexSet<u128>| board.slides_of(from, position.crossing()) & free;
    let territory = Territory::of(&penguins, ends);
    let claims = board.hexes().into_iter().map(|place| territory.claim(free, place.into())).collect();
    let expected = expected(position, position.value(position.tiles()));
    let outlook = |player: Player| {
        let index = player.index();
        let slides = |&place: &Hex| position.ends(place).len();
        let (taken, standing) = (position.result(player), position.value(penguins[index]));
        PlayerSummary {
            has: Value { fish: taken.fish + standing.fish, tiles: taken.tiles + standing.tiles },
            own: position.value(territory.own[index]),
            first: position.value(territory.first[index]),
            shared: position.value(territory.shared[index]),
            expected: guess(expected[index]),
            moves: penguins[index].into_iter().map(|place| slides(&place)).sum(),
            stuck: penguins[index]
                .into_iter()
                .filter(|place| slides(place) == 0)
                .map(|place| board.name(place))
                .collect(),
        }
    };
    let note = |player: Player| {
        let special = ends(position.penguins(player)) & position.special();
        let names: Vec<String> =
            special.into_iter().map(|place| format!("{} on {}", position.token(place), board.name(place))).collect();
        (!names.is_empty()).then(|| format!("{player} slides to these special tiles: {}.", names.join(", ")))
    };
    let notes = everybody.clone().filter_map(note).collect();
    Explanation { players: everybody.map(outlook).collect(), claims, notes }
}
