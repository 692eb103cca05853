//! Webhooks: addresses of programs that receive events. Both cabinets show them in their settings.
//!
//! The query `webhook` of the settings has the webhook that is shown instead of the list.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

mod deliveries;
mod form;
mod page;
mod paths;
mod replay;
mod state;
mod texts;
mod types;
mod verify;

use crate::{
    components::{Column, RowAction, Table, TableRow},
    features::clipboard::shown_once,
    prelude::*,
};
use form::new_dialog;
use leptos_router::hooks::use_query_map;
use paths::webhook_url;
use shared_types::{
    id::WebhookId,
    webhooks::{ListWebhooks, Webhook, WebhookWithSecret},
};
use texts::HookTexts;

/// The list of the webhooks, or the one that the address names.
#[component]
pub fn Webhooks() -> impl IntoView {
    let map = use_query_map();
    let chosen = Memo::new(move |_| map.read().get("webhook")?.parse().ok().map(WebhookId));
    move || match chosen.get() {
        Some(id) => page::webhook_page(id),
        None => list(),
    }
}

fn list() -> AnyView {
    let webhooks = use_list(&[], |row: &Webhook| row.id.0, |_| api::get::<ListWebhooks>(Nothing {}));
    let is_open = RwSignal::new(false);
    let created = RwSignal::new(None::<WebhookWithSecret>);
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let close = Callback::new(move |()| is_open.set(false));
    let on_created = Callback::new(move |answer| {
        created.set(Some(answer));
        webhooks.reload();
    });
    let secret = move || {
        created.get().map(|answer| {
            view! {
                {shown_once(t(HookTexts::SecretOnce), answer.secret, "secret")}
                <p>
                    <a class="button" href=webhook_url(answer.webhook.id) data-testid="open-new-webhook">
                        {t(HookTexts::Open)}
                    </a>
                </p>
            }
        })
    };
    let create = may_edit.then(|| {
        view! {
            <button type="button" class="button primary" data-testid="new-webhook" on:click=move |_| is_open.set(true)>
                {t(HookTexts::New)}
            </button>
        }
    });
    let rows = move || {
        let columns = vec![
            Column::new("name", t(Text::Name)),
            Column::new("status", t(HookTexts::State)),
            Column::new("date", t(HookTexts::LastDelivery)),
        ];
        any_view! {
            <Table
                class="free webhooks"
                label=t(HookTexts::Title)
                columns=columns
                rows=webhooks.table_rows(row)
                has_density=false
            />
        }
    };
    let none = || empty_state(t(HookTexts::Empty), Some(t(HookTexts::EmptyHint)));
    any_view! {
        <section class="card" aria-labelledby="webhooks-title">
            <div class="section-head">
                <h2 id="webhooks-title">{t(HookTexts::Title)}</h2>
                {create}
            </div>
            <p class="muted">{t(HookTexts::Hint)}</p>
            {(!may_edit)
                .then(|| {
                    view! {
                        <p class="muted" data-testid="read-only">
                            {t(HookTexts::ReadOnly)}
                        </p>
                    }
                })}
            {secret}
            {webhooks.view(Skeleton::Rows, none, rows)}
            {move || is_open.get().then(|| new_dialog(on_created, close))}
        </section>
    }
}

fn row(webhook: Webhook) -> TableRow {
    let url = webhook_url(webhook.id);
    let last = match webhook.last_success_at {
        Some(at) => format::date_time(at),
        None => t(HookTexts::NoDelivery).to_owned(),
    };
    let since = state::failing_text(&webhook).map(|text| view! { <small class="bad">{text}</small> });
    let cells = view! {
        <td class="name">
            <a href=url.clone() dir="auto">
                {webhook.name.clone()}
            </a>
            <small class="muted">{webhook.url.clone()}</small>
        </td>
        <td class="status">{state::webhook_badge(&webhook)}</td>
        <td class="muted date" data-label=t(HookTexts::LastDelivery)>
            <span>{last} {since}</span>
        </td>
    };
    TableRow {
        id: webhook.id.0,
        action: RowAction::Open(url),
        test_id: "webhook",
        class: String::new(),
        cells: cells.into_any(),
    }
}
