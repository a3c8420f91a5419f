use std::io;

use floe_engine::certificate::{
    Certificate, LeafSearch, Relation, Verification, VerifyError, VerifyRequest, margin_text,
    verify,
};
use floe_game::Score;
use floe_presentation::Perspective;
use floe_runs::JsonSeed;
use floe_search::Limits;

use super::new::draw_seed;
use super::prelude::*;
use crate::arguments::{UNQUOTED, duration, has_unquoted_position};
use crate::output::metric;
use crate::problem::complain;
use crate::proved_margin::ProvedMargin;
use crate::run_progress::RunProgress;

/// Check a certificate
///
/// Checks that every claim of a certificate of floe solve follows from others by the rules, and
/// proves its leaves again by search, all of them or a random sample.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/verify.txt"))]
pub(crate) struct Verify {
    /// Certificate, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Position, in quotes, that the certificate must be about [default: any]
    #[arg(value_name = "POSITION")]
    expected: Option<String>,

    /// Prove only a random sample of N leaves again [default: all]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=u64::MAX))]
    sample: Option<usize>,

    /// Random seed of the sample [default: drawn]
    #[arg(long, value_name = "SEED", requires = "sample", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Prove leaves without waiting moves and sub-games: it trusts less, and takes some 30 times
    /// longer
    #[arg(long)]
    plain: bool,

    /// Stop after this time, such as 500ms, 1.5s, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// Stop after this number of nodes of all leaves together, such as 5000 or 1M
    #[arg(long, value_name = "NODES", value_parser = number::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,

    /// Number of threads, 1 to 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = count())]
    threads: Option<usize>,

    #[command(flatten)]
    quiet: QuietArgument,
}

/// Certificate without an error.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifiedCertificate {
    position: String,
    /// Whether the bounds are proved: every leaf was proved again. Otherwise the certificate claims
    /// them.
    proved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<ProvedMargin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<ProvedMargin>,
    claims: usize,
    by_move: usize,
    by_all: usize,
    by_sum: usize,
    leaves: usize,
    proved_again: usize,
    /// Seed of the sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<JsonSeed>,
    /// Probability that the sample does not contain the only wrong leaf; 1 if a limit ended the
    /// verification.
    missing_one: f64,
    /// Probability that the sample contains none of the wrong leaves, if they are one of a hundred.
    missing_one_percent: f64,
    nodes: u64,
    seconds: f64,
}

const LABEL: usize = 8;

fn row(label: &str, text: impl AsRef<str>) -> String {
    labelled(label, LABEL, text.as_ref())
}

impl Verify {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        self.verify(output)
            .or_else(|error| output.refuse_call(error))
    }

    fn verify(&self, output: &mut Output) -> Result<Status> {
        let start = Instant::now();
        let certificate = self.certificate()?;
        self.check_position(&certificate)?;
        let interrupt = Interrupt::listen()?;
        let seed = self.sample.map(|_| self.seed.unwrap_or_else(draw_seed));
        let request = VerifyRequest {
            sample: self.sample,
            seed: seed.unwrap_or_default(),
            search: if self.plain {
                LeafSearch::Plain
            } else {
                LeafSearch::Usual
            },
            threads: self.threads.unwrap_or_else(all_cores),
            limits: Limits {
                time: self.time,
                nodes: self.nodes,
                start,
                stop: Some(&interrupt.stop),
                ..Limits::default()
            },
        };
        let mut progress = None;
        let mut shown = 0;
        let verified = verify(&certificate, &request, |done, all| {
            let progress = progress
                .get_or_insert_with(|| RunProgress::usual("claim", all as u64, self.quiet.is_on));
            (shown..done).for_each(|_| progress.advance());
            shown = done;
        });
        drop(progress);
        let verified = match verified {
            Ok(verified) => verified,
            Err(VerifyError::Interrupted) => {
                if interrupt.status().is_none() {
                    complain("not verified: the time ended before all claims were checked");
                }
                return Ok(interrupt.or_stopped(Status::Open, || "not verified".to_owned()));
            }
            Err(error) => anyhow::bail!("{}, {error}", self.name()),
        };
        let time = start.elapsed().as_secs_f64();
        let text = text(&certificate, &verified, seed, time);
        output.answer(&Answer::block(
            "floe/verify/1",
            report(&certificate, &verified, seed, time),
            text,
        ))?;
        Ok(if verified.is_limited {
            Status::Open
        } else {
            Status::Fine
        })
    }

    /// Reads the certificate from the file or from standard input.
    fn certificate(&self) -> Result<Certificate, Wrong> {
        let read = match self.is_standard_input() {
            true => Certificate::read_from(io::stdin().lock()),
            false => Certificate::read_from(files::open(&self.file)?),
        };
        read.map_err(|error| Wrong::new(format!("{}, {error}", self.name())))
    }

    fn is_standard_input(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    fn name(&self) -> String {
        if self.is_standard_input() {
            "standard input".to_owned()
        } else {
            self.file.display().to_string()
        }
    }

    /// Refuses a certificate of another position than the call names.
    fn check_position(&self, certificate: &Certificate) -> Result<(), Wrong> {
        let Some(expected) = &self.expected else {
            return Ok(());
        };
        let hint = || has_unquoted_position().then_some(UNQUOTED);
        let expected: AnyGame = expected.parse().map_err(|error| Wrong {
            hint: hint(),
            ..Wrong::from(error)
        })?;
        let found = AnyGame::from(certificate.position);
        if expected == found {
            return Ok(());
        }
        let name = self.name();
        Err(Wrong::new(format!(
            "{name}: expected a certificate of\n  {expected}\nfound one of\n  {found}"
        )))
    }
}

/// The strictest bound of a certificate with this relation.
fn bound(certificate: &Certificate, wanted: Relation) -> Option<Score> {
    let bounds = certificate
        .claims
        .iter()
        .filter(|(relation, _)| *relation == wanted)
        .map(|&(_, bound)| bound);
    if wanted == Relation::AtLeast {
        bounds.max()
    } else {
        bounds.min()
    }
}

fn report(
    certificate: &Certificate,
    verified: &Verification,
    seed: Option<u64>,
    seconds: f64,
) -> VerifiedCertificate {
    let checked = &verified.checked;
    VerifiedCertificate {
        position: certificate.position.to_string(),
        proved: verified.is_proof(),
        at_least: bound(certificate, Relation::AtLeast).map(ProvedMargin::of_score),
        at_most: bound(certificate, Relation::AtMost).map(ProvedMargin::of_score),
        claims: verified.claims(),
        by_move: checked.by_move,
        by_all: checked.by_all,
        by_sum: checked.by_sum,
        leaves: checked.leaves.len(),
        proved_again: verified.proved,
        seed: seed.map(JsonSeed),
        missing_one: verified.probability_of_missing(1),
        missing_one_percent: verified.probability_of_missing(one_percent(verified)),
        nodes: verified.nodes,
        seconds,
    }
}

/// Number of leaves that are one of a hundred, at least one.
fn one_percent(verified: &Verification) -> usize {
    verified.checked.leaves.len().div_ceil(100)
}

fn text(
    certificate: &Certificate,
    verified: &Verification,
    seed: Option<u64>,
    time: f64,
) -> String {
    let checked = &verified.checked;
    let leaves = checked.leaves.len();
    let claims = claims_text(certificate);
    // A position is never wrapped.
    let mut text = format!("{:LABEL$}{}\n", "about", certificate.position);
    text += &match verified.is_proof() {
        true => row("proved", &claims),
        false => row(
            "claimed",
            format!(
                "{claims}; all but {} leaves are proved",
                leaves - verified.proved
            ),
        ),
    };
    let noun = if leaves == 1 { "leaf" } else { "leaves" };
    let counts = format!(
        "{}: {} by one move, {} by all moves, {} by areas, {leaves} {noun}",
        counted(verified.claims() as u64, "claim"),
        checked.by_move,
        checked.by_all,
        checked.by_sum,
    );
    text += &row("claims", &counts);
    let proved = format!("{} of {leaves} proved again", verified.proved);
    let nodes = metric(verified.nodes as f64);
    let cost = format!(
        "{nodes} nodes, {}, {} nodes/s",
        seconds(time),
        per_second(verified.nodes, time)
    );
    text += &row("leaves", format!("{proved}, {cost}"));
    if verified.is_limited {
        text += &row("stopped", "a limit ended the verification");
    } else if let Some(seed) = seed {
        let one = 100.0 * verified.probability_of_missing(1);
        let percent = 100.0 * verified.probability_of_missing(one_percent(verified));
        let line = format!(
            "one wrong leaf is missed with {one:.4} %, all of 1 % wrong leaves with {percent:.4} %; seed {seed}"
        );
        text += &row("sample", &line);
    }
    text
}

/// Writes what is proved for the player to move.
fn claims_text(certificate: &Certificate) -> String {
    let lower = bound(certificate, Relation::AtLeast);
    let upper = bound(certificate, Relation::AtMost);
    let view = Perspective::of(&AnyGame::from(certificate.position));
    let winner = match (lower, upper) {
        (Some(lower), _) if lower > 0 => Some(1.cmp(&0)),
        (_, Some(upper)) if upper < 0 => Some(0.cmp(&1)),
        (Some(0), Some(0)) => Some(0.cmp(&0)),
        _ => None,
    };
    let outcome = winner.map_or(String::new(), |order| format!(": {}", view.outcome(order)));
    let turn = certificate.position.last_turn();
    if lower.is_some() && lower == upper {
        return format!(
            "margin {} for {turn}, to move{outcome}",
            margin_text(lower.unwrap_or_default())
        );
    }
    let bounds = [
        lower.map(|bound| (Relation::AtLeast, bound)),
        upper.map(|bound| (Relation::AtMost, bound)),
    ];
    let bounds: Vec<String> = bounds
        .into_iter()
        .flatten()
        .map(|(relation, bound)| format!("{relation} {}", margin_text(bound)))
        .collect();
    format!(
        "margin {} for {turn}, to move{outcome}",
        bounds.join(" and ")
    )
}
