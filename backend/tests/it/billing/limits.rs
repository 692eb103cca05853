//! The limits of a plan, where each is enforced.

use super::limit_agent;
use crate::{
    media::encode_image,
    orders::{draft_with_item, submitted_order},
    people::bots::{Bots, Browser, start_link_token},
    services::{order_service, send_bytes},
    support::on_both,
};
use image::ImageFormat;
use serde_json::json;
use shared_types::billing::PlanLimits;

#[apply(on_both)]
async fn orders_of_a_month_are_limited(app: App) {
    let client = app.client().await;
    let _ = submitted_order(&client).await;
    limit_agent(
        &app,
        PlanLimits {
            orders: Some(2),
            ..PlanLimits::default()
        },
    )
    .await;
    let (second, _) = draft_with_item(&client).await;
    // The subscription is locked and the orders are counted.
    let _ = client
        .post(&format!("/client/orders/{second}/submit"), json!({}))
        .await
        .expect_within_statements(200, 8);
    let (third, _) = draft_with_item(&client).await;
    let submit = format!("/client/orders/{third}/submit");
    let refused = client
        .post(&submit, json!({}))
        .await
        .expect_problem(409, "plan_orders_limit");
    assert_eq!(refused["limit"], 2);
    assert_eq!(
        app.owner().await.get("/agent/balance").await.expect(200)["usage"]["orders"],
        2
    );
    // An order that its client takes back does not count.
    let _ = client
        .post(&format!("/client/orders/{second}/take-back"), json!({}))
        .await
        .expect(200);
    let _ = client.post(&submit, json!({})).await.expect_within_statements(200, 8);
    app.state.clock.advance(chrono::Duration::days(14));
    let client = app.client().await;
    let _ = client
        .post(&format!("/client/orders/{second}/submit"), json!({}))
        .await
        .expect_within_statements(200, 8);
}

#[apply(on_both)]
async fn orders_by_staff_count_towards_the_limit(app: App) {
    let owner = app.owner().await;
    let clients = owner.get("/agent/clients?search=K1").await.expect(200);
    let order = json!({"client_id": clients["data"][0]["id"], "type": "standard"});
    limit_agent(
        &app,
        PlanLimits {
            orders: Some(1),
            ..PlanLimits::default()
        },
    )
    .await;
    let _ = owner
        .post("/agent/orders", order.clone())
        .await
        .expect_within_statements(201, 10);
    let refused = owner
        .post("/agent/orders", order)
        .await
        .expect_problem(409, "plan_orders_limit");
    assert_eq!(refused["limit"], 1);
    assert_eq!(
        app.count("orders", "submitted_at IS NOT NULL").await,
        1,
        "the refused order is not stored"
    );
}

#[apply(on_both)]
async fn clients_are_limited_when_one_is_enabled_or_registers(app: App) {
    let owner = app.owner().await;
    let _ = owner
        .patch("/agent/clients/2", json!({"disabled": true}))
        .await
        .expect_within_statements(200, 8);
    limit_agent(
        &app,
        PlanLimits {
            clients: Some(1),
            ..PlanLimits::default()
        },
    )
    .await;
    let refused = owner
        .patch("/agent/clients/2", json!({"disabled": false}))
        .await
        .expect_problem(409, "plan_clients_limit");
    assert_eq!(refused["limit"], 1);
    let newcomer = json!({"name": "Новый", "phone": "+79995550099", "agent": "lotus"});
    let _ = app
        .anonymous()
        .post("/client/register", newcomer.clone())
        .await
        .expect_problem(409, "plan_clients_limit");
    limit_agent(
        &app,
        PlanLimits {
            clients: Some(2),
            ..PlanLimits::default()
        },
    )
    .await;
    let _ = owner
        .patch("/agent/clients/2", json!({"disabled": false}))
        .await
        .expect_within_statements(200, 10);
    let _ = app
        .anonymous()
        .post("/client/register", newcomer)
        .await
        .expect_problem(409, "plan_clients_limit");
}

#[apply(on_both)]
async fn stored_files_are_limited(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    limit_agent(
        &app,
        PlanLimits {
            storage: Some(10_000),
            ..PlanLimits::default()
        },
    )
    .await;
    let photo = encode_image(64, 64, ImageFormat::Jpeg);
    let files = format!("/client/orders/{order}/chat/files?name=photo.jpg");
    let _ = send_bytes(&client, "POST", &files, 0, &photo)
        .await
        .expect_within_statements(201, 10);
    assert!(
        owner.get("/agent/balance").await.expect(200)["usage"]["storage"]
            .as_i64()
            .expect("bytes")
            > 100
    );
    let upload = json!({"name": "b.jpg", "bytes": 10_000, "kind": "photo"});
    let refused = owner
        .post(&format!("/agent/item-services/{service}/uploads"), upload)
        .await
        .expect_problem(409, "plan_storage_limit");
    assert_eq!(refused["limit"], 10_000);
    let noise = vec![7_u8; 10_000];
    let _ = send_bytes(&client, "POST", &files, 0, &noise)
        .await
        .expect_problem(409, "plan_storage_limit");
}

#[apply(on_both)]
async fn plan_without_limits_limits_nothing(app: App) {
    limit_agent(&app, PlanLimits::default()).await;
    let owner = app.owner().await;
    assert_eq!(
        owner.get("/agent/staff").await.expect(200)["places"],
        json!({"taken": 3, "limit": null})
    );
    let _ = submitted_order(&app.client().await).await;
}

#[apply(on_both)]
async fn orders_that_are_submitted_together_stay_within_the_limit(app: App) {
    let client = app.client().await;
    let mut drafts = Vec::new();
    for _ in 0..8 {
        drafts.push(draft_with_item(&client).await.0);
    }
    limit_agent(
        &app,
        PlanLimits {
            orders: Some(3),
            ..PlanLimits::default()
        },
    )
    .await;
    let replica = app.replica().await;
    let other = replica.client().await;
    let submit = |(index, draft): (usize, i64)| {
        let actor = if index.is_multiple_of(2) { &client } else { &other };
        async move {
            let response = actor.post(&format!("/client/orders/{draft}/submit"), json!({})).await;
            match response.status {
                200 => true,
                409 => {
                    let _ = response.expect_problem(409, "plan_orders_limit");
                    false
                }
                status => panic!("{status}: {}", response.text),
            }
        }
    };
    let submitted = futures::future::join_all(drafts.into_iter().enumerate().map(submit)).await;
    assert_eq!(submitted.iter().filter(|done| **done).count(), 3, "{submitted:?}");
    assert_eq!(
        app.count("orders", "submitted_at IS NOT NULL").await,
        3,
        "a refused order stays a draft"
    );
}

#[apply(on_both)]
async fn clients_that_are_added_together_stay_within_the_limit(app: App) {
    let (app, bots) = Bots::start(&app).await;
    for id in 901..907 {
        let client = format!(
            "INSERT INTO clients (id, agent_id, code, name, currency, disabled_at) \
             VALUES ({id}, 1, 'D{id}', 'Клиент {id}', 'CNY', '2026-01-01T00:00:00+00:00')"
        );
        app.execute_sql(&client).await;
    }
    let (browser, phone) = (Browser::new(&app), "+79995550099");
    let newcomer = json!({"name": "Новый", "phone": phone, "agent": "lotus"});
    let offer = browser.post("/client/register", newcomer).await.expect(200);
    let start = format!("/start {}", start_link_token(&offer, "telegram"));
    bots.deliver_telegram(&app, &bots.telegram_update(5_550_099, json!({"text": start})))
        .await;
    let active = app.count("clients", "agent_id = 1 AND disabled_at IS NULL").await;
    let limit = PlanLimits {
        clients: Some(active + 2),
        ..PlanLimits::default()
    };
    limit_agent(&app, limit).await;
    let replica = app.replica().await;
    let (owner, other) = (app.owner().await, replica.owner().await);
    let enable = |id: i64| {
        let actor = if id % 2 == 0 { &owner } else { &other };
        async move {
            let response = actor
                .patch(&format!("/agent/clients/{id}"), json!({"disabled": false}))
                .await;
            if response.status != 200 {
                let _ = response.expect_problem(409, "plan_clients_limit");
            }
        }
    };
    let register = async {
        let response = browser.post("/client/link/status", json!({"phone": phone})).await;
        if response.status != 200 {
            assert_eq!(response.expect_within_statements(409, 16)["code"], "plan_clients_limit");
        }
    };
    let enabled = futures::future::join_all((901..907).map(enable));
    let _ = futures::future::join(enabled, register).await;
    assert_eq!(
        app.count("clients", "agent_id = 1 AND disabled_at IS NULL").await,
        active + 2,
        "enabled and registered clients are counted together"
    );
}

#[apply(on_both)]
async fn files_that_are_stored_together_stay_within_the_limit(app: App) {
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let files = |number: usize| format!("/client/orders/{order}/chat/files?name={number}.bin");
    let stored = send_bytes(&client, "POST", &files(0), 0, &[7; 1000]).await;
    let _ = stored.expect_within_statements(201, 10);
    let maximum = 4_500;
    limit_agent(
        &app,
        PlanLimits {
            storage: Some(maximum),
            ..PlanLimits::default()
        },
    )
    .await;
    let replica = app.replica().await;
    let other = replica.client().await;
    let send = |number: usize| {
        let actor = if number.is_multiple_of(2) { &client } else { &other };
        let path = files(number);
        async move { send_bytes(actor, "POST", &path, 0, &[7; 1000]).await.status }
    };
    let statuses = futures::future::join_all((1..9).map(send)).await;
    assert_eq!(
        statuses.iter().filter(|status| **status == 201).count(),
        3,
        "{statuses:?}"
    );
    assert!(
        statuses.iter().all(|status| [201, 409].contains(status)),
        "{statuses:?}"
    );
    assert_eq!(app.sum("chat_files", "bytes").await, 4_000);
}
