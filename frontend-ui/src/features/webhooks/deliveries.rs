//! The log of a webhook's deliveries.

use super::{
    paths::webhook_url,
    state::{answer_text, cause, delivery_badge, is_attempted},
    texts::HookTexts,
};
use crate::{
    api::Error,
    components::FilterTab,
    data::List,
    i18n::{Counted, counted},
    prelude::*,
};
use gloo_timers::future::TimeoutFuture;
use leptos_router::hooks::use_query_map;
use shared_types::{
    endpoint::Nothing,
    id::{WebhookDeliveryId, WebhookId},
    page::Page,
    webhooks::{
        ListWebhookDeliveries, ReplayWebhookDelivery, WebhookDelivery, WebhookDeliveryQuery,
        WebhookDeliveryState as State,
    },
};
use wasm_bindgen::JsValue;

/// The pause between two looks at a delivery that a person waits for, in milliseconds.
const LOOK_PAUSE: u32 = 700;
/// How often a delivery is looked at: somewhat longer than a receiver may take to answer.
const LOOKS: u32 = 25;

/// The deliveries that the page shows.
#[derive(Clone, Copy)]
pub(super) struct Log {
    webhook: WebhookId,
    rows: List<WebhookDelivery>,
    is_filtered: Memo<bool>,
    action: Action,
}

async fn load(webhook: WebhookId, query: WebhookDeliveryQuery) -> Result<Page<WebhookDelivery>, Error> {
    api::send::<ListWebhookDeliveries>((webhook,), query, Nothing {}, Options::default()).await
}

impl Log {
    pub(super) fn new(webhook: WebhookId) -> Self {
        let map = use_query_map();
        let is_filtered = Memo::new(move |_| {
            map.read()
                .get("state")
                .is_some_and(|state| state == State::Failed.as_str())
        });
        let rows = use_list(
            &[],
            |row: &WebhookDelivery| row.id.0,
            move |cursor| {
                let query = WebhookDeliveryQuery {
                    state: is_filtered.get().then_some(State::Failed),
                    limit: None,
                    cursor,
                };
                load(webhook, query)
            },
        );
        Self {
            webhook,
            rows,
            is_filtered,
            action: use_action(),
        }
    }

    pub(super) fn reload(self) {
        self.rows.reload();
    }

    /// Waits for the attempt of a delivery that was just enqueued. `None` if it takes too long.
    pub(super) async fn outcome(self, id: WebhookDeliveryId) -> Result<Option<WebhookDelivery>, Error> {
        for _ in 0..LOOKS {
            let page = load(self.webhook, WebhookDeliveryQuery::default()).await?;
            let found = page.data.into_iter().find(|row| row.id == id);
            if let Some(delivery) = found.filter(is_attempted) {
                return Ok(Some(delivery));
            }
            TimeoutFuture::new(LOOK_PAUSE).await;
        }
        Ok(None)
    }

    /// Sends a delivery again, and shows its row until the attempt was made.
    fn replay(self, row: Live<WebhookDelivery>, id: WebhookDeliveryId) {
        let call = async move {
            api::call::<ReplayWebhookDelivery>((self.webhook, id), Nothing {}).await?;
            for _ in 0..LOOKS {
                self.reload();
                TimeoutFuture::new(LOOK_PAUSE).await;
                if row.read(is_attempted).unwrap_or(true) {
                    break;
                }
            }
            Ok(())
        };
        self.action.run(call, |()| ());
    }
}

/// The section with the log.
pub(super) fn delivery_log(log: Log, may_edit: bool, open_replay: Callback<()>) -> AnyView {
    let filtered_url = format!("{}&state={}", webhook_url(log.webhook), State::Failed.as_str());
    let none = || {
        any_view! {
            <p class="muted" data-testid="no-deliveries">
                {t(HookTexts::LogEmpty)}
            </p>
        }
    };
    let rows = move || {
        let rows = log.rows.rows().build(move |row| delivery_row(log, row, may_edit));
        any_view! {
            <ul class="deliveries-log">{rows}</ul>
            {log.rows.more_button()}
        }
    };
    any_view! {
        <section class="card" aria-labelledby="log-title">
            <div class="section-head">
                <h2 id="log-title">{t(HookTexts::Log)}</h2>
                <small class="muted">{t(HookTexts::LogHint)}</small>
                <span class="spacer"></span>
                {may_edit
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid="open-replay"
                                on:click=move |_| open_replay.run(())
                            >
                                {t(HookTexts::Replay)}
                            </button>
                        }
                    })}
            </div>
            <nav class="tabs pills" aria-label=t(HookTexts::Log)>
                <FilterTab
                    url=webhook_url(log.webhook)
                    is_active=Signal::derive(move || !log.is_filtered.get())
                    test_id="all-deliveries"
                    name=t(Text::All)
                />
                <FilterTab
                    url=filtered_url
                    is_active=log.is_filtered
                    test_id="failed-deliveries"
                    name=t(HookTexts::OnlyFailed)
                />
            </nav>
            <ErrorNote error=log.action />
            {log.rows.view(Skeleton::Rows, none, rows)}
        </section>
    }
}

/// A delivery: a line that opens to what was sent and answered.
fn delivery_row(log: Log, row: Live<WebhookDelivery>, may_edit: bool) -> AnyView {
    let is_open = RwSignal::new(false);
    let head = move |delivery: &WebhookDelivery| {
        let next = delivery
            .next_attempt_at
            .filter(|_| delivery.attempts > 0)
            .map(|at| format!("{} {}", t(HookTexts::NextAttempt), format::time(at)));
        let attempts = counted(delivery.attempts.into(), Counted::Times);
        view! {
            <span class="delivery-state">{delivery_badge(delivery.state, delivery.attempts)}</span>
            <code class="delivery-type">{delivery.event_type.clone()}</code>
            <span class="muted">{answer_text(delivery)}</span>
            <span class="muted">{(delivery.attempts > 1).then_some(attempts)} " " {next}</span>
            <time class="muted">{format::date_time(delivery.created_at)}</time>
        }
    };
    let content = move || {
        is_open
            .get()
            .then(|| row.view(move |delivery| details(log, row, delivery, may_edit)))
    };
    any_view! {
        <li data-testid="delivery">
            <details on:toggle=move |event| is_open.set(event_target::<web_sys::Element>(&event).has_attribute("open"))>
                <summary>{row.view(head)}</summary>
                {content}
            </details>
        </li>
    }
}

/// The body in lines, with its fields in their order. One that is no JSON stays as it is.
fn readable(body: &str) -> String {
    let lines = js_sys::JSON::parse(body)
        .and_then(|value| js_sys::JSON::stringify_with_replacer_and_space(&value, &JsValue::NULL, &JsValue::from(2)));
    lines.map_or_else(|_| body.to_owned(), String::from)
}

fn details(log: Log, row: Live<WebhookDelivery>, delivery: &WebhookDelivery, may_edit: bool) -> AnyView {
    let id = delivery.id;
    let answer = delivery.answer.clone().filter(|answer| !answer.is_empty());
    any_view! {
        <div class="delivery-details">
            <p class="muted">"webhook-id: " <code>{delivery.event_id.clone()}</code></p>
            {cause(delivery)
                .map(|error| {
                    view! {
                        <p class="fault" data-testid="delivery-cause">
                            {t(HookTexts::Cause)}
                            ": "
                            {error}
                        </p>
                    }
                })}
            <h3>{t(HookTexts::Body)}</h3>
            <pre tabindex="0" data-testid="delivery-body">
                {readable(&delivery.body)}
            </pre>
            {answer
                .map(|answer| {
                    view! {
                        <h3>{t(HookTexts::Answer)}</h3>
                        <pre tabindex="0" data-testid="delivery-answer">
                            {answer}
                        </pre>
                    }
                })}
            {may_edit
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="button"
                            data-testid="replay-delivery"
                            disabled=move || log.action.is_busy()
                            on:click=move |_| log.replay(row, id)
                        >
                            {t(HookTexts::SendAgain)}
                        </button>
                    }
                })}
        </div>
    }
}
