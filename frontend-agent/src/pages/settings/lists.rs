//! The lists of the settings: their fields, and how an entry is told.

use super::{
    editor::List,
    sheet::{Input, Kind, Sheet, Told, input},
    texts::Settings,
};
use frontend_ui::{
    api,
    components::Loaded,
    i18n::{Text, t},
};
use leptos::prelude::*;
use shared_types::{
    endpoint::Nothing,
    money::Currency,
    settings::{
        DeliveryMethod, DeliveryOptions, DeliveryTariff, InsurancePlan, ListDeliveryOptions, Packaging, PaymentCard,
        PickupPoint, PurchasingAccount, TransportCompany, WorkingHours,
    },
};

fn currencies(all: &[Currency]) -> Kind {
    Kind::Choice {
        options: all
            .iter()
            .map(|currency| {
                (
                    currency.code().to_owned(),
                    format!("{} {}", currency.code(), currency.sign()),
                )
            })
            .collect(),
        number: false,
    }
}

fn priced() -> Input {
    input(
        "currency",
        Settings::Currency,
        currencies(&[Currency::Cny, Currency::Rub, Currency::Usd]),
    )
}

fn name() -> Input {
    input("name", Settings::Name, Kind::Text)
}

/// Parts that are there, with dots between.
fn joined(parts: &[String]) -> String {
    let there: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    there.join(" · ")
}

/// A number with its unit, where there is a number.
fn with(number: String, unit: &str) -> String {
    if number.is_empty() || number == "0" {
        String::new()
    } else {
        format!("{number} {unit}")
    }
}

fn tell_method(told: &Told<'_>) -> (String, String) {
    let (least, most) = (told.text("days_min"), told.text("days_max"));
    let days = match (least.is_empty(), most.is_empty()) {
        (false, false) if least != most => format!("{least}–{most}"),
        (true, _) => most,
        (false, _) => least,
    };
    (told.text("name"), with(days, t(Settings::Days)))
}

fn methods() -> Sheet {
    let fields = vec![
        name(),
        input("days_min", Settings::DaysMin, Kind::OptionalWhole),
        input("days_max", Settings::DaysMax, Kind::OptionalWhole),
    ];
    Sheet::of::<DeliveryMethod>(Settings::MethodsHint, fields, tell_method)
}

fn packagings() -> Sheet {
    let fields = vec![
        name(),
        input("price", Settings::Price, Kind::Amount),
        priced(),
        input("weight_grams", Settings::Grams, Kind::Whole),
    ];
    Sheet::of::<Packaging>(Settings::PackagingHint, fields, |told| {
        let price = format!("{} {}", told.text("price"), told.text("currency"));
        (
            told.text("name"),
            joined(&[price, with(told.text("weight_grams"), t(Settings::GramsUnit))]),
        )
    })
}

fn insurances() -> Sheet {
    let fields = vec![
        name(),
        input("percent", Settings::InsurancePercent, Kind::Percent),
        input("minimum", Settings::LeastPremium, Kind::Amount),
        priced(),
    ];
    Sheet::of::<InsurancePlan>(Settings::InsuranceHint, fields, |told| {
        let least = format!(
            "{} {} {}",
            t(Settings::From),
            told.text("minimum"),
            told.text("currency")
        );
        (
            told.text("name"),
            joined(&[format!("{} %", told.text("percent")), least]),
        )
    })
}

fn companies() -> Sheet {
    let fields = vec![name(), input("tracking_url", Settings::TrackingUrl, Kind::Optional)];
    Sheet::of::<TransportCompany>(Settings::CompaniesHint, fields, |told| {
        (told.text("name"), told.text("tracking_url"))
    })
}

fn pickup_points() -> Sheet {
    let fields = vec![
        name(),
        Input {
            first: "RU",
            ..input("country", Settings::CountryCode, Kind::Text)
        },
        input("city", Settings::City, Kind::Text),
        input("address", Settings::Address, Kind::Text),
        input("phone", Settings::Phone, Kind::Optional),
    ];
    Sheet::of::<PickupPoint>(Settings::PickupHint, fields, |told| {
        let place = format!(
            "{}, {}, {}",
            told.text("country"),
            told.text("city"),
            told.text("address")
        );
        (told.text("name"), joined(&[place, told.text("phone")]))
    })
}

fn hours() -> Sheet {
    let days = [
        Settings::Monday,
        Settings::Tuesday,
        Settings::Wednesday,
        Settings::Thursday,
        Settings::Friday,
        Settings::Saturday,
        Settings::Sunday,
    ];
    let weekday = Kind::Choice {
        options: (1..)
            .zip(days)
            .map(|(number, day): (i32, _)| (number.to_string(), t(day).to_owned()))
            .collect(),
        number: true,
    };
    let fields = vec![
        input("weekday", Settings::Weekday, weekday),
        Input {
            first: "09:00",
            ..input("opens", Settings::Opens, Kind::Time)
        },
        Input {
            first: "18:00",
            ..input("closes", Settings::Closes, Kind::Time)
        },
    ];
    Sheet::of::<WorkingHours>(Settings::HoursHint, fields, |told| {
        (
            told.text("weekday"),
            format!("{}–{}", told.text("opens"), told.text("closes")),
        )
    })
}

fn cards() -> Sheet {
    let fields = vec![
        input("bank", Settings::Bank, Kind::Text),
        input("holder", Settings::Holder, Kind::Text),
        input("number", Settings::CardNumber, Kind::Text),
        Input {
            first: "RUB",
            ..input("currency", Settings::Currency, currencies(&Currency::ALL))
        },
    ];
    Sheet::of::<PaymentCard>(Settings::CardsHint, fields, |told| {
        let title = format!("{} · {}", told.text("bank"), told.text("number"));
        (title, joined(&[told.text("holder"), told.text("currency")]))
    })
}

fn accounts() -> Sheet {
    let fields = vec![
        input("marketplace", Settings::Marketplace, Kind::Text),
        input("login", Settings::Login, Kind::Text),
        input("comment", Settings::Note, Kind::Long),
    ];
    Sheet::of::<PurchasingAccount>(Settings::AccountsHint, fields, |told| {
        (
            format!("{} · {}", told.text("marketplace"), told.text("login")),
            told.text("comment"),
        )
    })
}

fn tariffs(methods: DeliveryOptions) -> Sheet {
    let way = Kind::Choice {
        options: methods
            .methods
            .into_iter()
            .map(|way| (way.id.to_string(), way.name))
            .collect(),
        number: true,
    };
    let fields = vec![
        input("delivery_method_id", Settings::Method, way),
        Input {
            first: "RU",
            ..input("country", Settings::CountryCode, Kind::Text)
        },
        Input {
            first: "USD",
            ..priced()
        },
        input("minimum", Settings::LeastParcel, Kind::Amount),
        input("volumetric_divisor", Settings::Divisor, Kind::OptionalWhole),
        input("brackets", Settings::Brackets, Kind::Steps),
    ];
    Sheet::of::<DeliveryTariff>(Settings::TariffsHint, fields, |told| {
        let title = format!("{} → {}", told.text("delivery_method_id"), told.text("country"));
        let least = format!(
            "{} {} {}",
            t(Settings::From),
            told.text("minimum"),
            told.text("currency")
        );
        let steps = format!("{}: {}", t(Settings::StepsCount), told.count("brackets"));
        (title, joined(&[least, steps]))
    })
}

/// Tariffs are named by their ways, which are fetched first.
#[component]
fn Tariffs() -> impl IntoView {
    let options = LocalResource::new(|| api::get::<ListDeliveryOptions>(Nothing {}));
    let content = |options: DeliveryOptions| {
        if options.methods.is_empty() {
            return view! { <div class="empty" data-testid="empty"><h2>{t(Settings::MethodsFirst)}</h2><a class="button" href="/agent/settings?tab=delivery_methods">{t(Text::Next)}</a></div> }.into_any();
        }
        view! { <List sheet=tariffs(options)/> }.into_any()
    };
    view! { <Loaded resource=options content=content/> }.into_any()
}

/// The list of a tab.
pub(super) fn tab(name: &str) -> Option<AnyView> {
    let sheet = match name {
        "purchasing_accounts" => accounts(),
        "payment_cards" => cards(),
        "delivery_methods" => methods(),
        "packaging" => packagings(),
        "insurance" => insurances(),
        "transport_companies" => companies(),
        "pickup_points" => pickup_points(),
        "working_hours" => hours(),
        "delivery_tariffs" => return Some(view! { <Tariffs/> }.into_any()),
        _ => return None,
    };
    Some(view! { <List sheet=sheet/> }.into_any())
}
