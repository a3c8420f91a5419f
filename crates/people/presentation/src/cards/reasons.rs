//! Reasons for turns of Fish 'n' Flip: what they do on the table, as people can count it.

use floe_flip::{Contest, ContestStep, Flip, FlipMove, FlipPolicy, FlipStep, Space, Spaces};
use floe_game::{Chance, Game, POINT, Player, counted};

/// Reasons for the turn that begins with this line, which rules of thumb complete: animals freed,
/// columns lowered, and groups that the next turn can make. None for steps of chance.
pub(super) fn of_turn(flip: &Flip, line: &[FlipMove]) -> Vec<String> {
    if matches!(flip.step(), FlipStep::Draw | FlipStep::Lay) || line.is_empty() {
        return Vec::new();
    }
    let after = end_of_turn(flip, line);
    let freed = match flip.animals_left() - after.animals_left() {
        0 => match most_freed(flip) {
            0 => "No turn can free an animal now.".to_owned(),
            most => format!(
                "It frees no animal in this turn, where {most} could be: it keeps them for later turns."
            ),
        },
        freed => format!(
            "It frees {freed} of {} in the net.",
            counted(flip.net().animals().len(), "animal")
        ),
    };
    let mut reasons = vec![freed];
    if !flip.pile().is_empty() {
        reasons
            .extend((0..flip.net().columns()).filter_map(|column| lowered(flip, &after, column)));
    }
    if !after.is_over() {
        let [before, now] = [flip, &after].map(groups_one_flip_away);
        reasons.push(match now {
            0 => "After it no card makes a group when it alone is flipped.".to_owned(),
            ways if ways > before && flip.step() == FlipStep::Act => {
                let ways = counted(ways, "card");
                format!("After it any of {ways} makes a group when it alone is flipped; before it {before}.")
            }
            ways => format!("After it any of {} makes a group when it alone is flipped.", counted(ways, "card")),
        });
    }
    reasons
}

/// Number of cards that make a group when one of them is flipped.
fn groups_one_flip_away(flip: &Flip) -> usize {
    let mut spaces: Vec<Space> = flip
        .one_flip_away()
        .into_iter()
        .map(|(space, _)| space)
        .collect();
    spaces.dedup();
    spaces.len()
}

/// Number of animals that a turn can free at most.
fn most_freed(flip: &Flip) -> usize {
    let left = flip
        .choices()
        .into_iter()
        .map(|choice| -FlipPolicy::Greedy.value(flip, choice) / POINT)
        .min();
    flip.net()
        .animals()
        .len()
        .saturating_sub(left.unwrap_or(0).unsigned_abs() as usize)
}

/// The position at the end of the turn, before the net is refilled.
fn end_of_turn(flip: &Flip, line: &[FlipMove]) -> Flip {
    let mut after = flip.after(flip.likeliest_outcome(line[0]));
    for &mv in &line[1..] {
        if !is_in_turn(after.step()) {
            return after;
        }
        after.play(after.likeliest_outcome(mv));
    }
    while is_in_turn(after.step())
        && let Some(choice) = FlipPolicy::Thumb.choose(&after)
    {
        after.play(after.likeliest_outcome(choice));
    }
    after
}

/// Whether a step belongs to a turn that has begun.
fn is_in_turn(step: FlipStep) -> bool {
    matches!(step, FlipStep::Power | FlipStep::Draw | FlipStep::Free)
}

/// Sentence about a column that was almost full before the turn and has fewer cards after it;
/// `None` for others.
fn lowered(flip: &Flip, after: &Flip, column: usize) -> Option<String> {
    let [before, now] =
        [flip, after].map(|flip| (flip.net().cards() & Spaces::column(column)).len());
    let rows = flip.net().rows();
    if before + 1 < rows || now >= before {
        return None;
    }
    let letter = (b'a' + column as u8) as char;
    let danger = if before == rows {
        ": another card there would lose the game"
    } else {
        ""
    };
    Some(format!(
        "Column {letter} goes down from {before} of {rows} cards to {now}{danger}."
    ))
}

/// Reasons for the turn, the bid or the gift with which this line begins. None for steps of chance.
pub(super) fn of_contest(contest: &Contest, line: &[FlipMove]) -> Vec<String> {
    let Some(&first) = line.first() else {
        return Vec::new();
    };
    let reason = match contest.step() {
        ContestStep::Lay | ContestStep::Draw => return Vec::new(),
        ContestStep::Bid => bidding(contest, first),
        ContestStep::Act | ContestStep::Power | ContestStep::Free => freeing(contest, line),
        ContestStep::Give => {
            let after = contest.after(first);
            let of = |player: Player| format!("{player} {}", after.points(player));
            let points: Vec<String> = Player::first(contest.players()).map(of).collect();
            format!("The points are then {}.", points.join(", "))
        }
    };
    vec![reason]
}

/// The most animals that a turn can free, the bid so far, and whether the next one only stops it.
fn bidding(contest: &Contest, next: FlipMove) -> String {
    let most = contest
        .freeable()
        .into_iter()
        .map(|way| way.number)
        .max()
        .unwrap_or(0);
    let bid = match contest.bid() {
        Some((player, number)) => format!("{player} has bid {number}"),
        None => "there is no bid yet".to_owned(),
    };
    let stop = match (next, contest.bid()) {
        (FlipMove::Bid(number), Some((player, _))) if usize::from(number) > most => {
            format!(" {number} cannot be freed: that only stops {player}.")
        }
        _ => String::new(),
    };
    format!(
        "One turn can free {} at most; {bid}.{stop}",
        counted(most, "animal")
    )
}

/// Number of animals that the turn frees, compared with the bid.
fn freeing(contest: &Contest, line: &[FlipMove]) -> String {
    let bid = contest.bid().map_or(0, |(_, number)| usize::from(number));
    // There the second player gets all animals that are freed.
    let alone = contest.alone();
    let mut after = alone.after(line[0]);
    for &mv in &line[1..] {
        if matches!(after.step(), ContestStep::Power | ContestStep::Free) {
            after.play(mv);
        }
    }
    let possible: Vec<usize> = after.freeable().into_iter().map(|way| way.number).collect();
    let enough = possible
        .iter()
        .copied()
        .filter(|&number| number >= bid)
        .min();
    let freed = match after.step() {
        ContestStep::Power | ContestStep::Free => {
            enough.or(possible.iter().copied().max()).unwrap_or(0)
        }
        _ => after.points(Player::new(1)).unsigned_abs() as usize,
    };
    let animals = counted(freed, "animal");
    match freed.checked_sub(bid) {
        Some(0) => format!("It frees {animals}, exactly as bid."),
        Some(more) => format!("It frees {animals}, {more} more than bid: those go to the others."),
        None => format!("It frees {animals}, fewer than the bid of {bid}, which costs 2 points."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_told_by_what_they_free() {
        let flip: Flip = "flip:D1<S1>/D2<S2>/K1<S3>/W1< A K:fr,-:c W0011"
            .parse()
            .unwrap();
        let line = [FlipMove::FlipRow(0)];
        assert_eq!(
            of_turn(&flip, &line),
            [
                "It frees 6 of 7 animals in the net.",
                "After it no card makes a group when it alone is flipped."
            ]
        );
        assert_eq!(most_freed(&flip), 6);
        // One that frees nothing says what it does without.
        let nothing = flip
            .choices()
            .into_iter()
            .map(|choice| of_turn(&flip, &[choice, FlipMove::Done])[0].clone());
        let expected =
            "It frees no animal in this turn, where 6 could be: it keeps them for later turns.";
        assert!(nothing.into_iter().any(|reason| reason == expected));
        let idle: Flip = "flip:D1>/S2>/W3>/ A -:f,-:c - last=2 animals=W,S,D,K"
            .parse()
            .unwrap();
        assert_eq!(
            of_turn(&idle, &[FlipMove::FlipOne(Space::new(0, 0))])[0],
            "No turn can free an animal now."
        );
    }

    #[test]
    fn turns_of_the_competitive_form_are_compared_with_the_bid() {
        let text = "contest:D1<D2>W1</D1>W2<W3</O1>T1<T2> A - D0022 step=act powers=WD cards=cx points=5,3 bid=A4";
        let contest: Contest = text.parse().unwrap();
        let of_number = |number: usize| {
            let way = contest
                .freeable()
                .into_iter()
                .find(|way| way.number == number)
                .unwrap()
                .way;
            of_contest(&contest, &way).concat()
        };
        assert_eq!(of_number(4), "It frees 4 animals, exactly as bid.");
        assert_eq!(
            of_number(5),
            "It frees 5 animals, 1 more than bid: those go to the others."
        );
        assert_eq!(
            of_number(2),
            "It frees 2 animals, fewer than the bid of 4, which costs 2 points."
        );
    }

    /// A bid beyond what can be freed says whom it stops; one that can be freed does not.
    #[test]
    fn a_bid_that_cannot_be_freed_says_whom_it_stops() {
        let text = "contest:D1<D2>W1</D1>W2<W3</O1>T1<T2> A - D0022 step=bid powers=WD cards=cx points=5,3 bid=B4";
        let contest: Contest = text.parse().unwrap();
        let of_bid = |number: u8| of_contest(&contest, &[FlipMove::Bid(number)]).concat();
        let most = "One turn can free 6 animals at most; B has bid 4.";
        assert_eq!(of_bid(6), most);
        assert_eq!(
            of_bid(7),
            format!("{most} 7 cannot be freed: that only stops B.")
        );
    }
}
