//! Labels of items, orders, cells and shipments.

use super::{code_text, create_cell};
use crate::{
    shipments::item_in_warehouse,
    support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};
use shared_types::codes::CodeKind;

#[apply(on_both)]
async fn labels_describe_their_objects(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let (order, item) = item_in_warehouse(&app).await;
    let shipment = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [item]}))
        .await
        .expect_within_statements(201, 16);
    let (cell_id, cell_code) = create_cell(&worker, "A-12").await;
    // The items of several orders, in the requested order.
    let (second, _) = item_in_warehouse(&app).await;
    let lines = worker
        .get(&format!("/agent/labels?kind=item&orders={second},{order},999999"))
        .await
        .expect(200);
    let headings: Vec<_> = lines["data"]
        .as_array()
        .expect("labels")
        .iter()
        .map(|label| label["heading"].as_str().expect("a heading"))
        .collect();
    assert_eq!(headings, ["K1-2", "K1-1"]);
    let label = |answer: &Value| answer["data"][0].clone();
    let of_item = label(
        &worker
            .get(&format!("/agent/labels?kind=item&ids={item},999999"))
            .await
            .expect(200),
    );
    assert_eq!(
        (
            &of_item["heading"],
            &of_item["text"],
            &of_item["quantity"],
            &of_item["code"]
        ),
        (
            &json!("K1-1"),
            &json!("秋冬新款加绒加厚连帽卫衣"),
            &json!(3),
            &json!(code_text(CodeKind::Item, &item))
        )
    );
    assert_eq!(
        label(
            &worker
                .get(&format!("/agent/labels?kind=order&ids={order}"))
                .await
                .expect(200)
        )["client"],
        "K1 · Клиент K1"
    );
    assert_eq!(
        label(
            &worker
                .get(&format!("/agent/labels?kind=cell&ids={cell_id}"))
                .await
                .expect(200)
        )["code"],
        cell_code.as_str()
    );
    let path = format!("/agent/labels?kind=shipment&ids={}", shipment["id"]);
    assert_eq!(label(&owner.get(&path).await.expect(200))["heading"], "K1-S1");
    let _ = worker.get(&path).await.expect_problem(403, "permission_denied");
    for wrong in [
        "",
        "?kind=item",
        "?kind=item&ids=a,b",
        "?kind=delivery&ids=1",
        "?kind=item&orders=",
        "?kind=order&orders=1",
        "?kind=item&orders=x",
    ] {
        let _ = worker
            .get(&format!("/agent/labels{wrong}"))
            .await
            .expect_problem(422, "validation_failed");
    }
    let other = app.log_in("agent", OTHER_OWNER).await;
    for foreign in [format!("ids={item}"), format!("orders={order}")] {
        assert_eq!(
            other
                .get(&format!("/agent/labels?kind=item&{foreign}"))
                .await
                .expect(200)["data"],
            json!([])
        );
    }
    let cells = worker
        .post("/agent/cells", json!({"names": ["a-12", "  "]}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(cells["errors"]["names"].is_array());
}
