use clap::builder::PossibleValuesParser;

use super::prelude::*;
use crate::markdown::rendered;

/// Page of the book.
struct Page {
    /// Part of the book that the page stands in; empty before the first part.
    part: &'static str,
    /// Name of the file without its end.
    name: &'static str,
    title: &'static str,
    /// Text in Markdown.
    text: &'static str,
}

/// The pages in the order of the book's summary, embedded so that an installed program needs no
/// source tree.
const PAGES: &[Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Print a page of the documentation
///
/// Without PAGE, lists the pages. On a terminal, a long page is shown by less, or by the program
/// that the variable PAGER names; an empty PAGER, or NO_PAGER, prints it at once.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/docs.txt"))]
pub(crate) struct Docs {
    /// Name of the page
    #[arg(value_name = "PAGE", value_parser = PossibleValuesParser::new(PAGES.iter().map(|page| page.name)))]
    page: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DocsPage {
    page: Option<String>,
    text: String,
}

impl Docs {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let text: String = match &self.page {
            None => list(),
            Some(name) => PAGES
                .iter()
                .filter(|page| page.name == name)
                .map(|page| page.text)
                .collect(),
        };
        let shown = match self.page {
            Some(_) => rendered(&text, page_of),
            None => text.clone(),
        };
        let page = DocsPage {
            page: self.page.clone(),
            text,
        };
        output.pages(&Answer::painted("floe/docs/1", page, shown))?;
        Ok(Status::Fine)
    }
}

/// Lists the pages below the headings of their parts.
fn list() -> String {
    let mut list = String::new();
    for part in PAGES.chunk_by(|one, other| one.part == other.part) {
        if !part[0].part.is_empty() {
            list += &format!("\n{}:\n", part[0].part);
        }
        for page in part {
            list += &format!("  {:12}  {}\n", page.name, page.title);
        }
    }
    list
}

/// Returns the page that a link leads to: `rules` for `rules.md#2-layouts`.
pub(super) fn page_of(target: &str) -> Option<String> {
    let name = target.split('#').next()?.strip_suffix(".md")?;
    PAGES
        .iter()
        .find(|page| page.name == name)
        .map(|page| page.name.to_owned())
}

#[cfg(test)]
mod tests {
    use floe_engine::Method;

    use super::*;

    /// Engines in the help of commands.
    const HELP: &str = include_str!("../help/engines.txt");

    #[test]
    fn every_engine_is_explained() {
        let page = PAGES.iter().find(|page| page.name == "search");
        let page = page.expect("the page on engines").text;
        for name in Method::ALL.map(Method::name) {
            assert!(HELP.contains(&format!("\n  {name:10}  ")), "{name}");
            assert!(page.contains(&format!("\n| `{name}` | ")), "{name}");
        }
    }
}
