//! The units in which a game counts.

/// Units in which the results of a game are counted: the first decides, the second breaks ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// Fish, and tiles where fish are equal.
    Fish,
    /// Penguins, and fish where penguins are equal (rule 3.5, survival).
    Penguins,
    /// Points, without a second unit (rule 4.7 and Gone Fishing!).
    Points,
    /// Animals left, of which fewer are better, without a second unit (rule 4.6).
    Animals,
}

impl Units {
    /// English name of the first unit, in the plural.
    pub const fn name(self) -> &'static str {
        match self {
            Units::Fish => "fish",
            Units::Penguins => "penguins",
            Units::Points => "points",
            Units::Animals => "animals",
        }
    }
}
