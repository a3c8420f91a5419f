//! The rules in short, as a table: six sentences a game, and tips for a first game. `docs/rules.md`
//! begins with those of the base game, which a test compares.

/// A game in short for people who do not know it. An empty sentence of a variant is that of the
/// base game.
pub(super) struct InShort {
    /// Name of the game or of the part of its rules.
    pub(super) name: &'static str,
    aim: &'static str,
    to_begin: &'static str,
    your_turn: &'static str,
    you_take: &'static str,
    the_end: &'static str,
    who_wins: &'static str,
    /// Advice for a first game.
    pub(super) tips: &'static [&'static str],
}

impl InShort {
    /// The sentences in their order, each after the name of what it is about.
    pub(super) const fn lines(&self) -> [(&'static str, &'static str); 6] {
        [
            ("Aim", self.aim),
            ("To begin", self.to_begin),
            ("Your turn", self.your_turn),
            ("You take", self.you_take),
            ("The end", self.the_end),
            ("Who wins", self.who_wins),
        ]
    }
}

/// Part of the rules that changes nothing.
const KEPT: InShort = InShort {
    name: "",
    aim: "",
    to_begin: "",
    your_turn: "",
    you_take: "",
    the_end: "",
    who_wins: "",
    tips: &[],
};

/// Every game, and every part of the rules of a floe.
pub(super) const IN_SHORT: &[InShort] = &[
    InShort {
        name: "base",
        aim: "Catch the most fish before the ice is gone.",
        to_begin: "In turn, set your penguins one by one on tiles with one fish: four each for two players, three for three, two for four.",
        your_turn: "Slide one of your penguins in a straight line over free tiles, as far as you like.",
        you_take: "The tile that your penguin leaves; water stays behind.",
        the_end: "Who cannot move any more takes the tiles under its penguins and is out; the game ends when all are out.",
        who_wins: "Count the fish on your tiles; the most fish wins, and of equal fish the more tiles.",
        tips: &[
            "First place your penguins, each on a free tile with one fish.",
            "A penguin slides in a straight line over free tiles, as far as you like.",
            "You take the tile that your penguin leaves, not the one on which it stops.",
        ],
    },
    InShort {
        name: "push",
        your_turn: "Slide a penguin in a straight line over free tiles, or push an opponent's penguin next to yours into the water behind it.",
        you_take: "The tile that your penguin leaves when it slides; nothing when it pushes.",
        tips: &[
            "You can push an opponent's penguin into water or off the floe: click on yours, then on the other one.",
        ],
        ..KEPT
    },
    InShort {
        name: "teams",
        aim: "Catch the most fish together: A and C are one team, B and D the other.",
        who_wins: "Add up the fish of your team; the team with the most fish wins.",
        tips: &["A and C play together against B and D."],
        ..KEPT
    },
    InShort {
        name: "whale",
        you_take: "The tile that your penguin leaves; then you send the whale off, one space for each fish on it, and a penguin that it meets is lost.",
        tips: &[
            "After your move you send the whale off, one space for each fish you took; it takes penguins it meets.",
        ],
        ..KEPT
    },
    InShort {
        name: "hidden-whale",
        you_take: "The tile that your penguin leaves, unless the whale hides below it: then that tile and your penguin are lost.",
        tips: &["A tile with three fish can hide a whale: it appears when the tile is taken."],
        ..KEPT
    },
    InShort {
        name: "survival",
        aim: "Keep your penguins on the ice longer than the others.",
        to_begin: "In turn, set your penguins one by one on any free tiles.",
        your_turn: "Move one of your penguins to a free tile next to it.",
        you_take: "Nothing; you let a free tile with as many fish as your new one sink.",
        the_end: "A penguin without a free tile next to it leaves; the game ends when only one player has penguins, or no more tiles sink.",
        who_wins: "The most penguins on the ice win; if that is a tie, the most fish around them.",
        tips: &[
            "First place your penguins, each on a free tile.",
            "A penguin steps to a free tile next to it; then you choose a free tile with as many fish, which sinks.",
            "A penguin without a free tile next to it leaves; who has the most penguins at the end wins.",
        ],
    },
    InShort {
        name: "group",
        your_turn: "Slide one penguin in a straight line over free tiles, or all of yours that share a tile; they may stop on a tile with others.",
        you_take: "The tile that you leave empty; its fish count once for each penguin that left it with you.",
        tips: &["Penguins may share a tile, and move together."],
        ..KEPT
    },
    InShort {
        name: "special-tiles",
        your_turn: "Slide one of your penguins in a straight line; on a special tile it may use what the tile does.",
        you_take: "The tile that your penguin leaves, but no special tile.",
        tips: &["Special tiles do something when a penguin stops on them; the page asks what."],
        ..KEPT
    },
    InShort {
        name: "flip",
        aim: "Free the animals from the net together, before it is full.",
        to_begin: "Lay three cards in each of the four columns, which are the net; everyone has one power and two open action cards, three if you are two.",
        your_turn: "Play one of your cards: flip animals over, or switch two of them, so that animals of one kind swim the same way.",
        you_take: "Groups of two or more such animals that touch are free, if one of them has moved; the cards above fall down.",
        the_end: "Then every column gets a new card; if one is full, all lose at once; else play until the pile is empty.",
        who_wins: "All of you, or none: the fewer animals are left, the better.",
        tips: &[
            "You play together: leave as few animals in the net as you can.",
            "Play an action card; then free groups of a species that swim the same way, one of which has moved.",
            "A column with six cards gets no more: if it would, the game is lost.",
        ],
    },
    InShort {
        name: "contest",
        aim: "Free as many animals in one turn as you dare to bid.",
        to_begin: "Lay nine animals; two powers and two open action cards are for all.",
        your_turn: "Bid a number of animals, higher than the last one, or pass; the highest bidder plays one of the two cards.",
        you_take: "As many animals as you have bid, if you free them; if you free fewer, you get a waste card.",
        the_end: "Then nine new animals are laid; the game ends when there are too few.",
        who_wins: "Each animal is a point, each waste card costs two; the most points win.",
        tips: &[
            "Bid how many animals you will free in one turn; the highest bid plays.",
            "Free as many as you bid, and each is a point; fewer cost two.",
        ],
    },
    InShort {
        name: "angling",
        aim: "One of you fishes, the other is the fish and hides them face down in the lake; then you change roles.",
        to_begin: "The fish lays its sixteen tiles; the angler puts two anglers on two piers.",
        your_turn: "The angler walks one of two anglers around the lake; the fish shows a tile in front of it.",
        you_take: "The angler may pay a catch tile to take that tile, or another one in front, and walks on by its distance; the fish may then move tiles.",
        the_end: "An angler that is back at its start is out; the day ends when both are out.",
        who_wins: "Each caught fish counts its number; who has more points after both days wins, and a tie goes to A.",
        tips: &[
            "The fish lays its tiles face down; the angler walks around the lake from pier to pier.",
            "The fish shows a tile of the line of that pier; the angler may catch it or any other of the line.",
            "An angler that is back at its start is out.",
        ],
    },
];
