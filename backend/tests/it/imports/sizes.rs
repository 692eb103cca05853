//! Columns with the quantities of one size each.

use super::{import_path, order_items, row_counts, run_step, upload_preview};
use crate::{
    orders::create_draft,
    support::{Actor, on_both},
};
use serde_json::{Value, json};

const FORM: &str = "Артикул;Название;Ссылка;Цена;Цвет;S;M;L;Кол-во\n\
    A1;Куртка;https://a.cn/1;99,50;чёрный;2;;3;5\nA2;Шарф;https://a.cn/2;15;;;1;;\nA3;Шапка;https://a.cn/3;8;;;;;\n";

async fn preview(client: &Actor, import: &Value) -> Value {
    client.get(&import_path(import)).await.expect(200)
}

/// The variant and the quantity of each item of the draft.
async fn sizes(client: &Actor, order: i64) -> Vec<(Value, Value)> {
    let items = order_items(client, order).await;
    items
        .iter()
        .map(|item| (item["variant"].clone(), item["quantity"].clone()))
        .collect()
}

#[apply(on_both)]
async fn each_filled_size_is_an_item(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let import = upload_preview(&client, order, FORM.into()).await;
    let fields = "external_id title url price variant size_quantity size_quantity size_quantity quantity";
    assert_eq!(import["mapping"], json!(fields.split(' ').collect::<Vec<_>>()));
    assert_eq!(row_counts(&import), [3, 0, 0, 0, 1]);
    let rows = preview(&client, &import).await["rows"].clone();
    let item = |size: &str, quantity| {
        let price = json!({"amount": "99.50", "currency": "CNY"});
        json!({"price": price, "price_per": 1, "quantity": quantity, "variant": format!("чёрный / {size}")})
    };
    assert_eq!(
        (&rows[0]["item"], &rows[0]["more_items"]),
        (&item("S", 2), &json!([item("L", 3)]))
    );
    // A row without quantities is not ordered.
    assert_eq!((&rows[2]["item"], &rows[2]["faults"]), (&Value::Null, &json!([])));
    run_step(&client, &import, "confirm").await;
    let stored = [("чёрный / S", 2), ("чёрный / L", 3), ("M", 1)].map(|(size, pieces)| (json!(size), json!(pieces)));
    assert_eq!(sizes(&client, order).await, stored);
    // A changed quantity of a size changes its item.
    let changed = upload_preview(&client, order, FORM.replace("2;;3;5", "2;;4;6").into()).await;
    assert_eq!(row_counts(&changed), [0, 1, 2, 0, 1]);
    run_step(&client, &changed, "confirm").await;
    assert_eq!(sizes(&client, order).await[1], (json!("чёрный / L"), json!(4)));
    run_step(&client, &changed, "undo").await;
    assert_eq!(sizes(&client, order).await, stored);
    run_step(&client, &import, "undo").await;
    assert_eq!(sizes(&client, order).await, []);
}

#[apply(on_both)]
async fn wrong_quantities_of_sizes_are_faults(app: App) {
    let client = app.client().await;
    for (from, to, field, column, code) in [
        ("2;;3;5", "2;;3;6", "quantity", 8, "out_of_range"),
        ("2;;3;5", "2;;1,500;2", "size_quantity", 7, "ambiguous"),
        ("2;;3;5", "2;;1.5;3", "size_quantity", 7, "wrong_type"),
        ("2;;3;5", "2;;много;2", "size_quantity", 7, "wrong_type"),
        ("2;;3;5", "2;;-3;2", "size_quantity", 7, "out_of_range"),
    ] {
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, FORM.replace(from, to).into()).await;
        let by_hand = "external_id title url price variant size_quantity size_quantity size_quantity quantity";
        let mapping = json!({"mapping": by_hand.split(' ').collect::<Vec<_>>()});
        let import = client.patch(&import_path(&import), mapping).await.expect(200);
        assert_eq!(row_counts(&import)[3], 1, "{to}: {import}");
        let rows = preview(&client, &import).await["rows"].clone();
        let fault = &rows[0]["faults"][0];
        let found = (&fault["field"], &fault["column"], &fault["code"]);
        assert_eq!(found, (&json!(field), &json!(column), &json!(code)), "{to}: {rows}");
        assert_eq!((&rows[0]["item"], &rows[0]["more_items"]), (&Value::Null, &json!([])));
    }
}

#[apply(on_both)]
async fn columns_of_sizes_need_a_size_as_their_header(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = "Название;Ссылка;Цена;36;Остальные\nТуфли;https://a.cn/1;50;0;4\nКеды;https://a.cn/2;40;2;0\n";
    let import = upload_preview(&client, order, file.into()).await;
    // One column of a size can be anything else.
    assert_eq!(import["mapping"], json!(["title", "url", "price", null, null]));
    let mapping = json!({"mapping": ["title", "url", "price", "size_quantity", "size_quantity"]});
    let import = client.patch(&import_path(&import), mapping).await.expect(200);
    let rows = preview(&client, &import).await["rows"].clone();
    assert_eq!(rows[0]["faults"][0]["code"], "required", "{rows}");
    assert_eq!(rows[1]["item"]["variant"], "36");
    assert_eq!(row_counts(&import), [1, 0, 0, 1, 0]);
}
