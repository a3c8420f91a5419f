use crate::svg::escaped;

/// Page of HTML with everything in it: text, tables and pictures, in light and dark colours, without links to anything
/// else.
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
}

const STYLE: &str = "\
:root{color-scheme:light dark;--page:#fff;--ink:#16222c;--soft:#4d6473;--line:#b7cfdc;--box:#eef5f9}\
@media(prefers-color-scheme:dark){:root{--page:#0d1720;--ink:#edf4f8;--soft:#a4bccb;--line:#33506a;--box:#152636}}\
body{margin:0 auto;padding:1.5rem;max-width:72rem;background:var(--page);color:var(--ink);\
font:1rem/1.5 'Noto Sans','Segoe UI',system-ui,'Helvetica Neue',Arial,sans-serif}\
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--box);padding:.8rem;border-radius:.5rem}\
.scroll{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.3rem .8rem;border-bottom:1px solid var(--line);text-align:right}\
th:first-child,td:first-child{text-align:left}th{color:var(--soft);font-weight:600}\
.figures{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0;flex:1 1 18rem;max-width:40rem}figcaption{color:var(--soft)}\
svg{width:100%;height:auto}figure.wide{max-width:none}.wide svg{min-width:60rem}\
@media print{figure{break-inside:avoid}.new-page{break-before:page}}";

impl Page {
    /// Creates a page that has `title`, plain text, as its title and first heading.
    pub fn new(title: &str) -> Page {
        Page { title: title.to_owned(), body: String::new() }
    }

    /// Begins a section with this heading, plain text, whose special characters are escaped.
    pub fn heading(&mut self, text: &str) {
        self.body += &format!("<h2>{}</h2>\n", escaped(text));
    }

    /// Adds a paragraph of plain text, whose special characters are escaped.
    pub fn paragraph(&mut self, text: &str) {
        self.body += &format!("<p>{}</p>\n", escaped(text));
    }

    /// Adds plain text whose lines and blanks stay as they are, and whose special characters are escaped.
    pub fn preformatted(&mut self, text: &str) {
        self.body += &format!("<pre>{}</pre>\n", escaped(text));
    }

    /// Adds a table with the heads of its columns, and rows of cells, all plain text, whose special characters are
    /// escaped; its first column is aligned to the left, the others to the right.
    pub fn table(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        let head = cells("th", heads);
        let rows: String = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells("td", row))).collect();
        self.body += &format!("<div class=\"scroll\"><table><tr>{head}</tr>\n{rows}</table></div>\n");
    }

    /// Adds pictures in SVG, which stay as they are, next to each other, each with a caption of plain text.
    pub fn figures(&mut self, figures: &[Figure]) {
        let figure = |Figure { svg, caption }: &Figure| {
            format!("<figure>{svg}<figcaption>{}</figcaption></figure>\n", escaped(caption))
        };
        let figures: String = figures.iter().map(figure).collect();
        self.body += &format!("<div class=\"figures\">\n{figures}</div>\n");
    }

    /// Adds a picture over the whole width of the page, as large as it is drawn, so that its labels stay as large as
    /// text; on a narrow screen it scrolls.
    pub fn wide_figure(&mut self, Figure { svg, caption }: &Figure) {
        let caption = escaped(caption);
        self.body += &format!(
            "<figure class=\"wide\"><div class=\"scroll\">{svg}</div><figcaption>{caption}</figcaption></figure>\n"
        );
    }

    /// Begins a new page in print from here on; on a screen nothing changes.
    pub fn new_page(&mut self) {
        self.body += "<div class=\"new-page\"></div>\n";
    }

    /// The whole page as a document in HTML.
    pub fn finish(self) -> String {
        let Page { title, body } = self;
        let title = escaped(&title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
        )
    }
}

/// Cells of a row of a table, `th` for its head and `td` for the others.
fn cells(element: &str, texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(|text| format!("<{element}>{}</{element}>", escaped(text.as_ref()))).collect()
}

/// Picture on a [`Page`], with its caption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// SVG document, as this crate draws it.
    pub svg: String,
    /// Text below the picture.
    pub caption: String,
}
