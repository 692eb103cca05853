//! A key never does more than its maker may, at each request.

use super::{create_key, key_body, newest, program};
use crate::{
    orders::{draft_with_item, submitted_order},
    staff::create_group,
    support::{Actor, App, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};

/// A new member of staff in a group, logged in.
pub async fn colleague(app: &App, owner: &Actor, group: Value) -> Actor {
    const PHONE: &str = "+79990000077";
    let body = json!({"phone": PHONE, "name": "Коллега", "group_id": group});
    let _ = owner.post("/agent/staff", body).await.expect_within_statements(201, 12);
    let sql = format!(
        "UPDATE staff SET confirmed_at = created_at WHERE user_id = (SELECT id FROM users WHERE phone = '{PHONE}'); \
         UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE phone = '{}') WHERE phone = '{PHONE}'",
        crate::support::OWNER
    );
    app.execute_sql(&sql).await;
    app.log_in("agent", PHONE).await
}

#[apply(on_both)]
async fn key_does_what_its_rights_say(app: App) {
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let reader = program(&app, json!({"name": "BI", "rights": {"orders": "read"}})).await;
    let card = reader.get(&format!("/agent/orders/{order}")).await.expect(200);
    assert_eq!(card["total"], json!(null), "no right on prices: {card}");
    let _ = reader
        .patch(&format!("/agent/orders/{order}"), json!({"manager_note": "x"}))
        .await
        .expect_problem(403, "permission_denied");
    for path in [
        "/agent/clients",
        "/agent/shipments",
        "/agent/settings/main",
        "/agent/reports",
    ] {
        let _ = reader.get(path).await.expect_problem(403, "permission_denied");
    }
    let _ = reader
        .get(&format!("/agent/orders/{order}/items"))
        .await
        .expect_problem(403, "permission_denied");
    let prices = json!({"name": "BI", "rights": {"orders": "read", "order_prices": "read"}});
    let card = program(&app, prices)
        .await
        .get(&format!("/agent/orders/{order}"))
        .await
        .expect(200);
    assert_ne!(card["total"], json!(null), "{card}");
}

#[apply(on_both)]
async fn refusal_names_the_missing_right(app: App) {
    let order = submitted_order(&app.client().await).await;
    let missing = async |actor: &Actor, path: &str| {
        let problem = actor.get(path).await.expect_problem(403, "permission_denied");
        problem["required_right"].clone()
    };
    let right = |holder: &str, object: &str, level: &str| json!({"holder": holder, "object": object, "level": level});
    let reader = program(&app, json!({"name": "BI", "rights": {"orders": "read"}})).await;
    assert_eq!(
        missing(&reader, "/agent/clients").await,
        right("key", "clients", "read")
    );
    let items = format!("/agent/orders/{order}/items");
    assert_eq!(missing(&reader, &items).await, right("key", "items", "read"));
    let staff = app.log_in("agent", WAREHOUSE_WORKER).await;
    assert_eq!(
        missing(&staff, "/agent/clients").await,
        right("person", "clients", "view")
    );
    // The key may write items, but its rights say nothing of prices.
    let writer = program(&app, json!({"name": "ERP", "rights": {"items": "write"}})).await;
    let refused = writer
        .patch(&format!("/agent/orders/{order}/items/1"), json!({"price": "1"}))
        .await
        .expect_problem(403, "permission_denied");
    assert_eq!(refused["required_right"], right("key", "order_prices", "write"));
    assert_eq!(refused["detail"], "the key needs the right `order_prices: write`");
    let total = program(&app, json!({"name": "BI", "rights": {"orders": "read"}})).await;
    assert_eq!(
        missing(&total, "/agent/orders?sort=total").await,
        right("key", "order_prices", "read")
    );
    // People who see only their own orders may not give them away.
    let owner = app.owner().await;
    let group = create_group(&owner, "agent", "Менеджеры", &[("orders", "edit", "own")]).await;
    let manager = colleague(&app, &owner, group).await;
    let refused = manager
        .post(
            "/agent/orders/assignments",
            json!({"orders": [order], "staff_id": null}),
        )
        .await
        .expect_problem(403, "permission_denied");
    let mut all = right("person", "orders", "edit");
    all["breadth"] = json!("all");
    assert_eq!(refused["required_right"], all);
}

#[apply(on_both)]
async fn key_reads_its_own_rights(app: App) {
    let owner = app.owner().await;
    let grants = [("orders", "edit", "all"), ("settings", "edit", "all")];
    let group = create_group(&owner, "agent", "Интеграции", &grants).await;
    let maker = colleague(&app, &owner, group.clone()).await;
    let key = app.with_token(&create_key(&maker, "agent", key_body()).await);
    let shown = key.get("/agent/key").await.expect(200);
    assert_eq!(
        (&shown["key"]["name"], &shown["key"]["rights"], &shown["without_effect"]),
        (&json!("ERP"), &json!({"orders": "write", "items": "write"}), &json!([]))
    );
    assert_eq!(shown["key"]["id"], newest(&maker, "agent").await["id"]);
    // The maker may only view orders from now on: the rights to write have no effect.
    let grants = json!({"grants": {"orders": {"level": "view", "breadth": "all"}}});
    let _ = owner
        .patch(&format!("/agent/access-groups/{group}"), grants)
        .await
        .expect_within_statements(200, 8);
    let shown = key.get("/agent/key").await.expect(200);
    assert_eq!(shown["without_effect"], json!(["orders", "items"]));
    let _ = maker.get("/agent/key").await.expect_problem(404, "not_found");
    let client = app.client().await;
    let of_client = app.with_token(&create_key(&client, "client", key_body()).await);
    assert_eq!(of_client.get("/client/key").await.expect(200)["key"]["name"], "ERP");
}

#[apply(on_both)]
async fn history_names_the_key(app: App) {
    let client = app.client().await;
    let (order, item) = draft_with_item(&client).await;
    let key = app.with_token(&create_key(&client, "client", key_body()).await);
    let path = format!("/client/orders/{order}/items/{}", item["id"]);
    let _ = key.patch(&path, json!({"quantity": 4})).await.expect(200);
    let history = client.get(&format!("/client/orders/{order}/history")).await.expect(200);
    let names: Vec<&Value> = history["data"]
        .as_array()
        .expect("a history")
        .iter()
        .map(|entry| &entry["actor_name"])
        .collect();
    assert!(names.contains(&&json!("Игорь (ERP)")), "{history}");
}

#[apply(on_both)]
async fn key_never_has_more_than_its_maker(app: App) {
    let owner = app.owner().await;
    let grants = [("orders", "edit", "all"), ("settings", "edit", "all")];
    let group = create_group(&owner, "agent", "Интеграции", &grants).await;
    let maker = colleague(&app, &owner, group.clone()).await;
    for wanted in [
        json!({"clients": "read"}),
        json!({"orders": "read", "balance": "write"}),
    ] {
        let _ = maker
            .post("/agent/api-keys", json!({"name": "ERP", "rights": wanted}))
            .await
            .expect_problem(403, "rights_exceeded");
    }
    let key = app.with_token(&create_key(&maker, "agent", key_body()).await);
    let order = submitted_order(&app.client().await).await;
    let change = json!({"assigned_staff_id": null});
    let path = format!("/agent/orders/{order}");
    let changed = key.patch(&path, change.clone()).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    // The maker may only view orders from now on, and so may the key.
    let grants = json!({"grants": {"orders": {"level": "view", "breadth": "all"}}});
    let _ = owner
        .patch(&format!("/agent/access-groups/{group}"), grants)
        .await
        .expect_within_statements(200, 8);
    let _ = key.get(&path).await.expect(200);
    let _ = key.patch(&path, change).await.expect_problem(403, "permission_denied");
    let _ = maker
        .get("/agent/api-keys")
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn own_key_is_changed_and_a_key_of_others_only_revoked(app: App) {
    let owner = app.owner().await;
    let group = create_group(
        &owner,
        "agent",
        "Интеграции",
        &[("orders", "edit", "all"), ("settings", "edit", "all")],
    )
    .await;
    let maker = colleague(&app, &owner, group).await;
    let key = app.with_token(&create_key(&maker, "agent", key_body()).await);
    let id = newest(&maker, "agent").await["id"].clone();
    let path = format!("/agent/api-keys/{id}");
    let changed = maker
        .patch(
            &path,
            json!({"name": "1С", "rights": {"orders": "read"}, "networks": [], "origins": []}),
        )
        .await
        .expect(200);
    assert_eq!(
        (&changed["name"], &changed["rights"]),
        (&json!("1С"), &json!({"orders": "read"}))
    );
    let _ = key
        .get("/agent/orders/1/items")
        .await
        .expect_problem(403, "permission_denied");
    for (field, value) in [
        ("rights", json!({"staff": "read"})),
        ("rights", json!({"orders": "write", "clients": "read"})),
    ] {
        let _ = maker
            .patch(&path, json!({field: value}))
            .await
            .expect_problem(403, "rights_exceeded");
    }
    // The owner of the cabinet can revoke it, but not change it or take its secret.
    for answer in [
        owner.patch(&path, json!({"name": "x"})).await,
        owner.post(&format!("{path}/roll"), json!({"overlap_hours": 0})).await,
    ] {
        let _ = answer.expect_problem(403, "permission_denied");
    }
    let own = create_key(&owner, "agent", key_body()).await;
    let own_id = newest(&owner, "agent").await["id"].clone();
    let _ = maker
        .delete(&format!("/agent/api-keys/{own_id}"))
        .await
        .expect_problem(404, "not_found");
    let _ = app.with_token(&own).get("/agent/orders").await.expect(200);
    let _ = owner.delete(&path).await.expect(204);
    let _ = key.get("/agent/orders").await.expect_problem(401, "credential_revoked");
}

#[apply(on_both)]
async fn wrong_values_of_a_key_are_named(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    for (values, field) in [
        (json!({"name": " "}), "name"),
        (json!({"rights": {}}), "rights"),
        (json!({"networks": ["10.0.0.0/33"]}), "networks[0]"),
        (json!({"networks": ["10.0.0.0/8", "shop.example"]}), "networks[1]"),
        (json!({"origins": ["https://shop.example/page"]}), "origins[0]"),
        (json!({"origins": ["http://shop.example"]}), "origins[0]"),
    ] {
        let mut body = key_body();
        for (name, value) in values.as_object().expect("values") {
            body[name] = value.clone();
        }
        let problem = owner
            .post("/agent/api-keys", body)
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"][field].is_array(), "{field}: {problem}");
    }
    for (side, person, object) in [("client", &client, "clients"), ("client", &client, "notes")] {
        let body = json!({"name": "ERP", "rights": {object: "read"}});
        let problem = person
            .post(&format!("/{side}/api-keys"), body)
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"][format!("rights.{object}")].is_array(), "{problem}");
    }
    for unknown in [
        json!({"rights": {"everything": "read"}}),
        json!({"rights": {"orders": "all"}}),
    ] {
        let body = json!({"name": "ERP", "rights": unknown["rights"]});
        let _ = owner
            .post("/agent/api-keys", body)
            .await
            .expect_problem(422, "validation_failed");
    }
}
