//! What the entries of each list say, and how it is checked.

use super::{Common, Listed, entities as of};
use crate::settings::conditions::WHOLE;
use sea_orm::Value;
use shared_types::{
    fields::{FieldErrors, Rule},
    fixed::Percent,
    items::limits::{VOLUME_CM3, WEIGHT_GRAMS},
    money::{Currency, Money, PriceText},
    pricing::TariffBracket,
    settings::*,
};

/// Currencies that the settings name prices in: all that have a rate.
const PRICED: [Currency; 3] = [Currency::Cny, Currency::Rub, Currency::Usd];

fn priced(errors: &mut FieldErrors, currency: Currency) -> Value {
    if !PRICED.contains(&currency) {
        errors.add("currency", Rule::UnknownValue);
    }
    currency.code().into()
}

fn amount(errors: &mut FieldErrors, field: &str, text: &PriceText, currency: Currency) -> i64 {
    match Money::parse(&text.0, currency) {
        Ok(money) if (0..=limits::PRICE_MINOR).contains(&money.minor) => money.minor,
        Ok(_) => {
            errors.add(field, Rule::OutOfRange(0, limits::PRICE_MINOR / 100));
            0
        }
        Err(_) => {
            errors.add(field, Rule::NotAnAmount);
            0
        }
    }
}

fn country(errors: &mut FieldErrors, text: &str) -> Value {
    let text = text.trim();
    if text.len() != 2 || !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        errors.add("country", Rule::UnknownValue);
    }
    text.to_ascii_uppercase().into()
}

fn currency(code: &str) -> Currency {
    Currency::from_code(code).unwrap_or(Currency::Cny)
}

fn text(minor: i64, code: &str) -> PriceText {
    PriceText(Money::new(minor, currency(code)).amount())
}

/// `HH:MM`, between midnight and midnight.
fn time_of_day(errors: &mut FieldErrors, field: &str, text: &str) -> String {
    let number = |part: &str| part.parse::<u8>().ok().filter(|_| part.len() == 2);
    let read = text.trim().split_once(':').and_then(|(hours, minutes)| {
        let (hours, minutes) = (number(hours)?, number(minutes)?);
        (hours < 24 && minutes < 60 || (hours, minutes) == (24, 0)).then_some(())
    });
    if read.is_none() {
        errors.add(field, Rule::UnknownValue);
    }
    text.trim().to_owned()
}

macro_rules! listed {
    ($($module:ident = $values:ident $(, reference = $reference:literal)?;
        columns = |$given:ident, $errors:ident| { $($column:ident: $value:expr,)* };
        values = |$row:ident| $read:expr;)*) => {$(
        impl Listed for of::$module::Entity {
            type Values = $values;
            const COMMON: Common<Self::Column> = Common {
                id: of::$module::Column::Id,
                agent_id: of::$module::Column::AgentId,
                position: of::$module::Column::Position,
                disabled_at: of::$module::Column::DisabledAt,
                version: of::$module::Column::Version,
                created_at: of::$module::Column::CreatedAt,
                updated_at: of::$module::Column::UpdatedAt,
            };
            $(const REFERENCE: &'static str = $reference;)?

            fn columns($given: &Self::Values, $errors: &mut FieldErrors) -> Vec<(Self::Column, Value)> {
                vec![$((of::$module::Column::$column, $value.into())),*]
            }

            fn entry($row: Self::Model) -> Entry<Self::Values> {
                Entry {
                    id: $row.id,
                    position: $row.position,
                    archived: $row.disabled_at.is_some(),
                    version: $row.version,
                    values: $read,
                }
            }
        }
    )*};
}

listed! {
    delivery_method = DeliveryMethod;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        DaysMin: days(errors, "days_min", given.days_min, 0),
        DaysMax: days(errors, "days_max", given.days_max, given.days_min.unwrap_or_default()),
    };
    values = |row| DeliveryMethod {
        name: row.name,
        days_min: row.days_min,
        days_max: row.days_max,
    };

    delivery_tariff = DeliveryTariff, reference = "delivery_method_id";
    columns = |given, errors| {
        DeliveryMethodId: given.delivery_method_id,
        Country: country(errors, &given.country),
        Currency: priced(errors, given.currency),
        MinimumMinor: amount(errors, "minimum", &given.minimum, given.currency),
        VolumetricDivisor: divisor(errors, given.volumetric_divisor),
        Brackets: brackets(errors, given),
    };
    values = |row| DeliveryTariff {
        delivery_method_id: row.delivery_method_id,
        country: row.country,
        currency: currency(&row.currency),
        minimum: text(row.minimum_minor, &row.currency),
        volumetric_divisor: row.volumetric_divisor,
        brackets: steps(&row.brackets, &row.currency),
    };

    packaging = Packaging;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        PriceMinor: amount(errors, "price", &given.price, given.currency),
        Currency: priced(errors, given.currency),
        WeightGrams: within(errors, "weight_grams", given.weight_grams, WEIGHT_GRAMS),
    };
    values = |row| Packaging {
        name: row.name,
        price: text(row.price_minor, &row.currency),
        currency: currency(&row.currency),
        weight_grams: row.weight_grams,
    };

    insurance = InsurancePlan;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        Percent: share(errors, given.percent),
        MinimumMinor: amount(errors, "minimum", &given.minimum, given.currency),
        Currency: priced(errors, given.currency),
    };
    values = |row| InsurancePlan {
        name: row.name,
        percent: Percent::parse(&row.percent).unwrap_or_default(),
        minimum: text(row.minimum_minor, &row.currency),
        currency: currency(&row.currency),
    };

    transport_company = TransportCompany;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        TrackingUrl: errors.optional_url("tracking_url", given.tracking_url.as_deref(), limits::ADDRESS),
    };
    values = |row| TransportCompany {
        name: row.name,
        tracking_url: row.tracking_url,
    };

    pickup_point = PickupPoint;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        Country: country(errors, &given.country),
        City: errors.required_text("city", &given.city, limits::NAME),
        Address: errors.required_text("address", &given.address, limits::ADDRESS),
        Phone: errors.optional_text("phone", given.phone.as_deref(), limits::NAME),
    };
    values = |row| PickupPoint {
        name: row.name,
        country: row.country,
        city: row.city,
        address: row.address,
        phone: row.phone,
    };

    working_hours = WorkingHours;
    columns = |given, errors| {
        Weekday: weekday(errors, given.weekday),
        Opens: time_of_day(errors, "opens", &given.opens),
        Closes: closing(errors, given),
    };
    values = |row| WorkingHours {
        weekday: row.weekday,
        opens: row.opens,
        closes: row.closes,
    };

    payment_card = PaymentCard;
    columns = |given, errors| {
        Bank: errors.required_text("bank", &given.bank, limits::NAME),
        Holder: errors.required_text("holder", &given.holder, limits::NAME),
        Number: errors.required_text("number", &given.number, limits::NAME),
        Currency: given.currency.code(),
    };
    values = |row| PaymentCard {
        bank: row.bank,
        holder: row.holder,
        number: row.number,
        currency: currency(&row.currency),
    };

    purchasing_account = PurchasingAccount;
    columns = |given, errors| {
        Marketplace: errors.required_text("marketplace", &given.marketplace, limits::NAME),
        Login: errors.required_text("login", &given.login, limits::NAME),
        Comment: errors.text("comment", &given.comment, limits::NOTE),
    };
    values = |row| PurchasingAccount {
        marketplace: row.marketplace,
        login: row.login,
        comment: row.comment,
    };
}

fn within(errors: &mut FieldErrors, field: &str, number: i64, most: i64) -> i64 {
    errors.range(field, number, 0, most);
    number
}

fn days(errors: &mut FieldErrors, field: &str, days: Option<i32>, least: i32) -> Option<i32> {
    if let Some(days) = days {
        errors.range(field, days.into(), least.into(), limits::DAYS);
    }
    days
}

fn share(errors: &mut FieldErrors, percent: Percent) -> String {
    errors.range("percent", percent.millionths(), 0, WHOLE);
    percent.to_string()
}

fn weekday(errors: &mut FieldErrors, day: i32) -> i32 {
    errors.range("weekday", day.into(), 1, 7);
    day
}

/// Both are written alike, so that the later one is the larger text.
fn closing(errors: &mut FieldErrors, hours: &WorkingHours) -> String {
    let closes = time_of_day(errors, "closes", &hours.closes);
    if errors.is_empty() && closes.as_str() <= hours.opens.trim() {
        errors.add("closes", Rule::UnknownValue);
    }
    closes
}

fn divisor(errors: &mut FieldErrors, divisor: Option<i64>) -> Option<i64> {
    if let Some(divisor) = divisor {
        errors.range("volumetric_divisor", divisor, 1, 1_000_000);
    }
    divisor
}

/// The brackets as the pricing engine takes them.
fn brackets(errors: &mut FieldErrors, tariff: &DeliveryTariff) -> String {
    if tariff.brackets.is_empty() {
        errors.add("brackets", Rule::Required);
    }
    if tariff.brackets.len() > limits::BRACKETS {
        errors.add("brackets", Rule::TooLong(limits::BRACKETS));
    }
    let mut kept = Vec::new();
    for (index, step) in tariff.brackets.iter().enumerate() {
        let field = |name: &str| format!("brackets.{index}.{name}");
        errors.range(&field("weight_from_grams"), step.weight_from_grams, 0, WEIGHT_GRAMS);
        errors.range(&field("density_from_kg_m3"), step.density_from_kg_m3, 0, VOLUME_CM3);
        kept.push(TariffBracket {
            weight_from_grams: step.weight_from_grams,
            density_from_kg_m3: step.density_from_kg_m3,
            per: step.per,
            price_minor: amount(errors, &field("price"), &step.price, tariff.currency),
        });
    }
    serde_json::to_string(&kept).unwrap_or_default()
}

fn steps(kept: &str, code: &str) -> Vec<TariffStep> {
    let kept: Vec<TariffBracket> = serde_json::from_str(kept).unwrap_or_default();
    let step = |bracket: TariffBracket| TariffStep {
        weight_from_grams: bracket.weight_from_grams,
        density_from_kg_m3: bracket.density_from_kg_m3,
        per: bracket.per,
        price: text(bracket.price_minor, code),
    };
    kept.into_iter().map(step).collect()
}
