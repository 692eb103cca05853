//! The entries of setting lists: changes, validation, archiving.

use super::{add_entry, tariff_body, valid_entries};
use crate::support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use chrono::Duration;
use serde_json::{Value, json};

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
            .patch(&one, json!({"archived": true, "values": values}))
            .await
            .expect(200);
        assert_eq!((&archived["archived"], &archived["version"]), (&json!(true), &json!(2)));
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
    let options = client.get("/client/delivery-options").await;
    assert_eq!(options.expect_within_statements(200, 7)["packagings"], json!([]));
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

fn ids(list: &Value) -> Vec<i64> {
    let entries = list["data"].as_array().expect("entries");
    entries.iter().filter_map(|entry| entry["id"].as_i64()).collect()
}

#[apply(on_both)]
async fn a_list_is_sorted_in_one_request(app: App) {
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let path = "/agent/settings/packagings";
    let values = valid_entries()[1].1.clone();
    let mut added = Vec::new();
    for _ in 0..3 {
        added.push(add_entry(&owner, "packagings", values.clone()).await);
    }
    let foreign = add_entry(&other, "packagings", values.clone()).await;
    let _ = owner
        .patch(&format!("{path}/{}", added[1]), json!({"archived": true}))
        .await
        .expect(200);
    let order = [added[2], added[0], added[1]];
    let sorted = owner.patch(path, json!({"ids": order})).await.expect(200);
    assert_eq!(ids(&sorted), order);
    assert_eq!(sorted["data"][1]["version"], json!(1), "sorting makes no edit stale");
    assert_eq!(ids(&owner.get(path).await.expect(200)), order);
    let named = |response: Value| response["errors"]["ids"].is_array();
    for wrong in [
        json!([added[0], added[1], foreign]),
        json!([added[0], added[0], added[1]]),
    ] {
        let problem = owner.patch(path, json!({"ids": wrong})).await;
        assert!(named(problem.expect_problem(422, "validation_failed")));
    }
    for (list, _) in valid_entries() {
        let problem = owner
            .patch(&format!("/agent/settings/{list}"), json!({"ids": []}))
            .await;
        assert!(named(problem.expect_problem(422, "validation_failed")), "{list}");
    }
    let fourth = add_entry(&owner, "packagings", values).await;
    let _ = owner
        .patch(path, json!({"ids": order}))
        .await
        .expect_problem(412, "version_stale");
    let list = owner.get(path).await.expect(200);
    assert_eq!(ids(&list), [added[2], added[0], added[1], fourth]);
}

#[apply(on_both)]
async fn a_deleted_delivery_method_is_restored_with_its_tariffs(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (methods, tariffs) = ("/agent/settings/delivery-methods", "/agent/settings/delivery-tariffs");
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let tariff = add_entry(&owner, "delivery-tariffs", tariff_body(method)).await;
    let order = crate::orders::create_draft(&client).await;
    let order = format!("/client/orders/{order}");
    let choice = json!({"delivery": {"delivery_method_id": method}});
    let _ = client.patch(&order, choice.clone()).await.expect(200);
    let one = format!("{methods}/{method}");
    let restore = format!("{one}/restore");
    let nothing = json!({});
    let _ = owner
        .post(&restore, nothing.clone())
        .await
        .expect_problem(404, "not_found");

    let _ = owner.delete(&one).await.expect(204);
    assert_eq!(owner.get(methods).await.expect(200)["data"], json!([]));
    assert_eq!(owner.get(tariffs).await.expect(200)["data"], json!([]));
    let _ = owner.delete(&one).await.expect_problem(404, "not_found");
    let _ = owner
        .patch(&one, json!({"archived": false}))
        .await
        .expect_problem(404, "not_found");
    let options = client.get("/client/delivery-options").await;
    assert_eq!(options.expect_within_statements(200, 7)["methods"], json!([]));
    let kept = client.get(&order).await.expect(200);
    assert_eq!(
        kept["delivery"]["delivery_method_id"],
        json!(method),
        "the order keeps it: {kept}"
    );

    let other = app.log_in("agent", OTHER_OWNER).await;
    let _ = other
        .post(&restore, nothing.clone())
        .await
        .expect_problem(404, "not_found");
    let restored = owner.post(&restore, nothing.clone()).await.expect(200);
    assert_eq!(restored["archived"], json!(false));
    assert_eq!(ids(&owner.get(tariffs).await.expect(200)), [tariff]);
    let _ = client.patch(&order, choice).await.expect(200);

    // An archived method is archived again.
    let _ = owner.patch(&one, json!({"archived": true})).await.expect(200);
    app.state.clock.advance(Duration::minutes(1));
    let _ = owner.delete(&one).await.expect(204);
    let restored = owner.post(&restore, nothing).await.expect(200);
    assert_eq!(restored["archived"], json!(true));
}
