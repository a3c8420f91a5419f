use crate::svg::escaped;

/// Page of HTML with everything in it: text, tables and pictures, in light and dark colours,
/// without links to anything else.
///
/// ```
/// use floe_picture::Page;
///
/// let mut page = Page::new("Report");
/// page.heading("1 < 2");
/// page.table(&["engine", "games"], &[vec!["greedy".to_owned(), "12".to_owned()]]);
/// let html = page.finish();
/// assert!(html.starts_with("<!DOCTYPE html>") && html.contains("<h2>1 &lt; 2</h2>"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
    /// Lists of moves that have begun, the innermost one last, each with whether it has a move.
    lists: Vec<bool>,
}

const STYLE: &str = "\
:root{color-scheme:light dark;--page:#fff;--ink:#16222c;--soft:#4d6473;--line:#b7cfdc;--box:#eef5f9;--bad:#b3261e}\
@media(prefers-color-scheme:dark){:root{--page:#0d1720;--ink:#edf4f8;--soft:#a4bccb;--line:#33506a;--box:#152636;--bad:#ff8a80}}\
body{margin:0 auto;padding:1.5rem;max-width:72rem;background:var(--page);color:var(--ink);\
font:1rem/1.5 'Noto Sans','Segoe UI',system-ui,'Helvetica Neue',Arial,sans-serif}\
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--box);padding:.8rem;border-radius:.5rem}\
.scroll{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.3rem .8rem;border-bottom:1px solid var(--line);text-align:right}\
th:first-child,td:first-child{text-align:left}th{color:var(--soft);font-weight:600}\
.figures{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0;flex:1 1 18rem;max-width:40rem}figcaption{color:var(--soft)}\
svg{width:100%;height:auto}figure.wide{max-width:none}.wide svg{min-width:60rem}\
.moves{padding-left:2.5rem}.moves .moves{border-left:.15rem solid var(--line);font-size:.95em}.moves p,.moves li{margin:.2rem 0}\
.moves figure{max-width:26rem;margin:.4rem 0 .8rem}.player{display:inline-block;min-width:1.5em;border-radius:.3em;text-align:center;color:#0b151d}\
.player-A{background:#f0803c}.player-B{background:#52b0ea}.player-C{background:#35c99c}.player-D{background:#e59bcb}\
.notation,.value{color:var(--soft)}summary{color:var(--soft);cursor:pointer}\
.graph{max-width:48rem}.graph text{fill:var(--soft);font-size:11px}.graph .fp-number,.graph .fp-end{text-anchor:end}\
.graph .fp-count,.graph .fp-glyph{text-anchor:middle}.graph .fp-plot{fill:none}\
.graph .fp-grid,.graph .fp-zero,.graph .fp-here,.graph .fp-curve{fill:none;stroke:var(--line)}.graph .fp-here{display:none}\
.graph .fp-zero{stroke:var(--soft)}.graph .fp-curve{stroke:var(--ink);stroke-width:2}.graph .fp-bad,.graph .fp-glyph{fill:var(--bad);font-weight:700}\
.graph .fp-A{stroke:#f0803c}.graph .fp-B{stroke:#52b0ea;stroke-dasharray:6 2}.graph .fp-C{stroke:#35c99c;stroke-dasharray:2 2}\
.graph .fp-D{stroke:#e59bcb;stroke-dasharray:8 2 2 2}\
@media print{figure{break-inside:avoid}.new-page{break-before:page}}";

impl Page {
    /// Creates a page that has `title`, plain text, as its title and first heading.
    pub fn new(title: &str) -> Page {
        Page {
            title: title.to_owned(),
            body: String::new(),
            lists: Vec::new(),
        }
    }

    /// Begins a section with this heading, plain text, whose special characters are escaped.
    pub fn heading(&mut self, text: &str) {
        self.body += &format!("<h2>{}</h2>\n", escaped(text));
    }

    /// Adds a paragraph of plain text, whose special characters are escaped.
    pub fn paragraph(&mut self, text: &str) {
        self.body += &format!("<p>{}</p>\n", escaped(text));
    }

    /// Adds plain text whose lines and blanks stay as they are, and whose special characters are
    /// escaped.
    pub fn preformatted(&mut self, text: &str) {
        self.body += &format!("<pre>{}</pre>\n", escaped(text));
    }

    /// Adds a table with the heads of its columns, and rows of cells, all plain text, whose special
    /// characters are escaped; its first column is aligned to the left, the others to the right.
    pub fn table(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        let head = cells("th", heads);
        let rows: String = rows
            .iter()
            .map(|row| format!("<tr>{}</tr>\n", cells("td", row)))
            .collect();
        self.body +=
            &format!("<div class=\"scroll\"><table><tr>{head}</tr>\n{rows}</table></div>\n");
    }

    /// Adds pictures in SVG, which stay as they are, next to each other, each with a caption of
    /// plain text.
    pub fn figures(&mut self, figures: &[Figure]) {
        let figures: String = figures.iter().map(Figure::html).collect();
        self.body += &format!("<div class=\"figures\">\n{figures}</div>\n");
    }

    /// Adds a picture over the whole width of the page, as large as it is drawn, so that its labels
    /// stay as large as text; on a narrow screen it scrolls.
    pub fn wide_figure(&mut self, Figure { svg, caption }: &Figure) {
        let caption = escaped(caption);
        self.body += &format!(
            "<figure class=\"wide\"><div class=\"scroll\">{svg}</div><figcaption>{caption}</figcaption></figure>\n"
        );
    }

    /// Adds the picture of a [`ValueGraph`](crate::ValueGraph), for whose classes this page has
    /// colours.
    pub fn graph(&mut self, figure: &Figure) {
        self.body += &figure
            .html()
            .replacen("<figure>", "<figure class=\"graph\">", 1);
    }

    /// Begins a list of moves, with a name for screen readers, plain text. A list that begins
    /// before another one has ended is a variation to the last move of the other list.
    pub fn begin_moves(&mut self, name: &str) {
        self.body += &format!("<ol class=\"moves\" aria-label=\"{}\">\n", escaped(name));
        self.lists.push(false);
    }

    /// Adds a move to the list that began last.
    ///
    /// # Panics
    /// When no list has begun.
    pub fn add_move(&mut self, mv: &PageMove) {
        let has_moves = self.lists.last_mut().expect("a list has begun");
        let end = if std::mem::replace(has_moves, true) {
            "</li>\n"
        } else {
            ""
        };
        self.body += &format!("{end}{}", mv.html());
    }

    /// Ends the list of moves that began last.
    pub fn end_moves(&mut self) {
        let end = if self.lists.pop() == Some(true) {
            "</li>\n"
        } else {
            ""
        };
        self.body += &format!("{end}</ol>\n");
    }

    /// Begins a new page in print from here on; on a screen nothing changes.
    pub fn new_page(&mut self) {
        self.body += "<div class=\"new-page\"></div>\n";
    }

    /// The whole page as a document in HTML.
    pub fn finish(self) -> String {
        let Page { title, body, .. } = self;
        let title = escaped(&title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
        )
    }
}

/// Move in a list of a [`Page`], with what is noted on it; all texts are plain, and empty where
/// there is nothing to say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PageMove {
    /// Number of the move in its line, from 1.
    pub number: usize,
    /// Letter of the player who moved.
    pub player: String,
    /// The move in words.
    pub words: String,
    /// The move in notation.
    pub notation: String,
    /// Signs of the move, such as `!?`.
    pub marks: String,
    /// Value of the move in notation.
    pub value: String,
    /// Comments on the position after the move, each a paragraph.
    pub comments: Vec<String>,
    /// Picture of the position after the move.
    pub figure: Option<Figure>,
    /// Whether the picture is folded until a reader opens it.
    pub is_folded: bool,
}

impl PageMove {
    /// The move as an item of a list, without its end: variations may follow.
    fn html(&self) -> String {
        let PageMove { number, player, .. } = self;
        let player = noted("b", &format!("player player-{}", escaped(player)), player);
        let marks = noted("b", "marks", &self.marks);
        let notation = noted("span", "notation", &self.notation);
        let value = noted("span", "value", &self.value);
        let comments: String = self
            .comments
            .iter()
            .map(|text| format!("<p>{}</p>", escaped(text)))
            .collect();
        let mut figure = self.figure.as_ref().map_or(String::new(), Figure::html);
        if self.is_folded && !figure.is_empty() {
            figure = format!("<details><summary>Board</summary>{figure}</details>");
        }
        let words = escaped(&self.words);
        format!("<li value=\"{number}\">{player} {words}{marks}{notation}{value}{comments}{figure}")
    }
}

/// Text in an element with a class, after a blank; nothing without text.
fn noted(element: &str, class: &str, text: &str) -> String {
    let text = escaped(text);
    if text.is_empty() {
        text
    } else {
        format!(" <{element} class=\"{class}\">{text}</{element}>")
    }
}

/// Cells of a row of a table, `th` for its head and `td` for the others.
fn cells(element: &str, texts: &[impl AsRef<str>]) -> String {
    texts
        .iter()
        .map(|text| format!("<{element}>{}</{element}>", escaped(text.as_ref())))
        .collect()
}

/// Picture on a [`Page`], with its caption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// SVG document, as this crate draws it.
    pub svg: String,
    /// Text below the picture.
    pub caption: String,
}

impl Figure {
    fn html(&self) -> String {
        format!(
            "<figure>{}<figcaption>{}</figcaption></figure>\n",
            self.svg,
            escaped(&self.caption)
        )
    }
}
