//! The page around everything.

use crate::{Markup, table::Table};
use papan_core::visible;
use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};
use std::io::{self, Write};

/// The looks of every page: light and dark by the reader's choice, narrow and wide, print.
const STYLE: &str = include_str!("style.css");

/// A page that is put together from the top down.
///
/// ```
/// use papan_report::Page;
///
/// let mut page = Page::new("A & B");
/// page.heading("Rules").paragraph("Both were played.").heading("Results");
/// let html = page.html();
/// assert!(html.contains("<title>A &amp; B</title>"));
/// assert!(html.contains("<h2 id=\"results\">Results</h2>"));
/// assert!(html.contains("<a href=\"#results\">Results</a>"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    lead: Markup,
    body: Markup,
    sections: Vec<(String, String)>,
    styles: Vec<&'static str>,
    scripts: Vec<&'static str>,
}

impl Page {
    /// An empty page with a title, which is also its first heading.
    pub fn new(title: impl Into<String>) -> Page {
        Page {
            title: title.into(),
            lead: Markup::default(),
            body: Markup::default(),
            sections: Vec::new(),
            styles: Vec::new(),
            scripts: Vec::new(),
        }
    }

    /// What stands under the title, before the list of sections.
    pub fn lead(&mut self, markup: &Markup) -> &mut Page {
        self.lead.push(markup);
        self
    }

    /// A section begins. Sections are listed at the top of a page that has several.
    pub fn heading(&mut self, text: &str) -> &mut Page {
        let place = self.place(text);
        self.sections.push((place.clone(), text.to_owned()));
        self.markup(&Markup::element(
            "h2",
            &[("id", &place)],
            [Markup::text(text)],
        ))
    }

    /// A part of a section begins.
    pub fn subheading(&mut self, text: &str) -> &mut Page {
        self.markup(&Markup::element("h3", &[], [Markup::text(text)]))
    }

    /// A paragraph of plain text.
    pub fn paragraph(&mut self, text: &str) -> &mut Page {
        self.markup(&Markup::element("p", &[], [Markup::text(text)]))
    }

    /// A table.
    pub fn table(&mut self, table: &Table) -> &mut Page {
        self.markup(&table.markup())
    }

    /// A picture, such as a chart, with a line under it.
    pub fn figure(&mut self, picture: Markup, caption: &str) -> &mut Page {
        let caption = Markup::element("figcaption", &[], [Markup::text(caption)]);
        self.markup(&Markup::element("figure", &[], [picture, caption]))
    }

    /// Any other markup.
    pub fn markup(&mut self, markup: &Markup) -> &mut Page {
        self.body.push(markup);
        self
    }

    /// Data that a script of the page or another program may read from it.
    ///
    /// ```
    /// use papan_report::Page;
    ///
    /// let mut page = Page::new("Data");
    /// page.data("names", &["</script>"]).unwrap();
    /// assert!(page.html().contains(r#"["\u003c/script>"]"#));
    /// page.data("hidden", &["\u{202e} \u{1b} \"\\ \n"]).unwrap();
    /// assert!(page.html().contains(r#"["\\u{202e} \\u{1b} \"\\ \n"]"#));
    /// ```
    pub fn data(&mut self, id: &str, data: &impl Serialize) -> serde_json::Result<&mut Page> {
        let text = Markup::json(&shown_json(data)?);
        let attributes = [("type", "application/json"), ("id", id)];
        Ok(self.markup(&Markup::element("script", &attributes, [text])))
    }

    /// Looks of this page alone, behind those that all pages have.
    pub fn style(&mut self, style: &'static str) -> &mut Page {
        self.styles.push(style);
        self
    }

    /// A script that is part of the program; it runs when the page is there.
    pub fn script(&mut self, script: &'static str) -> &mut Page {
        self.scripts.push(script);
        self
    }

    /// The whole page. It forbids itself to load anything.
    pub fn html(&self) -> String {
        let policy = match self.scripts.is_empty() {
            true => "default-src 'none'; style-src 'unsafe-inline'",
            false => "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
        };
        let title = Markup::text(&self.title);
        let mut html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <title>{title}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n{}{}{}\n</main>\n",
            self.styles.concat(),
            self.lead,
            self.contents(),
            self.body
        );
        for script in &self.scripts {
            html += &format!("<script>\n{script}</script>\n");
        }
        html + "</body>\n</html>\n"
    }

    fn contents(&self) -> Markup {
        if self.sections.len() < 2 {
            return Markup::default();
        }
        let items = self.sections.iter().map(|(place, text)| {
            let link =
                Markup::element("a", &[("href", &format!("#{place}"))], [Markup::text(text)]);
            Markup::element("li", &[], [link])
        });
        let list = Markup::element("ul", &[], items);
        Markup::element("nav", &[("aria-label", "Contents")], [list])
    }

    /// A name for a heading that links can point to, unlike those before it.
    fn place(&self, text: &str) -> String {
        let kept = |character: char| match character.is_alphanumeric() {
            true => character.to_ascii_lowercase(),
            false => '-',
        };
        let name: String = text.chars().map(kept).collect();
        let is_taken = |name: &str| self.sections.iter().any(|(taken, _)| taken == name);
        if !is_taken(&name) {
            return name;
        }
        (2..)
            .map(|number| format!("{name}-{number}"))
            .find(|name| !is_taken(name))
            .unwrap_or(name)
    }
}
/// JSON with all its texts as [`visible`] shows them: scripts put them into the page.
fn shown_json(data: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    data.serialize(&mut Serializer::with_formatter(&mut bytes, Shown))?;
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

struct Shown;

impl Shown {
    /// Writes an escape of [`visible`], whose backslash JSON wants twice.
    fn escape<W: ?Sized + Write>(writer: &mut W, text: &str) -> io::Result<()> {
        let shown = visible(text).replace('\\', "\\\\");
        writer.write_all(shown.as_bytes())
    }
}

impl Formatter for Shown {
    /// What JSON does not escape by itself: no quotes, backslashes or control characters.
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        Shown::escape(writer, fragment)
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match escape {
            CharEscape::Quote => writer.write_all(b"\\\""),
            CharEscape::ReverseSolidus => writer.write_all(b"\\\\"),
            CharEscape::Solidus => writer.write_all(b"/"),
            CharEscape::LineFeed => writer.write_all(b"\\n"),
            CharEscape::Tab => writer.write_all(b"\\t"),
            CharEscape::Backspace => Shown::escape(writer, "\u{8}"),
            CharEscape::FormFeed => Shown::escape(writer, "\u{c}"),
            CharEscape::CarriageReturn => Shown::escape(writer, "\r"),
            CharEscape::AsciiControl(byte) => {
                Shown::escape(writer, char::from(byte).encode_utf8(&mut [0; 4]))
            }
        }
    }
}
