//! The entries of setting lists: changes, validation, archiving.

use super::{add_entry, tariff_body, valid_entries};
use crate::support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use serde_json::json;

#[apply(on_both)]
async fn setting_lists_support_create_update_archive_delete(app: App) {
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    for (list, values) in valid_entries() {
        let path = format!("/agent/settings/{list}");
        let keyed = owner.with_header("idempotency-key", list);
        let first = keyed.post(&path, values.clone()).await.expect(201);
        assert_eq!(
            keyed.post(&path, values.clone()).await.expect(201),
            first,
            "a replay adds nothing"
        );
        assert_eq!(
            (&first["values"], &first["archived"], &first["version"]),
            (&values, &json!(false), &json!(1))
        );
        let id = first["id"].as_i64().expect("an id");
        let one = format!("{path}/{id}");
        let _ = owner
            .with_header("if-match", "\"7\"")
            .patch(&one, json!({"archived": true}))
            .await
            .expect_problem(412, "version_stale");
        let archived = owner
            .with_header("if-match", "\"1\"")
            .patch(&one, json!({"archived": true, "position": 5, "values": values}))
            .await
            .expect(200);
        assert_eq!(
            (&archived["archived"], &archived["position"], &archived["version"]),
            (&json!(true), &json!(5), &json!(2))
        );
        assert_eq!(owner.get(&path).await.expect(200)["data"], json!([archived]));
        assert_eq!(
            other.get(&path).await.expect(200)["data"],
            json!([]),
            "another agent's list is separate"
        );
        let _ = other
            .patch(&one, json!({"archived": false}))
            .await
            .expect_problem(404, "not_found");
        let _ = other.delete(&one).await.expect_problem(404, "not_found");
        let _ = owner.delete(&one).await.expect(204);
        let _ = owner.delete(&one).await.expect_problem(404, "not_found");
        let mut unknown = values.clone();
        unknown["secret"] = json!(1);
        let _ = owner
            .post(&path, unknown)
            .await
            .expect_problem(422, "validation_failed");
    }
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .get("/agent/settings/packagings")
        .await
        .expect_problem(403, "permission_denied");
    let _ = worker
        .get("/agent/balance-requests/cards")
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn all_invalid_fields_are_named_at_once(app: App) {
    let owner = app.owner().await;
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let mut wrong = tariff_body(method);
    wrong["country"] = json!("Россия");
    wrong["currency"] = json!("EUR");
    wrong["minimum"] = json!("1.001");
    wrong["brackets"][1]["price"] = json!("-1");
    let problem = owner
        .post("/agent/settings/delivery-tariffs", wrong)
        .await
        .expect_problem(422, "validation_failed");
    let named: Vec<&String> = problem["errors"].as_object().expect("errors").keys().collect();
    assert_eq!(named, ["brackets[1].price", "country", "currency", "minimum"]);
    let _ = owner
        .post("/agent/settings/delivery-tariffs", tariff_body(999_999))
        .await
        .expect_problem(422, "validation_failed");
    let saved = add_entry(&owner, "delivery-tariffs", tariff_body(method)).await;
    let _ = owner
        .delete(&format!("/agent/settings/delivery-tariffs/{saved}"))
        .await
        .expect(204);
    let _ = owner
        .delete(&format!("/agent/settings/delivery-tariffs/{saved}"))
        .await
        .expect_problem(404, "not_found");
    let _ = add_entry(&owner, "delivery-tariffs", tariff_body(method)).await;
    let _ = owner
        .post("/agent/settings/delivery-tariffs", tariff_body(method))
        .await
        .expect_problem(409, "entry_exists");
    for (list, values, field) in [
        (
            "working-hours",
            json!({"weekday": 8, "opens": "9", "closes": "25:00"}),
            "weekday",
        ),
        (
            "working-hours",
            json!({"weekday": 1, "opens": "18:00", "closes": "09:00"}),
            "closes",
        ),
        (
            "delivery-methods",
            json!({"name": "  ", "days_min": 20, "days_max": 10}),
            "days_max",
        ),
        (
            "insurances",
            json!({"name": "x", "percent": "101", "minimum": "0", "currency": "CNY"}),
            "percent",
        ),
        (
            "transport-companies",
            json!({"name": "x", "tracking_url": "javascript:alert(1)"}),
            "tracking_url",
        ),
    ] {
        let problem = owner
            .post(&format!("/agent/settings/{list}"), values)
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"][field].is_array(), "{problem}");
    }
}

#[apply(on_both)]
async fn archived_or_foreign_entry_cannot_be_chosen(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let foreign = add_entry(
        &app.log_in("agent", OTHER_OWNER).await,
        "packagings",
        valid_entries()[1].1.clone(),
    )
    .await;
    let own = add_entry(&owner, "packagings", valid_entries()[1].1.clone()).await;
    let _ = owner
        .patch(&format!("/agent/settings/packagings/{own}"), json!({"archived": true}))
        .await
        .expect(200);
    assert_eq!(
        client.get("/client/delivery-options").await.expect(200)["packagings"],
        json!([])
    );
    let order = crate::orders::create_draft(&client).await;
    for id in [own, foreign] {
        let _ = client
            .patch(
                &format!("/client/orders/{order}"),
                json!({"delivery": {"packaging_id": id}}),
            )
            .await
            .expect_problem(422, "validation_failed");
    }
}
