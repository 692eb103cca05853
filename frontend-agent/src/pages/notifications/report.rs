//! The delivery report of an announcement.

use super::{badge, texts::AnnouncementTexts};
use frontend_ui::prelude::*;
use shared_types::{
    notifications::{
        DeliveryQuery, DeliveryState, ListNotificationDeliveries, Notification, NotificationDelivery, NotificationState,
    },
    page::Page,
};

const fn state_text(state: DeliveryState) -> AnnouncementTexts {
    match state {
        DeliveryState::Waiting => AnnouncementTexts::Waiting,
        DeliveryState::Sent => AnnouncementTexts::Delivered,
        DeliveryState::Failed => AnnouncementTexts::Failed,
    }
}

const fn badge_class(state: DeliveryState) -> &'static str {
    match state {
        DeliveryState::Waiting => "badge warn",
        DeliveryState::Sent => "badge accepted",
        DeliveryState::Failed => "badge draft",
    }
}

/// A client's row of the report.
fn delivery_row(row: NotificationDelivery) -> AnyView {
    let reason = row.error.map(|error| match error.as_str() {
        "no_chat" => t(AnnouncementTexts::NoChat).to_owned(),
        _ => error,
    });
    any_view! {
        <tr data-testid="delivery">
            <td>
                <a href=format!("/agent/clients/{}", row.client_id)>{row.client_code}</a>
            </td>
            <td dir="auto" class="wide">
                {row.client_name}
            </td>
            <td>
                <span class=badge_class(row.state)>{t(state_text(row.state))}</span>
            </td>
            <td dir="auto" class="wide muted">
                {reason}
            </td>
            <td class="muted">{format::date_time(row.at)}</td>
        </tr>
    }
}

/// The text, and its deliveries filtered by state.
#[component]
pub(super) fn Report(row: Notification) -> impl IntoView {
    let id = row.id;
    let state = RwSignal::new(None::<DeliveryState>);
    let cursor = RwSignal::new(None::<String>);
    let deliveries = use_value(&[], move || {
        let query = DeliveryQuery {
            state: state.get(),
            limit: None,
            cursor: cursor.get(),
        };
        api::send::<ListNotificationDeliveries>((id,), query, Nothing {}, Options::default())
    });
    let reach = row.reach;
    let tab = move |filter: Option<DeliveryState>, count: i64| {
        view! {
            <button
                type="button"
                class=move || if state.get() == filter { "tab active" } else { "tab" }
                data-testid=filter.map_or("all", DeliveryState::as_str)
                on:click=move |_| {
                    cursor.set(None);
                    state.set(filter);
                }
            >
                {filter.map_or(t(AnnouncementTexts::All), |state| t(state_text(state)))}
                <span class="count">{count}</span>
            </button>
        }
    };
    let content = move |page: Page<NotificationDelivery>| {
        if page.data.is_empty() {
            return empty_state(t(AnnouncementTexts::NoRecipients), None);
        }
        let next = page.next_cursor.map(|next| {
            view! {
                <button class="button" on:click=move |_| cursor.set(Some(next.clone()))>
                    {t(Text::NextPage)}
                </button>
            }
        });
        any_view! {
            <div class="table" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th>{t(AnnouncementTexts::Client)}</th>
                            <th></th>
                            <th>{t(AnnouncementTexts::State)}</th>
                            <th>{t(AnnouncementTexts::Reason)}</th>
                            <th>{t(AnnouncementTexts::At)}</th>
                        </tr>
                    </thead>
                    <tbody>{page.data.into_iter().map(delivery_row).collect_view()}</tbody>
                </table>
            </div>
            <div class="row pager">{next}</div>
        }
    };
    let sent = row.state == NotificationState::Sent;
    any_view! {
        <div class="page-head">
            <h1 dir="auto">{row.title}</h1>
            {badge(row.state)}
            <span class="muted">{row.sent_at.or(row.send_at).map(format::date_time)}</span>
        </div>
        <section class="card narrow">
            <pre dir="auto" class="requisites">
                {row.body}
            </pre>
        </section>
        {sent
            .then(|| {
                view! {
                    <h2>{t(AnnouncementTexts::Report)}</h2>
                    <nav class="tabs">
                        {tab(None, reach.sent + reach.waiting + reach.failed)}
                        {tab(Some(DeliveryState::Sent), reach.sent)} {tab(Some(DeliveryState::Waiting), reach.waiting)}
                        {tab(Some(DeliveryState::Failed), reach.failed)}
                    </nav>
                    {deliveries.show(Skeleton::Rows, move |value| content(value.clone()))}
                }
            })}
    }
}
