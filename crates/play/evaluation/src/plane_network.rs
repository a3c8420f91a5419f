use std::fmt;

/// Network that a learner has trained outside floe, to guide a tree search: it evaluates a position
/// by its planes, and weighs actions by their numbers.
pub trait PlaneNetwork: fmt::Debug + Send + Sync {
    /// Lengths of the sides of the array that the network expects for a position, outermost first:
    /// planes and hexes, or planes, rows and columns. `None` where any length will do.
    fn sides(&self) -> Vec<Option<usize>>;

    /// Evaluates one position, whose planes form an array with these sides.
    ///
    /// # Errors
    /// If the network fails, or answers in another form; the text says what was expected.
    fn evaluate(&self, planes: Vec<f32>, sides: &[usize]) -> Result<PlaneEvaluation, String>;
}

/// Evaluation of a position by a [`PlaneNetwork`].
#[derive(Clone, PartialEq, Debug)]
pub struct PlaneEvaluation {
    /// Weights of all actions, by their numbers; not negative, such as probabilities.
    pub priors: Vec<f32>,
    /// Expected payoffs, each from -1 to 1: only of the player to move, or of all players in turn
    /// order from the player to move on.
    pub values: Vec<f32>,
}
