//! Sheets to print: positions with a task and space to write, and the answers at the end.

use floe_engine::{AnyGame, AnyMove};
use floe_picture::{Arrow, PictureOptions, Theme, escaped};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use schemars::JsonSchema;
use serde::Deserialize;

/// Exercise on a sheet. All texts are plain.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    /// Position that is shown.
    pub position: AnyGame,
    /// Task of the reader: `Find the best move for A`.
    pub task: String,
    /// Level of difficulty, 1 to 5; `None` to show none.
    pub level: Option<u8>,
    /// Remark above the picture; empty for none.
    pub remark: String,
    /// Moves of the answer from the position.
    pub answer: Vec<AnyMove>,
    /// Result of the answer in sentences; empty for none.
    pub result: String,
}

/// Order of the exercises on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SheetOrder {
    /// Easy ones first.
    #[default]
    Difficulty,
    /// Shuffled by a seed.
    Random,
    /// Order in which they are given.
    File,
}

impl SheetOrder {
    /// Puts things in this order, by their difficulty or this seed.
    pub fn arrange<T, K: Ord>(self, things: &mut [T], seed: u64, difficulty: impl FnMut(&T) -> K) {
        match self {
            SheetOrder::Difficulty => things.sort_by_key(difficulty),
            SheetOrder::Random => things.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed)),
            SheetOrder::File => {}
        }
    }
}

/// Exercises on a page: two columns of three.
const EXERCISES: usize = 6;
/// Answers on a page.
const ANSWERS: usize = 12;

/// Moves of an answer that are printed; what follows is the same idea.
const ANSWER_MOVES: usize = 8;

/// Style of a sheet, on paper and on a screen. A page fills the paper, of A4 or Letter: the lines to write on grow.
const STYLE: &str = "\
@page{margin:9mm}\
body{margin:0;background:#fff;color:#111;font:10.5pt/1.35 'Noto Sans','Segoe UI',system-ui,'Helvetica Neue',Arial,sans-serif}\
.sheet{box-sizing:border-box;width:190mm;height:258mm;margin:0 auto;display:flex;flex-direction:column;break-after:page;overflow:hidden}\
.sheet:last-child{break-after:auto}\
.sheet header{display:flex;align-items:end;gap:5mm;padding:0 0 2mm;border-bottom:.4mm solid #111}\
.sheet h1{margin:0;font-size:15pt;flex:1;color:#111}\
.sheet .blank{border-bottom:.2mm solid #555;color:#555;font-size:9pt}\
.sheet .name{width:58mm}.sheet .date{width:34mm}\
.exercises{flex:1;min-height:0;display:grid;grid-template-columns:1fr 1fr;grid-auto-rows:minmax(0,1fr);gap:3mm 7mm;padding-top:3mm}\
.answers{grid-template-columns:1fr 1fr 1fr}\
.exercise{min-width:0;min-height:0;display:flex;flex-direction:column;break-inside:avoid}\
.exercise p{margin:0 0 1mm}.exercise .task{font-weight:600;display:flex;justify-content:space-between;gap:2mm}\
.exercise .remark{font-size:9.5pt;overflow-wrap:anywhere;white-space:pre-line}\
.exercise svg{display:block;min-height:0;width:100%;height:auto}\
.exercise .work{flex:1;min-height:0;display:flex;flex-direction:column}.work svg{flex:0 1 auto}\
.full .work{flex-direction:row;gap:3mm}.full .work svg{flex:0 0 60mm;height:100%}\
.answers .exercise{font-size:9.5pt}\
.exercise .lines{flex:1 0 14mm;background:repeating-linear-gradient(#fff 0 6.6mm,#888 6.6mm 6.9mm);\
-webkit-print-color-adjust:exact;print-color-adjust:exact}\
@media screen{.sheet{margin:8mm auto;padding:0}}";

/// Sheet with exercises, and their answers in words at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct ExerciseSheet {
    /// Heading of every page.
    pub title: String,
    /// The exercises, in order.
    pub exercises: Vec<Exercise>,
}

impl ExerciseSheet {
    /// The sheet as a document in HTML with everything in it, six exercises a page. Every page has the title, and lines
    /// for a name and a date.
    pub fn html(&self) -> String {
        let mut pages = String::new();
        let numbered: Vec<(usize, &Exercise)> = (1..).zip(&self.exercises).collect();
        for page in numbered.chunks(EXERCISES) {
            let tasks: String = page.iter().map(|&(number, exercise)| exercise.html(number)).collect();
            // Three rows are low: lines to write on stand next to the picture.
            let class = if page.len() > 4 { "exercises full" } else { "exercises" };
            pages += &self.page("", class, &tasks);
        }
        for page in numbered.chunks(ANSWERS) {
            let answers: String = page.iter().map(|&(number, exercise)| exercise.answer_html(number)).collect();
            pages += &self.page(": answers", "exercises answers", &answers);
        }
        let title = escaped(&self.title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{pages}</body>\n</html>\n"
        )
    }

    fn page(&self, part: &str, class: &str, content: &str) -> String {
        let title = escaped(&self.title);
        let blanks = match part.is_empty() {
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
    fn html(&self, number: usize) -> String {
        let stars = self.level.map_or(String::new(), stars);
        let remark = match self.remark.is_empty() {
            true => String::new(),
            false => format!("<p class=\"remark\">{}</p>\n", escaped(&self.remark)),
        };
        format!(
            "<div class=\"exercise\">\n<p class=\"task\"><span>{number}. {}</span><span>{stars}</span></p>\n{remark}\
             <div class=\"work\">{}<div class=\"lines\"></div></div>\n</div>\n",
            escaped(&self.task),
            self.picture(false)
        )
    }

    fn answer_html(&self, number: usize) -> String {
        let shown = &self.answer[..self.answer.len().min(ANSWER_MOVES)];
        let mut moves = self.position.line_as_sentences(shown);
        if shown.len() < self.answer.len() {
            moves += " …";
        }
        format!(
            "<div class=\"exercise\">\n{}\n<p><b>{number}.</b> {} {}</p>\n</div>\n",
            self.picture(true),
            escaped(&moves),
            escaped(&self.result)
        )
    }

    /// Picture for paper, with an arrow for the first move of the answer if it is shown.
    fn picture(&self, is_answer: bool) -> String {
        let first = self.answer.first().filter(|_| is_answer);
        let arrow = first.map(|&mv| Arrow { mark: self.position.mark_of(mv), label: String::new() });
        let options = PictureOptions {
            theme: Theme::Light,
            board_only: is_answer,
            names: true,
            arrows: arrow.into_iter().collect(),
            ..PictureOptions::default()
        };
        self.position.picture(&options)
    }
}

/// A level of 1 to 5 in five stars.
pub(crate) fn stars(level: u8) -> String {
    (1..=5).map(|star| if star <= level { '★' } else { '☆' }).collect()
}
