//! Pictures of positions of any game, with the results of searches.

use floe_engine::{
    Analysis, AnalysisLine, AnyMove, AnyMoveError, Evaluation, GameValue, SolveResult, with_game,
    with_variant,
};
use floe_game::Interval;
use floe_picture::{Arrow, Caption, MoveMark, PictureOptions, Pictured, SpaceShare, SpaceValue};

use crate::{Claim, Perspective, Seen};

impl Seen {
    /// Draws the position as an SVG document, with the marks and the size that the options ask for.
    pub fn picture(&self, options: &PictureOptions) -> String {
        with_game!(self.position(), position => position.picture(options))
    }

    /// Text that belongs to a picture: the players with their results, and notes on what the
    /// picture does not show.
    pub fn caption(&self) -> Caption {
        with_game!(self.position(), position => position.caption())
    }

    /// Spaces that a move changes, to mark it in a picture. The text names a legal move or a
    /// choice, which lacks its outcome.
    ///
    /// # Errors
    /// When the text names no legal move or choice.
    pub fn move_mark(&self, text: &str) -> Result<MoveMark, AnyMoveError> {
        let known = self.position();
        let mv = known.find_choice(text).or_else(|_| known.find_move(text))?;
        Ok(self.mark_of(mv))
    }

    /// Spaces that a legal move or a choice changes, to mark it in a picture.
    pub fn mark_of(&self, mv: AnyMove) -> MoveMark {
        let mv = self.observed(mv);
        with_game!(self.position(), position => position.move_mark(mv.in_game(position)))
    }

    /// Sets of connected free tiles, each as the names of its hexes, to mark them in a picture;
    /// none in games without a floe.
    pub fn areas(&self) -> Vec<Vec<String>> {
        with_game!(self.position(), position => position.areas())
    }

    /// Arrows for the first moves of the lines of an analysis, to draw in a picture. The label is
    /// the value of the move: the margin for the player to move, or that player's result, with `=`
    /// if it is proved.
    pub fn arrows(&self, analysis: &Analysis<AnyMove>) -> Vec<Arrow> {
        let view = Perspective::of(self.position());
        let arrow = |line: &AnalysisLine<AnyMove>| {
            let mark = self.mark_of(*line.moves.first()?);
            Some(Arrow {
                mark,
                label: view.own_label(&line.value) + if line.exact { "=" } else { "" },
            })
        };
        analysis.lines.iter().filter_map(arrow).collect()
    }

    /// Options of a picture that show the result of a proof: on every space where moves end, the
    /// proved value of the best of these moves for the player to move. If fewer than two spaces
    /// have a value, an arrow shows the best move instead.
    pub fn solved_marks(&self, solved: &SolveResult<AnyMove>) -> PictureOptions {
        let view = Perspective::of(self.position());
        let player = view.mover.index();
        let proved = |(mv, bounds): &(AnyMove, Interval<GameValue>)| {
            let MoveMark { to, .. } = self.mark_of(*mv);
            let [space] = <[String; 1]>::try_from(to).ok()?;
            Some((space, bounds.value()?.clone()))
        };
        let mut proved: Vec<(String, GameValue)> = solved.moves.iter().filter_map(proved).collect();
        proved.sort_by(|(one, a), (other, b)| {
            b.of_player(player)
                .cmp(&a.of_player(player))
                .then_with(|| one.cmp(other))
        });
        let best = proved.first().map(|(_, value)| value.of_player(player));
        let mut values: Vec<SpaceValue> = Vec::new();
        for (space, value) in proved {
            if !values.iter().any(|earlier| earlier.space == space) {
                let is_best = best == Some(value.of_player(player));
                values.push(SpaceValue {
                    space,
                    text: view.own_label(&value),
                    is_best,
                });
            }
        }
        if values.len() < 2 {
            values.clear();
        }
        let label = solved
            .bounds
            .value()
            .map_or(String::new(), |value| view.own_label(value) + "=");
        let mark = solved.line.first().map(|&mv| self.mark_of(mv));
        let arrows = mark
            .map(|mark| Arrow { mark, label })
            .into_iter()
            .filter(|_| values.is_empty())
            .collect();
        PictureOptions {
            arrows,
            values,
            ..PictureOptions::default()
        }
    }

    /// Free tiles that one player reaches in fewer moves than all others, with that player, as the
    /// claims of [`Seen::explain`] have them; none in games without a floe.
    pub fn territory(&self, evaluation: &Evaluation) -> Vec<SpaceShare> {
        let claims = self
            .explain(evaluation)
            .map(|explanation| explanation.claims)
            .unwrap_or_default();
        let names = with_variant!(self.position(), position => {
            let geometry = position.geometry();
            geometry.hexes().into_iter().map(|hex| geometry.name(hex)).collect::<Vec<_>>()
        });
        let share = |(space, claim)| match claim {
            Claim::First(player) => Some(SpaceShare {
                space,
                player,
                share: 1.0,
            }),
            _ => None,
        };
        names
            .unwrap_or_default()
            .into_iter()
            .zip(claims)
            .filter_map(share)
            .collect()
    }
}
