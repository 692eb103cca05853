//! What the demo's agents deliver by, and what they offer.

use super::Done;
use crate::{
    platform::{http::Failure, scope::Rows},
    settings::{
        lists::{add, entities as of},
        offers,
    },
};
use chrono::{DateTime, Utc};
use shared_types::{
    fixed::Percent,
    money::{Currency, PriceText},
    pricing::Per,
    settings::{
        DeliveryMethod, DeliveryTariff, InsurancePlan, Packaging, PaymentCard, PickupPoint, SelfBuyout, TariffStep,
        TransportCompany, WorkingHours,
    },
};

fn text(text: &str) -> PriceText {
    PriceText(text.to_owned())
}

fn refused(failure: Failure) -> &'static str {
    failure.code().as_str()
}

/// Ways of delivery with their tariffs, in dollars as carriers name them.
async fn ways(rows: &impl Rows, now: DateTime<Utc>) -> Done<()> {
    for (name, days_min, days_max, light, dense) in [
        ("Авто", 18, 25, "280", "2.40"),
        ("Экспресс-авто", 12, 15, "390", "3.60"),
        ("Авиа", 5, 8, "1600", "9.50"),
    ] {
        let way = DeliveryMethod {
            name: name.to_owned(),
            days_min: Some(days_min),
            days_max: Some(days_max),
        };
        let way = add::<of::delivery_method::Entity>(rows, &way, now)
            .await
            .map_err(refused)?;
        for country in ["RU", "KZ", "BY"] {
            let step = |density, per, price: &str| TariffStep {
                weight_from_grams: 0,
                density_from_kg_m3: density,
                per,
                price: text(price),
            };
            let tariff = DeliveryTariff {
                delivery_method_id: way.id,
                country: country.to_owned(),
                currency: Currency::Usd,
                minimum: text("5"),
                volumetric_divisor: None,
                // What was not measured can't be charged by its volume.
                brackets: vec![step(0, Per::CubicMetre, light), step(150, Per::Kilogram, dense)],
            };
            add::<of::delivery_tariff::Entity>(rows, &tariff, now)
                .await
                .map_err(refused)?;
        }
    }
    Ok(())
}

/// Fills the settings of an agent.
pub(super) async fn fill(rows: &impl Rows, now: DateTime<Utc>) -> Done<()> {
    ways(rows, now).await?;
    for (name, price, weight_grams) in [("Мешок и скотч", "15", 300), ("Деревянная обрешётка", "90", 6000)]
    {
        let packaging = Packaging {
            name: name.to_owned(),
            price: text(price),
            currency: Currency::Cny,
            weight_grams,
        };
        add::<of::packaging::Entity>(rows, &packaging, now)
            .await
            .map_err(refused)?;
    }
    let insurance = InsurancePlan {
        name: "Страховка груза".to_owned(),
        percent: Percent::from_millionths(2_000_000),
        minimum: text("10"),
        currency: Currency::Cny,
    };
    add::<of::insurance::Entity>(rows, &insurance, now)
        .await
        .map_err(refused)?;
    for (name, address) in [
        ("СДЭК", "https://www.cdek.ru/ru/tracking?order_id={track}"),
        ("Деловые линии", "https://www.dellin.ru/tracker/?rwID={track}"),
    ] {
        let company = TransportCompany {
            name: name.to_owned(),
            tracking_url: Some(address.to_owned()),
        };
        add::<of::transport_company::Entity>(rows, &company, now)
            .await
            .map_err(refused)?;
    }
    let point = PickupPoint {
        name: "Люблино".to_owned(),
        country: "RU".to_owned(),
        city: "Москва".to_owned(),
        address: "Тихорецкий бульвар, 1".to_owned(),
        phone: None,
    };
    add::<of::pickup_point::Entity>(rows, &point, now)
        .await
        .map_err(refused)?;
    for weekday in 1..=5 {
        let hours = WorkingHours {
            weekday,
            opens: "09:00".to_owned(),
            closes: "18:00".to_owned(),
        };
        add::<of::working_hours::Entity>(rows, &hours, now)
            .await
            .map_err(refused)?;
    }
    let card = PaymentCard {
        bank: "Банк Демонстрация".to_owned(),
        holder: "Анна К.".to_owned(),
        number: "2200 0000 0000 0000".to_owned(),
        currency: Currency::Rub,
    };
    add::<of::payment_card::Entity>(rows, &card, now)
        .await
        .map_err(refused)?;
    let offer = SelfBuyout {
        enabled: true,
        warehouse_address: "广东省广州市白云区石井街道8号仓库 {code}\n电话 +86 20 8888 0000".to_owned(),
        note: String::new(),
    };
    offers::change_self_buyout(rows, offer, None, now)
        .await
        .map_err(refused)?;
    Ok(())
}
