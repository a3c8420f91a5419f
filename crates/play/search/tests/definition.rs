//! Every engine finds the values of minimax on toy games, with random evaluations, at every depth.

use floe_game::toy::Ends;
use floe_game::{Game, Keyed, Player, Score, Side, Turn, TwoSided};
use floe_search::{AlphaBeta, Eval, Limits, MaxN, NoOracle, Options, Paranoid, Payoffs};

mod definitions;

use definitions::{minimax, minimax_max_n};

const NUMBERS: [i8; 12] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];

/// Random number that depends on the position only.
fn random(key: u64, salt: u64) -> Score {
    let mixed = (key ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as Score % 21 - 10
}

/// Current margin plus a random number.
fn random_eval(game: &Ends<2>) -> Score {
    game.margin_of(game.side_to_move()) + random(game.key(), 7)
}

fn options(threads: usize) -> Options {
    Options {
        threads,
        lines: 1,
        hash_mebibytes: 1,
        selective: false,
        ..Options::default()
    }
}

#[test]
fn alpha_beta_finds_the_value_of_minimax() {
    for length in 1..=NUMBERS.len() {
        let game = Ends::<2>::new(&NUMBERS[..length]);
        for depth in 1..=8 {
            for threads in [1, 2] {
                let mut search = AlphaBeta::new(random_eval, NoOracle, options(threads)).unwrap();
                let report = search.search(
                    &game,
                    &Limits {
                        depth,
                        ..Limits::default()
                    },
                    |_| (),
                );
                let line = &report.lines[0];
                assert_eq!(
                    line.value,
                    minimax(&game, report.depth, &random_eval),
                    "{length} {depth} {threads}"
                );
                assert_eq!(
                    line.exact,
                    report.depth as usize >= length,
                    "{length} {depth} {threads}"
                );
            }
        }
    }
}

#[test]
fn every_line_has_the_value_of_its_move() {
    let game = Ends::<2>::new(&NUMBERS);
    let mut search = AlphaBeta::new(
        random_eval,
        NoOracle,
        Options {
            lines: 2,
            ..options(1)
        },
    )
    .unwrap();
    let report = search.search(
        &game,
        &Limits {
            depth: 6,
            ..Limits::default()
        },
        |_| (),
    );
    assert_eq!(report.lines.len(), 2);
    for line in &report.lines {
        assert_eq!(
            line.value,
            -minimax(&game.after(line.moves[0]), 5, &random_eval)
        );
    }
    assert!(report.lines[0].value >= report.lines[1].value);
}

fn payoffs<const N: usize>(game: &Ends<N>) -> Payoffs {
    let mut payoffs = Payoffs::default();
    Player::first(N).for_each(|p| {
        payoffs[p.index()] = game.score(p) + random(game.key(), p.index() as u64) + 10;
    });
    payoffs
}

#[test]
fn max_n_finds_the_values_of_its_definition() {
    for length in 1..=10 {
        let game = Ends::<3>::new(&NUMBERS[..length]);
        let floe_game::Turn::Of(root) = game.turn() else {
            panic!("a player begins")
        };
        for depth in 1..=6 {
            for threads in [1, 3] {
                let mut search = MaxN::new(payoffs::<3>, options(threads)).unwrap();
                let report = search.search(
                    &game,
                    &Limits {
                        depth,
                        ..Limits::default()
                    },
                    |_| (),
                );
                let expected = minimax_max_n(&game, root, report.depth, &payoffs::<3>);
                assert_eq!(
                    report.lines[0].value, expected,
                    "{length} {depth} {threads}"
                );
            }
        }
    }
}

#[test]
fn paranoid_is_alpha_beta_against_the_rest() {
    for length in 1..=10 {
        let game = Paranoid::new(Ends::<4>::new(&NUMBERS[..length]), Player::new(1));
        let eval =
            |game: &Paranoid<Ends<4>>| game.margin_of(game.side_to_move()) + random(game.key(), 3);
        let mut search = AlphaBeta::new(eval, NoOracle, options(1)).unwrap();
        let report = search.search(
            &game,
            &Limits {
                depth: 6,
                ..Limits::default()
            },
            |_| (),
        );
        assert_eq!(report.lines[0].value, minimax(&game, report.depth, &eval));
    }
}

/// Margin of `me` over all others after `depth` plies, if one of the others replies between two of
/// its turns: the definition, which tries each of them in turn.
fn best_reply<G: Game>(game: &G, me: Player, depth: u32, default_move: fn(&G) -> G::Move) -> Score {
    let margin = |game: &G| {
        2 * game.score(me)
            - Player::first(game.players())
                .map(|player| game.score(player))
                .sum::<Score>()
    };
    match game.turn() {
        Turn::Over => margin(game),
        _ if depth == 0 => margin(game),
        Turn::Of(player) if player == me => {
            let values = game
                .moves()
                .into_iter()
                .map(|mv| best_reply(&game.after(mv), me, depth - 1, default_move));
            values.max().expect("a player whose turn it is has a move")
        }
        Turn::Of(_) => {
            let replies =
                (0..game.players()).map(|replier| replied(game, me, depth, default_move, replier));
            replies.min().expect("there are players")
        }
    }
}

/// The margin in the middle of a round, in which the players before the replier make default moves.
fn replied<G: Game>(
    game: &G,
    me: Player,
    depth: u32,
    default_move: fn(&G) -> G::Move,
    in_turns: usize,
) -> Score {
    match game.turn() {
        Turn::Of(player) if player != me && depth > 0 => {
            let moves = if in_turns == 0 {
                game.moves().to_vec()
            } else {
                vec![default_move(game)]
            };
            // Players after the replier make default moves too.
            let next = in_turns.checked_sub(1).unwrap_or(usize::MAX);
            let values = moves
                .into_iter()
                .map(|mv| replied(&game.after(mv), me, depth - 1, default_move, next));
            values.min().expect("a player whose turn it is has a move")
        }
        _ => best_reply(game, me, depth, default_move),
    }
}

#[test]
fn best_reply_search_finds_the_value_of_its_definition() {
    let default_move = |game: &Ends<4>| game.moves()[game.key() as usize % game.moves().len()];
    for length in 1..=10 {
        let start = Ends::<4>::new(&NUMBERS[..length]);
        for me in Player::first(4) {
            let game = Paranoid::with_one_reply(start, me, default_move);
            let margin = |game: &Paranoid<Ends<4>>| game.margin_of(game.side_to_move());
            for depth in 1..=8 {
                let mut search = AlphaBeta::new(margin, NoOracle, options(1)).unwrap();
                let report = search.search(
                    &game,
                    &Limits {
                        depth,
                        ..Limits::default()
                    },
                    |_| (),
                );
                let value = if game.side_to_move() == Side::First {
                    1
                } else {
                    -1
                } * report.lines[0].value;
                assert_eq!(
                    value,
                    best_reply(&start, me, report.depth, default_move),
                    "{length} {me:?} {depth}"
                );
            }
        }
    }
}

#[test]
fn proofs_depend_on_no_estimate_in_selective_searches_either() {
    let game = Ends::<2>::new(&NUMBERS);
    let nothing = |_: &Ends<2>| 0;
    let truth = minimax(&game, 99, &nothing);
    let mut search = AlphaBeta::new(
        random_eval,
        NoOracle,
        Options {
            selective: true,
            ..options(2)
        },
    )
    .unwrap();
    let report = search.search(&game, &Limits::default(), |_| ());
    assert!(report.is_exact());
    assert_eq!(report.lines[0].value, truth);
}

/// Perfect evaluation, with a futility margin of zero or none.
struct Perfect {
    prunes: bool,
}

impl Eval<Ends<2>> for Perfect {
    fn evaluate(&self, game: &Ends<2>) -> Score {
        minimax(game, 99, &|_: &Ends<2>| 0)
    }

    fn futility_margin(&self, _: &Ends<2>, _: i32) -> Option<Score> {
        self.prunes.then_some(0)
    }
}

#[test]
fn futility_pruning_saves_nodes_and_keeps_the_value() {
    let game = Ends::<2>::new(&NUMBERS);
    for depth in 2..=8 {
        let [(value, nodes), (same, more)] = [true, false].map(|prunes| {
            let mut search = AlphaBeta::new(
                Perfect { prunes },
                NoOracle,
                Options {
                    selective: true,
                    ..options(1)
                },
            )
            .unwrap();
            let report = search.search(
                &game,
                &Limits {
                    depth,
                    ..Limits::default()
                },
                |_| (),
            );
            (report.lines[0].value, report.nodes)
        });
        assert_eq!(value, Perfect { prunes: true }.evaluate(&game));
        assert!(value == same && nodes <= more, "{depth}: {nodes} {more}");
    }
}

#[test]
fn searches_keep_their_limits_and_find_a_move() {
    let game = Ends::<2>::new(&NUMBERS);
    for nodes in [1, 2, 10, 100] {
        let mut search = AlphaBeta::new(|_: &Ends<2>| 0, NoOracle, options(1)).unwrap();
        let report = search.search(
            &game,
            &Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            |_| (),
        );
        assert_eq!(report.lines.len(), 1);
        assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
    }
    let stop = std::sync::atomic::AtomicBool::new(true);
    let mut search = MaxN::new(payoffs::<2>, options(2)).unwrap();
    let report = search.search(
        &Ends::<2>::new(&NUMBERS),
        &Limits {
            stop: Some(&stop),
            ..Limits::default()
        },
        |_| (),
    );
    assert_eq!(report.lines.len(), 1);
}

#[test]
fn a_finished_game_has_no_lines() {
    let mut search = AlphaBeta::new(|_: &Ends<2>| 0, NoOracle, options(1)).unwrap();
    assert!(
        search
            .search(&Ends::<2>::new(&[]), &Limits::default(), |_| ())
            .lines
            .is_empty()
    );
    let mut search = MaxN::new(payoffs::<3>, options(1)).unwrap();
    assert!(
        search
            .search(&Ends::<3>::new(&[]), &Limits::default(), |_| ())
            .lines
            .is_empty()
    );
}
