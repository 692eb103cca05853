//! Messages over HTTP.

use super::{bodies, chat, pair, write};
use crate::{
    people::bots::Bots,
    support::{App, CLIENT, OTHER_CLIENT, OTHER_OWNER, OWN_ONLY, OWNER, POWERLESS_MEMBER, WAREHOUSE, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};

const OWNERS_CHAT: i64 = 100;
const CLIENTS_CHAT: i64 = 200;

async fn told(app: &App, bots: &Bots, chat: i64) -> Vec<String> {
    app.work_off().await;
    bots.take(chat).into_iter().map(|sent| sent.text).collect()
}

/// A minute and a little passes.
fn later(app: &App) {
    app.state.clock.advance(Duration::seconds(61));
}

on_both! {
    async fn both_sides_read_what_both_wrote(app: App) {
        let (owner, client, order) = pair(&app).await;
        let empty = client.get(&chat("client", order)).await.expect(200);
        assert_eq!(empty["data"], json!([]));
        assert_eq!((&empty["more"], &empty["no_reply_needed"]), (&json!(false), &json!(false)));
        assert_eq!(empty["socket"], json!({"path": "/app/karavan", "channel": format!("private-order.{order}")}));
        let first = write(&client, "client", order, "  Когда выкупите?\nСрочно 加急 ").await;
        let second = write(&owner, "agent", order, "Сегодня").await;
        assert!(second > first);
        for (actor, side) in [(&owner, "agent"), (&client, "client")] {
            let told = actor.get(&chat(side, order)).await.expect(200);
            assert_eq!(bodies(&told), ["Когда выкупите?\nСрочно 加急", "Сегодня"]);
            assert_eq!(told["data"][0]["side"], "client");
            assert_eq!(told["data"][0]["author_name"], "Игорь");
            assert_eq!(told["data"][1]["side"], "staff");
            assert_eq!(told["data"][1]["author_name"], "Анна");
        }
    }

    async fn long_talk_is_read_in_parts(app: App) {
        let (owner, client, order) = pair(&app).await;
        let mut ids = Vec::new();
        for number in 0..7 {
            ids.push(write(&client, "client", order, &number.to_string()).await);
        }
        let path = chat("agent", order);
        let latest = owner.get(&format!("{path}?limit=3")).await.expect(200);
        assert_eq!((bodies(&latest), &latest["more"]), (vec!["4", "5", "6"], &json!(true)));
        let earlier = owner.get(&format!("{path}?limit=3&before={}", ids[4])).await.expect(200);
        assert_eq!((bodies(&earlier), &earlier["more"]), (vec!["1", "2", "3"], &json!(true)));
        let first = owner.get(&format!("{path}?limit=3&before={}", ids[1])).await.expect(200);
        assert_eq!((bodies(&first), &first["more"]), (vec!["0"], &json!(false)));
        let after = owner.get(&format!("{path}?limit=3&after={}", ids[1])).await.expect(200);
        assert_eq!((bodies(&after), &after["more"]), (vec!["2", "3", "4"], &json!(true)));
        let rest = owner.get(&format!("{path}?after={}", ids[4])).await.expect(200);
        assert_eq!((bodies(&rest), &rest["more"]), (vec!["5", "6"], &json!(false)));
        for limit in ["0", "201"] {
            let _ = owner.get(&format!("{path}?limit={limit}")).await.refused(422, "validation_failed");
        }
    }

    async fn a_message_has_words_and_bounds(app: App) {
        let (_, client, order) = pair(&app).await;
        let path = chat("client", order);
        for body in ["", " \n\t", "\u{0}", &"я".repeat(4001)] {
            let problem = client.post(&path, json!({"body": body})).await.refused(422, "validation_failed");
            assert!(problem["errors"]["body"].is_array(), "{problem}");
        }
        let _ = client.post(&path, json!({"body": "我".repeat(4000)})).await.within(201, 7);
        let flagged = json!({"body": "не отвечайте", "no_reply_needed": true});
        let _ = client.post(&path, flagged).await.refused(422, "validation_failed");
        assert_eq!(app.count("chat_messages", "1 = 1").await, 1, "what was refused was not kept");
    }

    async fn the_same_intent_is_one_message(app: App) {
        let (_, client, order) = pair(&app).await;
        let again = client.with("idempotency-key", "one-and-the-same");
        let one = again.post(&chat("client", order), json!({"body": "раз"})).await.within(201, 9);
        let two = again.post(&chat("client", order), json!({"body": "раз"})).await.within(201, 9);
        assert_eq!(one, two);
        assert_eq!(app.count("chat_messages", "1 = 1").await, 1);
        let _ = again.post(&chat("client", order), json!({"body": "два"})).await.refused(422, "idempotency_key_reused");
    }

    async fn only_who_is_in_the_order_reads_and_writes(app: App) {
        let (owner, client, order) = pair(&app).await;
        let message = write(&client, "client", order, "тайна").await;
        let react = json!({"emoji": "👍", "given": true});
        for (guard, phone) in [("agent", OTHER_OWNER), ("client", OTHER_CLIENT), ("agent", OWN_ONLY)] {
            let outsider = app.log_in(guard, phone).await;
            let path = chat(guard, order);
            let _ = outsider.get(&path).await.refused(404, "not_found");
            let _ = outsider.post(&format!("{path}/read"), json!({"message_id": message})).await.refused(404, "not_found");
            if phone == OWN_ONLY {
                let _ = outsider.post(&path, json!({"body": "я"})).await.refused(403, "permission_denied");
            } else {
                let _ = outsider.post(&path, json!({"body": "я"})).await.refused(404, "not_found");
                let _ = outsider.post(&format!("{path}/{message}/reactions"), react.clone()).await.refused(404, "not_found");
            }
        }
        let powerless = app.log_in("client", POWERLESS_MEMBER).await;
        let _ = powerless.get(&chat("client", order)).await.refused(403, "permission_denied");
        let other = app.log_in("agent", OTHER_OWNER).await;
        let flag = json!({"no_reply_needed": true});
        let _ = other.patch(&format!("{}/{message}", chat("agent", order)), flag.clone()).await.refused(404, "not_found");
        // A client's message has no such flag.
        let _ = owner.patch(&format!("{}/{message}", chat("agent", order)), flag).await.refused(404, "not_found");
        assert_eq!(app.count("chat_messages", "1 = 1").await, 1);
        assert_eq!(app.count("chat_reactions", "1 = 1").await, 0);
    }

    async fn a_message_is_reached_through_its_own_order_alone(app: App) {
        let (_, client, order) = pair(&app).await;
        let another = crate::orders::submitted(&client).await;
        let message = write(&client, "client", order, "здесь").await;
        let path = chat("client", another);
        let _ = client.post(&format!("{path}/read"), json!({"message_id": message})).await.refused(404, "not_found");
        let react = json!({"emoji": "👍", "given": true});
        let _ = client.post(&format!("{path}/{message}/reactions"), react).await.refused(404, "not_found");
    }

    async fn a_draft_has_no_chat(app: App) {
        let (owner, client, order) = pair(&app).await;
        let _ = write(&client, "client", order, "передумал").await;
        let _ = client.post(&format!("/client/orders/{order}/take-back"), json!({})).await.within(200, 9);
        let _ = client.post(&chat("client", order), json!({"body": "ещё"})).await.refused(409, "conflict");
        let _ = owner.get(&chat("agent", order)).await.refused(404, "not_found");
        let _ = owner.post(&chat("agent", order), json!({"body": "вернитесь"})).await.refused(404, "not_found");
        assert_eq!(bodies(&client.get(&chat("client", order)).await.expect(200)), ["передумал"], "what was written stays");
    }

    async fn it_is_told_how_far_each_side_has_read(app: App) {
        let (owner, client, order) = pair(&app).await;
        let first = write(&client, "client", order, "раз").await;
        let second = write(&client, "client", order, "два").await;
        let seen = client.get(&chat("client", order)).await.expect(200);
        assert_eq!((&seen["read_by_others"], &seen["read_by_me"]), (&json!(null), &json!(second)), "who writes has read");
        let read = format!("{}/read", chat("agent", order));
        let marks = owner.post(&read, json!({"message_id": second})).await.expect(200);
        assert_eq!(marks, json!({"read_by_others": second, "read_by_me": second}));
        let marks = owner.post(&read, json!({"message_id": first})).await.expect(200);
        assert_eq!(marks["read_by_me"], json!(second), "nobody reads backwards");
        assert_eq!(client.get(&chat("client", order)).await.expect(200)["read_by_others"], json!(second));
        let _ = owner.post(&read, json!({"message_id": 4096})).await.refused(404, "not_found");
    }

    async fn a_press_is_given_once_and_taken_back(app: App) {
        let (owner, client, order) = pair(&app).await;
        let message = write(&client, "client", order, "спасибо").await;
        let press = format!("{}/{message}/reactions", chat("agent", order));
        let users = |told: &Value| told["reactions"].as_array().expect("reactions").iter().map(|r| (r["emoji"].clone(), r["users"].as_array().expect("people").len())).collect::<Vec<_>>();
        for _ in 0..2 {
            let told = owner.post(&press, json!({"emoji": "🙏", "given": true})).await.within(200, 7);
            assert_eq!(users(&told), [(json!("🙏"), 1)]);
        }
        let own = format!("{}/{message}/reactions", chat("client", order));
        let told = client.post(&own, json!({"emoji": "🙏", "given": true})).await.within(200, 7);
        assert_eq!(users(&told), [(json!("🙏"), 2)]);
        let told = owner.post(&press, json!({"emoji": "🙏", "given": false})).await.within(200, 7);
        assert_eq!(users(&told), [(json!("🙏"), 1)], "the other's stays");
        for emoji in ["", "🙏🙏", "<b>"] {
            let _ = owner.post(&press, json!({"emoji": emoji, "given": true})).await.refused(422, "validation_failed");
        }
        assert_eq!(client.get(&chat("client", order)).await.expect(200)["data"][0]["reactions"][0]["emoji"], "🙏");
    }

    async fn the_agent_says_that_no_reply_is_needed(app: App) {
        let (owner, client, order) = pair(&app).await;
        let sent = owner.post(&chat("agent", order), json!({"body": "Готово", "no_reply_needed": true})).await.within(201, 7);
        assert_eq!(sent["no_reply_needed"], true);
        assert_eq!(client.get(&chat("client", order)).await.expect(200)["no_reply_needed"], true);
        let one = format!("{}/{}", chat("agent", order), sent["id"]);
        let _ = owner.patch(&one, json!({"no_reply_needed": false})).await.within(200, 7);
        assert_eq!(client.get(&chat("client", order)).await.expect(200)["no_reply_needed"], false);
        let _ = owner.patch(&one, json!({"no_reply_needed": true})).await.within(200, 7);
        // The client may go on; then the last word is the client's.
        let _ = write(&client, "client", order, "Ещё вопрос").await;
        let told = client.get(&chat("client", order)).await.expect(200);
        assert_eq!(told["no_reply_needed"], false);
        let before = client.get(&format!("{}?before={}", chat("client", order), told["data"][1]["id"])).await.expect(200);
        assert_eq!(before["no_reply_needed"], false, "whatever part is read, it is the last word that counts");
    }

    async fn a_message_marks_the_order_as_unread_for_the_other_side(app: App) {
        let (owner, client, order) = pair(&app).await;
        let _ = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
        let unread = |list: Value| list["data"][0]["unread"].clone();
        assert_eq!(unread(owner.get("/agent/orders").await.expect(200)), false);
        let _ = write(&client, "client", order, "есть кто?").await;
        assert_eq!(unread(owner.get("/agent/orders").await.expect(200)), true);
        assert_eq!(owner.get("/agent/orders?unread=true").await.expect(200)["data"][0]["id"], json!(order));
        let _ = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
        assert_eq!(unread(owner.get("/agent/orders").await.expect(200)), false);
        let _ = write(&owner, "agent", order, "да").await;
        assert_eq!(unread(client.get("/client/orders").await.expect(200)), true);
        let _ = client.get(&format!("/client/orders/{order}")).await.expect(200);
        assert_eq!(unread(client.get("/client/orders").await.expect(200)), false, "looked at");
    }

    async fn who_does_not_look_is_told_by_messenger_and_once(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let (owner, client, order) = pair(&app).await;
        bots.link(&app, OWNERS_CHAT, OWNER).await;
        bots.link(&app, CLIENTS_CHAT, CLIENT).await;
        told(&app, &bots, OWNERS_CHAT).await;
        told(&app, &bots, CLIENTS_CHAT).await;

        let _ = write(&owner, "agent", order, "Цвет закончился. Заменить?").await;
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "first there is time to read it where it stands");
        later(&app);
        let texts = told(&app, &bots, CLIENTS_CHAT).await;
        assert_eq!(texts.len(), 1, "{texts:?}");
        assert!(texts[0].starts_with("Новое сообщение по заказу K1-1: Цвет закончился. Заменить?"), "{}", texts[0]);
        assert!(texts[0].ends_with(&format!("/client/orders/{order}")), "{}", texts[0]);
        let last = write(&owner, "agent", order, "Ответьте, пожалуйста").await;
        later(&app);
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "told, and has not looked yet");
        let _ = client.post(&format!("{}/read", chat("client", order)), json!({"message_id": last})).await.expect(200);
        let _ = write(&owner, "agent", order, "Ещё одно").await;
        later(&app);
        assert_eq!(told(&app, &bots, CLIENTS_CHAT).await.len(), 1, "looked, and went away again");

        let last = write(&client, "client", order, "Заменяйте").await;
        let _ = owner.post(&format!("{}/read", chat("agent", order)), json!({"message_id": last})).await.expect(200);
        later(&app);
        assert!(told(&app, &bots, OWNERS_CHAT).await.is_empty(), "read where it stands");
        let _ = write(&client, "client", order, "На синий").await;
        later(&app);
        let texts = told(&app, &bots, OWNERS_CHAT).await;
        assert!(texts.len() == 1 && texts[0].starts_with("Клиент K1 (K1) пишет по заказу K1-1: На синий"), "{texts:?}");
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "nobody is told what they wrote themselves");

        let off = json!({"choices": [{"notice": "new_message", "channel": "telegram", "enabled": false}]});
        let _ = client.patch("/client/notice-preferences", off).await.expect(200);
        let _ = write(&owner, "agent", order, "тишина").await;
        later(&app);
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "whoever switched it off is not told");
    }

    async fn warehouse_staff_write_as_the_agent(app: App) {
        let (_, client, order) = pair(&app).await;
        let warehouse = app.log_in("agent", WAREHOUSE).await;
        let _ = write(&warehouse, "agent", order, "到了").await;
        let told = client.get(&chat("client", order)).await.expect(200);
        assert_eq!((&told["data"][0]["author_name"], &told["data"][0]["side"]), (&json!("李伟"), &json!("staff")));
    }
}
