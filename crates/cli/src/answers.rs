use std::io;

use anyhow::Result;

use crate::input::InputLine;
use crate::output::{Answer, Output};
use crate::problem::{Status, Wrong};
use floe_engine::AnyGame;

/// Answers one position after the other. One that is wrong is told so, and the next is read.
///
/// # Errors
/// What ends the call: that nothing can be read or written any more, or that an answer failed.
pub(crate) fn answer_each<A: Answer>(
    lines: impl Iterator<Item = io::Result<InputLine>>,
    output: &mut Output,
    mut answer: impl FnMut(&AnyGame) -> Result<A>,
) -> Result<Status> {
    let mut status = Status::Fine;
    for line in lines {
        let line = line?;
        let answered = line.position().map_err(anyhow::Error::from).and_then(|position| answer(&position));
        match answered.map_err(anyhow::Error::downcast::<Wrong>) {
            Ok(answer) => output.answer_to(&line, &answer)?,
            Err(Ok(wrong)) => {
                output.refuse(&line, &wrong)?;
                status = Status::Wrong;
            }
            Err(Err(failure)) => return Err(failure),
        }
    }
    Ok(status)
}
