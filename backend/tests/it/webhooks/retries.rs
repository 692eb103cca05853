//! Attempts: the schedule, the wishes of the receiver, and the end.

use super::{
    create, deliver, deliveries, open,
    receiver::{Reaction, Receiver},
};
use crate::{
    orders::create_draft,
    support::{App, on_both},
};
use chrono::Duration;
use serde_json::json;

/// Waits between attempts, in seconds.
const SCHEDULE: [i64; 7] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

#[apply(on_both)]
async fn failed_delivery_is_repeated_by_the_schedule_with_the_same_id(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let client = app.client().await;
    let (id, secret) = create(&client, "client", &receiver.url, &["order.created"]).await;
    receiver.plan((0..8).map(|_| Reaction::Answer(500, Vec::new())));
    let _ = create_draft(&client).await;
    deliver(&app).await;
    let first = receiver.take().pop().expect("the first attempt");
    for (number, wait) in SCHEDULE.into_iter().enumerate() {
        app.state.clock.advance(Duration::seconds(wait - 1));
        app.run_due_jobs().await;
        assert_eq!(receiver.count(), 0, "{wait} s have not passed");
        app.state.clock.advance(Duration::seconds(1));
        app.run_due_jobs().await;
        let again = receiver.take();
        assert_eq!(again.len(), 1, "attempt {}", number + 2);
        assert_eq!((&again[0].id, &again[0].body), (&first.id, &first.body));
        assert_eq!(
            again[0].timestamp,
            app.state.clock.now().timestamp(),
            "the time of the attempt"
        );
        assert!(again[0].is_signed_with(&secret));
    }
    app.state.clock.advance(Duration::days(2));
    app.run_due_jobs().await;
    assert_eq!(receiver.count(), 0);
    let client = app.client().await;
    let stored = deliveries(&client, "client", id).await;
    assert_eq!(
        (
            &stored[0]["state"],
            &stored[0]["attempts"],
            &stored[0]["next_attempt_at"]
        ),
        (&json!("failed"), &json!(8), &json!(null))
    );
    let shown = client.get(&format!("/client/webhooks/{id}")).await.expect(200);
    assert!(shown["active"] == true && shown["failing_since"].is_string(), "{shown}");
}

#[apply(on_both)]
async fn receiver_asks_to_wait_to_abort_or_to_stop(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let client = app.client().await;
    let (id, _) = create(&client, "client", &receiver.url, &["order.created"]).await;
    receiver.plan([
        Reaction::Answer(429, vec![("retry-after", "120".to_owned())]),
        Reaction::Answer(400, vec![("webhook-delivery", "abort-message".to_owned())]),
    ]);
    let _ = create_draft(&client).await;
    deliver(&app).await;
    app.state.clock.advance(Duration::seconds(119));
    app.run_due_jobs().await;
    assert_eq!(receiver.take().len(), 1, "Retry-After is longer than the schedule");
    app.state.clock.advance(Duration::seconds(1));
    app.run_due_jobs().await;
    assert_eq!(receiver.take().len(), 1);
    let stored = deliveries(&client, "client", id).await;
    assert_eq!(
        (&stored[0]["state"], &stored[0]["answer_status"]),
        (&json!("failed"), &json!(400)),
        "aborted"
    );
    for (reaction, reason) in [
        (Reaction::Answer(410, Vec::new()), "gone"),
        (
            Reaction::Answer(500, vec![("webhook-delivery", "disable".to_owned())]),
            "receiver",
        ),
    ] {
        receiver.plan([reaction]);
        let _ = create_draft(&client).await;
        deliver(&app).await;
        let shown = client.get(&format!("/client/webhooks/{id}")).await.expect(200);
        assert_eq!(
            (&shown["active"], &shown["disabled_reason"]),
            (&json!(false), &json!(reason))
        );
        let _ = create_draft(&client).await;
        deliver(&app).await;
        assert_eq!(receiver.take().len(), 1, "nothing more is sent");
        let _ = client
            .patch(&format!("/client/webhooks/{id}"), json!({"active": true}))
            .await
            .expect(200);
    }
    let notices = app
        .count(
            "jobs",
            "kind = 'notifications:send' AND payload LIKE '%client_webhook_failing%'",
        )
        .await;
    assert_eq!(notices, 2, "its people are notified");
    let _ = create_draft(&client).await;
    deliver(&app).await;
    assert_eq!(receiver.take().len(), 1, "only the events since it is on again");
}

#[apply(on_both)]
async fn redirects_are_failures_and_are_not_followed(app: App) {
    let (app, receiver, other) = (open(&app), Receiver::start().await, Receiver::start().await);
    let client = app.client().await;
    let (id, _) = create(&client, "client", &receiver.url, &["order.created"]).await;
    receiver.plan([Reaction::Answer(307, vec![("location", other.url.clone())])]);
    let _ = create_draft(&client).await;
    deliver(&app).await;
    assert_eq!((receiver.count(), other.count()), (1, 0));
    let stored = deliveries(&client, "client", id).await;
    assert_eq!(
        (&stored[0]["state"], &stored[0]["answer_status"]),
        (&json!("waiting"), &json!(307))
    );
}

#[apply(on_both)]
async fn webhook_is_disabled_after_five_days_of_failures_with_a_warning_before(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let owner = app.owner().await;
    let (id, _) = create(&owner, "agent", &receiver.url, &["delivery.created"]).await;
    receiver.plan((0..400).map(|_| Reaction::Answer(503, Vec::new())));
    let notices = async |app: &App| {
        let condition = "kind = 'notifications:send' AND payload LIKE '%webhook_failing%'";
        app.count("jobs", condition).await
    };
    let mut warned_on = None;
    for day in 0..7 {
        let owner = app.owner().await;
        let _ = owner
            .post("/agent/deliveries", json!({}))
            .await
            .expect_within_statements(201, 8);
        deliver(&app).await;
        let shown = owner.get(&format!("/agent/webhooks/{id}")).await.expect(200);
        match notices(&app).await {
            0 => assert!(day < 3, "no warning on day {day}"),
            1 => {
                warned_on.get_or_insert(day);
                assert_eq!(shown["active"], true);
            }
            _ => {
                assert_eq!((day, warned_on), (5, Some(3)));
                assert_eq!(
                    (&shown["active"], &shown["disabled_reason"]),
                    (&json!(false), &json!("failures"))
                );
                return;
            }
        }
        app.state.clock.advance(Duration::days(1));
    }
    panic!("it is still active");
}
