//! Games on the clock: who chooses too long has lost, and nobody else has.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use floe_arena::clock::TimeControl;
use floe_arena::contestant::{Choice, Contestant, GameHistory};
use floe_arena::fault::Fault;
use floe_arena::record::{MoveReport, Record, SeatResult, Termination};
use floe_arena::runner::{MatchRules, Runner, Scoreboard};
use floe_arena::schedule::{Schedule, Seating, TournamentFormat};
#[cfg(unix)]
use floe_arena::ugi::{External, Launch};
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
        SeatResult { points: 0, tie_break: 0 }
    }
}

/// One that takes so long for every move.
struct Sleeper(Duration);

impl Contestant<Toy> for Sleeper {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _: &Toy, past: GameHistory<'_, Toy>) -> Result<Choice<End>, Fault> {
        assert!(past.clocks.is_some());
        std::thread::sleep(self.0);
        Ok(Choice { mv: End::Left, search: MoveReport::default() })
    }
}

type Maker<'a> = dyn Fn(usize) -> Result<Box<dyn Contestant<Toy>>, Fault> + Sync + 'a;

fn play(control: &str, maker: &Maker<'_>) -> (Vec<Record>, Scoreboard) {
    let control: TimeControl = control.parse().unwrap();
    let schedule = Schedule::new(2, 2, 2, TournamentFormat::RoundRobin, Seating::Rotations).unwrap();
    let (stop, mut records) = (AtomicBool::new(false), Vec::new());
    let mut board = Scoreboard::new(schedule.clone(), 2, 2, None);
    let clock = Some(control);
    let runner = Runner {
        schedule: &schedule,
        rules: &Numbers,
        maker,
        seed: 1,
        build: "test",
        clock,
        concurrency: 2,
        stop: &stop,
    };
    let games: Vec<u64> = (0..schedule.games()).collect();
    let played = runner.play(&games, |record| {
        board.record(&record);
        records.push(record);
        Ok::<bool, ()>(true)
    });
    played.unwrap();
    (records, board)
}

/// All games are lost by the second engine, on time.
fn assert_lost_on_time(records: &[Record], board: &Scoreboard) {
    assert_eq!(records.len(), 4);
    for record in records {
        let Termination::Forfeit { seat, fault } = &record.termination else { panic!("{record:?}") };
        assert_eq!(record.seats[*seat], 1, "{fault}");
        assert!(fault.reason().starts_with("time: lost on time: "), "{fault}");
    }
    assert_eq!(board.account().faults().collect::<Vec<_>>(), [(1, "time", 4)]);
}

#[test]
fn who_is_too_slow_has_lost() {
    let sleeps = [0, 300];
    let (records, board) = play("100ms", &|engine| Ok(Box::new(Sleeper(Duration::from_millis(sleeps[engine])))));
    assert_lost_on_time(&records, &board);
}

/// Two moves a game: each alone would be in time.
#[test]
fn the_clock_is_for_the_whole_game() {
    let sleeps = [0, 700];
    let (records, board) = play("1s", &|engine| Ok(Box::new(Sleeper(Duration::from_millis(sleeps[engine])))));
    assert_lost_on_time(&records, &board);
    assert!(records.iter().all(|record| record.moves.split(' ').count() >= 2));
}

#[test]
fn increments_keep_the_clock_running() {
    let (records, board) = play("1s+2s", &|_| Ok(Box::new(Sleeper(Duration::from_millis(30)))));
    assert!(records.iter().all(|record| record.termination == Termination::Finished));
    assert_eq!(board.account().faults().count(), 0);
}

/// A program that never answers has lost on time when its clock has run out, and is not waited for any longer.
#[cfg(unix)]
#[test]
fn a_program_that_is_too_slow_has_lost() {
    let program = |go: &str| {
        let answers = format!("ugi) echo ugiok;; isready) echo readyok;; quit) exit 0;; go*) {go};;");
        let text = format!("while read -r line; do case \"$line\" in {answers} esac; done");
        Launch { program: "sh".to_owned(), arguments: vec!["-c".to_owned(), text], ..Launch::default() }
    };
    let launches = [program("echo bestmove left"), program("sleep 60")];
    let (records, board) = play("2s", &|engine| Ok(Box::new(External::start(&launches[engine])?)));
    assert_lost_on_time(&records, &board);
}
