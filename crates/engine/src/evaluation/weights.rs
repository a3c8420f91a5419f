use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use floe_game::{Player, Score};

use super::features::{Each, FeatureBatch, Features, NAMES};

/// What is learned of games of some number of players: what every feature counts, while penguins are placed and after, with every number
/// of free tiles.
///
/// As text, a line for each of them: its name, what it counts on an empty floe, and how much more on a full one, in thousandths. `turn-1` and so
/// on are what it is worth to be next, the one after that, and so on; `doubt` is how far the truth is off, in 128ths of a fish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By what is to come: placements, slides.
    phases: [Vec<Row>; 2],
}

/// Weights with one number of free tiles, in 1024ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Row {
    features: Features,
    /// For the sides in turn order, in 128ths of a fish.
    turns: [Score; Player::MAX],
    /// In 128ths of a fish.
    pub(crate) doubt: Score,
}

/// More free tiles than a floe has hexes are none.
pub(crate) const MOST_FREE: u32 = 64;
const PHASES: [&str; 2] = ["placement", "slides"];

/// Why a text holds no weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: found '{found}', expected {expected}")]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

impl Row {
    /// What a side gets more than it has.
    #[inline]
    pub(crate) fn apply(&self, features: &Features) -> Score {
        let sum: Score = features.iter().zip(&self.features).map(|(feature, weight)| feature * weight).sum();
        sum >> 10
    }

    /// The same of several sides.
    #[inline]
    pub(super) fn apply_to_each(&self, features: &FeatureBatch) -> Each {
        let mut sums = Each::ZERO;
        for (&features, &weight) in features.iter().zip(&self.features) {
            sums += features * Each::splat(weight);
        }
        sums >> 10
    }

    /// What being at this place in the order of turns is worth.
    #[inline]
    pub(crate) fn turn(&self, place: usize) -> Score {
        self.turns[place]
    }

    fn slot(&mut self, name: &str) -> Option<&mut Score> {
        if let Some(feature) = NAMES.iter().position(|known| *known == name) {
            return Some(&mut self.features[feature]);
        }
        match name.strip_prefix("turn-") {
            Some(place) => place.parse::<usize>().ok().and_then(|place| self.turns.get_mut(place.checked_sub(1)?)),
            None => (name == "doubt").then_some(&mut self.doubt),
        }
    }
}

impl Weights {
    /// Those that come with floe, for so many players.
    pub fn learned(players: usize) -> &'static Weights {
        Weights::shared(players)
    }

    /// The weights that come with floe, shared by all who use them.
    pub(super) fn shared(players: usize) -> &'static Arc<Weights> {
        static LEARNED: LazyLock<[Arc<Weights>; 3]> = LazyLock::new(|| {
            [
                include_str!("../../weights/2.txt"),
                include_str!("../../weights/3.txt"),
                include_str!("../../weights/4.txt"),
            ]
            .map(|text| Arc::new(text.parse().expect("the weights that come with floe are sound")))
        });
        &LEARNED[players.clamp(2, 4) - 2]
    }

    #[inline]
    pub(crate) fn row(&self, placement: bool, free: u32) -> &Row {
        &self.phases[usize::from(!placement)][free as usize]
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let empty = || vec![Row::default(); MOST_FREE as usize + 1];
        let mut weights = Weights { phases: [empty(), empty()] };
        let mut phase = None;
        for (number, line) in text.lines().enumerate() {
            let wrong = |expected: String| WeightsError { line: number + 1, found: line.to_owned(), expected };
            let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
            match (&words[..], phase) {
                ([], _) => (),
                (&[name], _) => {
                    let found = PHASES.iter().position(|known| *known == name);
                    phase = Some(found.ok_or_else(|| wrong(format!("one of {}", PHASES.join(", "))))?);
                }
                (&[name, base, more], Some(phase)) => {
                    let number = |word: &str| {
                        let number = word.parse::<i64>().ok().filter(|number| number.abs() < 100_000);
                        number.ok_or_else(|| wrong("a whole number below 100000 either way".to_owned()))
                    };
                    let (base, more) = (number(base)?, number(more)?);
                    for (free, row) in weights.phases[phase].iter_mut().enumerate() {
                        let thousandths = base + more * free as i64 / i64::from(MOST_FREE);
                        let slot = row
                            .slot(name)
                            .ok_or_else(|| wrong(format!("one of {}, turn-1 to turn-4, doubt", NAMES.join(", "))))?;
                        // Of features 1024ths; the others are told in whole units.
                        let is_feature = NAMES.contains(&name);
                        *slot = if is_feature { thousandths * 1024 / 1000 } else { thousandths } as Score;
                    }
                }
                (_, None) => return Err(wrong(PHASES.join(" or "))),
                _ => return Err(wrong("a name and two numbers".to_owned())),
            }
        }
        Ok(weights)
    }
}
