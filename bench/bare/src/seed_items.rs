//! Data of the test orders: items with their shops, histories, chats, notes and reads.

use crate::seed::{self, LARGE_ORDERS_CLIENT, Order, Shape, join, pseudo_random};
use std::collections::HashSet;

/// Most items of an order. The ids of an order's items follow each other.
const MAX_ITEMS: i64 = 50;
const ITEM_IDS: i64 = 64;
/// Most shops of an order, with the same kind of ids.
const SHOPS: [(&str, &str, &str); 5] = [
    ("1688", "广州市云裳服饰厂", "https://detail.1688.com/offer/"),
    ("taobao", "暖暖手作", "https://item.taobao.com/item.htm?id="),
    ("1688", "义乌市晨光日用品有限公司", "https://detail.1688.com/offer/"),
    ("poizon", "得物", "https://www.dewu.com/product-detail.html?spuId="),
    ("1688", "深圳市龙华区科讯电子商行", "https://detail.1688.com/offer/"),
];
const GROUP_IDS: i64 = 8;
const VARIANTS: [&str; 4] = ["深灰色 / XL", "黑色 / M", "42.5", "白色 / 青轴"];

pub(crate) struct Item {
    id: i64,
    number: i64,
    random: i64,
    shop: usize,
    status: &'static str,
    title: String,
    external_id: i64,
    price: i64,
    agent_price: Option<i64>,
    quantity: i64,
    currency: &'static str,
}

/// The number of items of an order: half of the orders have up to six.
const fn count(order: &Order, shape: Shape) -> i64 {
    if matches!(shape, Shape::OneItem) {
        return 1;
    }
    if order.client == LARGE_ORDERS_CLIENT {
        return MAX_ITEMS;
    }
    let random = pseudo_random(order.number * 11 + 5);
    let more = random / 100;
    match random % 100 {
        0..10 => 1,
        10..20 => 2,
        20..29 => 3,
        29..38 => 4,
        38..46 => 5,
        46..54 => 6,
        54..80 => 7 + more % 6,
        80..92 => 13 + more % 12,
        92..98 => 25 + more % 25,
        _ => MAX_ITEMS,
    }
}

/// The status of an item in an order of this status.
const fn item_status(order: &Order, random: i64) -> &'static str {
    match order.status.as_bytes() {
        b"submitted" if random % 10 == 0 => "refused",
        b"submitted" if random % 10 < 4 => "approved",
        b"draft" | b"submitted" => "new",
        _ if random % 20 == 0 => "refused",
        b"purchasing" if random % 2 == 0 => "bought",
        b"quoted" | b"paid" | b"expected" | b"canceled" | b"purchasing" => "approved",
        b"purchased" if random % 2 == 0 => "sent",
        b"purchased" => "bought",
        b"at_warehouse" => "at_warehouse",
        b"shipped" => "shipped",
        _ => "accepted",
    }
}

/// The items of an order. They are the same each time.
pub(crate) fn items(order: &Order, shape: Shape) -> Vec<Item> {
    let count = count(order, shape);
    (0..count)
        .map(|number| {
            let random = pseudo_random(order.number * ITEM_IDS + number);
            let is_full = shape == Shape::Full;
            let shop = usize::try_from(random / 7).unwrap_or_default() % SHOPS.len();
            Item {
                id: order.id * ITEM_IDS + number,
                number,
                random,
                shop: if is_full { shop } else { 0 },
                status: if is_full { item_status(order, random) } else { "new" },
                title: if is_full {
                    seed::title(random)
                } else {
                    order.title.clone()
                },
                external_id: 600_000_000_000 + random * 20,
                price: if is_full { 100 + random % 90_000 } else { 2850 },
                agent_price: (is_full && order.is_answered() && random % 5 == 0).then_some(90 + random % 90_000),
                quantity: if is_full { 1 + random / 13 % 20 } else { 1 },
                currency: if is_full && number > 0 && order.number % 50 == 7 && number + 1 == count {
                    "USD"
                } else {
                    "CNY"
                },
            }
        })
        .collect()
}

/// Returns the cost of the items in the currency of the order, and whether there are others.
pub(crate) fn total(items: &[Item]) -> (i64, bool) {
    let live = items.iter().filter(|item| item.status != "refused");
    let total = live
        .filter(|item| item.currency == "CNY")
        .map(|item| item.agent_price.unwrap_or(item.price) * item.quantity)
        .sum();
    (total, items.iter().any(|item| item.currency != "CNY"))
}

/// Adds the words of the items to the text of an order, each word once.
pub(crate) fn add_words(mut text: String, items: &[Item]) -> String {
    let mut seen = HashSet::new();
    for item in items {
        let words = format!("{} {} {}", item.title, variant(item), item.external_id);
        for word in words.split(' ') {
            if seen.insert(word.to_owned()) {
                text.push(' ');
                text.push_str(word);
            }
        }
    }
    text
}

fn variant(item: &Item) -> &'static str {
    VARIANTS[usize::try_from(item.random / 3).unwrap_or_default() % VARIANTS.len()]
}

fn text(is_set: bool, value: &str) -> String {
    if is_set {
        format!("'{value}'")
    } else {
        "NULL".to_owned()
    }
}

/// The statements that add the data of the orders.
pub(crate) fn sql(orders: &[Order], shape: Shape) -> Vec<String> {
    let mut groups = Vec::new();
    let mut rows = Vec::new();
    for order in orders {
        let items = items(order, shape);
        let mut shops = HashSet::new();
        for item in &items {
            if shops.insert(item.shop) {
                groups.push(group_row(order, item.shop, shape));
            }
            rows.push(item_row(order, item, shape));
        }
    }
    let mut statements = vec![
        format!(
            "INSERT INTO order_groups (id, agent_id, client_id, order_id, shop_key, shop_name, marketplace, domestic_minor, created_at, \
             updated_at) VALUES {}",
            groups.join(",")
        ),
        format!(
            "INSERT INTO order_items (id, agent_id, client_id, order_id, group_id, status, title, url, marketplace, external_id, variant, \
             image_url, price_minor, currency, price_uncertain, quantity, comment, agent_price_minor, agent_currency, agent_comment, \
             refuse_reason, marketplace_order_number, domestic_track, cell, counted_quantity, weight_grams, options, sku_id, images, \
             price_source, uncertain, source, version, created_at, updated_at) VALUES {}",
            rows.join(",")
        ),
    ];
    if shape == Shape::Full {
        statements.extend([
            history_sql(orders),
            chats_sql(orders),
            notes_sql(orders),
            reads_sql(orders),
        ]);
    }
    statements
}

fn group_row(order: &Order, shop: usize, shape: Shape) -> String {
    let (marketplace, name, _) = SHOPS[shop];
    let id = order.id * GROUP_IDS + i64::try_from(shop).unwrap_or_default();
    let domestic = if shape == Shape::Full && order.is_answered() && id % 3 == 0 {
        500 + id % 2500
    } else {
        0
    };
    format!(
        "({id}, {}, {}, {}, '{marketplace}|{name}', '{name}', '{marketplace}', {domestic}, {time}, {time})",
        order.agent,
        order.client,
        order.id,
        time = order.time(1),
    )
}

fn item_row(order: &Order, item: &Item, shape: Shape) -> String {
    let is_full = shape == Shape::Full;
    let (marketplace, _, link) = SHOPS[item.shop];
    let random = item.random;
    let external_id = item.external_id;
    let photo = format!("https://cbu01.alicdn.com/img/ibank/{external_id}");
    let is_captured = is_full && random % 5 < 3;
    let is_bought = matches!(item.status, "bought" | "sent" | "at_warehouse" | "shipped" | "accepted");
    let is_received = is_full && matches!(item.status, "at_warehouse" | "shipped" | "accepted");
    let number = |is_set: bool, value: i64| {
        if is_set { value.to_string() } else { "NULL".to_owned() }
    };
    let fields = [
        item.id.to_string(),
        order.agent.to_string(),
        order.client.to_string(),
        order.id.to_string(),
        (order.id * GROUP_IDS + i64::try_from(item.shop).unwrap_or_default()).to_string(),
        text(true, item.status),
        text(true, &item.title),
        text(
            true,
            &format!(
                "{link}{external_id}{}",
                if marketplace == "1688" { ".html" } else { "" }
            ),
        ),
        text(true, marketplace),
        text(true, &external_id.to_string()),
        text(random % 4 != 0, variant(item)),
        text(!is_full || random % 7 != 0, &format!("{photo}.jpg")),
        item.price.to_string(),
        text(true, item.currency),
        (is_captured && random % 10 == 0).to_string(),
        item.quantity.to_string(),
        text(
            true,
            if is_full && random % 10 == 3 {
                "Проверьте швы, пожалуйста"
            } else {
                ""
            },
        ),
        number(item.agent_price.is_some(), item.agent_price.unwrap_or_default()),
        text(item.agent_price.is_some(), item.currency),
        text(item.agent_price.is_some() && random % 3 == 0, "Цена со скидкой"),
        text(item.status == "refused", "Нет в наличии"),
        text(is_full && is_bought, &format!("28475{:08}", random % 100_000_000)),
        text(
            is_received || (is_full && item.status == "sent"),
            &format!("YT{:013}", random * 31),
        ),
        text(is_full && item.status == "at_warehouse", &format!("A{}", random % 400)),
        number(is_received, item.quantity),
        number(is_received, 50 + random % 4000),
        text(
            is_captured && random % 4 != 0,
            "[{\"name\":\"颜色\",\"value\":\"黑色\"},{\"name\":\"尺码\",\"value\":\"M\"}]",
        ),
        text(is_captured, &format!("{}", external_id / 7)),
        text(
            is_captured && random % 2 == 0,
            &format!("[\"{photo}-2.jpg\",\"{photo}-3.jpg\"]"),
        ),
        text(is_captured, "{\"source\":\"json_ld\",\"path\":\"offers.price\"}"),
        text(is_captured && random % 10 == 0, "[\"price\"]"),
        text(true, if is_captured { "extension" } else { "cabinet" }),
        (1 + random % 5).to_string(),
        order.time(1 + item.number / 2),
        order.time(20 + item.number),
    ];
    format!("({})", fields.join(","))
}

/// The moves of an order, in the order in which they happen.
const STATUSES: [&str; 9] = [
    "draft",
    "submitted",
    "quoted",
    "paid",
    "purchasing",
    "purchased",
    "at_warehouse",
    "shipped",
    "accepted",
];

fn history_sql(orders: &[Order]) -> String {
    let mut rows = Vec::new();
    for order in orders {
        let mut add = |item: Option<i64>, event: &str, moved: Option<(&str, &str)>, detail: &str, minutes: i64| {
            let side = if moved.is_some_and(|(from, _)| from != "draft") {
                "staff"
            } else {
                "client"
            };
            rows.push(format!(
                "({}, {}, {}, {}, '{event}', {}, {}, '{side}', 'Игорь Петров', 'cabinet', '{detail}', {})",
                order.agent,
                order.client,
                order.id,
                item.map_or_else(|| "NULL".to_owned(), |id| id.to_string()),
                text(moved.is_some(), moved.map_or("", |(from, _)| from)),
                text(moved.is_some(), moved.map_or("", |(_, to)| to)),
                order.time(minutes),
            ));
        };
        add(None, "created", None, &order.title, 0);
        for item in items(order, Shape::Full) {
            add(Some(item.id), "item_added", None, &item.title, 1 + item.number / 2);
        }
        let reached = STATUSES.iter().position(|status| *status == order.status);
        let moves = STATUSES.iter().zip(STATUSES.iter().skip(1)).take(reached.unwrap_or(1));
        for (from, to) in moves {
            add(None, "moved", Some((from, to)), "", 30);
        }
    }
    format!(
        "INSERT INTO order_history (agent_id, client_id, order_id, item_id, event, from_status, to_status, actor_kind, actor_name, via, \
         detail, created_at) VALUES {}",
        rows.join(",")
    )
}

/// Three orders of four have a chat of up to eight messages.
fn chats_sql(orders: &[Order]) -> String {
    let messages = |order: &Order| match order.number % 4 {
        0 => 0,
        _ => 1 + pseudo_random(order.number * 3) % 8,
    };
    let rows = orders.iter().flat_map(|order| {
        (0..messages(order)).map(|number| {
            let (side, body) = if number % 2 == 0 {
                ("client", "Когда отправите мой заказ?")
            } else {
                ("staff", "Продавец обещает отправить завтра, 明天发货")
            };
            format!(
                "({}, {}, {}, '{side}', '{body}', {})",
                order.agent,
                order.client,
                order.id,
                order.time(31 + number)
            )
        })
    });
    format!(
        "INSERT INTO chat_messages (agent_id, client_id, order_id, author_side, body, created_at) VALUES {}",
        join(rows)
    )
}

/// Notes on one order of twenty, and on its first item and group.
fn notes_sql(orders: &[Order]) -> String {
    let rows = orders.iter().filter(|order| order.number % 20 == 3).flat_map(|order| {
        let items = items(order, Shape::Full);
        let first = items.first().map_or((0, 0), |item| {
            let shop = i64::try_from(item.shop).unwrap_or_default();
            (item.id, order.id * GROUP_IDS + shop)
        });
        [("order", order.id), ("item", first.0), ("group", first.1)]
            .map(|(kind, id)| format!("({}, '{kind}', {id}, 'Постоянный клиент, скидка 5 %')", order.agent))
    });
    format!(
        "INSERT INTO notes (agent_id, notable_type, notable_id, body) VALUES {}",
        join(rows)
    )
}

/// The owner of the large agent has seen two orders of three, some of them before the last activity.
fn reads_sql(orders: &[Order]) -> String {
    let seen = orders
        .iter()
        .filter(|order| order.agent == 1 && order.is_submitted() && order.number % 3 != 0);
    let rows = seen.map(|order| {
        format!(
            "(1, {}, {}, 'staff', 1, {})",
            order.client,
            order.id,
            1 + order.number % 2
        )
    });
    format!(
        "INSERT INTO order_reads (agent_id, client_id, order_id, side, user_id, seen_activity) VALUES {}",
        join(rows)
    )
}
