//! Options that set up a game of Fish 'n' Flip.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use floe_engine::options::FlipOptions;
use floe_engine::options::values::{self, RAY_POWERS};
use floe_flip::{Species, Waste};

use crate::arguments::{CARDS, number};
use crate::problem::Wrong;

/// Options of the cards in flip and contest.
#[derive(Args, Clone)]
#[command(next_help_heading = CARDS)]
pub(crate) struct FlipArguments {
    /// Species in the game, such as whale,dolphin or WD [default: four at random]
    #[arg(long, value_name = "SPECIES,…", value_parser = all_species)]
    species: Option<AllSpecies>,

    /// Number of waste cards of each kind [default: plastic=4,metal=0,oil=0]
    #[arg(long, value_name = "KIND=N,…", value_parser = waste)]
    waste: Option<WasteCards>,

    /// Number of action cards of each player [default: 3 for two players, else 2]
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=20))]
    hand: Option<u8>,

    /// Power of rays: usual, or far, which connects those in one row or column
    #[arg(
        long,
        value_name = "POWER",
        default_value = "usual",
        hide_possible_values = true
    )]
    #[arg(value_parser = PossibleValuesParser::new(RAY_POWERS.map(|(name, _)| name)).try_map(|power| ray_power(&power)))]
    rays: RayPower,

    /// Deal six plastic cards in place of four
    #[arg(long, conflicts_with = "waste")]
    difficult: bool,

    /// Number of columns, 1 to 4, for studies
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=4))]
    columns: Option<u8>,

    /// Height of the columns in cards, 2 to 6, for studies
    #[arg(long, value_name = "N", value_parser = number::<u8>(2..=6))]
    height: Option<u8>,

    /// Number of cards of each species, 1 to 10, for studies
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=10))]
    each: Option<u8>,
}

/// Power of rays (rule 4.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RayPower {
    is_far: bool,
}

/// Species of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
struct AllSpecies(Vec<Species>);

/// Numbers of waste cards of an option, in the order of [`Waste::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WasteCards([Option<u8>; 3]);

/// Parses names separated by commas, or letters.
fn all_species(text: &str) -> Result<AllSpecies, Wrong> {
    let by_letters: Option<Vec<Species>> = text.chars().map(Species::from_letter).collect();
    let by_names = || text.split(',').map(species).collect();
    by_letters
        .filter(|all| !all.is_empty())
        .map_or_else(by_names, Ok)
        .map(AllSpecies)
}

fn species(name: &str) -> Result<Species, Wrong> {
    values::species(name).map_err(|error| Wrong::new(error.problem()))
}

fn ray_power(name: &str) -> Result<RayPower, Wrong> {
    Ok(RayPower {
        is_far: values::has_far_rays(name)?,
    })
}

fn waste(text: &str) -> Result<WasteCards, Wrong> {
    let mut cards = [None; 3];
    for part in text.split(',') {
        let wrong = || {
            let kinds = Waste::ALL.map(|waste| format!("{}=0 to {}", waste.name(), waste.cards()));
            Wrong::new(format!("expected {}; found '{part}'", kinds.join(", ")))
        };
        let (name, number) = part.split_once('=').ok_or_else(wrong)?;
        let kind = Waste::ALL
            .into_iter()
            .find(|waste| waste.name() == name)
            .ok_or_else(wrong)?;
        let number = number
            .parse()
            .ok()
            .filter(|&number: &u8| number <= kind.cards())
            .ok_or_else(wrong)?;
        if cards[kind as usize].replace(number).is_some() {
            return Err(Wrong::new(format!(
                "expected every kind of waste once; found {name} twice"
            )));
        }
    }
    Ok(WasteCards(cards))
}

impl FlipArguments {
    /// Returns the options as words of a call.
    pub(crate) fn words(&self) -> Vec<String> {
        let letters = |AllSpecies(species): &AllSpecies| {
            species.iter().map(|species| species.letter()).collect()
        };
        let waste = |WasteCards(cards): WasteCards| {
            let kinds = Waste::ALL.into_iter().zip(cards);
            let given =
                kinds.filter_map(|(kind, number)| Some(format!("{}={}", kind.name(), number?)));
            given.collect::<Vec<String>>().join(",")
        };
        let number = |number: Option<u8>| number.map(|number| number.to_string());
        let options = [
            ("species", self.species.as_ref().map(letters)),
            ("waste", self.waste.map(waste)),
            ("hand", number(self.hand)),
            ("rays", self.rays.is_far.then(|| "far".to_owned())),
            ("columns", number(self.columns)),
            ("height", number(self.height)),
            ("each", number(self.each)),
        ];
        let words = options
            .into_iter()
            .filter_map(|(name, value)| Some([format!("--{name}"), value?]))
            .flatten();
        words
            .chain(self.difficult.then(|| "--difficult".to_owned()))
            .collect()
    }

    /// Returns what was meant by the options.
    pub(crate) fn options(&self) -> FlipOptions {
        FlipOptions {
            species: self
                .species
                .as_ref()
                .map(|AllSpecies(species)| species.clone()),
            waste: self.waste.map_or([None; 3], |WasteCards(cards)| cards),
            hand: self.hand,
            // The default of the command line suits every game.
            has_far_rays: Some(self.rays.is_far).filter(|&is_far| is_far),
            difficult: self.difficult,
            columns: self.columns.map(usize::from),
            height: self.height.map(usize::from),
            each: self.each,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn species_have_names_and_letters() {
        let wanted = Ok(AllSpecies(vec![Species::Whale, Species::Dolphin]));
        for text in ["WD", "whale,dolphin", "W,D", "whale,D"] {
            assert_eq!(
                all_species(text).map_err(|error| error.to_string()),
                wanted,
                "{text}"
            );
        }
        let error = all_species("whale,dolfin").unwrap_err().to_string();
        assert!(
            error.ends_with("found 'dolfin' (did you mean 'dolphin'?)"),
            "{error}"
        );
    }

    #[test]
    fn waste_has_kinds() {
        assert_eq!(
            waste("oil=2,plastic=0").unwrap(),
            WasteCards([Some(0), None, Some(2)])
        );
        for text in ["", "oil", "oil=4", "oil=x", "glass=1", "oil=1,oil=1"] {
            assert!(waste(text).is_err(), "{text}");
        }
    }
}
