//! Values in words.

use std::cmp::{Ordering, Reverse};

use floe_engine::{
    Analysis, AnalysisLine, AnyGame, AnyMove, Forecast, GameValue, MeanValue, Units,
    win_probability, with_game,
};
use floe_fish::Value;
use floe_game::{Game, Interval, POINT, Player, percent};

use crate::{Perspective, Seen, UnitWords};

impl Seen {
    /// Result of a finished game in a sentence: the winner and the results of all sides. `None`
    /// while the game lasts.
    ///
    /// ```
    /// use floe_engine::AnyGame;
    /// use floe_presentation::Seen;
    ///
    /// let over = "2....../......../......./......../......./......../......./........ B 49:31,47:28";
    /// let over: AnyGame = over.parse()?;
    /// let text = "The game is over: A wins by 2 fish (A 49 fish, 31 tiles; B 47 fish, 28 tiles).";
    /// assert_eq!(Seen::whole(&over).result().as_deref(), Some(text));
    /// # Ok::<(), floe_fish::PositionError>(())
    /// ```
    pub fn result(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let results = self.final_results()?;
        let rest = match results[..] {
            [_] if self.is_lost() => ": a full column would get another card".to_owned(),
            [left] => format!(". {}", judgement_of_left(left.fish.unsigned_abs())),
            _ => format!(
                " ({})",
                each_side(&results, Perspective::of(self.position()))
            ),
        };
        Some(format!("The game is over: {outcome}{rest}."))
    }

    /// Outcome of a finished game in a few words: `A wins by 2 fish`, `A and C share the victory`,
    /// `a draw`, and where all play together `5 animals left` or `all have lost, with 5 animals
    /// left`. `None` while the game lasts.
    pub fn outcome(&self) -> Option<String> {
        let view = Perspective::of(self.position());
        let results = self.final_results()?;
        Some(match results[..] {
            [left] => {
                let animals = view.units.first(left.fish.unsigned_abs());
                format!(
                    "{}{animals} left",
                    if self.is_lost() {
                        "all have lost, with "
                    } else {
                        ""
                    }
                )
            }
            [a, b] => {
                let margin = if view.mover.index() & 1 == 0 {
                    a.score() - b.score()
                } else {
                    b.score() - a.score()
                };
                margin_in_words(Value::from_score(margin), view)
            }
            _ => victory(&results, view),
        })
    }

    /// Results of all sides of a finished game; `None` while the game lasts.
    fn final_results(&self) -> Option<Vec<Value>> {
        let known = self.position();
        let sides = Player::first(known.sides());
        with_game!(known, position => {
            let result = |side| Value::from_score(position.score(side));
            position.is_over().then(|| sides.map(result).collect())
        })
    }

    /// Whether all have lost, where all play together.
    fn is_lost(&self) -> bool {
        matches!(self.position(), AnyGame::Flip(flip) if flip.is_lost())
    }

    /// Compares the best move of an analysis of this position with the next best, in sentences, for
    /// the player to move. Moves whose difference is within the error of the playouts are called
    /// about as good. In a game that all play together, sentences follow on whether the end that is
    /// expected is good, and on the probability of losing. `None` if the analysis has fewer than
    /// two lines.
    pub fn comparison(&self, analysis: &Analysis<AnyMove>) -> Option<String> {
        let [best, second, ..] = &analysis.lines[..] else {
            return None;
        };
        let player = self.position().last_turn().index();
        let lead = best.value.of_player(player) - second.value.of_player(player);
        let is_certain =
            f64::from((best.scores[0] - second.scores[0]).abs()) >= sample_error(analysis);
        let next = self
            .turn_words(&second.moves)
            .unwrap_or_else(|| self.told(second.moves[0]).text);
        if let Some(words) = self.only_move_in_words(best, second) {
            return Some(format!("{words}: {next}."));
        }
        let amount = Perspective::of(self.position())
            .units
            .amount(lead)
            .filter(|_| is_certain);
        let comparison = match (&best.value, amount) {
            (_, None) => format!("About as good: {next}."),
            (GameValue::Left(_), Some(fewer)) => {
                format!("The best move leaves about {fewer} fewer than the next best: {next}.")
            }
            (_, Some(lead)) => {
                format!("The best move is {lead} better than the next best: {next}.")
            }
        };
        let end = if let GameValue::Left(left) = &best.value {
            Some(estimate_of_left(left.in_points()))
        } else {
            None
        };
        let risk = analysis.forecast.as_ref().and_then(risk_in_words);
        Some(
            [Some(comparison), end, risk]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" "),
        )
    }

    /// Words on a best move that alone wins, or alone does not lose, and on the result of the
    /// second best, to be named after them; `None` unless all this is proved of two sides.
    fn only_move_in_words(
        &self,
        best: &AnalysisLine<AnyMove>,
        second: &AnalysisLine<AnyMove>,
    ) -> Option<String> {
        let (GameValue::Margin(most), GameValue::Margin(next)) = (&best.value, &second.value)
        else {
            return None;
        };
        if !(best.exact && second.exact) || most.is_mean || next.is_mean {
            return None;
        }
        let is_won = best.scores[0] > 0;
        let only = if is_won { "wins" } else { "does not lose" };
        let result = match second.scores[0] {
            0 if is_won => "draws".to_owned(),
            ..0 if best.scores[0] >= 0 => {
                let loss = Perspective::of(self.position())
                    .units
                    .amount(MeanValue::from(Value::default()) - *next);
                format!(
                    "loses{}",
                    loss.map_or(String::new(), |loss| format!(" by {loss}"))
                )
            }
            _ => return None,
        };
        Some(format!(
            "It is the only move that {only}; the next best {result}"
        ))
    }

    /// Value of an analysis of this position in words, always seen from the side that is ahead:
    /// `A leads by about 2 fish, 63 % to win`, whoever is to move. With more than two sides the
    /// text has the probabilities of all sides. It has none where the value is proved or no
    /// probabilities are known.
    pub fn analysis_words<M>(&self, analysis: &Analysis<M>) -> String {
        let chances = if analysis.exact {
            None
        } else {
            self.chances(analysis)
        };
        let view = Perspective::of(self.position());
        view.in_words_with(&analysis.value, analysis.exact, chances.as_deref())
    }

    /// Words of [`analysis_words`](Self::analysis_words) in parts, the most important one first:
    /// with more than two sides, and probabilities, the leader, the chances of the others, and the
    /// results of all; otherwise all words in one part.
    pub fn headline<M>(&self, analysis: &Analysis<M>) -> Vec<String> {
        let chances = if analysis.exact {
            None
        } else {
            self.chances(analysis)
        };
        match (&analysis.value, chances) {
            (GameValue::Results(_), Some(chances)) => {
                let about = format!(
                    "about {} {}",
                    short_value(&analysis.value),
                    self.position().rules().units().name()
                );
                [Vec::from(parted_chances(&chances)), vec![about]].concat()
            }
            _ => vec![self.analysis_words(analysis)],
        }
    }

    /// Chance of each side to win by an analysis of this position, from side A, where a draw is
    /// half a win; they add up to 1. `None` where all play together, and where the errors of
    /// searches under these rules are not known.
    pub fn chances<M>(&self, analysis: &Analysis<M>) -> Option<Vec<f64>> {
        let mover = Perspective::of(self.position()).mover;
        match &analysis.value {
            GameValue::Margin(value) if analysis.exact && !value.is_mean => Some(chances_of_two(
                mover,
                f64::from(value.sign() as i32 + 1) / 2.0,
            )),
            GameValue::Results(results) if analysis.exact && !results[0].is_mean => {
                let best = results.iter().max()?;
                let winners = results.iter().filter(|&result| result == best).count() as f64;
                Some(
                    results
                        .iter()
                        .map(|result| if result == best { 1.0 / winners } else { 0.0 })
                        .collect(),
                )
            }
            GameValue::Margin(_) => Some(chances_of_two(
                mover,
                match &analysis.mixed {
                    Some(mixed) => mixed.win,
                    None => {
                        let scores = &analysis.lines.first()?.scores;
                        win_probability::of_scores(self.position(), scores)?[0]
                    }
                },
            )),
            GameValue::Results(_) => {
                let scores = &analysis.lines.first()?.scores;
                win_probability::of_scores(self.position(), scores)
            }
            GameValue::Left(_) => None,
        }
    }
}

/// Judgement of a number of animals left at the end of a game that is not lost, without its full
/// stop. The rules say only that fewer are better (4.6); the numbers are those of docs/strength.md
/// for the usual game, rounded: `default` leaves 2.5 to 4.5 on average, rules of thumb 8 to 11.
fn judgement_of_left(left: u32) -> &'static str {
    match left {
        0 => "Perfect: there is no better result",
        1..=3 => "Very good: floe leaves about 3 on average in the usual game",
        4..=8 => {
            "Good: in the usual game rules of thumb leave about 8 on average, and floe about 3"
        }
        _ => "Not lost, but fewer are better: in the usual game floe leaves about 3 on average",
    }
}

/// Judgement of an expected number of animals left at the end, in a sentence, by the numbers of
/// [`judgement_of_left`].
fn estimate_of_left(left: f64) -> String {
    let judgement = match left.round() as u32 {
        0..=3 => "is very good: floe leaves about 3 on average in the usual game",
        4..=8 => {
            "is good: in the usual game rules of thumb leave about 8 on average, and floe about 3"
        }
        _ => {
            "is no good one yet: in the usual game rules of thumb leave about 8 on average, and floe about 3"
        }
    };
    format!("An end with about {left:.1} left {judgement}.")
}

/// Two standard errors of the playouts of the best line, in 1/128 of an animal or a point, where
/// tiles are hidden those of its difference from the next; 0 where values are not means of
/// playouts.
fn sample_error(analysis: &Analysis<AnyMove>) -> f64 {
    let error = match &analysis.mixed {
        Some(mixed) => mixed.error(
            analysis.lines.iter().take(2).map(|line| &line.moves[0]),
            analysis.nodes,
        ),
        None => analysis.forecast.as_ref().map_or(0.0, Forecast::error),
    };
    2.0 * f64::from(POINT) * error
}

/// Probability that all players lose together, in a sentence; `None` where it is proved that they
/// do not.
fn risk_in_words(forecast: &Forecast) -> Option<String> {
    if forecast.lost > 0.0 {
        return Some(format!(
            "With the best move the risk of losing is {}.",
            percent(forecast.lost)
        ));
    }
    forecast
        .playouts
        .map(|_| "No game that was tried with the best move is lost.".to_owned())
}

/// Chances of two sides, that of A first, by the chance of the player to move.
fn chances_of_two(mover: Player, chance: f64) -> Vec<f64> {
    if mover.index() & 1 == 0 {
        vec![chance, 1.0 - chance]
    } else {
        vec![1.0 - chance, chance]
    }
}

/// An estimated probability in percent, which is never written as certain: `63 %`.
fn estimate(probability: f64) -> String {
    percent(probability.clamp(0.01, 0.99))
}

/// Shortest text of the value: `+10:0` for a margin, `A 31, B 28, C 20` for results, `2.45` for
/// animals left.
pub fn short_value(value: &GameValue) -> String {
    match value {
        GameValue::Margin(_) | GameValue::Left(_) => value.to_string(),
        GameValue::Results(results) => each(results, fish_text),
    }
}

/// Text of proved bounds, or of the value if they are equal: `+3:+1`, `-2:0 to +5:+3`, `A 20 to
/// 31, B 12, C 9 to 15`.
pub fn short_bounds(bounds: &Interval<GameValue>) -> String {
    match (bounds.value(), &bounds.lower, &bounds.upper) {
        (Some(value), ..) => short_value(value),
        (None, GameValue::Results(lower), GameValue::Results(upper)) => {
            let pairs: Vec<_> = lower.iter().zip(upper).collect();
            each(&pairs, |(lower, upper)| {
                range(&fish_text(lower), &fish_text(upper))
            })
        }
        (None, GameValue::Left(_), _) => {
            range(&short_value(&bounds.upper), &short_value(&bounds.lower))
        }
        (None, lower, upper) => range(&short_value(lower), &short_value(upper)),
    }
}

impl Perspective {
    /// A value for the player to move in a few characters: its margin or, with more than two sides,
    /// its own result ([`UnitWords::label`]).
    pub(crate) fn own_label(self, value: &GameValue) -> String {
        let own = value.of_player(self.mover.index());
        self.units.label(own, matches!(value, GameValue::Margin(_)))
    }

    /// A value in a few characters: the margin for the player to move as [`UnitWords::label`], or
    /// with more than two sides the results of all, `A 31, B 28, C 20`.
    pub fn label(self, value: &GameValue) -> String {
        match value {
            GameValue::Results(_) => short_value(value),
            _ => self.own_label(value),
        }
    }

    /// Describes the end of the game that a value of the player to move means, seen from the side
    /// that is ahead: `A wins by 2 fish` if the value is `exact`, that is proved, and
    /// `A leads by about 2 fish` if it is an estimate.
    pub fn in_words(self, value: &GameValue, exact: bool) -> String {
        self.in_words_with(value, exact, None)
    }

    /// [The value in words](Self::in_words) with the chances of all sides to win, from side A,
    /// unless it is proved: `A leads by about 2 fish, 63 % to win`.
    pub fn in_words_with(self, value: &GameValue, exact: bool, chances: Option<&[f64]>) -> String {
        let unit = self.units.name();
        match (value, exact) {
            (GameValue::Left(value), false) => {
                format!("about {:.1} {unit} left at the end", value.in_points())
            }
            (GameValue::Left(value), true) => {
                format!(
                    "about {:.1} {unit} left at the end on average",
                    value.in_points()
                )
            }
            (GameValue::Margin(value), false) => estimated_margin(value, self, chances),
            (GameValue::Margin(value), true) if is_level(value) => "even on average".to_owned(),
            (GameValue::Margin(value), true) if value.is_mean => {
                format!("{} on average", lead(value, self, "about "))
            }
            (GameValue::Margin(value), true) => margin_in_words(value.whole(), self),
            (GameValue::Results(_), false) => {
                let about = format!("about {} {unit}", short_value(value));
                chances.map_or(about.clone(), |chances| {
                    format!("{} ({about})", chances_in_words(chances))
                })
            }
            (GameValue::Results(results), true) if results[0].is_mean => {
                let result = |value: &MeanValue| match self.units {
                    Units::Fish => format!(
                        "{} fish and {:.1} tiles",
                        fish_text(value),
                        value.in_tie_break()
                    ),
                    _ => format!("{} {unit}", fish_text(value)),
                };
                format!("on average about {}", each(results, result))
            }
            (GameValue::Results(results), true) => results_in_words(
                &results
                    .iter()
                    .map(|result| result.whole())
                    .collect::<Vec<_>>(),
                self,
            ),
        }
    }

    /// The value in a few characters that name its side. A margin is told for the side that is
    /// ahead: `A +3`, `B 0:+1`, `AC +3` for a team, or `even`. With more sides the result of the
    /// player to move is told: `C 24`. Animals left are `5.0`.
    pub fn tag(self, value: &GameValue) -> String {
        match value {
            GameValue::Margin(value) => {
                let ahead = ahead(value, self);
                let positive = if value.sign().is_lt() {
                    MeanValue::default() - *value
                } else {
                    *value
                };
                let positive = MeanValue {
                    is_mean: value.is_mean,
                    ..positive
                };
                let label = self.units.label(positive, true);
                ahead
                    .filter(|_| !is_level(value))
                    .map_or("even".to_owned(), |player| {
                        format!("{} {label}", self.letters(player))
                    })
            }
            GameValue::Results(_) => {
                let own = value.of_player(self.mover.index());
                format!("{} {}", self.mover, self.units.label(own, false))
            }
            GameValue::Left(_) => self.units.label(value.of_player(0), false),
        }
    }
}

/// Player of the side that is ahead by a margin of the player to move; `None` if it is none.
fn ahead(margin: &MeanValue, view: Perspective) -> Option<Player> {
    match margin.sign() {
        Ordering::Greater => Some(view.mover),
        Ordering::Less => Some(Player::new(view.mover.index() ^ 1)),
        Ordering::Equal => None,
    }
}

/// Whether a mean is written as 0.0, which is no lead.
fn is_level(value: &MeanValue) -> bool {
    value.is_mean && fish_text(value).trim_start_matches('-') == "0.0"
}

/// An estimated margin of the player to move, with the chance of the side that is ahead.
fn estimated_margin(value: &MeanValue, view: Perspective, chances: Option<&[f64]>) -> String {
    let whole = MeanValue {
        tie_break: 0,
        ..*value
    };
    let Some(ahead) = ahead(&whole, view).filter(|_| !is_level(value)) else {
        let first = view.side(Player::new(0));
        let chance = chances.map(|chances| format!(", {first} {} to win", estimate(chances[0])));
        return format!("about even{}", chance.unwrap_or_default());
    };
    let chance =
        chances.map(|chances| format!(", {} to win", estimate(chances[ahead.index() & 1])));
    lead(&whole, view, "about ") + &chance.unwrap_or_default()
}

/// Chances of all sides to win, that of the leader first: `A leads: 36 % to win, B 34 %, C 30 %`.
fn chances_in_words(chances: &[f64]) -> String {
    let [leader, others] = parted_chances(chances);
    format!("{leader}, {others}")
}

/// Difference of the chances of all sides up to which none of them leads: two points of percent.
const EVEN: f64 = 0.02;

/// Chance of the leader to win, `A leads: 36 % to win`, and those of all others, `B 34 %, C 30 %`.
/// Where all have about the same, no side leads: `about even, A 34 % to win`.
fn parted_chances(chances: &[f64]) -> [String; 2] {
    let mut sides: Vec<(Player, &f64)> = players(chances).collect();
    sides.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let (leader, most) = sides[0];
    let others = sides[1..]
        .iter()
        .map(|(player, chance)| format!("{player} {}", estimate(**chance)));
    let is_even = sides
        .last()
        .is_some_and(|(_, least)| *most - **least <= EVEN);
    let words = if is_even {
        format!("about even, {leader}")
    } else {
        format!("{leader} leads:")
    };
    [
        format!("{words} {} to win", estimate(*most)),
        others.collect::<Vec<_>>().join(", "),
    ]
}

/// The winner and its margin (1.9).
fn margin_in_words(value: Value, view: Perspective) -> String {
    let other = Player::new(view.mover.index() ^ 1);
    let winner = view.side(if value > Value::default() {
        view.mover
    } else {
        other
    });
    let wins = if view.teams { "win" } else { "wins" };
    match (
        value.fish.unsigned_abs(),
        view.units.second(value.tiles.unsigned_abs()),
    ) {
        (0, Some(rest)) if value.tiles != 0 => format!("{winner} {wins} on tie-break, by {rest}"),
        (0, None) if value.tiles != 0 => format!("{winner} {wins} on tie-break"),
        (0, _) => "a draw".to_owned(),
        (fish, _) => format!("{winner} {wins} by {}", view.units.first(fish)),
    }
}

fn results_in_words(results: &[Value], view: Perspective) -> String {
    format!("{} ({})", victory(results, view), each_side(results, view))
}

/// The winners among more than two sides.
fn victory(results: &[Value], view: Perspective) -> String {
    let best = results.iter().max().copied().unwrap_or_default();
    let winners: Vec<Player> = players(results)
        .filter(|(_, result)| **result == best)
        .map(|(player, _)| player)
        .collect();
    view.victory_in_words(&winners)
}

/// Results of all sides, of more than two the best first: `A 51 fish, 26 tiles; B 46 fish, 25
/// tiles`.
fn each_side(results: &[Value], view: Perspective) -> String {
    // A tile with -2 fish can make a result negative.
    let minus = |number: i32| if number < 0 { "-" } else { "" };
    let side = |(player, result): (Player, &Value)| {
        let first = view.units.first(result.fish.unsigned_abs());
        let second = view.units.second(result.tiles.unsigned_abs());
        let second = second.map_or(String::new(), |second| format!(", {second}"));
        format!(
            "{} {}{first}{second}",
            view.side(player),
            minus(result.fish)
        )
    };
    let mut sides: Vec<(Player, &Value)> = players(results).collect();
    if sides.len() > 2 {
        sides.sort_by_key(|(_, result)| Reverse(result.score()));
    }
    sides.into_iter().map(side).collect::<Vec<_>>().join("; ")
}

/// Number of decimals of a value in a sentence: one of a mean.
fn decimals(value: &MeanValue) -> usize {
    usize::from(value.is_mean)
}

fn fish_text(value: &MeanValue) -> String {
    format!("{:.*}", decimals(value), value.in_points())
}

fn each<V>(results: &[V], say: impl Fn(&V) -> String) -> String {
    players(results)
        .map(|(player, result)| format!("{player} {}", say(result)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// One text, or a range of two that differ.
fn range(lower: &str, upper: &str) -> String {
    if lower == upper {
        lower.to_owned()
    } else {
        format!("{lower} to {upper}")
    }
}

/// A margin of the player to move, which is not 0, in the first unit, with the side that is ahead:
/// `A leads by 2 fish`. `about` stands before the number.
fn lead(value: &MeanValue, view: Perspective, about: &str) -> String {
    let unit = view.units.name();
    let unit = if value.points.abs() == 100 && !value.is_mean {
        unit.trim_end_matches('s')
    } else {
        unit
    };
    let other = Player::new(view.mover.index() ^ 1);
    let leader = view.side(if value.points > 0 { view.mover } else { other });
    let leads = if view.teams { "lead" } else { "leads" };
    format!(
        "{leader} {leads} by {about}{:.*} {unit}",
        decimals(value),
        value.in_points().abs()
    )
}

fn players<V>(results: &[V]) -> impl Iterator<Item = (Player, &V)> {
    Player::first(results.len()).zip(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Perspective = Perspective {
        mover: Player::new(0),
        teams: false,
        units: Units::Fish,
    };
    const B: Perspective = Perspective {
        mover: Player::new(1),
        ..A
    };

    fn of(fish: i32, tiles: i32) -> Value {
        Value { fish, tiles }
    }

    fn margin(fish: i32, tiles: i32) -> GameValue {
        GameValue::Margin(of(fish, tiles).into())
    }

    #[test]
    fn margins_name_the_winner() {
        let say = |fish, tiles, mover: Perspective| mover.in_words(&margin(fish, tiles), true);
        assert_eq!(say(10, -2, A), "A wins by 10 fish");
        assert_eq!(say(10, -2, B), "B wins by 10 fish");
        assert_eq!(say(-1, 4, A), "B wins by 1 fish");
        assert_eq!(say(0, 1, B), "B wins on tie-break, by 1 tile");
        assert_eq!(say(0, -3, B), "A wins on tie-break, by 3 tiles");
        assert_eq!(say(0, 0, A), "a draw");
        assert_eq!(B.in_words(&margin(-3, 0), false), "A leads by about 3 fish");
        assert_eq!(B.in_words(&margin(3, 0), false), "B leads by about 3 fish");
        assert_eq!(B.in_words(&margin(0, 0), false), "about even");
    }

    /// Words, tag and chances name the same side, with either player to move.
    #[test]
    fn values_are_told_from_the_side_that_is_ahead() {
        for (fish, words, tag) in [
            (3, "A leads by about 3 fish, 59 % to win", "A +3"),
            (0, "about even, A 59 % to win", "even"),
        ] {
            assert_eq!(
                A.in_words_with(&margin(fish, 0), false, Some(&[0.59, 0.41])),
                words
            );
            assert_eq!(
                B.in_words_with(&margin(-fish, 0), false, Some(&[0.59, 0.41])),
                words
            );
            assert_eq!(
                [A.tag(&margin(fish, 0)), B.tag(&margin(-fish, 0))],
                [tag, tag]
            );
        }
        let c = Perspective {
            mover: Player::new(2),
            teams: true,
            ..A
        };
        let told = c.in_words_with(&margin(-2, 0), false, Some(&[0.3, 0.7]));
        assert_eq!(told, "B and D lead by about 2 fish, 70 % to win");
        assert_eq!(
            [c.tag(&margin(-2, 0)), c.tag(&margin(0, 1))],
            ["BD +2", "AC 0:+1"]
        );
        let mean = GameValue::Margin(MeanValue {
            points: -45,
            tie_break: 0,
            is_mean: true,
        });
        assert_eq!(
            A.in_words(&mean, true),
            "B leads by about 0.5 fish on average"
        );
        assert_eq!([A.tag(&mean), B.tag(&mean)], ["B +0.5", "A +0.5"]);
        let tiny = GameValue::Margin(MeanValue {
            points: 3,
            tie_break: 0,
            is_mean: true,
        });
        assert_eq!(
            [
                A.tag(&tiny),
                B.in_words_with(&tiny, false, Some(&[0.55, 0.45]))
            ],
            ["even", "about even, A 55 % to win"]
        );
        assert_eq!(
            Perspective {
                units: Units::Animals,
                ..A
            }
            .tag(&GameValue::left(5.04)),
            "5.0"
        );
    }

    #[test]
    fn of_several_players_the_chances_of_all_are_told() {
        let results = GameValue::of([24, 23, 26].map(|fish| of(fish, 0).into()).to_vec());
        let told = B.in_words_with(&results, false, Some(&[0.34, 0.2, 0.46]));
        assert_eq!(
            told,
            "C leads: 46 % to win, A 34 %, B 20 % (about A 24, B 23, C 26 fish)"
        );
        assert_eq!(
            chances_in_words(&[0.33, 0.34, 0.33]),
            "about even, B 34 % to win, A 33 %, C 33 %"
        );
        assert_eq!(B.in_words(&results, false), "about A 24, B 23, C 26 fish");
        assert_eq!(B.tag(&results), "B 23");
    }

    #[test]
    fn teams_and_penguins_are_told_as_such() {
        let c = Perspective {
            mover: Player::new(2),
            teams: true,
            ..A
        };
        assert_eq!(c.in_words(&margin(10, -2), true), "A and C win by 10 fish");
        assert_eq!(
            c.in_words(&margin(0, -2), true),
            "B and D win on tie-break, by 2 tiles"
        );
        let b = Perspective {
            units: Units::Penguins,
            ..B
        };
        assert_eq!(
            b.in_words(&margin(1, 0), false),
            "B leads by about 1 penguin"
        );
        assert_eq!(b.in_words(&margin(1, -2), true), "B wins by 1 penguin");
        assert_eq!(
            b.in_words(&margin(0, -2), true),
            "A wins on tie-break, by 2 fish"
        );
        let results = [of(2, 7), of(0, 0), of(1, 3)];
        let told = "A wins (A 2 penguins, 7 fish; C 1 penguin, 3 fish; B 0 penguins, 0 fish)";
        assert_eq!(
            b.in_words(
                &GameValue::of(results.iter().map(|&result| result.into()).collect()),
                true
            ),
            told
        );
    }

    #[test]
    fn labels_have_the_first_unit_that_differs() {
        let label = |fish, tiles, is_margin| Units::Fish.label(of(fish, tiles).into(), is_margin);
        let labels = [
            label(3, -1, true),
            label(0, 1, true),
            label(0, 0, true),
            label(31, 17, false),
        ];
        assert_eq!(labels, ["+3", "0:+1", "+0", "31"]);
        let GameValue::Left(left) = GameValue::left(5.04) else {
            panic!("animals")
        };
        let of_all = MeanValue {
            points: -left.points,
            ..left
        };
        assert_eq!(Units::Animals.label(of_all, false), "5.0");
    }

    #[test]
    fn bounds_name_each_player() {
        let results = |fish: [i32; 2]| GameValue::of(fish.map(|fish| of(fish, 0).into()).to_vec());
        let short = |lower, upper| short_bounds(&Interval::new(lower, upper));
        assert_eq!(short(results([20, 7]), results([31, 7])), "A 20 to 31, B 7");
        assert_eq!(short(margin(-2, 0), margin(5, 3)), "-2:0 to +5:+3");
        assert_eq!(short(margin(5, 3), margin(5, 3)), "+5:+3");
    }

    /// Results are certain in games with chance too, and agree with the scores in all others.
    #[test]
    fn finished_games_have_one_wording() {
        const ROWS: &str = "2....../......../......./......../......./......../......./........";
        for (fields, text) in [
            (
                "B 49:31,47:28",
                "A wins by 2 fish (A 49 fish, 31 tiles; B 47 fish, 28 tiles)",
            ),
            (
                "A 49:29,49:29",
                "a draw (A 49 fish, 29 tiles; B 49 fish, 29 tiles)",
            ),
            (
                "B 3:1,1:1 rules=hidden-whale hidden=-",
                "A wins by 2 fish (A 3 fish, 1 tile; B 1 fish, 1 tile)",
            ),
            (
                "C 3:1,1:1,3:1",
                "A and C share the victory (A 3 fish, 1 tile; C 3 fish, 1 tile; B 1 fish, 1 tile)",
            ),
            (
                "A 3:1,3:1,3:1",
                "A, B and C share the victory (A 3 fish, 1 tile; B 3 fish, 1 tile; C 3 fish, 1 tile)",
            ),
            (
                "D 3:1,1:1,3:1,1:1 rules=teams",
                "A and C win by 4 fish (A and C 6 fish, 2 tiles; B and D 2 fish, 2 tiles)",
            ),
        ] {
            let game: AnyGame = format!("{ROWS} {fields}").parse().unwrap();
            assert_eq!(
                Seen::whole(&game).result().unwrap(),
                format!("The game is over: {text}.")
            );
            assert_eq!(
                Seen::whole(&game).outcome().as_deref(),
                text.split(" (").next()
            );
        }
        let going: AnyGame =
            "A1112.../......../......./......../......./......../......./.......B1 A 0:0,0:0"
                .parse()
                .unwrap();
        assert_eq!(Seen::whole(&going).result(), None);
    }

    #[test]
    fn results_name_all_players() {
        let say = |results: &[Value], exact| {
            A.in_words(
                &GameValue::of(results.iter().map(|&result| result.into()).collect()),
                exact,
            )
        };
        assert_eq!(
            say(&[of(31, 17), of(20, 1), of(31, 16)], true),
            "A wins (A 31 fish, 17 tiles; C 31 fish, 16 tiles; B 20 fish, 1 tile)"
        );
        assert!(
            say(&[of(5, 2), of(5, 2), of(4, 4)], true).starts_with("A and B share the victory (")
        );
        assert_eq!(
            say(&[of(5, 0), of(6, 0), of(4, 0)], false),
            "about A 5, B 6, C 4 fish"
        );
    }
}
