//! Values of options that have names.

use std::collections::BTreeMap;

use floe_angling::{LakeSpace, LakeTile, TileCounts};
use floe_flip::{Species, Waste};
use floe_variants::{Centre, Outline, Specials, SpecialsError, Whales, did_you_mean};

use super::{OptionError, OptionExpectation};
use crate::{GameRules, GameRulesError};

/// Names of layouts of the floe; any other layout is written as `rows(…)`.
pub const LAYOUTS: [&str; 3] = ["standard", "setup-1", "setup-2"];

/// Names of small layouts, for learning and proofs, with the rows that they stand for.
pub const SMALL_LAYOUTS: [(&str, &str); 3] = [
    ("small-10", "rows(1:3,0:4,1:3)"),
    ("small-16", "rows(0:4,1:4,0:4,1:4)"),
    ("small-22", "rows(1:4,0:5,1:4,0:5,1:4)"),
];

/// Things that can lie in the centre of the layout `setup-2`, each with its name.
pub const CENTRES: [(&str, Centre); 4] = [
    ("water", Centre::Water),
    ("open", Centre::Open),
    ("0", Centre::Zero),
    ("m2", Centre::MinusTwo),
];

/// Names of the two powers of rays, each with whether it connects rays in one row or column (rule
/// 4.4).
pub const RAY_POWERS: [(&str, bool); 2] = [("usual", false), ("far", true)];

/// The rules with this name.
///
/// # Errors
/// If no rules have this name.
pub fn rules(name: &str) -> Result<GameRules, OptionError> {
    name.parse().map_err(|expected: GameRulesError| {
        OptionError::of_words("rules", expected, format!("'{name}'"))
    })
}

/// The layout of the floe with this name: one of [`LAYOUTS`] or [`SMALL_LAYOUTS`], or `rows(…)` as
/// [`Outline::by_name`] reads it.
///
/// # Errors
/// If no layout has this name, or the rows make no outline.
pub fn layout(name: &str) -> Result<Outline, OptionError> {
    let found = format!("'{name}'");
    let rows = SMALL_LAYOUTS
        .iter()
        .find(|(small, _)| *small == name)
        .map(|&(_, rows)| rows);
    match Outline::by_name(rows.unwrap_or(name)) {
        Some(outline) => outline.map_err(|error| OptionError::of_words("layout", error, found)),
        None => {
            let names: Vec<&str> = LAYOUTS
                .into_iter()
                .chain(SMALL_LAYOUTS.map(|(small, _)| small))
                .collect();
            let like = did_you_mean(name, names.iter().copied());
            let expected = format!("{} or rows(…){like}", names.join(", "));
            Err(OptionError::of_words("layout", expected, found))
        }
    }
}

/// The centre of the layout `setup-2` with this name.
///
/// # Errors
/// If the name is none of [`CENTRES`].
pub fn centre(name: &str) -> Result<Centre, OptionError> {
    let found = CENTRES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, centre)| centre);
    found
        .ok_or_else(|| OptionError::of_words("centre", "water, open, 0 or m2", format!("'{name}'")))
}

/// Whether the power of rays with this name connects rays in one row or column.
///
/// # Errors
/// If the name is none of [`RAY_POWERS`].
pub fn has_far_rays(power: &str) -> Result<bool, OptionError> {
    let found = RAY_POWERS
        .iter()
        .find(|(known, _)| *known == power)
        .map(|&(_, is_far)| is_far);
    found.ok_or_else(|| OptionError::of_words("rays", "usual or far", format!("'{power}'")))
}

/// The species of Fish 'n' Flip with this name or letter.
///
/// # Errors
/// If no species has this name or letter.
pub fn species(name: &str) -> Result<Species, OptionError> {
    let found = Species::ALL
        .into_iter()
        .find(|species| species.name() == name || species.letter().to_string() == name);
    found.ok_or_else(|| {
        let names = Species::ALL.map(Species::name);
        let like = did_you_mean(name, names);
        let expected = format!("{}, or their letters", names.join(", "));
        OptionError::of_words("species", expected, format!("'{name}'{like}"))
    })
}

/// All species with these names or letters. A single text may also be a row of letters, as in `WD`.
///
/// # Errors
/// For the first text that is no species.
pub fn all_species(names: &[String]) -> Result<Vec<Species>, OptionError> {
    if let [letters] = names {
        let all: Option<Vec<Species>> = letters.chars().map(Species::from_letter).collect();
        if let Some(all) = all.filter(|all| !all.is_empty()) {
            return Ok(all);
        }
    }
    names.iter().map(|name| species(name)).collect()
}

/// Numbers of waste cards by the names of their kinds, in the order of [`Waste::ALL`]; `None` for
/// kinds that are not named.
///
/// # Errors
/// If a name is no kind of waste, or the box has fewer cards of it.
pub fn waste(counts: &BTreeMap<String, u64>) -> Result<[Option<u8>; 3], OptionError> {
    let mut cards = [None; 3];
    for (name, &number) in counts {
        let kind = Waste::ALL.into_iter().find(|waste| waste.name() == name);
        let kind = kind.ok_or_else(|| {
            let names = Waste::ALL.map(Waste::name).join(", ");
            OptionError::of_words("waste", format!("numbers of {names}"), format!("'{name}'"))
        })?;
        let most = kind.cards();
        if number > most.into() {
            let expected = format!("at most {most} cards of {name}");
            return Err(OptionError::of_words("waste", expected, number));
        }
        cards[kind as usize] = Some(number as u8);
    }
    Ok(cards)
}

/// Numbers of special tiles by the names of their kinds; kinds that are not named keep their usual
/// number.
///
/// # Errors
/// If a name is no kind, or a number is too large.
pub fn specials(counts: &BTreeMap<String, u64>) -> Result<Specials, OptionError> {
    let kinds = counts
        .iter()
        .map(|(kind, number)| format!("{kind}={number}"));
    let text: Vec<String> = kinds.collect();
    text.join(",")
        .parse()
        .map_err(|expected: SpecialsError| OptionError {
            option: "special",
            expected: OptionExpectation::Words(expected.to_string()),
            found: None,
        })
}

/// The whales that hide below tiles with these fish.
///
/// # Errors
/// If the fish are neither 3 nor 3 and 2.
pub fn whales(fish: &[u64]) -> Result<Whales, OptionError> {
    match fish {
        [3] => Ok(Whales::THREE),
        [3, 2] => Ok(Whales::BOTH),
        _ => {
            let found = format!("{fish:?}");
            Err(OptionError::of_words("whales", "[3] or [3, 2]", found))
        }
    }
}

/// Tiles of a lake by their letters.
///
/// # Errors
/// For the first text that is no tile, or a tile of which there are too many.
pub fn lake_tiles(letters: &[String]) -> Result<TileCounts, OptionError> {
    let mut tiles = TileCounts::NONE;
    for text in letters {
        let tile = text.parse().ok().and_then(LakeTile::from_letter);
        let tile = tile.filter(|&tile| tiles.count(tile) < TileCounts::MAX);
        let found = format!("'{text}'");
        tiles.add(
            tile.ok_or_else(|| OptionError::of_words("lake-tiles", "tiles (1-6, r, d)", found))?,
        );
    }
    Ok(tiles)
}

/// Numbers of catch tiles of the distances from 1; 0 for distances that are left out. A number
/// above 255 becomes 255, which no deal accepts.
///
/// # Errors
/// If there are too many distances.
pub fn catch_tiles(numbers: &[u64]) -> Result<[u8; LakeSpace::SIZE], OptionError> {
    let mut catch = [0; LakeSpace::SIZE];
    for (distance, &number) in numbers.iter().enumerate() {
        let place = catch.get_mut(distance).ok_or_else(|| OptionError {
            option: "catch-tiles",
            expected: OptionExpectation::Words(format!("numbers of {} distances", LakeSpace::SIZE)),
            found: None,
        })?;
        *place = u8::try_from(number).unwrap_or(u8::MAX);
    }
    Ok(catch)
}
