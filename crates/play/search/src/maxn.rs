use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use floe_game::{Chance, Keyed, Player, Score, Turn};

use crate::entry::{Found, SearchResult};
use crate::payoffs::proven_bounds;
use crate::time_manager::TimeManager;
use crate::{
    Control, EvalAll, Interrupted, Limits, Line, Lines, Meter, Options, PayoffBounds, Payoffs,
    Progress, Report, TableError, TableView, TranspositionTable, prefers, scores,
};

/// Max^n search for any number of players (Luckhardt & Irani 1986), with iterative deepening and a
/// transposition table; threads share the moves of the root.
///
/// Values do not depend on the number of threads.
#[derive(Debug)]
pub struct MaxN<E> {
    eval: E,
    options: Options,
    /// Results of earlier searches by the keys of positions and the player to move at the root.
    pub table: TranspositionTable,
}

impl<E: Sync> MaxN<E> {
    /// Creates a search that estimates the final scores of all players with `eval`.
    ///
    /// # Errors
    /// If the system refuses the memory for the table.
    pub fn new(eval: E, options: Options) -> Result<Self, TableError> {
        Ok(MaxN {
            eval,
            options: options.in_range(),
            table: TranspositionTable::new(options.hash_mebibytes)?,
        })
    }

    /// Forgets the results of all earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches to depth 1, 2, 3 and so on until a limit is reached or the values of all moves are
    /// proven.
    ///
    /// Calls `progress` after every complete depth. A value is the final scores of all players,
    /// current scores included. When the game is over there are no lines.
    pub fn search<G: Keyed + Sync>(
        &mut self,
        game: &G,
        limits: &Limits<'_>,
        mut progress: impl FnMut(&Progress<'_, G::Move, Payoffs>),
    ) -> Report<G::Move, Payoffs>
    where
        E: EvalAll<G>,
    {
        let control = Control::new(limits);
        let table = self.table.view();
        let Turn::Of(root) = game.turn() else {
            return Report::of_lines(Vec::new());
        };
        let search = MaxNSearch {
            game,
            root,
            eval: &self.eval,
            table,
            control: &control,
            threads: self.options.threads,
        };
        let mut lines = search.evaluated_moves();
        let mut report = Report::of_lines(reported(&lines, self.options.lines));
        let mut time = TimeManager::new(limits, self.options.time, control.elapsed(), None);
        for depth in 1..=limits.depth {
            if search.deepen(&mut lines, depth).is_err() {
                break;
            }
            report = Report {
                lines: reported(&lines, self.options.lines),
                depth,
                nodes: control.nodes(),
            };
            let elapsed = control.elapsed();
            progress(&Progress {
                report: &report,
                elapsed,
                hash_full: table.fullness(),
            });
            let is_enough =
                time.is_enough(elapsed, lines[0].moves[0], lines[0].value[root.index()]);
            if is_enough || lines.iter().all(|line| line.exact) {
                break;
            }
        }
        Report {
            nodes: control.nodes(),
            ..report
        }
    }

    /// Every move or choice of the player to move, with proven bounds of the final scores of all
    /// players after it; none when the game is over. Also useful after an interrupted search.
    ///
    /// The bounds follow from results of earlier searches for positions up to `plies` below the
    /// moves, and elsewhere from `possible`, the bounds that follow from the rules.
    pub fn proven_bounds<G: Keyed + Chance>(
        &mut self,
        game: &G,
        plies: u32,
        possible: &impl Fn(&G) -> PayoffBounds,
    ) -> Vec<(G::Move, PayoffBounds)> {
        let Turn::Of(root) = game.turn() else {
            return Vec::new();
        };
        let table = self.table.view();
        let known = |game: &G| {
            let current = scores(game);
            if game.is_over() {
                return Some(current);
            }
            let proven = table
                .probe(key(game, root))
                .filter(|data| data & PROVEN != 0);
            proven
                .and_then(|data| unpack(data, &current, 0, game.players()))
                .map(|found| found.value)
        };
        proven_bounds(game, plies, root, &known, possible)
    }
}

/// Table key of a position, whose result depends on the root player.
fn key<G: Keyed>(game: &G, root: Player) -> u64 {
    game.key() ^ (root.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The first `count` lines, best first. The best is proven to be the best only if the values of all
/// others are proven.
fn reported<M: Clone>(lines: &Lines<M, Payoffs>, count: usize) -> Lines<M, Payoffs> {
    let all_exact = lines.iter().all(|line| line.exact);
    let mut reported = lines[..lines.len().min(count)].to_vec();
    reported.iter_mut().for_each(|line| line.exact &= all_exact);
    reported
}

/// Sorts lines by their values for a player, the best first, and equal ones by their moves.
fn sort_for<M: Ord>(player: Player, players: usize, lines: &mut Lines<M, Payoffs>) {
    lines.sort_by(|a, b| {
        let is_worse = prefers(player, player, players, &b.value, &a.value);
        let is_better = prefers(player, player, players, &a.value, &b.value);
        is_worse
            .cmp(&is_better)
            .then_with(|| a.moves[0].cmp(&b.moves[0]))
    });
}

struct MaxNSearch<'a, G, E> {
    game: &'a G,
    root: Player,
    eval: &'a E,
    table: TableView<'a>,
    control: &'a Control<'a>,
    threads: usize,
}

impl<G: Keyed + Sync, E: EvalAll<G> + Sync> MaxNSearch<'_, G, E> {
    /// Every move with the static evaluation of the position after it, best first.
    fn evaluated_moves(&self) -> Lines<G::Move, Payoffs> {
        let value = |child: &G| {
            if child.is_over() {
                scores(child)
            } else {
                self.eval.evaluate_all(child)
            }
        };
        let line = |mv| Line::new(value(&self.game.after(mv)), false, vec![mv]);
        let mut lines: Lines<G::Move, Payoffs> = self.game.moves().into_iter().map(line).collect();
        sort_for(self.root, self.game.players(), &mut lines);
        lines
    }

    /// Finds the value of every root move at this depth.
    fn deepen(&self, lines: &mut Lines<G::Move, Payoffs>, depth: u32) -> Result<(), Interrupted> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(vec![None; lines.len()]);
        self.control
            .on_threads(self.threads.min(lines.len()), &|_| {
                let mut worker = MaxNWorker {
                    search: self,
                    meter: Meter::new(self.control),
                };
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    let Some(line) = lines.get(index) else { break };
                    if line.exact {
                        continue;
                    }
                    let Ok(found) =
                        worker.search(&self.game.after(line.moves[0]), depth as i32 - 1)
                    else {
                        break;
                    };
                    results.lock().expect("no thread has panicked")[index] = Some(found);
                }
                let _ = worker.meter.report();
            });
        let results = results.into_inner().expect("no thread has panicked");
        if lines
            .iter()
            .zip(&results)
            .any(|(line, result)| !line.exact && result.is_none())
        {
            return Err(Interrupted);
        }
        for (line, found) in lines.iter_mut().zip(results) {
            if let Some(found) = found {
                *line = self.line(line.moves[0], found, depth as i32 - 1);
            }
        }
        sort_for(self.root, self.game.players(), lines);
        Ok(())
    }

    /// Line of a root move, searched again move by move with the table.
    fn line(&self, mv: G::Move, found: Found<Payoffs>, depth: i32) -> Line<G::Move, Payoffs> {
        let mut worker = MaxNWorker {
            search: self,
            meter: Meter::new(self.control),
        };
        let mut moves = vec![mv];
        let mut game = self.game.after(mv);
        let mut depth = depth;
        while (depth > 0 || found.proven) && !game.is_over() {
            let Ok((_, best)) = worker.best(&game, depth.max(1)) else {
                break;
            };
            moves.push(best);
            game.play(best);
            depth -= 1;
        }
        let _ = worker.meter.report();
        Line::new(found.value, found.proven, moves)
    }
}

struct MaxNWorker<'a, G, E> {
    search: &'a MaxNSearch<'a, G, E>,
    meter: Meter<'a>,
}

impl<G: Keyed + Sync, E: EvalAll<G> + Sync> MaxNWorker<'_, G, E> {
    fn search(&mut self, game: &G, depth: i32) -> SearchResult<Payoffs> {
        self.meter.count()?;
        if game.is_over() {
            return Ok(Found {
                value: scores(game),
                proven: true,
            });
        }
        if depth <= 0 {
            return Ok(Found {
                value: self.search.eval.evaluate_all(game),
                proven: false,
            });
        }
        let current = scores(game);
        let key = key(game, self.search.root);
        if let Some(found) = self
            .search
            .table
            .probe(key)
            .and_then(|data| unpack(data, &current, depth, game.players()))
        {
            return Ok(found);
        }
        let found = self.best(game, depth)?.0;
        self.search
            .table
            .store(key, pack(&found, &current, depth, game.players()), |data| {
                (data >> 56) as u32
            });
        Ok(found)
    }

    /// Finds the results of a position, and the first move that leads to them.
    fn best(&mut self, game: &G, depth: i32) -> Result<(Found<Payoffs>, G::Move), Interrupted> {
        let Turn::Of(player) = game.turn() else {
            unreachable!("the game is not over")
        };
        let root = self.search.root;
        let (mut best, mut proven) = (None::<(Payoffs, G::Move)>, true);
        for mv in game.moves() {
            let found = self.search(&game.after(mv), depth - 1)?;
            proven &= found.proven;
            let better = best
                .as_ref()
                .is_none_or(|(best, _)| prefers(player, root, game.players(), &found.value, best));
            if better {
                best = Some((found.value, mv));
            }
        }
        let (payoffs, mv) = best.expect("a player whose turn it is has a move");
        Ok((
            Found {
                value: payoffs,
                proven,
            },
            mv,
        ))
    }
}

/// Bits of all scores still to come together.
const BITS: u32 = 56;
const PROVEN: u64 = 1 << 63;
/// Most that a score can still fall, in 1/128 fish: two fish that a tile costs, and eight times
/// three fish and their tile given back.
const FALL: Score = 256 + 8 * 385;

/// Bits of one score still to come, and their largest value.
fn room(players: usize) -> (u32, u64) {
    let width = BITS / players as u32;
    (width, (1 << width) - 1)
}

fn pack(found: &Found<Payoffs>, current: &Payoffs, depth: i32, players: usize) -> u64 {
    let (width, most) = room(players);
    let mut data = (depth as u64 & 0x7f) << BITS | if found.proven { PROVEN } else { 0 };
    for (player, (payoff, current)) in found.value.iter().zip(current).take(players).enumerate() {
        let to_come = i64::from(payoff - current + FALL).clamp(0, most as i64) as u64;
        data |= to_come << (width * player as u32);
    }
    data
}

/// Results in packed data, if they are proven or of exactly this depth.
fn unpack(data: u64, current: &Payoffs, depth: i32, players: usize) -> Option<Found<Payoffs>> {
    let proven = data & PROVEN != 0;
    if !proven && (data >> BITS) as i32 & 0x7f != depth {
        return None;
    }
    let (width, most) = room(players);
    let mut payoffs = *current;
    for (player, payoff) in payoffs.iter_mut().take(players).enumerate() {
        *payoff += (data >> (width * player as u32) & most) as Score - FALL;
    }
    Some(Found {
        value: payoffs,
        proven,
    })
}
