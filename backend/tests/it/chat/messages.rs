//! Messages and reactions over HTTP.

use super::{chat_path, message_texts, send_message, submitted_order_chat};
use crate::support::on_both;
use serde_json::{Value, json};

#[apply(on_both)]
async fn both_sides_read_all_messages(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let empty = client.get(&chat_path("client", order)).await.expect(200);
    assert_eq!(empty["data"], json!([]));
    assert_eq!(
        (&empty["more"], &empty["no_reply_needed"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(
        empty["socket"],
        json!({"path": "/app/karavan", "channel": format!("private-order.{order}")})
    );
    let first = send_message(&client, "client", order, "  Когда выкупите?\nСрочно 加急 ").await;
    let second = send_message(&owner, "agent", order, "Сегодня").await;
    assert!(second > first);
    for (actor, side) in [(&owner, "agent"), (&client, "client")] {
        let view = actor.get(&chat_path(side, order)).await.expect(200);
        assert_eq!(message_texts(&view), ["Когда выкупите?\nСрочно 加急", "Сегодня"]);
        assert_eq!(view["data"][0]["side"], "client");
        assert_eq!(view["data"][0]["author_name"], "Игорь");
        assert_eq!(view["data"][1]["side"], "staff");
        assert_eq!(view["data"][1]["author_name"], "Анна");
    }
}

#[apply(on_both)]
async fn messages_are_paginated_in_both_directions(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let mut ids = Vec::new();
    for number in 0..7 {
        ids.push(send_message(&client, "client", order, &number.to_string()).await);
    }
    let path = chat_path("agent", order);
    let latest = owner.get(&format!("{path}?limit=3")).await.expect(200);
    assert_eq!(
        (message_texts(&latest), &latest["more"]),
        (vec!["4", "5", "6"], &json!(true))
    );
    let earlier = owner
        .get(&format!("{path}?limit=3&before={}", ids[4]))
        .await
        .expect(200);
    assert_eq!(
        (message_texts(&earlier), &earlier["more"]),
        (vec!["1", "2", "3"], &json!(true))
    );
    let first = owner
        .get(&format!("{path}?limit=3&before={}", ids[1]))
        .await
        .expect(200);
    assert_eq!((message_texts(&first), &first["more"]), (vec!["0"], &json!(false)));
    let after = owner.get(&format!("{path}?limit=3&after={}", ids[1])).await.expect(200);
    assert_eq!(
        (message_texts(&after), &after["more"]),
        (vec!["2", "3", "4"], &json!(true))
    );
    let rest = owner.get(&format!("{path}?after={}", ids[4])).await.expect(200);
    assert_eq!((message_texts(&rest), &rest["more"]), (vec!["5", "6"], &json!(false)));
    for limit in ["0", "201"] {
        let _ = owner
            .get(&format!("{path}?limit={limit}"))
            .await
            .expect_problem(422, "validation_failed");
    }
}

#[apply(on_both)]
async fn empty_or_too_long_message_is_refused(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let path = chat_path("client", order);
    for body in ["", " \n\t", "\u{0}", &"я".repeat(4001)] {
        let problem = client
            .post(&path, json!({"body": body}))
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"]["body"].is_array(), "{problem}");
    }
    let _ = client
        .post(&path, json!({"body": "我".repeat(4000)}))
        .await
        .expect_within_statements(201, 7);
    let flagged = json!({"body": "не отвечайте", "no_reply_needed": true});
    let _ = client
        .post(&path, flagged)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        app.count("chat_messages", "1 = 1").await,
        1,
        "refused messages are not stored"
    );
}

#[apply(on_both)]
async fn idempotency_key_prevents_duplicate_message(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let keyed = client.with_header("idempotency-key", "one-and-the-same");
    let one = keyed
        .post(&chat_path("client", order), json!({"body": "раз"}))
        .await
        .expect_within_statements(201, 9);
    let two = keyed
        .post(&chat_path("client", order), json!({"body": "раз"}))
        .await
        .expect_within_statements(201, 9);
    assert_eq!(one, two);
    assert_eq!(app.count("chat_messages", "1 = 1").await, 1);
    let _ = keyed
        .post(&chat_path("client", order), json!({"body": "два"}))
        .await
        .expect_problem(422, "idempotency_key_reused");
}

#[apply(on_both)]
async fn reaction_is_added_once_and_removed(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let message = send_message(&client, "client", order, "спасибо").await;
    let reactions_path = format!("{}/{message}/reactions", chat_path("agent", order));
    let users = |view: &Value| {
        view["reactions"]
            .as_array()
            .expect("reactions")
            .iter()
            .map(|r| (r["emoji"].clone(), r["users"].as_array().expect("people").len()))
            .collect::<Vec<_>>()
    };
    for _ in 0..2 {
        let view = owner
            .post(&reactions_path, json!({"emoji": "🙏", "given": true}))
            .await
            .expect_within_statements(200, 7);
        assert_eq!(users(&view), [(json!("🙏"), 1)]);
    }
    let own = format!("{}/{message}/reactions", chat_path("client", order));
    let view = client
        .post(&own, json!({"emoji": "🙏", "given": true}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(users(&view), [(json!("🙏"), 2)]);
    let view = owner
        .post(&reactions_path, json!({"emoji": "🙏", "given": false}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(users(&view), [(json!("🙏"), 1)], "the other reaction stays");
    for emoji in ["", "🙏🙏", "<b>"] {
        let _ = owner
            .post(&reactions_path, json!({"emoji": emoji, "given": true}))
            .await
            .expect_problem(422, "validation_failed");
    }
    assert_eq!(
        client.get(&chat_path("client", order)).await.expect(200)["data"][0]["reactions"][0]["emoji"],
        "🙏"
    );
}
