//! Test data: orders of one large agent and many small ones, with words of different frequencies.

use crate::{Failure, Store, seed_items};
use chrono::{DateTime, TimeDelta, Timelike, Utc};
use migrations::numbers;
use shared_types::search_text::fold;
use std::fmt::Write;

/// Rows per statement.
const BATCH: i64 = 1000;
/// The id of the first order. The demo data, the drafts and the orders of [`crate::orders`] have lower ids, so that the newest
/// orders are these.
const FIRST_ORDER_ID: i64 = 100_000;
const SMALL_AGENTS: i64 = 20;
const CLIENTS: i64 = 200;
/// The client of the large agent whose orders have fifty items each.
pub(crate) const LARGE_ORDERS_CLIENT: i64 = 1199;
/// The id of the first draft of the demo client, which the benchmarks add items to.
const FIRST_DRAFT_ID: i64 = 20_000;

/// The data that is created with each order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One item, and nothing else: for comparing numbers of orders.
    OneItem,
    /// The data of an agent's database: 1 to 50 items with photos, a history, a chat, notes.
    Full,
}

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
pub(crate) const fn pseudo_random(number: i64) -> i64 {
    let number = (number ^ (number >> 7)).wrapping_mul(0x2545_F491_4F6C_DD1D_u64.cast_signed());
    (number ^ (number >> 29)) & 0xFFFF_FFFF
}

const fn status(number: i64, is_self_buyout: bool) -> &'static str {
    match pseudo_random(number) % 100 {
        0..2 => "draft",
        2..4 => "submitted",
        4..10 if is_self_buyout => "expected",
        4..6 => "quoted",
        6..8 => "paid",
        8..10 => "purchasing",
        10..12 if is_self_buyout => "at_warehouse",
        10..12 => "purchased",
        12..15 => "at_warehouse",
        15..19 => "canceled",
        19..30 => "shipped",
        _ => "accepted",
    }
}

pub(crate) struct Order {
    pub(crate) number: i64,
    pub(crate) id: i64,
    pub(crate) agent: i64,
    pub(crate) client: i64,
    pub(crate) is_self_buyout: bool,
    pub(crate) status: &'static str,
    pub(crate) title: String,
    pub(crate) created_at: DateTime<Utc>,
}

/// An adjective, a product and a Chinese product, chosen by a random number.
pub(crate) fn title(random: i64) -> String {
    let pick = |words: &[&'static str], shift: u32| {
        let index = usize::try_from((random >> shift) & 0xFFFF).unwrap_or_default();
        words[index % words.len()]
    };
    format!("{} {} {}", pick(&ADJECTIVES, 0), pick(&GOODS, 4), pick(&GOODS_ZH, 8))
}

impl Order {
    fn from_number(number: i64, first_moment: DateTime<Utc>) -> Self {
        let random = pseudo_random(number + 1);
        let mut title = title(random);
        for (every, word) in RARE_WORDS {
            if number % every == every / 2 + 1 {
                title.push(' ');
                title.push_str(word);
            }
        }
        let is_small_agent = number % 10 == 0;
        let is_self_buyout = number % 20 == 1;
        Self {
            number,
            id: FIRST_ORDER_ID + number,
            agent: if is_small_agent {
                100 + number / 10 % SMALL_AGENTS
            } else {
                1
            },
            client: if is_small_agent {
                2000 + number / 10 % SMALL_AGENTS
            } else if pseudo_random(number * 7) % 40 == 0 {
                1
            } else if pseudo_random(number * 13) % 60 == 0 {
                LARGE_ORDERS_CLIENT
            } else {
                1000 + pseudo_random(number) % (CLIENTS - 1)
            },
            is_self_buyout,
            status: status(number, is_self_buyout),
            title,
            // Never a whole second, so that every program writes the time with milliseconds.
            created_at: first_moment + TimeDelta::minutes(number) + TimeDelta::milliseconds(1 + number % 999),
        }
    }

    /// A time in the life of the order, as a literal of either database.
    pub(crate) fn time(&self, minutes: i64) -> String {
        time_literal(self.created_at + TimeDelta::minutes(minutes))
    }

    /// Whether the client has sent it to the agent.
    pub(crate) fn is_submitted(&self) -> bool {
        self.status != "draft"
    }

    /// Whether the agent has answered.
    pub(crate) fn is_answered(&self) -> bool {
        !matches!(self.status, "draft" | "submitted")
    }
}

fn time_literal(time: DateTime<Utc>) -> String {
    format!("'{}'", time.format("%Y-%m-%dT%H:%M:%S%.3f+00:00"))
}

/// Adds orders, and drafts for the benchmarks, to a migrated database with the demo data.
pub(crate) async fn fill(store: &Store, orders: i64, drafts: i64, shape: Shape) -> Result<(), Failure> {
    let sqlite = matches!(store, Store::Sqlite(_));
    if sqlite {
        store.run("PRAGMA synchronous = OFF").await?;
    }
    store.run(&tenants_sql()).await?;
    let first_moment = match shape {
        Shape::OneItem => DateTime::from_timestamp(1_700_000_000, 0).ok_or("no such time")?,
        // The newest orders are of today, because old activities do not count as unread.
        Shape::Full => Utc::now().with_nanosecond(0).ok_or("no such time")? - TimeDelta::minutes(orders + 120),
    };
    for start in (0..orders).step_by(usize::try_from(BATCH)?) {
        let batch: Vec<Order> = (start..orders.min(start + BATCH))
            .map(|number| Order::from_number(number, first_moment))
            .collect();
        store.run("BEGIN").await?;
        store.run(&orders_sql(&batch, shape)).await?;
        for sql in seed_items::sql(&batch, shape) {
            store.run(&sql).await?;
        }
        store.run("COMMIT").await?;
    }
    store.run(&drafts_sql(drafts, first_moment)).await?;
    // Events from before a person joined are not unread.
    store
        .run(
            "UPDATE staff SET confirmed_at = created_at WHERE confirmed_at IS NOT NULL; \
             UPDATE client_members SET confirmed_at = created_at WHERE confirmed_at IS NOT NULL",
        )
        .await?;
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

/// The small agents, and the clients of all.
fn tenants_sql() -> String {
    let agents = (0..SMALL_AGENTS).map(|n| format!("({0}, 'Агент {0}', 'a{0}', 'a{0}')", 100 + n));
    let large_agent_clients = (0..CLIENTS).map(|n| format!("({0}, 1, 'T{0}', 'Клиент {0}')", 1000 + n));
    let small_agent_clients = (0..SMALL_AGENTS).map(|n| format!("({}, {}, 'S', 'Клиент')", 2000 + n, 100 + n));
    format!(
        "INSERT INTO agents (id, name, subdomain, referral_hash) VALUES {}; \
         INSERT INTO clients (id, agent_id, code, name) VALUES {}",
        join(agents),
        join(large_agent_clients.chain(small_agent_clients))
    )
}

/// Rows of a statement.
pub(crate) fn join(rows: impl Iterator<Item = String>) -> String {
    rows.collect::<Vec<_>>().join(",")
}

/// Empty drafts of the demo client.
fn drafts_sql(drafts: i64, created_at: DateTime<Utc>) -> String {
    let time = time_literal(created_at + TimeDelta::milliseconds(1));
    let rows = (0..drafts).map(|n| {
        let id = FIRST_DRAFT_ID + n;
        format!("({id}, 1, 1, 'D-{n}', 'standard', 'draft', 'CNY', 'cabinet', {time}, {time}, {time})")
    });
    format!(
        "INSERT INTO orders (id, agent_id, client_id, number, type, status, currency, source, last_activity_at, created_at, updated_at) \
         VALUES {}",
        join(rows)
    )
}

/// A recipient in the way orders keep it.
fn recipient(order: &Order, shape: Shape) -> String {
    if shape == Shape::OneItem || order.number % 5 < 2 {
        return "NULL".to_owned();
    }
    format!(
        "'{{\"source\":null,\"recipient\":{{\"name\":\"Иванова Анна\",\"phone\":\"+7916{:07}\",\"country\":\"RU\",\"region\":null,\
         \"city\":\"Казань\",\"postcode\":\"420111\",\"street\":\"ул. Баумана, 12\",\"pickup_point\":null}},\"pickup_point_id\":null,\
         \"documents\":{{\"passport\":null,\"tax_number\":\"{:012}\"}}}}'",
        order.number % 10_000_000,
        500_100_000_000 + order.number
    )
}

fn orders_sql(orders: &[Order], shape: Shape) -> String {
    let mut sql = String::from(
        "INSERT INTO orders (id, agent_id, client_id, number, type, status, title, currency, total_minor, items_count, \
         mixed_currencies, assigned_staff_id, source, problem_count, client_activity, client_activity_at, staff_activity, \
         staff_activity_at, comment, destination_country, destination_city, recipient, search_text, submitted_at, \
         pricing_opened_at, last_activity_at, version, created_at, updated_at) VALUES ",
    );
    for (index, order) in orders.iter().enumerate() {
        let number = order.number;
        let kind = if order.is_self_buyout {
            "self_buyout"
        } else {
            "standard"
        };
        let staff = if order.agent == 1 && number % 5 == 1 {
            "1"
        } else {
            "NULL"
        };
        let problems = i32::from(number % 50 == 1);
        let items = seed_items::items(order, shape);
        let (total, is_mixed) = seed_items::total(&items);
        let at = |is_set: bool, minutes| if is_set { order.time(minutes) } else { "NULL".to_owned() };
        let is_active = match shape {
            Shape::OneItem => order.status == "submitted" && number % 3 == 1,
            Shape::Full => order.is_submitted(),
        };
        let comment = if shape == Shape::Full && number % 5 == 0 {
            "Упакуйте, пожалуйста, отдельно"
        } else {
            ""
        };
        let text = format!("t{}-{number} клиент {} {}", order.client, order.client, order.title);
        let text = numbers::indexed(&fold(&seed_items::add_words(text, &items)));
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(
            sql,
            "{comma}({id}, {agent}, {client}, 'T{client}-{number}', '{kind}', '{status}', '{title}', 'CNY', {total}, {count}, \
             {is_mixed}, {staff}, 'cabinet', {problems}, {client_activity}, {client_at}, {staff_activity}, {staff_at}, \
             '{comment}', 'RU', 'Казань', {recipient}, '{text}', {submitted_at}, {opened_at}, {last_at}, {version}, {created_at}, \
             {last_at})",
            id = order.id,
            agent = order.agent,
            client = order.client,
            status = order.status,
            title = order.title,
            count = items.len(),
            client_activity = if is_active { 1 + number % 3 } else { 0 },
            client_at = at(is_active, 40),
            staff_activity = i32::from(shape == Shape::Full && order.is_answered()),
            staff_at = at(shape == Shape::Full && order.is_answered(), 60),
            recipient = recipient(order, shape),
            submitted_at = at(order.is_submitted(), 30),
            opened_at = at(order.is_answered(), 50),
            last_at = order.time(60),
            version = 1 + items.len(),
            created_at = order.time(0),
        );
    }
    sql
}
