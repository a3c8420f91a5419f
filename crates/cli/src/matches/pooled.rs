use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use floe_arena::record::Record;
use floe_arena::runner::{Account, Scoreboard};
use floe_arena::store;

use super::Configuration;
use crate::files::unreadable;
use crate::problem::Wrong;

/// A file of games, whole or not.
pub(crate) struct Played {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    pub(crate) configuration: Configuration,
}

impl Played {
    /// Finds the files of games: those named, and all in directories named.
    ///
    /// # Errors
    /// When there is none, or one is not a file of games.
    pub(crate) fn find(paths: &[PathBuf]) -> Result<Vec<Played>> {
        let mut files = Vec::new();
        for path in paths {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            for entry in fs::read_dir(path).map_err(unreadable(path))? {
                let path = entry?.path();
                if path.extension().is_some_and(|extension| extension == "jsonl") {
                    files.push(path);
                }
            }
        }
        files.sort();
        files.dedup();
        if files.is_empty() {
            return Err(Wrong::new("there are no games: expected .jsonl files that floe match has written").into());
        }
        files.iter().map(|path| Played::open(path)).collect()
    }

    fn open(path: &Path) -> Result<Played> {
        let bytes = fs::metadata(path).map_err(unreadable(path))?.len();
        let configuration = store::configuration(path).map_err(Wrong::from)?;
        let configuration = serde_json::from_value(configuration)
            .map_err(|error| Wrong::new(format!("{}: the configuration: {error}", path.display())))?;
        Ok(Played { path: path.to_owned(), bytes, configuration })
    }

    /// The names of the engines, with the clock where there was one, and the build where several have played.
    pub(crate) fn names(&self, several_builds: bool) -> Vec<String> {
        let Configuration { engines, clock, build, .. } = &self.configuration;
        let clock = clock.map_or(String::new(), |clock| format!(" [{clock}]"));
        let sources = build.split(['(', ',', ')']).nth(1).unwrap_or(build);
        let build = if several_builds { format!(" [{sources}]") } else { String::new() };
        engines.iter().map(|engine| format!("{engine}{clock}{build}")).collect()
    }

    pub(crate) fn for_each_record(&self, each: impl FnMut(Record)) -> Result<()> {
        store::read(&self.path, each).map_err(Wrong::from)?;
        Ok(())
    }
}

/// What the games of several files have shown, for each number of players, with the names of the engines.
pub(crate) struct Pools(BTreeMap<usize, Pool>);

struct Pool {
    names: Vec<String>,
    account: Account,
}

impl Pools {
    /// Counts the games of whole blocks.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(crate) fn count(files: &[Played]) -> Result<Pools> {
        let builds = has_several_builds(files);
        let mut names: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for file in files {
            let known = names.entry(file.configuration.sides()).or_default();
            let new: Vec<String> = file.names(builds).into_iter().filter(|name| !known.contains(name)).collect();
            known.extend(new);
        }
        let pool = |(players, names): (usize, Vec<String>)| {
            (players, Pool { account: Account::new(names.len(), players), names })
        };
        let mut pools: BTreeMap<usize, Pool> = names.into_iter().map(pool).collect();
        for file in files {
            let (players, engines) = (&file.configuration.sides(), &file.configuration.engines);
            let mut board = Scoreboard::new(file.configuration.schedule()?, engines.len(), *players, None);
            file.for_each_record(|record| board.record(&record))?;
            let Some(pool) = pools.get_mut(players) else { continue };
            let place = |name: &String| pool.names.iter().position(|known| known == name).unwrap_or_default();
            let here: Vec<usize> = file.names(builds).iter().map(place).collect();
            pool.account.absorb(board.account(), |engine| here[engine]);
        }
        Ok(Pools(pools))
    }

    /// The number of players, the names and what is known, for each number of players.
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, &[String], &Account)> {
        self.0.iter().map(|(&players, pool)| (players, &pool.names[..], &pool.account))
    }
}

/// Whether files were written by different builds.
pub(crate) fn has_several_builds(files: &[Played]) -> bool {
    files.windows(2).any(|pair| pair[0].configuration.build != pair[1].configuration.build)
}
