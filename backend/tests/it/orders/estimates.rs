//! Incomplete estimates, prices of delivery methods, and quotes of a stale view.

use crate::{
    orders::{draft_with_item, submitted_order},
    settings::{add_entry, valid_entries},
    support::{OTHER_CLIENT, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn estimate_names_what_completes_it(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, _) = draft_with_item(&client).await;
    let path = format!("/client/orders/{order}");
    let missing = async || {
        client
            .get(&format!("{path}/calculation"))
            .await
            .expect_within_statements(200, 8)["missing"]
            .clone()
    };
    let first = missing().await;
    for part in ["delivery_method", "country", "weight"] {
        assert!(first.as_array().expect("parts").contains(&json!(part)), "{first}");
    }
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let _ = client
        .patch(
            &path,
            json!({"destination_country": "RU", "delivery": {"delivery_method_id": method}}),
        )
        .await
        .expect_within_statements(200, 10);
    let second = missing().await;
    for part in ["delivery_method", "country"] {
        assert!(!second.as_array().expect("parts").contains(&json!(part)), "{second}");
    }
}

#[apply(on_both)]
async fn delivery_methods_have_prices_for_a_weight(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, _) = draft_with_item(&client).await;
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let path = format!("/client/orders/{order}/delivery-prices");
    let shown = client.get(&path).await.expect_within_statements(200, 8);
    assert_eq!(
        (&shown["methods"][0]["method"]["id"], &shown["methods"][0]["missing"]),
        (&json!(method), &json!("country"))
    );
    let unweighed = client
        .get(&format!("{path}?country=ru"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&unweighed["country"], &unweighed["methods"][0]["missing"]),
        (&json!("RU"), &json!("weight"))
    );
    let without_tariff = client
        .get(&format!("{path}?country=RU&weight_grams=2000"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(without_tariff["methods"][0]["missing"], "tariff");
    let tariff = json!({
        "delivery_method_id": method,
        "country": "RU",
        "currency": "CNY",
        "minimum": "0",
        "volumetric_divisor": null,
        "brackets": [{"weight_from_grams": 0, "density_from_kg_m3": 0, "per": "kilogram", "price": "30.00"}],
    });
    let _ = add_entry(&owner, "delivery-tariffs", tariff).await;
    let priced = client
        .get(&format!("{path}?country=RU&weight_grams=2500"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&priced["weight_grams"], &priced["methods"][0]["price"]),
        (&json!(2500), &json!({"amount": "75.00", "currency": "CNY"}))
    );
    for bad in ["weight_grams=0", "country=Россия", "volume_cm3=-1"] {
        let _ = client
            .get(&format!("{path}?{bad}"))
            .await
            .expect_problem(422, "validation_failed");
    }
    let _ = app
        .log_in("client", OTHER_CLIENT)
        .await
        .get(&path)
        .await
        .expect_problem(404, "not_found");
}

/// The weight on the page counts until the warehouse has weighed the item.
#[apply(on_both)]
async fn weight_that_the_shop_states_counts_until_the_item_is_weighed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = crate::orders::create_draft(&client).await;
    let path = format!("/client/orders/{order}");
    let calculation = async || {
        let money = client.get(&format!("{path}/calculation")).await;
        money.expect_within_statements(200, 8)
    };
    assert_eq!(
        calculation().await["missing"],
        json!([]),
        "an empty order lacks items, not weights"
    );

    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let tariff = json!({
        "delivery_method_id": method,
        "country": "RU",
        "currency": "CNY",
        "minimum": "0",
        "volumetric_divisor": 5000,
        "brackets": [{"weight_from_grams": 0, "density_from_kg_m3": 0, "per": "kilogram", "price": "30.00"}],
    });
    let _ = add_entry(&owner, "delivery-tariffs", tariff).await;
    let delivery = json!({"destination_country": "RU", "delivery": {"delivery_method_id": method}});
    let _ = client.patch(&path, delivery).await.expect_within_statements(200, 10);
    let mut item = crate::support::item_body();
    (item["quantity"], item["weight_grams"]) = (json!(3), json!(500));
    let extension = app.extension_of(crate::support::CLIENT).await;
    let added = extension
        .post(&format!("/api/ext/drafts/{order}/items"), item)
        .await
        .expect_within_statements(201, 8);
    assert_eq!(added["order"]["type"], "standard");
    let cargo = async || {
        let money = calculation().await;
        let charges = money["calculation"]["charges"].as_array().expect("charges").clone();
        let cargo = charges.into_iter().find(|charge| charge["kind"] == "cargo");
        (
            cargo.map(|charge| charge["amount"]["amount"].clone()),
            money["missing"].clone(),
        )
    };
    let rate = json!(["rate"]);
    assert_eq!(
        cargo().await,
        (Some(json!("45.00")), rate.clone()),
        "3 × 500 g at 30 yuan per kilogram"
    );
    let prices = client
        .get(&format!("{path}/delivery-prices"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(prices["weight_grams"], 1500);

    let _ = client
        .post(&format!("{path}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    let staff = format!("/agent/orders/{order}/items/{}", added["item"]["id"]);
    let _ = owner
        .patch(&staff, json!({"quantity": 2}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(cargo().await.0, Some(json!("30.00")), "the quantity of the agent");
    let _ = owner
        .patch(&staff, json!({"weight_grams": 1800}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(cargo().await, (Some(json!("54.00")), rate), "the measured weight");
}

#[apply(on_both)]
async fn quote_of_a_stale_view_is_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let path = format!("/agent/orders/{order}");
    let seen = owner.get(&path).await.expect_within_statements(200, 8);
    let due = owner
        .get(&format!("{path}/calculation"))
        .await
        .expect_within_statements(200, 8)["calculation"]["due"]
        .clone();
    let item = &seen["items"][0]["id"];
    let _ = owner
        .patch(&format!("{path}/items/{item}"), json!({"price": "77.00"}))
        .await
        .expect_within_statements(200, 16);
    let stale = owner.with_header("if-match", &format!("\"{}\"", seen["version"]));
    let quote = json!({"rate": "12.5", "amount": due});
    let _ = stale
        .post(&format!("{path}/quote"), quote.clone())
        .await
        .expect_problem(412, "version_stale");
    let refused = owner
        .post(&format!("{path}/quote"), quote)
        .await
        .expect_problem(409, "amount_changed");
    let _ = owner
        .post(
            &format!("{path}/quote"),
            json!({"rate": "12.5", "amount": refused["current_amount"]}),
        )
        .await
        .expect_within_statements(200, 30);
    for (step, body) in [("reopen", json!({"reason": "x"})), ("cancel", json!({"reason": "x"}))] {
        let _ = stale
            .post(&format!("{path}/{step}"), body)
            .await
            .expect_problem(412, "version_stale");
    }
}

#[apply(on_both)]
async fn refund_preview_is_the_cost_of_the_item(app: App) {
    let owner = app.owner().await;
    let order = crate::orders::lifecycle::paid_order(&app).await;
    let card = crate::orders::lifecycle::order_card(&owner, order).await;
    let item = card["items"][0]["id"].clone();
    let preview = owner
        .get(&format!("/agent/orders/{order}/items/{item}/refund"))
        .await
        .expect(200);
    // Paid in rubles at 12.5.
    assert_eq!(
        (&preview["amount"]["amount"], &preview["amount_converted"]),
        (&json!("1068.75"), &json!({"amount": "85.50", "currency": "CNY"}))
    );
    assert_eq!(preview["left_converted"]["amount"], "85.50");
    assert_eq!(preview["cancels_order"], true, "it is the only item");
    let refunded = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"item_id": item, "reason": "нет"}),
        )
        .await
        .expect_within_statements(201, 28);
    assert_eq!(refunded["refunds"][0]["amount"], preview["amount"]);
    let after = owner
        .get(&format!("/agent/orders/{order}/items/{item}/refund"))
        .await
        .expect(200);
    assert_eq!(after["left"], refunded["settlement"]["left"]);
    let _ = owner
        .get(&format!("/agent/orders/{order}/items/999999/refund"))
        .await
        .expect_problem(404, "not_found");
}
