//! The choice of the events that a webhook receives.

use super::texts::{ChangeTexts, HookTexts};
use crate::{
    api::Error,
    features::{api_keys::KeyTexts, withdrawals::WithdrawalTexts},
    prelude::*,
    session::{self},
};
use shared_types::events::{EventObject, EventType};
use std::collections::BTreeSet;

fn object_name(object: EventObject) -> &'static str {
    match object {
        EventObject::Order => t(KeyTexts::Orders),
        EventObject::Item => t(KeyTexts::Items),
        EventObject::Message => t(KeyTexts::Chat),
        EventObject::Payment => t(ChangeTexts::Payments),
        EventObject::Balance => t(ChangeTexts::Balances),
        EventObject::Shipment => t(KeyTexts::Shipments),
        EventObject::ShippingRequest => t(KeyTexts::Requests),
        EventObject::Delivery => t(KeyTexts::Deliveries),
        EventObject::Topup => t(ChangeTexts::Topups),
        EventObject::WalletTopup => t(ChangeTexts::WalletTopups),
        EventObject::Withdrawal => t(WithdrawalTexts::Withdrawals),
        EventObject::Client => t(KeyTexts::Clients),
    }
}

/// The change of a type, for people who see its object next to it.
fn change_name(kind: EventType) -> &'static str {
    let verb = kind.as_str().rsplit('.').next().unwrap_or_default();
    t(match (verb, kind.object()) {
        ("created", _) => ChangeTexts::Created,
        ("added", _) => ChangeTexts::Added,
        ("status_changed", _) => ChangeTexts::StatusChanged,
        ("deleted" | "removed", _) => ChangeTexts::Deleted,
        ("bought", _) => ChangeTexts::Bought,
        ("received", _) => ChangeTexts::Received,
        ("shipped" | "departed", _) => ChangeTexts::Departed,
        ("arrived", _) => ChangeTexts::Arrived,
        ("confirmed", EventObject::Payment) => ChangeTexts::Confirmed,
        ("confirmed", _) => ChangeTexts::Credited,
        ("refunded", _) => ChangeTexts::Refunded,
        _ => ChangeTexts::Changed,
    })
}

/// The types that a webhook of this side can receive.
pub(super) fn offered_types() -> Vec<EventType> {
    let of_side = |kind: &EventType| kind.is_seen_by(session::guard());
    EventType::ALL.iter().copied().filter(of_side).collect()
}

/// The types by their objects: a fieldset with boxes, and a fault beneath it.
pub(super) fn type_choice(chosen: RwSignal<BTreeSet<EventType>>, error: Signal<Option<Error>>) -> AnyView {
    let rights = current_user().rights();
    let offered = offered_types();
    let allowed: Vec<EventType> = offered
        .iter()
        .copied()
        .filter(|kind| kind.is_allowed(session::guard(), &rights))
        .collect();
    let every = StoredValue::new(allowed.clone());
    let groups = EventObject::ALL
        .iter()
        .filter_map(|object| {
            let kinds: Vec<EventType> = offered
                .iter()
                .copied()
                .filter(|kind| kind.object() == *object)
                .collect();
            let is_open = kinds.iter().any(|kind| allowed.contains(kind));
            (!kinds.is_empty()).then(|| group(*object, kinds, is_open, chosen))
        })
        .collect_view();
    let fault = move || {
        let text = error.with(|error| error.as_ref()?.field("types"))?;
        Some(view! { <small class="fault">{text}</small> })
    };
    let choose = move |all: bool| {
        chosen.set(if all {
            every.with_value(|every| every.iter().copied().collect())
        } else {
            BTreeSet::new()
        });
    };
    any_view! {
        <fieldset class="event-types">
            <legend>{t(HookTexts::Types)}</legend>
            <p class="muted">{t(HookTexts::TypesHint)}</p>
            <div class="row">
                <button type="button" class="quiet" data-testid="all-types" on:click=move |_| choose(true)>
                    {t(HookTexts::SelectAll)}
                </button>
                <button type="button" class="quiet" data-testid="no-types" on:click=move |_| choose(false)>
                    {t(HookTexts::SelectNone)}
                </button>
            </div>
            {fault}
            <div class="event-groups">{groups}</div>
        </fieldset>
    }
}

/// The types of an object, with a box for all of them.
fn group(object: EventObject, kinds: Vec<EventType>, is_open: bool, chosen: RwSignal<BTreeSet<EventType>>) -> AnyView {
    let set = move |kinds: &[EventType], is_on: bool| {
        chosen.update(|chosen| {
            chosen.retain(|kind| !kinds.contains(kind));
            chosen.extend(kinds.iter().filter(|_| is_on));
        });
    };
    let boxes = kinds
        .iter()
        .copied()
        .map(|kind| {
            view! {
                <label class="check-line">
                    <input
                        type="checkbox"
                        data-testid=format!("type-{}", kind.as_str())
                        disabled=!is_open
                        prop:checked=move || chosen.with(|chosen| chosen.contains(&kind))
                        on:change=move |event| set(&[kind], event_target_checked(&event))
                    />
                    <span>{change_name(kind)} <code>{kind.as_str()}</code></span>
                </label>
            }
        })
        .collect_view();
    let kinds = StoredValue::new(kinds);
    let count = Memo::new(move |_| {
        let kinds = kinds.get_value();
        chosen.with(|chosen| kinds.iter().filter(|kind| chosen.contains(kind)).count())
    });
    let is_whole = move || count.get() == kinds.with_value(Vec::len);
    let is_partial = move || count.get() != 0 && !is_whole();
    any_view! {
        <div class="event-group" role="group" aria-label=object_name(object)>
            <label class="check-line event-object">
                <input
                    type="checkbox"
                    data-testid=format!("object-{}", object.as_str())
                    disabled=!is_open
                    prop:checked=is_whole
                    prop:indeterminate=is_partial
                    on:change=move |event| kinds.with_value(|kinds| set(kinds, event_target_checked(&event)))
                />
                <strong>
                    {object_name(object)}
                    {(!is_open).then(|| view! { <small class="muted">", " {t(HookTexts::NoRightToType)}</small> })}
                </strong>
            </label>
            {boxes}
        </div>
    }
}

/// The chosen types by their objects, for people: "Orders: created, deleted".
pub(super) fn summary(types: &[EventType]) -> AnyView {
    let lines = EventObject::ALL
        .iter()
        .filter_map(|object| {
            let names: Vec<&str> = types
                .iter()
                .filter(|kind| kind.object() == *object)
                .map(|kind| change_name(*kind))
                .collect();
            (!names.is_empty()).then(|| {
                view! {
                    <li>
                        <strong>{object_name(*object)}</strong>
                        ": "
                        {names.join(", ")}
                    </li>
                }
            })
        })
        .collect_view();
    any_view! { <ul class="event-summary">{lines}</ul> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_an_object_have_different_names() {
        for object in EventObject::ALL {
            let kinds: Vec<&EventType> = EventType::ALL.iter().filter(|kind| kind.object() == object).collect();
            let names: BTreeSet<&str> = kinds.iter().map(|kind| change_name(**kind)).collect();
            assert_eq!(names.len(), kinds.len(), "{object:?}: {names:?}");
        }
    }
}
