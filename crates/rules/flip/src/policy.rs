use floe_game::{Chance, Game, POINT, Score};

use crate::card::Species;
use crate::flip::{Flip, FlipStep};
use crate::freeing::{free_sets, groups, groups_within};
use crate::moving::{Powers, act, for_each_power, use_power};
use crate::mv::FlipMove;
use crate::net::Net;
use crate::space::{Space, Spaces};

/// Simple player of the cooperative game, which plans only to the end of its own turn.
///
/// ```
/// use floe_flip::{Flip, FlipMove, FlipPolicy};
///
/// let text = "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c W0011";
/// let flip: Flip = text.parse()?;
/// assert_eq!(FlipPolicy::Greedy.choose(&flip), Some(FlipMove::FlipRow(0)));
/// # Ok::<(), floe_game::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlipPolicy {
    /// Frees as many animals as it can in its turn.
    Greedy,
    /// Frees many animals, but also keeps columns low, waste off the net and pairs of a species
    /// together.
    Thumb,
}

/// Value of an animal that is not freed, in 1/128 animals.
const ANIMAL: Score = -POINT;
/// Value of a waste card on the net, in 1/128 animals.
const WASTE: Score = -40;
/// Value of a column by its number of cards, in 1/128 animals.
const HEIGHTS: [Score; Space::ROWS + 1] = [0, 0, 0, -10, -60, -200, -500];
/// Value of two neighbours of one species that swim the same way, in 1/128 animals.
const PAIR: Score = 18;
/// Value of two neighbours of one species that swim in different directions, in 1/128 animals: a
/// flip makes them a group.
const OPPOSED: Score = 30;

impl FlipPolicy {
    /// Chooses a move of the player to move in `flip`, without the outcome of chance; `None` when
    /// the game is over.
    pub fn choose(self, flip: &Flip) -> Option<FlipMove> {
        if flip.is_over() {
            return None;
        }
        choice_without_values(flip).or_else(|| best_choice(flip, |mv| self.value(flip, mv)))
    }

    /// Value of a choice of the player to move, in 1/128 animals; more is better for the players.
    /// It is the [evaluation](Self::evaluate) of the net at the end of the turn, after the best use
    /// of a power and all freeing.
    pub fn value(self, flip: &Flip, choice: FlipMove) -> Score {
        TurnValues {
            flip,
            evaluate: |net: &Net| self.evaluate(net),
        }
        .value(choice)
    }

    /// Estimated value of a net between turns, in 1/128 animals; more is better for the players. An
    /// animal on the net counts -128, and for [`FlipPolicy::Thumb`] low columns, pairs and waste
    /// count too.
    pub fn evaluate(self, net: &Net) -> Score {
        let animals = ANIMAL * net.animals().len() as Score;
        if self == FlipPolicy::Greedy {
            return animals;
        }
        let height = |column: usize| (net.cards() & Spaces::column(column)).len();
        let heights: Score = (0..Space::COLUMNS)
            .map(|column| HEIGHTS[height(column)])
            .sum();
        let pairs = net.pairs();
        let pairs = PAIR * pairs.same as Score + OPPOSED * pairs.opposed as Score;
        animals + heights + pairs + WASTE * net.all_waste().len() as Score
    }
}

/// The move of a step in which no values are compared: the next card, or all that may be freed.
pub(crate) fn choice_without_values(flip: &Flip) -> Option<FlipMove> {
    match flip.step() {
        FlipStep::Free => Some(best_free(flip.net(), flip.usable())),
        FlipStep::Draw => Some(FlipMove::Draw(None)),
        FlipStep::Lay => Some(FlipMove::Lay(None)),
        FlipStep::Act | FlipStep::Power => None,
    }
}

/// The first choice of the greatest value; `None` if there is no choice.
pub(crate) fn best_choice(
    flip: &Flip,
    mut value: impl FnMut(FlipMove) -> Score,
) -> Option<FlipMove> {
    let mut best: Option<(Score, FlipMove)> = None;
    flip.for_each_choice(|mv| {
        let value = value(mv);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, mv));
        }
    });
    best.map(|(_, mv)| mv)
}

/// Values of the choices of a turn by the value that `evaluate` gives to the net at the end of it.
pub(crate) struct TurnValues<'a, F> {
    pub(crate) flip: &'a Flip,
    pub(crate) evaluate: F,
}

impl<F: Fn(&Net) -> Score> TurnValues<'_, F> {
    /// Value of a choice of the player to move: that of the net at the end of the turn, after the
    /// best use of a power and all freeing.
    pub(crate) fn value(&self, choice: FlipMove) -> Score {
        let net = self.flip.net();
        let powers = self.flip.usable();
        match choice {
            FlipMove::Power(..) | FlipMove::Go => self.value_of_power(net, powers, choice),
            FlipMove::Free(cards) => {
                let mut after = *net;
                let left = if groups_within(net, powers, cards) == cards {
                    powers
                } else {
                    powers.used_up()
                };
                after.remove(cards);
                self.value_of_lowering(after, left)
            }
            FlipMove::Done => self.value_of_lowering(*net, powers),
            _ => self.value_of_act(net, powers, choice),
        }
    }

    /// Value of the net after an action and the best use of a power.
    fn value_of_act(&self, net: &Net, powers: Powers, mv: FlipMove) -> Score {
        let mut after = *net;
        let freed = act(&mut after, mv);
        let left = if freed.len() > 1 {
            powers.used_up()
        } else {
            powers
        };
        after.remove(freed);
        let mut value = self.value_of_turn(after, left);
        if left.has_moving() {
            for_each_power(&after, left, after.flipped(), |power| {
                value = value.max(self.value_of_power(&after, left, power));
            });
        }
        value
    }

    /// Value of the net after the use of a power, or without one.
    fn value_of_power(&self, net: &Net, powers: Powers, mv: FlipMove) -> Score {
        let FlipMove::Power(space, other) = mv else {
            return self.value_of_turn(*net, powers);
        };
        let mut after = *net;
        use_power(&mut after, space, other);
        self.value_of_turn(after, powers.used_up())
    }

    /// Value of the net when all possible groups have been freed.
    fn value_of_turn(&self, mut net: Net, powers: Powers) -> Score {
        free_greedily(&mut net, powers);
        (self.evaluate)(&net)
    }

    /// Value of the net when its cards have been lowered, and all groups freed that may then be
    /// freed.
    fn value_of_lowering(&self, mut net: Net, powers: Powers) -> Score {
        if net.fall() {
            self.value_of_turn(net, powers)
        } else {
            (self.evaluate)(&net)
        }
    }
}

/// Frees all groups, again and again, and what a power of freeing adds; then the cards have fallen.
fn free_greedily(net: &mut Net, mut powers: Powers) {
    loop {
        let freed = if powers.has_freeing() {
            let (freed, is_used) = most_with_power(net, powers);
            powers = if is_used { powers.used_up() } else { powers };
            freed
        } else {
            groups(net, powers)
                .into_iter()
                .fold(Spaces::EMPTY, |all, group| all | group)
        };
        net.remove(freed);
        if !net.fall() {
            return;
        }
    }
}

/// Largest set of animals that may be freed, and whether it takes a power.
fn most_with_power(net: &Net, powers: Powers) -> (Spaces, bool) {
    let all = groups(net, powers)
        .into_iter()
        .fold(Spaces::EMPTY, |all, group| all | group);
    let has_source = [Species::Swordfish, Species::Ray]
        .iter()
        .any(|&species| !(net.species(species) & all).is_empty())
        || powers.has(Species::Shark) && !net.flipped().is_empty();
    if !has_source {
        return (all, false);
    }
    let sets = free_sets(net, powers, true).into_iter();
    let most =
        sets.max_by_key(|&set| 2 * (set & net.animals()).len() + (set & net.all_waste()).len());
    most.map_or((all, false), |most| {
        if most.len() > all.len() {
            (most, true)
        } else {
            (all, false)
        }
    })
}

fn best_free(net: &Net, powers: Powers) -> FlipMove {
    match most_with_power(net, powers).0 {
        Spaces::EMPTY => FlipMove::Done,
        cards => FlipMove::Free(cards),
    }
}
