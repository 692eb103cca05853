//! Clients that staff create, their own commission, and the history of a client.

use crate::{
    orders::submitted_order,
    staff::{NEWCOMER, hire_staff, log_in_in_timezone},
    support::{CLIENT, OTHER_CLIENT, OTHER_OWNER, TWO_CABINETS, on_both},
};
use serde_json::{Value, json};

const PATH: &str = "/agent/clients";

#[apply(on_both)]
async fn staff_create_a_client_whose_owner_is_invited(app: App) {
    let owner = app.owner().await;
    let manager = owner.get("/agent/assignees").await.expect(200)["data"][1].clone();
    let body = json!({
        "name": "Мария", "phone": "8 999 555-00-01", "company": "ООО «Север»", "language": "zh",
        "manager_staff_id": manager["id"],
    });
    let keyed = owner.with_header("idempotency-key", "new-client");
    let made = keyed.post(PATH, body.clone()).await.expect_within_statements(201, 13);
    assert_eq!(
        (
            &made["name"],
            &made["company"],
            &made["phone"],
            &made["manager_staff_id"]
        ),
        (&json!("Мария"), &json!("ООО «Север»"), &json!(NEWCOMER), &manager["id"])
    );
    assert_eq!(made["people"][0]["confirmed"], false);
    let again = keyed.post(PATH, body.clone()).await.expect_within_statements(201, 13);
    assert_eq!(again["id"], made["id"], "a repeated request creates nothing");
    let taken = owner.post(PATH, body).await.expect_problem(422, "validation_failed");
    assert_eq!(taken["errors"]["phone"][0]["code"], "taken");

    let card_path = format!("{PATH}/{}", made["id"]);
    let card = owner.get(&card_path).await.expect(200);
    assert_eq!((&card["code"], &card["people"]), (&made["code"], &made["people"]));
    let history = owner.get(&format!("{card_path}/history")).await.expect(200);
    assert_eq!(
        (&history["data"][0]["event"], &history["data"][0]["actor_name"]),
        (&json!("created"), &json!("Анна"))
    );
    assert_eq!(
        history["data"][0]["changes"],
        json!([{"field": "manager", "after": {"text": manager["name"]}}])
    );

    let member = log_in_in_timezone(&app, "client", NEWCOMER, Some("Asia/Shanghai")).await;
    let profile = member.get("/client/profile").await.expect(200);
    assert_eq!(
        profile["timezone"], "Asia/Shanghai",
        "of the browser of the first login"
    );
    let settings = member.get("/client/settings").await.expect(200);
    assert_eq!((&settings["name"], &settings["code"]), (&json!("Мария"), &made["code"]));
    let order = submitted_order(&member).await;
    let order = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    assert_eq!(order["assigned_staff_id"], manager["id"]);
    assert_eq!(owner.get(&card_path).await.expect(200)["people"][0]["confirmed"], true);
}

#[apply(on_both)]
async fn invalid_new_clients_are_refused(app: App) {
    let (owner, stranger) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let refused = owner
        .post(PATH, json!({"name": " ", "phone": "нет", "language": "zh"}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(refused["errors"]["name"].is_array() && refused["errors"]["phone"].is_array());
    let empty = owner
        .post(PATH, json!({"name": "x", "phone": ""}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(empty["errors"]["phone"][0]["code"], "required");
    let theirs = stranger.get("/agent/assignees").await.expect(200)["data"][0]["id"].clone();
    let foreign = owner
        .post(
            PATH,
            json!({"name": "x", "phone": NEWCOMER, "manager_staff_id": theirs}),
        )
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(foreign["errors"]["manager_staff_id"][0]["code"], "not_yours");
    let mine = owner
        .post(PATH, json!({"name": "x", "phone": CLIENT}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(mine["errors"]["phone"][0]["code"], "taken");

    // A client of another agent can be a client of this one too. Their name is not revealed before they confirm.
    let made = owner
        .post(PATH, json!({"name": "Сосед", "phone": OTHER_CLIENT}))
        .await
        .expect_within_statements(201, 13);
    let card = owner.get(&format!("{PATH}/{}", made["id"])).await.expect(200);
    assert_eq!(card["people"][0]["name"], "Сосед");
    let _ = stranger
        .get(&format!("{PATH}/{}/history", made["id"]))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn person_who_sees_own_clients_becomes_their_manager(app: App) {
    let owner = app.owner().await;
    let grants = [("clients", "edit", "own")];
    let (seller, staff_id) = hire_staff(&app, &owner, "+79995550021", "Продавцы", &grants).await;
    let other = owner.get("/agent/assignees").await.expect(200)["data"][0]["id"].clone();
    let _ = seller
        .post(PATH, json!({"name": "x", "phone": NEWCOMER, "manager_staff_id": other}))
        .await
        .expect_problem(403, "permission_denied");
    let made = seller
        .post(PATH, json!({"name": "x", "phone": NEWCOMER}))
        .await
        .expect_within_statements(201, 13);
    assert_eq!(
        (&made["manager_staff_id"], &made["balances"]),
        (&staff_id, &json!([])),
        "without the right to balances"
    );
    let _ = seller.get(&format!("{PATH}/{}/history", made["id"])).await.expect(200);
    let _ = seller
        .get(&format!("{PATH}/1/history"))
        .await
        .expect_problem(404, "not_found");
    let (viewer, _) = hire_staff(&app, &owner, "+79995550022", "Зрители", &[("clients", "view", "all")]).await;
    let _ = viewer
        .post(PATH, json!({"name": "x", "phone": "+79995550023"}))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn own_commission_of_a_client_changes_the_calculation(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let general = json!({"commission": {"percent": "10", "minimum_minor": 0}});
    let _ = owner.patch("/agent/settings/conditions", general).await.expect(200);
    let order = submitted_order(&client).await;
    let commission = async || {
        let path = format!("/agent/orders/{order}/calculation");
        let calculation = owner.get(&path).await.expect_within_statements(200, 7)["calculation"].clone();
        let charges = calculation["charges"].as_array().expect("charges").clone();
        let charge = charges.into_iter().find(|charge| charge["kind"] == "commission");
        charge.map(|charge| charge["amount"]["amount"].clone())
    };
    assert_eq!(commission().await, Some(json!("8.55")), "ten percent of 85.50");
    let own = json!({"percent": "2", "minimum_minor": 300, "brackets": []});
    let changed = owner
        .patch("/agent/clients/1", json!({"commission": own}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(changed["commission"], own);
    assert_eq!(commission().await, Some(json!("3.00")), "the minimum of the client");
    let extension = app.extension_of(CLIENT).await;
    let fee = async || extension.get("/api/ext/me").await.expect(200)["clients"][0]["pricing"]["fee_percent"].clone();
    assert_eq!(fee().await, "2");

    // Other clients keep the commission of the agent.
    let other = submitted_order(&app.log_in("client", TWO_CABINETS).await).await;
    let other = owner
        .get(&format!("/agent/orders/{other}/calculation"))
        .await
        .expect_within_statements(200, 7);
    assert!(other.to_string().contains("8.55"), "{other}");

    let _ = owner
        .patch("/agent/clients/1", json!({"commission": null, "name": "Игорь П."}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!((commission().await, fee().await), (Some(json!("8.55")), json!("10")));
    let history = owner.get("/agent/clients/1/history").await.expect(200);
    let newest = &history["data"][0];
    assert_eq!(newest["changes"][0]["after"], json!({"text": "Игорь П."}));
    assert_eq!(
        newest["changes"][1],
        json!({"field": "commission", "before": {"commission": own}})
    );

    let refused = owner
        .patch("/agent/clients/1", json!({"commission": {"percent": "101"}}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(refused["errors"]["commission.percent"].is_array());
    let (editor, _) = hire_staff(&app, &owner, NEWCOMER, "Редакторы", &[("clients", "edit", "all")]).await;
    let _ = editor
        .patch("/agent/clients/1", json!({"commission": null}))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn history_names_managers_and_lockouts(app: App) {
    let owner = app.owner().await;
    let people = owner.get("/agent/assignees").await.expect(200)["data"].clone();
    for manager in [&people[1], &people[0]] {
        let body = json!({"clients": [1, 2], "staff_id": manager["id"]});
        let _ = owner
            .post("/agent/clients/assignments", body)
            .await
            .expect_within_statements(200, 8);
    }
    for disabled in [true, false] {
        let _ = owner
            .patch("/agent/clients/1", json!({"disabled": disabled}))
            .await
            .expect_within_statements(200, 9);
    }
    let _ = owner
        .patch("/agent/clients/1", json!({"disabled": false}))
        .await
        .expect_within_statements(200, 9);
    let history = owner.get("/agent/clients/1/history").await.expect(200);
    let entries = history["data"].as_array().expect("entries");
    let events: Vec<&Value> = entries.iter().map(|entry| &entry["event"]).collect();
    assert_eq!(
        events,
        ["enabled", "disabled", "changed", "changed"],
        "no entry without a change"
    );
    assert_eq!(
        entries[2]["changes"],
        json!([{"field": "manager", "before": {"text": people[1]["name"]}, "after": {"text": people[0]["name"]}}])
    );
}
