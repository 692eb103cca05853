//! Packing: what lies together, packing lists and the manifest of a delivery.

use super::{item_in_warehouse, post_expecting};
use crate::{
    exports::exported_rows,
    settings::add_entry,
    support::{Actor, on_both},
};
use calamine::Data;
use serde_json::{Value, json};

fn text_cells(row: &[Data]) -> Vec<String> {
    row.iter().map(ToString::to_string).collect()
}

#[apply(on_both)]
async fn packable_items_say_where_they_travel(app: App) {
    let owner = app.owner().await;
    let method = add_entry(&owner, "delivery-methods", json!({"name": "Авто"})).await;
    let (order, item) = item_in_warehouse(&app).await;
    let listed = owner.get("/agent/shipments/packable").await.expect(200);
    let row = &listed["data"][0];
    assert_eq!((&row["item_id"], &row["cell"]), (&item, &json!("A-1")));
    assert_eq!(row["target"]["delivery_method_id"], Value::Null);
    app.execute_sql(&format!(
        "UPDATE orders SET destination_country = 'RU', destination_city = 'Тула', delivery_method_id = {method} WHERE id = {order}"
    ))
    .await;
    let listed = owner
        .get("/agent/shipments/packable")
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        listed["data"][0]["target"],
        json!({"country": "RU", "city": "Тула", "recipient": null, "delivery_method_id": method, "delivery_method": "Авто"})
    );
}

/// The ids of all pages of a list, and the number of pages.
async fn all_pages(actor: &Actor, path: &str) -> (Vec<i64>, usize) {
    let (mut ids, mut pages, mut cursor) = (Vec::new(), 0, String::new());
    loop {
        let page = actor.get(&format!("{path}{cursor}")).await.expect(200);
        let rows = page["data"].as_array().expect("rows").iter();
        ids.extend(rows.filter_map(|row| row["item_id"].as_i64()));
        pages += 1;
        let Some(next) = page["next_cursor"].as_str() else {
            return (ids, pages);
        };
        cursor = format!("&cursor={next}");
    }
}

#[apply(on_both)]
async fn items_beyond_the_first_page_are_on_the_next_ones(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let mut items = Vec::new();
    let mut orders = Vec::new();
    for _ in 0..3 {
        let (order, item) = item_in_warehouse(&app).await;
        orders.push(order);
        items.push(item.as_i64().expect("an id"));
    }
    let packable = "/agent/shipments/packable?limit=2";
    assert_eq!(all_pages(&owner, packable).await, (items.clone(), 2));
    let of_client = format!("{packable}&order_id={}", orders[0]);
    assert_eq!(all_pages(&owner, &of_client).await, (items.clone(), 2));
    assert_eq!(
        all_pages(&owner, &format!("{packable}&order_id=999999")).await,
        (vec![], 1)
    );
    let shippable = "/client/shipping-requests/items?limit=2";
    assert_eq!(all_pages(&client, shippable).await, (items, 2));
    for path in [
        "/agent/shipments/packable?limit=501",
        "/client/shipping-requests/items?limit=501",
    ] {
        let actor = if path.starts_with("/agent") { &owner } else { &client };
        let refused = actor.get(path).await.expect(422);
        assert_eq!(refused["errors"]["limit"][0]["code"], "out_of_range");
    }
}

#[apply(on_both)]
async fn packing_list_and_manifest_have_places_items_and_sums(app: App) {
    let owner = app.owner().await;
    let (_, item) = item_in_warehouse(&app).await;
    let body = json!({"client_id": 1, "items": [item]});
    let shipment = post_expecting(&owner, "/agent/shipments", body, 201).await;
    let path = format!("/agent/shipments/{}", shipment["id"]);
    let new = json!({"count": 2, "weight_grams": 12_345, "length_mm": 400, "width_mm": 300, "height_mm": 505});
    let added = owner
        .post(&format!("{path}/places"), new)
        .await
        .expect_within_statements(201, 12);
    let first = format!("{path}/places/{}", added["places"][0]["id"]);
    let put = json!({"items": [{"item_id": item, "quantity": 2}]});
    let _ = owner.patch(&first, put).await.expect_within_statements(200, 14);
    let _ = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 200).await;

    let list = owner
        .get(&format!("{path}/packing-list"))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        (
            &list["shipment"]["number"],
            &list["places"][0]["items"],
            &list["items"][0]["quantity"]
        ),
        (&json!("K1-S1"), &json!([{"item_id": item, "quantity": 2}]), &json!(3))
    );
    let rows = exported_rows(owner.get(&format!("{path}/packing-list.xlsx")).await, 7);
    assert_eq!(
        text_cells(&rows[0]),
        [
            "K1-S1",
            "K1",
            "",
            "1",
            "12.345",
            "40",
            "30",
            "50.5",
            "0.061",
            "203",
            "K1-1",
            "秋冬新款加绒加厚连帽卫衣",
            "深灰色 / XL",
            "2"
        ]
    );
    let (second, rest, total) = (text_cells(&rows[1]), text_cells(&rows[2]), text_cells(&rows[3]));
    assert_eq!(
        (second[3].as_str(), second[13].as_str()),
        ("2", "0"),
        "a place without contents"
    );
    assert_eq!(
        (rest[3].as_str(), rest[13].as_str()),
        ("", "1"),
        "the piece that is in no place"
    );
    assert_eq!(
        (total[0].as_str(), total[3].as_str(), total[4].as_str()),
        ("Итого", "2", "24.69")
    );
    assert_eq!(total[13], "3");

    // A shipment that is not measured box by box has its own measures in its first row.
    let (_, other) = item_in_warehouse(&app).await;
    let body = json!({"client_id": 1, "items": [other]});
    let plain = post_expecting(&owner, "/agent/shipments", body, 201).await;
    let plain_path = format!("/agent/shipments/{}", plain["id"]);
    let measures = json!({"weight_grams": 900, "volume_cm3": 4_500, "places": 3});
    let _ = owner
        .patch(&plain_path, measures)
        .await
        .expect_within_statements(200, 12);
    let _ = post_expecting(&owner, &format!("{plain_path}/moves"), json!({"step": "pack"}), 200).await;
    let delivery = post_expecting(&owner, "/agent/deliveries", json!({}), 201).await;
    let cargo = format!("/agent/deliveries/{}", delivery["id"]);
    let load = json!({"shipments": [shipment["id"], plain["id"]]});
    let _ = post_expecting(&owner, &format!("{cargo}/shipments"), load, 200).await;
    let manifest = owner
        .get(&format!("{cargo}/manifest"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (
            &manifest["delivery"]["contents"]["places"],
            manifest["shipments"].as_array().map(Vec::len)
        ),
        (&json!(5), Some(2))
    );
    let rows = exported_rows(owner.get(&format!("{cargo}/manifest.xlsx")).await, 8);
    let plain = text_cells(&rows[3]);
    assert_eq!(plain[3..10], ["3", "0.9", "", "", "", "0.005", "200"]);
    let total = text_cells(&rows[4]);
    assert_eq!(
        (total[3].as_str(), total[4].as_str(), total[13].as_str()),
        ("5", "25.59", "6")
    );
}
