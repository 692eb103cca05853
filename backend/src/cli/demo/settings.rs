//! Settings of the demo agents: delivery, packaging, insurance, payments and self-buyout.

use super::steps::DemoResult;
use books::settings::{SettingsError, client_terms, lists::add_entry};
use chrono::{DateTime, Utc};
use entities::lists as entities;
use platform::scope::ScopedConnection;
use shared_types::{
    fixed::Percent,
    money::{Currency, PriceText},
    pricing::{BoundSide, PriceUnit},
    settings::{
        DeliveryMethod, DeliveryTariff, InsurancePlan, Packaging, PaymentCard, PickupPoint, PurchasingAccount,
        SelfBuyout, TariffStep, TransportCompany, WorkingHours, WorkingWeek,
    },
};

fn price_text(text: &str) -> PriceText {
    PriceText(text.to_owned())
}

fn describe(error: SettingsError) -> String {
    format!("demo settings: {error}")
}

/// Adds delivery methods and their tariffs, in US dollars as usual with carriers.
async fn add_delivery_methods(rows: &impl ScopedConnection, now: DateTime<Utc>) -> DemoResult<()> {
    for (name, days_min, days_max, light, dense) in [
        ("Авто", 18, 25, "280", "2.40"),
        ("Экспресс-авто", 12, 15, "390", "3.60"),
        ("Авиа", 5, 8, "1600", "9.50"),
    ] {
        let method = DeliveryMethod {
            requires: Vec::new(),
            name: name.to_owned(),
            days_min: Some(days_min),
            days_max: Some(days_max),
        };
        let method = add_entry::<entities::delivery_method::Entity>(rows, &method, now)
            .await
            .map_err(describe)?;
        for country in ["RU", "KZ", "BY"] {
            let step = |density, per, price: &str| TariffStep {
                weight_from_grams: 0,
                density_from_kg_m3: density,
                per,
                price: price_text(price),
            };
            let tariff = DeliveryTariff {
                delivery_method_id: method.id,
                country: country.to_owned(),
                goods_category_id: None,
                currency: Currency::Usd,
                minimum: price_text("5"),
                volumetric_divisor: None,
                weight_step_grams: 1,
                density_bound: BoundSide::Above,
                // Brackets per cubic metre do not apply to shipments without a measured volume; they are charged by weight.
                brackets: vec![
                    step(0, PriceUnit::CubicMetre, light),
                    step(150, PriceUnit::Kilogram, dense),
                ],
            };
            add_entry::<entities::delivery_tariff::Entity>(rows, &tariff, now)
                .await
                .map_err(describe)?;
        }
    }
    Ok(())
}

/// Creates the settings of an agent.
pub(super) async fn fill(rows: &impl ScopedConnection, now: DateTime<Utc>) -> DemoResult<()> {
    add_delivery_methods(rows, now).await?;
    for (name, price, weight_grams) in [("Мешок и скотч", "15", 300), ("Деревянная обрешётка", "90", 6000)]
    {
        let packaging = Packaging {
            name: name.to_owned(),
            price: price_text(price),
            currency: Currency::Cny,
            weight_grams,
        };
        add_entry::<entities::packaging::Entity>(rows, &packaging, now)
            .await
            .map_err(describe)?;
    }
    let insurance = InsurancePlan {
        name: "Страховка груза".to_owned(),
        percent: Percent::from_millionths(2_000_000),
        minimum: price_text("10"),
        currency: Currency::Cny,
    };
    add_entry::<entities::insurance::Entity>(rows, &insurance, now)
        .await
        .map_err(describe)?;
    for (name, address) in [
        ("СДЭК", "https://www.cdek.ru/ru/tracking?order_id={track}"),
        ("Деловые линии", "https://www.dellin.ru/tracker/?rwID={track}"),
    ] {
        let company = TransportCompany {
            name: name.to_owned(),
            tracking_url: Some(address.to_owned()),
        };
        add_entry::<entities::transport_company::Entity>(rows, &company, now)
            .await
            .map_err(describe)?;
    }
    let point = PickupPoint {
        name: "Люблино".to_owned(),
        country: "RU".to_owned(),
        city: "Москва".to_owned(),
        address: "Тихорецкий бульвар, 1".to_owned(),
        phone: None,
    };
    add_entry::<entities::pickup_point::Entity>(rows, &point, now)
        .await
        .map_err(describe)?;
    let hours = (1..=5).map(|weekday| WorkingHours {
        weekday,
        opens: "09:00".to_owned(),
        closes: "18:00".to_owned(),
    });
    let week = WorkingWeek { hours: hours.collect() };
    client_terms::update_working_week(rows, week, None, now)
        .await
        .map_err(describe)?;
    let card = PaymentCard {
        bank: "Банк Демонстрация".to_owned(),
        holder: "Анна К.".to_owned(),
        number: "2200 0000 0000 0000".to_owned(),
        currency: Currency::Rub,
    };
    add_entry::<entities::payment_card::Entity>(rows, &card, now)
        .await
        .map_err(describe)?;
    for (marketplace, login, limit) in [("1688", "lotos-buy-01", None), ("Taobao", "lotos-tb", Some("5000"))] {
        let account = PurchasingAccount {
            marketplace: marketplace.to_owned(),
            login: login.to_owned(),
            comment: String::new(),
            currency: Currency::Cny,
            limit: limit.map(price_text),
        };
        add_entry::<entities::purchasing_account::Entity>(rows, &account, now)
            .await
            .map_err(describe)?;
    }
    let offer = SelfBuyout {
        enabled: true,
        warehouse_address: "广东省广州市白云区石井街道8号仓库 {code}\n电话 +86 20 8888 0000".to_owned(),
        note: String::new(),
    };
    client_terms::update_self_buyout(rows, offer, None, now)
        .await
        .map_err(describe)?;
    Ok(())
}
