//! Changes of rows that open pages follow: collected in a transaction, published after its commit.
//!
//! A change says which object has changed, never how. It reaches only people who may see the object.

use super::hub::SessionRef;
use serde::{Deserialize, Serialize};
use shared_types::{
    id::{AgentId, ClientId},
    live::Topic,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

/// Longest signal, in bytes. PostgreSQL accepts less than 8,000.
pub(super) const MAX_SIGNAL_BYTES: usize = 7_900;
/// Most changes of one signal, so that it stays below the longest signal of the bus.
const MAX_CHANGES: usize = 75;

/// A changed object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct Change {
    /// The kind of object.
    #[serde(rename = "t")]
    pub topic: Topic,
    #[serde(rename = "i")]
    pub id: i64,
    /// The client that it belongs to.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    /// The only person who follows the change; all people if there is none.
    #[serde(rename = "a", default, skip_serializing_if = "Option::is_none")]
    pub audience: Option<ChangeAudience>,
}

/// The only person who follows a change, such as the person's own read mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ChangeAudience {
    /// The `staff_id` of staff.
    #[serde(rename = "s")]
    Staff(i64),
    /// The `member_id` of a member of a client.
    #[serde(rename = "m")]
    Member(i64),
}

impl ChangeAudience {
    /// Whether the session is one of this person.
    pub fn includes(self, session: SessionRef) -> bool {
        match self {
            Self::Staff(id) => session.is_staff && session.membership_id == id,
            Self::Member(id) => !session.is_staff && session.membership_id == id,
        }
    }
}

/// The changed objects by agent.
pub(crate) type ChangeSet = BTreeMap<AgentId, BTreeSet<Change>>;

/// Changes of one agent, as replicas signal them to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeSignal {
    pub agent: AgentId,
    /// The changed objects.
    pub changes: Vec<Change>,
    /// The socket of the page that caused the changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Arc<str>>,
}

impl ChangeSignal {
    /// Parses a signal of the bus; `None` for any other signal.
    pub fn parse(signal: &str) -> Option<Self> {
        serde_json::from_str(signal).ok()
    }

    /// The clients whose objects have changed.
    pub fn clients(&self) -> BTreeSet<ClientId> {
        self.changes.iter().filter_map(|change| change.client_id).collect()
    }
}

/// Changes that wait to be signalled, by the socket that caused them.
#[derive(Default)]
pub(super) struct PendingChanges(Mutex<BTreeMap<Option<Arc<str>>, ChangeSet>>);

impl PendingChanges {
    pub(super) fn add(&self, origin: Option<Arc<str>>, changes: ChangeSet) {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_origin = pending.entry(origin).or_default();
        for (agent, changes) in changes {
            of_origin.entry(agent).or_default().extend(changes);
        }
    }

    /// Takes all waiting changes, as signals.
    pub(super) fn take_signals(&self) -> Vec<String> {
        let pending = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let mut signals = Vec::new();
        for (origin, by_agent) in pending {
            for (agent, changes) in by_agent {
                let changes: Vec<Change> = changes.into_iter().collect();
                signals.extend(changes.chunks(MAX_CHANGES).filter_map(|changes| {
                    let signal = ChangeSignal {
                        agent,
                        changes: changes.to_vec(),
                        origin: origin.clone(),
                    };
                    serde_json::to_string(&signal).ok()
                }));
            }
        }
        signals
    }
}

/// The changes of an open transaction.
#[derive(Default)]
pub(crate) struct ChangeLog(Mutex<ChangeSet>);

impl ChangeLog {
    pub(crate) fn add(&self, agent: AgentId, change: Change) {
        let mut changes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        changes.entry(agent).or_default().insert(change);
    }

    pub(crate) fn into_changes(self) -> ChangeSet {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn change(id: i64) -> Change {
        Change {
            topic: Topic::WalletTopup,
            id,
            client_id: Some(ClientId(i64::MAX)),
            audience: Some(ChangeAudience::Member(i64::MAX)),
        }
    }

    #[test]
    fn waiting_changes_are_joined_and_split_into_short_signals() {
        let pending = PendingChanges::default();
        let agent = AgentId(i64::MAX);
        for _ in 0..2 {
            let ids = (0..250).map(|id| change(i64::MAX - id));
            pending.add(Some("4294967295.7".into()), BTreeMap::from([(agent, ids.collect())]));
        }
        let signals = pending.take_signals();
        assert!(signals.iter().all(|signal| signal.len() <= MAX_SIGNAL_BYTES));
        let parsed: Vec<_> = signals
            .iter()
            .filter_map(|signal| ChangeSignal::parse(signal))
            .collect();
        let counts: Vec<_> = parsed.iter().map(|signal| signal.changes.len()).collect();
        assert_eq!(counts, [75, 75, 75, 25]);
        assert_eq!(parsed[0].clients(), BTreeSet::from([ClientId(i64::MAX)]));
        assert!(pending.take_signals().is_empty());
    }
}
