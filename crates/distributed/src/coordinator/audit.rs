//! Games that are played by two workers, to see whether they play what they say.

use papan_arena::{GameResult, Slot};
use papan_core::Random;
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// An auditor that has not answered for this long, and does not speak of the game, is asked no
/// more.
const SILENCE: Duration = Duration::from_secs(30);

/// How long someone else is waited for before this machine plays the game itself.
const ALONE: Duration = Duration::from_millis(500);

/// Games that wait for their second playing; beyond that none are added.
const MOST: usize = 2_000;

/// Games that are being looked at.
pub(super) struct Audits {
    /// The share of games that are.
    share: f64,
    /// Workers must not know which.
    random: Random,
    waiting: HashMap<Slot, Audit>,
    /// What the names of their batches begin with.
    nonce: String,
}

struct Audit {
    game: GameResult,
    player: String,
    since: Instant,
    stage: Stage,
}

/// How far an audit is.
enum Stage {
    /// Nobody has been asked.
    New,
    /// A worker plays it.
    Asked { auditor: String, seen: Instant },
    /// This machine plays it. Where a worker has played something else, that is here too.
    Here {
        other: Option<Box<(String, GameResult)>>,
    },
}

/// What is to be done about an audit.
pub(super) enum Step {
    /// Ask a worker other than this one.
    Ask(Slot, String),
    /// Play it on this machine.
    PlayHere(Slot),
}

/// What an audit has shown.
#[derive(Debug, PartialEq)]
pub(super) enum Finding {
    /// The game is confirmed by another: a worker, or this machine.
    Confirmed(String),
    /// These workers do not play what they were asked to.
    Wrong(Vec<String>),
    /// The clock had a say, so that nothing can be compared.
    Open,
}

/// How this machine is called where it confirms a game.
pub(super) const HERE: &str = "coordinator";

impl Audits {
    pub(super) fn new(share: f64, seed: u64, nonce: String) -> Audits {
        Audits {
            share,
            random: Random::new(seed),
            waiting: HashMap::new(),
            nonce,
        }
    }

    /// A number that nobody else knows.
    pub(super) fn chance(&mut self) -> u64 {
        self.random.next_u64()
    }

    /// Looks at a game of a worker, perhaps.
    pub(super) fn consider(&mut self, slot: Slot, player: &str, game: &GameResult, now: Instant) {
        let share = (self.chance() >> 11) as f64 / (1_u64 << 53) as f64;
        if !game.timed && share < self.share && self.waiting.len() < MOST {
            let audit = Audit {
                game: game.clone(),
                player: player.to_owned(),
                since: now,
                stage: Stage::New,
            };
            self.waiting.insert(slot, audit);
        }
    }

    /// What is to be done now: ask someone, or play here when there is nobody else.
    pub(super) fn steps(&mut self, now: Instant) -> Vec<Step> {
        let mut steps = Vec::new();
        for (slot, audit) in &mut self.waiting {
            match &audit.stage {
                Stage::New if now.saturating_duration_since(audit.since) > ALONE => {
                    audit.stage = Stage::Here { other: None };
                    steps.push(Step::PlayHere(*slot));
                }
                Stage::New => steps.push(Step::Ask(*slot, audit.player.clone())),
                Stage::Asked { seen, .. } if now.saturating_duration_since(*seen) > SILENCE => {
                    audit.stage = Stage::Here { other: None };
                    steps.push(Step::PlayHere(*slot));
                }
                _ => {}
            }
        }
        steps
    }

    /// A worker has been asked; the name of the batch.
    pub(super) fn asked(&mut self, slot: Slot, auditor: String, now: Instant) -> String {
        if let Some(audit) = self.waiting.get_mut(&slot) {
            audit.stage = Stage::Asked { auditor, seen: now };
        }
        self.name(slot)
    }

    fn name(&self, (meeting, number): Slot) -> String {
        format!("{}-audit-{meeting}-{number}", self.nonce)
    }

    /// A worker says which batches it has in hand.
    pub(super) fn signed(&mut self, worker: &str, names: &[String], now: Instant) {
        let nonce = &self.nonce;
        let slot_of = |name: &String| {
            let rest = name.strip_prefix(nonce.as_str())?.strip_prefix("-audit-")?;
            let (meeting, number) = rest.split_once('-')?;
            Some((meeting.parse().ok()?, number.parse().ok()?))
        };
        for slot in names.iter().filter_map(slot_of) {
            if let Some(audit) = self.waiting.get_mut(&slot)
                && let Stage::Asked { auditor, seen } = &mut audit.stage
                && auditor == worker
            {
                *seen = now;
            }
        }
    }

    /// A worker, or with `None` this machine, has played a game again. What that shows; `None`
    /// when it is not known yet, and then this machine must play it.
    pub(super) fn played(
        &mut self,
        slot: Slot,
        by: Option<&str>,
        again: GameResult,
    ) -> Result<Option<Finding>, Step> {
        let Some(mut audit) = self.waiting.remove(&slot) else {
            return Ok(None);
        };
        let first = std::mem::replace(&mut audit.stage, Stage::New);
        let finding = match (first, by) {
            (Stage::Asked { auditor, .. }, Some(worker)) if auditor == worker => {
                match audit.game.same_play(&again) {
                    _ if again.timed => Finding::Open,
                    true => Finding::Confirmed(auditor),
                    false => {
                        // One of them is wrong: this machine is believed.
                        audit.stage = Stage::Here {
                            other: Some(Box::new((auditor, again))),
                        };
                        self.waiting.insert(slot, audit);
                        return Err(Step::PlayHere(slot));
                    }
                }
            }
            (Stage::Here { .. }, None) if again.timed => Finding::Open,
            (Stage::Here { other }, None) => {
                let mut wrong = Vec::new();
                let is_right = audit.game.same_play(&again);
                if !is_right {
                    wrong.push(audit.player);
                }
                wrong.extend(
                    other
                        .filter(|other| !other.1.same_play(&again))
                        .map(|other| other.0),
                );
                match wrong.is_empty() {
                    true => Finding::Confirmed(HERE.to_owned()),
                    false => Finding::Wrong(wrong),
                }
            }
            (stage, _) => {
                // An answer that nobody has asked for.
                audit.stage = stage;
                self.waiting.insert(slot, audit);
                return Ok(None);
            }
        };
        Ok(Some(finding))
    }

    /// A worker does not play an audit after all.
    pub(super) fn give_back(&mut self, slot: Slot, worker: &str) {
        if let Some(audit) = self.waiting.get_mut(&slot)
            && matches!(&audit.stage, Stage::Asked { auditor, .. } if auditor == worker)
        {
            audit.stage = Stage::New;
        }
    }

    /// Whether nothing is waited for.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_arena::Contest;
    use papan_search::Stop;

    fn game(seed: u64) -> GameResult {
        let contest = Contest {
            seed,
            ..Contest::new("othello:size=4", &["random", "random"], 1)
        };
        let games = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
        let mut game = games[0].game.clone();
        // Only the moves differ.
        game.job.seed = 1;
        game
    }

    fn audits() -> (Audits, GameResult, Instant) {
        let mut audits = Audits::new(1.0, 1, "n".to_owned());
        let (game, now) = (game(1), Instant::now());
        audits.consider((0, 3), "a", &game, now);
        let steps = audits.steps(now);
        assert!(matches!(&steps[..], [Step::Ask((0, 3), player)] if player == "a"));
        assert_eq!(audits.asked((0, 3), "b".to_owned(), now), "n-audit-0-3");
        (audits, game, now)
    }

    #[test]
    fn the_same_game_is_confirmed() {
        let (mut audits, game, _) = audits();
        // Not the one who was asked.
        let stranger = audits.played((0, 3), Some("c"), game.clone());
        assert!(matches!(stranger, Ok(None)));
        let found = audits.played((0, 3), Some("b"), game);
        assert!(matches!(found, Ok(Some(Finding::Confirmed(name))) if name == "b"));
        assert!(audits.is_empty());
    }

    #[test]
    fn who_differs_from_this_machine_is_wrong() {
        for (here, wrong) in [(game(1), "b"), (game(2), "a")] {
            let (mut audits, _, _) = audits();
            let other = audits.played((0, 3), Some("b"), game(2));
            assert!(matches!(other, Err(Step::PlayHere((0, 3)))));
            let found = audits.played((0, 3), None, here).ok().unwrap();
            assert_eq!(found, Some(Finding::Wrong(vec![wrong.to_owned()])));
        }
    }

    #[test]
    fn a_silent_auditor_is_not_waited_for() {
        let (mut audits, game, now) = audits();
        let later = now + SILENCE + Duration::from_secs(1);
        audits.signed("b", &["n-audit-0-3".to_owned()], later);
        assert!(audits.steps(later).is_empty());
        let much_later = later + SILENCE + Duration::from_secs(1);
        assert!(matches!(
            audits.steps(much_later)[..],
            [Step::PlayHere((0, 3))]
        ));
        let found = audits.played((0, 3), None, game).ok().unwrap();
        assert_eq!(found, Some(Finding::Confirmed(HERE.to_owned())));
    }
}
