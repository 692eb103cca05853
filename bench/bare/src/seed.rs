//! Test data: orders of one large agent and many small ones, with words of different frequencies.

use crate::{Failure, Store};
use migrations::numbers;
use std::fmt::Write;

/// Rows per statement.
const BATCH: i64 = 1000;
/// The id of the first order; the demo data has lower ids.
const FIRST_ORDER_ID: i64 = 10_000;
const SMALL_AGENTS: i64 = 20;
const CLIENTS: i64 = 200;
/// The number of drafts of the demo client, which the benchmark adds items to.
const DRAFT_COUNT: i64 = 64;

const GOODS: [&str; 8] = [
    "футболка",
    "куртка",
    "ботинки",
    "рюкзак",
    "чайник",
    "лампа",
    "кроссовки",
    "шарф",
];
const GOODS_ZH: [&str; 8] = ["卫衣", "夹克", "靴子", "背包", "茶壶", "台灯", "运动鞋", "围巾"];
const ADJECTIVES: [&str; 9] = [
    "чёрная",
    "белая",
    "красная",
    "зимняя",
    "летняя",
    "детская",
    "мужская",
    "женская",
    "большая",
];

/// Rare words: one in every `n` orders has the word.
const RARE_WORDS: [(i64, &str); 5] = [
    (50, "замша"),
    (200, "羊绒"),
    (500, "кашемир"),
    (2_000, "жаккард"),
    (20_000, "鹿皮"),
];

/// A deterministic pseudo-random number.
const fn pseudo_random(number: i64) -> i64 {
    let number = (number ^ (number >> 7)).wrapping_mul(0x2545_F491_4F6C_DD1D_u64.cast_signed());
    (number ^ (number >> 29)) & 0xFFFF_FFFF
}

const fn status(number: i64) -> &'static str {
    match pseudo_random(number) % 100 {
        0..2 => "draft",
        2..4 => "submitted",
        4..6 => "quoted",
        6..8 => "paid",
        8..10 => "purchasing",
        10..12 => "purchased",
        12..15 => "at_warehouse",
        15..19 => "canceled",
        19..30 => "shipped",
        _ => "accepted",
    }
}

struct Order {
    id: i64,
    agent: i64,
    client: i64,
    title: String,
    external_id: i64,
}

impl Order {
    fn from_number(number: i64) -> Self {
        let random = pseudo_random(number + 1);
        let pick = |words: &[&'static str], shift: u32| {
            let index = usize::try_from((random >> shift) & 0xFFFF).unwrap_or_default();
            words[index % words.len()]
        };
        let mut title = format!("{} {} {}", pick(&ADJECTIVES, 0), pick(&GOODS, 4), pick(&GOODS_ZH, 8));
        for (every, word) in RARE_WORDS {
            if number % every == every / 2 + 1 {
                title.push(' ');
                title.push_str(word);
            }
        }
        let is_small_agent = number % 10 == 0;
        Self {
            id: FIRST_ORDER_ID + number,
            agent: if is_small_agent {
                100 + number / 10 % SMALL_AGENTS
            } else {
                1
            },
            client: if is_small_agent {
                2000 + number / 10 % SMALL_AGENTS
            } else {
                1000 + pseudo_random(number) % CLIENTS
            },
            title,
            external_id: 600_000_000_000 + pseudo_random(number * 3) * 20,
        }
    }
}

/// Adds the orders to a migrated database with the demo data.
pub(crate) async fn fill(store: &Store, orders: i64) -> Result<(), Failure> {
    let sqlite = matches!(store, Store::Sqlite(_));
    if sqlite {
        store.run("PRAGMA synchronous = OFF").await?;
    }
    let mut sql = String::from("INSERT INTO agents (id, name, subdomain, referral_hash) VALUES ");
    let rows = (0..SMALL_AGENTS).map(|n| format!("({0}, 'Агент {0}', 'a{0}', 'a{0}')", 100 + n));
    sql.push_str(&rows.collect::<Vec<_>>().join(","));
    store.run(&sql).await?;
    let mut sql = String::from("INSERT INTO clients (id, agent_id, code, name) VALUES ");
    let large_agent_clients = (0..CLIENTS).map(|n| format!("({0}, 1, 'T{0}', 'Клиент {0}')", 1000 + n));
    let small_agent_clients = (0..SMALL_AGENTS).map(|n| format!("({}, {}, 'S', 'Клиент')", 2000 + n, 100 + n));
    sql.push_str(
        &large_agent_clients
            .chain(small_agent_clients)
            .collect::<Vec<_>>()
            .join(","),
    );
    store.run(&sql).await?;
    for start in (0..orders).step_by(usize::try_from(BATCH)?) {
        let batch: Vec<i64> = (start..orders.min(start + BATCH)).collect();
        store.run("BEGIN").await?;
        store.run(&orders_sql(&batch, sqlite)).await?;
        store.run(&items_sql(&batch)).await?;
        store.run("COMMIT").await?;
    }
    add_drafts(store, orders).await?;
    if !sqlite {
        for table in ["orders", "order_items", "order_groups"] {
            let sql = format!("SELECT setval('{table}_id_seq', (SELECT max(id) FROM {table}))");
            store.run(&sql).await?;
        }
        store.run("VACUUM ANALYZE").await?;
        return Ok(());
    }
    store.run("ANALYZE").await?;
    store.run("PRAGMA wal_checkpoint(TRUNCATE)").await
}

/// Adds empty drafts of the demo client.
async fn add_drafts(store: &Store, orders: i64) -> Result<(), Failure> {
    let mut sql =
        String::from("INSERT INTO orders (id, agent_id, client_id, number, type, status, currency, source) VALUES ");
    let rows = (0..DRAFT_COUNT).map(|n| {
        format!(
            "({}, 1, 1, 'D-{n}', 'standard', 'draft', 'CNY', 'cabinet')",
            FIRST_ORDER_ID + orders + n
        )
    });
    sql.push_str(&rows.collect::<Vec<_>>().join(","));
    store.run(&sql).await
}

fn orders_sql(numbers: &[i64], sqlite: bool) -> String {
    let mut sql = String::from(
        "INSERT INTO orders (id, agent_id, client_id, number, type, status, title, currency, total_minor, items_count, \
         assigned_staff_id, source, problem_count, unread_by_agent, search_text, last_activity_at, created_at, updated_at) VALUES ",
    );
    for (index, number) in numbers.iter().enumerate() {
        let order = Order::from_number(*number);
        let kind = if number % 20 == 1 { "self_buyout" } else { "standard" };
        let status = status(*number);
        let staff = if order.agent == 1 && number % 5 == 1 {
            "1"
        } else {
            "NULL"
        };
        let problems = i32::from(number % 50 == 1);
        let unread = status == "submitted" && number % 3 == 1;
        let seconds = 1_700_000_000 + number * 60;
        let time = if sqlite {
            format!("strftime('%Y-%m-%dT%H:%M:%f+00:00', {seconds}, 'unixepoch')")
        } else {
            format!("to_timestamp({seconds})")
        };
        let text = numbers::indexed(&format!(
            "t{client}-{number} клиент {client} {title} {title} / xl {external_id}",
            client = order.client,
            title = order.title.replace('ё', "е"),
            external_id = order.external_id,
        ));
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(
            sql,
            "{comma}({}, {}, {}, 'T{}-{number}', '{kind}', '{status}', '{}', 'CNY', 2850, 1, {staff}, 'cabinet', \
             {problems}, {unread}, '{text}', {time}, {time}, {time})",
            order.id, order.agent, order.client, order.client, order.title,
        );
    }
    sql
}

/// One group and one item for each order.
fn items_sql(numbers: &[i64]) -> String {
    let (mut groups, mut items) = (Vec::new(), Vec::new());
    for number in numbers {
        let Order {
            id,
            agent,
            client,
            title,
            external_id,
        } = Order::from_number(*number);
        groups.push(format!("({id}, {agent}, {client}, {id}, 'shop', '广州市云裳服饰厂')"));
        items.push(format!(
            "({id}, {agent}, {client}, {id}, {id}, 'new', '{title}', 'https://detail.1688.com/offer/{external_id}.html', \
             '1688', '{external_id}', 'XL', 'https://cbu01.alicdn.com/img/ibank/{external_id}.jpg', 2850, 'CNY', 1, 'cabinet')"
        ));
    }
    format!(
        "INSERT INTO order_groups (id, agent_id, client_id, order_id, shop_key, shop_name) VALUES {}; \
         INSERT INTO order_items (id, agent_id, client_id, order_id, group_id, status, title, url, marketplace, \
         external_id, variant, image_url, price_minor, currency, quantity, source) VALUES {}",
        groups.join(","),
        items.join(",")
    )
}
