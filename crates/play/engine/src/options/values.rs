//! Values of options that have names.

use floe_flip::Species;
use floe_variants::{Centre, Outline, did_you_mean};

use super::OptionError;
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
