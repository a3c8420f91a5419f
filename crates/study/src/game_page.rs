//! Games as pages to read: moves in words with all that is noted on them, and pictures.

use floe_engine::{AnyGame, LineMove};
use floe_picture::{ChartPoint, Figure, LineChart, MoveMark, Page, PageMove, PictureOptions, Theme};

use crate::{GameTree, TreeToken, WrittenGame, WrittenMove, first_number};

/// Maximum number of positions that are drawn, so that a browser can show the page of any game.
const MAX_PICTURES: usize = 60;
/// Number of positions that are drawn of a game in which nothing is noted.
const FEW_PICTURES: usize = 12;

/// Writes a game as a page of HTML that holds all it shows: headers, result, a chart of the values that are noted, and
/// all moves in words with signs, values, comments and variations. Drawn are the first position and those after the
/// moves of the main line on which something is noted, at most 60; without any of those a few in equal distances. What
/// follows an illegal move is left out.
pub fn game_page(game: &WrittenGame) -> String {
    let game = &game.clone().legal_part();
    let mut page = Page::new(&game.title());
    let rules = ("Rules", game.position.rules().title());
    let rows = game.headers.iter().filter(|&(name, _)| !["Rules", "Result"].contains(&name));
    let rows = rows.map(|(name, value)| vec![name.to_owned(), value.to_owned()]);
    let rows: Vec<Vec<String>> = [vec![rules.0.to_owned(), rules.1]].into_iter().chain(rows).collect();
    page.table(&["Game", ""], &rows);
    if let Some(result) = game.line_up_to_mistake().end().result_in_words() {
        page.paragraph(&result);
    }
    game.comments.iter().for_each(|comment| page.paragraph(comment));
    let start = Figure { svg: game.position.picture(&board_options()), caption: "First position".to_owned() };
    let chart = value_chart(game).map(|svg| Figure { svg, caption: "Values that are noted on the moves".to_owned() });
    page.figures(&[start].into_iter().chain(chart).collect::<Vec<_>>());
    page.heading("Moves");
    add_moves(&mut page, game);
    page.finish()
}

/// A board without its players, whose results are in the caption.
fn board_options() -> PictureOptions {
    PictureOptions { board_only: true, theme: Theme::Auto, ..PictureOptions::default() }
}

fn add_moves(page: &mut Page, game: &WrittenGame) {
    let tree = &game.tree;
    let drawn = drawn_moves(tree);
    let mut moves = vec![PageMove::default(); tree.len() + 1];
    game.play_all(|number, played| {
        if let Ok(played) = played {
            moves[number] = page_move(tree.get(number), &played, drawn[number]);
        }
    });
    page.begin_moves("Moves");
    for token in tree.tokens() {
        match token {
            TreeToken::Open => page.begin_moves("Variation"),
            TreeToken::Move(number) => page.add_move(&moves[number]),
            TreeToken::Close => page.end_moves(),
        }
    }
    page.end_moves();
}

/// Whether the position after each move is drawn, by the numbers of the moves.
fn drawn_moves(tree: &GameTree) -> Vec<bool> {
    let main: Vec<usize> = tree.main_line().collect();
    let last = main.last().copied();
    let mut is_branched = vec![false; tree.len() + 1];
    for (number, _) in tree.iter() {
        is_branched[tree.parent(number)] |= !main.contains(&number);
    }
    let is_noted = |&number: &usize| {
        let written = tree.get(number);
        let is_bare = written.marks().is_empty() && written.comments().is_empty() && written.arrows().is_empty();
        !is_bare || is_branched[tree.parent(number)]
    };
    let mut chosen: Vec<usize> = main.iter().copied().filter(is_noted).collect();
    if chosen.is_empty() {
        let step = main.len().div_ceil(FEW_PICTURES).max(1);
        chosen = main.iter().copied().skip(step - 1).step_by(step).collect();
    }
    let mut drawn = vec![false; tree.len() + 1];
    chosen.into_iter().take(MAX_PICTURES - 1).chain(last).for_each(|number| drawn[number] = true);
    drawn
}

fn page_move(written: &WrittenMove, played: &LineMove<'_>, is_drawn: bool) -> PageMove {
    let options = || PictureOptions {
        last_move: Some(played.before.mark_of(played.mv)),
        drawn: written.arrows().iter().map(|text| MoveMark::of_drawing(text)).collect(),
        ..board_options()
    };
    let figure = || Figure { svg: played.after.picture(&options()), caption: results(played.after) };
    PageMove {
        number: played.number,
        player: played.player().to_string(),
        words: played.before.told_move(played.mv).words().to_owned(),
        notation: played.text(),
        marks: written.marks().to_owned(),
        value: written.value().map_or(String::new(), |value| format!("value {value}")),
        comments: written.comments().to_vec(),
        figure: is_drawn.then(figure),
    }
}

/// Players with their results so far.
fn results(position: &AnyGame) -> String {
    let players = position.caption().players;
    players.iter().map(|line| format!("{}: {}", line.player, line.result)).collect::<Vec<_>>().join("; ")
}

/// Chart of the values of the main line, as margins of the side of A; `None` with fewer than two values, and in games
/// that have no margin.
fn value_chart(game: &WrittenGame) -> Option<String> {
    if game.position.sides() != 2 {
        return None;
    }
    let line = game.line_up_to_mistake();
    let point = |(played, written): (LineMove<'_>, &WrittenMove)| {
        let margin = first_number(written.value()?)?;
        let is_of_a = played.before.side_of(played.player()) == 0;
        Some(ChartPoint { x: played.number as f64, y: if is_of_a { margin } else { -margin }, error: 0.0 })
    };
    let points: Vec<ChartPoint> = line.moves().zip(game.main_line()).filter_map(point).collect();
    if points.len() < 2 {
        return None;
    }
    let chart = LineChart {
        title: "Value by move, for the side of A".to_owned(),
        x: "move".to_owned(),
        y: "lead of A".to_owned(),
        points,
        levels: Vec::new(),
    };
    Some(chart.draw(Theme::Auto))
}
