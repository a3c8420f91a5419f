//! Lists the files of the folder `web` for `src/lib.rs`, and the modules for `index.html`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=web");
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let out = env::var("OUT_DIR")?;
    let folder = Path::new(&root).join("web");
    let out = Path::new(&out);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if matches!(ending, Some("html" | "css" | "js" | "svg")) {
            files.push(path);
        }
    }
    files.sort();

    // Modules that main.js imports are loaded at once with it.
    let names = files.iter().filter_map(|path| path.file_name()?.to_str());
    let modules = names.filter(|name| name.ends_with(".js") && *name != "main.js");
    let links = modules.map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n"));
    let page = fs::read_to_string(folder.join("index.html"))?;
    fs::write(
        out.join("index.html"),
        page.replace("<!-- modules -->\n", &links.collect::<String>()),
    )?;

    let rows = files.iter().map(|path| {
        let name = path.file_name().unwrap_or_default();
        let folder = if name == "index.html" { out } else { &folder };
        let content = folder.join(name);
        format!("    ({name:?}, include_str!({content:?})),\n")
    });
    let list = format!(
        "/// Paths and contents of the files.\nconst FILES: &[(&str, &str)] = &[\n{}];\n",
        rows.collect::<String>()
    );
    Ok(fs::write(out.join("files.rs"), list)?)
}
