use clap::builder::PossibleValuesParser;

use super::prelude::*;
use crate::markdown::rendered;

/// Engines and their options.
const ENGINES: &str = include_str!("../help/engines.txt");

macro_rules! pages {
    ($($name:literal)*) => {
        &[("engines", ENGINES), $(($name, include_str!(concat!("../../docs/", $name, ".md")))),*]
    };
}

/// The pages and their texts, embedded so that an installed program needs no source tree.
const PAGES: &[(&str, &str)] = pages!("rules" "notation" "matches" "tuning" "records" "statistics" "ugi" "query" "board" "python" "selfplay" "training" "proofs" "solved" "evaluation" "theory" "strength" "glossary" "reliability");

/// Print a page of the documentation
///
/// Without PAGE, lists the pages. On a terminal, a long page is shown by less, or by the program
/// that the variable PAGER names; an empty PAGER, or NO_PAGER, prints it at once.
#[derive(Args)]
#[command(after_long_help = include_str!("../help/docs.txt"))]
pub(crate) struct Docs {
    /// Name of the page
    #[arg(value_name = "PAGE", value_parser = PossibleValuesParser::new(PAGES.iter().map(|(name, _)| *name)))]
    page: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DocsPage {
    page: Option<String>,
    text: String,
}

impl Docs {
    pub(crate) fn run(&self, output: &mut Output) -> Result<Status> {
        let title = |text: &'static str| {
            text.lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches("# ")
        };
        let text: String = match &self.page {
            None => PAGES
                .iter()
                .map(|(name, text)| format!("{name:12} {}\n", title(text)))
                .collect(),
            Some(page) => PAGES
                .iter()
                .filter(|(name, _)| name == page)
                .map(|(_, text)| *text)
                .collect(),
        };
        let is_markdown = self.page.as_deref().is_some_and(|page| page != "engines");
        let shown = if is_markdown {
            rendered(&text, page_of)
        } else {
            text.clone()
        };
        let page = DocsPage {
            page: self.page.clone(),
            text,
        };
        output.pages(&Answer::painted("floe/docs/1", page, shown))?;
        Ok(Status::Fine)
    }
}

/// Returns the page that a link leads to: `rules` for `rules.md#2-layouts`.
pub(super) fn page_of(target: &str) -> Option<String> {
    let name = target.split('#').next()?.strip_suffix(".md")?;
    PAGES
        .iter()
        .find(|(page, _)| *page == name)
        .map(|(page, _)| (*page).to_owned())
}

#[cfg(test)]
mod tests {
    use floe_engine::Method;

    use super::*;

    #[test]
    fn every_engine_is_explained() {
        assert!(
            Method::ALL
                .iter()
                .all(|method| ENGINES.contains(&format!("\n  {:10}  ", method.name())))
        );
    }
}
