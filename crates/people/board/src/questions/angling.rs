//! Questions about a lake: the step, the day, anglers, catch tiles, specials and what has been
//! caught.

use floe_angling::{Angler, AnglingSpecial, LakeTile, TileCounts};
use floe_engine::GameRules;
use floe_picture::Icon;

use super::{
    Fields, HandKind, SPACES, TableChoice, TableQuestion, all_spaces, hand_choices, toggled, typed,
    which_rules, with_choice,
};

/// Places of the fields of a lake.
const TURN: usize = 0;
const POINTS: usize = 1;
const ANGLERS: usize = 2;
const CATCH: usize = 3;
const SPECIALS: usize = 4;
/// Steps at which a game can be set up, in words.
const STEPS: [(&str, &str); 3] = [
    ("lay", "the fish lays its tiles"),
    ("place", "the anglers are placed"),
    ("walk", "an angler walks"),
];

/// Fields of a lake that is being set up, and all tokens of the lake.
pub(crate) struct LakeFields<'a> {
    pub(crate) fields: Fields,
    /// Tokens of the lake.
    pub(crate) lake: &'a str,
}

impl LakeFields<'_> {
    fn step(&self) -> &str {
        self.fields.key("step").unwrap_or("walk")
    }

    fn is_second_day(&self) -> bool {
        self.fields.key("day") == Some("2")
    }

    /// Letters of the angler and of the fish on this day.
    fn roles(&self) -> [&'static str; 2] {
        if self.is_second_day() {
            ["B", "A"]
        } else {
            ["A", "B"]
        }
    }

    /// Number of piers around a lake of this size.
    fn piers(&self) -> usize {
        match self.fields.key("lake") {
            Some("2x2") => 12,
            Some("3x3") => 16,
            _ => 20,
        }
    }

    /// Letters of the tiles of the game.
    fn tiles(&self) -> String {
        match self.fields.key("tiles") {
            Some(tiles) => tiles.replace('.', ""),
            None => TileCounts::STANDARD.tiles().map(LakeTile::letter).collect(),
        }
    }

    /// Letters of the tiles that have been caught.
    fn caught(&self) -> String {
        self.fields
            .key("caught")
            .unwrap_or_default()
            .replace('.', "")
    }

    pub(crate) fn questions(&self) -> Vec<TableQuestion> {
        let step = self.step();
        let mut steps: Vec<TableChoice> = STEPS
            .iter()
            .map(|&(name, words)| TableChoice::new(name, words, name == step))
            .collect();
        if STEPS.iter().all(|&(name, _)| name != step) {
            steps.push(TableChoice::new(step, step, true));
        }
        let day = if self.is_second_day() { "2" } else { "1" };
        let days = [
            ("1", "first: A is the angler"),
            ("2", "second: B is the angler"),
        ];
        let days = days.map(|(value, words)| TableChoice::new(value, words, value == day));
        let clear = Some(TableChoice::new(".", "Clear the lake", false));
        let mut questions = vec![
            which_rules(GameRules::Angling),
            all_spaces(
                "New game: all tiles face down",
                clear.filter(|_| !self.is_laying()),
            ),
            TableQuestion::one("step", "What comes next", steps),
            TableQuestion::one("day", "Day", days.into()),
        ];
        if self.is_second_day() {
            let points = typed(&self.fields.entries(POINTS)[0]);
            questions.push(TableQuestion::number(
                "points",
                "Points of A on the first day",
                points,
            ));
        }
        questions.extend(
            Angler::ALL
                .into_iter()
                .flat_map(|angler| self.of_angler(angler)),
        );
        for (distance, count) in (1..).zip(self.fields.word(CATCH).split('.')) {
            let text = format!("Catch tiles for distance {distance}");
            questions.push(TableQuestion::number(
                &format!("catch.{distance}"),
                &text,
                typed(count),
            ));
        }
        let left = self.fields.word(SPECIALS);
        let special = |one: AnglingSpecial| {
            TableChoice::new(one.letter().to_string(), one.name(), self.has(one, left))
        };
        let specials = AnglingSpecial::ALL.into_iter().map(special).collect();
        questions.push(TableQuestion::any(
            "specials",
            "Specials that are left",
            specials,
        ));
        let kinds = LakeTile::all().map(|tile| HandKind {
            letter: tile.letter(),
            words: tile.in_words(),
            left: self.left(tile),
            icon: Icon::LakeTile(Some(tile)),
        });
        questions.push(TableQuestion::any(
            "caught",
            "Tiles that have been caught",
            hand_choices(&self.caught(), kinds),
        ));
        let settled = ["rules", SPACES];
        questions
            .into_iter()
            .map(|question| {
                if settled.contains(&&*question.name) {
                    question
                } else {
                    question.of_more()
                }
            })
            .collect()
    }

    /// Tiles of a kind that are neither caught nor lie open in the lake.
    pub(crate) fn left(&self, tile: LakeTile) -> usize {
        let seen = self.caught() + self.lake;
        let letter = tile.letter();
        self.tiles()
            .matches(letter)
            .count()
            .saturating_sub(seen.matches(letter).count())
    }

    /// Letter of the player who is the fish on this day.
    pub(crate) fn fish(&self) -> &'static str {
        self.roles()[1]
    }

    /// Whether a special is left, of the two lists of the angler and the fish.
    fn has(&self, special: AnglingSpecial, left: &str) -> bool {
        let (angler, fish) = left.split_once(',').unwrap_or((left, ""));
        (if is_anglers(special) { angler } else { fish }).contains(special.letter())
    }

    /// Entry of an angler: its start pier, and how far it has come.
    fn angler(&self, angler: Angler) -> (usize, String) {
        let entries = self.fields.entries(ANGLERS);
        let entry = entries.get(angler as usize).map_or("-", String::as_str);
        let (start, progress) = entry.split_once('+').unwrap_or((entry, "0"));
        (
            start.trim_start_matches(['y', 'r']).parse().unwrap_or(0),
            progress.to_owned(),
        )
    }

    /// Questions about an angler.
    fn of_angler(&self, angler: Angler) -> Vec<TableQuestion> {
        let (start, progress) = self.angler(angler);
        let name = angler.name();
        let pier =
            |pier: usize| TableChoice::new(pier.to_string(), format!("pier {pier}"), pier == start);
        let mut starts = vec![TableChoice::new("0", "not placed", start == 0)];
        starts.extend((1..=self.piers()).map(pier));
        let mut questions = vec![TableQuestion::one(
            &format!("start.{name}"),
            "Start",
            starts,
        )];
        if start > 0 {
            let on = |steps: usize| {
                let pier = (start + steps - 1) % self.piers() + 1;
                TableChoice::new(
                    steps.to_string(),
                    format!("pier {pier}"),
                    progress == steps.to_string(),
                )
            };
            let mut places: Vec<TableChoice> = (0..self.piers()).map(on).collect();
            places.push(TableChoice::new("out", "out", progress == "out"));
            questions.push(TableQuestion::one(
                &format!("place.{name}"),
                "Place",
                places,
            ));
        }
        questions
            .into_iter()
            .map(|question| question.about(format_args!("the {name} angler")))
            .collect()
    }

    /// Answers a question other than those for the spaces.
    pub(crate) fn answer(&mut self, name: &str, value: &str) {
        let (kind, of) = name.split_once('.').unwrap_or((name, ""));
        match kind {
            "step" => self.set_step(value),
            "day" => {
                self.fields
                    .set_key("day", Some(value).filter(|&day| day == "2"));
                self.settle();
            }
            "points" => self.fields.set_word(POINTS, format!("{},0", typed(value))),
            "start" | "place" => self.answer_angler(kind, of, value),
            "catch" => {
                let mut counts: Vec<String> = self
                    .fields
                    .word(CATCH)
                    .split('.')
                    .map(str::to_owned)
                    .collect();
                if let Some(count) = of
                    .parse()
                    .ok()
                    .and_then(|distance: usize| counts.get_mut(distance.checked_sub(1)?))
                {
                    *count = typed(value).max(0).to_string();
                }
                self.fields.set_word(CATCH, counts.join("."));
            }
            "specials" => self.toggle_special(value),
            "caught" => {
                let caught: Vec<String> = with_choice(&self.caught(), value)
                    .chars()
                    .map(String::from)
                    .collect();
                self.fields.set_key(
                    "caught",
                    Some(caught.join("."))
                        .as_deref()
                        .filter(|caught| !caught.is_empty()),
                );
                self.settle();
            }
            _ => {}
        }
    }

    /// Changes the step; what belongs to other steps goes.
    pub(crate) fn set_step(&mut self, step: &str) {
        for key in ["step", "active", "shown", "left", "hand"] {
            self.fields.set_key(key, None);
        }
        if step != "walk" {
            self.fields.set_key("step", Some(step));
            self.fields.set_word(ANGLERS, "-,-".to_owned());
        }
        self.settle();
    }

    /// Whether the fish lays its tiles.
    pub(crate) fn is_laying(&self) -> bool {
        self.step() == "lay"
    }

    /// Clears the tiles that have been caught on this day.
    pub(crate) fn forget_caught(&mut self) {
        self.fields.set_key("caught", None);
        self.settle();
    }

    /// Gives the turn to the player whose step it is, and the angler of the day the points of what
    /// it has caught.
    fn settle(&mut self) {
        let [angler, fish] = self.roles();
        let turn = if ["lay", "show", "slide"].contains(&self.step()) {
            fish
        } else {
            angler
        };
        self.fields.set_word(TURN, turn.to_owned());
        let points: u32 = self
            .caught()
            .chars()
            .filter_map(|letter| letter.to_digit(10))
            .sum();
        let first = self.fields.entries(POINTS)[0].clone();
        let points = if self.is_second_day() {
            format!("{first},{points}")
        } else {
            format!("{points},0")
        };
        self.fields.set_word(POINTS, points);
    }

    fn answer_angler(&mut self, kind: &str, name: &str, value: &str) {
        let Some(angler) = Angler::ALL.into_iter().find(|angler| angler.name() == name) else {
            return;
        };
        let (start, _) = self.angler(angler);
        let letter = &name[..1];
        let entry = match (kind, value) {
            ("start", "0") => "-".to_owned(),
            ("start", pier) => format!("{letter}{pier}+0"),
            (_, progress) => format!("{letter}{start}+{progress}"),
        };
        let mut entries = self.fields.entries(ANGLERS);
        if let Some(old) = entries.get_mut(angler as usize) {
            *old = entry;
        }
        self.fields.set_word(ANGLERS, entries.join(","));
    }

    fn toggle_special(&mut self, letter: &str) {
        let specials = self.fields.word(SPECIALS).to_owned();
        let (angler, fish) = specials.split_once(',').unwrap_or((&specials, ""));
        let Some(special) = AnglingSpecial::ALL
            .into_iter()
            .find(|one| one.letter().to_string() == letter)
        else {
            return;
        };
        let is_anglers = is_anglers(special);
        let angler = with_special(angler, letter, is_anglers);
        let fish = with_special(fish, letter, !is_anglers);
        self.fields.set_word(SPECIALS, format!("{angler},{fish}"));
    }
}

/// Whether a special is one of the player who fishes.
fn is_anglers(special: AnglingSpecial) -> bool {
    matches!(special, AnglingSpecial::Look | AnglingSpecial::Hold)
}

/// Specials that are left of a player after this one was toggled, if it is the player's own; `-`
/// for none.
fn with_special(list: &str, letter: &str, is_own: bool) -> String {
    let list = list.replace('-', "");
    let list = if is_own { toggled(&list, letter) } else { list };
    if list.is_empty() {
        "-".to_owned()
    } else {
        list
    }
}
