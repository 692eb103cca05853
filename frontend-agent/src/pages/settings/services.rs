//! Which services the agent offers, and what it asks for them.

use super::texts::Settings;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, SelectField},
    features::services::{icon, name},
    i18n::{Text, t},
    numbers::NumberKind,
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    money::Currency,
    page::Listing,
    services::{
        AddService, ChangeService, ListServices, Names, NewService, RemoveService, Service, ServiceChange,
        ServiceMedia, ServiceMode, ServicePrice,
    },
};

/// The tab.
#[component]
pub(super) fn Services() -> impl IntoView {
    let held = LocalResource::new(|| api::get::<ListServices>(Nothing {}));
    let reload = Callback::new(move |()| held.refetch());
    view! {
        <Loaded resource=held content={move |held: Listing<Service>| {
            let cards: Vec<_> = held.data.into_iter().map(|service| view! { <Card service=service reload=reload/> }).collect();
            let may_edit = current().may(Object::Settings, Level::Edit);
            view! { <div class="service-settings">{cards}{may_edit.then(|| view! { <New reload=reload/> })}</div> }.into_any()
        }}/>
    }
}

/// A price being edited: in which currency, how much.
type Row = (RwSignal<String>, NumberInput);

fn price_row(currency: Currency, price: impl Into<String>) -> Row {
    (
        RwSignal::new(currency.code().to_owned()),
        NumberInput::required(NumberKind::Amount, price),
    )
}

/// The prices as typed; nothing for a free service, which has no price on the page.
fn prices(numbers: &mut NumberReader, paid: RwSignal<bool>, rows: &[Row]) -> Option<Vec<ServicePrice>> {
    let read = |(currency, price): &Row| {
        Some(ServicePrice {
            price: numbers.amount(*price)?,
            currency: Currency::from_code(&currency.get_untracked())?,
        })
    };
    paid.get_untracked().then(|| rows.iter().filter_map(read).collect())
}

fn mode(paid: bool) -> ServiceMode {
    if paid { ServiceMode::Paid } else { ServiceMode::Free }
}

/// The prices of a service that costs something.
#[component]
fn Prices(paid: RwSignal<bool>, rows: RwSignal<Vec<Row>>, error: RwSignal<Option<Error>>) -> impl IntoView {
    let currencies: Vec<_> = Currency::ALL
        .into_iter()
        .map(|currency| {
            (
                currency.code().to_owned(),
                format!("{} {}", currency.code(), currency.sign()),
            )
        })
        .collect();
    let row = move |(currency, price): Row| {
        let remove = move |_| rows.update(|rows| rows.retain(|row| row.0 != currency));
        view! {
            <div class="price-row">
                <SelectField name="currency" label=t(Settings::Currency) value=currency options=currencies.clone()/>
                <NumberField name="price" label=t(Settings::Price) input=price error=error/>
                <button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>"✕"</button>
            </div>
        }
    };
    // The next currency is one that has no price yet.
    let add = move |_| {
        rows.update(|rows| {
            let taken = |currency: &Currency| rows.iter().any(|row| row.0.get_untracked() == currency.code());
            if let Some(free) = Currency::ALL.into_iter().find(|currency| !taken(currency)) {
                rows.push(price_row(free, ""));
            }
        });
    };
    move || {
        let row = row.clone();
        paid.get().then(|| {
            view! {
                {move || rows.get().into_iter().map(row.clone()).collect_view()}
                <div class="row"><button type="button" class="quiet" data-testid="add-price" on:click=add>{t(Settings::AddPrice)}</button></div>
                {move || rows.with(Vec::is_empty).then(|| view! { <p class="note">{t(Settings::NoPrices)}</p> })}
            }
        })
    }
}

#[component]
fn Mode(paid: RwSignal<bool>) -> impl IntoView {
    let value = RwSignal::new(mode(paid.get_untracked()).as_str().to_owned());
    Effect::new(move |_| paid.set(value.get() == ServiceMode::Paid.as_str()));
    let options = vec![
        (ServiceMode::Free.as_str().to_owned(), t(Settings::FreeMode).to_owned()),
        (ServiceMode::Paid.as_str().to_owned(), t(Settings::PaidMode).to_owned()),
    ];
    view! { <SelectField name="mode" label=t(Settings::Price) value=value options=options/> }
}

/// A service as it is offered.
#[component]
fn Card(service: Service, reload: Callback<()>) -> impl IntoView {
    let (error, saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let (enabled, paid) = (
        RwSignal::new(service.enabled),
        RwSignal::new(service.mode == ServiceMode::Paid),
    );
    let rows = RwSignal::new(
        service
            .prices
            .iter()
            .map(|price| price_row(price.currency, price.amount()))
            .collect::<Vec<Row>>(),
    );
    let may_edit = current().may(Object::Settings, Level::Edit);
    let id = service.id;
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let prices = prices(&mut numbers, paid, &rows.get_untracked());
        if !numbers.finish() {
            return;
        }
        let body = ServiceChange {
            enabled: Some(enabled.get_untracked()),
            mode: Some(mode(paid.get_untracked())),
            prices,
            ..ServiceChange::default()
        };
        spawn_local(async move {
            match api::send::<ChangeService>((id,), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    error.set(None);
                    saved.set(true);
                }
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let remove = move |_| {
        if window().confirm_with_message(t(Settings::SureRemove)).unwrap_or(false) {
            spawn_local(async move {
                match api::send::<RemoveService>((id,), Nothing {}, Nothing {}, Options::default()).await {
                    Ok(_) => reload.run(()),
                    Err(refused) => error.set(Some(refused)),
                }
            });
        }
    };
    let code = service.code.clone();
    let own = !service.is_system && may_edit;
    view! {
        <form class="card" data-testid=format!("service-{code}") on:submit=save on:input=move |_| saved.set(false) on:change=move |_| saved.set(false)>
            <div class="head">
                <h3 class="row">{icon(&service.icon)}<span>{name(&service.names)}</span></h3>
                <span class="spacer"></span>
                <label class="row"><input type="checkbox" name="enabled" disabled=!may_edit prop:checked=move || enabled.get() on:change=move |event| enabled.set(event_target_checked(&event))/><span>{t(Settings::Offered)}</span></label>
                {own.then(|| view! { <button type="button" class="icon" data-testid="remove-service" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>"✕"</button> })}
            </div>
            <ErrorNote error=error/>
            <Mode paid=paid/>
            <Prices paid=paid rows=rows error=error/>
            {may_edit.then(|| view! { <div class="row"><button class="button" data-testid="save-service">{move || if saved.get() { t(Settings::Saved) } else { t(Text::Save) }}</button></div> })}
        </form>
    }
    .into_any()
}

/// A service of the agent's own.
#[component]
fn New(reload: Callback<()>) -> impl IntoView {
    let (open, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let text = || RwSignal::new(String::new());
    let (ru, en, zh, sign) = (text(), text(), text(), text());
    let (brings, paid, rows) = (
        RwSignal::new(ServiceMedia::Photo.as_str().to_owned()),
        RwSignal::new(false),
        RwSignal::new(Vec::<Row>::new()),
    );
    let kinds = vec![
        (ServiceMedia::Photo.as_str().to_owned(), t(Settings::Photos).to_owned()),
        (ServiceMedia::Video.as_str().to_owned(), t(Settings::Videos).to_owned()),
        (ServiceMedia::None.as_str().to_owned(), t(Settings::NoMedia).to_owned()),
    ];
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let prices = prices(&mut numbers, paid, &rows.get_untracked());
        if !numbers.finish() {
            return;
        }
        let body = NewService {
            names: Names {
                ru: ru.get_untracked(),
                en: en.get_untracked(),
                zh: zh.get_untracked(),
            },
            icon: sign.get_untracked(),
            media_kind: ServiceMedia::from_name(&brings.get_untracked()).unwrap_or(ServiceMedia::None),
            mode: mode(paid.get_untracked()),
            prices: prices.unwrap_or_default(),
        };
        spawn_local(async move {
            match api::send::<AddService>((), Nothing {}, body, Options::default()).await {
                Ok(_) => reload.run(()),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    move || {
        if !open.get() {
            return view! { <div><button class="button" data-testid="new-service" on:click=move |_| open.set(true)>{t(Settings::AddService)}</button></div> }.into_any();
        }
        let kinds = kinds.clone();
        view! {
            <form class="card" data-testid="new-service-form" on:submit=add>
                <h3>{t(Settings::OwnService)}</h3>
                <ErrorNote error=error/>
                <div class="grid three even">
                    <Field name="names.ru" label=t(Settings::NameRu) value=ru error=error/>
                    <Field name="names.en" label=t(Settings::NameEn) value=en error=error/>
                    <Field name="names.zh" label=t(Settings::NameZh) value=zh error=error/>
                </div>
                <div class="grid three even">
                    <Field name="icon" label=t(Settings::Icon) value=sign error=error/>
                    <SelectField name="media_kind" label=t(Settings::Brings) value=brings options=kinds/>
                    <Mode paid=paid/>
                </div>
                <Prices paid=paid rows=rows error=error/>
                <div class="row">
                    <button class="button primary" data-testid="add-own-service">{t(Settings::AddService)}</button>
                    <button type="button" class="quiet" on:click=move |_| open.set(false)>{t(Text::Cancel)}</button>
                </div>
            </form>
        }
        .into_any()
    }
}
