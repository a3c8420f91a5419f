//! Values in words.

use floe_fish::Value;
use floe_game::Player;

use crate::{AnyGame, GameValue, MeanValue};

/// Writes a number of units.
type UnitText = fn(u32) -> String;

/// The perspective in which a value is put into words: the player to move, and the units that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The player to move.
    pub mover: Player,
    /// Whether A and C play against B and D (3.2).
    pub teams: bool,
    /// Whether penguins are counted, and fish only where they are equal (3.5).
    pub survival: bool,
}

impl Perspective {
    /// The perspective of the player to move.
    pub fn of(position: &AnyGame) -> Perspective {
        let rules = position.rules();
        Perspective { mover: position.last_turn(), teams: rules.teams, survival: !rules.variant.takes_tiles() }
    }

    /// The side of a player: itself, or its team.
    fn side(self, player: Player) -> String {
        match (self.teams, player.index() & 1) {
            (false, _) => player.to_string(),
            (true, 0) => "A and C".to_owned(),
            (true, _) => "B and D".to_owned(),
        }
    }

    /// The units that count first, and those that count among equals.
    fn units(self) -> (UnitText, UnitText) {
        match self.survival {
            false => (|count| format!("{count} fish"), |count| counted(count, "tile")),
            true => (|count| counted(count, "penguin"), |count| format!("{count} fish")),
        }
    }
}

impl GameValue {
    /// The shortest text: `+10:0` for two players, `A 31, B 28, C 20` for more.
    pub fn short(&self) -> String {
        match self {
            GameValue::Margin(_) | GameValue::Expected(_) => self.to_string(),
            GameValue::Results(results) => each(results, |result| result.fish.to_string()),
            GameValue::AllExpected(values) => each(values, |value| format!("{:.2}", value.in_fish())),
        }
    }

    /// The end of the game that the value means, in words.
    pub fn in_words(&self, view: Perspective, exact: bool) -> String {
        let unit = if view.survival { "penguins" } else { "fish" };
        match (self, exact) {
            (GameValue::Margin(value), true) => margin_in_words(*value, view),
            (GameValue::Margin(Value { fish: 0, .. }), false) => "about even".to_owned(),
            (GameValue::Margin(value), false) => format!("about {:+} {unit} for {}", value.fish, view.side(view.mover)),
            (GameValue::Results(results), true) => results_in_words(results, view),
            (GameValue::Expected(value), exact) => expectation_in_words(*value, view.mover, exact),
            (GameValue::AllExpected(_), exact) => {
                let about = if exact { "on average" } else { "about" };
                format!("{about} {} fish", self.short())
            }
            (GameValue::Results(_), false) => format!("about {} {unit}", self.short()),
        }
    }
}

/// Expectation in a game with chance.
fn expectation_in_words(value: MeanValue, mover: Player, exact: bool) -> String {
    match (value.fish, exact) {
        (0, false) => "about even".to_owned(),
        (0, true) => "even on average".to_owned(),
        (_, false) => format!("about {:+.2} fish for {mover}", value.in_fish()),
        (_, true) => format!("{:+.2} fish for {mover} on average", value.in_fish()),
    }
}

/// The winner and its margin (1.9).
fn margin_in_words(value: Value, view: Perspective) -> String {
    let other = Player::new(view.mover.index() ^ 1);
    let winner = view.side(if value > Value::default() { view.mover } else { other });
    let wins = if view.teams { "win" } else { "wins" };
    let (first, second) = view.units();
    match (value.fish.unsigned_abs(), value.tiles.unsigned_abs()) {
        (0, 0) => "both share the victory".to_owned(),
        (0, tiles) if view.survival => format!("{winner} {wins} by {}, the penguins being equal", second(tiles)),
        (0, tiles) => format!("{winner} {wins} by {}, the fish being equal", second(tiles)),
        (fish, _) => format!("{winner} {wins} by {}", first(fish)),
    }
}

fn results_in_words(results: &[Value], view: Perspective) -> String {
    let best = results.iter().max().copied().unwrap_or_default();
    let winners: Vec<String> =
        players(results).filter(|(_, result)| **result == best).map(|(p, _)| p.to_string()).collect();
    let won = match &winners[..] {
        [winner] => format!("{winner} wins"),
        several => format!("{} share the victory", several.join(" and ")),
    };
    let (first, second) = view.units();
    // A tile with -2 fish can make a result negative.
    let minus = |number: i32| if number < 0 { "-" } else { "" };
    let each = each(results, |result| {
        let (fish, tiles) = (first(result.fish.unsigned_abs()), second(result.tiles.unsigned_abs()));
        format!("{}{fish} with {tiles}", minus(result.fish))
    });
    format!("{won}: {each}")
}

fn each<V>(results: &[V], say: impl Fn(&V) -> String) -> String {
    players(results).map(|(player, result)| format!("{player} {}", say(result))).collect::<Vec<_>>().join(", ")
}

fn players<V>(results: &[V]) -> impl Iterator<Item = (Player, &V)> {
    Player::first(results.len()).zip(results)
}

fn counted(count: u32, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Perspective = Perspective { mover: Player::new(0), teams: false, survival: false };
    const B: Perspective = Perspective { mover: Player::new(1), ..A };

    fn of(fish: i32, tiles: i32) -> Value {
        Value { fish, tiles }
    }

    #[test]
    fn margins_name_the_winner() {
        let say = |fish, tiles, mover| GameValue::Margin(of(fish, tiles)).in_words(mover, true);
        assert_eq!(say(10, -2, A), "A wins by 10 fish");
        assert_eq!(say(10, -2, B), "B wins by 10 fish");
        assert_eq!(say(-1, 4, A), "B wins by 1 fish");
        assert_eq!(say(0, 1, B), "B wins by 1 tile, the fish being equal");
        assert_eq!(say(0, -3, B), "A wins by 3 tiles, the fish being equal");
        assert_eq!(say(0, 0, A), "both share the victory");
        assert_eq!(GameValue::Margin(of(-3, 0)).in_words(B, false), "about -3 fish for B");
        assert_eq!(GameValue::Margin(of(0, 0)).in_words(B, false), "about even");
    }

    #[test]
    fn teams_and_penguins_are_told_as_such() {
        let c = Perspective { mover: Player::new(2), teams: true, ..A };
        assert_eq!(GameValue::Margin(of(10, -2)).in_words(c, true), "A and C win by 10 fish");
        assert_eq!(GameValue::Margin(of(0, -2)).in_words(c, true), "B and D win by 2 tiles, the fish being equal");
        let b = Perspective { survival: true, ..B };
        assert_eq!(GameValue::Margin(of(1, -2)).in_words(b, true), "B wins by 1 penguin");
        assert_eq!(GameValue::Margin(of(0, -2)).in_words(b, true), "A wins by 2 fish, the penguins being equal");
        let results = [of(2, 7), of(0, 0), of(1, 3)];
        let told = "A wins: A 2 penguins with 7 fish, B 0 penguins with 0 fish, C 1 penguin with 3 fish";
        assert_eq!(GameValue::Results(results.to_vec()).in_words(b, true), told);
    }

    #[test]
    fn results_name_all_players() {
        let say = |results: &[Value], exact| GameValue::Results(results.to_vec()).in_words(A, exact);
        assert_eq!(
            say(&[of(31, 17), of(20, 1), of(31, 16)], true),
            "A wins: A 31 fish with 17 tiles, B 20 fish with 1 tile, C 31 fish with 16 tiles"
        );
        assert!(say(&[of(5, 2), of(5, 2), of(4, 4)], true).starts_with("A and B share the victory: "));
        assert_eq!(say(&[of(5, 0), of(6, 0), of(4, 0)], false), "about A 5, B 6, C 4 fish");
    }
}
