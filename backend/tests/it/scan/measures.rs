//! Weights and cells of items at the warehouse from a list.

use super::code_text;
use crate::{
    orders::lifecycle::{move_items, order_card, paid_order},
    shipments::item_in_warehouse,
    support::{Actor, OTHER_OWNER, on_both},
};
use serde_json::{Value, json};
use shared_types::codes::CodeKind;

const MEASURES: &str = "/agent/items/measures";

async fn read(staff: &Actor, file: &str) -> Value {
    staff
        .with_header("content-type", "application/octet-stream")
        .send("POST", &format!("{MEASURES}/file"), Some(file.as_bytes().to_vec()))
        .await
        .expect_within_statements(200, 6)
}

fn effects(list: &Value) -> Value {
    let lines = list.as_array().expect("lines").iter();
    lines.map(|line| line["effect"].clone()).collect()
}

async fn item(owner: &Actor, order: i64) -> (Value, Value) {
    let card = order_card(owner, order).await;
    (
        card["items"][0]["weight_grams"].clone(),
        card["items"][0]["cell"].clone(),
    )
}

#[apply(on_both)]
async fn weights_and_cells_are_checked_and_then_stored(app: App) {
    let owner = app.owner().await;
    let (first, first_item) = item_in_warehouse(&app).await;
    let (second, second_item) = item_in_warehouse(&app).await;
    let (bought, bought_item) = {
        let order = paid_order(&app).await;
        let card = order_card(&owner, order).await;
        let _ = move_items(&owner, &card, json!({"step": "buy"})).await;
        (order, card["items"][0]["id"].clone())
    };
    let path = format!("/agent/orders/{second}/items/{second_item}");
    let change = json!({"domestic_track": "SF1234567890", "weight_grams": 900});
    let _ = owner.patch(&path, change).await.expect_within_statements(200, 14);
    let label = |item: &Value| code_text(CodeKind::Item, item);
    let sheet = format!(
        "№;Код товара;Трек-номер;Вес, г;Ячейка;Клиент\n\
         1;{};;1 250;A-1;Иван\n\
         2;;sf1234567890;800;B-2;Иван\n\
         3;{};;300;;Иван\n\
         4;KI-10000;;300;;Иван\n\
         5;;SF999;;;Иван\n\
         6;;SF998;2 lb;;Иван\n",
        label(&first_item),
        label(&bought_item),
    );
    let list = read(&owner, &sheet).await;
    assert_eq!(
        effects(&list["results"]),
        json!(["set", "replace", "not_at_warehouse", "unknown"])
    );
    assert_eq!(
        list["skipped"],
        json!([{"row": 6, "code": "SF999", "fault": "no_value"}, {"row": 7, "code": "SF998", "fault": "weight"}])
    );
    assert_eq!(list["ignored_columns"], json!(["Клиент"]));
    let other = &list["results"][1];
    assert_eq!((&other["weight_grams"], &other["cell"]), (&json!(800), &json!("B-2")));
    assert_eq!(
        (&other["items"][0]["weight_grams"], &other["items"][0]["cell"]),
        (&json!(900), &json!("A-1"))
    );
    assert_eq!(
        item(&owner, first).await,
        (Value::Null, json!("A-1")),
        "the preview changes nothing"
    );

    let lines: Vec<Value> = list["results"].as_array().expect("lines")[..3]
        .iter()
        .map(|line| json!({"code": line["code"], "weight_grams": line["weight_grams"], "cell": line["cell"]}))
        .collect();
    let keyed = owner.with_header("idempotency-key", "measures-1");
    let body = json!({"measures": lines});
    let stored = keyed
        .post(MEASURES, body.clone())
        .await
        .expect_within_statements(200, 14);
    assert_eq!(effects(&stored["data"]), json!(["set", "replace", "not_at_warehouse"]));
    let _ = keyed.post(MEASURES, body).await.expect(200);
    assert_eq!(item(&owner, first).await, (json!(1250), json!("A-1")));
    assert_eq!(
        item(&owner, second).await,
        (json!(900), json!("A-1")),
        "other values stay"
    );
    assert_eq!(item(&owner, bought).await, (Value::Null, Value::Null));
    let history = owner.get(&format!("/agent/orders/{first}/history")).await.expect(200);
    let events = history["data"].as_array().expect("a history").iter();
    assert_eq!(events.filter(|entry| entry["event"] == "item_changed").count(), 1);

    let replaced = json!({"measures": [{"code": "SF1234567890", "weight_grams": 800, "cell": "B-2"}], "replace": true});
    let _ = owner.post(MEASURES, replaced).await.expect_within_statements(200, 14);
    assert_eq!(item(&owner, second).await, (json!(800), json!("B-2")));
    // Another agent does not see the items.
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let list = read(&stranger, &sheet).await;
    assert_eq!(
        effects(&list["results"]),
        json!(["unknown", "unknown", "unknown", "unknown"])
    );
}

#[apply(on_both)]
async fn weight_of_a_parcel_with_several_items_is_of_none(app: App) {
    let owner = app.owner().await;
    for _ in 0..2 {
        let (order, item) = item_in_warehouse(&app).await;
        let change = json!({"domestic_track": "YT1"});
        let path = format!("/agent/orders/{order}/items/{item}");
        let _ = owner.patch(&path, change).await.expect_within_statements(200, 14);
    }
    let list = read(&owner, "YT1 1.5 C-3").await;
    assert_eq!(effects(&list["results"]), json!(["several_items"]));
    let list = read(&owner, "sep=\t\nYT1 1,25 C-3").await;
    assert_eq!(list["results"][0]["weight_grams"], 1250);
    let list = read(&owner, "YT1 C-3").await;
    assert_eq!(effects(&list["results"]), json!(["replace"]));
    assert_eq!(list["results"][0]["items"].as_array().map(Vec::len), Some(2));
    let list = read(&owner, "YT1 A-1\nyt1 B-1").await;
    assert_eq!(effects(&list["results"]), json!(["repeated", "repeated"]));

    for (body, field) in [
        (json!({"measures": []}), "measures"),
        (json!({"measures": [{"code": " ", "cell": "A"}]}), "measures[0].code"),
        (
            json!({"measures": [{"code": "YT1", "weight_grams": 0}]}),
            "measures[0].weight_grams",
        ),
    ] {
        let problem = owner
            .post(MEASURES, body)
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"].get(field).is_some(), "{problem}");
    }
}

#[apply(on_both)]
async fn weight_of_something_else_is_none_of_the_goods(app: App) {
    let owner = app.owner().await;
    for (head, row, line) in [
        ("Код;Вес, кг", "KI-1X;3", json!([["KI-1X", 3000]])),
        ("Код;Вес 10 шт, кг", "KI-1X;3", json!([])),
        ("Код;Объёмный вес", "KI-1X;3", json!([])),
        ("Код;Вес нетто", "KI-1X;3", json!([])),
        (
            "快递单号;计费重量(kg);实际重量(kg)",
            "SF1;3.00;2.45",
            json!([["SF1", 2450]]),
        ),
        // Among weights with units, a number alone may be of any.
        (
            "Трек;Вес",
            "SF1;2,35 кг\nSF2;640\nSF3;0,4",
            json!([["SF1", 2350], ["SF3", 400]]),
        ),
        (
            "Трек;Вес, г",
            "SF1;2,35 кг\nSF2;640",
            json!([["SF1", 2350], ["SF2", 640]]),
        ),
    ] {
        let list = read(&owner, &format!("sep=;\n{head}\n{row}\n")).await;
        let lines = list["results"].as_array().expect("lines").iter();
        let lines: Vec<Value> = lines.map(|line| json!([line["code"], line["weight_grams"]])).collect();
        assert_eq!(json!(lines), line, "{head}");
    }
}
