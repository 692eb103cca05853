//! Which values are accepted: currencies and limits.

use super::{captured_item, new_draft};
use crate::support::{CLIENT, on_both};
use serde_json::json;

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
        .post(&items, in_currency("0.000000001", "USD"))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["price"][0]["code"], "not_an_amount");
    // More decimal places than cents are a price of several pieces.
    let lot = extension.post(&items, in_currency("4.125", "USD")).await.expect(201);
    assert_eq!(
        (&lot["item"]["price"]["amount"], &lot["item"]["price_per"]),
        (&json!("41.25"), &json!(10))
    );
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
            "size_mm",
            json!({"length": 0, "width": 20, "height": 5}),
            "size_mm.length",
            "out_of_range",
        ),
        (
            "size_mm",
            json!({"length": 30, "width": 20, "height": 100_001}),
            "size_mm.height",
            "out_of_range",
        ),
        (
            "size_mm",
            json!({"length": 30, "width": 20}),
            "size_mm.height",
            "required",
        ),
        (
            "size_mm",
            json!({"length": 30, "width": "20", "height": 5}),
            "size_mm.width",
            "wrong_type",
        ),
        ("size_mm", json!([30, 20, 5]), "size_mm", "wrong_type"),
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
