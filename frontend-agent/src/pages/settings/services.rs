//! The services that the agent offers, and their prices.

use super::texts::SettingsTexts;
use frontend_ui::{
    api::Error,
    features::services::{icon, service_name},
    prelude::*,
};
use shared_types::{
    page::Listing,
    services::{
        AddService, ChangeService, ListServices, LocalizedName, NewService, RemoveService, Service, ServiceChange,
        ServiceMedia, ServiceMode, ServicePrice,
    },
};

/// The tab with all services.
#[component]
pub(super) fn Services() -> impl IntoView {
    let services = use_value(&[], || api::get::<ListServices>(Nothing {}));
    let reload = Callback::new(move |()| services.reload());
    view! {
        {services
            .show(
                Skeleton::Rows,
                move |services: &Listing<Service>| {
                    let services = services.clone();
                    {
                        let cards: Vec<_> = services
                            .data
                            .into_iter()
                            .map(|service| view! { <ServiceForm service=service reload=reload /> })
                            .collect();
                        let may_edit = current_user().may(Object::Settings, Level::Edit);
                        any_view! {
                            <div class="service-settings">
                                {cards}{may_edit.then(|| view! { <NewServiceForm reload=reload /> })}
                            </div>
                        }
                    }
                },
            )}
    }
}

/// A price being edited: the currency and the amount.
type PriceRow = (RwSignal<String>, NumberInput);

fn price_row(currency: Currency, price: impl AsRef<str>) -> PriceRow {
    (
        RwSignal::new(currency.code().to_owned()),
        NumberInput::required(NumberKind::Amount, price),
    )
}

/// The prices being edited. Added rows live as long as the form that owns the list, not as the button that adds them.
#[derive(Clone, Copy)]
struct PriceRows {
    rows: RwSignal<Vec<PriceRow>>,
    owner: StoredValue<Owner>,
}

impl PriceRows {
    /// The stored prices. The list belongs to the current reactive owner.
    fn new(stored: &[Money]) -> Self {
        let rows = stored.iter().map(|price| price_row(price.currency, price.amount()));
        Self {
            rows: RwSignal::new(rows.collect()),
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
        }
    }

    /// Adds an empty price in the first currency that has none yet.
    fn add(self) {
        self.rows.update(|rows| {
            let taken = |currency: &Currency| rows.iter().any(|row| row.0.get_untracked() == currency.code());
            if let Some(free) = Currency::COMMON.into_iter().find(|currency| !taken(currency)) {
                rows.push(self.owner.with_value(|owner| owner.with(|| price_row(free, ""))));
            }
        });
    }
}

/// The entered prices; `None` for a free service.
fn read_prices(numbers: &mut NumberReader, paid: RwSignal<bool>, rows: &[PriceRow]) -> Option<Vec<ServicePrice>> {
    let read = |(currency, price): &PriceRow| {
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

/// The price fields, shown for a paid service.
#[component]
fn PriceFields(paid: RwSignal<bool>, prices: PriceRows, #[prop(into)] error: Signal<Option<Error>>) -> impl IntoView {
    let rows = prices.rows;
    let currencies: Vec<_> = Currency::COMMON
        .into_iter()
        .map(|currency| {
            (
                currency.code().to_owned(),
                format!("{} {}", currency.code(), currency.sign()),
            )
        })
        .collect();
    let row = move |(currency, price): PriceRow| {
        let remove = move |_| rows.update(|rows| rows.retain(|row| row.0 != currency));
        view! {
            <div class="price-row">
                <SelectField
                    name="currency"
                    label=t(SettingsTexts::Currency)
                    value=currency
                    options=currencies.clone()
                />
                <NumberField name="price" label=t(SettingsTexts::Price) input=price error=error unit=currency />
                <button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>
                    {Icon::X.view()}
                </button>
            </div>
        }
    };
    move || {
        let row = row.clone();
        paid.get().then(|| {
            view! {
                {move || rows.get().into_iter().map(row.clone()).collect_view()}
                <div class="row">
                    <button type="button" class="quiet" data-testid="add-price" on:click=move |_| prices.add()>
                        {t(SettingsTexts::AddPrice)}
                    </button>
                </div>
                {move || rows.with(Vec::is_empty).then(|| view! { <p class="note">{t(SettingsTexts::NoPrices)}</p> })}
            }
        })
    }
}

/// The choice between free and paid.
#[component]
fn ModeSelect(paid: RwSignal<bool>) -> impl IntoView {
    let value = RwSignal::new(mode(paid.get_untracked()).as_str().to_owned());
    Effect::new(move |_| paid.set(value.get() == ServiceMode::Paid.as_str()));
    let options = vec![
        (
            ServiceMode::Free.as_str().to_owned(),
            t(SettingsTexts::FreeMode).to_owned(),
        ),
        (
            ServiceMode::Paid.as_str().to_owned(),
            t(SettingsTexts::PaidMode).to_owned(),
        ),
    ];
    view! { <SelectField name="mode" label=t(SettingsTexts::Price) value=value options=options /> }
}

/// The form of a service: whether it is offered, and its prices.
#[component]
fn ServiceForm(service: Service, reload: Callback<()>) -> impl IntoView {
    let (action, saved) = (use_action(), RwSignal::new(false));
    let (enabled, paid) = (
        RwSignal::new(service.enabled),
        RwSignal::new(service.mode == ServiceMode::Paid),
    );
    let prices = PriceRows::new(&service.prices);
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let (id, version) = (service.id, RwSignal::new(service.version));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let prices = read_prices(&mut numbers, paid, &prices.rows.get_untracked());
        if !numbers.finish() {
            return;
        }
        let body = ServiceChange {
            enabled: Some(enabled.get_untracked()),
            mode: Some(mode(paid.get_untracked())),
            prices,
            ..ServiceChange::default()
        };
        let options = Options::of_version(version.get_untracked());
        let call = api::send::<ChangeService>((id,), Nothing {}, body, options);
        action.run(call, move |updated| {
            version.set(updated.version);
            saved.set(true);
        });
    };
    let name = service_name(&service.names);
    let remove = move |_| {
        let question = (t(SettingsTexts::ConfirmRemove).to_owned(), t(Text::Delete));
        let call = api::send::<RemoveService>((id,), Nothing {}, Nothing {}, Options::default());
        action.run_confirmed(name.clone(), question, call, move |_| _ = reload.try_run(()));
    };
    let code = service.code.clone();
    let may_remove = !service.is_system && may_edit;
    any_view! {
        <form
            class="card"
            data-testid=format!("service-{code}")
            on:submit=save
            on:input=move |_| saved.set(false)
            on:change=move |_| saved.set(false)
        >
            <div class="head">
                <h2 class="minor row">{icon(&service.icon)}<span>{service_name(&service.names)}</span></h2>
                <span class="spacer"></span>
                <label class="row">
                    <input
                        type="checkbox"
                        name="enabled"
                        disabled=!may_edit
                        prop:checked=move || enabled.get()
                        on:change=move |event| enabled.set(event_target_checked(&event))
                    />
                    <span>{t(SettingsTexts::Offered)}</span>
                </label>
                {may_remove
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="icon"
                                data-testid="remove-service"
                                aria-label=t(Text::Delete)
                                title=t(Text::Delete)
                                on:click=remove
                            >
                                {Icon::X.view()}
                            </button>
                        }
                    })}
            </div>
            <ErrorNote error=action />
            <ModeSelect paid=paid />
            <PriceFields paid=paid prices=prices error=action />
            {may_edit
                .then(|| {
                    view! {
                        <div class="row">
                            <button class="button" data-testid="save-service">
                                {move || if saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                            </button>
                        </div>
                    }
                })}
        </form>
    }
}

/// The form that adds a custom service.
#[component]
fn NewServiceForm(reload: Callback<()>) -> impl IntoView {
    let (open, action) = (RwSignal::new(false), use_action());
    let text = || RwSignal::new(String::new());
    let (ru, en, zh, icon) = (text(), text(), text(), text());
    let (media_kind, paid, prices) = (
        RwSignal::new(ServiceMedia::Photo.as_str().to_owned()),
        RwSignal::new(false),
        PriceRows::new(&[]),
    );
    let kinds = vec![
        (
            ServiceMedia::Photo.as_str().to_owned(),
            t(SettingsTexts::Photos).to_owned(),
        ),
        (
            ServiceMedia::Video.as_str().to_owned(),
            t(SettingsTexts::Videos).to_owned(),
        ),
        (
            ServiceMedia::None.as_str().to_owned(),
            t(SettingsTexts::NoMedia).to_owned(),
        ),
    ];
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let prices = read_prices(&mut numbers, paid, &prices.rows.get_untracked());
        if !numbers.finish() {
            return;
        }
        let body = NewService {
            names: LocalizedName {
                ru: ru.get_untracked(),
                en: en.get_untracked(),
                zh: zh.get_untracked(),
            },
            icon: icon.get_untracked(),
            media_kind: ServiceMedia::from_name(&media_kind.get_untracked()).unwrap_or(ServiceMedia::None),
            mode: mode(paid.get_untracked()),
            prices: prices.unwrap_or_default(),
        };
        action.run(
            api::send::<AddService>((), Nothing {}, body, Options::default()),
            move |_| {
                reload.try_run(());
            },
        );
    };
    move || {
        if !open.get() {
            return any_view! {
                <div>
                    <button class="button" data-testid="new-service" on:click=move |_| open.set(true)>
                        {t(SettingsTexts::AddService)}
                    </button>
                </div>
            };
        }
        let kinds = kinds.clone();
        any_view! {
            <form class="card" data-testid="new-service-form" on:submit=add>
                <h2 class="minor">{t(SettingsTexts::OwnService)}</h2>
                <ErrorNote error=action />
                <div class="grid three even">
                    <Field name="names.ru" label=t(SettingsTexts::NameRu) value=ru error=action />
                    <Field name="names.en" label=t(SettingsTexts::NameEn) value=en error=action />
                    <Field name="names.zh" label=t(SettingsTexts::NameZh) value=zh error=action />
                </div>
                <div class="grid three even">
                    <Field name="icon" label=t(SettingsTexts::Icon) value=icon error=action />
                    <SelectField
                        name="media_kind"
                        label=t(SettingsTexts::ServiceResult)
                        value=media_kind
                        options=kinds
                    />
                    <ModeSelect paid=paid />
                </div>
                <PriceFields paid=paid prices=prices error=action />
                <div class="row">
                    <button class="button primary" data-testid="add-own-service">
                        {t(SettingsTexts::AddService)}
                    </button>
                    <button type="button" class="quiet" on:click=move |_| open.set(false)>
                        {t(Text::Cancel)}
                    </button>
                </div>
            </form>
        }
    }
}
