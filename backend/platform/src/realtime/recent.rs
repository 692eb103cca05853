//! The changes of the last minute, for pages that read them before they subscribed.

use super::ChangeSignal;
use crate::clock;
use shared_types::live::Channel;
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How long a change is kept.
const KEPT_FOR: Duration = Duration::from_mins(1);
/// Most changes that are kept.
const MAX_KEPT: usize = 20_000;

struct Received {
    at: Instant,
    signal: ChangeSignal,
}

struct Kept {
    /// All changes since then are kept.
    complete_since: Instant,
    signals: VecDeque<Received>,
    /// How many changes the signals have.
    changes: usize,
}

impl Kept {
    fn new() -> Self {
        Self {
            complete_since: clock::monotonic(),
            signals: VecDeque::new(),
            changes: 0,
        }
    }

    fn drop_oldest(&mut self) {
        if let Some(oldest) = self.signals.pop_front() {
            self.changes -= oldest.signal.changes.len();
            self.complete_since = self.complete_since.max(oldest.at);
        }
    }
}

/// The changes that this replica has received, in their order.
pub(super) struct RecentChanges(Mutex<Kept>);

impl Default for RecentChanges {
    fn default() -> Self {
        Self(Mutex::new(Kept::new()))
    }
}

impl RecentChanges {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets all changes: some may not have been received.
    pub(super) fn reset(&self) {
        *self.kept() = Kept::new();
    }

    pub(super) fn add(&self, signal: ChangeSignal, at: Instant) {
        let mut kept = self.kept();
        kept.changes += signal.changes.len();
        kept.signals.push_back(Received { at, signal });
        while kept.changes > MAX_KEPT || kept.signals.front().is_some_and(|oldest| at - oldest.at > KEPT_FOR) {
            kept.drop_oldest();
        }
    }

    /// The signals for a channel since then, or `None` if there may have been more.
    pub(super) fn since(&self, channel: Channel, then: Instant) -> Option<Vec<ChangeSignal>> {
        let kept = self.kept();
        let signals = kept.signals.iter().rev().take_while(|received| received.at >= then);
        let is_in_channel = |signal: &ChangeSignal| match channel {
            Channel::Agent(agent) => signal.agent == agent,
            Channel::Client(client) => signal.changes.iter().any(|change| change.client_id == Some(client)),
            Channel::Order(_) => false,
        };
        let signals = signals
            .map(|received| &received.signal)
            .filter(|signal| is_in_channel(signal));
        (then >= kept.complete_since).then(|| signals.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Change, *};
    use shared_types::{
        id::{AgentId, ClientId},
        live::Topic,
    };

    fn signal(agent: i64, client: i64, changes: usize) -> ChangeSignal {
        let change = Change {
            topic: Topic::Order,
            id: 1,
            client_id: Some(ClientId(client)),
            audience: None,
        };
        ChangeSignal {
            agent: AgentId(agent),
            changes: vec![change; changes],
            origin: None,
        }
    }

    #[test]
    fn changes_of_a_channel_are_kept_for_a_minute() {
        let recent = RecentChanges::default();
        let start = recent.kept().complete_since;
        let after = |seconds| start + Duration::from_secs(seconds);
        for (seconds, agent, client) in [(10, 1, 5), (20, 1, 6), (30, 2, 7), (40, 1, 5)] {
            recent.add(signal(agent, client, 1), after(seconds));
        }
        let count = |channel, seconds| recent.since(channel, after(seconds)).map(|signals| signals.len());
        assert_eq!(count(Channel::Agent(AgentId(1)), 0), Some(3));
        assert_eq!(count(Channel::Agent(AgentId(1)), 20), Some(2));
        assert_eq!(count(Channel::Client(ClientId(5)), 11), Some(1));
        assert_eq!(count(Channel::Client(ClientId(8)), 0), Some(0));
        recent.add(signal(3, 9, 1), after(75));
        assert_eq!(
            count(Channel::Agent(AgentId(1)), 9),
            None,
            "the first change is dropped"
        );
        assert_eq!(count(Channel::Agent(AgentId(1)), 20), Some(2));
        recent.reset();
        assert_eq!(recent.since(Channel::Agent(AgentId(1)), start), None);
    }

    #[test]
    fn oldest_changes_are_dropped_when_there_are_too_many() {
        let recent = RecentChanges::default();
        let start = recent.kept().complete_since;
        for second in 0..300 {
            recent.add(signal(1, 1, 75), start + Duration::from_millis(second));
        }
        assert!(recent.kept().changes <= MAX_KEPT);
        assert_eq!(recent.since(Channel::Agent(AgentId(1)), start), None);
    }
}
