//! The inbox: the dialogues with clients about all orders, and the chat of the chosen one next to them.

mod replies;
mod room;
mod row;
mod snooze;
mod state;
pub(crate) mod texts;

use crate::pages::assignees::fetch_assignees;
use frontend_ui::{
    api::{self, Fetched},
    components::{FilterTab, Skeleton, count_label, empty_state},
    data::use_list,
    i18n::{Text, t},
    live::{Topic, use_live_counts},
};
use leptos::{leptos_dom::helpers::debounce, prelude::*};
use leptos_router::{
    NavigateOptions,
    hooks::{use_navigate, use_query_map},
};
use shared_types::{
    chat::{CountDialogues, Dialogue, DialogueQuery, InboxTab, ListDialogues},
    endpoint::Nothing,
    id::OrderId,
};
use state::Shown;
use std::time::Duration;
use texts::InboxTexts;

/// How long the search waits for the next letter.
const SEARCH_DELAY: Duration = Duration::from_millis(300);

const fn tab_name(tab: InboxTab) -> Result<Text, InboxTexts> {
    match tab {
        InboxTab::Unread => Ok(Text::OnlyUnread),
        InboxTab::Mine => Ok(Text::Mine),
        InboxTab::Unassigned => Err(InboxTexts::Unassigned),
        InboxTab::Waiting => Err(InboxTexts::Waiting),
        InboxTab::Snoozed => Err(InboxTexts::Snoozed),
        InboxTab::All => Ok(Text::All),
    }
}

const fn empty_text(tab: InboxTab) -> InboxTexts {
    match tab {
        InboxTab::Unread => InboxTexts::NothingUnread,
        InboxTab::Waiting => InboxTexts::NothingWaiting,
        InboxTab::Mine | InboxTab::Unassigned | InboxTab::Snoozed | InboxTab::All => InboxTexts::NothingHere,
    }
}

/// The search in the open part of the inbox. The address contains its text.
fn search_field(shown: Memo<Shown>) -> AnyView {
    let navigate = StoredValue::new_local(use_navigate());
    let search = StoredValue::new_local(debounce(SEARCH_DELAY, move |text: String| {
        let next = Shown {
            search: Some(text).filter(|text| !text.trim().is_empty()),
            ..shown.get_untracked()
        };
        navigate.with_value(|navigate| navigate(&next.url(), NavigateOptions::default()));
    }));
    let text = untrack(|| shown.get().search).unwrap_or_default();
    any_view! {
        <input
            class="search"
            type="search"
            dir="auto"
            data-testid="search"
            placeholder=t(InboxTexts::Search)
            aria-label=t(InboxTexts::Search)
            value=text
            on:input=move |event| search.update_value(|search| search(event_target_value(&event)))
        />
    }
}

#[component]
pub(crate) fn ChatsPage() -> impl IntoView {
    let map = use_query_map();
    let shown = Memo::new(move |_| {
        let map = map.read();
        Shown {
            tab: map
                .get("tab")
                .and_then(|name| InboxTab::from_name(&name))
                .unwrap_or(InboxTab::Waiting),
            search: map.get("search").filter(|text| !text.trim().is_empty()),
            order: map.get("order").and_then(|id| id.parse().ok()).map(OrderId),
        }
    });
    let tab = Memo::new(move |_| shown.get().tab);
    let order = Memo::new(move |_| shown.get().order);
    let search = Memo::new(move |_| shown.get().search);
    let list = use_list(
        &[Topic::Chat],
        |dialogue: &Dialogue| dialogue.order_id.0,
        move |cursor| {
            api::get::<ListDialogues>(DialogueQuery {
                tab: Some(tab.get()),
                search: search.get(),
                cursor,
                ..DialogueQuery::default()
            })
        },
    );
    let counts = Fetched::new(|| api::get::<CountDialogues>(Nothing {}));
    // Messages that are read or written in the room move rows, too.
    use_live_counts(&[Topic::Chat], move || {
        list.reload();
        counts.refetch();
    });
    let assignees = fetch_assignees();
    let changed = Callback::new(move |()| {
        list.reload();
        counts.refetch();
    });
    let tab_link = move |of: InboxTab| {
        let count = move || {
            let counts = counts.get()?.ok()?;
            Some(counts.in_tab(of)).filter(|count| count.count > 0).map(count_label)
        };
        let url = move || Shown { tab: of, ..shown.get() }.url();
        view! {
            <FilterTab
                url=Signal::derive(url)
                is_active=Signal::derive(move || tab.get() == of)
                test_id=of.as_str()
                name=tab_name(of).map_or_else(t, t)
            >
                <span class="count">{count}</span>
            </FilterTab>
        }
    };
    let rows = move || {
        any_view! {
            <ul class="inbox-rows" data-testid="dialogues">
                {list.rows().view(move |dialogue| row::row(dialogue, shown, assignees))}
            </ul>
            {list.more_button()}
        }
    };
    let empty = move || match search.get() {
        Some(_) => empty_state(t(InboxTexts::NothingFound), Some(t(InboxTexts::SearchHint))),
        None => empty_state(t(empty_text(tab.get())), None),
    };
    let room = move || match order.get() {
        Some(id) => room::room(id, shown, assignees, changed),
        None => any_view! { <p class="muted inbox-choose">{t(InboxTexts::Choose)}</p> },
    };
    any_view! {
        <div class="inbox" class:open=move || order.get().is_some()>
            <div class="inbox-top">
                <div class="page-head">
                    <h1>{t(Text::Chats)}</h1>
                </div>
                <nav class="tabs">{InboxTab::ALL.map(tab_link).into_iter().collect_view()}</nav>
            </div>
            <section class="inbox-list">{search_field(shown)} {list.view(Skeleton::Table, empty, rows)}</section>
            <section class="inbox-room">{room}</section>
        </div>
    }
}
