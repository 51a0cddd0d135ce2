//! Pages that anyone may open: whole, safe and without a word to other machines.

use papan_report::{
    Page,
    chart::{Bar, Bars, Chart, Grouped, Histogram, Line, Lines, Scale, Style},
    table::{Column, Table},
};

const NASTY: &str = "<script>alert(\"1\")</script> & 'more'\u{1b}[2J";

fn nasty_page() -> String {
    let mut table = Table::new([Column::text(NASTY), Column::number(NASTY)]);
    table.row([NASTY, NASTY]);
    let bars = Bars::new(NASTY, NASTY).bar(Bar::new(NASTY, f64::NAN).interval(0.1, f64::INFINITY));
    let histogram = Histogram::new(NASTY, NASTY, [i64::from(i32::MAX), -5]).published(f64::NAN);
    let grouped = Grouped::new(NASTY, NASTY, [NASTY]).group(NASTY, [Some(-3.0)]);
    let mut page = Page::new(NASTY);
    page.heading(NASTY)
        .heading(NASTY)
        .subheading(NASTY)
        .paragraph(NASTY)
        .table(&table)
        .figure(bars.markup(), NASTY)
        .figure(histogram.markup(), NASTY)
        .figure(grouped.markup(), NASTY);
    page.data("data", &NASTY).expect("text is data");
    page.html()
}

#[test]
fn what_comes_from_outside_stays_text() {
    let html = nasty_page();
    assert!(!html.contains("<script>"));
    assert!(!html.contains("alert(\"1\")"));
    assert!(!html.contains('\u{1b}'));
}

/// Every tag that is opened is closed, in order.
#[test]
fn tags_are_balanced() {
    const VOID: [&str; 2] = ["meta", "!doctype"];
    let html = nasty_page();
    let body = html.split("</style>").collect::<Vec<_>>().join("</style>");
    let mut open = Vec::new();
    for tag in body.split('<').skip(1) {
        let name: String = tag
            .chars()
            .take_while(|character| !character.is_whitespace() && *character != '>')
            .collect();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name)),
            None if VOID.contains(&name.as_str()) => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn nothing_is_loaded_and_nothing_listens() {
    let html = nasty_page();
    for word in [
        "src=",
        "href=\"http",
        "url(",
        "@import",
        " onclick",
        " onload",
        "style=\"",
    ] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("default-src 'none'"));
    assert!(html.contains("prefers-color-scheme: dark") && html.contains("@media print"));
}

#[test]
fn charts_never_draw_nothing_as_a_number() {
    for svg in [
        Bars::new("a", "b").markup(),
        Bars::new("a", "b")
            .numbers()
            .bar(Bar::new("c", -63.0))
            .markup(),
        Histogram::new("a", "b", []).markup(),
        Histogram::new("a", "b", [7]).markup(),
        Grouped::new("a", "b", ["c"]).markup(),
        Grouped::new("a", "b", ["c"])
            .scale(Scale::Logarithmic)
            .group("d", [Some(0.0)])
            .markup(),
    ] {
        let svg = svg.to_string();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(svg.contains("role=\"img\"") && svg.contains("aria-label"));
    }
    let html = nasty_page();
    let drawn = html.split("<svg").skip(1).collect::<String>();
    assert!(!drawn.contains("NaN"));
}

/// On a phone names stand above bars and below lines, and nothing is drawn outside.
#[test]
fn narrow_charts_stay_inside() {
    let name = "a name that is much longer than a phone is wide, and goes on";
    let bars = Bars::new("a", "b").bar(Bar::new(name, 0.4).interval(0.3, 0.5).published(0.2));
    let nodes = Grouped::new("a", "b", [name, "c", name]).group(name, [Some(3.0), None, Some(9e9)]);
    let line = Line::new(name).sure(1.0, 2.0, 1.0, 3.0).point(2.0, 9.0);
    let lines = Lines::new("a", "b", "c").line(line.clone()).line(line);
    let values = Histogram::new(name, name, [-100, 3, 5_000_000]).published(7.5);
    for chart in [
        Chart::Bars(bars),
        Chart::Grouped(nodes),
        Chart::Lines(lines),
        Chart::Histogram(values),
    ] {
        for width in [200.0, 320.0, 560.0, 800.0] {
            let style = Style {
                width,
                ..Style::default()
            };
            let svg = chart.draw(&style).to_string();
            assert!(svg.contains(&format!("viewBox=\"0 0 {width} ")));
            for attribute in [" x=\"", " x1=\"", " x2=\"", " cx=\""] {
                for rest in svg.split(attribute).skip(1) {
                    let x: f64 = rest.split('"').next().unwrap().parse().unwrap();
                    assert!(
                        (0.0..=width).contains(&x),
                        "{attribute}{x} of {width}: {svg}"
                    );
                }
            }
        }
    }
}

#[test]
fn headings_have_places_of_their_own() {
    let mut page = Page::new("a");
    page.heading("One").heading("One").heading("Two words");
    let html = page.html();
    for place in ["one", "one-2", "two-words"] {
        assert!(html.contains(&format!("<h2 id=\"{place}\">")), "{place}");
    }
}
