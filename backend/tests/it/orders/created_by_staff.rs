//! Orders that staff create for clients, and items that staff add.

use super::{create_draft, draft_with_item, submitted_order};
use crate::{
    staff::hire_staff,
    support::{Actor, App, OTHER_OWNER, item_body, on_both},
};
use serde_json::{Value, json};

/// The id of a client of the first agent, by its code.
async fn client_id(owner: &Actor, code: &str) -> Value {
    let found = owner.get(&format!("/agent/clients?search={code}")).await.expect(200);
    let rows = found["data"].as_array().expect("clients");
    let row = rows.iter().find(|row| row["code"] == code);
    row.expect("the client is listed")["id"].clone()
}

async fn created_order(app: &App) -> i64 {
    let owner = app.owner().await;
    let body = json!({"client_id": client_id(&owner, "K1").await, "type": "standard", "title": "По телефону"});
    let made = owner.post("/agent/orders", body).await.expect_within_statements(201, 8);
    made["id"].as_i64().expect("an id")
}

#[apply(on_both)]
async fn client_sees_the_order_that_staff_created(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let body = json!({
        "client_id": client_id(&owner, "K1").await, "type": "standard", "title": "По телефону", "comment": "Срочно",
    });
    let keyed = owner.with_header("idempotency-key", "new-order");
    let made = keyed
        .post("/agent/orders", body.clone())
        .await
        .expect_within_statements(201, 8);
    assert_eq!(
        (&made["status"], &made["client_code"], &made["items_count"]),
        (&json!("submitted"), &json!("K1"), &json!(0))
    );
    let again = keyed.post("/agent/orders", body).await.expect_within_statements(201, 8);
    assert_eq!(again["id"], made["id"], "a repeated request creates nothing");

    let to_price = owner.get("/agent/orders?section=to_price").await.expect(200);
    assert_eq!(to_price["data"][0]["id"], made["id"]);
    let row = client.get("/client/orders?filter=current").await.expect(200)["data"][0].clone();
    assert_eq!(
        (&row["id"], &row["unread"], &row["title"]),
        (&made["id"], &json!(true), &json!("По телефону"))
    );
    let path = format!("/client/orders/{}", made["id"]);
    let card = client.get(&path).await.expect(200);
    assert_eq!(
        (&card["comment"], &card["moves"]),
        (&json!("Срочно"), &json!(["cancel"])),
        "the client can cancel the order, but not take it back"
    );
    let history = client.get(&format!("{path}/history")).await.expect(200);
    assert_eq!(
        (
            &history["data"][0]["event"],
            &history["data"][0]["side"],
            &history["data"][0]["actor_name"],
            &history["data"][1]["to"],
        ),
        (&json!("created"), &json!("staff"), &json!("Анна"), &json!("submitted"))
    );
}

#[apply(on_both)]
async fn staff_add_items_and_quote_the_order(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let id = created_order(&app).await;
    let path = format!("/agent/orders/{id}");
    let _ = owner
        .post(&format!("{path}/quote"), json!({"rate": "12"}))
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = owner
        .get(&format!("{path}/calculation"))
        .await
        .expect_within_statements(200, 12);
    let _ = client.get(&format!("/client/orders/{id}")).await.expect(200);

    let item = owner
        .post(&format!("{path}/items"), item_body())
        .await
        .expect_within_statements(201, 7);
    let card = owner.get(&path).await.expect(200);
    assert_eq!(
        (&card["items"][0]["id"], &card["total"]["amount"], &card["items_count"]),
        (&item["id"], &json!("85.50"), &json!(1))
    );
    let seen = client.get("/client/orders?filter=current").await.expect(200)["data"][0].clone();
    assert_eq!((&seen["unread"], &seen["items_count"]), (&json!(true), &json!(1)));
    let history = client.get(&format!("/client/orders/{id}/history")).await.expect(200);
    let last = history["data"].as_array().and_then(|entries| entries.last()).cloned();
    let last = last.expect("an entry");
    assert_eq!((&last["event"], &last["side"]), (&json!("item_added"), &json!("staff")));

    let quoted = owner
        .post(&format!("{path}/quote"), json!({"rate": "12"}))
        .await
        .expect_within_statements(200, 20);
    assert_eq!(quoted["status"], "quoted");
    let _ = owner
        .post(&format!("{path}/items"), item_body())
        .await
        .expect_problem(409, "order_not_submitted");
}

#[apply(on_both)]
async fn added_item_counts_the_shipping_of_its_shop_and_ends_the_taking_back(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let id = submitted_order(&client).await;
    let path = format!("/agent/orders/{id}");
    let group = owner.get(&path).await.expect(200)["groups"][0]["id"].clone();
    let _ = owner
        .patch(&format!("{path}/groups/{group}"), json!({"domestic": "10"}))
        .await
        .expect_within_statements(200, 12);
    let _ = owner
        .post(&format!("{path}/items"), item_body())
        .await
        .expect_within_statements(201, 7);
    let card = owner.get(&path).await.expect(200);
    assert_eq!(
        (&card["total"]["amount"], &card["items_count"]),
        (&json!("181.00"), &json!(2))
    );

    let other = submitted_order(&client).await;
    let _ = owner
        .post(&format!("/agent/orders/{other}/items"), item_body())
        .await
        .expect_within_statements(201, 7);
    let _ = client
        .post(&format!("/client/orders/{other}/take-back"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
}

#[apply(on_both)]
async fn drafts_and_clients_of_others_are_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let (draft, _) = draft_with_item(&client).await;
    let empty = create_draft(&client).await;
    for order in [draft, empty] {
        let _ = owner
            .post(&format!("/agent/orders/{order}/items"), item_body())
            .await
            .expect_problem(404, "not_found");
    }
    let order = submitted_order(&client).await;
    let _ = stranger
        .post(&format!("/agent/orders/{order}/items"), item_body())
        .await
        .expect_problem(404, "not_found");

    let id = client_id(&owner, "K1").await;
    let body = json!({"client_id": id, "type": "standard"});
    let refused = stranger
        .post("/agent/orders", body.clone())
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["client_id"][0]["code"], "not_yours");
    let locked = json!({"disabled": true});
    let _ = owner
        .patch(&format!("/agent/clients/{id}"), locked)
        .await
        .expect_within_statements(200, 12);
    let refused = owner
        .post("/agent/orders", body)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        refused["errors"]["client_id"][0]["code"], "not_yours",
        "a client that is locked out"
    );
}

#[apply(on_both)]
async fn order_goes_to_the_manager_of_the_client_or_to_its_creator(app: App) {
    let owner = app.owner().await;
    let grants = [("orders", "edit", "own"), ("clients", "view", "own")];
    let (seller, seller_id) = hire_staff(&app, &owner, "+79995550031", "Продавцы", &grants).await;
    let id = client_id(&owner, "K1").await;
    let body = json!({"client_id": id, "type": "standard"});
    let set_manager = async |manager: &Value| {
        let _ = owner
            .patch(&format!("/agent/clients/{id}"), json!({"manager_staff_id": manager}))
            .await
            .expect_within_statements(200, 12);
    };
    set_manager(&Value::Null).await;
    let own = owner
        .post("/agent/orders", body.clone())
        .await
        .expect_within_statements(201, 8);
    assert_ne!(own["assigned_staff_id"], seller_id);
    assert!(own["assigned_staff_id"].is_i64(), "the creator: {own}");
    let _ = seller
        .post("/agent/orders", body.clone())
        .await
        .expect_problem(422, "validation_failed");

    set_manager(&seller_id).await;
    let managed = owner
        .post("/agent/orders", body.clone())
        .await
        .expect_within_statements(201, 8);
    assert_eq!(managed["assigned_staff_id"], seller_id);
    let made = seller
        .post("/agent/orders", body)
        .await
        .expect_within_statements(201, 8);
    assert_eq!(made["assigned_staff_id"], seller_id);
    let path = format!("/agent/orders/{}", made["id"]);
    let _ = seller.get(&path).await.expect(200);
    let _ = seller
        .post(&format!("{path}/items"), item_body())
        .await
        .expect_problem(403, "permission_denied");
}
