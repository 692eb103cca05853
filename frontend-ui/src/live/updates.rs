//! Pages that follow changes: after an event of the cabinet's channel, the parts that show the changed object are fetched again.

use super::subscriptions::{self, ChannelEvent, Subscription};
use crate::{dom::exists, edited_fields, format, session};
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
/// How often a postponed refetch checks whether it may run.
const HOLD_MS: u32 = 400;

/// A dialog or a menu of the page that is open.
const DIALOG: &str = "dialog[open], main [popover]:popover-open";
/// A form that is open and is closed again when it is saved, such as the form of an item. It may be unchanged yet.
const EDITOR: &str = "main [data-editor]";

/// For how long after an event new content counts as just changed.
const JUST_CHANGED: TimeDelta = TimeDelta::seconds(3);
/// How long a button with an amount is disabled after the amount was rendered because of an event.
const SETTLE_MS: u32 = 1000;

/// The condition that a refetch waits for, so that the person loses nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    Nothing,
    /// The end of a dialog.
    Dialog,
    /// The end of a dialog, unsaved input, and open forms.
    Input,
}

impl Hold {
    fn is_active(self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Dialog => exists(DIALOG),
            Self::Input => exists(DIALOG) || exists(EDITOR) || edited_fields::has_input(),
        }
    }
}

/// The objects that a part of a page follows.
struct Follower {
    topics: &'static [Topic],
    /// The followed object; without it, all objects.
    object: Option<Box<dyn Fn() -> Option<i64>>>,
    /// Whether it follows the changes of its own page too.
    with_own: bool,
    hold: Hold,
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
    // A hidden tab refetches when it is shown again.
    while document().hidden() || follower.hold.is_active() {
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
    (with_own, hold): (bool, Hold),
    refetch: impl Fn() + 'static,
) {
    let follower = Follower {
        topics,
        object,
        with_own,
        hold,
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

/// Refetches what a page shows after changes of an object of the topics, or of any, until the component is removed. It waits for
/// nothing: the page updates in place.
pub(crate) fn follow_changes(
    topics: &'static [Topic],
    object: Option<Box<dyn Fn() -> Option<i64>>>,
    refetch: impl Fn() + 'static,
) {
    follow(topics, object, (false, Hold::Nothing), refetch);
}

/// Refetches a list after changes of any object of the topics, until the component is removed. The page's own changes are left
/// out: it has their responses.
pub fn use_live(topics: &'static [Topic], refetch: impl Fn() + 'static) {
    follow(topics, None, (false, Hold::Dialog), refetch);
}

/// Refetches a card after changes of its object, until the component is removed. It waits while a dialog or a form is open, or
/// something is typed that is not saved.
pub fn use_live_object<I: Into<i64>>(
    topics: &'static [Topic],
    object: impl Fn() -> Option<I> + 'static,
    refetch: impl Fn() + 'static,
) {
    let object: Box<dyn Fn() -> Option<i64>> = Box::new(move || object().map(Into::into));
    follow(topics, Some(object), (false, Hold::Input), refetch);
}

/// Calls the function after changes of an object by others, also while a form of the page is open.
pub fn use_live_object_at_once<I: Into<i64>>(
    topics: &'static [Topic],
    object: impl Fn() -> Option<I> + 'static,
    check: impl Fn() + 'static,
) {
    let object: Box<dyn Fn() -> Option<i64>> = Box::new(move || object().map(Into::into));
    follow(topics, Some(object), (false, Hold::Nothing), check);
}

/// Refetches counts after changes of any object of the topics, also after changes by this page.
pub fn use_live_counts(topics: &'static [Topic], refetch: impl Fn() + 'static) {
    follow(topics, None, (true, Hold::Nothing), refetch);
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
