//! Whatever is typed: no panic, and in GTP one reply for each command.

use crate::{adjacency, agents::Broken, answers, blokus, congklak, engine, othello};
use papan_core::Notation;
use papan_protocol::server::{Engine, Protocol};
use proptest::{prelude::*, test_runner::RngSeed};

/// Words that lead somewhere, in any order, and others.
fn line() -> impl Strategy<Value = String> {
    let words = "(play|genmove|reg_genmove|undo|clear_board|all_legal|final_score|showboard|komi\
        |time_left|time_settings|set_game|loadsgf|boardsize|known_command|name|7|b|w|1|2|3|4|pass\
        |f5|d6|c3|e6|10|-1|0.5|1e19|99999999999999999999|18446744073709551615|#|go|stop|position|startpos|fen|moves|depth|nodes|infinite|movetime\
        |p1time|p3inc|query|turn|result|setoption|value|Seed|ugi|isready|uginewgame|set|game|hint\
        |ping|move|F5|PA|analyze|learn|\\(;GM\\[Othello\\]B\\[F5\\];\\)|[ -~]{0,6}|\t|\u{7f}|\u{e9})";
    prop::collection::vec(words, 0..6).prop_map(|words| words.join(" "))
}

fn lines() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 0..12).prop_map(|lines| lines.join("\n"))
}

/// Whether a line of GTP says anything.
fn is_command(line: &str) -> bool {
    let said = line.split('#').next().unwrap_or_default();
    said.chars().any(|c| !c.is_control() && c != ' ')
}

fn check_gtp<G: Notation>(engine: Engine<G>, text: &str) {
    let found = answers(engine, Protocol::Gtp, text.as_bytes());
    let replies: Vec<&str> = found.split_terminator("\n\n").collect();
    let commands = text.lines().filter(|line| is_command(line)).count();
    assert_eq!(replies.len(), commands, "{text:?} {found:?}");
    for reply in replies {
        assert!(reply.starts_with(['=', '?']), "{reply:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(256) })]

    #[test]
    fn gtp_has_one_reply_for_each_command(text in lines()) {
        check_gtp(engine(othello()), &text);
        check_gtp(engine(congklak()), &text);
        check_gtp(engine(adjacency()), &text);
        check_gtp(engine(blokus("blokus:size=5")), &text);
        let agent = Box::new(Broken);
        check_gtp(Engine { agent, ..engine(othello()) }, &text);
    }

    #[test]
    fn ugi_has_one_answer_for_each_search(text in lines()) {
        for found in [
            answers(engine(othello()), Protocol::Ugi, text.as_bytes()),
            answers(engine(congklak()), Protocol::Ugi, text.as_bytes()),
        ] {
            let searches = |line: &&str| line.split_whitespace().next() == Some("go");
            let searches = text.lines().filter(searches).count();
            let best = found.lines().filter(|line| line.starts_with("bestmove ")).count();
            // A limit that is not understood is refused.
            let refused = found.lines().filter(|line| line.starts_with("info string error: "));
            prop_assert!(best <= searches && searches <= best + refused.count(), "{found}");
        }
    }

    #[test]
    fn nboard_pongs_for_each_ping(text in lines()) {
        let found = answers(engine(othello()), Protocol::NBoard, text.as_bytes());
        let pings = |line: &&str| line.split_whitespace().next() == Some("ping");
        let pings = text.lines().filter(pings).count();
        let pongs = found.lines().filter(|line| line.starts_with("pong")).count();
        prop_assert_eq!(pongs, pings, "{}", found);
    }

    #[test]
    fn bytes_that_are_no_text(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for protocol in [Protocol::Gtp, Protocol::Ugi, Protocol::NBoard] {
            answers(engine(othello()), protocol, &bytes);
        }
    }

    /// What is wrong leaves all as it was.
    #[test]
    fn errors_change_nothing(text in lines()) {
        let ask = |text: &str| {
            let asked: String = text.lines().map(|line| format!("{line}\nshowboard\n")).collect();
            answers(engine(othello()), Protocol::Gtp, asked.as_bytes())
        };
        let shown = ask(&format!("play b f5\n{text}"));
        let replies: Vec<&str> = shown.split_terminator("\n\n").collect();
        let is_board = |reply: &str| reply.ends_with("to move") || reply.contains("is over");
        for around in replies.windows(3) {
            let [before, reply, after] = [around[0], around[1], around[2]];
            if reply.starts_with('?') && is_board(before) && is_board(after) {
                prop_assert_eq!(before, after, "{}", reply);
            }
        }
    }
}
