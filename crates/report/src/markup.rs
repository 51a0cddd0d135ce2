//! Text that is safe to put into a page.

use std::fmt::{self, Write};

/// A piece of HTML or SVG in which everything that came from outside is escaped.
///
/// ```
/// use papan_report::Markup;
///
/// let text = Markup::text("2 < 3 & \"so on\"");
/// assert_eq!(text.to_string(), "2 &lt; 3 &amp; &quot;so on&quot;");
/// let item = Markup::element("em", &[("title", "a \"b\"")], [text]);
/// assert!(item.to_string().starts_with("<em title=\"a &quot;b&quot;\">2 &lt; 3"));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Markup(String);

impl Markup {
    /// A text that came from outside.
    pub fn text(text: impl fmt::Display) -> Markup {
        Markup(escape(&text.to_string()))
    }

    /// An element with attributes around other markup. Names are part of the program;
    /// values are escaped.
    pub fn element(
        name: &'static str,
        attributes: &[(&'static str, &str)],
        content: impl IntoIterator<Item = Markup>,
    ) -> Markup {
        let mut made = Markup::default();
        made.open(name, attributes);
        for part in content {
            made.push(&part);
        }
        made.close(name);
        made
    }

    /// Markup that is part of the program itself, such as a style sheet.
    pub fn constant(text: &'static str) -> Markup {
        Markup(text.to_owned())
    }

    /// Puts other markup behind this.
    pub fn push(&mut self, other: &Markup) {
        self.0 += &other.0;
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As a string slice.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The opening tag of an element.
    pub(crate) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.0.push('<');
        self.0 += name;
        for (name, value) in attributes {
            let _ = write!(self.0, " {name}=\"{}\"", escape(value));
        }
        self.0.push('>');
    }

    /// The closing tag of an element.
    pub(crate) fn close(&mut self, name: &str) {
        let _ = write!(self.0, "</{name}>");
    }

    /// Data for scripts, as JSON in which no tag can hide.
    pub(crate) fn json(text: &str) -> Markup {
        Markup(text.replace('<', "\\u003c"))
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text with the five characters that mean something to HTML replaced, and with
/// characters that nobody sees as [`papan_core::visible`] shows them.
///
/// ```
/// use papan_report::markup::escape;
///
/// assert_eq!(escape("<a href='x'>\u{7}"), "&lt;a href=&#39;x&#39;&gt;\\u{7}");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in papan_core::visible(text).chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ => escaped.push(character),
        }
    }
    escaped
}
