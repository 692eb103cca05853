//! What is secret stands nowhere in the database, and a mistyped token never gets as far as it.

use super::bots::{Bots, Browser, token};
use crate::support::{CLIENT, PASSWORD, on_both};
use serde_json::json;

const CHAT: i64 = 5_550_001;

on_both! {
    async fn a_dump_of_the_database_holds_no_token_code_or_password(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let browser = Browser::new(&app);
        let _ = browser.post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await.expect(202);
        app.work_off().await;
        let code = bots.code(CHAT);
        let entered = browser.post("/client/code", json!({"phone": CLIENT, "code": code})).await;
        let refresh = entered.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok()).find_map(|set| set.split(';').next()?.strip_prefix("karavan_client_refresh=")).expect("a refresh token").to_owned();
        let access = entered.expect(200)["access_token"].as_str().expect("a token").to_owned();
        let client = app.bearer(&access);
        let keyed = client.with("idempotency-key", "token-1");
        let plaintext = keyed.post("/client/settings/extension-tokens", json!({"name": "Chrome"})).await.expect(201)["plaintext"].as_str().expect("a token").to_owned();
        let _ = app.bearer(&plaintext).get("/api/ext/me").await.expect(200);
        let offer = browser.post("/client/link", json!({"phone": CLIENT})).await.expect(200);
        let link = token(&offer, "telegram");
        let dump = app.whole().await;
        assert!(dump.contains(CLIENT) && dump.contains("Chrome"), "the dump shows what is there");
        for (name, secret) in [("the code", code.as_str()), ("the refresh token", &refresh), ("the access token", &access), ("the extension's token", &plaintext), ("the start link", &link), ("the password", PASSWORD)] {
            // Six digits may stand in a hash or a time by chance: a code is looked for as a value of its own.
            let found = if secret.len() == 6 { dump.contains(&format!("\"{secret}\"")) || dump.contains(&format!("|{secret}|")) } else { dump.contains(secret) };
            assert!(!found, "{name} stands in the database");
        }
    }

    async fn every_typo_of_one_character_is_told_without_a_look_up(app: App) {
        let extension = app.extension_of(CLIENT).await;
        let token = extension.credential.clone().expect("a token");
        let alphabet: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
        let mut tried = 0;
        for place in 0..token.len() {
            for other in &alphabet {
                let mut typo: Vec<char> = token.chars().collect();
                if typo[place] == *other {
                    continue;
                }
                typo[place] = *other;
                let answer = app.bearer(&typo.into_iter().collect::<String>()).get("/api/ext/me").await;
                assert_eq!((answer.status, answer.statements), (401, 0), "{}", answer.text);
                tried += 1;
            }
        }
        assert_eq!(tried, 40 * 61 + 1, "the underscore has one more neighbour");
        let _ = extension.get("/api/ext/me").await.expect(200);
    }
}
