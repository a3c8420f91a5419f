//! Games as pages to read: moves in words with all that is noted on them, and pictures.

use floe_engine::{AnyGame, GameLine, LineMove};
use floe_picture::{Figure, MoveMark, Page, PageMove, PictureOptions, Theme};

use crate::game_graph::{game_graph, value_tag};
use floe_gamefile::{GameTree, TreeToken, WrittenGame, WrittenMove};
use floe_presentation::{Seen, game_title, rules};

/// Maximum number of positions that are drawn, so that a browser can show the page of any game.
const MAX_PICTURES: usize = 60;
/// Number of positions that are drawn of a game in which nothing is noted.
const FEW_PICTURES: usize = 12;

/// Writes a game as a page of HTML that holds all it shows: headers, result, a graph of the values
/// that are noted, and all moves in words with signs, values of the side that is ahead, comments
/// and variations. It has pictures of at most 60 positions: the first position, the positions after
/// moves on which something is noted, and, folded, the positions at the ends of variations. A game
/// without notes has pictures of a few positions of the main line. What follows an illegal move is
/// left out.
pub fn game_page(game: &WrittenGame) -> String {
    let game = &game.clone().legal_part();
    let mut page = Page::new(&game_title(game));
    let rules = ("Rules", rules::title(game.position.rules()));
    let rows = game
        .headers
        .iter()
        .filter(|&(name, _)| !["Rules", "Result"].contains(&name));
    let rows = rows.map(|(name, value)| vec![name.to_owned(), value.to_owned()]);
    let rows: Vec<Vec<String>> = [vec![rules.0.to_owned(), rules.1]]
        .into_iter()
        .chain(rows)
        .collect();
    page.table(&["Game", ""], &rows);
    let line = game.line_up_to_mistake();
    if let Some(result) = Seen::whole(line.end()).result() {
        page.paragraph(&result);
    } else if let Some(share) = game.headers.get("Result").filter(|&share| share != "*") {
        page.paragraph(&format!("Result: {share}"));
    }
    game.comments
        .iter()
        .for_each(|comment| page.paragraph(comment));
    let drawn = game
        .arrows()
        .iter()
        .map(|text| MoveMark::of_drawing(text))
        .collect();
    let start = Seen::whole(&game.position).picture(&PictureOptions {
        drawn,
        ..board_options()
    });
    page.figures(&[Figure {
        svg: start,
        caption: "First position".to_owned(),
    }]);
    if let Some(svg) = graph(game, &line) {
        page.graph(&Figure {
            svg,
            caption: "Values that are noted on the moves".to_owned(),
        });
    }
    page.heading("Moves");
    add_moves(&mut page, game);
    page.finish()
}

/// A board without its players, whose results are in the caption.
fn board_options() -> PictureOptions {
    PictureOptions {
        board_only: true,
        theme: Theme::Auto,
        ..PictureOptions::default()
    }
}

fn add_moves(page: &mut Page, game: &WrittenGame) {
    let tree = &game.tree;
    let drawn = drawn_moves(tree);
    let mut is_main = vec![false; tree.len() + 1];
    tree.main_line().for_each(|number| is_main[number] = true);
    let mut moves = vec![PageMove::default(); tree.len() + 1];
    game.play_all(|number, played| {
        if let Ok(played) = played {
            moves[number] = page_move(tree.get(number), &played, drawn[number]);
            moves[number].is_folded = !is_main[number];
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
    let mut has_next = vec![false; tree.len() + 1];
    for (number, _) in tree.iter() {
        has_next[tree.parent(number)] = true;
        is_branched[tree.parent(number)] |= !main.contains(&number);
    }
    let is_noted = |&number: &usize| {
        let written = tree.get(number);
        let is_bare = written.marks().is_empty()
            && written.comments().is_empty()
            && written.arrows().is_empty();
        !is_bare || is_branched[tree.parent(number)]
    };
    let mut chosen: Vec<usize> = main.iter().copied().filter(is_noted).collect();
    if chosen.is_empty() {
        let step = main.len().div_ceil(FEW_PICTURES).max(1);
        chosen = main.iter().copied().skip(step - 1).step_by(step).collect();
    }
    let mut drawn = vec![false; tree.len() + 1];
    chosen
        .into_iter()
        .take(MAX_PICTURES - 1)
        .chain(last)
        .for_each(|number| drawn[number] = true);
    let left = MAX_PICTURES.saturating_sub(drawn.iter().filter(|&&is_drawn| is_drawn).count());
    let is_end = |&number: &usize| !has_next[number] && !main.contains(&number);
    (1..=tree.len())
        .filter(is_end)
        .take(left)
        .for_each(|number| drawn[number] = true);
    drawn
}

fn page_move(written: &WrittenMove, played: &LineMove<'_>, is_drawn: bool) -> PageMove {
    let options = || PictureOptions {
        last_move: Some(Seen::whole(played.before).mark_of(played.mv)),
        drawn: written
            .arrows()
            .iter()
            .map(|text| MoveMark::of_drawing(text))
            .collect(),
        ..board_options()
    };
    let figure = || Figure {
        svg: Seen::whole(played.after).picture(&options()),
        caption: results(played.after),
    };
    PageMove {
        number: played.number,
        player: played.player().to_string(),
        words: Seen::whole(played.before)
            .told(played.mv)
            .words()
            .to_owned(),
        notation: played.text(),
        marks: written.marks().to_owned(),
        value: written
            .value()
            .map_or(String::new(), |value| value_tag(value, played)),
        comments: written.comments().to_vec(),
        figure: is_drawn.then(figure),
        is_folded: false,
    }
}

fn results(position: &AnyGame) -> String {
    let players = Seen::whole(position).caption().players;
    players
        .iter()
        .map(|line| format!("{}: {}", line.player, line.result))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Graph of the values of the main line; `None` with fewer than two values.
fn graph(game: &WrittenGame, line: &GameLine) -> Option<String> {
    let values: Vec<Option<&str>> = game.main_line().map(WrittenMove::value).collect();
    let marks: Vec<&str> = game.main_line().map(WrittenMove::marks).collect();
    let graph = game_graph(line, &values, &marks, line.moves().len());
    let has_curve = graph.curves.iter().any(|curve| curve.points.len() > 1);
    has_curve.then(|| graph.draw())
}
