use std::fmt::Write;

use floe_arena::runner::Account;
use floe_arena::statistics::{
    BootstrapOptions, Decision, Estimate, Pentanomial, Sprt, Tournament, Verdict, elo, normalized_elo, superiority,
};
use serde::Serialize;

use crate::output::Answer;

/// What a match has shown.
#[derive(Clone, Serialize)]
pub(crate) struct Report {
    games: u64,
    engines: Vec<String>,
    /// Of the first engine.
    results: Results,
    elo: f64,
    error: f64,
    /// Mean fish difference a game, first engine.
    margin: f64,
    margin_error: Option<f64>,
    blocks: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Pairs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
    standings: Vec<Standing>,
    cross_table: Vec<Vec<Option<[u64; 3]>>>,
    /// The mean score by rank of every seat.
    seats: Vec<Number>,
    plies: Lengths,
    terminations: Vec<(String, u64)>,
    faults: Vec<Fault>,
    duplicates: u64,
}

#[derive(Clone, Copy, Default, Serialize)]
struct Results {
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Clone, Copy, Serialize)]
struct Number {
    value: f64,
    error: f64,
}

impl From<Estimate> for Number {
    fn from(Estimate { value, error }: Estimate) -> Number {
        Number { value, error }
    }
}

/// What only matches of two players have.
#[derive(Clone, Serialize)]
struct Pairs {
    pentanomial: [u64; 5],
    normalized_elo: Number,
    superiority: f64,
}

#[derive(Clone, Serialize)]
struct Test {
    pairs: u64,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: &'static str,
}

#[derive(Clone, Serialize)]
struct Standing {
    engine: String,
    seats: u64,
    places: [u64; 4],
    score: Number,
    fish: f64,
    rating: Number,
}

#[derive(Clone, Serialize)]
struct Lengths {
    mean: f64,
    shortest: u32,
    longest: u32,
}

#[derive(Clone, Serialize)]
struct Fault {
    engine: String,
    what: String,
    games: u64,
}

impl Report {
    pub(crate) fn new(account: &Account, names: &[String], sprt: Option<Sprt>) -> Report {
        let tournament = account.tournament();
        let seats = account.counted().flat_map(|block| &block.games).map(|game| game.seats.len()).max().unwrap_or(2);
        let pairs = (seats == 2).then(|| all_pairs(&tournament, names.len()));
        let elo = match pairs {
            Some(pairs) => elo(&pairs.moments()),
            None => elo_of_ranks(&tournament),
        };
        let (margin, margin_error) = margin(&tournament, names.len());
        let overview = account.overview();
        let lengths = overview.lengths();
        let options = BootstrapOptions { replicates: 200, seed: 1 };
        let ratings = tournament.ratings(options);
        let standing = |(engine, name): (usize, &String)| {
            let standing = tournament.standing(engine);
            Standing {
                engine: name.clone(),
                seats: standing.seats,
                places: standing.places,
                score: standing.score.into(),
                fish: standing.points,
                rating: ratings.rating(engine).into(),
            }
        };
        Report {
            games: account.counted().map(|block| block.games.len() as u64).sum(),
            engines: names.to_vec(),
            results: results_of_first(account),
            elo: elo.value,
            error: elo.error,
            margin,
            margin_error,
            blocks: tournament.blocks(),
            pairs: pairs.map(|pairs| Pairs {
                pentanomial: pairs.counts(),
                normalized_elo: normalized_elo(&pairs.moments()).into(),
                superiority: superiority(&pairs.moments()),
            }),
            sprt: sprt.map(|sprt| test(&sprt, account.sequence().unwrap_or_default())),
            standings: names.iter().enumerate().map(standing).collect(),
            cross_table: cross_table(&tournament, names.len()),
            seats: (0..seats).map(|seat| tournament.seat(seat).into()).collect(),
            plies: Lengths { mean: lengths.mean(), shortest: lengths.shortest(), longest: lengths.longest() },
            terminations: overview.terminations().map(|(how, count)| (how.to_owned(), count)).collect(),
            faults: account
                .faults()
                .map(|(engine, what, games)| Fault { engine: names[engine].clone(), what: what.to_owned(), games })
                .collect(),
            duplicates: overview.duplicates(),
        }
    }

    /// What a sequential test has decided, if there was one.
    pub(crate) fn decision(&self) -> Option<&'static str> {
        self.sprt.as_ref().map(|test| test.decision)
    }

    /// The standing in a few words.
    pub(crate) fn in_short(&self) -> String {
        let llr = self.sprt.as_ref().map_or(String::new(), |test| format!(", LLR {:.2}", test.llr));
        format!("Elo {:+.0} ± {:.0}{llr}", self.elo, self.error)
    }

    fn says(&self) -> &'static str {
        match (Estimate { value: self.elo, error: self.error }).verdict() {
            Verdict::Open => "needs more games",
            _ if self.elo > 0.0 => "the first engine is stronger",
            _ => "the first engine is weaker",
        }
    }
}

/// The points of pairs of the first engine, against whomever.
fn all_pairs(tournament: &Tournament, engines: usize) -> Pentanomial {
    let mut sum = [0; 5];
    for other in 1..engines {
        let counts = tournament.pairs(0, other).pentanomial().counts();
        sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    Pentanomial::new(sum)
}

/// Elo of a mean score by rank, with half a block won and half a block lost added.
fn elo_of_ranks(tournament: &Tournament) -> Estimate {
    let (score, blocks) = (tournament.standing(0).score, tournament.blocks() as f64);
    let mean = (score.value * blocks + 0.5) / (blocks + 1.0);
    let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
    let least = 1.96 * 0.5 / (blocks + 1.0);
    Estimate { value: floe_arena::statistics::elo_of_score(mean), error: slope * score.error.max(least) }
}

fn margin(tournament: &Tournament, engines: usize) -> (f64, Option<f64>) {
    let margins: Vec<_> = (1..engines)
        .filter(|&other| tournament.versus(0, other).results.games() > 0)
        .map(|other| tournament.versus(0, other).margin())
        .collect();
    let count = margins.len().max(1) as f64;
    let errors: Option<f64> = margins.iter().map(|margin| margin.error.map(|error| error * error)).sum();
    let value = margins.iter().map(|margin| margin.value).sum::<f64>() / count;
    (value, errors.filter(|_| !margins.is_empty()).map(|sum| sum.sqrt() / count))
}

/// The games of the first engine: won where nobody else was as good, drawn where it shares the first place.
fn results_of_first(account: &Account) -> Results {
    let mut results = Results::default();
    for game in account.counted().flat_map(|block| &block.games) {
        let Some(own) = game.seats.iter().position(|seat| seat.engine == 0) else { continue };
        let others = game.seats.iter().enumerate().filter(|&(seat, _)| seat != own).map(|(_, seat)| seat.result);
        match others.max().map(|best| game.seats[own].result.cmp(&best)) {
            Some(std::cmp::Ordering::Less) => results.losses += 1,
            Some(std::cmp::Ordering::Equal) => results.draws += 1,
            _ => results.wins += 1,
        }
    }
    results
}

fn test(sprt: &Sprt, pairs: Pentanomial) -> Test {
    let report = sprt.report(pairs);
    let decision = match report.decision {
        Decision::Open => "open",
        Decision::AcceptH1 => "accepted",
        Decision::AcceptH0 => "rejected",
    };
    Test { pairs: pairs.pairs(), llr: report.llr, lower: report.lower, upper: report.upper, decision }
}

fn cross_table(tournament: &Tournament, engines: usize) -> Vec<Vec<Option<[u64; 3]>>> {
    let cell = |engine, other| {
        let results = tournament.versus(engine, other).results;
        (engine != other && results.games() > 0).then(|| [results.wins(), results.draws(), results.losses()])
    };
    (0..engines).map(|engine| (0..engines).map(|other| cell(engine, other)).collect()).collect()
}

impl Answer for Report {
    const SCHEMA: &'static str = "floe/match/1";

    fn text(&self) -> String {
        let mut text = String::new();
        let Results { wins, draws, losses } = self.results;
        let _ = writeln!(
            text,
            "{} games in {} blocks; {}: {wins} won, {draws} drawn, {losses} lost",
            self.games, self.blocks, self.engines[0]
        );
        let _ = writeln!(text, "Elo        {:+.1} ± {:.1}   {}", self.elo, self.error, self.says());
        if let Some(pairs) = &self.pairs {
            let Number { value, error } = pairs.normalized_elo;
            let _ =
                writeln!(text, "nElo       {value:+.1} ± {error:.1}   superiority {:.1} %", 100.0 * pairs.superiority);
            let _ = writeln!(text, "pairs      {:?} with 0, ½, 1, 1½, 2 points", pairs.pentanomial);
        }
        let error = self.margin_error.map_or("needs more games".to_owned(), |error| format!("± {error:.2}"));
        let _ = writeln!(text, "margin     {:+.2} {error} fish a game", self.margin);
        if let Some(test) = &self.sprt {
            let Test { pairs, llr, lower, upper, decision } = test;
            let _ =
                writeln!(text, "SPRT       {decision} after {pairs} pairs; LLR {llr:.2} of {lower:.2} to {upper:.2}");
        }
        let _ = writeln!(text, "\nrating       score       fish  1st  2nd  3rd  4th  engine");
        let mut standings: Vec<&Standing> = self.standings.iter().collect();
        standings.sort_by(|a, b| b.rating.value.total_cmp(&a.rating.value));
        for Standing { engine, places: [a, b, c, d], score, fish, rating, .. } in standings {
            let _ = writeln!(
                text,
                "{:+5.0} ± {:<4.0} {:.3} ± {:.3} {fish:4.1} {a:4} {b:4} {c:4} {d:4}  {engine}",
                rating.value, rating.error, score.value, score.error
            );
        }
        if self.engines.len() > 2 {
            self.write_cross_table(&mut text);
        }
        let seats: Vec<String> =
            self.seats.iter().map(|seat| format!("{:.3} ± {:.3}", seat.value, seat.error)).collect();
        let _ = writeln!(text, "\nseats      {}", seats.join("   "));
        let _ = writeln!(
            text,
            "plies      {:.1} ({} to {}), {} duplicate games",
            self.plies.mean, self.plies.shortest, self.plies.longest, self.duplicates
        );
        for Fault { engine, what, games } in &self.faults {
            let _ = writeln!(text, "fault      {engine} {what} in {games} games");
        }
        text
    }
}

impl Report {
    fn write_cross_table(&self, text: &mut String) {
        let _ = writeln!(text, "\nbetter/level/worse against each other");
        for (name, row) in self.engines.iter().zip(&self.cross_table) {
            let cell = |cell: &Option<[u64; 3]>| cell.map_or("-".to_owned(), |[w, d, l]| format!("{w}/{d}/{l}"));
            let cells: Vec<String> = row.iter().map(|result| format!("{:>14}", cell(result))).collect();
            let _ = writeln!(text, "{}  {name}", cells.join(" "));
        }
    }
}
