//! How a notification went, client by client.

use super::{badge, texts::Words};
use frontend_ui::{
    api::{self, Options},
    components::Loaded,
    format,
    i18n::{Text, t},
};
use leptos::prelude::*;
use leptos_router::components::A;
use shared_types::{
    endpoint::Nothing,
    notifications::{
        DeliveryQuery, DeliveryState, ListNotificationDeliveries, Notification, NotificationDelivery, NotificationState,
    },
    page::Page,
};

const fn words(state: DeliveryState) -> Words {
    match state {
        DeliveryState::Waiting => Words::Waiting,
        DeliveryState::Sent => Words::Taken,
        DeliveryState::Failed => Words::Failed,
    }
}

const fn class(state: DeliveryState) -> &'static str {
    match state {
        DeliveryState::Waiting => "badge warn",
        DeliveryState::Sent => "badge accepted",
        DeliveryState::Failed => "badge draft",
    }
}

fn line(row: NotificationDelivery) -> AnyView {
    let why = row.error.map(|error| match error.as_str() {
        "no_chat" => t(Words::NoChat).to_owned(),
        _ => error,
    });
    view! {
        <tr data-testid="delivery">
            <td><A href=format!("/agent/clients/{}", row.client_id)>{row.client_code}</A></td>
            <td class="wide">{row.client_name}</td>
            <td><span class=class(row.state)>{t(words(row.state))}</span></td>
            <td class="wide muted">{why}</td>
            <td class="muted">{format::moment(row.at)}</td>
        </tr>
    }
    .into_any()
}

/// The text that went out and whom it reached.
#[component]
pub(super) fn Report(row: Notification) -> impl IntoView {
    let id = row.id;
    let state = RwSignal::new(None::<DeliveryState>);
    let cursor = RwSignal::new(None::<String>);
    let lines = LocalResource::new(move || {
        let query = DeliveryQuery {
            state: state.get(),
            limit: None,
            cursor: cursor.get(),
        };
        api::send::<ListNotificationDeliveries>((id,), query, Nothing {}, Options::default())
    });
    let reach = row.reach;
    let tab = move |which: Option<DeliveryState>, count: i64| {
        view! {
            <button type="button" class=move || if state.get() == which { "tab active" } else { "tab" } data-testid=which.map_or("all", DeliveryState::as_str)
                on:click=move |_| { cursor.set(None); state.set(which); }>
                {which.map_or(t(Words::All), |which| t(words(which)))}<span class="count">{count}</span>
            </button>
        }
    };
    let content = move |page: Page<NotificationDelivery>| {
        if page.data.is_empty() {
            return view! { <div class="empty" data-testid="empty"><h2>{t(Words::NoLines)}</h2></div> }.into_any();
        }
        let next = page.next_cursor.map(|next| {
            view! { <button class="button" on:click=move |_| cursor.set(Some(next.clone()))>{t(Text::NextPage)}</button> }
        });
        view! {
            <div class="table"><table>
                <thead><tr><th>{t(Words::Client)}</th><th></th><th>{t(Words::State)}</th><th>{t(Words::Why)}</th><th>{t(Words::At)}</th></tr></thead>
                <tbody>{page.data.into_iter().map(line).collect_view()}</tbody>
            </table></div>
            <div class="row pager">{next}</div>
        }
        .into_any()
    };
    let sent = row.state == NotificationState::Sent;
    view! {
        <div class="page-head"><h1>{row.title}</h1>{badge(row.state)}<span class="muted">{row.sent_at.or(row.send_at).map(format::moment)}</span></div>
        <section class="card narrow"><pre class="requisites">{row.body}</pre></section>
        {sent.then(|| view! {
            <h2>{t(Words::Report)}</h2>
            <nav class="tabs">
                {tab(None, reach.sent + reach.waiting + reach.failed)}
                {tab(Some(DeliveryState::Sent), reach.sent)}
                {tab(Some(DeliveryState::Waiting), reach.waiting)}
                {tab(Some(DeliveryState::Failed), reach.failed)}
            </nav>
            <Loaded resource=lines content=content/>
        })}
    }
    .into_any()
}
