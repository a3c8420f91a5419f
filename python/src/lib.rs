//! The native part of the Python package `floe`: thin classes and functions over the engine.
//!
//! What a user sees is in `floe/`: signatures, defaults and docstrings. Everything here is private
//! to the package.

mod action_list;
mod arguments;
mod arrays;
mod batch;
mod build;
mod deal;
mod errors;
mod evaluation;
mod game_files;
mod guided_search;
mod guided_selfplay;
mod limits;
mod match_play;
mod match_report;
mod moves;
mod parts;
mod policies;
mod pool;
mod position;
mod records;
mod review;
mod rows;
mod search;
mod vector;
mod worker;
mod worlds;

use pyo3::prelude::*;

/// Native part of the package `floe`.
#[pymodule]
fn _floe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("build", build::BUILD)?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<moves::PyMoves>()?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<action_list::PyActions>()?;
    module.add_class::<search::PyEngine>()?;
    module.add_function(wrap_pyfunction!(deal::deal, module)?)?;
    module.add_function(wrap_pyfunction!(deal::rules, module)?)?;
    module.add_function(wrap_pyfunction!(deal::set_up_options, module)?)?;
    module.add_function(wrap_pyfunction!(search::solve, module)?)?;
    module.add_function(wrap_pyfunction!(review::review, module)?)?;
    module.add_function(wrap_pyfunction!(match_play::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(match_report::mean_margin, module)?)?;
    module.add_function(wrap_pyfunction!(match_report::merge_matches, module)?)?;
    module.add_function(wrap_pyfunction!(match_report::rate_matches, module)?)?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<vector::PyVectorGames>()?;
    module.add_class::<guided_search::PySearch>()?;
    module.add_function(wrap_pyfunction!(records::selfplay, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_selfplay, module)?)?;
    module.add_function(wrap_pyfunction!(guided_selfplay::guided_selfplay, module)?)?;
    module.add_function(wrap_pyfunction!(game_files::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(game_files::write_games, module)?)?;
    module.add_function(wrap_pyfunction!(worlds::draw_world, module)?)?;
    errors::add(module)
}
