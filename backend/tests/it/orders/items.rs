use super::{create_draft, draft_with_item, item_pages};
use crate::{
    imports::import_file,
    support::{item_body, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn totals_follow_item_changes(app: App) {
    let client = app.client().await;
    let (id, first_item) = draft_with_item(&client).await;
    let path = format!("/client/orders/{id}/items/{}", first_item["id"]);
    let changed = client
        .with_header("if-match", "\"1\"")
        .patch(&path, json!({"quantity": 10, "price": "30.00"}))
        .await
        .expect(200);
    assert_eq!(
        (&changed["total"]["amount"], &changed["version"]),
        (&json!("300.00"), &json!(2))
    );
    let _ = client
        .with_header("if-match", "\"1\"")
        .patch(&path, json!({"quantity": 11}))
        .await
        .expect_problem(412, "version_stale");

    let euro = client
        .post(
            &format!("/client/orders/{id}/items"),
            json!({"title": "Пальто", "url": "https://www.zara.com/p1", "price": "99.95", "currency": "EUR"}),
        )
        .await
        .expect(201);
    let order = client.get(&format!("/client/orders/{id}")).await.expect(200);
    assert_eq!(
        (
            &order["total"]["amount"],
            &order["mixed_currencies"],
            &order["items_count"]
        ),
        (&json!("300.00"), &json!(true), &json!(2))
    );
    assert_eq!(order["other_totals"], json!([{"amount": "99.95", "currency": "EUR"}]));

    let _ = client
        .delete(&format!("/client/orders/{id}/items/{}", euro["id"]))
        .await
        .expect(204);
    let _ = client
        .delete(&format!("/client/orders/{id}/items/{}", euro["id"]))
        .await
        .expect_problem(404, "not_found");
    let order = client.get(&format!("/client/orders/{id}")).await.expect(200);
    assert_eq!(
        (
            &order["total"]["amount"],
            &order["mixed_currencies"],
            &order["items_count"]
        ),
        (&json!("300.00"), &json!(false), &json!(1))
    );
}

#[apply(on_both)]
async fn addresses_of_items_are_web_addresses_without_credentials(app: App) {
    let client = app.client().await;
    let id = create_draft(&client).await;
    let path = format!("/client/orders/{id}/items");
    for (field, value) in [
        ("url", json!("javascript:alert(1)")),
        ("url", json!("https://user:secret@shop.test/1")),
        ("url", json!("https://shop.test/a b")),
        ("url", json!("https:shop.test")),
        ("image_url", json!("data:image/png;base64,AAAA")),
        ("shop.url", json!("https://shop.test:99999")),
    ] {
        let mut product = item_body();
        match field.split_once('.') {
            Some((outer, inner)) => product[outer][inner] = value,
            None => product[field] = value,
        }
        let problem = client
            .post(&path, product)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], "not_a_url", "{problem}");
    }
    let mut product = item_body();
    product["url"] = json!("https://магазин.рф/товар?id=1#фото");
    let added = client.post(&path, product).await.expect(201);
    assert_eq!(added["url"], "https://магазин.рф/товар?id=1#фото");
}

#[apply(on_both)]
async fn typed_link_names_the_marketplace(app: App) {
    let client = app.client().await;
    let path = format!("/client/orders/{}/items", create_draft(&client).await);
    for (url, given, stored) in [
        (
            "https://item.taobao.com/item.htm?id=600000000001",
            None,
            json!("taobao"),
        ),
        ("https://shop.example/cup", None, serde_json::Value::Null),
        (
            "https://detail.1688.com/offer/1.html",
            Some("1688 wholesale"),
            json!("1688 wholesale"),
        ),
    ] {
        let body = json!({"title": "杯子", "url": url, "price": "10", "marketplace": given});
        let added = client.post(&path, body).await.expect(201);
        assert_eq!(added["marketplace"], stored, "{url}");
    }
}

#[apply(on_both)]
async fn items_of_one_shop_share_a_group(app: App) {
    let client = app.client().await;
    let id = create_draft(&client).await;
    for shop in ["А", "Б", "А"] {
        let mut product = item_body();
        product["shop"]["name"] = json!(shop);
        let _ = client
            .post(&format!("/client/orders/{id}/items"), product)
            .await
            .expect(201);
    }
    let order = client.get(&format!("/client/orders/{id}")).await.expect(200);
    let shops: Vec<_> = order["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .map(|group| group["shop_name"].clone())
        .collect();
    assert_eq!(shops, ["А", "Б"]);
    assert_eq!(order["items"][0]["group_id"], order["items"][2]["group_id"]);
}

#[apply(on_both)]
async fn items_are_paginated_and_totals_cover_all(app: App) {
    let (client, owner) = (app.client().await, app.owner().await);
    let id = create_draft(&client).await;
    let rows = (0..250).fold("title,url,price,quantity,shop\n".to_owned(), |text, row| {
        format!("{text}Товар {row},https://a.cn/{row},1.50,2,Магазин {}\n", row / 60)
    });
    import_file(&client, id, rows).await;
    let _ = client
        .post(
            &format!("/client/orders/{id}/items"),
            json!({"title": "Пальто", "url": "https://www.zara.com/p1", "price": "99.95", "currency": "EUR"}),
        )
        .await
        .expect(201);
    let path = format!("/client/orders/{id}");
    let card = client.get(&path).await.expect_within_statements(200, 3);
    assert_eq!(
        (&card["items_count"], &card["total"]["amount"]),
        (&json!(251), &json!("750.00"))
    );
    assert_eq!(card["other_totals"], json!([{"amount": "99.95", "currency": "EUR"}]));
    let first = card["items"].as_array().expect("items");
    let shops = card["groups"].as_array().expect("shops");
    assert_eq!(
        (first.len(), shops.len()),
        (100, 2),
        "only the groups of the returned items"
    );

    let _ = client.post(&format!("{path}/submit"), json!({})).await.expect(200);
    let _ = owner
        .get(&format!("/agent/orders/{id}"))
        .await
        .expect_within_statements(200, 5);
    let _ = owner
        .get(&format!("/agent/orders/{id}"))
        .await
        .expect_within_statements(200, 4);
    for (who, path) in [(&client, path), (&owner, format!("/agent/orders/{id}"))] {
        let pages = item_pages(who, &path, 100).await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [100, 100, 51]);
        let card = who.get(&path).await.expect(200);
        assert_eq!(
            card["items"].as_array(),
            pages.first(),
            "the card contains the first page"
        );
        let rest = who
            .get(&format!(
                "{path}/items?limit=1000&cursor={}",
                card["items_cursor"].as_str().expect("a cursor")
            ))
            .await
            .expect(200);
        assert_eq!(rest["data"].as_array(), Some(&pages[1..].concat()));
        assert_eq!(rest["groups"].as_array().map(Vec::len), Some(5));
        let _ = who
            .get(&format!("{path}/items?limit=1001"))
            .await
            .expect_problem(422, "validation_failed");
        let _ = who
            .get(&format!("{path}/items?cursor=nonsense"))
            .await
            .expect_problem(422, "validation_failed");
    }
    let unsent = create_draft(&client).await;
    let _ = owner
        .get(&format!("/agent/orders/{unsent}/items"))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn draft_title_and_destination_are_updated(app: App) {
    let client = app.client().await;
    let (id, _) = draft_with_item(&client).await;
    let path = format!("/client/orders/{id}");
    let order = client
        .patch(
            &path,
            json!({"title": "Ёлки", "destination_country": "ru", "destination_city": "Москва"}),
        )
        .await
        .expect(200);
    assert_eq!(
        (&order["destination_country"], &order["destination_city"]),
        (&json!("RU"), &json!("Москва"))
    );
    assert_eq!(
        client.get("/client/orders?search=елки").await.expect(200)["data"][0]["id"],
        json!(id)
    );
    let cleared = client.patch(&path, json!({"destination_city": ""})).await.expect(200);
    assert_eq!(cleared["destination_city"], json!(null));
    let _ = client
        .with_header("if-match", "\"1\"")
        .patch(&path, json!({"title": "x"}))
        .await
        .expect_problem(412, "version_stale");
}
