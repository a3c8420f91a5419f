//! Fits the weights of the evaluation to games of self-play by least squares, or a network to what they leave over: the same games give the
//! same numbers.

mod lessons;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use floe_engine::network::turns;
use floe_engine::{Observation, SelfPlayed, read_games};
use nalgebra::{DMatrix, DVector};

use lessons::{Example, Lessons};

/// What is learned from, and where to.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Files of self-play, all of the same number of players (`floe selfplay`).
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where the weights go: crates/engine/weights/2.txt, for instance.
    #[arg(long, required_unless_present = "network")]
    out: Option<PathBuf>,
    /// Where, instead, the network goes that is learned on top of the weights which come with floe: crates/engine/weights/2-network.txt.
    #[arg(long, conflicts_with = "out")]
    network: Option<PathBuf>,
    /// How often the network is shown every position.
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// With fewer free tiles the network learns from one position in seven only: half of all have fewer than 28, where the solver needs no guess.
    #[arg(long, default_value_t = 0, conflicts_with = "out")]
    rare_below: u32,
    /// How much the results of the games count, beside what the searches expected; what they have proved counts alone.
    #[arg(long, default_value_t = 0.5)]
    result_share: f64,
    /// What is worth writing down beside the weights: a match that they won, for instance.
    #[arg(long)]
    note: Option<String>,
}

/// One game in so many is kept aside, to see what the weights are worth on games that they have not seen.
const ASIDE: u64 = 10;
/// One in so many late positions is learned from, where they are to be rare.
const RARE: u64 = 7;
/// Pulls weights that games say nothing of towards zero.
const RIDGE: f64 = 1e-4;
/// The measure of scores.
const FISH: f64 = 128.0;
/// Free tiles of a full floe, as weights mean it.
const FULL: f64 = 64.0;

/// An observation that is not learned from.
struct Aside {
    inputs: DVector<f64>,
    target: f64,
    result: f64,
}

/// Observations of one phase of the game, as far as least squares needs them.
struct Phase {
    name: &'static str,
    products: DMatrix<f64>,
    answers: DVector<f64>,
    aside: Vec<Aside>,
    count: u64,
}

impl Phase {
    fn new(name: &'static str, inputs: usize) -> Phase {
        let (products, answers) = (DMatrix::zeros(inputs, inputs), DVector::zeros(inputs));
        Phase { name, products, answers, aside: Vec::new(), count: 0 }
    }

    fn solve(&self) -> Result<DVector<f64>> {
        let size = self.answers.len();
        let ridge = DMatrix::identity(size, size) * (RIDGE * self.count.max(1) as f64);
        let solved = (&self.products + ridge).cholesky().map(|factors| factors.solve(&self.answers));
        solved.with_context(|| format!("the games do not decide the weights of {}", self.name))
    }
}

/// The inputs of an observation: each feature, and each turn, once by itself and once by how full the floe is.
fn inputs(observation: &Observation, turns: usize) -> DVector<f64> {
    let mut seen: Vec<f64> = observation.features.iter().map(|&feature| f64::from(feature) / FISH).collect();
    seen.extend((0..turns).map(|turn| f64::from(u8::from(turn == observation.turn))));
    let full = f64::from(observation.free) / FULL;
    DVector::from_iterator(2 * seen.len(), seen.iter().copied().chain(seen.iter().map(|input| input * full)))
}

/// What an observation should have said, in fish.
fn target(observation: &Observation, result_share: f64) -> f64 {
    let result_share = if observation.exact { 0.0 } else { result_share };
    (result_share * f64::from(observation.result) + (1.0 - result_share) * f64::from(observation.searched)) / FISH
}

/// Both phases, once it is known how many players there are.
struct Learned {
    players: usize,
    phases: [Phase; 2],
}

impl Learned {
    fn new(players: usize) -> Learned {
        let size = 2 * (Observation::NAMES.len() + turns(players));
        Learned { players, phases: ["placement", "slides"].map(|name| Phase::new(name, size)) }
    }

    fn learn(&mut self, seen: &[Observation], is_aside: bool, result_share: f64) {
        for observation in seen {
            let phase = &mut self.phases[usize::from(!observation.placement)];
            let inputs = inputs(observation, turns(self.players));
            let (result, target) = (f64::from(observation.result) / FISH, target(observation, result_share));
            if is_aside {
                phase.aside.push(Aside { inputs, target, result });
            } else {
                phase.products.ger(1.0, &inputs, &inputs, 1.0);
                phase.answers.axpy(target, &inputs, 1.0);
                phase.count += 1;
            }
        }
    }
}

/// What is said of games that nothing is learned from.
const FOREIGN: &str = "these are no games of the base game, whose weights are learned";
const MIXED: &str = "the games are of different numbers of players";
const NONE: &str = "there are no games to learn from";

pub(crate) fn train(options: &Options) -> Result<()> {
    let (path, page) = match (&options.out, &options.network) {
        (Some(path), _) => (path, weights(options)?),
        (None, Some(path)) => {
            let mut players = None;
            read_games(&options.games[0], |game| players = players.or(Some(game.start.players())))?;
            let page = match players.context(NONE)? {
                2 => network::<2, 8>(options)?,
                3 => network::<3, 9>(options)?,
                _ => network::<4, 8>(options)?,
            };
            (path, page)
        }
        (None, None) => bail!("nothing is to be learned"),
    };
    fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

/// The page with the weights.
fn weights(options: &Options) -> Result<String> {
    let mut page = format!("# Learned by cargo xtask train --result-share {} from\n", options.result_share);
    let mut learned: Option<Learned> = None;
    let (mut mixed, mut foreign) = (false, false);
    for path in &options.games {
        let run = read_games(path, |game| {
            for sample in game.samples() {
                let Some((seen, _)) = Observation::of(&sample) else {
                    foreign = true;
                    return;
                };
                let players = sample.results.len();
                let learned = learned.get_or_insert_with(|| Learned::new(players));
                mixed |= learned.players != players;
                if !mixed {
                    learned.learn(&seen, game.index % ASIDE == 0, options.result_share);
                }
            }
        })?;
        if foreign {
            bail!("{}: {FOREIGN}", path.display());
        }
        let _ = writeln!(page, "#   {run}");
    }
    let Some(learned) = learned else { bail!(NONE) };
    if mixed {
        bail!(MIXED);
    }
    if let Some(note) = &options.note {
        let _ = writeln!(page, "# {note}");
    }
    for phase in &learned.phases {
        page += &told(phase, learned.players)?;
    }
    Ok(page)
}

/// The page with a network that has been taught what the weights leave over.
fn network<const N: usize, const P: usize>(options: &Options) -> Result<String> {
    let mut lessons = Lessons::<N, P>::default();
    let (mut mixed, mut foreign, mut late) = (false, false, 0_u64);
    let mut look = |game: &SelfPlayed| {
        for sample in game.samples() {
            mixed |= sample.results.len() != N;
            let Some((observations, seen)) = Observation::of(&sample) else {
                foreign = true;
                return;
            };
            if mixed {
                return;
            }
            let is_late = observations[0].free < options.rare_below;
            late += u64::from(is_late);
            if is_late && !late.is_multiple_of(RARE) {
                continue;
            }
            let mut left_over = [0.0; N];
            for (left_over, observation) in left_over.iter_mut().zip(&observations) {
                let said = f64::from(observation.guess) / FISH;
                *left_over = (target(observation, options.result_share) - said) as f32;
            }
            lessons.add(Example::new(&seen, left_over), game.index.is_multiple_of(ASIDE));
        }
    };
    let Options { result_share, rare_below, epochs, .. } = options;
    let mut page = format!(
        "# Learned by cargo xtask train --network --result-share {result_share} --rare-below {rare_below} --epochs {epochs} on top of {N}.txt from\n"
    );
    for path in &options.games {
        let run = read_games(path, &mut look)?;
        let _ = writeln!(page, "#   {run}");
    }
    if foreign {
        bail!(FOREIGN);
    }
    if mixed {
        bail!(MIXED);
    }
    if let Some(note) = &options.note {
        let _ = writeln!(page, "# {note}");
    }
    let (network, note) = lessons.teach(options.epochs);
    let _ = writeln!(page, "# {note}\n# All numbers are 65536 times as large.\n{network}");
    println!("network: {note}");
    Ok(page)
}

/// The weights of a phase as text.
fn told(phase: &Phase, players: usize) -> Result<String> {
    let weights = phase.solve()?;
    let half = weights.len() / 2;
    let rms = |error: &dyn Fn(&Aside) -> f64| {
        let squares: f64 = phase.aside.iter().map(|row| error(row).powi(2)).sum();
        (squares / phase.aside.len().max(1) as f64).sqrt()
    };
    let loss = rms(&|row| row.inputs.dot(&weights) - row.target);
    let plain = rms(&|row| row.target);
    let mut page = format!(
        "\n{}\n# {} observations; off by {loss:.3} fish on games kept aside, without weights by {plain:.3}\n",
        phase.name, phase.count
    );
    println!("{}: {} observations, off by {loss:.3} fish, without weights {plain:.3}", phase.name, phase.count);
    let thousandths = |weight: f64| (weight * 1000.0).round() as i64;
    for (feature, name) in Observation::NAMES.iter().enumerate() {
        let _ = writeln!(page, "{name} {} {}", thousandths(weights[feature]), thousandths(weights[half + feature]));
    }
    let units = |weight: f64| (weight * FISH).round() as i64;
    for turn in 0..half - Observation::NAMES.len() {
        let place = Observation::NAMES.len() + turn;
        let _ = writeln!(page, "turn-{} {} {}", turn + 1, units(weights[place]), units(weights[half + place]));
    }
    let (base, more) = doubt(phase, &weights, players);
    let _ = writeln!(page, "doubt {} {}", units(base), units(more));
    Ok(page)
}

/// How far results are off, in a straight line from an empty floe to a full one, as the scale of a logistic distribution.
fn doubt(phase: &Phase, weights: &DVector<f64>, players: usize) -> (f64, f64) {
    // The mean distance from its centre is so many times the scale.
    let distance = 2.0 * 2f64.ln();
    // Of more than two players it is the difference of two errors that decides.
    let both = if players == 2 { 1.0 } else { 2f64.sqrt() };
    let half = weights.len() / 2;
    let (mut products, mut answers) = (DMatrix::identity(2, 2) * 1e-6, DVector::zeros(2));
    for Aside { inputs, result, .. } in &phase.aside {
        let off = (inputs.dot(weights) - result).abs() * both / distance;
        // How full the floe is follows from the turn, which is one in exactly one place.
        let full: f64 = inputs.iter().skip(half + Observation::NAMES.len()).sum();
        let line = DVector::from_vec(vec![1.0, full]);
        products.ger(1.0, &line, &line, 1.0);
        answers.axpy(off, &line, 1.0);
    }
    let solved = products.cholesky().map(|factors| factors.solve(&answers));
    solved.map_or((1.0, 0.0), |solved| (solved[0].max(0.05), solved[1]))
}
