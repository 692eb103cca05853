//! Cash boxes: the history of their names and holders, and what open pages hear of them.

use super::cash_book::{ENTRIES, TRANSFERS, add_box, add_category, post};
use crate::{
    chat::socket_client::start_server,
    live::{events, following, received},
    support::{Actor, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};

async fn history(actor: &Actor, cash_box: i64) -> Vec<Value> {
    let path = format!("/agent/cash-boxes/{cash_box}/history");
    let page = actor.get(&path).await.expect(200);
    page["data"].as_array().expect("entries").clone()
}

#[apply(on_both)]
async fn history_has_each_name_and_holder(app: App) {
    let owner = app.owner().await;
    let people = owner.get("/agent/assignees").await.expect(200);
    let me = &people["data"][0];
    let cash_box = add_box(&owner, "Сейф", "RUB").await;
    let path = format!("/agent/cash-boxes/{cash_box}");
    let change = async |body: Value| owner.patch(&path, body).await.expect_within_statements(200, 12);
    let _ = change(json!({"name": "Большой сейф", "holder_id": me["id"]})).await;
    let _ = change(json!({"name": "Большой сейф"})).await;
    let _ = change(json!({"holder_id": null, "archived": true})).await;
    let _ = change(json!({"archived": false})).await;
    let entries: Vec<Value> = history(&owner, cash_box)
        .await
        .iter()
        .map(|entry| json!([entry["event"], entry["changes"]]))
        .collect();
    let name = |before: Value, after: &str| match before {
        Value::Null => json!({"field": "name", "after": after}),
        before => json!({"field": "name", "before": before, "after": after}),
    };
    assert_eq!(
        entries,
        [
            json!(["restored", []]),
            json!(["archived", [{"field": "holder", "before": me["name"]}]]),
            json!(["changed", [name(json!("Сейф"), "Большой сейф"), {"field": "holder", "after": me["name"]}]]),
            json!(["created", [name(Value::Null, "Сейф")]]),
        ]
    );
    assert!(history(&owner, cash_box).await[0]["actor_name"].is_string());
    let refused = owner
        .with_header("if-match", "\"1\"")
        .patch(&path, json!({"name": "Не та"}))
        .await;
    let _ = refused.expect_problem(412, "version_stale");
    assert_eq!(history(&owner, cash_box).await.len(), 4, "a refused change is none");
    let first = owner.get(&format!("{path}/history?limit=3")).await.expect(200);
    let cursor = first["next_cursor"].as_str().expect("a cursor");
    let rest = owner
        .get(&format!("{path}/history?limit=3&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(
        (&rest["data"][0]["event"], &rest["next_cursor"]),
        (&json!("created"), &Value::Null)
    );

    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .get(&format!("{path}/history"))
        .await
        .expect_problem(403, "permission_denied");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger
        .get(&format!("{path}/history"))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn colleagues_hear_of_entries_and_others_do_not(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (till, safe) = (
        add_box(&owner, "Касса", "RUB").await,
        add_box(&owner, "Сейф", "RUB").await,
    );
    let category = add_category(&owner, "Доход", "income").await;
    let server = start_server(&app).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (mut staff, mut narrow, mut buyer) = (
        following(&server, &owner, "agent").await,
        following(&server, &worker, "agent").await,
        following(&server, &client, "client").await,
    );
    let income = json!({"flow": "income", "box_id": till, "amount": "100", "category_id": category});
    let income = post(&owner, ENTRIES, income).await;
    assert_eq!(received(&mut staff).await, events([("cash_box.changed", till)]));
    let moved = json!({"box_id": till, "to_box_id": safe, "amount": "40"});
    let _ = post(&owner, TRANSFERS, moved).await;
    let both = events([("cash_box.changed", till), ("cash_box.changed", safe)]);
    assert_eq!(received(&mut staff).await, both);
    let reverse = format!("{ENTRIES}/{}/reverse", income["id"]);
    let _ = post(&owner, &reverse, json!({"reason": "Дважды внесли"})).await;
    assert_eq!(received(&mut staff).await, events([("cash_box.changed", till)]));
    let closing = json!({"counted": "40", "expected": "40"});
    let _ = owner
        .post(&format!("/agent/cash-boxes/{safe}/closings"), closing)
        .await
        .expect_within_statements(201, 12);
    assert_eq!(received(&mut staff).await, events([("cash_box.changed", safe)]));
    let _ = owner
        .patch(&format!("/agent/cash-boxes/{safe}"), json!({"name": "Банк"}))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(received(&mut staff).await, events([("cash_box.changed", safe)]));
    narrow.expect_silence().await;
    buyer.expect_silence().await;
}
