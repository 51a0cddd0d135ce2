//! Dialogues in GTP.

use crate::{adjacency, agents::Broken, answers, blokus, check, congklak, engine, othello};
use papan_protocol::server::{Engine, Protocol};
use std::{fs, path::PathBuf};

#[test]
fn the_engine_says_who_it_is() {
    check(
        othello(),
        Protocol::Gtp,
        "\
> protocol_version
< = 2
<
> name
< = Papan
<
> version
< = 0.1.0
<
> known_command genmove
< = true
<
> known_command fly
< = false
<
> list_games
< = Othello
< othello
<
> 42 quit
< =42 
<
> name
",
    );
}

/// Comments, tabs, control characters, empty lines and line ends of any kind.
#[test]
fn lines_are_read_as_the_protocol_says() {
    let text = b"# hello\r\n\r\n 1\tname \x01# who\r\n\n007 play\tb  F5\n\x08\n2 quit\n3 name\n";
    let found = answers(engine(othello()), Protocol::Gtp, text);
    assert_eq!(found, "=1 Papan\n\n=007 \n\n=2 \n\n");
    // The end of the input is an end as well, even in the middle of a line.
    let found = answers(engine(othello()), Protocol::Gtp, b"name\nversion");
    assert_eq!(found, "= Papan\n\n= 0.1.0\n\n");
}

#[test]
fn a_game_of_othello() {
    check(
        othello(),
        Protocol::Gtp,
        "\
> boardsize 8
< = 
<
> clear_board
< = 
<
> komi 0.5
< = 
<
> play black F5
< = 
<
> 3 genmove white
< =3 f4
<
> reg_genmove b
< = c3
<
> all_legal b
< = c3
< d3
< e3
< f3
< g3
<
> showboard
< = 
<   a b c d e f g h
< 1 . . . . . . . .
< 2 . . . . . . . .
< 3 . . + + + + + .
< 4 . . . O O O . .
< 5 . . . X X X . .
< 6 . . . . . . . .
< 7 . . . . . . . .
< 8 . . . . . . . .
< b to move
<
> final_score
< ? cannot score: the game is not over
<
> undo
< = 
<
> undo
< = 
<
> undo
< ? cannot undo: no move has been played
<
",
    );
}

#[test]
fn what_is_wrong_has_one_reply_and_changes_nothing() {
    check(
        othello(),
        Protocol::Gtp,
        "\
> fly
< ? unknown command
<
> 17
< ?17 unknown command
<
> play b a1
< ? illegal move: 'a1' is not allowed: it would turn over none of black's opponent's discs
<
> play w f5
< ? illegal move: it is the turn of b
<
> play b pass
< ? illegal move: 'pass' is not allowed: black has a move and may not pass
<
> play b z9
< ? syntax error: 'z9' is not a move: expected a square such as f5 or pass
<
> play f5
< ? syntax error: expected play COLOUR MOVE
<
> play red f5
< ? syntax error: 'red' is no colour; the colours are b, w
<
> genmove
< ? syntax error: expected genmove COLOUR
<
> genmove w
< ? it is the turn of b
<
> boardsize 19
< ? unacceptable size: othello has a board of 8
<
> boardsize big
< ? syntax error: expected boardsize NUMBER
<
> komi
< ? syntax error: expected komi NUMBER
<
> time_settings 10
< ? syntax error: expected time_settings MAIN_SECONDS PERIOD_SECONDS PERIOD_MOVES
<
> time_left b ten 0
< ? syntax error: expected time_left COLOUR SECONDS MOVES
<
> set_game Chess
< ? this engine plays Othello or othello, not 'Chess'
<
> loadsgf
< ? syntax error: expected loadsgf FILE [MOVE_NUMBER]
<
> play b f5
< = 
<
",
    );
}

/// Tools that know no passes in Othello do not mention them, others do.
#[test]
fn passes_of_othello() {
    let file = othello_where_white_must_pass();
    let begin = format!("> loadsgf {}\n< = \n<\n", file.display());
    for (said, answered) in [
        // Nobody mentions the pass.
        ("play b c1", "= "),
        ("genmove b", "= c1"),
        ("reg_genmove b", "= c1"),
        // Somebody does.
        ("play w pass", "= "),
        ("genmove w", "= pass"),
        ("reg_genmove w", "= pass"),
        ("all_legal w", "= pass"),
        ("all_legal b", "? it is the turn of w, who must pass"),
        (
            "play w c1",
            "? illegal move: 'c1' is not allowed: white has no move and must pass",
        ),
        (
            "play b h8",
            "? illegal move: 'h8' is not allowed: it would turn over none of black's opponent's discs",
        ),
    ] {
        let dialogue = format!("{begin}> {said}\n< {answered}\n<\n");
        check(othello(), Protocol::Gtp, &dialogue);
    }
    // A pass that nobody mentioned is taken back with the move behind it.
    let dialogue = format!(
        "{begin}> play b c1\n< = \n<\n> undo\n< = \n<\n> genmove w\n< = pass\n<\n\
         > genmove b\n< = c1\n<\n> genmove w\n< = pass\n<\n> play b pass\n< = \n<\n\
         > final_score\n< = B+3\n<\n> play b h8\n< ? illegal move: the game is over\n<\n"
    );
    check(othello(), Protocol::Gtp, &dialogue);
}

/// A file in which white is to move and cannot.
fn othello_where_white_must_pass() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("white-must-pass.ggf");
    let board = format!("8 XO{} O", "-".repeat(62));
    let text = format!("(;GM[Othello]TY[8]BO[{board}];)");
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_game_of_blokus_duo() {
    check(
        blokus("blokus-duo"),
        Protocol::Gtp,
        "\
> set_game Blokus Duo
< = 
<
> set_game Blokus
< ? this engine plays Blokus Duo or blokus-duo, not 'Blokus'
<
> boardsize 14
< = 
<
> cputime
< = 0
<
> play b e8,d9,e9,f9,e10
< = 
<
> play w a1
< ? illegal move: 'a1' is not allowed: the first piece must cover the start square j5
<
> play w pass
< ? illegal move: 'pass' is not allowed: a colour that can place a piece must, and others are skipped
<
> genmove w
< = j5
<
> final_score
< ? cannot score: the game is not over
<
",
    );
}

/// On a board of five by five colours soon cannot move.
#[test]
fn colours_that_are_skipped_pass() {
    let game = || blokus("blokus:size=5,colours=4,seats=4,starts=corners");
    let mut input = String::new();
    for colour in ["1", "2", "3", "4"].iter().cycle().take(40) {
        input += &format!("genmove {colour}\n");
    }
    let found = answers(engine(game()), Protocol::Gtp, input.as_bytes());
    let moves: Vec<&str> = found
        .split_terminator("\n\n")
        .map(|reply| &reply[2..])
        .collect();
    assert_eq!(moves.len(), 40);
    assert!(!found.contains('?'), "{found}");
    assert!(
        moves[36..].iter().all(|played| *played == "pass"),
        "{moves:?}"
    );

    // Another engine that is told all of it agrees, passes included.
    let mut input = String::new();
    for (colour, played) in ["1", "2", "3", "4"].iter().cycle().zip(&moves) {
        input += &format!("play {colour} {played}\n");
    }
    let told = answers(engine(game()), Protocol::Gtp, input.as_bytes());
    assert_eq!(told, "= \n\n".repeat(40));

    // Passes can be taken back like moves.
    let input = input + &"undo\n".repeat(40) + "undo\n";
    let undone = answers(engine(game()), Protocol::Gtp, input.as_bytes());
    assert_eq!(undone.matches('?').count(), 1, "{undone}");
}

/// As Pentobi counts: the squares that each colour has placed, also the one that three share.
#[test]
fn the_final_score_of_four_colours() {
    for name in [
        "blokus:size=5,colours=4,seats=4,starts=corners",
        "blokus:size=7,colours=4,seats=3,starts=corners",
    ] {
        let mut input = String::new();
        for colour in ["1", "2", "3", "4"].iter().cycle().take(80) {
            input += &format!("genmove {colour}\n");
        }
        let found = answers(
            engine(blokus(name)),
            Protocol::Gtp,
            (input + "final_score\n").as_bytes(),
        );
        let mut replies: Vec<&str> = found
            .split_terminator("\n\n")
            .map(|reply| &reply[2..])
            .collect();
        let score = replies.pop().unwrap();
        let mut placed = [0; 4];
        for (index, played) in replies.iter().enumerate() {
            if *played != "pass" {
                placed[index % 4] += played.split(',').count();
            }
        }
        assert!(placed.iter().all(|&squares| squares > 0), "{name}");
        assert_eq!(score, placed.map(|squares| squares.to_string()).join(" "));
    }
}

#[test]
fn four_colours() {
    check(
        blokus("blokus-classic"),
        Protocol::Gtp,
        "\
> set_game Blokus
< = 
<
> genmove 1
< = a20
<
> play yellow t20
< = 
<
> play 4 a1
< ? illegal move: it is the turn of 3
<
> play 5 a1
< ? syntax error: '5' is no colour; the colours are 1, 2, 3, 4
<
> genmove red
< = t1
<
> final_score
< ? cannot score: the game is not over
<
> list_games
< = Blokus
< blokus-classic
<
",
    );
}

/// Who sows into the own store moves again. A tool that asks the players in turn is told
/// that the other one passes.
#[test]
fn turns_of_several_moves() {
    check(
        congklak(),
        Protocol::Gtp,
        "\
> boardsize 7
< = 
<
> play b 1
< = 
<
> genmove w
< = pass
<
> play w pass
< = 
<
> play w 1
< ? illegal move: w cannot move and can only pass
<
> undo
< = 
<
> genmove b
< = 2
<
",
    );
}

#[test]
fn adjacency_to_the_end() {
    check(
        adjacency(),
        Protocol::Gtp,
        "\
> genmove b
< = a1
<
> genmove w
< = b1
<
> genmove b
< = c1
<
> genmove w
< = d1
<
> genmove b
< = pass
<
> genmove w
< = pass
<
> final_score
< = W+2
<
> play b e1
< ? illegal move: the game is over
<
",
    );
}

#[test]
fn files_are_loaded() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("a folder with blanks");
    fs::create_dir_all(&folder).unwrap();
    let sgf = folder.join("game.sgf");
    fs::write(&sgf, "(;GM[2]FF[4];B[fe];W[df];B[cc])").unwrap();
    let sgf = sgf.display();
    let dialogue = format!(
        "> play b d3\n< = \n<\n\
         > loadsgf {sgf}\n< = \n<\n> genmove w\n< = d3\n<\n\
         > loadsgf {sgf} 2\n< = \n<\n> genmove w\n< = f4\n<\n\
         > loadsgf {sgf} 1\n< = \n<\n> genmove b\n< = d3\n<\n"
    );
    check(othello(), Protocol::Gtp, &dialogue);

    let blksgf = folder.join("game.blksgf");
    fs::write(&blksgf, "(;GM[Blokus Duo];B[e8,d9,e9,f9,e10];W[j5])").unwrap();
    let dialogue = format!(
        "> loadsgf {}\n< = \n<\n> undo\n< = \n<\n> undo\n< = \n<\n\
         > undo\n< ? cannot undo: no move has been played\n<\n",
        blksgf.display()
    );
    check(blokus("blokus-duo"), Protocol::Gtp, &dialogue);

    for (file, problem) in [
        ("none.sgf", "No such file"),
        (".", "it is a folder, not a file"),
        (
            "game.sgf",
            "has no SGF; files may end with lines, json, pgn",
        ),
    ] {
        let input = format!("loadsgf {}\n", folder.join(file).display());
        let found = answers(engine(congklak()), Protocol::Gtp, input.as_bytes());
        assert!(found.starts_with("? cannot load file: "), "{found}");
        assert!(found.contains(problem), "{found}");
    }
}

#[test]
fn time_may_be_told_in_any_form() {
    check(
        othello(),
        Protocol::Gtp,
        "\
> time_settings 60 0 0
< = 
<
> time_left b 59.5 0
< = 
<
> time_left w -3 0
< = 
<
> genmove b
< = d3
<
> time_settings 1e300 1e18 1
< = 
<
> time_left b 1e19 1
< = 
<
> time_left w 18000000000000000000 0
< = 
<
> reg_genmove w
< = c3
<
> time_settings 0 10 5
< = 
<
> genmove w
< = c3
<
",
    );
}

#[test]
fn an_agent_that_fails_says_so() {
    let broken = Engine {
        agent: Box::new(Broken),
        ..engine(othello())
    };
    let found = answers(broken, Protocol::Gtp, b"genmove b\nshowboard\n");
    assert!(found.starts_with("? no move: it ended\n\n= \n"), "{found}");
    assert!(found.contains("b to move"), "{found}");
}
