//! Lists that are worked off as queues: the oldest row first, counts equal to the lists, and what the client's bell counts.

use super::read_all;
use crate::{
    orders::{create_draft, lifecycle::quote_order, submitted_order},
    shipments::{item_in_warehouse, post_expecting, quoted_shipment},
    support::{Actor, App, on_both},
};
use serde_json::{Value, json};

async fn ids(actor: &Actor, path: &str) -> Vec<Value> {
    let page = actor.get(path).await.expect_within_statements(200, 8);
    let rows = page["data"].as_array().expect("rows");
    rows.iter().map(|row| row["id"].clone()).collect()
}

/// An item in the warehouse, in a shipping request of the client. Returns the request.
async fn requested(app: &App, client: &Actor) -> Value {
    let (_, item) = item_in_warehouse(app).await;
    let body = json!({"items": [item], "grouping": "together"});
    post_expecting(client, "/client/shipping-requests", body, 201).await["id"].clone()
}

#[apply(on_both)]
async fn queues_begin_with_the_oldest_row_and_continue_over_pages(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let mut shipments = Vec::new();
    for _ in 0..3 {
        let (_, item) = item_in_warehouse(&app).await;
        shipments.push(json!(quoted_shipment(&owner, &item).await));
    }
    let mut requests = Vec::new();
    for _ in 0..3 {
        requests.push(requested(&app, &client).await);
    }
    for (path, expected) in [
        ("/agent/shipments?status=quoted&oldest_first=true", &shipments),
        ("/agent/shipping-requests?status=open&oldest_first=true", &requests),
    ] {
        let read = read_all(&owner, path).await;
        assert_eq!(&json!(read), &json!(expected), "{path}");
    }
    shipments.reverse();
    assert_eq!(ids(&owner, "/agent/shipments?status=quoted").await, shipments);
}

#[apply(on_both)]
async fn each_count_of_a_tab_is_the_length_of_its_list(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let _ = quoted_shipment(&owner, &item).await;
    let withdrawn = requested(&app, &client).await;
    let path = format!("/client/shipping-requests/{withdrawn}/withdraw");
    let _ = post_expecting(&client, &path, json!({}), 200).await;
    let _ = requested(&app, &client).await;
    let _ = submitted_order(&client).await;
    let length = async |path: &str| ids(&owner, path).await.len();

    let counts = owner.get("/agent/shipments/counts").await.expect(200);
    assert_eq!(counts["all"]["count"], length("/agent/shipments").await);
    assert_eq!(counts["unpaid"]["count"], length("/agent/shipments?unpaid=true").await);
    assert_eq!(counts["unpaid"]["count"], 1);

    assert_eq!(counts["to_pack"]["count"], 2, "the items of the two requests");
    let packable = owner
        .get("/agent/shipments/packable")
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        counts["to_pack"]["count"],
        packable["data"].as_array().map_or(0, Vec::len)
    );

    let counts = owner.get("/agent/shipping-requests/counts").await.expect(200);
    assert_eq!(counts["all"]["count"], length("/agent/shipping-requests").await);
    for status in ["open", "confirmed", "refused", "withdrawn"] {
        let listed = length(&format!("/agent/shipping-requests?status={status}")).await;
        assert_eq!(counts["by_status"][status]["count"], listed, "{status}");
    }
    assert_eq!(counts["by_status"]["withdrawn"]["count"], 1);

    app.state.clock.advance(chrono::TimeDelta::days(4));
    let owner = app.owner().await;
    let counts = owner.get("/agent/orders/counts").await.expect(200);
    assert_eq!(counts["all"]["count"], ids(&owner, "/agent/orders").await.len());
    for section in [
        "to_price",
        "to_buy",
        "awaited",
        "warehouse",
        "problems",
        "mine",
        "services",
        "overdue",
    ] {
        let listed = ids(&owner, &format!("/agent/orders?section={section}")).await.len();
        assert_eq!(counts[section]["count"], listed, "{section}");
    }
    assert!(counts["overdue"]["count"].as_u64() > Some(0), "{counts}");
}

#[apply(on_both)]
async fn clients_deliveries_and_announcements_are_counted_as_listed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    for filter in [
        "",
        "search=K1",
        "search=zzz",
        "mine=true",
        "unassigned=true",
        "disabled=true",
    ] {
        let listed = ids(&owner, &format!("/agent/clients?{filter}")).await.len();
        let counted = owner.get(&format!("/agent/clients/counts?{filter}")).await.expect(200);
        assert_eq!(counted, json!({"count": listed, "more": false}), "{filter}");
    }
    assert!(owner.get("/agent/clients/counts").await.expect(200)["count"].as_u64() > Some(1));

    for carrier in ["East", "West"] {
        let _ = post_expecting(&owner, "/agent/deliveries", json!({"carrier": carrier}), 201).await;
    }
    let canceled = post_expecting(&owner, "/agent/deliveries", json!({"carrier": "East"}), 201).await;
    let path = format!("/agent/deliveries/{}/moves", canceled["id"]);
    let _ = post_expecting(&owner, &path, json!({"step": "cancel"}), 200).await;
    for (filter, expected) in [("", [2, 1]), ("search=East", [1, 1]), ("search=zzz", [0, 0])] {
        let counts = owner
            .get(&format!("/agent/deliveries/counts?{filter}"))
            .await
            .expect(200);
        for (part, expected) in ["current", "archive"].into_iter().zip(expected) {
            let listed = ids(&owner, &format!("/agent/deliveries?part={part}&{filter}"))
                .await
                .len();
            assert_eq!(
                (&counts[part]["count"], listed),
                (&json!(expected), expected),
                "{part} {filter}"
            );
        }
    }

    let new = json!({"title": "Праздники", "body": "Склад закрыт"});
    let sent = post_expecting(&owner, "/agent/notifications", new.clone(), 201).await;
    let _ = post_expecting(&owner, "/agent/notifications", new, 201).await;
    let path = format!("/agent/notifications/{}/send", sent["id"]);
    let _ = post_expecting(&owner, &path, json!({}), 200).await;
    app.run_due_jobs().await;
    let counted = owner.get("/agent/notifications/counts").await.expect(200);
    assert_eq!(
        (
            counted["count"].as_u64(),
            ids(&owner, "/agent/notifications").await.len()
        ),
        (Some(2), 2)
    );
    let counted = client.get("/client/announcements/counts").await.expect(200);
    assert_eq!(
        (
            counted["count"].as_u64(),
            ids(&client, "/client/announcements").await.len()
        ),
        (Some(1), 1)
    );
}

#[apply(on_both)]
async fn clients_find_the_top_ups_that_their_bell_counts(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let mut asked = Vec::new();
    for amount in ["100", "200", "300"] {
        let body = json!({"amount": amount, "currency": "RUB"});
        asked.push(post_expecting(&client, "/client/balance/requests", body, 201).await["id"].clone());
    }
    let path = |index: usize, step: &str| format!("/agent/balance-requests/{}/{step}", asked[index]);
    let _ = post_expecting(&owner, &path(0, "issue"), json!({"requisites": "Карта 2200"}), 200).await;
    let _ = post_expecting(&owner, &path(1, "reject"), json!({"reason": "повтор"}), 200).await;
    let counted = async |client: &Actor, kind: &str| {
        let bell = client.get("/client/attention").await.expect(200);
        let groups = bell["groups"].as_array().expect("groups").clone();
        let group = groups.iter().find(|group| group["kind"] == kind);
        group.map_or(json!(0), |group| group["count"]["count"].clone())
    };
    let rejected = "/client/balance/requests?recently_rejected=true";
    for (kind, path, expected) in [
        ("topups_to_pay", "/client/balance/requests?status=issued", &asked[..1]),
        ("topups_rejected", rejected, &asked[1..2]),
    ] {
        assert_eq!(ids(&client, path).await, expected, "{path}");
        assert_eq!(counted(&client, kind).await, 1, "{kind}");
    }
    let wallets = "/client/wallet-topup?recently_rejected=true";
    assert!(ids(&client, wallets).await.is_empty());

    app.state.clock.advance(chrono::TimeDelta::days(8));
    let client = app.client().await;
    assert!(ids(&client, rejected).await.is_empty());
    assert_eq!(counted(&client, "topups_rejected").await, 0);
}

#[apply(on_both)]
async fn clients_find_exactly_what_their_bell_counts(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = create_draft(&client).await;
    let (quoted, written) = (submitted_order(&client).await, submitted_order(&client).await);
    let _ = quote_order(&owner, quoted).await;
    let path = format!("/agent/orders/{written}/chat");
    let _ = post_expecting(&owner, &path, json!({"body": "Какой цвет?"}), 201).await;
    let (_, first) = item_in_warehouse(&app).await;
    let to_pay = quoted_shipment(&owner, &first).await;
    let (_, second) = item_in_warehouse(&app).await;
    let made = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [second]}),
        201,
    )
    .await;
    let path = format!("/agent/shipments/{}", made["id"]);
    let form = json!({"weight_grams": 4200, "volume_cm3": 18000, "places": 1, "country": "ru", "city": "Москва"});
    let _ = owner.patch(&path, form).await.expect_within_statements(200, 12);
    let _ = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 200).await;

    for (path, expected) in [
        ("/client/orders?status=quoted", json!([quoted])),
        ("/client/orders?unread_chats=true", json!([written])),
        ("/client/shipments?status=quoted", json!([to_pay])),
        ("/client/shipments?without_method=true", json!([made["id"]])),
        ("/client/shipments?status=arrived", json!([])),
    ] {
        assert_eq!(json!(ids(&client, path).await), expected, "{path}");
    }
    let bell = client.get("/client/attention").await.expect(200);
    let counted: Vec<(&str, &Value)> = bell["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .map(|group| (group["kind"].as_str().unwrap_or_default(), &group["count"]["count"]))
        .collect();
    let one = json!(1);
    assert_eq!(
        counted,
        [
            ("orders_to_pay", &one),
            ("deliveries_to_choose", &one),
            ("shipments_to_pay", &one),
            ("agent_chats", &one)
        ]
    );
    let other = app.log_in("client", crate::support::OTHER_CLIENT).await;
    assert!(ids(&other, "/client/orders?unread_chats=true").await.is_empty());
}
