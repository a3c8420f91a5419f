//! Seeds of random numbers: how the parts of a run get theirs, and how JSON holds them.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Part of a run that draws random numbers; each has a seed of its own, independent of all others.
///
/// No seed is a sum: with sums the second part of a run with seed 1 would be the first part of a
/// run with seed 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedOf {
    /// The deal of the floe of a match with this index from 0.
    Floe(u64),
    /// The engine on one seat in one game of a match.
    Engine {
        /// Index of the game in the schedule, from 0.
        game: u64,
        /// Index of the seat, from 0.
        seat: usize,
    },
    /// An engine that has this seed of its own, in one game. [`from_run`](SeedOf::from_run) then
    /// derives from the seed that the game has for the engine.
    OwnSeed(u64),
    /// All events of chance on the floe of a match with this index, from 0, which are the same in
    /// every game on it.
    World(u64),
    /// Round of a tuning with this index, from 0: its coins, and the match that it plays.
    TuningRound(u64),
    /// Game of self-play with this index, from 0.
    SelfPlayGame(u64),
    /// The games of self-play of the round of a training with this number, from 1.
    TrainingGames(u32),
    /// The match of the round of a training with this number, from 1.
    TrainingMatch(u32),
}

impl SeedOf {
    /// Derives the seed of this part from the seed of the run (SplitMix64: Steele, Lea & Flood
    /// 2014).
    pub fn from_run(self, seed: u64) -> u64 {
        let (stream, index) = match self {
            SeedOf::Floe(floe) => (0, floe),
            SeedOf::Engine { game, seat } => (1 + seat as u64, game),
            SeedOf::World(floe) => (1 << 32, floe),
            SeedOf::TuningRound(round) => (1 << 33, round),
            SeedOf::SelfPlayGame(game) => (1 << 34, game),
            SeedOf::TrainingGames(round) => (1 << 35, round.into()),
            SeedOf::TrainingMatch(round) => (1 << 36, round.into()),
            SeedOf::OwnSeed(own) => (1 << 37, own),
        };
        mix(mix(mix(seed) ^ stream) ^ index)
    }
}

fn mix(number: u64) -> u64 {
    SplitMix64::seed_from_u64(number).next_u64()
}

/// Largest integer that every reader of JSON keeps: those that have floating-point numbers alone
/// round larger ones.
const MAX_JSON_INTEGER: u64 = (1 << 53) - 1;

/// Draws a random seed of 53 bits, which every reader of JSON and SQL keeps.
pub fn draw_seed() -> u64 {
    RandomState::new().hash_one("floe") & MAX_JSON_INTEGER
}

/// Seed in JSON: a number up to 2^53 - 1, and a text of digits beyond. Both are read, as are larger
/// numbers, which older builds wrote.
///
/// A field of a seed has it by `#[serde(with = "floe_runs::json_seed")]` and `#[schemars(with =
/// "JsonSeed")]`.
///
/// ```
/// use floe_runs::JsonSeed;
///
/// assert_eq!(serde_json::to_string(&JsonSeed(9_007_199_254_740_991))?, "9007199254740991");
/// assert_eq!(serde_json::to_string(&JsonSeed(9_007_199_254_740_992))?, r#""9007199254740992""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JsonSeed(pub u64);

impl Serialize for JsonSeed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JsonSeed(seed) = *self;
        if seed <= MAX_JSON_INTEGER {
            serializer.serialize_u64(seed)
        } else {
            serializer.collect_str(&seed)
        }
    }
}

impl<'de> Deserialize<'de> for JsonSeed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonSeed, D::Error> {
        deserializer.deserialize_any(SeedVisitor)
    }
}

struct SeedVisitor;

impl Visitor<'_> for SeedVisitor {
    type Value = JsonSeed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a seed from 0 to {}, as a number or as text", u64::MAX)
    }

    fn visit_u64<E: Error>(self, seed: u64) -> Result<JsonSeed, E> {
        Ok(JsonSeed(seed))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<JsonSeed, E> {
        let is_integer = text.bytes().all(|byte| byte.is_ascii_digit());
        let seed = text.parse().ok().filter(|_| is_integer);
        seed.map(JsonSeed)
            .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}

impl JsonSchema for JsonSeed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seed".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": MAX_JSON_INTEGER },
                { "type": "string", "pattern": "^[0-9]+$" },
            ],
        })
    }
}

/// Reads and writes a field of a seed as a [`JsonSeed`].
pub mod json_seed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::JsonSeed;

    /// Writes the seed.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        JsonSeed(*seed).serialize(serializer)
    }

    /// Reads a seed.
    ///
    /// # Errors
    /// If the value is neither an integer from 0 to 2^64 - 1 nor a text of its digits.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        JsonSeed::deserialize(deserializer).map(|JsonSeed(seed)| seed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// All parts with a number, among them all that a small run has.
    fn parts(number: u32) -> Vec<SeedOf> {
        let index = u64::from(number);
        let engines = (0..4).map(|seat| SeedOf::Engine { game: index, seat });
        let others = [
            SeedOf::Floe(index),
            SeedOf::OwnSeed(index),
            SeedOf::World(index),
            SeedOf::TuningRound(index),
            SeedOf::SelfPlayGame(index),
            SeedOf::TrainingGames(number),
            SeedOf::TrainingMatch(number),
        ];
        engines.chain(others).collect()
    }

    /// Nor is a part of a part, such as a game of a round, the part of another run.
    #[test]
    fn no_two_parts_of_any_runs_share_a_seed() {
        let mut seen: BTreeSet<u64> = (0..1000).collect();
        for seed in 0..100 {
            for part in (0..200).flat_map(parts) {
                assert!(seen.insert(part.from_run(seed)), "{part:?} of {seed}");
            }
        }
        for seed in 0..4 {
            for round in (0..4).flat_map(parts) {
                for part in (0..40).flat_map(parts) {
                    assert!(
                        seen.insert(part.from_run(round.from_run(seed))),
                        "{part:?} of {round:?} of {seed}"
                    );
                }
            }
        }
    }

    /// A seed means the same match for ever.
    #[test]
    fn seeds_stay() {
        assert_eq!(SeedOf::Floe(0).from_run(0), 2_558_736_989_570_252_433);
    }

    #[test]
    fn json_keeps_every_seed() {
        let largest = MAX_JSON_INTEGER;
        for seed in [
            0,
            7,
            largest - 1,
            largest,
            largest + 1,
            u64::from(u32::MAX),
            u64::MAX - 1,
            u64::MAX,
        ] {
            let text = serde_json::to_string(&JsonSeed(seed)).unwrap();
            assert_eq!(text.starts_with('"'), seed > largest, "{text}");
            assert_eq!(
                serde_json::from_str::<JsonSeed>(&text).unwrap(),
                JsonSeed(seed)
            );
            assert_eq!(
                serde_json::from_str::<JsonSeed>(&seed.to_string()).unwrap(),
                JsonSeed(seed),
                "as it was"
            );
        }
        for wrong in [
            "-1",
            "1.5",
            "\"\"",
            "\"+1\"",
            "\"x\"",
            "\"18446744073709551616\"",
            "null",
            "[1]",
        ] {
            assert!(serde_json::from_str::<JsonSeed>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn drawn_seeds_differ_and_are_exact() {
        let drawn: BTreeSet<u64> = (0..100).map(|_| draw_seed()).collect();
        assert!(
            drawn.len() == 100
                && drawn
                    .iter()
                    .all(|&seed| seed as f64 as u64 == seed && seed <= MAX_JSON_INTEGER)
        );
    }
}
