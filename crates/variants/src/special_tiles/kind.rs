/// What a special tile is (3.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum SpecialTile {
    /// The penguin jumps on to another tile.
    Teleport,
    /// The penguin changes places with another one.
    Exchange,
    /// Somebody gives back a tile.
    Reversal,
    /// A tile is moved.
    Floating,
    /// It can be slid across, twice.
    Broken,
    /// It can be slid across once.
    Cracked,
}

impl SpecialTile {
    /// How many kinds there are.
    pub const COUNT: usize = 6;

    /// All kinds.
    pub const ALL: [SpecialTile; SpecialTile::COUNT] = [
        SpecialTile::Teleport,
        SpecialTile::Exchange,
        SpecialTile::Reversal,
        SpecialTile::Floating,
        SpecialTile::Broken,
        SpecialTile::Cracked,
    ];

    /// The letter in positions; of broken tiles the digit tells the side.
    pub const fn letter(self) -> char {
        match self {
            SpecialTile::Teleport => 't',
            SpecialTile::Exchange => 'x',
            SpecialTile::Reversal => 'r',
            SpecialTile::Floating => 'f',
            SpecialTile::Broken | SpecialTile::Cracked => 'b',
        }
    }

    /// In words, of all of a kind.
    pub const fn name(self) -> &'static str {
        match self {
            SpecialTile::Teleport => "teleport",
            SpecialTile::Exchange => "exchange",
            SpecialTile::Reversal => "reversal",
            SpecialTile::Floating => "floating",
            SpecialTile::Broken | SpecialTile::Cracked => "broken",
        }
    }

    /// What it does, for a legend.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            SpecialTile::Teleport => "t: teleport, on to a free tile with as many fish.",
            SpecialTile::Exchange => "x: exchange, with an opponent's penguin on as many fish.",
            SpecialTile::Reversal => "r: reversal, an opponent gives back its lowest tile.",
            SpecialTile::Floating => "f: floating, moves a tile at the water.",
            SpecialTile::Broken => "b2: broken, can be slid across twice and not stopped on.",
            SpecialTile::Cracked => "b1: broken, can be slid across once and not stopped on.",
        }
    }
}
