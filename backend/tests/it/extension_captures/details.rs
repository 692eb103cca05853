//! Captured details of an item: storage, display, history.

use super::{captured_item, new_draft, send_proof};
use crate::{
    media::encode_image,
    support::{CLIENT, TWO_CABINETS, item_body, on_both},
};
use image::ImageFormat;
use serde_json::json;

#[apply(on_both)]
async fn me_lists_what_the_server_offers(app: App) {
    let owner = app.owner().await;
    for (base, fixed) in [("CNY", "12.5"), ("USD", "90")] {
        let _ = owner
            .patch(
                "/agent/settings/rate",
                json!({"base": base, "source": "fixed", "fixed": fixed}),
            )
            .await
            .expect_within_statements(200, 8);
    }
    let _ = owner
        .patch(
            "/agent/settings/conditions",
            json!({"commission": {"percent": "5.5", "minimum_minor": 2000}}),
        )
        .await
        .expect(200);
    let extension = app.extension_of(TWO_CABINETS).await;
    let me = extension.get("/api/ext/me").await.expect(200);
    assert_eq!(
        me["item_fields"],
        json!([
            "options",
            "sku_id",
            "images",
            "weight_grams",
            "size_mm",
            "price_source",
            "uncertain",
            "price_per",
            "min_quantity",
            "corrected"
        ])
    );
    assert_eq!(
        me["features"],
        json!(["proof", "reports", "estimates"]),
        "no translation is offered"
    );
    assert_eq!(
        (
            &me["token"]["name"],
            me["token"]["last_used_at"].is_string(),
            me["token"]["created_at"].is_string()
        ),
        (&json!("Chrome"), true, true)
    );
    assert_eq!(me["shops"], json!({}));
    let clients = me["clients"].as_array().expect("clients");
    let pricing_of = |agent: &str| {
        clients
            .iter()
            .find(|client| client["agent"]["name"] == agent)
            .expect("the agent")["pricing"]
            .clone()
    };
    let lotus = pricing_of("lotus");
    assert_eq!(
        (&lotus["currency"], &lotus["fee_percent"]),
        (&json!("CNY"), &json!("5.5"))
    );
    assert_eq!(
        lotus["commission"],
        json!({"percent": "5.5", "minimum_minor": 2000, "brackets": []}),
        "the popup shows what the order will cost"
    );
    assert_eq!(lotus["rates"], json!({"RUB": "0.08", "USD": "7.20"}));
    assert_eq!(pricing_of("dragon")["rates"], json!({}), "an agent's rates are its own");
    assert_eq!(pricing_of("dragon")["fee_percent"], "0");
}

#[apply(on_both)]
async fn captured_details_are_stored_and_shown_to_both_sides(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, draft) = new_draft(&extension).await;
    let added = extension.post(&items, captured_item()).await.expect(201)["item"].clone();
    let sent = captured_item();
    assert_eq!(
        (&added["options"], &added["sku_id"], &added["price_source"]),
        (&sent["options"], &sent["sku_id"], &sent["price_source"])
    );
    assert_eq!(
        added["images"],
        json!(["https://cbu01.alicdn.com/img/main.jpg"]),
        "the main picture is not repeated"
    );
    assert_eq!(
        (
            &added["unit_weight_grams"],
            added.get("weight_grams"),
            added.get("uncertain")
        ),
        (&json!(520), None, None)
    );
    assert_eq!(
        (&added["unit_size_mm"], added.get("size_mm")),
        (&json!({"length": 300, "width": 200, "height": 50}), None)
    );
    let client = app.client().await;
    let card = client.get(&format!("/client/orders/{draft}")).await.expect(200);
    assert_eq!(card["items"][0], added);
    let history = client.get(&format!("/client/orders/{draft}/history")).await.expect(200);
    let changes = history["data"][1]["changes"].as_array().expect("changes").clone();
    let value = |field: &str| {
        changes
            .iter()
            .find(|change| change["field"] == field)
            .map(|change| change["after"].clone())
    };
    assert_eq!(value("options"), Some(json!({"text": "颜色: 深灰色; 尺码: XL"})));
    assert_eq!(
        (value("sku_id"), value("images"), value("unit_weight_grams")),
        (
            Some(json!({"text": "4"})),
            Some(json!({"number": 2})),
            Some(json!({"number": 520}))
        )
    );
    assert_eq!(value("unit_size_mm"), Some(json!({"text": "300 × 200 × 50"})));

    // Another variant typed by the client has neither these options nor this SKU.
    let path = format!("/client/orders/{draft}/items/{}", added["id"]);
    let edited = client
        .patch(&path, json!({"variant": "чёрный / XL", "price": "30"}))
        .await
        .expect(200);
    assert_eq!((edited.get("options"), edited.get("sku_id")), (None, None));
    assert_eq!(edited["price_source"], json!({"source": "person", "path": ""}));
    let history = client.get(&format!("/client/orders/{draft}/history")).await.expect(200);
    let before = &history["data"][2]["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .find(|change| change["field"] == "sku_id")
        .expect("the SKU")["before"];
    assert_eq!(*before, json!({"text": "4"}));

    let _ = client
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect(200);
    let seen = app
        .owner()
        .await
        .get(&format!("/agent/orders/{draft}"))
        .await
        .expect(200);
    assert_eq!(
        (&seen["items"][0]["images"], &seen["items"][0]["unit_weight_grams"]),
        (&added["images"], &json!(520))
    );
    assert_eq!(seen["items"][0]["unit_size_mm"], added["unit_size_mm"]);
}

#[apply(on_both)]
async fn an_older_extension_goes_on_working(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, _) = new_draft(&extension).await;
    let item = extension.post(&items, item_body()).await.expect(201)["item"].clone();
    for field in [
        "options",
        "sku_id",
        "images",
        "unit_weight_grams",
        "unit_size_mm",
        "price_source",
        "uncertain",
        "proof_at",
    ] {
        assert_eq!(item.get(field), None, "{field}");
    }
    assert_eq!(item["price"]["currency"], "CNY");
}

#[apply(on_both)]
async fn uncertain_fields_stay_marked_until_they_are_checked(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, draft) = new_draft(&extension).await;
    let mut body = captured_item();
    body["uncertain"] = json!(["currency", "title", "title"]);
    let item = extension.post(&items, body).await.expect(201)["item"].clone();
    assert_eq!(
        (&item["uncertain"], &item["price_uncertain"]),
        (&json!(["currency", "title"]), &json!(true))
    );
    let path = format!("/client/orders/{draft}/items/{}", item["id"]);
    let changed = app
        .client()
        .await
        .patch(&path, json!({"price": "28.5"}))
        .await
        .expect(200);
    assert_eq!(
        (&changed["uncertain"], &changed["price_uncertain"]),
        (&json!(["title"]), &json!(false))
    );
    let changed = app
        .client()
        .await
        .patch(&path, json!({"title": "Худи"}))
        .await
        .expect(200);
    assert_eq!(changed.get("uncertain"), None);
}

#[apply(on_both)]
async fn split_items_keep_what_was_captured(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, draft) = new_draft(&extension).await;
    let item = extension.post(&items, captured_item()).await.expect(201)["item"].clone();
    let proof = format!("{items}/{}/proof", item["id"]);
    let _ = send_proof(&extension, &proof, &encode_image(400, 300, ImageFormat::Jpeg))
        .await
        .expect(201);
    let _ = app
        .client()
        .await
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect(200);
    let owner = app.owner().await;
    let split = owner
        .post(
            &format!("/agent/orders/{draft}/items/{}/split", item["id"]),
            json!({"quantity": 1}),
        )
        .await
        .expect_within_statements(201, 8);
    assert_eq!(
        (&split["sku_id"], &split["options"], split["proof_at"].is_string()),
        (&json!("4"), &item["options"], true)
    );
    assert_eq!(
        (&split["unit_size_mm"], &split["unit_weight_grams"]),
        (&item["unit_size_mm"], &item["unit_weight_grams"])
    );
    let seen = owner
        .get(&format!("/agent/orders/{draft}/items/{}/proof", split["id"]))
        .await
        .expect(200);
    assert_eq!(
        app.anonymous()
            .get(seen["photo"]["thumb"].as_str().expect("a URL"))
            .await
            .status,
        200
    );
    let merged = owner
        .post(
            &format!("/agent/orders/{draft}/items/merge"),
            json!({"items": [item["id"], split["id"]]}),
        )
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        (&merged["sku_id"], &merged["images"], &merged["quantity"]),
        (&json!("4"), &item["images"], &json!(3))
    );
    assert_eq!(merged["unit_size_mm"], item["unit_size_mm"]);
    let _ = owner
        .get(&format!("/agent/orders/{draft}/items/{}/proof", item["id"]))
        .await
        .expect(200);
}
