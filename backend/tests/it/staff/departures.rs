//! A person who leaves or is locked out hands the open work over; finished work and past figures stay theirs.

use super::{NEWCOMER, invite};
use crate::{
    orders::{
        lifecycle::{adjust_balance, pay_order, quote_order},
        submitted_order,
    },
    support::{ASSIGNED_ONLY, Actor, App, OTHER_OWNER, TWO_CABINETS, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};

/// The staff member who manages the second client.
const MANAGER: i64 = 3;
const WORKER: i64 = 2;

/// A paid order, an open one and a request of the manager's client. Returns the orders.
async fn work_of_manager(app: &App) -> (i64, i64) {
    let (owner, client) = (app.owner().await, app.log_in("client", TWO_CABINETS).await);
    let paid = submitted_order(&client).await;
    let _ = quote_order(&owner, paid).await;
    adjust_balance(&owner, 2, "2000", "CNY").await;
    let _ = pay_order(&client, paid, "CNY").await;
    let finished = submitted_order(&client).await;
    let _ = owner
        .post(
            &format!("/agent/orders/{finished}/cancel"),
            json!({"reason": "нет товара"}),
        )
        .await
        .expect_within_statements(200, 18);
    let topup = json!({"amount": "100", "currency": "RUB"});
    let _ = client.post("/client/balance/requests", topup).await.expect(201);
    (paid, finished)
}

async fn assignee(owner: &Actor, order: i64) -> Value {
    owner.get(&format!("/agent/orders/{order}")).await.expect(200)["assigned_staff_id"].clone()
}

/// The turnover in yuan by staff member.
async fn turnover(owner: &Actor) -> Vec<(Value, String)> {
    let report = owner
        .get("/agent/reports?group_by=staff")
        .await
        .expect_within_statements(200, 6);
    let tables = report["tables"].as_array().expect("tables");
    let yuan = tables.iter().find(|table| table["currency"] == "CNY");
    let rows = yuan
        .map(|table| table["rows"].as_array().expect("rows").clone())
        .unwrap_or_default();
    let figure = |row: &Value| {
        row["figures"]["turnover"]["amount"]
            .as_str()
            .expect("an amount")
            .to_owned()
    };
    rows.iter()
        .map(|row| (row["group"]["id"].clone(), figure(row)))
        .collect()
}

/// Who had the work before and after, by the history at this path.
async fn changes(owner: &Actor, path: &str, field: &str) -> Vec<(Value, Value)> {
    let history = owner.get(path).await.expect_within_statements(200, 8);
    let entries = history["data"].as_array().expect("entries");
    let changes = entries
        .iter()
        .flat_map(|entry| entry["changes"].as_array().cloned().unwrap_or_default());
    changes
        .filter(|change| change["field"] == field)
        .map(|change| (change["before"]["text"].clone(), change["after"]["text"].clone()))
        .collect()
}

/// The name of a staff member.
async fn name(owner: &Actor, id: i64) -> Value {
    let people = owner.get("/agent/assignees").await.expect(200);
    let people = people["data"].as_array().expect("people").clone();
    let person = people.into_iter().find(|person| person["id"] == id);
    person.expect("the person")["name"].clone()
}

#[apply(on_both)]
async fn removal_asks_who_gets_the_work(app: App) {
    let (open, canceled) = work_of_manager(&app).await;
    let owner = app.owner().await;
    let manager = app.log_in("agent", ASSIGNED_ONLY).await;
    let (leaver, successor) = (name(&owner, MANAGER).await, name(&owner, WORKER).await);
    let before = turnover(&owner).await;
    assert_eq!((before.len(), &before[0].0), (1, &json!(MANAGER)), "{before:?}");
    let person = format!("/agent/staff/{MANAGER}");
    assert_eq!(
        owner.get(&format!("{person}/work")).await.expect(200),
        json!({"orders": 1, "clients": 1, "requests": 1})
    );
    let _ = owner.delete(&person).await.expect_problem(409, "work_open");
    for (query, field) in [
        ("work=keep", "work"),
        ("work=hand_over", "successor_id"),
        ("work=hand_over&successor_id=3", "successor_id"),
        ("work=hand_over&successor_id=4", "successor_id"),
        ("work=unassign&successor_id=2", "successor_id"),
    ] {
        let refused = owner.delete(&format!("{person}?{query}")).await;
        let refused = refused.expect_problem(422, "validation_failed");
        assert!(refused["errors"][field].is_array(), "{query}: {refused}");
    }
    let _ = manager.get("/agent/orders").await.expect(200);

    app.state.clock.advance(Duration::minutes(1));
    let _ = owner
        .delete(&format!("{person}?work=hand_over&successor_id={WORKER}"))
        .await
        .expect_within_statements(204, 24);
    let _ = manager
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_invalid");
    assert_eq!(assignee(&owner, open).await, WORKER);
    assert_eq!(assignee(&owner, canceled).await, MANAGER, "finished work stays");
    let client = owner.get("/agent/clients/2").await.expect(200);
    assert_eq!(client["manager_staff_id"], WORKER, "{client}");
    let handed_over = (leaver, successor);
    for (path, field) in [
        (format!("/agent/orders/{open}/history"), "assignee"),
        ("/agent/clients/2/history".to_owned(), "manager"),
    ] {
        let changes = changes(&owner, &path, field).await;
        assert!(changes.contains(&handed_over), "{changes:?}");
    }
    let people = owner.get("/agent/staff").await.expect(200);
    assert!(!people.to_string().contains(ASSIGNED_ONLY), "{people}");
    let assignees = owner.get("/agent/assignees").await.expect(200);
    assert!(
        assignees["data"]
            .as_array()
            .expect("people")
            .iter()
            .all(|person| person["id"] != MANAGER)
    );
    let _ = owner
        .get(&format!("{person}/work"))
        .await
        .expect_problem(404, "not_found");
    let _ = owner.delete(&person).await.expect_problem(404, "not_found");
    assert_eq!(turnover(&owner).await, before, "past figures stay");
    app.state.clock.advance(Duration::minutes(1));
    let client = app.log_in("client", TWO_CABINETS).await;
    let next = submitted_order(&client).await;
    assert_eq!(
        assignee(&owner, next).await,
        WORKER,
        "the successor gets the next orders"
    );
    let _ = quote_order(&owner, next).await;
    let _ = pay_order(&client, next, "CNY").await;
    let after = turnover(&owner).await;
    assert_eq!(after.len(), 2, "{after:?}");
    assert!(after.contains(&before[0]), "{after:?}");

    // The person comes back under the same membership.
    let groups = owner.get("/agent/access-groups").await.expect(200);
    let invited = json!({"phone": ASSIGNED_ONLY, "name": "Снова", "group_id": groups["data"][0]["id"]});
    let invited = owner.post("/agent/staff", invited).await.expect(201);
    assert_eq!(
        (&invited["id"], &invited["confirmed_at"]),
        (&json!(MANAGER), &Value::Null)
    );
    let twice = json!({"phone": ASSIGNED_ONLY, "name": "Снова", "group_id": groups["data"][0]["id"]});
    let _ = owner
        .post("/agent/staff", twice)
        .await
        .expect_problem(409, "member_exists");
}

#[apply(on_both)]
async fn lockout_and_invitation_ask_as_well(app: App) {
    let (open, _) = work_of_manager(&app).await;
    let owner = app.owner().await;
    let person = format!("/agent/staff/{MANAGER}");
    let _ = owner
        .patch(&person, json!({"disabled": true}))
        .await
        .expect_problem(409, "work_open");
    let kept = owner.patch(&person, json!({"disabled": true, "work": "keep"})).await;
    assert!(kept.expect_within_statements(200, 8)["disabled_at"].is_string());
    assert_eq!(
        assignee(&owner, open).await,
        MANAGER,
        "the work of a locked-out person is in sight"
    );
    let work = owner.get(&format!("{person}/work")).await.expect(200);
    assert_eq!(work["orders"], 1);
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    for refused in [
        stranger.get(&format!("{person}/work")).await,
        stranger
            .post(&format!("{person}/work"), json!({"successor_id": null}))
            .await,
    ] {
        let _ = refused.expect_problem(404, "not_found");
    }
    // An invited person gets the work before the first login, and is revoked again.
    let group = owner.get("/agent/access-groups").await.expect(200)["data"][0]["id"].clone();
    let invited = invite(&owner, "agent", NEWCOMER, &group).await["id"].clone();
    let handed_over = owner
        .post(&format!("{person}/work"), json!({"successor_id": invited}))
        .await
        .expect_within_statements(200, 24);
    assert_eq!(handed_over, json!({"orders": 1, "clients": 1, "requests": 1}));
    assert_eq!(assignee(&owner, open).await, invited);
    let invitation = format!("/agent/staff/{invited}");
    let _ = owner.delete(&invitation).await.expect_problem(409, "work_open");
    let _ = owner
        .delete(&format!("{invitation}?work=unassign"))
        .await
        .expect_within_statements(204, 24);
    assert_eq!(assignee(&owner, open).await, Value::Null);
    let changes = changes(&owner, &format!("/agent/orders/{open}/history"), "assignee").await;
    assert!(changes.contains(&(json!("Новый человек"), Value::Null)), "{changes:?}");
    let _ = owner
        .patch(&person, json!({"disabled": false}))
        .await
        .expect_within_statements(200, 8);
    // Without open work, no successor is needed.
    let _ = owner.delete(&person).await.expect_within_statements(204, 7);
}
