//! The states of webhooks and deliveries as pages show them.

use super::texts::HookTexts;
use crate::{
    components::{StateMark, Tone, state_badge},
    prelude::*,
};
use shared_types::webhooks::{DisabledReason, Webhook, WebhookDelivery, WebhookDeliveryState as State};

/// Since when a webhook fails.
pub(super) fn failing_text(webhook: &Webhook) -> Option<String> {
    let since = webhook.failing_since?;
    Some(format!("{} {}", t(HookTexts::FailingSince), format::date_time(since)))
}

pub(super) fn webhook_badge(webhook: &Webhook) -> AnyView {
    let (class, mark, name) = match (webhook.active, webhook.disabled_reason) {
        (true, _) if webhook.failing_since.is_some() => (
            "failing",
            StateMark::new(Icon::TriangleAlert, Tone::Waiting),
            HookTexts::Failing,
        ),
        (true, _) => (
            "active",
            StateMark::new(Icon::CircleCheck, Tone::Good),
            HookTexts::Active,
        ),
        (false, Some(DisabledReason::Failures)) => ("off", StateMark::new(Icon::CircleX, Tone::Bad), HookTexts::Off),
        (false, _) => ("off", StateMark::new(Icon::Ban, Tone::Quiet), HookTexts::Off),
    };
    state_badge(class, mark, Some("webhook-state"), t(name))
}

/// Advice about a webhook that receives nothing; `None` for one that works.
fn advice(webhook: &Webhook) -> Option<&'static str> {
    let text = match (webhook.active, webhook.disabled_reason) {
        (true, _) => {
            webhook.failing_since?;
            HookTexts::FailingHint
        }
        (false, Some(DisabledReason::Failures)) => HookTexts::OffByFailures,
        (false, Some(DisabledReason::Gone | DisabledReason::Receiver)) => HookTexts::OffByReceiver,
        (false, _) => HookTexts::OffByPerson,
    };
    Some(t(text))
}

pub(super) fn delivery_badge(state: State, attempts: i32) -> AnyView {
    let (mark, name) = match state {
        State::Delivered => (StateMark::new(Icon::CircleCheck, Tone::Good), HookTexts::Delivered),
        State::Failed => (StateMark::new(Icon::CircleX, Tone::Bad), HookTexts::Undelivered),
        State::Waiting if attempts > 0 => (StateMark::new(Icon::Clock, Tone::Waiting), HookTexts::Undelivered),
        State::Waiting => (StateMark::new(Icon::CircleDashed, Tone::Busy), HookTexts::Sending),
    };
    state_badge(state.as_str(), mark, Some("delivery-state"), t(name))
}

/// The answer of the last attempt in some words: "500 · 31 ms".
pub(super) fn answer_text(delivery: &WebhookDelivery) -> Option<String> {
    if delivery.attempts == 0 {
        return None;
    }
    let status = match delivery.answer_status {
        Some(status) => status.to_string(),
        None => t(HookTexts::NoAnswer).to_owned(),
    };
    Some(match delivery.duration_ms {
        Some(duration) => format!("{status} · {duration} {}", t(HookTexts::Milliseconds)),
        None => status,
    })
}

/// Why no answer came. A status says enough by itself.
pub(super) fn cause(delivery: &WebhookDelivery) -> Option<String> {
    delivery.error.clone().filter(|_| delivery.answer_status.is_none())
}

/// Whether the attempt that a person waits for was made.
pub(super) fn is_attempted(delivery: &WebhookDelivery) -> bool {
    delivery.state != State::Waiting || delivery.attempts > 0
}

/// The advice as a note above the facts.
pub(super) fn advice_note(webhook: &Webhook) -> Option<AnyView> {
    let text = advice(webhook)?;
    let since = failing_text(webhook).filter(|_| webhook.active);
    let note = view! {
        <p class="note warn" data-testid="advice">
            {since.map(|since| view! { <strong>{since} ". "</strong> })}
            {text}
        </p>
    };
    Some(note.into_any())
}
