//! Tracks of many shipments from a list, and the changes of a shipment's fields in its history.

use super::{item_in_warehouse, post_expecting};
use crate::support::{Actor, App, OTHER_OWNER, on_both};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

const TRACKS: &str = "/agent/shipments/tracks";

async fn read(staff: &Actor, file: impl Into<Vec<u8>>) -> Value {
    staff
        .with_header("content-type", "application/octet-stream")
        .send("POST", &format!("{TRACKS}/file"), Some(file.into()))
        .await
        .expect_within_statements(200, 6)
}

/// Shipments of the first client, with the numbers `K1-S1` and so on.
async fn shipments<const N: usize>(app: &App, owner: &Actor) -> [i64; N] {
    let mut ids = [0; N];
    for id in &mut ids {
        let (_, item) = item_in_warehouse(app).await;
        let body = json!({"client_id": 1, "items": [item]});
        let made = post_expecting(owner, "/agent/shipments", body, 201).await;
        *id = made["id"].as_i64().expect("an id");
    }
    ids
}

async fn card(owner: &Actor, id: i64) -> Value {
    owner
        .get(&format!("/agent/shipments/{id}"))
        .await
        .expect_within_statements(200, 8)
}

fn effects(list: &Value) -> Value {
    let lines = list.as_array().expect("lines").iter();
    lines.map(|line| json!([line["number"], line["effect"]])).collect()
}

#[apply(on_both)]
async fn pasted_tracks_are_checked_and_then_set(app: App) {
    let owner = app.owner().await;
    let ids = shipments::<4>(&app, &owner).await;
    let company = post_expecting(
        &owner,
        "/agent/settings/transport-companies",
        json!({"name": "СДЭК"}),
        201,
    )
    .await;
    let change = |track: &str| json!({"track": track});
    let _ = owner
        .patch(&format!("/agent/shipments/{}", ids[1]), change("OLD1"))
        .await
        .expect_within_statements(200, 12);
    let _ = owner
        .patch(&format!("/agent/shipments/{}", ids[2]), change("RA3"))
        .await
        .expect_within_statements(200, 12);
    // A Cyrillic К, a carrier from the settings and one that is not, a line for each box, and lines that do nothing.
    let lines = "К1-S1\t1023456789\tсдэк\nK1-S1\t1023456789\tсдэк\nk1-s2\tRA2\tПочта\nK1-S3\tRA3\nK1-S4\tRA4\nK1-S4\tRA5\n\
                 K1-S99\tRA4\nK1-S4";
    let list = read(&owner, lines).await;
    assert_eq!(
        effects(&list["results"]),
        json!([
            ["К1-S1", "set"],
            ["k1-s2", "replace"],
            ["K1-S3", "nothing"],
            ["K1-S4", "repeated"],
            ["K1-S4", "repeated"],
            ["K1-S99", "unknown"]
        ])
    );
    let [first, second] = [&list["results"][0], &list["results"][1]];
    assert_eq!(
        (&first["shipment_id"], &first["client_code"]),
        (&json!(ids[0]), &json!("K1"))
    );
    assert_eq!(
        (&first["is_carrier_unknown"], &second["is_carrier_unknown"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(second["present_track"], "OLD1");
    assert_eq!(list["results"][5]["shares_track"], true);
    assert_eq!(
        list["skipped"],
        json!([{"row": 8, "number": "K1-S4", "fault": "no_track"}])
    );
    assert_eq!(
        card(&owner, ids[0]).await["track"],
        Value::Null,
        "the preview changes nothing"
    );

    let tracks: Vec<Value> = list["results"].as_array().expect("lines")[..3]
        .iter()
        .map(|line| json!({"number": line["number"], "track": line["track"], "carrier": line["carrier"]}))
        .collect();
    let keyed = owner.with_header("idempotency-key", "tracks-1");
    let body = json!({"tracks": tracks});
    let set = keyed.post(TRACKS, body.clone()).await.expect_within_statements(200, 20);
    assert_eq!(
        effects(&set["data"]),
        json!([["К1-S1", "set"], ["k1-s2", "replace"], ["K1-S3", "nothing"]])
    );
    let _ = keyed.post(TRACKS, body).await.expect(200);
    let changed = card(&owner, ids[0]).await;
    assert_eq!(changed["track"], "1023456789");
    assert_eq!(changed["delivery"]["transport_company"]["id"], company["id"]);
    assert_eq!(
        changed["history"][1]["details"],
        json!([
            {"detail": "track", "after": {"text": "1023456789"}},
            {"detail": "transport_company", "after": {"text": "СДЭК"}}
        ])
    );
    assert_eq!(
        changed["history"].as_array().map(Vec::len),
        Some(2),
        "the replay changes nothing"
    );
    assert_eq!(card(&owner, ids[1]).await["track"], "OLD1", "another track stays");

    let replaced = json!({"tracks": [{"number": "K1-S2", "track": "RA2"}], "replace": true});
    let _ = post_expecting(&owner, TRACKS, replaced, 200).await;
    let changed = card(&owner, ids[1]).await;
    assert_eq!(changed["track"], "RA2");
    assert_eq!(
        changed["history"][2]["details"],
        json!([{"detail": "track", "before": {"text": "OLD1"}, "after": {"text": "RA2"}}])
    );
}

#[apply(on_both)]
async fn sheets_are_read_by_their_headers(app: App) {
    let owner = app.owner().await;
    let [id, canceled] = shipments::<2>(&app, &owner).await;
    let end = json!({"step": "cancel", "reason": "ошибка"});
    let _ = post_expecting(&owner, &format!("/agent/shipments/{canceled}/moves"), end, 200).await;
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let rows: [[&str; 4]; 4] = [
        ["Перевозчик", "Клиент", "Трек-номер", "Номер посылки"],
        ["Почта России", "Иван", "RA644000001RU", "K1-S1"],
        ["", "Иван", "RA644000002RU, RA644000003RU", "K1-S2"],
        ["", "Иван", "RA644000004RU", "K1-S2"],
    ];
    for (row, cells) in (0..).zip(rows) {
        for (column, text) in (0..).zip(cells) {
            let _ = sheet.write_string(row, column, text).expect("a cell");
        }
    }
    let list = read(&owner, workbook.save_to_buffer().expect("a file")).await;
    assert_eq!(
        effects(&list["results"]),
        json!([["K1-S1", "set"], ["K1-S2", "canceled"]])
    );
    assert_eq!(list["results"][0]["carrier"], "Почта России");
    assert_eq!(
        list["skipped"],
        json!([{"row": 3, "number": "K1-S2", "fault": "several_tracks"}])
    );

    let faults = [
        (json!({"tracks": []}), "tracks"),
        (
            json!({"tracks": [{"number": "K1-S1", "track": " "}]}),
            "tracks[0].track",
        ),
    ];
    for (body, field) in faults {
        let refused = owner.post(TRACKS, body).await.expect_problem(422, "validation_failed");
        assert!(refused["errors"][field].is_array(), "{refused}");
    }
    assert_eq!(card(&owner, id).await["track"], Value::Null);
}

#[apply(on_both)]
async fn tracks_of_other_agents_are_unknown(app: App) {
    let owner = app.owner().await;
    let [id] = shipments::<1>(&app, &owner).await;
    let other = app.log_in("agent", OTHER_OWNER).await;
    let list = read(&other, "K1-S1 RA1").await;
    assert_eq!(effects(&list["results"]), json!([["K1-S1", "unknown"]]));
    let body = json!({"tracks": [{"number": "K1-S1", "track": "RA1"}], "replace": true});
    let _ = post_expecting(&other, TRACKS, body, 200).await;
    assert_eq!(card(&owner, id).await["track"], Value::Null);
}

#[apply(on_both)]
async fn every_changed_field_of_a_shipment_is_in_its_history(app: App) {
    let owner = app.owner().await;
    let [id] = shipments::<1>(&app, &owner).await;
    let path = format!("/agent/shipments/{id}");
    let method = post_expecting(
        &owner,
        "/agent/settings/delivery-methods",
        json!({"name": "Авто", "days_min": 10, "days_max": 20}),
        201,
    )
    .await;
    let form = json!({"weight_grams": 4200, "places": 2, "length_mm": 300, "width_mm": 200, "height_mm": 100, "country": "ru",
        "city": "Москва", "comment": "хрупкое", "track": "RA1", "delivery": {"delivery_method_id": method["id"]}});
    let changed = owner.patch(&path, form.clone()).await.expect_within_statements(200, 14);
    let details = changed["history"][1]["details"].as_array().expect("changes");
    let names: Vec<&str> = details.iter().filter_map(|change| change["detail"].as_str()).collect();
    assert_eq!(
        names,
        [
            "track", "method", "country", "city", "weight", "volume", "places", "sides", "comment"
        ]
    );
    assert_eq!(details[1]["after"], json!({"text": "Авто"}));
    assert_eq!(details[4]["after"], json!({"number": 4200}));
    assert_eq!(details[7]["after"], json!({"text": "300 × 200 × 100"}));
    let same = owner.patch(&path, form).await.expect_within_statements(200, 12);
    assert_eq!(same["history"].as_array().map(Vec::len), Some(2), "nothing has changed");
    let cleared = owner
        .patch(&path, json!({"track": ""}))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(
        cleared["history"][2]["details"],
        json!([{"detail": "track", "before": {"text": "RA1"}}])
    );
}

#[apply(on_both)]
async fn bills_of_carriers_are_tracks_and_unknown_columns_are_refused(app: App) {
    let owner = app.owner().await;
    let sheet = "Номер отправления;Накладная СДЭК;Вес, кг;Получатель\nK1-S9;10299900001;3,2;Петров\nИтого;1;;\n";
    let list = read(&owner, sheet).await;
    assert_eq!(
        (&list["results"][0]["track"], &list["results"][0].get("carrier")),
        (&json!("10299900001"), &None)
    );
    assert_eq!(
        (effects(&list["results"]), &list["skipped"]),
        (json!([["K1-S9", "unknown"]]), &json!([]))
    );
    let unknown = "Посылочка;Вес;Квитанция\nK1-S9;3.2;10299900001\n";
    let _ = owner
        .with_header("content-type", "application/octet-stream")
        .send("POST", &format!("{TRACKS}/file"), Some(unknown.into()))
        .await
        .expect_problem(422, "sheet_without_tracks");
}
