use super::*;

const SUM: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

fn parsed(text: &str) -> Result<Vec<Engine>, String> {
    parse(&text.replace("SUM", SUM), Path::new("/engines"))
}

#[test]
fn an_engine_has_all_that_its_entry_says() {
    let engines = parsed(
        r#"
        [[engine]]
        name = "edax"
        protocol = "NBoard"
        command = "./edax -nboard 'a b'"
        sha256 = "SUM"
        start = "20s"
        "#,
    );
    let [edax] = &engines.unwrap()[..] else {
        panic!("there is one");
    };
    assert_eq!(edax.protocol, Protocol::NBoard);
    assert_eq!(edax.waits(), ["start=20s"]);
    assert_eq!(edax.program().sha256.as_deref(), Some(SUM));
    assert_eq!(edax.program().words[1..], ["-nboard", "a b"]);
    let problem = edax.check().unwrap_err();
    assert_eq!(problem, "there is no program '/engines/./edax'");
    assert!(parsed("").unwrap().is_empty());
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let entry = |name: &str, more: &str| {
        format!(
            "[[engine]]\nname = '{name}'\nprotocol = 'gtp'\ncommand = 'x'\nsha256 = 'SUM'\n{more}\n"
        )
    };
    for (text, said) in [
        (entry("a b", ""), "'a b' is no name; a name has up to 64"),
        (entry("Edax", ""), "'Edax' is no name"),
        (entry("", ""), "'' is no name"),
        (
            entry("a", "") + &entry("a", ""),
            "two engines are called 'a'",
        ),
        (
            entry("a", "").replace("gtp", "uci"),
            "engine 'a': 'uci' is no protocol; there are gtp",
        ),
        (
            entry("a", "").replace("'x'", "\"'x\""),
            "engine 'a': the quotes of the command",
        ),
        (
            entry("a", "").replace("SUM", "12"),
            "engine 'a': sha256 has 64 hexadecimal digits",
        ),
        (
            entry("a", "move = '5'"),
            "engine 'a': move = '5' is no time such as",
        ),
        (entry("a", "path = '5'"), "line 6: unknown field `path`"),
        (
            "[[engine]]\nname = 'a'".to_owned(),
            "line 1: missing field `protocol`",
        ),
        ("[[engine]".to_owned(), "line 1: "),
    ] {
        let problem = parsed(&text).unwrap_err();
        assert!(problem.starts_with(said), "{problem}");
        assert!(!problem.contains('\n'), "{problem}");
    }
}

#[test]
fn the_same_engine_plays_the_same_wherever_it_is() {
    let behaviour = |command: &str, folder: &str| {
        let text = format!(
            "[[engine]]\nname = 'x'\nprotocol = 'gtp'\ncommand = '{command}'\nsha256 = '{SUM}'\n"
        );
        parse(&text, Path::new(folder)).unwrap()[0].behaviour()
    };
    let here = behaviour("/here/edax -l 6", "/");
    assert_eq!(here, behaviour("../there/other  -l \"6\"", "/engines"));
    assert_ne!(here, behaviour("/here/edax -l 7", "/"));
    assert_ne!(here, behaviour("/here/edax \"-l 6\"", "/"));
}

#[test]
fn an_entry_of_a_program_is_right() {
    let entry = Engine::entry(Protocol::Json, "sh -c 'echo a1'").unwrap();
    let [sh] = &parse(&entry, Path::new("/")).unwrap()[..] else {
        panic!("there is one");
    };
    assert_eq!((sh.name.as_str(), sh.check()), ("sh", Ok(())));
    assert_eq!(sh.program().words[1..], ["-c", "echo a1"]);
    assert!(sh.program().words[0].ends_with("/sh"));
    let other = Engine {
        sha256: SUM.to_owned(),
        ..sh.clone()
    };
    assert!(other.check().unwrap_err().contains("is another program"));
    let error = Engine::entry(Protocol::Json, "/no/such --x").unwrap_err();
    assert_eq!(error, "there is no program '/no/such'");
}
