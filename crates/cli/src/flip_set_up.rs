//! Options that set up a game of Fish 'n' Flip.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use floe_engine::AnySetUp;
use floe_flip::{FlipSetUp, Species, Waste};
use floe_variants::{SetUp, did_you_mean};

use crate::arguments::number;
use crate::problem::Wrong;

/// Options of the cards in flip and contest.
#[derive(Args, Clone)]
#[command(next_help_heading = "Fish 'n' Flip")]
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
    #[arg(long, value_name = "POWER", default_value = "usual", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(["usual", "far"]).map(|power| RayPower { is_far: power == "far" }))]
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
    by_letters.filter(|all| !all.is_empty()).map_or_else(by_names, Ok).map(AllSpecies)
}

fn species(name: &str) -> Result<Species, Wrong> {
    let found = Species::ALL.into_iter().find(|species| species.name() == name || species.letter().to_string() == name);
    found.ok_or_else(|| {
        let names = Species::ALL.map(Species::name);
        let like = did_you_mean(name, names);
        Wrong::new(format!("expected {}, or their letters; found '{name}'{like}", names.join(", ")))
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
        let kind = Waste::ALL.into_iter().find(|waste| waste.name() == name).ok_or_else(wrong)?;
        let number = number.parse().ok().filter(|&number: &u8| number <= kind.cards()).ok_or_else(wrong)?;
        if cards[kind as usize].replace(number).is_some() {
            return Err(Wrong::new(format!("expected every kind of waste once; found {name} twice")));
        }
    }
    Ok(WasteCards(cards))
}

impl FlipArguments {
    /// The first given option that the competitive form has, too.
    fn first_of_both(&self) -> Option<&'static str> {
        let given = [("species", self.species.is_some()), ("rays", self.rays.is_far), ("each", self.each.is_some())];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// The first given option that only the cooperative game has.
    fn first_of_flip(&self) -> Option<&'static str> {
        let given = [
            ("waste", self.waste.is_some()),
            ("hand", self.hand.is_some()),
            ("difficult", self.difficult),
            ("columns", self.columns.is_some()),
            ("height", self.height.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// Adds the options to the usual set-up of a game; `floe` is that of a game on a floe.
    ///
    /// # Errors
    /// If an option does not suit the game.
    pub(crate) fn set_up(&self, usual: AnySetUp, floe: Option<SetUp>) -> Result<AnySetUp, Wrong> {
        let rules = usual.rules();
        let of_both = self.first_of_both().filter(|_| usual.flip().is_err()).map(|name| (name, "flip and contest"));
        let of_flip = self.first_of_flip().filter(|_| !rules.is_cooperative()).map(|name| (name, "flip"));
        let misplaced = of_both.or(of_flip);
        if let Some((name, suitable)) = misplaced {
            return Err(Wrong::new(format!("--{name}: expected with --rules {suitable} only; found {rules}")));
        }
        Ok(floe.map_or_else(|| usual.map_flip(|set_up| self.change(&set_up)), AnySetUp::Floe))
    }

    fn change(&self, usual: &FlipSetUp) -> FlipSetUp {
        let plastic = FlipSetUp::usual(usual.players, self.difficult).waste;
        let WasteCards(wanted) = self.waste.unwrap_or(WasteCards([None; 3]));
        FlipSetUp {
            species: self.species.clone().map_or(Vec::new(), |AllSpecies(species)| species),
            each: self.each.unwrap_or(usual.each),
            waste: std::array::from_fn(|kind| wanted[kind].unwrap_or(plastic[kind])),
            hand: self.hand,
            has_far_rays: self.rays.is_far,
            columns: self.columns.map_or(usual.columns, usize::from),
            rows: self.height.map_or(usual.rows, usize::from),
            ..usual.clone()
        }
    }

    /// Lists all that is not the default: `species=WD difficult`.
    pub(crate) fn unusual(&self) -> Option<String> {
        let usual = FlipSetUp::usual(2, false);
        let changed = self.change(&usual);
        let mut words = Vec::new();
        if !changed.species.is_empty() {
            words.push(format!(
                "species={}",
                changed.species.iter().map(|species| species.letter()).collect::<String>()
            ));
        }
        if changed.waste != usual.waste {
            let [plastic, metal, oil] = changed.waste;
            words.push(format!("waste=p{plastic}m{metal}o{oil}"));
        }
        words.extend(self.hand.map(|hand| format!("hand={hand}")));
        words.extend(self.rays.is_far.then(|| "rays=far".to_owned()));
        if (changed.columns, changed.rows) != (usual.columns, usual.rows) {
            words.push(format!("net={}x{}", changed.columns, changed.rows));
        }
        words.extend(self.each.map(|each| format!("each={each}")));
        (!words.is_empty()).then(|| words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn species_have_names_and_letters() {
        let wanted = Ok(AllSpecies(vec![Species::Whale, Species::Dolphin]));
        for text in ["WD", "whale,dolphin", "W,D", "whale,D"] {
            assert_eq!(all_species(text).map_err(|error| error.to_string()), wanted, "{text}");
        }
        let error = all_species("whale,dolfin").unwrap_err().to_string();
        assert!(error.ends_with("found 'dolfin' (did you mean 'dolphin'?)"), "{error}");
    }

    #[test]
    fn waste_has_kinds() {
        assert_eq!(waste("oil=2,plastic=0").unwrap(), WasteCards([Some(0), None, Some(2)]));
        for text in ["", "oil", "oil=4", "oil=x", "glass=1", "oil=1,oil=1"] {
            assert!(waste(text).is_err(), "{text}");
        }
    }
}
