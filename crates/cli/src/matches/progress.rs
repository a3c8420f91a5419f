use std::time::{Duration, Instant};

use floe_arena::record::{Record, Termination};
use floe_arena::runner::Scoreboard;
use floe_arena::statistics::Sprt;
use indicatif::ProgressBar;
use serde_json::json;

use super::Report;
use crate::problem;
use crate::progress::games_bar;

/// Tells on standard error how a match gets on.
pub(crate) struct Commentator {
    bar: Option<ProgressBar>,
    events: bool,
    names: Vec<String>,
    sprt: Option<Sprt>,
    total: u64,
    /// When the standing was last told.
    told: Instant,
}

const INTERVAL: Duration = Duration::from_millis(500);

impl Commentator {
    pub(crate) fn new(names: &[String], sprt: Option<Sprt>, (known, total): (u64, u64), events: bool) -> Commentator {
        let bar = if events { None } else { games_bar(known, total) };
        Commentator { bar, events, names: names.to_vec(), sprt, total, told: Instant::now() }
    }

    /// A game has ended.
    pub(crate) fn tell(&mut self, record: &Record, board: &Scoreboard) {
        if let Termination::Forfeit { seat, reason } = &record.termination {
            self.say(&format!("game {}: {} {reason}", record.game, self.names[record.seats[*seat]]));
        }
        if self.events {
            let results: Vec<_> =
                record.results.iter().map(|r| json!({"fish": r.points, "tiles": r.tie_break})).collect();
            let event = json!({"event": "game", "game": record.game, "block": record.block, "seats": record.seats,
                "results": results, "termination": record.termination, "done": board.games(), "games": self.total});
            problem::say(&event.to_string());
        }
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            self.standing(board);
        }
    }

    fn standing(&self, board: &Scoreboard) {
        if self.bar.is_none() && !self.events {
            return;
        }
        let report = Report::new(board.account(), &self.names, self.sprt);
        if let Some(bar) = &self.bar {
            bar.set_message(report.in_short());
        }
        if self.events {
            let mut event = serde_json::to_value(&report).expect("a report is JSON");
            event["event"] = "standing".into();
            problem::say(&event.to_string());
        }
    }

    /// Something worth a line of the log.
    pub(crate) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None if self.events => {}
            None => problem::say(text),
        }
    }

    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
