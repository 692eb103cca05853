//! A hundred orders over the last months, in every state.

use super::{
    Done,
    catalog::{PRODUCTS, Product},
};
use crate::{
    items,
    orders::{
        self,
        entity::order,
        history::{self, Actor, Event},
    },
    platform::{
        scope::{Rows, SystemWall, Tx},
        state::AppState,
    },
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{ClientId, OrderId},
    items::{NewItem, Shop},
    money::PriceText,
    orders::{NewOrder, OrderStatus, OrderType, Side, Via},
};

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

/// The states before each state, as an order of that kind walks them.
fn road(kind: OrderType, to: OrderStatus) -> Vec<OrderStatus> {
    use OrderStatus::{
        Accepted, AtWarehouse, Canceled, Draft, Expected, Paid, Purchased, Purchasing, Quoted, Shipped, Submitted,
    };
    let all: &[OrderStatus] = match kind {
        OrderType::Standard => &[
            Draft,
            Submitted,
            Quoted,
            Paid,
            Purchasing,
            Purchased,
            AtWarehouse,
            Shipped,
            Accepted,
        ],
        OrderType::SelfBuyout => &[Draft, Submitted, Expected, AtWarehouse, Shipped, Accepted],
    };
    if to == Canceled {
        return vec![Draft, Submitted, Canceled];
    }
    let end = all.iter().position(|status| *status == to).map_or(1, |index| index + 1);
    all.iter().take(end).copied().collect()
}

/// Makes the orders; says how many.
pub(super) async fn load(state: &AppState, clients: &[(i64, &str)]) -> Done<usize> {
    let tx = state.system().begin().await?;
    let start = state.clock.now() - Duration::days(90);
    for index in 0..ORDERS {
        let (client, name) = clients.get(index % clients.len()).copied().unwrap_or((1, ""));
        let kind = if index % 9 == 4 {
            OrderType::SelfBuyout
        } else {
            OrderType::Standard
        };
        let mut goal = OrderStatus::ALL
            .get((index * 5 + index / 6) % OrderStatus::ALL.len())
            .copied()
            .unwrap_or(OrderStatus::Draft);
        if road(kind, goal).last() != Some(&goal) {
            goal = if kind == OrderType::SelfBuyout {
                OrderStatus::Expected
            } else {
                OrderStatus::Submitted
            };
        }
        let hours = i64::try_from(index).unwrap_or_default() * 21;
        add(
            &tx,
            (ClientId(client), name),
            index,
            kind,
            goal,
            start + Duration::hours(hours),
        )
        .await?;
    }
    tx.commit().await?;
    Ok(ORDERS)
}

async fn add(
    tx: &Tx<SystemWall>,
    (client, name): (ClientId, &str),
    index: usize,
    kind: OrderType,
    goal: OrderStatus,
    at: DateTime<Utc>,
) -> Done<()> {
    let via = if index.is_multiple_of(3) {
        Via::Extension
    } else {
        Via::Cabinet
    };
    let actor = Actor {
        side: Side::Client,
        user_id: None,
        name: name.to_owned(),
        via,
    };
    let (country, city) = CITIES[index % CITIES.len()];
    let new = NewOrder {
        order_type: kind,
        title: Some(TITLES[index % TITLES.len()].to_owned()),
        destination_country: Some(country.to_owned()),
        destination_city: Some(city.to_owned()),
    };
    let (order, _) = orders::create(tx, &actor, client, new, at).await?;
    for line in 0..=(index * 5 % 7) {
        let product = &PRODUCTS[(index * 3 + line * 5) % PRODUCTS.len()];
        items::add(
            tx,
            &actor,
            OrderId(order.id),
            item(product, index + line),
            at + Duration::minutes(2),
        )
        .await?;
    }
    walk(tx, &order, &actor, &road(kind, goal), at).await
}

fn item(product: &Product, seed: usize) -> NewItem {
    NewItem {
        title: product.title.to_owned(),
        url: product.url(),
        price: PriceText(product.price.to_owned()),
        currency: None,
        quantity: i64::try_from(seed * seed % 40 + 1).ok(),
        image_url: None,
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
    }
}

/// Takes the order along its road; what each step will also do (payments, shipments) comes with those features.
async fn walk(
    tx: &Tx<SystemWall>,
    order: &order::Model,
    client: &Actor,
    road: &[OrderStatus],
    at: DateTime<Utc>,
) -> Done<()> {
    let staff = Actor {
        side: Side::Staff,
        user_id: None,
        name: "Дмитрий Орлов".to_owned(),
        via: Via::Cabinet,
    };
    let mut when = at;
    for step in road.windows(2) {
        let [from, to] = step else { continue };
        when += Duration::hours(9);
        let by_client = matches!(
            to,
            OrderStatus::Submitted | OrderStatus::Paid | OrderStatus::Accepted | OrderStatus::Canceled
        );
        let event = Event::moved(*from, *to, None);
        history::write(tx, order, if by_client { client } else { &staff }, event, when).await?;
    }
    let Some(last) = road.last() else {
        return Ok(());
    };
    let submitted = road.contains(&OrderStatus::Submitted);
    let update = order::Entity::update_many()
        .col_expr(order::Column::Status, Expr::value(last.as_str()))
        .col_expr(
            order::Column::SubmittedAt,
            Expr::value(submitted.then_some(at + Duration::hours(9))),
        )
        .col_expr(
            order::Column::UnreadByAgent,
            Expr::value(*last == OrderStatus::Submitted),
        )
        .col_expr(order::Column::LastActivityAt, Expr::value(when))
        .filter(order::Column::Id.eq(order.id));
    tx.update_count(update).await?;
    Ok(())
}
