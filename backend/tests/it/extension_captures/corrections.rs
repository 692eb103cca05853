//! The share of captures that people corrected by hand, on the board of shops.

use super::{captured_item, new_draft};
use crate::support::{App, CLIENT, OTHER_CLIENT, OTHER_OWNER, item_body, on_both};
use serde_json::{Value, json};

/// The corrections of 1688 on the board of an agent.
async fn corrections(app: &App) -> Value {
    let board = app.owner().await.get("/agent/adapters").await.expect(200);
    let shops = board["data"].as_array().expect("shops").clone();
    let shop = shops.into_iter().find(|shop| shop["shop"] == "1688");
    shop.map_or(Value::Null, |shop| {
        json!([shop["coverage"]["items"], shop["corrections"]])
    })
}

#[apply(on_both)]
async fn corrections_in_the_popup_and_in_the_draft_are_counted_by_field(app: App) {
    let (extension, client) = (app.extension_of(CLIENT).await, app.client().await);
    let (items, draft) = new_draft(&extension).await;
    let corrected = |fields: Value| {
        let mut item = captured_item();
        item["corrected"] = fields;
        item
    };
    let mut ids = Vec::new();
    for fields in [
        json!([]),
        json!([]),
        json!(["price", "price"]),
        json!(["title", "image", "shop"]),
    ] {
        let added = extension.post(&items, corrected(fields)).await.expect(201);
        ids.push(added["item"]["id"].clone());
    }
    // Another quantity corrects nothing. The second price of an item counts once.
    for (item, change) in [
        (0, json!({"quantity": 3})),
        (1, json!({"variant": "чёрный / L"})),
        (2, json!({"price": "31.40"})),
        (2, json!({"title": "Худи с начёсом"})),
    ] {
        let path = format!("/client/orders/{draft}/items/{}", ids[item]);
        let _ = client.patch(&path, change).await.expect_within_statements(200, 8);
    }
    // An item that a person adds in the cabinet is no capture.
    let mut typed = item_body();
    typed["corrected"] = json!(["title"]);
    let _ = client
        .post(&format!("/client/orders/{draft}/items"), typed)
        .await
        .expect_within_statements(201, 8);
    assert_eq!(corrections(&app).await, Value::Null, "a draft is private");
    let _ = client
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect_within_statements(200, 8);
    let expected = json!({"items": 3, "title": 2, "price": 1, "variant": 1, "image": 1, "shop": 1});
    assert_eq!(corrections(&app).await, json!([4, expected]));

    // Items of another agent and of the month before don't count.
    let foreign = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(foreign.get("/agent/adapters").await.expect(200)["data"], json!([]));
    app.state.clock.advance(chrono::Duration::days(31));
    let nothing = json!({"items": 0, "title": 0, "price": 0, "variant": 0, "image": 0, "shop": 0});
    assert_eq!(corrections(&app).await, json!([0, nothing]));
}

#[apply(on_both)]
async fn unknown_corrected_fields_are_refused(app: App) {
    let extension = app.extension_of(OTHER_CLIENT).await;
    let (items, _) = new_draft(&extension).await;
    for (fields, code) in [
        (json!(vec!["title"; 6]), "too_many"),
        (json!(["colour"]), "unknown_value"),
    ] {
        let mut item = captured_item();
        item["corrected"] = fields;
        let problem = extension
            .post(&items, item)
            .await
            .expect_problem(422, "validation_failed");
        let named = problem["errors"]
            .as_object()
            .and_then(|errors| errors.iter().find(|(field, _)| field.starts_with("corrected")));
        assert_eq!(
            named.map(|(_, errors)| &errors[0]["code"]),
            Some(&json!(code)),
            "{problem}"
        );
    }
}
