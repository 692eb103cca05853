//! The index of words answers as reading every order would.

use super::submitted;
use crate::support::{Actor, App, on_both};
use karavan::orders::{entity::order, search::fold};
use proptest::{
    prelude::Rng,
    test_runner::{RngAlgorithm, TestRng},
};
use sea_orm::{ActiveValue::NotSet, ConnectionTrait, Database, EntityTrait, IntoActiveModel, Set};
use serde_json::json;

/// Few pieces, so that they meet; with everything that means something to a pattern, a query or a tokeniser.
const PIECES: &[&str] = &[
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

fn random() -> TestRng {
    TestRng::deterministic_rng(RngAlgorithm::ChaCha)
}

fn pieces(rng: &mut TestRng, most: u32, glue: &[&str]) -> String {
    let count = 1 + rng.next_u32() % most;
    let mut text = String::new();
    for _ in 0..count {
        text.push_str(PIECES[rng.next_u32() as usize % PIECES.len()]);
        text.push_str(glue[rng.next_u32() as usize % glue.len()]);
    }
    text
}

/// Drafts and submitted orders, lines added, changed and deleted: every way in which the text of an order comes about.
async fn orders(rng: &mut TestRng, client: &Actor, count: u32) {
    for _ in 0..count {
        let title = pieces(rng, 4, &["", " "]);
        let order = client
            .post("/client/orders", json!({"type": "standard", "title": title}))
            .await
            .expect(201);
        let id = order["id"].as_i64().expect("an id");
        let mut lines = Vec::new();
        for number in 0..rng.next_u32() % 3 {
            let line = json!({"title": pieces(rng, 5, &["", " "]), "url": format!("https://example.com/{number}"), "price": 1});
            let added = client
                .post(&format!("/client/orders/{id}/items"), line)
                .await
                .expect(201);
            lines.push(
                added["id"]
                    .as_i64()
                    .or_else(|| added["item"]["id"].as_i64())
                    .expect("an id"),
            );
        }
        if lines.len() == 2 {
            let _ = client
                .delete(&format!("/client/orders/{id}/items/{}", lines[0]))
                .await
                .status;
        }
        if rng.next_u32().is_multiple_of(2) && !lines.is_empty() {
            let _ = client
                .post(&format!("/client/orders/{id}/submit"), json!({}))
                .await
                .expect(200);
        } else if rng.next_u32().is_multiple_of(2) {
            let title = pieces(rng, 3, &["", " "]);
            let _ = client
                .patch(&format!("/client/orders/{id}"), json!({"title": title}))
                .await
                .status;
        }
    }
}

/// All pages of a list, put together.
async fn found(actor: &Actor, path: &str, words: &str, limit: u32) -> Vec<i64> {
    let words: String = url::form_urlencoded::byte_serialize(words.as_bytes()).collect();
    let (mut ids, mut cursor) = (Vec::new(), String::new());
    loop {
        // At most: who asks, the newest and more of them, the ids that the index names, their orders, all it names, pictures.
        let page = actor
            .get(&format!("{path}?search={words}&limit={limit}&cursor={cursor}"))
            .await
            .within(200, 7);
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

fn expected(all: &[order::Model], words: &str, mine: impl Fn(&order::Model) -> bool) -> Vec<i64> {
    let words = fold(words);
    let mut ids: Vec<i64> = all
        .iter()
        .filter(|order| mine(order) && words.split(' ').all(|word| order.search_text.contains(word)))
        .map(|order| order.id)
        .collect();
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids
}

async fn far_ids(app: &App) {
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

on_both! {
    async fn the_index_finds_what_reading_finds(app: App) {
        let mut rng = random();
        let (client, other, owner) = (app.client().await, app.log_in("client", crate::support::OTHER_CLIENT).await, app.owner().await);
        orders(&mut rng, &client, 20).await;
        orders(&mut rng, &other, 10).await;
        // What comes now is far from what was there: PostgreSQL reads the newest by themselves and asks the index for the rest.
        far_ids(&app).await;
        orders(&mut rng, &client, 15).await;
        orders(&mut rng, &other, 5).await;
        let db = Database::connect(app.database_url.as_str()).await.expect("the database opens");
        let all = order::Entity::find().all(&db).await.expect("orders");
        db.close().await.expect("closes");
        let mut hits = 0;
        for _ in 0..60 {
            let words = pieces(&mut rng, 3, &["", " "]);
            let ids = found(&client, "/client/orders", &words, 7).await;
            assert_eq!(ids, expected(&all, words.trim(), |order| order.client_id == 1), "{words:?}");
            hits += ids.len();
            let ids = found(&owner, "/agent/orders", &words, 7).await;
            assert_eq!(ids, expected(&all, words.trim(), |order| order.agent_id == 1 && order.status != "draft"), "{words:?}");
        }
        assert!(hits > 50, "{hits}");
    }

    async fn frequent_and_rare_words_are_found_by_whichever_way_is_shorter(app: App) {
        let (client, other) = (app.client().await, app.log_in("client", crate::support::OTHER_CLIENT).await);
        let (own, foreign) = (submitted(&client).await, submitted(&other).await);
        let db = Database::connect(app.database_url.as_str()).await.expect("the database opens");
        let [own, foreign] = [own, foreign].map(|id| order::Entity::find_by_id(id).one(&db));
        let models = [own.await.expect("reads").expect("there"), foreign.await.expect("reads").expect("there")];
        // More of each kind than are looked at one by one, and fewer; the other agent has the rare words too.
        let copy = |number: i32| {
            let of = |every: i32, word: &'static str| if number % every == 0 { word } else { "" };
            let mut row = models[usize::from(number % 5 == 0)].clone().into_active_model();
            row.id = NotSet;
            row.number = Set(format!("N{number}"));
            row.search_text = Set(format!("n{number} часто {} {} {}", of(2, "вторая"), of(41, "изредка"), of(683, "однажды")));
            row
        };
        let rows: Vec<_> = (1..=900).map(copy).collect();
        for block in rows.chunks(100) {
            order::Entity::insert_many(block.to_vec()).exec_without_returning(&db).await.expect("orders");
        }
        let all = order::Entity::find().all(&db).await.expect("orders");
        db.close().await.expect("closes");
        let owner = app.owner().await;
        for words in ["часто", "часто вторая", "изредка", "часто изредка", "изредка вторая часто", "однажды", "часто однажды", "часто нигде", "нигде"] {
            let ids = found(&owner, "/agent/orders", words, 90).await;
            assert_eq!(ids, expected(&all, words, |order| order.agent_id == 1), "{words:?}");
            let ids = found(&client, "/client/orders", words, 90).await;
            assert_eq!(ids, expected(&all, words, |order| order.client_id == 1), "{words:?}");
        }
        // They have neither lines nor a history, as no order is left.
        app.run("DELETE FROM orders WHERE number LIKE 'N%'").await;
    }

    async fn orders_of_earlier_versions_are_found_by_their_numbers(app: App) {
        let (client, order) = (app.client().await, submitted(&app.client().await).await);
        let db = karavan::platform::db::Db::open(&app.state.config).await.expect("the database opens");
        let earlier = "m20261122_0029_numbers";
        while !db.pending().await.expect("migrations").iter().any(|name| name == earlier) {
            db.migrate_down(1).await.expect("goes down");
        }
        assert_eq!(app.count("orders", &format!("id = {order} AND search_text LIKE '%713048829441'")).await, 1);
        db.migrate().await.expect("goes up");
        db.close().await.expect("closes");
        for words in ["048829", "7130", "29441", "713048829441"] {
            assert_eq!(found(&client, "/client/orders", words, 7).await, [order], "{words}");
        }
    }
}

#[tokio::test]
async fn an_index_in_many_parts_becomes_one_and_finds_the_same() {
    const PARTS: (&str, &str) = ("(SELECT DISTINCT segid FROM order_search_idx) AS parts", "TRUE");
    let app = App::sqlite().await;
    app.run("INSERT INTO order_search (order_search, rank) VALUES ('automerge', 0)")
        .await;
    let client = app.client().await;
    let mut orders = Vec::new();
    for _ in 0..6 {
        orders.insert(0, submitted(&client).await);
    }
    assert!(app.count(PARTS.0, PARTS.1).await > 6);
    let before = found(&client, "/client/orders", "卫衣 713048", 7).await;
    app.work_off().await;
    assert_eq!(app.count(PARTS.0, PARTS.1).await, 1);
    assert_eq!(found(&client, "/client/orders", "卫衣 713048", 7).await, before);
    assert_eq!(before, orders);
}
