//! Games that are played by two workers, to see whether they play what they say.

use papan_arena::{GameId, GameResult, Slot};
use papan_core::Random;
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// An auditor that has not answered for this long, and does not speak of the game, is asked no
/// more.
const SILENCE: Duration = Duration::from_secs(30);

/// How long someone else is waited for before this machine plays the game itself.
const ALONE: Duration = Duration::from_millis(500);

/// The same at the beginning, when workers have not been heard of yet.
const ALONE_AT_FIRST: Duration = Duration::from_secs(3);

/// Games that wait for their second playing; beyond that none are added.
const MOST: usize = 2_000;

/// Which games are looked at: workers must not know, and it must be the same after a restart, so
/// that a coordinator that was killed asks for what it had not heard of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The share of games.
    pub(super) share: f64,
    /// What nobody else knows.
    pub(super) secret: u64,
}

impl Sample {
    pub(super) fn has(&self, game: &GameResult) -> bool {
        let mut text = self.secret.to_le_bytes().to_vec();
        text.extend(game.job.id().0);
        let digest = GameId::of(&text).0;
        let number = digest[..8]
            .iter()
            .fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        !game.timed && ((number >> 11) as f64 / (1_u64 << 53) as f64) < self.share
    }
}

/// Games that are being looked at.
pub(super) struct Audits {
    sample: Sample,
    /// Who is asked follows from this: workers must not know that either.
    random: Random,
    waiting: BTreeMap<Slot, Audit>,
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
    /// `seed` is another one in each run. `unconfirmed` are games of earlier runs that nobody has
    /// played a second time yet.
    pub(super) fn new(
        sample: Sample,
        seed: u64,
        nonce: String,
        unconfirmed: &[(Slot, GameResult)],
        now: Instant,
    ) -> Audits {
        let mut audits = Audits {
            sample,
            random: Random::new(seed),
            waiting: BTreeMap::new(),
            nonce,
        };
        for (slot, game) in unconfirmed {
            if let Some(player) = &game.worker {
                audits.add(*slot, player, game, now + ALONE_AT_FIRST - ALONE);
            }
        }
        audits
    }

    /// A number that nobody else knows.
    pub(super) fn chance(&mut self) -> u64 {
        self.random.next_u64()
    }

    /// Looks at a game of a worker, perhaps.
    pub(super) fn consider(&mut self, slot: Slot, player: &str, game: &GameResult, now: Instant) {
        if self.sample.has(game) && self.waiting.len() < MOST {
            self.add(slot, player, game, now);
        }
    }

    fn add(&mut self, slot: Slot, player: &str, game: &GameResult, since: Instant) {
        let audit = Audit {
            game: game.clone(),
            player: player.to_owned(),
            since,
            stage: Stage::New,
        };
        self.waiting.insert(slot, audit);
    }

    /// What is to be done now: ask someone, or play here when there is nobody else and room for
    /// some more.
    pub(super) fn steps(&mut self, now: Instant, mut room: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for (slot, audit) in &mut self.waiting {
            let is_alone = match &audit.stage {
                Stage::New => now.saturating_duration_since(audit.since) > ALONE,
                Stage::Asked { seen, .. } => now.saturating_duration_since(*seen) > SILENCE,
                Stage::Here { .. } => continue,
            };
            if is_alone && room > 0 {
                room -= 1;
                audit.stage = Stage::Here { other: None };
                steps.push(Step::PlayHere(*slot));
            } else if matches!(audit.stage, Stage::New) {
                steps.push(Step::Ask(*slot, audit.player.clone()));
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
        let (game, now) = (game(1), Instant::now());
        let sample = Sample {
            share: 1.0,
            secret: 1,
        };
        let mut audits = Audits::new(sample, 1, "n".to_owned(), &[], now);
        audits.consider((0, 3), "a", &game, now);
        let steps = audits.steps(now, 1);
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
        assert!(audits.steps(later, 1).is_empty());
        let much_later = later + SILENCE + Duration::from_secs(1);
        assert!(audits.steps(much_later, 0).is_empty());
        assert!(matches!(
            audits.steps(much_later, 1)[..],
            [Step::PlayHere((0, 3))]
        ));
        let found = audits.played((0, 3), None, game).ok().unwrap();
        assert_eq!(found, Some(Finding::Confirmed(HERE.to_owned())));
    }

    #[test]
    fn the_sample_is_as_large_as_it_should_be_and_always_the_same() {
        let mut drawn = game(1);
        let mut count = |share, secret| {
            let sample = Sample { share, secret };
            let mut has = |round| {
                drawn.job.round = round;
                sample.has(&drawn)
            };
            (0..2_000).map(&mut has).collect::<Vec<bool>>()
        };
        let tenth = count(0.1, 1);
        let games = tenth.iter().filter(|has| **has).count();
        assert!((120..=280).contains(&games), "{games}");
        assert_eq!(count(0.1, 1), tenth);
        assert_ne!(count(0.1, 2), tenth);
        assert!(count(0.0, 1).iter().all(|has| !has));
        assert!(count(1.0, 1).iter().all(|has| *has));
        // Whoever asks for more gets the same games and others.
        let fifth = count(0.2, 1);
        assert!(
            tenth
                .iter()
                .zip(fifth)
                .all(|(small, large)| !small || large)
        );
    }

    #[test]
    fn what_an_earlier_run_left_open_is_looked_at() {
        let (mut first, now) = (game(1), Instant::now());
        first.worker = Some("a".to_owned());
        let sample = Sample {
            share: 0.0,
            secret: 1,
        };
        let open = [((0, 7), first)];
        let mut audits = Audits::new(sample, 1, "n".to_owned(), &open, now);
        // Workers have some time to be heard of before this machine plays it.
        let soon = now + Duration::from_secs(1);
        assert!(matches!(&audits.steps(soon, 1)[..], [Step::Ask((0, 7), player)] if player == "a"));
        let later = now + ALONE_AT_FIRST + Duration::from_secs(1);
        assert!(matches!(
            audits.steps(later, 1)[..],
            [Step::PlayHere((0, 7))]
        ));
    }
}
