//! Networks in ONNX files, which may come from strangers: `graph` checks all lengths in a file
//! before the runtime sees it, `sizes` bounds the memory of every operator before it runs, and a
//! panic of the runtime is an error.

#[cfg(feature = "onnx")]
mod graph;
#[cfg(feature = "onnx")]
mod runtime;
#[cfg(feature = "onnx")]
mod sizes;
#[cfg(feature = "onnx")]
mod wire;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use floe_evaluation::PlaneNetwork;
use floe_runs::io_text;

/// Files with weights that an ONNX file names, all in its folder. `read` returns the bytes of the
/// file at a path. None if the ONNX file cannot be read, or this build has no runtime for it.
#[cfg(feature = "onnx")]
pub fn weights_of(network: &Path, read: impl Fn(&Path) -> io::Result<Vec<u8>>) -> Vec<PathBuf> {
    let Ok(bytes) = read(network) else {
        return Vec::new();
    };
    let files = graph::Graph::read(&bytes)
        .map(|graph| graph.weights_files())
        .unwrap_or_default();
    files
        .into_iter()
        .map(|name| network.with_file_name(name))
        .collect()
}

/// Files with weights that an ONNX file names: none in a build without a runtime for it.
#[cfg(not(feature = "onnx"))]
pub fn weights_of(_: &Path, _: impl Fn(&Path) -> io::Result<Vec<u8>>) -> Vec<PathBuf> {
    Vec::new()
}

/// Reads a network from an ONNX file, and from the files of weights that it names in its folder.
/// `read` returns the bytes of the file at a path. The network has one input, the planes of
/// positions with a row for each position, and two outputs, the priors of all actions and the
/// values.
///
/// # Errors
/// If a file cannot be read, or is no such network.
#[cfg(feature = "onnx")]
pub fn read(
    path: &Path,
    read: impl Fn(&Path) -> io::Result<Vec<u8>>,
) -> Result<Arc<dyn PlaneNetwork>, String> {
    let mut network = read(path).map_err(|error| io_text(&error))?;
    let graph = graph::Graph::read(&network)
        .map_err(|problem| format!("expected an ONNX file; {problem}"))?;
    let mut weights = Vec::new();
    let names = graph.names_for_runtime()?;
    for (name, known) in graph.weights_files().into_iter().zip(names.iter().cloned()) {
        let file = path.with_file_name(&name);
        let unread = |error| {
            format!(
                "expected an ONNX file with the weights that it names, '{name}', in its folder; {error}"
            )
        };
        let bytes = read(&file).map_err(|error| unread(io_text(&error)))?;
        graph.check_weights(&name, bytes.len())?;
        weights.push((known, bytes));
    }
    graph.rename_weights(&mut network, &names);
    Ok(Arc::new(runtime::OnnxNetwork::read(
        network, graph, weights,
    )?))
}

/// Refuses: this build has no runtime for ONNX.
///
/// # Errors
/// Always.
#[cfg(not(feature = "onnx"))]
pub fn read(
    path: &Path,
    read: impl Fn(&Path) -> io::Result<Vec<u8>>,
) -> Result<Arc<dyn PlaneNetwork>, String> {
    read(path).map_err(|error| io_text(&error))?;
    Err("expected a build of floe with the feature 'onnx': cargo install --profile dist --path crates/front/cli --features onnx".to_owned())
}
