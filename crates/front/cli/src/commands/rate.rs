use std::collections::BTreeMap;

use floe_arena::report::MatchReport;
use floe_arena::report_text::report_text;
use floe_arena::store::pool::{RecordFile, ambiguous_names, rating_pools};
use floe_matches::Highlights;
use floe_reports::{add_match, add_matches};

use super::prelude::*;
use crate::export::ExportFormat;
use crate::html_report;
use crate::lacking::lacks;
use crate::problem::complain;
#[cfg(feature = "sql")]
use crate::sql;

/// Rate engines from recorded games
///
/// Pools the games of any number of matches by the names of their engines, in whole blocks. An
/// engine that played in several builds counts as one engine for each. Prints a report for each
/// number of players.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/rate.txt"))]
pub(crate) struct Rate {
    /// Files of games, or directories with such files
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,

    /// Run an SQL query on the games
    #[arg(long, value_name = "QUERY")]
    sql: Option<String>,

    /// Print a row for each seat of each game, or the result of --sql: csv, tsv or json
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    export: Option<ExportFormat>,

    /// Write a report with charts and boards to this file, as a page of HTML
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sql", "export"])]
    html: Option<PathBuf>,

    /// Cache the tables in this file; rebuild them if the games have changed
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
}

impl Rate {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let needs_tables = self.sql.is_some() || self.export.is_some() || self.index.is_some();
        if needs_tables && !cfg!(feature = "sql") {
            return Err(lacks("tables of games in SQL (--sql, --export, --index)").into());
        }
        let files = RecordFile::find(&self.games).map_err(Wrong::new)?;
        #[cfg(feature = "sql")]
        if needs_tables {
            self.ask_tables(&files, output)?;
        }
        if self.sql.is_none() && self.export.is_none() {
            return self.rate(output, &files);
        }
        Ok(Status::Fine)
    }

    /// Writes what SQL says about the games, if that is wanted.
    #[cfg(feature = "sql")]
    fn ask_tables(&self, files: &[RecordFile], output: &mut Output) -> Result<()> {
        let tables = sql::tables(files, self.index.as_deref())?;
        match (&self.sql, self.export) {
            (None, None) => Ok(()),
            (query, export) => sql::answer(&tables, query.as_deref(), export, output),
        }
    }
}

/// Ratings of all games with this number of players.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Rated {
    players: usize,
    #[serde(flatten)]
    report: MatchReport,
}

impl Rate {
    fn rate(&self, output: &mut Output, files: &[RecordFile]) -> Result<Status> {
        for name in ambiguous_names(files) {
            complain(&format!(
                "{name}: the files or the code of this engine differ between matches; it is rated as one"
            ));
        }
        let html = html_report::open(self.html.as_ref())?;
        let mut highlights: BTreeMap<usize, Highlights> = BTreeMap::new();
        let mut page = html_report::new_page("Ratings", &[]);
        add_matches(&mut page, files, build());
        let pools = rating_pools(files, |sides, game| {
            if html.is_some() {
                highlights.entry(sides).or_default().add(game);
            }
        });
        for (number, (players, pool)) in pools.map_err(Wrong::new)?.into_iter().enumerate() {
            let before = if number == 0 { "" } else { "\n" };
            let report = MatchReport::new(&pool.account, &pool.names);
            if html.is_some() {
                page.heading(&format!("{players} players"));
                let highlights = highlights.remove(&players).unwrap_or_default();
                add_match(&mut page, &report, &pool.account, &highlights);
            }
            let text = format!(
                "{before}{players} players\n{}",
                report_text(&report, width())
            );
            output.answer(&Answer::block(
                "floe/rate/1",
                Rated { players, report },
                text,
            ))?;
        }
        html.map_or(Ok(()), |file| file.write(&page.finish()))?;
        Ok(Status::Fine)
    }
}
