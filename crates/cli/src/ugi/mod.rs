//! An engine of this program, spoken to by others: the dialect is defined in `docs/ugi.md`.
//!
//! One thread listens, and answers at once; another searches. The engine belongs to the one or the other.

mod check;
mod clock;
mod engine;
mod order;
mod query;
mod search;
mod voice;

use std::io;

use anyhow::Result;
use floe_engine::{AnyGame, EngineSpec, with_game};
use floe_game::Game;

use crate::input::Line;
pub(crate) use check::check;
use engine::OwnEngine;
use order::{Order, Start};
use search::Search;
use voice::Voice;

/// The floe that is meant by `startpos`.
const STARTPOS: &str = "1122211/23111111/2122111/12313213/3313221/11121223/2121111/12122323 A 0:0,0:0 4,4";

/// Obeys the orders of these lines until one says `quit`, or they end.
///
/// # Errors
/// When nothing can be read, or nobody listens any more.
pub(crate) fn converse(spec: EngineSpec, lines: impl Iterator<Item = io::Result<Line>>) -> Result<()> {
    let engine = OwnEngine::new(spec)?;
    let mut session =
        Session { voice: Voice::default(), position: Some(startpos()), state: State::Resting(Box::new(engine)) };
    for line in lines {
        let Ok(text) = line?.text else { continue };
        match Order::parse(&text) {
            Ok(Some(Order::Quit)) => {
                session.stop();
                break;
            }
            Ok(Some(order)) => session.obey(order)?,
            Ok(None) => {}
            Err(why) => session.voice.say(&format!("error {why}"))?,
        }
    }
    session.end();
    Ok(())
}

fn startpos() -> AnyGame {
    STARTPOS.parse().expect("a position")
}

struct Session {
    voice: Voice,
    /// None after one that was refused.
    position: Option<AnyGame>,
    state: State,
}

/// Where the engine is.
enum State {
    Resting(Box<OwnEngine>),
    Searching(Search),
    /// Only for the moment in which one becomes the other.
    Changing,
}

impl Session {
    fn obey(&mut self, order: Order<'_>) -> io::Result<()> {
        match order {
            Order::IsReady => return self.voice.say("readyok"),
            Order::Stop => {
                self.stop();
                return Ok(());
            }
            _ => self.collect(),
        }
        let State::Resting(engine) = &mut self.state else {
            return self.voice.say("error a search is under way, and only isready, stop and quit are for during it");
        };
        match order {
            Order::Ugi => self.voice.say(&engine.introduction()),
            Order::NewGame => {
                engine.clear();
                self.position = Some(startpos());
                Ok(())
            }
            Order::SetOption { name, value } => match engine.set(&name, &value) {
                Ok(()) => Ok(()),
                Err(why) => self.voice.say(&format!("error {why}")),
            },
            Order::Position { start, moves } => {
                let position = read_position(start, &moves);
                self.position = position.as_ref().ok().copied();
                position.map_or_else(|why| self.voice.say(&format!("error {why}")), |_| Ok(()))
            }
            Order::Query(what) => match query::response(what, self.position.as_ref()) {
                Ok(response) => self.voice.say(&format!("response {response}")),
                Err(why) => self.voice.say(&format!("error {why}")),
            },
            Order::Go(limits) => match self.position {
                Some(position) if with_game!(position, position => position.is_over()) => {
                    self.voice.say("error the game is over\nbestmove none")
                }
                Some(position) => self.go(position, &limits),
                None => self.voice.say("error there is no position\nbestmove none"),
            },
            Order::IsReady | Order::Stop | Order::Quit => unreachable!("obeyed above"),
        }
    }

    fn go(&mut self, position: AnyGame, go: &order::Go) -> io::Result<()> {
        if let State::Resting(engine) = std::mem::replace(&mut self.state, State::Changing) {
            self.state = State::Searching(Search::start(engine, position, go, self.voice)?);
        }
        Ok(())
    }

    fn stop(&self) {
        if let State::Searching(search) = &self.state {
            search.stop();
        }
    }

    /// Takes the engine back from a search that has given its answer.
    fn collect(&mut self) {
        let is_over = |search: &Search| search.is_over();
        self.state = match std::mem::replace(&mut self.state, State::Changing) {
            State::Searching(search) if is_over(&search) => State::Resting(search.join()),
            other => other,
        };
    }

    /// Lets a search that ends by itself go on to its end.
    fn end(self) {
        if let State::Searching(search) = self.state {
            search.finish();
        }
    }
}

/// The position that an order tells.
fn read_position(start: Start<'_>, moves: &[&str]) -> Result<AnyGame, String> {
    let mut position = match start {
        Start::Startpos => startpos(),
        Start::Fen(text) => text.parse().map_err(|error| format!("{error}"))?,
        Start::Unknown => return Err("expected startpos, or fen and a position, and then moves, if any".to_owned()),
    };
    for (number, text) in (1..).zip(moves) {
        position.play(text).map_err(|why| format!("move {number}, '{text}': {why}"))?;
    }
    Ok(position)
}
