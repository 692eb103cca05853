//! Imports of staff into submitted orders.

use super::row_counts;
use crate::{
    orders::{draft_with_item, item_pages, lifecycle::quote_order, submitted_order},
    support::{Actor, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};

const CSV: &str = "Название;Ссылка;Цена;Кол-во\n\
    Кружка;https://detail.1688.com/offer/1.html;12,50 ¥;4\n\
    Носки;https://detail.1688.com/offer/2.html;5;2\n";

async fn upload(staff: &Actor, order: i64, file: &str) -> crate::support::TestResponse {
    let path = format!("/agent/orders/{order}/imports?name=goods.csv");
    staff
        .with_header("content-type", "application/octet-stream")
        .send("POST", &path, Some(file.as_bytes().to_vec()))
        .await
}

async fn uploaded(staff: &Actor, order: i64, file: &str) -> Value {
    upload(staff, order, file).await.expect_within_statements(201, 7)
}

fn path(import: &Value) -> String {
    format!("/agent/orders/{}/imports/{}", import["order_id"], import["id"])
}

async fn step(staff: &Actor, import: &Value, step: &str) -> Value {
    let answer = staff.post(&format!("{}/{step}", path(import)), json!({})).await;
    answer.expect_within_statements(200, 24)
}

async fn items(staff: &Actor, order: i64) -> Vec<Value> {
    item_pages(staff, &format!("/agent/orders/{order}"), 200).await.concat()
}

#[apply(on_both)]
async fn staff_import_items_into_a_submitted_order(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let card = format!("/agent/orders/{order}");
    let before = owner.get(&card).await.expect(200);
    let import = uploaded(&owner, order, CSV).await;
    assert_eq!(row_counts(&import), [2, 0, 0, 0, 0]);
    assert_eq!(items(&owner, order).await.len(), 1);
    let preview = owner.get(&path(&import)).await.expect(200);
    assert_eq!(preview["rows"][0]["item"]["price"]["amount"], "12.50");
    let change = json!({"mapping": ["title", "url", "price", "ignored"]});
    let changed = owner.patch(&path(&import), change).await.expect(200);
    assert_eq!(row_counts(&changed), [2, 0, 0, 0, 0]);
    let change = json!({"mapping": import["mapping"]});
    let _ = owner.patch(&path(&import), change).await.expect(200);
    let done = step(&owner, &import, "confirm").await;
    assert_eq!(done["status"], "done");
    let added = items(&owner, order).await;
    assert_eq!(added.len(), 3);
    assert_eq!(
        (&added[1]["title"], &added[1]["quantity"]),
        (&json!("Кружка"), &json!(4))
    );
    let after = owner.get(&card).await.expect(200);
    // 4 × 12.50 + 2 × 5.00 more than before, in hundredths.
    let total = |card: &Value| -> i64 {
        let amount = card["total"]["amount"].as_str().expect("an amount");
        amount.replace('.', "").parse().expect("a number")
    };
    assert_eq!(total(&after) - total(&before), 6000);
    assert_eq!(after["items_count"], 3);
    // The order can be found by the imported title, and by its client.
    for word in [
        "%D0%BD%D0%BE%D1%81%D0%BA%D0%B8",
        after["client_code"].as_str().expect("a code"),
    ] {
        let found = owner.get(&format!("/agent/orders?search={word}")).await.expect(200);
        assert!(
            found["data"]
                .as_array()
                .expect("orders")
                .iter()
                .any(|row| row["id"] == order),
            "{word}"
        );
    }
    // The pricing is open now, so the client can't take the order back.
    let _ = client
        .post(&format!("/client/orders/{order}/take-back"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let history = client.get(&format!("/client/orders/{order}/history")).await.expect(200);
    assert!(history.to_string().contains("goods.csv"), "{history}");

    // The sheets of staff are theirs.
    let listed = client.get(&format!("/client/orders/{order}/imports")).await.expect(200);
    assert_eq!(listed["data"], json!([]));
    let _ = client
        .get(&format!("/client/orders/{order}/imports/{}", import["id"]))
        .await
        .expect_problem(404, "not_found");
    let listed = owner.get(&format!("{card}/imports")).await.expect(200);
    assert_eq!(listed["data"][0]["file_name"], "goods.csv");
}

#[apply(on_both)]
async fn undo_keeps_the_items_that_staff_have_priced(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let import = uploaded(&owner, order, CSV).await;
    let _ = step(&owner, &import, "confirm").await;
    let added = items(&owner, order).await;
    // A corrected file changes the item of the first one, and its undo changes it back.
    let corrected = uploaded(&owner, order, &CSV.replace("12,50 ¥;4", "13;5")).await;
    assert_eq!(row_counts(&corrected), [0, 1, 1, 0, 0]);
    let _ = step(&owner, &corrected, "confirm").await;
    assert_eq!(items(&owner, order).await[1]["quantity"], 5);
    let _ = owner
        .post(&format!("{}/undo", path(&import)), json!({}))
        .await
        .expect_problem(409, "import_not_undoable");
    let _ = step(&owner, &corrected, "undo").await;
    assert_eq!(items(&owner, order).await[1]["quantity"], 4);
    let _ = owner
        .patch(
            &format!("/agent/orders/{order}/items/{}", added[2]["id"]),
            json!({"price": "6"}),
        )
        .await
        .expect(200);
    let _ = step(&owner, &import, "undo").await;
    let left: Vec<Value> = items(&owner, order)
        .await
        .iter()
        .map(|item| item["id"].clone())
        .collect();
    assert_eq!(left, [added[0]["id"].clone(), added[2]["id"].clone()]);
}

#[apply(on_both)]
async fn imports_of_clients_are_not_changed_by_staff(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, _) = draft_with_item(&client).await;
    super::import_file(&client, order, CSV.to_owned()).await;
    let _ = upload(&owner, order, CSV).await.expect_problem(404, "not_found");
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    // The same file of staff adds items; it does not change the ones that the client has typed.
    let import = uploaded(&owner, order, CSV).await;
    assert_eq!(row_counts(&import), [2, 0, 0, 0, 0]);
    let of_client = client.get(&format!("/client/orders/{order}/imports")).await.expect(200);
    let _ = owner
        .post(
            &format!("/agent/orders/{order}/imports/{}/undo", of_client["data"][0]["id"]),
            json!({}),
        )
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn staff_import_needs_the_right_to_prices_and_an_open_pricing(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = upload(&worker, order, CSV)
        .await
        .expect_problem(403, "permission_denied");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = upload(&stranger, order, CSV).await.expect_problem(404, "not_found");
    let _ = quote_order(&owner, order).await;
    let _ = upload(&owner, order, CSV)
        .await
        .expect_problem(409, "order_not_submitted");
}
