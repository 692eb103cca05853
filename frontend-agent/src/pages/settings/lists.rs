//! The lists of the settings: the fields of each list, and how an entry is described in the list.

use super::{editor::ListEditor, texts::SettingsTexts};
use crate::pages::settings::list_spec::{EntryView, FieldKind, FieldSpec, ListSpec, field_spec, input_text};
use frontend_ui::{
    api::Error, countries::country_name_of, features::recipients::requirement_name, i18n::days_text, prelude::*,
};
use shared_types::{
    cash::CashFlow,
    id::ListEntryId,
    pricing::BoundSide,
    recipients::RecipientField,
    settings::{
        CashCategory, DeliveryMethod, DeliveryOptions, DeliveryTariff, GoodsCategory, InsurancePlan,
        ListDeliveryOptions, ListDeliveryTariffs, Packaging, PaymentCard, PickupPoint, PurchasingAccount,
        RestoreDeliveryMethod, TransportCompany, limits,
    },
};

fn currencies(all: &[Currency]) -> FieldKind {
    FieldKind::Choice {
        options: all
            .iter()
            .map(|currency| {
                (
                    currency.code().to_owned(),
                    format!("{} {}", currency.code(), currency.sign()),
                )
            })
            .collect(),
        is_number: false,
    }
}

/// The currency field of lists with prices.
fn currency_field() -> FieldSpec {
    field_spec(
        "currency",
        SettingsTexts::Currency,
        currencies(&[Currency::Cny, Currency::Rub, Currency::Usd]),
    )
}

fn name_field() -> FieldSpec {
    field_spec("name", SettingsTexts::Name, FieldKind::Text)
}

/// Joins the non-empty parts with dots.
fn join_parts(parts: &[String]) -> String {
    let present: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    present.join(" · ")
}

/// An amount in the currency of the entry, as amounts are shown everywhere.
fn amount(entry: &EntryView<'_>, name: &str) -> String {
    let (amount, currency) = (entry.text(name), input_text(entry.values.get("currency")));
    let money = Currency::from_code(&currency).and_then(|currency| Money::parse(&amount, currency).ok());
    money.map_or_else(|| format!("{amount} {currency}"), format::money)
}

/// A number with its unit; empty if the number is absent or 0.
fn with_unit(number: String, unit: &str) -> String {
    if number.is_empty() || number == "0" {
        String::new()
    } else {
        format!("{number} {unit}")
    }
}

/// The name and the range of days.
fn describe_method(entry: &EntryView<'_>) -> (String, String) {
    let (min, max) = (entry.text("days_min"), entry.text("days_max"));
    let days = match (min.is_empty(), max.is_empty()) {
        (false, false) if min != max => format!("{min}–{max}"),
        (true, _) => max,
        (false, _) => min,
    };
    let days = Some(days).filter(|days| !days.is_empty() && days != "0");
    (
        entry.text("name"),
        days.map_or_else(String::new, |days| days_text(&days)),
    )
}

/// The data that a delivery method can require of a recipient.
fn requirements() -> FieldKind {
    let option = |field: RecipientField| (field.as_str(), requirement_name(field));
    FieldKind::Flags(RecipientField::ALL.map(option).to_vec())
}

/// Names the tariffs that are deleted with a method.
async fn method_deletion_note(id: ListEntryId) -> Result<String, Error> {
    let tariffs = api::get::<ListDeliveryTariffs>(Nothing {}).await?.data;
    let countries: Vec<String> = tariffs
        .iter()
        .filter(|tariff| tariff.values.delivery_method_id == id)
        .map(|tariff| country_name_of(&tariff.values.country))
        .collect();
    let lost = if countries.is_empty() {
        t(SettingsTexts::NoTariffs).to_owned()
    } else {
        format!("{}: {}.", t(SettingsTexts::DeletedWith), countries.join(", "))
    };
    Ok(format!("{lost} {}", t(SettingsTexts::CanRestore)))
}

async fn restore_method(id: ListEntryId) -> Result<(), Error> {
    let restored = api::send::<RestoreDeliveryMethod>((id,), Nothing {}, Nothing {}, Options::default());
    restored.await.map(drop)
}

fn methods() -> ListSpec {
    let fields = vec![
        name_field(),
        field_spec("days_min", SettingsTexts::DaysMin, FieldKind::OptionalWhole),
        field_spec("days_max", SettingsTexts::DaysMax, FieldKind::OptionalWhole),
        field_spec("requires", SettingsTexts::Requires, requirements()),
    ];
    ListSpec {
        deletion_note: |id| Box::pin(method_deletion_note(id)),
        restore: Some(|id| Box::pin(restore_method(id))),
        ..ListSpec::for_list::<DeliveryMethod>(SettingsTexts::MethodsHint, fields, describe_method)
    }
}

fn goods_categories() -> ListSpec {
    let surcharges = [
        ("per_kilogram", SettingsTexts::PerKilogramSurcharge),
        ("per_cubic_metre", SettingsTexts::PerMetreSurcharge),
        ("per_place", SettingsTexts::PerPlaceSurcharge),
    ];
    let mut fields = vec![name_field()];
    fields.extend(surcharges.map(|(name, label)| field_spec(name, label, FieldKind::Amount)));
    fields.push(FieldSpec {
        initial: "USD",
        ..currency_field()
    });
    ListSpec::for_list::<GoodsCategory>(SettingsTexts::CategoriesHint, fields, |entry| {
        let units = [
            ("per_kilogram", t(SettingsTexts::PerKilogram)),
            ("per_cubic_metre", t(SettingsTexts::PerCubicMetre)),
            ("per_place", t(SettingsTexts::PerPlace)),
        ];
        let charged = units.map(|(name, unit)| {
            let is_free = !entry.text(name).contains(|digit: char| matches!(digit, '1'..='9'));
            if is_free {
                String::new()
            } else {
                format!("+{} / {unit}", amount(entry, name))
            }
        });
        (entry.text("name"), join_parts(&charged))
    })
}

fn packagings() -> ListSpec {
    let fields = vec![
        name_field(),
        field_spec("price", SettingsTexts::Price, FieldKind::Amount),
        currency_field(),
        field_spec("weight_grams", SettingsTexts::Grams, FieldKind::Whole),
    ];
    ListSpec::for_list::<Packaging>(SettingsTexts::PackagingHint, fields, |entry| {
        (
            entry.text("name"),
            join_parts(&[
                amount(entry, "price"),
                with_unit(entry.text("weight_grams"), t(SettingsTexts::GramsUnit)),
            ]),
        )
    })
}

fn insurances() -> ListSpec {
    let fields = vec![
        name_field(),
        field_spec("percent", SettingsTexts::InsurancePercent, FieldKind::Percent),
        field_spec("minimum", SettingsTexts::MinimumPremium, FieldKind::Amount),
        currency_field(),
    ];
    ListSpec::for_list::<InsurancePlan>(SettingsTexts::InsuranceHint, fields, |entry| {
        let minimum = format!("{} {}", t(SettingsTexts::From), amount(entry, "minimum"));
        (
            entry.text("name"),
            join_parts(&[format!("{} %", format::decimal(&entry.text("percent"))), minimum]),
        )
    })
}

fn companies() -> ListSpec {
    let fields = vec![
        name_field(),
        field_spec("tracking_url", SettingsTexts::TrackingUrl, FieldKind::OptionalText),
    ];
    ListSpec::for_list::<TransportCompany>(SettingsTexts::CompaniesHint, fields, |entry| {
        (entry.text("name"), entry.text("tracking_url"))
    })
}

fn pickup_points() -> ListSpec {
    let fields = vec![
        name_field(),
        FieldSpec {
            initial: "RU",
            ..field_spec("country", SettingsTexts::CountryCode, FieldKind::Country)
        },
        field_spec("city", SettingsTexts::City, FieldKind::Text),
        field_spec("address", SettingsTexts::Address, FieldKind::Text),
        field_spec("phone", SettingsTexts::Phone, FieldKind::OptionalText),
    ];
    ListSpec::for_list::<PickupPoint>(SettingsTexts::PickupHint, fields, |entry| {
        let address = format!(
            "{}, {}, {}",
            country_name_of(&entry.text("country")),
            entry.text("city"),
            entry.text("address")
        );
        (entry.text("name"), join_parts(&[address, entry.text("phone")]))
    })
}

fn cards() -> ListSpec {
    let fields = vec![
        field_spec("bank", SettingsTexts::Bank, FieldKind::Text),
        field_spec("holder", SettingsTexts::Holder, FieldKind::Text),
        field_spec("number", SettingsTexts::CardNumber, FieldKind::Text),
        FieldSpec {
            initial: "RUB",
            ..field_spec("currency", SettingsTexts::Currency, currencies(&Currency::COMMON))
        },
    ];
    ListSpec::for_list::<PaymentCard>(SettingsTexts::CardsHint, fields, |entry| {
        let title = format!("{} · {}", entry.text("bank"), entry.text("number"));
        (title, join_parts(&[entry.text("holder"), entry.text("currency")]))
    })
}

fn accounts() -> ListSpec {
    let fields = vec![
        field_spec("marketplace", SettingsTexts::Marketplace, FieldKind::Text),
        field_spec("login", SettingsTexts::Login, FieldKind::Text),
        FieldSpec {
            initial: "CNY",
            ..field_spec(
                "currency",
                SettingsTexts::Currency,
                currencies(&limits::PRICE_CURRENCIES),
            )
        },
        field_spec("limit", SettingsTexts::AccountLimit, FieldKind::OptionalAmount),
        field_spec("comment", SettingsTexts::Note, FieldKind::LongText),
    ];
    ListSpec::for_list::<PurchasingAccount>(SettingsTexts::AccountsHint, fields, |entry| {
        (
            format!("{} · {}", entry.text("marketplace"), entry.text("login")),
            entry.text("comment"),
        )
    })
}

fn flow_name(flow: CashFlow) -> &'static str {
    t(match flow {
        CashFlow::Income => SettingsTexts::FlowIncome,
        CashFlow::Expense => SettingsTexts::FlowExpense,
    })
}

fn cash_categories() -> ListSpec {
    let flows = [CashFlow::Expense, CashFlow::Income];
    let options = flows.map(|flow| (flow.as_str().to_owned(), flow_name(flow).to_owned()));
    let flow = FieldKind::Choice {
        options: options.into(),
        is_number: false,
    };
    let fields = vec![
        name_field(),
        FieldSpec {
            initial: CashFlow::Expense.as_str(),
            ..field_spec("flow", SettingsTexts::Flow, flow)
        },
    ];
    ListSpec::for_list::<CashCategory>(SettingsTexts::CashHint, fields, |entry| {
        (entry.text("name"), entry.text("flow"))
    })
}

fn tariffs(methods: DeliveryOptions) -> ListSpec {
    let method = FieldKind::Choice {
        options: methods
            .methods
            .into_iter()
            .map(|method| (method.id.to_string(), method.name))
            .collect(),
        is_number: true,
    };
    let other = (String::new(), t(SettingsTexts::OtherGoods).to_owned());
    let categories = methods.goods_categories.into_iter();
    let category = FieldKind::Choice {
        options: std::iter::once(other)
            .chain(categories.map(|category| (category.id.to_string(), category.name)))
            .collect(),
        is_number: true,
    };
    let bounds = [SettingsTexts::BoundAbove, SettingsTexts::BoundBelow].into_iter();
    let bound = FieldKind::Choice {
        options: BoundSide::ALL
            .into_iter()
            .zip(bounds)
            .map(|(side, label)| (side.as_str().to_owned(), t(label).to_owned()))
            .collect(),
        is_number: false,
    };
    let fields = vec![
        field_spec("delivery_method_id", SettingsTexts::Method, method),
        FieldSpec {
            initial: "RU",
            ..field_spec("country", SettingsTexts::CountryCode, FieldKind::Country)
        },
        field_spec("goods_category_id", SettingsTexts::GoodsCategory, category),
        FieldSpec {
            initial: "USD",
            ..currency_field()
        },
        field_spec("minimum", SettingsTexts::MinimumPerShipment, FieldKind::Amount),
        field_spec("volumetric_divisor", SettingsTexts::Divisor, FieldKind::OptionalWhole),
        FieldSpec {
            initial: "1",
            ..field_spec("weight_step_grams", SettingsTexts::WeightStep, FieldKind::Whole)
        },
        field_spec("density_bound", SettingsTexts::DensityBound, bound),
        field_spec("brackets", SettingsTexts::Brackets, FieldKind::Steps),
    ];
    ListSpec::for_list::<DeliveryTariff>(SettingsTexts::TariffsHint, fields, |entry| {
        let country = country_name_of(&entry.text("country"));
        let route = format!("{} → {country}", entry.text("delivery_method_id"));
        let category = entry.values.get("goods_category_id").filter(|id| !id.is_null());
        let title = join_parts(&[
            route,
            category.map_or_else(String::new, |_| entry.text("goods_category_id")),
        ]);
        let minimum = format!("{} {}", t(SettingsTexts::From), amount(entry, "minimum"));
        let steps = format!("{} {}", t(SettingsTexts::StepsCount), entry.count("brackets"));
        (title, join_parts(&[minimum, steps]))
    })
}

/// The list of tariffs. The delivery methods are fetched first: a tariff refers to one of them.
#[component]
fn TariffList() -> impl IntoView {
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    let content = |options: DeliveryOptions| {
        if options.methods.is_empty() {
            return any_view! {
                <div class="empty" data-testid="empty">
                    <h2>{t(SettingsTexts::MethodsFirst)}</h2>
                    <a class="button" href="/agent/settings?tab=delivery_methods">
                        {t(Text::Next)}
                    </a>
                </div>
            };
        }
        any_view! { <ListEditor spec=tariffs(options) /> }
    };
    options.show(Skeleton::Rows, move |value| content(value.clone()))
}

/// The list of a tab, or `None` if the tab is not a list.
pub(super) fn list_tab(name: &str) -> Option<AnyView> {
    let spec = match name {
        "purchasing_accounts" => accounts(),
        "cash_categories" => cash_categories(),
        "payment_cards" => cards(),
        "delivery_methods" => methods(),
        "goods_categories" => goods_categories(),
        "packaging" => packagings(),
        "insurance" => insurances(),
        "transport_companies" => companies(),
        "pickup_points" => pickup_points(),
        "delivery_tariffs" => return Some(any_view! { <TariffList /> }),
        _ => return None,
    };
    Some(any_view! { <ListEditor spec=spec /> })
}
