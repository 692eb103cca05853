//! The search index gives the same results as a full scan.

use super::submitted_order;
use crate::support::{Actor, App, on_both, on_sqlite};
use entities::order;
use proptest::prelude::Rng;
use sea_orm::{ActiveValue::NotSet, ConnectionTrait, Database, EntityTrait, IntoActiveModel, Set};
use serde_json::json;
use shared_types::id::{AgentId, ClientId, OrderId};
use shared_types::orders::OrderStatus;
use shared_types::search_text::fold;
use test_seed::TestRng;

/// A few text fragments, so that they repeat. They contain every character that is special in a pattern, a query or a tokenizer.
const FRAGMENTS: &[&str] = &[
    "фут",
    "болка",
    "Ёлка",
    "елка",
    "加绒",
    "卫衣",
    "卫",
    "衣",
    "x",
    "XL",
    "71",
    "713048",
    "8294",
    "7",
    "100%",
    "a_b",
    "\\",
    "\"",
    "'",
    "*",
    "-",
    "AND",
    "(",
    ":",
    "ß",
    "🧣",
    "й",
];

fn random_text(rng: &mut TestRng, most: u32, glue: &[&str]) -> String {
    let count = 1 + rng.next_u32() % most;
    let mut text = String::new();
    for _ in 0..count {
        text.push_str(FRAGMENTS[rng.next_u32() as usize % FRAGMENTS.len()]);
        text.push_str(glue[rng.next_u32() as usize % glue.len()]);
    }
    text
}

/// Creates drafts and submitted orders with added and deleted items and changed titles, to cover all updates of the search text.
async fn create_orders(rng: &mut TestRng, client: &Actor, count: u32) {
    for _ in 0..count {
        let title = random_text(rng, 4, &["", " "]);
        let order = client
            .post("/client/orders", json!({"type": "standard", "title": title}))
            .await
            .expect(201);
        let id = order["id"].as_i64().expect("an id");
        let mut item_ids = Vec::new();
        for number in 0..rng.next_u32() % 3 {
            let body = json!({"title": random_text(rng, 5, &["", " "]), "url": format!("https://example.com/{number}"), "price": 1});
            let added = client
                .post(&format!("/client/orders/{id}/items"), body)
                .await
                .expect(201);
            item_ids.push(
                added["id"]
                    .as_i64()
                    .or_else(|| added["item"]["id"].as_i64())
                    .expect("an id"),
            );
        }
        if item_ids.len() == 2 {
            let _ = client
                .delete(&format!("/client/orders/{id}/items/{}", item_ids[0]))
                .await
                .status;
        }
        if rng.next_u32().is_multiple_of(2) && !item_ids.is_empty() {
            let _ = client
                .post(&format!("/client/orders/{id}/submit"), json!({}))
                .await
                .expect(200);
        } else if rng.next_u32().is_multiple_of(2) {
            let title = random_text(rng, 3, &["", " "]);
            let _ = client
                .patch(&format!("/client/orders/{id}"), json!({"title": title}))
                .await
                .status;
        }
    }
}

/// The ids on all pages of a search.
async fn search_ids(actor: &Actor, path: &str, words: &str, limit: u32) -> Vec<i64> {
    let words: String = url::form_urlencoded::byte_serialize(words.as_bytes()).collect();
    let (mut ids, mut cursor) = (Vec::new(), String::new());
    loop {
        // At most: auth lookup, newest orders and a second batch, ids from the index, their orders, all ids from the index, photos.
        let page = actor
            .get(&format!("{path}?search={words}&limit={limit}&cursor={cursor}"))
            .await
            .expect_within_statements(200, 7);
        ids.extend(
            page["data"]
                .as_array()
                .expect("rows")
                .iter()
                .filter_map(|row| row["id"].as_i64()),
        );
        match page["next_cursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return ids,
        }
    }
}

fn expected_ids(all: &[order::Model], words: &str, mine: impl Fn(&order::Model) -> bool) -> Vec<i64> {
    let words = fold(words);
    let mut ids: Vec<i64> = all
        .iter()
        .filter(|order| mine(order) && words.split(' ').all(|word| order.search_text.contains(word)))
        .map(|order| order.id.0)
        .collect();
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids
}

async fn skip_ids(app: &App) {
    let db = Database::connect(app.database_url.as_str())
        .await
        .expect("the database opens");
    let sql = if app.database_url.starts_with("sqlite") {
        "UPDATE sqlite_sequence SET seq = seq + 100000 WHERE name = 'orders'"
    } else {
        "SELECT setval('orders_id_seq', 100000)"
    };
    db.execute_unprepared(sql).await.expect("later ids");
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn index_search_matches_full_scan(app: App) {
    let mut rng = test_seed::rng();
    let (client, other, owner) = (
        app.client().await,
        app.log_in("client", crate::support::OTHER_CLIENT).await,
        app.owner().await,
    );
    create_orders(&mut rng, &client, 20).await;
    create_orders(&mut rng, &other, 10).await;
    // Leaves a gap in the ids: PostgreSQL scans the newest orders and queries the index for the older ones.
    skip_ids(&app).await;
    create_orders(&mut rng, &client, 15).await;
    create_orders(&mut rng, &other, 5).await;
    let db = Database::connect(app.database_url.as_str())
        .await
        .expect("the database opens");
    let all = order::Entity::find().all(&db).await.expect("orders");
    db.close().await.expect("closes");
    let mut hits = 0;
    for _ in 0..60 {
        let words = random_text(&mut rng, 3, &["", " "]);
        let ids = search_ids(&client, "/client/orders", &words, 7).await;
        assert_eq!(
            ids,
            expected_ids(&all, words.trim(), |order| order.client_id == ClientId(1)),
            "{words:?}"
        );
        hits += ids.len();
        let ids = search_ids(&owner, "/agent/orders", &words, 7).await;
        assert_eq!(
            ids,
            expected_ids(&all, words.trim(), |order| order.agent_id == AgentId(1)
                && order.status != OrderStatus::Draft),
            "{words:?}"
        );
    }
    assert!(hits > 50, "{hits}");
}

#[apply(on_both)]
async fn frequent_and_rare_words_give_the_same_results(app: App) {
    let (client, other) = (
        app.client().await,
        app.log_in("client", crate::support::OTHER_CLIENT).await,
    );
    let (own, foreign) = (submitted_order(&client).await, submitted_order(&other).await);
    let db = Database::connect(app.database_url.as_str())
        .await
        .expect("the database opens");
    let [own, foreign] = [own, foreign].map(|id| order::Entity::find_by_id(OrderId(id)).one(&db));
    let models = [
        own.await.expect("reads").expect("there"),
        foreign.await.expect("reads").expect("there"),
    ];
    // Words above and below the scan limit. Orders of the other agent contain the rare words as well.
    let copy = |number: i32| {
        let every_nth = |every: i32, word: &'static str| if number % every == 0 { word } else { "" };
        let mut row = models[usize::from(number % 5 == 0)].clone().into_active_model();
        row.id = NotSet;
        row.number = Set(format!("N{number}"));
        row.search_text = Set(fold(&format!(
            "n{number} часто {} {} {}",
            every_nth(2, "вторая"),
            every_nth(41, "изредка"),
            every_nth(683, "однажды")
        )));
        row
    };
    let rows: Vec<_> = (1..=900).map(copy).collect();
    for block in rows.chunks(100) {
        order::Entity::insert_many(block.to_vec())
            .exec_without_returning(&db)
            .await
            .expect("orders");
    }
    let all = order::Entity::find().all(&db).await.expect("orders");
    db.close().await.expect("closes");
    let owner = app.owner().await;
    for words in [
        "часто",
        "часто вторая",
        "изредка",
        "часто изредка",
        "изредка вторая часто",
        "однажды",
        "часто однажды",
        "часто нигде",
        "нигде",
    ] {
        let ids = search_ids(&owner, "/agent/orders", words, 90).await;
        assert_eq!(
            ids,
            expected_ids(&all, words, |order| order.agent_id == AgentId(1)),
            "{words:?}"
        );
        let ids = search_ids(&client, "/client/orders", words, 90).await;
        assert_eq!(
            ids,
            expected_ids(&all, words, |order| order.client_id == ClientId(1)),
            "{words:?}"
        );
    }
    // These rows have no items and no history, which the invariants do not allow.
    app.execute_sql("DELETE FROM orders WHERE number LIKE 'N%'").await;
}

#[apply(on_both)]
async fn letters_of_both_alphabets_find_the_same_orders(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    // Texts of earlier versions are not folded until the migration has run.
    app.execute_sql("UPDATE orders SET search_text = 'k1-1 кофта'").await;
    let db = app.undo_migrations_from("m20261124_0060_letter_folding").await;
    db.migrate().await.expect("goes up");
    db.close().await.expect("closes");
    // The second one is typed in Cyrillic, the last one begins with a Latin letter.
    for words in ["k1-1", "к1-1", "кофта", "kофта"] {
        assert_eq!(search_ids(&owner, "/agent/orders", words, 7).await, [order], "{words}");
    }
    for code in ["k1", "к1", "К1"] {
        let code: String = url::form_urlencoded::byte_serialize(code.as_bytes()).collect();
        let found = owner.get(&format!("/agent/clients?search={code}")).await.expect(200);
        assert_eq!(found["data"][0]["code"], "K1", "{code}");
    }
}

#[apply(on_both)]
async fn migrated_orders_are_found_by_their_numbers(app: App) {
    let (client, order) = (app.client().await, submitted_order(&app.client().await).await);
    let db = app.undo_migrations_from("m20261122_0029_numbers").await;
    assert_eq!(
        app.count(
            "orders",
            &format!("id = {order} AND search_text LIKE '%713048829441 广州市白云区云裳服饰厂'")
        )
        .await,
        1
    );
    db.migrate().await.expect("goes up");
    db.close().await.expect("closes");
    for words in ["048829", "7130", "29441", "713048829441"] {
        assert_eq!(
            search_ids(&client, "/client/orders", words, 7).await,
            [order],
            "{words}"
        );
    }
}

#[apply(on_sqlite)]
async fn merged_index_segments_give_the_same_results(app: App) {
    const PARTS: (&str, &str) = ("(SELECT DISTINCT segid FROM order_search_idx) AS parts", "TRUE");
    app.execute_sql("INSERT INTO order_search (order_search, rank) VALUES ('automerge', 0)")
        .await;
    let client = app.client().await;
    let mut orders = Vec::new();
    for _ in 0..6 {
        orders.insert(0, submitted_order(&client).await);
    }
    assert!(app.count(PARTS.0, PARTS.1).await > 6);
    let before = search_ids(&client, "/client/orders", "卫衣 713048", 7).await;
    app.run_due_jobs().await;
    assert_eq!(app.count(PARTS.0, PARTS.1).await, 1);
    assert_eq!(search_ids(&client, "/client/orders", "卫衣 713048", 7).await, before);
    assert_eq!(before, orders);
}
