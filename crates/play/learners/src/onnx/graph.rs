//! Graph of a network: the parts of `onnx.proto` that the runtime reads,
//! <https://github.com/onnx/onnx>.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path};

use super::wire::{Field, FieldValue, Message};

/// Maximum number of messages in a file; each takes the runtime up to 600 bytes.
const MAX_MESSAGES: usize = 100_000;
/// Maximum number of operators between the planes and an output: the runtime calls itself for each.
const MAX_DEPTH: usize = 1000;

#[derive(Default)]
pub(super) struct Graph {
    pub(super) operators: Vec<Operator>,
    /// Weights that other files hold.
    weights: Vec<WeightsElsewhere>,
    messages: usize,
}

/// Operator with the names of its values, in the order of the file.
#[derive(Default)]
pub(super) struct Operator {
    pub(super) kind: String,
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
    /// Integers of the attributes, by their names.
    pub(super) attributes: HashMap<String, Vec<i64>>,
}

/// Part of a file that holds the numbers of a tensor.
#[derive(Default)]
struct WeightsElsewhere {
    file: String,
    /// Place of the name in the ONNX file.
    place: usize,
    offset: u64,
    length: u64,
}

impl Graph {
    /// Reads the graph of an ONNX file.
    ///
    /// # Errors
    /// If a length exceeds the bytes left, a tensor has other sides than numbers, weights lie in
    /// another folder, or the file has more parts than a network needs.
    pub(super) fn read(file: &[u8]) -> Result<Graph, String> {
        let mut graph = Graph::default();
        let mut model = Message::of_file(file);
        let mut has_graph = false;
        while let Some(Field { number, value }) = graph.next(&mut model)? {
            match (number, value) {
                (7, FieldValue::Bytes(message)) => {
                    has_graph = true;
                    graph.read_graph(message)?;
                }
                (8 | 14, FieldValue::Bytes(message)) => graph.check_leaf(message)?,
                _ => {}
            }
        }
        if !has_graph {
            return Err("found no graph".to_owned());
        }
        graph.check_depth()?;
        Ok(graph)
    }

    /// Names of the files that hold weights, once each.
    pub(super) fn weights_files(&self) -> Vec<String> {
        let names: BTreeSet<&String> = self.weights.iter().map(|weights| &weights.file).collect();
        names.into_iter().cloned().collect()
    }

    /// Names that the runtime takes for the [files of weights](Self::weights_files), in their
    /// order: it reads only names that end in `.data` or `.onnx_data`. Each name has as many bytes
    /// as its file's.
    ///
    /// # Errors
    /// If a name is too short for that.
    pub(super) fn names_for_runtime(&self) -> Result<Vec<String>, String> {
        let files = self.weights_files();
        if files.iter().all(|file| is_known_to_runtime(file)) {
            return Ok(files);
        }
        let name = |(at, file): (usize, &String)| {
            let digits = file.len().saturating_sub(ENDING.len());
            let name = format!("{at:0>digits$}{ENDING}");
            let expected = "a name of weights that ends in .data or .onnx_data, or has six letters";
            if name.len() == file.len() {
                Ok(name)
            } else {
                Err(format!("expected {expected}; found '{file}'"))
            }
        };
        files.iter().enumerate().map(name).collect()
    }

    /// Writes other names of the files of weights, each of as many bytes as before, into the ONNX
    /// file.
    pub(super) fn rename_weights(&self, network: &mut [u8], names: &[String]) {
        for (file, name) in self.weights_files().iter().zip(names) {
            for weights in self.weights.iter().filter(|weights| weights.file == *file) {
                network[weights.place..weights.place + name.len()].copy_from_slice(name.as_bytes());
            }
        }
    }

    /// Checks that a file of weights is long enough.
    ///
    /// # Errors
    /// If it has fewer bytes than the network reads from it.
    pub(super) fn check_weights(&self, file: &str, length: usize) -> Result<(), String> {
        let of_file = self.weights.iter().filter(|weights| weights.file == file);
        let end = of_file
            .map(|weights| weights.offset.saturating_add(weights.length))
            .max()
            .unwrap_or_default();
        if end > length as u64 {
            return Err(format!(
                "expected weights of at least {end} bytes in '{file}'; found {length}"
            ));
        }
        Ok(())
    }

    /// Takes the next field of a message, and counts it.
    fn next<'a>(&mut self, message: &mut Message<'a>) -> Result<Option<Field<'a>>, String> {
        let field = message.next_field()?;
        if let Some(Field {
            value: FieldValue::Bytes(_),
            ..
        }) = field
        {
            self.messages += 1;
        }
        if self.messages > MAX_MESSAGES {
            return Err(format!("expected at most {MAX_MESSAGES} parts"));
        }
        Ok(field)
    }

    /// Checks a message without messages within.
    fn check_leaf(&mut self, mut message: Message<'_>) -> Result<(), String> {
        while self.next(&mut message)?.is_some() {}
        Ok(())
    }

    fn read_graph(&mut self, mut graph: Message<'_>) -> Result<(), String> {
        while let Some(Field { number, value }) = self.next(&mut graph)? {
            match (number, value) {
                (1, FieldValue::Bytes(message)) => {
                    let operator = self.operator(message)?;
                    self.operators.push(operator);
                }
                (5, FieldValue::Bytes(message)) => self.check_tensor(message)?,
                (11..=13, FieldValue::Bytes(message)) => self.check_value(message)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn operator(&mut self, mut node: Message<'_>) -> Result<Operator, String> {
        let mut operator = Operator::default();
        while let Some(Field { number, value }) = self.next(&mut node)? {
            match (number, value) {
                (1, FieldValue::Bytes(name)) => operator.inputs.push(name.text()?.to_owned()),
                (2, FieldValue::Bytes(name)) => operator.outputs.push(name.text()?.to_owned()),
                (4, FieldValue::Bytes(kind)) => operator.kind = kind.text()?.to_owned(),
                (5, FieldValue::Bytes(message)) => {
                    let (name, integers) = self.attribute(message)?;
                    operator.attributes.insert(name, integers);
                }
                _ => {}
            }
        }
        Ok(operator)
    }

    /// Name of an attribute and its integers.
    fn attribute(&mut self, mut attribute: Message<'_>) -> Result<(String, Vec<i64>), String> {
        let mut name = String::new();
        let mut integers = Vec::new();
        while let Some(Field { number, value }) = self.next(&mut attribute)? {
            match (number, value) {
                (1, FieldValue::Bytes(text)) => name = text.text()?.to_owned(),
                (3 | 8, FieldValue::Integer(integer)) => integers.push(integer.cast_signed()),
                (5, FieldValue::Bytes(message)) => self.check_tensor(message)?,
                (6 | 11, FieldValue::Bytes(_)) => {
                    return Err("expected operators without graphs of their own".to_owned());
                }
                _ => {}
            }
        }
        Ok((name, integers))
    }

    /// Checks that a tensor has the numbers that its sides ask for.
    fn check_tensor(&mut self, mut tensor: Message<'_>) -> Result<(), String> {
        let mut most = tensor.len() as u64;
        let mut size: u64 = 1;
        let mut elsewhere: Option<WeightsElsewhere> = None;
        while let Some(Field { number, value }) = self.next(&mut tensor)? {
            match (number, value) {
                (1, FieldValue::Integer(side)) => size = size.saturating_mul(side.max(1)),
                (13, FieldValue::Bytes(message)) => {
                    self.read_entry(message, elsewhere.get_or_insert_default())?;
                }
                _ => {}
            }
        }
        if let Some(weights) = elsewhere {
            check_place(&weights.file)?;
            most = most.max(weights.length);
            self.weights.push(weights);
        }
        // A number takes at least one byte.
        if size > most {
            return Err(format!(
                "expected a tensor of at most {most} numbers; found sides for {size}"
            ));
        }
        Ok(())
    }

    /// Reads a key and its value, which say where weights are.
    fn read_entry(
        &mut self,
        mut entry: Message<'_>,
        weights: &mut WeightsElsewhere,
    ) -> Result<(), String> {
        let mut key = "";
        let mut text = "";
        let mut place = 0;
        while let Some(Field { number, value }) = self.next(&mut entry)? {
            match (number, value) {
                (1, FieldValue::Bytes(message)) => key = message.text()?,
                (2, FieldValue::Bytes(message)) => {
                    text = message.text()?;
                    place = message.start();
                }
                _ => {}
            }
        }
        match key {
            "location" => {
                text.clone_into(&mut weights.file);
                weights.place = place;
            }
            "offset" => weights.offset = parsed(key, text)?,
            "length" => weights.length = parsed(key, text)?,
            _ => {}
        }
        Ok(())
    }

    /// Checks the description of a value: its type, the shape of the type, and the sides of the
    /// shape.
    fn check_value(&mut self, value: Message<'_>) -> Result<(), String> {
        let mut messages = vec![(value, &[2, 1, 2, 1][..])];
        while let Some((mut message, path)) = messages.pop() {
            while let Some(Field { number, value }) = self.next(&mut message)? {
                let FieldValue::Bytes(inner) = value else {
                    continue;
                };
                match path.split_first() {
                    Some((&step, rest)) if step == number => messages.push((inner, rest)),
                    // Other types hold types, to any depth; field 6 is a text.
                    Some(_) if path.len() == 3 && number != 6 => {
                        return Err("expected values that are tensors".to_owned());
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Checks that no chain of operators is too long for the stack.
    fn check_depth(&self) -> Result<(), String> {
        let mut depths: HashMap<&str, usize> = HashMap::new();
        for operator in &self.operators {
            let of_input = |name: &String| depths.get(name.as_str()).copied().unwrap_or_default();
            let depth = 1 + operator
                .inputs
                .iter()
                .map(of_input)
                .max()
                .unwrap_or_default();
            if depth > MAX_DEPTH {
                return Err(format!(
                    "expected at most {MAX_DEPTH} operators one after the other"
                ));
            }
            for output in &operator.outputs {
                if !output.is_empty() && depths.insert(output, depth).is_some() {
                    return Err(format!(
                        "expected one operator that makes '{output}'; found two"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Number that a key of weights has as a text.
fn parsed(key: &str, text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("weights, {key}: expected a number; found '{text}'"))
}

/// End of names that the runtime takes.
const ENDING: &str = ".data";

/// Whether the runtime reads weights from a file of this name.
fn is_known_to_runtime(file: &str) -> bool {
    let ending = Path::new(file)
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    ending.starts_with("data") || ending.starts_with("onnx_data")
}

/// Checks that a file of weights lies in the folder of the network.
fn check_place(file: &str) -> Result<(), String> {
    let mut parts = Path::new(file).components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(_)), None) => Ok(()),
        _ => Err(format!(
            "expected weights in a file of the same folder; found '{file}'"
        )),
    }
}
