//! Certificates of random endings: what is written is proved, and what is changed is found.

use floe_certificate::{Certificate, ClaimLine, Leaf, LineError, Reason, Relation, Step, check};
use floe_endgame::{LeafProver, LeafResult, LeafSearch, Objective, Solver, SolverOptions};
use floe_fish::Position;
use floe_game::{Game, Interval};
use floe_search::Limits;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::positions::{Kind, played, study, study_apart};

/// Certificate of a position, written by its proof.
fn certified(position: &Position<2>, objective: Objective, leaf_nodes: u64) -> Certificate {
    let limits = Limits::default();
    let mut solver = Solver::new(SolverOptions {
        hash_mebibytes: 1,
        ..SolverOptions::default()
    })
    .expect("there is a MiB of memory");
    let solution = solver.solve(position, objective, &limits, |_| ());
    let claims = objective.claims(solution.bounds);
    let written = solver.certify(position, &claims, leaf_nodes, &limits, |_| ());
    written.unwrap_or_else(|error| panic!("{error}\n{position:?}"))
}

/// Checks a certificate and proves all its leaves, also by the plain search; returns the counts of
/// its reasons.
fn verified(certificate: &Certificate) -> Result<[usize; 4], String> {
    let checked = check(certificate).map_err(|error| error.to_string())?;
    let [mut usual, mut plain] = [LeafSearch::Usual, LeafSearch::Plain]
        .map(|search| LeafProver::new(&certificate.position, search).expect("there is memory"));
    for Leaf { line, claim, nodes } in &checked.leaves {
        let limits = Limits {
            nodes: Some(10 * nodes + 1000),
            ..Limits::default()
        };
        let found = usual.prove(claim, &limits);
        let LeafResult::Proved(_) = found else {
            return Err(format!("claim {line}: {found:?}"));
        };
        let plainly = plain.prove(claim, &Limits::default());
        let LeafResult::Proved(_) = plainly else {
            panic!("claim {line}: {found:?}, but {plainly:?}")
        };
    }
    Ok([
        checked.by_move,
        checked.by_all,
        checked.by_sum,
        checked.leaves.len(),
    ])
}

fn lines_of(certificate: &Certificate) -> Vec<ClaimLine> {
    let read = |line: Result<String, LineError>| {
        ClaimLine::read(&line.unwrap(), &certificate.position).unwrap()
    };
    certificate.lines().map(read).collect()
}

#[test]
fn certificates_of_random_endings_are_verified() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
    let mut seen = [0; 4];
    for round in 0..600 {
        let kind = Kind {
            live: 2 + round % 11,
            penguins: 1 + round % 3,
            scattered: round as u32 % 6,
        };
        let position = match round % 3 {
            0 => played(rng, 12 + round as u32 % 4),
            1 => study(rng, kind),
            _ => study_apart(
                rng,
                Kind {
                    live: 4 + round % 3,
                    penguins: 1 + round % 2,
                    ..kind
                },
            ),
        };
        if position.is_over() {
            continue;
        }
        let objective = if round % 2 == 0 {
            Objective::Margin
        } else {
            Objective::WinDrawLoss
        };
        let certificate = certified(&position, objective, [1, 10, 1000][round % 5 % 3]);
        let read = Certificate::read(&certificate.to_bytes()).expect("it was written so");
        assert_eq!(read, certificate);
        let counts = verified(&read).unwrap_or_else(|error| panic!("{error}\n{position:?}"));
        for (sum, count) in seen.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    assert!(
        seen.iter().all(|&count| count > 100),
        "moves, all moves, sums and leaves: {seen:?}"
    );
}

/// A claim that is stronger by one tile than the truth has no certificate, and cannot be given one.
#[test]
fn wrong_claims_have_no_certificate() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(8);
    for round in 0..60 {
        let position = played(rng, 10 + round % 4);
        let mut solver = Solver::new(SolverOptions {
            hash_mebibytes: 1,
            ..SolverOptions::default()
        })
        .unwrap();
        let Interval { lower, upper } = solver
            .solve(&position, Objective::Margin, &Limits::default(), |_| ())
            .bounds;
        let honest = certified(&position, Objective::Margin, 1000);
        for claim in [
            (Relation::AtLeast, lower + 1),
            (Relation::AtMost, upper - 1),
        ] {
            assert!(
                solver
                    .certify(&position, &[claim], 1000, &Limits::default(), |_| ())
                    .is_err()
            );
            let forged = Certificate::new(&position, &[claim], &lines_of(&honest));
            assert!(verified(&forged).is_err(), "{position:?}");
            let mut lines = lines_of(&honest);
            lines.truncate(1);
            if let Some(line) = lines.first_mut() {
                line.reason = Reason::Leaf(1_000_000);
                line.claim.bound += claim.1 - lower;
                assert!(
                    verified(&Certificate::new(&position, &[claim], &lines)).is_err(),
                    "{position:?}"
                );
            }
        }
    }
}

/// A certificate of at most 120 lines, in which every kind of reason occurs.
fn example() -> Certificate {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(9);
    let mut candidates =
        std::iter::repeat_with(|| certified(&played(rng, 17), Objective::Margin, 20));
    let is_rich = |certificate: &Certificate| {
        let counts = verified(certificate).expect("it is right");
        counts.iter().all(|&count| count > 0) && (30..120).contains(&counts.iter().sum::<usize>())
    };
    candidates
        .find(is_rich)
        .expect("there are endless candidates")
}

#[test]
fn a_changed_byte_is_found() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(10);
    let bytes = example().to_bytes();
    for _ in 0..1000 {
        let mut changed = bytes.clone();
        let place = rng.random_range(0..bytes.len());
        changed[place] ^= rng.random_range(1..=255u8);
        assert!(Certificate::read(&changed).is_err(), "byte {place}");
        let cut = &bytes[..rng.random_range(0..bytes.len())];
        assert!(Certificate::read(cut).is_err(), "{} bytes", cut.len());
    }
}

/// One line is changed, and the checksum put right.
#[test]
fn a_forged_line_is_found() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(11);
    let honest = example();
    let lines = lines_of(&honest);
    for round in 0..1000 {
        let place = rng.random_range(0..lines.len());
        let mut forged = lines.clone();
        let line = &mut forged[place];
        match round % 5 {
            0 => line.claim.bound += if rng.random_bool(0.5) { 1 } else { -1 },
            1 => line.claim.rest.waits += 1,
            2 => _ = forged.remove(place),
            3 => forged.insert(place, lines[place].clone()),
            _ => line.claim.relation = line.claim.relation.turned(),
        }
        let forged = Certificate::new(&honest.position, &honest.claims, &forged);
        assert!(check(&forged).is_err(), "line {place}, round {round}");
    }
}

#[test]
fn a_reason_must_suit_its_claim() {
    let honest = example();
    let lines = lines_of(&honest);
    let reasons = [
        Reason::Move(Step::Wait),
        Reason::All,
        Reason::Sum(vec![0]),
        Reason::Sum(Vec::new()),
    ];
    for reason in reasons {
        let mut found = 0;
        for (place, line) in lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.reason != reason)
            .take(50)
        {
            let mut forged = lines.clone();
            forged[place].reason = reason.clone();
            let is_leaf = matches!(line.reason, Reason::Leaf(_));
            let error = check(&Certificate::new(&honest.position, &honest.claims, &forged));
            assert!(is_leaf || error.is_err(), "line {place}");
            found += usize::from(error.is_err());
        }
        assert!(found > 0);
    }
}
