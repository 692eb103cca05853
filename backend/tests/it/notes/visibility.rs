//! Visibility of notes: flags for staff, nothing for clients.

use crate::{
    shipments::{item_in_warehouse, loaded_delivery},
    support::{CLIENT, OWNER, on_both},
};
use serde_json::json;
use shared_types::access::{Access, Guard};

#[apply(on_both)]
async fn staff_see_note_flags_and_clients_see_nothing(app: App) {
    app.remove_canary_notes().await;
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let (shipment, delivery) = loaded_delivery(&owner, &item).await;
    let clean = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    assert_eq!(
        (
            &clean["has_note"],
            &clean["items"][0]["has_note"],
            &clean["groups"][0]["has_note"]
        ),
        (&json!(false), &json!(false), &json!(false))
    );
    for path in [
        "/agent/orders",
        "/agent/shipments",
        "/agent/deliveries",
        "/agent/clients",
    ] {
        let rows = owner.get(path).await.expect(200);
        assert!(
            rows["data"]
                .as_array()
                .expect("rows")
                .iter()
                .all(|row| row["has_note"] == json!(false)),
            "{rows}"
        );
    }
    let group = &clean["groups"][0]["id"];
    for (kind, id) in [
        ("order", json!(order)),
        ("item", item.clone()),
        ("group", group.clone()),
        ("shipment", json!(shipment)),
        ("delivery", json!(delivery)),
        ("client", json!(1)),
    ] {
        let _ = owner
            .post(
                &format!("/agent/notes/{kind}/{id}"),
                json!({"body": format!("канарейка {kind}")}),
            )
            .await
            .expect(200);
    }
    let _ = owner
        .post("/agent/notes/personal", json!({"body": "канарейка personal"}))
        .await
        .expect(200);
    let card = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    assert_eq!(
        (
            &card["has_note"],
            &card["items"][0]["has_note"],
            &card["groups"][0]["has_note"]
        ),
        (&json!(true), &json!(true), &json!(true))
    );
    for (path, id) in [
        ("/agent/orders", order),
        ("/agent/shipments", shipment),
        ("/agent/deliveries", delivery),
        ("/agent/clients", 1),
    ] {
        let rows = owner.get(path).await.expect(200);
        for row in rows["data"].as_array().expect("rows") {
            assert_eq!(row["has_note"], json!(row["id"] == json!(id)), "{path}");
        }
    }
    // All GET endpoints that clients, anonymous callers or the extension can read.
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    let extension = app.extension_of(CLIENT).await;
    let mut read = 0;
    for endpoint in endpoints.iter().filter(|endpoint| endpoint.method.as_str() == "GET") {
        let reader = match endpoint.access {
            Access::ExtensionToken => &extension,
            Access::Agent(..) | Access::Guard(Guard::Agent) => continue,
            _ => &client,
        };
        let path = endpoint
            .path
            .replace("{guard}", "client")
            .replace("{order}", &order.to_string())
            .replace("{shipment}", &shipment.to_string())
            .replace("{delivery}", &delivery.to_string())
            .replace("{item}", &item.to_string());
        let seen = reader.get(&path).await;
        assert!(
            !seen.text.contains("has_note") && !seen.text.contains("канарейка"),
            "{path}: {}",
            seen.text
        );
        read += usize::from(seen.status == 200);
    }
    assert!(read > 8, "only {read} endpoints answered the client");
    // Clients cannot read or change notes through the note endpoints.
    for path in ["/agent/notes", "/agent/notes/personal", "/agent/notes/client/1"] {
        let _ = client.get(path).await.expect_problem(401, "credential_invalid");
    }
    let _ = client
        .post("/agent/notes/client/1", json!({"body": ""}))
        .await
        .expect_problem(401, "credential_invalid");
    assert_eq!(
        app.log_in("agent", OWNER)
            .await
            .get("/agent/notes/client/1")
            .await
            .expect(200)["body"],
        "канарейка client"
    );
}
