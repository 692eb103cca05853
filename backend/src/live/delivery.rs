//! The order of deliveries: signals about one chat or one agent one after another, about different ones side by side.
//!
//! Signals that arrive while an earlier one is delivered wait, and are then delivered together.

use super::{
    changes,
    close::{CLOSE_RECONNECT, close_ended_sessions},
};
use crate::chat;
use platform::{
    realtime::{ChangeSignal, SESSIONS_CHANGED},
    state::AppState,
};
use shared_types::{
    id::{AgentId, OrderId},
    live::Channel,
};
use std::{
    collections::{HashMap, hash_map::Entry},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::Semaphore;

/// Most deliveries at the same time. Each uses one connection to the database.
const MAX_DELIVERIES: usize = 8;
/// Most signals that wait for one chat or agent. Beyond, its sockets reconnect and fetch the missed changes.
const MAX_WAITING: usize = 1_000;

/// The subject of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subject {
    Sessions,
    Chat(OrderId),
    Agent(AgentId),
}

/// The signals that wait for a delivery.
#[derive(Debug)]
enum Waiting {
    Sessions,
    Chat(Vec<chat::Signal>),
    Changes(Vec<ChangeSignal>),
}

impl Waiting {
    fn len(&self) -> usize {
        match self {
            Self::Sessions => 1,
            Self::Chat(signals) => signals.len(),
            Self::Changes(signals) => signals.len(),
        }
    }

    fn add(&mut self, other: Self) {
        match (self, other) {
            (Self::Chat(signals), Self::Chat(more)) => signals.extend(more),
            (Self::Changes(signals), Self::Changes(more)) => signals.extend(more),
            // One check covers all signals about sessions.
            _ => {}
        }
    }
}

/// Parses a signal. The error comes from the last kind that was tried.
fn parse(signal: &str) -> serde_json::Result<(Subject, Waiting)> {
    if signal == SESSIONS_CHANGED {
        return Ok((Subject::Sessions, Waiting::Sessions));
    }
    if let Some(changes) = ChangeSignal::parse(signal) {
        return Ok((Subject::Agent(changes.agent), Waiting::Changes(vec![changes])));
    }
    chat::Signal::parse(signal).map(|signal| (Subject::Chat(signal.order), Waiting::Chat(vec![signal])))
}

/// Delivers signals to the sockets of this replica.
pub(super) struct Deliveries {
    state: AppState,
    /// The waiting deliveries, by subject. A subject stays here while its delivery runs.
    waiting: Mutex<HashMap<Subject, Option<Waiting>>>,
    running: Semaphore,
}

impl Deliveries {
    pub(super) fn new(state: AppState) -> Arc<Self> {
        let connections = usize::try_from(state.config.database_connections).unwrap_or(usize::MAX);
        Arc::new(Self {
            running: Semaphore::new((connections / 2).clamp(1, MAX_DELIVERIES)),
            state,
            waiting: Mutex::default(),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<Subject, Option<Waiting>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Delivers a signal now, or after the running delivery about the same subject.
    pub(super) fn add(self: &Arc<Self>, signal: &str) {
        let (subject, signals) = match parse(signal) {
            Ok(parsed) => parsed,
            Err(error) => {
                // Not the signal itself: it may be an event that a person's page has sent.
                tracing::warn!(%error, bytes = signal.len(), "signal could not be parsed");
                return;
            }
        };
        if let Waiting::Changes(signals) = &signals {
            for signal in signals {
                self.state.keep_recent_changes(signal.clone());
            }
        }
        // Most signals are about chats and cabinets that no socket follows here.
        if let Subject::Chat(order) = subject
            && self.state.hub.last_delivered_id(Channel::Order(order)).is_none()
        {
            return;
        }
        match self.waiting().entry(subject) {
            Entry::Occupied(mut running) => match running.get_mut() {
                Some(waiting) if waiting.len() >= MAX_WAITING => self.reconnect(subject),
                Some(waiting) => waiting.add(signals),
                none @ None => *none = Some(signals),
            },
            Entry::Vacant(idle) => {
                idle.insert(Some(signals));
                tokio::spawn(Arc::clone(self).deliver_all(subject));
            }
        }
    }

    /// Delivers the waiting signals of a subject until none are left.
    async fn deliver_all(self: Arc<Self>, subject: Subject) {
        loop {
            let Ok(_permit) = self.running.acquire().await else {
                return;
            };
            let Some(signals) = self.take(subject) else {
                return;
            };
            match (subject, signals) {
                (Subject::Chat(order), Waiting::Chat(signals)) => chat::deliver(&self.state, order, &signals).await,
                (_, Waiting::Changes(signals)) => {
                    for signal in changes::merge(signals) {
                        changes::deliver(&self.state, &signal).await;
                    }
                }
                _ => close_ended_sessions(&self.state).await,
            }
        }
    }

    /// Takes the waiting delivery of a subject. Without one, the subject is idle from now on.
    fn take(&self, subject: Subject) -> Option<Waiting> {
        let mut waiting = self.waiting();
        let signals = waiting.get_mut(&subject).and_then(mem::take);
        if signals.is_none() {
            waiting.remove(&subject);
        }
        signals
    }

    /// Closes the sockets that would have to wait too long.
    fn reconnect(&self, subject: Subject) {
        let channel = match subject {
            Subject::Chat(order) => Channel::Order(order),
            Subject::Agent(agent) => Channel::Agent(agent),
            Subject::Sessions => return,
        };
        for (socket, _) in self.state.hub.listeners(channel) {
            self.state.hub.close(socket, CLOSE_RECONNECT);
        }
    }
}
