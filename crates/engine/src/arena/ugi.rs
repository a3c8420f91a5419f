use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use floe_arena::ugi::{GameStatus, GoLimits, RandomGame, SearchInfo, SpinOption, UgiEngine, UgiError, UgiGames};
use floe_fish::{NoSuchMove, PositionError};
use floe_game::{Notated, Sampled};
use floe_search::{Limits, MAX_DEPTH, Options};
use floe_variants::{Rules, SetUp};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::spec::{MAX_HASH_MEBIBYTES, MAX_THREADS};
use crate::{Analysis, AnyGame, Clock, Engine, EngineGame, EngineSpec, Evaluation, with_game};

/// The position `startpos`.
const STARTPOS: &str = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";

/// All games that floe plays.
#[derive(Clone, Copy, Debug)]
pub struct FloeGames;

/// Mistake in a position or a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FloeGamesError {
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The text is not a legal move.
    #[error(transparent)]
    Move(#[from] NoSuchMove),
}

impl UgiGames for FloeGames {
    type Game = AnyGame;
    type Error = FloeGamesError;

    fn start_position(&self) -> AnyGame {
        STARTPOS.parse().expect("a position")
    }

    fn rules(&self) -> Vec<(String, usize)> {
        Rules::all().map(|rules| (rules.to_string(), if rules.teams { 4 } else { 2 })).collect()
    }

    fn parse(&self, text: &str) -> Result<AnyGame, FloeGamesError> {
        Ok(text.parse()?)
    }

    fn status(&self, game: &AnyGame) -> GameStatus {
        let teams = game.rules().teams;
        with_game!(game, game => GameStatus::new(game, teams))
    }

    fn choices(&self, game: &AnyGame) -> Vec<String> {
        game.choices()
    }

    fn settle(&self, game: &AnyGame, choice: &str, world: u64) -> Result<String, FloeGamesError> {
        Ok(game.settle(choice, world)?)
    }

    fn play(&self, game: &mut AnyGame, mv: &str) -> Result<(), FloeGamesError> {
        game.play(mv)?;
        Ok(())
    }

    fn random_game(&self, rules: &str, players: usize, seed: u64, plies: usize) -> RandomGame<AnyGame> {
        let set_up = SetUp::usual(rules.parse().expect("one of the rules"), players);
        let floe = AnyGame::deal(&set_up, seed).expect("all rules can be played on the official floe");
        let (moves, game) = with_game!(&floe, floe => random_moves(*floe, seed, plies));
        RandomGame { floe, moves, game }
    }
}

/// Plays random moves; returns them and the final position.
fn random_moves<G>(mut position: G, seed: u64, plies: usize) -> (Vec<String>, AnyGame)
where
    G: Sampled + Notated + Into<AnyGame>,
{
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut moves = Vec::new();
    while moves.len() < plies
        && let Some(mv) = position.random_move(rng)
    {
        moves.push(position.move_text(mv));
        position.play(mv);
    }
    (moves, position.into())
}

/// Engine behind UGI, and its options.
#[derive(Debug)]
pub struct UgiPlayer {
    spec: EngineSpec,
    evaluation: Evaluation,
    engine: Engine,
    check_hash: fn(usize) -> Result<(), UgiError>,
}

/// Maximum seed: one that any program can read.
const MAX_SEED: u64 = (1 << 31) - 1;

/// Time of a search without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

impl UgiPlayer {
    /// Creates the engine of a specification. `check_hash` checks sizes of the table, in MiB, before they are set.
    pub fn new(spec: EngineSpec, evaluation: Evaluation, check_hash: fn(usize) -> Result<(), UgiError>) -> UgiPlayer {
        UgiPlayer { engine: Engine::from_spec(&spec, evaluation.clone()), evaluation, spec, check_hash }
    }

    /// Limits of a search: those of the command, else those of the specification.
    fn limits<'a>(&self, go: &GoLimits, position: &AnyGame, stop: &'a AtomicBool) -> Limits<'a> {
        let own = Limits { stop: Some(stop), start: Instant::now(), ..self.spec.limits() };
        let limits = limit_time(go, Limits { stop: own.stop, start: own.start, ..Limits::default() }, position);
        if go.infinite || limits.time.is_some() || go.nodes.is_some() || go.depth.is_some() {
            let depth = go.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
            return Limits { depth, nodes: go.nodes.map(|nodes| nodes.max(1)), ..limits };
        }
        Limits { time: own.time.or((!self.spec.is_limited()).then_some(DEFAULT_TIME)), ..own }
    }
}

/// Adds the time for the next move to the limits: that of the command, or a share of the clock.
fn limit_time<'a>(go: &GoLimits, limits: Limits<'a>, position: &AnyGame) -> Limits<'a> {
    let (player, moves) = with_game!(position, position => (position.last_turn().index(), position.moves_to_come()));
    let limits = Limits { time: go.move_time, ..limits };
    match go.clocks[player] {
        Some(left) => Clock { left, increment: go.increments[player] }.limit(limits, moves),
        None => limits,
    }
}

fn search_info(analysis: &Analysis<String>, time: Duration, hash_full: u32) -> SearchInfo {
    let best = analysis.lines.first();
    SearchInfo {
        depth: Some(analysis.depth),
        nodes: Some(analysis.nodes),
        time: Some(time),
        hash_full: Some(hash_full),
        score: best.map(|line| line.value.to_string()),
        exact: best.is_some_and(|line| line.exact),
        pv: best.map_or(Vec::new(), |line| line.moves.clone()),
    }
}

impl UgiEngine<AnyGame> for UgiPlayer {
    fn name(&self) -> String {
        format!("floe {} {}", env!("CARGO_PKG_VERSION"), self.spec)
    }

    fn author(&self) -> String {
        "the floe authors".to_owned()
    }

    fn options(&self) -> Vec<SpinOption> {
        let usual = Options::default();
        let option = |name, default, min, max| SpinOption { name, default, min, max };
        vec![
            option("Hash", usual.hash_mebibytes as u64, 1, MAX_HASH_MEBIBYTES),
            option("Threads", usual.threads as u64, 1, MAX_THREADS),
            option("Seed", 0, 0, MAX_SEED),
        ]
    }

    fn set_option(&mut self, option: &'static str, value: u64) -> Result<(), UgiError> {
        match option {
            "Hash" => {
                (self.check_hash)(value as usize)?;
                self.spec.hash = Some(value as usize);
            }
            "Threads" => self.spec.threads = Some(value as usize),
            _ => self.spec.seed = Some(value),
        }
        self.engine = Engine::from_spec(&self.spec, self.evaluation.clone());
        Ok(())
    }

    fn new_game(&mut self) {
        self.engine.new_game(self.spec.seed.unwrap_or(0));
    }

    fn search(
        &mut self,
        game: &AnyGame,
        limits: &GoLimits,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> Result<SearchInfo, UgiError> {
        let limits = self.limits(limits, game, stop);
        let mut hash_full = 0;
        let found = self.engine.analyze_any(game, &limits, |progress| {
            hash_full = progress.hash_full;
            report(&search_info(&progress.analysis(), progress.elapsed, hash_full));
        });
        let analysis = found.map_err(|error| UgiError::Refused(error.to_string()))?;
        Ok(search_info(&analysis, limits.start.elapsed(), hash_full))
    }
}

#[cfg(test)]
mod tests {
    use floe_arena::ugi::response;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn the_clock_of_the_player_to_move_counts() {
        let position: AnyGame = STARTPOS.parse().unwrap();
        let time = |text: &str| {
            let limits = limit_time(&text.parse().unwrap(), Limits::default(), &position);
            (limits.soft, limits.time)
        };
        assert_eq!(time("p2time 10"), (None, None));
        assert_eq!(time("movetime 70 p2time 10"), (None, Some(70 * MS)));
        assert_eq!(time("movetime 70 p1time 1000000"), (Some(70 * MS), Some(70 * MS)));
        let (soft, hard) = time("p1time 60000 p2time 10");
        assert!((1000 * MS..6000 * MS).contains(&soft.unwrap()) && hard < Some(60_000 * MS), "{soft:?} {hard:?}");
    }

    #[test]
    fn the_moves_of_a_random_game_lead_to_its_position() {
        let base = (2..=4).map(|players| ("base".to_owned(), players));
        for (rules, players) in base.chain(FloeGames.rules()) {
            for (seed, plies) in [(1, 0), (3, 5), (8, 18)] {
                let RandomGame { floe, moves, game } = FloeGames.random_game(&rules, players, seed, plies);
                let mut position: AnyGame = floe.to_string().parse().unwrap();
                for mv in &moves {
                    position.play(mv).unwrap();
                }
                assert_eq!((position, moves.len()), (game, plies));
            }
        }
    }

    const OVER: &str = "2....../......../......./......../......./......../......./........";

    fn ask(question: &str, position: &str) -> String {
        response(&FloeGames, question, Some(&position.parse().unwrap())).unwrap()
    }

    #[test]
    fn winners_are_named() {
        for (taken, result) in [
            ("B 49:31,49:28", "p1win"),
            ("B 49:28,49:31", "p2win"),
            ("A 49:28,49:28", "draw"),
            ("B 20:10,30:10,29:10", "p2win"),
            ("B 20:10,30:10,30:10", "draw"),
            ("B 20:10,21:10,22:10,23:10", "p4win"),
        ] {
            assert_eq!(ask("result", &format!("{OVER} {taken}")), result);
            assert_eq!(ask("turn", &format!("{OVER} {taken}")), "none");
            assert_eq!(ask("gameover", &format!("{OVER} {taken}")), "true");
            assert_eq!(ask("p1turn", &format!("{OVER} {taken}")), "false");
        }
    }

    #[test]
    fn a_game_under_way_has_a_turn() {
        assert_eq!(ask("turn", STARTPOS), "A");
        assert_eq!(ask("p1turn", STARTPOS), "true");
        assert_eq!(ask("gameover", STARTPOS), "false");
        assert_eq!(ask("result", STARTPOS), "none");
        assert_eq!(ask("position", STARTPOS), STARTPOS);
    }

    #[test]
    fn other_questions_have_no_answer() {
        let ask = |question| response(&FloeGames, question, None);
        assert!(response(&FloeGames, "weather", Some(&FloeGames.start_position())).is_err());
        assert!(ask("turn").is_err());
        assert_eq!(ask("players").unwrap(), "2 3 4");
        assert!(ask("rules").unwrap().starts_with("base push whale "));
    }
}
