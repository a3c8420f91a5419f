//! Programs that behave badly, as players: each forfeits in its own way, in bounded time, and no
//! other player does.
#![cfg(unix)]

use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use floe_arena::clock::Clocks;
use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::{Fault, PlayFailure};
use floe_arena::record::MoveReport;
use floe_arena::ugi::{ExternalPlayer, GoLimits, Launch, StartError, Timeouts};
use floe_game::Game;
use floe_game::toy::{End, Ends};

type Toy = Ends<2>;

/// More than a program that answers needs on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// Time for a program that does not answer, however long one waits.
const IMPATIENCE: Duration = Duration::from_millis(300);

static NEVER: AtomicBool = AtomicBool::new(false);

const FLOE: &str = "3 1 2 4";

/// A shell script that does this for every line it reads, in `$line`.
fn script(body: &str) -> Launch {
    let timeouts = Timeouts {
        start: PATIENCE,
        grace: PATIENCE,
        no_limit: PATIENCE,
    };
    let text = format!("while read -r line; do\n{body}\ndone");
    let arguments = vec!["-c".to_owned(), text];
    Launch {
        program: "sh".to_owned(),
        arguments,
        timeouts,
        ..Launch::default()
    }
}

/// A well-behaved program that does this for `go`.
fn player(go: &str) -> Launch {
    script(&format!(
        "case \"$line\" in
        ugi) echo 'id name Script'; echo 'option name Hash type spin'; echo 'option name Seed type spin'; echo ugiok;;
        isready) echo readyok;;
        quit) exit 0;;
        go*) {go};;
        esac"
    ))
}

/// A program that starts well and is not waited for after that.
fn hung(go: &str) -> Launch {
    let launch = player(go);
    Launch {
        timeouts: Timeouts {
            grace: IMPATIENCE,
            no_limit: IMPATIENCE,
            ..launch.timeouts
        },
        ..launch
    }
}

fn start(launch: &Launch) -> ExternalPlayer<'static> {
    ExternalPlayer::start(launch, &NEVER).unwrap()
}

fn choose(external: &mut ExternalPlayer<'_>) -> Result<Choice<End>, Fault> {
    let game = Toy::new(&[1, 2, 4]);
    let history = GameHistory {
        game: 0,
        floe: FLOE,
        start: &game,
        moves: &[End::Left],
        clocks: None,
    };
    external.choose(&game, history).map_err(fault_of)
}

fn fault_of(failure: PlayFailure) -> Fault {
    let PlayFailure::Fault(fault) = failure else {
        panic!("{failure}")
    };
    fault
}

fn fault(launch: &Launch) -> Fault {
    let begin = Instant::now();
    let mut external = start(launch);
    Contestant::<Toy>::new_game(&mut external, 1).unwrap();
    let fault = choose(&mut external).unwrap_err();
    drop(external);
    assert!(begin.elapsed() < PATIENCE);
    fault
}

/// The number of processes with this word among their arguments.
fn processes(word: &str) -> usize {
    let listed = Command::new("ps")
        .args(["-eo", "stat,args"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    text.lines()
        .filter(|line| line.contains(word) && !line.starts_with('Z'))
        .count()
}

/// Waits until no process has this word among its arguments: killed ones may take a moment to end.
fn wait_for_the_end_of(word: &str) {
    let begin = Instant::now();
    while processes(word) > 0 {
        assert!(begin.elapsed() < PATIENCE, "{word}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_good_program_plays() {
    let mut external = start(&player(
        "echo 'info depth 3 nodes 7 score +2:0 pv right'; echo bestmove right x",
    ));
    for seed in 0..3 {
        Contestant::<Toy>::new_game(&mut external, seed).unwrap();
        let choice = choose(&mut external).unwrap();
        let search = MoveReport {
            value: Some("+2:0".to_owned()),
            depth: Some(3),
            nodes: Some(7),
            milliseconds: None,
        };
        assert_eq!(
            choice,
            Choice {
                mv: End::Right,
                search
            }
        );
    }
}

#[test]
fn floe_moves_and_limits_are_sent() {
    let launch = player("echo \"error $position\"; echo \"error $line\"; echo bestmove none");
    let listen = launch.arguments[1].replace("isready)", "position*) position=$line;; isready)");
    let limits = GoLimits {
        nodes: Some(9),
        move_time: Some(Duration::from_millis(700)),
        ..GoLimits::default()
    };
    let launch = Launch {
        arguments: vec!["-c".to_owned(), listen],
        limits,
        ..launch
    };
    let mut external = start(&launch);
    let found = choose(&mut external).unwrap_err();
    assert_eq!(
        found,
        Fault::IllegalMove("none; its last error: go nodes 9 movetime 700".to_owned())
    );
    let clocks = Some(Clocks::new("5s+20ms".parse().unwrap()));
    let game = Toy::new(&[1, 2, 4]);
    let found = external
        .choose(
            &game,
            GameHistory {
                game: 0,
                floe: FLOE,
                start: &game,
                moves: &[End::Left],
                clocks,
            },
        )
        .unwrap_err();
    let expected =
        "none; its last error: go nodes 9 movetime 700 p1time 5000 p1inc 20 p2time 5000 p2inc 20";
    assert_eq!(found, Fault::IllegalMove(expected.to_owned()).into());
    let order = launch.arguments[1].replace("; echo \"error $line\"", "");
    let mut external = start(&Launch {
        arguments: vec!["-c".to_owned(), order],
        ..launch
    });
    let found = choose(&mut external).unwrap_err();
    assert_eq!(
        found,
        Fault::IllegalMove("none; its last error: position fen 3 1 2 4 moves left".to_owned())
    );
}

#[test]
fn options_are_set_in_the_spelling_of_the_program() {
    let launch = script(
        "case \"$line\" in
        ugi) echo 'option name Table Size type spin default 1'; echo ugiok;;
        setoption*) last=$line;;
        isready) echo readyok;;
        go*) echo \"error $last\"; echo bestmove none;;
        esac",
    );
    let option = |name: &str| Launch {
        options: vec![(name.to_owned(), "64".to_owned())],
        ..launch.clone()
    };
    let found = choose(&mut start(&option("table size"))).unwrap_err();
    assert_eq!(
        found,
        Fault::IllegalMove("none; its last error: setoption name Table Size value 64".to_owned())
    );
    let refused = ExternalPlayer::start(&option("hash"), &NEVER)
        .err()
        .unwrap();
    assert!(
        refused
            .to_string()
            .contains("unknown option 'hash'; known: Table Size")
    );
}

#[test]
fn a_program_that_is_not_there() {
    let launch = Launch {
        program: "/no/such/program".to_owned(),
        ..Launch::default()
    };
    assert!(
        matches!(ExternalPlayer::start(&launch, &NEVER), Err(StartError::NotFound(program)) if program == "/no/such/program")
    );
}

#[test]
fn a_program_that_crashes_at_once_is_refused() {
    for body in ["exit 3", "kill -9 $$"] {
        assert!(matches!(
            ExternalPlayer::start(&script(body), &NEVER),
            Err(StartError::Fault(Fault::Crashed(_)))
        ));
    }
    let launch = Launch {
        arguments: vec!["-c".to_owned(), "echo no memory >&2; exit 3".to_owned()],
        ..script("")
    };
    let why = ExternalPlayer::start(&launch, &NEVER)
        .err()
        .unwrap()
        .to_string();
    assert_eq!(why, "crashed: exit status: 3; its last error: no memory");
}

#[test]
fn a_program_that_crashes_in_a_game_forfeits() {
    assert!(matches!(fault(&player("exit 1")), Fault::Crashed(_)));
    assert!(matches!(
        fault(&player("echo info depth 1; kill -SEGV $$")),
        Fault::Crashed(_)
    ));
}

#[test]
fn a_program_that_hangs_forfeits() {
    let launch = Launch {
        timeouts: Timeouts {
            start: IMPATIENCE,
            ..Timeouts::default()
        },
        ..script(":")
    };
    assert!(matches!(
        ExternalPlayer::start(&launch, &NEVER),
        Err(StartError::Fault(Fault::Hung(_)))
    ));
    assert!(matches!(fault(&hung("sleep 1000")), Fault::Hung(_)));
    assert!(matches!(
        fault(&hung("while :; do :; done")),
        Fault::Hung(_)
    ));
}

#[test]
fn one_that_does_not_keep_its_time() {
    let limits = GoLimits {
        move_time: Some(Duration::from_millis(100)),
        ..GoLimits::default()
    };
    let late = Launch {
        limits,
        ..hung("sleep 300; echo bestmove left")
    };
    assert!(matches!(fault(&late), Fault::Hung(_)));
    let mut external = start(&Launch {
        limits,
        ..player("sleep 0.05; echo bestmove left")
    });
    let choice = choose(&mut external).unwrap();
    assert!(choice.search.milliseconds.unwrap() >= 50.0);
}

#[test]
fn one_that_closes_its_output_and_lives_on() {
    let mark = "31.4159001";
    assert!(matches!(
        fault(&player(&format!("exec >&-; sleep {mark}"))),
        Fault::Crashed(_)
    ));
    wait_for_the_end_of(&format!("sleep {mark}"));
}

#[test]
fn one_that_breaks_the_protocol() {
    assert_eq!(
        fault(&player("echo bestmove up")),
        Fault::IllegalMove("up".to_owned())
    );
    assert_eq!(
        fault(&player("echo bestmove")),
        Fault::IllegalMove(String::new())
    );
    assert!(matches!(
        fault(&hung("echo hello; printf '\\377\\000\\n'; echo move left")),
        Fault::Hung(_)
    ));
    let noise = player("head -c 200000 /dev/zero; echo; echo bestmove left");
    assert!(matches!(fault(&noise), Fault::ProtocolError(_)));
}

/// A flood of output ends with the time limit and does not fill the memory.
#[test]
fn one_that_writes_too_much() {
    assert!(matches!(
        fault(&player("yes info string")),
        Fault::Hung(_) | Fault::ProtocolError(_)
    ));
    assert!(matches!(
        fault(&player("cat /dev/zero")),
        Fault::ProtocolError(_)
    ));
    let chatty = player("head -c 3000000 /dev/zero >&2; echo bestmove left");
    assert_eq!(
        choose(&mut start(&chatty)).unwrap().mv,
        End::Left,
        "standard error is read, and forgotten"
    );
}

/// Sending to a program that does not read never blocks.
#[test]
fn one_that_does_not_listen() {
    let deaf = "echo ugiok; while :; do echo readyok; echo bestmove left; done";
    let launch = Launch {
        arguments: vec!["-c".to_owned(), deaf.to_owned()],
        ..script("")
    };
    let mut external = start(&launch);
    let moves = vec![End::Left; 30_000];
    let game = Toy::new(&[1, 2]);
    for _ in 0..3 {
        let choice = external
            .choose(
                &game,
                GameHistory {
                    game: 0,
                    floe: FLOE,
                    start: &game,
                    moves: &moves,
                    clocks: None,
                },
            )
            .unwrap();
        assert_eq!(choice.mv, End::Left);
    }
}

/// The processes that a program has started are killed too.
#[test]
fn nothing_is_left_behind() {
    let mark = "31.4159002";
    let external = start(&player(&format!("sleep {mark} & sleep {mark}")));
    let program = script(&format!(
        "sleep {mark} & echo ugiok; echo readyok; trap '' TERM INT; sleep {mark}"
    ));
    let other = start(&program);
    drop((external, other));
    wait_for_the_end_of(&format!("sleep {mark}"));
    // Of other tests there may be one for a moment.
    let begin = Instant::now();
    while zombies() > 0 {
        assert!(begin.elapsed() < PATIENCE);
    }
}

/// The number of zombies among the children of this process.
fn zombies() -> usize {
    let listed = Command::new("ps")
        .args(["-o", "stat", "--ppid", &std::process::id().to_string()])
        .output()
        .unwrap();
    String::from_utf8_lossy(&listed.stdout)
        .lines()
        .filter(|line| line.starts_with('Z'))
        .count()
}

/// Every game ends, and the fault is always that of the program at fault.
#[test]
fn a_match_goes_on() {
    let good = player("echo bestmove left");
    let bad = [
        player("exit 3"),
        player("echo bestmove up"),
        hung("sleep 1000"),
        player("exec >&-; sleep 1000"),
        player("cat /dev/zero"),
        player("moves=$((moves + 1)); test $moves -gt 1 && exit 1; echo bestmove left"),
    ];
    for bad in bad {
        let launches = [&good, &bad];
        let mut programs = launches.map(start);
        for game in 0..2 {
            let (loser, _) = play(&mut programs, game).unwrap_err();
            assert_eq!(loser, 1);
            programs[loser] = start(launches[loser]);
        }
        let mut programs = [&good, &good].map(start);
        assert_eq!(play(&mut programs, 2), Ok(()));
    }
}

/// A game between two programs; the error is the index of the one that forfeits, and its fault.
fn play(programs: &mut [ExternalPlayer; 2], seed: u64) -> Result<(), (usize, Fault)> {
    let mut game = Toy::new(&[3, 1, 2, 4]);
    let start = game;
    let mut moves = Vec::new();
    for (index, program) in programs.iter_mut().enumerate() {
        Contestant::<Toy>::new_game(program, seed).map_err(|failure| (index, fault_of(failure)))?;
    }
    while !game.is_over() {
        let mover = moves.len() % 2;
        let choice = programs[mover].choose(
            &game,
            GameHistory {
                game: 0,
                floe: FLOE,
                start: &start,
                moves: &moves,
                clocks: None,
            },
        );
        let mv = choice.map_err(|failure| (mover, fault_of(failure)))?.mv;
        game.play(mv);
        moves.push(mv);
    }
    Ok(())
}
