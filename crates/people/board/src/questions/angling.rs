//! Questions about a lake: the step, the day, anglers, catch tiles, specials and what has been
//! caught.

use floe_angling::{Angler, AnglingSpecial, AnglingStep, DraftAngler, LakeDraft, LakeTile};
use floe_engine::GameRules;
use floe_picture::Icon;

use super::{
    HandKind, SPACES, TableChoice, TableQuestion, all_spaces, choose, hand_choices, typed,
    which_rules,
};

/// Steps at which a game can be set up, in words.
const STEPS: [(AnglingStep, &str); 3] = [
    (AnglingStep::Lay, "the fish lays its tiles"),
    (AnglingStep::Place, "the anglers are placed"),
    (AnglingStep::Walk, "an angler walks"),
];

/// The step with this name at which a game can be set up.
pub(crate) fn step_of(name: &str) -> Option<AnglingStep> {
    let mut steps = STEPS.into_iter().map(|(step, _)| step);
    steps.find(|step| step.name() == name)
}

/// Questions about a lake.
pub(crate) fn questions(draft: &LakeDraft) -> Vec<TableQuestion> {
    let step = draft.step;
    let mut steps: Vec<TableChoice> = STEPS
        .iter()
        .map(|&(one, words)| TableChoice::new(one.name(), words, one == step))
        .collect();
    if STEPS.iter().all(|&(one, _)| one != step) {
        steps.push(TableChoice::new(step.name(), step.name(), true));
    }
    let day = |day: u8, words: &str| TableChoice::new(day.to_string(), words, day == draft.day);
    let days = vec![
        day(1, "first: A is the angler"),
        day(2, "second: B is the angler"),
    ];
    let clear = TableChoice::new(".", "Clear the lake", false);
    let mut questions = vec![
        which_rules(GameRules::Angling),
        all_spaces(
            "New game: all tiles face down",
            Some(clear).filter(|_| step != AnglingStep::Lay),
        ),
        TableQuestion::one("step", "What comes next", steps),
        TableQuestion::one("day", "Day", days),
    ];
    if draft.day == 2 {
        let text = "Points of A on the first day";
        questions.push(TableQuestion::number("points", text, draft.points[0]));
    }
    for (angler, place) in Angler::ALL.into_iter().zip(&draft.anglers) {
        questions.extend(of_angler(draft.piers(), angler, *place));
    }
    for (distance, &count) in (1..).zip(&draft.catch) {
        let name = format!("catch.{distance}");
        let text = format!("Catch tiles for distance {distance}");
        questions.push(TableQuestion::number(&name, &text, count.into()));
    }
    let special = |one: AnglingSpecial| {
        TableChoice::new(
            one.letter().to_string(),
            one.name(),
            draft.specials.has(one),
        )
    };
    questions.push(TableQuestion::any(
        "specials",
        "Specials that are left",
        AnglingSpecial::ALL.into_iter().map(special).collect(),
    ));
    let kinds = LakeTile::all().map(|tile| HandKind {
        letter: tile.letter(),
        words: tile.in_words(),
        left: draft.stock(tile),
        icon: Icon::LakeTile(Some(tile)),
    });
    let caught: String = draft.caught.iter().map(|tile| tile.letter()).collect();
    questions.push(TableQuestion::any(
        "caught",
        "Tiles that have been caught",
        hand_choices(&caught, kinds),
    ));
    let is_first = |question: &TableQuestion| ["rules", SPACES].contains(&&*question.name);
    questions
        .into_iter()
        .map(|question| match is_first(&question) {
            true => question,
            false => question.of_more(),
        })
        .collect()
}

/// Questions about an angler.
fn of_angler(piers: usize, angler: Angler, place: Option<DraftAngler>) -> Vec<TableQuestion> {
    let name = angler.name();
    let start = place.map(|place| place.start);
    let pier = |pier: usize| {
        let words = format!("pier {}", pier + 1);
        TableChoice::new((pier + 1).to_string(), words, start == Some(pier))
    };
    let mut starts = vec![TableChoice::new("0", "not placed", start.is_none())];
    starts.extend((0..piers).map(pier));
    let mut questions = vec![TableQuestion::one(
        &format!("start.{name}"),
        "Start",
        starts,
    )];
    if let Some(DraftAngler { start, progress }) = place {
        let on = |steps: usize| {
            let words = format!("pier {}", (start + steps) % piers + 1);
            TableChoice::new(steps.to_string(), words, progress == Some(steps))
        };
        let mut places: Vec<TableChoice> = (0..piers).map(on).collect();
        places.push(TableChoice::new("out", "out", progress.is_none()));
        let name = format!("place.{name}");
        questions.push(TableQuestion::one(&name, "Place", places));
    }
    questions
        .into_iter()
        .map(|question| question.about(format_args!("the {name} angler")))
        .collect()
}

/// Answers a question other than those for the spaces.
pub(crate) fn answer(draft: &mut LakeDraft, name: &str, value: &str) {
    let (kind, of) = name.split_once('.').unwrap_or((name, ""));
    let number = typed(value);
    match kind {
        "step" => {
            if let Some(step) = step_of(value) {
                draft.set_step(step);
            }
        }
        "day" => draft.day = if number == 2 { 2 } else { 1 },
        "points" => draft.points[0] = number,
        "catch" => {
            let distance = of.parse().unwrap_or(0_usize).wrapping_sub(1);
            if let Some(count) = draft.catch.get_mut(distance) {
                *count = u8::try_from(number.max(0)).unwrap_or(u8::MAX);
            }
        }
        "specials" => {
            let mut specials = AnglingSpecial::ALL.into_iter();
            let Some(special) = specials.find(|one| one.letter().to_string() == value) else {
                return;
            };
            draft.specials = if draft.specials.has(special) {
                draft.specials.without(special)
            } else {
                draft.specials.with(special)
            };
        }
        "caught" => choose(&mut draft.caught, value, LakeTile::from_letter),
        _ => {
            let anglers = Angler::ALL.into_iter().zip(&mut draft.anglers);
            let mut named = anglers.filter(|(angler, _)| angler.name() == of);
            if let Some((_, place)) = named.next() {
                *place = placed(*place, kind, value);
            }
        }
    }
    draft.settle();
}

/// The place of an angler after one of its questions was answered.
fn placed(place: Option<DraftAngler>, kind: &str, value: &str) -> Option<DraftAngler> {
    let number = usize::try_from(typed(value)).unwrap_or(0);
    match kind {
        "start" => number.checked_sub(1).map(|start| DraftAngler {
            start,
            progress: Some(0),
        }),
        "place" => place.map(|place| DraftAngler {
            progress: (value != "out").then_some(number),
            ..place
        }),
        _ => place,
    }
}
