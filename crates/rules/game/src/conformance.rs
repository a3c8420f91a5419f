//! Suite that every game must pass: it checks the promises of [`Game`](crate::Game) and its
//! capabilities along random games.

use rand::Rng;

use crate::{Counted, Keyed, Player, Sampled, Turn, Veiled, divide, perft};

/// Plays `games` random games from `start` and checks the promises of [`Game`](crate::Game),
/// [`Counted`], [`Keyed`] and [`Sampled`] in every position on the way.
///
/// # Panics
/// If a promise is broken, or a game reaches 10,000 moves; the message says which, and shows the
/// position.
pub fn check<G: Counted + Keyed + Sampled + PartialEq>(
    start: &G,
    games: usize,
    rng: &mut impl Rng,
) {
    for _ in 0..games {
        let mut game = *start;
        let mut plies = 0;
        while let Turn::Of(player) = game.turn() {
            assert!(
                player.index() < game.players(),
                "the turn is a player's of the game\n{game:?}"
            );
            check_moves(&game);
            check_counts(&game);
            let mv = game
                .random_move(rng)
                .expect("a player whose turn it is has a move");
            assert!(
                game.moves().contains(&mv),
                "{mv:?} was drawn and is not legal\n{game:?}"
            );
            game.play(mv);
            plies += 1;
            assert!(plies < 10_000, "the game does not end\n{game:?}");
        }
        assert!(
            game.moves().is_empty(),
            "the game is over, and there are moves\n{game:?}"
        );
        assert_eq!(
            game.random_move(rng),
            None,
            "the game is over, and a move was drawn\n{game:?}"
        );
    }
}

/// Number of sequences of moves from a position, one case of a file for tests of [`perft()`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftCase<'a> {
    /// Text of the position.
    pub position: &'a str,
    /// Number of moves of each sequence.
    pub depth: u32,
    /// Number of sequences.
    pub leaves: u64,
}

/// Lines of a file of cases, without comments and empty lines.
fn case_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Reads cases from lines such as `POSITION; 1 24; 2 528`, one case for each depth with its number
/// of sequences. Empty lines and lines that begin with `#` are left out.
///
/// # Panics
/// If a line has another form.
pub fn perft_cases(text: &str) -> Vec<PerftCase<'_>> {
    let mut cases = Vec::new();
    for line in case_lines(text) {
        let mut fields = line.split(';').map(str::trim);
        let position = fields.next().unwrap_or_default();
        for field in fields {
            let (depth, leaves) = field.split_once(' ').expect("a depth and a number");
            cases.push(PerftCase {
                position,
                depth: depth.parse().expect("a depth"),
                leaves: leaves.parse().expect("a number of sequences"),
            });
        }
    }
    cases
}

/// Checks the errors of a reader. Lines of `text` come in pairs: a line that begins with `> `, and
/// the error that `read` must return for the rest of that line. `read` returns `None` if it accepts
/// the line. Empty lines and lines that begin with `#` are left out. Returns the number of pairs.
///
/// # Panics
/// If `read` accepts a line or returns another error, or a pair does not begin with `> `.
pub fn check_bad_lines(text: &str, read: impl Fn(&str) -> Option<String>) -> usize {
    let mut lines = case_lines(text);
    let mut count = 0;
    while let Some(line) = lines.next() {
        let bad = line.strip_prefix("> ").expect("a line to be refused");
        assert_eq!(read(bad).as_deref(), lines.next(), "{bad}");
        count += 1;
    }
    count
}

/// Plays `games` random games from `start`, a position in which nothing is masked, and checks the
/// views of all players in every position on the way.
///
/// # Panics
/// If a view breaks a promise of [`Veiled`]; the message names it and shows the position.
pub fn check_views<G: Veiled + Sampled + PartialEq>(start: &G, games: usize, rng: &mut impl Rng) {
    for _ in 0..games {
        let mut game = *start;
        loop {
            Player::first(game.players()).for_each(|player| check_view(&game, player, rng));
            let Some(mv) = game.random_move(rng) else {
                break;
            };
            game.play(mv);
        }
    }
}

fn check_view<G: Veiled + PartialEq>(game: &G, player: Player, rng: &mut impl Rng) {
    let view = game.view(player);
    assert_eq!(
        view.view(player),
        view,
        "a view has nothing more to hide\n{game:?}"
    );
    assert_eq!(
        view.turn(),
        game.turn(),
        "a view has the turn of the game\n{game:?}"
    );
    let mut worlds = Vec::new();
    view.for_each_world(|world| worlds.push(world));
    assert!(
        worlds.contains(game),
        "the truth is a world of its views\n{game:?}"
    );
    for (index, world) in worlds.iter().enumerate() {
        assert_eq!(
            world.view(player),
            view,
            "a view of a world is the view\n{game:?}"
        );
        assert!(
            !worlds[..index].contains(world),
            "every world comes once\n{game:?}"
        );
    }
    assert!(
        worlds.contains(&view.draw_world(rng)),
        "a world that is drawn fits\n{game:?}"
    );
    if game.turn() == Turn::Of(player) {
        assert_eq!(
            view.moves(),
            game.moves(),
            "legal moves follow from the mover's view\n{game:?}"
        );
    }
    for mv in game.moves() {
        let after = game.after(mv).view(player);
        let seen = view.after(game.observed(mv, player));
        assert_eq!(
            after, seen,
            "playing commutes with viewing: {mv:?}\n{game:?}"
        );
    }
}

fn check_moves<G: Keyed + PartialEq>(game: &G) {
    let moves = game.moves();
    assert!(
        !moves.is_empty(),
        "a player whose turn it is has a move\n{game:?}"
    );
    let mut sorted = moves.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "every move comes once\n{game:?}");
    let mut bits: Vec<u32> = moves.iter().map(|&mv| G::move_bits(mv)).collect();
    bits.sort_unstable();
    bits.dedup();
    assert_eq!(
        bits.len(),
        moves.len(),
        "every move has bits of its own\n{game:?}"
    );
    assert!(
        !bits.contains(&0),
        "the bits of a move are not zero\n{game:?}"
    );
    assert!(
        bits.iter().all(|&bits| bits >> G::MOVE_BITS == 0),
        "the bits of a move are not too many\n{game:?}"
    );
    for &mv in &moves {
        assert_eq!(
            G::move_of_bits(G::move_bits(mv)),
            mv,
            "the bits of a move identify it\n{game:?}"
        );
        assert_eq!(
            game.after(mv),
            game.after(mv),
            "playing is a function\n{game:?}"
        );
        for player in Player::first(game.players()) {
            let _ = game.after(mv).score(player);
        }
    }
}

fn check_counts<G: Counted>(game: &G) {
    assert_eq!(
        game.count_moves(),
        game.moves().len() as u64,
        "moves are counted right\n{game:?}"
    );
    let pairs: u64 = game
        .moves()
        .into_iter()
        .map(|mv| game.after(mv).moves().len() as u64)
        .sum();
    assert_eq!(
        game.count_pairs(),
        pairs,
        "pairs of moves are counted right\n{game:?}"
    );
    assert_eq!(
        perft(game, 2),
        divide(game, 2).iter().map(|(_, leaves)| leaves).sum(),
        "divide adds up\n{game:?}"
    );
}
