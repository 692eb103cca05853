//! What the agent offers: self-buyouts, ways to pay.

use super::texts::Settings;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    i18n::{Text, t},
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::{Endpoint, Nothing},
    settings::{
        ChangePaymentTerms, ChangeSelfBuyout, PaymentTerms, SelfBuyout, ShowPaymentTerms, ShowSelfBuyout, Versioned,
    },
};

/// The form around a setting: its fields, and what they make of it.
fn form<E, V>(version: i64, fields: AnyView, body: impl Fn() -> V + 'static) -> AnyView
where
    E: Endpoint<Path = (), Query = Nothing, Request = V, Response = Versioned<V>>,
    V: 'static,
{
    let version = RwSignal::new(version);
    let (error, saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let options = Options {
            version: Some(version.get_untracked()),
            ..Options::default()
        };
        let body = body();
        spawn_local(async move {
            match api::send::<E>((), Nothing {}, body, options).await {
                Ok(now) => {
                    version.set(now.version);
                    error.set(None);
                    saved.set(true);
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    view! {
        <form class="card narrow" on:submit=save on:input=move |_| saved.set(false)>
            <ErrorNote error=error/>
            <fieldset class="plain" disabled=!may_edit>{fields}</fieldset>
            {may_edit.then(|| view! { <div class="row"><button class="button primary" data-testid="save-offer">{move || if saved.get() { t(Settings::Saved) } else { t(Text::Save) }}</button></div> })}
        </form>
    }
    .into_any()
}

fn tick(label: Settings, value: RwSignal<bool>, mark: &'static str) -> AnyView {
    view! {
        <label class="check-line"><input type="checkbox" data-testid=mark prop:checked=move || value.get() on:change=move |event| value.set(event_target_checked(&event))/><span>{t(label)}</span></label>
    }
    .into_any()
}

fn lines(label: Settings, value: RwSignal<String>, mark: &'static str) -> AnyView {
    view! {
        <label class="field"><span>{t(label)}</span>
            <textarea rows="4" name=mark data-testid=mark prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))></textarea>
        </label>
    }
    .into_any()
}

/// Self-buyouts.
#[component]
pub(super) fn SelfBuyouts() -> impl IntoView {
    let held = LocalResource::new(|| api::get::<ShowSelfBuyout>(Nothing {}));
    let content = |held: Versioned<SelfBuyout>| {
        let enabled = RwSignal::new(held.value.enabled);
        let (address, note) = (
            RwSignal::new(held.value.warehouse_address),
            RwSignal::new(held.value.note),
        );
        let body = move || SelfBuyout {
            enabled: enabled.get_untracked(),
            warehouse_address: address.get_untracked(),
            note: note.get_untracked(),
        };
        let fields = view! {
            {tick(Settings::TakesSelfBuyout, enabled, "enabled")}
            {lines(Settings::WarehouseAddress, address, "warehouse_address")}
            {lines(Settings::NoteForClients, note, "note")}
        };
        form::<ChangeSelfBuyout, _>(held.version, fields.into_any(), body)
    };
    view! { <Loaded resource=held content=content/> }
}

/// Ways to pay.
#[component]
pub(super) fn Payments() -> impl IntoView {
    let held = LocalResource::new(|| api::get::<ShowPaymentTerms>(Nothing {}));
    let content = |held: Versioned<PaymentTerms>| {
        let of = held.value;
        let (rubles, yuan, cash) = (
            RwSignal::new(of.rubles),
            RwSignal::new(of.yuan),
            RwSignal::new(of.cash_on_receipt),
        );
        let note = RwSignal::new(of.note);
        let body = move || PaymentTerms {
            rubles: rubles.get_untracked(),
            yuan: yuan.get_untracked(),
            cash_on_receipt: cash.get_untracked(),
            note: note.get_untracked(),
        };
        let fields = view! {
            {tick(Settings::TakesRubles, rubles, "rubles")}
            {tick(Settings::TakesYuan, yuan, "yuan")}
            {tick(Settings::TakesCash, cash, "cash_on_receipt")}
            {lines(Settings::NoteForClients, note, "note")}
        };
        form::<ChangePaymentTerms, _>(held.version, fields.into_any(), body)
    };
    view! { <Loaded resource=held content=content/> }
}
