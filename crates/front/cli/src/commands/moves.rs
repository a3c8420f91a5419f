use floe_query::json::LegalMoves;

use super::prelude::*;
use crate::input::PositionArgument;

/// List the legal moves
///
/// Prints one move per line, sorted as text: c3 places a penguin on c3, c3-f3 moves it to f3. Where
/// chance decides the outcome of a move, lists the choices without their outcomes. For a finished
/// game, prints the result.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/moves.txt"))]
pub(crate) struct Moves {
    #[command(flatten)]
    position: PositionArgument,
}

impl Moves {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        self.position
            .answer_each(&Interrupt::default(), output, |position| {
                let legal = LegalMoves::new(position);
                let listed = || legal.moves.iter().map(|mv| format!("{mv}\n")).collect();
                let text = Seen::whole(position)
                    .result()
                    .map_or_else(listed, |result| wrapped(&result, 0));
                Ok(Answer::block("floe/moves/1", legal, text))
            })
    }
}
