//! Games on the clock: a player who is too slow loses, and no other player does.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_arena::clock::TimeControl;
use floe_arena::config::MatchConfig;
use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::PlayFailure;
use floe_arena::match_run::{MatchObserver, MatchRules, MatchRun, PlayerFactory};
use floe_arena::record::{MoveReport, Record, SeatResult, Termination};
use floe_arena::scoreboard::Scoreboard;
#[cfg(unix)]
use floe_arena::ugi::{ExternalPlayer, Launch};
use floe_game::Player;
use floe_game::toy::{End, Ends};

type Toy = Ends<2>;

struct Numbers;

impl MatchRules<Toy> for Numbers {
    fn floe(&self, _: u64) -> Toy {
        Toy::new(&[3, 1, 2, 4])
    }

    fn position(&self, _: &Toy) -> String {
        "3 1 2 4".to_owned()
    }

    fn result(&self, _: &Toy, _: Player) -> SeatResult {
        SeatResult {
            points: 0,
            tie_break: 0,
        }
    }
}

/// A player that takes this time for every move.
struct Sleeper(Duration);

impl Contestant<Toy> for Sleeper {
    fn new_game(&mut self, _: u64) -> Result<(), PlayFailure> {
        Ok(())
    }

    fn choose(
        &mut self,
        _: &Toy,
        history: GameHistory<'_, Toy>,
    ) -> Result<Choice<End>, PlayFailure> {
        assert!(history.clocks.is_some());
        std::thread::sleep(self.0);
        Ok(Choice {
            mv: End::Left,
            search: MoveReport::default(),
        })
    }
}

#[derive(Default)]
struct Records(Vec<Record>);

impl MatchObserver for Records {
    fn game(&mut self, record: &Record, _: &Scoreboard) {
        self.0.push(record.clone());
    }
}

fn play(control: &str, factory: &PlayerFactory<'_, Toy>) -> (Vec<Record>, Scoreboard) {
    let clock: Option<TimeControl> = Some(control.parse().unwrap());
    let engines = vec!["first".to_owned(), "second".to_owned()];
    let config = MatchConfig {
        engines,
        players: 2,
        floes: 2,
        seed: 1,
        clock,
        ..MatchConfig::default()
    };
    let stop = &AtomicBool::new(false);
    let run = MatchRun {
        concurrency: 4,
        ..MatchRun::new(&config, stop)
    };
    let mut records = Records::default();
    let board = run.play(&Numbers, factory, &mut records).unwrap();
    (records.0, board)
}

/// Plays with engines that take these times for a move, in milliseconds. One that takes none loses
/// no clock of seconds, regardless of what else the machine does.
fn play_with_sleeps(control: &str, sleeps: [u64; 2]) -> (Vec<Record>, Scoreboard) {
    play(control, &|engine| {
        Ok(Box::new(Sleeper(Duration::from_millis(sleeps[engine]))))
    })
}

/// All games are lost by the second engine, on time.
fn assert_lost_on_time(records: &[Record], board: &Scoreboard) {
    assert_eq!(records.len(), 4);
    for record in records {
        let Termination::Forfeit { seat, fault } = &record.termination else {
            panic!("{record:?}")
        };
        assert_eq!(record.seats[*seat], 1, "{fault}");
        assert!(fault.to_string().starts_with("lost on time: "), "{fault}");
    }
    assert_eq!(board.account.faults().collect::<Vec<_>>(), [(1, "time", 4)]);
}

#[test]
fn a_slow_player_loses() {
    let (records, board) = play_with_sleeps("2s", [0, 2300]);
    assert_lost_on_time(&records, &board);
}

/// Two moves a game: each alone would be in time.
#[test]
fn the_clock_is_for_the_whole_game() {
    let (records, board) = play_with_sleeps("4s", [0, 2500]);
    assert_lost_on_time(&records, &board);
    assert!(
        records
            .iter()
            .all(|record| record.moves.split(' ').count() >= 2)
    );
}

/// Two moves a game, which take longer together than the time without the increment.
#[test]
fn increments_keep_the_clock_running() {
    let (records, board) = play_with_sleeps("3s+1h", [0, 2000]);
    assert!(
        records
            .iter()
            .all(|record| record.termination == Termination::Finished)
    );
    assert_eq!(board.account.faults().count(), 0);
}

/// A program that never answers loses on time as soon as its clock has run out.
#[cfg(unix)]
#[test]
fn a_slow_program_loses() {
    let program = |go: &str| {
        let answers =
            format!("ugi) echo ugiok;; isready) echo readyok;; quit) exit 0;; go*) {go};;");
        let text = format!("while read -r line; do case \"$line\" in {answers} esac; done");
        Launch {
            program: "sh".to_owned(),
            arguments: vec!["-c".to_owned(), text],
            ..Launch::default()
        }
    };
    let never = AtomicBool::new(false);
    let launches = [program("echo bestmove left"), program("sleep 60")];
    let (records, board) = play("5s", &|engine| {
        Ok(Box::new(ExternalPlayer::start(&launches[engine], &never)?))
    });
    assert_lost_on_time(&records, &board);
}
