//! About a hundred orders of the last three months in all states. Each is moved to its state by the real operations.

use super::{
    catalog::{PRODUCTS, Product},
    steps::{DemoClient, DemoResult},
};
use crate::cli::demo::lifecycle;
use chrono::{DateTime, Duration, Utc};
use platform::state::AppState;
use shared_types::{
    items::{NewItem, Shop},
    money::PriceText,
    orders::{NewOrder, OrderStatus, OrderType, Origin, Side},
};
use trade::orders::{self, history::Actor, items};

const ORDERS: usize = 102;
const TITLES: [&str; 8] = [
    "Осенняя коллекция",
    "Подарки сотрудникам",
    "Дозаказ по размерам",
    "",
    "Товары для дома: кухня, хранение, текстиль и прочее для нового магазина",
    "Кроссовки на продажу",
    "Образцы",
    "Детский отдел",
];
const CITIES: [(&str, &str); 5] = [
    ("RU", "Москва"),
    ("RU", "Санкт-Петербург"),
    ("KZ", "Алматы"),
    ("BY", "Минск"),
    ("RU", "Петропавловск-Камчатский"),
];

/// Whether an order of this type can have this status.
fn can_have_status(kind: OrderType, status: OrderStatus) -> bool {
    use OrderStatus::{Expected, Paid, Purchased, Purchasing, Quoted};
    match kind {
        OrderType::Standard => status != Expected,
        OrderType::SelfBuyout => !matches!(status, Quoted | Paid | Purchasing | Purchased),
    }
}

/// Creates the orders and returns their number.
pub(super) async fn load(state: &AppState, clients: &[DemoClient]) -> DemoResult<usize> {
    let start = state.clock.now() - Duration::days(90);
    for index in 0..ORDERS {
        let Some(client) = clients.get(index % clients.len()) else {
            continue;
        };
        let kind = if index % 9 == 4 {
            OrderType::SelfBuyout
        } else {
            OrderType::Standard
        };
        let mut target = OrderStatus::ALL
            .get((index * 5 + index / 6) % OrderStatus::ALL.len())
            .copied()
            .unwrap_or(OrderStatus::Draft);
        if !can_have_status(kind, target) {
            target = if kind == OrderType::SelfBuyout {
                OrderStatus::Expected
            } else {
                OrderStatus::Submitted
            };
        }
        let hours = i64::try_from(index).unwrap_or_default() * 21;
        // The future of an order is large.
        Box::pin(add_order(
            state,
            client,
            index,
            kind,
            target,
            start + Duration::hours(hours),
        ))
        .await?;
    }
    Ok(ORDERS)
}

async fn add_order(
    state: &AppState,
    client: &DemoClient,
    index: usize,
    kind: OrderType,
    target: OrderStatus,
    at: DateTime<Utc>,
) -> DemoResult<()> {
    let via = if index.is_multiple_of(3) {
        Origin::Extension
    } else {
        Origin::Cabinet
    };
    let actor = Actor {
        side: Side::Client,
        user_id: None,
        name: client.name.to_owned(),
        via,
    };
    let (country, city) = CITIES[index % CITIES.len()];
    let new = NewOrder {
        order_type: kind,
        title: Some(TITLES[index % TITLES.len()].to_owned()),
        destination_country: Some(country.to_owned()),
        destination_city: Some(city.to_owned()),
        comment: None,
        recipient_id: None,
    };
    let tx = state.system().enter_client(client.agent, client.id).begin().await?;
    let (order, _) = orders::create(&tx, &actor, client.id, new, at).await?;
    for position in 0..=(index * 5 % 7) {
        let product = &PRODUCTS[(index * 3 + position * 5) % PRODUCTS.len()];
        let picture = product.picture_url(&state.config.public_url);
        let new_item = new_item(product, picture, index + position);
        items::add(&tx, &actor, order.id, new_item, at + Duration::minutes(2)).await?;
    }
    tx.commit().await?;
    let flow = lifecycle::OrderFlow {
        state,
        client,
        order: order.id,
        kind,
        index,
    };
    Box::pin(flow.move_to(target, at)).await
}

fn new_item(product: &Product, picture: String, seed: usize) -> NewItem {
    NewItem {
        quantity: i64::try_from(seed * seed % 40 + 1).ok(),
        image_url: Some(picture),
        marketplace: Some(product.marketplace.to_owned()),
        external_id: Some(product.external_id.to_owned()),
        variant: Some(product.variant.to_owned()),
        shop: Some(Shop {
            name: product.shop.to_owned(),
            url: None,
        }),
        comment: seed
            .is_multiple_of(4)
            .then(|| "Проверьте швы и комплектность, пожалуйста".to_owned()),
        price_uncertain: seed.is_multiple_of(13).then_some(true),
        ..NewItem::new(
            product.title.to_owned(),
            product.url(),
            PriceText(product.price.to_owned()),
        )
    }
}
