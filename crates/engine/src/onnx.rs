//! Networks in ONNX files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use floe_evaluation::PlaneNetwork;
use floe_runs::io_text;

/// File with the weights of a network that are not in its ONNX file itself: `FILE.data` next to it, from PyTorch.
pub fn weights_next_to(network: &Path) -> PathBuf {
    let mut path = network.as_os_str().to_owned();
    path.push(".data");
    path.into()
}

/// Reads a network from an ONNX file, with its [weights next to it](weights_next_to) if there are any: one input, the
/// planes of positions, a row for each, and two outputs, the priors of all actions and the values.
///
/// # Errors
/// If a file cannot be read, or is no such network.
#[cfg(feature = "onnx")]
pub(crate) fn read(path: &Path, read: impl Fn(&Path) -> io::Result<Vec<u8>>) -> Result<Arc<dyn PlaneNetwork>, String> {
    let network = read(path).map_err(|error| io_text(&error))?;
    let path = weights_next_to(path);
    let weights = match read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        found => Some(found.map_err(|error| format!("{}: {}", path.display(), io_text(&error)))?),
    };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(Arc::new(with_runtime::OnnxNetwork::read(network, name.zip(weights))?))
}

/// Refuses: this build has no runtime for ONNX.
///
/// # Errors
/// Always.
#[cfg(not(feature = "onnx"))]
pub(crate) fn read(path: &Path, read: impl Fn(&Path) -> io::Result<Vec<u8>>) -> Result<Arc<dyn PlaneNetwork>, String> {
    read(path).map_err(|error| io_text(&error))?;
    Err("expected a build of floe with the feature 'onnx': cargo install --profile dist --path crates/cli --features onnx".to_owned())
}

#[cfg(feature = "onnx")]
mod with_runtime {
    use std::fmt;
    use std::sync::Arc;

    use floe_evaluation::{PlaneEvaluation, PlaneNetwork};
    use rten::{Dimension, Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
    use rten_tensor::prelude::*;
    use rten_tensor::{Tensor, TensorView};

    /// Network of an ONNX file, which runs on one thread.
    pub(super) struct OnnxNetwork {
        model: Model,
        input: NodeId,
        outputs: [NodeId; 2],
        /// Sides of the input after the first, the rows.
        sides: Vec<Option<usize>>,
        threads: Arc<ThreadPool>,
    }

    impl fmt::Debug for OnnxNetwork {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("OnnxNetwork").field("sides", &self.sides).finish_non_exhaustive()
        }
    }

    impl OnnxNetwork {
        /// Reads the bytes of a network, with the name and the bytes of a file of weights that it may refer to.
        pub(super) fn read(network: Vec<u8>, weights: Option<(String, Vec<u8>)>) -> Result<OnnxNetwork, String> {
            let mut options = ModelOptions::with_all_ops();
            if let Some((name, weights)) = weights {
                options.external_data(&name, weights);
            }
            let model = options.load(network).map_err(|error| format!("expected an ONNX file; {error}"))?;
            let &[input] = model.input_ids() else {
                return Err(format!("expected one input, the planes; found {}", model.input_ids().len()));
            };
            let &[priors, values] = model.output_ids() else {
                return Err(format!("expected two outputs, priors and values; found {}", model.output_ids().len()));
            };
            let shape = model.input_shape(0).unwrap_or_default();
            let sides: Vec<Option<usize>> = shape.iter().skip(1).map(fixed).collect();
            if !matches!(shape.len(), 3 | 4) {
                let expected = "rows, planes and hexes, or rows, planes, rows and columns of the grid";
                return Err(format!("expected an input with the sides {expected}; found {} sides", shape.len()));
            }
            let threads = Arc::new(ThreadPool::with_num_threads(1));
            Ok(OnnxNetwork { input, outputs: [priors, values], sides, model, threads })
        }
    }

    /// Size of a side, if it is fixed.
    fn fixed(side: &Dimension) -> Option<usize> {
        match side {
            Dimension::Fixed(size) => Some(*size),
            Dimension::Symbolic(_) => None,
        }
    }

    impl PlaneNetwork for OnnxNetwork {
        fn sides(&self) -> Vec<Option<usize>> {
            self.sides.clone()
        }

        fn evaluate(&self, planes: Vec<f32>, sides: &[usize]) -> Result<PlaneEvaluation, String> {
            let shape: Vec<usize> = [1].into_iter().chain(sides.iter().copied()).collect();
            let planes = Tensor::from_data(&shape[..], planes);
            let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.threads)));
            let found = self.model.run_n(vec![(self.input, planes.into())], self.outputs, Some(options));
            let [priors, values] = found.map_err(|error| error.to_string())?;
            Ok(PlaneEvaluation { priors: numbers(&priors, "priors")?, values: numbers(&values, "values")? })
        }
    }

    /// Numbers of an output.
    fn numbers(output: &Value, name: &str) -> Result<Vec<f32>, String> {
        let tensor: Result<TensorView<'_, f32>, _> = output.try_into();
        tensor.map(|tensor| tensor.to_vec()).map_err(|_| format!("{name}: expected an output of 32-bit floats"))
    }
}
