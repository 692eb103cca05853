//! Pages that follow changes: after an event of the cabinet's channel, the parts that show the changed object are fetched again.

use super::subscriptions::{self, ChannelEvent, Subscription};
use crate::{format, session};
use chrono::{DateTime, TimeDelta, Utc};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::Guard,
    live::{Changed, Channel, Topic},
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

/// Shortest time between an event and the refetch. Further events of this time cause no other refetch.
const MIN_DELAY_MS: u32 = 150;
/// How much longer the time may be. It spreads the requests of the pages that got the same event.
const MAX_JITTER_MS: u32 = 150;
/// For how long a refetch waits for the release of a pointer, which may be outside of the window.
const LONGEST_PRESS: TimeDelta = TimeDelta::seconds(2);
/// How often a postponed refetch checks whether it may run.
const HOLD_MS: u32 = 100;

/// For how long after an event new content counts as just changed.
const JUST_CHANGED: TimeDelta = TimeDelta::seconds(3);
/// How long a button with an amount is disabled after the amount was rendered because of an event.
const SETTLE_MS: u32 = 1000;

/// The objects that a part of a page follows.
struct Follower {
    topics: &'static [Topic],
    /// The followed object; without it, all objects.
    object: Option<Box<dyn Fn() -> Option<i64>>>,
    /// Whether it follows the changes of its own page too.
    with_own: bool,
    refetch: Box<dyn Fn()>,
    is_scheduled: Cell<bool>,
}

#[derive(Default)]
struct Followers {
    last_id: u64,
    by_id: BTreeMap<u64, Rc<Follower>>,
    /// The subscription to the cabinet's channel.
    subscription: Option<Subscription>,
}

thread_local! {
    static FOLLOWERS: RefCell<Followers> = RefCell::default();
    /// Since when a pointer is pressed.
    static PRESSED_AT: Cell<DateTime<Utc>> = const { Cell::new(DateTime::UNIX_EPOCH) };
    /// When a card was last refetched because of an event.
    static LAST_CARD_REFETCH: Cell<DateTime<Utc>> = const { Cell::new(DateTime::UNIX_EPOCH) };
}

/// Subscribes to the changes of the person's cabinet. Further calls have no effect.
pub fn start() {
    let Some(me) = session::current_user().0.get_untracked() else {
        return;
    };
    let channel = match (session::guard(), me.cabinet.client_id) {
        (Guard::Agent, _) => Channel::Agent(me.cabinet.agent_id),
        (Guard::Client, Some(client)) => Channel::Client(client),
        (Guard::Client, None) => return,
    };
    if FOLLOWERS.with_borrow(|followers| followers.subscription.is_some()) {
        return;
    }
    window_event_listener_untyped("pointerdown", |_| PRESSED_AT.set(format::now()));
    for event in ["pointerup", "pointercancel"] {
        window_event_listener_untyped(event, |_| PRESSED_AT.set(DateTime::UNIX_EPOCH));
    }
    let subscription = subscriptions::subscribe(channel.name(), on_event);
    FOLLOWERS.with_borrow_mut(|followers| followers.subscription = Some(subscription));
}

fn on_event(event: &ChannelEvent) {
    match event {
        ChannelEvent::Subscribed { missed } => {
            if *missed {
                schedule_where(|_| true);
            }
        }
        ChannelEvent::Received(frame) => {
            if let (Some(topic), Some(changed)) = (Topic::from_event(&frame.event), frame.parse_data::<Changed>()) {
                schedule_where(|follower| follows(follower, topic, changed));
            }
        }
        ChannelEvent::Lost | ChannelEvent::Rejected => {}
    }
}

fn follows(follower: &Follower, topic: Topic, changed: Changed) -> bool {
    let is_object = match &follower.object {
        Some(object) => object() == Some(changed.id),
        None => true,
    };
    follower.topics.contains(&topic) && is_object && (follower.with_own || !changed.own)
}

fn schedule_where(condition: impl Fn(&Follower) -> bool) {
    let all: Vec<(u64, Rc<Follower>)> = FOLLOWERS.with_borrow(|followers| {
        let all = followers.by_id.iter();
        all.map(|(id, follower)| (*id, Rc::clone(follower))).collect()
    });
    for (id, follower) in all {
        if condition(&follower) && !follower.is_scheduled.replace(true) {
            spawn_local(refetch_later(id, follower));
        }
    }
}

async fn refetch_later(id: u64, follower: Rc<Follower>) {
    let jitter = format::now().timestamp_subsec_millis() % MAX_JITTER_MS;
    TimeoutFuture::new(MIN_DELAY_MS + jitter).await;
    // A hidden tab refetches when it is shown again. A click is lost if its button moves away between press and release.
    while document().hidden() || format::now() - PRESSED_AT.get() < LONGEST_PRESS {
        TimeoutFuture::new(HOLD_MS).await;
        if !is_followed(id) {
            return;
        }
    }
    follower.is_scheduled.set(false);
    if is_followed(id) {
        if follower.object.is_some() {
            LAST_CARD_REFETCH.set(format::now());
        }
        (follower.refetch)();
    }
}

fn is_followed(id: u64) -> bool {
    FOLLOWERS.with_borrow(|followers| followers.by_id.contains_key(&id))
}

fn follow(
    topics: &'static [Topic],
    object: Option<Box<dyn Fn() -> Option<i64>>>,
    with_own: bool,
    refetch: impl Fn() + 'static,
) {
    let follower = Follower {
        topics,
        object,
        with_own,
        refetch: Box::new(refetch),
        is_scheduled: Cell::new(false),
    };
    let id = FOLLOWERS.with_borrow_mut(|followers| {
        followers.last_id += 1;
        followers.by_id.insert(followers.last_id, Rc::new(follower));
        followers.last_id
    });
    on_cleanup(move || {
        let removed = FOLLOWERS.with_borrow_mut(|followers| followers.by_id.remove(&id));
        drop(removed);
    });
}

/// Refetches what a page shows after changes of an object of the topics, or of any, until the component is removed. The page's own
/// changes are left out: it has their responses.
pub(crate) fn follow_changes(
    topics: &'static [Topic],
    object: Option<Box<dyn Fn() -> Option<i64>>>,
    refetch: impl Fn() + 'static,
) {
    follow(topics, object, false, refetch);
}

/// Refetches counts after changes of any object of the topics, also after changes by this page.
pub fn use_live_counts(topics: &'static [Topic], refetch: impl Fn() + 'static) {
    follow(topics, None, true, refetch);
}

/// Whether a button that moves money is disabled because its amount has just changed under the pointer.
pub fn is_settling() -> RwSignal<bool> {
    let settling = RwSignal::new(format::now() - LAST_CARD_REFETCH.get() < JUST_CHANGED);
    if settling.get_untracked() {
        spawn_local(async move {
            TimeoutFuture::new(SETTLE_MS).await;
            settling.try_set(false);
        });
    }
    settling
}
