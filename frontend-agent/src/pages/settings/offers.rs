//! Settings of self-buyouts and of the payment methods.

use super::texts::SettingsTexts;
use frontend_ui::prelude::*;
use shared_types::{
    endpoint::Endpoint,
    settings::{
        ChangePaymentTerms, ChangeSelfBuyout, PaymentTerms, SelfBuyout, ShowPaymentTerms, ShowSelfBuyout, Versioned,
    },
};

/// The form of a setting: `fields` are its inputs, `body` reads their values, unless one is invalid.
fn setting_form<E, V>(version: i64, fields: AnyView, body: impl Fn() -> Option<V> + 'static) -> AnyView
where
    E: Endpoint<Path = (), Query = Nothing, Request = V, Response = Versioned<V>>,
    V: 'static,
{
    let version = RwSignal::new(version);
    let (action, saved) = (use_action(), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let options = Options::of_version(version.get_untracked());
        let Some(body) = body() else {
            return;
        };
        action.run(api::send::<E>((), Nothing {}, body, options), move |updated| {
            version.set(updated.version);
            saved.set(true);
        });
    };
    any_view! {
        <form class="card narrow" on:submit=save on:input=move |_| saved.set(false)>
            <ErrorNote error=action />
            <fieldset class="plain" disabled=!may_edit>
                {fields}
            </fieldset>
            {may_edit
                .then(|| {
                    view! {
                        <div class="row">
                            <button class="button primary" data-testid="save-offer">
                                {move || if saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                            </button>
                        </div>
                    }
                })}
        </form>
    }
}

fn checkbox(label: SettingsTexts, value: RwSignal<bool>, name: &'static str) -> AnyView {
    any_view! {
        <label class="check-line">
            <input
                type="checkbox"
                data-testid=name
                prop:checked=move || value.get()
                on:change=move |event| value.set(event_target_checked(&event))
            />
            <span>{t(label)}</span>
        </label>
    }
}

fn text_area(label: SettingsTexts, value: RwSignal<String>, name: &'static str) -> AnyView {
    any_view! {
        <label class="field">
            <span>{t(label)}</span>
            <textarea
                dir="auto"
                rows="4"
                name=name
                data-testid=name
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            ></textarea>
        </label>
    }
}

/// The tab of self-buyouts.
#[component]
pub(super) fn SelfBuyouts() -> impl IntoView {
    let setting = use_value(&[], || api::get::<ShowSelfBuyout>(Nothing {}));
    let content = |saved: Versioned<SelfBuyout>| {
        let enabled = RwSignal::new(saved.value.enabled);
        let (address, note) = (
            RwSignal::new(saved.value.warehouse_address),
            RwSignal::new(saved.value.note),
        );
        let body = move || {
            Some(SelfBuyout {
                enabled: enabled.get_untracked(),
                warehouse_address: address.get_untracked(),
                note: note.get_untracked(),
            })
        };
        let fields = view! {
            {checkbox(SettingsTexts::AcceptsSelfBuyout, enabled, "enabled")}
            {text_area(SettingsTexts::WarehouseAddress, address, "warehouse_address")}
            {text_area(SettingsTexts::NoteForClients, note, "note")}
        };
        setting_form::<ChangeSelfBuyout, _>(saved.version, fields.into_any(), body)
    };
    view! { {setting.show(Skeleton::Rows, move |value| content(value.clone()))} }
}

/// The tab of the payment methods.
#[component]
pub(super) fn Payments() -> impl IntoView {
    let setting = use_value(&[], || api::get::<ShowPaymentTerms>(Nothing {}));
    let content = |saved: Versioned<PaymentTerms>| {
        let terms = saved.value;
        let (rubles, yuan, cash) = (
            RwSignal::new(terms.rubles),
            RwSignal::new(terms.yuan),
            RwSignal::new(terms.cash_on_receipt),
        );
        let note = RwSignal::new(terms.note);
        let reweighing = NumberInput::required(NumberKind::Percent, terms.reweighing_percent.to_string());
        let body = move || {
            let mut numbers = NumberReader::default();
            let reweighing_percent = numbers.percent(reweighing);
            numbers.finish().then_some(())?;
            Some(PaymentTerms {
                rubles: rubles.get_untracked(),
                yuan: yuan.get_untracked(),
                cash_on_receipt: cash.get_untracked(),
                reweighing_percent: reweighing_percent?,
                note: note.get_untracked(),
            })
        };
        let fields = view! {
            {checkbox(SettingsTexts::AcceptsRubles, rubles, "rubles")}
            {checkbox(SettingsTexts::AcceptsYuan, yuan, "yuan")}
            {checkbox(SettingsTexts::AcceptsCash, cash, "cash_on_receipt")}
            <NumberField
                name="reweighing_percent"
                label=t(SettingsTexts::ReweighingPercent)
                input=reweighing
                unit="%"
            />
            {text_area(SettingsTexts::NoteForClients, note, "note")}
        };
        setting_form::<ChangePaymentTerms, _>(saved.version, fields.into_any(), body)
    };
    view! { {setting.show(Skeleton::Rows, move |value| content(value.clone()))} }
}
