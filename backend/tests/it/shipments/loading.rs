//! Loading of a cargo delivery by scan.

use super::{item_in_warehouse, loaded_delivery, post_expecting, quoted_shipment};
use crate::{
    scan::code_text,
    support::{Actor, App, on_both},
};
use serde_json::{Value, json};
use shared_types::codes::CodeKind;

/// A packed shipment with so many places. Returns its id and the codes of the places.
async fn packed_shipment(app: &App, places: i64) -> (i64, Vec<String>) {
    let owner = app.owner().await;
    let (_, item) = item_in_warehouse(app).await;
    let body = json!({"client_id": 1, "items": [item]});
    let shipment = post_expecting(&owner, "/agent/shipments", body, 201).await;
    let path = format!("/agent/shipments/{}", shipment["id"]);
    let new = json!({"count": places, "weight_grams": 1_000});
    let added = owner
        .post(&format!("{path}/places"), new)
        .await
        .expect_within_statements(201, 12);
    let _ = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 200).await;
    let codes = added["places"].as_array().expect("places").iter();
    let codes = codes
        .map(|place| place["code"].as_str().expect("a code").to_owned())
        .collect();
    (shipment["id"].as_i64().expect("an id"), codes)
}

async fn new_delivery(owner: &Actor) -> String {
    let delivery = post_expecting(owner, "/agent/deliveries", json!({}), 201).await;
    format!("/agent/deliveries/{}", delivery["id"])
}

async fn scan(owner: &Actor, delivery: &str, code: &str) -> Value {
    let body = json!({"code": code});
    owner
        .post(&format!("{delivery}/loading"), body)
        .await
        .expect_within_statements(200, 20)
}

/// The number of loaded places, of places to load, of missing units and of surplus units.
fn counts(loading: &Value) -> Value {
    let count = |field: &str| loading[field].as_array().map(Vec::len);
    json!([
        loading["loaded"],
        loading["expected"],
        count("missing"),
        count("surplus")
    ])
}

#[apply(on_both)]
async fn places_are_loaded_by_scan(app: App) {
    let owner = app.owner().await;
    let (shipment, codes) = packed_shipment(&app, 3).await;
    let (other, other_codes) = packed_shipment(&app, 1).await;
    let delivery = new_delivery(&owner).await;
    let elsewhere = new_delivery(&owner).await;
    let load = json!({"shipments": [other]});
    let _ = post_expecting(&owner, &format!("{elsewhere}/shipments"), load, 200).await;

    // The first scan adds the shipment, which no delivery carries.
    let first = scan(&owner, &delivery, &codes[0].to_lowercase()).await;
    assert_eq!(
        (&first["result"], counts(&first["loading"])),
        (&json!("added"), json!([1, 3, 2, 0]))
    );
    assert_eq!(
        (&first["unit"]["shipment_id"], &first["unit"]["number"]),
        (&json!(shipment), &json!(1))
    );
    let card = owner.get(&delivery).await.expect(200);
    assert_eq!(card["shipments"][0]["id"], shipment);
    let again = scan(&owner, &delivery, &codes[0]).await;
    assert_eq!(
        (&again["result"], counts(&again["loading"])),
        (&json!("already"), json!([1, 3, 2, 0]))
    );
    let label = code_text(CodeKind::Shipment, &json!(shipment));
    assert_eq!(scan(&owner, &delivery, &label).await["result"], "scan_places");

    // A box of another delivery is too much. It is taken out again.
    let wrong = scan(&owner, &delivery, &other_codes[0]).await;
    assert_eq!(
        (&wrong["result"], counts(&wrong["loading"])),
        (&json!("other_delivery"), json!([1, 3, 2, 1]))
    );
    let surplus = &wrong["loading"]["surplus"][0];
    assert_eq!(surplus["shipment_id"], other);
    let loading = format!("{delivery}/loading");
    let removal = json!({"places": [surplus["place_id"]]});
    let left = owner
        .post(&format!("{loading}/remove"), removal)
        .await
        .expect_within_statements(200, 10);
    assert_eq!(counts(&left), json!([1, 3, 2, 0]));
    let removal = json!({"places": [surplus["place_id"]]});
    let absent = owner.post(&format!("{loading}/remove"), removal).await.expect(422);
    assert_eq!(absent["errors"]["places"][0]["code"], "not_yours");

    // Loaded into its own delivery, it leaves the wrong one.
    let _ = scan(&owner, &delivery, &other_codes[0]).await;
    let right = scan(&owner, &elsewhere, &other_codes[0]).await;
    assert_eq!(
        (&right["result"], counts(&right["loading"])),
        (&json!("loaded"), json!([1, 1, 0, 0]))
    );
    assert_eq!(counts(&owner.get(&loading).await.expect(200)), json!([1, 3, 2, 0]));

    for code in &codes[1..] {
        assert_eq!(scan(&owner, &delivery, code).await["result"], "loaded");
    }
    assert_eq!(counts(&owner.get(&loading).await.expect(200)), json!([3, 3, 0, 0]));

    // A shipment that leaves the delivery leaves its boxes behind.
    let unload = json!({"shipments": [shipment]});
    let _ = post_expecting(&owner, &format!("{delivery}/shipments/remove"), unload, 200).await;
    assert_eq!(counts(&owner.get(&loading).await.expect(200)), json!([0, 0, 0, 3]));
}

#[apply(on_both)]
async fn departure_without_boxes_names_them(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (shipment, codes) = packed_shipment(&app, 3).await;
    let path = format!("/agent/shipments/{shipment}");
    let target = json!({"country": "ru", "city": "Москва"});
    let _ = owner.patch(&path, target).await.expect_within_statements(200, 12);
    let quote = json!({"step": "quote", "cost": "100", "rate": "12.5"});
    let quoted = post_expecting(&owner, &format!("{path}/moves"), quote, 200).await;
    let _ = super::choose_cash_on_receipt(&client, shipment).await;
    let delivery = new_delivery(&owner).await;
    // A box of another delivery begins the loading, too.
    let (other, other_codes) = packed_shipment(&app, 1).await;
    for (target, shipment) in [(&delivery, shipment), (&new_delivery(&owner).await, other)] {
        let load = json!({"shipments": [shipment]});
        let _ = post_expecting(&owner, &format!("{target}/shipments"), load, 200).await;
    }
    let surplus = scan(&owner, &delivery, &other_codes[0]).await;
    assert_eq!(
        (&surplus["result"], &surplus["loading"]["loaded"]),
        (&json!("other_delivery"), &json!(0))
    );
    let refused = post_expecting(&owner, &format!("{delivery}/moves"), json!({"step": "depart"}), 409).await;
    assert_eq!(refused["code"], "boxes_missing", "{refused}");
    let loading = scan(&owner, &delivery, &codes[0]).await["loading"].clone();
    let missing: Vec<&Value> = loading["missing"]
        .as_array()
        .expect("units")
        .iter()
        .map(|unit| &unit["place_id"])
        .collect();
    let moves = format!("{delivery}/moves");
    for step in [
        json!({"step": "depart"}),
        json!({"step": "depart", "left_behind": {"places": [missing[0]]}}),
        json!({"step": "depart", "left_behind": {"shipments": [shipment]}}),
    ] {
        let refused = post_expecting(&owner, &moves, step, 409).await;
        assert_eq!(
            (&refused["code"], &refused["shipments"]),
            (&json!("boxes_missing"), &json!([quoted["number"]]))
        );
    }
    let step = json!({"step": "depart", "left_behind": {"places": missing}});
    let departed = post_expecting(&owner, &moves, step, 200).await;
    let last = departed["history"]
        .as_array()
        .expect("a history")
        .last()
        .expect("an entry");
    let number = quoted["number"].as_str().expect("a number");
    assert_eq!(
        last["details"],
        json!([{"detail": "left_behind", "after": {"text": format!("{number}/2, {number}/3")}}])
    );
}

#[apply(on_both)]
async fn shipments_without_places_are_loaded_by_their_label(app: App) {
    let owner = app.owner().await;
    let (_, item) = item_in_warehouse(&app).await;
    let (shipment, delivery) = loaded_delivery(&owner, &item).await;
    let delivery = format!("/agent/deliveries/{delivery}");
    let number = owner
        .get(&format!("/agent/shipments/{shipment}"))
        .await
        .expect_within_statements(200, 8)["number"]
        .clone();
    let scanned = scan(&owner, &delivery, number.as_str().expect("a number")).await;
    assert_eq!(
        (&scanned["result"], counts(&scanned["loading"])),
        (&json!("loaded"), json!([1, 1, 0, 0]))
    );
    let removal = json!({"shipments": [shipment]});
    let left = owner
        .post(&format!("{delivery}/loading/remove"), removal)
        .await
        .expect_within_statements(200, 10);
    assert_eq!(counts(&left), json!([0, 1, 1, 0]));

    // One that is still being formed is not ready, and an unknown code is nothing.
    let (_, item) = item_in_warehouse(&app).await;
    let body = json!({"client_id": 1, "items": [item]});
    let forming = post_expecting(&owner, "/agent/shipments", body, 201).await;
    let early = scan(&owner, &delivery, &code_text(CodeKind::Shipment, &forming["id"])).await;
    assert_eq!(
        (&early["result"], counts(&early["loading"])),
        (&json!("not_ready"), json!([0, 1, 1, 1]))
    );
    let unknown = scan(&owner, &delivery, "SF1029384756").await;
    assert_eq!(
        (&unknown["result"], &unknown["unit"]),
        (&json!("unknown"), &Value::Null)
    );
    let blank = owner
        .post(&format!("{delivery}/loading"), json!({"code": " "}))
        .await
        .expect(422);
    assert!(blank["errors"]["code"].is_array(), "{blank}");

    // After the departure nothing is scanned into it.
    let (_, item) = item_in_warehouse(&app).await;
    let ready = quoted_shipment(&owner, &item).await;
    let client = app.client().await;
    for id in [shipment, ready] {
        let _ = super::choose_cash_on_receipt(&client, id).await;
    }
    // The shipment was taken out, so the departure names it.
    let step = json!({"step": "depart", "left_behind": {"shipments": [shipment]}});
    let _ = post_expecting(&owner, &format!("{delivery}/moves"), step, 200).await;
    let label = code_text(CodeKind::Shipment, &json!(ready));
    let closed = owner
        .post(&format!("{delivery}/loading"), json!({"code": label}))
        .await
        .expect(409);
    assert_eq!(closed["code"], "delivery_not_forming");
}
