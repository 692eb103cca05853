//! What the extension captures beyond title, price and link: storage, history, screenshots of pages.

use crate::{
    media::encode_image,
    support::{Actor, CLIENT, OTHER_CLIENT, OTHER_OWNER, TWO_CABINETS, TestResponse, item_body, on_both},
};
use image::ImageFormat;
use serde_json::{Value, json};

/// An item with all fields that the extension sends.
pub fn captured_item() -> Value {
    let mut item = item_body();
    let more = json!({
        "currency": "CNY",
        "price_uncertain": false,
        "options": [{"name": "颜色", "value": "深灰色"}, {"name": "尺码", "value": "XL"}],
        "sku_id": "4",
        "images": ["https://cbu01.alicdn.com/img/ibank/O1CN01.jpg", "https://cbu01.alicdn.com/img/main.jpg"],
        "weight_grams": 520,
        "price_source": {"source": "state", "path": "skuMap[skuId=4].discountPrice"},
        "uncertain": []
    });
    let fields = more.as_object().expect("an object").clone();
    item.as_object_mut().expect("an object").extend(fields);
    item
}

/// A new draft of the first client of a person's extension. Returns the path of its items, and its id.
pub async fn new_draft(extension: &Actor) -> (String, i64) {
    let me = extension.get("/api/ext/me").await.expect(200);
    let draft = extension
        .post("/api/ext/drafts", json!({"client_id": me["clients"][0]["id"]}))
        .await
        .expect(201);
    let id = draft["id"].as_i64().expect("an id");
    (format!("/api/ext/drafts/{id}/items"), id)
}

async fn send_proof(extension: &Actor, path: &str, file: &[u8]) -> TestResponse {
    extension
        .with_header("content-type", "image/jpeg")
        .send("POST", path, Some(file.to_vec()))
        .await
}

#[apply(on_both)]
async fn me_tells_what_the_server_offers(app: App) {
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
        .patch("/agent/settings/conditions", json!({"commission": {"percent": "5.5"}}))
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
            "price_source",
            "uncertain"
        ])
    );
    assert_eq!(me["features"], json!(["proof", "reports"]), "no translation is offered");
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
    let of = |agent: &str| {
        clients
            .iter()
            .find(|client| client["agent"]["name"] == agent)
            .expect("the agent")["pricing"]
            .clone()
    };
    let lotus = of("lotus");
    assert_eq!(
        (&lotus["currency"], &lotus["fee_percent"]),
        (&json!("CNY"), &json!("5.5"))
    );
    assert_eq!(lotus["rates"], json!({"RUB": "0.08", "USD": "7.20"}));
    assert_eq!(of("dragon")["rates"], json!({}), "an agent's rates are its own");
    assert_eq!(of("dragon")["fee_percent"], "0");
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
async fn any_currency_is_kept_or_refused_and_never_converted(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, draft) = new_draft(&extension).await;
    let in_currency = |price: &str, currency: &str| {
        let mut body = captured_item();
        (body["price"], body["currency"]) = (json!(price), json!(currency));
        body
    };
    for (price, currency) in [
        ("1250000", "VND"),
        ("4.125", "KWD"),
        ("1790.00", "TRY"),
        ("99.90", "CHF"),
    ] {
        let added = extension.post(&items, in_currency(price, currency)).await.expect(201);
        assert_eq!(added["item"]["price"], json!({"amount": price, "currency": currency}));
        assert_eq!(
            added["order"]["total"]["amount"], "0.00",
            "other currencies do not add to the total"
        );
    }
    let card = app
        .client()
        .await
        .get(&format!("/client/orders/{draft}"))
        .await
        .expect(200);
    assert_eq!(
        (&card["mixed_currencies"], card["other_totals"].as_array().map(Vec::len)),
        (&json!(true), Some(4))
    );
    let key = extension.with_header("idempotency-key", "refused-1");
    for currency in ["XAU", "DEM", "cny", "YUAN", ""] {
        let problem = key
            .post(&items, in_currency("10", currency))
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(
            problem["errors"]["currency"][0]["code"], "currency_not_accepted",
            "{currency}"
        );
    }
    let problem = extension
        .post(&items, in_currency("4.125", "USD"))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["price"][0]["code"], "not_an_amount");
    // A refused request leaves its key unused.
    let _ = key.post(&items, in_currency("10", "CHF")).await.expect(201);
}

#[apply(on_both)]
async fn limits_of_captured_fields_are_named(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, _) = new_draft(&extension).await;
    let picture = |index: usize| format!("https://a.example/{index}.jpg");
    for (field, value, path, code) in [
        (
            "options",
            json!(vec![json!({"name": "", "value": "x"}); 7]),
            "options",
            "too_many",
        ),
        (
            "options",
            json!([{"name": "", "value": " "}]),
            "options[0].value",
            "required",
        ),
        (
            "options",
            json!([{"name": "x".repeat(61), "value": "x"}]),
            "options[0].name",
            "too_long",
        ),
        ("sku_id", json!("x".repeat(101)), "sku_id", "too_long"),
        (
            "images",
            json!((0..21).map(picture).collect::<Vec<_>>()),
            "images",
            "too_many",
        ),
        ("images", json!(["javascript:alert(1)"]), "images[0]", "not_a_url"),
        ("weight_grams", json!(0), "weight_grams", "out_of_range"),
        ("weight_grams", json!(10_000_001), "weight_grams", "out_of_range"),
        (
            "price_source",
            json!({"source": "page", "path": "x".repeat(121)}),
            "price_source.path",
            "too_long",
        ),
        (
            "price_source",
            json!({"source": "guess", "path": ""}),
            "price_source.source",
            "unknown_value",
        ),
        ("uncertain", json!(["shop"]), "uncertain[0]", "unknown_value"),
    ] {
        let mut body = captured_item();
        body[field] = value;
        let problem = extension
            .post(&items, body)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][path][0]["code"], code, "{problem}");
    }
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
    let _ = owner
        .get(&format!("/agent/orders/{draft}/items/{}/proof", item["id"]))
        .await
        .expect(200);
}

#[apply(on_both)]
async fn a_screenshot_goes_along_with_an_item(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, draft) = new_draft(&extension).await;
    let item = extension.post(&items, captured_item()).await.expect(201)["item"]["id"].clone();
    let (path, shown) = (
        format!("{items}/{item}/proof"),
        format!("/client/orders/{draft}/items/{item}/proof"),
    );
    let client = app.client().await;
    let _ = client.get(&shown).await.expect_problem(404, "not_found");
    let picture = encode_image(1200, 800, ImageFormat::Jpeg);
    let once = extension.with_header("idempotency-key", "send-1-proof");
    let _ = send_proof(&once, &path, &picture)
        .await
        .expect_within_statements(201, 7);
    let _ = send_proof(&once, &path, &picture)
        .await
        .expect_within_statements(201, 7);
    let proof = client.get(&shown).await.expect_within_statements(200, 7);
    let file = app
        .anonymous()
        .get(proof["photo"]["full"].as_str().expect("a URL"))
        .await;
    assert_eq!(
        (file.status, &file.headers["content-type"]),
        (200, &"image/jpeg".parse().expect("a header"))
    );
    assert_ne!(file.bytes, picture, "the picture is encoded again");
    let history = client.get(&format!("/client/orders/{draft}/history")).await.expect(200);
    let events = history["data"].as_array().expect("entries");
    assert_eq!(
        (events.len(), &events[2]["changes"]),
        (3, &json!([{"field": "proof"}])),
        "a repeated request adds nothing"
    );
    assert_eq!(
        client.get(&format!("/client/orders/{draft}")).await.expect(200)["items"][0]["proof_at"],
        proof["at"]
    );

    for (file, status, code) in [
        (b"<svg/>".to_vec(), 415, "media_type_refused"),
        (picture[..200].to_vec(), 422, "media_unreadable"),
        (vec![0xff; (4 << 20) + 1], 413, "body_too_large"),
    ] {
        let _ = send_proof(&extension, &path, &file).await.expect_problem(status, code);
    }
    let foreign = app.extension_of(OTHER_CLIENT).await;
    let _ = send_proof(&foreign, &path, &picture)
        .await
        .expect_problem(404, "not_found");
    let _ = app
        .log_in("client", OTHER_CLIENT)
        .await
        .get(&shown)
        .await
        .expect_problem(404, "not_found");

    // Staff see it when the order is submitted; from then on it is not exchanged.
    let (owner, staff_path) = (app.owner().await, format!("/agent/orders/{draft}/items/{item}/proof"));
    let _ = owner.get(&staff_path).await.expect_problem(404, "not_found");
    let _ = client
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect(200);
    assert_eq!(owner.get(&staff_path).await.expect(200)["at"], proof["at"]);
    let _ = app
        .log_in("agent", OTHER_OWNER)
        .await
        .get(&staff_path)
        .await
        .expect_problem(404, "not_found");
    let _ = send_proof(&extension, &path, &picture)
        .await
        .expect_problem(409, "order_not_draft");
}

#[apply(on_both)]
async fn unused_screenshots_are_removed(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, draft) = new_draft(&extension).await;
    let mut shown = Vec::new();
    for _ in 0..2 {
        let item = extension.post(&items, captured_item()).await.expect(201)["item"]["id"].clone();
        let _ = send_proof(
            &extension,
            &format!("{items}/{item}/proof"),
            &encode_image(64, 64, ImageFormat::Jpeg),
        )
        .await
        .expect(201);
        shown.push(item);
    }
    let client = app.client().await;
    let _ = client
        .delete(&format!("/client/orders/{draft}/items/{}", shown[0]))
        .await
        .expect(204);
    app.state.clock.advance(chrono::Duration::days(3650));
    let jobs = trade::orders::items::proof::jobs(platform::jobs::Jobs::default());
    while jobs.run_next(&app.state, "test").await.expect("works") {}
    assert_eq!(app.count("order_items", "proof_path IS NOT NULL").await, 1);
    let files = app.state.storage.list("proofs").await.expect("a list");
    let left: Vec<_> = futures::TryStreamExt::try_collect(files).await.expect("files");
    assert_eq!(left.len(), 3, "three sizes of one screenshot: {left:?}");
}
