use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use floe_proofs::{BoundsReader, FinishedJob, JobOutcome, ProofFolder, ProofStatus, WorkerEvent};

use super::*;

/// Whether the bounds of a proof are right, and decide what was asked.
fn is_right(found: Interval<Score>, truth: Interval<Score>, objective: Objective) -> bool {
    assert!(truth.is_exact());
    let value = truth.lower;
    let is_decided = match objective {
        Objective::Margin => found.is_exact(),
        Objective::WinDrawLoss => found.lower > 0 || found.upper < 0 || found.is_exact(),
    };
    is_decided && (found.lower..=found.upper).contains(&value)
}

/// All jobs that the workers of a folder have finished.
fn finished_jobs(folder: &ProofFolder) -> Vec<FinishedJob> {
    let new = BoundsReader::default().read(folder).unwrap();
    assert!(new.damaged.is_empty());
    new.jobs
}

/// Jobs so small that every proof becomes a deep tree.
#[test]
fn split_proofs_find_the_values_of_the_plain_solver() {
    let mut jobs = 0;
    let mut split = 0;
    for seed in 0..30 {
        let position = position(seed, 22 + (seed % 6) as u32);
        if position.is_over() {
            continue;
        }
        let Some(truth) = plain_within(&position, 6000) else {
            continue;
        };
        for objective in [Objective::Margin, Objective::WinDrawLoss] {
            let directory = tempfile::tempdir().unwrap();
            let folder = folder(directory.path(), &position);
            let (state, worker) = work(&folder, options(objective, 300));
            assert!(
                is_right(state.margin, truth, objective),
                "{seed}: {:?} for {truth:?}",
                state.margin
            );
            let all = finished_jobs(&folder);
            jobs += all.len();
            split += all
                .iter()
                .filter(|job| job.outcome == JobOutcome::Exhausted)
                .count();
            let solution =
                worker
                    .into_solver()
                    .solve(&position, objective, &Limits::default(), |_| ());
            assert!(is_right(solution.bounds, truth, objective), "{seed}");
            assert!(
                objective != Objective::Margin || !solution.line.is_empty(),
                "{seed}"
            );
        }
    }
    assert!(jobs > 300 && split > 30, "{jobs} jobs, {split} split");
}

/// Threads stand for machines: they share nothing but the folder.
#[test]
fn several_workers_do_no_job_twice() {
    let mut shared = 0;
    for seed in 100..106 {
        let position = position(seed, 22);
        let truth = plain(&position, Objective::Margin);
        let directory = tempfile::tempdir().unwrap();
        let folder = folder(directory.path(), &position);
        let states: Vec<ProofState> = std::thread::scope(|scope| {
            let run = || work(&folder, options(Objective::Margin, 3000)).0;
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert!(
            states.iter().all(|state| state.margin == truth),
            "{seed}: {states:?} for {truth:?}"
        );
        let mut ends: HashMap<(u64, Score), u32> = HashMap::new();
        let jobs = finished_jobs(&folder);
        for job in jobs
            .iter()
            .filter(|job| !matches!(job.outcome, JobOutcome::Dropped | JobOutcome::Split))
        {
            *ends.entry((job.key, job.bound)).or_default() += 1;
        }
        assert!(ends.values().all(|&count| count == 1), "{seed}: {ends:?}");
        shared += std::fs::read_dir(directory.path().join("bounds"))
            .unwrap()
            .count();
        assert_eq!(
            std::fs::read_dir(directory.path().join("jobs"))
                .unwrap()
                .count(),
            0,
            "all jobs are given back"
        );
    }
    assert!(shared > 6, "{shared} workers had a file");
}

/// Endings that a worker has split without a search are split for all: what is proved about their
/// moves counts, also for one with larger jobs, which would not split them.
#[test]
fn all_know_what_a_worker_with_small_jobs_has_proved() {
    let position = position(102, 22);
    let mut narrowed = 0;
    for nodes in [1000, 2000, 4000, 8000, 16_000] {
        let directory = tempfile::tempdir().unwrap();
        let folder = folder(directory.path(), &position);
        let run = |job_nodes, nodes| {
            let mut worker =
                Worker::join(&folder, "host", options(Objective::Margin, job_nodes)).unwrap();
            worker
                .run(
                    &Limits {
                        nodes: Some(nodes),
                        ..Limits::default()
                    },
                    &mut |_| (),
                )
                .unwrap()
        };
        let begun = run(100, 0).margin;
        let margin = run(100, nodes).margin;
        narrowed += u32::from(margin != begun);
        assert_eq!(
            ProofStatus::of(&folder, Objective::Margin, 1)
                .unwrap()
                .state
                .margin,
            margin,
            "{nodes}"
        );
        assert_eq!(run(WorkerOptions::JOB_NODES, 0).margin, margin, "{nodes}");
    }
    assert!(narrowed > 2, "{narrowed}");
}

#[test]
fn a_worker_with_a_limit_stops_and_another_goes_on() {
    let position = position(102, 22);
    let truth = plain(&position, Objective::Margin);
    let directory = tempfile::tempdir().unwrap();
    let folder = folder(directory.path(), &position);
    let limits = Limits {
        nodes: Some(5000),
        ..Limits::default()
    };
    let mut starts = 0;
    let state = loop {
        let mut worker = Worker::join(&folder, "host", options(Objective::Margin, 1000)).unwrap();
        assert_eq!(
            worker.name(),
            "host-1",
            "a name is free again when its worker has ended"
        );
        let state = worker.run(&limits, &mut |_| ()).unwrap();
        assert!((state.margin.lower..=state.margin.upper).contains(&truth.lower));
        starts += 1;
        if state.bound.is_none() {
            break state;
        }
    };
    assert_eq!(state.margin, truth);
    assert!(starts > 2, "{starts}");
}

/// A job may take hours: who watches sees that it goes on.
#[test]
fn the_nodes_of_a_job_under_way_are_reported() {
    let directory = tempfile::tempdir().unwrap();
    let folder = folder(directory.path(), &position(102, 4));
    let options = WorkerOptions {
        job_nodes: None,
        ..options(Objective::Margin, 0)
    };
    let mut worker = Worker::join(&folder, "host", options).unwrap();
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(100_000_000),
        stop: Some(&stop),
        ..Limits::default()
    };
    let mut reported = 0;
    let state = worker.run(&limits, &mut |event| {
        if let WorkerEvent::State(state) = event {
            reported = reported.max(state.nodes);
            assert!(state.expected_nodes >= state.nodes as f64, "{state:?}");
            stop.store(reported > 0, Ordering::Relaxed);
        }
    });
    let jobs = finished_jobs(&folder);
    let none_has_ended = jobs
        .iter()
        .all(|job| matches!(job.outcome, JobOutcome::Dropped | JobOutcome::Split));
    assert!(none_has_ended, "{jobs:?}");
    assert!(
        0 < reported && reported <= state.unwrap().nodes,
        "{reported}"
    );
}

/// A worker that is alone searches the root itself; killed it goes on from what it has saved, and
/// others take part.
#[test]
fn a_worker_that_is_alone_searches_the_whole() {
    for seed in [100, 102, 104] {
        let position = position(seed, 21);
        let truth = plain(&position, Objective::Margin);
        let whole = WorkerOptions {
            job_nodes: None,
            ..options(Objective::Margin, 0)
        };
        let directory = tempfile::tempdir().unwrap();
        let alone = folder(&directory.path().join("alone"), &position);
        let state = work(&alone, whole).0;
        assert_eq!(state.margin, truth, "{seed}");
        let jobs = finished_jobs(&alone);
        let root = jobs[0].key;
        let is_settled = |job: &FinishedJob| job.key == root && job.outcome == JobOutcome::Settled;
        assert!(jobs.iter().all(is_settled), "{seed}: {jobs:?}");

        let killed = folder(&directory.path().join("killed"), &position);
        let limits = Limits {
            nodes: Some(state.nodes / 4 + 1000),
            ..Limits::default()
        };
        let mut starts = 0;
        while Worker::join(&killed, "host", whole)
            .unwrap()
            .run(&limits, &mut |_| ())
            .unwrap()
            .bound
            .is_some()
        {
            starts += 1;
            assert!(starts < 20, "{seed}: {starts} starts");
        }
        assert_eq!(
            ProofStatus::of(&killed, Objective::Margin, 1)
                .unwrap()
                .state
                .margin,
            truth,
            "{seed}"
        );

        let together = folder(&directory.path().join("together"), &position);
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3)
                .map(|_| scope.spawn(|| work(&together, whole).0.margin))
                .collect();
            assert!(
                threads
                    .into_iter()
                    .all(|thread| thread.join().unwrap() == truth),
                "{seed}"
            );
        });
    }
}
