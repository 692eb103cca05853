use super::{create_draft, draft_with_item, lifecycle::adjust_balance, submitted_order};
use crate::support::{item_body, on_both};
use chrono::TimeDelta;
use serde_json::{Value, json};

#[apply(on_both)]
async fn client_list_has_three_parts_with_counts(app: App) {
    let client = app.client().await;
    let drafted = create_draft(&client).await;
    let current = submitted_order(&client).await;
    let gone = create_draft(&client).await;
    let _ = client
        .post(&format!("/client/orders/{gone}/cancel"), json!({}))
        .await
        .expect(200);
    for (part, id) in [("drafts", drafted), ("current", current), ("archive", gone)] {
        let page = client.get(&format!("/client/orders?filter={part}")).await.expect(200);
        assert_eq!(page["data"].as_array().map(Vec::len), Some(1), "{part}");
        assert_eq!(page["data"][0]["id"], json!(id), "{part}");
    }
    let counts = client.get("/client/orders/counts").await.expect(200);
    for part in ["drafts", "current", "archive"] {
        assert_eq!(counts[part], json!({"count": 1, "more": false}), "{part}");
    }
}

#[apply(on_both)]
async fn pages_together_are_the_list(app: App) {
    let client = app.client().await;
    let mut all = Vec::new();
    for _ in 0..7 {
        all.insert(0, create_draft(&client).await);
    }
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = client
            .get(&format!("/client/orders?limit=3&cursor={cursor}"))
            .await
            .expect(200);
        seen.extend(
            page["data"]
                .as_array()
                .expect("rows")
                .iter()
                .filter_map(|row| row["id"].as_i64()),
        );
        // A row added between two pages does not shift the next page.
        let _ = create_draft(&client).await;
        match page["next_cursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => break,
        }
    }
    assert_eq!(seen, all);
    let _ = client
        .get("/client/orders?cursor=nonsense")
        .await
        .expect_problem(422, "validation_failed");
    let _ = client
        .get("/client/orders?limit=0")
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn days_of_filters_are_days_of_the_person(app: App) {
    // 20:06 in Moscow, and 01:06 of the next day in Shanghai.
    app.state.clock.advance(TimeDelta::hours(6));
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    adjust_balance(&owner, 1, "10", "RUB").await;
    let zone = json!({"timezone": "Asia/Shanghai"});
    for (from, before, after) in [("2026-11-18", 1, 1), ("2026-11-19", 0, 1)] {
        let orders = async || count(&owner.get(&format!("/agent/orders?from={from}")).await.expect(200));
        let path = format!("/client/balance/operations?from={from}");
        let operations = async || count(&client.get(&path).await.expect(200));
        let set = async |zone: &Value| {
            let _ = owner.patch("/agent/me", zone.clone()).await.expect(200);
            let _ = client.patch("/client/me", zone.clone()).await.expect(200);
        };
        set(&json!({"timezone": "Europe/Moscow"})).await;
        assert_eq!((orders().await, operations().await), (before, before), "{from}");
        set(&zone).await;
        assert_eq!((orders().await, operations().await), (after, after), "{from}");
    }
    let upto = owner.get("/agent/orders?to=2026-11-18").await.expect(200);
    assert_eq!(count(&upto), 0, "order {order} is of the next day");
}

fn count(page: &Value) -> usize {
    page["data"].as_array().map_or(0, Vec::len)
}

#[apply(on_both)]
async fn pages_of_a_date_range_are_complete(app: App) {
    let client = app.client().await;
    let mut all = Vec::new();
    for pause in [0, 0, 0, 7, 0, 1, 0] {
        app.state.clock.advance(TimeDelta::seconds(pause));
        all.insert(0, submitted_order(&client).await);
    }
    app.state.clock.advance(TimeDelta::days(1));
    let later = submitted_order(&app.client().await).await;
    let owner = app.owner().await;
    for (days, expected) in [
        ("to=2026-11-18", all.clone()),
        ("from=2026-11-18", [vec![later], all].concat()),
        ("from=2026-11-19", vec![later]),
    ] {
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = owner
                .get(&format!("/agent/orders?{days}&limit=2&cursor={cursor}"))
                .await
                .expect_within_statements(200, 6);
            seen.extend(
                page["data"]
                    .as_array()
                    .expect("rows")
                    .iter()
                    .filter_map(|row| row["id"].as_i64()),
            );
            match page["next_cursor"].as_str() {
                Some(next) => next.clone_into(&mut cursor),
                None => break,
            }
        }
        assert_eq!(seen, expected, "{days}");
    }
}

#[apply(on_both)]
async fn agent_filters_find_matching_orders(app: App) {
    let (client, two, owner) = (
        app.client().await,
        app.log_in("client", crate::support::TWO_CABINETS).await,
        app.owner().await,
    );
    let first = submitted_order(&client).await;
    let second = two
        .post("/client/orders", json!({"type": "self_buyout", "title": "Самовыкуп"}))
        .await
        .expect(201);
    let second_id = second["id"].as_i64().expect("an id");
    let _ = two
        .post(
            &format!("/client/orders/{second_id}/items"),
            json!({"title": "手工编织围巾", "url": "https://item.taobao.com/item.htm?id=1", "price": 35}),
        )
        .await
        .expect(201);
    let _ = two
        .post(&format!("/client/orders/{second_id}/submit"), json!({}))
        .await
        .expect(200);
    let _ = draft_with_item(&client).await;
    for (query, ids) in [
        ("", vec![second_id, first]),
        ("search=K1-1", vec![first]),
        ("search=%E5%8D%AB%E8%A1%A3", vec![first]),
        (
            "search=%D1%81%D0%B0%D0%BC%D0%BE%D0%B2%D1%8B%D0%BA%D1%83%D0%BF",
            vec![second_id],
        ),
        ("search=100%25", vec![]),
        ("client_id=1", vec![first]),
        ("status=submitted", vec![second_id, first]),
        ("status=paid", vec![]),
        ("self_buyout=true", vec![second_id]),
        ("self_buyout=false", vec![first]),
        ("unread=true", vec![second_id, first]),
        ("from=2026-11-18&to=2026-11-18", vec![second_id, first]),
        ("from=2026-11-19", vec![]),
        ("to=2026-11-17", vec![]),
        ("section=to_price", vec![second_id, first]),
        ("section=to_buy", vec![]),
        ("section=problems", vec![]),
        ("section=mine", vec![]),
    ] {
        let page = owner.get(&format!("/agent/orders?{query}")).await.expect(200);
        let found: Vec<_> = page["data"]
            .as_array()
            .expect("rows")
            .iter()
            .filter_map(|row| row["id"].as_i64())
            .collect();
        assert_eq!(found, ids, "{query}");
    }
    let counts = owner.get("/agent/orders/counts").await.expect(200);
    assert_eq!(
        (&counts["to_price"]["count"], &counts["unread"]["count"]),
        (&json!(2), &json!(2))
    );
    let _ = owner
        .get("/agent/orders?status=nonsense")
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn staff_see_what_their_access_group_allows(app: App) {
    let (client, two) = (
        app.client().await,
        app.log_in("client", crate::support::TWO_CABINETS).await,
    );
    let unassigned = submitted_order(&client).await;
    let assigned = submitted_order(&two).await;

    let worker = app.log_in("agent", crate::support::WAREHOUSE_WORKER).await;
    let card = worker.get(&format!("/agent/orders/{unassigned}")).await.expect(200);
    assert!(
        card.get("total").is_none() && card["items"][0].get("price").is_none(),
        "{card}"
    );

    let own = app.log_in("agent", crate::support::ASSIGNED_ONLY).await;
    let page = own.get("/agent/orders").await.expect(200);
    assert_eq!(page["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(page["data"][0]["id"], json!(assigned));
    let _ = own
        .get(&format!("/agent/orders/{unassigned}"))
        .await
        .expect_problem(404, "not_found");
    let _ = own
        .get(&format!("/agent/orders/{unassigned}/history"))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(
        own.get(&format!("/agent/orders/{assigned}")).await.expect(200)["items"][0]["price"]["amount"],
        "28.50"
    );
}

/// Each order has its own pictures: at most four, of its first eight items.
#[apply(on_both)]
async fn lists_show_the_first_pictures_of_each_order(app: App) {
    let client = app.client().await;
    let draft = async |pictures: &[Option<&str>]| {
        let draft = json!({"type": "standard", "title": "Осень"});
        let order = client.post("/client/orders", draft).await.expect(201)["id"].clone();
        for picture in pictures {
            let mut item = item_body();
            item["image_url"] = picture
                .map(|name| format!("https://cbu01.alicdn.com/{name}.jpg"))
                .into();
            client
                .post(&format!("/client/orders/{order}/items"), item)
                .await
                .expect(201);
        }
        order
    };
    let none = draft(&[]).await;
    let few = draft(&[None, Some("a"), None, Some("b")]).await;
    let many = draft(&[Some("c"), Some("d"), None, Some("e"), Some("f"), Some("g")]).await;
    let late = draft(&[None, None, None, None, None, None, None, Some("h"), Some("i")]).await;
    let list = client.get("/client/orders").await.expect(200);
    let shown = |order: &Value| {
        let rows = list["data"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["id"] == *order).expect("the order");
        let pictures = row["thumbnails"].as_array().expect("pictures").iter();
        let names = pictures.map(|url| url.as_str().expect("a URL").chars().rev().nth(4).expect("a name"));
        names.collect::<String>()
    };
    assert_eq!(
        [&none, &few, &many, &late].map(shown),
        ["", "ab", "cdef", "h"].map(str::to_owned)
    );
}
