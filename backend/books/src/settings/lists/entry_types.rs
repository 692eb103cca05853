//! The values of each list: validation, and conversion to and from columns.

use super::{CommonColumns, ListEntity};
use crate::settings::conditions::HUNDRED_PERCENT;
use entities::lists as entities;
use sea_orm::{
    Condition, Value,
    entity::prelude::*,
    sea_query::{IntoCondition, Query},
};
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    fixed::Percent,
    items::limits::{VOLUME_CM3, WEIGHT_GRAMS},
    money::{Currency, Money, PriceText},
    pricing::{PriceUnit, TariffBracket},
    recipients::RecipientField,
    settings::*,
};

fn price_currency(errors: &mut FieldErrors, currency: Currency) -> Value {
    if !limits::PRICE_CURRENCIES.contains(&currency) {
        errors.add("currency", Rule::UnknownValue);
    }
    currency.into()
}

fn price_minor(errors: &mut FieldErrors, field: &str, text: &PriceText, currency: Currency) -> i64 {
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

fn country_code(errors: &mut FieldErrors, text: &str) -> Value {
    let country = Country::parse(text);
    if country.is_err() {
        errors.add("country", Rule::UnknownValue);
    }
    country.map_or_else(|_| String::new(), String::from).into()
}

/// Validates the data that a delivery method requires of a recipient: each field once.
fn requirements_json(errors: &mut FieldErrors, required: &[RecipientField]) -> String {
    let mut unique = required.to_vec();
    unique.sort_unstable();
    unique.dedup();
    if unique.len() != required.len() {
        errors.add("requires", Rule::Taken);
    }
    serde_json::to_string(&unique).unwrap_or_default()
}

fn price_text(minor: i64, currency: Currency) -> PriceText {
    PriceText(Money::new(minor, currency).amount())
}

/// The tariffs of delivery methods that are not deleted.
fn of_listed_methods() -> Condition {
    let methods = Query::select()
        .column((entities::delivery_method::Entity, entities::delivery_method::Column::Id))
        .from(entities::delivery_method::Entity)
        .and_where(entities::delivery_method::Column::RemovedAt.is_not_null())
        .to_owned();
    entities::delivery_tariff::Column::DeliveryMethodId
        .not_in_subquery(methods)
        .into_condition()
}

macro_rules! impl_listed {
    ($($module:ident = $values:ident $(, references = $references:expr)? $(, removed_at = $removed:ident)? $(, listed = $listed:path)?;
        columns = |$given:ident, $errors:ident| { $($column:ident: $value:expr,)* };
        values = |$row:ident| $read:expr;)*) => {$(
        impl ListEntity for entities::$module::Entity {
            type Values = $values;
            const COMMON: CommonColumns<Self::Column> = CommonColumns {
                id: entities::$module::Column::Id,
                agent_id: entities::$module::Column::AgentId,
                position: entities::$module::Column::Position,
                disabled_at: entities::$module::Column::DisabledAt,
                version: entities::$module::Column::Version,
                created_at: entities::$module::Column::CreatedAt,
                updated_at: entities::$module::Column::UpdatedAt,
            };
            $(const REFERENCE_FIELDS: &'static [&'static str] = &$references;)?
            $(const REMOVED_AT: Option<Self::Column> = Some(entities::$module::Column::$removed);)?

            $(fn listed() -> Condition {
                $listed()
            })?

            fn to_columns($given: &Self::Values, $errors: &mut FieldErrors) -> Vec<(Self::Column, Value)> {
                vec![$((entities::$module::Column::$column, $value.into())),*]
            }

            fn to_entry($row: Self::Model) -> Entry<Self::Values> {
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

impl_listed! {
    delivery_method = DeliveryMethod, removed_at = RemovedAt;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        DaysMin: valid_days(errors, "days_min", given.days_min, 0),
        DaysMax: valid_days(errors, "days_max", given.days_max, given.days_min.unwrap_or_default()),
        Requires: requirements_json(errors, &given.requires),
    };
    values = |row| DeliveryMethod {
        name: row.name,
        days_min: row.days_min,
        days_max: row.days_max,
        requires: row.requires.into_inner(),
    };

    delivery_tariff = DeliveryTariff, references = ["delivery_method_id", "goods_category_id"], listed = of_listed_methods;
    columns = |given, errors| {
        DeliveryMethodId: given.delivery_method_id,
        Country: country_code(errors, &given.country),
        GoodsCategoryId: given.goods_category_id,
        Currency: price_currency(errors, given.currency),
        MinimumMinor: price_minor(errors, "minimum", &given.minimum, given.currency),
        VolumetricDivisor: valid_divisor(errors, given.volumetric_divisor),
        WeightStepGrams: valid_weight_step(errors, given.weight_step_grams),
        DensityBound: given.density_bound,
        Brackets: brackets_json(errors, given),
    };
    values = |row| DeliveryTariff {
        delivery_method_id: row.delivery_method_id,
        country: row.country.code().to_owned(),
        goods_category_id: row.goods_category_id,
        currency: row.currency,
        minimum: price_text(row.minimum_minor, row.currency),
        volumetric_divisor: row.volumetric_divisor,
        weight_step_grams: row.weight_step_grams,
        density_bound: row.density_bound,
        brackets: tariff_steps(row.brackets.into_inner(), row.currency),
    };

    goods_category = GoodsCategory;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        Currency: price_currency(errors, given.currency),
        PerKilogramMinor: price_minor(errors, "per_kilogram", &given.per_kilogram, given.currency),
        PerCubicMetreMinor: price_minor(errors, "per_cubic_metre", &given.per_cubic_metre, given.currency),
        PerPlaceMinor: price_minor(errors, "per_place", &given.per_place, given.currency),
    };
    values = |row| GoodsCategory {
        name: row.name,
        per_kilogram: price_text(row.per_kilogram_minor, row.currency),
        per_cubic_metre: price_text(row.per_cubic_metre_minor, row.currency),
        per_place: price_text(row.per_place_minor, row.currency),
        currency: row.currency,
    };

    packaging = Packaging;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        PriceMinor: price_minor(errors, "price", &given.price, given.currency),
        Currency: price_currency(errors, given.currency),
        WeightGrams: in_range(errors, "weight_grams", given.weight_grams, WEIGHT_GRAMS),
    };
    values = |row| Packaging {
        name: row.name,
        price: price_text(row.price_minor, row.currency),
        currency: row.currency,
        weight_grams: row.weight_grams,
    };

    insurance = InsurancePlan;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        Percent: valid_percent(errors, given.percent),
        MinimumMinor: price_minor(errors, "minimum", &given.minimum, given.currency),
        Currency: price_currency(errors, given.currency),
    };
    values = |row| InsurancePlan {
        name: row.name,
        percent: row.percent,
        minimum: price_text(row.minimum_minor, row.currency),
        currency: row.currency,
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
        Country: country_code(errors, &given.country),
        City: errors.required_text("city", &given.city, limits::NAME),
        Address: errors.required_text("address", &given.address, limits::ADDRESS),
        Phone: errors.optional_text("phone", given.phone.as_deref(), limits::NAME),
    };
    values = |row| PickupPoint {
        name: row.name,
        country: row.country.code().to_owned(),
        city: row.city,
        address: row.address,
        phone: row.phone,
    };

    payment_card = PaymentCard;
    columns = |given, errors| {
        Bank: errors.required_text("bank", &given.bank, limits::NAME),
        Holder: errors.required_text("holder", &given.holder, limits::NAME),
        Number: errors.required_text("number", &given.number, limits::NAME),
        Currency: given.currency,
    };
    values = |row| PaymentCard {
        bank: row.bank,
        holder: row.holder,
        number: row.number,
        currency: row.currency,
    };

    purchasing_account = PurchasingAccount;
    columns = |given, errors| {
        Marketplace: errors.required_text("marketplace", &given.marketplace, limits::NAME),
        Login: errors.required_text("login", &given.login, limits::NAME),
        Comment: errors.text("comment", &given.comment, limits::NOTE),
        Currency: price_currency(errors, given.currency),
        LimitMinor: given.limit.as_ref().map(|limit| price_minor(errors, "limit", limit, given.currency)),
    };
    values = |row| PurchasingAccount {
        marketplace: row.marketplace,
        login: row.login,
        comment: row.comment,
        currency: row.currency,
        limit: row.limit_minor.map(|minor| price_text(minor, row.currency)),
    };

    cash_category = CashCategory;
    columns = |given, errors| {
        Name: errors.required_text("name", &given.name, limits::NAME),
        Flow: given.flow,
    };
    values = |row| CashCategory {
        name: row.name,
        flow: row.flow,
    };
}

fn in_range(errors: &mut FieldErrors, field: &str, value: i64, maximum: i64) -> i64 {
    errors.range(field, value, 0, maximum);
    value
}

fn valid_days(errors: &mut FieldErrors, field: &str, days: Option<i32>, minimum: i32) -> Option<i32> {
    if let Some(days) = days {
        errors.range(field, days.into(), minimum.into(), limits::DAYS);
    }
    days
}

fn valid_percent(errors: &mut FieldErrors, percent: Percent) -> Percent {
    errors.range("percent", percent.millionths(), 0, HUNDRED_PERCENT);
    percent
}

fn valid_divisor(errors: &mut FieldErrors, divisor: Option<i64>) -> Option<i64> {
    if let Some(divisor) = divisor {
        errors.range("volumetric_divisor", divisor, 1, 1_000_000);
    }
    divisor
}

fn valid_weight_step(errors: &mut FieldErrors, grams: i64) -> i64 {
    errors.range("weight_step_grams", grams, 1, limits::WEIGHT_STEP_GRAMS);
    grams
}

/// Validates the brackets and serializes them for the pricing engine.
fn brackets_json(errors: &mut FieldErrors, tariff: &DeliveryTariff) -> String {
    if tariff.brackets.is_empty() {
        errors.add("brackets", Rule::Required);
    }
    if tariff.brackets.len() > limits::BRACKETS {
        errors.add("brackets", Rule::TooMany(limits::BRACKETS));
    }
    let mut stored = Vec::new();
    for (index, step) in tariff.brackets.iter().enumerate() {
        let field = |name: &str| format!("brackets[{index}].{name}");
        let bounds = |step: &TariffStep| (step.weight_from_grams, step.density_from_kg_m3);
        if tariff.brackets[..index]
            .iter()
            .any(|other| bounds(other) == bounds(step))
        {
            errors.add(&field("weight_from_grams"), Rule::SameBounds);
        }
        errors.range(&field("weight_from_grams"), step.weight_from_grams, 0, WEIGHT_GRAMS);
        errors.range(&field("density_from_kg_m3"), step.density_from_kg_m3, 0, VOLUME_CM3);
        stored.push(TariffBracket {
            weight_from_grams: step.weight_from_grams,
            density_from_kg_m3: step.density_from_kg_m3,
            per: step.per,
            price_minor: match step.per {
                PriceUnit::NotCarried => 0,
                _ => price_minor(errors, &field("price"), &step.price, tariff.currency),
            },
        });
    }
    serde_json::to_string(&stored).unwrap_or_default()
}

/// Converts stored brackets to their API representation.
fn tariff_steps(stored: Vec<TariffBracket>, currency: Currency) -> Vec<TariffStep> {
    let step = |bracket: TariffBracket| TariffStep {
        weight_from_grams: bracket.weight_from_grams,
        density_from_kg_m3: bracket.density_from_kg_m3,
        per: bracket.per,
        price: price_text(bracket.price_minor, currency),
    };
    stored.into_iter().map(step).collect()
}
