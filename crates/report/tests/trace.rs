//! The page of a tree: whole, safe and without a word to other machines.

use papan_report::trace::{Board, page};
use serde_json::json;

const NASTY: &str = "</script><script>alert(1)</script> & 'more'";

fn nasty_page() -> String {
    let look = |id: usize, parent: Option<usize>| {
        json!({
            "id": id, "parent": parent, "move": NASTY, "mover": id % 2, "next": null,
            "over": false, "depth": 0, "alpha": null, "beta": 3, "value": 3, "again": false,
            "known": false, "cut": [NASTY], "best": null,
        })
    };
    let tree = json!({
        "game": NASTY, "agent": NASTY, "position": NASTY, "turn": 0, "seats": [NASTY, NASTY],
        "move": NASTY, "value": 3, "line": [NASTY], "depth": 2, "nodes": 2, "recorded": 2,
        "left_out": 0, "best": 0, "root_cut": [], "branches": [look(0, None), look(1, Some(0))],
    });
    let boards = [
        Board {
            parent: None,
            drawn: format!("one\n{NASTY}"),
        },
        Board {
            parent: Some(0),
            drawn: "another\nshape\nof board".to_owned(),
        },
    ];
    page(NASTY, &tree, "one\ntwo", &boards)
        .expect("a page")
        .html()
}

#[test]
fn there_is_one_script_and_data_stays_data() {
    let html = nasty_page();
    assert_eq!(html.matches("<script>").count(), 1);
    assert_eq!(html.matches("<script type=\"application/json\"").count(), 1);
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(!html.contains("<script>alert"));
    let data = html
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    let data: serde_json::Value = serde_json::from_str(data.expect("data")).expect("JSON");
    assert_eq!(data["tree"]["agent"], NASTY);
    assert_eq!(
        data["boards"],
        json!([[[1, NASTY]], "another\nshape\nof board"])
    );
}

#[test]
fn nothing_is_loaded() {
    let html = nasty_page();
    for word in [
        "src=",
        "href=",
        "http:",
        "https:",
        "url(",
        "@import",
        "import(",
        "fetch(",
        " onclick",
        "style=\"",
        "innerHTML",
        "eval(",
    ] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(
        html.contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'")
    );
}

/// What the script looks for by name is in the page.
#[test]
fn the_script_finds_what_it_asks_for() {
    let html = nasty_page();
    let script = html.split("<script>").nth(1).expect("a script");
    let names: Vec<&str> = ["element(\"", "onButton(\""]
        .iter()
        .flat_map(|call| script.split(call).skip(1))
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(html.contains(&format!("id=\"{name}\"")), "{name}");
    }
}
