//! The places of a shipment, and the measures that follow them.

use super::{item_in_warehouse, post_expecting, quoted_shipment};
use crate::{
    scan::code_text,
    support::{App, on_both},
};
use serde_json::{Value, json};
use shared_types::codes::CodeKind;

/// A shipment that is being formed, with an item of three pieces. Returns its path and the item.
async fn forming_shipment(app: &App) -> (String, Value) {
    let owner = app.owner().await;
    let (_, item) = item_in_warehouse(app).await;
    let body = json!({"client_id": 1, "items": [item]});
    let shipment = post_expecting(&owner, "/agent/shipments", body, 201).await;
    (format!("/agent/shipments/{}", shipment["id"]), item)
}

fn measures(shipment: &Value) -> Value {
    let fields = ["places", "weight_grams", "volume_cm3"];
    json!(fields.map(|field| shipment[field].clone()))
}

#[apply(on_both)]
async fn shipment_follows_its_places(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (path, item) = forming_shipment(&app).await;
    let places = format!("{path}/places");
    let new = json!({"count": 2, "weight_grams": 12_000, "length_mm": 400, "width_mm": 300, "height_mm": 500});
    let added = owner.post(&places, new).await.expect_within_statements(201, 12);
    assert_eq!(added["density"], 200, "12 kg in 60 litres");
    let numbers: Vec<&Value> = added["places"]
        .as_array()
        .expect("places")
        .iter()
        .map(|row| &row["number"])
        .collect();
    assert_eq!(numbers, [1, 2]);
    let shipment = owner.get(&path).await.expect_within_statements(200, 8);
    assert_eq!(measures(&shipment), json!([2, 24_000, 120_000]));
    assert_eq!(shipment["sides"]["length_mm"], 400);

    // A place that is not weighed leaves the weight of the shipment open.
    let added = owner.post(&places, json!({})).await.expect_within_statements(201, 12);
    let third = format!("{places}/{}", added["places"][2]["id"]);
    assert_eq!(
        (&added["places"][2]["number"], &added["density"]),
        (&json!(3), &Value::Null)
    );
    assert_eq!(
        measures(&owner.get(&path).await.expect_within_statements(200, 8)),
        json!([3, null, null])
    );
    let refused = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 409).await;
    assert_eq!(refused["code"], "shipment_incomplete");

    let weighed = json!({"weight_grams": 500, "length_mm": 100, "width_mm": 100, "height_mm": 50,
        "items": [{"item_id": item, "quantity": 2}]});
    let changed = owner.patch(&third, weighed).await.expect_within_statements(200, 14);
    assert_eq!(
        (&changed["places"][2]["items"], &changed["places"][2]["weight_grams"]),
        (&json!([{"item_id": item, "quantity": 2}]), &json!(500))
    );
    let shipment = owner.get(&path).await.expect_within_statements(200, 8);
    assert_eq!(measures(&shipment), json!([3, 24_500, 120_500]));
    assert_eq!(shipment["sides"], Value::Null, "the places differ");
    let history = shipment["history"].as_array().expect("a history");
    let last = history.last().expect("an entry");
    let title = &shipment["items"][0]["title"];
    assert_eq!(
        last["places"],
        json!([{"number": 3, "before": {}, "after":
            {"weight_grams": 500, "sides": {"length_mm": 100, "width_mm": 100, "height_mm": 50}},
            "items": [{"title": title, "before": 0, "after": 2}]}])
    );
    // Contents alone are a change, too, and the same contents are none.
    for (quantity, length) in [(1, history.len() + 1), (1, history.len() + 1)] {
        let body = json!({"items": [{"item_id": item, "quantity": quantity}]});
        let _ = owner.patch(&third, body).await.expect_within_statements(200, 14);
        let card = owner.get(&path).await.expect_within_statements(200, 8);
        let entries = card["history"].as_array().expect("a history");
        assert_eq!(entries.len(), length);
        let items = &entries.last().expect("an entry")["places"][0]["items"];
        assert_eq!(items, &json!([{"title": title, "before": 2, "after": 1}]));
    }
    assert_eq!(last["from"], last["to"]);

    // Measures of the shipment itself can't be typed any more.
    let typed = owner.patch(&path, json!({"weight_grams": 1})).await.expect(409);
    assert_eq!(typed["code"], "shipment_measured_by_places");
    let _ = owner
        .patch(&path, json!({"city": "Тула"}))
        .await
        .expect_within_statements(200, 12);

    let seen = path.replace("agent", "client");
    let _ = client.get(&format!("{seen}/places")).await.expect(404);
    let _ = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 200).await;
    let listed = client.get(&format!("{seen}/places")).await.expect(200);
    assert_eq!(listed, owner.get(&places).await.expect(200));
    assert_eq!(
        client.get(&seen).await.expect_within_statements(200, 9)["weight_grams"],
        24_500
    );

    // A packed shipment keeps a weight.
    let open = owner.patch(&third, json!({"weight_grams": 0})).await.expect(409);
    assert_eq!(open["code"], "shipment_incomplete");
    let _ = owner.delete(&third).await.expect_within_statements(204, 10);
    assert_eq!(
        measures(&owner.get(&path).await.expect_within_statements(200, 8)),
        json!([2, 24_000, 120_000])
    );
    let _ = owner.delete(&third).await.expect(404);
}

#[apply(on_both)]
async fn boxes_of_a_merged_shipment_move_to_the_other(app: App) {
    let owner = app.owner().await;
    let (path, _) = forming_shipment(&app).await;
    let (other, item) = forming_shipment(&app).await;
    let id_of = |path: &str| -> i64 { path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id") };
    // A typed size becomes a box.
    let typed = json!({"weight_grams": 700, "places": 1});
    let _ = owner.patch(&path, typed).await.expect_within_statements(200, 12);
    let boxes = json!({"count": 2, "weight_grams": 2_000});
    let added = owner
        .post(&format!("{other}/places"), boxes)
        .await
        .expect_within_statements(201, 12);
    let second = &added["places"][1];
    let contents = json!([{"item_id": item, "quantity": 1}]);
    let _ = owner
        .patch(&format!("{other}/places/{}", second["id"]), json!({"items": contents}))
        .await
        .expect_within_statements(200, 14);
    let merge = format!("{path}/merge");
    let merged = post_expecting(&owner, &merge, json!({"from": id_of(&other)}), 200).await;
    assert_eq!(measures(&merged), json!([3, 4_700, null]));
    let places = owner.get(&format!("{path}/places")).await.expect(200);
    let rows = places["places"].as_array().expect("places");
    let weights: Vec<Value> = rows
        .iter()
        .map(|row| json!([row["number"], row["weight_grams"]]))
        .collect();
    assert_eq!(weights, [json!([1, 700]), json!([2, 2_000]), json!([3, 2_000])]);
    assert_eq!((&rows[2]["code"], &rows[2]["items"]), (&second["code"], &contents));
    let left = owner.get(&format!("{other}/places")).await.expect(200);
    assert_eq!(left["places"], json!([]));

    // Several boxes of which only the sum is known are to be weighed.
    let (third, _) = forming_shipment(&app).await;
    let typed = json!({"weight_grams": 900, "places": 2});
    let _ = owner.patch(&third, typed).await.expect_within_statements(200, 12);
    let merged = post_expecting(&owner, &merge, json!({"from": id_of(&third)}), 200).await;
    assert_eq!(measures(&merged), json!([5, null, null]));
}

#[apply(on_both)]
async fn impossible_places_are_refused(app: App) {
    let owner = app.owner().await;
    let (path, item) = forming_shipment(&app).await;
    let places = format!("{path}/places");
    for (body, field) in [
        (json!({"count": 0}), "count"),
        (json!({"count": 101}), "count"),
        (json!({"weight_grams": -1}), "weight_grams"),
        (json!({"weight_grams": 100_000_001}), "weight_grams"),
        (json!({"length_mm": 10_001}), "length_mm"),
        (json!({"height_mm": -5}), "height_mm"),
    ] {
        let refused = owner.post(&places, body.clone()).await.expect(422);
        assert!(refused["errors"][field].is_array(), "{body}: {refused}");
    }
    let added = owner
        .post(&places, json!({"count": 2}))
        .await
        .expect_within_statements(201, 12);
    let id = |index: usize| format!("{places}/{}", added["places"][index]["id"]);
    let put = |quantity: i64| json!({"items": [{"item_id": item, "quantity": quantity}]});
    let _ = owner.patch(&id(0), put(2)).await.expect_within_statements(200, 14);
    for (body, field) in [
        (put(0), "items[0].quantity"),
        (put(2), "items[0].quantity"),
        (
            json!({"items": [{"item_id": 999_999, "quantity": 1}]}),
            "items[0].item_id",
        ),
        (
            json!({"items": [{"item_id": item, "quantity": 1}, {"item_id": item, "quantity": 1}]}),
            "items[1].item_id",
        ),
    ] {
        let refused = owner
            .patch(&id(1), body.clone())
            .await
            .expect_within_statements(422, 14);
        assert!(refused["errors"][field].is_array(), "{body}: {refused}");
    }
    let _ = owner.patch(&id(1), put(1)).await.expect_within_statements(200, 14);
    let many = json!({"weight_grams": 100_000_000});
    let _ = owner
        .patch(&id(0), many.clone())
        .await
        .expect_within_statements(200, 14);
    let refused = owner.patch(&id(1), many).await.expect(422);
    assert!(
        refused["errors"]["weight_grams"].is_array(),
        "too heavy together: {refused}"
    );

    // Items that leave the shipment leave its places.
    let _ = post_expecting(&owner, &format!("{path}/items/remove"), json!({"items": [item]}), 200).await;
    let left = owner.get(&places).await.expect(200);
    assert_eq!(
        (&left["places"][0]["items"], &left["places"][1]["items"]),
        (&json!([]), &json!([]))
    );
}

#[apply(on_both)]
async fn places_are_added_once_and_fixed_by_the_price(app: App) {
    let owner = app.owner().await;
    let (path, _) = forming_shipment(&app).await;
    let keyed = owner.with_header("idempotency-key", "places-1");
    let first = keyed
        .post(&format!("{path}/places"), json!({"count": 3}))
        .await
        .expect_within_statements(201, 14);
    let again = keyed
        .post(&format!("{path}/places"), json!({"count": 3}))
        .await
        .expect_within_statements(201, 14);
    assert_eq!(first, again, "a replay adds nothing");
    assert_eq!(owner.get(&path).await.expect_within_statements(200, 8)["places"], 3);

    let (_, item) = item_in_warehouse(&app).await;
    let priced = quoted_shipment(&owner, &item).await;
    let refused = owner
        .post(&format!("/agent/shipments/{priced}/places"), json!({}))
        .await
        .expect(409);
    assert_eq!(refused["code"], "shipment_priced");
}

#[apply(on_both)]
async fn place_has_a_label_and_is_found_by_its_code(app: App) {
    let owner = app.owner().await;
    let (path, _) = forming_shipment(&app).await;
    let new = json!({"count": 2, "weight_grams": 700, "length_mm": 100, "width_mm": 100, "height_mm": 100});
    let added = owner
        .post(&format!("{path}/places"), new)
        .await
        .expect_within_statements(201, 12);
    let (id, code) = (
        &added["places"][1]["id"],
        added["places"][1]["code"].as_str().expect("a code"),
    );
    assert_eq!(code, code_text(CodeKind::Place, id));
    let labels = owner
        .get(&format!("/agent/labels?kind=place&ids={id}"))
        .await
        .expect(200);
    let label = &labels["data"][0];
    assert_eq!(
        (
            &label["heading"],
            &label["place"],
            &label["quantity"],
            &label["weight_grams"],
            &label["code"]
        ),
        (&json!("K1-S1"), &json!(2), &json!(2), &json!(700), &json!(code))
    );
    let found = owner.get(&format!("/agent/scan?code={code}")).await.expect(200);
    assert_eq!(
        (&found["target"]["kind"], &found["target"]["label"]),
        (&json!("place"), &json!("K1-S1 · 2"))
    );
    assert_eq!(
        (&found["place"]["number"], &found["place"]["weight_grams"]),
        (&json!(2), &json!(700))
    );
    assert_eq!(format!("/agent/shipments/{}", found["place"]["shipment_id"]), path);
}
