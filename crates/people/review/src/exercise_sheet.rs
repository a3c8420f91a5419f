//! Sheets to print: positions with a task and space to write, and the answers at the end.

use floe_engine::{AnyGame, AnyMove};
use floe_picture::{Arrow, MoveMark, PictureOptions, Theme, escaped};
use floe_presentation::Seen;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{DifficultyRange, PuzzleTheme, stars};

/// Exercise on a sheet. All texts are plain.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    /// Position that is shown.
    pub position: AnyGame,
    /// Task of the reader: `Find the best move for A`.
    pub task: String,
    /// Whether the exercise has no name, so that the heading calls it by its number:
    /// `Exercise 2: A to move`.
    pub is_unnamed: bool,
    /// Level of difficulty, 1 to 5; `None` to show none.
    pub level: Option<u8>,
    /// Remark above the picture; empty for none.
    pub remark: String,
    /// Arrows such as `b2-d4` and hexes that a person has drawn on the position.
    pub drawings: Vec<String>,
    /// Moves of the answer from the position.
    pub answer: Vec<AnyMove>,
    /// Result of the answer in sentences; empty for none.
    pub result: String,
}

/// Exercises that a sheet takes of many: which, how many, and in which order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExerciseChoice {
    /// Levels of difficulty; an exercise without a level is always taken.
    pub difficulty: DifficultyRange,
    /// Theme that an exercise must have; `None` for any.
    pub theme: Option<PuzzleTheme>,
    /// Order of the exercises.
    pub order: SheetOrder,
    /// Seed of a random order.
    pub seed: u64,
    /// Number of exercises at most, the first ones in this order.
    pub count: usize,
}

impl ExerciseChoice {
    /// Removes from a list all things that this choice does not take, and puts the rest in its
    /// order. `level` returns the level of a thing, `None` if it has none, and `has_theme` whether
    /// it has a theme.
    pub fn choose<T>(
        &self,
        things: &mut Vec<T>,
        level: impl Fn(&T) -> Option<u8>,
        has_theme: impl Fn(&T, PuzzleTheme) -> bool,
    ) {
        let is_in_range =
            |thing: &T| level(thing).is_none_or(|level| self.difficulty.contains(level));
        things.retain(|thing| {
            is_in_range(thing) && self.theme.is_none_or(|theme| has_theme(thing, theme))
        });
        self.order.arrange(things, self.seed, level);
        things.truncate(self.count);
    }
}

/// Order of the exercises on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SheetOrder {
    /// Easy exercises first, and before them the exercises without a level.
    #[default]
    Difficulty,
    /// Shuffled by a seed.
    Random,
    /// Order in which they are given.
    File,
}

impl SheetOrder {
    /// Puts things in this order. `difficulty` returns the difficulty of a thing; `seed` decides
    /// the random order.
    pub fn arrange<T, K: Ord>(self, things: &mut [T], seed: u64, difficulty: impl FnMut(&T) -> K) {
        match self {
            SheetOrder::Difficulty => things.sort_by_key(difficulty),
            SheetOrder::Random => things.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed)),
            SheetOrder::File => {}
        }
    }
}

/// Place of the answers on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SheetAnswers {
    /// Pages of their own, behind all exercises.
    #[default]
    End,
    /// Space below each picture, in place of the lines to write on.
    Below,
    /// No place: there are no answers.
    None,
}

/// Parts of a sheet around its exercises.
#[derive(Clone, PartialEq, Debug)]
pub struct SheetLayout {
    /// Heading of every page.
    pub title: String,
    /// Whether every page has lines for a name and a date.
    pub has_names: bool,
    /// Whether there are lines to write on next to each picture.
    pub has_lines: bool,
    /// Place of the answers.
    pub answers: SheetAnswers,
}

/// Exercises on a page: two columns of three.
const EXERCISES: usize = 6;
/// Answers on a page.
const ANSWERS: usize = 12;

/// Moves of an answer that are printed; what follows is the same idea.
const ANSWER_MOVES: usize = 8;

/// Lines to write on of an exercise: as many as fit are seen.
const LINES: usize = 16;

/// Style of a sheet, on paper and on a screen. A page fills the paper, of A4 or Letter: there are
/// as many lines to write on as fit. They are borders, since printers leave backgrounds out.
const STYLE: &str = "\
@page{margin:9mm}\
:host{all:initial;display:block}\
body,:host{margin:0;background:#fff;color:#111;font:10.5pt/1.35 'Noto Sans','Segoe UI',system-ui,'Helvetica Neue',Arial,sans-serif}\
.sheet{box-sizing:border-box;width:190mm;height:258mm;margin:0 auto;display:flex;flex-direction:column;break-after:page;overflow:hidden}\
.sheet:last-child{break-after:auto}\
.sheet header{display:flex;align-items:end;gap:5mm;padding:0 0 2mm;border-bottom:.4mm solid #111}\
.sheet h1{margin:0;font-size:15pt;flex:1;color:#111}\
.sheet .blank{border-bottom:.2mm solid #555;color:#555;font-size:9pt}\
.sheet .name{width:58mm}.sheet .date{width:34mm}\
.exercises{flex:1;min-height:0;display:grid;grid-template-columns:1fr 1fr;grid-auto-rows:minmax(0,1fr);gap:3mm 7mm;padding-top:3mm}\
.answers{grid-template-columns:1fr 1fr 1fr;grid-auto-rows:minmax(0,max-content)}\
.turn{display:inline-block;margin-right:1ex}.full .turn{display:block}\
.exercise{min-width:0;min-height:0;display:flex;flex-direction:column;break-inside:avoid}\
.exercise p{margin:0 0 1mm}.exercise .task{font-weight:600;display:flex;justify-content:space-between;gap:2mm}\
.exercise .remark{font-size:9.5pt;overflow-wrap:anywhere;white-space:pre-line}\
.exercise svg{display:block;min-height:0;width:100%;height:auto}\
.exercise .work{flex:1;min-height:0;display:flex;flex-direction:column}.work svg{flex:0 1 auto}\
.full{grid-template-rows:repeat(3,minmax(0,1fr))}\
.full .work{flex-direction:row;gap:3mm}.full .work svg{flex:0 0 60mm;height:100%}\
.answers .exercise{font-size:9.5pt}\
.exercise .ruled{flex:1 0 35mm;min-height:0;overflow:hidden}.ruled i{display:block;height:6.9mm;border-bottom:.25mm solid #888}\
.exercise .solution{margin:1mm 0 0;font-size:9.5pt;flex:1 0 14mm}\
.plain .work svg{flex:1 1 0;height:100%}\
@media screen{.sheet{margin:8mm auto;padding:0}}";

/// Sheet of exercises to print, with its layout.
#[derive(Clone, PartialEq, Debug)]
pub struct ExerciseSheet {
    /// Parts of the sheet around the exercises.
    pub layout: SheetLayout,
    /// The exercises, in order.
    pub exercises: Vec<Exercise>,
}

impl ExerciseSheet {
    /// The sheet as a document in HTML with everything in it, six exercises a page.
    pub fn html(&self) -> String {
        let mut pages = String::new();
        let numbered: Vec<(usize, &Exercise)> = (1..).zip(&self.exercises).collect();
        for page in numbered.chunks(EXERCISES) {
            let tasks: String = page
                .iter()
                .map(|&(number, exercise)| exercise.html(number, &self.layout))
                .collect();
            pages += &self.page("", self.class(), &tasks);
        }
        if self.layout.answers == SheetAnswers::End {
            for page in numbered.chunks(ANSWERS) {
                let answers: String = page
                    .iter()
                    .map(|&(number, exercise)| exercise.answer_html(number))
                    .collect();
                pages += &self.page(": answers", "exercises answers", &answers);
            }
        }
        let title = escaped(&self.layout.title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{pages}</body>\n</html>\n"
        )
    }

    /// Classes of the pages of exercises: all pages look alike.
    fn class(&self) -> &'static str {
        let has_space = self.layout.has_lines || self.layout.answers == SheetAnswers::Below;
        match self.exercises.len() {
            _ if !has_space => "exercises plain",
            // Three rows are low: lines to write on stand next to the picture.
            5.. => "exercises full",
            _ => "exercises",
        }
    }

    fn page(&self, part: &str, class: &str, content: &str) -> String {
        let title = escaped(&self.layout.title);
        let blanks = match part.is_empty() && self.layout.has_names {
            true => "<span class=\"blank name\">Name</span><span class=\"blank date\">Date</span>",
            false => "",
        };
        format!(
            "<section class=\"sheet\">\n<header><h1>{title}{part}</h1>{blanks}</header>\n\
             <div class=\"{class}\">\n{content}</div>\n</section>\n"
        )
    }
}

impl Exercise {
    /// Heading of the exercise with this number on a sheet: `2. Study: A to move`.
    pub fn heading(&self, number: usize) -> String {
        let task = &self.task;
        if self.is_unnamed {
            format!("Exercise {number}: {task}")
        } else {
            format!("{number}. {task}")
        }
    }

    fn html(&self, number: usize, layout: &SheetLayout) -> String {
        let stars = self.level.map_or(String::new(), stars);
        let remark = match self.remark.is_empty() {
            true => String::new(),
            false => format!("<p class=\"remark\">{}</p>\n", escaped(&self.remark)),
        };
        let is_answered = layout.answers == SheetAnswers::Below;
        let space = match is_answered {
            true => format!("<p class=\"solution\">{}</p>", self.answer_in_words()),
            false if layout.has_lines => {
                format!("<div class=\"ruled\">{}</div>", "<i></i>".repeat(LINES))
            }
            false => String::new(),
        };
        format!(
            "<div class=\"exercise\">\n<p class=\"task\"><span>{}</span><span>{stars}</span></p>\n{remark}\
             <div class=\"work\">{}{space}</div>\n</div>\n",
            escaped(&self.heading(number)),
            self.picture(if is_answered {
                Shown::TaskAndAnswer
            } else {
                Shown::Task
            })
        )
    }

    fn answer_html(&self, number: usize) -> String {
        format!(
            "<div class=\"exercise\">\n{}\n<p><b>{number}.</b> {}</p>\n</div>\n",
            self.picture(Shown::Answer),
            self.answer_in_words()
        )
    }

    /// Moves of the answer and its result in sentences, as HTML in which the words of a move stay
    /// together.
    fn answer_in_words(&self) -> String {
        if self.answer.is_empty() && self.result.is_empty() {
            return "Not proved: work it out together.".to_owned();
        }
        let shown = &self.answer[..self.answer.len().min(ANSWER_MOVES)];
        let turns = Seen::whole(&self.position).sentences(shown).into_iter();
        let turns: String = turns
            .map(|turn| format!("<span class=\"turn\">{}</span> ", escaped(&turn)))
            .collect();
        let more = if shown.len() < self.answer.len() {
            "… "
        } else {
            ""
        };
        let mut result = self.result.chars();
        let first = result
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().to_string());
        format!("{turns}{more}{}", escaped(&(first + result.as_str())))
    }

    /// Picture for paper, with the drawings on the task, and an arrow for the first move of the
    /// answer if it is shown.
    fn picture(&self, shown: Shown) -> String {
        let first = self.answer.first().filter(|_| shown != Shown::Task);
        let arrow = first.map(|&mv| Arrow {
            mark: Seen::whole(&self.position).mark_of(mv),
            label: String::new(),
        });
        let drawings = self.drawings.iter().filter(|_| shown != Shown::Answer);
        let options = PictureOptions {
            theme: Theme::Light,
            drawn: drawings.map(|text| MoveMark::of_drawing(text)).collect(),
            board_only: shown == Shown::Answer,
            names: true,
            arrows: arrow.into_iter().collect(),
            ..PictureOptions::default()
        };
        Seen::whole(&self.position).picture(&options)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Task,
    Answer,
    TaskAndAnswer,
}
