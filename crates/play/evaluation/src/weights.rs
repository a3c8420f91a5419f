use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use floe_game::{Player, Score};
use floe_variants::{OwnFeatures, Rules, RulesError};

use crate::built_in;
use crate::features::{FEATURE_NAMES, Features, Number};

/// Weights of the features for one game, by phase (placement or slides) and number of free tiles.
///
/// As text, first the lines `rules NAME` and `players N`; without them the weights are for the base
/// rules and any number of players. Then a line for each weight: its name, its value on an empty
/// floe, and what a full floe adds. Weights of features are in thousandths. `turn-1`, `turn-2` and
/// so on are the values of the places in the turn order, from the side to move on, and `doubt` is
/// the logistic scale of the error; these are in 1/128 fish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The game that they are for.
    game: WeightsGame,
    /// Weights by phase (placement, slides) and number of free tiles.
    phases: [Vec<WeightRow>; 2],
}

/// Game that weights were learned for: rules and number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightsGame {
    /// Rules of the game.
    pub rules: Rules,
    /// Number of players, two to four; `None` for any.
    pub players: Option<usize>,
}

impl WeightsGame {
    /// Number of sides of the game: two teams, or its players.
    ///
    /// # Panics
    /// If `players` is `None`, and the rules have no teams.
    pub fn sides(self) -> usize {
        if self.rules.teams {
            2
        } else {
            self.players.expect("a game with a number of players")
        }
    }
}

/// `push for 3 players`; `base` where the number of players does not matter.
impl fmt::Display for WeightsGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.players {
            Some(players) => write!(f, "{} for {players} players", self.rules),
            None => write!(f, "{}", self.rules),
        }
    }
}

/// Weights of the features for one phase and one number of free tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WeightRow {
    /// Weights of the features, in 1/1024.
    features: Features,
    /// Weights of the own features of a variant, in 1/1024.
    own: OwnFeatures,
    /// Value of each place in the turn order, in 1/128 fish, from the side to move on. It is added
    /// to the weighted features of the side at that place. With two sides only the first value
    /// counts, as a part of the margin for the side to move.
    pub turns: [Score; Player::MAX],
    /// Scale of the logistic distribution of the error, in 1/128 fish.
    logistic_scale: Score,
}

/// Error in the text of a file of weights or of a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}; found '{found}'")]
pub struct WeightsError {
    /// Number of the wrong line, from 1.
    pub line: usize,
    /// Text of the wrong line.
    pub found: String,
    /// Form of a line that is allowed in place of the wrong one, in words.
    pub expected: String,
}

impl WeightRow {
    /// Sum of the features of a side, each times its weight, in 1/128 fish.
    #[inline]
    pub fn apply<T: Number>(&self, features: &Features<T>) -> T {
        let mut sum = T::default();
        for (&feature, &weight) in features.iter().zip(&self.features) {
            sum += feature * T::splat(weight);
        }
        sum >> 10
    }

    /// Sum of the own features of a side in a variant, each times its weight, in 1/128 fish.
    #[inline]
    pub fn apply_own(&self, features: &OwnFeatures) -> Score {
        let mut sum = 0;
        for (feature, weight) in features.iter().zip(&self.own) {
            sum += feature * weight;
        }
        sum >> 10
    }

    /// Scale of the logistic distribution of the error of the evaluation, in 1/128 fish; at least
    /// one.
    #[inline]
    pub fn logistic_scale(&self) -> f32 {
        self.logistic_scale.max(1) as f32
    }

    /// The weight with this name, in a game with these own features.
    fn slot(&mut self, name: &str, own: &[&str]) -> Option<&mut Score> {
        if let Some(feature) = FEATURE_NAMES.iter().position(|known| *known == name) {
            return Some(&mut self.features[feature]);
        }
        if let Some(feature) = own.iter().position(|known| *known == name) {
            return Some(&mut self.own[feature]);
        }
        match name.strip_prefix("turn-") {
            Some(place) => place
                .parse::<usize>()
                .ok()
                .and_then(|place| self.turns.get_mut(place.checked_sub(1)?)),
            None => (name == "doubt").then_some(&mut self.logistic_scale),
        }
    }
}

impl Weights {
    /// Names of the phases in files, in their order.
    pub const PHASES: [&str; 2] = ["placement", "slides"];
    /// Maximum size of a number in a file, ten times what is learned; sums of larger numbers could
    /// exceed 32 bits.
    pub const MAX_NUMBER: i64 = 10_000;
    /// Number of free tiles of a full floe, for which files have a weight.
    pub const MAX_FREE: u32 = 64;

    /// The built-in weights for this number of players, two to four; other numbers count as the
    /// nearest of these.
    pub fn learned(players: usize) -> &'static Arc<Weights> {
        static LEARNED: LazyLock<[Arc<Weights>; 3]> = LazyLock::new(|| {
            [
                include_str!("../weights/2.txt"),
                include_str!("../weights/3.txt"),
                include_str!("../weights/4.txt"),
            ]
            .map(|text| Arc::new(text.parse().expect("the built-in weights are well-formed")))
        });
        &LEARNED[players.clamp(2, 4) - 2]
    }

    /// The built-in weights for the rules of a variant and this number of players; where none are
    /// built in, the weights for the base game with as many sides.
    pub fn learned_for(rules: Rules, players: usize) -> &'static Arc<Weights> {
        static LEARNED: LazyLock<Vec<Arc<Weights>>> = LazyLock::new(|| {
            let read =
                |text: &&str| Arc::new(text.parse().expect("the built-in weights are well-formed"));
            built_in::WEIGHTS.iter().map(read).collect()
        });
        let game = WeightsGame {
            rules,
            players: Some(players),
        };
        let known = LEARNED.iter().find(|weights| weights.game == game);
        known.unwrap_or_else(|| Weights::learned(game.sides()))
    }

    /// The game that the weights are for.
    pub fn game(&self) -> WeightsGame {
        self.game
    }

    /// The weights for a phase (`is_placement`, or slides) and a number of free tiles; more than 64
    /// count as 64.
    #[inline]
    pub fn row(&self, is_placement: bool, free: u32) -> &WeightRow {
        &self.phases[usize::from(!is_placement)][free.min(Weights::MAX_FREE) as usize]
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let rows = vec![WeightRow::default(); Weights::MAX_FREE as usize + 1];
        let game = WeightsGame {
            rules: Rules::BASE,
            players: None,
        };
        let mut weights = Weights {
            game,
            phases: [rows.clone(), rows],
        };
        let mut phase = None;
        for (number, line) in (1..).zip(text.lines()) {
            let read = weights.read_line(line, &mut phase);
            read.map_err(|expected| WeightsError {
                line: number,
                found: line.to_owned(),
                expected,
            })?;
        }
        if weights.game.rules != Rules::BASE && weights.game.players.is_none() {
            let expected = "players and 2, 3 or 4 before the first phase".to_owned();
            return Err(WeightsError {
                line: 1,
                found: text.lines().next().unwrap_or_default().to_owned(),
                expected,
            });
        }
        Ok(weights)
    }
}

impl Weights {
    /// Reads a line, which may begin a phase; an error is what the line should be.
    fn read_line(&mut self, line: &str, phase: &mut Option<usize>) -> Result<(), String> {
        // No line has more than three words.
        let words: Vec<&str> = line
            .split('#')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .take(4)
            .collect();
        if phase.is_none()
            && let Some(read) = read_game_line(&words, &mut self.game)
        {
            return read;
        }
        match (&words[..], *phase) {
            ([], _) => Ok(()),
            (&[name], _) => {
                let found = Weights::PHASES.iter().position(|known| *known == name);
                *phase =
                    Some(found.ok_or_else(|| format!("one of {}", Weights::PHASES.join(", ")))?);
                Ok(())
            }
            (&[name, base, more], Some(phase)) => {
                self.set(phase, name, read_number(base)?, read_number(more)?)
            }
            (_, None) => Err(Weights::PHASES.join(" or ")),
            _ => Err("a name and two numbers".to_owned()),
        }
    }

    /// Sets a weight of a phase, which grows by `more` from an empty floe to a full one.
    fn set(&mut self, phase: usize, name: &str, base: i64, more: i64) -> Result<(), String> {
        let own = self.game.rules.variant.features;
        let is_feature = FEATURE_NAMES.contains(&name) || own.contains(&name);
        for (free, row) in self.phases[phase].iter_mut().enumerate() {
            let thousandths = base + more * free as i64 / i64::from(Weights::MAX_FREE);
            let known = || {
                format!(
                    "one of {}, turn-1 to turn-4, doubt",
                    [&FEATURE_NAMES, own].concat().join(", ")
                )
            };
            let slot = row.slot(name, own).ok_or_else(known)?;
            *slot = if is_feature {
                thousandths * 1024 / 1000
            } else {
                thousandths
            } as Score;
        }
        Ok(())
    }
}

/// Reads a line of the head of a file, which names the rules or the number of players of the game;
/// `None` for other lines. An error is what the line should be.
pub(crate) fn read_game_line(words: &[&str], game: &mut WeightsGame) -> Option<Result<(), String>> {
    Some(match words {
        ["rules", name] => name
            .parse()
            .map(|rules| game.rules = rules)
            .map_err(|error: RulesError| error.to_string()),
        ["players", players] => {
            let players = players
                .parse()
                .ok()
                .filter(|players| (2..=Player::MAX).contains(players));
            game.players = players;
            players
                .map(drop)
                .ok_or_else(|| "players and 2, 3 or 4".to_owned())
        }
        _ => return None,
    })
}

fn read_number(word: &str) -> Result<i64, String> {
    let most = Weights::MAX_NUMBER;
    let number = word
        .parse::<i64>()
        .ok()
        .filter(|number| number.abs() <= most);
    number.ok_or_else(|| format!("an integer from -{most} to {most}"))
}
