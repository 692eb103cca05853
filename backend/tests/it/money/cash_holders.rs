//! People who see only the cash boxes that they keep.

use super::{
    cash_book::{ENTRIES, TRANSFERS, add_box, add_category, entries, post},
    statements::issued_request,
};
use crate::support::{ASSIGNED_ONLY, Actor, App, on_both};
use serde_json::{Value, json};

/// Gives a person the right to the own boxes, and a box in rubles. Returns the person with the id and the box.
async fn keeper(app: &App, owner: &Actor) -> (Actor, i64, i64) {
    let grants = json!({"grants": {
        "cash": {"level": "manage", "breadth": "own"},
        "topups": {"level": "manage", "breadth": "all"},
        "reports": {"level": "view", "breadth": "all"},
        "order_prices": {"level": "view", "breadth": "all"},
    }});
    let group = owner
        .patch("/agent/access-groups/2", grants)
        .await
        .expect_within_statements(200, 12);
    assert_eq!(group["grants"]["cash"]["breadth"], "own");
    let people = owner.get("/agent/assignees").await.expect(200);
    let mut people = people["data"].as_array().expect("people").iter();
    let person = people.find(|person| person["name"] == "Дмитрий").expect("the person")["id"].clone();
    let body = json!({"name": "Касса курьера", "currency": "RUB", "holder_id": person});
    let own = owner.post("/agent/cash-boxes", body).await.expect(201)["id"].clone();
    (
        app.log_in("agent", ASSIGNED_ONLY).await,
        person.as_i64().expect("an id"),
        own.as_i64().expect("an id"),
    )
}

#[apply(on_both)]
async fn keeper_sees_and_uses_the_own_boxes_only(app: App) {
    let owner = app.owner().await;
    let (courier, person, own) = keeper(&app, &owner).await;
    let safe = add_box(&owner, "Сейф", "RUB").await;
    let category = add_category(&owner, "Доход", "income").await;
    let income =
        |cash_box: i64| json!({"flow": "income", "box_id": cash_box, "amount": "100", "category_id": category});
    let _ = post(&owner, ENTRIES, income(safe)).await;
    let hidden = post(&owner, ENTRIES, income(safe)).await;
    let _ = post(&courier, ENTRIES, income(own)).await;
    let moved = json!({"box_id": safe, "to_box_id": own, "amount": "30"});
    let _ = post(&owner, TRANSFERS, moved).await;

    let book = courier.get("/agent/cash-book").await.expect(200);
    let boxes: Vec<_> = book["boxes"].as_array().expect("boxes").iter().collect();
    assert_eq!((boxes.len(), &boxes[0]["id"]), (1, &json!(own)));
    assert_eq!(boxes[0]["balance"]["amount"], "130.00");
    let seen = entries(&courier, "").await;
    let outline: Value = seen
        .iter()
        .map(|entry| {
            let movements = entry["movements"].as_array().expect("movements").iter();
            let movements: Value = movements
                .map(|one| json!([one["box_id"], one["amount"]["amount"]]))
                .collect();
            json!([entry["kind"], movements])
        })
        .collect();
    assert_eq!(
        outline,
        json!([["transfer", [[own, "30.00"]]], ["income", [[own, "100.00"]]]]),
        "the other box of a transfer is hidden"
    );
    let sums = courier.get("/agent/cash-entries/sums").await.expect(200);
    let total = &sums["totals"][0];
    assert_eq!(
        (
            &total["income"]["amount"],
            &total["moved_in"]["amount"],
            &total["moved_out"]["amount"]
        ),
        (&json!("100.00"), &json!("30.00"), &json!("0.00"))
    );
    for path in [
        format!("/agent/cash-boxes/{safe}/history"),
        format!("/agent/cash-boxes/{safe}/day"),
    ] {
        let answer = courier.get(&path).await;
        let is_hidden = answer.status == 404 || answer.expect(200)["data"] == json!([]);
        assert!(is_hidden, "{path}");
    }
    let refused = courier
        .post(ENTRIES, income(safe))
        .await
        .expect_problem(422, "validation_failed");
    assert!(refused["errors"]["box_id"].is_array(), "{refused}");
    let away = json!({"box_id": own, "to_box_id": safe, "amount": "1"});
    let refused = courier
        .post(TRANSFERS, away)
        .await
        .expect_problem(422, "validation_failed");
    assert!(refused["errors"]["to_box_id"].is_array(), "{refused}");
    let reverse = format!("{ENTRIES}/{}/reverse", hidden["id"]);
    let _ = courier
        .post(&reverse, json!({"reason": "чужая"}))
        .await
        .expect_problem(404, "not_found");
    // Nor can a box be given away or added for another person.
    for (answer, what) in [
        (
            courier
                .patch(&format!("/agent/cash-boxes/{own}"), json!({"holder_id": null}))
                .await,
            "given away",
        ),
        (
            courier
                .post("/agent/cash-boxes", json!({"name": "Ничья", "currency": "RUB"}))
                .await,
            "of no one",
        ),
    ] {
        let refused = answer.expect_problem(422, "validation_failed");
        assert!(refused["errors"]["holder_id"].is_array(), "{what}: {refused}");
    }
    let body = json!({"name": "Вторая", "currency": "CNY", "holder_id": person});
    let _ = courier
        .post("/agent/cash-boxes", body)
        .await
        .expect_within_statements(201, 12);
    let report = courier.get("/agent/reports").await;
    assert!(report.status != 200 || report.expect(200)["expenses"].is_null());
}

#[apply(on_both)]
async fn keeper_confirms_into_the_own_box(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let safe = add_box(&owner, "Сейф", "RUB").await;
    let (courier, _, own) = keeper(&app, &owner).await;
    let (request, _) = issued_request(&owner, &client, "100", "RUB").await;
    let path = |step: &str| format!("/agent/balance-requests/{request}/{step}");
    let boxes = courier.get(&path("boxes")).await.expect(200);
    assert_eq!(
        boxes["data"],
        json!([{"id": own, "name": "Касса курьера", "is_default": false}])
    );
    let refused = courier
        .post(&path("confirm"), json!({"box_id": safe}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(refused["errors"]["box_id"].is_array(), "{refused}");
    let _ = courier
        .post(&path("confirm"), json!({"box_id": own}))
        .await
        .expect_within_statements(200, 36);
    let book = courier.get("/agent/cash-book").await.expect(200);
    assert_eq!(book["boxes"][0]["balance"]["amount"], "100.00");
}
