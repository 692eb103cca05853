//! The agent's settings: lists, terms, and their effect on orders and shipments.

mod brand;
mod charges;
mod lists;
mod tabs;
mod tariffs;
mod terms;
mod working_hours;

use crate::support::Actor;
use serde_json::{Value, json};

/// One valid entry of each list.
pub fn valid_entries() -> Vec<(&'static str, Value)> {
    vec![
        (
            "delivery-methods",
            json!({"name": "Авто", "days_min": 12, "days_max": 18, "requires": []}),
        ),
        (
            "packagings",
            json!({"name": "Обрешётка", "price": "60.00", "currency": "CNY", "weight_grams": 4000}),
        ),
        (
            "insurances",
            json!({"name": "Полная", "percent": "2", "minimum": "5.00", "currency": "CNY"}),
        ),
        (
            "transport-companies",
            json!({"name": "СДЭК", "tracking_url": "https://cdek.ru/track?n={track}"}),
        ),
        (
            "pickup-points",
            json!({"name": "Люблино", "country": "RU", "city": "Москва", "address": "Тихорецкий б-р, 1", "phone": null}),
        ),
        (
            "payment-cards",
            json!({"bank": "Т-Банк", "holder": "Анна С.", "number": "2200 7000 0000 0001", "currency": "RUB"}),
        ),
        (
            "purchasing-accounts",
            json!({"marketplace": "1688", "login": "lotus_01", "comment": "основной", "currency": "CNY", "limit": "500.00"}),
        ),
        (
            "goods-categories",
            json!({"name": "Копии брендов", "per_kilogram": "0.50", "per_cubic_metre": "50.00", "per_place": "0.00", "currency": "USD"}),
        ),
        ("cash-categories", json!({"name": "Аренда", "flow": "expense"})),
    ]
}

pub async fn add_entry(owner: &Actor, list: &str, values: Value) -> i64 {
    owner.post(&format!("/agent/settings/{list}"), values).await.expect(201)["id"]
        .as_i64()
        .expect("an id")
}

pub fn tariff_body(method: i64) -> Value {
    json!({
        "delivery_method_id": method, "country": "ru", "currency": "USD", "minimum": "5.00", "volumetric_divisor": 6000,
        "brackets": [
            {"weight_from_grams": 0, "density_from_kg_m3": 0, "per": "cubic_metre", "price": "300.00"},
            {"weight_from_grams": 0, "density_from_kg_m3": 200, "per": "kilogram", "price": "2.50"},
        ],
    })
}
