//! A dialogue in the list of the inbox.

use super::{state::Shown, texts::InboxTexts};
use crate::pages::assignees::{Assignees, assignee_name};
use chrono::{DateTime, Utc};
use frontend_ui::{format, i18n::t};
use leptos::prelude::*;
use shared_types::{chat::Dialogue, orders::Side};

/// How long a client waits.
fn waiting_time(since: DateTime<Utc>) -> String {
    let waited = format::now() - since;
    let (number, unit) = match (waited.num_days(), waited.num_hours()) {
        (0, 0) => (waited.num_minutes().max(1), InboxTexts::Minutes),
        (0, hours) => (hours, InboxTexts::Hours),
        (days, _) => (days, InboxTexts::Days),
    };
    format!("{} {number} {}", t(InboxTexts::Waits), t(unit))
}

/// The time of a message of today, and the day of an earlier one.
fn message_time(at: DateTime<Utc>) -> String {
    if format::day_of(at) == format::today() {
        format::time(at)
    } else {
        format::short_day(at)
    }
}

pub(super) fn row(dialogue: Dialogue, shown: Memo<Shown>, assignees: Assignees) -> AnyView {
    let order = dialogue.order_id;
    let last = dialogue.last_message;
    let author = match last.side {
        Side::Client => String::new(),
        Side::Staff | Side::System => format!("{}: ", last.author_name),
    };
    let text = if last.text.is_empty() && last.has_files {
        t(InboxTexts::Files).to_owned()
    } else {
        last.text
    };
    let waiting = dialogue.waiting_since.map(|since| {
        view! {
            <span class="inbox-waiting" title=format::date_time(since)>
                {waiting_time(since)}
            </span>
        }
    });
    let snoozed = dialogue.snoozed_until.map(|until| {
        view! { <span>{t(InboxTexts::SnoozedUntil)} " " {format::date_time(until)}</span> }
    });
    let blocked = dialogue.bot_blocked.then(|| {
        view! {
            <span class="inbox-blocked" title=t(InboxTexts::BotBlockedHint) data-testid="bot-blocked">
                {t(InboxTexts::BotBlocked)}
            </span>
        }
    });
    let assignee = move || {
        let name = assignee_name(assignees, dialogue.assigned_staff_id?)?;
        Some(view! { <bdi class="inbox-assignee">{name}</bdi> })
    };
    let unread = (dialogue.unread > 0).then(|| {
        view! {
            <span class="count-badge" title=t(InboxTexts::UnreadMessages)>
                {dialogue.unread}
            </span>
        }
    });
    let url = move || {
        Shown {
            order: Some(order),
            ..shown.get()
        }
        .url()
    };
    let is_open = move || shown.get().order == Some(order);
    any_view! {
        <li>
            <a
                href=url
                class="inbox-row"
                class:active=is_open
                aria-current=move || is_open().then_some("true")
                data-testid="dialogue"
            >
                <span class="inbox-line">
                    <strong dir="auto">{dialogue.client_code} " " {dialogue.client_name}</strong>
                    <time class="muted">{message_time(last.created_at)}</time>
                </span>
                <span class="inbox-line">
                    <span class="inbox-text" dir="auto">
                        {author}
                        {text}
                    </span>
                    {unread}
                </span>
                <small class="inbox-line muted">
                    <span>{dialogue.order_number}</span>
                    {blocked}
                    {waiting}
                    {snoozed}
                    {assignee}
                </small>
            </a>
        </li>
    }
}
