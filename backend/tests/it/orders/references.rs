//! Staff find orders by references that are not in their text: tracks, marketplace numbers, shipments, deliveries, phones and
//! shops.

use super::lifecycle::{move_items, order_card, paid_order};
use crate::{
    shipments::{deliver, quoted_shipment},
    support::{Actor, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::json;

/// Ids of the orders that a search finds, newest first.
async fn found(actor: &Actor, text: &str, filters: &str) -> Vec<i64> {
    let text: String = url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
    let page = actor
        .get(&format!("/agent/orders?search={text}{filters}"))
        .await
        .expect(200);
    let rows = page["data"].as_array().expect("orders");
    rows.iter().filter_map(|row| row["id"].as_i64()).collect()
}

#[apply(on_both)]
async fn order_is_found_by_its_references(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = paid_order(&app).await;
    let other_order = paid_order(&app).await;
    let card = order_card(&owner, order).await;
    let bought = json!({"step": "buy", "marketplace_order_number": "TB 2211-884455"});
    let _ = move_items(&owner, &card, bought).await;
    let _ = move_items(&owner, &card, json!({"step": "send", "domestic_track": "yt 7483 9201"})).await;
    let _ = move_items(&owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
    for text in ["YT74839201", "yt 7483 9201", "tb2211-884455", "TB 2211-884455"] {
        assert_eq!(found(&owner, text, "").await, [order], "{text}");
    }
    assert_eq!(
        found(&owner, "YT7483920", "").await,
        [0_i64; 0],
        "a number is compared as a whole"
    );

    let shipment = quoted_shipment(&owner, &card["items"][0]["id"]).await;
    crate::orders::lifecycle::adjust_balance(&owner, 1, "5000", "RUB").await;
    let _ = crate::shipments::choose_cash_on_receipt(&client, shipment).await;
    let delivery = deliver(&owner, shipment).await;
    let number = owner.get(&format!("/agent/deliveries/{delivery}")).await.expect(200)["number"].clone();
    for text in ["K1-S1", "к1-s1", number.as_str().expect("a number")] {
        assert_eq!(found(&owner, text, "").await, [order], "{text}");
    }

    let phone = client.get("/client/profile").await.expect(200)["phone"].clone();
    let national = format!("8{}", &phone.as_str().expect("a phone")[2..]);
    for text in [phone.as_str().expect("a phone"), national.as_str()] {
        assert_eq!(found(&owner, text, "").await, [other_order, order], "{text}");
    }
    // References and filters work together, and pages follow each other.
    let pages = found(&owner, &national, "&limit=1").await;
    assert_eq!(pages, [other_order]);
    assert_eq!(found(&owner, &national, "&section=to_buy").await, [other_order]);

    // Another agent finds none of them, and the worker does not find orders that the permission group hides.
    let other = app.log_in("agent", OTHER_OWNER).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    for text in ["YT74839201", "TB2211-884455", "K1-S1", &national] {
        assert_eq!(found(&other, text, "").await, [0_i64; 0], "{text}");
    }
    assert_eq!(found(&worker, "YT74839201", "").await, [order]);
    for text in ["K1-S1", &national] {
        assert_eq!(found(&worker, text, "").await, [0_i64; 0], "{text}");
    }
}

#[apply(on_both)]
async fn order_is_found_by_its_shop(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = client
        .post("/client/orders", json!({"type": "standard", "title": "Осень"}))
        .await
        .expect(201)["id"]
        .as_i64()
        .expect("an id");
    let body = |title: &str, shop: &str| {
        let shop = json!({"name": shop});
        json!({"title": title, "url": "https://example.com/1", "price": "10", "shop": shop})
    };
    let items = format!("/client/orders/{order}/items");
    let coat = client.post(&items, body("Пальто", "森马旗舰店")).await.expect(201);
    let coat = coat["id"]
        .as_i64()
        .or_else(|| coat["item"]["id"].as_i64())
        .expect("an id");
    let _ = client.post(&items, body("Шарф", "Лавка Ткача")).await.expect(201);
    let _ = client
        .patch(&format!("/client/orders/{order}"), json!({"title": "Зима"}))
        .await
        .expect(200);
    let _ = client.delete(&format!("{items}/{coat}")).await.expect(204);
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    assert_eq!(found(&owner, "ткача", "").await, [order], "the texts are written again");
    assert_eq!(
        found(&owner, "旗舰店", "").await,
        [0_i64; 0],
        "the shop of the removed item"
    );
}
